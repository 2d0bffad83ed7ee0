//! Key v1: the published vectors, and an implementation that follows only `docs/reference/key.md`.

use std::collections::HashMap;

use bughouse_chess::{Board, BoardBuilder, Color, Key, Piece, TwoBoards};
use proptest::prelude::{ProptestConfig, any};
use proptest::{prop_assert_eq, prop_assert_ne, proptest};

use crate::support::{board, board_of_any_material, random_board, read_testdata};

/// The rows of the published vectors: a string and its key.
fn rows(data: &str) -> Vec<(&str, Key)> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (text, key) = line.rsplit_once(';').unwrap_or_else(|| panic!("{line}"));
            (text, key.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
        })
        .collect()
}

#[test]
fn keys_match_the_published_vectors() {
    let data = read_testdata("key-v1.csv");
    let (both, one): (Vec<_>, Vec<_>) = rows(&data).into_iter().partition(|(text, _)| text.contains('|'));
    assert!(one.len() >= 60 && both.len() >= 10, "{} and {} rows", one.len(), both.len());
    for (text, key) in one {
        assert_eq!(board(text).key(), key, "{text}");
        assert_eq!(slow_key(text), key.bits(), "{text}");
    }
    for (text, key) in both {
        assert_eq!(text.parse::<TwoBoards>().unwrap().key(), key, "{text}");
        let (a, b) = text.split_once(" | ").unwrap();
        assert_eq!(slow_key_of_both(slow_key(a), slow_key(b)), key.bits(), "{text}");
    }
}

#[test]
fn documented_numbers_match_the_table() {
    let numbers = slow_numbers();
    let specification =
        std::fs::read_to_string(crate::support::testdata("../docs/reference/key.md")).unwrap();
    for feature in [0, 768, 792] {
        let number = format!("{:#018x}", numbers[feature]);
        assert!(specification.contains(&number), "{number} of feature {feature} is not in the specification");
    }
}

#[test]
fn key_ignores_what_it_leaves_out() {
    let alike = [
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QQp] w HAha - 3 7",
        ],
        ["4k3/8/8/3Q4/8/8/8/4K3[] w - - 0 1", "4k3/8/8/3Q~4/8/8/8/4K3[] w - - 0 1"],
        // No pawn next to it, a pawn pinned on the file, both pawns leaving the rank.
        ["4k3/8/8/3p1P2/8/8/8/4K3[] w - d6 0 2", "4k3/8/8/3p1P2/8/8/8/4K3[] w - - 0 2"],
        ["4r2k/8/8/3pP3/8/8/8/4K3[] w - d6 0 2", "4r2k/8/8/3pP3/8/8/8/4K3[] w - - 0 2"],
        ["7k/8/8/K2pP2r/8/8/8/8[] w - d6 0 2", "7k/8/8/K2pP2r/8/8/8/8[] w - - 0 2"],
    ];
    for [one, other] in alike {
        assert_eq!(board(one).key(), board(other).key(), "{one}");
    }
    let different = [
        ["4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3[] w - - 0 2"],
        ["4k3/8/8/8/8/8/8/RR2K1RR[] w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR[] w GB - 0 1"],
        ["4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1"],
    ];
    for [one, other] in different {
        assert_ne!(board(one).key(), board(other).key(), "{one}");
    }
}

#[test]
fn reserves_do_not_change_the_key() {
    let bare = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    for color in Color::ALL {
        for piece in Piece::IN_RESERVE {
            for count in 0..=63 {
                let mut builder = BoardBuilder::from(&bare);
                let mut reserve = bughouse_chess::Reserve::new();
                (0..count).for_each(|_| reserve.add(piece).unwrap());
                builder.reserve(color, reserve);
                assert_eq!(board_of_any_material(&builder.to_string()).key(), bare.key(), "{builder}");
            }
        }
    }
}

#[test]
fn a_key_as_a_string() {
    let key = Key::new(0x0123_4567_89ab_cdef);
    assert_eq!(key.to_string(), "0123456789abcdef");
    assert_eq!(format!("{key:?}"), "Key(0123456789abcdef)");
    assert_eq!("0123456789ABCDEF".parse(), Ok(key));
    assert_eq!((u64::from(key), Key::from(key.bits())), (key.bits(), key));
    for text in [
        "",
        "123",
        "+123456789abcdef",
        "0123456789abcdef0",
        "0123456789abcdeg",
        "0x23456789abcdef",
        "é123456789abcde",
    ] {
        let error = text.parse::<Key>().unwrap_err();
        assert_eq!(error.kind().to_string(), "expected a key of 16 hexadecimal digits", "{text}");
        assert_eq!((error.span().start, error.span().end), (0, text.len()), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn keys_match_the_literal_implementation(seed in any::<u64>(), plies in 0usize..60) {
        let board = random_board(seed, plies);
        prop_assert_eq!(board.key().bits(), slow_key(&board.to_bfen()), "{}", board);
    }

    #[test]
    fn key_of_both_ignores_the_order(a in any::<u64>(), b in any::<u64>()) {
        let (one, other) = (Key::new(a), Key::new(b));
        prop_assert_eq!(Key::of_both(one, other), Key::of_both(other, one));
        prop_assert_eq!(Key::of_both(one, other).bits(), slow_key_of_both(a, b));
        if a != b {
            prop_assert_ne!(Key::of_both(one, one), Key::of_both(other, other));
            prop_assert_ne!(Key::of_both(one, one), Key::of_both(one, other));
        }
    }
}

/// Keys of many positions don't collide, single or in pairs.
#[test]
fn keys_of_different_positions_differ() {
    let mut keys = HashMap::new();
    let mut pairs = HashMap::new();
    let mut last: Option<(Key, String)> = None;
    for seed in 0..300 {
        let board = random_board(seed, seed as usize % 50);
        let text = covered_fields(&board);
        if let Some(other) = keys.insert(board.key(), text.clone()) {
            assert_eq!(other, text);
        }
        if let Some((key, before)) = last {
            let mut both = [text.clone(), before];
            both.sort();
            if let Some(others) = pairs.insert(Key::of_both(key, board.key()), both.clone()) {
                assert_eq!(others, both);
            }
        }
        last = Some((board.key(), text));
    }
    assert!(keys.len() > 200 && pairs.len() > 200, "{} and {}", keys.len(), pairs.len());
}

/// Returns the FEN fields that a key covers.
fn covered_fields(board: &Board) -> String {
    let style = bughouse_chess::FenStyle::default()
        .en_passant(bughouse_chess::EnPassant::Legal)
        .castling(bughouse_chess::CastlingLetters::Shredder)
        .notation(bughouse_chess::Notation::Fen);
    board.text(&style).to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

// A literal implementation of the specification. Pieces are FEN letters by file and rank, from 0 to 7.

type Placement = HashMap<(i32, i32), char>;

fn slow_split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e3779b97f4a7c15);
    let z = state;
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    (state, z ^ (z >> 31))
}

fn slow_numbers() -> Vec<u64> {
    let mut state = u64::from_be_bytes(*b"bughkey1");
    let mut numbers = Vec::new();
    for _ in 0..793 {
        let (next, number) = slow_split_mix(state);
        state = next;
        numbers.push(number);
    }
    numbers
}

fn slow_key_of_both(a: u64, b: u64) -> u64 {
    slow_split_mix(a).1.wrapping_add(slow_split_mix(b).1)
}

/// Computes the key from BFEN.
fn slow_key(text: &str) -> u64 {
    let numbers = slow_numbers();
    let fields: Vec<&str> = text.split(' ').collect();
    let (placement, promoted) = slow_placement(fields[0]);
    let mut key = 0;
    for (&(file, rank), &letter) in &placement {
        let kind = "pnbrqk".find(letter.to_ascii_lowercase()).unwrap();
        key ^= numbers[(slow_color(letter) * 6 + kind) * 64 + (8 * rank + file) as usize];
    }
    if fields[1] == "b" {
        key ^= numbers[768];
    }
    for letter in fields[2].chars().filter(|&letter| letter != '-') {
        let color = slow_color(letter);
        let (rank, rook) = if color == 0 { (0, 'R') } else { (7, 'r') };
        // A promoted pawn can't castle.
        let is_rook =
            |file: &i32| placement.get(&(*file, rank)) == Some(&rook) && !promoted.contains(&(*file, rank));
        let file = match letter.to_ascii_lowercase() {
            'k' => (0..8).rev().find(is_rook).unwrap(),
            'q' => (0..8).find(is_rook).unwrap(),
            file => slow_file(file),
        };
        key ^= numbers[769 + color * 8 + file as usize];
    }
    let mut target = fields[3].chars();
    if let (Some(file), Some(rank)) = (target.next(), target.next()) {
        let target = (slow_file(file), rank as i32 - '1' as i32);
        if slow_en_passant_is_legal(&placement, fields[1], target) {
            key ^= numbers[785 + target.0 as usize];
        }
    }
    key
}

fn slow_file(letter: char) -> i32 {
    letter as i32 - 'a' as i32
}

fn slow_color(letter: char) -> usize {
    usize::from(letter.is_ascii_lowercase())
}

/// Reads the pieces, and the squares of those that are marked as promoted.
fn slow_placement(field: &str) -> (Placement, Vec<(i32, i32)>) {
    let (rows, _) = field.split_once('[').unwrap();
    let (mut placement, mut promoted) = (Placement::new(), Vec::new());
    for (i, row) in rows.split('/').enumerate() {
        let (rank, mut file) = (7 - i as i32, 0);
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as i32,
                None if letter == '~' => promoted.push((file - 1, rank)),
                None => {
                    placement.insert((file, rank), letter);
                    file += 1;
                }
            }
        }
    }
    (placement, promoted)
}

fn slow_en_passant_is_legal(placement: &Placement, side: &str, target: (i32, i32)) -> bool {
    let (pawn, king, up) = if side == "w" { ('P', 'K', 1) } else { ('p', 'k', -1) };
    [-1, 1].into_iter().any(|step| {
        let from = (target.0 + step, target.1 - up);
        if placement.get(&from) != Some(&pawn) {
            return false;
        }
        let mut after = placement.clone();
        after.remove(&from);
        after.remove(&(target.0, target.1 - up));
        after.insert(target, pawn);
        let king = after.iter().find(|&(_, &letter)| letter == king).map(|(&square, _)| square).unwrap();
        !slow_is_attacked(&after, king, if side == "w" { 1 } else { 0 })
    })
}

/// Returns `true` if a color attacks a square.
fn slow_is_attacked(placement: &Placement, (file, rank): (i32, i32), color: usize) -> bool {
    let is = |file, rank, kinds: &str| {
        placement
            .get(&(file, rank))
            .is_some_and(|&letter| slow_color(letter) == color && kinds.contains(letter.to_ascii_lowercase()))
    };
    let below = if color == 0 { -1 } else { 1 };
    let steps = || (-2..=2).flat_map(|x: i32| (-2..=2).map(move |y: i32| (x, y)));
    let by_pawn = is(file - 1, rank + below, "p") || is(file + 1, rank + below, "p");
    let by_knight = steps().any(|(x, y)| x.abs() + y.abs() == 3 && is(file + x, rank + y, "n"));
    let by_line = steps().filter(|(x, y)| x.abs().max(y.abs()) == 1).any(|(x, y)| {
        let sliders = if x == 0 || y == 0 { "rq" } else { "bq" };
        let first = (1..8).find(|step| placement.contains_key(&(file + step * x, rank + step * y)));
        is(file + x, rank + y, "k") || first.is_some_and(|step| is(file + step * x, rank + step * y, sliders))
    });
    by_pawn || by_knight || by_line
}

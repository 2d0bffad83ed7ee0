//! One broken game never hides another: synthetic games in one file, some damaged in various ways.

use bpgn::{Checker, Limits, ReadOptions, Reader, State, SyntaxErrorKind};
use bughouse_chess::{Board, BoardId, Clocks, Match, Rules, TimeControl};
use bughouse_generator::{GeneratedGame, Generator};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

/// A change to the text of a game, after its first line.
#[derive(Clone, Copy, Debug)]
enum Damage {
    CutOff,
    CutOut,
    OnlyFirstLine,
    FlipBit,
    FlipBytes,
    DeleteByte,
    DeleteLine,
    DeleteLines,
    JoinLines,
    Insert(&'static str),
    /// All bytes of a kind are deleted from there on.
    Without(u8),
    /// The next byte of a kind is deleted.
    WithoutNext(u8),
    Noise,
}

const DAMAGES: [Damage; 34] = [
    Damage::CutOff,
    Damage::CutOut,
    Damage::OnlyFirstLine,
    Damage::FlipBit,
    Damage::FlipBytes,
    Damage::DeleteByte,
    Damage::DeleteLine,
    Damage::DeleteLines,
    Damage::JoinLines,
    Damage::Insert("{"),
    Damage::Insert("}"),
    Damage::Insert("\""),
    Damage::Insert("["),
    Damage::Insert("]"),
    Damage::Insert("("),
    Damage::Insert(")"),
    Damage::Insert("\\"),
    Damage::Insert("(((("),
    Damage::Insert("[Odd \""),
    Damage::Insert("{C: not closed"),
    Damage::Insert("\n;"),
    Damage::Insert("\n%"),
    Damage::Insert("words and words"),
    Damage::Insert("\0\0\0"),
    Damage::Without(b'}'),
    Damage::Without(b'{'),
    Damage::Without(b'"'),
    Damage::Without(b']'),
    Damage::Without(b'.'),
    Damage::WithoutNext(b'}'),
    Damage::WithoutNext(b'{'),
    Damage::WithoutNext(b'"'),
    Damage::WithoutNext(b']'),
    Damage::Noise,
];

/// Where and how a game is damaged. Numbers are taken modulo the length of what they refer to.
#[derive(Clone, Debug)]
struct Hit {
    game: usize,
    damage: Damage,
    at: usize,
    length: usize,
    bytes: Vec<u8>,
}

fn hit() -> impl Strategy<Value = Hit> {
    let numbers = (any::<usize>(), any::<usize>(), any::<usize>());
    (select(&DAMAGES[..]), numbers, vec(any::<u8>(), 1..40))
        .prop_map(|(damage, (game, at, length), bytes)| Hit { game, damage, at, length, bytes })
}

impl Hit {
    /// Damages a text after its first line.
    fn apply(&self, text: &mut Vec<u8>) {
        let first = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let room = text.len() - first;
        if room == 0 {
            return;
        }
        let at = first + self.at % room;
        let end = at + 1 + self.length % (text.len() - at);
        let line_at = text[..at].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        let line_end = |from: usize| {
            text[from..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |to| from + to + 1)
        };
        match self.damage {
            Damage::CutOff => text.truncate(at),
            Damage::CutOut => drop(text.drain(at..end)),
            Damage::OnlyFirstLine => text.truncate(first),
            Damage::FlipBit => text[at] = harmless(text[at] ^ (1 << (self.length % 8))),
            Damage::FlipBytes => {
                for (byte, flip) in text[at..end].iter_mut().zip(&self.bytes) {
                    *byte = harmless(*byte ^ flip);
                }
            }
            Damage::DeleteByte => drop(text.remove(at)),
            Damage::DeleteLine => drop(text.drain(line_at..line_end(at))),
            Damage::DeleteLines => drop(text.drain(line_at..line_end(end - 1))),
            Damage::JoinLines => {
                text[at..].iter_mut().filter(|byte| byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ')
            }
            Damage::Insert(what) => drop(text.splice(at..at, what.bytes())),
            Damage::Without(what) => {
                let kept: Vec<u8> = text[at..].iter().copied().filter(|&byte| byte != what).collect();
                text.truncate(at);
                text.extend(kept);
            }
            Damage::WithoutNext(what) => {
                if let Some(found) = text[at..].iter().position(|&byte| byte == what) {
                    text.remove(at + found);
                }
            }
            Damage::Noise => drop(text.splice(at..at, self.bytes.iter().map(|&byte| harmless(byte)))),
        }
    }
}

/// Replaces a star or digit by another byte, because it could form a result or a label, which end or begin a game.
fn harmless(byte: u8) -> u8 {
    if byte == b'*' || byte.is_ascii_digit() { b'#' } else { byte }
}

/// Plays a synthetic game on two boards, without any text, by the rules of a lenient replay.
fn boards(game: &GeneratedGame) -> [Board; 2] {
    let mut played = Match::from_boards(
        Board::default(),
        Board::default(),
        Rules::fics(),
        Clocks::new(TimeControl::default()),
    )
    .unwrap();
    for half_move in &game.half_moves {
        let board = half_move.seat.board;
        let mv = half_move.san.resolve(&played.board(board)).unwrap();
        played.play(board, mv).unwrap();
    }
    BoardId::ALL.map(|board| *played.board(board))
}

/// Checks a text: the state of each game, and its boards.
fn check(text: &[u8], limits: Limits) -> Vec<(State, usize, [Board; 2])> {
    let mut seen = Vec::new();
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        if report.is_game {
            seen.push((report.state, report.half_moves, *report.end.position().boards()));
        }
    });
    Reader::with_limits(text, limits).read_all(&mut checker).unwrap();
    seen
}

/// Lists how the games of a text begin, for messages.
fn starts(text: &[u8]) -> String {
    let mut starts = String::new();
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        let start = String::from_utf8_lossy(&report.bytes[..report.bytes.len().min(300)]);
        starts += &format!("{} line {}: {start:?}\n", report.is_game, report.place.line);
    });
    Reader::new(text).read_all(&mut checker).unwrap();
    starts
}

proptest! {
    #[test]
    fn one_broken_game_never_hides_another(number in 0u64..1_000_000, count in 2usize..7, hits in vec(hit(), 1..5)) {
        let generator = Generator::new(7);
        let games: Vec<GeneratedGame> = (0..count as u64).map(|i| generator.game(number + i)).collect();
        let mut texts: Vec<Vec<u8>> = games
            .iter()
            .map(|game| {
                let mut text = Vec::new();
                game.write_bpgn(&mut text);
                text
            })
            .collect();
        let mut damaged = vec![false; count];
        for hit in &hits {
            let game = hit.game % count;
            // A second hit could turn the rest of a tag into a result.
            if !damaged[game] {
                hit.apply(&mut texts[game]);
            }
            damaged[game] = true;
        }
        let seen = check(&texts.join(&b'\n'), Limits::default());
        prop_assert_eq!(seen.len(), count, "{}", starts(&texts.join(&b'\n')));
        for (i, game) in games.iter().enumerate().filter(|&(i, _)| !damaged[i]) {
            let (state, half_moves, last) = &seen[i];
            prop_assert_eq!(*state, State::Ok, "game {}", i);
            prop_assert_eq!(*half_moves, game.half_moves.len());
            prop_assert!(*last == boards(game), "game {}", i);
        }
    }
}

#[test]
fn a_game_that_is_too_long_does_not_hide_the_next() {
    let generator = Generator::new(7);
    let mut text = Vec::new();
    generator.write_game(1, &mut text);
    let length = text.len();
    text.truncate(length - 20);
    text.extend(b" {C: ".iter().chain([b'x'; 100_000].iter()).chain(b"}\n\n"));
    generator.write_game(2, &mut text);
    let limits = Limits::default().game_bytes(length + 1000);
    let seen = check(&text, limits);
    let states: Vec<State> = seen.iter().map(|(state, ..)| *state).collect();
    assert_eq!(states, [State::Broken, State::Ok]);
    assert_eq!(seen[1].2, boards(&generator.game(2)));
}

#[test]
fn a_game_has_at_most_as_many_errors_as_the_limit() {
    // Errors of the reader, and errors that only the tree finds.
    let (reader, tree) = ("1A. e4 } ".repeat(150), "(9A. e4) ".repeat(150));
    for (text, limits, expected) in [
        (format!("1A. e4 {reader}"), Limits::default(), 100),
        (format!("1A. e4 {tree}"), Limits::default(), 100),
        (format!("1A. e4 {reader}{tree}"), Limits::default(), 100),
        (format!("1A. e4 {tree}{reader}"), Limits::default(), 100),
        (format!("1A. e4 {reader}{tree}"), Limits::default().errors(7), 7),
        (format!("1A. e4 {reader}"), Limits::default().errors(120), 120),
    ] {
        let record = Reader::with_limits(text.as_bytes(), limits).read_record().unwrap().unwrap();
        let (last, kept) = record.errors.split_last().unwrap();
        assert_eq!(*last.kind(), SyntaxErrorKind::TooMany(expected));
        assert_eq!(kept.len(), expected);
        assert!(kept.iter().all(|error| error.kind().name() != "too-many-errors"));
        assert!(kept.is_sorted_by_key(|error| error.span().start));
    }
    let exactly = "1A. e4 } ".repeat(100);
    let record = Reader::new(exactly.as_bytes()).read_record().unwrap().unwrap();
    assert_eq!(record.errors.len(), 100);
}

#[test]
fn a_game_that_is_cut_off_has_no_other_errors() {
    let text =
        format!("[Event \"x\"]\n{}", (1..200).map(|n| format!("{n}A. Nf3 {n}a. Nf6 ")).collect::<String>());
    for length in 300..330 {
        let limits = Limits::default().game_bytes(length);
        let record = Reader::with_limits(text.as_bytes(), limits).read_record().unwrap().unwrap();
        let kinds: Vec<_> = record.errors.iter().map(|error| error.kind().name()).collect();
        assert_eq!(kinds, ["too-long"], "{length}");
    }
}

//! How the texts look, and that they are always the same.

use std::num::NonZero;

use bughouse_generator::{Amount, Generator, Layout, Written, write_games, write_numbered};

use crate::read::read;

fn text_of(seed: u64, number: u64) -> Vec<u8> {
    let mut text = Vec::new();
    Generator::new(seed).write_game(number, &mut text);
    text
}

fn many(amount: Amount, threads: usize) -> (Vec<u8>, Written) {
    let mut text = Vec::new();
    let threads = NonZero::new(threads).unwrap();
    let written = write_games(&Generator::new(5), amount, threads, &mut text).unwrap();
    (text, written)
}

#[test]
fn a_game_depends_only_on_seed_and_number() {
    assert_eq!(text_of(3, 77), text_of(3, 77));
    assert_ne!(text_of(3, 77), text_of(4, 77));
    assert_ne!(text_of(3, 77), text_of(3, 78));
}

#[test]
fn threads_and_amount_change_nothing() {
    let generator = Generator::new(5);
    let mut expected = Vec::new();
    (1..=1_000).for_each(|number| generator.write_game(number, &mut expected));
    for threads in [1, 2, 3, 7] {
        let (text, written) = many(Amount::Games(1_000), threads);
        assert!(text == expected, "{threads} threads");
        assert_eq!(written, Written { games: 1_000, bytes: expected.len() as u64 });
    }
    let mut part = Vec::new();
    let three = NonZero::new(3).unwrap();
    write_numbered(&generator, 401..1_001, three, &mut part).unwrap();
    assert!(expected.ends_with(&part) && part.len() * 3 > expected.len());
    let (text, _) = many(Amount::Games(513), 2);
    assert!(expected.starts_with(&text));
    assert_eq!(many(Amount::Games(0), 2).1, Written::default());
}

#[test]
fn an_amount_of_bytes_ends_with_the_game_that_reaches_it() {
    let (all, _) = many(Amount::Games(1_000), 2);
    for bytes in [0, 1, 100_000, 1_300_000] {
        let (text, written) = many(Amount::Bytes(bytes), 2);
        assert!(all.starts_with(&text) && written.bytes >= bytes && written.bytes < bytes + 10_000);
        assert_eq!(text.windows(7).filter(|part| part == b"[Event ").count() as u64, written.games);
        assert!(text.is_empty() || text.ends_with(b"\r\n\r\n"));
    }
}

#[test]
fn lines_end_as_in_the_archive() {
    let (text, _) = many(Amount::Games(500), 2);
    for (i, &byte) in text.iter().enumerate() {
        assert_eq!(byte == b'\n', i > 0 && text[i - 1] == b'\r', "byte {i}");
    }
}

#[test]
fn some_texts_are_latin1() {
    let (text, _) = many(Amount::Games(2_000), 2);
    assert!(std::str::from_utf8(&text).is_err());
    for byte in [0xe9, 0xfc, 0xfe] {
        assert!(text.contains(&byte), "{byte:#x}");
    }
    // Nothing between ASCII and the letters of Latin-1.
    assert!(text.iter().all(|&byte| !(0x7f..0xa0).contains(&byte)));
}

#[test]
fn both_layouts_hold_the_same_moves() {
    let generator = Generator::new(9);
    let (mut wrapped, mut one_line) = (0, 0);
    for number in 1..=400 {
        let mut game = generator.game(number);
        game.layout = Layout::Wrapped;
        game.tells_lag = false;
        let mut narrow = Vec::new();
        game.write_bpgn(&mut narrow);
        assert!(narrow.split(|&byte| byte == b'\n').all(|line| line.len() <= 81), "game {number}");
        game.layout = Layout::OneLine;
        let mut wide = Vec::new();
        game.write_bpgn(&mut wide);
        let (narrow, wide) = (read(&narrow), read(&wide));
        assert_eq!(narrow.half_moves, wide.half_moves);
        assert_eq!(narrow.comments.len(), wide.comments.len());
        match generator.game(number).layout {
            Layout::Wrapped => wrapped += 1,
            Layout::OneLine => one_line += 1,
        }
    }
    assert!(wrapped * 2 < one_line && wrapped * 5 > one_line, "{wrapped} of {}", wrapped + one_line);
}

#[test]
fn pgn_holds_the_same_moves_and_comments() {
    let generator = Generator::new(9);
    for number in 1..=200 {
        let game = generator.game(number);
        let (mut pgn, mut bpgn) = (Vec::new(), Vec::new());
        game.write_pgn_of_both_boards(&mut pgn);
        game.write_bpgn(&mut bpgn);
        let comments = |text: &[u8]| text.iter().filter(|&&byte| byte == b'{').count();
        // The reason of the end is no comment on a move.
        assert_eq!(comments(&pgn), comments(&bpgn) - 1);
        assert_eq!(pgn.windows(7).filter(|part| part == b"[Event ").count(), 2);
    }
}

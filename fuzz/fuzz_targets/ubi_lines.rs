//! Lines of UBI and UCI in both directions, which are untrusted: those of clients, and engines' answers.

#![no_main]
#![allow(dead_code, reason = "the crate uses the rest of these files")]

use bughouse_chess::BoardId;
use bughouse_fuzz::{Choices, words};
use bughouse_search::Score;
use libfuzzer_sys::fuzz_target;

use grammar::{Command, Info};

#[path = "../../crates/bughouse-engines/src/declared.rs"]
mod declared;
#[path = "../../crates/bughouse-engines/src/grammar.rs"]
mod grammar;

const WORDS: [&str; 48] = [
    "ubi",
    "uci",
    "isready",
    "quit",
    "stop",
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "board",
    "A",
    "B",
    "clock",
    "WhiteA",
    "BlackB",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "setoption",
    "name",
    "value",
    "type",
    "spin",
    "combo",
    "check",
    "button",
    "default",
    "min",
    "max",
    "var",
    "UCI_Variant",
    "score",
    "cp",
    "mate",
    "multipv",
    "lowerbound",
    "string",
    "pv",
    "1e2e4",
    "e2e4",
    "N@f3",
    "e7e8q",
    "-1",
    "0",
    "3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
];

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let text = words(choices.byte(), choices.rest(), &WORDS);
    // A line of a client, as text and as any bytes.
    for line in [text.as_bytes(), bytes] {
        let command = Command::read(line);
        assert_eq!(format!("{command:?}"), format!("{:?}", Command::read(line)));
    }
    // A line of an engine.
    if let Some(info) = Info::read(&text) {
        assert!((1..=64).contains(&info.number) && info.moves.len() <= 128, "{info:?}");
        assert!(!matches!(info.score, Score::Mate { moves: 0, .. }), "{info:?}");
    }
    if let Some(option) = declared::Declared::read(&text) {
        assert!(!option.name.is_empty());
        let _ = (option.has_value("bughouse"), option.nearest(7));
    }
    let _ = grammar::about(&text, "info", Some(BoardId::A));
});

//! Lines of UBI and UCI in both directions, which are untrusted: the parsers of `bughouse ubi`, and of engines' answers.

#![no_main]
#![allow(dead_code, reason = "the CLI and the engines use the rest of these files")]

use bughouse_fuzz::{Choices, words};
use libfuzzer_sys::fuzz_target;

/// Replaces the module of the CLI that removes control characters from messages.
mod clean {
    pub(crate) struct Clean<T>(pub(crate) T);

    impl<T: std::fmt::Display> std::fmt::Display for Clean<T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }
}
#[path = "../../crates/bughouse-engines/src/info.rs"]
mod info;
#[path = "../../crates/bughouse/src/ubi_line.rs"]
mod ubi_line;

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
        let command = ubi_line::read(line);
        assert_eq!(format!("{command:?}"), format!("{:?}", ubi_line::read(line)));
    }
    // A line of an engine.
    if let Some(info) = info::Info::read(&text) {
        assert!((1..=64).contains(&info.number) && info.moves.len() <= 128, "{info:?}");
        assert!(!matches!(info.claim, info::Claim::Mate(0)), "{info:?}");
    }
    if let Some(option) = info::Declared::read(&text) {
        assert!(!option.name.is_empty());
        let _ = (option.has_value("bughouse"), option.nearest(7));
    }
    let _ = info::after_word(&text, "info");
});

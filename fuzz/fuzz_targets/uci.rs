//! Any text as UCI on any board, and every legal move in both of its notations.

#![no_main]

use bughouse_chess::notation::uci::read;
use bughouse_chess::{Board, BughouseMove};
use bughouse_fuzz::check_error;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Board, &[u8])| {
    let (board, text) = input;
    let text = &text[..text.len().min(12)];

    match read(text) {
        Err(error) => check_error(&error, text),
        Ok(mv) => {
            let written = mv.to_string();
            assert!(written.as_bytes().eq_ignore_ascii_case(text), "{written}");
            assert_eq!(written.parse::<BughouseMove>(), Ok(mv));
        }
    }
    match board.read_uci(text) {
        Err(error) => check_error(&error, text),
        Ok(mv) => assert!(board.is_legal(mv), "{board:?}: {mv}"),
    }
    for mv in board.legal_moves() {
        assert_eq!(board.read_uci(mv.to_string().as_bytes()), Ok(mv), "{board:?}: {mv}");
        let chess960 = board.uci_chess960(mv);
        assert_eq!(board.read_uci(chess960.as_bytes()), Ok(mv), "{board:?}: {chess960}");
    }
});

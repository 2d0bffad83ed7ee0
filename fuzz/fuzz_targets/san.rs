//! Any text as SAN on any board: a legal move, a reason why it isn't, or an error inside the text.

#![no_main]

use bughouse_chess::{Leniencies, San};
use bughouse_fuzz::{Choices, check_error, reach};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let text_len = usize::from(choices.byte() % 24);
    let text = choices.take(text_len);
    let plies = usize::from(choices.byte() % 32);
    let board = reach(&mut choices, plies);

    match San::read(text, Leniencies::ALL) {
        Err(error) => check_error(&error, text),
        Ok((san, used)) => {
            let written = san.to_string();
            let (again, _) =
                San::read(written.as_bytes(), Leniencies::ALL).expect("what is written can be read");
            assert_eq!(again, san, "{written}");
            let strict = std::str::from_utf8(text).ok().and_then(|text| text.parse::<San>().ok());
            assert_eq!(strict, used.is_empty().then_some(san), "{written}");
            match san.resolve(&board) {
                Err(mismatch) => assert!(!mismatch.to_string().is_empty()),
                Ok(mv) => {
                    assert!(board.is_legal(mv), "{board:?}: {written} is {mv}");
                    let canonical = board.san(mv).expect("a legal move can be written");
                    assert_eq!(canonical.resolve(&board), Ok(mv), "{board:?}: {canonical}");
                }
            }
        }
    }

    for mv in board.legal_moves() {
        let san = board.san(mv).expect("a legal move can be written");
        let text = san.to_string();
        assert_eq!(text.parse::<San>().as_ref(), Ok(&san), "{board:?}: {text}");
        assert_eq!(san.resolve(&board), Ok(mv), "{board:?}: {text}");
        assert!(!san.is_over_disambiguated(&board), "{board:?}: {text}");
    }
});

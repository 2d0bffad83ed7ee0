//! Any bytes as FEN: a position that survives writing and reading, or an error inside the text.

#![no_main]

use bughouse_chess::notation::position::ParsedBoard;
use bughouse_chess::{Board, LastFields, ReadOptions};
use bughouse_fuzz::{Choices, check_error, check_round_trip, options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let bits = choices.byte();
    let text = choices.rest();

    for options in [options(bits), ReadOptions::default(), options(bits | 7)] {
        let options = options.last_fields(LastFields::Counters);
        match ParsedBoard::read(text, &options) {
            Err(error) => {
                check_error(&error, text);
                assert!(Board::read(text, &options).is_err());
                continue;
            }
            Ok(parsed) => {
                // Text that is valid without relaxations is read the same with any options.
                let strict = ReadOptions::default().last_fields(LastFields::Counters);
                if let Ok(strict) = ParsedBoard::read(text, &strict) {
                    assert_eq!(strict.builder, parsed.builder);
                    assert!(parsed.used.is_empty());
                }
            }
        }
        match Board::read(text, &options) {
            Err(error) => assert!(error.render(text).ends_with('^'), "{error}"),
            Ok((board, _)) => {
                check_round_trip(&board);
                let plain = board.to_fen();
                assert!(plain.is_ascii() && !plain.contains(['[', '~']), "{plain}");
            }
        }
    }
});

//! Any bytes as FEN: a position that survives writing and reading, or an error inside the text.

#![no_main]

use bughouse_chess::ReadOptions;
use bughouse_chess::notation::fen::{read, read_board};
use bughouse_fuzz::{Choices, check_error, check_round_trip, options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let bits = choices.byte();
    let text = choices.rest();

    for options in [options(bits), ReadOptions::default(), options(bits | 7)] {
        match read(text, &options) {
            Err(error) => {
                check_error(&error, text);
                assert!(read_board(text, &options).is_err());
                continue;
            }
            Ok(parsed) => {
                // Text that is valid without relaxations is read the same with any options.
                if let Ok(strict) = read(text, &ReadOptions::default()) {
                    assert_eq!(strict.builder, parsed.builder);
                    assert!(parsed.used.is_empty());
                }
            }
        }
        match read_board(text, &options) {
            Err(error) => assert!(error.render(text).ends_with('^'), "{error}"),
            Ok((board, _)) => {
                check_round_trip(&board);
                let plain = board.to_fen();
                assert!(plain.is_ascii() && !plain.contains(['[', '~']), "{plain}");
            }
        }
    }
});

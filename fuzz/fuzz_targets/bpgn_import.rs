//! Games in other formats: rejected, or imported as a game that survives writing and reading, and plays the same.

#![no_main]

use bughouse_fuzz::{Choices, import};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    match choices.byte() % 3 {
        0 => import::check_bytes(choices.rest()),
        1 => import::check_uci(choices.rest()),
        _ => import::check_chesscom(choices.rest()),
    }
});

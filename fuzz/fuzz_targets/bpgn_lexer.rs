//! Any text as tokens: all of it, in order, as a slow lexer reads it, and the same for its beginnings.

#![no_main]

use bughouse_fuzz::{Choices, record_text, relations::lexer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let plain = choices.byte().is_multiple_of(2);
    let text = record_text(choices, plain);
    // Every beginning of a short text, some of a long one.
    let step = text.len() / 64 + 1;
    lexer::check(&text, (0..=text.len()).step_by(step));
});

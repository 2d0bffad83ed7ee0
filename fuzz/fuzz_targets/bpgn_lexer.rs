//! Any text as tokens: they cover the text in order, and equal those of a simple lexer, also for prefixes of the text.

#![no_main]

use bughouse_fuzz::{Choices, game_text, relations::lexer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let plain = choices.byte().is_multiple_of(2);
    let first = usize::from(choices.byte());
    let text = game_text(choices, plain);
    // Every prefix of a short text, and some prefixes of a long one, which the input chooses.
    let step = text.len() / 16 + 1;
    lexer::check(&text, (first % step..=text.len()).step_by(step));
});

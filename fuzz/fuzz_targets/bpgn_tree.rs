//! Any text as trees: they survive writing and reading, also after changes.

#![no_main]

use bpgn::WriteOptions;
use bughouse_fuzz::{Choices, game_text, relations::tree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let bits = choices.byte();
    let width = if bits & 4 == 0 { 80 } else { usize::from(choices.byte()) };
    let options = WriteOptions::default().width(width).crlf(bits & 1 != 0).utf8(bits & 2 != 0);
    let changes = choices.take(usize::from(bits >> 4));
    let text = game_text(choices, bits & 8 != 0);
    tree::check(&text, &options, changes);
});

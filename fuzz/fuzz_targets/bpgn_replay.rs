//! Any text, replayed: the report is consistent, pieces are conserved, and the timeline agrees.

#![no_main]

use bpgn::ReadOptions;
use bughouse_fuzz::{Choices, game_text, limits, relations::replay};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let bits = choices.byte();
    let options = [ReadOptions::strict(), ReadOptions::for_files()][bits as usize & 1]
        .borrow(bits & 2 != 0)
        .lint(bits & 4 != 0);
    let limits = limits(&mut choices);
    let text = game_text(choices, bits >= 0xe0);
    replay::check(&text, options, limits);
});

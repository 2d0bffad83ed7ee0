//! Any text, read at once, in small reads and in chunks: the events are the same.

#![no_main]

use bughouse_fuzz::{Choices, game_text, limits, relations::chunks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let kind = choices.byte();
    let limits = limits(&mut choices);
    let lengths = choices.take(usize::from(kind % 8));
    let chunk = 1 + choices.below(512);
    let flows = choices.take(if kind & 0x30 == 0x30 { 16 } else { 0 });
    let text = game_text(choices, kind & 0x80 != 0);
    // Without threads, which are slow here and are reported as leaks. The tests of `bpgn` use them.
    let way = chunks::Way { limits, lengths, chunk, threads: 0, flows, breaks: kind & 0x40 != 0 };
    chunks::check(&text, way);
});

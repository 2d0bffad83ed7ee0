//! Any text, read whole, in drops and in chunks: the same games, event by event.

#![no_main]

use bughouse_fuzz::{Choices, limits, record_text, relations::chunks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let kind = choices.byte();
    let limits = limits(&mut choices);
    let lengths = choices.take(usize::from(kind % 8));
    let chunk = 1 + choices.below(512);
    let flows = choices.take(if kind & 0x30 == 0x30 { 16 } else { 0 });
    let text = record_text(choices, kind & 0x80 != 0);
    // Threads are left to the tests: here they are slow, and their ends are taken for leaks.
    chunks::check(&text, chunks::Way { limits, lengths, chunk, threads: 0, flows });
});

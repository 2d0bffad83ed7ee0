//! Any text, read whole, in drops, in pieces and on several threads: the same games, event by event.

#![no_main]

use bughouse_fuzz::{Choices, limits, record_text, relations::chunks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let kind = choices.byte();
    let limits = limits(&mut choices);
    let lengths = choices.take(usize::from(kind % 8));
    let piece = 1 + choices.below(512);
    let flows = choices.take(if kind & 0x30 == 0x30 { 16 } else { 0 });
    // Threads take most of the time.
    let threads = if kind & 0x0f == 0 { 1 + piece % 3 } else { 0 };
    let text = record_text(choices, kind & 0x80 != 0);
    chunks::check(&text, chunks::Way { limits, lengths, piece, threads, flows });
});

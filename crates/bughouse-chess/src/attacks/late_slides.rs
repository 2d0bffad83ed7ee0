//! The slider table for WebAssembly, filled on first use.
//!
//! Browsers download the WebAssembly file, and the table would be half of it. Here it starts as zeros, which
//! take no space in the file. Every slider attacks at least one square, so a zero means that the table isn't
//! filled yet.

use core::sync::atomic::{AtomicU64, Ordering};

use super::sliders::{BISHOP_LINES, ROOK_LINES, SIZE, entries};
use super::table::row;
use crate::types::square::Square;

static SLIDES: [AtomicU64; SIZE] = [const { AtomicU64::new(0) }; SIZE];

/// Returns an entry of the table.
#[inline]
pub(super) fn slides(index: usize) -> u64 {
    match SLIDES[index].load(Ordering::Relaxed) {
        0 => fill_and_find(index),
        attacks => attacks,
    }
}

/// Several threads can do this at once: they all write the same values.
#[cold]
#[inline(never)]
fn fill_and_find(index: usize) -> u64 {
    for square in Square::all() {
        let enter = |index: usize, attacks: u64| SLIDES[index].store(attacks, Ordering::Relaxed);
        entries(square.to_index(), &row(square).rook, &ROOK_LINES, enter);
        entries(square.to_index(), &row(square).bishop, &BISHOP_LINES, enter);
    }
    SLIDES[index].load(Ordering::Relaxed)
}

//! The table of sliders, filled when it is first asked.
//!
//! A file of WebAssembly is fetched, and the table would be half of it. It is zeros there, which need no bytes. No slider
//! attacks nothing, so that a zero says that the table is empty.

use core::sync::atomic::{AtomicU64, Ordering};

use super::sliders::{BISHOP_LINES, ROOK_LINES, SIZE, entries};
use super::table::row;
use crate::square::Square;

static SLIDES: [AtomicU64; SIZE] = [const { AtomicU64::new(0) }; SIZE];

/// Returns an entry of the table.
#[inline]
pub(super) fn slides(index: usize) -> u64 {
    match SLIDES[index].load(Ordering::Relaxed) {
        0 => fill_and_find(index),
        attacks => attacks,
    }
}

/// Whoever else fills the table enters the same.
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

//! The attacks of each piece type.
//!
//! These functions take squares and sets of squares. They know nothing about boards or rules.

pub(crate) mod fill;
#[cfg(target_arch = "wasm32")]
mod late_slides;
mod multipliers;
pub(crate) mod sliders;
pub(crate) mod steps;
mod table;

use crate::bitboard::BitBoard;
use crate::color::Color;
use crate::square::Square;

/// Returns the squares a knight attacks.
#[inline]
#[must_use]
pub fn knight(from: Square) -> BitBoard {
    BitBoard(steps::knight(from))
}

/// Returns the squares a king attacks.
#[inline]
#[must_use]
pub fn king(from: Square) -> BitBoard {
    BitBoard(steps::king(from))
}

/// Returns the squares a pawn attacks.
#[inline]
#[must_use]
pub fn pawn(from: Square, color: Color) -> BitBoard {
    BitBoard(steps::pawn(from, color))
}

/// Returns the squares a bishop attacks, blocked by `occupied` squares.
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: BitBoard) -> BitBoard {
    BitBoard(sliders::bishop(from, occupied.0))
}

/// Returns the squares a rook attacks, blocked by `occupied` squares.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: BitBoard) -> BitBoard {
    BitBoard(sliders::rook(from, occupied.0))
}

/// Returns the squares a queen attacks, blocked by `occupied` squares.
#[inline]
#[must_use]
pub fn queen(from: Square, occupied: BitBoard) -> BitBoard {
    bishop(from, occupied) | rook(from, occupied)
}

/// Returns the squares strictly between two squares on the same rank, file or diagonal, or the empty set for
/// other squares.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> BitBoard {
    BitBoard(steps::between(a, b))
}

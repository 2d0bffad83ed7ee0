//! The attacks of each piece type.
//!
//! These functions take squares and sets of squares. They know nothing about boards or rules.

pub(crate) mod fill;
pub(crate) mod sliders;
pub(crate) mod steps;

use crate::types::bitboard::BitBoard;
use crate::types::color::Color;
use crate::types::square::Square;

/// Returns the squares a knight attacks.
#[inline]
pub fn knight(from: Square) -> BitBoard {
    BitBoard(steps::knight(from))
}

/// Returns the squares a king attacks.
#[inline]
pub fn king(from: Square) -> BitBoard {
    BitBoard(steps::king(from))
}

/// Returns the squares a pawn attacks.
#[inline]
pub fn pawn(from: Square, color: Color) -> BitBoard {
    BitBoard(steps::pawn(from, color))
}

/// Returns the squares a bishop attacks, blocked by `occupied` squares.
#[inline]
pub fn bishop(from: Square, occupied: BitBoard) -> BitBoard {
    BitBoard(sliders::bishop(from, occupied.0))
}

/// Returns the squares a rook attacks, blocked by `occupied` squares.
#[inline]
pub fn rook(from: Square, occupied: BitBoard) -> BitBoard {
    BitBoard(sliders::rook(from, occupied.0))
}

/// Returns the squares a queen attacks, blocked by `occupied` squares.
#[inline]
pub fn queen(from: Square, occupied: BitBoard) -> BitBoard {
    bishop(from, occupied) | rook(from, occupied)
}

/// Returns the squares strictly between two squares on the same rank, file or diagonal, or the empty set for
/// other squares.
#[inline]
pub fn between(a: Square, b: Square) -> BitBoard {
    BitBoard(steps::between(a, b))
}

/// Returns the rank, file or diagonal that two squares are on, from edge to edge, or the empty set if there is none
/// or the squares are the same.
///
/// ```
/// use bughouse_chess::{Rank, Square, attacks};
///
/// assert_eq!(attacks::line(Square::B2, Square::D2), Rank::Second.bitboard());
/// assert!(attacks::line(Square::B2, Square::D4).contains(Square::H8));
/// assert!(attacks::line(Square::B2, Square::D5).is_empty());
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> BitBoard {
    const DIAGONAL: BitBoard = BitBoard(0x8040_2010_0804_0201);
    const ANTIDIAGONAL: BitBoard = BitBoard(0x0102_0408_1020_4080);
    let (file, rank) = (a.file() as i8, a.rank() as i8);
    match (b.file() as i8 - file, b.rank() as i8 - rank) {
        (0, 0) => BitBoard::EMPTY,
        (0, _) => a.file().bitboard(),
        (_, 0) => a.rank().bitboard(),
        (files, ranks) if files == ranks => DIAGONAL.shift(file - rank, 0),
        (files, ranks) if files == -ranks => ANTIDIAGONAL.shift(file + rank - 7, 0),
        _ => BitBoard::EMPTY,
    }
}

/// Returns `true` if `c` is on the [line](line()) through `a` and `b`: on the same rank, file or diagonal as both.
///
/// A pinned piece stays pinned if it moves along the line through its king.
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

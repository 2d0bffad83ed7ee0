//! Paths of king and rook in castling, for any files of the two.

use crate::movegen::masks::{Masks, color};
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::color::Color;
use crate::types::square::{File, Square};

/// Squares of the back rank, one bit for each file.
#[derive(Clone, Copy)]
struct Path {
    /// Must be empty: every square that king and rook cross or land on, except their own.
    clear: u8,
    /// Must not be attacked: the king's path, both ends included.
    safe: u8,
}

/// By the king's file and the rook's file.
static PATHS: [[Path; 8]; 8] = paths();

const fn paths() -> [[Path; 8]; 8] {
    let mut table = [[Path { clear: 0, safe: 0 }; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let (king, rook) = (i / 8, i % 8);
        let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
        let safe = span(king, king_to);
        table[king][rook] = Path { clear: (safe | span(rook, rook_to)) & !(1 << king) & !(1 << rook), safe };
        i += 1;
    }
    table
}

/// Returns the files from one to another, both included.
const fn span(a: usize, b: usize) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1u16 << (high + 1)) - (1 << low)) as u8
}

/// Returns `true` if no piece blocks the king and the rook.
#[inline]
pub(crate) fn is_clear(occupied: u64, color: Color, king: Square, rook: File) -> bool {
    let shift = if color == Color::White { 0 } else { 56 };
    occupied & (PATHS[king.file_index()][rook as usize].clear as u64) << shift == 0
}

/// The king's path when castling on a side.
#[derive(Clone, Copy)]
pub(crate) struct KingPath {
    /// `true` if castling rights, pieces on the back rank and pins allow castling. Attacks on the path are
    /// not checked yet.
    pub(crate) is_free: bool,
    /// The squares that must not be attacked, or none if the path isn't free.
    pub(crate) squares: u64,
}

/// Returns the king's path when castling on a side. The king must not be in check.
#[inline(always)]
pub(crate) fn path<const WHITE: bool>(
    rights: CastleRights,
    masks: &Masks,
    castling_side: CastlingSide,
) -> KingPath {
    let us = color::<WHITE>();
    let shift = if WHITE { 0 } else { 56 };
    let code = rights.rook_code(us, castling_side);
    let path = PATHS[masks.king.file_index()][code & 7];
    // Bit 3 of the code means that there is no right.
    let blocked = (masks.occupied >> shift) as u8 & path.clear | code as u8 & 8;
    // A rook that shields its king from an attack along the rank exposes it by castling.
    let shields = (masks.pin_orthogonal >> shift) as u8 >> (code & 7) & 1;
    let is_free = blocked | shields == 0;
    let squares = if is_free { (path.safe as u64) << shift & !masks.king.bit() } else { 0 };
    KingPath { is_free, squares }
}

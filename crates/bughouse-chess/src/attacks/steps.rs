//! Attacks of knights, kings and pawns, and the squares between two squares.

use super::table::{TABLE, row};
use crate::types::color::Color;
use crate::types::square::Square;

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// The steps of each piece, by file and rank.
pub(super) const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
pub(super) const KING: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
pub(super) const PAWN: [[(i32, i32); 2]; 2] = [[(-1, 1), (1, 1)], [(-1, -1), (1, -1)]];

#[inline]
pub(crate) fn knight(from: Square) -> u64 {
    row(from).knight
}

#[inline]
pub(crate) fn king(from: Square) -> u64 {
    row(from).king
}

#[inline]
pub(crate) fn pawn(from: Square, color: Color) -> u64 {
    row(from).pawn[color.to_index()]
}

/// Returns the squares from which a knight, a bishop or a rook attacks a neighbor of a square on an empty
/// board.
#[inline]
pub(crate) fn near(square: Square) -> [u64; 3] {
    row(square).near
}

#[inline]
pub(crate) fn between(a: Square, b: Square) -> u64 {
    TABLE.between[a.to_index()][b.to_index()]
}

/// Returns the bit of the square `(file, rank)`, or no bit off the board.
const fn bit(file: i32, rank: i32) -> u64 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (rank * 8 + file) }
}

pub(super) const fn steps(offsets: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < offsets.len() {
            table[square] |= bit(square as i32 % 8 + offsets[i].0, square as i32 / 8 + offsets[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

pub(super) const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from as i32 % 8, from as i32 / 8);
        let mut direction = 0;
        while direction < 9 {
            let (df, dr) = (direction % 3 - 1, direction / 3 - 1);
            let mut passed = 0;
            let mut n = 1;
            while (df != 0 || dr != 0) && bit(file + n * df, rank + n * dr) != 0 {
                let to = (rank + n * dr) * 8 + file + n * df;
                table[from][to as usize] = passed;
                passed |= 1 << to;
                n += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

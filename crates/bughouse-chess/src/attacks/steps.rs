//! Attacks of knights, kings and pawns, the squares between two squares, and the lookup tables for squares.
//!
//! The tables are computed at compile time. There is one table with a row for each square: one lookup finds
//! everything about a square, and one address serves all of it.

use super::sliders::{BISHOP_LINES, BISHOP_MULTIPLIERS, Magic, ROOK_LINES, ROOK_MULTIPLIERS, magics, rays};
#[cfg(not(target_arch = "wasm32"))]
use super::sliders::{SIZE, fill};
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

/// The data of one square.
#[derive(Clone, Copy)]
#[repr(align(128))]
pub(super) struct Row {
    pub(super) king: u64,
    pub(super) knight: u64,
    /// By color.
    pub(super) pawn: [u64; 2],
    pub(super) bishop_rays: u64,
    pub(super) rook_rays: u64,
    /// The squares from which a knight, a bishop or a rook attacks a neighbor of the square on an empty
    /// board.
    pub(super) near: [u64; 3],
    pub(super) bishop: Magic,
    pub(super) rook: Magic,
}

pub(super) struct Table {
    rows: [Row; 64],
    /// By two squares.
    pub(super) between: [[u64; 64]; 64],
    /// Attacks of sliders, indexed by [`Magic`]. On WebAssembly they are elsewhere, see `sliders.rs`.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) slides: [u64; SIZE],
}

#[allow(long_running_const_eval)]
pub(super) static TABLE: Table = table();

/// Returns the row of a square.
#[inline]
pub(super) fn row(square: Square) -> &'static Row {
    &TABLE.rows[square.to_index()]
}

/// Returns the squares from which a knight, a bishop or a rook attacks one of some squares on an empty board.
const fn near_squares(squares: u64, knight: &[u64; 64]) -> [u64; 3] {
    let mut near = [0; 3];
    let mut square = 0;
    while square < 64 {
        if squares >> square & 1 != 0 {
            near[0] |= knight[square];
            near[1] |= rays(square, &BISHOP_LINES);
            near[2] |= rays(square, &ROOK_LINES);
        }
        square += 1;
    }
    near
}

const fn table() -> Table {
    let (king, knight) = (steps(&KING), steps(&KNIGHT));
    let pawn = [steps(&PAWN[0]), steps(&PAWN[1])];
    let rook = magics(&ROOK_MULTIPLIERS, &ROOK_LINES, 0);
    let bishop = magics(&BISHOP_MULTIPLIERS, &BISHOP_LINES, 102_400);
    let empty = Row {
        king: 0,
        knight: 0,
        pawn: [0; 2],
        bishop_rays: 0,
        rook_rays: 0,
        near: [0; 3],
        bishop: Magic::NONE,
        rook: Magic::NONE,
    };
    let mut table = Table {
        rows: [empty; 64],
        between: between_table(),
        #[cfg(not(target_arch = "wasm32"))]
        slides: [0; SIZE],
    };
    let mut square = 0;
    while square < 64 {
        table.rows[square] = Row {
            king: king[square],
            knight: knight[square],
            pawn: [pawn[0][square], pawn[1][square]],
            bishop_rays: rays(square, &BISHOP_LINES),
            rook_rays: rays(square, &ROOK_LINES),
            near: near_squares(king[square], &knight),
            bishop: bishop[square],
            rook: rook[square],
        };
        #[cfg(not(target_arch = "wasm32"))]
        {
            fill(&mut table.slides, square, &rook[square], &ROOK_LINES);
            fill(&mut table.slides, square, &bishop[square], &BISHOP_LINES);
        }
        square += 1;
    }
    table
}

//! The lookup tables for squares, computed at compile time.
//!
//! There is one table with a row for each square: one lookup finds everything about a square, and one address
//! serves all of it.

use super::multipliers::{BISHOP_MULTIPLIERS, ROOK_MULTIPLIERS};
use super::sliders::{BISHOP_LINES, Magic, ROOK_LINES, magics, rays};
#[cfg(not(target_arch = "wasm32"))]
use super::sliders::{SIZE, fill};
use super::steps::{KING, KNIGHT, PAWN, between_table, steps};
use crate::types::square::Square;

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
    /// Attacks of sliders, indexed by [`Magic`]. On WebAssembly they are elsewhere, see `late_slides.rs`.
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
const fn near(squares: u64, knight: &[u64; 64]) -> [u64; 3] {
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
            near: near(king[square], &knight),
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

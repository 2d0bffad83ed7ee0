//! Attacks of bishops and rooks, by magic multiplication.
//!
//! A multiplication gathers the pieces that can block a slider into the top bits of the product. They index a
//! table of attacks, which is computed at compile time. A test compares every entry with a walk along the
//! lines. On WebAssembly the table is computed later, see `late_slides.rs`.

#[cfg(target_arch = "wasm32")]
use super::late_slides::slides;
use super::table::row;
use crate::types::square::Square;

/// The parameters to look up a slider's attacks from one square.
#[derive(Clone, Copy)]
pub(super) struct Magic {
    /// The squares where a piece can block the slider before the edge of the board.
    mask: u64,
    multiplier: u64,
    shift: u32,
    /// The index of the square's first entry.
    offset: u32,
}

/// The size of the table: 102,400 entries for rooks and 5,248 for bishops, rounded up to a power of two to
/// avoid bounds checks.
pub(super) const SIZE: usize = 1 << 17;

/// The two lines a slider moves on, as steps of file and rank.
pub(super) const ROOK_LINES: [(i32, i32); 2] = [(0, 1), (1, 0)];
pub(super) const BISHOP_LINES: [(i32, i32); 2] = [(1, 1), (1, -1)];

impl Magic {
    pub(super) const NONE: Magic = Magic { mask: 0, multiplier: 0, shift: 0, offset: 0 };

    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        let gathered = (occupied & self.mask).wrapping_mul(self.multiplier) >> (self.shift & 63);
        (gathered as usize + self.offset as usize) & (SIZE - 1)
    }
}

/// Returns an entry of the table.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
fn slides(index: usize) -> u64 {
    super::table::TABLE.slides[index]
}

/// Returns the squares a bishop attacks.
#[inline]
pub(crate) fn bishop(from: Square, occupied: u64) -> u64 {
    slides(row(from).bishop.index(occupied))
}

/// Returns the squares a rook attacks.
#[inline]
pub(crate) fn rook(from: Square, occupied: u64) -> u64 {
    slides(row(from).rook.index(occupied))
}

/// Returns the squares a bishop attacks on an empty board.
#[inline]
pub(crate) fn bishop_rays(from: Square) -> u64 {
    row(from).bishop_rays
}

/// Returns the squares a rook attacks on an empty board.
#[inline]
pub(crate) fn rook_rays(from: Square) -> u64 {
    row(from).rook_rays
}

/// Returns the squares that a slider on some lines attacks on an empty board.
pub(super) const fn rays(square: usize, lines: &[(i32, i32); 2]) -> u64 {
    walk(square, lines[0], 0, false) | walk(square, lines[1], 0, false)
}

/// Walks from a square along a line in both directions, up to a piece or the edge. `inner` excludes the edge.
const fn walk(from: usize, line: (i32, i32), occupied: u64, inner: bool) -> u64 {
    let mut seen = 0;
    let mut sign = -1;
    while sign <= 1 {
        let (df, dr) = (line.0 * sign, line.1 * sign);
        let (mut file, mut rank) = (from as i32 % 8 + df, from as i32 / 8 + dr);
        while on_board(file, rank) {
            if inner && !on_board(file + df, rank + dr) {
                break;
            }
            let bit = 1u64 << (rank * 8 + file);
            seen |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
        sign += 2;
    }
    seen
}

const fn on_board(file: i32, rank: i32) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

/// Returns the parameters for each square, with entries starting at `offset`.
pub(super) const fn magics(multipliers: &[u64; 64], lines: &[(i32, i32); 2], mut offset: u32) -> [Magic; 64] {
    let mut table = [Magic::NONE; 64];
    let mut square = 0;
    while square < 64 {
        let mask = walk(square, lines[0], 0, true) | walk(square, lines[1], 0, true);
        let bits = mask.count_ones();
        table[square] = Magic { mask, multiplier: multipliers[square], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    table
}

/// Fills in the attacks from one square. The two lines are independent of each other.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const fn fill(table: &mut [u64; SIZE], square: usize, magic: &Magic, lines: &[(i32, i32); 2]) {
    let first = Line::new(square, lines[0]);
    let second = Line::new(square, lines[1]);
    let mut i = 0;
    while i < first.len {
        let mut j = 0;
        while j < second.len {
            table[magic.index(first.occupied[i] | second.occupied[j])] = first.attacks[i] | second.attacks[j];
            j += 1;
        }
        i += 1;
    }
}

/// Calls `enter` with every index of one square and the attacks for it, in the same order as `fill`.
#[cfg(target_arch = "wasm32")]
pub(super) fn entries(square: usize, magic: &Magic, lines: &[(i32, i32); 2], enter: impl Fn(usize, u64)) {
    let first = Line::new(square, lines[0]);
    let second = Line::new(square, lines[1]);
    for i in 0..first.len {
        for j in 0..second.len {
            let index = magic.index(first.occupied[i] | second.occupied[j]);
            enter(index, first.attacks[i] | second.attacks[j]);
        }
    }
}

/// All ways in which a line through a square can be occupied, and the attacks along it.
struct Line {
    occupied: [u64; 64],
    attacks: [u64; 64],
    len: usize,
}

impl Line {
    const fn new(square: usize, line: (i32, i32)) -> Line {
        let mut all = Line { occupied: [0; 64], attacks: [0; 64], len: 0 };
        let mask = walk(square, line, 0, true);
        let mut occupied = 0u64;
        loop {
            all.occupied[all.len] = occupied;
            all.attacks[all.len] = walk(square, line, occupied, false);
            all.len += 1;
            // Steps through all subsets of the mask.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                return all;
            }
        }
    }
}

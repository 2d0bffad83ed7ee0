//! Attacks of bishops and rooks, by magic multiplication.
//!
//! A multiplication gathers the pieces that can block a slider into the top bits of the product. They index a
//! table of attacks, which is computed at compile time. A test compares every entry with a walk along the
//! lines. On WebAssembly the table is filled on first use, see `late`.

#[cfg(target_arch = "wasm32")]
use late::slides;

use super::steps::row;
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
    super::steps::TABLE.slides[index]
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

/// The slider table for WebAssembly, filled on first use.
///
/// Browsers download the WebAssembly file, and the table would be half of it. Here it starts as zeros, which
/// take no space in the file. Every slider attacks at least one square, so a zero means that the table isn't
/// filled yet.
#[cfg(target_arch = "wasm32")]
mod late {
    use core::sync::atomic::{AtomicU64, Ordering};

    use super::{BISHOP_LINES, ROOK_LINES, SIZE, entries, row};
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
}

// The multipliers were found by trying random numbers.

pub(super) const ROOK_MULTIPLIERS: [u64; 64] = [
    0x1080_00c0_0820_7180,
    0x0380_1040_0284_2000,
    0x4100_1300_0820_0040,
    0x4080_0800_0410_0080,
    0x1480_0400_8002_0800,
    0x2100_0100_0400_0802,
    0x0300_1082_0001_0004,
    0x0200_1083_2504_0042,
    0x0012_8000_8022_4010,
    0x9801_8040_0020_0084,
    0x0002_0010_4200_8820,
    0x0002_0012_0020_0840,
    0x1082_0008_0412_0020,
    0x0202_0002_0084_1148,
    0x8119_0002_0081_0004,
    0x0200_8020_4100_1d80,
    0x0080_8080_042c_4000,
    0x4020_4040_0020_1000,
    0x2220_8080_1000_2000,
    0x0080_8480_0800_1000,
    0x0108_8080_0800_0401,
    0x4020_8080_0400_0200,
    0x0020_0400_0821_0290,
    0x0100_0200_0401_8079,
    0x0040_0030_8000_4088,
    0x0020_1000_4000_2040,
    0x0000_2000_8010_0080,
    0x0400_2009_0010_0100,
    0x0181_0085_0010_0800,
    0x040a_0082_0010_c488,
    0x0041_0001_0002_0004,
    0x4010_0402_0000_8041,
    0x0005_4000_8a80_0520,
    0x0020_0040_0040_3001,
    0x1400_1000_8080_2000,
    0x0200_8010_0280_0800,
    0x1000_8004_0080_0800,
    0x2000_0200_8080_0400,
    0x0000_3002_0400_6841,
    0x0a20_8100_4200_00a4,
    0xc040_0020_4080_8002,
    0x2480_d003_2002_4000,
    0x1020_4820_0101_0010,
    0x0010_0500_2011_0008,
    0x081c_0010_0801_0100,
    0x080c_0200_0400_8080,
    0x1040_0200_0401_0100,
    0x2204_0100_8042_0024,
    0x0000_4000_6080_0180,
    0x4020_008a_3240_0080,
    0x0080_8020_0010_0880,
    0x0008_1005_0008_2100,
    0x2808_0200_0400_4040,
    0x8018_0200_0400_8080,
    0x0040_1150_8218_1400,
    0x0010_0044_0081_0200,
    0x8002_4020_8012_0506,
    0x0800_2010_4702_8202,
    0x8019_4022_0082_110a,
    0x4080_2010_0101_0409,
    0x0411_0004_0210_0801,
    0x0201_0008_1204_0003,
    0x2001_0040_840a_0021,
    0x0000_0080_3044_0902,
];

pub(super) const BISHOP_MULTIPLIERS: [u64; 64] = [
    0x2041_5002_1200_2120,
    0x6044_8108_0303_0142,
    0x0008_6800_4089_0405,
    0x0044_0400_9400_0000,
    0x5402_0210_0800_1000,
    0x0084_2420_0820_0008,
    0x8104_2401_0848_6200,
    0x0022_0021_0808_0400,
    0x8011_2008_1909_4418,
    0x4204_0208_8104_0080,
    0x2504_108c_4224_4420,
    0x0000_0820_8820_0801,
    0x0000_0110_4060_0000,
    0x00e0_5213_1018_2450,
    0x0100_0048_0808_0880,
    0xa006_0082_1802_0202,
    0x0004_8012_0428_0802,
    0x0410_0284_0188_0900,
    0x0024_1002_0022_0200,
    0x0888_0004_8202_c180,
    0x0204_8104_00a0_4021,
    0x200a_0001_0092_2100,
    0x0001_0014_0082_1100,
    0x0408_2081_0101_1000,
    0x01a0_a100_5002_0a20,
    0x2a52_0220_5024_0840,
    0x8220_480c_8402_2c00,
    0x1841_0800_240a_0020,
    0x0000_8400_0202_0200,
    0x1008_0020_0110_0800,
    0x0104_0040_0082_1000,
    0x0054_1302_2041_4600,
    0x2202_2021_2244_0904,
    0x2402_0104_0250_1080,
    0x2000_c030_0006_0400,
    0x1228_0401_080c_0100,
    0x88c0_0080_2042_0020,
    0x6028_1000_2001_0091,
    0x0081_0806_0119_0930,
    0x045c_00a2_0408_2100,
    0x0022_0804_4211_0410,
    0x0801_0808_0380_4410,
    0x0000_0840_5801_3002,
    0x0400_0021_2800_0400,
    0x0401_020a_0200_4410,
    0x1028_3010_0048_0080,
    0x8020_0812_0140_01b2,
    0x0070_0090_8080_0906,
    0x0000_4808_0808_1000,
    0x800a_9488_0910_0048,
    0x001c_3104_0104_0500,
    0x0004_2442_1044_0200,
    0x8000_1850_0202_2000,
    0x8002_a020_0220_8000,
    0x0420_0202_0841_0001,
    0x0005_1041_a200_3100,
    0x5041_1402_0814_04c0,
    0x8888_4026_8404_2000,
    0x2000_2020_3094_1000,
    0x0440_0008_0084_0410,
    0x148b_0468_2420_8a04,
    0x4443_00a0_0282_a200,
    0x2000_0808_2108_0220,
    0x8008_4810_0040_4300,
];

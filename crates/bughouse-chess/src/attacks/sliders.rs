//! Where bishops and rooks attack, by small look-up tables.
//!
//! Each line through a square (rank, file, two diagonals) has at most six inner squares whose occupation
//! matters. A multiplication gathers those six bits into an index; a table of 64 entries for each place
//! on the line gives the answer. All tables together take 10 kB, so they stay in the first-level cache,
//! which magic tables of 800 kB do not.

use super::steps::FILE_A;
use crate::square::Square;

const FILE_B: u64 = FILE_A << 1;
/// Gathers the bits of ranks 2 to 7 of the a-file into the top six bits of the product.
const GATHER_FILE: u64 = 0x0080_4020_1008_0400;

/// By place on a line and the occupation of its inner six squares: the attacked places, one bit each.
static RANK: [[u8; 64]; 8] = rank_table();
/// The same, repeated on every rank: masked with a diagonal it gives the attacks on it.
static DIAGONAL: [[u64; 64]; 8] = diagonal_table();
/// By rank and the gathered occupation: the attacks along the a-file.
static FILE: [[u64; 64]; 8] = file_table();
/// The diagonal and the anti-diagonal through a square, without the square.
static MASKS: [[u64; 2]; 64] = masks();

/// Returns the squares a bishop attacks.
#[inline]
pub(crate) fn bishop(from: Square, occupied: u64) -> u64 {
    let [diagonal, anti] = MASKS[from.to_index()];
    let table = &DIAGONAL[from.file_index()];
    let first = table[((occupied & diagonal).wrapping_mul(FILE_B) >> 58) as usize] & diagonal;
    let second = table[((occupied & anti).wrapping_mul(FILE_B) >> 58) as usize] & anti;
    first | second
}

/// Returns the squares a rook attacks.
#[inline]
pub(crate) fn rook(from: Square, occupied: u64) -> u64 {
    let (file, shift) = (from.file_index(), from.to_index() & 56);
    let on_rank = RANK[file][(occupied >> (shift + 1) & 63) as usize] as u64;
    let gathered = (occupied >> file & FILE_A).wrapping_mul(GATHER_FILE) >> 58;
    on_rank << shift | FILE[shift >> 3][gathered as usize] << file
}

/// Returns the places attacked from `place` on a line of eight when `occupied` places stop the slider.
const fn line_attacks(place: usize, occupied: u8) -> u8 {
    let mut attacked = 0;
    let mut up = place + 1;
    while up < 8 {
        attacked |= 1 << up;
        if occupied >> up & 1 != 0 {
            break;
        }
        up += 1;
    }
    let mut down = place;
    while down > 0 {
        down -= 1;
        attacked |= 1 << down;
        if occupied >> down & 1 != 0 {
            break;
        }
    }
    attacked
}

const fn rank_table() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        table[i / 64][i % 64] = line_attacks(i / 64, ((i % 64) as u8) << 1);
        i += 1;
    }
    table
}

const fn diagonal_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let ranks = rank_table();
    let mut i = 0;
    while i < 512 {
        table[i / 64][i % 64] = ranks[i / 64][i % 64] as u64 * FILE_A;
        i += 1;
    }
    table
}

/// Turns a line of eight places into squares of the a-file, the first place on rank 1.
const fn stand_up(line: u8) -> u64 {
    let mut squares = 0;
    let mut place = 0;
    while place < 8 {
        squares |= (line as u64 >> place & 1) << (8 * place);
        place += 1;
    }
    squares
}

const fn file_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        let (rank, occupied) = (i / 64, ((i % 64) as u8) << 1);
        let gathered = stand_up(occupied).wrapping_mul(GATHER_FILE) >> 58;
        table[rank][gathered as usize] = stand_up(line_attacks(rank, occupied));
        i += 1;
    }
    table
}

const fn masks() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        let (file_a, rank_a, file_b, rank_b) =
            ((a % 8) as i32, (a / 8) as i32, (b % 8) as i32, (b / 8) as i32);
        if a != b {
            if file_a - rank_a == file_b - rank_b {
                table[a][0] |= 1 << b;
            }
            if file_a + rank_a == file_b + rank_b {
                table[a][1] |= 1 << b;
            }
        }
        i += 1;
    }
    table
}

/// Returns the squares a bishop attacks on an empty board.
#[inline]
pub(crate) fn bishop_rays(from: Square) -> u64 {
    let [diagonal, anti] = MASKS[from.to_index()];
    diagonal | anti
}

/// Returns the squares a rook attacks on an empty board.
#[inline]
pub(crate) fn rook_rays(from: Square) -> u64 {
    (0xff << (from.to_index() & 56)) ^ (FILE_A << from.file_index())
}

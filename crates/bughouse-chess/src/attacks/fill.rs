//! Attacks of all sliders of a side at once, by direction, without lookups or branches.
//!
//! The sliders are spread over empty squares by one, two and four steps. Nine sliders take about as long as
//! one. Four directions are four lanes, which CPUs with wide registers process at once.
//!
//! Only counting uses it, with AVX2. The benchmark rows "perft bulk" of Kiwipete and position 4 are up to a sixth slower
//! without it in a native build.

use super::steps::{FILE_A, FILE_H};

/// Sets of squares, one for each of four directions.
pub(crate) type Lanes = [u64; 4];

/// The shift for a step on either diagonal, on a file and on a rank.
const STEP: [u32; 4] = [9, 7, 8, 1];

/// The squares that a step toward h8 can reach. The others are reached only by wrapping around the edge.
const ENTERED_UP: Lanes = [!FILE_A, !FILE_H, !0, !FILE_A];

/// The squares that a step toward a1 can reach.
const ENTERED_DOWN: Lanes = [!FILE_H, !FILE_A, !0, !FILE_H];

/// Returns `true` if spreading the sliders at once is faster than looking each of them up: if there are several, and the
/// CPU can shift four lanes by four different amounts in one instruction.
#[inline(always)]
pub(crate) fn is_quicker(sliders: u64) -> bool {
    cfg!(target_feature = "avx2") && sliders & sliders.wrapping_sub(1) != 0
}

/// Returns the attacks of some sliders in the four directions toward h8, and in the four toward a1. The
/// sliders must be among the occupied squares, so no two of them attack the same square in the same
/// direction.
#[inline(always)]
pub(crate) fn attacks(diagonal: u64, orthogonal: u64, occupied: u64) -> [Lanes; 2] {
    let sliders = [diagonal, diagonal, orthogonal, orthogonal];
    [
        spread(sliders, !occupied, ENTERED_UP, |set, by| set << by),
        spread(sliders, !occupied, ENTERED_DOWN, |set, by| set >> by),
    ]
}

#[inline(always)]
fn spread(sliders: Lanes, empty: u64, entered: Lanes, shift: impl Fn(u64, u32) -> u64) -> Lanes {
    let free = lanes(|i| entered[i] & empty);
    let filled = lanes(|i| sliders[i] | free[i] & shift(sliders[i], STEP[i]));
    let free = lanes(|i| free[i] & shift(free[i], STEP[i]));
    let filled = lanes(|i| filled[i] | free[i] & shift(filled[i], 2 * STEP[i]));
    let free = lanes(|i| free[i] & shift(free[i], 2 * STEP[i]));
    let filled = lanes(|i| filled[i] | free[i] & shift(filled[i], 4 * STEP[i]));
    lanes(|i| shift(filled[i], STEP[i]) & entered[i])
}

#[inline(always)]
fn lanes(lane: impl Fn(usize) -> u64) -> Lanes {
    [lane(0), lane(1), lane(2), lane(3)]
}

#[cfg(test)]
mod tests {
    use super::attacks;
    use crate::attacks::{sliders, steps};
    use crate::types::bitboard::BitBoard;
    use crate::types::square::Square;

    /// Numbers of a linear congruential generator. Their upper bits are good.
    fn numbers() -> impl FnMut() -> u64 {
        let mut state = 1u64;
        move || {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state >> 32
            };
            next() << 32 | next()
        }
    }

    /// Spread sliders attack the same squares as each of them separately, and no square twice in one
    /// direction.
    #[test]
    fn spreading_agrees_with_lookups() {
        let mut next = numbers();
        for round in 0..40_000 {
            let occupied = match round % 3 {
                0 => next(),
                1 => next() & next(),
                _ => next() & next() & next(),
            };
            let (diagonal, orthogonal) = (occupied & next() & next(), occupied & next() & next());
            let looked_up = || {
                let bishops = BitBoard(diagonal).into_iter().map(|from| sliders::bishop(from, occupied));
                let rooks = BitBoard(orthogonal).into_iter().map(|from| sliders::rook(from, occupied));
                bishops.chain(rooks)
            };
            let spread = attacks(diagonal, orthogonal, occupied);
            let union = |sets: &mut dyn Iterator<Item = u64>| sets.fold(0, |all, set| all | set);
            let size = |sets: &mut dyn Iterator<Item = u64>| sets.map(u64::count_ones).sum::<u32>();
            let spread = || spread.into_iter().flatten();
            assert_eq!(union(&mut spread()), union(&mut looked_up()), "{occupied:x}");
            assert_eq!(size(&mut spread()), size(&mut looked_up()), "{occupied:x}");
        }
    }

    /// A piece is near a square if it attacks one of its neighbors on an empty board.
    #[test]
    fn near_agrees_with_attacks_on_neighbors() {
        for square in Square::all() {
            let neighbors = steps::king(square);
            let from = |attacks: fn(Square) -> u64| -> u64 {
                let near = Square::all().filter(|&from| attacks(from) & neighbors != 0);
                near.fold(0, |set, from| set | from.bit())
            };
            let expected = [from(steps::knight), from(sliders::bishop_rays), from(sliders::rook_rays)];
            assert_eq!(steps::near(square), expected, "{square}");
        }
    }
}

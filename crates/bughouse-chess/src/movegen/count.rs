//! Counts legal moves without listing them: the benchmark rows "perft bulk" take three times as long with lists.

use crate::attacks::steps::{FILE_A, FILE_H};
use crate::attacks::{fill, sliders, steps};
use crate::board::Board;
use crate::board::placement::Placement;
use crate::movegen::generate::{PawnTargets, king_steps, last_rank, standard_drops};
use crate::movegen::masks::{Masks, color};
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastleRights;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::square::Square;

impl Board {
    /// Counts the legal moves and drops without listing them.
    #[inline]
    pub(crate) fn count_legal(&self) -> usize {
        let (reserve, passed) = (self.reserve(self.side), self.legal_en_passant());
        match self.side {
            Color::White => count::<true>(&self.placement, self.rights, reserve, passed),
            Color::Black => count::<false>(&self.placement, self.rights, reserve, passed),
        }
    }
}

/// Counts all legal moves and drops of the color that `WHITE` selects, which must be to move. `passed` is the
/// square that a double push just skipped.
#[inline]
pub(crate) fn count<const WHITE: bool>(
    placement: &Placement,
    rights: CastleRights,
    reserve: Reserve,
    passed: Option<Square>,
) -> usize {
    let masks = Masks::new::<WHITE>(placement);
    let mut tally = Tally::default();
    let (steps, castles) = king_steps::<WHITE>(placement, rights, &masks);
    tally.add(steps);
    if masks.check_mask == 0 {
        return tally.total() as usize;
    }
    let targets = !masks.own & masks.check_mask;
    let mut more = u32::from(castles[0]) + u32::from(castles[1]);

    let pawns = PawnTargets::new::<WHITE>(placement, &masks);
    tally.add(pawns.single | pawns.double);
    tally.add(pawns.west);
    tally.add(pawns.east);
    let promotes = last_rank::<WHITE>();
    if (pawns.single | pawns.west | pawns.east) & promotes != 0 {
        // Each promotion has three more choices.
        tally.add_three_times([pawns.single & promotes, pawns.west & promotes, pawns.east & promotes]);
    }
    if let Some(target) = passed {
        more += placement.en_passant_capturers(color::<WHITE>(), target).count_ones();
    }

    let pinned = masks.pin_diagonal | masks.pin_orthogonal;
    for from in BitBoard(placement.knights & masks.own & !pinned) {
        tally.add(steps::knight(from) & targets);
    }
    // A queen counts once as a diagonal slider and once as an orthogonal one.
    let mut diagonal = placement.diagonal & masks.own & !masks.pin_orthogonal;
    let mut orthogonal = placement.orthogonal & masks.own & !masks.pin_diagonal;
    if rights.has_any(color::<WHITE>()) {
        // Early in a game, own pieces block many sliders. Removing those at once is faster.
        diagonal &= diagonal_neighbors(!masks.own);
        orthogonal &= orthogonal_neighbors(!masks.own);
    }
    // Pinned sliders move only along their ray. That is rare.
    let (free_diagonal, free_orthogonal) =
        (diagonal & !masks.pin_diagonal, orthogonal & !masks.pin_orthogonal);
    if fill::is_quicker(free_diagonal | free_orthogonal) {
        let [up, down] = fill::attacks(free_diagonal, free_orthogonal, masks.occupied);
        for slides in up {
            tally.add(slides & targets);
        }
        for slides in down {
            tally.add(slides & targets);
        }
    } else {
        for from in BitBoard(free_diagonal) {
            tally.add(sliders::bishop(from, masks.occupied) & targets);
        }
        for from in BitBoard(free_orthogonal) {
            tally.add(sliders::rook(from, masks.occupied) & targets);
        }
    }
    for from in BitBoard(diagonal & masks.pin_diagonal) {
        tally.add(sliders::bishop(from, masks.occupied) & targets & masks.pin_diagonal);
    }
    for from in BitBoard(orthogonal & masks.pin_orthogonal) {
        tally.add(sliders::rook(from, masks.occupied) & targets & masks.pin_orthogonal);
    }

    if !reserve.is_empty() {
        let squares = !masks.occupied & masks.check_mask;
        let kinds = reserve.non_pawn_types();
        if kinds != 0 {
            more += squares.count_ones() * kinds;
        }
        if reserve.contains(Piece::Pawn) {
            tally.add(standard_drops(Piece::Pawn, squares));
        }
    }
    (tally.total() + more) as usize
}

/// Returns the squares that are diagonal neighbors of a set.
#[inline]
const fn diagonal_neighbors(set: u64) -> u64 {
    let (west, east) = (set & !FILE_A, set & !FILE_H);
    west << 7 | west >> 9 | east << 9 | east >> 7
}

/// Returns the squares that are orthogonal neighbors of a set.
#[inline]
const fn orthogonal_neighbors(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

// `Tally` adds up the sizes of many sets.
//
// If the CPU can count bits in one instruction, each set is counted at once. Otherwise a count takes about
// fifteen instructions, so the sets are first added bit by bit: for each square, `ones`, `twos` and `fours`
// hold the binary digits of the number of sets that contain it. Then three counts at the end are enough.
// That saves an eighth of the benchmark rows "perft bulk" in a plain build.

#[cfg(any(target_feature = "popcnt", not(any(target_arch = "x86", target_arch = "x86_64"))))]
mod counted {
    /// The sum of the sizes of some sets.
    #[derive(Default)]
    pub(crate) struct Tally(u32);

    impl Tally {
        #[inline(always)]
        pub(crate) fn add(&mut self, set: u64) {
            self.0 += set.count_ones();
        }

        /// Adds three times the sizes of sets that are on one rank.
        #[inline(always)]
        pub(crate) fn add_three_times(&mut self, sets: [u64; 3]) {
            self.0 += 3 * (sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones());
        }

        #[inline(always)]
        pub(crate) fn total(self) -> u32 {
            self.0
        }
    }
}

#[cfg(not(any(target_feature = "popcnt", not(any(target_arch = "x86", target_arch = "x86_64")))))]
mod counted {
    /// The sum of the sizes of some sets.
    #[derive(Default)]
    pub(crate) struct Tally {
        ones: u64,
        twos: u64,
        fours: u64,
        more: u32,
    }

    impl Tally {
        #[inline(always)]
        pub(crate) fn add(&mut self, set: u64) {
            let twos = self.ones & set;
            self.ones ^= set;
            self.add_twos(twos);
        }

        #[inline(always)]
        fn add_twos(&mut self, set: u64) {
            let fours = self.twos & set;
            self.twos ^= set;
            let eights = self.fours & fours;
            self.fours ^= fours;
            // It is very rare that eight pieces can go to one square.
            if eights != 0 {
                self.more += 8 * eights.count_ones();
            }
        }

        /// Adds three times the sizes of sets that are on one rank. Side by side, they fit into one set.
        #[inline(always)]
        pub(crate) fn add_three_times(&mut self, sets: [u64; 3]) {
            let set = sets[0] | sets[1].rotate_right(8) | sets[2].rotate_right(16);
            self.add(set);
            self.add_twos(set);
        }

        #[inline(always)]
        pub(crate) fn total(self) -> u32 {
            self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones() + self.more
        }
    }
}

pub(crate) use counted::Tally;

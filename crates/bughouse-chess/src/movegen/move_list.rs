//! Legal moves as a list that doesn't allocate.

use core::iter::{Copied, Take};
use core::{array, fmt, slice};

use crate::movegen::move_set::{MoveSet, MoveSetIter};
use crate::movegen::promotions::{PromotionMoves, Promotions};
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::square::Square;

/// One set for each of 64 squares, one more for a king, and one for each of the five types of drops: more
/// than any board has.
const CAPACITY: usize = 64 + 1 + 5;

/// Fills the array after the last set.
const NOTHING: MoveSet =
    MoveSet::Moves { piece: Piece::Pawn, from: Square::A1, to: crate::types::bitboard::EMPTY };

/// The legal moves and drops of a board, stored as sets without allocating.
///
/// It is large enough for any board: pieces on 64 squares and the piece types in reserve limit the number of
/// sets, however many moves there are.
///
/// ```
/// use bughouse_chess::Board;
///
/// let board: Board = "Q4Q1K/3Q4/1Q4Q1/4k3/2Q4Q/Q4Q2/3Q4/1Q4Q1[QRBNP] w - - 0 1".parse()?;
/// let moves = board.legal_moves();
/// assert_eq!(moves.len(), 456);
/// assert_eq!(moves.get(455), moves.iter().last());
/// assert!(moves.contains("P@b2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct MoveList {
    sets: [MoveSet; CAPACITY],
    used: usize,
    moves: usize,
    promotions: Promotions,
}

impl MoveList {
    #[inline]
    pub(crate) const fn new(promotions: Promotions) -> MoveList {
        MoveList { sets: [NOTHING; CAPACITY], used: 0, moves: 0, promotions }
    }

    #[inline]
    pub(crate) fn push(&mut self, set: MoveSet) {
        if let Some(place) = self.sets.get_mut(self.used) {
            *place = set;
            self.used += 1;
            self.moves += match self.promotions.of_set(set) {
                Some(promotions) => promotions.count(),
                None => set.len(),
            };
        }
    }

    /// Returns the number of moves and drops. Each choice of promotion counts.
    #[inline]
    pub fn len(&self) -> usize {
        self.moves
    }

    /// Returns `true` if there are no moves and no drops.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.moves == 0
    }

    /// Returns the sets, none of which is empty.
    #[inline]
    pub(crate) fn sets(&self) -> &[MoveSet] {
        &self.sets[..self.used.min(CAPACITY)]
    }

    /// Returns the sets for a generator that removes moves from them. The number of moves is not updated.
    #[inline]
    pub(crate) fn sets_mut(&mut self) -> &mut [MoveSet] {
        &mut self.sets[..self.used.min(CAPACITY)]
    }

    /// Returns a move by its index, or `None` after the end. This iterates over the pieces, not over the moves.
    pub fn get(&self, index: usize) -> Option<BughouseMove> {
        if !self.promotions.are_standard() {
            return self.iter().nth(index);
        }
        let mut left = index;
        for &set in self.sets() {
            match left.checked_sub(set.len()) {
                None => return set.into_iter().nth(left),
                Some(rest) => left = rest,
            }
        }
        None
    }

    /// Returns `true` if the list contains a move.
    pub fn contains(&self, mv: BughouseMove) -> bool {
        self.sets().iter().any(|&set| match self.promotions.of_set(set) {
            Some(mut promotions) => promotions.any(|promotion| BughouseMove::Regular(promotion) == mv),
            None => set.contains(mv),
        })
    }

    /// Iterates over the moves and drops.
    #[inline]
    pub fn iter(&self) -> MoveListIter<'_> {
        MovesOfSets::new(self.sets().iter().copied(), self)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Two lists are equal if they contain the same moves in the same order.
impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        if self.promotions == other.promotions {
            return self.sets() == other.sets();
        }
        self.iter().eq(other.iter())
    }
}

impl Eq for MoveList {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = BughouseMove;
    type IntoIter = MoveListIter<'a>;

    #[inline]
    fn into_iter(self) -> MoveListIter<'a> {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = BughouseMove;
    type IntoIter = MoveListIntoIter;

    #[inline]
    fn into_iter(self) -> MoveListIntoIter {
        MovesOfSets::new(self.sets.into_iter().take(self.used), &self)
    }
}

/// An iterator over the moves of a [`MoveList`].
pub(super) type MoveListIter<'a> = MovesOfSets<Copied<slice::Iter<'a, MoveSet>>>;

/// An owning iterator over the moves of a [`MoveList`].
pub(super) type MoveListIntoIter = MovesOfSets<Take<array::IntoIter<MoveSet, CAPACITY>>>;

/// An iterator over the moves of some sets.
#[derive(Clone, Debug)]
#[must_use]
pub struct MovesOfSets<S> {
    sets: S,
    current: MoveSetIter,
    left: usize,
    promotions: Promotions,
    /// What is left of the promotions of the current pawn, if the rules for them aren't the standard ones.
    promoting: PromotionMoves,
}

impl<S> MovesOfSets<S> {
    /// Creates an iterator from the sets of a list.
    #[inline]
    fn new(sets: S, list: &MoveList) -> MovesOfSets<S> {
        MovesOfSets {
            sets,
            current: NOTHING.into_iter(),
            left: list.moves,
            promotions: list.promotions,
            promoting: PromotionMoves::NONE,
        }
    }
}

impl<S: Iterator<Item = MoveSet>> Iterator for MovesOfSets<S> {
    type Item = BughouseMove;

    #[inline]
    fn next(&mut self) -> Option<BughouseMove> {
        loop {
            if let Some(mv) = self.current.next() {
                self.left -= 1;
                return Some(mv);
            }
            if let Some(mv) = self.promoting.next() {
                self.left -= 1;
                return Some(mv.into());
            }
            let set = self.sets.next()?;
            match self.promotions.of_set(set) {
                Some(promoting) => self.promoting = promoting,
                None => self.current = set.into_iter(),
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Iterator<Item = MoveSet>> ExactSizeIterator for MovesOfSets<S> {}

//! Legal moves as sets of destinations, and as a list of such sets that doesn't allocate.

use core::iter::{Copied, Take};
use core::{array, fmt, slice};

use crate::movegen::promotions::{PromotionMoves, Promotions};
use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::piece::Piece;
use crate::types::square::{Rank, Square};

/// One set for each of 64 squares, one more for a king, and one for each of the five types of drops: more
/// than any board has.
const CAPACITY: usize = 64 + 1 + 5;

/// Fills the array after the last set.
const NOTHING: MoveSet = MoveSet::Moves { piece: Piece::Pawn, from: Square::A1, to: EMPTY };

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
    fn sets(&self) -> &[MoveSet] {
        &self.sets[..self.used.min(CAPACITY)]
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
    pub fn iter(&self) -> MoveIter<Copied<slice::Iter<'_, MoveSet>>> {
        MoveIter::new(self.sets().iter().copied(), self)
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
    type IntoIter = MoveIter<Copied<slice::Iter<'a, MoveSet>>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = BughouseMove;
    type IntoIter = MoveIter<Take<array::IntoIter<MoveSet, CAPACITY>>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        MoveIter::new(self.sets.into_iter().take(self.used), &self)
    }
}

/// An iterator over the moves of the sets of a [`MoveList`].
#[derive(Clone, Debug)]
#[must_use]
pub struct MoveIter<S> {
    sets: S,
    current: MoveSetIter,
    left: usize,
    promotions: Promotions,
    /// What is left of the promotions of the current pawn, if the rules for them aren't the standard ones.
    promoting: PromotionMoves,
}

impl<S> MoveIter<S> {
    /// Creates an iterator from the sets of a list.
    #[inline]
    fn new(sets: S, list: &MoveList) -> MoveIter<S> {
        MoveIter {
            sets,
            current: NOTHING.into_iter(),
            left: list.moves,
            promotions: list.promotions,
            promoting: PromotionMoves::NONE,
        }
    }
}

impl<S: Iterator<Item = MoveSet>> Iterator for MoveIter<S> {
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

impl<S: Iterator<Item = MoveSet>> ExactSizeIterator for MoveIter<S> {}

/// The legal moves of one piece, or the legal drops of one piece type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// The moves of one piece. A pawn that reaches the last rank has four moves to that square.
    Moves {
        /// The piece that moves.
        piece: Piece,
        /// The square it is on.
        from: Square,
        /// The squares it can go to.
        to: BitBoard,
    },
    /// The drops of one piece type.
    Drops {
        /// The piece that is dropped.
        piece: Piece,
        /// The squares it can be dropped on.
        to: BitBoard,
    },
    /// One promotion that takes its piece from the other board or discards the pawn. Only a
    /// [`Position`](crate::Position) has them, under [some rules](crate::Rules::promotion).
    Promotion(ChessMove),
}

pub(crate) const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

impl MoveSet {
    /// Returns the number of moves in the set. Each choice of promotion counts.
    #[inline]
    pub fn len(self) -> usize {
        let n = match self {
            MoveSet::Moves { piece: Piece::Pawn, to, .. } => to.popcnt() + 3 * (to & LAST_RANKS).popcnt(),
            MoveSet::Moves { to, .. } | MoveSet::Drops { to, .. } => to.popcnt(),
            MoveSet::Promotion(_) => 1,
        };
        n as usize
    }

    /// Returns `true` if the set contains a move. A pawn move to the last rank must have a promotion.
    pub fn contains(self, mv: BughouseMove) -> bool {
        match (self, mv) {
            (MoveSet::Moves { piece, from, to }, BughouseMove::Regular(mv)) => {
                let promotes = piece == Piece::Pawn && LAST_RANKS.contains(mv.dest());
                let fits = match mv.promotion() {
                    Some(piece) => promotes && Piece::PROMOTIONS.contains(&piece),
                    None => !promotes,
                };
                fits && mv.source() == from && to.contains(mv.dest())
            }
            (MoveSet::Drops { piece, to }, BughouseMove::Drop { piece: dropped, square }) => {
                piece == dropped && to.contains(square)
            }
            (MoveSet::Promotion(promotion), BughouseMove::Regular(mv)) => promotion == mv,
            _ => false,
        }
    }

    /// Returns `true` if the set is empty. Visited sets never are.
    #[inline]
    pub fn is_empty(self) -> bool {
        match self {
            MoveSet::Moves { to, .. } | MoveSet::Drops { to, .. } => to.is_empty(),
            MoveSet::Promotion(_) => false,
        }
    }
}

impl IntoIterator for MoveSet {
    type Item = BughouseMove;
    type IntoIter = MoveSetIter;

    #[inline]
    fn into_iter(self) -> MoveSetIter {
        MoveSetIter { set: self, promotion: 0 }
    }
}

/// An iterator over the moves of a [`MoveSet`].
#[derive(Clone, Debug)]
pub struct MoveSetIter {
    set: MoveSet,
    /// The index of the next promotion to the first destination, out of four.
    promotion: u8,
}

impl Iterator for MoveSetIter {
    type Item = BughouseMove;

    #[inline]
    fn next(&mut self) -> Option<BughouseMove> {
        match &mut self.set {
            MoveSet::Drops { piece, to } => {
                let square = to.first()?;
                to.0 &= to.0 - 1;
                Some(BughouseMove::Drop { piece: *piece, square })
            }
            MoveSet::Moves { piece, from, to } => {
                let dest = to.first()?;
                let mut promotion = None;
                if *piece == Piece::Pawn && LAST_RANKS.contains(dest) {
                    promotion = Some(Piece::PROMOTIONS[self.promotion as usize & 3]);
                    self.promotion = (self.promotion + 1) & 3;
                }
                if self.promotion == 0 {
                    to.0 &= to.0 - 1;
                }
                Some(BughouseMove::Regular(ChessMove::new(*from, dest, promotion)))
            }
            &mut MoveSet::Promotion(mv) => {
                self.set = MoveSet::Drops { piece: Piece::Pawn, to: EMPTY };
                Some(BughouseMove::Regular(mv))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.set.len() - self.promotion as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for MoveSetIter {}

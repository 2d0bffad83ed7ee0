//! Moves of one piece, or drops of one piece type, as a set of destinations.

use crate::types::bitboard::{BitBoard, EMPTY};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::piece::Piece;
use crate::types::square::{Rank, Square};

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

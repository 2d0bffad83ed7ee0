//! Tables for terms that depend only on the move. There are few distinct moves, so each is evaluated once per search.

use bughouse_chess::{BughouseMove, Color, Piece};

use super::term::{MovePattern, Term};
use crate::pack::unpack_move;

/// A set of moves: one bit for each of the 32,768 packed moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveTable {
    white: Vec<u64>,
    /// Differs from `white` only for promotions that take their piece from the other board, whose ranks depend on the
    /// color.
    black: Vec<u64>,
}

impl MoveTable {
    /// Evaluates `wanted` for every move.
    fn new(wanted: impl Fn(&BughouseMove) -> bool) -> MoveTable {
        let table = |color: Color| {
            let mut bits = vec![0; (1 << 15) / 64];
            for packed in 0..=i16::MAX {
                if unpack_move(packed, color).is_some_and(|mv| wanted(&mv)) {
                    bits[packed as usize / 64] |= 1 << (packed % 64);
                }
            }
            bits
        };
        MoveTable { white: table(Color::White), black: table(Color::Black) }
    }

    /// Returns the table of a term that depends only on the move; `None` for others.
    pub(super) fn of(term: &Term) -> Option<MoveTable> {
        match term {
            Term::To(squares) => Some(MoveTable::new(|mv| squares >> to(mv) & 1 == 1)),
            Term::From(squares) => {
                Some(MoveTable::new(|mv| from(mv).is_some_and(|from| squares >> from & 1 == 1)))
            }
            Term::Drop(piece, squares) => Some(MoveTable::new(|mv| {
                dropped(mv).is_some_and(|dropped| {
                    piece.is_none_or(|piece| piece == dropped)
                        && squares.is_none_or(|squares| squares >> to(mv) & 1 == 1)
                })
            })),
            Term::Promotion(Some(piece)) => Some(MoveTable::new(|mv| promotion(mv) == Some(*piece))),
            _ => None,
        }
    }

    /// Returns the table for the part of a pattern that depends only on the move. The piece is known only for drops.
    pub(super) fn of_pattern(pattern: &MovePattern) -> MoveTable {
        MoveTable::new(|mv| {
            let (from, to) = (from(mv), to(mv));
            mv.is_drop() == pattern.is_drop
                && (!pattern.is_drop || pattern.piece.is_none() || dropped(mv) == pattern.piece)
                && pattern.to.is_none_or(|wanted| wanted == to)
                && pattern.from_file.is_none_or(|file| from.is_some_and(|from| from % 8 == file))
                && pattern.from_rank.is_none_or(|rank| from.is_some_and(|from| from / 8 == rank))
                && pattern.promotion.is_none_or(|piece| promotion(mv) == Some(piece))
                && pattern.stolen_from.is_none_or(|square| stolen_from(mv) == Some(square))
                && pattern
                    .castles_short
                    .is_none_or(|short| from.is_some_and(|from| (to % 8 > from % 8) == short))
        })
    }

    /// Intersects with another table.
    pub(super) fn and(&mut self, other: &MoveTable) {
        self.each(other, |own, other| own & other);
    }

    /// Unites with another table.
    pub(super) fn or(&mut self, other: &MoveTable) {
        self.each(other, |own, other| own | other);
    }

    fn each(&mut self, other: &MoveTable, join: impl Fn(u64, u64) -> u64) {
        for (own, other) in [(&mut self.white, &other.white), (&mut self.black, &other.black)] {
            own.iter_mut().zip(other).for_each(|(own, &other)| *own = join(*own, other));
        }
    }

    /// Returns `true` if a packed move of a seat is in the table. The seat matters only from [`FIRST_THEFT`] on.
    ///
    /// [`FIRST_THEFT`]: crate::pack::FIRST_THEFT
    pub(super) fn wants(&self, mv: i32, seat: i32) -> bool {
        let bits = if seat & 1 == 0 { &self.white } else { &self.black };
        bits.get((mv >> 6) as usize).is_some_and(|bits| bits >> (mv & 63) & 1 == 1)
    }
}

/// Returns the source square, from 0 to 63; `None` for a drop.
fn from(mv: &BughouseMove) -> Option<u8> {
    match mv {
        BughouseMove::Regular(mv) => Some(mv.source().to_index() as u8),
        BughouseMove::Drop { .. } => None,
    }
}

/// Returns the destination square, from 0 to 63.
fn to(mv: &BughouseMove) -> u8 {
    mv.dest().to_index() as u8
}

/// Returns the piece that is dropped.
fn dropped(mv: &BughouseMove) -> Option<Piece> {
    match mv {
        BughouseMove::Regular(_) => None,
        BughouseMove::Drop { piece, .. } => Some(*piece),
    }
}

/// Returns the promotion piece.
fn promotion(mv: &BughouseMove) -> Option<Piece> {
    match mv {
        BughouseMove::Regular(mv) => mv.promotion(),
        BughouseMove::Drop { .. } => None,
    }
}

/// Returns the square on the other board that the promotion piece is taken from.
fn stolen_from(mv: &BughouseMove) -> Option<u8> {
    match mv {
        BughouseMove::Regular(mv) => mv.stolen_from().map(|square| square.to_index() as u8),
        BughouseMove::Drop { .. } => None,
    }
}

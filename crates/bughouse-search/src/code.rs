//! A move in 32 bits, as the table remembers it.

use bughouse_chess::{BughouseMove, ChessMove, Piece, Square};

/// A move in few bits; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Code(u32);

const DROP: u32 = 1 << 15;
const SOME: u32 = 1 << 31;

impl Code {
    pub(crate) const NONE: Code = Code(0);

    #[inline]
    pub(crate) fn new(mv: BughouseMove) -> Code {
        Code(
            SOME | match mv {
                BughouseMove::Regular(mv) => {
                    let promotion = mv.promotion().map_or(0, |piece| piece as u32);
                    let stolen = mv.stolen_from().map_or(0, |from| from.to_index() as u32 + 1);
                    mv.source().to_index() as u32
                        | (mv.dest().to_index() as u32) << 6
                        | promotion << 12
                        | stolen << 16
                }
                BughouseMove::Drop { piece, square } => {
                    DROP | (square.to_index() as u32) << 6 | (piece as u32) << 12
                }
            },
        )
    }

    /// Returns the move. Nothing is said about whether it is legal anywhere.
    #[inline]
    pub(crate) fn to_move(self) -> Option<BughouseMove> {
        if self.0 & SOME == 0 {
            return None;
        }
        let square = |bits: u32| Square::from_index((bits & 63) as usize);
        let kind = Piece::ALL.get((self.0 >> 12 & 7) as usize).copied();
        let (from, to) = (square(self.0), square(self.0 >> 6));
        if self.0 & DROP != 0 {
            return Some(BughouseMove::Drop { piece: kind?, square: to });
        }
        let promotion = kind.filter(|&piece| piece != Piece::Pawn);
        Some(BughouseMove::Regular(match (promotion, self.0 >> 16 & 127) {
            (Some(piece), stolen @ 1..) => ChessMove::stealing(from, to, piece, square(stolen - 1)),
            _ => ChessMove::new(from, to, promotion),
        }))
    }
}

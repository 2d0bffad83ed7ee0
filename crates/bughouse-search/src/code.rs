//! A move in 32 bits for the transposition table.

use bughouse_chess::BughouseMove;

/// An encoded move; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Code(u32);

const DROP: u32 = 1 << 15;
const SOME: u32 = 1 << 31;

impl Code {
    pub(crate) const NONE: Code = Code(0);

    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Code {
        Code(bits)
    }

    #[inline]
    pub(crate) const fn to_bits(self) -> u32 {
        self.0
    }

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
}

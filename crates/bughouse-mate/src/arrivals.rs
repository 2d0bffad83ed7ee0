//! The pieces that the defender may receive.

use core::fmt;

use bughouse_chess::{Piece, Reserve};

/// The pieces that the defender may receive while being mated. The attacker receives nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrivals {
    /// No piece arrives. A mate is *soft*: the defender has no answer with the pieces they have. A player who
    /// could be saved only by a piece they don't have counts as mated.
    None,
    /// Any piece can arrive at any time. A mate is *hard*: nothing the defender's partner does can stop it.
    Any,
    /// Any number of pieces of the types in this reserve can arrive at any time. The counts in the reserve
    /// don't matter.
    Kinds(Reserve),
}

impl Arrivals {
    /// Returns the piece types that can arrive.
    pub fn kinds(self) -> impl Iterator<Item = Piece> + Clone {
        Piece::IN_RESERVE.into_iter().filter(move |&piece| self.brings(piece))
    }

    /// Returns `true` if pieces of a type can arrive.
    #[must_use]
    pub fn brings(self, piece: Piece) -> bool {
        match self {
            Arrivals::None => false,
            Arrivals::Any => piece != Piece::King,
            Arrivals::Kinds(kinds) => kinds.contains(piece),
        }
    }
}

/// Writes `hard`, `soft`, or the letters of the piece types that can arrive.
impl fmt::Display for Arrivals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Piece::IN_RESERVE.into_iter().all(|piece| self.brings(piece)) {
            return f.write_str("hard");
        }
        if self.kinds().next().is_none() {
            return f.write_str("soft");
        }
        self.kinds().try_for_each(|piece| fmt::Write::write_char(f, piece.to_char()))
    }
}

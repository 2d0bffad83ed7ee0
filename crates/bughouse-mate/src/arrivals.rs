//! What may arrive in the defender's reserve while he is mated.

use core::fmt;

use bughouse_chess::{Piece, Reserve};

/// What the defender may be fed while he is mated. The attacker has what he has, and is fed nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrivals {
    /// Nothing arrives. A mate is *soft*: the defender has nothing to play with what he holds, and one who could only be
    /// saved by a piece that he does not hold counts as mated.
    None,
    /// Any piece arrives at any time. A mate is *hard*: nothing that the defender's partner does can stop it.
    Any,
    /// Pieces of the kinds that this reserve holds arrive, as many as are wanted and at any time. How many it holds of a kind
    /// does not matter.
    Kinds(Reserve),
}

impl Arrivals {
    /// Returns the kinds that arrive.
    pub fn kinds(self) -> impl Iterator<Item = Piece> + Clone {
        Piece::IN_RESERVE.into_iter().filter(move |&piece| self.brings(piece))
    }

    /// Returns `true` if pieces of a kind arrive.
    #[must_use]
    pub fn brings(self, piece: Piece) -> bool {
        match self {
            Arrivals::None => false,
            Arrivals::Any => piece != Piece::King,
            Arrivals::Kinds(kinds) => kinds.contains(piece),
        }
    }
}

/// Writes `hard`, `soft`, or the letters of the kinds that arrive.
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

//! What differs between servers, as data, with presets.

use crate::bitboard::BitBoard;
use crate::color::Color;
use crate::square::Rank;

/// The rules on which servers differ. The default is what the BFEN, BPGN and FEN documents say.
///
/// A board alone knows of [`Rules::pawn_drops`] and [`Rules::promoted_capture`], seen through
/// [`Board::under`](crate::Board::under). A [`Match`](crate::Match) follows all of them.
///
/// ```
/// use bughouse_chess::{Repetition, Rules};
///
/// assert_eq!(Rules::chesscom().repetition, Repetition { automatic: true, drop_resets: false });
/// assert_eq!(Rules::preset("fics"), Some(Rules::fics()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The ranks a pawn may be dropped on.
    pub pawn_drops: PawnDropRanks,
    /// Whether a rook dropped on its home square may castle if the original rook never moved.
    /// If not, the right goes when the rook is captured.
    pub dropped_rook_castles: bool,
    /// What stalemate on one board means for the match.
    pub stalemate: Stalemate,
    /// What becomes of a promoted man that is captured.
    pub promoted_capture: PromotedCapture,
    /// What a third occurrence of a position on one board means.
    pub repetition: Repetition,
    /// What happens if players of both teams run out of time.
    pub both_flags: BothFlags,
}

/// The ranks a pawn may be dropped on, counted from the dropping player's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnDropRanks {
    first: Rank,
    last: Rank,
}

impl PawnDropRanks {
    /// Ranks 2 to 7: all on which a pawn can stand.
    pub const TWO_TO_SEVEN: PawnDropRanks = PawnDropRanks { first: Rank::Second, last: Rank::Seventh };

    /// Ranks 2 to 6: no pawn is dropped one step from promotion.
    pub const TWO_TO_SIX: PawnDropRanks = PawnDropRanks { first: Rank::Second, last: Rank::Sixth };

    /// Makes a range of ranks; `None` if it is empty or reaches rank 1 or 8.
    pub fn new(first: Rank, last: Rank) -> Option<PawnDropRanks> {
        (Rank::Second <= first && first <= last && last <= Rank::Seventh)
            .then_some(PawnDropRanks { first, last })
    }

    /// Returns the first and the last rank, counted from the dropping player's side.
    pub fn range(self) -> (Rank, Rank) {
        (self.first, self.last)
    }

    /// Returns the squares on which a colour may drop a pawn.
    pub fn squares(self, color: Color) -> BitBoard {
        let white = (!0 << (8 * self.first.to_index())) & (!0 >> (56 - 8 * self.last.to_index()));
        BitBoard(if color == Color::White { white } else { white.swap_bytes() })
    }
}

/// What stalemate on one board means for the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stalemate {
    /// The side waits for a piece while its clock runs.
    Waits,
    /// The match is drawn.
    Draw,
}

/// What becomes of a promoted man that is captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PromotedCapture {
    /// The partner receives a pawn.
    Pawn,
    /// The partner receives the man as it stood on the board.
    Stays,
    /// A promotion takes the piece from the partner's opponent on the other board, so no mark is kept. A
    /// [`Match`](crate::Match) refuses it.
    Stolen,
}

/// What a third occurrence of a position on one board means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repetition {
    /// Whether the draw comes by itself; if not, a player must claim it.
    pub automatic: bool,
    /// Whether a drop starts the count anew.
    pub drop_resets: bool,
}

/// What happens if players of both teams run out of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothFlags {
    /// The match is drawn.
    Draw,
    /// The team whose flag fell first loses.
    FirstLoses,
    /// The match is drawn if both flags fell at the same instant, else the first to fall loses.
    DrawAtSameInstant,
}

impl Rules {
    /// Returns the rules of the documents, which are the default.
    pub const fn documents() -> Rules {
        Rules {
            pawn_drops: PawnDropRanks::TWO_TO_SEVEN,
            dropped_rook_castles: false,
            stalemate: Stalemate::Waits,
            promoted_capture: PromotedCapture::Pawn,
            repetition: Repetition { automatic: false, drop_resets: false },
            both_flags: BothFlags::Draw,
        }
    }

    /// Returns the rules of the Free Internet Chess Server.
    pub const fn fics() -> Rules {
        Rules {
            dropped_rook_castles: true,
            repetition: Repetition { automatic: false, drop_resets: true },
            ..Rules::documents()
        }
    }

    /// Returns the rules of chess.com.
    pub const fn chesscom() -> Rules {
        Rules {
            repetition: Repetition { automatic: true, drop_resets: false },
            both_flags: BothFlags::FirstLoses,
            ..Rules::documents()
        }
    }

    /// Returns the rules of bughouse.pro with pawn drops on ranks 2 to 7 and captured promoted men as pawns.
    ///
    /// That server lets players choose both: set [`Rules::pawn_drops`] and [`Rules::promoted_capture`] to
    /// what the game says.
    pub const fn bughouse_pro() -> Rules {
        Rules {
            repetition: Repetition { automatic: true, drop_resets: true },
            both_flags: BothFlags::DrawAtSameInstant,
            ..Rules::documents()
        }
    }

    /// Returns the preset with a name: `default`, `fics`, `chesscom` or `bughouse.pro`.
    pub fn preset(name: &str) -> Option<Rules> {
        match name {
            "default" => Some(Rules::documents()),
            "fics" => Some(Rules::fics()),
            "chesscom" => Some(Rules::chesscom()),
            "bughouse.pro" => Some(Rules::bughouse_pro()),
            _ => None,
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::documents()
    }
}

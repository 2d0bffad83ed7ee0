//! Rules that differ between servers, with presets.

use core::fmt;

use crate::types::bitboard::BitBoard;
use crate::types::color::Color;
use crate::types::square::Rank;

/// The rules that differ between servers. The default follows the BFEN, BPGN and FEN specifications.
///
/// A single board depends only on [`Rules::pawn_drops`] and [`Rules::drops`]. A [`Position`](crate::Position)
/// also applies the rules for transfers and promotions, and a [`Match`](crate::Match) applies all of them.
///
/// Start from a preset and change what differs:
///
/// ```
/// use bughouse_chess::{PawnDropRanks, Promotion, Repetition, Rules};
///
/// assert_eq!(Rules::chesscom().repetition, Repetition { automatic: true, drop_resets: false });
/// assert_eq!(Rules::preset("fics"), Some(Rules::fics()));
/// let rules = Rules::bughouse_pro().pawn_drops(PawnDropRanks::TWO_TO_SIX).promotion(Promotion::Steal);
/// assert_eq!(rules.promotion, Promotion::Steal);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[non_exhaustive]
#[must_use]
pub struct Rules {
    /// The ranks where a pawn can be dropped.
    pub pawn_drops: PawnDropRanks,
    /// If `true`, a rook dropped on its home square can castle, as long as the king and the original rook
    /// never moved. If `false`, the right is lost when the rook is captured.
    pub dropped_rook_castles: bool,
    /// What stalemate on one board means for the match.
    pub stalemate: Stalemate,
    /// What happens to a pawn that reaches the last rank.
    pub promotion: Promotion,
    /// What a drop may do to the opponent's king.
    pub drops: DropAggression,
    /// What a third occurrence of a position on one board means.
    pub repetition: Repetition,
    /// If `true`, a player can claim a draw after fifty moves by each side on a board without a capture or
    /// pawn move. No preset enables this, because pieces from the other board keep the game alive.
    pub fifty_moves: bool,
    /// What happens if players of both teams run out of time.
    pub both_flags: BothFlags,
}

/// The ranks where a pawn can be dropped, counted from the dropping player's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnDropRanks {
    first: Rank,
    last: Rank,
}

impl PawnDropRanks {
    /// Ranks 2 to 7: every rank that a pawn can be on.
    pub const TWO_TO_SEVEN: PawnDropRanks = PawnDropRanks { first: Rank::Second, last: Rank::Seventh };

    /// Ranks 2 to 6: no pawn can be dropped one step from promotion.
    pub const TWO_TO_SIX: PawnDropRanks = PawnDropRanks { first: Rank::Second, last: Rank::Sixth };

    /// Creates a range of ranks, or returns `None` if it is empty or includes rank 1 or 8.
    pub fn new(first: Rank, last: Rank) -> Option<PawnDropRanks> {
        (Rank::Second <= first && first <= last && last <= Rank::Seventh)
            .then_some(PawnDropRanks { first, last })
    }

    /// Returns the first and the last rank, counted from the dropping player's side.
    pub fn range(self) -> (Rank, Rank) {
        (self.first, self.last)
    }

    /// Returns the squares where a color can drop a pawn.
    pub fn squares(self, color: Color) -> BitBoard {
        let white = (!0 << (8 * self.first.to_index())) & (!0 >> (56 - 8 * self.last.to_index()));
        BitBoard(if color == Color::White { white } else { white.swap_bytes() })
    }
}

/// Writes the first and the last rank: `2-7`.
impl fmt::Display for PawnDropRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// What stalemate on one board means for the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Stalemate {
    /// The player waits for a piece while their clock runs.
    Waits,
    /// The match is drawn.
    Draw,
}

/// What happens to a pawn that reaches the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Promotion {
    /// It becomes another piece, and a pawn again when it is captured.
    Upgrade,
    /// It becomes another piece for good: if it is captured, the partner receives that piece.
    Stays,
    /// It is exchanged for a piece of the same color on the other board, which belongs to the diagonal
    /// opponent. That player receives the pawn. The exchange must not expose a king on the other board.
    Steal,
    /// It leaves the board, and the diagonal opponent receives it.
    Discard,
}

impl Promotion {
    /// Returns `true` if the pawn becomes another piece without any effect on the other board.
    #[inline]
    pub(crate) const fn is_standard(self) -> bool {
        matches!(self, Promotion::Upgrade | Promotion::Stays)
    }
}

/// What a drop may do to the opponent's king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum DropAggression {
    /// It can give check and mate.
    MateAllowed,
    /// It can't mate if no piece from the partner could help.
    NoBughouseMate,
    /// It can't give mate by the rules of plain chess: check with no legal move, even if a drop would help.
    NoChessMate,
    /// It can't give check.
    NoCheck,
}

/// What a third occurrence of a position on one board means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Repetition {
    /// If `true`, the draw is automatic. If `false`, a player must claim it.
    pub automatic: bool,
    /// If `true`, a drop restarts the count.
    pub drop_resets: bool,
}

/// What happens if players of both teams run out of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum BothFlags {
    /// The match is drawn.
    Draw,
    /// The team whose flag fell first loses.
    FirstLoses,
    /// If both flags fell at the same instant, the match is drawn. Otherwise, the team whose flag fell first loses.
    DrawAtSameInstant,
}

impl Rules {
    /// Every preset with its name, the default first. [`Rules::preset`] finds one by its name.
    ///
    /// ```
    /// use bughouse_chess::Rules;
    ///
    /// let names: Vec<&str> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
    /// assert_eq!(names, ["standard", "fics", "chesscom", "bughouse.pro", "wr_2026"]);
    /// ```
    pub const PRESETS: &'static [(&'static str, Rules)] = &[
        ("standard", Rules::standard()),
        ("fics", Rules::fics()),
        ("chesscom", Rules::chesscom()),
        ("bughouse.pro", Rules::bughouse_pro()),
        ("wr_2026", Rules::wr_2026()),
    ];

    /// Returns the standard rules, which are the default in Rust, Python, JavaScript and the CLI. The CLI,
    /// Python and npm read game files without rule tags with the rules of FICS, because almost all of them
    /// come from there.
    pub const fn standard() -> Rules {
        Rules {
            pawn_drops: PawnDropRanks::TWO_TO_SEVEN,
            dropped_rook_castles: false,
            stalemate: Stalemate::Waits,
            promotion: Promotion::Upgrade,
            drops: DropAggression::MateAllowed,
            repetition: Repetition { automatic: false, drop_resets: false },
            fifty_moves: false,
            both_flags: BothFlags::Draw,
        }
    }

    /// Returns the rules of the Free Internet Chess Server.
    pub const fn fics() -> Rules {
        Rules {
            dropped_rook_castles: true,
            repetition: Repetition { automatic: false, drop_resets: true },
            ..Rules::standard()
        }
    }

    /// Returns the rules of chess.com.
    pub const fn chesscom() -> Rules {
        Rules {
            repetition: Repetition { automatic: true, drop_resets: false },
            both_flags: BothFlags::FirstLoses,
            ..Rules::standard()
        }
    }

    /// Returns the rules of bughouse.pro with pawn drops on ranks 2 to 7, standard promotions and drops that
    /// can mate.
    ///
    /// That server lets players choose all three: set [`Rules::pawn_drops`], [`Rules::promotion`] and
    /// [`Rules::drops`] accordingly.
    pub const fn bughouse_pro() -> Rules {
        Rules {
            repetition: Repetition { automatic: true, drop_resets: true },
            both_flags: BothFlags::DrawAtSameInstant,
            ..Rules::standard()
        }
    }

    /// Returns the rules of the WR Bughouse Championship of June 2026, as reported. No official text of these
    /// rules was available.
    ///
    /// A pawn that reaches the last rank is exchanged for a piece of the diagonal opponent, which must not be
    /// pinned, and the opponent receives the pawn: [`Promotion::Steal`]. If there is no such piece, the pawn
    /// can't move there. A drop can't give mate: [`DropAggression::NoBughouseMate`], so it can give a check that
    /// a piece from the partner could block. Everything else follows the standard rules.
    pub const fn wr_2026() -> Rules {
        Rules { promotion: Promotion::Steal, drops: DropAggression::NoBughouseMate, ..Rules::standard() }
    }

    /// Returns the preset with a name, one of [`Rules::PRESETS`]. `bughouse_pro` is accepted for
    /// `bughouse.pro`.
    pub fn preset(name: &str) -> Option<Rules> {
        let is_named = |preset: &str| {
            let matches = |(own, given): (u8, u8)| own == given || (own, given) == (b'.', b'_');
            preset.len() == name.len() && preset.bytes().zip(name.bytes()).all(matches)
        };
        Rules::PRESETS.iter().find(|(preset, _)| is_named(preset)).map(|&(_, rules)| rules)
    }

    /// Returns `true` if the legal moves of a single board are the same as under the standard rules.
    #[inline]
    pub(crate) fn are_standard_on_a_board(&self) -> bool {
        self.promotion.is_standard()
            && self.drops == DropAggression::MateAllowed
            && self.pawn_drops == PawnDropRanks::TWO_TO_SEVEN
    }

    /// Sets the ranks where a pawn can be dropped.
    pub const fn pawn_drops(mut self, ranks: PawnDropRanks) -> Rules {
        self.pawn_drops = ranks;
        self
    }

    /// Sets whether a rook dropped on its home square can castle.
    pub const fn dropped_rook_castles(mut self, may: bool) -> Rules {
        self.dropped_rook_castles = may;
        self
    }

    /// Sets what stalemate on one board means.
    pub const fn stalemate(mut self, stalemate: Stalemate) -> Rules {
        self.stalemate = stalemate;
        self
    }

    /// Sets what happens to a pawn that reaches the last rank.
    pub const fn promotion(mut self, promotion: Promotion) -> Rules {
        self.promotion = promotion;
        self
    }

    /// Sets what a drop may do to the opponent's king.
    pub const fn drops(mut self, drops: DropAggression) -> Rules {
        self.drops = drops;
        self
    }

    /// Sets what a third occurrence of a position means.
    pub const fn repetition(mut self, repetition: Repetition) -> Rules {
        self.repetition = repetition;
        self
    }

    /// Sets whether a player can claim a draw after fifty moves without a capture or pawn move.
    pub const fn fifty_moves(mut self, may: bool) -> Rules {
        self.fifty_moves = may;
        self
    }

    /// Sets what happens if players of both teams run out of time.
    pub const fn both_flags(mut self, both_flags: BothFlags) -> Rules {
        self.both_flags = both_flags;
        self
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::standard()
    }
}

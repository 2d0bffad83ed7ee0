//! Deviations from a standard that a reader can accept.

use core::fmt;

/// A deviation from a standard that was accepted because an option allows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Leniency {
    /// A position without half-move clock and move number, read as `0 1`.
    MissingCounters,
    /// A position that ends after the side to move, read as `- - 0 1`.
    MissingFields,
    /// More than one space between two fields, or spaces at either end.
    ExtraSpaces,
    /// A rank with fewer than eight squares, padded with empty squares.
    ShortRank,
    /// A dropped castling right: its king or rook was not in place, or there was another one on the same
    /// side.
    DroppedCastling,
    /// A dropped en passant square that was impossible.
    DroppedEnPassant,
    /// The move number 0, read as 1.
    MoveNumberZero,
    /// More promoted pieces than there were pawns.
    TooManyPromoted,
    /// A pawn drop without its letter: `@e4`.
    DropWithoutLetter,
    /// A drop with a lower-case letter: `n@f3`.
    LowercaseDrop,
    /// A knight drop whose letter became a NAG: `$146@g4`.
    MangledDrop,
    /// A pawn capture without the pawn's file: `xe6`.
    CaptureWithoutFile,
    /// A move with both squares, `e2e4`, `d4xe5`, `Nb1-c3`, where a short form is enough, or without the
    /// piece letter, `g8f6`.
    LongForm,
    /// Castling written with zeros or small letters: `0-0`, `o-o`.
    CastlingLetters,
    /// A promotion without `=`: `e8Q`.
    PromotionWithoutSign,
    /// An en passant capture with `e.p.` or `ep` at the end.
    EnPassantSuffix,
    /// A promotion with a lower-case letter: `e8=q`.
    LowercasePromotion,
    /// Two boards separated by `|` without spaces around it.
    TightBar,
    /// A FEEN string without castling markers, read as if kings and rooks on their starting squares could
    /// castle.
    AssumedCastling,
    /// A FEEN string of the starting position without castling markers, which can mean no rights or unknown
    /// rights.
    UnstatedCastling,
    /// A NAG without a space before it: `e4$1`, `$1$2`.
    TightNag,
    /// A result without a space before it: `e5*`.
    TightResult,
    /// A no-break space between two words.
    NoBreakSpace,
    /// The word `start` or `startpos` instead of a position: both boards at the starting position.
    StartWord,
}

impl Leniency {
    /// All leniencies, in the order of declaration.
    pub const ALL: [Leniency; 24] = [
        Leniency::MissingCounters,
        Leniency::MissingFields,
        Leniency::ExtraSpaces,
        Leniency::ShortRank,
        Leniency::DroppedCastling,
        Leniency::DroppedEnPassant,
        Leniency::MoveNumberZero,
        Leniency::TooManyPromoted,
        Leniency::DropWithoutLetter,
        Leniency::LowercaseDrop,
        Leniency::MangledDrop,
        Leniency::CaptureWithoutFile,
        Leniency::LongForm,
        Leniency::CastlingLetters,
        Leniency::PromotionWithoutSign,
        Leniency::EnPassantSuffix,
        Leniency::LowercasePromotion,
        Leniency::TightBar,
        Leniency::AssumedCastling,
        Leniency::UnstatedCastling,
        Leniency::TightNag,
        Leniency::TightResult,
        Leniency::NoBreakSpace,
        Leniency::StartWord,
    ];

    /// Returns a short machine-readable name in kebab case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Leniency::MissingCounters => "missing-counters",
            Leniency::MissingFields => "missing-fields",
            Leniency::ExtraSpaces => "extra-spaces",
            Leniency::ShortRank => "short-rank",
            Leniency::DroppedCastling => "dropped-castling",
            Leniency::DroppedEnPassant => "dropped-en-passant",
            Leniency::MoveNumberZero => "move-number-zero",
            Leniency::TooManyPromoted => "too-many-promoted",
            Leniency::DropWithoutLetter => "drop-without-letter",
            Leniency::LowercaseDrop => "lowercase-drop",
            Leniency::MangledDrop => "mangled-drop",
            Leniency::CaptureWithoutFile => "capture-without-file",
            Leniency::LongForm => "long-form",
            Leniency::CastlingLetters => "castling-letters",
            Leniency::PromotionWithoutSign => "promotion-without-sign",
            Leniency::EnPassantSuffix => "en-passant-suffix",
            Leniency::LowercasePromotion => "lowercase-promotion",
            Leniency::TightBar => "tight-bar",
            Leniency::AssumedCastling => "assumed-castling",
            Leniency::UnstatedCastling => "unstated-castling",
            Leniency::TightNag => "tight-nag",
            Leniency::TightResult => "tight-result",
            Leniency::NoBreakSpace => "no-break-space",
            Leniency::StartWord => "start-word",
        }
    }
}

/// Describes what was accepted and how it was read.
impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Leniency::MissingCounters => "counters are missing, read as 0 1",
            Leniency::MissingFields => "the fields after the side to move are missing, read as - - 0 1",
            Leniency::ExtraSpaces => "extra spaces were skipped",
            Leniency::ShortRank => "a short rank was padded with empty squares",
            Leniency::DroppedCastling => "an impossible castling right was dropped",
            Leniency::DroppedEnPassant => "an impossible en passant square was dropped",
            Leniency::MoveNumberZero => "the move number 0 was read as 1",
            Leniency::TooManyPromoted => "there are more promoted pieces than there were pawns",
            Leniency::DropWithoutLetter => "a drop without a letter was read as a pawn drop",
            Leniency::LowercaseDrop => "the piece letter of a drop is lower case",
            Leniency::MangledDrop => "$146@ was read as N@",
            Leniency::CaptureWithoutFile => "a pawn capture doesn't name the pawn's file",
            Leniency::LongForm => "the move names both squares",
            Leniency::CastlingLetters => "castling is written with 0 or o instead of O",
            Leniency::PromotionWithoutSign => "a promotion has no =",
            Leniency::EnPassantSuffix => "the move ends with e.p.",
            Leniency::LowercasePromotion => "the piece letter of a promotion is lower case",
            Leniency::TightBar => "a space is missing next to the | between the boards",
            Leniency::AssumedCastling => {
                "no rook is marked, read as castling rights for kings and rooks on their starting squares"
            }
            Leniency::UnstatedCastling => "no rook is marked, read as no castling rights",
            Leniency::TightNag => "a space is missing before a NAG",
            Leniency::TightResult => "a space is missing before the result",
            Leniency::NoBreakSpace => "a no-break space was read as a space",
            Leniency::StartWord => "a word was read as the starting position",
        })
    }
}

/// A set of leniencies, such as those needed to read a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Leniencies(u32);

impl Leniencies {
    /// The empty set.
    pub const NONE: Leniencies = Leniencies(0);

    /// Adds a leniency.
    #[inline]
    pub fn insert(&mut self, leniency: Leniency) {
        self.0 |= 1 << leniency as u32;
    }

    /// Returns `true` if the set contains a leniency.
    #[inline]
    #[must_use]
    pub fn contains(self, leniency: Leniency) -> bool {
        self.0 >> leniency as u32 & 1 != 0
    }

    /// Returns `true` if the set is empty: the input followed the standard.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of two sets.
    #[inline]
    #[must_use]
    pub fn union(self, other: Leniencies) -> Leniencies {
        Leniencies(self.0 | other.0)
    }

    /// Iterates over the leniencies in the set.
    pub fn iter(self) -> impl Iterator<Item = Leniency> {
        Leniency::ALL.into_iter().filter(move |&leniency| self.contains(leniency))
    }
}

impl fmt::Debug for Leniencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

//! The deviations from a standard that a reader can be told to accept.

use core::fmt;

/// One deviation from a standard that was accepted because an option names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Leniency {
    /// A position without half-move clock and move number, read as `0 1`.
    MissingCounters,
    /// A position that ends after the side to move, read as `- - 0 1`.
    MissingFields,
    /// More than one space between two fields, or spaces at an end.
    ExtraSpaces,
    /// A rank with fewer than eight squares, read as if empty squares followed.
    ShortRank,
    /// A castling right without its king and rook in place, or a second one to the same side, dropped.
    DroppedCastling,
    /// An impossible en passant square, dropped.
    DroppedEnPassant,
    /// The move number 0, read as 1.
    MoveNumberZero,
    /// More promoted pieces than pawns could have become.
    TooManyPromoted,
    /// A pawn drop without its letter: `@e4`.
    DropWithoutLetter,
    /// A drop with a lower-case letter: `n@f3`.
    LowercaseDrop,
    /// A knight drop whose letter became a NAG: `$146@g4`.
    MangledDrop,
    /// A pawn capture without the pawn's file: `xe6`.
    CaptureWithoutFile,
    /// Both squares named: `e2e4`, `d4xe5`, `Nb1-c3`, where less is enough; also without the piece's letter: `g8f6`.
    LongForm,
    /// Castling written with zeros or small letters: `0-0`, `o-o`.
    CastlingLetters,
    /// A promotion without its sign: `e8Q`.
    PromotionWithoutSign,
    /// An en passant capture with `e.p.` or `ep` after it.
    EnPassantSuffix,
    /// A promotion with a lower-case letter: `e8=q`.
    LowercasePromotion,
    /// Two boards with a `|` between them that lacks its spaces.
    TightBar,
    /// A FEEN that marks no rook, read as if kings and rooks on their usual squares could castle.
    AssumedCastling,
    /// A FEEN of the starting position that marks no rook: it may mean that nobody can castle, or not say.
    UnstatedCastling,
    /// A mark without a space before it: `e4$1`, `$1$2`.
    TightMark,
    /// A result without a space before it: `e5*`.
    TightResult,
    /// A no-break space between two words.
    NoBreakSpace,
    /// The word `start` or `startpos` in the place of a position: both boards at the starting position.
    StartWord,
}

impl Leniency {
    /// All of them, in the order of declaration.
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
        Leniency::TightMark,
        Leniency::TightResult,
        Leniency::NoBreakSpace,
        Leniency::StartWord,
    ];

    /// Returns a short name for machines, in kebab case.
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
            Leniency::TightMark => "tight-mark",
            Leniency::TightResult => "tight-result",
            Leniency::NoBreakSpace => "no-break-space",
            Leniency::StartWord => "start-word",
        }
    }
}

/// Says what was read and how it was taken.
impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Leniency::MissingCounters => "counters are missing, read as 0 1",
            Leniency::MissingFields => "all but the side to move is missing, read as - - 0 1",
            Leniency::ExtraSpaces => "extra spaces were skipped",
            Leniency::ShortRank => "a short rank was filled up with empty squares",
            Leniency::DroppedCastling => "a castling right that cannot be was dropped",
            Leniency::DroppedEnPassant => "an impossible en passant square was dropped",
            Leniency::MoveNumberZero => "the move number 0 was read as 1",
            Leniency::TooManyPromoted => "there are more promoted pieces than pawns could have become",
            Leniency::DropWithoutLetter => "a drop without a letter means a pawn",
            Leniency::LowercaseDrop => "the letter of a drop is in lower case",
            Leniency::MangledDrop => "$146@ stands for N@",
            Leniency::CaptureWithoutFile => "a pawn capture does not name the pawn's file",
            Leniency::LongForm => "both squares of the move are named",
            Leniency::CastlingLetters => "castling is not written with capital O",
            Leniency::PromotionWithoutSign => "a promotion lacks its = sign",
            Leniency::EnPassantSuffix => "e.p. stands after the move",
            Leniency::LowercasePromotion => "the letter of a promotion is in lower case",
            Leniency::TightBar => "a space is missing beside the bar between the boards",
            Leniency::AssumedCastling => {
                "no rook is marked, castling rights were taken from the usual squares"
            }
            Leniency::UnstatedCastling => "castling was not stated: no rook is marked, read as no rights",
            Leniency::TightMark => "a mark lacks the space before it",
            Leniency::TightResult => "a result lacks the space before it",
            Leniency::NoBreakSpace => "a no-break space was read as a space",
            Leniency::StartWord => "a word stands for the starting position",
        })
    }
}

/// A set of leniencies, such as those that one reading needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Leniencies(u32);

impl Leniencies {
    /// The set of none.
    pub const NONE: Leniencies = Leniencies(0);

    /// Adds one.
    #[inline]
    pub fn insert(&mut self, leniency: Leniency) {
        self.0 |= 1 << leniency as u32;
    }

    /// Returns `true` if the set holds one.
    #[inline]
    #[must_use]
    pub fn contains(self, leniency: Leniency) -> bool {
        self.0 >> leniency as u32 & 1 != 0
    }

    /// Returns `true` if the set holds none: the text kept to the standard.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns what either set holds.
    #[inline]
    #[must_use]
    pub fn union(self, other: Leniencies) -> Leniencies {
        Leniencies(self.0 | other.0)
    }

    /// Iterates over what the set holds.
    pub fn iter(self) -> impl Iterator<Item = Leniency> {
        Leniency::ALL.into_iter().filter(move |&leniency| self.contains(leniency))
    }
}

impl fmt::Debug for Leniencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

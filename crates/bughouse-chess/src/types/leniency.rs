//! Deviations from a standard that a reader can accept.

use core::fmt;

/// Makes [`Leniency`] from a table: documentation, variant, name, and how the deviation was read.
macro_rules! table {
    ($($(#[doc = $doc:literal])+ $variant:ident, $name:literal, $sentence:literal;)+) => {
        /// A deviation from a standard that a reader accepts if an option allows it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Leniency {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Leniency {
            /// All leniencies, in the order of declaration.
            pub const ALL: &'static [Leniency] = &[$(Leniency::$variant),+];

            /// Returns a short machine-readable name in kebab case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Leniency::$variant => $name,)+
                }
            }

            /// Returns what the deviation is, in Markdown.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Leniency::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }

        /// Describes what was accepted and how it was read.
        impl fmt::Display for Leniency {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Leniency::$variant => $sentence,)+
                })
            }
        }
    };
}

table! {
    /// A position without half-move clock and move number, read as `0 1`.
    MissingCounters, "missing-counters", "counters are missing, read as 0 1";
    /// A position that ends after the side to move, read as `- - 0 1`.
    MissingFields, "missing-fields", "the fields after the side to move are missing, read as - - 0 1";
    /// More than one space between two fields, or spaces at either end.
    ExtraSpaces, "extra-spaces", "extra spaces were skipped";
    /// A rank with fewer than eight squares, padded with empty squares.
    ShortRank, "short-rank", "a short rank was padded with empty squares";
    /// A dropped castling right: its king or rook was not in place, or there was another one on the same
    /// side.
    DroppedCastling, "dropped-castling", "an impossible castling right was dropped";
    /// A dropped en passant square that was impossible.
    DroppedEnPassant, "dropped-en-passant", "an impossible en passant square was dropped";
    /// The move number 0, read as 1.
    MoveNumberZero, "move-number-zero", "the move number 0 was read as 1";
    /// More promoted pieces than there were pawns.
    TooManyPromoted, "too-many-promoted", "there are more promoted pieces than there were pawns";
    /// A pawn drop without its letter: `@e4`.
    DropWithoutLetter, "drop-without-letter", "a drop without a letter was read as a pawn drop";
    /// A drop with a lower-case letter: `n@f3`.
    LowercaseDrop, "lowercase-drop", "the piece letter of a drop is lower case";
    /// A knight drop whose letter became a NAG: `$146@g4`.
    MangledDrop, "mangled-drop", "$146@ was read as N@";
    /// A pawn capture without the pawn's file: `xe6`.
    CaptureWithoutFile, "capture-without-file", "a pawn capture doesn't name the pawn's file";
    /// A move with both squares, `e2e4`, `d4xe5`, `Nb1-c3`, where a short form is enough, or without the
    /// piece letter, `g8f6`.
    LongForm, "long-form", "the move names both squares";
    /// Castling written with zeros or small letters: `0-0`, `o-o`.
    CastlingLetters, "castling-letters", "castling is written with 0 or o instead of O";
    /// A promotion without `=`: `e8Q`.
    PromotionWithoutSign, "promotion-without-sign", "a promotion has no =";
    /// An en passant capture with `e.p.` or `ep` at the end.
    EnPassantSuffix, "en-passant-suffix", "the move ends with e.p.";
    /// A promotion with a lower-case letter: `e8=q`.
    LowercasePromotion, "lowercase-promotion", "the piece letter of a promotion is lower case";
    /// Two boards separated by `|` without spaces around it.
    TightBar, "tight-bar", "a space is missing next to the | between the boards";
    /// A FEEN string without castling markers, read as if kings and rooks on their starting squares could
    /// castle.
    AssumedCastling, "assumed-castling",
        "no rook is marked, read as castling rights for kings and rooks on their starting squares";
    /// A FEEN string of the starting position without castling markers, which can mean no rights or unknown
    /// rights.
    UnstatedCastling, "unstated-castling", "no rook is marked, read as no castling rights";
}

impl Leniency {
    /// Returns the leniency with a [name](Leniency::name).
    pub fn from_name(name: &str) -> Option<Leniency> {
        Leniency::ALL.iter().copied().find(|leniency| leniency.name() == name)
    }
}

/// A set of leniencies, such as those to accept or those needed to read a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct Leniencies(u32);

impl Leniencies {
    /// The empty set.
    pub const NONE: Leniencies = Leniencies(0);

    /// All leniencies.
    pub const ALL: Leniencies = Leniencies((1 << Leniency::ALL.len()) - 1);

    /// Those of moves in SAN.
    pub const SAN: Leniencies = Leniencies::NONE
        .with(Leniency::DropWithoutLetter)
        .with(Leniency::LowercaseDrop)
        .with(Leniency::MangledDrop)
        .with(Leniency::CaptureWithoutFile)
        .with(Leniency::LongForm)
        .with(Leniency::CastlingLetters)
        .with(Leniency::PromotionWithoutSign)
        .with(Leniency::EnPassantSuffix)
        .with(Leniency::LowercasePromotion);

    /// Those of positions: FEN, BFEN, FEEN, and two boards.
    pub const POSITION: Leniencies = Leniencies(Leniencies::ALL.0 & !Leniencies::SAN.0);

    /// Returns the set with one more leniency.
    #[inline]
    pub const fn with(self, leniency: Leniency) -> Leniencies {
        Leniencies(self.0 | 1 << leniency as u32)
    }

    /// Returns the set without a leniency.
    #[inline]
    pub const fn without(self, leniency: Leniency) -> Leniencies {
        Leniencies(self.0 & !(1 << leniency as u32))
    }

    /// Adds a leniency.
    #[inline]
    pub fn insert(&mut self, leniency: Leniency) {
        *self = self.with(leniency);
    }

    /// Returns `true` if the set contains a leniency.
    #[inline]
    pub const fn contains(self, leniency: Leniency) -> bool {
        self.0 >> leniency as u32 & 1 != 0
    }

    /// Returns `true` if the set is empty: the input followed the standard.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of two sets.
    #[inline]
    pub const fn union(self, other: Leniencies) -> Leniencies {
        Leniencies(self.0 | other.0)
    }

    /// Returns the leniencies that are not in another set.
    #[inline]
    pub const fn difference(self, other: Leniencies) -> Leniencies {
        Leniencies(self.0 & !other.0)
    }

    /// Iterates over the leniencies in the set.
    pub fn iter(self) -> impl Iterator<Item = Leniency> {
        Leniency::ALL.iter().copied().filter(move |&leniency| self.contains(leniency))
    }

    /// Adds the leniency that an error needs if it is accepted, or else returns the error.
    #[cold]
    pub(crate) fn allow<E>(
        &mut self,
        needed: Option<Leniency>,
        accept: Leniencies,
        error: E,
    ) -> Result<(), E> {
        let accepted = needed.filter(|&leniency| accept.contains(leniency)).ok_or(error)?;
        self.insert(accepted);
        Ok(())
    }
}

impl FromIterator<Leniency> for Leniencies {
    fn from_iter<I: IntoIterator<Item = Leniency>>(leniencies: I) -> Leniencies {
        leniencies.into_iter().fold(Leniencies::NONE, Leniencies::with)
    }
}

impl fmt::Debug for Leniencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

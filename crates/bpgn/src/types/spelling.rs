//! Deviations from the standard next to moves and in tags.

use core::fmt;

/// A deviation from the standard in the text of a game, outside of moves and positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Spelling {
    /// A NAG without a space before it: `e4$1`, `$1$2`.
    TightNag,
    /// A result without a space before it: `e5*`.
    TightResult,
    /// A no-break space between two words.
    NoBreakSpace,
    /// The word `start` or `startpos` instead of a position: both boards at the starting position.
    StartWord,
}

impl Spelling {
    /// All of them, in the order of declaration.
    pub const ALL: &'static [Spelling] =
        &[Spelling::TightNag, Spelling::TightResult, Spelling::NoBreakSpace, Spelling::StartWord];

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            Spelling::TightNag => "tight-nag",
            Spelling::TightResult => "tight-result",
            Spelling::NoBreakSpace => "no-break-space",
            Spelling::StartWord => "start-word",
        }
    }
}

/// Describes what was accepted and how it was read.
impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Spelling::TightNag => "a space is missing before a NAG",
            Spelling::TightResult => "a space is missing before the result",
            Spelling::NoBreakSpace => "a no-break space was read as a space",
            Spelling::StartWord => "start position: a word was read as the starting position",
        })
    }
}

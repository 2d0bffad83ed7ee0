//! Syntax errors in the text of a game, and deviations from the standard next to moves and in tags.

use core::fmt;

use bughouse_chess::TextError;

use crate::types::label::Label;
use crate::types::tags::GameResult;

/// What is wrong with the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Text that is not part of a game.
    Unexpected,
    /// A move number without the letter of a board, as in PGN: `1.`
    NoLetter,
    /// A move without a label.
    NoLabel,
    /// A label without a move.
    NoMove(Label),
    /// A comment that does not end before the next game or the end of the file.
    UnclosedComment,
    /// A `}` without a `{`.
    StrayBrace,
    /// A tag that isn't closed on its line.
    UnclosedTag,
    /// A tag that is longer than 64 KiB.
    TagTooLong(usize),
    /// A `(` without a `)`.
    UnclosedVariation,
    /// A `)` without a `(`.
    StrayClose,
    /// A variation without a half-move.
    EmptyVariation,
    /// A variation whose first label names no half-move before it.
    VariationNowhere(Label),
    /// Variations nested deeper than the limit.
    TooDeep(usize),
    /// A second result.
    SecondResult(GameResult),
    /// A half-move after a result. The game continues with it.
    AfterResult(GameResult),
    /// A NAG without a half-move before it.
    StrayNag,
    /// The game is longer than the limit in bytes. The rest up to the next game was not read.
    TooLong(usize),
    /// More syntax errors than the limit. The rest is not reported.
    TooMany(usize),
}

impl SyntaxErrorKind {
    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            SyntaxErrorKind::Unexpected => "unexpected-text",
            SyntaxErrorKind::NoLetter => "no-letter",
            SyntaxErrorKind::NoLabel => "no-label",
            SyntaxErrorKind::NoMove(_) => "no-move",
            SyntaxErrorKind::UnclosedComment => "unclosed-comment",
            SyntaxErrorKind::StrayBrace => "stray-brace",
            SyntaxErrorKind::UnclosedTag => "unclosed-tag",
            SyntaxErrorKind::TagTooLong(_) => "tag-too-long",
            SyntaxErrorKind::UnclosedVariation => "unclosed-variation",
            SyntaxErrorKind::StrayClose => "stray-close",
            SyntaxErrorKind::EmptyVariation => "empty-variation",
            SyntaxErrorKind::VariationNowhere(_) => "variation-nowhere",
            SyntaxErrorKind::TooDeep(_) => "too-deep",
            SyntaxErrorKind::SecondResult(_) => "second-result",
            SyntaxErrorKind::AfterResult(_) => "after-result",
            SyntaxErrorKind::StrayNag => "stray-nag",
            SyntaxErrorKind::TooLong(_) => "too-long",
            SyntaxErrorKind::TooMany(_) => "too-many-errors",
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxErrorKind::Unexpected => {
                f.write_str("expected a tag, a half-move such as 1A. e4, a comment or a result")
            }
            SyntaxErrorKind::NoLetter => {
                f.write_str("the move number has no letter, expected 1A., 1a., 1B. or 1b.")
            }
            SyntaxErrorKind::NoLabel => f.write_str("expected a label such as 1A. before the move"),
            SyntaxErrorKind::NoMove(label) => write!(f, "expected a move after the label {label}."),
            SyntaxErrorKind::UnclosedComment => {
                f.write_str("the comment is not closed, expected } before the next game")
            }
            SyntaxErrorKind::StrayBrace => f.write_str("unexpected }, no comment is open"),
            SyntaxErrorKind::UnclosedTag => f.write_str("the tag is not closed, expected \"] on this line"),
            SyntaxErrorKind::TagTooLong(limit) => {
                write!(f, "the tag is too long, expected at most {limit} bytes")
            }
            SyntaxErrorKind::UnclosedVariation => {
                f.write_str("the variation is not closed, expected ) before the end of the game")
            }
            SyntaxErrorKind::StrayClose => f.write_str("unexpected ), no variation is open"),
            SyntaxErrorKind::EmptyVariation => f.write_str("the variation is empty, expected a half-move"),
            SyntaxErrorKind::VariationNowhere(label) => {
                write!(
                    f,
                    "there is no half-move {label} before this variation, expected the label of the half-move it replaces"
                )
            }
            SyntaxErrorKind::TooDeep(limit) => {
                write!(f, "variations are nested deeper than {limit}, this one is skipped")
            }
            SyntaxErrorKind::SecondResult(first) => {
                write!(f, "second result, the game already ended with {first}")
            }
            SyntaxErrorKind::AfterResult(result) => {
                write!(f, "the game continues after the result {result}, which is ignored")
            }
            SyntaxErrorKind::StrayNag => f.write_str("expected a half-move before the NAG"),
            SyntaxErrorKind::TooLong(limit) => {
                write!(f, "the game is longer than {limit} bytes, the rest up to the next game is skipped")
            }
            SyntaxErrorKind::TooMany(limit) => {
                write!(f, "more than {limit} errors in this game, the rest are not shown")
            }
        }
    }
}

/// A syntax error in a game. Its span counts from the game's first byte.
pub type SyntaxError = TextError<SyntaxErrorKind>;

named_enum! {
    /// A deviation from the standard in the text of a game, outside of moves and positions.
    ///
    /// `Display` describes what was accepted and how it was read.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Spelling;
    /// A NAG without a space before it: `e4$1`, `$1$2`.
    TightNag, "tight-nag", "a space is missing before a NAG";
    /// A result without a space before it: `e5*`.
    TightResult, "tight-result", "a space is missing before the result";
    /// A no-break space between two words.
    NoBreakSpace, "no-break-space", "a no-break space was read as a space";
    /// The word `start` or `startpos` instead of a position: both boards at the starting position.
    StartWord, "start-word", "start position: a word was read as the starting position";
}

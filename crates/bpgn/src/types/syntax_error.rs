//! Syntax errors in the text of a game, and deviations from the standard next to moves and in tags.

use core::fmt;

use bughouse_chess::TextError;

use crate::types::label::Label;
use crate::types::tags::GameResult;

kinds! {
    /// What is wrong with the text of a game.
    SyntaxErrorKind;
    /// Text that is not part of a game.
    Unexpected => "unexpected-text", "expected a tag, a half-move such as 1A. e4, a comment or a result";
    /// A move number without the letter of a board, as in PGN: `1.`
    NoLetter => "no-letter", "the move number has no letter, expected 1A., 1a., 1B. or 1b.";
    /// A move without a label.
    NoLabel => "no-label", "expected a label such as 1A. before the move";
    /// A label without a move.
    NoMove(label: Label) => "no-move", "expected a move after the label {label}.";
    /// A comment that does not end before the next game or the end of the file.
    UnclosedComment => "unclosed-comment", "the comment is not closed, expected }} before the next game";
    /// A `}` without a `{`.
    StrayBrace => "stray-brace", "unexpected }}, no comment is open";
    /// A tag that isn't closed on its line.
    UnclosedTag => "unclosed-tag", "the tag is not closed, expected \"] on this line";
    /// A tag that is longer than 64 KiB.
    TagTooLong(limit: usize) => "tag-too-long", "the tag is too long, expected at most {limit} bytes";
    /// A `(` without a `)`.
    UnclosedVariation => "unclosed-variation",
        "the variation is not closed, expected ) before the end of the game";
    /// A `)` without a `(`.
    StrayClose => "stray-close", "unexpected ), no variation is open";
    /// A variation without a half-move.
    EmptyVariation => "empty-variation", "the variation is empty, expected a half-move";
    /// A variation whose first label names no half-move before it.
    VariationNowhere(label: Label) => "variation-nowhere",
        "there is no half-move {label} before this variation, expected the label of the half-move it replaces";
    /// Variations nested deeper than the limit.
    TooDeep(limit: usize) => "too-deep", "variations are nested deeper than {limit}, this one is skipped";
    /// A second result.
    SecondResult(first: GameResult) => "second-result", "second result, the game already ended with {first}";
    /// A half-move after a result. The game continues with it.
    AfterResult(result: GameResult) => "after-result",
        "the game continues after the result {result}, which is ignored";
    /// A NAG without a half-move before it.
    StrayNag => "stray-nag", "expected a half-move before the NAG";
    /// The game is longer than the limit in bytes. The rest up to the next game was not read.
    TooLong(limit: usize) => "too-long",
        "the game is longer than {limit} bytes, the rest up to the next game is skipped";
    /// More syntax errors than the limit. The rest is not reported.
    TooMany(limit: usize) => "too-many-errors",
        "more than {limit} errors in this game, the rest are not shown";
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

//! What a reader reports, event by event.

use bughouse_chess::{Leniency, Span};

use crate::label::Label;
use crate::lexer::{CommentStyle, TagForm};
use crate::syntax_error::SyntaxError;
use crate::tags::GameResult;

/// How a reader goes on after an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[must_use]
pub enum Flow {
    /// It reports everything.
    #[default]
    Continue,
    /// It reports no more of this part: after [`Visitor::begin_game`] no tags, after [`Visitor::begin_variation`]
    /// nothing of the variation, after [`Visitor::end_tags`] or [`Visitor::half_move`] no moves, comments and result.
    Skip,
    /// It reads no further. The next reading goes on after this game.
    Stop,
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The offset of its first byte.
    pub byte: u64,
    /// The line of its first byte, from 1.
    pub line: u64,
    /// The column of its first byte in characters, from 1. Nearly all games begin in the first.
    pub column: u64,
}

/// A tag as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value without quotes, its escapes not resolved; [`unescape`](crate::tree::unescape) does that.
    pub value: &'a [u8],
    /// How it is written.
    pub form: TagForm,
    /// Where the whole tag is.
    pub span: Span,
    /// Where the name is.
    pub name_at: Span,
    /// Where the value is, without its quotes.
    pub value_at: Span,
}

/// A half-move as it is written: a label and the move after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawHalfMove<'a> {
    /// The number and the seat.
    pub label: Label,
    /// Where the label is, with its dots.
    pub label_at: Span,
    /// The move.
    pub san: &'a [u8],
    /// Where the move is.
    pub san_at: Span,
    /// In how many variations it stands: 0 is the main line.
    pub depth: usize,
}

/// A comment as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawComment<'a> {
    /// The text without braces.
    pub text: &'a [u8],
    /// How it is written.
    pub style: CommentStyle,
    /// Where the whole comment is.
    pub span: Span,
    /// In how many variations it stands: 0 is the main line.
    pub depth: usize,
}

/// A game as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawGame<'a> {
    /// Where it begins.
    pub place: Place,
    /// All of its bytes, to the first byte of the next game. If the game is too long, its beginning.
    pub bytes: &'a [u8],
    /// Whether there is a tag, a half-move or a result. If not, this is stray text and no game, and the next game
    /// has the same number.
    pub is_game: bool,
}

/// Is told what a [`Reader`](crate::Reader) reads. Places are counted from the game's first byte.
///
/// All methods do nothing unless they are written. What stands in variations comes with a depth: 0 is the main line, 1 a
/// variation of it. The depth is the number of variations that began and did not end.
///
/// ```
/// use bpgn::{Flow, RawHalfMove, Reader, Visitor};
/// use bpgn::bughouse_chess::Span;
///
/// /// The moves of the main line.
/// #[derive(Default)]
/// struct Main(Vec<String>);
///
/// impl Visitor for Main {
///     fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
///         assert_eq!(half_move.depth, 0);
///         self.0.push(String::from_utf8_lossy(half_move.san).into_owned());
///         Flow::Continue
///     }
///
///     fn begin_variation(&mut self, _: Span, _depth: usize) -> Flow {
///         Flow::Skip
///     }
/// }
///
/// let mut main = Main::default();
/// Reader::new(&b"1A. e4 (1A. d4 1a. d5 (1a. Nf6)) 1a. e5 *"[..]).read_all(&mut main)?;
/// assert_eq!(main.0, ["e4", "e5"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Visitor {
    /// A game begins. [`Flow::Skip`] leaves the tags out.
    fn begin_game(&mut self, _place: &Place) -> Flow {
        Flow::Continue
    }

    /// A tag.
    fn tag(&mut self, _tag: RawTag<'_>) {}

    /// The tags end. [`Flow::Skip`] leaves all else out, to [`Visitor::end_game`].
    fn end_tags(&mut self) -> Flow {
        Flow::Continue
    }

    /// A label and the move after it. [`Flow::Skip`] leaves the rest out, to [`Visitor::end_game`].
    fn half_move(&mut self, _half_move: RawHalfMove<'_>) -> Flow {
        Flow::Continue
    }

    /// A comment, a clock in braces, an end reason.
    fn comment(&mut self, _comment: RawComment<'_>) {}

    /// A mark after a move: `!?` or `$14`.
    fn nag(&mut self, _nag: &[u8], _span: Span, _depth: usize) {}

    /// A variation begins, at the depth of what stands in it: 1 for a variation of the main line.
    ///
    /// [`Flow::Skip`] leaves everything in it out, its [`Visitor::end_variation`] too. Faults are told.
    fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
        Flow::Continue
    }

    /// A variation ends, with the depth it began with.
    fn end_variation(&mut self, _span: Span, _depth: usize) {}

    /// A result.
    fn result(&mut self, _result: GameResult, _span: Span, _depth: usize) {}

    /// The text deviates from the standard in a way that was accepted.
    fn leniency(&mut self, _leniency: Leniency, _span: Span) {}

    /// Something is wrong with the text. Faults are told also where tags, moves or variations are skipped.
    fn syntax_error(&mut self, _error: SyntaxError) {}

    /// The game ends.
    fn end_game(&mut self, _game: RawGame<'_>) -> Flow {
        Flow::Continue
    }
}

//! The events of a reader.

use bughouse_chess::Span;

use crate::lexer::{CommentStyle, TagForm};
use crate::types::label::Label;
use crate::types::syntax_error::{Spelling, SyntaxError};
use crate::types::tags::GameResult;

/// What a reader reports after an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[must_use]
pub enum Flow {
    /// Everything.
    #[default]
    Continue,
    /// Nothing of this part: the tags after [`Visitor::begin_game`], the variation after [`Visitor::begin_variation`],
    /// and moves, comments and result after [`Visitor::end_tags`] or [`Visitor::half_move`].
    Skip,
    /// Nothing else of the game.
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
    /// The column of its first byte in characters, from 1. Nearly all games begin in column 1.
    pub column: u64,
}

/// A tag in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value without quotes. To resolve its escapes, call [`unescape`](crate::unescape).
    pub value: &'a [u8],
    /// How it is written.
    pub form: TagForm,
    /// The span of the whole tag.
    pub span: Span,
    /// The span of the name.
    pub name_at: Span,
    /// The span of the value, without its quotes.
    pub value_at: Span,
}

/// A half-move in the text: a label and the move after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawHalfMove<'a> {
    /// The number and the seat.
    pub label: Label,
    /// The span of the label, with its dots.
    pub label_at: Span,
    /// The move.
    pub san: &'a [u8],
    /// The span of the move.
    pub san_at: Span,
    /// The nesting depth. 0 is the main line.
    pub depth: usize,
}

/// A comment in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawComment<'a> {
    /// The text without braces.
    pub text: &'a [u8],
    /// How it is written.
    pub style: CommentStyle,
    /// The span of the whole comment.
    pub span: Span,
    /// The nesting depth. 0 is the main line.
    pub depth: usize,
}

/// A game in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawGame<'a> {
    /// Where the game begins.
    pub place: Place,
    /// All bytes up to the next game. If the game is too long, only its beginning.
    pub bytes: &'a [u8],
    /// Whether there is a tag, a half-move or a result. If not, this is only stray text, and the next game has the same
    /// number.
    pub is_game: bool,
}

/// Receives the events of a game that a [`Reader`](crate::Reader) reads, or that a tree [holds](crate::Game::visit). Spans
/// count from the game's first byte.
///
/// By default, all methods but the last do nothing. The depth is the number of open variations: 0 is the main line, 1 is a variation
/// of it.
///
/// ```
/// use bpgn::{Flow, RawGame, RawHalfMove, Reader, Visitor};
/// use bpgn::bughouse_chess::Span;
///
/// /// The moves of the main line.
/// #[derive(Default)]
/// struct Main(Vec<String>);
///
/// impl Visitor for Main {
///     type Output = Vec<String>;
///
///     fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
///         assert_eq!(half_move.depth, 0);
///         self.0.push(String::from_utf8_lossy(half_move.san).into_owned());
///         Flow::Continue
///     }
///
///     fn begin_variation(&mut self, _: Span, _depth: usize) -> Flow {
///         Flow::Skip
///     }
///
///     fn end_game(&mut self, _: RawGame<'_>) -> Vec<String> {
///         std::mem::take(&mut self.0)
///     }
/// }
///
/// let mut reader = Reader::new(&b"1A. e4 (1A. d4 1a. d5 (1a. Nf6)) 1a. e5 *"[..]);
/// assert_eq!(reader.read_game(&mut Main::default())?.unwrap(), ["e4", "e5"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Visitor {
    /// What the visitor returns for a game.
    type Output;

    /// Called at the beginning of a game. [`Flow::Skip`] skips the tags.
    fn begin_game(&mut self, _place: &Place) -> Flow {
        Flow::Continue
    }

    /// Called for each tag.
    fn tag(&mut self, _tag: RawTag<'_>) {}

    /// Called at the end of the tags. [`Flow::Skip`] skips everything else up to [`Visitor::end_game`].
    fn end_tags(&mut self) -> Flow {
        Flow::Continue
    }

    /// Called for a label and the move after it. [`Flow::Skip`] skips the rest up to [`Visitor::end_game`].
    fn half_move(&mut self, _half_move: RawHalfMove<'_>) -> Flow {
        Flow::Continue
    }

    /// Called for a comment, a clock in braces, or an end reason.
    fn comment(&mut self, _comment: RawComment<'_>) {}

    /// Called for a NAG: `!?` or `$14`.
    fn nag(&mut self, _nag: &[u8], _span: Span, _depth: usize) {}

    /// Called at the beginning of a variation. The depth is that of its half-moves: 1 for a variation of the main line.
    ///
    /// [`Flow::Skip`] skips everything in it, including its [`Visitor::end_variation`]. Syntax errors are still
    /// reported.
    fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
        Flow::Continue
    }

    /// Called at the end of a variation, with the same depth as at its beginning.
    fn end_variation(&mut self, _span: Span, _depth: usize) {}

    /// Called for a result.
    fn result(&mut self, _result: GameResult, _span: Span, _depth: usize) {}

    /// Called for the `e.p.` or `ep` after an en passant capture, if it is a word of its own.
    fn en_passant_suffix(&mut self, _span: Span) {}

    /// Called for an accepted deviation from the standard next to a move.
    fn spelling(&mut self, _spelling: Spelling, _span: Span) {}

    /// Called for a syntax error, also where tags, moves or variations are skipped.
    fn syntax_error(&mut self, _error: SyntaxError) {}

    /// Called at the end of a game.
    fn end_game(&mut self, game: RawGame<'_>) -> Self::Output;
}

/// A visitor that nothing matters to.
pub(crate) struct IgnoreAll;

impl Visitor for IgnoreAll {
    type Output = ();

    fn end_game(&mut self, _: RawGame<'_>) {}
}

/// Passes the events of a game to a visitor, except those that it skips.
#[derive(Default)]
pub(crate) struct Events {
    skips_tags: bool,
    /// From this depth on, nothing is reported. 0 is the main line.
    silent_from: Option<usize>,
}

impl Events {
    pub(crate) fn begin_game<V: Visitor>(&mut self, place: &Place, visitor: &mut V) {
        match visitor.begin_game(place) {
            Flow::Continue => {}
            Flow::Skip => self.skips_tags = true,
            Flow::Stop => self.stop(),
        }
    }

    fn stop(&mut self) {
        (self.skips_tags, self.silent_from) = (true, Some(0));
    }

    #[inline]
    pub(crate) fn tag<V: Visitor>(&self, tag: RawTag<'_>, visitor: &mut V) {
        if !self.skips_tags {
            visitor.tag(tag);
        }
    }

    pub(crate) fn end_tags<V: Visitor>(&mut self, visitor: &mut V) {
        match visitor.end_tags() {
            Flow::Continue => {}
            Flow::Skip => self.silent_from = Some(0),
            Flow::Stop => self.stop(),
        }
    }

    /// Returns `true` if nothing of the current line is reported.
    #[inline]
    pub(crate) fn is_silent(&self) -> bool {
        self.silent_from.is_some()
    }

    /// Call it only if [`Events::is_silent`] returns `false`, like the visitor's other methods for moves.
    #[inline(always)]
    pub(crate) fn half_move<V: Visitor>(&mut self, half_move: RawHalfMove<'_>, visitor: &mut V) {
        match visitor.half_move(half_move) {
            Flow::Continue => {}
            Flow::Skip => self.silent_from = Some(0),
            Flow::Stop => self.stop(),
        }
    }

    pub(crate) fn begin_variation<V: Visitor>(&mut self, span: Span, depth: usize, visitor: &mut V) {
        if self.is_silent() {
            return;
        }
        match visitor.begin_variation(span, depth) {
            Flow::Continue => {}
            Flow::Skip => self.silent_from = Some(depth),
            Flow::Stop => self.stop(),
        }
    }

    pub(crate) fn end_variation<V: Visitor>(&mut self, span: Span, depth: usize, visitor: &mut V) {
        if self.silent_from == Some(depth) {
            self.silent_from = None;
        } else if !self.is_silent() {
            visitor.end_variation(span, depth);
        }
    }
}

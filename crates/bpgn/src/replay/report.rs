//! What a checker reports: half-moves while a game is read, and a report at its end.

use core::fmt;

use bughouse_chess::{BoardId, FenStyle, Millis, Span};

use crate::lexer::TagForm;
use crate::reader::visitor::Place;
use crate::replay::clocks::WrittenClocks;
use crate::replay::diagnostic::{Diagnostic, DiagnosticKind};
use crate::replay::error::ReplayError;
use crate::replay::outcome::GameOutcome;
use crate::replay::replay::Step;
use crate::replay::replayer::Replayer;
use crate::replay::start::Start;
use crate::types::clock::Clock;
use crate::types::detect::Encoding;
use crate::types::tags::GameResult;

/// The state of a game after the check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// Everything was read and played. There may be notes and conflicts.
    Ok,
    /// Everything was played, after a repair that a diagnostic describes.
    Repaired,
    /// Something could not be read or played.
    Broken,
}

impl State {
    /// Returns a short name.
    pub const fn name(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Repaired => "repaired",
            State::Broken => "broken",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The spans of a tag and its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagSpot {
    /// The span of the name.
    pub name: Span,
    /// The span of the value, without quotes.
    pub value: Span,
    /// The span of the whole tag.
    pub span: Span,
    /// How it is written.
    pub form: TagForm,
    /// Whether it comes after the first comment.
    pub late: bool,
}

/// The report about a game. Spans count from the game's first byte.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a> {
    /// Where the game begins.
    pub place: Place,
    /// The bytes of the game.
    pub bytes: &'a [u8],
    /// Whether it is a game, rather than only stray text.
    pub is_game: bool,
    /// The tags, in order.
    pub tags: &'a [TagSpot],
    /// The state of the game.
    pub state: State,
    /// The start of the game.
    pub start: &'a Start,
    /// The two boards after the half-moves of the main line that were played.
    pub end: &'a Replayer,
    /// How many half-moves of the main line were played.
    pub played: usize,
    /// How many half-moves the main line has.
    pub half_moves: usize,
    /// By half-move of the main line, where its label begins.
    pub starts: &'a [usize],
    /// The clocks of the half-moves that were played, if the [`Observer`] wants half-moves.
    pub clocks: &'a WrittenClocks,
    /// Why the replay stopped, if it wasn't at the end of the main line.
    pub stopped: Option<ReplayError>,
    /// The span of the move that stopped it.
    pub stopped_move: Option<Span>,
    /// The result that counts, from the tag or after the moves.
    pub result: Option<GameResult>,
    /// The span of the comment that says why the game ended.
    pub end_reason: Option<Span>,
    /// Who won, and the evidence for it.
    pub outcome: GameOutcome,
    /// The problems found, in the order of the text.
    pub diagnostics: &'a [Diagnostic],
    /// How positions are written.
    pub style: FenStyle,
}

impl<'a> Report<'a> {
    /// Lists names and values of the tags as bytes. Escapes in values are not resolved.
    pub fn tags(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        let bytes = self.bytes;
        let text = move |span: Span| &bytes[span.start..span.end];
        self.tags.iter().map(move |tag| (text(tag.name), text(tag.value)))
    }

    /// Returns the value of the first tag with a name.
    pub fn tag(&self, name: &str) -> Option<&'a [u8]> {
        self.tags().find(|(found, _)| *found == name.as_bytes()).map(|(_, value)| value)
    }

    /// Returns a board at the end as BFEN, in the style of the options.
    ///
    /// Move numbers count from the start position, whatever the labels say.
    /// [`Timeline::to_bfen`](crate::Timeline::to_bfen) follows the labels. `docs/adr/0009` explains why both exist.
    pub fn to_bfen(&self, board: BoardId) -> String {
        self.end.position().board(board).text(&self.style).to_string()
    }

    /// Returns the encoding of the bytes.
    pub fn encoding(&self) -> Encoding {
        Encoding::of(self.bytes)
    }

    /// Returns the message of a diagnostic.
    pub fn text_of(&self, diagnostic: &Diagnostic) -> String {
        let text = match (diagnostic.kind, &self.start.error) {
            (DiagnosticKind::BadStart, Some(error)) => match error.syntax() {
                // The diagnostic has its own span.
                Some(error) => format!("{}: {}", diagnostic.kind, error.kind()),
                None => format!("{}: {error}", diagnostic.kind),
            },
            _ => diagnostic.kind.to_string(),
        };
        match diagnostic.count {
            1 => text,
            count => format!("{text} ({count} times)"),
        }
    }
}

/// Receives what a [`Checker`](crate::Checker) finds: each half-move of the main line, and a report for each game.
///
/// A function that takes a [`Report`] implements it and receives no half-moves.
///
/// ```
/// use bpgn::replay::{ObservedHalfMove, Observer};
/// use bpgn::{Checker, ReadOptions, Reader, Report};
/// use bughouse_chess::{Millis, Piece, Seat};
///
/// /// The clocks at which queens were captured.
/// #[derive(Default)]
/// struct Queens(Vec<(Seat, Option<Millis>)>);
///
/// impl Observer for Queens {
///     type Output = ();
///
///     fn half_move(&mut self, half_move: &ObservedHalfMove<'_>) {
///         let played = half_move.step.played;
///         if played.transfer.capture.is_some_and(|capture| capture.piece == Piece::Queen) {
///             self.0.push((played.seat, half_move.clock.map(|clock| clock.time())));
///         }
///     }
///
///     fn report(&mut self, _: &Report<'_>) {}
/// }
///
/// let text = "1A. e4 {179} 1a. e5 {178} 2A. Qh5 {177} 2a. Nf6 {176} 3A. d3 {175} 3a. Nxh5 {170.5} *";
/// let mut checker = Checker::with_observer(ReadOptions::strict(), Queens::default());
/// Reader::new(text.as_bytes()).read_all(&mut checker)?;
/// assert_eq!(checker.into_observer().0, [(Seat::BLACK_A, Some(Millis(170_500)))]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Observer {
    /// What the observer returns for a game.
    type Output;

    /// Whether half-moves are wanted. If not, the checker skips reading clocks.
    const HALF_MOVES: bool = true;

    /// Called for a half-move of the main line, after everything that follows it was read.
    fn half_move(&mut self, _half_move: &ObservedHalfMove<'_>) {}

    /// Called at the end of a game.
    fn report(&mut self, report: &Report<'_>) -> Self::Output;
}

impl<T, F: FnMut(&Report<'_>) -> T> Observer for F {
    type Output = T;

    const HALF_MOVES: bool = false;

    fn report(&mut self, report: &Report<'_>) -> T {
        self(report)
    }
}

/// A half-move of the main line that was played, with its text and times.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ObservedHalfMove<'a> {
    /// The half-move, with both boards before and after it.
    pub step: Step<'a>,
    /// The span of the label. Spans count from the game's first byte.
    pub label_at: Span,
    /// The span of the move.
    pub san_at: Span,
    /// The clock of the half-move, in the form it is written.
    pub clock: Option<Clock>,
    /// The lag, from an `{L:100}` comment.
    pub lag: Option<Millis>,
    /// The thinking time, from a `{T:1200}` comment.
    pub thinking: Option<Millis>,
}

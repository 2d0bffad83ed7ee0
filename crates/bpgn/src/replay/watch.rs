//! Receives half-moves and reports from a checker.

use bughouse_chess::{Millis, Span};

use crate::reader::visitor::Flow;
use crate::replay::replay::Step;
use crate::replay::report::Report;
use crate::types::clock::Clock;

/// Receives what a [`Checker`](crate::Checker) finds: each half-move of the main line, and a report for each game.
///
/// A function that takes a [`Report`] implements it and receives no half-moves.
///
/// ```
/// use bpgn::{Checker, Flow, ReadOptions, Reader, Report, Watch, WatchedHalfMove};
/// use bughouse_chess::{Millis, Piece, Seat};
///
/// /// The clocks at which queens were captured.
/// #[derive(Default)]
/// struct Queens(Vec<(Seat, Option<Millis>)>);
///
/// impl Watch for Queens {
///     fn half_move(&mut self, half_move: &WatchedHalfMove<'_>) {
///         let played = half_move.step.played;
///         if played.transfer.capture.is_some_and(|capture| capture.piece == Piece::Queen) {
///             self.0.push((played.seat, half_move.clock.map(|clock| clock.time())));
///         }
///     }
///
///     fn report(&mut self, _: &Report<'_>) -> Flow {
///         Flow::Continue
///     }
/// }
///
/// let text = "1A. e4 {179} 1a. e5 {178} 2A. Qh5 {177} 2a. Nf6 {176} 3A. d3 {175} 3a. Nxh5 {170.5} *";
/// let mut checker = Checker::watched(ReadOptions::strict(), Queens::default());
/// Reader::new(text.as_bytes()).read_all(&mut checker)?;
/// assert_eq!(checker.into_watch().0, [(Seat::BLACK_A, Some(Millis(170_500)))]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Watch {
    /// Whether half-moves are wanted. If not, the checker skips reading clocks.
    const HALF_MOVES: bool = true;

    /// Called for a half-move of the main line, after everything that follows it was read.
    fn half_move(&mut self, _half_move: &WatchedHalfMove<'_>) {}

    /// Called at the end of a game.
    fn report(&mut self, report: &Report<'_>) -> Flow;
}

impl<F: FnMut(&Report<'_>) -> Flow> Watch for F {
    const HALF_MOVES: bool = false;

    fn report(&mut self, report: &Report<'_>) -> Flow {
        self(report)
    }
}

/// A half-move of the main line that was played, with its text and times.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WatchedHalfMove<'a> {
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

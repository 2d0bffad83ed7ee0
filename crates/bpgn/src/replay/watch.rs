//! What a checker tells while it plays a game, and after it.

use bughouse_chess::{Millis, Span};

use crate::clock::Clock;
use crate::replay::replay::Step;
use crate::replay::report::Report;
use crate::visitor::Flow;

/// Is told what a [`Checker`](crate::Checker) does: each half-move of the main line, and a report for each game.
///
/// A function that takes a [`Report`] is one that wants no half-moves.
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
    /// Whether half-moves are wanted. Where they are not, clocks need not be read.
    const HALF_MOVES: bool = true;

    /// A half-move of the main line was played, and all that stands after it was read.
    fn half_move(&mut self, _half_move: &WatchedHalfMove<'_>) {}

    /// A game ended.
    fn report(&mut self, report: &Report<'_>) -> Flow;
}

impl<F: FnMut(&Report<'_>) -> Flow> Watch for F {
    const HALF_MOVES: bool = false;

    fn report(&mut self, report: &Report<'_>) -> Flow {
        self(report)
    }
}

/// A half-move of the main line that was played, and what is written about it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WatchedHalfMove<'a> {
    /// The half-move, with both boards before and after it.
    pub step: Step<'a>,
    /// Where its label is, counted from the first byte of the game.
    pub label_at: Span,
    /// Where its move is.
    pub san_at: Span,
    /// Its clock as it is recorded.
    pub clock: Option<Clock>,
    /// The lag, of a comment `{L:100}`.
    pub lag: Option<Millis>,
    /// The time the player thought, of a comment `{T:1200}`.
    pub thinking: Option<Millis>,
}

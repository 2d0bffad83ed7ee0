//! A line of a game as moments: both boards, the four clocks and the times after each half-move.

use bughouse_chess::{Board, BoardId, BySeat, Color, Millis, Position, Seat};

use crate::replay::clocks::{ClockKind, Sit, Sits, Waited};
use crate::replay::error::ReplayError;
use crate::replay::moments::{Moment, Moments, PlayedLine, TimelineStart};
use crate::replay::options::ReadOptions;
use crate::tree::Game;
use crate::types::label::Label;

/// A replayed line of a game: the main line, or a variation with everything before it.
///
/// ```
/// use bpgn::{Game, ReadOptions, Timeline};
/// use bughouse_chess::{Millis, Seat};
///
/// let game: Game = "[TimeControl \"180+0\"]\n1A. e4 {179} 1B. d4 {178.5} 1a. d5 {176} 2A. exd5 {170} *".parse()?;
/// let timeline = Timeline::new(&game, &ReadOptions::strict());
/// let last = timeline.moments.last().unwrap();
/// assert_eq!(last.transfer.transfer.map(|(seat, _)| seat), Some(Seat::BLACK_B));
/// assert_eq!(last.used, Some(Millis(9_000)));
/// assert_eq!(last.elapsed, Some(Millis(14_000)));
/// assert_eq!(last.diagonals, [Some(Millis(-8_500)), Some(Millis(-4_000))]);
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Timeline {
    /// The start of the game.
    pub start: TimelineStart,
    /// What was played, in order.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if it wasn't at the end of the line.
    pub stopped: Option<ReplayError>,
    /// The kind of clocks in the game.
    pub clock_kind: ClockKind,
    /// Whether this is the main line.
    pub is_main: bool,
}

impl Timeline {
    /// Plays the main line of a game.
    pub fn new(game: &Game, options: &ReadOptions) -> Timeline {
        Timeline::of_moments(Moments::new(game, options)).0
    }

    /// Plays a line of a game, including the half-moves before it.
    ///
    /// The path is that of [`Game::line`]. An empty path is the main line. Returns `None` if there is no such line.
    pub fn of_line(game: &Game, path: &[(usize, usize)], options: &ReadOptions) -> Option<Timeline> {
        Some(Timeline::of_moments(Moments::of_line(game, path, options)?).0)
    }

    /// Plays a game, and returns the timeline of the main line and all variations, by half-move.
    ///
    /// This takes time linear in the number of half-moves, however deep variations are nested.
    ///
    /// ```
    /// use bpgn::{Game, ReadOptions, Timeline};
    ///
    /// let game: Game = "1A. e4 1B. d4 (1B. Nf3 1b. d5 (1b. e5)) 1a. d5 *".parse()?;
    /// let (main, variations) = Timeline::of_played(&game, &ReadOptions::strict());
    /// assert_eq!(main.len(), 3);
    /// let variation = &variations[1][0];
    /// assert_eq!((variation.moments[0].san.as_str(), variation.moments[0].ply), ("Nf3", 2));
    /// assert_eq!(variation.variations[1][0].moments[0].san, "e5");
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn of_played(game: &Game, options: &ReadOptions) -> (Timeline, Vec<Vec<PlayedLine>>) {
        Timeline::of_moments(Moments::new(game, options).with_variations())
    }

    fn of_moments(mut moments: Moments<'_>) -> (Timeline, Vec<Vec<PlayedLine>>) {
        let PlayedLine { moments: played, stopped, variations } = moments.collect_line();
        let (clock_kind, is_main) = (moments.clock_kind(), moments.is_main());
        let start = moments.into_start();
        (Timeline { start, moments: played, stopped, clock_kind, is_main }, variations)
    }

    /// Returns how many half-moves were played.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Returns `true` if no half-move was played.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Returns the moment of a half-move, counted from 1.
    pub fn moment(&self, ply: usize) -> Option<&Moment> {
        self.moments.get(ply.checked_sub(1)?)
    }

    /// Returns both boards after a number of half-moves; 0 is the start.
    pub fn position(&self, ply: usize) -> Option<&Position> {
        if ply == 0 { Some(&self.start.position) } else { self.moment(ply).map(|moment| &moment.position) }
    }

    /// Returns what each clock shows after a number of half-moves; 0 is the start.
    pub fn clocks(&self, ply: usize) -> Option<BySeat<Option<Millis>>> {
        if ply == 0 { Some(self.start.clocks) } else { self.moment(ply).map(|moment| moment.clocks) }
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB, after a number of half-moves.
    pub fn diagonals(&self, ply: usize) -> Option<[Option<Millis>; 2]> {
        self.clocks(ply).map(|clocks| self.clock_kind.diagonals(&clocks))
    }

    /// Returns the label of a new half-move on a board after a number of half-moves. 0 is the start.
    ///
    /// ```
    /// use bpgn::{Game, ReadOptions, Timeline};
    /// use bughouse_chess::BoardId;
    ///
    /// let game: Game = "1A. e4 1a. e5 1B. d4 *".parse()?;
    /// let timeline = Timeline::new(&game, &ReadOptions::strict());
    /// let next = |ply, board| timeline.next_label(ply, board).map(|label| label.to_string());
    /// assert_eq!(next(2, BoardId::A).as_deref(), Some("2A"));
    /// assert_eq!(next(3, BoardId::B).as_deref(), Some("1b"));
    /// assert_eq!(next(4, BoardId::B), None);
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn next_label(&self, ply: usize, board: BoardId) -> Option<Label> {
        let here = self.position(ply)?.board(board);
        let is_here = |moment: &&Moment| moment.seat.board == board;
        // Any new half-move gets the same label as the game's own next half-move on the board.
        if let Some(next) = self.moments[ply..].iter().find(is_here) {
            return Some(next.label);
        }
        let number = match self.moments[..ply].iter().rev().find(is_here) {
            Some(before) if before.seat.color == Color::Black => before.label.number.saturating_add(1),
            Some(before) => before.label.number,
            None => here.fullmove_number(),
        };
        Some(Label { number, seat: Seat { board, color: here.side_to_move() } })
    }

    /// Returns a board as BFEN after a number of half-moves, in the style of the options; 0 is the start.
    pub fn to_bfen(&self, ply: usize, board: BoardId) -> Option<String> {
        self.counted_board(ply, board).map(|board| board.text(&self.start.style).to_string())
    }

    /// Returns a board after a number of half-moves with the number that [`Timeline::to_bfen`] writes; 0 is the start.
    pub fn counted_board(&self, ply: usize, board: BoardId) -> Option<Board> {
        if ply == 0 {
            return Some(self.start.counted_board(board));
        }
        self.moment(ply).map(|moment| moment.counted_board(board))
    }

    /// Lists the sits of at least `least` during which two or more half-moves were played on the other board. The
    /// default for `least` is [`LEAST_SIT`](crate::replay::LEAST_SIT).
    ///
    /// This includes the seat to move when the game ended. If the clocks don't show how long a seat waited, it is not a
    /// sit.
    pub fn sits(&self, least: Millis) -> Vec<Sit> {
        let mut sits = Sits::new(self.clock_kind, least);
        self.moments.iter().for_each(|moment| sits.push(Waited::of(moment)));
        // A variation has no end of the game, nor has a game that could not be played.
        let is_over = self.is_main && self.stopped.is_none();
        let end = self.position(self.len()).filter(|_| is_over);
        sits.end(end)
    }
}

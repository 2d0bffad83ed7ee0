//! A line of a game as moments: both boards, the four clocks and the times after each half-move.

use bughouse_chess::{
    Board, BoardId, BughouseMove, BySeat, Color, FenStyle, Millis, Position, ReadError, Ruled, Seat,
    TimeControl, Transfer,
};

use crate::replay::moments::Moments;
use crate::replay::options::ReadOptions;
use crate::replay::replay::{Replay, Replayed, StoppedLine};
use crate::replay::replayer::Played;
use crate::replay::start::Start;
use crate::replay::times::{ClockKind, TimeStart, Times, WrittenClock};
use crate::replay::variations::PlayedLine;
use crate::tree::{Game, HalfMove};
use crate::types::clock::{Clock, lag_list};
use crate::types::label::Label;
use crate::types::tags::read_time_control;

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
    pub stopped: Option<StoppedLine>,
    /// The kind of clocks in the game.
    pub clock_kind: ClockKind,
    /// Whether this is the main line.
    pub is_main: bool,
}

/// The start of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TimelineStart {
    /// Both boards, and the rules that apply.
    pub position: Position,
    /// The time on each clock, from the start position or else from the time control.
    pub clocks: BySeat<Option<Millis>>,
    /// The time control, from the tag or else inferred from the clocks.
    pub control: Option<TimeControl>,
    /// Whether the time control was inferred from the clocks, assuming that games start at a full or half minute.
    pub is_inferred: bool,
    /// By board, the number of the first move if a label shows it: only with a start position.
    pub(crate) numbers: [Option<u32>; 2],
    /// How positions are written.
    pub style: FenStyle,
    /// Why the start position is not valid.
    pub error: Option<ReadError>,
}

/// A half-move that was played, with the boards and clocks after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// The number of the half-move in the line, from 1.
    pub ply: usize,
    /// The label in the text.
    pub label: Label,
    /// The seat that played it, which may differ from the label.
    pub seat: Seat,
    /// The text of the move.
    pub san: String,
    /// The move.
    pub mv: BughouseMove,
    /// Both boards after it.
    pub position: Position,
    /// What was captured and transferred.
    pub transfer: Transfer,
    /// What each clock showed last.
    pub clocks: BySeat<Option<Millis>>,
    /// What each clock shows at the time of the half-move: the player to move on the other board has been thinking
    /// since the half-move before. In a variation, clocks don't run; they change only if the variation has its own
    /// clocks.
    pub running: BySeat<Option<Millis>>,
    /// The clock of the half-move, in the form it is written.
    pub clock: Option<Clock>,
    /// The time used for it. It is negative in files that contradict themselves.
    ///
    /// With a common countdown, it is the time since the half-move before in the file.
    pub used: Option<Millis>,
    /// The elapsed time since the start, by the clocks of its board.
    pub elapsed: Option<Millis>,
    /// The elapsed time since the start, never less than at the half-move before. The times of the two boards may
    /// differ a little.
    pub time: Option<Millis>,
    /// The lag, from an `{L:100}` comment or else the `Lag` tag.
    pub lag: Option<Millis>,
    /// The thinking time, from a `{T:1200}` comment.
    pub thinking: Option<Millis>,
    /// How much more time WhiteA has than WhiteB, and BlackA than BlackB. `None` with a common countdown.
    pub diagonals: [Option<Millis>; 2],
    /// By board, the number of the next move, if labels show it.
    numbers: [Option<u32>; 2],
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

    /// Plays a game, and returns the timeline of the main line and all variations.
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
}

impl TimelineStart {
    /// Returns a board with the number of its first move. With a start position, the number is that of the first label
    /// on the board.
    pub fn counted_board(&self, board: BoardId) -> Board {
        numbered(self.position.board(board).board(), self.numbers[board.to_index()])
    }
}

impl Moment {
    /// Returns a board after the half-move.
    pub fn board(&self, board: BoardId) -> Ruled<'_> {
        self.position.board(board)
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB, by the [running](Moment::running)
    /// clocks: how much longer a player can sit than their diagonal opponent.
    pub fn running_diagonals(&self) -> [Option<Millis>; 2] {
        // `None` with a common countdown.
        let known = self.diagonals.map(|diagonal| diagonal.is_some());
        let [white, black] = ClockKind::FourClocks.diagonals(&self.running);
        [white.filter(|_| known[0]), black.filter(|_| known[1])]
    }

    /// Returns a board after the half-move as BFEN, in the default [style](FenStyle::of_games) for games.
    pub fn to_bfen(&self, board: BoardId) -> String {
        self.to_bfen_as(board, &FenStyle::of_games())
    }

    /// Returns a board after the half-move as BFEN in another style.
    pub fn to_bfen_as(&self, board: BoardId, style: &FenStyle) -> String {
        self.counted_board(board).text(style).to_string()
    }

    /// Returns a board after the half-move with the number that [`Moment::to_bfen`] writes. With a start position, the
    /// number is that of the next label on the board.
    pub fn counted_board(&self, board: BoardId) -> Board {
        numbered(&self.board(board), self.numbers[board.to_index()])
    }
}

/// Returns a board with a move number, if there is one.
fn numbered(board: &Board, number: Option<u32>) -> Board {
    number.map_or(*board, |number| board.with_fullmove_number(number))
}

/// A game being replayed.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) replay: Replay,
    pub(crate) times: Times,
    pub(crate) clock_kind: ClockKind,
    /// By board, the number of the first move of the main line, if its label shows it.
    pub(crate) first_numbers: [Option<u32>; 2],
    /// By half-move of the main line, the lag.
    lags: Vec<Option<Millis>>,
}

impl Stage {
    /// Reads the start of a game, and sets up boards and clocks.
    pub(crate) fn begin(game: &Game, options: &ReadOptions) -> (TimelineStart, Stage) {
        let tag = |name: &str| game.tags.get(name).map(str::as_bytes);
        let start = Start::of_tags(tag, options);
        let mut replay = Replay::new(*options);
        replay.restart(&start);
        let first_numbers = match start.given {
            Some(_) => first_numbers(&mut replay, &game.main.half_moves),
            None => [None; 2],
        };
        replay.restart(&start);
        let played = written_clocks(&mut replay, &game.main.half_moves);
        replay.restart(&start);
        let of_times = TimeStart::new(&start, tag("TimeControl").map(read_time_control), &played);
        let lags = match tag("Lag") {
            // Reads at most one lag per half-move.
            Some(value) => lag_list(value).map(Result::ok).take(game.main.half_moves.len()).collect(),
            None => Vec::new(),
        };
        let timeline_start = TimelineStart {
            position: start.position(options),
            clocks: of_times.clocks,
            control: of_times.control,
            is_inferred: of_times.is_inferred,
            numbers: first_numbers,
            style: options.style,
            error: start.error,
        };
        let times = Times::new(&of_times);
        (timeline_start, Stage { replay, times, clock_kind: of_times.kind, first_numbers, lags })
    }

    /// Returns the moment of the half-move that was just played at this depth.
    pub(crate) fn moment(
        &self,
        times: &mut Times,
        ply: usize,
        half_move: &HalfMove,
        played: &Played,
        (position, numbers): (&Position, [Option<u32>; 2]),
        is_main: bool,
    ) -> Moment {
        let written = half_move.times();
        let timed = times.enter(played.seat, written.clock(), position);
        let of_tag = || self.lags.get(ply - 1).copied().flatten().filter(|_| is_main);
        Moment {
            ply,
            label: half_move.label,
            seat: played.seat,
            san: half_move.san.clone(),
            mv: played.mv,
            position: *position,
            transfer: played.transfer,
            clocks: timed.clocks,
            running: timed.running,
            clock: written.clock(),
            used: timed.used,
            elapsed: timed.elapsed,
            time: timed.time,
            lag: written.lag.or_else(of_tag),
            thinking: written.thinking,
            diagonals: timed.diagonals,
            numbers,
        }
    }
}

/// Plays a main line, and returns the clocks of the half-moves that were played, or nothing if there are no clocks.
fn written_clocks(replay: &mut Replay, half_moves: &[HalfMove]) -> Vec<WrittenClock> {
    let mut clocks = Vec::new();
    if half_moves.iter().all(|half_move| half_move.clock().is_none()) {
        return clocks;
    }
    for half_move in half_moves {
        let Replayed::Step(step) = replay.half_move(half_move.label, half_move.san.as_bytes()) else { break };
        let (number, seat) = (half_move.label.number, step.played.seat);
        clocks.push(WrittenClock { number, seat, clock: half_move.clock() });
    }
    clocks
}

/// Plays a main line, and returns, by board, the number of its first label.
fn first_numbers(replay: &mut Replay, half_moves: &[HalfMove]) -> [Option<u32>; 2] {
    let mut numbers = [None; 2];
    for half_move in half_moves {
        let Replayed::Step(step) = replay.half_move(half_move.label, half_move.san.as_bytes()) else { break };
        numbers[step.played.seat.board.to_index()].get_or_insert(half_move.label.number);
        if numbers.iter().all(Option::is_some) {
            break;
        }
    }
    numbers
}

//! Plays the half-moves of a line one by one, and the variations of each.

use bughouse_chess::{
    Board, BoardId, BughouseMove, BySeat, FenStyle, Millis, Position, ReadError, Ruled, Seat, TimeControl,
    Transfer,
};

use crate::replay::clocks::{ClockKind, TimeStart, Times, Waited, WrittenClocks};
use crate::replay::error::{ReplayError, ReplayErrorKind};
use crate::replay::options::ReadOptions;
use crate::replay::replay::Replay;
use crate::replay::start::Start;
use crate::tree::{Game, HalfMove, Line};
use crate::types::clock::{Clock, lag_list};
use crate::types::label::Label;
use crate::types::tags::read_time_control;

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
struct Stage {
    replay: Replay,
    clock_kind: ClockKind,
    /// By board, the number of the first move of the main line, if its label shows it.
    first_numbers: [Option<u32>; 2],
    /// By half-move of the main line, the lag.
    lags: Vec<Option<Millis>>,
}

impl Stage {
    /// Reads the start of a game, and sets up boards and clocks.
    fn begin(game: &Game, options: &ReadOptions) -> (TimelineStart, Stage, Times) {
        let tag = |name: &str| game.tags.get(name).map(str::as_bytes);
        let start = Start::of_tags(tag, options);
        let mut replay = Replay::new(*options);
        replay.restart(&start);
        let mut written = WrittenClocks::default();
        let half_moves = &game.main.half_moves;
        if start.given.is_some() || half_moves.iter().any(|half_move| half_move.clock().is_some()) {
            // What follows an illegal half-move says nothing about the half-moves before it.
            for half_move in half_moves {
                let HalfMove { label, san, .. } = half_move;
                let Ok(step) = replay.half_move(*label, san.as_bytes()) else { break };
                written.push(label.number, step.played.seat, half_move.clock());
            }
            replay.restart(&start);
        }
        let numbers = start.given.as_ref().map_or([None; 2], |_| written.first_numbers());
        let of_times = TimeStart::new(&start, tag("TimeControl").map(read_time_control), &written);
        let TimeStart { kind: clock_kind, control, is_inferred, clocks } = of_times;
        let lags = match tag("Lag") {
            // Reads at most one lag per half-move.
            Some(value) => lag_list(value).map(Result::ok).take(half_moves.len()).collect(),
            None => Vec::new(),
        };
        let position = start.position(options);
        let (style, error) = (options.style, start.error);
        let start = TimelineStart { position, clocks, control, is_inferred, numbers, style, error };
        (start, Stage { replay, clock_kind, first_numbers: numbers, lags }, Times::new(&of_times))
    }

    /// Plays a half-move of the current line.
    #[inline]
    fn play(&mut self, times: &mut Times, ply: usize, half_move: &HalfMove) -> Result<Moment, ReplayError> {
        let is_main = self.replay.depth() == 0;
        let (played, position) = match self.replay.half_move(half_move.label, half_move.san.as_bytes()) {
            Ok(step) => (step.played, *step.after),
            Err(error) => {
                // A replay doesn't know where a variation belongs that it can't play.
                let is_unknown = matches!(error.kind, ReplayErrorKind::Trailing | ReplayErrorKind::Nowhere);
                return Err(if is_unknown { ReplayError { ply, ..error } } else { error });
            }
        };
        let numbers = self.replay.numbers();
        let written = half_move.times();
        let timed = times.enter(played.seat, written.clock(), &position);
        let of_tag = || self.lags.get(ply - 1).copied().flatten().filter(|_| is_main);
        Ok(Moment {
            ply,
            label: half_move.label,
            seat: played.seat,
            san: half_move.san.clone(),
            mv: played.mv,
            position,
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
            numbers: [0, 1].map(|board| numbers[board].or(self.first_numbers[board])),
        })
    }

    /// Plays a line and its variations, up to a half-move that can't be played. `before` half-moves come before the
    /// line.
    fn line(&mut self, mut times: Times, line: &Line, before: usize) -> PlayedLine {
        let mut played = PlayedLine::default();
        for (index, half_move) in line.half_moves.iter().enumerate() {
            // Variations begin where the half-move does.
            let branch = times.branch();
            match self.play(&mut times, before + index + 1, half_move) {
                Ok(moment) => played.moments.push(moment),
                Err(error) => played.stopped = Some(error),
            }
            played.variations.push(self.lines(&branch, &half_move.variations, before + index));
            if played.stopped.is_some() {
                break;
            }
        }
        played
    }

    /// Plays the variations of a half-move from the times before it.
    fn lines(&mut self, branch: &Times, lines: &[Line], before: usize) -> Vec<PlayedLine> {
        let play = |line: &Line| {
            self.replay.begin_variation();
            let played = self.line(branch.clone(), line, before);
            self.replay.end_variation();
            played
        };
        lines.iter().map(play).collect()
    }
}

impl Waited {
    /// Returns the seat and the times of a moment.
    pub fn of(moment: &Moment) -> Waited {
        Waited { seat: moment.seat, used: moment.used, elapsed: moment.elapsed }
    }
}

/// Plays a line of a game half-move by half-move. Yields what a [`Timeline`](crate::Timeline) holds, one at a time.
///
/// A moment takes several hundred bytes, which adds up in very long games. An iterator doesn't keep them.
///
/// ```
/// use bpgn::{Game, Moments, ReadOptions};
///
/// let game: Game = "1A. e4 1B. d4 1a. d5 2A. Ke5 2B. e4 *".parse()?;
/// let mut moments = Moments::new(&game, &ReadOptions::strict());
/// assert_eq!(moments.by_ref().filter(|step| step.moment.is_some()).count(), 3);
/// assert_eq!(moments.stopped().map(|stopped| stopped.ply), Some(4));
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Debug)]
pub struct Moments<'a> {
    start: TimelineStart,
    stage: Stage,
    times: Times,
    game: &'a Game,
    /// The path to the line, and how many steps were taken.
    path: Vec<(usize, usize)>,
    taken: usize,
    /// The line being played, its next half-move, and how many half-moves come before it.
    line: &'a Line,
    index: usize,
    before: usize,
    /// How many half-moves were played.
    played: usize,
    variations: bool,
    stopped: Option<ReplayError>,
    is_over: bool,
}

/// A half-move of a line, and the result of playing it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LineStep<'a> {
    /// The half-move as it was read.
    pub half_move: &'a HalfMove,
    /// The boards and clocks after it, or `None` for the half-move that stopped the replay, which comes last.
    pub moment: Option<Moment>,
    /// Its variations, replayed. Empty unless [requested](Moments::with_variations).
    pub variations: Vec<PlayedLine>,
    /// How many steps of the path lead to its line. 0 is the main line.
    pub depth: usize,
}

impl<'a> Moments<'a> {
    /// Prepares the main line of a game.
    pub fn new(game: &'a Game, options: &ReadOptions) -> Moments<'a> {
        Moments::along(game, Vec::new(), options)
    }

    /// Prepares a line of a game, including the half-moves before it.
    ///
    /// The path is that of [`Game::line`]. An empty path is the main line. Returns `None` if there is no such line.
    pub fn of_line(game: &'a Game, path: &[(usize, usize)], options: &ReadOptions) -> Option<Moments<'a>> {
        game.line(path)?;
        Some(Moments::along(game, path.to_vec(), options))
    }

    fn along(game: &'a Game, path: Vec<(usize, usize)>, options: &ReadOptions) -> Moments<'a> {
        let (start, stage, times) = Stage::begin(game, options);
        Moments {
            start,
            times,
            stage,
            game,
            path,
            taken: 0,
            line: &game.main,
            index: 0,
            before: 0,
            played: 0,
            variations: false,
            stopped: None,
            is_over: false,
        }
    }

    /// Also plays the variations of each half-move.
    pub fn with_variations(self) -> Moments<'a> {
        Moments { variations: true, ..self }
    }

    /// Returns the start of the game.
    pub fn start(&self) -> &TimelineStart {
        &self.start
    }

    /// Converts into the start of the game.
    pub fn into_start(self) -> TimelineStart {
        self.start
    }

    /// Returns the kind of clocks in the game.
    pub fn clock_kind(&self) -> ClockKind {
        self.stage.clock_kind
    }

    /// Returns `true` if this is the main line.
    pub fn is_main(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns how many half-moves were played so far.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Returns where the replay stopped, if it wasn't at the end of the line. Known after all half-moves were played.
    pub fn stopped(&self) -> Option<ReplayError> {
        self.stopped
    }

    /// Plays the remaining half-moves, and keeps them.
    pub(crate) fn collect_line(&mut self) -> PlayedLine {
        let mut line = PlayedLine::default();
        while let Some(step) = self.next() {
            line.moments.extend(step.moment);
            if self.variations {
                line.variations.push(step.variations);
            }
        }
        line.stopped = self.stopped;
        line
    }

    /// Returns the next half-move. Switches to the next line of the path where it branches off.
    fn next_half_move(&mut self) -> Option<&'a HalfMove> {
        while !self.is_over {
            let leaves = self.path.get(self.taken).copied();
            let end = leaves.map_or(usize::MAX, |(index, _)| index);
            if let Some(half_move) = self.line.half_moves.get(self.index).filter(|_| self.index < end) {
                self.index += 1;
                return Some(half_move);
            }
            let Some((index, variation)) = leaves else { break };
            let Some(named) = self.line.half_moves.get(index) else { break };
            let Some(next) = named.variations.get(variation) else { break };
            // The half-move that the variation replaces is played first, even if it is illegal.
            let _ = self.stage.replay.half_move(named.label, named.san.as_bytes());
            self.stage.replay.begin_variation();
            self.times = self.times.branch();
            self.before += index;
            (self.line, self.index) = (next, 0);
            self.taken += 1;
        }
        self.is_over = true;
        None
    }

    /// Ends the line. Also counts the half-moves after an illegal one: a repeated half-move is only an error if others
    /// follow.
    fn end(&mut self) {
        self.is_over = true;
        if self.is_main() {
            for half_move in &self.game.main.half_moves[self.index..] {
                let _ = self.stage.replay.half_move(half_move.label, half_move.san.as_bytes());
            }
            self.stopped = self.stage.replay.stopped();
        }
    }
}

impl<'a> Iterator for Moments<'a> {
    type Item = LineStep<'a>;

    fn next(&mut self) -> Option<LineStep<'a>> {
        let half_move = self.next_half_move()?;
        let before = self.before + self.index - 1;
        let others = if self.variations { &half_move.variations[..] } else { &[] };
        // Variations begin where the half-move does.
        let branch = (!others.is_empty()).then(|| self.times.branch());
        let played = self.stage.play(&mut self.times, before + 1, half_move);
        let variations = branch.map_or_else(Vec::new, |branch| self.stage.lines(&branch, others, before));
        let moment = match played {
            Ok(moment) => {
                self.played += 1;
                Some(moment)
            }
            Err(stopped) => {
                self.stopped = Some(stopped);
                self.end();
                None
            }
        };
        Some(LineStep { half_move, moment, variations, depth: self.taken })
    }
}

/// A replayed line of a game, without the half-moves before it, and its variations.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlayedLine {
    /// The half-moves that were played, in order. Numbers continue from the parent line.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if it wasn't at the end of the line.
    pub stopped: Option<ReplayError>,
    /// By half-move of the line, its variations, up to the half-move that could not be played.
    pub variations: Vec<Vec<PlayedLine>>,
}

//! A line of a game as moments: both boards, the four clocks and the times after each half-move.

use bughouse_chess::{
    Board, BoardId, BughouseMove, Capture, Color, Millis, Piece, ReadTwoBoardsError, Seat, Span, TimeControl,
};

use crate::clock::{Clock, CommentKind, lag_list};
use crate::label::Label;
use crate::replay::clock_ledger::{ClockKind, Ledger, difference};
use crate::replay::player::{Played, Player, ReadOptions, Stop, StopKind, write_bfen};
use crate::replay::start::read_start;
use crate::tags::{TimeControlTag, read_time_control};
use crate::tree::{Game, HalfMove};

/// A line of a game, played: the main line, or a variation with all that comes before it.
///
/// ```
/// use bpgn::{Game, ReadOptions, Timeline};
/// use bughouse_chess::{Millis, Seat};
///
/// let game: Game = "[TimeControl \"180+0\"]\n1A. e4 {179} 1B. d4 {178.5} 1a. d5 {176} 2A. exd5 {170} *".parse()?;
/// let timeline = Timeline::new(&game, &ReadOptions::strict());
/// let last = timeline.moments.last().unwrap();
/// assert_eq!(last.transfer.map(|(seat, _)| seat), Some(Seat::BLACK_B));
/// assert_eq!(last.used, Some(Millis(9_000)));
/// assert_eq!(last.elapsed, Some(Millis(14_000)));
/// assert_eq!(last.diagonals, [Some(Millis(-8_500)), Some(Millis(-4_000))]);
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Timeline {
    /// How it began.
    pub start: TimelineStart,
    /// What was played, in order.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if not at the end of the line.
    pub stopped: Option<TimelineStop>,
    /// How the clocks of the game are to be understood.
    pub clock_kind: ClockKind,
    /// Whether this is the main line.
    pub is_main: bool,
}

/// How a game began.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TimelineStart {
    /// Both boards.
    pub boards: [Board; 2],
    /// By seat, the time on the clock: of the start position, else of the time control.
    pub clocks: [Option<Millis>; 4],
    /// The time control, if the tag says one.
    pub control: Option<TimeControl>,
    /// Why the start position cannot be used.
    pub error: Option<ReadTwoBoardsError>,
}

/// Where the replay of a line stopped, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimelineStop {
    /// The number of the half-move in the line, from 1.
    pub ply: usize,
    /// Its label.
    pub label: Label,
    /// Why it was not played, and which bytes of the move are wrong.
    pub stop: Stop,
}

/// A half-move that was played, and how things stand after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// Its number in the line, from 1.
    pub ply: usize,
    /// Its label as it is written.
    pub label: Label,
    /// Who played it, which the label may get wrong.
    pub seat: Seat,
    /// The move as it is written.
    pub san: String,
    /// The move.
    pub mv: BughouseMove,
    /// Both boards after it.
    pub boards: [Board; 2],
    /// What was captured.
    pub capture: Option<Capture>,
    /// Who received what.
    pub transfer: Option<(Seat, Piece)>,
    /// By seat, what the clock showed last.
    pub clocks: [Option<Millis>; 4],
    /// By seat, what the clock shows at the time of the half-move: whoever is to move on the other board has been
    /// thinking since the half-move before there.
    pub running: [Option<Millis>; 4],
    /// Its clock as it is recorded.
    pub clock: Option<Clock>,
    /// The time used for it. Files that contradict themselves make it negative.
    ///
    /// Of a countdown it is the time since the half-move before in the file.
    pub used: Option<Millis>,
    /// The time since the start by the clocks of its board.
    pub elapsed: Option<Millis>,
    /// The time since the start, never less than that of the half-move before. Boards tell the time each for itself,
    /// and may be a little apart.
    pub time: Option<Millis>,
    /// The lag: of a comment `{L:100}`, else of the `Lag` tag.
    pub lag: Option<Millis>,
    /// The time the player thought, of a comment `{T:1200}`.
    pub thinking: Option<Millis>,
    /// How much more time WhiteA has than WhiteB, and BlackA than BlackB. One countdown for all has none.
    pub diagonals: [Option<Millis>; 2],
    /// By board, the half-moves since a capture or pawn move.
    quiet: [u32; 2],
}

impl Timeline {
    /// Plays the main line of a game.
    pub fn new(game: &Game, options: &ReadOptions) -> Timeline {
        Timeline::build(
            game,
            &game.main.half_moves.iter().collect::<Vec<_>>(),
            game.main.half_moves.len(),
            options,
        )
    }

    /// Plays a line of a game: what comes before it, then the line.
    ///
    /// The path is that of [`Game::line`]; an empty one is the main line. Returns `None` if it leads nowhere.
    pub fn of_line(game: &Game, path: &[(usize, usize)], options: &ReadOptions) -> Option<Timeline> {
        let Some(&(branch, _)) = path.first() else { return Some(Timeline::new(game, options)) };
        let mut half_moves: Vec<&HalfMove> = Vec::new();
        let mut line = &game.main;
        for &(ply, variation) in path {
            half_moves.extend(line.half_moves.get(..ply)?);
            line = line.half_moves.get(ply)?.variations.get(variation)?;
        }
        half_moves.extend(&line.half_moves);
        Some(Timeline { is_main: false, ..Timeline::build(game, &half_moves, branch, options) })
    }

    /// Plays half-moves, of which the first `of_main` are those of the main line.
    fn build(game: &Game, half_moves: &[&HalfMove], of_main: usize, options: &ReadOptions) -> Timeline {
        let (start, mut stage) = Stage::begin(game, options);
        let lags: Vec<Option<Millis>> = match game.tags.get("Lag") {
            Some(value) => lag_list(value.as_bytes()).map(Result::ok).take(of_main).collect(),
            None => Vec::new(),
        };
        let mut moments: Vec<Moment> = Vec::with_capacity(half_moves.len());
        let mut stopped = None;
        for (index, half_move) in half_moves.iter().enumerate() {
            match stage.play(index + 1, half_move) {
                Ok(mut moment) => {
                    moment.lag = moment.lag.or_else(|| lags.get(index).copied().flatten());
                    moments.push(moment);
                }
                Err(stop) => {
                    let is_last = index + 1 == half_moves.len();
                    let may_repeat = options.wild && index < of_main;
                    let stop = settle(stop, half_move, is_last, moments.iter().filter(|_| may_repeat));
                    stopped = stop.map(|stop| TimelineStop { ply: index + 1, label: half_move.label, stop });
                    break;
                }
            }
        }
        Timeline { start, moments, stopped, clock_kind: stage.clock_kind, is_main: true }
    }

    /// Returns how many half-moves were played.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Tells whether none was played.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Returns the half-move of a number, from 1.
    pub fn moment(&self, ply: usize) -> Option<&Moment> {
        self.moments.get(ply.checked_sub(1)?)
    }

    /// Returns both boards after a number of half-moves; 0 is the start.
    pub fn boards(&self, ply: usize) -> Option<&[Board; 2]> {
        if ply == 0 { Some(&self.start.boards) } else { self.moment(ply).map(|moment| &moment.boards) }
    }

    /// Returns by seat what the clock shows after a number of half-moves; 0 is the start.
    pub fn clocks(&self, ply: usize) -> Option<[Option<Millis>; 4]> {
        if ply == 0 { Some(self.start.clocks) } else { self.moment(ply).map(|moment| moment.clocks) }
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB, after a number of half-moves.
    pub fn diagonals(&self, ply: usize) -> Option<[Option<Millis>; 2]> {
        self.clocks(ply).map(|clocks| diagonals(self.clock_kind, &clocks))
    }

    /// Returns the label of one more half-move on a board after a number of half-moves; 0 is the start.
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
        let stands = &self.boards(ply)?[board.to_index()];
        let is_here = |moment: &&Moment| moment.seat.board == board;
        // Whatever the record calls its own next half-move on the board, any other one there is called the same.
        if let Some(next) = self.moments[ply..].iter().find(is_here) {
            return Some(next.label);
        }
        let number = match self.moments[..ply].iter().rev().find(is_here) {
            Some(before) if before.seat.color == Color::Black => before.label.number.saturating_add(1),
            Some(before) => before.label.number,
            None => stands.fullmove_number(),
        };
        Some(Label { number, seat: Seat { board, color: stands.side_to_move() } })
    }

    /// Returns a board as BFEN after a number of half-moves, as [`Player::to_bfen`] writes it; 0 is the start.
    pub fn to_bfen(&self, ply: usize, board: BoardId) -> Option<String> {
        let boards = self.boards(ply)?;
        let quiet = match self.moment(ply) {
            Some(moment) => moment.quiet,
            None => boards.each_ref().map(Board::halfmove_clock),
        };
        Some(write_bfen(&boards[board.to_index()], quiet[board.to_index()]))
    }
}

impl Moment {
    /// Returns a board after the half-move.
    pub fn board(&self, board: BoardId) -> &Board {
        &self.boards[board.to_index()]
    }

    /// Returns how much more time WhiteA has than WhiteB, and BlackA than BlackB, by the [running](Moment::running)
    /// clocks: who can outsit whom.
    pub fn running_diagonals(&self) -> [Option<Millis>; 2] {
        // One countdown for all has none.
        let known = self.diagonals.map(|diagonal| diagonal.is_some());
        let [white, black] = diagonals(ClockKind::FourClocks, &self.running);
        [white.filter(|_| known[0]), black.filter(|_| known[1])]
    }

    /// Returns a board after the half-move as BFEN, as [`Player::to_bfen`] writes it.
    pub fn to_bfen(&self, board: BoardId) -> String {
        write_bfen(self.board(board), self.quiet[board.to_index()])
    }
}

/// The boards and clocks on which half-moves are played one by one.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    player: Player,
    ledger: Ledger,
    clock_kind: ClockKind,
    /// The time since the start.
    time: Millis,
    /// By board, the time of its last half-move, if the clocks of that board tell it.
    since: [Option<Millis>; 2],
    /// Whether there is a start position to play from.
    has_start: bool,
}

impl Stage {
    /// Reads how a game began, and sets the boards and clocks up.
    pub(crate) fn begin(game: &Game, options: &ReadOptions) -> (TimelineStart, Stage) {
        let (start, player) = begin(game, options);
        let clock_kind = ClockKind::of(&game.main.half_moves);
        let ledger = Ledger::new(clock_kind, start.clocks, start.control);
        let has_start = start.error.is_none();
        let (time, since) = (Millis::ZERO, [Some(Millis::ZERO); 2]);
        (start, Stage { player, ledger, clock_kind, time, since, has_start })
    }

    /// Returns a stage that goes on from here and knows nothing of what was played before.
    pub(crate) fn branch(&self) -> Stage {
        Stage { player: self.player.branch(), ledger: self.ledger.clone(), ..*self }
    }

    /// Plays a half-move, which has a number in its line. If it cannot be played, nothing is changed.
    pub(crate) fn play(&mut self, ply: usize, half_move: &HalfMove) -> Result<Moment, Stop> {
        let HalfMove { label, san, .. } = half_move;
        let no_start = Stop { kind: StopKind::NoStart, span: Span::new(0, san.len()) };
        if !self.has_start {
            return Err(no_start);
        }
        self.player.play(*label, san.as_bytes())?;
        let Some(&Played { seat, mv, capture, .. }) = self.player.played().last() else {
            return Err(no_start);
        };
        let clock = half_move.clock();
        let entry = self.ledger.enter(seat, clock);
        let clocks = self.ledger.shown();
        self.time = entry.elapsed.map_or(self.time, |elapsed| elapsed.max(self.time));
        self.since[seat.board.to_index()] = entry.elapsed.map(|_| self.time);
        let kinds = || half_move.comments().map(|comment| comment.kind());
        Ok(Moment {
            ply,
            label: *label,
            seat,
            san: san.clone(),
            mv,
            boards: *self.player.boards(),
            capture,
            transfer: capture.map(|capture| (seat.partner(), capture.transferred())),
            clocks,
            running: self.running(clocks),
            clock,
            used: entry.used,
            elapsed: entry.elapsed,
            time: (self.clock_kind != ClockKind::None).then_some(self.time),
            lag: kinds().find_map(|kind| match kind {
                CommentKind::Lag(lag) => Some(lag),
                _ => None,
            }),
            thinking: kinds().find_map(|kind| match kind {
                CommentKind::Thinking(time) => Some(time),
                _ => None,
            }),
            diagonals: diagonals(self.clock_kind, &clocks),
            quiet: self.player.quiet(),
        })
    }

    /// Lets the clocks run that showed something last and whose player is to move.
    fn running(&self, mut clocks: [Option<Millis>; 4]) -> [Option<Millis>; 4] {
        // One countdown for all shows the time of the last half-move already.
        if matches!(self.clock_kind, ClockKind::None | ClockKind::Countdown) {
            return clocks;
        }
        for (board, since) in BoardId::ALL.into_iter().zip(self.since) {
            let seat = Seat { board, color: self.player.board(board).side_to_move() };
            if let (Some(left), Some(since)) = (&mut clocks[seat.to_index()], since) {
                // A clock stops at zero, unless the record itself went below.
                *left = (*left - (self.time - since)).max((*left).min(Millis::ZERO));
            }
        }
        clocks
    }
}

/// Reads how a game began, and makes the boards.
fn begin(game: &Game, options: &ReadOptions) -> (TimelineStart, Player) {
    let control = match game.tags.get("TimeControl").map(|value| read_time_control(value.as_bytes())) {
        Some(TimeControlTag::Control(control)) => Some(control),
        _ => None,
    };
    let base = control.map(|control| control.base);
    let usual = |error| TimelineStart { boards: [Board::default(); 2], clocks: [base; 4], control, error };
    match game.tags.get("FEN").map(|value| read_start(value.as_bytes(), options)) {
        None => (usual(None), Player::new(*options)),
        Some(Err(error)) => (usual(Some(error)), Player::new(*options)),
        Some(Ok((given, _))) => {
            let clocks = Seat::ALL.map(|seat| given.clock(seat).or(base));
            let start = TimelineStart { boards: *given.position.boards(), clocks, control, error: None };
            (start, Player::from_boards(*options, *given.position.boards()))
        }
    }
}

/// Decides whether a half-move that cannot be played is the one before on its board once more, at the end of the
/// record. Then nothing is missing, and `None` is returned.
fn settle<'a>(
    stop: Stop,
    half_move: &HalfMove,
    is_last: bool,
    before: impl DoubleEndedIterator<Item = &'a Moment>,
) -> Option<Stop> {
    let label = half_move.label;
    let before = before.rev().find(|moment| moment.seat.board == label.seat.board);
    match before.filter(|before| before.label == label) {
        Some(before) if before.san == half_move.san => {
            (!is_last).then_some(Stop { kind: StopKind::Repeated, ..stop })
        }
        _ => Some(stop),
    }
}

fn diagonals(kind: ClockKind, clocks: &[Option<Millis>; 4]) -> [Option<Millis>; 2] {
    if kind == ClockKind::Countdown {
        return [None; 2];
    }
    [Seat::WHITE_A, Seat::BLACK_A]
        .map(|seat| difference(clocks[seat.to_index()], clocks[seat.diagonal().to_index()]))
}

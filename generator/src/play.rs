//! Plays a match: two boards with transfer, four clocks, and players who act when their time has come.

use bughouse_chess::notation::san::CheckSign;
use bughouse_chess::{Board, BoardId, BughouseMove, Millis, San, Seat, Square};

use crate::choose::Chooser;
use crate::ending::{Ending, Reason};
use crate::game::HalfMove;
use crate::habits::{self, Habits};
use crate::random::Random;

/// The half-moves before which nobody is mated, if that can be helped.
const SHORTEST: usize = 30;
/// The most half-moves of a game.
const LONGEST: usize = 180;

/// Plays a game with this many seconds for each player, who may have habits.
pub(crate) fn play(seconds: u32, habits: Option<Habits>, random: &mut Random) -> (Vec<HalfMove>, Ending) {
    let (goal, habits) = match habits {
        None => (Goal::draw(random), None),
        Some(habits) => {
            let (reason, from) = habits::goal(random);
            let habits = if reason == Reason::Time { habits.slowly() } else { habits };
            (Goal { reason, from }, Some(habits))
        }
    };
    let mut table = Table::new(i64::from(seconds) * 1_000, goal, habits, random);
    let ending = table.run();
    (table.half_moves, ending)
}

/// Draws one of the four seats.
pub(crate) fn any_seat(random: &mut Random) -> Seat {
    Seat::ALL[random.below(4)]
}

/// How a game is meant to end, and from which half-move on. A mate or a flag may come before.
#[derive(Clone, Copy)]
struct Goal {
    reason: Reason,
    from: usize,
}

impl Goal {
    fn draw(random: &mut Random) -> Goal {
        let reason = match random.below(1_000) {
            0..540 => Reason::Checkmate,
            540..755 => Reason::Resignation,
            755..965 => Reason::Time,
            965..972 => Reason::Disconnection,
            972..978 => Reason::PartnerResignation,
            978..982 => Reason::PartnerTime,
            982..988 => Reason::Draw,
            988..993 => Reason::AbortedAtOnce,
            _ => Reason::Aborted,
        };
        let from = match reason {
            Reason::AbortedAtOnce => 1 + random.below(2),
            // Two draws added up: most are near the middle.
            _ => SHORTEST + 4 + random.below(68) + random.below(66),
        };
        Goal { reason, from }
    }
}

/// What the side to move on a board is about to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Intent {
    Move,
    /// Nothing can be played; a piece from the partner may help.
    Wait,
    /// The player does not move until the flag falls.
    Sit,
}

/// The turn of the side to move on a board. Times are in milliseconds from the start.
#[derive(Clone, Copy)]
struct Turn {
    intent: Intent,
    began: i64,
    /// When the move is made, or when the flag falls.
    ends: i64,
    /// What the move takes from the clock.
    thought: i64,
    lag: u32,
}

struct Table<'r> {
    random: &'r mut Random,
    chooser: Chooser,
    goal: Goal,
    habits: Option<Habits>,
    boards: [Board; 2],
    turns: [Turn; 2],
    /// By board: where the last half-move captured.
    taken_on: [Option<Square>; 2],
    /// By seat: the time left.
    clocks: [i64; 4],
    /// By seat: the mean time for a move.
    pace: [u64; 4],
    /// By seat: the mean lag.
    lag: [u64; 4],
    half_moves: Vec<HalfMove>,
}

impl<'r> Table<'r> {
    fn new(clock: i64, goal: Goal, habits: Option<Habits>, random: &'r mut Random) -> Table<'r> {
        // Each seat makes about a fourth of the half-moves and uses a part of its time for them.
        let moves = goal.from.max(SHORTEST) as u64 / 4 + 1;
        let pace = [(); 4].map(|()| clock.unsigned_abs() * (44 + random.below(32) as u64) / 100 / moves);
        let lag = [(); 4].map(|()| 60 + random.skewed(160));
        let idle = Turn { intent: Intent::Sit, began: 0, ends: 0, thought: 0, lag: 0 };
        let mut table = Table {
            random,
            chooser: habits.map_or_else(Chooser::default, |habits| Chooser::new(habits.temper())),
            goal,
            habits,
            boards: [Board::default(); 2],
            turns: [idle; 2],
            taken_on: [None; 2],
            clocks: [clock; 4],
            pace,
            lag,
            half_moves: Vec::with_capacity(LONGEST),
        };
        for board in BoardId::ALL {
            table.begin_turn(board, 0);
        }
        table
    }

    /// Plays until the game is over.
    fn run(&mut self) -> Ending {
        loop {
            if let Some(ending) = self.reached_goal() {
                return ending;
            }
            let [a, b] = self.turns;
            let id = if a.ends <= b.ends { BoardId::A } else { BoardId::B };
            let turn = self.turns[id.to_index()];
            if turn.intent != Intent::Move {
                return Ending::lost_by(self.to_move(id), Reason::Time);
            }
            match self.choose(id) {
                Some((mv, san)) => {
                    self.make(id, mv, san);
                    if san.check_sign == Some(CheckSign::Mate) {
                        return Ending::lost_by(self.to_move(id), Reason::Checkmate);
                    }
                }
                None => self.wait(id, Intent::Wait, turn.began),
            }
        }
    }

    /// Returns the ending if the game is to end now. Mates and flags come about on the boards and clocks.
    fn reached_goal(&mut self) -> Option<Ending> {
        let played = self.half_moves.len();
        let reason = match self.goal.reason {
            Reason::Time => return None,
            Reason::Checkmate if played < LONGEST => return None,
            Reason::Checkmate => Reason::Resignation,
            _ if played < self.goal.from => return None,
            reason => reason,
        };
        Some(match reason {
            Reason::Draw | Reason::Aborted | Reason::AbortedAtOnce => Ending::without_winner(reason),
            _ => Ending::lost_by(any_seat(self.random), reason),
        })
    }

    fn to_move(&self, id: BoardId) -> Seat {
        Seat { board: id, color: self.boards[id.to_index()].side_to_move() }
    }

    /// Picks a legal move and returns how it is written.
    fn choose(&mut self, id: BoardId) -> Option<(BughouseMove, San)> {
        let board = &self.boards[id.to_index()];
        let played = self.half_moves.len();
        if self.goal.reason == Reason::Checkmate
            && played >= self.goal.from
            && let Some(mv) = self.chooser.mate(board)
        {
            return Some((mv, board.san(mv).ok()?));
        }
        let taken_on = self.taken_on[id.to_index()];
        let seat = Seat { board: id, color: board.side_to_move() };
        let mut opening = self.habits.and_then(|habits| habits.opening(board, seat, self.random));
        let mut attempts = 0;
        loop {
            let random = opening.as_mut().unwrap_or(self.random);
            let mv = self.chooser.choose(board, taken_on, random)?;
            let san = board.san(mv).ok()?;
            attempts += 1;
            if san.check_sign != Some(CheckSign::Mate) || played + 1 >= SHORTEST || attempts == 8 {
                return Some((mv, san));
            }
        }
    }

    /// Plays a move, hands over what it captures, and gives the turn to the opponent.
    fn make(&mut self, id: BoardId, mv: BughouseMove, san: San) {
        let (seat, turn) = (self.to_move(id), self.turns[id.to_index()]);
        let board = &mut self.boards[id.to_index()];
        let number = board.fullmove_number();
        let capture = board.play_unchecked(mv);
        self.taken_on[id.to_index()] = capture.map(|_| mv.dest());
        let clock = &mut self.clocks[seat.to_index()];
        *clock -= turn.thought;
        let (clock, lag) = (Millis(*clock), turn.lag);
        self.half_moves.push(HalfMove::new(seat, number, san, clock, lag));
        if let Some(capture) = capture {
            let receiver = seat.partner();
            self.boards[receiver.board.to_index()]
                .try_add_to_reserve(receiver.color, capture.transferred())
                .expect("two sets of pieces fit");
            self.wake(receiver, turn.ends);
        }
        self.begin_turn(id, turn.ends);
    }

    /// Begins the turn of the side to move on a board.
    fn begin_turn(&mut self, id: BoardId, now: i64) {
        let played = self.half_moves.len();
        let other = self.turns[id.other().to_index()].intent;
        let flag_is_due = played >= self.goal.from && (other != Intent::Sit || played >= LONGEST - 2);
        if self.goal.reason == Reason::Time && flag_is_due {
            return self.wait(id, Intent::Sit, now);
        }
        let seat = self.to_move(id).to_index();
        let thought = match self.habits {
            None => 100 + self.think(self.pace[seat]) as i64,
            Some(habits) => habits.thought(seat, played, self.clocks[seat], self.random),
        };
        if thought >= self.clocks[seat] {
            return self.wait(id, Intent::Sit, now);
        }
        let lag = (self.lag[seat] / 2 + self.random.skewed(self.lag[seat])) as u32;
        let ends = now + thought + i64::from(lag);
        self.turns[id.to_index()] = Turn { intent: Intent::Move, began: now, ends, thought, lag };
    }

    /// Draws the time for a move of somebody without habits.
    fn think(&mut self, mean: u64) -> u64 {
        match self.random.below(64) {
            // The first moves are known by heart.
            _ if self.half_moves.len() < 12 => self.random.skewed(mean / 3),
            // Prepared while the opponent was thinking.
            0..14 => self.random.skewed(80),
            // Waiting for a piece, or for a better one.
            14 => self.random.skewed(mean * 4),
            _ => self.random.skewed(mean * 5 / 4),
        }
    }

    /// Lets the side to move run down its clock.
    fn wait(&mut self, id: BoardId, intent: Intent, began: i64) {
        let ends = began + self.clocks[self.to_move(id).to_index()];
        self.turns[id.to_index()] = Turn { intent, began, ends, thought: 0, lag: 0 };
    }

    /// Lets a seat that waits for a piece look again, since one has come.
    fn wake(&mut self, seat: Seat, now: i64) {
        let turn = &mut self.turns[seat.board.to_index()];
        if turn.intent == Intent::Wait && self.boards[seat.board.to_index()].side_to_move() == seat.color {
            let thought = now - turn.began + 100;
            if now >= turn.began && thought < self.clocks[seat.to_index()] {
                *turn = Turn { intent: Intent::Move, ends: now + 100, thought, ..*turn };
            }
        }
    }
}

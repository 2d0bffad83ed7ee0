//! The match of two boards: transfer of captured pieces, four clocks, undo, and how it ends.

mod clock;
mod ending;
mod frozen;
mod sight_cache;
mod outcome;
mod seat;
mod setup;
mod steps;

pub use clock::{Clocks, Millis, TimeControl};
pub use frozen::FrozenSeat;
pub use outcome::{Cause, Outcome};
pub use seat::{BoardId, Seat, Team};
pub use setup::{InvalidMatch, MatchViolation};

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::castle_rights::CastleRights;
use crate::chess_move::BughouseMove;
use crate::game::clock::Turn;
use crate::game::sight_cache::SightCache;
use crate::game::steps::Steps;
use crate::illegal::IllegalMove;
use crate::piece::Piece;
use crate::play::Capture;
use crate::position::{Position, Transfer, Undo};
use crate::reserve::Reserve;
use crate::rules::{Promotion, Rules, Stalemate};

/// A match: two boards, four seats, four clocks, and everything that was played.
///
/// A captured piece keeps its color and goes to the reserve of that color on the other board, where the
/// capturer's partner plays it. A move changes both boards in one step, or is rejected and changes nothing.
///
/// Time is told by the caller and never asked for: [`Match::play_at`] takes the moment of a move,
/// [`Match::clock`] the moment of reading. A player who sits simply does not move.
///
/// ```
/// use bughouse_chess::{BoardId, Match, Piece, Seat};
///
/// let mut game = Match::default();
/// for (board, mv) in [(BoardId::A, "e2e4"), (BoardId::A, "d7d5"), (BoardId::A, "e4d5")] {
///     game.play(board, mv.parse()?)?;
/// }
/// // WhiteA's partner is BlackB.
/// assert_eq!(Seat::WHITE_A.partner(), Seat::BLACK_B);
/// assert_eq!(game.reserve(Seat::BLACK_B).count(Piece::Pawn), 1);
/// game.undo();
/// assert_eq!(game.reserve(Seat::BLACK_B).count(Piece::Pawn), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    position: Position,
    /// By board, where what is legal is as usual.
    sights: [SightCache; 2],
    rules: Rules,
    /// Whether what is legal on a board is as usual.
    standard: bool,
    /// Whether a move may end the match by more than mate.
    ends_otherwise: bool,
    clocks: Clocks,
    outcome: Option<Outcome>,
    /// Whether somebody declared the end, so that no move brought it about.
    declared: bool,
    /// By board: the half-move from which on positions are counted, the first being 1; 0 is the start. A drop
    /// moves it under some rules.
    counted_from: [u32; 2],
    steps: Steps,
    /// The mover's clock before each half-move; nothing as long as no clock was started or set.
    turns: Vec<Turn>,
    keeps_turns: bool,
    /// The other boards before promotions that changed more of them than a reserve, in order.
    others: Vec<Board>,
}

/// One half-move of a match, with what is needed to undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// In this order the parts are copied at even places, without a stall.
#[repr(C)]
pub struct Step {
    undo: Undo,
    /// From which half-move on positions of its board were counted before.
    counted_from: u32,
    transfer: Transfer,
    mv: BughouseMove,
    board: BoardId,
}

impl Step {
    /// Returns the seat that moved.
    #[must_use]
    pub fn seat(&self) -> Seat {
        Seat { board: self.board, color: self.undo.board.side_to_move() }
    }

    /// Returns the move.
    #[must_use]
    pub fn mv(&self) -> BughouseMove {
        self.mv
    }

    /// Returns what was captured.
    #[must_use]
    pub fn capture(&self) -> Option<Capture> {
        self.transfer.capture
    }

    /// Returns who received which piece.
    #[must_use]
    pub fn transferred(&self) -> Option<(Seat, Piece)> {
        self.transfer.transfer
    }

    /// Returns all that was captured and transferred.
    #[must_use]
    pub fn transfer(&self) -> &Transfer {
        &self.transfer
    }

    /// Returns the board before the move.
    #[must_use]
    pub fn before(&self) -> &Board {
        &self.undo.board
    }
}

/// Why a match rejected to go on as asked. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MatchError {
    /// The match is over.
    Over(Outcome),
    /// The move is not legal.
    Illegal(IllegalMove),
    /// The clock of this seat still shows time.
    TimeLeft(Seat),
    /// The position of this board did not occur three times.
    NoRepetition(BoardId),
    /// A capture or pawn move was made within the last fifty moves on this board, or the rules know no such draw.
    NoFiftyMoves(BoardId),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Over(outcome) => write!(f, "the match is over: {outcome}"),
            MatchError::Illegal(reason) => reason.fmt(f),
            MatchError::TimeLeft(seat) => write!(f, "{seat} has time left"),
            MatchError::NoRepetition(board) => {
                write!(f, "the position on board {board} did not occur three times")
            }
            MatchError::NoFiftyMoves(board) => {
                write!(f, "no draw by fifty moves without a capture or pawn move on board {board}")
            }
        }
    }
}

impl core::error::Error for MatchError {}

impl Match {
    /// Returns both boards as they stand.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns one board.
    #[inline]
    #[must_use]
    pub fn board(&self, board: BoardId) -> &Board {
        self.position.board(board)
    }

    /// Returns the rules of the match.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the seat to move on a board.
    #[inline]
    #[must_use]
    pub fn to_move(&self, board: BoardId) -> Seat {
        self.position.to_move(board)
    }

    /// Returns what a seat holds in reserve.
    #[inline]
    #[must_use]
    pub fn reserve(&self, seat: Seat) -> Reserve {
        self.position.reserve(seat)
    }

    /// Returns how the match ended, or `None` while it goes on.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Lists all half-moves played, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.steps.as_slice()
    }

    /// Returns a hash of both boards: equal positions on both give equal hashes.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Returns the castling rights on a board that a rook dropped at home would bring back, under rules that know
    /// such a thing. A match that starts from two boards has none at first.
    #[must_use]
    pub fn restorable_rights(&self, board: BoardId) -> CastleRights {
        self.position.restorable_rights(board)
    }

    /// Lists the legal moves and drops on a board under the rules of the match; none if it is over.
    #[must_use]
    pub fn legal_moves(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.legal_moves(board, &self.rules),
        }
    }

    /// Plays a move or drop on a board, without a moment.
    ///
    /// This is for matches whose clocks stand still, or are [set](Match::set_clock) after each move. Where they
    /// run, the mover is charged nothing and the opponent's clock runs from the moment the turn began.
    ///
    /// # Errors
    /// An illegal move, or any move after the end, is rejected with the reason and changes nothing.
    #[inline]
    pub fn play(&mut self, board: BoardId, mv: BughouseMove) -> Result<&Step, MatchError> {
        self.play_and_press(board, mv, None)
    }

    /// Plays a move or drop on a board at a moment: the mover's clock is stopped and the opponent's started.
    ///
    /// A board's clock runs from [`Match::start`] on; before that a move costs no time and gains none. A move at
    /// a moment when the clock shows no time is accepted: a flag counts only when it is
    /// [claimed](Match::claim_flag). A moment before the last one counts as no time.
    ///
    /// If the move ends the match, all clocks stop.
    ///
    /// # Errors
    /// An illegal move, or any move after the end, is rejected with the reason and changes nothing.
    pub fn play_at(&mut self, board: BoardId, mv: BughouseMove, now: Millis) -> Result<&Step, MatchError> {
        self.play_and_press(board, mv, Some(now))
    }

    #[inline]
    fn play_and_press(
        &mut self,
        id: BoardId,
        mv: BughouseMove,
        now: Option<Millis>,
    ) -> Result<&Step, MatchError> {
        match self.standard {
            true => self.play_as::<true>(id, mv, now),
            false => self.play_as::<false>(id, mv, now),
        }
    }

    #[inline]
    fn play_as<const STANDARD: bool>(
        &mut self,
        id: BoardId,
        mv: BughouseMove,
        now: Option<Millis>,
    ) -> Result<&Step, MatchError> {
        if let Some(outcome) = self.outcome {
            return Err(MatchError::Over(outcome));
        }
        let Some(piece) = self.legal_piece::<STANDARD>(id, mv) else {
            return Err(MatchError::Illegal(self.position.reason_against(id, mv, &self.rules)));
        };
        let mover = self.to_move(id);
        if !STANDARD && self.position.promotes_otherwise(id, mv, &self.rules) {
            self.others.push(*self.position.board(id.other()));
        }
        if self.keeps_turns {
            self.turns.push(self.clocks.turn(mover));
        }
        let step = self.steps.push(self.position.board(id), mv);
        step.undo.restorable = self.position.restorable_rights(id);
        step.board = id;
        step.counted_from = self.counted_from[id as usize];
        self.position.play_as::<STANDARD>(id, piece, mv, &self.rules, &mut step.transfer);
        // A match never holds more pieces than a reserve can take, see `Match::from_boards`.
        debug_assert!(!step.transfer.is_lost);
        let changed_other = step.transfer.transfer.is_some() || step.transfer.pawn_to.is_some();
        if self.rules.repetition.drop_resets && mv.is_drop() {
            self.counted_from[id as usize] = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        }
        if let Some(now) = now {
            self.clocks.press(mover, now);
        }
        self.find_end::<STANDARD>(id, changed_other, now);
        Ok(self.steps.last())
    }

    /// Returns what moves or is dropped; `None` if that is illegal. `STANDARD` says that the rules are the usual ones for a
    /// board.
    #[inline(always)]
    fn legal_piece<const STANDARD: bool>(&mut self, id: BoardId, mv: BughouseMove) -> Option<Piece> {
        let board = self.position.board(id);
        if !STANDARD {
            return board.piece_of(mv).filter(|_| self.position.is_legal(id, mv, &self.rules));
        }
        board.legal_piece(self.sights[id as usize].at(board), mv)
    }

    /// Returns `true` if the side to move on a board is mated by the half-move that was just played.
    #[inline(always)]
    fn is_mated<const STANDARD: bool>(&mut self, id: BoardId) -> bool {
        if !STANDARD {
            return self.position.is_mated(id, &self.rules);
        }
        let board = self.position.board(id);
        let checkers = self.sights[id as usize].again(board);
        board.is_unblockable(checkers) && !board.has_legal_move()
    }

    /// Finds out whether the half-move on a board ended the match, which may have changed the other board too.
    #[inline(always)]
    fn find_end<const STANDARD: bool>(&mut self, id: BoardId, changed_other: bool, now: Option<Millis>) {
        if self.is_mated::<STANDARD>(id) {
            self.end_by_mate(id, now);
        } else if !STANDARD && self.bears_on_other() && self.position.is_mated(id.other(), &self.rules) {
            self.end_by_mate(id.other(), now);
        } else if self.ends_otherwise {
            self.find_draw(id, changed_other, now);
        }
    }

    /// Ends the match: the side to move on a board is mated.
    #[cold]
    fn end_by_mate(&mut self, id: BoardId, now: Option<Millis>) {
        self.outcome = Some(Outcome::lost_by(self.to_move(id), Cause::Checkmate));
        self.clocks.stop(now);
    }

    /// Returns `true` if a half-move on a board may leave the other board with fewer legal moves: where promotions steal,
    /// it may take a piece away there, or leave nothing that a pawn there could steal. A piece that is transferred only
    /// adds drops, so it neither mates nor stalemates.
    fn bears_on_other(&self) -> bool {
        self.rules.promotion == Promotion::Steal
    }

    /// Finds out whether stalemate or repetition ended the match, under rules that call them a draw.
    #[cold]
    fn find_draw(&mut self, id: BoardId, changed_other: bool, now: Option<Millis>) {
        if self.rules.stalemate == Stalemate::Draw {
            self.outcome = self.mate_on(id);
            if self.bears_on_other() && self.outcome.is_none() {
                self.outcome = self.mate_on(id.other());
            }
        }
        if self.rules.repetition.automatic && self.outcome.is_none() {
            self.outcome = self.repetition_on(id);
            if changed_other && self.outcome.is_none() {
                self.outcome = self.repetition_on(id.other());
            }
        }
        if self.outcome.is_some() {
            self.clocks.stop(now);
        }
    }

    /// Puts the board back that a promotion changed.
    #[cold]
    fn restore_other(&mut self, id: BoardId) {
        if let Some(board) = self.others.pop() {
            *self.position.board_mut(id) = board;
        }
    }

    /// Takes the last half-move back: both boards, what it did to the clocks, and the outcome. Returns it, or
    /// `None` at the start.
    ///
    /// The mover's clock is as it was before, also if it was [set](Match::set_clock) since; it runs on from where
    /// its turn began, and stands if the board had not been started then. The opponent's clock is not touched. An
    /// end that was declared after the half-move goes with it; to take back the end alone, use [`Match::reopen`].
    #[inline]
    pub fn undo(&mut self) -> Option<Step> {
        let step = *self.steps.pop()?;
        self.position.take_back(step.board, &step.undo, &step.transfer);
        if step.transfer.pawn_to.is_some() {
            self.restore_other(step.board.other());
        }
        self.sights[step.board as usize].forget();
        if let Some(turn) = self.turns.pop() {
            self.clocks.unpress(step.seat(), turn);
        }
        self.counted_from[step.board as usize] = step.counted_from;
        if self.outcome.take().is_some() {
            self.clocks.go_on();
            self.declared = false;
        }
        Some(step)
    }
}

/// A match from the starting position under the standard rules, with no time on the clocks: do not start them.
impl Default for Match {
    fn default() -> Match {
        let clocks = Clocks::new(TimeControl::default());
        Match::with_position(Position::default(), Rules::standard(), clocks)
    }
}

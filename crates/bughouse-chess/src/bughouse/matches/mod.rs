//! A match on two boards: transfers of captured pieces, four clocks, undo, and the outcome.

mod clock;
mod ending;
mod frozen;
mod notation;
mod outcome;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod sight_cache;
mod steps;

pub use clock::{Clocks, Millis, TimeControl};
pub use frozen::FrozenSeat;
pub use outcome::{Cause, Outcome};
pub use setup::{InvalidMatch, MatchViolation};

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::board::make::Capture;
use crate::bughouse::matches::clock::{Moment, Turn};
use crate::bughouse::matches::sight_cache::SightCache;
use crate::bughouse::matches::steps::Steps;
use crate::bughouse::position::{Position, Transfer, Undo};
use crate::movegen::MoveList;
use crate::movegen::illegal::IllegalMove;
use crate::movegen::promotions::Promotions;
use crate::movegen::ruled::Ruled;
use crate::types::castle_rights::CastleRights;
use crate::types::chess_move::BughouseMove;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::rules::{Promotion, Rules, Stalemate};
use crate::types::seat::{BoardId, Seat};

/// A match: two boards, four seats, four clocks, and every half-move played.
///
/// A captured piece keeps its color and goes to the reserve of that color on the other board, where the
/// capturer's partner plays. A move changes both boards in one step, or fails and changes nothing.
///
/// The library never reads the system clock. Pass the time of a move to [`Match::play_at`], and the current
/// time to [`Match::clock`]. A player who sits simply doesn't move.
///
/// | to | use |
/// |---|---|
/// | create a match | [`new`](Match::new), [`from_boards`](Match::from_boards), [`from_position`](Match::from_position) |
/// | play | [`play_at`](Match::play_at), [`play`](Match::play) without a time, [`legal_moves`](Match::legal_moves), [`undo`](Match::undo) |
/// | read and write moves | [`read_san`](Match::read_san), [`san`](Match::san) |
/// | run the clocks | [`start`](Match::start), [`start_board`](Match::start_board), [`clock`](Match::clock), [`set_clock`](Match::set_clock), [`flagged`](Match::flagged) |
/// | end it | [`resign`](Match::resign), [`claim_flag`](Match::claim_flag), [`agree_draw`](Match::agree_draw), [`claim_repetition`](Match::claim_repetition), [`claim_fifty_moves`](Match::claim_fifty_moves), [`abort`](Match::abort), [`reopen`](Match::reopen) |
/// | see where it is | [`outcome`](Match::outcome), [`position`](Match::position), [`board`](Match::board), [`to_move`](Match::to_move), [`reserve`](Match::reserve), [`frozen`](Match::frozen), [`freeing_captures`](Match::freeing_captures) |
/// | go through its history | [`steps`](Match::steps), [`occurrences`](Match::occurrences) |
/// | store it | `serde` with the feature of that name, [`two_boards`](Match::two_boards), `bpgn::Game::from(&match)` of the crate `bpgn` |
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
    /// By board, if the standard rules apply to a single board.
    sights: [SightCache; 2],
    /// `true` if the standard rules apply to a single board.
    standard: bool,
    /// `true` if a move can end the match as a draw.
    has_automatic_draws: bool,
    clocks: Clocks,
    outcome: Option<Outcome>,
    /// `true` if a player declared the end, instead of a move causing it.
    declared: bool,
    /// By board: the half-move from which positions are counted, where 1 is the first half-move and 0 the
    /// start. Under some rules, a drop changes it.
    counted_from: [u32; 2],
    steps: Steps,
    /// The mover's clock before each half-move. Empty as long as no clock was started or set.
    turns: Vec<Turn>,
    keeps_turns: bool,
    /// The other boards before promotions that changed more than a reserve there, in order.
    others: Vec<Board>,
}

/// One half-move of a match, with the data to undo it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// This order aligns the parts so they can be copied without a stall.
#[repr(C)]
pub struct Step {
    undo: Undo,
    /// The half-move from which positions on its board were counted before.
    counted_from: u32,
    transfer: Transfer,
    mv: BughouseMove,
    board: BoardId,
    clock: Moment,
}

impl Step {
    /// Returns the seat that moved.
    pub fn seat(&self) -> Seat {
        Seat { board: self.board, color: self.undo.board.side_to_move() }
    }

    /// Returns the move.
    pub fn mv(&self) -> BughouseMove {
        self.mv
    }

    /// Returns the captured piece.
    pub fn capture(&self) -> Option<Capture> {
        self.transfer.capture
    }

    /// Returns the seat that received a piece, and the piece.
    pub fn transferred(&self) -> Option<(Seat, Piece)> {
        self.transfer.transfer
    }

    /// Returns everything that was captured and transferred.
    pub fn transfer(&self) -> &Transfer {
        &self.transfer
    }

    /// Returns the board before the move.
    pub fn before(&self) -> &Board {
        &self.undo.board
    }

    /// Returns the time on the mover's clock after the move, with the increment, or `None` if no clock had been
    /// started or set. If you [set](Match::set_clock) that clock before the mover's next turn, it is the time you set.
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Millis, Rules, TimeControl};
    ///
    /// let mut game = Match::new(Rules::fics(), TimeControl::new(180, 0));
    /// game.start(Millis::ZERO);
    /// let step = game.play_at(BoardId::A, "e2e4".parse()?, Millis(2_500))?;
    /// assert_eq!(step.clock(), Some(Millis(177_500)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clock(&self) -> Option<Millis> {
        self.clock.get()
    }
}

/// The reason why a match rejected a move or a claim. The match is unchanged.
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
    /// There was a capture or pawn move within the last fifty moves on this board, or the rules don't have
    /// this draw.
    NoFiftyMoves(BoardId),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Over(outcome) => write!(f, "the match is over: {outcome}"),
            MatchError::Illegal(reason) => reason.fmt(f),
            MatchError::TimeLeft(seat) => write!(f, "{seat} has time left"),
            MatchError::NoRepetition(board) => {
                write!(f, "the position on board {board} has not occurred three times")
            }
            MatchError::NoFiftyMoves(board) => {
                write!(
                    f,
                    "a draw after fifty moves without a capture or pawn move can't be claimed on board {board}"
                )
            }
        }
    }
}

impl core::error::Error for MatchError {}

impl Match {
    /// Returns the current position of both boards.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns one board. Its legal moves follow the rules of the match, also when the match is over.
    #[inline]
    pub fn board(&self, board: BoardId) -> Ruled<'_> {
        self.position.board(board)
    }

    /// Returns the rules of the match.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Returns the seat to move on a board.
    #[inline]
    pub fn to_move(&self, board: BoardId) -> Seat {
        self.position.to_move(board)
    }

    /// Returns the reserve of a seat.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> Reserve {
        self.position.reserve(seat)
    }

    /// Returns the outcome, or `None` while the match continues.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns all half-moves played, in order.
    pub fn steps(&self) -> &[Step] {
        self.steps.as_slice()
    }

    /// Returns a hash of both boards. Equal positions have equal hashes.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Returns the restorable rights on a board: the castling rights that come back if a rook is dropped on
    /// its home square. Only some rules have them, and a match that starts from two boards begins without
    /// any.
    pub fn restorable_rights(&self, board: BoardId) -> CastleRights {
        self.position.restorable_rights(board)
    }

    /// Returns the legal moves and drops on a board under the rules of the match, or none if the match is
    /// over.
    pub fn legal_moves(&self, board: BoardId) -> MoveList {
        match self.outcome {
            Some(_) => MoveList::new(Promotions::Standard),
            None => self.position.legal_moves(board),
        }
    }

    /// Plays a move or drop on a board without a time.
    ///
    /// Use this if the clocks are stopped, or if you [set](Match::set_clock) them after each move. If they
    /// are running, the mover loses no time and the opponent's clock starts from when the turn began.
    ///
    /// # Errors
    /// Fails if the move is illegal or the match is over. The match is unchanged.
    #[inline]
    pub fn play(&mut self, board: BoardId, mv: BughouseMove) -> Result<&Step, MatchError> {
        self.play_and_press(board, mv, None)
    }

    /// Plays a move or drop on a board at a moment: stops the mover's clock and starts the opponent's.
    ///
    /// A board's clock runs from [`Match::start`]. Before that, moves take no time and earn no increment. A
    /// move is accepted even if the clock has run out, because a flag counts only when it is
    /// [claimed](Match::claim_flag). A moment before the previous one counts as no time.
    ///
    /// If the move ends the match, all clocks stop.
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Millis, Rules, Seat, TimeControl};
    ///
    /// let mut game = Match::new(Rules::fics(), TimeControl::new(180, 2));
    /// game.start(Millis::ZERO);
    /// game.play_at(BoardId::A, "e2e4".parse()?, Millis(5_000))?;
    /// // Five seconds used, two added. The opponent's clock runs since then.
    /// assert_eq!(game.clock(Seat::WHITE_A, Millis(9_000)), Millis(177_000));
    /// assert_eq!(game.clock(Seat::BLACK_A, Millis(9_000)), Millis(176_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the move is illegal or the match is over. The match is unchanged.
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
            return Err(MatchError::Illegal(self.position.board(id).reason_against(mv)));
        };
        let mover = self.to_move(id);
        if !STANDARD && self.position.promotes_across_boards(id, mv) {
            self.others.push(self.position.boards[id.other() as usize]);
        }
        if self.keeps_turns {
            self.turns.push(self.clocks.turn(mover));
        }
        let step = self.steps.push(&self.position.boards[id as usize], mv);
        step.undo.restorable = self.position.restorable_rights(id);
        step.board = id;
        step.counted_from = self.counted_from[id as usize];
        self.position.play_as::<STANDARD>(id, piece, mv, &mut step.transfer);
        // A match never has more pieces than fit into a reserve, see `Match::from_boards`.
        debug_assert!(!step.transfer.is_lost);
        let changed_other = step.transfer.transfer.is_some() || step.transfer.pawn_to.is_some();
        if self.rules().repetition.drop_resets && mv.is_drop() {
            self.counted_from[id as usize] = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        }
        if let Some(now) = now {
            self.clocks.press(mover, now);
        }
        self.steps.last_mut().clock =
            if self.keeps_turns { Moment::at(self.clocks.left(mover)) } else { Moment::NEVER };
        self.find_end::<STANDARD>(id, changed_other, now);
        Ok(self.steps.last())
    }

    /// Returns the piece that moves or is dropped, or `None` if the move is illegal. With `STANDARD`, the
    /// rules of one board are the standard ones.
    #[inline(always)]
    fn legal_piece<const STANDARD: bool>(&mut self, id: BoardId, mv: BughouseMove) -> Option<Piece> {
        let board = &self.position.boards[id as usize];
        if !STANDARD {
            return board.piece_of(mv).filter(|_| self.position.is_legal(id, mv));
        }
        board.legal_piece(self.sights[id as usize].at(board), mv)
    }

    /// Returns `true` if the half-move that was just played mated the side to move on a board.
    #[inline(always)]
    fn is_mated<const STANDARD: bool>(&mut self, id: BoardId) -> bool {
        if !STANDARD {
            return self.position.is_checkmate(id);
        }
        let board = &self.position.boards[id as usize];
        let checkers = self.sights[id as usize].recompute(board);
        board.is_unblockable(checkers) && !board.moves().any()
    }

    /// Checks whether the half-move on a board ended the match. It may also have changed the other board.
    #[inline(always)]
    fn find_end<const STANDARD: bool>(&mut self, id: BoardId, changed_other: bool, now: Option<Millis>) {
        if self.is_mated::<STANDARD>(id) {
            self.end_by_mate(id, now);
        } else if !STANDARD && self.can_restrict_other() && self.position.is_checkmate(id.other()) {
            self.end_by_mate(id.other(), now);
        } else if self.has_automatic_draws {
            self.find_draw(id, changed_other, now);
        }
    }

    /// Ends the match because the side to move on a board is mated.
    #[cold]
    fn end_by_mate(&mut self, id: BoardId, now: Option<Millis>) {
        self.outcome = Some(Outcome::lost_by(self.to_move(id), Cause::Checkmate));
        self.clocks.stop(now);
    }

    /// Returns `true` if a half-move on a board can leave the other board with fewer legal moves. If
    /// promotions steal, it can take a piece from that board, or leave nothing for a pawn there to steal. A
    /// transferred piece only adds drops, so it can't cause mate or stalemate.
    fn can_restrict_other(&self) -> bool {
        self.rules().promotion == Promotion::Steal
    }

    /// Checks whether stalemate or repetition ended the match, if the rules make them a draw.
    #[cold]
    fn find_draw(&mut self, id: BoardId, changed_other: bool, now: Option<Millis>) {
        if self.rules().stalemate == Stalemate::Draw {
            self.outcome = self.mate_on(id);
            if self.can_restrict_other() && self.outcome.is_none() {
                self.outcome = self.mate_on(id.other());
            }
        }
        if self.rules().repetition.automatic && self.outcome.is_none() {
            self.outcome = self.repetition_on(id);
            if changed_other && self.outcome.is_none() {
                self.outcome = self.repetition_on(id.other());
            }
        }
        if self.outcome.is_some() {
            self.clocks.stop(now);
        }
    }

    /// Restores the other board that a promotion changed.
    #[cold]
    fn restore_other(&mut self, id: BoardId) {
        if let Some(board) = self.others.pop() {
            *self.position.board_mut(id) = board;
        }
    }

    /// Undoes the last half-move: both boards, its effect on the clocks, and the outcome. Returns the
    /// half-move, or `None` at the start.
    ///
    /// The mover's clock goes back to the time before the half-move, even if it was [set](Match::set_clock)
    /// since. It continues from when its turn began, or is stopped if the board had not been started then.
    /// The opponent's clock is unchanged. If the end was declared after the half-move, it is also taken back.
    /// To take back only the end, use [`Match::reopen`].
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match};
    ///
    /// let mut game = Match::default();
    /// for mv in ["e2e4", "d7d5", "e4d5"] {
    ///     game.play(BoardId::A, mv.parse()?)?;
    /// }
    /// // The captured pawn leaves the partner's reserve again.
    /// let step = game.undo().unwrap();
    /// assert_eq!(step.mv().to_string(), "e4d5");
    /// assert!(game.reserve(step.seat().partner()).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn undo(&mut self) -> Option<Step> {
        let step = *self.steps.pop()?;
        self.position.take_back(step.board, &step.undo, &step.transfer);
        if step.transfer.pawn_to.is_some() {
            self.restore_other(step.board.other());
        }
        self.sights[step.board as usize].clear();
        if let Some(turn) = self.turns.pop() {
            self.clocks.unpress(step.seat(), turn);
        }
        self.counted_from[step.board as usize] = step.counted_from;
        if self.outcome.take().is_some() {
            self.clocks.resume();
            self.declared = false;
        }
        Some(step)
    }
}

/// A match from the starting position under the standard rules, without time on the clocks: don't start them.
impl Default for Match {
    fn default() -> Match {
        let clocks = Clocks::new(TimeControl::default());
        Match::with_position(Position::START, clocks)
    }
}

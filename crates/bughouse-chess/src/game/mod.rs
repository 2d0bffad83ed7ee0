//! The match of two boards: transfer of captured men, four clocks, undo, and how it ends.

mod clock;
mod ending;
mod frozen;
mod outcome;
mod seat;
mod setup;

pub use clock::{Clocks, Millis, TimeControl};
pub use frozen::FrozenSeat;
pub(crate) use frozen::freeing_captures;
pub use outcome::{Cause, Outcome};
pub use seat::{BoardId, Seat, Team};
pub use setup::{InvalidMatch, MatchFault};

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::castle_rights::{CastleRights, Wing};
use crate::chess_move::BughouseMove;
use crate::color::Color;
use crate::game::clock::Turn;
use crate::illegal::IllegalMove;
use crate::piece::Piece;
use crate::play::Capture;
use crate::reserve::Reserve;
use crate::rules::{Rules, Stalemate};
use crate::square::Square;
use crate::zobrist;

/// A match: two boards, four seats, four clocks, and everything that was played.
///
/// A captured man keeps its colour and goes to the reserve of that colour on the other board, where the
/// capturer's partner plays it. A move changes both boards in one step, or is refused and changes nothing.
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
    boards: [Board; 2],
    rules: Rules,
    clocks: Clocks,
    outcome: Option<Outcome>,
    /// Whether somebody declared the end, so that no move brought it about.
    declared: bool,
    /// By board: rights whose rook was captured at home, which a dropped rook brings back under some rules.
    dormant: [CastleRights; 2],
    /// By board: the hash of its position at the start.
    first: [u64; 2],
    /// By board: the half-move from which on positions are counted, the first being 1; 0 is the start. A drop
    /// moves it under some rules.
    counted_from: [usize; 2],
    steps: Vec<Step>,
}

/// One half-move of a match, with what is needed to undo it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    board: BoardId,
    mv: BughouseMove,
    capture: Option<Capture>,
    /// What the partner receives.
    arrives: Option<Piece>,
    /// By board: the hash of its position after the half-move.
    hashes: [u64; 2],
    before: Board,
    /// The mover's clock before the half-move.
    turn: Turn,
    dormant_before: CastleRights,
    counted_from_before: usize,
}

impl Step {
    /// Returns the seat that moved.
    pub fn seat(&self) -> Seat {
        Seat { board: self.board, color: self.before.side_to_move() }
    }

    /// Returns the move.
    pub fn mv(&self) -> BughouseMove {
        self.mv
    }

    /// Returns what was captured.
    pub fn capture(&self) -> Option<Capture> {
        self.capture
    }

    /// Returns who received which man.
    pub fn transferred(&self) -> Option<(Seat, Piece)> {
        self.arrives.map(|piece| (self.seat().partner(), piece))
    }

    /// Returns the board before the move.
    pub fn before(&self) -> &Board {
        &self.before
    }
}

/// Why a match refused to go on as asked. Nothing was changed.
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
        }
    }
}

impl core::error::Error for MatchError {}

impl Match {
    /// Returns one board.
    #[inline]
    pub fn board(&self, board: BoardId) -> &Board {
        &self.boards[board as usize]
    }

    /// Returns the rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the seat to move on a board.
    #[inline]
    pub fn to_move(&self, board: BoardId) -> Seat {
        Seat { board, color: self.boards[board as usize].side_to_move() }
    }

    /// Returns what a seat holds in reserve.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> Reserve {
        self.boards[seat.board as usize].reserve(seat.color)
    }

    /// Returns how the match ended, or `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Lists all half-moves played, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns a hash of both boards: equal positions on both give equal hashes.
    #[inline]
    pub fn get_hash(&self) -> u64 {
        // An odd distance: half of the bits would do the work of all if both boards are alike.
        let [a, b] = self.hashes();
        a ^ b.rotate_left(17)
    }

    /// Returns the hash of each board with its dormant rights, which are a part of the position.
    #[inline]
    fn hashes(&self) -> [u64; 2] {
        self.steps.last().map_or(self.first, |step| step.hashes)
    }

    /// Returns the castling rights on a board that a rook dropped at home would bring back, under rules that know
    /// such a thing. A match that starts from two boards has none.
    pub fn dormant_rights(&self, board: BoardId) -> CastleRights {
        self.dormant[board as usize]
    }

    /// Works out the hash of a board with its dormant rights.
    #[inline]
    fn position_hash(&self, board: BoardId) -> u64 {
        let (hash, dormant) = (self.boards[board as usize].get_hash(), self.dormant[board as usize]);
        if dormant.is_empty() {
            return hash;
        }
        let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
        rights
            .filter_map(|(color, wing)| Some(zobrist::castling(color, dormant.rook_file(color, wing)?)))
            // Not the key of a right that can be used.
            .fold(hash, |hash, key| hash ^ key.rotate_left(1))
    }

    /// Lists the legal moves and drops on a board under the rules of the match; none if it is over.
    pub fn legal_moves(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.boards[board as usize].under(&self.rules).legal_moves(),
        }
    }

    /// Plays a move or drop on a board, without a moment.
    ///
    /// This is for matches whose clocks stand still, or are [set](Match::set_clock) after each move. Where they
    /// run, the mover is charged nothing and the opponent's clock runs from the moment the turn began.
    ///
    /// # Errors
    /// An illegal move, or any move after the end, is refused with the reason and changes nothing.
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
    /// An illegal move, or any move after the end, is refused with the reason and changes nothing.
    pub fn play_at(&mut self, board: BoardId, mv: BughouseMove, now: Millis) -> Result<&Step, MatchError> {
        self.play_and_press(board, mv, Some(now))
    }

    #[inline(always)]
    fn play_and_press(
        &mut self,
        id: BoardId,
        mv: BughouseMove,
        now: Option<Millis>,
    ) -> Result<&Step, MatchError> {
        if let Some(outcome) = self.outcome {
            return Err(MatchError::Over(outcome));
        }
        let index = id as usize;
        let ruled = self.boards[index].under(&self.rules);
        if !ruled.is_legal(mv) {
            return Err(MatchError::Illegal(ruled.reason_against(mv)));
        }
        let mover = self.to_move(id);
        self.steps.push(Step {
            board: id,
            mv,
            capture: None,
            arrives: None,
            hashes: [0; 2],
            before: self.boards[index],
            turn: self.clocks.turn(mover),
            dormant_before: self.dormant[index],
            counted_from_before: self.counted_from[index],
        });
        let capture = self.boards[index].play_unchecked(mv);
        let arrives = capture.map(|capture| capture.transferred_under(&self.rules));
        if let Some(piece) = arrives {
            let (receiver, other) = (mover.partner(), id.other() as usize);
            // A match never holds more men than a reserve can take, see `Match::from_boards`.
            let added = self.boards[other].change_reserve(receiver.color, piece, Reserve::add);
            debug_assert_eq!(added, Ok(()));
        }
        if self.rules.dropped_rook_castles {
            self.keep_dormant_rights(id, mv);
        }
        if self.rules.repetition.drop_resets && mv.is_drop() {
            self.counted_from[index] = self.steps.len();
        }
        let hashes = BoardId::ALL.map(|id| self.position_hash(id));
        let last = self.steps.len() - 1;
        let step = &mut self.steps[last];
        (step.capture, step.arrives, step.hashes) = (capture, arrives, hashes);
        if let Some(now) = now {
            self.clocks.press(mover, now);
        }
        let board = &self.boards[index];
        if board.in_unblockable_check() && !board.under(&self.rules).has_legal_move() {
            self.outcome = Some(Outcome::lost_by(self.to_move(id), Cause::Checkmate));
        } else if self.rules.stalemate == Stalemate::Draw {
            self.outcome = self.mate_on(id);
        }
        if self.rules.repetition.automatic && self.outcome.is_none() {
            self.outcome = self.repetition_on(id);
            if arrives.is_some() && self.outcome.is_none() {
                self.outcome = self.repetition_on(id.other());
            }
        }
        if self.outcome.is_some() {
            self.clocks.stop(now);
        }
        Ok(&self.steps[last])
    }

    /// Takes the last half-move back: both boards, what it did to the clocks, and the outcome. Returns it, or
    /// `None` at the start.
    ///
    /// The mover's clock is as it was before, also if it was [set](Match::set_clock) since; it runs on from where
    /// its turn began, and stands if the board had not been started then. The opponent's clock is not touched. An
    /// end that was declared after the half-move goes with it; to take back the end alone, use [`Match::reopen`].
    #[inline]
    pub fn undo(&mut self) -> Option<Step> {
        let step = self.steps.last()?;
        let index = step.board as usize;
        self.boards[index] = step.before;
        if let Some((receiver, piece)) = step.transferred() {
            let other = receiver.board as usize;
            let removed = self.boards[other].change_reserve(receiver.color, piece, Reserve::remove);
            debug_assert_eq!(removed, Ok(()));
        }
        self.clocks.unpress(step.seat(), step.turn);
        self.dormant[index] = step.dormant_before;
        self.counted_from[index] = step.counted_from_before;
        if self.outcome.take().is_some() {
            self.clocks.go_on();
            self.declared = false;
        }
        self.steps.pop()
    }

    /// Puts rights aside whose rook is captured at home, and brings one back when a rook is dropped there.
    fn keep_dormant_rights(&mut self, id: BoardId, mv: BughouseMove) {
        let Some(Step { before, .. }) = self.steps.last() else { return };
        let us = before.side_to_move();
        let back = |color: Color, file| Square::make_square(color.back_rank(), file);
        let dormant = &mut self.dormant[id as usize];
        match mv {
            BughouseMove::Regular(mv) => {
                for wing in Wing::ALL {
                    if before.king_square(us) == mv.source() {
                        dormant.set(us, wing, None);
                    }
                    if let Some(file) = before.castle_rights().rook_file(!us, wing)
                        && back(!us, file) == mv.dest()
                    {
                        dormant.set(!us, wing, Some(file));
                    }
                }
            }
            BughouseMove::Drop { piece: Piece::Rook, square } => {
                for wing in Wing::ALL {
                    if let Some(file) = dormant.rook_file(us, wing)
                        && back(us, file) == square
                    {
                        dormant.set(us, wing, None);
                        self.boards[id as usize].grant_castle_right(us, wing, file);
                    }
                }
            }
            BughouseMove::Drop { .. } => {}
        }
    }
}

/// A match from the usual start under the rules of the documents, with no time on the clocks: do not start them.
impl Default for Match {
    fn default() -> Match {
        let clocks = Clocks::new(TimeControl::default());
        Match::with_boards(Board::default(), Board::default(), Rules::documents(), clocks)
    }
}

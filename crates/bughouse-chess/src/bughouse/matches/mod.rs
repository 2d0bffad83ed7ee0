//! A match on two boards: transfers of captured pieces, four clocks, undo, and the outcome.

mod clock;
mod history;
mod outcome;
#[cfg(feature = "serde")]
mod serialize;

pub use crate::types::time::Millis;
pub use clock::{Clocks, TimeControl};
pub use history::Step;
pub use outcome::{Cause, MatchError, Outcome};

use alloc::vec::Vec;
use core::fmt;

use crate::board::{Board, Frozen};
use crate::bughouse::matches::clock::{Moment, Turn};
use crate::bughouse::matches::history::Steps;
use crate::bughouse::position::Position;
use crate::movegen::MoveList;
use crate::movegen::illegal::IllegalMove;
use crate::movegen::legality::Sight;
use crate::movegen::promotions::Promotions;
use crate::movegen::ruled::Ruled;
use crate::notation::san::{MoveError, San};
use crate::types::castle_rights::CastleRights;
use crate::types::chess_move::BughouseMove;
use crate::types::color::Color;
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
/// | read and write moves | [`read_uci`](Match::read_uci), [`read_san`](Match::read_san), [`san`](Match::san) |
/// | run the clocks | [`start`](Match::start), [`start_board`](Match::start_board), [`clock`](Match::clock), [`set_clock`](Match::set_clock), [`clocks`](Match::clocks), [`is_flagged`](Match::is_flagged), [`flagged`](Match::flagged) |
/// | end it | [`resign`](Match::resign), [`claim_flag`](Match::claim_flag), [`agree_draw`](Match::agree_draw), [`claim_repetition`](Match::claim_repetition), [`claim_fifty_moves`](Match::claim_fifty_moves), [`abort`](Match::abort), [`reopen`](Match::reopen) |
/// | see where it is | [`outcome`](Match::outcome), [`position`](Match::position), [`rules`](Match::rules), [`board`](Match::board), [`to_move`](Match::to_move), [`reserve`](Match::reserve), [`frozen`](Match::frozen), [`freeing_captures`](Match::freeing_captures) |
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

/// The checks and possible pins for the king to move on a board, if they are known.
///
/// They are computed once for each half-move, to detect mate and to validate the next move. After an undo
/// they are unknown.
///
/// All values are equal: they only repeat what the board contains.
#[derive(Clone, Copy, Debug, Default)]
struct SightCache {
    sight: Sight,
    known: bool,
}

impl SightCache {
    /// Returns the checks and possible pins for the king to move.
    #[inline]
    fn at(&mut self, board: &Board) -> Sight {
        if !self.known {
            self.recompute(board);
        }
        self.sight
    }

    /// Computes the value again after the board changed, and returns the pieces that give check.
    fn recompute(&mut self, board: &Board) -> u64 {
        *self = SightCache { sight: board.sight(), known: true };
        self.sight.checkers
    }

    /// Marks the value as unknown.
    #[inline]
    fn clear(&mut self) {
        self.known = false;
    }
}

impl PartialEq for SightCache {
    fn eq(&self, _: &SightCache) -> bool {
        true
    }
}

impl Eq for SightCache {}

/// A frozen seat: in check without a legal move or drop, waiting for a piece that could end the check.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FrozenSeat {
    /// The frozen seat.
    pub seat: Seat,
    /// The squares where a piece from the partner would help.
    pub help: Frozen,
    /// The piece types that would help.
    pub pieces: Vec<Piece>,
}

impl Match {
    /// Creates a match from the starting position. The clocks are stopped until [`Match::start`].
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Millis, Rules, Seat, TimeControl};
    ///
    /// let mut game = Match::new(Rules::chesscom(), TimeControl::new(180, 2));
    /// game.start(Millis::ZERO);
    /// game.play_at(BoardId::A, "e2e4".parse()?, Millis(1_500))?;
    /// // 180 seconds, less 1.5, plus an increment of 2.
    /// assert_eq!(game.clock(Seat::WHITE_A, Millis(1_500)), Millis(180_500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: Rules, control: TimeControl) -> Match {
        Match::with_position(Position::START.with_rules(rules), Clocks::new(control))
    }

    /// Creates a match from any two boards and clocks. The clocks are stopped until [`Match::start`].
    ///
    /// If a board is mated, or stalemated under rules that make it a draw, the match is over from the start.
    /// Board A is checked first.
    ///
    /// ```
    /// use bughouse_chess::{Board, Clocks, Match, Millis, Rules, Seat};
    ///
    /// let board_a: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1".parse()?;
    /// let board_b: Board = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[] w KQkq - 0 1".parse()?;
    /// let clocks = Clocks::from_left([120_000, 115_500, 90_000, 98_000].map(Millis), Millis::ZERO);
    /// let game = Match::from_boards(board_a, board_b, Rules::fics(), clocks)?;
    /// assert_eq!(game.clock(Seat::BLACK_A, Millis::ZERO), Millis(115_500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Lists the piece types that make a match impossible: both boards and all reserves together have more
    /// than two sets. Promoted pieces count as pawns. If captured promoted pieces [stay](Promotion::Stays)
    /// promoted, so do queens, rooks, bishops and knights beyond two sets.
    pub fn from_boards(
        board_a: Board,
        board_b: Board,
        rules: Rules,
        clocks: Clocks,
    ) -> Result<Match, InvalidMatch> {
        Match::from_position(Position::new(board_a, board_b, rules), clocks)
    }

    /// Creates a match from any position under its rules, like [`Match::from_boards`].
    ///
    /// # Errors
    /// Fails if a match is impossible, see [`Match::from_boards`].
    pub fn from_position(position: Position, clocks: Clocks) -> Result<Match, InvalidMatch> {
        position.check_material()?;
        // Restorable rights that the rules don't have are dropped.
        let position = position.with_rules(*position.rules());
        Ok(Match::with_position(position, clocks))
    }

    /// Creates a match from boards that have at most two sets.
    pub(super) fn with_position(position: Position, clocks: Clocks) -> Match {
        let rules = position.rules();
        let mut game = Match {
            position,
            standard: rules.are_standard_on_a_board(),
            has_automatic_draws: rules.stalemate == Stalemate::Draw || rules.repetition.automatic,
            // Clocks from another match may be running or stopped.
            clocks: Clocks::from_left(clocks.all_left(), clocks.increment()),
            outcome: None,
            declared: false,
            sights: Default::default(),
            counted_from: [0; 2],
            steps: Steps::default(),
            turns: Vec::new(),
            keeps_turns: false,
            others: Vec::new(),
        };
        game.outcome = BoardId::ALL.into_iter().find_map(|id| game.mate_on(id));
        game
    }

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
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Piece, Seat};
    ///
    /// let mut game = Match::default();
    /// for san in ["e4", "d5", "exd5"] {
    ///     game.play(BoardId::A, game.read_san(BoardId::A, san)?)?;
    /// }
    /// let last = game.steps().last().unwrap();
    /// assert_eq!((last.seat(), last.transferred()), (Seat::WHITE_A, Some((Seat::BLACK_B, Piece::Pawn))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns the number of pieces of a color and type on both boards and in all reserves, see
    /// [`Position::count_pieces`].
    pub fn count_pieces(&self, color: Color, piece: Piece) -> u32 {
        self.position.count_pieces(color, piece)
    }

    /// Returns a legal move on a board in SAN, see [`Position::san`](crate::Position::san).
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match};
    ///
    /// let mut game = Match::default();
    /// let mv = game.read_san(BoardId::B, "Nf3")?;
    /// assert_eq!(game.san(BoardId::B, mv)?.to_string(), "Nf3");
    /// game.play(BoardId::B, mv)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. It doesn't matter whether the match is over.
    pub fn san(&self, board: BoardId, mv: BughouseMove) -> Result<San, IllegalMove> {
        self.position.san(board, mv)
    }

    /// Parses a legal move in standard SAN on a board, under the rules of the match.
    ///
    /// To accept other spellings, such as `0-0`, use [`San::read`] and
    /// [`Position::resolve`](crate::Position::resolve). To accept UCI as well, try [`Match::read_uci`] first, and SAN if
    /// the text is [not a UCI move](crate::MoveErrorKind::NotAMove).
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move. It doesn't matter
    /// whether the match is over.
    pub fn read_san(&self, board: BoardId, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.position.read_san(board, text)
    }

    /// Parses a legal UCI move on a board, under the rules of the match, with castling in either notation.
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason if the move is illegal. It doesn't matter whether
    /// the match is over.
    pub fn read_uci(&self, board: BoardId, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.position.read_uci(board, text)
    }

    /// Returns the seat to move on a board if it is frozen, with what would free it.
    pub fn frozen(&self, board: BoardId) -> Option<FrozenSeat> {
        let help = self.position.frozen(board).filter(|_| self.outcome.is_none())?;
        let pieces = Piece::IN_RESERVE.into_iter().filter(|&piece| help.helps(piece)).collect();
        Some(FrozenSeat { seat: self.to_move(board), help, pieces })
    }

    /// Returns the partner's captures on the other board that would free the frozen seat on a board.
    ///
    /// The list is empty if the seat isn't frozen, if its partner isn't to move, or if the match is over.
    pub fn freeing_captures(&self, board: BoardId) -> Vec<BughouseMove> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.freeing_captures(board),
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

impl Position {
    /// Checks that both boards and all reserves have at most two sets of pieces.
    ///
    /// # Errors
    /// Lists each piece type that exceeds two sets. Promoted pieces count as pawns. If captured promoted
    /// pieces [stay](Promotion::Stays) promoted, so do queens, rooks, bishops and knights beyond two sets.
    pub fn check_material(&self) -> Result<(), InvalidMatch> {
        let mut violations = Vec::new();
        for color in Color::ALL {
            let mut pawns = self.count_pieces(color, Piece::Pawn);
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                let (count, limit) = (self.count_pieces(color, piece), limit(piece));
                if self.rules().promotion == Promotion::Stays {
                    pawns += count.saturating_sub(limit);
                } else if count > limit {
                    violations.push(MatchViolation::TooMany { color, piece, count, limit });
                }
            }
            let limit = limit(Piece::Pawn);
            if pawns > limit {
                violations.push(MatchViolation::TooMany { color, piece: Piece::Pawn, count: pawns, limit });
            }
        }
        if violations.is_empty() { Ok(()) } else { Err(InvalidMatch(violations)) }
    }
}

/// Returns the number of pieces of a type in two full sets, for each color.
const fn limit(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 16,
        Piece::Knight | Piece::Bishop | Piece::Rook => 4,
        Piece::Queen | Piece::King => 2,
    }
}

/// The reasons why two boards can't be a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidMatch(Vec<MatchViolation>);

impl InvalidMatch {
    /// Returns every violation. There is at least one.
    pub fn violations(&self) -> &[MatchViolation] {
        &self.0
    }
}

impl fmt::Display for InvalidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            write!(f, "{}{violation}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidMatch {}

/// A reason why two boards can't be a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MatchViolation {
    /// A color has more pieces of a type than two sets. Promoted pieces count as pawns.
    TooMany {
        /// The owner of the pieces.
        color: Color,
        /// The piece type.
        piece: Piece,
        /// The number of pieces.
        count: u32,
        /// The most that are allowed.
        limit: u32,
    },
}

impl fmt::Display for MatchViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchViolation::TooMany { color, piece, count, limit } => {
                let promoted = if *piece == Piece::Pawn { " and promoted pieces" } else { "" };
                write!(
                    f,
                    "{} has {count} {piece}s{promoted} on both boards and in reserve, \
                     at most {limit} are allowed",
                    color.side_name()
                )
            }
        }
    }
}

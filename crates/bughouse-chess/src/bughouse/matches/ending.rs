//! Ends of a match: by mate, on time, or by the players.

use crate::board::BoardStatus;
use crate::bughouse::matches::clock::Moment;
use crate::bughouse::matches::{Cause, Clocks, Match, MatchError, Millis, Outcome, Step};
use crate::types::rules::{BothFlags, Stalemate};
use crate::types::seat::{BoardId, Seat, Team};

impl Match {
    /// Starts the clocks of both boards: on each, the clock of the side to move.
    ///
    /// If you [undo](Match::undo) a half-move that was played before this, its board's clock stops again.
    pub fn start(&mut self, now: Millis) {
        for board in BoardId::ALL {
            self.start_board(board, now);
        }
    }

    /// Starts the clock of one board, for servers that wait for the first move. A running clock continues.
    pub fn start_board(&mut self, board: BoardId, now: Millis) {
        if self.outcome.is_none() {
            self.keep_turns();
            self.clocks.start(board, now);
        }
    }

    /// Returns the time on a seat's clock at a moment. After the end of the match, returns the time at the
    /// end.
    ///
    /// If the match ended without a moment, a running clock shows the time it had when its turn began.
    ///
    /// ```
    /// use bughouse_chess::{Match, Millis, Rules, Seat, TimeControl};
    ///
    /// let mut game = Match::new(Rules::standard(), TimeControl::new(180, 0));
    /// game.start(Millis(1_000));
    /// let shown = Seat::ALL.map(|seat| game.clock(seat, Millis(4_500)).0);
    /// // WhiteA, BlackA, WhiteB, BlackB: both sides to move have used 3.5 seconds.
    /// assert_eq!(shown, [176_500, 180_000, 176_500, 180_000]);
    /// ```
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        self.clocks.read(seat, self.is_to_move(seat), now)
    }

    /// Returns the clocks, to read them without a moment.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets a seat's clock, for example from a game file or a server. If it is running, it continues from
    /// `now`.
    ///
    /// The other clocks are not affected.
    pub fn set_clock(&mut self, seat: Seat, left: Millis, now: Millis) {
        self.keep_turns();
        self.clocks.set(seat, self.is_to_move(seat), left, now);
        if !self.is_to_move(seat) {
            // The seat moved last on its board.
            let on_board = |step: &&mut Step| step.board == seat.board;
            if let Some(last) = self.steps.as_mut_slice().iter_mut().rev().find(on_board) {
                last.clock = Moment::at(left);
            }
        }
    }

    /// Stores the mover's clock with each half-move from now on. As long as no clock was changed, all
    /// half-moves share the current clocks.
    fn keep_turns(&mut self) {
        if !self.keeps_turns {
            self.keeps_turns = true;
            self.turns = self.steps().iter().map(|step| self.clocks.turn(step.seat())).collect();
        }
    }

    /// Returns `true` if a seat has run out of time at a moment: its clock was started and has no time left.
    ///
    /// A player who moves after that is still flagged, unless the increment brings the clock above zero.
    pub fn is_flagged(&self, seat: Seat, now: Millis) -> bool {
        self.clocks.has_run_out(seat, self.is_to_move(seat), now)
    }

    /// Iterates over the seats that have run out of time at a moment.
    pub fn flagged(&self, now: Millis) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| self.is_flagged(seat, now))
    }

    /// Ends the match because a seat ran out of time. If the other team has also run out, the rules decide.
    ///
    /// If the first flag to fall loses and both fell at the same instant, the seat in the claim loses.
    ///
    /// ```
    /// use bughouse_chess::{Match, Millis, Rules, Seat, Team, TimeControl};
    ///
    /// let mut game = Match::new(Rules::standard(), TimeControl::new(180, 0));
    /// game.start(Millis::ZERO);
    /// assert!(game.claim_flag(Seat::WHITE_A, Millis::from_secs(179)).is_err());
    /// let outcome = game.claim_flag(Seat::WHITE_A, Millis::from_secs(180))?;
    /// assert_eq!(outcome.winner, Some(Team::Two));
    /// # Ok::<(), bughouse_chess::MatchError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the match is over or the seat has time left.
    pub fn claim_flag(&mut self, seat: Seat, now: Millis) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        if !self.is_flagged(seat, now) {
            return Err(MatchError::TimeLeft(seat));
        }
        let first_of = |team: Team| {
            let seats = team.seats().into_iter().filter(|&seat| self.is_flagged(seat, now));
            seats.filter_map(|seat| Some((self.clocks.ran_out_at(seat)?, seat))).min()
        };
        let (ours, theirs) = (first_of(seat.team()), first_of(seat.team().other()));
        let outcome = match (ours, theirs) {
            (Some((our_time, our_seat)), Some((their_time, their_seat))) => match self.rules().both_flags {
                BothFlags::Draw => Outcome::without_winner(Cause::BothFlags, None),
                BothFlags::DrawAtSameInstant if our_time == their_time => {
                    Outcome::without_winner(Cause::BothFlags, None)
                }
                _ if our_time <= their_time => Outcome::lost_by(our_seat, Cause::Flag),
                _ => Outcome::lost_by(their_seat, Cause::Flag),
            },
            (Some((_, first_seat)), None) => Outcome::lost_by(first_seat, Cause::Flag),
            (None, _) => Outcome::lost_by(seat, Cause::Flag),
        };
        Ok(self.declare(outcome, Some(now)))
    }

    /// Ends the match because a player resigns.
    ///
    /// # Errors
    /// Fails if the match is over.
    pub fn resign(&mut self, seat: Seat, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        Ok(self.declare(Outcome::lost_by(seat, Cause::Resignation), now))
    }

    /// Ends the match as a draw by agreement.
    ///
    /// # Errors
    /// Fails if the match is over.
    pub fn agree_draw(&mut self, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        Ok(self.declare(Outcome::without_winner(Cause::Agreement, None), now))
    }

    /// Ends the match without a result.
    ///
    /// # Errors
    /// Fails if the match is over.
    pub fn abort(&mut self, seat: Option<Seat>, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        Ok(self.declare(Outcome::without_winner(Cause::Abort, seat), now))
    }

    /// Ends the match as a draw because the position on a board occurred three times.
    ///
    /// # Errors
    /// Fails if the match is over or the position occurred less often.
    pub fn claim_repetition(&mut self, board: BoardId, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        let outcome = self.repetition_on(board).ok_or(MatchError::NoRepetition(board))?;
        Ok(self.declare(outcome, now))
    }

    /// Ends the match as a draw after fifty moves by each side on a board without a capture or pawn move, if
    /// the rules [allow](crate::Rules::fifty_moves) it.
    ///
    /// # Errors
    /// Fails if the match is over, if there were fewer such moves, or if the rules don't allow the claim.
    pub fn claim_fifty_moves(&mut self, board: BoardId, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.check_not_over()?;
        if !self.can_claim_fifty_moves(board) {
            return Err(MatchError::NoFiftyMoves(board));
        }
        let seat = self.to_move(board);
        Ok(self.declare(Outcome::without_winner(Cause::FiftyMoves, Some(seat)), now))
    }

    /// Returns `true` if the rules allow a draw by fifty moves on a board.
    pub(super) fn can_claim_fifty_moves(&self, board: BoardId) -> bool {
        self.rules().fifty_moves && self.board(board).halfmove_clock() >= 100
    }

    /// Takes back an end that was declared: by resignation, flag, agreement, a claimed repetition or
    /// fifty-move draw, or abort. The clocks continue as if it had not been declared.
    ///
    /// Returns the outcome that was taken back. If a move ended the match, for example by mate, this changes
    /// nothing and returns `None`: use [`Match::undo`] instead.
    ///
    /// ```
    /// use bughouse_chess::{Match, Seat};
    ///
    /// let mut game = Match::default();
    /// game.resign(Seat::BLACK_B, None)?;
    /// assert!(game.reopen().is_some());
    /// assert_eq!(game.outcome(), None);
    /// # Ok::<(), bughouse_chess::MatchError>(())
    /// ```
    pub fn reopen(&mut self) -> Option<Outcome> {
        if !core::mem::take(&mut self.declared) {
            return None;
        }
        self.clocks.resume();
        self.outcome.take()
    }

    /// Returns how often the position of a board has occurred under the rules of the match. The current
    /// position counts, so this is at least 1.
    ///
    /// A position occurs when a half-move on the board or a transfer to it creates it. Reserves are part of
    /// it: with another piece in reserve, it is another position.
    pub fn occurrences(&self, board: BoardId) -> usize {
        let hash = self.position.board_hash(board);
        let (mut before, mut others) = (self.position, self.others.iter().rev());
        let mut count = 1;
        for step in self.steps()[self.counted_from[board as usize] as usize..].iter().rev() {
            let transfer = &step.transfer;
            before.take_back(step.board, &step.undo, transfer);
            if transfer.pawn_to.is_some()
                && let Some(other) = others.next()
            {
                *before.board_mut(step.board.other()) = *other;
            }
            // If the half-move didn't change the board, the same position was already counted after it.
            let touched = step.board == board || transfer.transfer.is_some() || transfer.pawn_to.is_some();
            count += usize::from(touched && before.board_hash(board) == hash);
        }
        count
    }

    /// Returns the outcome if the current board ends the match by mate or stalemate.
    #[cold]
    pub(super) fn mate_on(&self, id: BoardId) -> Option<Outcome> {
        match self.position.status(id) {
            BoardStatus::Checkmate => Some(Outcome::lost_by(self.to_move(id), Cause::Checkmate)),
            BoardStatus::Stalemate if self.rules().stalemate == Stalemate::Draw => {
                Some(Outcome::without_winner(Cause::Stalemate, Some(self.to_move(id))))
            }
            _ => None,
        }
    }

    /// Returns the outcome if the position of a board occurred three times.
    pub(super) fn repetition_on(&self, id: BoardId) -> Option<Outcome> {
        (self.occurrences(id) >= 3)
            .then(|| Outcome::without_winner(Cause::Repetition, Some(self.to_move(id))))
    }

    /// Sets the outcome that a player declared, and stops the clocks.
    fn declare(&mut self, outcome: Outcome, now: Option<Millis>) -> Outcome {
        self.clocks.stop(now);
        self.declared = true;
        self.outcome = Some(outcome);
        outcome
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.to_move(seat.board) == seat
    }

    fn check_not_over(&self) -> Result<(), MatchError> {
        self.outcome.map_or(Ok(()), |outcome| Err(MatchError::Over(outcome)))
    }
}

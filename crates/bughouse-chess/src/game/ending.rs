//! How a match is ended: by mate, by the clock, by the players.

use crate::board::BoardStatus;
use crate::game::{BoardId, Cause, Clocks, Match, MatchError, Millis, Outcome, Seat, Team};
use crate::rules::{BothFlags, Stalemate};

impl Match {
    /// Starts the clocks of both boards: on each, the clock of the side to move.
    ///
    /// To [undo](Match::undo) a half-move that was played before this stops its board's clock again.
    pub fn start(&mut self, now: Millis) {
        for board in BoardId::ALL {
            self.start_board(board, now);
        }
    }

    /// Starts the clock of one board, for servers that wait for the first move. Clocks that run run on.
    pub fn start_board(&mut self, board: BoardId, now: Millis) {
        if self.outcome.is_none() {
            self.keep_turns();
            self.clocks.start(board, now);
        }
    }

    /// Returns what a seat's clock shows at a moment; after the end, what it showed then.
    ///
    /// If the match was ended without a moment, a clock that ran shows what it did when its turn began.
    #[must_use]
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        self.clocks.read(seat, self.is_to_move(seat), now)
    }

    /// Returns the clocks, to read them without a moment.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets a seat's clock, as a record or a server tells it. If it runs, it runs on from `now`.
    ///
    /// The other clocks go on as before.
    pub fn set_clock(&mut self, seat: Seat, left: Millis, now: Millis) {
        self.keep_turns();
        self.clocks.set(seat, self.is_to_move(seat), left, now);
    }

    /// Keeps the mover's clock with each half-move from now on. As long as no clock was touched, all half-moves found
    /// the clocks as they are.
    fn keep_turns(&mut self) {
        if !self.keeps_turns {
            self.keeps_turns = true;
            self.turns = self.steps().iter().map(|step| self.clocks.turn(step.seat())).collect();
        }
    }

    /// Returns `true` if a seat has run out of time at a moment: its clock was started and shows none.
    ///
    /// A player who moves after that has still run out, unless the increment brought some time back.
    #[must_use]
    pub fn is_flagged(&self, seat: Seat, now: Millis) -> bool {
        self.clocks.has_run_out(seat, self.is_to_move(seat), now)
    }

    /// Lists the seats that have run out of time at a moment.
    pub fn flagged(&self, now: Millis) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| self.is_flagged(seat, now))
    }

    /// Ends the match because a seat ran out of time. If the other team has too, the rules decide.
    ///
    /// Where the first flag to fall loses and both fell at the same instant, the claim decides: the seat it
    /// names loses.
    ///
    /// # Errors
    /// Rejected if the match is over or the seat has time left.
    pub fn claim_flag(&mut self, seat: Seat, now: Millis) -> Result<Outcome, MatchError> {
        self.still_on()?;
        if !self.is_flagged(seat, now) {
            return Err(MatchError::TimeLeft(seat));
        }
        let first_of = |team: Team| {
            let seats = team.seats().into_iter().filter(|&seat| self.is_flagged(seat, now));
            seats.filter_map(|seat| Some((self.clocks.ran_out_at(seat)?, seat))).min()
        };
        let (ours, theirs) = (first_of(seat.team()), first_of(seat.team().other()));
        let outcome = match (ours, theirs) {
            (Some((our_time, our_seat)), Some((their_time, their_seat))) => match self.rules.both_flags {
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
    /// Rejected if the match is over.
    pub fn resign(&mut self, seat: Seat, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.declare(Outcome::lost_by(seat, Cause::Resignation), now))
    }

    /// Ends the match as a draw by agreement.
    ///
    /// # Errors
    /// Rejected if the match is over.
    pub fn agree_draw(&mut self, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.declare(Outcome::without_winner(Cause::Agreement, None), now))
    }

    /// Breaks the match off without a result.
    ///
    /// # Errors
    /// Rejected if the match is over.
    pub fn abort(&mut self, seat: Option<Seat>, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.declare(Outcome::without_winner(Cause::Abort, seat), now))
    }

    /// Ends the match as a draw because the position on a board occurred three times.
    ///
    /// # Errors
    /// Rejected if the match is over or the position did not.
    pub fn claim_repetition(&mut self, board: BoardId, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        let outcome = self.repetition_on(board).ok_or(MatchError::NoRepetition(board))?;
        Ok(self.declare(outcome, now))
    }

    /// Ends the match as a draw because fifty moves of each side passed on a board without a capture or pawn move, under
    /// rules that [know](crate::Rules::fifty_moves) such a draw.
    ///
    /// # Errors
    /// Rejected if the match is over, if fewer passed, or if the rules know no such draw.
    pub fn claim_fifty_moves(&mut self, board: BoardId, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        if !self.rules.fifty_moves || self.board(board).halfmove_clock() < 100 {
            return Err(MatchError::NoFiftyMoves(board));
        }
        let seat = self.to_move(board);
        Ok(self.declare(Outcome::without_winner(Cause::FiftyMoves, Some(seat)), now))
    }

    /// Takes back the end of a match that was declared over: by resignation, flag, agreement, repetition or fifty moves
    /// that were claimed, or abort. The clocks go on as if nothing had been declared.
    ///
    /// Returns the outcome that no longer holds. An end that a move brought about, such as mate, is taken back
    /// with the move by [`Match::undo`]; then this changes nothing and returns `None`.
    pub fn reopen(&mut self) -> Option<Outcome> {
        if !core::mem::take(&mut self.declared) {
            return None;
        }
        self.clocks.go_on();
        self.outcome.take()
    }

    /// Returns how often the position of a board occurred, as the rules count it. The one that stands now is
    /// counted, so this is at least 1.
    ///
    /// A position occurs when a half-move on the board or a transfer to it brings it about. Reserves are a part
    /// of it: with another piece in reserve it is another position.
    #[must_use]
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
            // What stood there if the half-move did not touch the board is counted as what stood after it.
            let touched = step.board == board || transfer.transfer.is_some() || transfer.pawn_to.is_some();
            count += usize::from(touched && before.board_hash(board) == hash);
        }
        count
    }

    /// Returns the outcome if a board, as it stands, ends the match by mate or stalemate.
    #[cold]
    pub(super) fn mate_on(&self, id: BoardId) -> Option<Outcome> {
        match self.position.status(id, &self.rules) {
            BoardStatus::Checkmate => Some(Outcome::lost_by(self.to_move(id), Cause::Checkmate)),
            BoardStatus::Stalemate if self.rules.stalemate == Stalemate::Draw => {
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

    /// Records an end that somebody declared, and stops the clocks.
    fn declare(&mut self, outcome: Outcome, now: Option<Millis>) -> Outcome {
        self.clocks.stop(now);
        self.declared = true;
        self.outcome = Some(outcome);
        outcome
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.to_move(seat.board) == seat
    }

    fn still_on(&self) -> Result<(), MatchError> {
        self.outcome.map_or(Ok(()), |outcome| Err(MatchError::Over(outcome)))
    }
}

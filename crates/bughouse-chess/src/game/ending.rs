//! How a match is ended: by mate, by the clock, by the players.

use crate::board::BoardStatus;
use crate::game::{
    ALL_SEATS, BOTH_BOARDS, BoardId, Cause, Clocks, Match, MatchError, Millis, Outcome, Seat, Team,
};
use crate::rules::{BothFlags, Stalemate};

impl Match {
    /// Starts the clocks of both boards.
    pub fn start(&mut self, now: Millis) {
        for board in BOTH_BOARDS {
            self.start_board(board, now);
        }
    }

    /// Starts the clock of one board, for servers that wait for the first move.
    pub fn start_board(&mut self, board: BoardId, now: Millis) {
        if self.outcome.is_none() {
            self.clocks.start(board, now);
        }
    }

    /// Returns what a seat's clock shows at a moment; after the end, what it showed then.
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        self.clocks.read(seat, self.to_move(seat.board) == seat, now)
    }

    /// Returns the clocks, to set or to read them without a moment.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets a seat's clock, as a record or a server tells it. If it runs, it runs on from `now`.
    pub fn set_clock(&mut self, seat: Seat, left: Millis, now: Millis) {
        self.clocks.set(seat, left, now);
    }

    /// Tells whether a seat's clock has run out at a moment.
    pub fn is_flagged(&self, seat: Seat, now: Millis) -> bool {
        self.clock(seat, now) <= Millis::ZERO && self.clocks.falls_at(seat, self.is_to_move(seat)).is_some()
    }

    /// Ends the match because a seat ran out of time. If the other team has too, the rules decide.
    ///
    /// # Errors
    /// Refused if the match is over or the seat has time left.
    pub fn claim_flag(&mut self, seat: Seat, now: Millis) -> Result<Outcome, MatchError> {
        self.still_on()?;
        if !self.is_flagged(seat, now) {
            return Err(MatchError::TimeLeft(seat));
        }
        let first = |team: Team| {
            let seats = team.seats().into_iter().filter(|&seat| self.is_flagged(seat, now));
            seats.filter_map(|seat| Some((self.clocks.falls_at(seat, true)?, seat))).min()
        };
        let (ours, theirs) = (first(seat.team()), first(seat.team().other()));
        let outcome = match (ours, theirs) {
            (Some((our_time, our_seat)), Some((their_time, their_seat))) => match self.rules.both_flags {
                BothFlags::Draw => Outcome::without_winner(Cause::BothFlags, None),
                BothFlags::DrawAtSameInstant if our_time == their_time => {
                    Outcome::without_winner(Cause::BothFlags, None)
                }
                // At the same instant the claim decides.
                _ if our_time <= their_time => Outcome::lost_by(our_seat, Cause::Flag),
                _ => Outcome::lost_by(their_seat, Cause::Flag),
            },
            (Some((_, first_seat)), None) => Outcome::lost_by(first_seat, Cause::Flag),
            (None, _) => Outcome::lost_by(seat, Cause::Flag),
        };
        Ok(self.finish(outcome, Some(now)))
    }

    /// Ends the match because a player resigns.
    ///
    /// # Errors
    /// Refused if the match is over.
    pub fn resign(&mut self, seat: Seat, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.finish(Outcome::lost_by(seat, Cause::Resignation), now))
    }

    /// Ends the match as a draw by agreement.
    ///
    /// # Errors
    /// Refused if the match is over.
    pub fn agree_draw(&mut self, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.finish(Outcome::without_winner(Cause::Agreement, None), now))
    }

    /// Breaks the match off without a result.
    ///
    /// # Errors
    /// Refused if the match is over.
    pub fn abort(&mut self, seat: Option<Seat>, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        Ok(self.finish(Outcome::without_winner(Cause::Abort, seat), now))
    }

    /// Ends the match as a draw because the position on a board occurred three times.
    ///
    /// # Errors
    /// Refused if the match is over or the position did not.
    pub fn claim_repetition(&mut self, board: BoardId, now: Option<Millis>) -> Result<Outcome, MatchError> {
        self.still_on()?;
        if self.occurrences(board) < 3 {
            return Err(MatchError::NoRepetition(board));
        }
        let outcome = Outcome::without_winner(Cause::Repetition, Some(self.to_move(board)));
        Ok(self.finish(outcome, now))
    }

    /// Returns how often the position of a board occurred, reserves included, as the rules count it.
    pub fn occurrences(&self, board: BoardId) -> usize {
        let hash = self.boards[board as usize].get_hash();
        let history = &self.history[board as usize];
        let mut played = self.steps.iter().rev().filter(|step| step.board == board);
        let mut count = usize::from(history.last() == Some(&hash));
        for &earlier in history.iter().rev().skip(1) {
            let Some(step) = played.next() else { break };
            if self.rules.repetition.drop_resets && step.mv.is_drop() {
                break;
            }
            count += usize::from(earlier == hash);
        }
        count
    }

    /// Returns the outcome if the last move on a board ended the match.
    #[inline]
    pub(super) fn ending_on(&self, id: BoardId) -> Option<Outcome> {
        let board = &self.boards[id as usize];
        let seat = self.to_move(id);
        if board.in_check() {
            if board.status_under(&self.rules) == BoardStatus::Checkmate {
                return Some(Outcome::lost_by(seat, Cause::Checkmate));
            }
        } else if self.rules.stalemate == Stalemate::Draw
            && board.status_under(&self.rules) == BoardStatus::Stalemate
        {
            return Some(Outcome::without_winner(Cause::Stalemate, Some(seat)));
        }
        if self.rules.repetition.automatic && self.occurrences(id) >= 3 {
            return Some(Outcome::without_winner(Cause::Repetition, Some(seat)));
        }
        None
    }

    /// Records the outcome and stops the clocks.
    fn finish(&mut self, outcome: Outcome, now: Option<Millis>) -> Outcome {
        if let Some(now) = now {
            for board in BOTH_BOARDS {
                self.clocks.stop(self.to_move(board), now);
            }
        }
        self.outcome = Some(outcome);
        outcome
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.to_move(seat.board) == seat
    }

    fn still_on(&self) -> Result<(), MatchError> {
        self.outcome.map_or(Ok(()), |outcome| Err(MatchError::Over(outcome)))
    }

    /// Lists the seats whose clocks have run out at a moment.
    pub fn flagged(&self, now: Millis) -> impl Iterator<Item = Seat> {
        ALL_SEATS.into_iter().filter(move |&seat| self.is_flagged(seat, now))
    }
}

//! The outcome of a match, and how it ends: by mate, on time, or by the players.

use core::fmt;

use crate::board::BoardStatus;
use crate::bughouse::matches::Match;
use crate::movegen::illegal::IllegalMove;
use crate::types::rules::{BothFlags, Stalemate};
use crate::types::seat::{BoardId, Seat, Team};
use crate::types::time::Millis;

/// The outcome of a match: the winner, the cause, and the seat that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Outcome {
    /// The team that won, or `None` for a draw or a match without a result.
    pub winner: Option<Team>,
    /// Why the match ended.
    pub cause: Cause,
    /// The seat that lost or aborted the match. For a repetition, fifty moves or a stalemate: the side to
    /// move on the board where it happened.
    pub seat: Option<Seat>,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Cause {
    /// A king is mated, and no piece from the partner could help.
    Checkmate,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Flag,
    /// Players of both teams ran out of time.
    BothFlags,
    /// The teams agreed on a draw.
    Agreement,
    /// A position occurred three times on a board.
    Repetition,
    /// Fifty moves passed on a board without a capture or pawn move.
    FiftyMoves,
    /// A player has no legal move, and the rules make that a draw.
    Stalemate,
    /// The match was aborted without a result.
    Abort,
}

/// Writes the cause in a few words: `checkmate`, `out of time`, `threefold repetition`.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Checkmate => "checkmate",
            Cause::Resignation => "resignation",
            Cause::Flag => "out of time",
            Cause::BothFlags => "both teams out of time",
            Cause::Agreement => "agreement",
            Cause::Repetition => "threefold repetition",
            Cause::FiftyMoves => "fifty-move rule",
            Cause::Stalemate => "stalemate",
            Cause::Abort => "aborted",
        })
    }
}

impl Outcome {
    /// Returns the outcome where a seat's team loses.
    pub(crate) const fn lost_by(seat: Seat, cause: Cause) -> Outcome {
        Outcome { winner: Some(seat.team().other()), cause, seat: Some(seat) }
    }

    /// Returns an outcome without a winner.
    pub(crate) const fn without_winner(cause: Cause, seat: Option<Seat>) -> Outcome {
        Outcome { winner: None, cause, seat }
    }

    /// Returns `true` if the match was drawn.
    pub const fn is_draw(self) -> bool {
        self.winner.is_none() && !matches!(self.cause, Cause::Abort)
    }

    /// Returns the result as BPGN writes it, for WhiteA's team: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn result(self) -> &'static str {
        match (self.winner, self.cause) {
            (Some(Team::One), _) => "1-0",
            (Some(Team::Two), _) => "0-1",
            (None, Cause::Abort) => "*",
            (None, _) => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.cause, self.seat) {
            (Cause::Checkmate, Some(seat)) => write!(f, "{seat} is checkmated")?,
            (Cause::Resignation, Some(seat)) => write!(f, "{seat} resigned")?,
            (Cause::Flag, Some(seat)) => write!(f, "{seat} ran out of time")?,
            (Cause::Stalemate, Some(seat)) => write!(f, "{seat} is stalemated")?,
            (Cause::Repetition, Some(seat)) => {
                write!(f, "a position on board {} occurred three times", seat.board)?
            }
            (Cause::FiftyMoves, Some(seat)) => {
                write!(f, "fifty moves passed on board {} without a capture or pawn move", seat.board)?
            }
            (Cause::FiftyMoves, None) => f.write_str("fifty moves passed without a capture or pawn move")?,
            (Cause::Checkmate, None) => f.write_str("checkmate")?,
            (Cause::Resignation, None) => f.write_str("resignation")?,
            (Cause::Flag, None) => f.write_str("out of time")?,
            (Cause::Stalemate, None) => f.write_str("stalemate")?,
            (Cause::Repetition, None) => f.write_str("a position occurred three times")?,
            (Cause::BothFlags, _) => f.write_str("both teams ran out of time")?,
            (Cause::Agreement, _) => f.write_str("the teams agreed on a draw")?,
            (Cause::Abort, _) => f.write_str("the match was aborted")?,
        }
        match self.winner {
            Some(team) => write!(f, ", {team} wins"),
            None => Ok(()),
        }
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
    /// Ends the match because a seat ran out of time. If the other team has also run out, the rules decide.
    ///
    /// `seat` is the player whose time is up, not the one who claims. If both partners ran out of time, the outcome may name
    /// the other one.
    ///
    /// If the first flag to fall loses and both fell at the same instant, the seat in the claim loses.
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match, Millis, Rules, Seat, Team, TimeControl};
    ///
    /// let mut game = Match::new(Rules::standard(), TimeControl::new(180, 0));
    /// game.start_board(BoardId::A, Millis::ZERO);
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
    /// ```
    /// use bughouse_chess::{Match, Seat, Team};
    ///
    /// let mut game = Match::default();
    /// let outcome = game.resign(Seat::BLACK_B, None)?;
    /// assert_eq!((outcome.winner, outcome.result()), (Some(Team::Two), "0-1"));
    /// assert!(game.resign(Seat::WHITE_A, None).is_err(), "the match is over");
    /// # Ok::<(), bughouse_chess::MatchError>(())
    /// ```
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

    fn check_not_over(&self) -> Result<(), MatchError> {
        self.outcome.map_or(Ok(()), |outcome| Err(MatchError::Over(outcome)))
    }
}

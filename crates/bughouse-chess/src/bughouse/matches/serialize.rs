//! Serde support for matches. [`crate::serialize`] describes the format.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bughouse::matches::clock::{Moment, Turn};
use crate::bughouse::matches::{Cause, Clocks, Match, Outcome};
use crate::bughouse::position::Position;
use crate::types::chess_move::BughouseMove;
use crate::types::seat::{BoardId, BySeat};
use crate::types::time::Millis;

/// The most half-moves of a match that can be read. The time to read one grows with the square of this number,
/// because a draw by repetition looks back. The longest games ever played have a few hundred.
const MAX_HALF_MOVES: usize = 20_000;

/// A match as an object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchObject {
    start: Position,
    moves: Vec<(BoardId, BughouseMove)>,
    clocks: ClocksObject,
    declared: Option<Outcome>,
}

/// The clocks of a match as an object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClocksObject {
    increment: Millis,
    left: BySeat<Millis>,
    since: (Option<Millis>, Option<Millis>),
    fell: BySeat<Option<Millis>>,
    end: Option<Millis>,
    turns: Option<Vec<TurnTuple>>,
}

/// The mover's clock at the start of a turn: the time left, when the turn began, when the clock ran out. Then the time
/// after the move.
type TurnTuple = (Millis, Option<Millis>, Option<Millis>, Option<Millis>);

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut start = self.clone();
        while start.undo().is_some() {}
        let turn =
            |(turn, clock): (&Turn, Moment)| (turn.left, turn.since.get(), turn.fell.get(), clock.get());
        let turns = self.turns.iter().zip(self.steps().iter().map(|step| step.clock));
        let clocks = &self.clocks;
        MatchObject {
            start: start.position,
            moves: self.steps().iter().map(|step| (step.board, step.mv)).collect(),
            clocks: ClocksObject {
                increment: clocks.increment,
                left: BySeat::new(clocks.left),
                since: (clocks.since[0].get(), clocks.since[1].get()),
                fell: BySeat::new(clocks.fell.map(Moment::get)),
                end: clocks.end,
                turns: self.keeps_turns.then(|| turns.map(turn).collect()),
            },
            declared: self.outcome.filter(|_| self.declared),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Match {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Match, D::Error> {
        MatchObject::deserialize(deserializer)?.build().map_err(D::Error::custom)
    }
}

impl MatchObject {
    /// Plays the match again.
    fn build(self) -> Result<Match, String> {
        if self.moves.len() > MAX_HALF_MOVES {
            return Err(format!("the match has more than {MAX_HALF_MOVES} half-moves"));
        }
        let clocks = Clocks::from_left(self.clocks.left.into_array(), self.clocks.increment);
        let mut game = Match::from_position(self.start, clocks).map_err(|invalid| invalid.to_string())?;
        for (index, &(board, mv)) in self.moves.iter().enumerate() {
            game.play(board, mv)
                .map_err(|error| format!("half-move {}, {mv} on board {board}: {error}", index + 1))?;
        }
        if let Some(outcome) = self.declared {
            if !game.can_declare(outcome) {
                return Err(format!("the match can't have been declared over: {outcome}"));
            }
            game.declared = true;
            game.outcome = Some(outcome);
        }
        self.clocks.restore(&mut game)?;
        Ok(game)
    }
}

impl ClocksObject {
    /// Gives a match that was played again its clocks.
    fn restore(self, game: &mut Match) -> Result<(), String> {
        let moment = |time: Option<Millis>| time.map_or(Moment::NEVER, Moment::at);
        game.clocks = Clocks {
            left: self.left.into_array(),
            increment: self.increment,
            since: [moment(self.since.0), moment(self.since.1)],
            fell: self.fell.into_array().map(moment),
            end: self.end,
        };
        // A match that is over from its start never stopped its clocks.
        let was_ended = game.outcome.is_some() && (game.declared || !game.steps().is_empty());
        if self.end.is_some() != was_ended {
            return Err("`end` of the clocks must be there if the match ended, and only then".to_string());
        }
        let Some(turns) = self.turns else {
            let is_stopped =
                game.clocks.since == [Moment::NEVER; 2] && game.clocks.fell == [Moment::NEVER; 4];
            return match is_stopped {
                true => Ok(()),
                false => Err("clocks that were started need `turns`".to_string()),
            };
        };
        if turns.len() != game.steps().len() {
            return Err(format!("expected {} `turns`, one per half-move", game.steps().len()));
        }
        for (step, &(.., clock)) in game.steps.as_mut_slice().iter_mut().zip(&turns) {
            step.clock = moment(clock);
        }
        let turn =
            |(left, since, fell, _): TurnTuple| Turn { left, since: moment(since), fell: moment(fell) };
        game.turns = turns.into_iter().map(turn).collect();
        game.keeps_turns = true;
        Ok(())
    }
}

impl Match {
    /// Returns `true` if a player can have declared this outcome in the current position.
    fn can_declare(&self, outcome: Outcome) -> bool {
        let without_winner = |seat| Outcome::without_winner(outcome.cause, seat);
        let is_possible = match (outcome.cause, outcome.seat) {
            (Cause::Resignation | Cause::Flag, Some(seat)) => {
                outcome == Outcome::lost_by(seat, outcome.cause)
            }
            (Cause::BothFlags | Cause::Agreement, None) => outcome == without_winner(None),
            (Cause::Abort, seat) => outcome == without_winner(seat),
            (Cause::Repetition, Some(seat)) => self.repetition_on(seat.board) == Some(outcome),
            (Cause::FiftyMoves, Some(seat)) => {
                self.can_claim_fifty_moves(seat.board)
                    && self.to_move(seat.board) == seat
                    && outcome == without_winner(Some(seat))
            }
            _ => false,
        };
        is_possible && self.outcome.is_none()
    }
}

//! The mistakes of a game: missed mates, moves into a mate, and when each seat was lost.

use bpgn::{Moments, ReadOptions, Record};
use bughouse_chess::{BoardId, BughouseMove, BySeat, Position};
use bughouse_mate::{Limit, Mistake, MistakeKind, Solver};
use serde::Serialize;

use crate::api::rejection::Rejection;
use crate::shapes::analysis::{FoundMate, NamedMove, mate_line};
use crate::shapes::game::require_short;
use crate::shapes::names::Seat;
use crate::texts::edit::read_record;

/// The node limit for the board of each half-move.
const NODES: u32 = 2_000;

/// The node limit for all boards of a game. Long games get fewer nodes per half-move, to limit the response time.
const ALL_NODES: u32 = 2_000_000;

/// The node limit for a whole game, including the search for better moves after mistakes: a few seconds.
const MOST_NODES: u64 = 30_000_000;

/// The mistakes of the main line of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameMistakes {
    /// The mistakes, in order.
    pub mistakes: Vec<GameMistake>,
    /// The number of half-moves that were checked. Fewer than those that can be played if checking the whole game would
    /// take too long; then `lost_from` is unknown.
    pub checked: usize,
    /// When each seat was lost for good.
    pub lost_from: LostFrom,
}

/// A half-move that missed a mate or allowed one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameMistake {
    /// The number of the half-move, counted from 1.
    pub ply: usize,
    /// The seat that played it.
    pub seat: Seat,
    /// `missed-mate`: the player had a hard mate and didn't play it. `into-mate`: the move allows the opponent a hard
    /// mate.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["missed-mate", "into-mate"])))]
    pub kind: &'static str,
    /// The mate.
    pub mate: FoundMate,
    /// A better move.
    pub better: NamedMove,
}

/// For each seat, the number of half-moves after which it was lost for good; null if it never was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct LostFrom {
    /// White on board A.
    pub white_a: Option<usize>,
    /// Black on board A.
    pub black_a: Option<usize>,
    /// White on board B.
    pub white_b: Option<usize>,
    /// Black on board B.
    pub black_b: Option<usize>,
}

impl LostFrom {
    fn new(lost: &BySeat<Option<usize>>) -> LostFrom {
        use bughouse_chess::Seat;
        LostFrom {
            white_a: lost[Seat::WHITE_A],
            black_a: lost[Seat::BLACK_A],
            white_b: lost[Seat::WHITE_B],
            black_b: lost[Seat::BLACK_B],
        }
    }
}

impl GameMistakes {
    /// Finds the mistakes in the main line of a game, as far as it can be played.
    #[must_use]
    pub fn of(record: &Record, solver: &mut Solver) -> GameMistakes {
        GameMistakes::within(record, solver, MOST_NODES)
    }

    fn within(record: &Record, solver: &mut Solver, total: u64) -> GameMistakes {
        let mut moments = Moments::new(&record.game, &ReadOptions::for_files());
        let mut played: Vec<(BoardId, BughouseMove)> = Vec::new();
        let mut after: Vec<Position> = Vec::new();
        for moment in moments.by_ref().filter_map(|step| step.moment) {
            played.push((moment.seat.board, moment.mv));
            after.push(moment.position);
        }
        let start = moments.into_start();
        let nodes = (ALL_NODES / played.len().max(1) as u32).clamp(1, NODES);
        let limit = Limit::nodes(nodes);
        let mistakes = solver.mistakes_within(&start.position, played, limit, total);
        let is_complete = mistakes.played == after.len();
        let before = |mistake: &Mistake| match mistake.half_move.checked_sub(1) {
            Some(number) => after[number],
            None => start.position,
        };
        let describe =
            |mistake: &Mistake| GameMistake::new(mistake, &before(mistake), &after[mistake.half_move]);
        GameMistakes {
            mistakes: mistakes.mistakes.iter().map(describe).collect(),
            checked: mistakes.played,
            lost_from: LostFrom::new(&if is_complete { mistakes.lost_from } else { BySeat::default() }),
        }
    }

    pub(crate) fn answer(text: &str) -> Result<GameMistakes, Rejection> {
        let record = read_record(text)?;
        require_short(&record)?;
        Ok(GameMistakes::of(&record, &mut Solver::new()))
    }
}

impl GameMistake {
    fn new(mistake: &Mistake, before: &Position, after: &Position) -> GameMistake {
        let id = mistake.seat.board;
        let from = if mistake.kind == MistakeKind::MissedMate { before } else { after };
        GameMistake {
            ply: mistake.half_move + 1,
            seat: Seat(mistake.seat),
            kind: mistake.kind.name(),
            mate: FoundMate {
                strength: "hard",
                moves: mistake.mate.moves,
                line: mate_line(&from.board(id), from.rules(), &mistake.mate),
            },
            better: NamedMove::new(before, id, mistake.better),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After each move into a mate, all other moves are solved, so the limit per half-move doesn't limit the whole.
    #[test]
    fn a_game_that_takes_too_long_is_checked_in_part() {
        let text = "[Event \"x\"]\n\n1A. f3 1a. e5 2A. g4 2a. a6 3A. a3 3a. Qh4 *\n";
        let record = read_record(text).unwrap();
        let of = |total: u64| GameMistakes::within(&record, &mut Solver::new(), total);
        let whole = of(u64::MAX);
        assert_eq!(whole.checked, 6);
        assert_eq!(of(0).checked, 0);
        let part = of(20);
        assert!((1..6).contains(&part.checked), "{part:?}");
        assert_eq!(part.lost_from, LostFrom::new(&BySeat::default()));
        assert!(part.mistakes.iter().all(|mistake| whole.mistakes.contains(mistake)));
        assert_eq!(GameMistakes::of(&record, &mut Solver::new()), whole);
    }
}

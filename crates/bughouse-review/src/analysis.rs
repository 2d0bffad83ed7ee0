//! What a solver finds on two boards: who mates, and what one more piece would do for each seat.

use bughouse_chess::{Board, BoardId, BughouseMove, Position, Rules, Seat};
use bughouse_mate::{Limit, Mate, Need, SeatNeeds, Solver, Threat};
use serde::Serialize;

use crate::names::PieceLetter;
use crate::params::Params;
use crate::queries::{read_both, read_rules};
use crate::rejection::Rejection;

/// How much is looked at on each board that is solved, of which there are about thirty.
pub const NEEDS: Limit = Limit::nodes(2_000);

/// What each seat has and needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct Analysis {
    /// White on board A.
    pub white_a: AnalyzedSeat,
    /// Black on board A.
    pub black_a: AnalyzedSeat,
    /// White on board B.
    pub white_b: AnalyzedSeat,
    /// Black on board B.
    pub black_b: AnalyzedSeat,
}

/// What a seat has and needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedSeat {
    /// Whether it is to move.
    pub to_move: bool,
    /// The mate it has. If it is not to move, what happens if the opponent passes.
    pub mate: Option<FoundMate>,
    /// It is to move and lost, unless something arrives.
    pub is_lost: bool,
    /// What one more piece of each kind would do: queen, rook, bishop, knight, pawn.
    pub needs: Vec<AnalyzedNeed>,
}

/// A mate by checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundMate {
    /// `hard`: nothing that arrives stops it. `soft`: it holds if nothing arrives.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["hard", "soft"])))]
    pub strength: &'static str,
    /// In how many moves.
    pub moves: u32,
    /// The moves of both sides.
    pub line: Vec<NamedMove>,
}

/// What one more piece of a kind would do for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedNeed {
    /// The kind.
    pub piece: PieceLetter,
    /// The mate that the seat has with it, if that is more than it has without.
    pub mate: Option<FoundMate>,
    /// It must not be given to the seat: with it the seat mates whatever arrives.
    pub is_deadly: bool,
    /// It saves the seat.
    pub saves: bool,
    /// The captures by the partner that send it and can be played now.
    pub captures: Vec<NamedMove>,
}

/// A move in two notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedMove {
    /// As people write it.
    pub san: String,
    /// As engines write it.
    pub uci: String,
}

impl Analysis {
    /// Finds out what each seat has and needs.
    #[must_use]
    pub fn of(position: &Position, rules: &Rules, solver: &mut Solver) -> Analysis {
        let needs = solver.needs(position, rules, NEEDS);
        let seat = |seat: Seat| AnalyzedSeat::new(position, seat, &needs[seat], rules);
        Analysis {
            white_a: seat(Seat::WHITE_A),
            black_a: seat(Seat::BLACK_A),
            white_b: seat(Seat::WHITE_B),
            black_b: seat(Seat::BLACK_B),
        }
    }

    pub(crate) fn answer(query: &Params) -> Result<Analysis, Rejection> {
        let [a, b] = read_both(query)?;
        Ok(Analysis::of(&Position::new(a, b), &read_rules(query)?, &mut Solver::new()))
    }
}

impl AnalyzedSeat {
    /// Says what was found out about a seat of a position.
    #[must_use]
    pub fn new(position: &Position, seat: Seat, needs: &SeatNeeds, rules: &Rules) -> AnalyzedSeat {
        let board = position.board(seat.board);
        let to_move = board.side_to_move() == seat.color;
        // One who waits mates if the opponent passes.
        let turned = |board: &Board| if to_move { Some(*board) } else { board.null_move() };
        let found = |from: Option<Board>, threat: &Threat| FoundMate {
            strength: threat.strength.name(),
            moves: threat.mate.moves,
            line: from.map(|from| mate_line(&from, rules, &threat.mate)).unwrap_or_default(),
        };
        let need = |need: &Need| {
            let mut fed = *board;
            let fed = fed.try_add_to_reserve(seat.color, need.piece).ok().and_then(|()| turned(&fed));
            let partner = seat.partner().board;
            AnalyzedNeed {
                piece: PieceLetter(need.piece),
                mate: need.mates.as_ref().map(|threat| found(fed, threat)),
                is_deadly: need.is_deadly,
                saves: need.saves,
                captures: need
                    .captures
                    .iter()
                    .map(|&mv| NamedMove::new(position, partner, mv, rules))
                    .collect(),
            }
        };
        AnalyzedSeat {
            to_move,
            mate: needs.has.as_ref().map(|threat| found(turned(board), threat)),
            is_lost: needs.is_lost,
            needs: needs.kinds.iter().map(need).collect(),
        }
    }
}

impl NamedMove {
    /// Writes a move of a board of a position.
    #[must_use]
    pub fn new(position: &Position, id: BoardId, mv: BughouseMove, rules: &Rules) -> NamedMove {
        let san = position.san(id, mv, rules).map_or_else(|_| mv.to_string(), |san| san.to_string());
        NamedMove { san, uci: mv.to_string() }
    }
}

/// Writes the line of a mate from the board that was solved.
#[must_use]
pub fn mate_line(board: &Board, rules: &Rules, mate: &Mate) -> Vec<NamedMove> {
    // A line that was found can be written.
    let san = mate.san(board, rules).unwrap_or_default();
    let named = san.iter().zip(&mate.line);
    named.map(|(san, mv)| NamedMove { san: san.to_string(), uci: mv.to_string() }).collect()
}

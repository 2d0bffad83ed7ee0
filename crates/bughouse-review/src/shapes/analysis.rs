//! What the mate solver finds on two boards: who mates, and what one more piece would change for each seat.

use bughouse_chess::{Board, BoardId, BughouseMove, Position, Rules, Seat};
use bughouse_mate::{Limit, Mate, Need, SeatNeeds, Solver, Threat};
use serde::Serialize;

use crate::shapes::names::PieceLetter;

/// The node limit for each solved board. An analysis solves about thirty.
pub const NEEDS: Limit = Limit::nodes(2_000);

/// The mates and needs of each seat.
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

/// The mate and the needs of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedSeat {
    /// Whether the seat is to move.
    pub to_move: bool,
    /// The mate that the seat has. If the seat isn't to move, the mate it would have if the opponent passed.
    pub mate: Option<FoundMate>,
    /// Whether the seat is to move and gets mated unless the partner sends a piece.
    pub is_lost: bool,
    /// What one more piece of each type would change: queen, rook, bishop, knight, pawn.
    pub needs: Vec<AnalyzedNeed>,
}

/// A mate by checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundMate {
    /// `hard`: forced, whatever the defender receives. `soft`: works only if the defender receives no new piece.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["hard", "soft"])))]
    pub strength: &'static str,
    /// The number of moves to mate.
    pub moves: u32,
    /// The moves of both sides.
    pub line: Vec<NamedMove>,
}

/// What one more piece of a type would change for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedNeed {
    /// The piece type.
    pub piece: PieceLetter,
    /// The mate that the seat has with the piece, if it is better than without.
    pub mate: Option<FoundMate>,
    /// Whether the opponents must not give up such a piece: with it, the seat has a hard mate.
    pub is_deadly: bool,
    /// Whether the piece saves the seat from being mated.
    pub saves: bool,
    /// The captures that the partner can play now to send the piece.
    pub captures: Vec<NamedMove>,
}

/// A move in two notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
}

impl Analysis {
    /// Analyzes a position.
    #[must_use]
    pub fn of(position: &Position, solver: &mut Solver) -> Analysis {
        let needs = solver.needs(position, NEEDS);
        let seat = |seat: Seat| AnalyzedSeat::new(position, seat, &needs[seat]);
        Analysis {
            white_a: seat(Seat::WHITE_A),
            black_a: seat(Seat::BLACK_A),
            white_b: seat(Seat::WHITE_B),
            black_b: seat(Seat::BLACK_B),
        }
    }
}

impl AnalyzedSeat {
    /// Describes what the solver found for a seat.
    #[must_use]
    pub fn new(position: &Position, seat: Seat, needs: &SeatNeeds) -> AnalyzedSeat {
        let board = position.board(seat.board);
        let to_move = board.side_to_move() == seat.color;
        // For the seat that isn't to move, the opponent passes.
        let turned = |board: &Board| if to_move { Some(*board) } else { board.null_move() };
        let found = |from: Option<Board>, threat: &Threat| FoundMate {
            strength: threat.strength.name(),
            moves: threat.mate.moves,
            line: from.map(|from| mate_line(&from, position.rules(), &threat.mate)).unwrap_or_default(),
        };
        let need = |need: &Need| {
            let mut with = *board;
            let with = with.try_add_to_reserve(seat.color, need.piece).ok().and_then(|()| turned(&with));
            let partner = seat.partner().board;
            AnalyzedNeed {
                piece: PieceLetter(need.piece),
                mate: need.mates.as_ref().map(|threat| found(with, threat)),
                is_deadly: need.is_deadly,
                saves: need.saves,
                captures: need.captures.iter().map(|&mv| NamedMove::new(position, partner, mv)).collect(),
            }
        };
        AnalyzedSeat {
            to_move,
            mate: needs.has.as_ref().map(|threat| found(turned(&board), threat)),
            is_lost: needs.is_lost,
            needs: needs.kinds.iter().map(need).collect(),
        }
    }
}

impl NamedMove {
    /// Creates the names of a move on a board of a position.
    #[must_use]
    pub fn new(position: &Position, id: BoardId, mv: BughouseMove) -> NamedMove {
        let san = position.san(id, mv).map_or_else(|_| mv.to_string(), |san| san.to_string());
        NamedMove { san, uci: mv.to_string() }
    }
}

/// Returns the moves of a mate, starting from the solved board.
#[must_use]
pub fn mate_line(board: &Board, rules: &Rules, mate: &Mate) -> Vec<NamedMove> {
    // A line from the solver is legal, so it can be written.
    let san = mate.san(board, rules).unwrap_or_default();
    let named = san.iter().zip(&mate.line);
    named.map(|(san, mv)| NamedMove { san: san.to_string(), uci: mv.to_string() }).collect()
}

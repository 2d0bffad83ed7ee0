//! The evaluation of a board: scores and lines.

use core::fmt;

use bughouse_chess::{Board, BoardId, BoardStatus, BughouseMove, Piece, Position, Rules, Seat, Team};
use bughouse_mate::{Mate, Strength};

use crate::score::Score;

/// The evaluation of a board by an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The seat to move. The score is from its point of view.
    pub seat: Seat,
    /// The score for the seat.
    pub score: Score,
    /// The proved mate of the seat, if there is one.
    pub mate: Option<Mate>,
    /// The engine's move, if it is legal.
    pub best: Option<BughouseMove>,
    /// The lines, best first, each with a different first half-move. If a mate is proved that the engine doesn't
    /// play, its line comes first. Empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The depth in half-moves.
    pub depth: u32,
    /// The number of positions that were searched.
    pub nodes: u64,
}

impl Evaluation {
    /// Creates an evaluation from lines, best first.
    #[must_use]
    pub fn new(seat: Seat, lines: Vec<Line>) -> Evaluation {
        let first = lines.first();
        Evaluation {
            seat,
            score: first.map_or(Score::Centipawns(0), |line| line.score),
            mate: None,
            best: first.and_then(Line::first),
            lines,
            depth: 0,
            nodes: 0,
        }
    }

    /// Returns the evaluation of a board without a legal move, which needs no engine. Returns `None` for any other.
    #[must_use]
    pub fn settled(position: &Position, id: BoardId) -> Option<Evaluation> {
        if position.moves(id).any() {
            return None;
        }
        let mated = |strength| Score::Mate { wins: false, moves: 0, proof: Some(strength) };
        let score = match position.status(id) {
            BoardStatus::Checkmate => mated(Strength::Hard),
            // A frozen player counts as mated if nothing arrives.
            _ if position.frozen(id).is_some() => mated(Strength::Soft),
            _ => Score::Centipawns(0),
        };
        Some(Evaluation { score, ..Evaluation::new(position.to_move(id), Vec::new()) })
    }

    /// Returns the score for a team.
    #[must_use]
    pub fn score_for(&self, team: Team) -> Score {
        if self.seat.team() == team { self.score } else { -self.score }
    }
}

/// A move, its score, and the expected continuation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The score for the seat to move.
    pub score: Score,
    /// The moves of both sides of the board in turn.
    pub moves: Vec<BughouseMove>,
    /// Why the line was cut, if it was.
    pub cut: Option<Cut>,
}

impl Line {
    /// Creates a line whose moves are played on a board up to the first illegal one. `read` converts a move.
    pub fn read<T>(
        position: &Position,
        id: BoardId,
        score: Score,
        moves: &[T],
        read: impl Fn(&Board, &T) -> Option<BughouseMove>,
    ) -> Line {
        let mut position = *position;
        let mut line = Line { score, moves: Vec::with_capacity(moves.len()), cut: None };
        for item in moves {
            let mv = read(&position.board(id), item);
            let Some(legal) = mv.filter(|&mv| position.is_legal(id, mv)) else {
                let needs = mv.and_then(|mv| missing(&position.board(id), mv, position.rules()));
                line.cut = Some(needs.map_or(Cut::Illegal, Cut::Needs));
                break;
            };
            position.play_unchecked(id, legal);
            line.moves.push(legal);
        }
        line
    }

    /// Returns the first move.
    #[must_use]
    pub fn first(&self) -> Option<BughouseMove> {
        self.moves.first().copied()
    }
}

/// Returns the piece that a drop needs, if that is the only problem.
fn missing(board: &Board, mv: BughouseMove, rules: &Rules) -> Option<Piece> {
    let BughouseMove::Drop { piece, .. } = mv else { return None };
    let mut with = *board;
    let holds = board.reserve(board.side_to_move()).contains(piece);
    if holds || with.try_add_to_reserve(board.side_to_move(), piece).is_err() {
        return None;
    }
    with.with_rules(rules).is_legal(mv).then_some(piece)
}

/// Why a line was cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// The next move drops a piece that is not in reserve: the line needs one.
    Needs(Piece),
    /// The next move is illegal or not a move.
    Illegal,
}

/// Writes `needs Q` or `illegal`.
impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Needs(piece) => write!(f, "needs {}", piece.to_char()),
            Cut::Illegal => f.write_str("illegal"),
        }
    }
}

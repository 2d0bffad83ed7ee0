//! Bughouse games that are written in other ways than BPGN.
//!
//! Each importer plays all half-moves on both boards and gives an [`Import`]: what it takes to write a record.

pub mod chesscom;
pub mod uci;

use bughouse_chess::{BoardId, BughouseMove, Match, MatchError, San, Seat, Seconds};

use crate::tags::GameResult;

/// A game from elsewhere: every half-move legal, in the order in which they were played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The tags, by name and value.
    pub tags: Vec<(&'static str, String)>,
    /// The half-moves.
    pub half_moves: Vec<ImportedMove>,
    /// Why the game ended, in the words of BPGN where there are some.
    pub end_reason: Option<String>,
    /// The result for WhiteA's team.
    pub result: GameResult,
    played: Match,
}

/// One half-move of a game from elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedMove {
    /// Who played it.
    pub seat: Seat,
    /// Its number on its board.
    pub number: u32,
    /// The move in SAN.
    pub san: String,
    /// What the mover's clock showed afterwards.
    pub clock: Option<Seconds>,
}

impl Import {
    /// Makes a game without half-moves from its start.
    fn new(start: Match) -> Import {
        Import {
            tags: Vec::new(),
            half_moves: Vec::new(),
            end_reason: None,
            result: GameResult::None,
            played: start,
        }
    }

    /// Returns the match after the last half-move. Its clocks are those of the start.
    pub fn played(&self) -> &Match {
        &self.played
    }

    /// Plays one more half-move, or changes nothing.
    fn play(&mut self, board: BoardId, mv: BughouseMove, clock: Option<Seconds>) -> Result<(), MatchError> {
        let before = *self.played.board(board);
        // Others write castling in either of two ways.
        let mv = before.read_uci(mv.to_string().as_bytes()).unwrap_or(mv);
        let seat = self.played.to_move(board);
        self.played.play(board, mv)?;
        let san = San::of(&before, mv).map_err(MatchError::Illegal)?.to_string();
        self.half_moves.push(ImportedMove { seat, number: before.fullmove_number(), san, clock });
        Ok(())
    }

    /// Takes the last half-move back.
    fn undo(&mut self) -> Option<(BoardId, BughouseMove, Option<Seconds>)> {
        let step = self.played.undo()?;
        let last = self.half_moves.pop()?;
        Some((last.seat.board, step.mv(), last.clock))
    }
}

//! Imports bughouse games from formats other than BPGN.
//!
//! Each importer plays all half-moves on both boards and returns an [`Import`]: a game that can be written, and the
//! match at its end.

pub mod chesscom;
pub mod uci;

use bughouse_chess::{BoardId, BughouseMove, Match, MatchError};

use crate::tree::{Comment, Game, HalfMove, Tag};
use crate::types::clock::Clock;
use crate::types::label::Label;
use crate::types::tags::GameResult;

/// An imported game. Every half-move is legal, and they are in the order of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The game.
    pub game: Game,
    /// The match after the last half-move. Its clocks show the time at the start.
    pub played: Match,
}

impl Import {
    /// Creates a game without half-moves from its start.
    fn new(start: Match) -> Import {
        Import { game: Game::default(), played: start }
    }

    /// Adds a tag, unless its value is not valid.
    fn add_tag(&mut self, name: &str, value: String) {
        if let Ok(tag) = Tag::new(name, value) {
            self.game.tags.push(tag);
        }
    }

    /// Sets the result after the moves.
    fn set_result(&mut self, result: GameResult) {
        self.game.result = Some(result);
    }

    /// Plays one more half-move. If it is illegal, nothing changes.
    fn play(&mut self, board: BoardId, mv: BughouseMove, clock: Option<Clock>) -> Result<(), MatchError> {
        let before = *self.played.board(board);
        // Other formats write castling as a move of two squares, or as a capture of the own rook.
        let mv = before.normalize_castling(mv);
        let label = Label { number: before.fullmove_number(), seat: self.played.to_move(board) };
        let san = self.played.san(board, mv);
        // It also says whether the match is over.
        self.played.play(board, mv)?;
        let san = san.map_err(MatchError::Illegal)?;
        let mut half_move = HalfMove::new(label, san.to_string());
        if let Some(clock) = clock {
            half_move.add_comment(Comment::from(clock));
        }
        self.game.main.half_moves.push(half_move);
        Ok(())
    }

    /// Takes the last half-move back.
    fn undo(&mut self) -> Option<(BoardId, BughouseMove, Option<Clock>)> {
        let step = self.played.undo()?;
        let last = self.game.main.half_moves.pop()?;
        Some((step.seat().board, step.mv(), last.clock()))
    }
}

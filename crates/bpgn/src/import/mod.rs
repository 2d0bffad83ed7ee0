//! Bughouse games that are written in other ways than BPGN.
//!
//! Each importer plays all half-moves on both boards and gives an [`Import`]: a record that can be written, and the
//! match as it stands at the end.

pub mod chesscom;
pub mod uci;
mod uci_reader;

use bughouse_chess::{BoardId, BughouseMove, Match, MatchError, San};

use crate::clock::Clock;
use crate::label::Label;
use crate::tags::GameResult;
use crate::tree::{Comment, Game, HalfMove, Tag};

/// A game from elsewhere: every half-move is legal, in the order in which they were played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The record.
    pub game: Game,
    /// The match after the last half-move. Its clocks are those of the start.
    pub played: Match,
}

impl Import {
    /// Makes a game without half-moves from its start.
    fn new(start: Match) -> Import {
        Import { game: Game::default(), played: start }
    }

    /// Adds a tag, unless its value cannot be one.
    fn add_tag(&mut self, name: &str, value: String) {
        if let Ok(tag) = Tag::new(name, value) {
            self.game.tags.push(tag);
        }
    }

    /// Sets the result after the moves.
    fn set_result(&mut self, result: GameResult) {
        self.game.result = Some(result);
    }

    /// Plays one more half-move, or changes nothing.
    fn play(&mut self, board: BoardId, mv: BughouseMove, clock: Option<Clock>) -> Result<(), MatchError> {
        let before = *self.played.board(board);
        // Others write castling in either of two ways.
        let mv = before.read_uci(mv.to_string().as_bytes()).unwrap_or(mv);
        let label = Label { number: before.fullmove_number(), seat: self.played.to_move(board) };
        self.played.play(board, mv)?;
        let san = San::of(&before, mv).map_err(MatchError::Illegal)?;
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

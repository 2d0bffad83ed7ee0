//! SAN in a match, under its rules.

use crate::bughouse::matches::Match;
use crate::movegen::illegal::IllegalMove;
use crate::notation::san::San;
use crate::notation::san::board_san::ReadSanError;
use crate::types::chess_move::BughouseMove;
use crate::types::seat::BoardId;

impl Match {
    /// Returns a legal move on a board in SAN, see [`Position::san`](crate::Position::san).
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Match};
    ///
    /// let mut game = Match::default();
    /// let mv = game.read_san(BoardId::B, "Nf3")?;
    /// assert_eq!(game.san(BoardId::B, mv)?.to_string(), "Nf3");
    /// game.play(BoardId::B, mv)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. It doesn't matter whether the match is over.
    pub fn san(&self, board: BoardId, mv: BughouseMove) -> Result<San, IllegalMove> {
        self.position.san(board, mv)
    }

    /// Parses a legal move in standard SAN on a board, under the rules of the match.
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move. It doesn't matter
    /// whether the match is over.
    pub fn read_san(&self, board: BoardId, text: impl AsRef<[u8]>) -> Result<BughouseMove, ReadSanError> {
        self.position.read_san(board, text)
    }
}

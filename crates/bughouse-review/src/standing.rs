//! How the side to move stands, in one word and in a sentence.

use bughouse_chess::board::BoardStatus;
use bughouse_chess::{Board, BoardId, Frozen, Piece, Position, Rules};

use crate::words;

/// How the side to move stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It can play and is not in check.
    Ongoing,
    /// It is in check and can play.
    Check,
    /// It is in check and cannot play until it is fed a piece.
    Frozen(Frozen),
    /// It is mated: no piece that it could be fed would help.
    Checkmate,
    /// It is not in check and cannot play.
    Stalemate,
}

impl Standing {
    /// Finds out how the side to move stands on a board alone, under the usual rules.
    pub fn of(board: &Board) -> Standing {
        Standing::new(board.status(), board.frozen(), board.in_check())
    }

    /// Finds out how the side to move stands on a board of a game, under its rules.
    pub fn in_game(position: &Position, id: BoardId, rules: &Rules) -> Standing {
        let frozen = position.frozen(id, rules);
        Standing::new(position.status(id, rules), frozen, position.board(id).in_check())
    }

    fn new(status: BoardStatus, frozen: Option<Frozen>, in_check: bool) -> Standing {
        match (status, frozen) {
            (BoardStatus::Checkmate, _) => Standing::Checkmate,
            (BoardStatus::Stalemate, _) => Standing::Stalemate,
            (BoardStatus::Ongoing, Some(frozen)) => Standing::Frozen(frozen),
            (BoardStatus::Ongoing, None) if in_check => Standing::Check,
            (BoardStatus::Ongoing, None) => Standing::Ongoing,
        }
    }

    /// Returns the word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Ongoing => "ongoing",
            Standing::Check => "check",
            Standing::Frozen(_) => "frozen",
            Standing::Checkmate => "checkmate",
            Standing::Stalemate => "stalemate",
        }
    }

    /// Returns a sentence about the side to move, without a full stop.
    pub fn sentence(self, board: &Board) -> String {
        self.sentence_about(words::color_name(board.side_to_move()), board)
    }

    /// Returns the sentence with a name for the side to move: `WhiteA to move`.
    pub fn sentence_about(self, side: &str, board: &Board) -> String {
        let checkers = || {
            let named = board.checkers().into_iter().map(|square| {
                let piece = board.piece_on(square).unwrap_or(Piece::Pawn);
                format!("the {piece} on {square}")
            });
            words::list(named, "and")
        };
        match self {
            Standing::Ongoing => format!("{side} to move"),
            Standing::Check => format!("{side} to move, in check from {}", checkers()),
            Standing::Frozen(_) => format!("{side} is frozen: in check from {}, nothing to play", checkers()),
            Standing::Checkmate => format!("{side} is checkmated by {}", checkers()),
            Standing::Stalemate => format!("{side} is stalemated: not in check, nothing to play"),
        }
    }

    /// Returns what a frozen side must be fed: `a queen or rook on f8`.
    pub fn would_help(self) -> Option<String> {
        let Standing::Frozen(frozen) = self else { return None };
        let pieces = words::list(helping_pieces(frozen), "or");
        Some(format!("a {pieces} on {}", words::list(frozen.squares(), "or")))
    }
}

/// Lists the kinds of pieces that would help a frozen side.
pub fn helping_pieces(frozen: Frozen) -> impl Iterator<Item = Piece> {
    Piece::IN_RESERVE.into_iter().filter(move |&piece| frozen.helps(piece))
}

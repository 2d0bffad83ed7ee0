//! The status of the side to move, as a name and as a sentence.

use bughouse_chess::board::BoardStatus;
use bughouse_chess::board::Frozen;
use bughouse_chess::{Board, BoardId, Piece, Position};

use crate::shapes::words;

/// The status of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideStatus {
    /// It has a legal move and isn't in check.
    Ongoing,
    /// It is in check and has a legal move.
    Check,
    /// It is in check without a legal move, but a piece from the partner would help.
    Frozen(Frozen),
    /// It is mated: no piece from the partner would help.
    Checkmate,
    /// It has no legal move and isn't in check.
    Stalemate,
}

impl SideStatus {
    /// Returns the status on a single board under the standard rules.
    pub fn of(board: &Board) -> SideStatus {
        SideStatus::new(board.status(), board.frozen(), board.in_check())
    }

    /// Returns the status on a board of a game, under its rules.
    pub fn in_game(position: &Position, id: BoardId) -> SideStatus {
        let frozen = position.frozen(id);
        SideStatus::new(position.status(id), frozen, position.board(id).in_check())
    }

    fn new(status: BoardStatus, frozen: Option<Frozen>, in_check: bool) -> SideStatus {
        match (status, frozen) {
            (BoardStatus::Checkmate, _) => SideStatus::Checkmate,
            (BoardStatus::Stalemate, _) => SideStatus::Stalemate,
            (BoardStatus::Ongoing, Some(frozen)) => SideStatus::Frozen(frozen),
            (BoardStatus::Ongoing, None) if in_check => SideStatus::Check,
            (BoardStatus::Ongoing, None) => SideStatus::Ongoing,
        }
    }

    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            SideStatus::Ongoing => "ongoing",
            SideStatus::Check => "check",
            SideStatus::Frozen(_) => "frozen",
            SideStatus::Checkmate => "checkmate",
            SideStatus::Stalemate => "stalemate",
        }
    }

    /// Returns a sentence about the side to move, without a full stop.
    pub fn sentence(self, board: &Board) -> String {
        self.sentence_about(words::color_name(board.side_to_move()), board)
    }

    /// Returns a sentence with the given name for the side to move: `WhiteA to move`.
    pub fn sentence_about(self, side: &str, board: &Board) -> String {
        let checkers = || {
            let named = board.checkers().into_iter().map(|square| {
                let piece = board.piece_on(square).unwrap_or(Piece::Pawn);
                format!("the {piece} on {square}")
            });
            words::list(named, "and")
        };
        match self {
            SideStatus::Ongoing => format!("{side} to move"),
            SideStatus::Check => format!("{side} to move, in check from {}", checkers()),
            SideStatus::Frozen(_) => format!("{side} is frozen: in check from {}, no legal move", checkers()),
            SideStatus::Checkmate => format!("{side} is checkmated by {}", checkers()),
            SideStatus::Stalemate => format!("{side} is stalemated: not in check, no legal move"),
        }
    }

    /// Returns what would help a frozen side: `a queen or rook on f8`.
    pub fn would_help(self) -> Option<String> {
        let SideStatus::Frozen(frozen) = self else { return None };
        let pieces = words::list(helping_pieces(frozen), "or");
        Some(format!("a {pieces} on {}", words::list(frozen.squares(), "or")))
    }
}

/// Returns the piece types that would help a frozen side.
pub fn helping_pieces(frozen: Frozen) -> impl Iterator<Item = Piece> {
    Piece::IN_RESERVE.into_iter().filter(move |&piece| frozen.helps(piece))
}

//! Both boards at one moment as JSON. `openapi.json` documents every field.

use bughouse_chess::{BitBoard, Board, BoardId, Color, Piece, Reserve, Square};
use serde::Serialize;

use crate::standing::{Standing, helping_pieces};

/// Both boards.
#[derive(Clone, Serialize)]
pub(super) struct BoardsJson {
    pub(super) a: BoardJson,
    pub(super) b: BoardJson,
}

/// A board.
#[derive(Clone, Serialize)]
pub(super) struct BoardJson {
    bfen: String,
    placement: String,
    turn: &'static str,
    promoted: Vec<String>,
    reserves: ReservesJson,
    standing: &'static str,
    help: Option<HelpJson>,
    pub(super) last: Option<Vec<String>>,
}

#[derive(Clone, Serialize)]
struct ReservesJson {
    white: ReserveJson,
    black: ReserveJson,
}

#[derive(Clone, Serialize)]
struct ReserveJson {
    #[serde(rename = "Q")]
    queens: u8,
    #[serde(rename = "R")]
    rooks: u8,
    #[serde(rename = "B")]
    bishops: u8,
    #[serde(rename = "N")]
    knights: u8,
    #[serde(rename = "P")]
    pawns: u8,
}

impl From<Reserve> for ReserveJson {
    fn from(reserve: Reserve) -> ReserveJson {
        let [queens, rooks, bishops, knights, pawns] = Piece::IN_RESERVE.map(|piece| reserve.count(piece));
        ReserveJson { queens, rooks, bishops, knights, pawns }
    }
}

#[derive(Clone, Serialize)]
struct HelpJson {
    pieces: Vec<String>,
    squares: Vec<String>,
}

/// Writes squares.
pub(super) fn squares(squares: BitBoard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// Writes a colour.
pub(super) fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Writes a board's name.
pub(super) fn board_name(board: BoardId) -> &'static str {
    match board {
        BoardId::A => "a",
        BoardId::B => "b",
    }
}

impl BoardJson {
    /// Writes a board, its BFEN being known, with the squares of the last half-move on it.
    pub(super) fn new(board: &Board, bfen: String, last: Option<&[Square]>) -> BoardJson {
        let standing = Standing::of(board);
        let help = match standing {
            Standing::Frozen(frozen) => Some(HelpJson {
                pieces: helping_pieces(frozen).map(|piece| piece.to_char().to_string()).collect(),
                squares: squares(frozen.squares()),
            }),
            _ => None,
        };
        let mut fen = board.to_fen();
        fen.truncate(fen.find(' ').unwrap_or(fen.len()));
        let [white, black] = board.reserves().map(ReserveJson::from);
        BoardJson {
            bfen,
            placement: fen,
            turn: color(board.side_to_move()),
            promoted: squares(board.promoted()),
            reserves: ReservesJson { white, black },
            standing: standing.name(),
            help,
            last: last.map(|last| last.iter().map(Square::to_string).collect()),
        }
    }
}

//! Boards as printed by `bughouse show --json` and `bughouse moves --json`.

use std::collections::BTreeMap;

use bughouse_chess::{BoardId, BughouseMove, FenStyle, Notation, Piece, Reserve, Seconds, TwoBoards};
use serde::Serialize;

use crate::position::ReadBoard;
use crate::shapes::board::squares;
use crate::shapes::names::{Color, PieceName, Square};
use crate::shapes::side_status::{SideStatus, helping_pieces};
use crate::shapes::words;

/// A board, as printed by `bughouse show --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownBoard {
    /// The board in BFEN.
    pub bfen: String,
    /// The board in FEN, without reserves.
    pub fen: String,
    /// The board in FEEN.
    pub feen: String,
    /// The status of the side to move.
    #[serde(flatten)]
    pub status: Status,
    /// The castling rights in X-FEN.
    pub castling: String,
    /// The en passant square.
    pub en_passant: Option<Square>,
    /// The number of half-moves since a capture or pawn move, if known.
    pub halfmove_clock: Option<u32>,
    /// The move number, if known.
    pub fullmove_number: Option<u32>,
    /// The clocks by color, in milliseconds.
    pub clocks: Option<BTreeMap<&'static str, i64>>,
    /// The reserves by color: the number of pieces by the name of the piece type.
    pub reserves: BTreeMap<&'static str, BTreeMap<&'static str, u8>>,
    /// All pieces, from a1 to h8.
    pub pieces: Vec<ColoredPiece>,
}

/// A piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColoredPiece {
    /// The square.
    pub square: Square,
    /// The color.
    pub color: Color,
    /// The piece type.
    pub piece: PieceName,
    /// Whether it is a promoted pawn.
    pub promoted: bool,
}

/// The status of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Status {
    /// The side to move.
    pub side: Color,
    /// The status.
    pub status: SideStatus,
    /// The squares of the pieces that give check.
    pub checkers: Vec<Square>,
    /// What would help, if the side is frozen.
    pub frozen: Option<FrozenStatus>,
}

/// What would help a frozen side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrozenStatus {
    /// The squares where a piece would help.
    pub squares: Vec<Square>,
    /// The piece types that could be dropped there.
    pub pieces: Vec<PieceName>,
    /// The captures that the partner can play now to send such a piece; missing for a single board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub freed_by: Option<Vec<ListedMove>>,
}

/// A board and its legal moves, as printed by `bughouse moves --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedBoard {
    /// The board in BFEN.
    pub bfen: String,
    /// The status of the side to move.
    #[serde(flatten)]
    pub status: Status,
    /// The legal moves, then the drops.
    pub moves: Vec<ListedMove>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The piece type that moves or is dropped.
    pub piece: PieceName,
    /// Whether it is a drop.
    pub drop: bool,
}

/// The piece types in the order of their moves.
const ORDER: [Piece; 6] = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

impl Status {
    fn of(board: &bughouse_chess::Board, freed_by: Option<Vec<ListedMove>>) -> Status {
        let status = SideStatus::of(board);
        let frozen = match status {
            SideStatus::Frozen(frozen) => Some(FrozenStatus {
                squares: squares(frozen.squares()),
                pieces: helping_pieces(frozen).map(PieceName).collect(),
                freed_by,
            }),
            _ => None,
        };
        Status { side: Color(board.side_to_move()), status, checkers: squares(board.checkers()), frozen }
    }
}

impl ShownBoard {
    /// Describes a board.
    pub fn new(read: &ReadBoard) -> ShownBoard {
        let board = &read.board;
        let colored_piece = |square: bughouse_chess::Square| {
            Some(ColoredPiece {
                square: Square(square),
                color: board.color_on(square).map(Color)?,
                piece: board.piece_on(square).map(PieceName)?,
                promoted: board.is_promoted(square),
            })
        };
        let held = |reserve: Reserve| {
            Piece::IN_RESERVE.into_iter().map(|piece| (piece.name(), reserve.count(piece))).collect()
        };
        let colors = bughouse_chess::Color::ALL;
        let by_color = |clocks: [Seconds; 2]| {
            colors.into_iter().map(|color| (color.name(), clocks[color as usize].time().0)).collect()
        };
        let style = FenStyle::of_games();
        ShownBoard {
            bfen: board.text(&style).to_string(),
            fen: board.text(&style.notation(Notation::Fen)).to_string(),
            feen: board.to_feen(),
            status: Status::of(board, None),
            castling: words::castling(board),
            en_passant: board.en_passant().map(Square),
            halfmove_clock: read.has_counters().then(|| board.halfmove_clock()),
            fullmove_number: read.has_counters().then(|| board.fullmove_number()),
            clocks: read.clocks.map(by_color),
            reserves: colors.into_iter().map(|color| (color.name(), held(board.reserve(color)))).collect(),
            pieces: board.combined().into_iter().filter_map(colored_piece).collect(),
        }
    }
}

impl ListedMove {
    fn new(board: &bughouse_chess::Board, mv: BughouseMove) -> ListedMove {
        let (piece, drop) = match mv {
            BughouseMove::Drop { piece, .. } => (piece, true),
            BughouseMove::Regular(mv) => (board.piece_on(mv.source()).unwrap_or(Piece::Pawn), false),
        };
        let uci = mv.to_string();
        // SAN rejects only illegal moves, and this one is legal.
        let san = board.san(mv).map_or_else(|_| uci.clone(), |san| san.to_string());
        ListedMove { san, uci, piece: PieceName(piece), drop }
    }
}

impl ListedBoard {
    /// Lists the legal moves of a board, sorted by piece type from kings to pawns, then the drops. For a board of two,
    /// it also lists the captures that free it.
    pub fn new(board: &bughouse_chess::Board, of_two: Option<(BoardId, &TwoBoards)>) -> ListedBoard {
        let freed_by = of_two.map(|(id, both)| {
            let captures = both.position.freeing_captures(id);
            captures.into_iter().map(|mv| ListedMove::new(both.board(id.other()), mv)).collect()
        });
        let mut moves: Vec<ListedMove> =
            board.legal_moves().into_iter().map(|mv| ListedMove::new(board, mv)).collect();
        // The sort is stable: pieces of a type stay in the order of their squares.
        moves.sort_by_key(|mv| (mv.drop, ORDER.iter().position(|&piece| piece == mv.piece.0)));
        ListedBoard {
            bfen: board.text(&FenStyle::of_games()).to_string(),
            status: Status::of(board, freed_by),
            moves,
        }
    }
}

//! Queries about two boards: legal moves and notations.

use std::collections::BTreeMap;

use bughouse_chess::{
    BitBoard, Board, BoardId, BughouseMove, CastlingSide, ChessMove, FenStyle, Piece, Position,
};
use serde::Serialize;

use crate::position::adjourned::write_thief;
use crate::position::format::Format;
use crate::position::{ReadBoard, ReadBoards};
use crate::shapes::board::{BoardTexts, squares};
use crate::shapes::names::{Color, PieceLetter, Square};

/// The legal moves on both boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legal {
    /// The legal moves on board A.
    pub a: LegalMoves,
    /// The legal moves on board B.
    pub b: LegalMoves,
}

/// The legal moves on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoves {
    /// The side to move.
    pub turn: Color,
    /// Destinations by the square of the moving piece. Castling is listed twice: with the king's destination, and with
    /// the square of the rook.
    pub moves: BTreeMap<String, Vec<Square>>,
    /// The moves that need a promotion piece, as origin and destination, such as `e7e8`.
    #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = "^[a-h][1-8][a-h][1-8]$"))))]
    pub promotions: Vec<String>,
    /// The promotion choices, if a pawn can promote now.
    pub promote_to: Vec<PromotionChoice>,
    /// Drop squares by the letter of the piece in reserve.
    pub drops: BTreeMap<String, Vec<Square>>,
}

/// A promotion choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromotionChoice {
    /// The piece type.
    pub piece: PieceLetter,
    /// The square of the piece that is taken from the other board, if the rules demand that.
    pub stolen_from: Option<Square>,
    /// The UCI suffix, such as `q` or `qd1`.
    pub uci: String,
}

/// A position in all notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notations {
    /// Both boards in FEN, without reserves.
    pub fen: BoardTexts,
    /// Both boards in BFEN, with reserves.
    pub bfen: BoardTexts,
    /// Both boards as one BFEN string.
    pub two_boards: String,
    /// Both boards in FEEN.
    pub feen: BoardTexts,
    /// Both boards as two-board FEN with clocks, as in a FEN tag; null if a clock is unknown.
    pub thief: Option<String>,
}

impl Legal {
    /// Returns the legal moves on both boards.
    #[must_use]
    pub fn of(position: &Position) -> Legal {
        let [a, b] = BoardId::ALL.map(|id| LegalMoves::of(position, id));
        Legal { a, b }
    }
}

impl LegalMoves {
    /// Returns the legal moves on a board.
    #[must_use]
    pub fn of(position: &Position, id: BoardId) -> LegalMoves {
        let board = position.board(id);
        let mut legal = LegalMoves {
            turn: Color(board.side_to_move()),
            moves: BTreeMap::new(),
            promotions: Vec::new(),
            promote_to: Vec::new(),
            drops: BTreeMap::new(),
        };
        let mut dropped: [BitBoard; 6] = Default::default();
        for mv in position.legal_moves(id) {
            let regular = match mv {
                BughouseMove::Regular(regular) => regular,
                BughouseMove::Drop { piece, square } => {
                    dropped[piece.to_index()] |= square.bitboard();
                    continue;
                }
            };
            let from = regular.source().to_string();
            let mut goes_to = vec![regular.dest()];
            if board.piece_on(regular.source()) == Some(Piece::King) {
                // Castling is listed by the king's destination and by the square of its rook.
                goes_to.push(board.after_unchecked(mv).king_square(board.side_to_move()));
                goes_to.extend(rook_of(&board, regular));
            }
            if let Some(choice) = PromotionChoice::of(regular) {
                legal.promotions.push(format!("{from}{}", regular.dest()));
                if !legal.promote_to.contains(&choice) {
                    legal.promote_to.push(choice);
                }
            }
            legal.moves.entry(from).or_default().extend(goes_to.into_iter().map(Square));
        }
        for squares in legal.moves.values_mut() {
            // Sorts by name: a1 to h8, file by file.
            squares.sort_by_key(|square| (square.0.file(), square.0.rank()));
            squares.dedup();
        }
        legal.promotions.sort();
        legal.promotions.dedup();
        for piece in Piece::IN_RESERVE {
            let targets = dropped[piece.to_index()];
            if !targets.is_empty() {
                legal.drops.insert(piece.to_char().to_string(), squares(targets));
            }
        }
        legal
    }
}

impl PromotionChoice {
    fn of(mv: ChessMove) -> Option<PromotionChoice> {
        let piece = mv.promotion()?;
        let stolen_from = mv.stolen_from();
        let mut uci = piece.to_char().to_ascii_lowercase().to_string();
        uci.extend(stolen_from.map(|square| square.to_string()));
        Some(PromotionChoice { piece: PieceLetter(piece), stolen_from: stolen_from.map(Square), uci })
    }
}

/// Returns the square of the rook that a king castles with.
fn rook_of(board: &Board, mv: ChessMove) -> Option<bughouse_chess::Square> {
    let (from, to) = (mv.source(), mv.dest());
    let side = board.side_to_move();
    if board.color_on(to) == Some(side) {
        return Some(to);
    }
    let castling_side = match from.file().to_index().abs_diff(to.file().to_index()) {
        2 if to > from => CastlingSide::KingSide,
        2 => CastlingSide::QueenSide,
        _ => return None,
    };
    let file = board.castle_rights().rook_file(side, castling_side)?;
    Some(bughouse_chess::Square::new(file, from.rank()))
}

impl Notations {
    /// Returns two boards in all notations.
    pub fn of(boards: &[Board; 2]) -> Notations {
        Notations::of_read(boards.map(ReadBoard::of))
    }

    pub(crate) fn of_read(sides: [ReadBoard; 2]) -> Notations {
        let style = FenStyle::of_games();
        let boards = sides.each_ref().map(|side| side.board);
        let has_clocks = sides.iter().all(|side| side.clocks.is_some());
        let of = |format: Format| {
            let [a, b] = boards.map(|board| format.write(&ReadBoards::One(ReadBoard::of(board)), &style));
            BoardTexts { a, b }
        };
        Notations {
            fen: of(Format::Fen),
            bfen: of(Format::Bfen),
            two_boards: Format::Bfen.write(&ReadBoards::Two(boards.map(ReadBoard::of)), &style),
            feen: of(Format::Feen),
            thief: has_clocks.then(|| write_thief(sides, &style)),
        }
    }
}

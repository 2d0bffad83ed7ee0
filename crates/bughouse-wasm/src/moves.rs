//! Moves as numbers.
//!
//! Six bits each for the origin and the destination, three for the promotion piece, and seven for the square on the
//! other board that a promotion takes its piece from. A drop has the piece in place of the origin.

use bughouse_chess::{BughouseMove, ChessMove, ParseError, Piece, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::RawError;

/// The promotion value that denotes a drop.
const DROP: u32 = 7;

/// Returns the number of a move.
pub fn pack(mv: BughouseMove) -> u32 {
    match mv {
        BughouseMove::Drop { piece, square } => {
            piece.to_index() as u32 | (square.to_index() as u32) << 6 | DROP << 12
        }
        BughouseMove::Regular(mv) => {
            let promotion = mv.promotion().map_or(0, |piece| piece.to_index() as u32);
            let stolen = mv.stolen_from().map_or(0, |square| square.to_index() as u32 + 1);
            let squares = mv.source().to_index() as u32 | (mv.dest().to_index() as u32) << 6;
            squares | promotion << 12 | stolen << 15
        }
    }
}

/// Returns the move of a number; `None` if there is none.
pub fn unpack(number: u32) -> Option<BughouseMove> {
    let square = |index: u32| Square::ALL[index as usize & 63];
    let (from, to, promotion, stolen) = (number & 63, square(number >> 6), number >> 12 & 7, number >> 15);
    let piece = |index: u32| Piece::ALL.get(index as usize).copied();
    match (promotion, stolen) {
        (DROP, 0) => piece(from).map(|piece| BughouseMove::Drop { piece, square: to }),
        (0, 0) => Some(ChessMove::new(square(from), to, None).into()),
        (1..=5, 0) => piece(promotion).map(|piece| ChessMove::new(square(from), to, Some(piece)).into()),
        (1..=5, 1..=64) => piece(promotion)
            .map(|piece| ChessMove::stealing(square(from), to, piece, square(stolen - 1)).into()),
        _ => None,
    }
}

/// Returns the move of a number from JavaScript.
pub(crate) fn require_move(number: u32) -> Result<BughouseMove, RawError> {
    unpack(number).ok_or_else(|| RawError::plain("no-move", format!("{number} is not the number of a move")))
}

/// Parses a move in UCI without a board: `e2e4`, `e7e8q`, `N@f3`.
///
/// # Errors
/// Returns where the text is invalid.
#[wasm_bindgen(js_name = readUci)]
pub fn read_uci(text: &str) -> Result<u32, RawError> {
    parse_uci(text).map(pack)
}

/// Parses a move in UCI.
pub(crate) fn parse_uci(text: &str) -> Result<BughouseMove, RawError> {
    text.parse().map_err(|error: ParseError| {
        RawError::at("not-a-move", error.render(text.as_bytes()), text, error.span())
    })
}

/// Returns a move in UCI; empty if the number isn't a move.
#[wasm_bindgen]
pub fn uci(number: u32) -> String {
    unpack(number).map(|mv| mv.to_string()).unwrap_or_default()
}

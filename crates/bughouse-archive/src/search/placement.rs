//! A fast replay of packed moves, which are known to be legal. It tracks only the pieces on both boards.

use bughouse_chess::{Board, BoardId, Color, Piece, Position};

use crate::flags::half_move as flags;

/// Returns the code of a piece: 1 to 6 for White, 7 to 12 for Black. 0 is an empty square.
pub(super) fn piece_code(piece: Piece, black: bool) -> u8 {
    crate::pack::piece_number(piece) as u8 + 1 + if black { BLACK } else { 0 }
}

const BLACK: u8 = 6;
const ROOK: u8 = 4;
const KING: u8 = 6;
/// The code of the first promotion piece: knight, followed by bishop, rook, queen.
const FIRST_PROMOTION: u8 = 2;

/// The pieces on both boards.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    boards: [[u8; 64]; 2],
}

impl Placement {
    /// Creates the placement of a position.
    pub(super) fn new(position: &Position) -> Placement {
        Placement { boards: BoardId::ALL.map(|id| squares_of(&position.board(id))) }
    }

    /// Returns the pieces of a board.
    pub(super) fn board(&self, board: usize) -> &[u8; 64] {
        &self.boards[board]
    }

    /// Plays a half-move.
    pub(super) fn play(&mut self, seat: i32, packed: i32, bits: i32) {
        let own = (seat >> 1 & 1) as usize;
        let is_black = seat & 1 == 1;
        let color = if is_black { BLACK } else { 0 };
        let (low, high) = ((packed & 63) as usize, (packed >> 6 & 63) as usize);
        let squares = &mut self.boards[own];
        match packed >> 12 {
            5 => squares[high] = low as u8 + 1 + color,
            0 if bits & flags::CASTLING != 0 => castle(squares, low, high, color),
            // The pawn is discarded on the last rank.
            0 if bits & flags::PROMOTION != 0 => {
                squares[high] = 0;
                squares[low] = 0;
            }
            0 => {
                squares[high] = squares[low];
                squares[low] = 0;
                if bits & flags::EN_PASSANT != 0 {
                    squares[low / 8 * 8 + high % 8] = 0;
                }
            }
            kind @ 1..=4 => {
                squares[high] = kind as u8 - 1 + FIRST_PROMOTION + color;
                squares[low] = 0;
            }
            _ => {
                // The piece comes from the other board.
                let file = packed >> 6 & 7;
                let (step, piece) = (packed >> 9 & 12, packed >> 9 & 3);
                let to = (file + step / 4 - 1).clamp(0, 7);
                let (seventh, last) = if is_black { (8, 0) } else { (48, 56) };
                squares[(last + to) as usize] = piece as u8 + FIRST_PROMOTION + color;
                squares[(seventh + file) as usize] = 0;
                self.boards[1 - own][low] = 0;
            }
        }
    }
}

/// Castles. The move is either two squares of the king, or the king to its own rook.
fn castle(squares: &mut [u8; 64], from: usize, to: usize, color: u8) {
    let rank = from / 8 * 8;
    let short = to > from;
    let rook = if squares[to] == ROOK + color {
        to
    } else {
        // The outermost rook on that side.
        let mut files = 0..8;
        let is_rook = |file: &usize| squares[rank + file] == ROOK + color;
        let file = if short { files.rev().find(is_rook) } else { files.find(is_rook) };
        rank + file.unwrap_or(0)
    };
    squares[rook] = 0;
    squares[from] = 0;
    let (king_file, rook_file) = if short { (6, 5) } else { (2, 3) };
    squares[rank + king_file] = KING + color;
    squares[rank + rook_file] = ROOK + color;
}

fn squares_of(board: &Board) -> [u8; 64] {
    let mut squares = [0; 64];
    for square in bughouse_chess::Square::ALL {
        if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
            squares[square.to_index()] = piece_code(piece, color == Color::Black);
        }
    }
    squares
}

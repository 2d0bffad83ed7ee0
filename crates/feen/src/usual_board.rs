//! The short way to read a board, for boards as nearly all are.
//!
//! A board that is taken here has ranks of one length with one slash between two, and at most [`MOST_SQUARES`]
//! squares; its text is without fault and a space follows. All others go the long way, which can say what is
//! wrong with them. Both ways give the same board for the same text.

use crate::board::Board;
use crate::piece::{Piece, Prefix};

/// The most squares of a board that is read the short way: they are gathered on the stack.
const MOST_SQUARES: usize = 256;

/// How many bytes are looked at in one step.
const ROW: usize = 8;

/// Reads the board that a text starts with, and tells how many bytes it takes.
pub(crate) fn usual_board(text: &[u8]) -> Option<(Board, usize)> {
    let mut squares = [None; MOST_SQUARES];
    let (mut at, mut length, mut rank_length) = (0, 0, 0);
    loop {
        let rank_start = length;
        // A row of letters at the start of a rank is read in one step.
        while let Some(row) = text[at..].first_chunk::<ROW>()
            && row.iter().fold(true, |all, byte| all & byte.is_ascii_alphabetic())
        {
            for (square, &byte) in squares.get_mut(length..length + ROW)?.iter_mut().zip(row) {
                *square = Piece::from_letter(byte);
            }
            length += ROW;
            at += ROW;
        }
        let end = loop {
            let byte = *text.get(at)?;
            at += 1;
            if let Some(piece) = Piece::from_letter(byte) {
                *squares.get_mut(length)? = Some(piece);
                length += 1;
            } else if matches!(byte, b'1'..=b'9') {
                let mut count = usize::from(byte - b'0');
                while let Some(digit @ b'0'..=b'9') = text.get(at) {
                    count = count * 10 + usize::from(digit - b'0');
                    if count > MOST_SQUARES {
                        return None;
                    }
                    at += 1;
                }
                // Squares are empty until a piece is put on them.
                length += count;
            } else if matches!(byte, b'/' | b' ') {
                break byte;
            } else if byte == b'\'' {
                if at < 2 || !text[at - 2].is_ascii_alphabetic() {
                    return None;
                }
                let square = squares.get_mut(length - 1)?;
                *square = square.map(|piece| piece.with_suffix(true));
            } else {
                let prefix = match byte {
                    b'+' => Prefix::Plus,
                    b'-' => Prefix::Minus,
                    _ => return None,
                };
                let piece = Piece::from_letter(*text.get(at)?)?;
                *squares.get_mut(length)? = Some(piece.with_prefix(prefix));
                at += 1;
                length += 1;
            }
        };
        if rank_start == 0 {
            rank_length = length;
        }
        if length == rank_start || length - rank_start != rank_length || length > MOST_SQUARES {
            return None;
        }
        if end == b' ' {
            return Some((Board::plain(squares[..length].to_vec(), rank_length), at - 1));
        }
    }
}

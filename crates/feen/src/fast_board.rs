//! The fast path for reading a board, which handles nearly all boards.
//!
//! It handles valid boards with ranks of the same length, separated by one slash, with at most
//! [`MOST_SQUARES`] squares and a space at the end. For all others it returns `None`, and the slow path reads
//! them or reports what is wrong. Both paths give the same result.
//!
//! The benchmark "FEEN parsed, visited, dumped" would be below its threshold without it.

use crate::board::Board;
use crate::piece::{Piece, Prefix};

/// The most squares that the fast path handles, because they are collected on the stack.
const MOST_SQUARES: usize = 256;

/// The number of bytes to process in one step.
const ROW: usize = 8;

/// Reads the board at the start of a string, and returns it with its length in bytes.
pub(crate) fn fast_board(text: &[u8]) -> Option<(Board, usize)> {
    let mut squares = [None; MOST_SQUARES];
    let (mut at, mut length, mut rank_length) = (0, 0, 0);
    loop {
        let rank_start = length;
        // Reads a row of letters at the start of a rank in one step.
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
                // Squares are empty until a piece is placed on them.
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

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
const STRETCH: usize = 8;

/// Reads the board that a text starts with, and tells how many bytes it takes.
pub(crate) fn usual_board(text: &[u8]) -> Option<(Board, usize)> {
    let mut squares = [None; MOST_SQUARES];
    let (mut at, mut length, mut rank_length) = (0, 0, 0);
    loop {
        let rank_start = length;
        // Most ranks that are not empty start with a row of letters, which is read in one step.
        while let Some(pieces) = text[at..].first_chunk().and_then(pieces_of) {
            *squares[length..].first_chunk_mut()? = pieces;
            length += STRETCH;
            at += STRETCH;
        }
        let end = loop {
            let byte = *text.get(at)?;
            at += 1;
            if let Some(piece) = Piece::from_letter(byte) {
                *squares.get_mut(length)? = Some(piece);
                length += 1;
                continue;
            }
            match byte {
                b'1'..=b'9' => {
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
                }
                b'+' | b'-' => {
                    let prefix = if byte == b'+' { Prefix::Plus } else { Prefix::Minus };
                    *squares.get_mut(length)? = Some(Piece::from_letter(*text.get(at)?)?.with_prefix(prefix));
                    at += 1;
                    length += 1;
                }
                b'\'' if at > 1 && text[at - 2].is_ascii_alphabetic() => {
                    let piece = squares.get_mut(length - 1)?;
                    *piece = piece.map(|piece| piece.with_suffix(true));
                }
                b'/' | b' ' => break byte,
                _ => return None,
            }
        };
        if rank_start == 0 {
            rank_length = length;
        }
        if length == rank_start || length - rank_start != rank_length || length > MOST_SQUARES {
            return None;
        }
        if end == b' ' {
            let squares = squares.get(..length)?.to_vec();
            return Some((Board::plain(squares, rank_length), at - 1));
        }
    }
}

/// Returns the pieces of letters, if all bytes are letters.
#[inline]
fn pieces_of(bytes: &[u8; STRETCH]) -> Option<[Option<Piece>; STRETCH]> {
    // Without a way out in the middle, so that all are looked at in one step.
    let all = bytes.iter().fold(true, |all, byte| all & byte.is_ascii_alphabetic());
    all.then(|| bytes.map(Piece::from_letter))
}

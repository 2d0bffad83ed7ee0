//! The random numbers of a board's hash, computed at compile time.
//!
//! A hash is the exclusive or of one key for every feature of the position: each piece on its square, each
//! promoted marker, each reserve count (by color and type), Black to move, each castling right (by color and
//! rook's file), and the file of an en passant capture if one is legal.
//!
//! The features that the stable [key](crate::board::key) covers use the numbers of that key, so the key is the hash
//! without promoted markers and reserves. Only the numbers of these two may change.

use crate::board::key::{self, next};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::square::{File, Square};

/// The number of possible counts of one type: from 0 to a full reserve.
const COUNTS: usize = Reserve::MAX_TOTAL as usize + 1;

struct Keys {
    /// By color, [type code](kind_code) and square. Code 0 (an empty square) has the key 0.
    pieces: [[[u64; 64]; 16]; 2],
    promoted: [u64; 64],
    /// By color, type and count. The count 0 has the key 0.
    reserve: [[[u64; COUNTS]; 5]; 2],
    black_to_move: u64,
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
}

static KEYS: Keys = keys();

/// Returns the code of a piece type: a bit each for "is a pawn", "is a knight", "moves on diagonals", "moves
/// on lines".
///
/// A board reads this code for any square without a branch, see `Placement::code_on`.
#[inline]
pub(crate) const fn kind_code(piece: Piece) -> usize {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight => 2,
        Piece::Bishop => 4,
        Piece::Rook => 8,
        Piece::Queen => 12,
        Piece::King => 0b11,
    }
}

#[inline]
pub(crate) fn piece_key(color: Color, code: usize, square: Square) -> u64 {
    KEYS.pieces[color as usize][code & 15][square.to_index()]
}

#[inline]
pub(crate) fn promoted(square: Square) -> u64 {
    KEYS.promoted[square.to_index()]
}

/// Returns the key of `count` pieces of a type in reserve: 0 for the king, which is never in reserve.
#[inline]
pub(crate) fn reserve(color: Color, piece: Piece, count: u8) -> u64 {
    match piece {
        Piece::King => 0,
        _ => KEYS.reserve[color as usize][piece as usize][count as usize % COUNTS],
    }
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

#[inline]
pub(crate) fn castling(color: Color, rook: File) -> u64 {
    KEYS.castling[color as usize][rook as usize]
}

#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file as usize]
}

const fn keys() -> Keys {
    let mut keys = Keys {
        pieces: [[[0; 64]; 16]; 2],
        promoted: [0; 64],
        reserve: [[[0; COUNTS]; 5]; 2],
        black_to_move: key::black_to_move(),
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
    };
    // Any seed works for what the stable key leaves out.
    let mut state = 0x6275_6768_6f75_7365;
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            let mut square = 0;
            while square < 64 {
                keys.pieces[color][kind_code(Piece::ALL[kind])][square] = key::piece_key(color, kind, square);
                square += 1;
            }
            kind += 1;
        }
        let mut kind = 0;
        while kind < 5 {
            let mut count = 1;
            while count < COUNTS {
                keys.reserve[color][kind][count] = next(&mut state);
                count += 1;
            }
            kind += 1;
        }
        let mut file = 0;
        while file < 8 {
            keys.castling[color][file] = key::castling(color, file);
            file += 1;
        }
        color += 1;
    }
    let mut i = 0;
    while i < 64 {
        keys.promoted[i] = next(&mut state);
        i += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = key::en_passant(file);
        file += 1;
    }
    keys
}

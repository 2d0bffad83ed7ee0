//! The hash of a board, and key v1: a 64-bit key of a position that never changes.
//!
//! A hash is the exclusive or of one random number for every feature of the position: each piece on its square, each
//! promoted marker, each reserve count (by color and type), Black to move, each castling right (by color and
//! rook's file), and the file of an en passant capture if one is legal. A key leaves out some of these features.
//!
//! A key covers the pieces (color, type, square), the side to move, the castling rights (color and rook's
//! file), and the file of an en passant capture if one is legal. It leaves out reserves, promoted markers and
//! counters: store them in columns of their own.
//!
//! The [specification](https://bughouse.example/docs/reference/key.html) describes the algorithm for other
//! languages, with test vectors. Key v1 stays the same in all versions of this crate. [`Board::hash`] may
//! change.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board::placement::Placement;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::names::hexadecimal;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::square::{File, Square};
use crate::types::text_error::ParseError;

/// The key v1 of a position: the same in every version, on every machine, in every language.
///
/// Equal positions have equal keys. The chance that two different positions share a key is 1 in 2^64. As a
/// string, a key is 16 hexadecimal digits.
///
/// ```
/// use bughouse_chess::{Board, Key};
///
/// let board: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Qn] b KQkq e3 0 1".parse()?;
/// let key = board.key();
/// assert_eq!(key.to_string(), "fed8ccea7f98acbd");
/// assert_eq!("fed8ccea7f98acbd".parse::<Key>()?, key);
///
/// // Reserves don't matter, nor does a double push that no pawn can capture.
/// let same: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 3 9".parse()?;
/// assert_eq!(same.key(), key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The name of this key format, for files that store keys.
    pub const NAME: &str = "key-v1";

    /// Creates a key from its 64 bits.
    #[inline]
    pub const fn new(bits: u64) -> Key {
        Key(bits)
    }

    /// Returns the 64 bits. If you can only store signed numbers, `as i64` keeps them all.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the key of two boards, in either order.
    ///
    /// ```
    /// use bughouse_chess::{Board, Key};
    ///
    /// let (a, b) = (Board::default().key(), Board::chess960(0).unwrap().key());
    /// assert_eq!(Key::of_both(a, b), Key::of_both(b, a));
    /// assert_ne!(Key::of_both(a, a), Key::of_both(b, b));
    /// ```
    #[inline]
    pub const fn of_both(one: Key, other: Key) -> Key {
        // A sum of scrambled keys: with an exclusive or, two equal boards would cancel out.
        Key(first(one.0).wrapping_add(first(other.0)))
    }
}

impl Board {
    /// Returns the hash of the position. Every move updates it incrementally.
    ///
    /// The hash covers the pieces, the promoted markers, both reserves (color, type, count), the side to
    /// move, the castling rights, and the en passant square if a capture there is legal. It leaves the
    /// counters out.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Computes the hash from scratch.
    pub(crate) fn compute_hash(&self) -> u64 {
        let mut hash = if self.side == Color::Black { black_to_move() } else { 0 };
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.colored_pieces(color, piece) {
                    hash ^= piece_key(color, kind_code(piece), square);
                }
            }
            if !self.reserves[color as usize].is_empty() {
                for (piece, count) in self.reserves[color as usize].iter() {
                    hash ^= reserve(color, piece, count);
                }
            }
            for castling_side in CastlingSide::ALL {
                if let Some(file) = self.rights.rook_file(color, castling_side) {
                    hash ^= castling(color, file);
                }
            }
        }
        for square in BitBoard(self.placement.promoted) {
            hash ^= promoted(square);
        }
        if let Some(file) = self.en_passant {
            hash ^= en_passant(file);
        }
        hash
    }

    /// Returns the key v1 of the position, which is the same in all versions.
    ///
    /// It covers the pieces, the side to move, the castling rights, and the en passant square if a capture
    /// there is legal. It doesn't cover the reserves, the promoted markers or the counters. The cost is a few
    /// instructions for each nonempty reserve and each promoted piece.
    #[inline]
    pub fn key(&self) -> Key {
        // The hash contains the numbers of this key, plus others for what the key leaves out.
        let mut key = self.hash;
        for color in Color::ALL {
            let held = self.reserves[color as usize];
            if !held.is_empty() {
                for piece in Piece::IN_RESERVE {
                    key ^= reserve(color, piece, held.count(piece));
                }
            }
        }
        for square in BitBoard(self.placement.promoted) {
            key ^= promoted(square);
        }
        Key(key)
    }
}

impl From<Key> for u64 {
    fn from(key: Key) -> u64 {
        key.0
    }
}

impl From<u64> for Key {
    fn from(bits: u64) -> Key {
        Key(bits)
    }
}

/// Parses 16 hexadecimal digits, in lower or upper case.
impl FromStr for Key {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Key, ParseError> {
        let bytes = hexadecimal(text.as_bytes());
        let error = || ParseError::whole("expected a key of 16 hexadecimal digits", text.as_bytes());
        bytes.map(|bytes| Key(u64::from_be_bytes(bytes))).ok_or_else(error)
    }
}

/// Writes 16 lower-case hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

/// The number of features: 768 pieces on squares, Black to move, 16 castling rights, 8 en passant files.
const FEATURES: usize = 2 * 6 * 64 + 1 + 2 * 8 + 8;

/// The seed of the numbers: `bughkey1` in ASCII.
const SEED: u64 = 0x6275_6768_6b65_7931;

/// The number of each feature.
const NUMBERS: [u64; FEATURES] = {
    let mut numbers = [0; FEATURES];
    let mut state = SEED;
    let mut feature = 0;
    while feature < FEATURES {
        numbers[feature] = next(&mut state);
        feature += 1;
    }
    numbers
};

/// Returns the number of a piece on a square, by the indices of its color, its type and the square.
const fn piece_number(color: usize, kind: usize, square: usize) -> u64 {
    NUMBERS[(color * 6 + kind) * 64 + square]
}

/// Returns the number of a castling right, by the indices of its color and its rook's file.
const fn castling_number(color: usize, file: usize) -> u64 {
    NUMBERS[769 + color * 8 + file]
}

/// Returns the next number of a SplitMix64 sequence.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Returns the first number of the SplitMix64 sequence that starts from a state.
const fn first(state: u64) -> u64 {
    let mut state = state;
    next(&mut state)
}

/// Computes the hash of the starting position.
pub(crate) const fn start_hash() -> u64 {
    let mut hash = 0;
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < Piece::ALL.len() {
            let of_color = Placement::START.colors[color];
            let mut left = BitBoard(Placement::START.kind(Piece::ALL[kind]) & of_color);
            while let Some(square) = left.pop_first() {
                hash ^= piece_number(color, kind, square.to_index());
            }
            kind += 1;
        }
        hash ^= castling_number(color, File::A as usize) ^ castling_number(color, File::H as usize);
        color += 1;
    }
    hash
}

/// The number of possible counts of one type: from 0 to a full reserve.
const COUNTS: usize = Reserve::MAX_TOTAL as usize + 1;

/// The numbers of all features of a hash, computed at compile time. Those of promoted markers and reserves may change.
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
        black_to_move: NUMBERS[768],
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
                keys.pieces[color][kind_code(Piece::ALL[kind])][square] = piece_number(color, kind, square);
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
            keys.castling[color][file] = castling_number(color, file);
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
        keys.en_passant[file] = NUMBERS[785 + file];
        file += 1;
    }
    keys
}

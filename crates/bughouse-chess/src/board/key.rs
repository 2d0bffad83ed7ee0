//! Key v1: a 64-bit key of a position that never changes.
//!
//! A key covers the pieces (color, type, square), the side to move, the castling rights (color and rook's
//! file), and the file of an en passant capture if one is legal. It leaves out reserves, promoted markers and
//! counters: store them in columns of their own.
//!
//! The [specification](https://bughouse.example/docs/reference/key.html) describes the algorithm for other
//! languages, with test vectors. Key v1 stays the same in all versions of this crate. [`Board::hash`] may
//! change.

use core::fmt;

use crate::board::Board;
use crate::board::zobrist;
use crate::bughouse::position::Position;
use crate::notation::position::TwoBoards;
use crate::types::bitboard::BitBoard;
use crate::types::color::Color;
use crate::types::piece::Piece;

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
            let reserve = self.reserves[color as usize];
            if !reserve.is_empty() {
                for piece in Piece::IN_RESERVE {
                    key ^= zobrist::reserve(color, piece, reserve.count(piece));
                }
            }
        }
        for square in BitBoard(self.placement.promoted) {
            key ^= zobrist::promoted(square);
        }
        Key(key)
    }
}

impl Position {
    /// Returns the key v1 of both boards, in either order. It doesn't cover restorable rights.
    pub fn key(&self) -> Key {
        let [a, b] = self.boards();
        Key::of_both(a.key(), b.key())
    }
}

impl TwoBoards {
    /// Returns the key v1 of both boards, in either order.
    pub fn key(&self) -> Key {
        self.position.key()
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
pub(crate) const fn piece_key(color: usize, kind: usize, square: usize) -> u64 {
    NUMBERS[(color * 6 + kind) * 64 + square]
}

/// Returns the number for Black to move.
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS[768]
}

/// Returns the number of a castling right, by the indices of its color and its rook's file.
pub(crate) const fn castling(color: usize, file: usize) -> u64 {
    NUMBERS[769 + color * 8 + file]
}

/// Returns the number of a legal en passant capture, by the index of its file.
pub(crate) const fn en_passant(file: usize) -> u64 {
    NUMBERS[785 + file]
}

/// Returns the next number of a SplitMix64 sequence.
pub(crate) const fn next(state: &mut u64) -> u64 {
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

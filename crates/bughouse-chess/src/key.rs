//! Key v1: 64 bits for a position that stay the same forever.
//!
//! A key covers the pieces (color, kind, square), the side to move, the castling rights (color and rook's
//! file), and the file of an en passant capture if one is legal. Reserves, promoted marks and counters are
//! left out: in a table of positions they stand beside the key.
//!
//! `docs/reference/key.md` says in words how the key is made, and `testdata/key-v1.csv` holds test vectors.
//! Whatever changes in this crate, key v1 does not. [`Board::hash`] promises no such thing.

use core::fmt;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::color::Color;
use crate::notation::two_boards::TwoBoards;
use crate::piece::Piece;
use crate::position::Position;
use crate::zobrist;

/// The key v1 of a position: the same in every version, on every machine, in every language.
///
/// Equal positions have equal keys; different ones have different keys but for one chance in 2^64.
/// As text it is 16 hexadecimal digits.
///
/// ```
/// use bughouse_chess::{Board, Key};
///
/// let board: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Qn] b KQkq e3 0 1".parse()?;
/// let key = board.key();
/// assert_eq!(key.to_string(), "fed8ccea7f98acbd");
/// assert_eq!("fed8ccea7f98acbd".parse::<Key>()?, key);
///
/// // Reserves do not matter, nor a double push that no pawn can answer.
/// let same: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 3 9".parse()?;
/// assert_eq!(same.key(), key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// The name of this kind of key, for files that hold keys.
    pub const NAME: &str = "key-v1";

    /// Makes a key of its 64 bits.
    #[inline]
    #[must_use]
    pub const fn new(bits: u64) -> Key {
        Key(bits)
    }

    /// Returns the 64 bits. Where only signed numbers can be stored, `as i64` keeps them all.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the key of two boards, whichever of them is board A.
    ///
    /// ```
    /// use bughouse_chess::{Board, Key};
    ///
    /// let (a, b) = (Board::default().key(), Board::chess960(0).unwrap().key());
    /// assert_eq!(Key::of_both(a, b), Key::of_both(b, a));
    /// assert_ne!(Key::of_both(a, a), Key::of_both(b, b));
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_both(one: Key, other: Key) -> Key {
        // A sum of scrambled keys: two boards that are alike do not cancel out, as they would with an
        // exclusive or.
        Key(first(one.0).wrapping_add(first(other.0)))
    }
}

impl Board {
    /// Returns the key v1 of the position, which never changes from version to version.
    ///
    /// It covers the pieces, the side to move, the castling rights, and the en passant square if a capture there
    /// is legal; not the reserves, the promoted marks or the counters. It costs a few instructions more for
    /// each reserve that is not empty and each promoted piece.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        // The hash is made of the numbers of this key, with numbers of its own for what the key leaves out.
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
    /// Returns the key v1 of both boards, whichever of them is board A. Rights that sleep are not a part of it.
    #[must_use]
    pub fn key(&self) -> Key {
        let [a, b] = self.boards();
        Key::of_both(a.key(), b.key())
    }
}

impl TwoBoards {
    /// Returns the key v1 of both boards, whichever of them is board A.
    #[must_use]
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

/// Writes 16 hexadecimal digits in lower case.
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

/// How many facts there are: 768 pieces on squares, Black to move, 16 castling rights, 8 en passant files.
const FACTS: usize = 2 * 6 * 64 + 1 + 2 * 8 + 8;

/// The state that the numbers of the facts start from: `bughkey1` in ASCII.
const SEED: u64 = 0x6275_6768_6b65_7931;

/// The number of each fact.
const NUMBERS: [u64; FACTS] = {
    let mut numbers = [0; FACTS];
    let mut state = SEED;
    let mut fact = 0;
    while fact < FACTS {
        numbers[fact] = next(&mut state);
        fact += 1;
    }
    numbers
};

/// Returns the number of a piece on a square, by the indices of its color, its kind and the square.
pub(crate) const fn piece_key(color: usize, kind: usize, square: usize) -> u64 {
    NUMBERS[(color * 6 + kind) * 64 + square]
}

/// Returns the number of Black being to move.
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

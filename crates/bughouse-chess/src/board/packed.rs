//! Packed v1: a whole board in 48 bytes, in a format that never changes.
//!
//! Six 64-bit words hold both counters, a base-19 digit for each square except the kings', and everything
//! else in the last word. The [specification](https://bughouse.example/docs/reference/packed.html) describes the
//! format for other languages, with test vectors. Packed v1 stays the same in all versions of this crate.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board::builder::BoardBuilder;
use crate::board::violations::InvalidBoard;
use crate::types::bitboard::BitBoard;
use crate::types::color::Color;
use crate::types::leniency::Leniencies;
use crate::types::names::hexadecimal;
use crate::types::piece::Piece;
use crate::types::read_options::{Material, ReadOptions};
use crate::types::reserve::Reserve;
use crate::types::square::{File, Square};
use crate::types::text_error::ParseError;

/// A board in 48 bytes. [`Board::pack`] creates it, [`Packed::unpack`] validates it and returns the board.
///
/// The format is canonical: [`Packed::unpack`] accepts exactly the bytes that [`Board::pack`] returns for
/// that board. So you can compare and hash packed boards instead of boards.
///
/// ```
/// use bughouse_chess::{Board, Packed};
///
/// let board: Board = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5".parse()?;
/// let packed = board.pack()?;
/// assert_eq!(packed.as_bytes().len(), 48);
/// assert_eq!(packed.unpack()?, board);
///
/// // Bytes from elsewhere can be invalid.
/// let from_elsewhere = Packed::from([0; 48]);
/// assert_eq!(from_elsewhere.unpack().unwrap_err().to_string(), "both kings are on a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed([u8; Packed::LEN]);

/// The number of words.
const WORDS: usize = 6;

/// The number of digits: one for each thing that can be on a square without a king.
const DIGITS: u64 = 19;

/// The number of squares in a word.
const SQUARES: usize = 15;

/// The number of reserves with at most [`Packed::MAX_RESERVE`] pieces.
const RESERVES: u64 = multisets(Packed::MAX_RESERVE as u64 + 1, 5);

/// Everything in the last word fits into 64 bits, or this doesn't compile.
const _: u64 = 2 * 64 * 64 * DIGITS * DIGITS * 9 * RESERVES * RESERVES;

impl Packed {
    /// The name of this format, for files that store packed boards.
    pub const NAME: &str = "packed-v1";

    /// The length in bytes.
    pub const LEN: usize = 8 * WORDS;

    /// The most pieces in one reserve of a board that can be packed. With two full sets, a reserve has at
    /// most 31.
    pub const MAX_RESERVE: u32 = 36;

    /// Returns the bytes.
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; Packed::LEN] {
        &self.0
    }

    /// Returns the board. Any amount of material is accepted, so every board that was packed can be unpacked.
    ///
    /// # Errors
    /// Fails if the bytes are not a packed board, or lists every violation.
    #[inline]
    pub fn unpack(&self) -> Result<Board, UnpackError> {
        let any = ReadOptions::default().material(Material::Any);
        self.unpack_with(&any).map(|(board, _)| board)
    }

    /// Validates the board with options, and returns the leniencies that were needed.
    ///
    /// # Errors
    /// Fails if the bytes are not a packed board, or lists every violation that the options don't accept.
    pub fn unpack_with(&self, options: &ReadOptions) -> Result<(Board, Leniencies), UnpackError> {
        self.builder()?.build_with(options).map_err(UnpackError::Invalid)
    }

    /// Returns the position without validating it.
    ///
    /// # Errors
    /// Fails if the bytes are not a packed position.
    pub fn builder(&self) -> Result<BoardBuilder, UnpackError> {
        let words = self.words();
        let mut builder = BoardBuilder::new();
        builder.halfmove_clock(words[0] as u32).fullmove_number((words[0] >> 32) as u32);

        let mut rest = words[WORDS - 1];
        let side = Color::ALL[take(&mut rest, 2)];
        let kings = [Square::masked(take(&mut rest, 64)), Square::masked(take(&mut rest, 64))];
        let last_squares = [take(&mut rest, DIGITS), take(&mut rest, DIGITS)];
        let double_push = take(&mut rest, 9);
        let numbers = [take(&mut rest, RESERVES) as u64, rest];
        if numbers[1] >= RESERVES {
            return Err(UnpackError::LastWord);
        }
        if kings[0] == kings[1] {
            return Err(UnpackError::Kings(kings[0]));
        }
        builder.side_to_move(side);
        if let Some(file) = double_push.checked_sub(1) {
            builder.en_passant(Some(Square::new(File::masked(file), (!side).passed_rank())));
        }
        for (color, (king, number)) in Color::ALL.into_iter().zip(kings.into_iter().zip(numbers)) {
            builder.placement.add(color, Piece::King, king.bit());
            builder.reserve(color, reserve_of(number));
        }

        // The squares of each digit, from the lowest square to the highest.
        let mut sets = [0; DIGITS as usize];
        let mut left = !(kings[0].bit() | kings[1].bit());
        let mut put = |digit: usize| {
            sets[digit] |= left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        };
        for (i, &word) in words[1..WORDS - 1].iter().enumerate() {
            let mut rest = word;
            for _ in 0..SQUARES {
                put(take(&mut rest, DIGITS));
            }
            if rest != 0 {
                return Err(UnpackError::Squares { word: i + 1 });
            }
        }
        last_squares.into_iter().for_each(put);
        for (&(color, piece, promoted), &squares) in PIECES.iter().zip(&sets[1..]) {
            let rooks = if piece == Piece::Pawn { squares & color.back_rank().bitboard().0 } else { 0 };
            builder.placement.add(color, Piece::Rook, rooks);
            builder.claims[color as usize].files |= (rooks >> (8 * color.back_rank() as u32)) as u8;
            builder.placement.add(color, piece, squares & !rooks);
            builder.placement.promoted |= if promoted { squares } else { 0 };
        }
        Ok(builder)
    }

    fn words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(self.0.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words
    }
}

impl Board {
    /// Packs the board into 48 bytes: pieces, promoted markers, reserves, side to move, castling rights,
    /// double push and both counters.
    ///
    /// # Errors
    /// Fails if a reserve holds more than [`Packed::MAX_RESERVE`] pieces. That can't happen in a match, nor
    /// with boards built with [`Material::TwoSets`] or [`Material::OneSet`].
    pub fn pack(&self) -> Result<Packed, PackError> {
        let mut numbers = [0; 2];
        for (color, number) in Color::ALL.into_iter().zip(&mut numbers) {
            let reserve = self.reserves[color as usize];
            if reserve.total() > Packed::MAX_RESERVE {
                return Err(PackError { color, count: reserve.total() });
            }
            *number = number_of(reserve);
        }
        let kings = [self.placement.king(Color::White), self.placement.king(Color::Black)];

        // From the highest digit of the last word to the lowest, except the last two squares.
        let double_push = self.double_push.map_or(0, |file| file as u64 + 1);
        let reserves_and_push = (numbers[1] * RESERVES + numbers[0]) * 9 + double_push;
        let low = self.side as u64 + 2 * (kings[0].to_index() as u64 + 64 * kings[1].to_index() as u64);

        let mut words = [0; WORDS];
        words[0] = u64::from(self.halfmoves) | u64::from(self.fullmoves) << 32;
        let castling_rooks = self.rights.rooks();
        for (digit, &(color, piece, promoted)) in (1..).zip(&PIECES) {
            let mut squares = self.placement.of(color) & self.placement.kind(piece);
            squares &= if promoted { self.placement.promoted } else { !self.placement.promoted };
            match piece {
                Piece::Pawn => squares |= castling_rooks & self.placement.of(color),
                Piece::Rook => squares &= !castling_rooks,
                _ => {}
            }
            for square in BitBoard(squares) {
                let place =
                    square.to_index() - usize::from(square > kings[0]) - usize::from(square > kings[1]);
                words[1 + place / SQUARES] += digit * POWERS[place % SQUARES];
            }
        }
        // So far the last word holds only the two remaining squares, as its lowest digits.
        words[WORDS - 1] = (reserves_and_push * (DIGITS * DIGITS) + words[WORDS - 1]) * (2 * 64 * 64) + low;

        let mut bytes = [0; Packed::LEN];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        Ok(Packed(bytes))
    }
}

/// The meaning of the digits from 1: a piece, and `true` if it is a promoted pawn.
///
/// A pawn is never on its own back rank, so its digit there means a rook that can castle.
const PIECES: [(Color, Piece, bool); DIGITS as usize - 1] = {
    let mut pieces = [(Color::White, Piece::Pawn, false); DIGITS as usize - 1];
    let mut i = 0;
    while i < 5 {
        pieces[i] = (Color::White, Piece::ALL[i], false);
        pieces[5 + i] = (Color::Black, Piece::ALL[i], false);
        if i > 0 {
            pieces[9 + i] = (Color::White, Piece::ALL[i], true);
            pieces[13 + i] = (Color::Black, Piece::ALL[i], true);
        }
        i += 1;
    }
    pieces
};

/// Removes and returns the lowest digit of a number in a base.
#[inline]
fn take(number: &mut u64, base: u64) -> usize {
    let digit = *number % base;
    *number /= base;
    digit as usize
}

/// The powers of the number of digits.
const POWERS: [u64; SQUARES] = {
    let mut powers = [1; SQUARES];
    let mut i = 1;
    while i < SQUARES {
        powers[i] = powers[i - 1] * DIGITS;
        i += 1;
    }
    powers
};

/// Returns the number of ways in which `kinds` counts add up to less than `total`.
const fn multisets(total: u64, kinds: u64) -> u64 {
    let mut ways = 1;
    let mut i = 0;
    while i < kinds {
        ways = ways * (total + i) / (i + 1);
        i += 1;
    }
    ways
}

/// The first number of a reserve, by the number of types counted and their total. See [`number_of`].
const FIRST: [[u32; Packed::MAX_RESERVE as usize + 1]; 6] = {
    let mut first = [[0; Packed::MAX_RESERVE as usize + 1]; 6];
    let mut kinds = 1;
    while kinds < 6 {
        let mut pieces = 0;
        while pieces <= Packed::MAX_RESERVE as usize {
            first[kinds][pieces] = multisets(pieces as u64, kinds as u64) as u32;
            pieces += 1;
        }
        kinds += 1;
    }
    first
};

/// Returns the number of a reserve with at most [`Packed::MAX_RESERVE`] pieces.
///
/// Reserves are ordered by their total, then by the total without queens, then also without rooks, and so on.
fn number_of(reserve: Reserve) -> u64 {
    let (mut number, mut pieces) = (0, 0);
    for (kinds, piece) in (1..).zip(&Piece::ALL[..5]) {
        pieces += usize::from(reserve.count(*piece));
        number += u64::from(FIRST[kinds][pieces.min(Packed::MAX_RESERVE as usize)]);
    }
    number
}

/// Returns the reserve with a number.
fn reserve_of(number: u64) -> Reserve {
    let mut reserve = Reserve::new();
    let mut rest = number;
    let mut before = 0;
    for kinds in (1..=5).rev() {
        // The most pieces whose first number is at most the rest.
        let pieces = FIRST[kinds].partition_point(|&first| u64::from(first) <= rest).saturating_sub(1);
        rest -= u64::from(FIRST[kinds][pieces]);
        if kinds < 5 {
            add_pieces(&mut reserve, Piece::ALL[kinds], before - pieces.min(before));
        }
        before = pieces;
    }
    add_pieces(&mut reserve, Piece::Pawn, before);
    reserve
}

/// Adds pieces of a type to a reserve that has room for them.
fn add_pieces(reserve: &mut Reserve, piece: Piece, count: usize) {
    for _ in 0..count {
        let added = reserve.add(piece);
        debug_assert!(added.is_ok(), "{reserve:?} has no room for a {piece}");
    }
}

impl From<[u8; Packed::LEN]> for Packed {
    fn from(bytes: [u8; Packed::LEN]) -> Packed {
        Packed(bytes)
    }
}

impl From<Packed> for [u8; Packed::LEN] {
    fn from(packed: Packed) -> [u8; Packed::LEN] {
        packed.0
    }
}

impl TryFrom<&[u8]> for Packed {
    type Error = UnpackError;

    fn try_from(bytes: &[u8]) -> Result<Packed, UnpackError> {
        bytes.try_into().map(Packed).map_err(|_| UnpackError::Length(bytes.len()))
    }
}

impl AsRef<[u8]> for Packed {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Parses 96 hexadecimal digits, in lower or upper case. [`Packed::unpack`] validates the board.
impl FromStr for Packed {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Packed, ParseError> {
        let expected = "expected a packed board of 96 hexadecimal digits";
        hexadecimal(text.as_bytes()).map(Packed).ok_or_else(|| ParseError::whole(expected, text.as_bytes()))
    }
}

/// Writes the bytes as 96 lower-case hexadecimal digits.
impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({self})")
    }
}

/// The error for a board that can't be packed: a reserve holds more than [`Packed::MAX_RESERVE`] pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackError {
    /// The owner of the reserve.
    pub color: Color,
    /// The number of pieces in the reserve.
    pub count: u32,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PackError { color, count } = self;
        let (side, most) = (color.side_name(), Packed::MAX_RESERVE);
        write!(f, "{side} has {count} pieces in reserve, but at most {most} can be packed")
    }
}

impl core::error::Error for PackError {}

/// The reason why bytes are not a packed board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnpackError {
    /// The length is not 48 bytes but this.
    Length(usize),
    /// The value of a word is too large for fifteen squares.
    Squares {
        /// The number of the word, from 1 to 4.
        word: usize,
    },
    /// The value of the last word is too large.
    LastWord,
    /// Both kings are on this square.
    Kings(Square),
    /// The position is invalid.
    Invalid(InvalidBoard),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Length(len) => write!(f, "found {len} bytes, expected {}", Packed::LEN),
            UnpackError::Squares { word } => write!(f, "word {word} is too large for {SQUARES} squares"),
            UnpackError::LastWord => f.write_str("the last word is too large"),
            UnpackError::Kings(square) => write!(f, "both kings are on {square}"),
            UnpackError::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl core::error::Error for UnpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UnpackError::Invalid(invalid) => Some(invalid),
            _ => None,
        }
    }
}

//! Parsing of letters, digits and short names, with an error type for each.

use core::fmt;
use core::str::FromStr;

use crate::board::key::Key;
use crate::board::packed::Packed;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::PawnDropRanks;
use crate::types::seat::{BoardId, Seat, Team};
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::{Span, TextError};

macro_rules! words {
    ($($(#[$doc:meta])* $type:ty, $read:expr, $what:ident, $expected:literal;)*) => {$(
        #[doc = concat!("The error for a string that can't be parsed: ", $expected, ".")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $what;

        impl fmt::Display for $what {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expected)
            }
        }

        impl core::error::Error for $what {}

        $(#[$doc])*
        impl FromStr for $type {
            type Err = TextError<$what>;

            fn from_str(text: &str) -> Result<$type, Self::Err> {
                let read: fn(&str) -> Option<$type> = $read;
                read(text).ok_or(TextError::new($what, Span::new(0, text.len())))
            }
        }
    )*};
}

words! {
    /// Parses a FEN letter, `w` or `b`, or a lower-case English name.
    Color, color, NotAColor, "expected a color: w, b, white or black";
    /// Parses a letter in upper or lower case, or a lower-case English name.
    Piece, piece, NotAPiece, "expected a piece: p, n, b, r, q, k or a name such as knight";
    /// Parses a lower-case letter, `a` to `h`.
    File, by_letter, NotAFile, "expected a file, a to h";
    /// Parses a digit, `1` to `8`.
    Rank, by_letter, NotARank, "expected a rank, 1 to 8";
    /// Parses a file and a rank: `e4`.
    Square, square, NotASquare, "expected a square, a1 to h8";
    /// Parses `A` or `B`.
    BoardId, board, NotABoard, "expected a board, A or B";
    /// Parses `team1` or `team2`, with or without a space before the number.
    Team, team, NotATeam, "expected a team, team1 or team2";
    /// Parses `WhiteA`, `BlackA`, `WhiteB` or `BlackB`, or the BPGN letter: `A`, `a`, `B` or `b`.
    Seat, seat, NotASeat, "expected a seat, one of WhiteA BlackA WhiteB BlackB";
    /// Parses 16 hexadecimal digits, in lower or upper case.
    Key, key, NotAKey, "expected a key of 16 hexadecimal digits";
    /// Parses 96 hexadecimal digits, in lower or upper case. [`Packed::unpack`] validates the board.
    Packed, packed, NotPacked, "expected a packed board of 96 hexadecimal digits";
    /// Parses the first and the last rank: `2-7`.
    PawnDropRanks, pawn_drop_ranks, NotPawnDropRanks, "expected two ranks from 2 to 7, such as 2-6";
}

macro_rules! letters {
    ($($(#[$doc:meta])* $type:ty, $read:expr, $what:ident;)*) => {$(
        $(#[$doc])*
        impl TryFrom<char> for $type {
            type Error = $what;

            fn try_from(letter: char) -> Result<$type, $what> {
                let read: fn(u8) -> Option<$type> = $read;
                u8::try_from(letter).ok().and_then(read).ok_or($what)
            }
        }
    )*};
}

letters! {
    /// Converts a FEN letter, `w` or `b`.
    Color, color_letter, NotAColor;
    /// Converts a letter in upper or lower case.
    Piece, piece_letter, NotAPiece;
    /// Converts a lower-case letter, `a` to `h`.
    File, File::from_letter, NotAFile;
    /// Converts a digit, `1` to `8`.
    Rank, Rank::from_digit, NotARank;
}

/// Parses a single letter or digit.
fn by_letter<T: TryFrom<char>>(text: &str) -> Option<T> {
    let mut letters = text.chars();
    let first = letters.next()?;
    letters.next().is_none().then(|| T::try_from(first).ok())?
}

fn color_letter(letter: u8) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_char() == char::from(letter))
}

fn piece_letter(letter: u8) -> Option<Piece> {
    if letter.is_ascii_alphabetic() { Piece::from_letter(letter) } else { None }
}

fn color(text: &str) -> Option<Color> {
    by_letter(text).or_else(|| Color::ALL.into_iter().find(|color| color.name() == text))
}

fn piece(text: &str) -> Option<Piece> {
    by_letter(text).or_else(|| Piece::ALL.into_iter().find(|piece| piece.name() == text))
}

fn square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file, rank] => Square::from_bytes(file, rank),
        _ => None,
    }
}

fn board(text: &str) -> Option<BoardId> {
    match text {
        "A" => Some(BoardId::A),
        "B" => Some(BoardId::B),
        _ => None,
    }
}

fn team(text: &str) -> Option<Team> {
    match text {
        "team1" | "team 1" => Some(Team::One),
        "team2" | "team 2" => Some(Team::Two),
        _ => None,
    }
}

fn seat(text: &str) -> Option<Seat> {
    match text {
        "WhiteA" | "A" => Some(Seat::WHITE_A),
        "BlackA" | "a" => Some(Seat::BLACK_A),
        "WhiteB" | "B" => Some(Seat::WHITE_B),
        "BlackB" | "b" => Some(Seat::BLACK_B),
        _ => None,
    }
}

fn key(text: &str) -> Option<Key> {
    // `from_str_radix` accepts a sign, which isn't a digit.
    let is_key = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_key { u64::from_str_radix(text, 16).ok().map(Key::new) } else { None }
}

fn packed(text: &str) -> Option<Packed> {
    let (digits, []) = text.as_bytes().as_chunks::<2>() else { return None };
    if digits.len() != Packed::LEN {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = [0; Packed::LEN];
    for (byte, &[high, low]) in bytes.iter_mut().zip(digits) {
        *byte = (value(high)? << 4 | value(low)?) as u8;
    }
    Some(Packed::from(bytes))
}

fn pawn_drop_ranks(text: &str) -> Option<PawnDropRanks> {
    match *text.as_bytes() {
        [first, b'-', last] => PawnDropRanks::new(Rank::from_digit(first)?, Rank::from_digit(last)?),
        _ => None,
    }
}

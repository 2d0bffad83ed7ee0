//! Parsing of letters, digits and short names.

use core::str::FromStr;

use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::PawnDropRanks;
use crate::types::seat::{BoardId, Seat, Team};
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::ParseError;

macro_rules! words {
    ($($(#[$doc:meta])* $type:ty, $read:expr, $expected:literal;)*) => {$(
        $(#[$doc])*
        impl FromStr for $type {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$type, ParseError> {
                let read: fn(&[u8]) -> Option<$type> = $read;
                read(text.as_bytes()).ok_or(ParseError::whole($expected, text.as_bytes()))
            }
        }
    )*};
}

words! {
    /// Parses a FEN letter, `w` or `b`, or a lower-case English name.
    Color, color, "expected a color: w, b, white or black";
    /// Parses a letter in upper or lower case, or a lower-case English name.
    Piece, piece, "expected a piece: p, n, b, r, q, k or a name such as knight";
    /// Parses a lower-case letter, `a` to `h`.
    File, file, "expected a file, a to h";
    /// Parses a digit, `1` to `8`.
    Rank, rank, "expected a rank, 1 to 8";
    /// Parses a file and a rank: `e4`.
    Square, square, "expected a square, a1 to h8";
    /// Parses `A` or `B`.
    BoardId, board, "expected a board, A or B";
    /// Parses `team1` or `team2`, with or without a space before the number.
    Team, team, "expected a team, team1 or team2";
    /// Parses `WhiteA`, `BlackA`, `WhiteB` or `BlackB`, or the BPGN letter: `A`, `a`, `B` or `b`.
    Seat, seat, "expected a seat, one of WhiteA BlackA WhiteB BlackB";
    /// Parses the first and the last rank: `2-7`.
    PawnDropRanks, pawn_drop_ranks, "expected two ranks from 2 to 7, such as 2-6";
}

macro_rules! letters {
    ($($(#[$doc:meta])* $type:ty;)*) => {$(
        $(#[$doc])*
        impl TryFrom<char> for $type {
            type Error = ParseError;

            fn try_from(letter: char) -> Result<$type, ParseError> {
                letter.encode_utf8(&mut [0; 4]).parse()
            }
        }
    )*};
}

letters! {
    /// Converts a FEN letter, `w` or `b`.
    Color;
    /// Converts a letter in upper or lower case.
    Piece;
    /// Converts a lower-case letter, `a` to `h`.
    File;
    /// Converts a digit, `1` to `8`.
    Rank;
}

fn color(text: &[u8]) -> Option<Color> {
    match text {
        b"w" | b"white" => Some(Color::White),
        b"b" | b"black" => Some(Color::Black),
        _ => None,
    }
}

fn piece(text: &[u8]) -> Option<Piece> {
    match *text {
        [letter] => Piece::from_letter(letter),
        _ => Piece::ALL.into_iter().find(|piece| piece.name().as_bytes() == text),
    }
}

fn file(text: &[u8]) -> Option<File> {
    if let [letter] = *text { File::from_letter(letter) } else { None }
}

fn rank(text: &[u8]) -> Option<Rank> {
    if let [digit] = *text { Rank::from_digit(digit) } else { None }
}

fn square(text: &[u8]) -> Option<Square> {
    if let [file, rank] = *text { Square::from_bytes(file, rank) } else { None }
}

fn board(text: &[u8]) -> Option<BoardId> {
    match text {
        b"A" => Some(BoardId::A),
        b"B" => Some(BoardId::B),
        _ => None,
    }
}

fn team(text: &[u8]) -> Option<Team> {
    match text {
        b"team1" | b"team 1" => Some(Team::One),
        b"team2" | b"team 2" => Some(Team::Two),
        _ => None,
    }
}

fn seat(text: &[u8]) -> Option<Seat> {
    match text {
        b"WhiteA" | b"A" => Some(Seat::WHITE_A),
        b"BlackA" | b"a" => Some(Seat::BLACK_A),
        b"WhiteB" | b"B" => Some(Seat::WHITE_B),
        b"BlackB" | b"b" => Some(Seat::BLACK_B),
        _ => None,
    }
}

/// Parses two hexadecimal digits for each byte, in lower or upper case.
pub(crate) fn hexadecimal<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let (digits, []) = text.as_chunks::<2>() else { return None };
    if digits.len() != N {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = [0; N];
    for (byte, &[high, low]) in bytes.iter_mut().zip(digits) {
        *byte = (value(high)? << 4 | value(low)?) as u8;
    }
    Some(bytes)
}

fn pawn_drop_ranks(text: &[u8]) -> Option<PawnDropRanks> {
    match *text {
        [first, b'-', last] => PawnDropRanks::new(Rank::from_digit(first)?, Rank::from_digit(last)?),
        _ => None,
    }
}

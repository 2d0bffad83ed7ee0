//! Parsing of short strings: pieces, colors, files, ranks, and SAN moves on a board.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use bughouse_chess::{Board, Color, File, ParseError, Piece, Rank, Span};

use crate::support::board;

/// Written values read back, and every other short string is rejected with what was expected.
#[track_caller]
fn check<T>(all: &[T], letters: &str, names: &[&str], expected: &str)
where
    T: FromStr<Err = ParseError> + TryFrom<char, Error = ParseError> + Display + PartialEq + Debug + Copy,
{
    for value in all {
        assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(value));
    }
    for letter in (0..=0x2ff).filter_map(char::from_u32) {
        let fits = letters.contains(letter);
        assert_eq!(T::try_from(letter).is_ok(), fits, "{letter:?}");
        assert_eq!(letter.to_string().parse::<T>().ok(), T::try_from(letter).ok(), "{letter:?}");
        if !fits {
            assert_eq!(*T::try_from(letter).unwrap_err().kind(), expected);
        }
    }
    for text in ["", "aa", "knight", "black", "White", "11", "\u{e4}\u{e4}"] {
        let read = text.parse::<T>();
        assert_eq!(read.is_ok(), names.contains(&text), "{text}");
        if let Err(error) = read {
            assert_eq!((*error.kind(), error.span()), (expected, Span::new(0, text.len())));
        }
    }
}

#[test]
fn names_are_parsed_or_rejected() {
    let piece = "expected a piece: p, n, b, r, q, k or a name such as knight";
    check(&Piece::ALL, "pnbrqkPNBRQK", &["knight"], piece);
    check(&Color::ALL, "wb", &["black"], "expected a color: w, b, white or black");
    check(&File::ALL, "abcdefgh", &[], "expected a file, a to h");
    check(&Rank::ALL, "12345678", &[], "expected a rank, 1 to 8");
}

#[test]
fn san_errors_have_place_and_reason() {
    let pawns = board("6k1/P7/8/8/8/8/8/R3K2R[N] w K - 0 1");
    let cases = [
        ("", 0, 0, "expected a move, but the string is empty"),
        ("Ne9", 1, 3, "expected a square, a1 to h8"),
        ("@e4", 0, 3, "not standard: a drop without a letter was read as a pawn drop"),
        ("a8", 2, 2, "the pawn reaches the last rank and must promote"),
        ("a8+", 2, 2, "the pawn reaches the last rank and must promote"),
        ("Rf8+", 0, 3, "no rook can go to f8"),
        ("O-O-O", 0, 5, "there is no right to castle queenside"),
        ("Q@e4", 0, 4, "White has no queen in reserve"),
    ];
    for (text, start, end, message) in cases {
        let error = pawns.read_san(text).unwrap_err();
        assert_eq!(
            (error.kind().to_string().as_str(), error.span()),
            (message, Span::new(start, end)),
            "{text}"
        );
    }
    let start = Board::default();
    let error = start.read_san("e4=Q+").unwrap_err();
    assert_eq!(error.span(), Span::new(2, 4));
    assert_eq!(start.read_san(b"e4").unwrap(), start.read_uci(b"e2e4").unwrap());
    assert_eq!(pawns.read_san("a8=Q+").unwrap(), pawns.read_uci(b"a7a8q").unwrap());
}

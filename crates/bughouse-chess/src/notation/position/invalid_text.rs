//! Why a FEN or BFEN string is not a board, with the place of each violation.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::board::builder::CastleClaim;
use crate::board::violations::{InvalidBoard, Violation};
use crate::notation::position::fen::{FenError, Field, FieldSpans, squares_of};
use crate::types::color::Color;
use crate::types::square::Square;
use crate::types::text_error::{Span, render_all};

/// Why a string is not a board: it can't be read, or the position is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadBoardError {
    /// The string can't be read.
    Text(FenError),
    /// The position is invalid.
    Invalid(Box<InvalidText>),
}

/// An invalid position, with the fields of its string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidText {
    invalid: InvalidBoard,
    fields: FieldSpans,
}

impl InvalidText {
    pub(crate) fn new(invalid: InvalidBoard, fields: FieldSpans) -> InvalidText {
        InvalidText { invalid, fields }
    }

    /// Returns the position and its violations.
    pub fn invalid(&self) -> &InvalidBoard {
        &self.invalid
    }

    /// Iterates over the violations, each with its place in the string: a piece, a letter or a field.
    pub fn violations<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (Violation, Span)> + 'a {
        self.invalid.violations().iter().map(|&rule| {
            let field = match rule {
                Violation::OpponentInCheck(_) => Field::Side,
                Violation::CastlingWithoutRook { .. } | Violation::CastlingTwice { .. } => Field::Castling,
                Violation::EnPassantRank { .. }
                | Violation::EnPassantWithoutPawn { .. }
                | Violation::EnPassantBlocked { .. } => Field::EnPassant,
                Violation::MoveNumberZero => Field::MoveNumber,
                _ => Field::Placement,
            };
            let span = self.fields.get(field);
            let exact = match rule {
                Violation::PawnOnLastRank(square) => place_of(text, span, square),
                Violation::CastlingWithoutRook { color, claim }
                | Violation::CastlingTwice { color, claim } => letter_of(text, span, color, claim),
                Violation::TooManyPieces { .. }
                | Violation::TooManyPawns { .. }
                | Violation::TooManyPromoted { .. } => {
                    Some(Span::new(span.start, self.fields.get(Field::Reserve).end))
                }
                _ => None,
            };
            (rule, exact.unwrap_or(span))
        })
    }
}

/// Returns the place of the piece on a square in the placement.
fn place_of(text: &[u8], placement: Span, square: Square) -> Option<Span> {
    let (mut rank, mut file) = (7, 0);
    for (i, &byte) in text.get(placement.start..placement.end)?.iter().enumerate() {
        if byte == b'/' {
            rank -= 1;
            file = 0;
        } else {
            if rank == square.rank() as i32 && file == square.file() as u8 && byte.is_ascii_alphabetic() {
                return Some(Span::new(placement.start + i, placement.start + i + 1));
            }
            file += squares_of(byte);
        }
    }
    None
}

/// Returns the place of a castling right in the castling field.
fn letter_of(text: &[u8], castling: Span, color: Color, claim: CastleClaim) -> Option<Span> {
    let letter = claim.letter(color);
    let at = text.get(castling.start..castling.end)?.iter().position(|&byte| byte == letter)?;
    Some(Span::new(castling.start + at, castling.start + at + 1))
}

impl ReadBoardError {
    /// Returns each message with the string and carets under its place.
    pub fn render(&self, text: &[u8]) -> String {
        match self {
            ReadBoardError::Text(error) => error.render(text),
            ReadBoardError::Invalid(invalid) => render_all(text, invalid.violations(text)),
        }
    }
}

impl fmt::Display for ReadBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadBoardError::Text(error) => error.fmt(f),
            ReadBoardError::Invalid(text) => text.invalid.fmt(f),
        }
    }
}

impl core::error::Error for ReadBoardError {}

//! Reads FEN and BFEN.
//!
//! A string has six fields separated by one space: placement, side to move, castling, en passant, half-move
//! clock, move number.
//!
//! Accepted by default:
//! - placement: eight ranks, the eighth first, each of eight squares; digits `1` to `8` for empty squares,
//!   never two in a row; `~` after `Q R B N` (either case) for a promoted pawn;
//! - reserves: none, in brackets right after the placement in any order (`[]` and `[-]` are empty), or after
//!   a ninth slash (`/` and `/-` are empty);
//! - side: `w` or `b`;
//! - castling: `-`, or letters `KQkq` (the outermost rook on that side) and `A`-`H`, `a`-`h` (the rook on a
//!   file), in any order, none twice;
//! - en passant: `-` or a square; counters: decimal numbers.
//!
//! Accepted if [`ReadOptions::accept`] contains the [`Leniency`](crate::Leniency), and reported: missing
//! counters, all fields missing after the side to move, extra spaces, short ranks. Everything else is
//! rejected with its place and what was expected.

mod error;
mod reader;

pub use error::{FenError, FenErrorKind, Field, FieldSpans};
pub(crate) use reader::{number, read_open, squares_of};

use alloc::boxed::Box;
use core::str::FromStr;

use crate::board::Board;
use crate::board::builder::BoardBuilder;
use crate::notation::position::fen::reader::read_into;
use crate::notation::position::invalid_text::{InvalidText, ReadBoardError};
use crate::notation::read_options::ReadOptions;
use crate::types::leniency::Leniencies;

/// The notation of the reserves in a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReserveForm {
    /// No reserves: plain FEN.
    Absent,
    /// In brackets after the placement: BFEN.
    Brackets,
    /// After a ninth slash.
    Slash,
}

/// The contents of a FEN string, and the notation it used.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenText {
    /// The unvalidated position.
    pub builder: BoardBuilder,
    /// The notation of the reserves.
    pub reserve_form: ReserveForm,
    /// The leniencies that were needed.
    pub used: Leniencies,
    /// The places of the fields.
    pub fields: FieldSpans,
}

/// Reads FEN or BFEN without validating the position.
///
/// # Errors
/// Points at the first part that the options don't accept.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<FenText, FenError> {
    let mut builder = BoardBuilder::new();
    let mut fields = FieldSpans::missing(text);
    let (reserve_form, used) = read_into(&mut builder, text, options, |field, span| fields.set(field, span))?;
    Ok(FenText { builder, reserve_form, used, fields })
}

/// Reads FEN or BFEN and validates the position.
///
/// # Errors
/// Points at the part that is wrong, or lists every violation.
pub fn read_board(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadBoardError> {
    let mut builder = BoardBuilder::new();
    let (_, read) = read_into(&mut builder, text, options, |_, _| {}).map_err(ReadBoardError::Text)?;
    match builder.build_with(options) {
        Ok((board, built)) => Ok((board, built.union(read))),
        // Only an invalid position needs the places of its fields.
        Err(invalid) => {
            let fields = self::read(text, options).map_err(ReadBoardError::Text)?.fields;
            Err(ReadBoardError::Invalid(Box::new(InvalidText::new(invalid, fields))))
        }
    }
}

/// Parses standard FEN or BFEN without validating the position.
impl FromStr for BoardBuilder {
    type Err = FenError;

    fn from_str(text: &str) -> Result<BoardBuilder, FenError> {
        read(text.as_bytes(), &ReadOptions::default()).map(|read| read.builder)
    }
}

/// Parses standard FEN or BFEN.
impl FromStr for Board {
    type Err = ReadBoardError;

    fn from_str(text: &str) -> Result<Board, ReadBoardError> {
        read_board(text.as_bytes(), &ReadOptions::default()).map(|(board, _)| board)
    }
}

impl Board {
    /// Reads FEN or BFEN with options, and returns the leniencies that were needed.
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation.
    pub fn read(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadBoardError> {
        read_board(text, options)
    }
}

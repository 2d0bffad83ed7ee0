//! Two boards in one string, `board A | board B`, before it is validated.

use core::fmt;

use crate::notation::position::error::ReadErrorKind;
use crate::notation::position::parsed::{ParsedBoard, close};
use crate::notation::position::write::as_read;
use crate::types::leniency::Leniencies;
use crate::types::read_options::{LastFields, ReadOptions};
use crate::types::seat::BoardId;
use crate::types::text_error::{Span, TextError};

/// Two boards as their string says, with nothing validated, and the notation that the string uses.
///
/// `Display` writes it back in the same notation: the form of each reserve, the order of its letters, the
/// decimals of the clocks. Parts without meaning are not kept: the order of castling rights, `-` in an empty
/// reserve, leading zeros, and what was skipped or padded because an option allowed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedTwoBoards<'a> {
    /// Board A and board B. Their places are those in the whole string.
    pub boards: [ParsedBoard<'a>; 2],
    /// What the last two fields were read as: [`Clocks`](LastFields::Clocks) or [`Counters`](LastFields::Counters).
    pub last_fields: LastFields,
    /// `true` if the last two fields are numbers that could be either, so their values or their origin decided.
    pub guessed: bool,
    /// The leniencies that were needed.
    pub used: Leniencies,
}

impl<'a> ParsedTwoBoards<'a> {
    /// Reads two boards in FEN, BFEN or FEN with clocks, without validating the positions.
    ///
    /// # Errors
    /// Points at the first part that the options don't accept, and its board.
    pub fn read(
        text: &'a [u8],
        options: &ReadOptions,
    ) -> Result<ParsedTwoBoards<'a>, TextError<ReadErrorKind>> {
        if text.is_empty() {
            return Err(TextError::new(ReadErrorKind::Empty, Span::new(0, 0)));
        }
        let split = Split::of(text)?;
        let end_a = split.boards[0].len();
        let mut boards = [
            ParsedBoard::open(text, Span::new(0, end_a), Some(BoardId::A), options)?,
            ParsedBoard::open(text, Span::new(split.start_b, text.len()), Some(BoardId::B), options)?,
        ];
        let tight = split.check_spaces(options.accept)?;
        let meaning = close(&mut boards, options.last_fields)?;
        Ok(ParsedTwoBoards {
            boards,
            last_fields: if meaning.clocks { LastFields::Clocks } else { LastFields::Counters },
            guessed: meaning.guessed,
            used: boards.iter().fold(tight, |used, board| used.union(board.used)),
        })
    }
}

impl fmt::Display for ParsedTwoBoards<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.boards.each_ref().map(as_read);
        write!(f, "{a} | {b}")
    }
}

/// A string split at its bar: two boards in any notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split<'a> {
    /// The strings of board A and board B, without the spaces next to the bar.
    pub boards: [&'a [u8]; 2],
    /// The start of board B.
    pub start_b: usize,
    /// The position of the bar.
    pub bar: usize,
    /// `true` if a space is missing next to the bar.
    pub tight: bool,
}

impl<'a> Split<'a> {
    /// Splits a string.
    ///
    /// # Errors
    /// Fails if there is no bar, or more than one.
    pub fn of(text: &'a [u8]) -> Result<Split<'a>, TextError<ReadErrorKind>> {
        let error = |kind, start| Err(TextError::new(kind, Span::new(start, text.len())));
        let mut bars = text.iter().enumerate().filter(|&(_, &byte)| byte == b'|').map(|(at, _)| at);
        let Some(bar) = bars.next() else { return error(ReadErrorKind::OneBoard, text.len()) };
        if let Some(second) = bars.next() {
            return error(ReadErrorKind::ManyBoards(3 + bars.count()), second);
        }
        let (a, b) = (&text[..bar], &text[bar + 1..]);
        let (a, tight_a) = a.strip_suffix(b" ").map_or((a, true), |a| (a, false));
        let (b, tight_b) = b.strip_prefix(b" ").map_or((b, true), |b| (b, false));
        Ok(Split { boards: [a, b], start_b: text.len() - b.len(), bar, tight: tight_a || tight_b })
    }

    /// Returns the leniency that a bar without spaces needs, if it is accepted.
    ///
    /// # Errors
    /// Fails if a space is missing and this is not accepted.
    pub fn check_spaces(&self, accept: Leniencies) -> Result<Leniencies, TextError<ReadErrorKind>> {
        let mut used = Leniencies::NONE;
        if self.tight {
            let error = TextError::new(ReadErrorKind::TightBar, Span::new(self.bar, self.bar + 1));
            used.allow(error.kind().leniency(), accept, error)?;
        }
        Ok(used)
    }
}

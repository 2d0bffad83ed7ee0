//! Reads one board whose last two fields are clocks or counters.
//!
//! FEN and BFEN end with two counters: half-moves since the last capture or pawn move, and the move number.
//! Two-board FEN with clocks, as BPGN `FEN` tags use it, ends with White's and Black's clock in seconds
//! instead. Some programs write that notation with counters, so the meaning of the fields is an option,
//! [`LastFields`]. [`LastFields::Auto`] decides for all boards of a string by the first of these rules that
//! applies:
//!
//! 1. a field with a decimal point, or one that begins with a minus sign and no reserves in brackets: clocks;
//! 2. reserves in brackets: counters;
//! 3. a single board without reserves, which is plain FEN: counters;
//! 4. on every board the numbers look like counters (fewer than 10 half-moves, no more of them than were
//!    played, none after a double push, and a move number from 1 to the largest counter): counters;
//! 5. otherwise: clocks.
//!
//! Everything else is read like [`crate::notation::position::fen`]. See [`Seconds`] for the accepted times.

use alloc::string::String;
use core::fmt;

use crate::board::Board;
use crate::notation::position::fen::{FenErrorKind, FenText, Field, ReserveForm, number, read_open};
use crate::notation::position::invalid_text::InvalidText;
use crate::notation::read_options::ReadOptions;
use crate::notation::seconds::Seconds;
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::text_error::{Span, TextError};

/// The meaning of the last two fields of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastFields {
    /// Decided by their values, see [`crate::notation::position::board_text`].
    #[default]
    Auto,
    /// White's and Black's time in seconds.
    Clocks,
    /// The half-move clock and the move number.
    Counters,
}

impl LastFields {
    /// Returns a short machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            LastFields::Auto => "auto",
            LastFields::Clocks => "clocks",
            LastFields::Counters => "counters",
        }
    }
}

/// The contents of one board's string, and the notation it used.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardText {
    /// The unvalidated position, and where its fields are. Without counters, it is on move 1.
    pub fen: FenText,
    /// The letters of the reserves in their original order.
    pub holdings: String,
    /// White's and Black's clock, if the string has them.
    pub clocks: Option<[Seconds; 2]>,
}

/// What is wrong with the string of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardTextErrorKind {
    /// An error that FEN can also have.
    Fen(FenErrorKind),
    /// A clock is not a valid time, with what was expected.
    Clock(Color, &'static str),
}

impl BoardTextErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            BoardTextErrorKind::Fen(kind) => kind.leniency(),
            BoardTextErrorKind::Clock(..) => None,
        }
    }
}

impl fmt::Display for BoardTextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardTextErrorKind::Fen(kind) => kind.fmt(f),
            BoardTextErrorKind::Clock(color, expected) => {
                write!(f, "{}'s clock: {expected}", color.side_name())
            }
        }
    }
}

/// What is wrong with the string of one board, and where.
pub type BoardTextError = TextError<BoardTextErrorKind>;

impl BoardText {
    /// Reads one board without validating the position.
    ///
    /// # Errors
    /// Points at the first part that the options don't accept.
    pub fn read(text: &[u8], options: &ReadOptions) -> Result<BoardText, BoardTextError> {
        let open = OpenText::read(text, options)?;
        let meaning = meaning(core::slice::from_ref(&open), options.last_fields);
        open.close(meaning)
    }

    /// Validates the position, and returns all leniencies that were needed to read and validate it.
    ///
    /// # Errors
    /// Lists every violation that the options don't accept.
    pub fn build(&self, options: &ReadOptions) -> Result<(Board, Leniencies), InvalidText> {
        match self.fen.builder.build_with(options) {
            Ok((board, built)) => Ok((board, built.union(self.fen.used))),
            Err(invalid) => Err(InvalidText::new(invalid, self.fen.fields)),
        }
    }

    /// Returns `true` if the string has counters.
    pub fn has_counters(&self) -> bool {
        self.clocks.is_none() && self.has_last_fields()
    }

    /// Returns `true` if the string has clocks or counters.
    pub(crate) fn has_last_fields(&self) -> bool {
        let span = self.fen.fields.get(Field::HalfmoveClock);
        span.start < span.end
    }

    /// Returns the same in a string with `offset` more bytes at the start.
    pub(crate) fn shifted(mut self, offset: usize) -> BoardText {
        self.fen.fields = self.fen.fields.shifted(offset);
        self
    }
}

impl fmt::Debug for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardText")
            .field("builder", &self.fen.builder)
            .field("holdings", &self.holdings)
            .field("clocks", &self.clocks)
            .finish_non_exhaustive()
    }
}

/// The string of a board, with the meaning of its last two fields still open.
pub(crate) struct OpenText<'a> {
    text: &'a [u8],
    fen: FenText,
    /// `true` if the last two fields are present.
    complete: bool,
}

const LAST: [Field; 2] = [Field::HalfmoveClock, Field::MoveNumber];

impl<'a> OpenText<'a> {
    pub(crate) fn read(text: &'a [u8], options: &ReadOptions) -> Result<OpenText<'a>, BoardTextError> {
        let (fen, complete) = read_open(text, options)
            .map_err(|error| BoardTextError::new(BoardTextErrorKind::Fen(*error.kind()), error.span()))?;
        Ok(OpenText { text, fen, complete })
    }

    fn bytes(&self, span: Span) -> &'a [u8] {
        &self.text[span.start..span.end]
    }

    /// Returns `true` if a field can't be a counter, only a clock.
    fn has_times(&self) -> bool {
        LAST.iter().any(|&field| {
            let bytes = self.bytes(self.fen.fields.get(field));
            // A wrong counter in BFEN is an error, not a clock.
            let is_bfen = self.fen.reserve_form == ReserveForm::Brackets;
            bytes.contains(&b'.') || bytes.starts_with(b"-") && !is_bfen
        })
    }

    /// Returns `true` if the fields look like counters. Fields that aren't numbers do: it is the best guess.
    fn has_likely_counters(&self) -> bool {
        let builder = &self.fen.builder;
        let [halfmoves, fullmoves] = LAST.map(|field| number(self.text, self.fen.fields.get(field), field));
        let (halfmoves, fullmoves) = match (halfmoves, fullmoves) {
            (Ok(halfmoves), Ok(fullmoves)) => (halfmoves, fullmoves),
            (Err(error), _) | (_, Err(error)) => return !matches!(error.kind(), FenErrorKind::TooLarge(_)),
        };
        let whites = fullmoves.saturating_sub(1);
        let played = whites.saturating_mul(2).saturating_add(u32::from(builder.side == Color::Black));
        let most = if builder.en_passant.is_some() { 0 } else { played.min(9) };
        halfmoves <= most && fullmoves >= 1
    }

    /// Reads the last two fields with their meaning.
    pub(crate) fn close(mut self, meaning: LastFields) -> Result<BoardText, BoardTextError> {
        let mut clocks = None;
        if self.complete && meaning == LastFields::Clocks {
            let mut times = [Seconds::default(); 2];
            for (color, field) in Color::ALL.into_iter().zip(LAST) {
                let span = self.fen.fields.get(field);
                times[color as usize] = Seconds::read(self.bytes(span)).map_err(|error| {
                    let kind = BoardTextErrorKind::Clock(color, error.kind());
                    BoardTextError::new(kind, error.span().shifted(span.start))
                })?;
            }
            clocks = Some(times);
        } else if self.complete {
            let [halfmoves, fullmoves] = LAST.map(|field| {
                number(self.text, self.fen.fields.get(field), field).map_err(|error| {
                    BoardTextError::new(BoardTextErrorKind::Fen(*error.kind()), error.span())
                })
            });
            self.fen.builder.halfmoves = halfmoves?;
            self.fen.builder.fullmoves = fullmoves?;
        }
        let letters = self.bytes(self.fen.fields.get(Field::Reserve)).iter();
        let holdings =
            letters.filter(|byte| byte.is_ascii_alphabetic()).map(|&byte| char::from(byte)).collect();
        Ok(BoardText { fen: self.fen, holdings, clocks })
    }
}

/// Decides whether the last two fields of all boards of a string are clocks or counters.
pub(crate) fn meaning(boards: &[OpenText<'_>], wanted: LastFields) -> LastFields {
    if wanted != LastFields::Auto {
        return wanted;
    }
    let mut complete = boards.iter().filter(|board| board.complete);
    let has = |form| boards.iter().any(|board| board.fen.reserve_form == form);
    if complete.clone().any(OpenText::has_times) {
        LastFields::Clocks
    } else if has(ReserveForm::Brackets)
        || (boards.len() == 1 && has(ReserveForm::Absent))
        || complete.all(OpenText::has_likely_counters)
    {
        LastFields::Counters
    } else {
        LastFields::Clocks
    }
}

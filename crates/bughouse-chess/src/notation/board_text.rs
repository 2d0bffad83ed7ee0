//! Reading one board of a text whose last two fields are clocks or counters.
//!
//! FEN and BFEN end with two counters: half-moves without a capture or pawn move, and the number of the move.
//! The slash form that Thief brought to BPGN ends with White's and Black's clock in seconds instead. Some
//! programs write that form with counters, so what the fields mean is an option, [`LastFields`].
//! [`LastFields::Auto`] decides for all boards of a text by the first of these that holds:
//!
//! 1. a field with a decimal point, or without brackets one that begins with a minus sign: clocks;
//! 2. a board with reserves in brackets: counters;
//! 3. one board alone without holdings, which is plain FEN: counters;
//! 4. on every board the numbers look like counters: fewer than 10 half-moves, not more of them than have
//!    been played, none after a double push, and a move number from 1 to what a counter can hold: counters;
//! 5. else clocks.
//!
//! All else is read as [`crate::notation::fen`] does. [`Seconds`] tells which times are read.

use alloc::string::String;
use core::fmt;

use crate::board::Board;
use crate::build_options::BuildOptions;
use crate::color::Color;
use crate::leniency::Leniencies;
use crate::notation::error::{Span, TextError};
use crate::notation::fen::{FenErrorKind, FenOptions, FenText, Field, ReserveForm, number, read_open};
use crate::notation::invalid_text::InvalidText;
use crate::notation::seconds::{Seconds, SecondsErrorKind};

/// What the last two fields of a board mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastFields {
    /// What they look like, by the rule of [`crate::notation::board_text`].
    #[default]
    Auto,
    /// White's and Black's time in seconds.
    Clocks,
    /// The half-move clock and the number of the move.
    Counters,
}

impl LastFields {
    /// Returns a short name for machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LastFields::Auto => "auto",
            LastFields::Clocks => "clocks",
            LastFields::Counters => "counters",
        }
    }
}

/// What the text of one board says, and how it says it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardText {
    /// The position, unvalidated, and where its fields are. Without counters it is on move 1.
    pub fen: FenText,
    /// The letters of the reserves in the order they have in the text.
    pub holdings: String,
    /// White's and Black's clock, if the text has them.
    pub clocks: Option<[Seconds; 2]>,
}

/// What is wrong with the text of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardTextErrorKind {
    /// Something that FEN has as well.
    Fen(FenErrorKind),
    /// A clock is not a time.
    Clock(Color, SecondsErrorKind),
}

impl fmt::Display for BoardTextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardTextErrorKind::Fen(kind) => kind.fmt(f),
            BoardTextErrorKind::Clock(color, kind) => write!(f, "{color}'s clock: {kind}"),
        }
    }
}

/// What is wrong with the text of one board, and where.
pub type BoardTextError = TextError<BoardTextErrorKind>;

impl BoardText {
    /// Reads one board without judging it.
    ///
    /// # Errors
    /// Tells the first place where the text deviates from what the options accept.
    pub fn read(
        text: &[u8],
        options: &FenOptions,
        last_fields: LastFields,
    ) -> Result<BoardText, BoardTextError> {
        let open = OpenText::read(text, options)?;
        let meaning = meaning(core::slice::from_ref(&open), last_fields);
        open.close(meaning)
    }

    /// Validates the position and tells which leniencies were needed, those of the reading included.
    ///
    /// # Errors
    /// Lists every violation that no option forgives.
    pub fn build(&self, options: &BuildOptions) -> Result<(Board, Leniencies), InvalidText> {
        match self.fen.builder.build_with(options) {
            Ok((board, built)) => Ok((board, built.union(self.fen.used))),
            Err(invalid) => Err(InvalidText::new(invalid, self.fen.fields)),
        }
    }

    /// Returns `true` if the text has counters.
    #[must_use]
    pub fn has_counters(&self) -> bool {
        self.clocks.is_none() && self.has_last_fields()
    }

    /// Returns `true` if the text has clocks or counters.
    pub(crate) fn has_last_fields(&self) -> bool {
        let span = self.fen.fields.get(Field::HalfmoveClock);
        span.start < span.end
    }

    /// Returns the same in a text that has `offset` more bytes before it.
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

/// The text of a board, read but for the meaning of its last two fields.
pub(crate) struct OpenText<'a> {
    text: &'a [u8],
    fen: FenText,
    /// Whether the last two fields are there.
    complete: bool,
}

const LAST: [Field; 2] = [Field::HalfmoveClock, Field::MoveNumber];

impl<'a> OpenText<'a> {
    pub(crate) fn read(text: &'a [u8], options: &FenOptions) -> Result<OpenText<'a>, BoardTextError> {
        let (fen, complete) = read_open(text, options)
            .map_err(|error| BoardTextError::new(BoardTextErrorKind::Fen(*error.kind()), error.span()))?;
        Ok(OpenText { text, fen, complete })
    }

    fn bytes(&self, span: Span) -> &'a [u8] {
        &self.text[span.start..span.end]
    }

    /// Returns `true` if a field can be no counter, but a clock.
    fn has_times(&self) -> bool {
        LAST.iter().any(|&field| {
            let bytes = self.bytes(self.fen.fields.get(field));
            // A counter in BFEN may be wrong, and is no clock for that.
            let is_bfen = self.fen.reserve_form == ReserveForm::Brackets;
            bytes.contains(&b'.') || bytes.starts_with(b"-") && !is_bfen
        })
    }

    /// Returns `true` if the fields look like counters. What is no number at all does: there is no better guess.
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
                    let kind = BoardTextErrorKind::Clock(color, *error.kind());
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

/// Decides what the last two fields of all boards of a text mean: clocks or counters.
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

//! A board as it was read from a string: the unvalidated position, and where its fields are.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board::builder::{BoardBuilder, CastleClaim};
use crate::board::violations::{InvalidBoard, Violation};
use crate::notation::position::error::{FenErrorKind, ReadError, ReadErrorKind};
use crate::notation::position::fen;
use crate::types::color::Color;
use crate::types::leniency::Leniencies;
use crate::types::read_options::{LastFields, ReadOptions};
use crate::types::seat::BoardId;
use crate::types::square::{Rank, Square};
use crate::types::text_error::{Span, TextError};
use crate::types::time::Seconds;

/// A field of a board's string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The pieces on the board.
    Placement,
    /// The reserves.
    Reserve,
    /// The side to move. In FEEN, the styles.
    Side,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The half-move clock.
    HalfmoveClock,
    /// The move number.
    MoveNumber,
}

impl Field {
    /// Returns the field's name.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Placement => "the placement of pieces",
            Field::Reserve => "the reserves",
            Field::Side => "the side to move",
            Field::Castling => "the castling rights",
            Field::EnPassant => "the en passant square",
            Field::HalfmoveClock => "the half-move clock",
            Field::MoveNumber => "the move number",
        }
    }
}

/// Describes the contents of the field: `the side to move, w or b`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        f.write_str(match self {
            Field::Placement | Field::Reserve | Field::MoveNumber => "",
            Field::Side => ", w or b",
            Field::Castling => ", such as KQkq or -",
            Field::EnPassant => ", such as e3 or -",
            Field::HalfmoveClock => ", a number",
        })
    }
}

/// The notation of the reserves in a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReserveForm {
    /// No reserves: plain FEN.
    Absent,
    /// In brackets after the placement: BFEN.
    Brackets,
    /// After a ninth slash.
    Slash,
    /// In a field of their own: FEEN.
    Hands,
}

/// A board as its string says, with nothing validated, and the notation that the string uses.
///
/// ```
/// use bughouse_chess::ReadOptions;
/// use bughouse_chess::notation::position::{Field, ParsedBoard, ReserveForm};
///
/// let text = b"4k3/8/8/8/8/8/8/4K3/Pq w - - 45.5 60";
/// let parsed = ParsedBoard::read(text, &ReadOptions::default())?;
/// assert_eq!(parsed.reserve_form, ReserveForm::Slash);
/// assert_eq!(parsed.clocks.map(|clocks| clocks[0].to_string()), Some("45.5".into()));
/// assert_eq!((parsed.span(Field::Side).start, parsed.reserve_letters()), (23, "Pq".into()));
/// let (board, used) = parsed.build(&ReadOptions::default())?;
/// assert_eq!(board.to_bfen(), "4k3/8/8/8/8/8/8/4K3[Pq] w - - 0 1");
/// assert!(used.is_empty());
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedBoard<'a> {
    /// The whole string, which may have two boards.
    text: &'a [u8],
    /// The board that it is, if the string has two.
    id: Option<BoardId>,
    /// By field. A missing field has an empty span.
    spans: [Span; 7],
    /// The unvalidated position. Without counters, it is on move 1.
    pub builder: BoardBuilder,
    /// White's and Black's clock, if the string has them.
    pub clocks: Option<[Seconds; 2]>,
    /// The notation of the reserves.
    pub reserve_form: ReserveForm,
    /// The leniencies that were needed.
    pub used: Leniencies,
}

impl<'a> ParsedBoard<'a> {
    /// Reads FEN, BFEN or FEN with clocks without validating the position.
    ///
    /// # Errors
    /// Points at the first part that the options don't accept.
    pub fn read(text: &'a [u8], options: &ReadOptions) -> Result<ParsedBoard<'a>, TextError<ReadErrorKind>> {
        ParsedBoard::read_as(text, options.last_fields, options)
    }

    /// Reads a board with the given meaning of its last fields.
    #[inline]
    fn read_as(
        text: &'a [u8],
        last_fields: LastFields,
        options: &ReadOptions,
    ) -> Result<ParsedBoard<'a>, TextError<ReadErrorKind>> {
        let mut parsed = ParsedBoard::open(text, Span::new(0, text.len()), None, options)?;
        close(core::array::from_mut(&mut parsed), last_fields)?;
        Ok(parsed)
    }

    /// Reads a board that is all of a string or a part of it, except its last two fields, whose meaning is left open.
    #[inline]
    pub(super) fn open(
        text: &'a [u8],
        part: Span,
        id: Option<BoardId>,
        options: &ReadOptions,
    ) -> Result<ParsedBoard<'a>, TextError<ReadErrorKind>> {
        let mut parsed = ParsedBoard::empty(text, part.end);
        parsed.id = id;
        match fen::read(&mut parsed, part, options.accept) {
            Ok(()) => Ok(parsed),
            Err(error) => Err(parsed.error(&error)),
        }
    }

    /// Creates an empty board without any fields in a string.
    #[inline]
    pub(super) fn empty(text: &'a [u8], end: usize) -> ParsedBoard<'a> {
        ParsedBoard {
            text,
            id: None,
            spans: [Span::new(end, end); 7],
            builder: BoardBuilder::new(),
            clocks: None,
            reserve_form: ReserveForm::Absent,
            used: Leniencies::NONE,
        }
    }

    #[cold]
    fn error(&self, error: &TextError<FenErrorKind>) -> TextError<ReadErrorKind> {
        TextError::new(ReadErrorKind::Fen(self.id, *error.kind()), error.span())
    }

    /// Validates the position, and returns all leniencies that were needed to read and validate it.
    ///
    /// # Errors
    /// Lists every violation that the options don't accept.
    #[inline]
    pub fn build(&self, options: &ReadOptions) -> Result<(Board, Leniencies), ReadError> {
        match self.builder.build_with(options) {
            Ok((board, built)) => Ok((board, built.union(self.used))),
            Err(invalid) => Err(self.invalid(&invalid)),
        }
    }

    /// Returns the string.
    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the place of a field. A missing field has an empty span.
    pub fn span(&self, field: Field) -> Span {
        self.spans[field as usize]
    }

    #[inline]
    pub(super) fn set_span(&mut self, field: Field, span: Span) {
        self.spans[field as usize] = span;
    }

    /// Returns a field as it was written.
    pub(super) fn field(&self, field: Field) -> &'a [u8] {
        let span = self.span(field);
        &self.text[span.start..span.end]
    }

    /// Returns the letters of the reserves in their original order, without counts.
    pub fn reserve_letters(&self) -> String {
        let letters = self.field(Field::Reserve).iter().filter(|byte| byte.is_ascii_alphabetic());
        letters.map(|&byte| char::from(byte)).collect()
    }

    /// Returns `true` if the string has counters.
    pub fn has_counters(&self) -> bool {
        self.clocks.is_none() && self.has_last_fields()
    }

    /// Returns `true` if the string has clocks or counters.
    #[inline]
    pub(super) fn has_last_fields(&self) -> bool {
        let span = self.span(Field::MoveNumber);
        span.start < span.end
    }

    /// Reads the last two fields as counters, which are `0 1` if they are missing.
    #[inline]
    fn read_counters(&self) -> Result<[u32; 2], TextError<FenErrorKind>> {
        if !self.has_last_fields() {
            return Ok([0, 1]);
        }
        let number = |field| fen::number(self.text, self.span(field), field);
        Ok([number(Field::HalfmoveClock)?, number(Field::MoveNumber)?])
    }

    /// Reads the last two fields as clocks.
    fn read_clocks(&self) -> Result<[Seconds; 2], TextError<FenErrorKind>> {
        let clock = |color, field| {
            Seconds::read(self.field(field)).map_err(|error| {
                let kind = FenErrorKind::Clock(color, error.kind());
                TextError::new(kind, error.span().shifted(self.span(field).start))
            })
        };
        Ok([clock(Color::White, Field::HalfmoveClock)?, clock(Color::Black, Field::MoveNumber)?])
    }

    /// Returns `true` if one of the last two fields can't be a counter, only a clock.
    fn has_times(&self) -> bool {
        [Field::HalfmoveClock, Field::MoveNumber].into_iter().any(|field| {
            let bytes = self.field(field);
            // A wrong counter in BFEN is an error, not a clock.
            bytes.contains(&b'.') || bytes.starts_with(b"-") && self.reserve_form != ReserveForm::Brackets
        })
    }

    /// Returns `true` if what the last two fields are as counters looks like counters. Fields that aren't numbers do: it
    /// is the best guess.
    fn looks_like_counters(&self, counters: Result<[u32; 2], TextError<FenErrorKind>>) -> bool {
        let [halfmoves, fullmoves] = match counters {
            Ok(counters) => counters,
            Err(error) => return !matches!(error.kind(), FenErrorKind::TooLarge(_)),
        };
        let whites = fullmoves.saturating_sub(1);
        let played = whites.saturating_mul(2).saturating_add(u32::from(self.builder.side == Color::Black));
        let most = if self.builder.en_passant.is_some() { 0 } else { played.min(9) };
        halfmoves <= most && fullmoves >= 1
    }

    /// Creates an error from violations, with the place of each one: a piece, a letter or a field.
    #[cold]
    fn invalid(&self, invalid: &InvalidBoard) -> ReadError {
        ReadError::of_rules(invalid.violations().iter().map(|&violation| {
            TextError::new(ReadErrorKind::Rule(self.id, violation), self.place_of(violation))
        }))
    }

    fn place_of(&self, violation: Violation) -> Span {
        let is_feen = self.reserve_form == ReserveForm::Hands;
        let placement = self.span(Field::Placement);
        match violation {
            Violation::OpponentInCheck(_) => self.span(Field::Side),
            Violation::PawnOnLastRank(square) | Violation::PromotedMarker(square) => self.piece_on(square),
            // The second king is the first one too many. Swapping the bytes puts the squares into the order of the string.
            Violation::ManyKings { color, .. } => {
                let kings = (self.builder.placement.kings & self.builder.placement.of(color)).swap_bytes();
                let second = kings & kings.wrapping_sub(1);
                self.piece_on(Square::masked(second.trailing_zeros() as usize ^ 56))
            }
            Violation::CastlingWithoutRook { color, claim } | Violation::CastlingTwice { color, claim } => {
                match claim {
                    CastleClaim::File(file) if is_feen => self.piece_on(Square::new(file, color.back_rank())),
                    _ => self.castling_letter(claim.letter(color)),
                }
            }
            Violation::EnPassantRank { square, .. }
            | Violation::EnPassantWithoutPawn { square, .. }
            | Violation::EnPassantBlocked { square }
                if is_feen =>
            {
                self.piece_on(Square::new(square.file(), pushed_rank(!self.builder.side)))
            }
            Violation::EnPassantRank { .. }
            | Violation::EnPassantWithoutPawn { .. }
            | Violation::EnPassantBlocked { .. } => self.span(Field::EnPassant),
            Violation::TooManyPieces { .. }
            | Violation::TooManyPawns { .. }
            | Violation::TooManyPromoted { .. } => Span::new(placement.start, self.span(Field::Reserve).end),
            Violation::MoveNumberZero => self.span(Field::MoveNumber),
            Violation::NoKing(_) => placement,
        }
    }

    /// Returns the place of the piece on a square, with its prefix and suffix in FEEN, or the placement if the square is
    /// empty.
    fn piece_on(&self, square: Square) -> Span {
        let placement = self.span(Field::Placement);
        let (mut rank, mut file) = (Rank::Eighth as usize, 0);
        for (at, &byte) in self.text.iter().enumerate().take(placement.end).skip(placement.start) {
            match byte {
                b'/' => (rank, file) = (rank.saturating_sub(1), 0),
                b'1'..=b'8' => file += usize::from(byte - b'0'),
                _ if !byte.is_ascii_alphabetic() => {}
                _ if (rank, file) == (square.rank() as usize, square.file() as usize) => {
                    let has_prefix = at > placement.start && matches!(self.text[at - 1], b'+' | b'-');
                    let has_suffix = self.text.get(at + 1) == Some(&b'\'');
                    return Span::new(at - usize::from(has_prefix), at + 1 + usize::from(has_suffix));
                }
                _ => file += 1,
            }
        }
        placement
    }

    /// Returns the place of a letter in the castling field.
    fn castling_letter(&self, letter: u8) -> Span {
        let castling = self.span(Field::Castling);
        match self.field(Field::Castling).iter().position(|&byte| byte == letter) {
            Some(at) => Span::new(castling.start + at, castling.start + at + 1),
            None => castling,
        }
    }
}

impl fmt::Debug for ParsedBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParsedBoard")
            .field("builder", &self.builder)
            .field("clocks", &self.clocks)
            .field("reserve_form", &self.reserve_form)
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

impl Board {
    /// Reads FEN or BFEN with options, and returns the leniencies that were needed.
    ///
    /// ```
    /// use bughouse_chess::{Board, Leniencies, Leniency, ReadOptions};
    ///
    /// let text = b"4k3/8/8/8/8/8/8/4K3[Q] w - -";
    /// let error = Board::read(text, &ReadOptions::default()).unwrap_err();
    /// assert_eq!(error.syntax().and_then(|error| error.kind().leniency()), Some(Leniency::MissingCounters));
    ///
    /// let options = ReadOptions::default().accept(Leniencies::ALL);
    /// let (board, used) = Board::read(text, &options)?;
    /// assert!(used.contains(Leniency::MissingCounters));
    /// assert_eq!(board.to_bfen(), "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation.
    pub fn read(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadError> {
        ParsedBoard::read_as(text, LastFields::Counters, options)?.build(options)
    }
}

/// Parses standard FEN or BFEN.
impl FromStr for Board {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Board, ReadError> {
        Board::read(text.as_bytes(), &ReadOptions::default()).map(|(board, _)| board)
    }
}

/// Parses standard FEN or BFEN without validating the position.
impl FromStr for BoardBuilder {
    type Err = TextError<ReadErrorKind>;

    fn from_str(text: &str) -> Result<BoardBuilder, TextError<ReadErrorKind>> {
        let options = ReadOptions::default().last_fields(LastFields::Counters);
        ParsedBoard::read(text.as_bytes(), &options).map(|parsed| parsed.builder)
    }
}

/// Returns the rank where a color's double push ends: 4 or 5.
pub(super) const fn pushed_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Fourth,
        Color::Black => Rank::Fifth,
    }
}

/// What the last two fields of all boards of a string are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meaning {
    pub(super) clocks: bool,
    /// `true` if the fields are numbers that could be either.
    pub(super) guessed: bool,
}

/// Decides the meaning of the last two fields of all boards of a string, and reads them. The rules are those of
/// [`LastFields`].
#[inline]
pub(super) fn close<const N: usize>(
    boards: &mut [ParsedBoard<'_>; N],
    wanted: LastFields,
) -> Result<Meaning, TextError<ReadErrorKind>> {
    let counters = boards.each_ref().map(ParsedBoard::read_counters);
    let meaning = match wanted {
        LastFields::Clocks => Meaning { clocks: true, guessed: false },
        LastFields::Counters => Meaning { clocks: false, guessed: false },
        _ => decide(boards, &counters, wanted),
    };
    for (board, counters) in boards.iter_mut().zip(counters) {
        if !meaning.clocks {
            [board.builder.halfmoves, board.builder.fullmoves] =
                counters.map_err(|error| board.error(&error))?;
        } else if board.has_last_fields() {
            board.clocks = Some(board.read_clocks().map_err(|error| board.error(&error))?);
        }
    }
    Ok(meaning)
}

fn decide<const N: usize>(
    boards: &[ParsedBoard<'_>; N],
    counters: &[Result<[u32; 2], TextError<FenErrorKind>>; N],
    wanted: LastFields,
) -> Meaning {
    let complete = boards.iter().zip(counters).filter(|(board, _)| board.has_last_fields());
    let has = |form| boards.iter().any(|board| board.reserve_form == form);
    if complete.clone().any(|(board, _)| board.has_times()) {
        return Meaning { clocks: true, guessed: false };
    }
    if has(ReserveForm::Brackets) || N == 1 && wanted == LastFields::Auto && has(ReserveForm::Absent) {
        return Meaning { clocks: false, guessed: false };
    }
    let likely = complete.clone().all(|(board, counters)| board.looks_like_counters(*counters));
    let are_counters = match wanted {
        LastFields::Tag => false,
        LastFields::LenientTag => likely && counters.iter().all(|counters| matches!(counters, Ok([0, _]))),
        _ => likely,
    };
    Meaning { clocks: !are_counters, guessed: likely && complete.count() > 0 }
}

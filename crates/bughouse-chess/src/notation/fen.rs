//! Reading a position from FEN or BFEN.
//!
//! Six fields with one space between two: placement, side to move, castling, en passant, half-move clock,
//! move number.
//!
//! Accepted by default:
//! - placement: eight ranks, the eighth first, each of eight squares; digits `1` to `8` for empty squares,
//!   never two in a row; `~` after `Q R B N` (either case) marks a promoted pawn;
//! - reserves: none, in brackets right after the placement in any order (`[]` and `[-]` are empty), or after
//!   a ninth slash (`/` and `/-` are empty);
//! - side: `w` or `b`;
//! - castling: `-`, or letters `KQkq` (the outermost rook of the wing) and `A`-`H`, `a`-`h` (the rook on a
//!   file), in any order, none twice;
//! - en passant: `-` or a square; counters: decimal numbers.
//!
//! Accepted by a named option of [`FenOptions`], and reported: missing counters, extra spaces, short ranks.
//! Everything else is refused with the place and with what was expected.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::board_builder::{BoardBuilder, CastleClaim};
use crate::build_options::BuildOptions;
use crate::castle_rights::Wing;
use crate::color::Color;
use crate::leniency::{Leniencies, Leniency};
use crate::notation::error::{Span, TextError};
use crate::notation::invalid_text::{InvalidText, ReadBoardError};
use crate::piece::Piece;
use crate::reserve::{Reserve, ReserveError};
use crate::square::{File, Rank, Square};

/// What a reader of positions accepts beyond the standard. The default accepts nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FenOptions {
    /// Reads a position without the last two fields as `0 1`, as EPD does.
    pub missing_counters: bool,
    /// Skips extra spaces between fields and at both ends.
    pub extra_spaces: bool,
    /// Fills a rank of fewer than eight squares up with empty ones.
    pub pad_short_ranks: bool,
    /// How the position is judged.
    pub build: BuildOptions,
}

impl FenOptions {
    /// Sets whether a position without the last two fields is read as `0 1`.
    #[must_use]
    pub const fn missing_counters(mut self, missing_counters: bool) -> FenOptions {
        self.missing_counters = missing_counters;
        self
    }

    /// Sets whether extra spaces are skipped.
    #[must_use]
    pub const fn extra_spaces(mut self, extra_spaces: bool) -> FenOptions {
        self.extra_spaces = extra_spaces;
        self
    }

    /// Sets whether a rank of fewer than eight squares is filled up.
    #[must_use]
    pub const fn pad_short_ranks(mut self, pad_short_ranks: bool) -> FenOptions {
        self.pad_short_ranks = pad_short_ranks;
        self
    }

    /// Sets how the position is judged.
    #[must_use]
    pub const fn build(mut self, build: BuildOptions) -> FenOptions {
        self.build = build;
        self
    }
}

/// How a text gives its reserves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReserveForm {
    /// Not at all: plain FEN.
    Absent,
    /// In brackets after the placement: BFEN.
    Brackets,
    /// After a ninth slash.
    Slash,
}

/// What a position text says, and how it says it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenText {
    /// The position, unjudged.
    pub builder: BoardBuilder,
    /// How the reserves are given.
    pub reserve_form: ReserveForm,
    /// The leniencies that were needed.
    pub used: Leniencies,
    /// Where each field is.
    pub fields: FieldSpans,
}

/// Where each field of a position text is. A field that is missing has an empty span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldSpans([Span; 7]);

/// A field of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The men on the board.
    Placement,
    /// The reserves.
    Reserve,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The half-move clock.
    HalfmoveClock,
    /// The number of the move.
    MoveNumber,
}

impl FieldSpans {
    /// Returns where a field is.
    #[must_use]
    pub fn get(&self, field: Field) -> Span {
        self.0[field as usize]
    }

    /// Returns the same fields in a text that has `offset` more bytes before them.
    pub(crate) fn shifted(self, offset: usize) -> FieldSpans {
        FieldSpans(self.0.map(|span| span.shifted(offset)))
    }
}

impl Field {
    /// Returns the field's name.
    #[must_use]
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

/// Says what the field holds: `the side to move, w or b`.
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

/// What is wrong with a position text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// There is no text.
    Empty,
    /// A byte that means nothing in a placement.
    UnknownPiece,
    /// A rank does not have eight squares.
    RankLength {
        /// Which rank.
        rank: Rank,
        /// How many squares it has.
        squares: usize,
    },
    /// The placement does not have eight ranks.
    RankCount(usize),
    /// Two digits in a row where one would do.
    TwoDigits,
    /// A `~` that does not follow a queen, rook, bishop or knight.
    MisplacedMark,
    /// A king among the reserves.
    KingInReserve,
    /// A byte that means nothing in a reserve.
    UnknownReserve,
    /// More men in a reserve than it can hold.
    ReserveFull,
    /// A reserve without its closing bracket.
    UnclosedReserve,
    /// Something stands between the reserve and the next field.
    AfterReserve,
    /// A field is not there.
    Missing(Field),
    /// A field does not have the form it must have.
    Malformed(Field),
    /// A castling right is claimed twice.
    RepeatedCastling,
    /// A number is too large to be kept.
    TooLarge(Field),
    /// A space too many.
    ExtraSpace,
    /// Text follows the last field.
    TrailingText,
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FenErrorKind::Empty => f.write_str("expected a position, the text is empty"),
            FenErrorKind::UnknownPiece => f.write_str("expected a piece letter, a digit 1 to 8 or '/'"),
            FenErrorKind::RankLength { rank, squares } => {
                write!(f, "rank {rank} has {squares} square{}, not 8", if squares == 1 { "" } else { "s" })
            }
            FenErrorKind::RankCount(ranks) => {
                write!(f, "{ranks} rank{} found, expected 8", if ranks == 1 { "" } else { "s" })
            }
            FenErrorKind::TwoDigits => f.write_str("two digits in a row, expected their sum"),
            FenErrorKind::MisplacedMark => f.write_str("'~' must follow a queen, rook, bishop or knight"),
            FenErrorKind::KingInReserve => f.write_str("a king cannot be in reserve"),
            FenErrorKind::UnknownReserve => f.write_str("expected a reserve letter, one of QRBNPqrbnp"),
            FenErrorKind::ReserveFull => write!(f, "a reserve holds at most {} pieces", Reserve::MAX_TOTAL),
            FenErrorKind::UnclosedReserve => f.write_str("expected ']' at the end of the reserves"),
            FenErrorKind::AfterReserve => f.write_str("expected a space after the reserves"),
            FenErrorKind::Missing(field) => write!(f, "the text ends here, expected {field}"),
            FenErrorKind::Malformed(field) => write!(f, "expected {field}"),
            FenErrorKind::RepeatedCastling => f.write_str("this castling right is named twice"),
            FenErrorKind::TooLarge(field) => write!(f, "number too large for {}", field.name()),
            FenErrorKind::ExtraSpace => f.write_str("a space too many, expected one between two fields"),
            FenErrorKind::TrailingText => f.write_str("expected the end of the position"),
        }
    }
}

/// What is wrong with a position text, and where.
pub type FenError = TextError<FenErrorKind>;

/// Reads a position text without judging it.
///
/// # Errors
/// Tells the first place where the text departs from what the options accept.
pub fn read(text: &[u8], options: &FenOptions) -> Result<FenText, FenError> {
    let mut builder = BoardBuilder::new();
    let mut fields = FieldSpans([Span::new(text.len(), text.len()); 7]);
    let (reserve_form, used) =
        read_into(&mut builder, text, options, |field, span| fields.0[field as usize] = span)?;
    Ok(FenText { builder, reserve_form, used, fields })
}

/// Reads a position text and judges it.
///
/// # Errors
/// Tells the place where the text is wrong, or lists every rule the position breaks.
pub fn read_board(text: &[u8], options: &FenOptions) -> Result<(Board, Leniencies), ReadBoardError> {
    let mut builder = BoardBuilder::new();
    let (_, read) = read_into(&mut builder, text, options, |_, _| {}).map_err(ReadBoardError::Text)?;
    match builder.build_with(&options.build) {
        Ok((board, built)) => Ok((board, built.union(read))),
        // Only a position that breaks rules needs to know where its fields are.
        Err(invalid) => {
            let fields = self::read(text, options).map_err(ReadBoardError::Text)?.fields;
            Err(ReadBoardError::Invalid(Box::new(InvalidText::new(invalid, fields))))
        }
    }
}

/// Reads a position text into an empty builder, and tells where each field is.
#[inline(always)]
fn read_into(
    builder: &mut BoardBuilder,
    text: &[u8],
    options: &FenOptions,
    mut found: impl FnMut(Field, Span),
) -> Result<(ReserveForm, Leniencies), FenError> {
    let mut reader = Reader { text, at: 0, options, used: Leniencies::NONE };
    let reserve_form = reader.position(builder, &mut found)?;
    if options.missing_counters && reader.at_end()? {
        reader.used.insert(Leniency::MissingCounters);
    } else {
        let span = reader.field(Field::HalfmoveClock, &mut found)?;
        builder.halfmoves = number(text, span, Field::HalfmoveClock)?;
        let span = reader.field(Field::MoveNumber, &mut found)?;
        builder.fullmoves = number(text, span, Field::MoveNumber)?;
        if !reader.at_end()? {
            return Err(reader.error(FenErrorKind::TrailingText, text.len()));
        }
    }
    Ok((reserve_form, reader.used))
}

/// Reads all of a position text but for its last two fields, whose meaning is left open.
///
/// Tells whether they are there; they may be missing under an option alone.
pub(crate) fn read_open(text: &[u8], options: &FenOptions) -> Result<(FenText, bool), FenError> {
    let mut builder = BoardBuilder::new();
    let mut fields = FieldSpans([Span::new(text.len(), text.len()); 7]);
    let mut found = |field, span| fields.0[field as usize] = span;
    let mut reader = Reader { text, at: 0, options, used: Leniencies::NONE };
    let reserve_form = reader.position(&mut builder, &mut found)?;
    let missing = options.missing_counters && reader.at_end()?;
    if missing {
        reader.used.insert(Leniency::MissingCounters);
    } else {
        reader.field(Field::HalfmoveClock, &mut found)?;
        reader.field(Field::MoveNumber, &mut found)?;
        if !reader.at_end()? {
            return Err(reader.error(FenErrorKind::TrailingText, text.len()));
        }
    }
    Ok((FenText { builder, reserve_form, used: reader.used, fields }, !missing))
}

/// Walks over a position text.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    options: &'a FenOptions,
    used: Leniencies,
}

/// By byte: how many squares it stands for, times 16, plus the [slot](slot) of a man; 0 for other bytes.
static SYMBOLS: [u8; 256] = {
    let mut table = [0; 256];
    let mut digit = 1;
    while digit <= 8 {
        table[b'0' as usize + digit] = (digit as u8) << 4;
        digit += 1;
    }
    let mut i = 0;
    while i < Piece::ALL.len() {
        let letter = Piece::ALL[i].letter();
        table[letter as usize] = 1 << 4 | slot(Piece::ALL[i], Color::White);
        table[(letter | 0x20) as usize] = 1 << 4 | slot(Piece::ALL[i], Color::Black);
        i += 1;
    }
    table
};

/// Returns how many squares a byte of a placement stands for: 0 if it is no symbol of one.
#[inline]
pub(crate) fn squares_of(byte: u8) -> u8 {
    SYMBOLS[byte as usize] >> 4
}

/// Returns the place of a kind and colour among 16 sets of squares. Slot 0 is for digits.
const fn slot(piece: Piece, color: Color) -> u8 {
    1 + piece as u8 + 8 * color as u8
}

/// A slot that nothing has: what stands before the first symbol of a rank, and after a mark.
const NO_SLOT: u8 = 15;

/// Tells whether the men of a slot can be promoted pawns.
#[inline]
const fn can_be_promoted(of: u8) -> bool {
    let kind = of & 7;
    slot(Piece::Knight, Color::White) <= kind && kind <= slot(Piece::Queen, Color::White)
}

impl<'a> Reader<'a> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Makes an error about the text from here to `end`.
    fn error(&self, kind: FenErrorKind, end: usize) -> FenError {
        FenError::new(kind, Span::new(self.at, end))
    }

    /// Makes an error about the character here, all of its bytes.
    fn error_here(&self, kind: FenErrorKind) -> FenError {
        let rest = &self.text[self.at + 1..];
        let more = rest.iter().take_while(|&&byte| byte & 0xc0 == 0x80).take(3).count();
        self.error(kind, self.at + 1 + more)
    }

    /// Reads the fields before the counters.
    #[inline(always)]
    fn position(
        &mut self,
        builder: &mut BoardBuilder,
        found: &mut impl FnMut(Field, Span),
    ) -> Result<ReserveForm, FenError> {
        let text = self.text;
        if self.peek() == Some(b' ') {
            self.spaces()?;
        }
        if self.at == text.len() {
            return Err(self.error(FenErrorKind::Empty, text.len()));
        }
        let start = self.at;
        self.placement(builder)?;
        found(Field::Placement, Span::new(start, self.at));
        let start = self.at;
        let reserve_form = self.reserves(builder)?;
        found(Field::Reserve, Span::new(start, self.at));

        let span = self.field(Field::Side, found)?;
        builder.side = match &text[span.start..span.end] {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return Err(FenError::new(FenErrorKind::Malformed(Field::Side), span)),
        };
        let span = self.field(Field::Castling, found)?;
        castling(builder, text, span)?;
        let span = self.field(Field::EnPassant, found)?;
        builder.en_passant = match &text[span.start..span.end] {
            b"-" => None,
            square => match square {
                &[file, rank] => Square::from_bytes(file, rank),
                _ => None,
            }
            .map(Some)
            .ok_or(FenError::new(FenErrorKind::Malformed(Field::EnPassant), span))?,
        };
        Ok(reserve_form)
    }

    #[inline]
    fn placement(&mut self, builder: &mut BoardBuilder) -> Result<(), FenError> {
        // By slot: one write for each symbol, and no branch between men and digits.
        let mut sets = [0u64; 16];
        let mut rank = 8;
        loop {
            rank -= 1;
            let start = self.at;
            let mut file = 0;
            let mut last = NO_SLOT;
            while let Some(byte) = self.peek() {
                let symbol = SYMBOLS[byte as usize];
                if symbol != 0 {
                    let slot = symbol & 15;
                    if slot | last == 0 {
                        let span = Span::new(self.at - 1, self.at + 1);
                        return Err(FenError::new(FenErrorKind::TwoDigits, span));
                    }
                    // A rank that is too long is refused below, whatever was put down.
                    sets[slot as usize] |= 1 << ((rank * 8 + file) & 63);
                    file += (symbol >> 4) as usize;
                    last = slot;
                } else {
                    match byte {
                        b'~' if can_be_promoted(last) => {
                            builder.men.promoted |= 1 << ((rank * 8 + file - 1) & 63);
                            last = NO_SLOT;
                        }
                        b'~' => return Err(self.error(FenErrorKind::MisplacedMark, self.at + 1)),
                        b'/' | b' ' | b'[' => break,
                        _ => return Err(self.error_here(FenErrorKind::UnknownPiece)),
                    }
                }
                self.at += 1;
            }
            if file != 8 {
                if file < 8 && self.options.pad_short_ranks {
                    self.used.insert(Leniency::ShortRank);
                } else {
                    let kind = FenErrorKind::RankLength { rank: Rank::from_index(rank), squares: file };
                    return Err(FenError::new(kind, Span::new(start, self.at)));
                }
            }
            if rank == 0 {
                for color in Color::ALL {
                    for piece in Piece::ALL {
                        builder.men.add(color, piece, sets[slot(piece, color) as usize & 15]);
                    }
                }
                return Ok(());
            }
            if self.peek() != Some(b'/') {
                return Err(self.error(FenErrorKind::RankCount(8 - rank), self.at));
            }
            self.at += 1;
        }
    }

    /// Reads reserves in brackets or after a ninth slash, if there are any.
    #[inline]
    fn reserves(&mut self, builder: &mut BoardBuilder) -> Result<ReserveForm, FenError> {
        let form = match self.peek() {
            Some(b'[') => ReserveForm::Brackets,
            Some(b'/') => ReserveForm::Slash,
            _ => return Ok(ReserveForm::Absent),
        };
        self.at += 1;
        let start = self.at;
        let nothing = if form == ReserveForm::Brackets { b"-]" } else { b"- " };
        if self.text[self.at..].starts_with(nothing) {
            self.at += 1;
        }
        while let Some(byte) = self.peek() {
            match (byte, form) {
                (b']', ReserveForm::Brackets) | (b' ', _) => break,
                (b'1'..=b'8' | b'/', ReserveForm::Slash) => return Err(self.too_many_ranks(start)),
                // A king and seven more letters: meant as a rank, not as a reserve.
                (b'K' | b'k', ReserveForm::Slash) if self.part(start).len() == 8 => {
                    return Err(self.too_many_ranks(start));
                }
                _ => {}
            }
            let Some(piece) = Piece::from_letter(byte).filter(|_| byte.is_ascii_alphabetic()) else {
                return Err(self.error_here(FenErrorKind::UnknownReserve));
            };
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            builder.reserves[color as usize].add(piece).map_err(|error| {
                let kind = match error {
                    ReserveError::King => FenErrorKind::KingInReserve,
                    _ => FenErrorKind::ReserveFull,
                };
                self.error(kind, self.at + 1)
            })?;
            self.at += 1;
        }
        if form == ReserveForm::Brackets {
            if self.peek() != Some(b']') {
                return Err(self.error(FenErrorKind::UnclosedReserve, self.at));
            }
            self.at += 1;
            if !matches!(self.peek(), None | Some(b' ')) {
                return Err(self.error_here(FenErrorKind::AfterReserve));
            }
        }
        Ok(form)
    }

    /// Returns the text from a place up to the next space.
    fn part(&self, start: usize) -> &[u8] {
        self.text[start..].split(|&byte| byte == b' ').next().unwrap_or_default()
    }

    /// Makes an error about a placement that goes on after the eighth rank.
    #[cold]
    fn too_many_ranks(&self, start: usize) -> FenError {
        let rest = self.part(start);
        let more = rest.iter().filter(|&&byte| byte == b'/').count();
        FenError::new(FenErrorKind::RankCount(9 + more), Span::new(start, start + rest.len()))
    }

    /// Steps over one space, or over all of them by option.
    #[inline]
    fn spaces(&mut self) -> Result<(), FenError> {
        let start = self.at;
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
        if self.at - start > 1 || start == 0 || self.at == self.text.len() {
            if !self.options.extra_spaces {
                let first = if start == 0 || self.at - start == 1 { start } else { start + 1 };
                return Err(FenError::new(FenErrorKind::ExtraSpace, Span::new(first, self.at)));
            }
            self.used.insert(Leniency::ExtraSpaces);
        }
        Ok(())
    }

    /// Finds the next field: all up to the next space.
    #[inline]
    fn field(&mut self, field: Field, found: &mut impl FnMut(Field, Span)) -> Result<Span, FenError> {
        if self.at_end()? {
            return Err(self.error(FenErrorKind::Missing(field), self.at));
        }
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b' ') {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        found(field, span);
        Ok(span)
    }

    /// Steps to the next field and tells whether there is none.
    #[inline]
    fn at_end(&mut self) -> Result<bool, FenError> {
        if self.peek() == Some(b' ') {
            self.spaces()?;
        }
        Ok(self.at == self.text.len())
    }
}

#[inline]
fn castling(builder: &mut BoardBuilder, text: &[u8], span: Span) -> Result<(), FenError> {
    let letters = &text[span.start..span.end];
    if letters == b"-" {
        return Ok(());
    }
    for (i, &letter) in letters.iter().enumerate() {
        let here = Span::new(span.start + i, span.start + i + 1);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let claim = match letter | 0x20 {
            b'k' if letter.is_ascii_alphabetic() => CastleClaim::Wing(Wing::KingSide),
            b'q' if letter.is_ascii_alphabetic() => CastleClaim::Wing(Wing::QueenSide),
            lower if letter.is_ascii_alphabetic() && File::from_letter(lower).is_some() => {
                CastleClaim::File(File::from_index((lower - b'a') as usize))
            }
            _ => return Err(FenError::new(FenErrorKind::Malformed(Field::Castling), here)),
        };
        let before = builder.claims[color as usize];
        builder.castle_right(color, claim);
        if before == builder.claims[color as usize] {
            return Err(FenError::new(FenErrorKind::RepeatedCastling, here));
        }
    }
    Ok(())
}

/// Reads a counter.
#[inline]
pub(crate) fn number(text: &[u8], span: Span, field: Field) -> Result<u32, FenError> {
    let mut value: u32 = 0;
    for (i, &byte) in text[span.start..span.end].iter().enumerate() {
        if !byte.is_ascii_digit() {
            let here = Span::new(span.start + i, span.end);
            return Err(FenError::new(FenErrorKind::Malformed(field), here));
        }
        value = value
            .checked_mul(10)
            .and_then(|value| value.checked_add((byte - b'0') as u32))
            .ok_or(FenError::new(FenErrorKind::TooLarge(field), span))?;
    }
    Ok(value)
}

/// Reads FEN or BFEN without judging the position, by the standard alone.
impl FromStr for BoardBuilder {
    type Err = FenError;

    fn from_str(text: &str) -> Result<BoardBuilder, FenError> {
        read(text.as_bytes(), &FenOptions::default()).map(|read| read.builder)
    }
}

/// Reads FEN or BFEN by the standard alone.
impl FromStr for Board {
    type Err = ReadBoardError;

    fn from_str(text: &str) -> Result<Board, ReadBoardError> {
        read_board(text.as_bytes(), &FenOptions::default()).map(|(board, _)| board)
    }
}

impl Board {
    /// Reads FEN or BFEN under options, and tells which leniencies were needed.
    ///
    /// # Errors
    /// Tells the place where the text is wrong, or lists every rule the position breaks.
    pub fn read(text: &[u8], options: &FenOptions) -> Result<(Board, Leniencies), ReadBoardError> {
        read_board(text, options)
    }
}

//! Reads the fields of FEN, BFEN and FEN with clocks.

use crate::board::builder::{BoardBuilder, CastleClaim};
use crate::notation::position::error::FenErrorKind;
use crate::notation::position::parsed::{Field, ParsedBoard, ReserveForm};
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::reserve::ReserveError;
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::{Span, TextError};
use crate::types::time::Seconds;

type FenError = TextError<FenErrorKind>;

/// Reads a part of a string into an empty board, except the last two fields, which are only found. They can be missing
/// if that is accepted.
#[inline]
pub(super) fn read(parsed: &mut ParsedBoard<'_>, part: Span, accept: Leniencies) -> Result<(), FenError> {
    let text = &parsed.text()[..part.end];
    let mut reader = Reader { text, start: part.start, at: part.start, accept, parsed };
    reader.position()?;
    if reader.lacks_counters()? {
        return Ok(());
    }
    // A field that can't be a number comes before what is wrong after it.
    reader.last_fields().map_err(|error| reader.bad_number().unwrap_or(error))
}

/// A cursor over the string of a board.
struct Reader<'p, 'a> {
    /// The string up to the end of the board.
    text: &'a [u8],
    start: usize,
    at: usize,
    accept: Leniencies,
    parsed: &'p mut ParsedBoard<'a>,
}

/// By byte: the number of squares it covers, times 16, plus the [slot](slot) of a piece. 0 for other bytes.
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

/// Returns the index of a piece type and color among 16 sets of squares. Slot 0 is for digits.
const fn slot(piece: Piece, color: Color) -> u8 {
    1 + piece as u8 + 8 * color as u8
}

/// An unused slot: the state before the first symbol of a rank, and after a promoted marker.
const NO_SLOT: u8 = 15;

/// Returns `true` if the pieces of a slot can be promoted pawns.
#[inline]
const fn can_be_promoted(of: u8) -> bool {
    let kind = of & 7;
    slot(Piece::Knight, Color::White) <= kind && kind <= slot(Piece::Queen, Color::White)
}

impl Reader<'_, '_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Creates an error from here to `end`.
    fn error(&self, kind: FenErrorKind, end: usize) -> FenError {
        FenError::new(kind, Span::new(self.at, end))
    }

    /// Creates an error for the whole character here.
    fn error_here(&self, kind: FenErrorKind) -> FenError {
        let rest = &self.text[self.at + 1..];
        let more = rest.iter().take_while(|&&byte| byte & 0xc0 == 0x80).take(3).count();
        self.error(kind, self.at + 1 + more)
    }

    /// Records a deviation that an option allows, or returns it as an error.
    #[cold]
    fn allow(&mut self, kind: FenErrorKind, span: Span) -> Result<(), FenError> {
        self.parsed.used.allow(kind.leniency(), self.accept, FenError::new(kind, span))
    }

    /// Returns `true` if the string ends before a field, and an option allows that.
    #[inline]
    fn lacks(&mut self, field: Field) -> Result<bool, FenError> {
        let lacks = self.at_end()?;
        if lacks {
            self.allow(FenErrorKind::Missing(field), Span::new(self.at, self.at))?;
        }
        Ok(lacks)
    }

    /// Returns `true` if the string ends before the counters, and an option allows that.
    #[inline]
    fn lacks_counters(&mut self) -> Result<bool, FenError> {
        Ok(self.parsed.used.contains(Leniency::MissingFields) || self.lacks(Field::HalfmoveClock)?)
    }

    /// Finds the last two fields.
    #[inline]
    fn last_fields(&mut self) -> Result<(), FenError> {
        self.field(Field::HalfmoveClock)?;
        self.field(Field::MoveNumber)?;
        match self.at_end()? {
            true => Ok(()),
            false => Err(self.error(FenErrorKind::TrailingText, self.text.len())),
        }
    }

    /// Returns the error in one of the last two fields that is neither a counter nor a time, if it was found.
    #[cold]
    fn bad_number(&self) -> Option<FenError> {
        [Field::HalfmoveClock, Field::MoveNumber].into_iter().find_map(|field| {
            let is_time = Seconds::read(self.parsed.field(field)).is_ok();
            number(self.text, self.parsed.span(field), field).err().filter(|_| !is_time)
        })
    }

    /// Reads the fields before the last two.
    #[inline]
    fn position(&mut self) -> Result<(), FenError> {
        let text = self.text;
        if self.peek() == Some(b' ') {
            self.spaces()?;
        }
        if self.at == text.len() {
            return Err(self.error(FenErrorKind::Empty, text.len()));
        }
        let start = self.at;
        self.placement()?;
        self.parsed.set_span(Field::Placement, Span::new(start, self.at));
        let start = self.at;
        self.reserves()?;
        self.parsed.set_span(Field::Reserve, Span::new(start, self.at));

        let span = self.field(Field::Side)?;
        self.parsed.builder.side = match &text[span.start..span.end] {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return Err(FenError::new(FenErrorKind::Malformed(Field::Side), span)),
        };
        if self.lacks(Field::Castling)? {
            return Ok(());
        }
        let span = self.field(Field::Castling)?;
        castling(&mut self.parsed.builder, text, span)?;
        let span = self.field(Field::EnPassant)?;
        self.parsed.builder.en_passant = match &text[span.start..span.end] {
            b"-" => None,
            square => match square {
                &[file, rank] => Square::from_bytes(file, rank),
                _ => None,
            }
            .map(Some)
            .ok_or(FenError::new(FenErrorKind::Malformed(Field::EnPassant), span))?,
        };
        Ok(())
    }

    #[inline]
    fn placement(&mut self) -> Result<(), FenError> {
        // By slot: one write for each symbol, and no branch between pieces and digits.
        let mut sets = [0u64; 16];
        let mut promoted = 0;
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
                    // A rank that is too long is rejected below, whatever was written here.
                    sets[slot as usize] |= 1 << ((rank * 8 + file) & 63);
                    file += (symbol >> 4) as usize;
                    last = slot;
                } else {
                    match byte {
                        b'~' if can_be_promoted(last) => {
                            promoted |= 1 << ((rank * 8 + file - 1) & 63);
                            last = NO_SLOT;
                        }
                        b'~' => return Err(self.error(FenErrorKind::MisplacedMarker, self.at + 1)),
                        b'/' | b' ' | b'[' => break,
                        _ => return Err(self.error_here(FenErrorKind::UnknownPiece)),
                    }
                }
                self.at += 1;
            }
            if file != 8 {
                let kind = FenErrorKind::RankLength { rank: Rank::masked(rank), squares: file };
                self.allow(kind, Span::new(start, self.at))?;
            }
            if rank == 0 {
                for color in Color::ALL {
                    for piece in Piece::ALL {
                        let squares = sets[slot(piece, color) as usize & 15];
                        self.parsed.builder.placement.add(color, piece, squares);
                    }
                }
                self.parsed.builder.placement.promoted = promoted;
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
    fn reserves(&mut self) -> Result<(), FenError> {
        let form = match self.peek() {
            Some(b'[') => ReserveForm::Brackets,
            Some(b'/') => ReserveForm::Slash,
            _ => return Ok(()),
        };
        self.parsed.reserve_form = form;
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
                // A king and seven more letters: this must be a rank, not a reserve.
                (b'K' | b'k', ReserveForm::Slash) if self.part(start).len() == 8 => {
                    return Err(self.too_many_ranks(start));
                }
                _ => {}
            }
            let Some(piece) = Piece::from_letter(byte).filter(|_| byte.is_ascii_alphabetic()) else {
                return Err(self.error_here(FenErrorKind::UnknownReserve));
            };
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            self.parsed.builder.reserves[color as usize].add(piece).map_err(|error| {
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
        Ok(())
    }

    /// Returns the part from a position up to the next space.
    fn part(&self, start: usize) -> &[u8] {
        self.text[start..].split(|&byte| byte == b' ').next().unwrap_or_default()
    }

    /// Creates an error for a placement that continues after the eighth rank.
    #[cold]
    fn too_many_ranks(&self, start: usize) -> FenError {
        let rest = self.part(start);
        let more = rest.iter().filter(|&&byte| byte == b'/').count();
        FenError::new(FenErrorKind::RankCount(9 + more), Span::new(start, start + rest.len()))
    }

    /// Skips one space, or all of them if an option allows it.
    #[inline]
    fn spaces(&mut self) -> Result<(), FenError> {
        let start = self.at;
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
        if self.at - start > 1 || start == self.start || self.at == self.text.len() {
            let first = if start == self.start || self.at - start == 1 { start } else { start + 1 };
            self.allow(FenErrorKind::ExtraSpace, Span::new(first, self.at))?;
        }
        Ok(())
    }

    /// Finds the next field, up to the next space.
    #[inline]
    fn field(&mut self, field: Field) -> Result<Span, FenError> {
        if self.at_end()? {
            return Err(self.error(FenErrorKind::Missing(field), self.at));
        }
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b' ') {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        self.parsed.set_span(field, span);
        Ok(span)
    }

    /// Moves to the next field, and returns `true` if there is none.
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
            b'k' if letter.is_ascii_alphabetic() => CastleClaim::CastlingSide(CastlingSide::KingSide),
            b'q' if letter.is_ascii_alphabetic() => CastleClaim::CastlingSide(CastlingSide::QueenSide),
            lower if letter.is_ascii_alphabetic() && File::from_letter(lower).is_some() => {
                CastleClaim::File(File::masked((lower - b'a') as usize))
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
pub(super) fn number(text: &[u8], span: Span, field: Field) -> Result<u32, FenError> {
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

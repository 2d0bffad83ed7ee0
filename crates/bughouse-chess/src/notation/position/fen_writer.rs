//! Writes plain FEN, and the parts that it shares with BFEN.
//!
//! Plain FEN has no promoted markers. Castling rights are written as in X-FEN: `KQkq`, or the rook's file if
//! it isn't the outermost rook.

use alloc::string::String;

use crate::board::placement::Placement;
use crate::board::{Board, EnPassant};
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::{File, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook on a side, otherwise the rook's file.
    #[default]
    XFen,
    /// Always the rook's file: `HAha`.
    Shredder,
}

/// Options for writing FEN and BFEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct FenStyle {
    /// When the en passant square is written.
    pub en_passant: EnPassant,
    /// How castling rights are written.
    pub castling: CastlingLetters,
}

impl FenStyle {
    /// Returns the style for positions of games, where equal positions have equal strings: the en passant
    /// square appears only if a capture is legal.
    ///
    /// The default writes it after every double push, so reading the string gives the same board.
    pub const fn of_games() -> FenStyle {
        FenStyle { en_passant: EnPassant::Legal, castling: CastlingLetters::XFen }
    }

    /// Sets when the en passant square is written.
    pub const fn en_passant(mut self, en_passant: EnPassant) -> FenStyle {
        self.en_passant = en_passant;
        self
    }

    /// Sets how castling rights are written.
    pub const fn castling(mut self, castling: CastlingLetters) -> FenStyle {
        self.castling = castling;
        self
    }
}

/// A buffer that is large enough for any position.
pub(crate) struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    pub(crate) fn new() -> Text {
        Text { bytes: [0; 512], len: 0 }
    }

    #[inline]
    pub(crate) fn put(&mut self, byte: u8) {
        self.bytes[self.len & 511] = byte;
        self.len += 1;
    }

    /// Returns the string, which is ASCII.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len.min(self.bytes.len())]).unwrap_or_default()
    }

    pub(crate) fn number(&mut self, number: u32) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.put(b'0' + (number % 10) as u8);
    }
}

/// Writes the pieces, rank by rank, with promoted markers if `MARKERS` is `true`.
#[inline]
pub(crate) fn put_placement<const MARKERS: bool>(placement: &Placement, text: &mut Text) {
    // By type code and color, see `Placement::code_on`. The square is occupied, so code 0 is a king.
    const LETTERS: [u8; 32] = *b"KPN.B...R...Q...kpn.b...r...q...";
    let occupied = placement.occupied();
    let black = placement.of(Color::Black);
    for rank in (0..8).rev() {
        let mut rest = (occupied >> (8 * rank)) as u8;
        let mut next = 0;
        while rest != 0 {
            let file = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if file > next {
                text.put(b'0' + (file - next) as u8);
            }
            let square = Square::masked(rank * 8 + file);
            let color = (black >> square.to_index() & 1) as usize;
            text.put(LETTERS[(placement.code_on(square) | color << 4) & 31]);
            if MARKERS && placement.promoted & square.bit() != 0 {
                text.put(b'~');
            }
            next = file + 1;
        }
        if next < 8 {
            text.put(b'0' + (8 - next) as u8);
        }
        if rank > 0 {
            text.put(b'/');
        }
    }
}

impl Board {
    /// Returns plain FEN, without reserves and promoted markers.
    pub fn to_fen(&self) -> String {
        let mut out = String::new();
        self.append_fen(&mut out, &FenStyle::default());
        out
    }

    /// Appends plain FEN to a string.
    pub fn append_fen(&self, out: &mut String, style: &FenStyle) {
        let mut text = Text::new();
        put_placement::<false>(&self.placement, &mut text);
        self.put_fields(&mut text, style);
        out.push_str(text.as_str());
    }

    /// Writes the pieces with promoted markers.
    #[inline]
    pub(crate) fn put_marked_placement(&self, text: &mut Text) {
        if self.placement.promoted == 0 {
            put_placement::<false>(&self.placement, text);
        } else {
            put_placement::<true>(&self.placement, text);
        }
    }

    /// Writes side, castling, en passant and counters, each after a space.
    #[inline]
    pub(crate) fn put_fields(&self, text: &mut Text, style: &FenStyle) {
        self.put_timeless_fields(text, style);
        text.put(b' ');
        text.number(self.halfmoves);
        text.put(b' ');
        text.number(self.fullmoves);
    }

    /// Writes side, castling and en passant, each after a space.
    #[inline]
    pub(crate) fn put_timeless_fields(&self, text: &mut Text, style: &FenStyle) {
        text.put(b' ');
        text.put(if self.side == Color::White { b'w' } else { b'b' });
        text.put(b' ');
        if self.rights.is_empty() {
            text.put(b'-');
        } else {
            for color in Color::ALL {
                for castling_side in CastlingSide::ALL {
                    if let Some(file) = self.rights.rook_file(color, castling_side) {
                        let letter = self.castling_letter(color, castling_side, file, style.castling);
                        text.put(if color == Color::White { letter } else { letter | 0x20 });
                    }
                }
            }
        }
        text.put(b' ');
        match self.en_passant_as(style.en_passant) {
            None => text.put(b'-'),
            Some(square) => {
                text.put(b'a' + square.file() as u8);
                text.put(b'1' + square.rank() as u8);
            }
        }
    }

    #[inline]
    fn castling_letter(
        &self,
        color: Color,
        castling_side: CastlingSide,
        file: File,
        letters: CastlingLetters,
    ) -> u8 {
        let shift = 8 * color.back_rank() as u32;
        let rooks = ((self.placement.kind(Piece::Rook) & self.placement.of(color)) >> shift) as u8;
        let outer = match castling_side {
            CastlingSide::KingSide => rooks as u32 >> (file as u32 + 1) == 0,
            CastlingSide::QueenSide => rooks & ((1u16 << file as u32) - 1) as u8 == 0,
        };
        match (letters, castling_side) {
            (CastlingLetters::XFen, CastlingSide::KingSide) if outer => b'K',
            (CastlingLetters::XFen, CastlingSide::QueenSide) if outer => b'Q',
            _ => b'A' + file as u8,
        }
    }
}

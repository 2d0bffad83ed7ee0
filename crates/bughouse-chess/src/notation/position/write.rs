//! Writes boards as FEN, BFEN, FEN with clocks and FEEN.

use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use crate::board::builder::{BoardBuilder, CastleClaims};
use crate::board::placement::Placement;
use crate::board::{Board, EnPassant};
#[cfg(feature = "feen")]
use crate::notation::position::feen::square_at;
#[cfg(feature = "feen")]
use crate::notation::position::parsed::pushed_rank;
use crate::notation::position::parsed::{ParsedBoard, ReserveForm};
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::square::{File, Square};
use crate::types::time::Seconds;

/// A notation of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Notation {
    /// Plain FEN, without reserves and promoted markers.
    Fen,
    /// FEN with reserves in brackets, in the order `QRBNPqrbnp`, and promoted markers. It represents the whole board.
    #[default]
    Bfen,
    /// FEEN in canonical form, which represents the whole board except its counters.
    #[cfg(feature = "feen")]
    Feen,
}

/// How castling rights are written. FEEN marks the rooks instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook on a side, otherwise the rook's file.
    #[default]
    XFen,
    /// Always the rook's file: `HAha`.
    Shredder,
}

/// How a board is written. By default as BFEN, with the en passant square after every double push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct FenStyle {
    /// The notation.
    pub notation: Notation,
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
        FenStyle { notation: Notation::Bfen, en_passant: EnPassant::Legal, castling: CastlingLetters::XFen }
    }

    /// Sets the notation.
    pub const fn notation(mut self, notation: Notation) -> FenStyle {
        self.notation = notation;
        self
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

impl Board {
    /// Returns the board as a string in a style.
    ///
    /// ```
    /// use bughouse_chess::{Board, CastlingLetters, FenStyle, Notation};
    ///
    /// let style = FenStyle::default().notation(Notation::Fen).castling(CastlingLetters::Shredder);
    /// let text = Board::default().text(&style).to_string();
    /// assert_eq!(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[inline]
    pub fn text(&self, style: &FenStyle) -> impl fmt::Display + use<> {
        let counters = |text: &mut Text| text.counters(self.halfmoves, self.fullmoves);
        match style.notation {
            Notation::Fen => self.render(style, false, |_| {}, counters),
            Notation::Bfen => {
                let reserves = |text: &mut Text| put_in_brackets(text, &self.reserves);
                self.render(style, self.placement.promoted != 0, reserves, counters)
            }
            #[cfg(feature = "feen")]
            Notation::Feen => {
                let mut text = Text::new();
                // Writing to a buffer never fails.
                let _ = write!(text, "{}", self.feen_position(style.en_passant));
                text
            }
        }
    }

    /// Returns FEN with White's and Black's clock instead of counters, in a style. The notation of the style is ignored.
    /// Reserves follow a ninth slash, or are left out if both are empty.
    ///
    /// `letters` is an order of the reserves to keep, such as that of the original string. It is used if it
    /// matches the reserves. Otherwise the order is `QRBNPqrbnp`.
    ///
    /// A single board without reserves looks like plain FEN. To read it, use
    /// [`LastFields::Clocks`](crate::LastFields::Clocks).
    pub fn text_with_clocks(
        &self,
        style: &FenStyle,
        clocks: [Seconds; 2],
        letters: &str,
    ) -> impl fmt::Display + use<> {
        let reserves = |text: &mut Text| {
            let mut canonical = Text::new();
            put_reserves(&mut canonical, &self.reserves);
            let canonical = canonical.as_str();
            if !canonical.is_empty() {
                text.put(b'/');
                text.put_all(if same_letters(canonical, letters) { letters } else { canonical });
            }
        };
        self.render(style, true, reserves, |text| text.clocks(clocks))
    }

    #[inline]
    fn render(
        &self,
        style: &FenStyle,
        markers: bool,
        reserves: impl FnOnce(&mut Text),
        last_fields: impl FnOnce(&mut Text),
    ) -> Text {
        let castling = |text: &mut Text| self.put_rights(text, style.castling);
        let en_passant = self.en_passant_as(style.en_passant);
        render(&self.placement, markers, reserves, self.side, castling, en_passant, last_fields)
    }

    #[inline]
    fn put_rights(&self, text: &mut Text, letters: CastlingLetters) {
        if self.rights.is_empty() {
            return text.put(b'-');
        }
        for color in Color::ALL {
            for castling_side in CastlingSide::ALL {
                if let Some(file) = self.rights.rook_file(color, castling_side) {
                    let letter = self.castling_letter(color, castling_side, file, letters);
                    text.put(if color == Color::White { letter } else { letter | 0x20 });
                }
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

    /// Returns plain FEN, without reserves and promoted markers.
    pub fn to_fen(&self) -> String {
        self.text(&FenStyle::default().notation(Notation::Fen)).to_string()
    }

    /// Returns BFEN, which represents the whole board.
    pub fn to_bfen(&self) -> String {
        self.text(&FenStyle::default()).to_string()
    }

    /// Returns FEEN, which represents the whole board except its counters.
    #[cfg(feature = "feen")]
    pub fn to_feen(&self) -> String {
        self.text(&FenStyle::default().notation(Notation::Feen)).to_string()
    }

    /// Returns the position as a [`feen::Position`].
    #[cfg(feature = "feen")]
    pub fn to_feen_position(&self) -> feen::Position {
        self.feen_position(EnPassant::Always)
    }

    #[cfg(feature = "feen")]
    fn feen_position(&self, en_passant: EnPassant) -> feen::Position {
        // The rooks that can castle, and the pawn of a double push.
        let mut with_suffix = self.rights.rooks();
        if let Some(passed) = self.en_passant_as(en_passant) {
            with_suffix |= Square::new(passed.file(), pushed_rank(!self.side)).bit();
        }
        let symbol = |piece: Piece, color| {
            feen::Piece::new(piece.to_colored_char(color)).expect("every piece has a letter")
        };
        let mut board = feen::Board::empty(&[8, 8]).expect("eight ranks of eight squares are a board");
        for (index, place) in board.squares_mut().iter_mut().enumerate() {
            let square = square_at(index);
            let prefix = if self.is_promoted(square) { feen::Prefix::Plus } else { feen::Prefix::None };
            *place = self.piece_on(square).zip(self.color_on(square)).map(|(piece, color)| {
                symbol(piece, color).with_prefix(prefix).with_suffix(with_suffix & square.bit() != 0)
            });
        }
        let mut hands = feen::Hands::new();
        for color in Color::ALL {
            for (piece, count) in self.reserves[color as usize].iter() {
                hands.set(symbol(piece, color), u32::from(count));
            }
        }
        let (to_move, waits) = match self.side {
            Color::White => ("BUGHOUSE", "bughouse"),
            Color::Black => ("bughouse", "BUGHOUSE"),
        };
        let style_turn = feen::StyleTurn::new(to_move, waits).expect("one name in each case");
        feen::Position { board, hands, style_turn }
    }
}

/// Writes BFEN with the en passant square after every double push.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(&FenStyle::default()).fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl BoardBuilder {
    fn render(&self, reserves: impl FnOnce(&mut Text), last_fields: impl FnOnce(&mut Text)) -> Text {
        let castling = |text: &mut Text| {
            if self.claims == [CastleClaims::default(); 2] {
                text.put(b'-');
            }
            for color in Color::ALL {
                for claim in self.get_castle_rights(color) {
                    text.put(claim.letter(color));
                }
            }
        };
        render(&self.placement, true, reserves, self.side, castling, self.en_passant, last_fields)
    }
}

/// Writes BFEN, whether or not the position is valid.
impl fmt::Display for BoardBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reserves = |text: &mut Text| put_in_brackets(text, &self.reserves);
        self.render(reserves, |text| text.counters(self.halfmoves, self.fullmoves)).fmt(f)
    }
}

impl fmt::Debug for BoardBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardBuilder({self})")
    }
}

/// Writes FEN, BFEN or FEN with clocks as it was read: the form of the reserves, the order of their letters, and the
/// decimals of the clocks. A board that was read from FEEN is written with a ninth slash.
pub(super) fn as_read(parsed: &ParsedBoard<'_>) -> impl fmt::Display + use<> {
    let reserves = |text: &mut Text| {
        let (open, close): (&str, &str) = match parsed.reserve_form {
            ReserveForm::Absent => return,
            ReserveForm::Brackets => ("[", "]"),
            ReserveForm::Slash | ReserveForm::Hands => ("/", ""),
        };
        text.put_all(open);
        text.put_all(&parsed.reserve_letters());
        text.put_all(close);
    };
    parsed.builder.render(reserves, |text| match parsed.clocks {
        Some(clocks) => text.clocks(clocks),
        None if parsed.has_counters() => text.counters(parsed.builder.halfmoves, parsed.builder.fullmoves),
        None => {}
    })
}

/// Writes a board of any origin in the form that all notations but FEEN share.
#[inline]
fn render(
    placement: &Placement,
    markers: bool,
    reserves: impl FnOnce(&mut Text),
    side: Color,
    castling: impl FnOnce(&mut Text),
    en_passant: Option<Square>,
    last_fields: impl FnOnce(&mut Text),
) -> Text {
    let mut text = Text::new();
    if markers {
        put_placement::<true>(&mut text, placement);
    } else {
        put_placement::<false>(&mut text, placement);
    }
    reserves(&mut text);
    text.put(b' ');
    text.put(if side == Color::White { b'w' } else { b'b' });
    text.put(b' ');
    castling(&mut text);
    text.put(b' ');
    match en_passant {
        None => text.put(b'-'),
        Some(square) => {
            text.put(b'a' + square.file() as u8);
            text.put(b'1' + square.rank() as u8);
        }
    }
    last_fields(&mut text);
    text
}

/// Writes the pieces, rank by rank, with promoted markers if `MARKERS` is `true`.
#[inline]
fn put_placement<const MARKERS: bool>(text: &mut Text, placement: &Placement) {
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

/// Writes the letters of both reserves in canonical order.
#[inline]
fn put_reserves(text: &mut Text, reserves: &[Reserve; 2]) {
    for color in Color::ALL {
        reserves[color as usize].write_letters(color, |letter| text.put(letter));
    }
}

#[inline]
fn put_in_brackets(text: &mut Text, reserves: &[Reserve; 2]) {
    text.put(b'[');
    put_reserves(text, reserves);
    text.put(b']');
}

/// Returns `true` if two strings have the same letters in any order.
fn same_letters(one: &str, other: &str) -> bool {
    let count = |text: &str| {
        let mut counts = [0u32; 256];
        text.bytes().for_each(|byte| counts[byte as usize] += 1);
        counts
    };
    count(one) == count(other)
}

/// A string in a buffer that is large enough for any board.
struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    #[inline]
    fn new() -> Text {
        Text { bytes: [0; 512], len: 0 }
    }

    #[inline]
    fn put(&mut self, byte: u8) {
        self.bytes[self.len & 511] = byte;
        self.len += 1;
    }

    fn put_all(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.put(byte));
    }

    fn number(&mut self, number: u32) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.put(b'0' + (number % 10) as u8);
    }

    /// Writes both counters, each after a space.
    #[inline]
    fn counters(&mut self, halfmoves: u32, fullmoves: u32) {
        self.put(b' ');
        self.number(halfmoves);
        self.put(b' ');
        self.number(fullmoves);
    }

    /// Writes both clocks, each after a space.
    fn clocks(&mut self, clocks: [Seconds; 2]) {
        for clock in clocks {
            // Writing to a buffer never fails.
            let _ = write!(self, " {clock}");
        }
    }

    /// Returns the string, which is ASCII.
    #[inline]
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len.min(self.bytes.len())]).unwrap_or_default()
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put_all(text);
        Ok(())
    }
}

impl fmt::Display for Text {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

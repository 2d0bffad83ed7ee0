//! Writes a board as FEEN, in canonical form. [`crate::notation::position::feen`] describes the format.

use alloc::string::String;
use core::cmp::Reverse;

use crate::board::{Board, EnPassant};
use crate::notation::position::feen::{pushed_rank, square_at};
use crate::notation::position::fen_writer::{FenStyle, Text};
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::Square;

impl Board {
    /// Returns FEEN, which represents the whole board except its counters.
    pub fn to_feen(&self) -> String {
        let mut out = String::new();
        self.append_feen(&mut out, &FenStyle::default());
        out
    }

    /// Appends FEEN to a string. Of the style, only [`FenStyle::en_passant`] matters.
    pub fn append_feen(&self, out: &mut String, style: &FenStyle) {
        let mut text = Text::new();
        self.put_feen_placement(&mut text, self.marked(style.en_passant));
        text.put(b' ');
        for color in Color::ALL {
            if color == Color::Black {
                text.put(b'/');
            }
            self.put_hand(&mut text, color);
        }
        out.push_str(text.as_str());
        let (to_move, waits) = self.styles();
        for part in [" ", to_move, "/", waits] {
            out.push_str(part);
        }
    }

    /// Returns the position as a [`feen::Position`].
    pub fn to_feen_position(&self) -> feen::Position {
        let marked = self.marked(EnPassant::Always);
        let mut board = feen::Board::empty(&[8, 8]).expect("eight ranks of eight squares are a board");
        for (index, symbol) in board.squares_mut().iter_mut().enumerate() {
            *symbol = self.feen_piece(square_at(index), marked);
        }
        let mut hands = feen::Hands::new();
        for color in Color::ALL {
            for (piece, count) in self.reserves[color as usize].iter() {
                let symbol = feen::Piece::new(piece.to_colored_char(color));
                hands.set(symbol.expect("every piece has a letter"), u32::from(count));
            }
        }
        let (to_move, waits) = self.styles();
        let style_turn = feen::StyleTurn::new(to_move, waits).expect("one name in each case");
        feen::Position { board, hands, style_turn }
    }

    /// Returns the names of the styles, the side to move first.
    fn styles(&self) -> (&'static str, &'static str) {
        match self.side {
            Color::White => ("BUGHOUSE", "bughouse"),
            Color::Black => ("bughouse", "BUGHOUSE"),
        }
    }

    fn feen_piece(&self, square: Square, marked: u64) -> Option<feen::Piece> {
        let (piece, color) = self.piece_on(square).zip(self.color_on(square))?;
        let prefix = if self.is_promoted(square) { feen::Prefix::Plus } else { feen::Prefix::None };
        let symbol = feen::Piece::new(piece.to_colored_char(color)).ok()?;
        Some(symbol.with_prefix(prefix).with_suffix(marked & square.bit() != 0))
    }

    /// Returns the rooks that can castle, and the pawn of a double push.
    fn marked(&self, en_passant: EnPassant) -> u64 {
        let mut marked = 0;
        for color in Color::ALL {
            for castling_side in CastlingSide::ALL {
                if let Some(file) = self.rights.rook_file(color, castling_side) {
                    marked |= Square::new(file, color.back_rank()).bit();
                }
            }
        }
        if let Some(passed) = self.en_passant_as(en_passant) {
            marked |= Square::new(passed.file(), pushed_rank(!self.side)).bit();
        }
        marked
    }

    fn put_feen_placement(&self, text: &mut Text, marked: u64) {
        let mut empty = 0;
        for index in 0..64 {
            let square = square_at(index);
            if index > 0 && index % 8 == 0 {
                text.put(b'/');
            }
            let symbol = self.piece_on(square).zip(self.color_on(square));
            let ends = symbol.is_some() || index % 8 == 7;
            empty += u8::from(symbol.is_none());
            if ends && empty > 0 {
                text.put(b'0' + empty);
                empty = 0;
            }
            if let Some((piece, color)) = symbol {
                if self.is_promoted(square) {
                    text.put(b'+');
                }
                text.put(piece.to_colored_char(color) as u8);
                if marked & square.bit() != 0 {
                    text.put(b'\'');
                }
            }
        }
    }

    /// Writes a reserve: the largest count first, then by letter.
    fn put_hand(&self, text: &mut Text, color: Color) {
        let reserve = self.reserves[color as usize];
        let mut items = Piece::IN_RESERVE.map(|piece| (reserve.count(piece), piece.to_colored_char(color)));
        items.sort_unstable_by_key(|&(count, letter)| (Reverse(count), letter));
        for (count, letter) in items {
            if count > 1 {
                text.number(u32::from(count));
            }
            if count > 0 {
                text.put(letter as u8);
            }
        }
    }
}

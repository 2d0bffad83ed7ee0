//! Writes BFEN: FEN with reserves in brackets and promoted markers.
//!
//! `placement[reserves] side castling en-passant half-moves move-number`. Reserves are in the order
//! `QRBNPqrbnp`, and a promoted piece has `~` after its letter. To read it, see [`crate::notation::position::fen`].

use alloc::string::String;
use core::fmt;

use crate::board::Board;
use crate::notation::position::fen_writer::{FenStyle, Text};
use crate::types::color::Color;

impl Board {
    /// Returns BFEN, which represents the whole board.
    pub fn to_bfen(&self) -> String {
        self.to_bfen_as(&FenStyle::default())
    }

    /// Returns BFEN in a style.
    pub fn to_bfen_as(&self, style: &FenStyle) -> String {
        let mut out = String::new();
        self.append_bfen(&mut out, style);
        out
    }

    /// Appends BFEN to a string.
    pub fn append_bfen(&self, out: &mut String, style: &FenStyle) {
        out.push_str(self.bfen_text(style).as_str());
    }

    fn bfen_text(&self, style: &FenStyle) -> Text {
        let mut text = Text::new();
        self.put_marked_placement(&mut text);
        text.put(b'[');
        for color in Color::ALL {
            self.reserves[color as usize].write_letters(color, |letter| text.put(letter));
        }
        text.put(b']');
        self.put_fields(&mut text, style);
        text
    }
}

/// Writes BFEN with the en passant square after every double push.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.bfen_text(&FenStyle::default()).as_str())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

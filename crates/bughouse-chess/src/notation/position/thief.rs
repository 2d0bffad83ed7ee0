//! Writes two-board FEN with clocks, the notation that Thief introduced for BPGN.
//!
//! `placement[/reserves] side castling en-passant white-seconds black-seconds`. Promoted pieces have a `~`
//! after their letter. If both reserves are empty, they are left out along with their slash. There are no
//! counters. To read it, see [`crate::notation::position::two_boards`].

use alloc::string::String;
use core::fmt::Write;

use crate::board::Board;
use crate::notation::position::fen_writer::{FenStyle, Text};
use crate::notation::seconds::Seconds;
use crate::types::color::Color;

impl Board {
    /// Appends the board with White's and Black's clock to a string.
    ///
    /// `holdings` is an order of reserve letters to keep, such as that of the original string. It is used if
    /// it matches the reserves. Otherwise the order is `QRBNPqrbnp`.
    ///
    /// A single board without reserves looks like plain FEN. To read it, use
    /// [`LastFields::Clocks`](crate::LastFields::Clocks).
    pub fn append_thief(&self, out: &mut String, style: &FenStyle, clocks: [Seconds; 2], holdings: &str) {
        let mut text = Text::new();
        self.put_marked_placement(&mut text);
        out.push_str(text.as_str());

        let mut canonical = String::new();
        for color in Color::ALL {
            self.reserves[color as usize].write_letters(color, |letter| canonical.push(letter.into()));
        }
        if !canonical.is_empty() {
            out.push('/');
            out.push_str(if same_letters(&canonical, holdings) { holdings } else { &canonical });
        }

        let mut text = Text::new();
        self.put_timeless_fields(&mut text, style);
        out.push_str(text.as_str());
        for clock in clocks {
            // Writing to a `String` never fails.
            let _ = write!(out, " {clock}");
        }
    }
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

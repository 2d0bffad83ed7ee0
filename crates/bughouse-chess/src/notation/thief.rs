//! Writing the slash form with clocks, as the program Thief introduced it for BPGN.
//!
//! `placement[/holdings] side castling en-passant white-seconds black-seconds`. Promoted pieces are marked with
//! `~`. Empty holdings are left out together with their slash. There is no place for counters.
//! [`crate::notation::two_boards`] reads it.

use alloc::string::String;
use core::fmt::Write;

use crate::board::Board;
use crate::color::Color;
use crate::notation::fen_writer::{FenStyle, Text};
use crate::notation::seconds::Seconds;

impl Board {
    /// Appends the slash form with White's and Black's clock to a text.
    ///
    /// `holdings` is an order of letters to keep, such as the one a text had. It is used if it names just
    /// what the reserves hold; else the order is `QRBNPqrbnp`.
    ///
    /// One board alone without holdings looks like plain FEN. Who reads it must be told that the last fields
    /// are clocks, as by [`LastFields::Clocks`](crate::LastFields::Clocks).
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
            // Writing to a string cannot fail.
            let _ = write!(out, " {clock}");
        }
    }
}

/// Returns `true` if two texts have the same letters in any order.
fn same_letters(one: &str, other: &str) -> bool {
    let count = |text: &str| {
        let mut counts = [0u32; 256];
        text.bytes().for_each(|byte| counts[byte as usize] += 1);
        counts
    };
    count(one) == count(other)
}

//! The notations that positions can be written in.
//!
//! A new notation is a new value of [`Format`], its text in [`Format::write`], and what it cannot hold in
//! [`Format::lost`].

use bughouse_chess::{ALL_COLORS, Board, FenStyle};
use clap::ValueEnum;

use crate::words;

/// A notation for positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub(crate) enum Format {
    // No doc comments here: they would double the length of the help.
    Fen,
    Bfen,
}

impl Format {
    /// Returns the name that `--to` takes.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Fen => "fen",
            Format::Bfen => "bfen",
        }
    }

    /// Writes a board.
    pub(crate) fn write(self, board: &Board, style: &FenStyle) -> String {
        let mut text = String::new();
        match self {
            Format::Fen => board.append_fen(&mut text, style),
            Format::Bfen => board.append_bfen(&mut text, style),
        }
        text
    }

    /// Returns what of a board this notation cannot hold, as a list in words; `None` if it holds all.
    pub(crate) fn lost(self, board: &Board) -> Option<String> {
        let mut lost = Vec::new();
        match self {
            Format::Bfen => {}
            Format::Fen => {
                let reserves =
                    ALL_COLORS.map(|color| words::reserve_groups(board.reserve(color), color).concat());
                if !reserves.concat().is_empty() {
                    lost.push(format!("reserves [{}]", reserves.concat()));
                }
                if !board.promoted().is_empty() {
                    lost.push(format!("promoted marks on {}", words::squares(board.promoted())));
                }
            }
        }
        (!lost.is_empty()).then(|| format!("{} cannot hold: {}", self.name(), lost.join(", ")))
    }
}

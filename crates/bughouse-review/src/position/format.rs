//! The notations for positions.
//!
//! To add a notation, add a variant to [`Format`], write it in `Format::board`, list what it can't represent in
//! `Format::lost`, and list what it needs but a position may lack in `Format::filled`.

use std::fmt::Write;

use bughouse_chess::notation::position::{ParsedBoard, ParsedTwoBoards};
use bughouse_chess::{Color, FenStyle, LastFields, Notation, ReadOptions};

use crate::position::{Counters, ReadBoard, ReadBoards};
use crate::shapes::words;

/// A notation for positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Format {
    /// FEN, without reserves.
    Fen,
    /// FEN with reserves in brackets and promoted markers.
    Bfen,
    /// Two-board FEN with clocks.
    Thief,
    /// FEEN.
    Feen,
}

impl Format {
    /// Returns the name, as used by `--to`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Fen => "fen",
            Format::Bfen => "bfen",
            Format::Thief => "thief",
            Format::Feen => "feen",
        }
    }

    /// Returns a board, or two boards separated by ` | `.
    pub fn write(self, boards: &ReadBoards, style: &FenStyle) -> String {
        let mut text = String::new();
        for (i, read) in boards.list().iter().enumerate() {
            text.push_str(if i == 0 { "" } else { " | " });
            text += &self.board(read, style);
        }
        // Without a slash, a single board would be read as plain FEN.
        if let (Format::Thief, ReadBoards::One(read)) = (self, boards)
            && read.board.reserves().iter().all(|reserve| reserve.is_empty())
            && let Some(end) = text.find(' ')
        {
            text.insert(end, '/');
        }
        text
    }

    fn board(self, read: &ReadBoard, style: &FenStyle) -> String {
        let board = &read.board;
        let notation = match self {
            Format::Fen => Notation::Fen,
            Format::Bfen => Notation::Bfen,
            Format::Thief => {
                let clocks = read.clocks.unwrap_or_default();
                return board.text_with_clocks(style, clocks, &read.holdings).to_string();
            }
            Format::Feen => Notation::Feen,
        };
        let mut text = board.text(&style.notation(notation)).to_string();
        // The same side is to move, so the styles are in the same order.
        if let (Format::Feen, Some(styles), Some(space)) = (self, &read.styles, text.rfind(' ')) {
            text.truncate(space + 1);
            text.push_str(styles);
        }
        text
    }

    /// Describes what is dropped because this notation can't represent it; `None` if nothing is.
    pub fn dropped(self, boards: &ReadBoards) -> Option<String> {
        let lost = words_by_board(boards, |read| self.lost(read).join(", "));
        (!lost.is_empty()).then(|| format!("{} can't represent: {lost}", self.name()))
    }

    /// Describes the defaults written for what this notation needs and the position lacks; `None` if there are none.
    pub fn defaulted(self, boards: &ReadBoards) -> Option<String> {
        let filled = words_by_board(boards, |read| self.filled(read).unwrap_or_default().to_owned());
        (!filled.is_empty()).then(|| format!("{}: {filled}", self.name()))
    }

    /// Returns a warning if clocks would be read as counters by default, or counters as clocks.
    pub fn ambiguous(self, boards: &ReadBoards, text: &str) -> Option<String> {
        if self == Format::Fen && matches!(boards, ReadBoards::Two(_)) {
            let has_counters = ParsedTwoBoards::read(text.as_bytes(), &ReadOptions::default())
                .is_ok_and(|read| read.last_fields == LastFields::Counters);
            return (!has_counters).then(|| {
                "fen: the counters look like clocks: read them with --last-fields counters".to_owned()
            });
        }
        if self != Format::Thief || boards.list().iter().any(|board| board.clocks.is_none()) {
            return None;
        }
        let options = ReadOptions::default();
        let has_clocks = match boards {
            ReadBoards::One(_) => {
                ParsedBoard::read(text.as_bytes(), &options).is_ok_and(|read| read.clocks.is_some())
            }
            ReadBoards::Two(_) => ParsedTwoBoards::read(text.as_bytes(), &options)
                .is_ok_and(|read| read.last_fields == LastFields::Clocks),
        };
        (!has_clocks)
            .then(|| "thief: the clocks look like counters: read them with --last-fields clocks".to_owned())
    }

    fn lost(self, read: &ReadBoard) -> Vec<String> {
        let board = &read.board;
        let mut lost = Vec::new();
        if self == Format::Fen {
            let reserves =
                Color::ALL.map(|color| words::reserve_groups(board.reserve(color), color).concat());
            if !reserves.concat().is_empty() {
                lost.push(format!("reserves [{}]", reserves.concat()));
            }
            if !board.promoted().is_empty() {
                lost.push(format!("promoted markers on {}", words::squares(board.promoted())));
            }
        }
        if let Some([white, black]) = read.clocks
            && self != Format::Thief
        {
            lost.push(format!("clocks {white} {black}"));
        }
        if let Some(styles) = &read.styles
            && self != Format::Feen
        {
            lost.push(format!("styles {styles}"));
        }
        // Missing counters are read as 0 1.
        let counters = (board.halfmove_clock(), board.fullmove_number());
        if matches!(self, Format::Thief | Format::Feen) && read.has_counters() && counters != (0, 1) {
            lost.push(format!("counters {} {}", counters.0, counters.1));
        }
        lost
    }

    fn filled(self, read: &ReadBoard) -> Option<&'static str> {
        match self {
            Format::Fen | Format::Bfen if read.counters == Counters::Unknown => {
                Some("counters are unknown, written as 0 1")
            }
            Format::Fen | Format::Bfen if read.counters == Counters::Counted => {
                Some("counters are unknown, counted from 0 1")
            }
            Format::Thief if read.clocks.is_none() => Some("clocks are unknown, written as 0 0"),
            _ => None,
        }
    }
}

/// Joins the descriptions of the boards, with the name of the board if there are two. Equal descriptions are not
/// repeated.
fn words_by_board(boards: &ReadBoards, describe: impl Fn(&ReadBoard) -> String) -> String {
    let described: Vec<String> = boards.list().iter().map(describe).collect();
    if let [a, b] = &*described
        && a == b
    {
        return a.clone();
    }
    let mut joined = String::new();
    for ((id, _), text) in boards.named().zip(&described).filter(|(_, text)| !text.is_empty()) {
        joined.push_str(if joined.is_empty() { "" } else { "; " });
        // Writing to a string can't fail.
        let _ = match id {
            Some(id) => write!(joined, "board {id}: {text}"),
            None => write!(joined, "{text}"),
        };
    }
    joined
}

//! A game as a table of four columns for printing: WhiteA, BlackA, WhiteB, BlackB (001, section 3.1).
//!
//! Read from left to right and from top to bottom, the table is in the order of time: a half-move starts a new row
//! unless its column is to the right of the previous half-move. Comments, requested diagrams and variations come below
//! the row of their half-move.
//!
//! `columns_blocks.rs` builds the table; `columns_text.rs` and `columns_html.rs` write it.

pub(crate) mod blocks;
pub mod html;
pub(crate) mod text;

use bpgn::{HalfMove, Moment, Nag, Record};
use bughouse_chess::{Millis, Seat};

pub use crate::columns::blocks::Blocks;
use crate::position::ReadBoard;

/// A game as a table of four columns.
///
/// ```
/// use bpgn::Reader;
/// use bughouse_review::columns::{Block, Columns};
///
/// let text = "1A. e4 {A:!} 1B. d4 1a. e5 {C:a fine reply} *";
/// let record = Reader::new(text.as_bytes()).read_record()?.unwrap();
/// let columns = Columns::of(&record);
/// let Block::Row(row) = &columns.blocks[0] else { panic!("a row comes first") };
/// assert_eq!(row[0].as_ref().map(|cell| cell.nags.join("")).as_deref(), Some("!"));
/// assert!(row[2].is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Columns {
    /// The number of the game in its file, counted from 1.
    pub number: u64,
    /// Values of tags: event, site, date, time and time control.
    pub about: Vec<String>,
    /// The name and rating of each player by column; empty if unknown.
    pub players: [String; 4],
    /// The name of each player by seat, for diagrams; `None` if unknown.
    pub names: [Option<String>; 4],
    /// The half-moves and their annotations, in order.
    pub blocks: Vec<Block>,
    /// Why the game ended, and the result.
    pub end: Vec<String>,
}

/// The seats by column.
pub const SEATS: [Seat; 4] = [Seat::WHITE_A, Seat::BLACK_A, Seat::WHITE_B, Seat::BLACK_B];

/// A block of the table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Block {
    /// Half-moves by column.
    Row(Box<[Option<Cell>; 4]>),
    /// A comment on what is above.
    Comment(String),
    /// Both boards.
    Diagram(Box<Diagram>),
    /// A variation.
    Variation(Variation),
    /// Where and why the replay stops.
    Stop(String),
}

/// A half-move in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// The label as written, such as `12a`.
    pub label: String,
    /// The move number.
    pub number: u32,
    /// The move as written.
    pub san: String,
    /// NAGs as symbols: `!`, `?!`, `±`.
    pub nags: Vec<String>,
    /// The clock as written.
    pub clock: Option<String>,
    /// The thinking time as written.
    pub thinking: Option<Millis>,
    /// The lag as written.
    pub lag: Option<Millis>,
    /// Whether it can be played.
    pub is_played: bool,
}

/// Both boards at a half-move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagram {
    /// The half-move before it; `None` at the start.
    pub after: Option<String>,
    /// The caption.
    pub caption: String,
    /// Both boards, with the clocks if known.
    pub boards: [ReadBoard; 2],
}

/// A variation.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Variation {
    /// Its parts, in order.
    pub parts: Vec<VariationPart>,
}

/// A part of a variation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VariationPart {
    /// A half-move.
    Move(Cell),
    /// A comment on what comes before.
    Comment(String),
    /// Both boards.
    Diagram(Box<Diagram>),
    /// A variation of the half-move before it.
    Variation(Variation),
    /// Why the next half-move can't be played, or the result.
    Annotation(String),
}

impl Columns {
    /// Builds the table of a game.
    #[must_use]
    pub fn of(record: &Record) -> Columns {
        Columns { blocks: Blocks::of(record).collect(), ..Columns::frame(record) }
    }

    /// Returns the table without its blocks. Use [`Blocks`] to produce them one by one.
    #[must_use]
    pub fn frame(record: &Record) -> Columns {
        let game = &record.game;
        let known =
            |name: &str| game.tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
        let end = game.end_reason.as_ref().map(|comment| comment.text().trim().to_owned());
        let result = game.result.map(|result| result.to_string());
        Columns {
            number: record.place.number,
            about: ["Event", "Site", "Date", "Time", "TimeControl"]
                .into_iter()
                .filter_map(known)
                .map(str::to_owned)
                .collect(),
            players: SEATS.map(|seat| {
                let named = |text: Option<&str>| text.map(str::trim).unwrap_or_default().to_owned();
                match (named(game.player(seat)), named(game.elo(seat))) {
                    (name, elo) if elo.is_empty() => name,
                    (name, elo) => format!("{name} ({elo})"),
                }
            }),
            names: Seat::ALL.map(|seat| {
                let name = game.player(seat).map(str::trim).unwrap_or_default();
                // Some writers use question marks for unknown players.
                name.contains(|c: char| c != '?').then(|| name.to_owned())
            }),
            blocks: Vec::new(),
            end: end.into_iter().chain(result).filter(|text| !text.is_empty()).collect(),
        }
    }
}

impl Cell {
    pub(crate) fn of(half_move: &HalfMove, moment: Option<&Moment>) -> Cell {
        let times = half_move.times();
        Cell {
            label: half_move.label.to_string(),
            number: half_move.label.number,
            san: half_move.san.clone(),
            nags: half_move.nags().iter().map(|nag| nag_symbol(nag).to_owned()).collect(),
            clock: times.clock().map(|clock| clock.to_string()),
            thinking: times.thinking,
            lag: moment.map_or(times.lag, |moment| moment.lag),
            is_played: moment.is_some(),
        }
    }

    /// Returns clock, thinking time and lag in parentheses after a space, for a half-move in a line of text; empty if
    /// there are none.
    pub(crate) fn in_parentheses(&self) -> String {
        let all: Vec<String> = self.clock.iter().cloned().chain(self.times()).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }

    /// Returns the thinking time and the lag in words, if known: `1.5 s thought`, `120 ms lag`.
    #[must_use]
    pub fn times(&self) -> Vec<String> {
        let thought = self.thinking.map(|thinking| format!("{thinking} s thought"));
        let lag = self.lag.map(|lag| format!("{} ms lag", lag.0));
        thought.into_iter().chain(lag).collect()
    }
}

/// Returns a NAG as a symbol: `⩲` for `$14`.
#[must_use]
pub fn nag_symbol(nag: &Nag) -> &str {
    match nag.as_str() {
        "$1" => "!",
        "$2" => "?",
        "$3" => "!!",
        "$4" => "??",
        "$5" => "!?",
        "$6" => "?!",
        "$10" => "=",
        "$13" => "∞",
        "$14" => "⩲",
        "$15" => "⩱",
        "$16" => "±",
        "$17" => "∓",
        "$18" => "+−",
        "$19" => "−+",
        other => other,
    }
}

//! A game as a table of four columns, as it is printed: WhiteA, BlackA, WhiteB, BlackB (001, section 3.1).
//!
//! Read from left to right and from top to bottom the table is in the order of time: a half-move whose column is not
//! further right than that of the one before begins a row. What is said about a half-move stands below its row:
//! comments, diagrams where the record asks for them, variations.
//!
//! `columns_blocks.rs` lays it out, `columns_text.rs` and `columns_html.rs` write it.

use bpgn::{HalfMove, Moment, Nag, Record};
use bughouse_chess::{Millis, Seat};

pub use crate::columns_blocks::Blocks;
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
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// What tags say about it: where, when, how fast.
    pub about: Vec<String>,
    /// By column, the name and rating of the player; empty if it is not known.
    pub players: [String; 4],
    /// By seat, the name of the player for diagrams, if it is known.
    pub names: [Option<String>; 4],
    /// What was played, and what is said about it, in order.
    pub blocks: Vec<Block>,
    /// Why the game ended, and the result.
    pub end: Vec<String>,
}

/// The seats by column.
pub const SEATS: [Seat; 4] = [Seat::WHITE_A, Seat::BLACK_A, Seat::WHITE_B, Seat::BLACK_B];

/// A part of the table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Block {
    /// Half-moves by column.
    Row(Box<[Option<Cell>; 4]>),
    /// What is said about what stands above.
    Comment(String),
    /// Both boards.
    Diagram(Box<Diagram>),
    /// What could have been played.
    Variation(Variation),
    /// Where the replay stops, and why.
    Stop(String),
}

/// A half-move in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// As it is written, such as 12a.
    pub label: String,
    /// The number alone.
    pub number: u32,
    /// The move as it is written.
    pub san: String,
    /// Marks as people read them: !, ?!, ±.
    pub nags: Vec<String>,
    /// Its clock as it is recorded.
    pub clock: Option<String>,
    /// The time the player thought, as it is recorded.
    pub thinking: Option<Millis>,
    /// The lag, as it is recorded.
    pub lag: Option<Millis>,
    /// Whether it can be played.
    pub is_played: bool,
}

/// Both boards at a half-move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagram {
    /// The half-move before it; nothing at the start.
    pub after: Option<String>,
    /// What is said about it.
    pub caption: String,
    /// Both boards, with the clocks as far as they are known.
    pub boards: [ReadBoard; 2],
}

/// A line that could have been played.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Variation {
    /// What it consists of, in order.
    pub parts: Vec<VariationPart>,
}

/// A part of a variation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VariationPart {
    /// A half-move.
    Move(Cell),
    /// What is said about what stands before.
    Comment(String),
    /// Both boards.
    Diagram(Box<Diagram>),
    /// What could have been played instead of the half-move before.
    Variation(Variation),
    /// Why the next half-move cannot be played, or the result.
    Annotation(String),
}

impl Columns {
    /// Lays a game out.
    #[must_use]
    pub fn of(record: &Record) -> Columns {
        Columns { blocks: Blocks::of(record).collect(), ..Columns::frame(record) }
    }

    /// Returns what stands above and below the blocks, without them: [`Blocks`] lays them out one by one.
    #[must_use]
    pub fn frame(record: &Record) -> Columns {
        let game = &record.game;
        let said =
            |name: &str| game.tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
        let end = game.end_reason.as_ref().map(|comment| comment.text().trim().to_owned());
        let result = game.result.map(|result| result.to_string());
        Columns {
            number: record.place.number,
            about: ["Event", "Site", "Date", "Time", "TimeControl"]
                .into_iter()
                .filter_map(said)
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
                // Some writers put question marks where nobody is known.
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
            nags: half_move.marks().iter().map(|nag| nag_symbol(nag).to_owned()).collect(),
            clock: times.clock().map(|clock| clock.to_string()),
            thinking: times.thinking,
            lag: moment.map_or(times.lag, |moment| moment.lag),
            is_played: moment.is_some(),
        }
    }

    /// Returns clock, time thought and lag in parentheses with a space before them, for a half-move in a line of text;
    /// nothing if none is recorded.
    pub(crate) fn in_parentheses(&self) -> String {
        let all: Vec<String> = self.clock.iter().cloned().chain(self.times()).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }

    /// Returns the time thought and the lag in words, as far as they are recorded: `1.5 s thought`, `120 ms lag`.
    #[must_use]
    pub fn times(&self) -> Vec<String> {
        let thought = self.thinking.map(|thinking| format!("{thinking} s thought"));
        let lag = self.lag.map(|lag| format!("{} ms lag", lag.0));
        thought.into_iter().chain(lag).collect()
    }
}

/// Returns a mark as people read it: `$14` is `⩲`.
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

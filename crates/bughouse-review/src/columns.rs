//! A game as a table of four columns, as it is printed: WhiteA, BlackA, WhiteB, BlackB (001, section 3.1).
//!
//! Read from left to right and from top to bottom the table is in the order of time: a half-move whose column is not
//! further right than that of the one before begins a row. What is said about a half-move stands below its row:
//! comments, diagrams where the record asks for them, variations.
//!
//! `columns_text.rs` and `columns_html.rs` write it.

use bpgn::{Glyph, HalfMove, Line, Moment, PlayedLine, ReadOptions, Record, Remark, Timeline};
use bughouse_chess::{BoardId, Millis, Seat};

use crate::adjourned::{boards_at, boards_of};
use crate::line::{Comment, CommentKind, comments};
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
/// assert_eq!(row[0].as_ref().map(|cell| cell.marks.join("")).as_deref(), Some("!"));
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
    pub marks: Vec<String>,
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
    Remark(String),
}

impl Columns {
    /// Lays a game out.
    #[must_use]
    pub fn of(record: &Record) -> Columns {
        let game = &record.game;
        let (timeline, variations) = Timeline::of_played(game, &ReadOptions::wild());
        let mut table = Table { blocks: Vec::new(), column: None };
        let start = Place::Start(&timeline);
        table.remarks(&game.main.before, Some(start));
        for stray in &game.main.stray {
            table.set_off(Block::Variation(variation(stray, None, None)));
        }
        let mut here = Some(start);
        for (index, half_move) in game.main.half_moves.iter().enumerate() {
            let moment = timeline.moments.get(index);
            if index == timeline.len()
                && let Some(stopped) = &timeline.stopped
            {
                table.set_off(Block::Stop(format!(
                    "The replay stops here: {}. {}: {}",
                    stopped.label, half_move.san, stopped.stop.kind
                )));
            }
            table.put(moment.map_or(half_move.label.seat, |moment| moment.seat), Cell::of(half_move, moment));
            let before = here;
            here = moment.map(Place::After);
            for (number, part) in in_order(half_move) {
                match part {
                    Part::Remarks(remarks) => table.remarks(remarks, here),
                    Part::Variation(line) => {
                        let played = variations.get(index).and_then(|played| played.get(number));
                        table.set_off(Block::Variation(variation(line, played, before)));
                    }
                }
            }
        }
        table.remarks(&game.after, here);
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
            blocks: table.blocks,
            end: end.into_iter().chain(result).filter(|text| !text.is_empty()).collect(),
        }
    }
}

/// Where one stands in a line.
#[derive(Clone, Copy)]
enum Place<'a> {
    Start(&'a Timeline),
    After(&'a Moment),
}

impl Place<'_> {
    fn diagram(self, caption: &str) -> Diagram {
        let (after, boards) = match self {
            Place::Start(timeline) => (None, boards_at(timeline, 0)),
            Place::After(moment) => {
                let after = format!("{}. {}", moment.label, moment.san);
                (
                    Some(after),
                    Some(boards_of(BoardId::ALL.map(|id| moment.counted_board(id)), &moment.running)),
                )
            }
        };
        let boards =
            boards.unwrap_or_else(|| [ReadBoard::of(Default::default()), ReadBoard::of(Default::default())]);
        Diagram { after, caption: caption.to_owned(), boards }
    }
}

impl Cell {
    fn of(half_move: &HalfMove, moment: Option<&Moment>) -> Cell {
        let times = half_move.times();
        Cell {
            label: half_move.label.to_string(),
            number: half_move.label.number,
            san: half_move.san.clone(),
            marks: half_move.marks().iter().map(|glyph| mark(glyph).to_owned()).collect(),
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

/// A table that grows.
struct Table {
    blocks: Vec<Block>,
    /// The column of the last half-move, if the row goes on.
    column: Option<usize>,
}

impl Table {
    fn put(&mut self, seat: Seat, cell: Cell) {
        let at = SEATS.iter().position(|other| *other == seat).unwrap_or(0);
        let goes_on = self.column.is_some_and(|column| at > column);
        match self.blocks.last_mut() {
            Some(Block::Row(row)) if goes_on => row[at] = Some(cell),
            _ => {
                let mut row = Box::new([None, None, None, None]);
                row[at] = Some(cell);
                self.blocks.push(Block::Row(row));
            }
        }
        self.column = Some(at);
    }

    fn set_off(&mut self, block: Block) {
        self.blocks.push(block);
        self.column = None;
    }

    fn remarks(&mut self, remarks: &[Remark], here: Option<Place<'_>>) {
        for said in said(remarks, here) {
            self.set_off(match said {
                Said::Comment(text) => Block::Comment(text),
                Said::Diagram(diagram) => Block::Diagram(diagram),
            });
        }
    }
}

/// What stands behind a half-move.
enum Part<'a> {
    Remarks(&'a [Remark]),
    Variation(&'a Line),
}

/// Lists remarks and variations in the order of the record, with the number of the variation.
fn in_order(half_move: &HalfMove) -> Vec<(usize, Part<'_>)> {
    let remarks = &half_move.remarks;
    let mut parts = Vec::new();
    let mut told = 0;
    for (number, line) in half_move.variations.iter().enumerate() {
        let behind = line.behind.unwrap_or(usize::MAX).clamp(told, remarks.len());
        parts.push((number, Part::Remarks(&remarks[told..behind])));
        parts.push((number, Part::Variation(line)));
        told = behind;
    }
    parts.push((half_move.variations.len(), Part::Remarks(&remarks[told..])));
    parts
}

/// What is said about a half-move.
enum Said {
    Comment(String),
    Diagram(Box<Diagram>),
}

/// Lists what is said. The boards are drawn once, however often a record asks for it: they are the same.
fn said(remarks: &[Remark], here: Option<Place<'_>>) -> Vec<Said> {
    let mut all = Vec::new();
    let mut is_drawn = false;
    for Comment { kind, text, .. } in comments(remarks) {
        match (kind, here) {
            (CommentKind::Diagram, Some(place)) if !std::mem::replace(&mut is_drawn, true) => {
                all.push(Said::Diagram(Box::new(place.diagram(&text))));
            }
            (_, _) if text.is_empty() => {}
            _ => all.push(Said::Comment(text)),
        }
    }
    all
}

/// Lays a variation out. Nothing is known of how things stand where it could not be played.
fn variation(line: &Line, played: Option<&PlayedLine>, start: Option<Place<'_>>) -> Variation {
    let mut parts = Vec::new();
    let remarks = |parts: &mut Vec<VariationPart>, remarks: &[Remark], here: Option<Place<'_>>| {
        parts.extend(said(remarks, here).into_iter().map(|said| match said {
            Said::Comment(text) => VariationPart::Comment(text),
            Said::Diagram(diagram) => VariationPart::Diagram(diagram),
        }));
    };
    remarks(&mut parts, &line.before, start);
    let mut here = start;
    for (index, half_move) in line.half_moves.iter().enumerate() {
        let moment = played.and_then(|played| played.moments.get(index));
        if let Some(played) = played
            && index == played.moments.len()
            && let Some(stopped) = &played.stopped
        {
            parts.push(VariationPart::Remark(format!("{}: {}", stopped.label, stopped.stop.kind)));
        }
        parts.push(VariationPart::Move(Cell::of(half_move, moment)));
        let before = here;
        here = moment.map(Place::After);
        for (number, part) in in_order(half_move) {
            match part {
                Part::Remarks(said) => remarks(&mut parts, said, here),
                Part::Variation(other) => {
                    let played = played.and_then(|played| played.variations.get(index)?.get(number));
                    parts.push(VariationPart::Variation(variation(other, played, before)));
                }
            }
        }
    }
    parts.extend(line.stray.iter().map(|stray| VariationPart::Variation(variation(stray, None, None))));
    parts.extend(line.result.map(|result| VariationPart::Remark(result.to_string())));
    Variation { parts }
}

/// Returns a mark as people read it: `$14` is `⩲`.
#[must_use]
pub fn mark(glyph: &Glyph) -> &str {
    match glyph.as_str() {
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

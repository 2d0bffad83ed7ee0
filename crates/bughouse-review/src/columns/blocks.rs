//! The blocks of a table of four columns, produced one by one while a game is replayed.

use std::collections::VecDeque;

use bpgn::replay::{LineStep, PlayedLine, TimelineStart};
use bpgn::{Annotation, HalfMove, Line, Moment, Moments, ReadOptions, Record};
use bughouse_chess::Seat;

use crate::columns::{Block, Cell, Diagram, SEATS, Variation, VariationPart};
use crate::position::adjourned::boards_after;
use crate::shapes::line::{Comment, CommentKind, comments};

/// Iterates over the blocks of a game. Blocks are produced lazily: those of the longest games take much memory.
///
/// ```
/// use bpgn::Reader;
/// use bughouse_review::columns::{Blocks, Columns};
///
/// let text = "1A. e4 1B. d4 1a. e5 {C:a fine reply} *";
/// let record = Reader::new(text.as_bytes()).read_record()?.unwrap();
/// assert_eq!(Blocks::of(&record).count(), Columns::of(&record).blocks.len());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Blocks<'a> {
    record: &'a Record,
    start: TimelineStart,
    moments: Moments<'a>,
    /// The index of the next half-move.
    index: usize,
    /// The current position; unknown after a half-move that could not be played.
    here: Here,
    table: Table,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Before,
    Moves,
    Over,
}

/// The current position in a line.
#[derive(Debug)]
enum Here {
    Start,
    After(Box<Moment>),
    Nowhere,
}

impl Here {
    fn place<'a>(&'a self, start: &'a TimelineStart) -> Option<Place<'a>> {
        match self {
            Here::Start => Some(Place { start, moment: None }),
            Here::After(moment) => Some(Place { start, moment: Some(moment) }),
            Here::Nowhere => None,
        }
    }
}

impl<'a> Blocks<'a> {
    /// Starts at the beginning of a game.
    #[must_use]
    pub fn of(record: &'a Record) -> Blocks<'a> {
        let moments = Moments::new(&record.game, &ReadOptions::for_files()).with_variations();
        Blocks {
            record,
            start: moments.start().clone(),
            moments,
            index: 0,
            here: Here::Start,
            table: Table::default(),
            stage: Stage::Before,
        }
    }

    /// Produces the blocks before the first half-move.
    fn before(&mut self) {
        let main = &self.record.game.main;
        self.table.annotations(&main.before, self.here.place(&self.start));
        for stray in &main.stray {
            self.table.set_off(Block::Variation(variation(stray, None, None)));
        }
    }

    /// Produces a half-move and its annotations.
    fn half_move(&mut self, half_move: &HalfMove) {
        let (moment, played) = match self.moments.next() {
            Some(LineStep { moment, variations, .. }) => {
                if moment.is_none()
                    && let Some(stopped) = self.moments.stopped()
                {
                    self.table.set_off(Block::Stop(format!(
                        "The replay stops here: {}. {}: {}",
                        stopped.label, half_move.san, stopped.kind
                    )));
                }
                (moment, variations)
            }
            None => (None, Vec::new()),
        };
        let seat = moment.as_ref().map_or(half_move.label.seat, |moment| moment.seat);
        self.table.put(seat, Cell::of(half_move, moment.as_ref()));
        let after = moment.map_or(Here::Nowhere, |moment| Here::After(Box::new(moment)));
        let before = std::mem::replace(&mut self.here, after);
        for (number, part) in in_order(half_move) {
            match part {
                Part::Annotations(annotations) => {
                    self.table.annotations(annotations, self.here.place(&self.start))
                }
                Part::Variation(line) => {
                    let laid_out = variation(line, played.get(number), before.place(&self.start));
                    self.table.set_off(Block::Variation(laid_out));
                }
            }
        }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        loop {
            if let Some(block) = self.table.take(self.stage == Stage::Over) {
                return Some(block);
            }
            match self.stage {
                Stage::Before => {
                    self.before();
                    self.stage = Stage::Moves;
                }
                Stage::Moves => match self.record.game.main.half_moves.get(self.index) {
                    Some(half_move) => {
                        self.half_move(half_move);
                        self.index += 1;
                    }
                    None => {
                        self.table.annotations(&self.record.game.after, self.here.place(&self.start));
                        self.stage = Stage::Over;
                    }
                },
                Stage::Over => return None,
            }
        }
    }
}

/// A position in a line: at the start, or after a half-move.
#[derive(Clone, Copy)]
struct Place<'a> {
    start: &'a TimelineStart,
    moment: Option<&'a Moment>,
}

impl<'a> Place<'a> {
    fn diagram(self, caption: &str) -> Diagram {
        Diagram {
            after: self.moment.map(|moment| format!("{}. {}", moment.label, moment.san)),
            caption: caption.to_owned(),
            boards: boards_after(self.start, self.moment),
        }
    }

    /// Returns the position after another half-move of the same game.
    fn after(self, moment: &'a Moment) -> Place<'a> {
        Place { moment: Some(moment), ..self }
    }
}

/// The blocks not taken yet. The last one may be an unfinished row.
#[derive(Default, Debug)]
struct Table {
    blocks: VecDeque<Block>,
    /// The column of the last half-move, if the row is unfinished.
    column: Option<usize>,
}

impl Table {
    /// Takes the first complete block.
    fn take(&mut self, is_over: bool) -> Option<Block> {
        let open = usize::from(self.column.is_some() && !is_over);
        if self.blocks.len() > open { self.blocks.pop_front() } else { None }
    }

    fn put(&mut self, seat: Seat, cell: Cell) {
        let at = SEATS.iter().position(|other| *other == seat).unwrap_or(0);
        let continues = self.column.is_some_and(|column| at > column);
        match self.blocks.back_mut() {
            Some(Block::Row(row)) if continues => row[at] = Some(cell),
            _ => {
                let mut row = Box::new([None, None, None, None]);
                row[at] = Some(cell);
                self.blocks.push_back(Block::Row(row));
            }
        }
        self.column = Some(at);
    }

    fn set_off(&mut self, block: Block) {
        self.blocks.push_back(block);
        self.column = None;
    }

    fn annotations(&mut self, annotations: &[Annotation], here: Option<Place<'_>>) {
        for item in items(annotations, here) {
            self.set_off(match item {
                Item::Comment(text) => Block::Comment(text),
                Item::Diagram(diagram) => Block::Diagram(diagram),
            });
        }
    }
}

/// A part of what follows a half-move.
enum Part<'a> {
    Annotations(&'a [Annotation]),
    Variation(&'a Line),
}

/// Returns annotations and variations in the order of the text, with the number of the variation.
fn in_order(half_move: &HalfMove) -> Vec<(usize, Part<'_>)> {
    let annotations = &half_move.annotations;
    let mut parts = Vec::new();
    let mut done = 0;
    for (number, line) in half_move.variations.iter().enumerate() {
        let after = line.after.unwrap_or(usize::MAX).clamp(done, annotations.len());
        parts.push((number, Part::Annotations(&annotations[done..after])));
        parts.push((number, Part::Variation(line)));
        done = after;
    }
    parts.push((half_move.variations.len(), Part::Annotations(&annotations[done..])));
    parts
}

/// An annotation to show.
enum Item {
    Comment(String),
    Diagram(Box<Diagram>),
}

/// Returns the annotations to show. The boards are drawn once, even if several annotations ask for a diagram.
fn items(annotations: &[Annotation], here: Option<Place<'_>>) -> Vec<Item> {
    let mut all = Vec::new();
    let mut is_drawn = false;
    for Comment { kind, text, .. } in comments(annotations) {
        match (kind, here) {
            (CommentKind::Diagram, Some(place)) if !std::mem::replace(&mut is_drawn, true) => {
                all.push(Item::Diagram(Box::new(place.diagram(&text))));
            }
            (_, _) if text.is_empty() => {}
            _ => all.push(Item::Comment(text)),
        }
    }
    all
}

/// Converts a variation. Positions after a half-move that could not be played are unknown.
fn variation(line: &Line, played: Option<&PlayedLine>, start: Option<Place<'_>>) -> Variation {
    let mut parts = Vec::new();
    let annotations =
        |parts: &mut Vec<VariationPart>, annotations: &[Annotation], here: Option<Place<'_>>| {
            parts.extend(items(annotations, here).into_iter().map(|item| match item {
                Item::Comment(text) => VariationPart::Comment(text),
                Item::Diagram(diagram) => VariationPart::Diagram(diagram),
            }));
        };
    annotations(&mut parts, &line.before, start);
    let mut here = start;
    for (index, half_move) in line.half_moves.iter().enumerate() {
        let moment = played.and_then(|played| played.moments.get(index));
        if let Some(played) = played
            && index == played.moments.len()
            && let Some(stopped) = &played.stopped
        {
            parts.push(VariationPart::Annotation(format!("{}: {}", stopped.label, stopped.kind)));
        }
        parts.push(VariationPart::Move(Cell::of(half_move, moment)));
        let before = here;
        here = start.zip(moment).map(|(start, moment)| start.after(moment));
        for (number, part) in in_order(half_move) {
            match part {
                Part::Annotations(list) => annotations(&mut parts, list, here),
                Part::Variation(other) => {
                    let played = played.and_then(|played| played.variations.get(index)?.get(number));
                    parts.push(VariationPart::Variation(variation(other, played, before)));
                }
            }
        }
    }
    parts.extend(line.stray.iter().map(|stray| VariationPart::Variation(variation(stray, None, None))));
    parts.extend(line.result.map(|result| VariationPart::Annotation(result.to_string())));
    Variation { parts }
}

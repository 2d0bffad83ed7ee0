//! An index of a text: where each game is, and what one searches for. It has some 50 bytes a game.

use bpgn::lexer::CommentStyle;
use bpgn::tags::{elo_tag, player_tag};
use bpgn::{
    Chunk, CommentKind, Date, Encoding, EndKind, EndReason, Fault, Flow, GameResult, How, Label, Place,
    Rating, RawComment, RawGame, RawTag, Reader, Record, Visitor, Who, tree,
};
use bughouse_chess::{Seat, Span};
use serde::Serialize;

use crate::place::SourceText;
use crate::player_names::{NameId, Names};

/// The most places of stray text that are kept.
const MOST_STRAY: usize = 100;

/// What is known of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub(crate) byte: u64,
    pub(crate) length: u32,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// By seat.
    pub(crate) players: [NameId; 4],
    /// By seat; 0 if it is not known.
    pub(crate) ratings: [u16; 4],
    /// Year, month and day as one number, 0 for each that is not known.
    pub(crate) date: u32,
    pub(crate) result: Option<GameResult>,
    pub(crate) end: EndKind,
}

/// Text between the games that is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stray {
    /// The line in the file, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// What is wrong with it.
    pub text: String,
    /// The line of the text, and below it carets under the place.
    pub excerpt: String,
}

/// The games of a text, and where each is.
#[derive(Default, Debug)]
pub struct Index {
    pub(crate) entries: Vec<Entry>,
    pub(crate) names: Names,
    pub(crate) stray: Vec<Stray>,
}

impl Index {
    /// Indexes a text.
    pub fn of(text: &[u8]) -> Index {
        Index::of_part(text, 0, 1, 1)
    }

    /// Indexes the games of a chunk of a file.
    pub fn of_chunk(chunk: &Chunk) -> Index {
        Index::of_part(&chunk.bytes, chunk.byte, chunk.line, chunk.column)
    }

    fn of_part(bytes: &[u8], byte: u64, line: u64, column: u64) -> Index {
        let mut indexer = Indexer::default();
        let mut reader = Reader::new(bytes).starting_at(byte, line, 0).in_column(column);
        // A slice has no errors of its own.
        let _ = reader.read_all(&mut indexer);
        indexer.index
    }

    /// Returns how many games there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Tells whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns what is known of a game by its number, from 1.
    pub fn entry(&self, number: u64) -> Option<&Entry> {
        self.entries.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Lists text between games that is none.
    pub fn stray(&self) -> &[Stray] {
        &self.stray
    }

    /// Returns how many bytes of memory it takes, about.
    pub fn memory(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.names.memory()
    }

    /// Takes in what was found behind all this.
    pub fn append(&mut self, found: Index) {
        let moved = self.names.merge(&found.names);
        self.entries.extend(found.entries.into_iter().map(|mut entry| {
            entry.players = entry.players.map(|id| moved[id.to_index()]);
            entry
        }));
        let room = MOST_STRAY.saturating_sub(self.stray.len());
        self.stray.extend(found.stray.into_iter().take(room));
    }

    /// Takes note that a game, by its number from 1, has other bytes now, and that all behind it has moved.
    pub fn replace_game(&mut self, number: u64, before: &[u8], bytes: &[u8]) {
        let Some(&old) = self.entry(number) else { return };
        let at = number as usize - 1;
        let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count() as i64;
        let by_lines = lines(bytes) - lines(before);
        let found = Index::of_part(bytes, old.byte, u64::from(old.line), u64::from(old.column));
        let Some(&new) = found.entries.first() else { return };
        let moved = self.names.merge(&found.names);
        self.entries[at] = Entry { players: new.players.map(|id| moved[id.to_index()]), ..new };
        let by_bytes = bytes.len() as i64 - i64::from(old.length);
        for entry in &mut self.entries[at + 1..] {
            entry.byte = entry.byte.saturating_add_signed(by_bytes);
            entry.line = u32::try_from(i64::from(entry.line) + by_lines).unwrap_or(u32::MAX);
        }
        for stray in self.stray.iter_mut().filter(|stray| stray.line > u64::from(old.line)) {
            stray.line = stray.line.saturating_add_signed(by_lines);
        }
    }
}

impl Entry {
    /// Returns where in the text the game begins.
    pub fn byte(&self) -> u64 {
        self.byte
    }

    /// Returns how many bytes the game has.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// Reads the game from its bytes, `number` being its number from 1; `None` if they are no game.
    pub fn read(&self, number: u64, bytes: &[u8]) -> Option<Record> {
        let mut reader = Reader::new(bytes)
            .starting_at(self.byte, u64::from(self.line), number.saturating_sub(1))
            .in_column(u64::from(self.column));
        reader.read_record().ok().flatten()
    }
}

/// Collects what one searches for.
#[derive(Default)]
struct Indexer {
    index: Index,
    /// By seat, where the name and the rating are.
    names: [Option<Span>; 4],
    elos: [Option<Span>; 4],
    date: Option<Span>,
    result_tag: Option<Span>,
    termination: Option<Span>,
    /// Whether the last half-move has the sign of mate.
    mates: bool,
    result: Option<GameResult>,
    /// The comments behind the last half-move.
    last: Vec<Span>,
    depth: usize,
    fault: Option<Fault>,
}

impl Visitor for Indexer {
    fn begin_game(&mut self, _place: &Place) -> Flow {
        let (index, mut last) = (std::mem::take(&mut self.index), std::mem::take(&mut self.last));
        last.clear();
        *self = Indexer { index, last, ..Indexer::default() };
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        let place = match tag.name {
            b"Date" => &mut self.date,
            b"Result" => &mut self.result_tag,
            b"Termination" => &mut self.termination,
            name => {
                let seat = |name_of: fn(Seat) -> &'static str| {
                    Seat::ALL.into_iter().find(|&seat| name_of(seat).as_bytes() == name)
                };
                if let Some(seat) = seat(player_tag) {
                    &mut self.names[seat.to_index()]
                } else if let Some(seat) = seat(elo_tag) {
                    &mut self.elos[seat.to_index()]
                } else {
                    return;
                }
            }
        };
        // Of several the first counts.
        place.get_or_insert(tag.value_at);
    }

    fn half_move(&mut self, _label: Label, _label_at: Span, san: &[u8], _san_at: Span) -> Flow {
        if self.depth == 0 {
            self.last.clear();
            self.mates = san.last() == Some(&b'#');
        }
        Flow::Continue
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let is_in_braces = matches!(comment.style, CommentStyle::Braces | CommentStyle::Unclosed);
        if self.depth == 0 && self.result.is_none() && is_in_braces {
            let start = comment.span.start + 1;
            self.last.push(Span::new(start, start + comment.text.len()));
        }
    }

    fn begin_variation(&mut self, _span: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _span: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn result(&mut self, result: GameResult, _span: Span) {
        if self.depth == 0 {
            self.result = Some(result);
        }
    }

    fn fault(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    fn end_game(&mut self, game: RawGame<'_>) -> Flow {
        let Place { byte, line, column, .. } = game.place;
        if !game.is_game {
            self.stray(&game);
            return Flow::Continue;
        }
        let bytes = |span: Span| &game.bytes[span.start..span.end];
        let encoding = Encoding::of(game.bytes);
        let players = self.names.map(|span| match span {
            Some(span) => self.index.names.add(&tree::unescape(&encoding.decode(bytes(span)))),
            None => NameId::default(),
        });
        let rating = |span: Option<Span>| {
            let points = span.and_then(|span| Rating::read(bytes(span)).points());
            points.and_then(|points| u16::try_from(points).ok()).unwrap_or_default()
        };
        let result_tag = || GameResult::read(bytes(self.result_tag?).trim_ascii());
        let end = self
            .last
            .iter()
            .rev()
            .map(|&span| bytes(span))
            .filter(|text| CommentKind::of(text) == CommentKind::Other)
            .chain(self.termination.map(bytes))
            .map(|text| EndReason::read(text).kind)
            .find(|kind| *kind != EndKind::Other);
        let mate = EndKind::Decisive { who: Who::Loser, how: How::Checkmate };
        let end = end.or_else(|| self.mates.then_some(mate));
        self.index.entries.push(Entry {
            byte,
            length: game.bytes.len() as u32,
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            players,
            ratings: self.elos.map(rating),
            date: self.date.map_or(0, |span| day(bytes(span))),
            result: self.result.or_else(result_tag),
            end: end.unwrap_or(EndKind::Other),
        });
        Flow::Continue
    }
}

impl Indexer {
    /// Keeps where text between games is.
    fn stray(&mut self, game: &RawGame<'_>) {
        let Some(fault) = self.fault.filter(|_| self.index.stray.len() < MOST_STRAY) else { return };
        let Place { line, column, .. } = game.place;
        let text = SourceText {
            bytes: game.bytes,
            first_line: line,
            first_column: column,
            encoding: Encoding::of(game.bytes),
        };
        let place = text.spot(fault.span().start);
        self.index.stray.push(Stray {
            line: place.line,
            column: place.column,
            text: fault.kind().to_string(),
            excerpt: text.excerpt(fault.span()),
        });
    }
}

/// Returns a day as one number that can be compared, 0 for what is not known.
fn day(value: &[u8]) -> u32 {
    let Date { year, month, day } = Date::read(value).unwrap_or_default();
    u32::from(year.unwrap_or_default()) * 10_000
        + u32::from(month.unwrap_or_default()) * 100
        + u32::from(day.unwrap_or_default())
}

//! An index of a text: where each game is, and the fields that can be searched. It takes about 50 bytes per game.

use std::io::Read;

use bpgn::end_reason::EndKind;
use bpgn::input::Chunk;
use bpgn::tags::Date;
use bpgn::{Checker, DiagnosticKind, Facts, Place, ReadOptions, Reader, Record, Report, Winner};
use serde::Serialize;

use crate::shapes::place::SourceText;
use crate::texts::player_names::{NameId, Names};

/// The maximum number of stray texts that are kept.
const MOST_STRAY: usize = 100;

/// A game in an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub(crate) byte: u64,
    pub(crate) length: u32,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// By seat.
    pub(crate) players: [NameId; 4],
    /// By seat; 0 if unknown.
    pub(crate) ratings: [u16; 4],
    /// Year, month and day as one number, with 0 for unknown parts.
    pub(crate) date: u32,
    /// Who won, according to everything in the game.
    pub(crate) winner: Option<Winner>,
    pub(crate) end: EndKind,
    /// The number of half-moves.
    pub(crate) plies: u32,
}

/// Text outside of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stray {
    /// The line in the file, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// What is wrong with it.
    pub text: String,
    /// The line of the text, with carets below the place.
    pub excerpt: String,
}

/// The games of a text and where each one is.
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
        let mut index = Index::default();
        let mut reader = Reader::new(bytes).starting_at(byte, line, 0).in_column(column);
        let options = ReadOptions::for_files();
        // A slice has no errors of its own.
        let _ = reader.read_all(&mut Checker::new(options, |report| index.add(report)));
        index
    }

    /// Adds a game, or text outside of games.
    fn add(&mut self, report: &Report<'_>) {
        if !report.is_game {
            return self.add_stray(report);
        }
        let Place { byte, line, column, .. } = report.place;
        let facts: Facts = report.facts();
        let rating =
            |rating: bpgn::tags::Rating| rating.points().and_then(|points| u16::try_from(points).ok());
        self.entries.push(Entry {
            byte,
            length: report.bytes.len() as u32,
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            players: facts
                .players
                .each_ref()
                .map(|name| self.names.add(name.as_deref().unwrap_or_default()))
                .into_array(),
            ratings: facts.ratings.map(|points| rating(points).unwrap_or_default()).into_array(),
            date: facts.date.map_or(0, day),
            winner: facts.outcome.winner,
            end: facts.outcome.reason,
            plies: u32::try_from(report.half_moves).unwrap_or(u32::MAX),
        });
    }

    /// Adds text outside of games.
    fn add_stray(&mut self, report: &Report<'_>) {
        let is_syntax_error = |note: &&bpgn::Diagnostic| matches!(note.kind, DiagnosticKind::Syntax(_));
        let Some(error) = report.diagnostics.iter().find(is_syntax_error) else { return };
        if self.stray.len() >= MOST_STRAY {
            return;
        }
        let text = SourceText {
            bytes: report.bytes,
            first_line: report.place.line,
            first_column: report.place.column,
            encoding: report.encoding(),
        };
        let place = text.spot(error.span.start);
        self.stray.push(Stray {
            line: place.line,
            column: place.column,
            text: error.kind.to_string(),
            excerpt: text.excerpt(error.span),
        });
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no games.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a game by its number, counted from 1.
    pub fn entry(&self, number: u64) -> Option<&Entry> {
        self.entries.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Returns the text outside of games.
    pub fn stray(&self) -> &[Stray] {
        &self.stray
    }

    /// Returns about how many bytes of memory the index takes.
    pub fn memory(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.names.memory()
    }

    /// Appends the index of the text that follows.
    pub fn append(&mut self, found: Index) {
        let moved = self.names.merge(&found.names);
        self.entries.extend(found.entries.into_iter().map(|mut entry| {
            entry.players = entry.players.map(|id| moved[id.to_index()]);
            entry
        }));
        let room = MOST_STRAY.saturating_sub(self.stray.len());
        self.stray.extend(found.stray.into_iter().take(room));
    }

    /// Updates the index after the bytes of a game, given by its number from 1, were replaced.
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
    /// Returns the byte offset of the game in the text.
    pub fn byte(&self) -> u64 {
        self.byte
    }

    /// Returns the length of the game in bytes.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// Reads the game from its bytes; `None` if they aren't a game. `number` is its number, counted from 1.
    pub fn read(&self, number: u64, bytes: &[u8]) -> Option<Record> {
        self.reader(number, bytes).read_record().ok().flatten()
    }

    /// Creates a reader for the game's bytes that reports places in the whole text. `number` is the game's number,
    /// counted from 1.
    pub(crate) fn reader<R: Read>(&self, number: u64, source: R) -> Reader<R> {
        Reader::new(source)
            .starting_at(self.byte, u64::from(self.line), number.saturating_sub(1))
            .in_column(u64::from(self.column))
    }
}

/// Returns a date as one number that can be compared, with 0 for unknown parts.
fn day(date: Date) -> u32 {
    let Date { year, month, day } = date;
    u32::from(year.unwrap_or_default()) * 10_000
        + u32::from(month.unwrap_or_default()) * 100
        + u32::from(day.unwrap_or_default())
}

//! An index of a file: where each game is, and what one searches for. It has some 50 bytes a game.

use std::io::{self, Read};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use bpgn::lexer::CommentStyle;
use bpgn::tags::{elo_tag, player_tag};
use bpgn::{
    Chunk, CommentKind, Date, Encoding, EndKind, EndReason, Fault, Flow, GameResult, How, Parallel, Part,
    Place, Rating, RawComment, RawGame, RawHalfMove, RawTag, Reader, Visitor, Who, tree,
};
use bughouse_chess::{Seat, Span};

use crate::place::Text;
use crate::serve::bytes::Bytes;
use crate::serve::names::{NameId, Names};

/// The most places of stray text that are kept.
const MOST_STRAY: usize = 100;

/// What is known of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) byte: u64,
    pub(super) length: u32,
    pub(super) line: u32,
    pub(super) column: u32,
    /// By seat.
    pub(super) players: [NameId; 4],
    /// By seat; 0 if it is not known.
    pub(super) ratings: [u16; 4],
    /// Year, month and day as one number, 0 for each that is not known.
    pub(super) date: u32,
    pub(super) result: Option<GameResult>,
    pub(super) end: EndKind,
}

/// Text between games that is none.
#[derive(Clone, Debug)]
pub(super) struct Stray {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) text: String,
    pub(super) excerpt: String,
}

/// The games of a file, as far as it was read, and the text in which they are.
#[derive(Default, Debug)]
pub(super) struct Index {
    /// `None` before the file is opened.
    pub(super) text: Option<Arc<Bytes>>,
    pub(super) entries: Vec<Entry>,
    pub(super) names: Names,
    pub(super) stray: Vec<Stray>,
}

impl Index {
    /// Returns how many bytes of memory it takes, about.
    pub(super) fn memory(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.names.memory()
    }

    /// Takes in what was found behind all this.
    fn append(&mut self, found: Index) {
        let moved = self.names.merge(&found.names);
        self.entries.extend(found.entries.into_iter().map(|mut entry| {
            entry.players = entry.players.map(|id| moved[id.to_index()]);
            entry
        }));
        let room = MOST_STRAY.saturating_sub(self.stray.len());
        self.stray.extend(found.stray.into_iter().take(room));
    }
}

/// An index that grows while it is asked.
#[derive(Default, Debug)]
pub(super) struct GrowingIndex(RwLock<Index>);

impl GrowingIndex {
    /// Returns what is there by now.
    pub(super) fn now(&self) -> RwLockReadGuard<'_, Index> {
        // Whoever wrote has left nothing half done.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets all games, and begins with a text.
    pub(super) fn begin(&self, text: Option<Arc<Bytes>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Index { text, ..Index::default() };
    }

    /// Takes note that a game, by index, has other bytes now, that all behind it has moved, and that the text is
    /// another one.
    pub(super) fn replace_game(&self, number: usize, before: &[u8], bytes: Vec<u8>, text: Arc<Bytes>) {
        let mut index = self.0.write().unwrap_or_else(PoisonError::into_inner);
        index.text = Some(text);
        let Some(&old) = index.entries.get(number) else { return };
        let length = bytes.len();
        let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count() as i64;
        let by_lines = lines(&bytes) - lines(before);
        let chunk = Chunk { bytes, byte: old.byte, line: u64::from(old.line), column: u64::from(old.column) };
        let found = index_of(&chunk);
        let Some(&new) = found.entries.first() else { return };
        let moved = index.names.merge(&found.names);
        index.entries[number] = Entry { players: new.players.map(|id| moved[id.to_index()]), ..new };
        let by_bytes = length as i64 - i64::from(old.length);
        for entry in &mut index.entries[number + 1..] {
            entry.byte = entry.byte.saturating_add_signed(by_bytes);
            entry.line = u32::try_from(i64::from(entry.line) + by_lines).unwrap_or(u32::MAX);
        }
        for stray in index.stray.iter_mut().filter(|stray| stray.line > u64::from(old.line)) {
            stray.line = stray.line.saturating_add_signed(by_lines);
        }
    }

    /// Reads a source to its end on several threads. Stops early if `goes_on` says so.
    ///
    /// # Errors
    /// Passes on what is wrong with the source. What came before it is in the index.
    pub(super) fn fill(
        &self,
        open: impl Fn() -> io::Result<Box<dyn Read + Send>> + Sync,
        goes_on: impl Fn(usize) -> bool,
    ) -> io::Result<()> {
        let mut broken = None;
        Parallel::default().run(
            vec![()],
            |()| open(),
            |_, chunk| index_of(chunk),
            |_, part| {
                match part {
                    Part::Done(found) => {
                        self.0.write().unwrap_or_else(PoisonError::into_inner).append(found);
                    }
                    Part::Broken(error) => broken = Some(error),
                    Part::End => {}
                }
                goes_on(self.now().entries.len())
            },
        );
        broken.map_or(Ok(()), Err)
    }
}

/// Indexes the games of a chunk.
fn index_of(chunk: &Chunk) -> Index {
    let mut indexer = Indexer::default();
    let mut reader =
        Reader::new(&chunk.bytes[..]).starting_at(chunk.byte, chunk.line, 0).in_column(chunk.column);
    // A slice has no errors of its own.
    let _ = reader.read_all(&mut indexer);
    indexer.index
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

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        self.last.clear();
        self.mates = half_move.san.last() == Some(&b'#');
        Flow::Continue
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let is_in_braces = matches!(comment.style, CommentStyle::Braces | CommentStyle::Unclosed);
        if self.result.is_none() && is_in_braces {
            let start = comment.span.start + 1;
            self.last.push(Span::new(start, start + comment.text.len()));
        }
    }

    fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
        Flow::Skip
    }

    fn result(&mut self, result: GameResult, _span: Span, _depth: usize) {
        self.result = Some(result);
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
        let text = Text {
            bytes: game.bytes,
            first_line: line,
            first_column: column,
            encoding: Encoding::of(game.bytes),
        };
        let place = text.place(fault.span().start);
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

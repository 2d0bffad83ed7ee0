//! A game as it was read: its bytes, and the spans of its tags and half-moves.

use bpgn::clock::CommentTimes;
use bpgn::detect::Encoding;
use bpgn::tags::GameResult;
use bpgn::{Flow, Label, Place, RawComment, RawGame, RawHalfMove, RawTag, Reader, Visitor};
use bughouse_chess::Span;

/// A game as it was read.
#[derive(Debug)]
pub(crate) struct GameData {
    pub(crate) place: Place,
    pub(crate) bytes: Vec<u8>,
    /// The spans of names and values.
    pub(crate) tags: Vec<(Span, Span)>,
    pub(crate) half_moves: Vec<Written>,
    pub(crate) result: Option<GameResult>,
}

/// A half-move of the main line as written in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) label: Label,
    pub(crate) san: Span,
    /// The time on the clock in milliseconds.
    pub(crate) clock: Option<i64>,
}

impl GameData {
    /// Returns the encoding of the bytes.
    pub(crate) fn encoding(&self) -> Encoding {
        Encoding::of(&self.bytes)
    }

    /// Returns the bytes of a span.
    pub(crate) fn part(&self, span: Span) -> &[u8] {
        self.bytes.get(span.start..span.end).unwrap_or_default()
    }
}

/// Reads all games of a text that begins at `place` of a file.
pub(crate) fn read_games(text: &[u8], place: Place) -> Vec<GameData> {
    let mut collector = Collector::default();
    let mut reader = Reader::new(text)
        .starting_at(place.byte, place.line, place.number.saturating_sub(1))
        .in_column(place.column);
    // Reading from a slice can't fail.
    let _ = reader.read_all(&mut collector);
    collector.games
}

#[derive(Default)]
struct Collector {
    games: Vec<GameData>,
    tags: Vec<(Span, Span)>,
    half_moves: Vec<Written>,
    times: CommentTimes,
    result: Option<GameResult>,
}

impl Collector {
    /// Sets the clock of the last half-move, after all of its comments were read.
    fn finish_half_move(&mut self) {
        if let Some(last) = self.half_moves.last_mut() {
            last.clock = self.times.clock().map(|clock| clock.time().0);
        }
        self.times = CommentTimes::default();
    }
}

impl Visitor for Collector {
    type Output = ();

    fn tag(&mut self, tag: RawTag<'_>) {
        self.tags.push((tag.name_at, tag.value_at));
    }

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        self.finish_half_move();
        self.half_moves.push(Written { label: half_move.label, san: half_move.san_at, clock: None });
        Flow::Continue
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.times.add(comment.text);
    }

    fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
        Flow::Skip
    }

    fn result(&mut self, result: GameResult, _span: Span, _depth: usize) {
        self.result = Some(result);
    }

    fn end_game(&mut self, game: RawGame<'_>) {
        self.finish_half_move();
        let (tags, half_moves) = (std::mem::take(&mut self.tags), std::mem::take(&mut self.half_moves));
        let result = self.result.take();
        if game.is_game {
            self.games.push(GameData {
                place: game.place,
                bytes: game.bytes.to_vec(),
                tags,
                half_moves,
                result,
            });
        }
    }
}

//! Reading: the events are the same whether a text is read whole, in parts, in chunks, or on several threads.

use std::io::{self, Read};

use bpgn::input::{Chunks, Parallel, Part};
use bpgn::lexer::{CommentStyle, TagForm};
use bpgn::tags::GameResult;
use bpgn::{
    Flow, Game, Label, Limits, Place, RawComment, RawGame, RawHalfMove, RawTag, Reader, SyntaxError,
    SyntaxErrorKind, Visitor,
};
use bughouse_chess::Span;

/// What a reader reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A game begins.
    Begin(Place),
    /// A tag: name, value, form, and where all of it, the name and the value are.
    Tag(Vec<u8>, Vec<u8>, TagForm, [Span; 3]),
    /// The tags end.
    EndTags,
    /// A half-move: label, move, where both are, and the depth.
    HalfMove(Label, Vec<u8>, [Span; 2], usize),
    /// A comment, and its depth.
    Comment(Vec<u8>, CommentStyle, Span, usize),
    /// A NAG, and its depth.
    Nag(Vec<u8>, Span, usize),
    /// A variation begins, at a depth, and the visitor's answer.
    Open(Span, usize, Flow),
    /// A variation ends, at a depth.
    Close(Span, usize),
    /// A result, and its depth.
    Result(GameResult, Span, usize),
    /// A syntax error.
    SyntaxError(SyntaxError),
    /// A game ends.
    End(Place, Vec<u8>, bool),
}

/// Records all events. Its bytes decide where it skips or stops.
#[derive(Default)]
pub struct Recorder<'a> {
    /// What was reported.
    pub events: Vec<Event>,
    flows: &'a [u8],
    calls: usize,
    /// Every variation is skipped.
    skips_variations: bool,
}

impl Recorder<'_> {
    fn flow(&mut self) -> Flow {
        self.calls += 1;
        match self.flows.get(self.calls % (self.flows.len() + 1)) {
            Some(0..=7) => Flow::Skip,
            Some(8..=11) => Flow::Stop,
            _ => Flow::Continue,
        }
    }
}

impl Visitor for Recorder<'_> {
    type Output = ();

    fn begin_game(&mut self, place: &Place) -> Flow {
        self.events.push(Event::Begin(*place));
        self.flow()
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        let spans = [tag.span, tag.name_at, tag.value_at];
        self.events.push(Event::Tag(tag.name.to_vec(), tag.value.to_vec(), tag.form, spans));
    }

    fn end_tags(&mut self) -> Flow {
        self.events.push(Event::EndTags);
        self.flow()
    }

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        let RawHalfMove { label, label_at, san, san_at, depth } = half_move;
        self.events.push(Event::HalfMove(label, san.to_vec(), [label_at, san_at], depth));
        self.flow()
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let RawComment { text, style, span, depth } = comment;
        self.events.push(Event::Comment(text.to_vec(), style, span, depth));
    }

    fn nag(&mut self, nag: &[u8], span: Span, depth: usize) {
        self.events.push(Event::Nag(nag.to_vec(), span, depth));
    }

    fn begin_variation(&mut self, span: Span, depth: usize) -> Flow {
        let flow = if self.skips_variations { Flow::Skip } else { self.flow() };
        self.events.push(Event::Open(span, depth, flow));
        flow
    }

    fn end_variation(&mut self, span: Span, depth: usize) {
        self.events.push(Event::Close(span, depth));
    }

    fn result(&mut self, result: GameResult, span: Span, depth: usize) {
        self.events.push(Event::Result(result, span, depth));
    }

    fn syntax_error(&mut self, error: SyntaxError) {
        self.events.push(Event::SyntaxError(error));
    }

    fn end_game(&mut self, game: RawGame<'_>) {
        self.events.push(Event::End(game.place, game.bytes.to_vec(), game.is_game));
    }
}

/// A source that returns a few bytes at a time, with interruptions between them.
struct SlowReader<'a> {
    text: &'a [u8],
    /// The lengths of the reads, repeated. 0 is an interruption. If empty, each read returns one byte.
    lengths: &'a [u8],
    at: usize,
    /// Whether it ends with an error.
    breaks: bool,
}

impl Read for SlowReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = match self.lengths {
            [] => 1,
            lengths => lengths[self.at % lengths.len()],
        };
        self.at += 1;
        // Not only interruptions, in case all lengths are 0.
        if length == 0 && !self.at.is_multiple_of(3) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.text.is_empty() && std::mem::take(&mut self.breaks) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let length = usize::from(length.max(1)).min(self.text.len()).min(buffer.len());
        let (given, rest) = self.text.split_at(length);
        buffer[..length].copy_from_slice(given);
        self.text = rest;
        Ok(length)
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The limits.
    pub limits: Limits,
    /// How many bytes arrive at a time.
    pub lengths: &'a [u8],
    /// The size of chunks.
    pub chunk: usize,
    /// How many threads there are; 0 for none.
    pub threads: usize,
    /// What the visitor answers.
    pub flows: &'a [u8],
    /// Whether the source ends with an error.
    pub breaks: bool,
}

/// Reads a source to its end, even if the visitor stops. Returns the number of errors.
fn read(reader: &mut Reader<impl Read>, recorder: &mut Recorder<'_>) -> usize {
    let mut broken = 0;
    loop {
        match reader.read_game(recorder) {
            Ok(None) => return broken,
            Ok(Some(())) => assert_eq!(broken, 0, "a game after an error"),
            Err(_) => broken += 1,
        }
    }
}

/// Reads all of a text at once.
pub fn read_whole<'a>(text: &[u8], limits: Limits, flows: &'a [u8]) -> Recorder<'a> {
    let mut recorder = Recorder { flows, ..Recorder::default() };
    read(&mut Reader::with_limits(text, limits), &mut recorder);
    recorder
}

/// Checks that a visitor of a game in memory receives what a reader of its canonical text reports.
pub fn check_visit(game: &Game, flows: &[u8]) {
    let mut visited = Recorder { flows, ..Recorder::default() };
    game.visit(&mut visited);
    let text = game.to_string();
    if !text.trim().is_empty() {
        assert_same(
            &visited.events,
            &read_whole(text.as_bytes(), Limits::default(), flows).events,
            "in memory",
        );
    }
}

/// Checks that a text is read the same in every way.
pub fn check(text: &[u8], way: Way<'_>) {
    let whole = read_whole(text, way.limits, way.flows).events;
    check_games(text, &whole, way.limits);
    check_depths(&whole);
    check_skipping(text, way.limits);

    let mut kept = Vec::new();
    for lengths in [&[][..], way.lengths] {
        let mut recorder = Recorder { flows: way.flows, ..Recorder::default() };
        let source = SlowReader { text, lengths, at: 0, breaks: way.breaks };
        let broken = read(&mut Reader::with_limits(source, way.limits), &mut recorder);
        assert_eq!(broken, usize::from(way.breaks), "the error is returned once");
        if !way.breaks {
            assert_same(&recorder.events, &whole, "in small reads");
            continue;
        }
        // What was read of a game that is cut off has no end.
        let ended = recorder.events.iter().rposition(|event| matches!(event, Event::End(..)));
        recorder.events.truncate(ended.map_or(0, |at| at + 1));
        kept.push(check_broken(text, &recorder.events, &whole, way));
    }

    let mut recorder = Recorder { flows: way.flows, ..Recorder::default() };
    let source = SlowReader { text, lengths: way.lengths, at: 0, breaks: way.breaks };
    let mut chunks = Chunks::new(source, way.limits, way.chunk);
    let mut games = 0;
    let broken = loop {
        let chunk = match chunks.next_chunk() {
            Ok(Some(chunk)) => chunk,
            Ok(None) => break false,
            Err(_) => break true,
        };
        let reader = Reader::with_limits(&chunk.bytes[..], way.limits);
        let mut reader = reader.starting_at(chunk.byte, chunk.line, games).in_column(chunk.column);
        read(&mut reader, &mut recorder);
        games = reader.games();
    };
    assert_eq!(broken, way.breaks);
    assert!(matches!(chunks.next_chunk(), Ok(None)), "the error is returned once");
    if broken {
        kept.push(check_broken(text, &recorder.events, &whole, way));
        assert!(kept.iter().all(|&is_whole| is_whole == kept[0]), "a game is cut off or not: {kept:?}");
    } else {
        assert_same(&recorder.events, &whole, "in chunks");
    }

    if way.threads > 0 {
        check_parallel(text, way);
    }
}

/// Checks the events of a source that ends with an error. The last game is missing if the error may have cut it off.
/// Returns whether it is there.
fn check_broken(text: &[u8], found: &[Event], whole: &[Event], way: Way<'_>) -> bool {
    // Without the answers of the visitor, which could hide the result.
    let all = read_whole(text, way.limits, &[]).events;
    let last =
        |events: &[Event]| events.iter().rposition(|event| matches!(event, Event::Begin(_))).unwrap_or(0);
    let is_whole = found.len() == whole.len();
    assert_same(found, if is_whole { whole } else { &whole[..last(whole)] }, "with an error");
    let last = &all[last(&all)..];
    let too_long = |event: &Event| matches!(event, Event::SyntaxError(error) if matches!(error.kind(), SyntaxErrorKind::TooLong(_)));
    let has_result = last.iter().any(|event| matches!(event, Event::Result(_, _, 0)));
    let ends_line = text[text.trim_ascii_end().len()..].contains(&b'\n');
    if is_whole {
        assert!(all.is_empty() || last.iter().any(too_long) || (has_result && ends_line), "a cut-off game");
    } else if let [.., Event::Result(_, _, 0), Event::End(..)] = last {
        let results = last.iter().filter(|event| matches!(event, Event::Result(_, _, 0))).count();
        assert!(!ends_line || results > 1, "a complete game is missing");
    }
    is_whole
}

/// Checks that several threads give the same results. No visitor skips or stops here, because a [`Recorder`] counts its
/// calls over the whole text.
fn check_parallel(text: &[u8], way: Way<'_>) {
    let parallel = Parallel::default().threads(way.threads).chunk(way.chunk).limits(way.limits);
    let sources = vec![text.to_vec(), Vec::new(), text.to_vec()];
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    let mut games = [0; 3];
    let mut ends = Vec::new();
    parallel.run(
        sources,
        |source| Ok(Box::new(io::Cursor::new(source)) as Box<dyn Read + Send>),
        |_, chunk| {
            let mut recorder = Recorder::default();
            let reader = Reader::with_limits(&chunk.bytes[..], way.limits);
            let mut reader = reader.starting_at(chunk.byte, chunk.line, 0).in_column(chunk.column);
            read(&mut reader, &mut recorder);
            (recorder.events, reader.games())
        },
        |source, part| {
            match part {
                Part::Done((events, count)) => {
                    found[source].extend(events.into_iter().map(|event| later(event, games[source])));
                    games[source] += count;
                }
                Part::Broken(error) => panic!("{error}"),
                Part::End => ends.push(source),
            }
            true
        },
    );
    let whole = read_whole(text, way.limits, &[]).events;
    assert_same(&found[0], &whole, "in parallel");
    assert_same(&found[2], &whole, "in parallel");
    assert_eq!((found[1].len(), ends), (0, vec![0, 1, 2]));

    // A caller that stops isn't called again, and no thread waits.
    let mut parts = 0;
    parallel.run(
        vec![text.to_vec(), text.to_vec()],
        |source| Ok(Box::new(io::Cursor::new(source)) as Box<dyn Read + Send>),
        |_, chunk| chunk.bytes.len(),
        |_, _| {
            parts += 1;
            parts <= way.chunk % 4
        },
    );
    assert!(parts <= way.chunk % 4 + 1);
}

/// Returns the nesting depth of an event, if it has one.
fn depth_of(event: &Event) -> Option<usize> {
    match *event {
        Event::HalfMove(_, _, _, depth)
        | Event::Comment(_, _, _, depth)
        | Event::Nag(_, _, depth)
        | Event::Open(_, depth, _)
        | Event::Close(_, depth)
        | Event::Result(_, _, depth) => Some(depth),
        _ => None,
    }
}

/// Checks that the depth is the number of open variations, whatever the visitor answered.
fn check_depths(events: &[Event]) {
    let mut open = 0;
    for event in events {
        match event {
            Event::Begin(_) => open = 0,
            Event::Open(..) => open += 1,
            _ => {}
        }
        assert_eq!(depth_of(event).unwrap_or(open), open, "{event:?}");
        match event {
            // A skipped variation has no end.
            Event::Close(..) | Event::Open(_, _, Flow::Skip) => open -= 1,
            _ => {}
        }
    }
}

/// Checks that a visitor that skips all variations receives their beginnings, the main line and all errors.
fn check_skipping(text: &[u8], limits: Limits) {
    let all = read_whole(text, limits, &[]).events;
    let mut recorder = Recorder { skips_variations: true, ..Recorder::default() };
    read(&mut Reader::with_limits(text, limits), &mut recorder);
    let seen = |event: Event| match event {
        Event::Open(span, 1, _) => Some(Event::Open(span, 1, Flow::Skip)),
        event => depth_of(&event).is_none_or(|depth| depth == 0).then_some(event),
    };
    let kept: Vec<Event> = all.into_iter().filter_map(seen).collect();
    assert_same(&recorder.events, &kept, "without variations");
}

/// Adds the number of earlier games to the number of a game.
fn later(event: Event, games: u64) -> Event {
    let after = |place: Place| Place { number: place.number + games, ..place };
    match event {
        Event::Begin(place) => Event::Begin(after(place)),
        Event::End(place, bytes, is_game) => Event::End(after(place), bytes, is_game),
        event => event,
    }
}

fn assert_same(found: &[Event], whole: &[Event], how: &str) {
    for (i, (found, whole)) in found.iter().zip(whole).enumerate() {
        assert_eq!(found, whole, "event {i} {how}");
    }
    assert_eq!(found.len(), whole.len(), "events {how}");
}

/// Checks that the games cover the text: they are in order and don't overlap, and only white space and byte-order marks
/// are in none, except after a game that is too long.
fn check_games(text: &[u8], events: &[Event], limits: Limits) {
    let is_space = |mut bytes: &[u8]| loop {
        bytes = match bytes {
            [] => return true,
            [b'\t'..=b'\r' | b' ', rest @ ..] | [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            _ => return false,
        };
    };
    let mut end = 0;
    let mut number = 1;
    let mut too_long = false;
    let mut open_game = None;
    for event in events {
        match event {
            Event::Begin(place) => {
                assert!(open_game.replace(*place).is_none(), "two games at once");
                let start = place.byte as usize;
                assert!(start >= end && (too_long || is_space(&text[end..start])), "left out at {end}");
                let lines = text[..start].iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!((place.line, place.number), (lines as u64 + 1, number));
                too_long = false;
            }
            Event::End(place, bytes, is_game) => {
                assert_eq!(open_game.take(), Some(*place));
                let start = place.byte as usize;
                end = start + bytes.len();
                assert_eq!(text.get(start..end), Some(&bytes[..]));
                assert!(!bytes.is_empty() && bytes.len() <= limits.game_bytes);
                number += u64::from(*is_game);
            }
            Event::SyntaxError(error) => {
                too_long |= matches!(error.kind(), SyntaxErrorKind::TooLong(_));
                let span = error.span();
                assert!(span.start <= span.end && span.end <= limits.game_bytes);
            }
            Event::HalfMove(_, san, [label, at], _) => {
                assert!(label.end <= at.start);
                let start = open_game.map_or(0, |place| place.byte as usize);
                assert_eq!(&text[start + at.start..start + at.end], &san[..]);
            }
            _ => {}
        }
    }
    assert!(open_game.is_none() && (too_long || is_space(&text[end..])), "left out at {end}");
}

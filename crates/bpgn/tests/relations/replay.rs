//! Replay: reports are consistent, pieces are neither lost nor created, and the timeline agrees.

use bpgn::clock::Clock;
use bpgn::replay::{ObservedHalfMove, Observer, Played, PlayedLine, Replayer, Sits, Step, Waited};
use bpgn::{
    Checker, DiagnosticKind, Facts, Game, Limits, Line, Moment, Moments, ReadOptions, Reader, Record, Replay,
    Report, Severity, Start, State, Timeline,
};
use bughouse_chess::{BoardId, Color, Millis, Piece, Position, Span};

/// Checks that all ways to replay the games of a text agree.
pub fn check(text: &[u8], options: ReadOptions, limits: Limits) {
    let mut reader = Reader::with_limits(text, limits);
    let records: Vec<Record> = reader.records().collect::<Result<_, _>>().expect("memory has no errors");
    let consumers = Consumers { records: &records, options, count: 0, byte: 0, watched: Vec::new() };
    let mut checker = Checker::with_observer(options, consumers);
    Reader::with_limits(text, limits).read_all(&mut checker).expect("memory has no errors");
    assert_eq!(checker.into_observer().count, records.len());
}

/// Compares the results of everything that replays a game.
struct Consumers<'a> {
    records: &'a [Record],
    options: ReadOptions,
    count: usize,
    byte: u64,
    watched: Vec<Watched>,
}

/// A half-move as it was reported while the game was read.
struct Watched {
    ply: usize,
    played: Played,
    positions: [Position; 2],
    san_at: Span,
    clock: Option<Clock>,
    times: [Option<Millis>; 2],
}

impl Observer for Consumers<'_> {
    type Output = ();

    fn half_move(&mut self, half_move: &ObservedHalfMove<'_>) {
        let &ObservedHalfMove { step, label_at, san_at, clock, lag, thinking, .. } = half_move;
        assert!(label_at.end <= san_at.start && step.depth == 0);
        self.watched.push(Watched {
            ply: step.ply,
            played: step.played,
            positions: [*step.before, *step.after],
            san_at,
            clock,
            times: [lag, thinking],
        });
    }

    fn report(&mut self, report: &Report<'_>) {
        let (record, options) = (&self.records[self.count], self.options);
        assert!(self.count == 0 || report.place.byte > self.byte, "games are not in order");
        (self.count, self.byte) = (self.count + 1, report.place.byte);
        assert_eq!((report.place, report.is_game), (record.place, record.is_game));
        assert_eq!(report.half_moves, record.game.main.half_moves.len());
        check_report(report, &options);
        let timeline = check_timeline(report, record, &options);
        check_watched(&std::mem::take(&mut self.watched), &timeline, record, report);
        check_replayer(report, &timeline, record, &options);
        check_stream(&timeline, record, &options);
        check_facts(report, record, &options);
    }
}

/// Checks that the half-moves reported while the game was read are those of the timeline.
fn check_watched(watched: &[Watched], timeline: &Timeline, record: &Record, report: &Report<'_>) {
    assert_eq!(watched.len(), timeline.len());
    let has_lag_tag = record.game.tags.get("Lag").is_some();
    for (seen, moment) in watched.iter().zip(&timeline.moments) {
        assert_eq!((seen.ply, seen.played.mv, seen.played.seat), (moment.ply, moment.mv, moment.seat));
        assert_eq!(seen.positions, [*timeline.position(seen.ply - 1).expect("a ply"), moment.position]);
        let san = &report.bytes[seen.san_at.start..seen.san_at.end];
        assert_eq!(record.game.encoding.decode(san), moment.san.as_str());
        assert_eq!((seen.clock, seen.times[1]), (moment.clock, moment.thinking), "{}", moment.label);
        assert!(has_lag_tag || seen.times[0] == moment.lag);
    }
}

fn check_report(report: &Report<'_>, options: &ReadOptions) {
    let inside = |span: Span| assert!(span.start <= span.end && span.end <= report.bytes.len(), "{span:?}");
    for tag in report.tags {
        [tag.span, tag.name, tag.value].into_iter().for_each(inside);
    }
    for diagnostic in report.diagnostics {
        inside(diagnostic.span);
        assert!(
            diagnostic.count > 0
                && !report.text_of(diagnostic).is_empty()
                && !diagnostic.kind.name().is_empty()
        );
    }
    assert!(report.diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));

    let played = report.played;
    let repeated =
        report.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::RepeatedHalfMove);
    match report.stopped {
        Some(stopped) => {
            inside(stopped.span);
            inside(report.stopped_move.expect("the move stopped it"));
            assert_eq!(stopped.ply, played + 1, "{stopped:?}");
            assert!(!repeated && stopped.ply <= report.half_moves);
            assert!(!stopped.kind.to_string().is_empty() && !stopped.kind.name().is_empty());
        }
        None => {
            assert_eq!(played + usize::from(repeated), report.half_moves);
            assert_eq!(report.stopped_move, None);
        }
    }
    assert_eq!(report.starts.len(), report.half_moves);
    assert!(report.starts.is_sorted());

    let has = |severity| report.diagnostics.iter().any(|diagnostic| diagnostic.kind.severity() == severity);
    let deviates = has(Severity::Note) || has(Severity::Repair);
    let is_broken = report.stopped.is_some() || has(Severity::Error) || (deviates && !options.lenient);
    assert_eq!(report.state == State::Broken, is_broken, "{:?}", report.diagnostics);
    assert_eq!(
        report.state == State::Repaired,
        !is_broken && has(Severity::Repair),
        "{:?}",
        report.diagnostics
    );
    assert_eq!(
        report.start.error.is_some(),
        report.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::BadStart)
    );
    assert!(
        options.borrow
            || !report
                .diagnostics
                .iter()
                .any(|diagnostic| matches!(diagnostic.kind, DiagnosticKind::Borrowed(..)))
    );
    let _ = report.outcome.to_string();
}

/// Counts pieces by color and kind on both boards and in reserve; promoted pieces are pawns.
fn pieces(position: &Position) -> [[u32; 6]; 2] {
    Color::ALL.map(|color| Piece::ALL.map(|piece| position.count_pieces(color, piece)))
}

/// Plays the half-moves again, one by one, and counts the pieces.
fn check_replayer(report: &Report<'_>, timeline: &Timeline, record: &Record, options: &ReadOptions) {
    let mut again: Replayer = report.start.replayer(options);
    let mut expected = pieces(again.position());
    for (moment, half_move) in timeline.moments.iter().zip(&record.game.main.half_moves) {
        let played = again.play(half_move.label, half_move.san.as_bytes()).expect("it was played before");
        assert_eq!((moment.label, moment.seat, moment.mv), (played.label, played.seat, played.mv));
        assert_eq!(moment.transfer, played.transfer);
        assert_eq!(&moment.position, again.position());
        if let Some(piece) = played.deviations.borrowed {
            expected[played.seat.color as usize][piece.to_index()] += 1;
        }
        if !again.has_overflowed() {
            assert_eq!(pieces(again.position()), expected, "after half-move {}", moment.ply);
        }
    }
    assert_eq!(format!("{:?}", report.end), format!("{again:?}"));
}

fn check_timeline(report: &Report<'_>, record: &Record, options: &ReadOptions) -> Timeline {
    let timeline = Timeline::new(&record.game, options);
    let stopped = report.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.kind));
    assert_eq!(timeline.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.kind)), stopped);
    assert_eq!(timeline.len(), report.played);
    assert_eq!(timeline.position(timeline.len()), Some(report.end.position()));
    for board in BoardId::ALL {
        let (last, end) =
            (timeline.to_bfen(timeline.len(), board).expect("there is an end"), report.to_bfen(board));
        // With a start position, move numbers come from the labels.
        let without_number = |bfen: &str| bfen.rsplit_once(' ').map(|(fields, _)| fields.to_owned());
        assert_eq!(without_number(&last), without_number(&end));
        assert!(last == end || report.tag("FEN").is_some(), "{last} {end}");
    }
    for sit in timeline.sits(Millis::ZERO) {
        assert!(sit.from_ply < sit.to_ply && sit.to_ply <= timeline.len(), "{sit:?}");
        assert!(sit.time >= Millis::ZERO);
    }
    let (played, variations) = Timeline::of_played(&record.game, options);
    assert_eq!((&played.moments, played.stopped), (&timeline.moments, timeline.stopped));
    check_line(record, &variations, &timeline, &mut Vec::new(), options);
    timeline
}

/// Compares a line that was played at once with the same line played from the start, including all variations.
fn check_played(record: &Record, played: &PlayedLine, path: &mut Vec<(usize, usize)>, options: &ReadOptions) {
    let timeline = Timeline::of_line(&record.game, path, options).expect("there is a line");
    let before: usize = path.iter().map(|&(index, _)| index).sum();
    let expected: Vec<&Moment> = timeline.moments.iter().skip(before).collect();
    assert_eq!(played.moments.iter().collect::<Vec<_>>(), expected, "{path:?}");
    assert_eq!(played.stopped, timeline.stopped, "{path:?}");
    check_line(record, &played.variations, &timeline, path, options);
}

/// Checks the variations of a line that was played at once, and the line itself.
fn check_line(
    record: &Record,
    variations: &[Vec<PlayedLine>],
    timeline: &Timeline,
    path: &mut Vec<(usize, usize)>,
    options: &ReadOptions,
) {
    check_moments(record, variations, timeline, path, options);
    for (index, variations) in variations.iter().enumerate() {
        for (number, variation) in variations.iter().enumerate() {
            path.push((index, number));
            check_played(record, variation, path, options);
            path.pop();
        }
    }
}

/// Compares a line that was played at once with the same line played half-move by half-move, including variations.
fn check_moments(
    record: &Record,
    variations: &[Vec<PlayedLine>],
    timeline: &Timeline,
    path: &[(usize, usize)],
    options: &ReadOptions,
) {
    let before: usize = path.iter().map(|&(index, _)| index).sum();
    let mut moments =
        Moments::of_line(&record.game, path, options).expect("there is a line").with_variations();
    let mut expected = timeline.moments.iter();
    for (count, step) in moments.by_ref().enumerate() {
        assert_eq!(step.moment.as_ref(), expected.next(), "{path:?}");
        if let Some(index) = usize::checked_sub(count, before) {
            assert_eq!(step.depth, path.len());
            let lines = variations[index].iter();
            assert_eq!(step.variations.len(), lines.len());
            step.variations.iter().zip(lines).for_each(|(one, other)| check_same(one, other));
        }
    }
    assert_eq!((moments.played(), moments.stopped()), (timeline.len(), timeline.stopped));
    assert_eq!((moments.start().clocks, moments.clock_kind()), (timeline.start.clocks, timeline.clock_kind));
    let mut sits = Sits::new(timeline.clock_kind, Millis::ZERO);
    timeline.moments.iter().for_each(|moment| sits.push(Waited::of(moment)));
    let found = sits.end(None);
    assert_eq!(found, timeline.sits(Millis::ZERO)[..found.len()]);
}

fn check_same(one: &PlayedLine, other: &PlayedLine) {
    assert_eq!((&one.moments, one.stopped), (&other.moments, other.stopped));
    assert_eq!(one.variations.len(), other.variations.len());
    for (one, other) in one.variations.iter().flatten().zip(other.variations.iter().flatten()) {
        check_same(one, other);
    }
}

/// Replays the tree in file order, with variations where a writer puts them, unlike the timeline.
fn check_stream(timeline: &Timeline, record: &Record, options: &ReadOptions) {
    let tag = |name: &str| record.game.tags.get(name).map(str::as_bytes);
    let mut replay = Replay::new(*options);
    replay.restart(&Start::of_tags(tag, options));
    let mut moments = timeline.moments.iter();
    replay_line(&mut replay, &record.game.main, &mut |step| {
        let moment = moments.next().expect("as many as in the timeline");
        assert_eq!((step.ply, step.played.mv), (moment.ply, moment.mv));
        assert_eq!(step.after, &moment.position);
        let before = timeline.position(step.ply - 1).expect("what stood before");
        assert_eq!(step.before, before);
    });
    assert_eq!(moments.len(), 0);
    assert_eq!(replay.stopped(), timeline.stopped);
    assert_eq!(replay.half_moves(), record.game.main.half_moves.len());
}

fn replay_line(replay: &mut Replay, line: &Line, main: &mut dyn FnMut(Step<'_>)) {
    for half_move in &line.half_moves {
        match replay.half_move(half_move.label, half_move.san.as_bytes()) {
            Ok(step) if step.depth == 0 => main(step),
            _ => {}
        }
        for variation in &half_move.variations {
            replay.begin_variation();
            replay_line(replay, variation, main);
            replay.end_variation();
        }
    }
}

/// Checks that the facts are those of the report and, without syntax errors, of the tree after writing.
fn check_facts(report: &Report<'_>, record: &Record, options: &ReadOptions) {
    let facts = report.facts();
    assert_eq!(facts.outcome, report.outcome);
    let about_end = report.diagnostics.iter().filter(|diagnostic| diagnostic.kind.is_about_end()).count();
    assert_eq!(facts.conflicts.len(), about_end);
    if record.is_valid() && *options == ReadOptions::for_files() {
        let again = Facts::of(&record.game);
        assert_eq!(again.outcome, facts.outcome);
        assert_eq!((again.result, &again.players), (facts.result, &facts.players));
        check_visit(&record.game, options);
    }
}

/// Checks that a visitor of a tree receives what a reader of its canonical text reports.
fn check_visit(game: &Game, options: &ReadOptions) {
    let text = game.to_string();
    let mut checker = Checker::new(*options, |report| format!("{report:?}"));
    let visited = game.visit(&mut checker);
    if let Some(read) = Reader::new(text.as_bytes()).read_game(&mut checker).expect("memory has no errors") {
        assert_eq!(visited, read, "{text}");
    }
}

//! Replay: what is reported agrees with itself, men are neither lost nor found, and a timeline says the same.

use bpgn::{
    Checker, Departures, Flow, Limits, Moment, NoteKind, PlayedLine, Player, ReadOptions, Reader, Record,
    Report, Severity, State, Timeline, TreeBuilder,
};
use bughouse_chess::{Board, BoardId, Color, Millis, Piece, Span};

/// Checks how the games of a text are played.
pub fn check(text: &[u8], options: ReadOptions, limits: Limits) {
    let mut records = Vec::new();
    let mut reader = Reader::with_limits(text, limits);
    let mut builder = TreeBuilder::new();
    while reader.read_game(&mut builder).expect("memory has no errors") != bpgn::Reading::End {
        records.extend(builder.take());
    }
    let mut count = 0;
    let mut byte = 0;
    let mut checker = Checker::new(options, |report| {
        let record = &records[count];
        assert!(count == 0 || report.place.byte > byte, "games are not in order");
        (count, byte) = (count + 1, report.place.byte);
        assert_eq!((report.place, report.is_game), (record.place, record.is_game));
        assert_eq!(report.half_moves, record.game.main.half_moves.len());
        check_report(report, &options);
        let given_start = record.game.tags.get("FEN").is_some() && report.start_error.is_none();
        check_player(report.player, record, given_start, &options);
        check_timeline(report, record, &options);
        Flow::Continue
    });
    Reader::with_limits(text, limits).read_all(&mut checker).expect("memory has no errors");
    drop(checker);
    assert_eq!(count, records.len());
}

fn check_report(report: &Report<'_>, options: &ReadOptions) {
    let inside = |span: Span| assert!(span.start <= span.end && span.end <= report.bytes.len(), "{span:?}");
    for tag in report.tags {
        [tag.span, tag.name, tag.value].into_iter().for_each(inside);
    }
    for note in report.notes {
        inside(note.span);
        assert!(note.count > 0 && !report.text_of(note).is_empty() && !note.kind.name().is_empty());
    }
    assert!(report.notes.is_sorted_by_key(|note| note.span.start));

    let played = report.player.played().len();
    let repeated = report.notes.iter().any(|note| note.kind == NoteKind::RepeatedHalfMove);
    match report.stopped {
        Some(stopped) => {
            inside(stopped.span);
            inside(stopped.san);
            assert_eq!(stopped.ply, played + 1, "{stopped:?}");
            assert!(!repeated && stopped.ply <= report.half_moves);
            assert!(!stopped.kind.to_string().is_empty() && !stopped.kind.name().is_empty());
        }
        None => assert_eq!(played + usize::from(repeated), report.half_moves),
    }

    let has = |severity| report.notes.iter().any(|note| note.kind.severity() == severity);
    let departs = has(Severity::Departure) || has(Severity::Repair);
    let is_broken = report.stopped.is_some() || has(Severity::Error) || (departs && !options.wild);
    assert_eq!(report.state == State::Broken, is_broken, "{:?}", report.notes);
    assert_eq!(report.state == State::Repaired, !is_broken && has(Severity::Repair), "{:?}", report.notes);
    assert_eq!(report.start_error.is_some(), report.notes.iter().any(|note| note.kind == NoteKind::BadStart));
    assert!(options.borrow || !report.notes.iter().any(|note| matches!(note.kind, NoteKind::Borrowed(..))));
    let _ = report.outcome.to_string();
}

/// Counts men by colour and kind on both boards and in reserve; promoted men are pawns.
fn men(boards: &[Board; 2]) -> [[u32; 6]; 2] {
    let count = |board: &Board, color, piece| {
        let own = board.color_combined(color);
        let promoted = board.promoted() & own;
        let held = board.reserve(color).count(piece) as u32;
        match piece {
            Piece::Pawn => held + ((board.pieces(piece) & own) | promoted).popcnt(),
            _ => held + ((board.pieces(piece) & own) - promoted).popcnt(),
        }
    };
    Color::ALL
        .map(|color| Piece::ALL.map(|piece| boards.iter().map(|board| count(board, color, piece)).sum()))
}

/// Plays what was played once more, and compares each step with what [`Player::before`] says.
fn check_player(player: &Player, record: &Record, given_start: bool, options: &ReadOptions) {
    let mut again = match given_start {
        true => Player::from_boards(*options, *player.start()),
        false => Player::new(*options),
    };
    let mut expected = men(player.start());
    for (ply, half_move) in record.game.main.half_moves[..player.played().len()].iter().enumerate() {
        if ply < 8 || ply % 16 == 0 {
            assert_eq!(format!("{:?}", player.before(ply)), format!("{again:?}"), "before half-move {ply}");
        }
        let departs = again.play(half_move.label, half_move.san.as_bytes()).expect("it was played before");
        let departures: Departures = player.departures(ply);
        assert_eq!((departs, again.departures(ply)), (!departures.is_empty(), departures));
        let played = player.played()[ply];
        assert_eq!(again.played()[ply], played);
        if let Some(piece) = departures.borrowed {
            expected[played.seat.color as usize][piece.to_index()] += 1;
        }
        if !again.has_overflowed() {
            assert_eq!(men(again.boards()), expected, "after half-move {ply}");
        }
    }
    assert_eq!(format!("{player:?}"), format!("{again:?}"));
    assert_eq!(format!("{:?}", player.before(usize::MAX)), format!("{again:?}"));
}

fn check_timeline(report: &Report<'_>, record: &Record, options: &ReadOptions) {
    let timeline = Timeline::new(&record.game, options);
    let stopped = report.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.kind));
    assert_eq!(timeline.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.stop.kind)), stopped);
    assert_eq!(timeline.len(), report.player.played().len());
    assert_eq!(timeline.boards(timeline.len()), Some(report.player.boards()));
    for (moment, played) in timeline.moments.iter().zip(report.player.played()) {
        assert_eq!((moment.label, moment.seat, moment.mv), (played.label, played.seat, played.mv));
    }
    for board in BoardId::ALL {
        assert_eq!(timeline.to_bfen(timeline.len(), board), Some(report.player.to_bfen(board)));
    }
    for sit in timeline.sits(Millis::ZERO) {
        assert!(sit.from_ply < sit.to_ply && sit.to_ply <= timeline.len(), "{sit:?}");
    }
    for (ply, half_move) in record.game.main.half_moves.iter().enumerate() {
        for variation in 0..half_move.variations.len() {
            let line =
                Timeline::of_line(&record.game, &[(ply, variation)], options).expect("there is a line");
            let common = ply.min(timeline.len());
            assert_eq!(&line.moments[..common], &timeline.moments[..common]);
        }
    }
    check_played(record, &PlayedLine::new(&record.game, options), &mut Vec::new(), options);
}

/// Compares a line that was played in one go with the same one played from the start, and so all its variations.
fn check_played(record: &Record, played: &PlayedLine, path: &mut Vec<(usize, usize)>, options: &ReadOptions) {
    let timeline = Timeline::of_line(&record.game, path, options).expect("there is a line");
    let before: usize = path.iter().map(|&(index, _)| index).sum();
    // A branch knows nothing of before, so a rook dropped there may castle only in the timeline; and lags of the
    // tag belong to the main line alone.
    let known =
        |moment: &Moment| (moment.ply, moment.label, moment.seat, moment.mv, moment.boards, moment.clocks);
    let expected: Vec<_> = timeline.moments.iter().skip(before).map(known).collect();
    let found: Vec<_> = played.moments.iter().map(known).collect();
    let common = found.len().min(expected.len());
    assert_eq!(&found[..common], &expected[..common]);
    let castles = |moment: &Moment| moment.san.starts_with(['O', 'o', '0']);
    let differs_by_a_rook = timeline.moments.get(before + common).is_some_and(castles);
    assert!(found.len() == expected.len() || differs_by_a_rook, "{path:?}");
    for (index, variations) in played.variations.iter().enumerate() {
        for (number, variation) in variations.iter().enumerate() {
            path.push((index, number));
            check_played(record, variation, path, options);
            path.pop();
        }
    }
}

//! `replay`: shows both boards of a recorded game at a half-move.

use std::fmt::Display;
use std::io::{self, Read, Write};

use bpgn::{Flow, NoteKind, Place, RawGame, ReadOptions, Reader, Reading, Record, Severity, Visitor};
use bughouse_review::Replay;
use bughouse_review::words;
use bughouse_server::sources;

use crate::cli::ReplayArgs;
use crate::draw::Look;
use crate::json;
use crate::replay_text;
use crate::report::{self, Verdict};
use crate::show;
use crate::spot::InFile;

/// Shows a game of a file.
pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let file = sources::name(&args.file);
    let wrong = |why: &dyn Display| {
        report::error(why);
        Ok(Verdict::Wrong)
    };
    let record = match sources::open(&args.file).and_then(|source| find(source, args.game)) {
        Ok(Ok(record)) => record,
        Ok(Err(0)) => return wrong(&format_args!("{file} holds no game")),
        Ok(Err(games)) => {
            let games = words::count(games as usize, "game");
            return wrong(&format_args!("there is no game {}, {file} holds {games}", args.game));
        }
        Err(error) => return wrong(&format_args!("cannot read {file}: {error}")),
    };
    let options = ReadOptions::wild().style(args.style.style()).last_fields(args.last_fields.meaning());
    let Some(replay) = Replay::new(&record, args.line.as_ref(), options) else {
        let path = args.line.as_ref().map(ToString::to_string).unwrap_or_default();
        return wrong(&format_args!("game {} has no line {path}", args.game));
    };
    let timeline = &replay.timeline;
    let ply = args.ply.unwrap_or(timeline.len());
    if ply > timeline.len() {
        let half_moves = words::count(timeline.len(), "half-move");
        let can = if timeline.stopped.is_some() { "can be played" } else { "were played" };
        return wrong(&format_args!("there is no half-move {ply}, {half_moves} {can}"));
    }
    let place = InFile::new(&file, &record);
    if args.json {
        for part in replay.parts(&file) {
            json::write(out, &part)?;
        }
    } else {
        let look = Look { unicode: args.unicode, color: show::wants_color() };
        out.write_all(replay_text::draw(&replay, ply, look).as_bytes())?;
    }
    out.flush()?;
    Ok(tell(&replay, &place, !args.json))
}

/// Says what is wrong with a game and, for a person, what is remarkable about it.
fn tell(replay: &Replay<'_>, place: &InFile<'_>, for_person: bool) -> Verdict {
    let mut verdict = Verdict::Fine;
    for fault in &replay.record.faults {
        place.error(fault.kind(), fault.span());
        verdict = Verdict::Wrong;
    }
    for (note, text) in &replay.checked.notes {
        match (note.kind, note.kind.severity()) {
            // They have been told.
            (NoteKind::Fault(_), _) => {}
            (_, Severity::Error) => {
                place.error(text, note.span);
                verdict = Verdict::Wrong;
            }
            (_, Severity::Conflict | Severity::Repair) if for_person => place.note(text, note.span),
            _ => {}
        }
    }
    if let Some(stopped) = &replay.checked.stopped {
        let (ply, all, why) = (stopped.ply, replay.checked.half_moves, stopped.kind);
        place.error(format_args!("half-move {ply} of {all} cannot be played: {why}"), stopped.span);
        verdict = Verdict::Wrong;
    }
    if let Some(stopped) = &replay.timeline.stopped
        && !replay.timeline.is_main
        && replay.checked.stopped.is_none()
    {
        let (label, why) = (stopped.label, stopped.stop.kind);
        report::error(format_args!("half-move {}, {label}., cannot be played: {why}", stopped.ply));
        verdict = Verdict::Wrong;
    }
    verdict
}

/// Reads the game of a number. Where there is none, returns how many there are.
fn find(source: impl Read, number: u64) -> io::Result<Result<Record, u64>> {
    let mut reader = Reader::new(source);
    while reader.games() + 1 < number {
        if reader.read_game(&mut PassOver)? == Reading::End {
            return Ok(Err(reader.games()));
        }
    }
    while let Some(record) = reader.read_record()? {
        // Stray text is no game.
        if record.is_game {
            return Ok(Ok(record));
        }
    }
    Ok(Err(reader.games()))
}

/// Lets a reader pass over a game.
struct PassOver;

impl Visitor for PassOver {
    fn begin_game(&mut self, _place: &Place) -> Flow {
        Flow::Skip
    }

    fn end_tags(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, _game: RawGame<'_>) -> Flow {
        Flow::Continue
    }
}

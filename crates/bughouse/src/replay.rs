//! `replay`: shows both boards of a game at a half-move, or the whole game in four columns.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::Path;

use bpgn::{ClockKind, DiagnosticKind, Flow, Place, RawGame, ReadOptions, Reader, Record, Severity, Visitor};
use bughouse_files::folder::Found;
use bughouse_review::columns::{Blocks, Columns, Diagram};
use bughouse_review::files::NO_GAME;
use bughouse_review::format::Format;
use bughouse_review::position::ReadBoards;
use bughouse_review::two_boards::DrawnBoards;
use bughouse_review::{Replay, ReplayPart, adjourned, columns_html, words};
use clap::error::ErrorKind;

use crate::cli::{self, ReplayArgs};
use crate::cli_options::PositionTarget;
use crate::draw::{self, DrawStyle};
use crate::files;
use crate::json;
use crate::next_step;
use crate::position::FileName;
use crate::replay_text;
use crate::report::{self, Verdict};
use crate::show;
use crate::spot::InFile;

/// Shows a game of a file, or all games of all files.
pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> io::Result<Verdict> {
    if !args.all && args.file.len() > 1 {
        let mut message = "pass --all to show several files".to_owned();
        // A number that isn't a file is that of a game.
        if let [_, number] = &args.file[..]
            && !number.exists()
            && number.to_str().is_some_and(|number| number.parse::<u64>().is_ok())
        {
            message = format!("unexpected argument '{0}': did you mean `--game {0}`?", number.display());
        }
        cli::usage_error(&["replay"], ErrorKind::WrongNumberOfValues, message);
    }
    let mut printer = Printer { args, out, shown: 0, hint: None };
    let mut verdict = Verdict::Fine;
    let found = if args.all {
        files::find(&args.file, &[])
    } else {
        Found { files: args.file.clone(), ..Found::default() }
    };
    for (path, error) in &found.failed {
        verdict = printer.failed(path, &error.to_string())?;
    }
    for path in &found.files {
        let found = if args.all { printer.all(path)? } else { printer.one(path)? };
        if found == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    if args.html && printer.shown > 0 {
        printer.out.write_all(columns_html::END.as_bytes())?;
    }
    printer.out.flush()?;
    Ok(verdict)
}

/// Shows games one by one.
struct Printer<'a, W> {
    args: &'a ReplayArgs,
    out: &'a mut W,
    /// How many games were shown.
    shown: u64,
    /// The hint that a file isn't BPGN, if it was printed.
    hint: Option<&'static str>,
}

fn report_error(why: impl Display) -> io::Result<Verdict> {
    report::error(why);
    Ok(Verdict::Wrong)
}

impl<W: Write> Printer<'_, W> {
    /// Shows the requested game of a file.
    fn one(&mut self, path: &Path) -> io::Result<Verdict> {
        let (file, wanted) = (FileName::of(path), self.args.game);
        match files::open_games(path).and_then(|source| find(source, wanted)) {
            Ok(Ok(record)) => self.show(&file, &record),
            Ok(Err(0)) => report_error(format_args!("{file}: {NO_GAME}")),
            Ok(Err(games)) => {
                let games = words::count(games as usize, "game");
                report_error(format_args!("there is no game {wanted}: {file} has {games}"))
            }
            Err(error) => report_error(format_args!("cannot read {file}: {error}")),
        }
    }

    /// Shows all games of a file while reading it.
    fn all(&mut self, path: &Path) -> io::Result<Verdict> {
        let file = FileName::of(path);
        let mut reader = match files::open_games(path) {
            Ok(source) => Reader::new(source),
            Err(error) => return self.failed(path, &error.to_string()),
        };
        let mut verdict = Verdict::Fine;
        loop {
            match reader.read_record() {
                Ok(None) => break,
                Ok(Some(record)) if !record.is_game => {}
                Ok(Some(record)) => {
                    if self.show(&file, &record)? == Verdict::Wrong {
                        verdict = Verdict::Wrong;
                    }
                }
                Err(error) => return self.failed(path, &error.to_string()),
            }
        }
        if reader.games() == 0 {
            return self.failed(path, NO_GAME);
        }
        Ok(verdict)
    }

    /// Reports a file that can't be read to its end.
    fn failed(&mut self, path: &Path, why: &str) -> io::Result<Verdict> {
        let name = FileName::of(path);
        if self.args.json {
            let FileName { json: file, bytes: file_bytes, .. } = name;
            json::write(self.out, &json::FailedFile { r#type: "error", file, file_bytes, text: why })?;
            return Ok(Verdict::Wrong);
        }
        self.out.flush()?;
        report_error(format_args!("cannot read {name}: {why}"))
    }

    /// Shows a game in the requested format.
    fn show(&mut self, file: &FileName, record: &Record) -> io::Result<Verdict> {
        let args = self.args;
        let options =
            ReadOptions::for_files().style(args.style.style()).last_fields(args.last_fields.meaning());
        let Some(replay) = Replay::new(record, args.line.as_ref(), args.ply, options) else {
            let path = args.line.as_ref().map(ToString::to_string).unwrap_or_default();
            let number = record.place.number;
            return report_error(format_args!("game {number} has no variation {path}{}", variations(record)));
        };
        if let Some(ply) = args.ply.filter(|&ply| ply > replay.plies) {
            let half_moves = words::count(replay.plies, "half-move");
            let can = if replay.stopped.is_some() { "can be played" } else { "were played" };
            return report_error(format_args!("there is no half-move {ply}: {half_moves} {can}"));
        }
        let draw_style = DrawStyle { unicode: args.unicode, color: show::wants_color() };
        if args.json {
            for mut part in replay.parts(&file.json) {
                if let ReplayPart::Game(start) = &mut part {
                    start.file_bytes.clone_from(&file.bytes);
                }
                json::write(self.out, &part)?;
            }
        } else if let Some(target) = args.to {
            // Without a valid start there is no position; the error is reported below.
            if replay.start.error.is_none() {
                writeln!(self.out, "{}", position(&replay, target))?;
            }
        } else if args.html {
            if self.shown == 0 {
                self.out.write_all(columns_html::head(&file.shown).as_bytes())?;
            }
            for part in Columns::frame(record).html_parts(Blocks::of(record)) {
                self.out.write_all(part.as_bytes())?;
            }
        } else {
            if self.shown > 0 {
                writeln!(self.out)?;
            }
            if args.columns {
                let draw = |diagram: &Diagram| draw::diagram(&DrawnBoards(&diagram.boards), draw_style);
                for part in Columns::frame(record).text_parts(Blocks::of(record), &draw) {
                    self.out.write_all(part.as_bytes())?;
                }
            } else {
                self.out.write_all(replay_text::draw(&replay, draw_style).as_bytes())?;
            }
        }
        self.shown += 1;
        // Show the game before messages about it.
        self.out.flush()?;
        let for_person = !args.json && args.to.is_none();
        let verdict = report_problems(&replay, &InFile::new(&file.shown, record), for_person);
        // Once is enough.
        if self.hint.is_none() {
            self.hint = next_step::for_chess_pgn(record);
            self.hint.iter().for_each(report::hint);
        }
        Ok(verdict)
    }
}

/// Writes both boards at a half-move.
fn position(replay: &Replay<'_>, target: PositionTarget) -> String {
    let style = replay.start.style;
    let format = target.format();
    let boards = ReadBoards::Two(adjourned::boards_after(&replay.start, replay.moment.as_ref()));
    if let Some(defaulted) = format.defaulted(&boards) {
        report::note(defaulted);
    }
    let has_clocks = boards.list().iter().any(|board| board.clocks.is_some());
    if format == Format::Thief && has_clocks && replay.ply() > 0 && replay.clock_kind == ClockKind::None {
        report::note("the game has no clocks: writing the clocks of the start");
    }
    match (format, boards) {
        (Format::Thief, ReadBoards::Two(boards)) => adjourned::write_thief(boards, &style),
        (format, boards) => format.write(&boards, &style),
    }
}

/// Reports errors of a game and, in text output, conflicts and repairs.
fn report_problems(replay: &Replay<'_>, place: &InFile<'_>, for_person: bool) -> Verdict {
    let mut verdict = report_errors(replay, place);
    for (note, text) in &replay.checked.diagnostics {
        match (note.kind, note.kind.severity()) {
            // Already reported.
            (DiagnosticKind::Syntax(_), _) => {}
            (_, Severity::Error) => {
                place.error(text, note.span);
                verdict = Verdict::Wrong;
            }
            (_, Severity::Conflict | Severity::Repair) if for_person => place.note(text, note.span),
            _ => {}
        }
    }
    if let Some(stopped) = &replay.stopped
        && !replay.is_main()
        && replay.checked.stopped.is_none()
    {
        let (label, why) = (stopped.label, stopped.kind);
        report::error(format_args!("cannot play half-move {} ({label}): {why}", stopped.ply));
        verdict = Verdict::Wrong;
    }
    verdict
}

/// Reports what can't be read or played in the main line of a game.
pub(crate) fn report_errors(replay: &Replay<'_>, place: &InFile<'_>) -> Verdict {
    let mut verdict = Verdict::Fine;
    for error in &replay.record.errors {
        place.error(error.kind(), error.span());
        verdict = Verdict::Wrong;
    }
    if let Some(stopped) = &replay.checked.stopped {
        let (ply, all, why) = (stopped.ply, replay.checked.half_moves, stopped.kind);
        place.error(format_args!("cannot play half-move {ply} of {all}: {why}"), stopped.span);
        verdict = Verdict::Wrong;
    }
    verdict
}

/// Lists the first variations of the main line.
fn variations(record: &Record) -> String {
    const MOST: usize = 5;
    let mut paths = Vec::new();
    for (ply, half_move) in (1..).zip(&record.game.main.half_moves) {
        paths.extend((1..=half_move.variations.len()).map(|number| format!("{ply}.{number}")));
        if paths.len() > MOST {
            paths.truncate(MOST);
            paths.push("...".to_owned());
            break;
        }
    }
    match paths.is_empty() {
        true => ": it has no variations".to_owned(),
        false => format!(": it has {}", paths.join(", ")),
    }
}

/// Reads the game with a number, or returns the number of games.
pub(crate) fn find(source: impl Read, number: u64) -> io::Result<Result<Record, u64>> {
    let mut reader = Reader::new(source);
    while reader.games() + 1 < number {
        if reader.read_game(&mut SkipGame)?.is_none() {
            return Ok(Err(reader.games()));
        }
    }
    while let Some(record) = reader.read_record()? {
        // Skip stray text.
        if record.is_game {
            return Ok(Ok(record));
        }
    }
    Ok(Err(reader.games()))
}

/// Skips a game.
struct SkipGame;

impl Visitor for SkipGame {
    type Output = ();

    fn begin_game(&mut self, _place: &Place) -> Flow {
        Flow::Skip
    }

    fn end_tags(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, _game: RawGame<'_>) {}
}

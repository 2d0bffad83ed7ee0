//! `fmt`: writes game files in canonical form.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::{Compression, Moments, ReadOptions, Reader, Record, ReplayErrorKind, WriteOptions, Writer};
use bughouse_chess::Span;
use bughouse_files::folder::Found;
use bughouse_files::sources;
use bughouse_files::whole_file::{self, WholeFile};
use clap::error::ErrorKind;

use crate::cli::{self, FmtArgs};
use crate::files;
use crate::next_step;
use crate::report::{self, Verdict};
use crate::spot::{self, InFile};

/// Writes files in canonical form, or lists games that aren't.
pub(crate) fn run(args: &FmtArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let read = ReadOptions::for_files().last_fields(args.last_fields.meaning());
    let options = Options {
        write: WriteOptions::default().crlf(args.crlf).utf8(args.utf8),
        san: args.san.then_some(read),
    };
    let stdin = [PathBuf::from("-")];
    let Found { files, failed } = files::find(if args.file.is_empty() { &stdin } else { &args.file }, &[]);
    for (path, error) in &failed {
        report::error(format_args!("cannot read {}: {error}", sources::name(path)));
    }
    if files.is_empty() {
        return Ok(Verdict::Wrong);
    }
    let verdict = write(args, &options, &files, out)?;
    Ok(if failed.is_empty() { verdict } else { Verdict::Wrong })
}

fn write(args: &FmtArgs, options: &Options, files: &[PathBuf], out: &mut impl Write) -> io::Result<Verdict> {
    if args.check {
        return check(files, options, out);
    }
    if args.in_place {
        return in_place(files, options);
    }
    let Some(path) = &args.output else {
        return Ok(write_all(files, options, &mut Writer::new(out, options.write))?.verdict());
    };
    whole_file::tidy_on_signals();
    let mut file = match WholeFile::create(path, args.force) {
        Ok(file) => file,
        Err(why) => return Ok(rejected(why)),
    };
    let written = write_all(files, options, &mut Writer::new(&mut file, options.write));
    if let Ok(Outcome { cut: true, .. }) = written {
        return Ok(rejected(format_args!("{} was not written", sources::name(path))));
    }
    let verdict = written.as_ref().map_or(Verdict::Wrong, Outcome::verdict);
    match file.finish(written.map(|_| ())) {
        Ok(()) => Ok(verdict),
        Err(why) => Ok(rejected(why)),
    }
}

/// How games are written.
#[derive(Clone, Copy)]
struct Options {
    write: WriteOptions,
    /// Moves are read with these options and rewritten as standard SAN.
    san: Option<ReadOptions>,
}

/// How reading a file went.
#[derive(Clone, Copy, Default)]
struct Outcome {
    /// Whether something was copied unchanged.
    damaged: bool,
    /// Whether it couldn't be read to its end.
    cut: bool,
}

impl Outcome {
    fn verdict(&self) -> Verdict {
        if self.damaged || self.cut { Verdict::Wrong } else { Verdict::Fine }
    }

    fn and(self, other: Outcome) -> Outcome {
        Outcome { damaged: self.damaged || other.damaged, cut: self.cut || other.cut }
    }
}

fn rejected(why: impl std::fmt::Display) -> Verdict {
    report::error(why);
    Verdict::Wrong
}

/// Writes the games of all files.
fn write_all<W: Write>(files: &[PathBuf], options: &Options, writer: &mut Writer<W>) -> io::Result<Outcome> {
    let mut all = Outcome::default();
    for path in files {
        let source = files::open_games(path);
        all = all.and(each_record(path, source, options, |record| match record.is_cut() {
            // The rest of the game is unknown, so it can't be copied.
            true => Ok(()),
            false => writer.write_record(record),
        })?);
    }
    writer.flush()?;
    Ok(all)
}

/// Lists the games that are not in canonical form.
fn check(files: &[PathBuf], options: &Options, out: &mut impl Write) -> io::Result<Verdict> {
    let mut verdict = Verdict::Fine;
    let mut listed = false;
    for path in files {
        let file = sources::name(path);
        let mut canon = Canon::new(options.write);
        let mut list = |line: Option<u64>| match line {
            None => Ok(()),
            Some(line) => {
                listed = true;
                writeln!(out, "{file}:{line}")
            }
        };
        let passed = each_record(path, files::open_games(path), options, |record| list(canon.next(record)))?;
        list(canon.end())?;
        if passed.verdict() == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    if listed {
        out.flush()?;
        let san = if options.san.is_some() { " --san" } else { "" };
        report::hint(format_args!("run `bughouse fmt --in-place{san}` to format these games"));
        verdict = Verdict::Wrong;
    }
    Ok(verdict)
}

/// Replaces each file.
fn in_place(files: &[PathBuf], options: &Options) -> io::Result<Verdict> {
    reject_stdin("fmt", files);
    whole_file::tidy_on_signals();
    let mut verdict = Verdict::Fine;
    for path in files {
        if one_in_place(path, options) == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    Ok(verdict)
}

/// Exits with a usage error if stdin is among the files.
pub(crate) fn reject_stdin(command: &str, files: &[PathBuf]) {
    if files.iter().any(|path| path.as_os_str() == "-") {
        let message = "stdin can't be changed in place".to_owned();
        cli::usage_error(&[command], ErrorKind::ArgumentConflict, message);
    }
}

/// Checks that a file can be replaced.
///
/// # Errors
/// Returns why not.
pub(crate) fn can_be_written_in_place(path: &Path) -> Result<(), String> {
    let name = sources::name(path);
    match File::open(path).and_then(is_compressed) {
        Ok(false) => Ok(()),
        Ok(true) => {
            Err(format!("cannot replace {name}: it is compressed. Use --output to write a plain file"))
        }
        Err(error) => {
            let why = next_step::for_file(path).unwrap_or_else(|| sources::describe(&error));
            Err(format!("cannot read {name}: {why}"))
        }
    }
}

fn one_in_place(path: &Path, options: &Options) -> Verdict {
    if let Err(why) = can_be_written_in_place(path) {
        return rejected(why);
    }
    let mut file = match WholeFile::create(path, true) {
        Ok(file) => file,
        Err(why) => return rejected(why),
    };
    let mut canon = Canon::new(options.write);
    let mut is_canonical = true;
    let mut has_game = false;
    let mut writer = Writer::new(&mut file, options.write);
    let passed = each_record(path, files::open_games(path), options, |record| {
        is_canonical &= canon.next(record).is_none();
        has_game |= record.is_game;
        writer.write_record(record)
    });
    is_canonical &= canon.end().is_none();
    match passed {
        Ok(Outcome { cut: true, .. }) => rejected(format_args!("{} was not changed", sources::name(path))),
        // A file that wouldn't change isn't touched, nor is one without games.
        Ok(passed) if is_canonical || !has_game => passed.verdict(),
        passed => {
            let verdict = passed.as_ref().map_or(Verdict::Wrong, Outcome::verdict);
            match file.finish(passed.map(|_| ())) {
                Ok(()) => verdict,
                Err(why) => rejected(why),
            }
        }
    }
}

/// Returns `true` if the first bytes of a file show that it is compressed.
fn is_compressed(file: File) -> io::Result<bool> {
    let mut first = Vec::new();
    file.take(16).read_to_end(&mut first)?;
    Ok(Compression::of(&first) != Compression::None)
}

/// Calls `one` for each game of a file, and reports what is wrong with it. Only errors of `one` are returned.
fn each_record(
    path: &Path,
    source: io::Result<impl Read>,
    options: &Options,
    mut one: impl FnMut(&Record) -> io::Result<()>,
) -> io::Result<Outcome> {
    let file = sources::name(path);
    let mut passed = Outcome::default();
    let mut hint = None;
    let unreadable = |error: io::Error| report::error(format_args!("cannot read {file}: {error}"));
    let mut reader = match source {
        Ok(source) => Reader::new(source),
        Err(error) => {
            unreadable(error);
            return Ok(Outcome { cut: true, ..passed });
        }
    };
    loop {
        let mut record = match reader.read_record() {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(passed),
            Err(error) => {
                unreadable(error);
                return Ok(Outcome { cut: true, ..passed });
            }
        };
        let place = InFile::new(&file, &record);
        for error in &record.errors {
            place.error(error.kind(), error.span());
        }
        if !record.is_game && record.errors.is_empty() {
            place.error("expected a game", Span::new(0, 0));
        }
        // Once per file.
        if hint.is_none() {
            hint = next_step::for_chess_pgn(&record);
            hint.iter().for_each(report::hint);
        }
        passed.damaged |= !record.is_valid();
        passed.cut |= record.is_cut();
        if let Some(options) = options.san
            && record.is_valid()
        {
            if let Some((ply, why)) = stopped(&record, options) {
                let span = spot::stopped_at(&record, options);
                place.error(format_args!("moves from half-move {ply} on are not rewritten: {why}"), span);
                passed.damaged = true;
            }
            record.game.standardize_moves_with(options);
        }
        one(&record)?;
    }
}

/// Returns which half-move of the main line can't be played, and why.
fn stopped(record: &Record, options: ReadOptions) -> Option<(usize, String)> {
    let mut moments = Moments::new(&record.game, &options);
    moments.by_ref().for_each(drop);
    let stopped = moments.stopped().filter(|stopped| stopped.kind != ReplayErrorKind::Repeated)?;
    Some((stopped.ply, stopped.kind.to_string()))
}

/// Compares games with their canonical form, one after the other.
struct Canon {
    line_end: &'static [u8],
    writer: Writer<Vec<u8>>,
    /// Whether a game was written.
    started: bool,
    /// The line of the previous game, and what follows its canonical form.
    before: Option<(u64, Tail)>,
}

/// What follows the canonical form of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Nothing, as at the end of a file.
    Nothing,
    /// A blank line, as before another game.
    BlankLine,
    /// It doesn't start with its canonical form, or something else follows.
    Differs,
    /// Unknown: the game wasn't read to its end.
    Unknown,
}

impl Canon {
    fn new(options: WriteOptions) -> Canon {
        let line_end: &[u8] = if options.crlf { b"\r\n" } else { b"\n" };
        Canon { line_end, writer: Writer::new(Vec::new(), options), started: false, before: None }
    }

    /// Adds a game, and returns the line of the previous one if that isn't in canonical form.
    fn next(&mut self, record: &Record) -> Option<u64> {
        let tail = if record.is_cut() { Tail::Unknown } else { self.compare(record) };
        let before = self.before.replace((record.place.line, tail));
        before.filter(|&(_, tail)| !matches!(tail, Tail::BlankLine | Tail::Unknown)).map(|(line, _)| line)
    }

    /// Compares a game with its canonical form.
    fn compare(&mut self, record: &Record) -> Tail {
        self.writer.get_mut().clear();
        // Writing to memory can't fail.
        let _ = self.writer.write_record(record);
        let written = &self.writer.get_mut()[..];
        // Every game except the first starts with a blank line.
        let separator = if self.started { self.line_end.len() } else { 0 };
        self.started = true;
        let tail = match record.bytes.strip_prefix(written.get(separator..).unwrap_or(written)) {
            Some(b"") => Tail::Nothing,
            Some(rest) if rest == self.line_end => Tail::BlankLine,
            _ => Tail::Differs,
        };
        // A byte-order mark or blank lines come before the first game.
        let is_moved = self.before.is_none() && record.place.byte > 0;
        if is_moved { Tail::Differs } else { tail }
    }

    /// Returns the line of the last game if that isn't in canonical form.
    fn end(&self) -> Option<u64> {
        self.before.filter(|&(_, tail)| !matches!(tail, Tail::Nothing | Tail::Unknown)).map(|(line, _)| line)
    }
}

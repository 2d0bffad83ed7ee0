//! `fmt`: writes game records in canonical form.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::{Compression, ReadOptions, Reader, Record, WriteOptions, Writer};
use bughouse_chess::Span;
use bughouse_server::folder::{self, Found};
use bughouse_server::sources;
use bughouse_server::whole_file::{self, WholeFile};
use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::cli::{Cli, FmtArgs};
use crate::report::{self, Verdict};
use crate::spot::InFile;

/// Writes files in canonical form, or tells which games are not.
pub(crate) fn run(args: &FmtArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let read = ReadOptions::lenient().last_fields(args.last_fields.meaning());
    let options = Options {
        write: WriteOptions::default().crlf(args.crlf).utf8(args.utf8),
        san: args.san.then_some(read),
    };
    let stdin = [PathBuf::from("-")];
    let Found { files, failed } = folder::find(if args.file.is_empty() { &stdin } else { &args.file });
    failed.iter().for_each(|(path, error)| report::error(format_args!("{}: {error}", sources::name(path))));
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
    if let Ok(Passed { cut: true, .. }) = written {
        return Ok(rejected(format_args!("{} was not written", sources::name(path))));
    }
    let verdict = written.as_ref().map_or(Verdict::Wrong, Passed::verdict);
    match file.finish(written.map(|_| ())) {
        Ok(()) => Ok(verdict),
        Err(why) => Ok(rejected(why)),
    }
}

/// How games are written.
#[derive(Clone, Copy)]
struct Options {
    write: WriteOptions,
    /// Moves are rewritten as the standard writes them, and read so.
    san: Option<ReadOptions>,
}

/// How reading a file went.
#[derive(Clone, Copy, Default)]
struct Passed {
    /// Something was passed on as it is.
    damaged: bool,
    /// It was not read to its end.
    cut: bool,
}

impl Passed {
    fn verdict(&self) -> Verdict {
        if self.damaged || self.cut { Verdict::Wrong } else { Verdict::Fine }
    }

    fn and(self, other: Passed) -> Passed {
        Passed { damaged: self.damaged || other.damaged, cut: self.cut || other.cut }
    }
}

fn rejected(why: impl std::fmt::Display) -> Verdict {
    report::error(why);
    Verdict::Wrong
}

/// Writes the games of all files.
fn write_all<W: Write>(files: &[PathBuf], options: &Options, writer: &mut Writer<W>) -> io::Result<Passed> {
    let mut all = Passed::default();
    for path in files {
        let source = sources::open(path);
        all = all.and(each_record(path, source, options, |record| match record.is_cut() {
            // The rest of such a game is not known, so it cannot be passed on.
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
    for path in files {
        let file = sources::name(path);
        let mut canon = Canon::new(options.write);
        let mut tell = |line: Option<u64>| match line {
            None => Ok(()),
            Some(line) => {
                verdict = Verdict::Wrong;
                writeln!(out, "{file}:{line}")
            }
        };
        let passed = each_record(path, sources::open(path), options, |record| tell(canon.next(record)))?;
        tell(canon.end())?;
        if passed.verdict() == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    Ok(verdict)
}

/// Writes each file in its own place.
fn in_place(files: &[PathBuf], options: &Options) -> io::Result<Verdict> {
    reject_stdin(files);
    whole_file::tidy_on_signals();
    let mut verdict = Verdict::Fine;
    for path in files {
        if one_in_place(path, options) == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    Ok(verdict)
}

/// Ends the program with a message about the call if stdin is among the files.
pub(crate) fn reject_stdin(files: &[PathBuf]) {
    if files.iter().any(|path| path.as_os_str() == "-") {
        let message = "stdin cannot be written in its own place";
        Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
}

/// Finds out whether a file can be written in its own place.
///
/// # Errors
/// Says why not.
pub(crate) fn can_be_written_in_place(path: &Path) -> Result<(), String> {
    let name = sources::name(path);
    match File::open(path).and_then(is_compressed) {
        Ok(false) => Ok(()),
        Ok(true) => Err(format!("cannot write {name} in its place: it is compressed")),
        Err(error) => Err(format!("cannot read {name}: {error}")),
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
    let passed = each_record(path, sources::open(path), options, |record| {
        is_canonical &= canon.next(record).is_none();
        has_game |= record.is_game;
        writer.write_record(record)
    });
    is_canonical &= canon.end().is_none();
    match passed {
        Ok(Passed { cut: true, .. }) => rejected(format_args!("{} was left as it is", sources::name(path))),
        // A file that would not change is not touched, nor is one that has nothing to do with games.
        Ok(passed) if is_canonical || !has_game => passed.verdict(),
        passed => {
            let verdict = passed.as_ref().map_or(Verdict::Wrong, Passed::verdict);
            match file.finish(passed.map(|_| ())) {
                Ok(()) => verdict,
                Err(why) => rejected(why),
            }
        }
    }
}

/// Tells by its first bytes whether a file is compressed.
fn is_compressed(file: File) -> io::Result<bool> {
    let mut first = Vec::new();
    file.take(16).read_to_end(&mut first)?;
    Ok(Compression::of(&first) != Compression::None)
}

/// Hands each record of a file on, and says what is wrong with it. Only errors of `one` are returned.
fn each_record(
    path: &Path,
    source: io::Result<impl Read>,
    options: &Options,
    mut one: impl FnMut(&Record) -> io::Result<()>,
) -> io::Result<Passed> {
    let file = sources::name(path);
    let mut passed = Passed::default();
    let unreadable = |error: io::Error| report::error(format_args!("cannot read {file}: {error}"));
    let mut reader = match source {
        Ok(source) => Reader::new(source),
        Err(error) => {
            unreadable(error);
            return Ok(Passed { cut: true, ..passed });
        }
    };
    loop {
        let mut record = match reader.read_record() {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(passed),
            Err(error) => {
                unreadable(error);
                return Ok(Passed { cut: true, ..passed });
            }
        };
        let place = InFile::new(&file, &record);
        for fault in &record.faults {
            place.error(fault.kind(), fault.span());
        }
        if !record.is_game && record.faults.is_empty() {
            place.error("expected a game, this is none", Span::new(0, 0));
        }
        passed.damaged |= !record.is_sound();
        passed.cut |= record.is_cut();
        if let Some(options) = options.san
            && record.is_sound()
        {
            record.game.standardize_moves_with(options);
        }
        one(&record)?;
    }
}

/// Compares records with what would be written for them, one after the other.
struct Canon {
    line_end: &'static [u8],
    writer: Writer<Vec<u8>>,
    /// Whether a record was written.
    started: bool,
    /// The line of the record before, and what follows its canonical text.
    before: Option<(u64, Tail)>,
}

/// What follows the canonical text of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Nothing, as at the end of a file.
    Nothing,
    /// A blank line, as before another record.
    BlankLine,
    /// It does not begin with its canonical text, or something else follows.
    Differs,
    /// Nobody knows: the record was not read to its end.
    Unknown,
}

impl Canon {
    fn new(options: WriteOptions) -> Canon {
        let line_end: &[u8] = if options.crlf { b"\r\n" } else { b"\n" };
        Canon { line_end, writer: Writer::new(Vec::new(), options), started: false, before: None }
    }

    /// Takes a record, and returns the line of the one before if that is not in canonical form.
    fn next(&mut self, record: &Record) -> Option<u64> {
        let tail = if record.is_cut() { Tail::Unknown } else { self.compare(record) };
        let before = self.before.replace((record.place.line, tail));
        before.filter(|&(_, tail)| !matches!(tail, Tail::BlankLine | Tail::Unknown)).map(|(line, _)| line)
    }

    /// Compares a record with its canonical text.
    fn compare(&mut self, record: &Record) -> Tail {
        self.writer.get_mut().clear();
        // Writing to memory cannot fail.
        let _ = self.writer.write_record(record);
        let written = &self.writer.get_mut()[..];
        // All but the first begin with the blank line after the one before.
        let separator = if self.started { self.line_end.len() } else { 0 };
        self.started = true;
        let tail = match record.bytes.strip_prefix(written.get(separator..).unwrap_or(written)) {
            Some(b"") => Tail::Nothing,
            Some(rest) if rest == self.line_end => Tail::BlankLine,
            _ => Tail::Differs,
        };
        // A mark of the encoding or blank lines stand before the first record.
        let is_moved = self.before.is_none() && record.place.byte > 0;
        if is_moved { Tail::Differs } else { tail }
    }

    /// Returns the line of the last record if that is not in canonical form.
    fn end(&self) -> Option<u64> {
        self.before.filter(|&(_, tail)| !matches!(tail, Tail::Nothing | Tail::Unknown)).map(|(line, _)| line)
    }
}

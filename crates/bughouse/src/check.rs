//! `check`: replays every game and reports problems.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bpgn::input::{Chunk, DamagedData, Parallel, Part};
use bpgn::{Checker, DiagnosticKind, ReadOptions, Reader, ReplayErrorKind, Report, Severity, State};
use bughouse_chess::{Seat, Span};
use bughouse_files::folder::Found;
use bughouse_files::sources;
use bughouse_review::files::NO_GAME;
use bughouse_review::place::Spot;
use bughouse_review::{CheckedGame, GameText};

use crate::check_totals::Totals;
use crate::clean::{Clean, clean};
use crate::cli::CheckArgs;
use crate::color::{self, Word};
use crate::files;
use crate::json;
use crate::next_step;
use crate::progress::Progress;
use crate::report::{self, Verdict};

/// Checks all files.
pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let parallel = Parallel::default().threads(args.threads());
    let base = if args.strict { ReadOptions::strict() } else { ReadOptions::for_files() };
    let options = base
        .borrow(args.borrow)
        .lint(args.lint)
        .style(args.style.style())
        .last_fields(args.last_fields.meaning());
    let read = Arc::new(AtomicU64::new(0));
    let Found { files, failed } = files::find(&args.file, &[]);
    let work = Work { args, files: &files, options, colored: color::on_stdout() };
    let mut printer = Printer {
        args,
        files: &files,
        out,
        progress: Progress::new(sources::size(&files)),
        totals: Totals::default(),
        games: 0,
        held: Vec::new(),
        unread_files: 0,
        verdict: Verdict::Fine,
        failed: None,
    };
    for (path, error) in &failed {
        printer.unread_files += 1;
        printer.print_failed_file(path, &error.to_string())?;
    }
    parallel.run(
        files.iter().collect(),
        |path: &PathBuf| files::open_games_counted(path, &read),
        |file, chunk| work.check(file, chunk),
        |file, part| {
            let done = printer.take(file, part);
            printer.progress.show(read.load(Ordering::Relaxed), printer.totals.games);
            printer.failed = done.err();
            printer.failed.is_none()
        },
    );
    printer.progress.clear();
    match printer.failed.take() {
        Some(error) => Err(error),
        None => printer.finish(),
    }
}

/// The results for one chunk of a file.
#[derive(Default)]
struct Checked {
    parts: Vec<Printed>,
    totals: Totals,
}

/// The output for one game, whose number is known only when it is printed, or for stray text.
enum Printed {
    Game(Vec<Finding>),
    Json(Box<CheckedGame>),
    /// A game that isn't printed.
    Silent,
    Stray(Vec<Finding>),
    StrayJson(Box<CheckedGame>),
}

impl Printed {
    /// Returns `true` if stray text has findings.
    fn is_notable(&self) -> bool {
        match self {
            Printed::Stray(findings) => !findings.is_empty(),
            Printed::StrayJson(text) => !text.diagnostics.is_empty(),
            Printed::Game(_) | Printed::Json(_) | Printed::Silent => false,
        }
    }
}

/// A problem of a game.
struct Finding {
    /// Where and what it is.
    what: String,
    /// Its short name.
    kind: &'static str,
    /// The line of the file with carets, and details.
    more: String,
}

impl Finding {
    /// Writes it, with the number of the game if it is about one.
    fn write(&self, out: &mut impl Write, game: Option<u64>) -> io::Result<()> {
        let Finding { what, kind, more } = self;
        match game {
            Some(number) => writeln!(out, "{what} ({kind}, game {number})\n{more}"),
            None => writeln!(out, "{what} ({kind})\n{more}"),
        }
    }
}

/// What all threads share.
struct Work<'a> {
    args: &'a CheckArgs,
    files: &'a [PathBuf],
    options: ReadOptions,
    colored: bool,
}

impl Work<'_> {
    /// Checks the games of a chunk.
    fn check(&self, file: usize, chunk: &Chunk) -> Checked {
        let name = sources::name(&self.files[file]);
        let mut checked = Checked::default();
        let mut reader =
            Reader::new(&chunk.bytes[..]).starting_at(chunk.byte, chunk.line, 0).in_column(chunk.column);
        let mut checker = Checker::new(self.options, |report| {
            checked.totals.add(report);
            let text = || GameText::within(chunk, report);
            let object = || {
                let path = &self.files[file];
                let game = CheckedGame::new(&sources::json_name(path), report, &text());
                Box::new(CheckedGame { file_bytes: sources::name_bytes(path), ..game })
            };
            checked.parts.push(match (report.is_game, self.args.json) {
                (true, _) if !self.args.wants(report.state) => Printed::Silent,
                (true, true) => Printed::Json(object()),
                (true, false) => Printed::Game(findings(&name, report, self, &text())),
                (false, true) => Printed::StrayJson(object()),
                (false, false) => Printed::Stray(findings(&name, report, self, &text())),
            });
        });
        // Reading from memory can't fail.
        let _ = reader.read_all(&mut checker);
        checked
    }
}

/// Returns the problems of a game.
fn findings(name: &str, report: &Report<'_>, work: &Work<'_>, text: &GameText<'_>) -> Vec<Finding> {
    let byte = |span: Span| report.place.byte + span.start as u64 + 1;
    // A start position that can't be used has a diagnostic of its own.
    let stopped = report.stopped.filter(|stopped| stopped.kind != ReplayErrorKind::NoStart);
    let stopped = stopped.as_slice().iter().map(|stopped| {
        let more = done_about(report, byte(stopped.span));
        ("error", stopped.span, stopped.kind.to_string(), stopped.kind.name(), more)
    });
    let notes = report.diagnostics.iter().map(|note| {
        let (word, more) = match note.kind.severity() {
            // Rejected by `--strict`.
            Severity::Note | Severity::Repair if !work.options.lenient => ("error", String::new()),
            Severity::Note => ("note", String::new()),
            Severity::Conflict => ("conflict", String::new()),
            Severity::Repair => ("repair", String::new()),
            Severity::Error => ("error", format!("\n  {}byte {}", players(report), byte(note.span))),
        };
        let text = match note.kind {
            // A move that isn't standard.
            DiagnosticKind::San(leniency) if !work.options.lenient => format!("not standard: {leniency}"),
            DiagnosticKind::Spelling(spelling) if !work.options.lenient => {
                format!("not standard: {spelling}")
            }
            _ => report.text_of(note),
        };
        (word, note.span, text, note.kind.name(), more)
    });
    let mut all: Vec<_> =
        stopped.chain(notes).filter(|(word, ..)| !work.args.no_notes || *word != "note").collect();
    all.sort_by_key(|(_, span, ..)| span.start);
    let finding = |(word, span, message, kind, more): (&str, Span, String, &'static str, String)| {
        let Spot { line, column } = text.spot(span.start);
        let word = Word { word, colored: work.colored };
        Finding {
            what: format!("{name}:{line}:{column}: {word}: {}", Clean(message)),
            kind,
            more: Clean(format_args!("{}{more}", text.excerpt(span))).to_string(),
        }
    };
    all.into_iter().map(finding).collect()
}

/// Describes how far a broken game was played.
fn done_about(report: &Report<'_>, byte: u64) -> String {
    let played = report.played;
    let what = match played {
        0 => "no half-moves replayed".to_owned(),
        _ => format!("replayed up to half-move {played} of {}", report.half_moves),
    };
    format!("\n  {}byte {byte}; {what}", players(report))
}

/// Returns the names of the players, if all are known.
fn players(report: &Report<'_>) -> String {
    let name = |seat: bughouse_chess::Seat| {
        let name = report.tag(bpgn::tags::player_tag(seat)).filter(|&name| !matches!(name, b"" | b"?"))?;
        Some(clean(&report.encoding().decode(name)))
    };
    let [white_a, black_a, white_b, black_b] = Seat::ALL.map(name);
    match (white_a, black_b, black_a, white_b) {
        (Some(white_a), Some(black_b), Some(black_a), Some(white_b)) => {
            format!("{white_a} and {black_b} against {black_a} and {white_b}, ")
        }
        _ => String::new(),
    }
}

/// Prints the results of the chunks in order.
struct Printer<'a, W> {
    args: &'a CheckArgs,
    files: &'a [PathBuf],
    out: &'a mut W,
    progress: Progress,
    totals: Totals,
    /// How many games the file had so far.
    games: u64,
    /// Findings about stray text before the first game of the file.
    held: Vec<Printed>,
    /// The number of arguments that aren't among the files, such as folders without games.
    unread_files: usize,
    verdict: Verdict,
    failed: Option<io::Error>,
}

/// How many findings about stray text are kept before the first game.
const MAX_HELD: usize = 100;

impl<W: Write> Printer<'_, W> {
    fn take(&mut self, file: usize, part: Part<Checked>) -> io::Result<()> {
        match part {
            Part::Done(checked) => self.print(checked),
            Part::Broken(error) => {
                let is_suspect = DamagedData::of(&error).is_some_and(|damage| damage.unverified().is_some());
                let after = match self.games {
                    0 => String::new(),
                    games if is_suspect => format!(" (up to game {games})"),
                    games => format!(", after game {games}"),
                };
                self.print_failed_file(&self.files[file], &format!("{error}{after}"))?;
                // Don't also report that it has no game.
                self.held.clear();
                self.games = self.games.max(1);
                Ok(())
            }
            Part::End => {
                if self.games == 0 {
                    self.print_failed_file(&self.files[file], NO_GAME)?;
                }
                self.games = 0;
                self.held.clear();
                Ok(())
            }
        }
    }

    fn print(&mut self, checked: Checked) -> io::Result<()> {
        for part in checked.parts {
            if matches!(part, Printed::Stray(_) | Printed::StrayJson(_)) {
                if self.games > 0 {
                    self.print_stray(part)?;
                } else if self.held.len() < MAX_HELD {
                    self.held.push(part);
                }
                continue;
            }
            self.games += 1;
            for held in std::mem::take(&mut self.held) {
                self.print_stray(held)?;
            }
            match part {
                Printed::Game(findings) => {
                    findings.iter().try_for_each(|finding| finding.write(self.out, Some(self.games)))?;
                }
                Printed::Json(mut game) => {
                    game.game = self.games;
                    json::write(self.out, &game)?;
                }
                Printed::Silent | Printed::Stray(_) | Printed::StrayJson(_) => {}
            }
        }
        if checked.totals.states[State::Broken as usize] > 0 {
            self.verdict = Verdict::Wrong;
        }
        self.totals.merge(checked.totals);
        Ok(())
    }

    /// Reports a file that couldn't be read to its end, even with `--quiet`.
    fn print_failed_file(&mut self, path: &Path, why: &str) -> io::Result<()> {
        self.verdict = Verdict::Wrong;
        self.totals.failed_files += 1;
        if self.args.json {
            let file = sources::json_name(path);
            let file_bytes = sources::name_bytes(path);
            return json::write(self.out, &json::FailedFile { r#type: "error", file, file_bytes, text: why });
        }
        let name = sources::name(path);
        self.out.flush()?;
        self.progress.clear();
        report::error(format_args!("cannot read {name}: {why}"));
        Ok(())
    }

    /// Reports text between games.
    fn print_stray(&mut self, part: Printed) -> io::Result<()> {
        if !part.is_notable() {
            return Ok(());
        }
        self.verdict = Verdict::Wrong;
        match part {
            // Stray text counts as broken.
            _ if !self.args.wants(State::Broken) => Ok(()),
            Printed::Stray(findings) => findings.iter().try_for_each(|finding| finding.write(self.out, None)),
            Printed::StrayJson(text) => json::write(
                self.out,
                &json::StrayText {
                    r#type: "stray",
                    file: &text.file,
                    file_bytes: &text.file_bytes,
                    line: text.line,
                    diagnostics: &text.diagnostics,
                },
            ),
            Printed::Game(_) | Printed::Json(_) | Printed::Silent => Ok(()),
        }
    }

    fn finish(self) -> io::Result<Verdict> {
        let files = self.files.len() + self.unread_files;
        if self.args.json {
            json::write(self.out, &self.totals.object(files))?;
        } else {
            writeln!(self.out, "{}", self.totals.words(files))?;
            if self.totals.is_chess_pgn() {
                self.out.flush()?;
                report::hint(next_step::CHESS_PGN);
            }
            if self.totals.has_non_standard_moves() && !self.args.no_notes {
                self.out.flush()?;
                report::hint("`bughouse fmt --san` rewrites non-standard moves");
            }
        }
        Ok(self.verdict)
    }
}

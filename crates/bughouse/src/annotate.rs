//! `annotate`: adds mistakes and evaluations to game files. Every other byte is unchanged.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bpgn::edit::replace_annotations;
use bpgn::replay::LineStep;
use bpgn::{Annotation, Moments, ReadOptions, Reader, Record, ReplayErrorKind};
use bughouse_chess::{BoardId, BughouseMove, Position, Span};
use bughouse_engines::{Evaluation, TeamEvaluation};
use bughouse_files::folder::Found;
use bughouse_files::whole_file::WholeFile;
use bughouse_files::{signals, sources};
use bughouse_mate::{Limit, Mistake, Solver};
use clap::error::ErrorKind;

use crate::advisor::Advisor;
use crate::annotate_copy::{Copied, Copy};
use crate::annotate_text::{self, Kind};
use crate::cli;
use crate::cli_analysis::AnnotateArgs;
use crate::files;
use crate::fmt;
use crate::next_step;
use crate::progress::Progress;
use crate::report::{self, Verdict};
use crate::spot::{self, InFile};

/// The default time per board, in milliseconds.
const DEFAULT_MS: u64 = 100;

/// Annotates all files.
pub(crate) fn run(args: &AnnotateArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let is_evaluated = args.evaluate || args.engine.which.engine.is_some();
    if !is_evaluated && (args.engine.time.is_some() || args.engine.nodes.is_some()) {
        let message = "--time and --nodes limit the engine: also pass --evaluate or --engine".to_owned();
        cli::usage_error(&["annotate"], ErrorKind::MissingRequiredArgument, message);
    }
    let stdin = [PathBuf::from("-")];
    let Found { files, failed } = files::find(if args.file.is_empty() { &stdin } else { &args.file }, &[]);
    let mut verdict = Verdict::Fine;
    for (path, error) in &failed {
        verdict = report_error(format_args!("cannot read {}: {error}", sources::name(path)));
    }
    if files.is_empty() {
        return Ok(Verdict::Wrong);
    }
    if args.in_place {
        fmt::reject_stdin("annotate", &files);
    }
    let stop = signals::flag();
    let advisor =
        match is_evaluated.then(|| Advisor::start(&args.engine, args.engine.limits(DEFAULT_MS), stop)) {
            None => None,
            Some(Ok(advisor)) => Some(advisor),
            // Everything else works without an engine.
            Some(Err(why)) => {
                verdict = report_error(why);
                None
            }
        };
    let mut annotator = Annotator {
        args,
        stop,
        advisor,
        sees_both: args.engine.which.ubi || args.engine.which.engine.is_none(),
        solver: Solver::new(),
        progress: Progress::new(sources::size(&files)),
        read: Arc::default(),
        games: 0,
        hint: None,
        verdict,
    };
    let done = annotator.write(&files, out);
    annotator.progress.clear();
    let advisor_failed = annotator.advisor.as_ref().is_some_and(|advisor| advisor.error.is_some());
    match done? {
        false => Ok(Verdict::Stopped),
        true if advisor_failed => Ok(Verdict::Wrong),
        true => Ok(annotator.verdict),
    }
}

fn report_error(why: impl std::fmt::Display) -> Verdict {
    report::error(why);
    Verdict::Wrong
}

/// Annotates games one by one.
struct Annotator<'a> {
    args: &'a AnnotateArgs,
    stop: &'static AtomicBool,
    advisor: Option<Advisor>,
    /// Whether the engine sees both boards.
    sees_both: bool,
    solver: Solver,
    progress: Progress,
    /// How many bytes of all files were read.
    read: Arc<AtomicU64>,
    games: u64,
    /// The hint that a file isn't BPGN, if it was printed.
    hint: Option<&'static str>,
    verdict: Verdict,
}

/// How reading a file ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Whole,
    /// It couldn't be read to its end.
    Cut,
    /// Ctrl-C.
    Stopped,
}

impl Annotator<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn report_error(&mut self, why: impl std::fmt::Display) {
        self.progress.clear();
        self.verdict = report_error(why);
    }

    /// Writes all files to their destination. Returns `false` after Ctrl-C.
    fn write(&mut self, files: &[PathBuf], out: &mut impl Write) -> io::Result<bool> {
        if self.args.in_place {
            for path in files {
                if !self.in_place(path)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let Some(path) = &self.args.output else {
            return Ok(self.all(files, out)? != Read::Stopped);
        };
        match WholeFile::create(path, self.args.force) {
            Ok(file) => self.whole(files, path, file),
            Err(why) => {
                self.report_error(why);
                Ok(true)
            }
        }
    }

    /// Writes files to one, atomically.
    fn whole(&mut self, files: &[PathBuf], path: &Path, mut file: WholeFile) -> io::Result<bool> {
        let written = self.all(files, &mut file);
        match written {
            Ok(Read::Stopped) => return Ok(false),
            Ok(Read::Cut) => self.report_error(format_args!("{} was not written", sources::name(path))),
            written => {
                if let Err(why) = file.finish(written.map(|_| ())) {
                    self.report_error(why);
                }
            }
        }
        Ok(true)
    }

    fn in_place(&mut self, path: &Path) -> io::Result<bool> {
        if let Err(why) = fmt::can_be_written_in_place(path) {
            self.report_error(why);
            return Ok(true);
        }
        match WholeFile::create(path, true) {
            Ok(file) => self.whole(&[path.to_owned()], path, file),
            Err(why) => {
                self.report_error(why);
                Ok(true)
            }
        }
    }

    /// Writes all files one after the other.
    fn all(&mut self, files: &[PathBuf], out: &mut impl Write) -> io::Result<Read> {
        let copy = Rc::new(RefCell::new(Copy::new(out)));
        let mut read = Read::Whole;
        for path in files {
            match self.file(path, &copy)? {
                Read::Stopped => return Ok(Read::Stopped),
                Read::Cut => read = Read::Cut,
                Read::Whole => {}
            }
        }
        copy.borrow_mut().flush()?;
        Ok(read)
    }

    fn file<W: Write>(&mut self, path: &Path, copy: &Rc<RefCell<Copy<W>>>) -> io::Result<Read> {
        let name = sources::name(path);
        let source = match files::open_games_counted(path, &self.read) {
            Ok(source) => source,
            Err(error) => {
                self.report_error(format_args!("cannot read {name}: {error}"));
                return Ok(Read::Cut);
            }
        };
        let mut reader = Reader::new(Copied::new(source, copy)?);
        loop {
            if self.is_stopped() {
                return Ok(Read::Stopped);
            }
            let record = match reader.read_record() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) => {
                    self.report_error(format_args!("cannot read {name}: {error}"));
                    return Ok(Read::Cut);
                }
            };
            self.games += u64::from(record.is_game);
            let annotated = self.record(&name, &record);
            if self.is_stopped() {
                return Ok(Read::Stopped);
            }
            let (from, to) = (record.place.byte, record.place.byte + record.bytes.len() as u64);
            let mut copy = copy.borrow_mut();
            match annotated {
                Some(bytes) => {
                    copy.replace(from, to, &bytes)?;
                }
                None => copy.copy_to(to)?,
            }
        }
        copy.borrow_mut().end()?;
        Ok(Read::Whole)
    }

    /// Returns the annotated bytes of a game; `None` if it is copied unchanged. Reports errors in it.
    fn record(&mut self, name: &str, record: &Record) -> Option<Vec<u8>> {
        let place = InFile::new(name, record);
        if !record.is_valid() {
            self.progress.clear();
            for error in &record.errors {
                place.error(error.kind(), error.span());
            }
            if record.errors.is_empty() {
                place.error("expected a game", Span::new(0, 0));
            }
            // Once is enough.
            if self.hint.is_none() {
                self.hint = next_step::for_chess_pgn(record);
                self.hint.iter().for_each(report::hint);
            }
            self.verdict = Verdict::Wrong;
            return None;
        }
        let mut kinds = vec![Kind::Mistake];
        // Without an engine, earlier evaluations are kept.
        if self.args.clear || self.advisor.as_ref().is_some_and(Advisor::is_available) {
            kinds.push(Kind::Evaluation);
        }
        let annotations = if self.args.clear { Vec::new() } else { self.annotations(&place, record)? };
        match replace_annotations(record, |annotations| annotate_text::own(annotations, &kinds), &annotations)
        {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                self.progress.clear();
                place.error(format_args!("game not annotated: {why}"), Span::new(0, 0));
                self.verdict = Verdict::Wrong;
                None
            }
        }
    }

    /// Returns the annotations of each half-move of a game.
    fn annotations(&mut self, place: &InFile<'_>, record: &Record) -> Option<Vec<Vec<Annotation>>> {
        let options = ReadOptions::for_files().last_fields(self.args.last_fields.meaning());
        let mut moments = Moments::new(&record.game, &options);
        let played: Vec<(BoardId, BughouseMove)> = moments
            .by_ref()
            .filter_map(|step| step.moment)
            .map(|moment| (moment.seat.board, moment.mv))
            .collect();
        let stopped = moments.stopped().filter(|stopped| stopped.kind != ReplayErrorKind::Repeated);
        let start = moments.into_start();
        let why = match (&start.error, stopped) {
            (Some(error), _) => Some(error.to_string()),
            (None, Some(stopped)) => {
                let (label, why) = (stopped.label, stopped.kind);
                Some(format!("cannot play half-move {} ({label}): {why}", stopped.ply))
            }
            (None, None) => None,
        };
        if let Some(why) = why {
            self.progress.clear();
            place.error(format_args!("game not annotated: {why}"), spot::stopped_at(record, options));
            self.verdict = Verdict::Wrong;
            return None;
        }
        let limit = Limit::nodes(self.args.mate_nodes);
        let (stop, read, games) = (self.stop, &self.read, self.games);
        let progress = &mut self.progress;
        let half_moves = played.into_iter().take_while(|_| {
            progress.show(read.load(Ordering::Relaxed), games);
            !stop.load(Ordering::Relaxed)
        });
        let mistakes = self.solver.mistakes(&start.position, half_moves, limit).mistakes;
        let mut mistakes = mistakes.iter().peekable();
        if let Some(advisor) = &mut self.advisor {
            advisor.new_game();
        }
        let mut known = Known::default();
        let mut before = start.position;
        let mut all = Vec::with_capacity(record.game.main.half_moves.len());
        for (number, step) in Moments::new(&record.game, &options).enumerate() {
            self.progress.show(self.read.load(Ordering::Relaxed), self.games);
            if self.is_stopped() {
                return None;
            }
            let mut annotations = Vec::new();
            while let Some(mistake) = mistakes.next_if(|mistake| mistake.half_move == number) {
                annotations.extend(of_mistake(mistake, &step, &before));
            }
            if let Some(moment) = &step.moment {
                annotations.extend(self.evaluation(&step, &mut known));
                before = moment.position;
            }
            all.push(annotations);
        }
        Some(all)
    }

    /// Evaluates both boards after a half-move, if there is an engine.
    fn evaluation(&mut self, step: &LineStep<'_>, known: &mut Known) -> Option<Annotation> {
        let (moment, advisor) = (step.moment.as_ref()?, self.advisor.as_mut()?);
        for id in BoardId::ALL {
            let slot = &mut known.boards[id.to_index()];
            let board = moment.position.board(id);
            // An engine that sees one board has evaluated it already if it hasn't changed.
            let is_same = |evaluated: &Position| match self.sees_both {
                true => *evaluated == moment.position,
                false => evaluated.board(id) == board,
            };
            if !slot.as_ref().is_some_and(|(evaluated, _)| is_same(evaluated)) {
                let evaluation = advisor.evaluate(&moment.position, id, &moment.running);
                *slot = evaluation.map(|evaluation| (moment.position, evaluation));
            }
        }
        match &known.boards {
            [Some((_, a)), Some((_, b))] => annotate_text::evaluation(&TeamEvaluation::new(a, b)),
            _ => None,
        }
    }
}

/// The last evaluation of each board, and its position.
#[derive(Default)]
struct Known {
    boards: [Option<(Position, Evaluation)>; 2],
}

/// Returns the annotations for a mistake.
fn of_mistake(mistake: &Mistake, step: &LineStep<'_>, before: &Position) -> Vec<Annotation> {
    let better = before.san(mistake.seat.board, mistake.better).ok();
    annotate_text::mistake(
        mistake,
        better.as_ref(),
        annotate_text::has_quality_nag(&step.half_move.annotations),
    )
}

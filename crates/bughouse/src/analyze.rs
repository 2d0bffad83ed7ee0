//! `analyze`: mates, needed pieces and evaluations.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use bpgn::detect::BYTE_ORDER_MARK;
use bpgn::{ReadOptions, SyntaxError, TextKind};
use bughouse_chess::{Board, BoardId, BySeat, Color, Leniencies, Material, Millis, Position, Rules, Seat};
use bughouse_engines::{Evaluation, TeamEvaluation};
use bughouse_mate::{Limit, Solver};
use bughouse_review::position::{self, MAX_TEXT, MatchVerdict, ReadBoards, visible};
use bughouse_review::{EvaluatedBoard, EvaluatedTeam, Replay, words};
use bughouse_server::{folder, signals, sources};
use serde::Serialize;

use crate::advisor::Advisor;
use crate::analyze_text;
use crate::analyze_types::{AnalyzedBoard, Analyzer, UsedEngine};
use crate::cli_analysis::AnalyzeArgs;
use crate::files;
use crate::json;
use crate::next_step;
use crate::position::{FileName, Origin};
use crate::replay;
use crate::report::{self, Verdict};
use crate::spot::InFile;

/// The default time per board, in milliseconds.
const DEFAULT_MS: u64 = 1000;

/// Analyzes a position or a game.
pub(crate) fn run(args: &AnalyzeArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let Some(subject) = subject(args, out)? else { return Ok(Verdict::Wrong) };
    let limits = args.engine.limits(DEFAULT_MS).lines(args.lines);
    let mut advisor = Advisor::start(&args.engine, limits, signals::flag());
    // The engine doesn't prove again what is found here.
    let mut without_engine = Solver::new();
    let solver = advisor.as_mut().map_or(&mut without_engine, Advisor::solver);
    let mut analyzer = Analyzer { solver, limit: Limit::nodes(args.mate_nodes) };
    let mut boards = analyzer.analyze_boards(&subject.position, subject.ids());

    let mut verdict = subject.verdict;
    let mut team = None;
    let engine = match advisor {
        Ok(mut advisor) => {
            team = evaluate(&mut advisor, &subject, &mut boards);
            let error = advisor.error.as_ref().map(ToString::to_string);
            if advisor.is_stopped() {
                verdict = Verdict::Stopped;
            } else if error.is_some() {
                verdict = Verdict::Wrong;
            }
            UsedEngine { name: advisor.name().to_owned(), error }
        }
        Err(why) => {
            report::error(&why);
            verdict = Verdict::Wrong;
            let name = args.engine.which.engine.as_deref().map(sources::name).unwrap_or_default();
            UsedEngine { name, error: Some(why) }
        }
    };
    if args.json {
        json::write(out, &Analyzed::new(subject, boards, engine, team))?;
    } else {
        for line in text(&subject, &boards, &engine, team.as_ref()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(verdict)
}

/// Has an engine evaluate the boards, and puts both together.
fn evaluate(
    advisor: &mut Advisor,
    subject: &Subject,
    boards: &mut [AnalyzedBoard],
) -> Option<TeamEvaluation> {
    let mut found: Vec<Option<Evaluation>> = Vec::new();
    for (&id, board) in subject.ids().iter().zip(boards) {
        let evaluation = match advisor.is_stopped() {
            true => None,
            false => advisor.evaluate(&subject.position, id, &subject.clocks),
        };
        board.evaluation = evaluation.as_ref().map(|found| EvaluatedBoard::new(found, &subject.position, id));
        board.answer.clone_from(&evaluation);
        found.push(evaluation);
    }
    match &found[..] {
        [Some(a), Some(b)] => Some(TeamEvaluation::new(a, b)),
        _ => None,
    }
}

/// What is analyzed.
struct Subject {
    position: Position,
    /// Whether there is a board B.
    is_match: bool,
    clocks: BySeat<Option<Millis>>,
    /// Whether the game was read and played to its end.
    verdict: Verdict,
    source: Source,
}

enum Source {
    /// A position, with the relaxations that it needed and the state of the match.
    Text { input: String, used: Leniencies, standing: Option<MatchVerdict> },
    /// A game after a half-move.
    Game { file: FileName, game: u64, ply: usize, plies: usize },
}

impl Subject {
    fn ids(&self) -> &'static [BoardId] {
        if self.is_match { &BoardId::ALL } else { &[BoardId::A] }
    }

    fn seat(&self, id: BoardId, color: Color) -> String {
        match self.is_match {
            true => Seat { board: id, color }.to_string(),
            false => words::color_name(color).to_owned(),
        }
    }
}

/// Returns what to analyze; `None` if there is nothing, and the reason has been reported.
fn subject(args: &AnalyzeArgs, out: &mut impl Write) -> io::Result<Option<Subject>> {
    let path = Path::new(&args.input);
    let wants_game = args.game.is_some() || args.ply.is_some();
    let is_file = args.input == "-" || path.is_file() || folder::is_game_file(path);
    if is_file || (wants_game && !is_position(&args.input)) {
        return from_file(args, path, out);
    }
    if let Some(why) = next_step::for_file_or_position(path) {
        return Ok(failed(format_args!("cannot read {}: {why}", sources::name(path))));
    }
    if next_step::for_word(path).is_some() {
        return Ok(failed(format_args!(
            "`{}` doesn't exist and is not a position: expected a file, FEN, BFEN, FEEN or `start`",
            sources::name(path)
        )));
    }
    if wants_game {
        return Ok(failed("--game and --ply need a game file, but this is a position"));
    }
    of_text(args, args.input.as_encoded_bytes(), out)
}

fn is_position(text: &std::ffi::OsStr) -> bool {
    TextKind::of(text.as_encoded_bytes()) == TextKind::Position
}

fn failed(why: impl std::fmt::Display) -> Option<Subject> {
    report::error(why);
    None
}

/// Reads a position or a game from a file or stdin.
fn from_file(args: &AnalyzeArgs, path: &Path, out: &mut impl Write) -> io::Result<Option<Subject>> {
    let name = FileName::of(path);
    let (start, source) = match files::open_with_start(path, &Arc::default()) {
        Ok(opened) => opened,
        Err(error) => return Ok(failed(format_args!("cannot read {name}: {error}"))),
    };
    // The first line is the position, as elsewhere.
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if TextKind::of(line) == TextKind::Position {
        if args.game.is_some() || args.ply.is_some() {
            return Ok(failed(format_args!("--game and --ply need a game, but {name} has a position")));
        }
        return of_text(args, line.trim_ascii_end(), out);
    }
    if let Some(why) = next_step::for_text(path, &start) {
        return Ok(failed(format_args!("cannot read {name}: {why}")));
    }
    Ok(of_game(args, name, source))
}

/// Reads a position.
fn of_text(args: &AnalyzeArgs, text: &[u8], out: &mut impl Write) -> io::Result<Option<Subject>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let rules = args.rules.map_or_else(Rules::standard, |rules| rules.rules());
    let text = &text[..text.len().min(MAX_TEXT + 1)];
    let (boards, used) = match position::read(text, &args.reading.options(Material::TwoSets)) {
        Ok(read) => read,
        Err(errors) => {
            if args.json {
                json::write(out, &json::Wrong::new(Origin::Only, text, &errors))?;
            } else {
                report::errors(Origin::Only, text, &errors);
                if let Some(flags) = args.reading.missing_flags(text, Material::TwoSets, position::read) {
                    report::hint(format_args!("use {flags}"));
                }
            }
            return Ok(None);
        }
    };
    let standing = boards.verdict_under(rules).filter(|standing| standing.name().is_some());
    if !args.json {
        used.iter().for_each(report::note);
        standing.iter().for_each(report::note);
    }
    let mut clocks = BySeat::default();
    for (id, read) in BoardId::ALL.into_iter().zip(boards.list()) {
        for (color, clock) in Color::ALL.into_iter().zip(read.clocks.into_iter().flatten()) {
            clocks[Seat { board: id, color }] = Some(clock.time());
        }
    }
    let (position, is_match) = match &boards {
        ReadBoards::One(read) => (with_another(read.board, rules), false),
        ReadBoards::Two([a, b]) => (Position::new(a.board, b.board, rules), true),
    };
    let source = Source::Text { input: visible(text), used, standing };
    Ok(Some(Subject { position, is_match, clocks, verdict: Verdict::Fine, source }))
}

/// Adds a second board for engines that need both: the starting position, or only kings if two chess sets don't have the
/// pieces of both.
fn with_another(board: Board, rules: Rules) -> Position {
    let kings = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1".parse().ok();
    let others = [Some(Board::START), kings].into_iter().flatten();
    let mut positions = others.map(|other| Position::new(board, other, rules));
    let fits = |position: &Position| position.check_material().is_ok();
    positions.find(fits).unwrap_or_else(|| Position::new(board, Board::START, rules))
}

/// Reads a game and plays it up to the requested half-move.
fn of_game(args: &AnalyzeArgs, file: FileName, source: impl Read) -> Option<Subject> {
    let wanted = args.game.unwrap_or(1);
    let record = match replay::find(source, wanted) {
        Ok(Ok(record)) => record,
        Ok(Err(0)) => return failed(format_args!("{file} has no game and no position")),
        Ok(Err(games)) => {
            let games = words::count(games as usize, "game");
            return failed(format_args!("there is no game {wanted}: {file} has {games}"));
        }
        Err(error) => return failed(format_args!("cannot read {file}: {error}")),
    };
    let mut options = ReadOptions::lenient().otherwise(Rules::fics());
    if let Some(rules) = args.rules {
        options = options.rules(rules.rules());
    }
    let replay = Replay::new(&record, None, args.ply, options)?;
    if let Some(error) = &replay.start.error {
        return failed(format_args!("{file}: cannot play game {wanted}: {error}"));
    }
    let half_moves = words::count(replay.plies, "half-move");
    if let Some(ply) = args.ply.filter(|&ply| ply > replay.plies) {
        let can = if replay.stopped.is_some() { "can be played" } else { "were played" };
        return failed(format_args!("there is no half-move {ply}: {half_moves} {can}"));
    }
    let mut verdict = Verdict::Fine;
    let place = InFile::new(&file.shown, &record);
    if let Some(ply) = args.ply {
        // Errors after the half-move don't matter. Those before it may change the position.
        let starts = &replay.checked.starts;
        let is_before =
            |error: &&SyntaxError| starts.partition_point(|&start| start <= error.span().start) <= ply;
        for error in record.errors.iter().filter(is_before) {
            place.error(error.kind(), error.span());
            verdict = Verdict::Wrong;
        }
    } else {
        verdict = replay::report_errors(&replay, &place);
        if let Some(hint) = next_step::for_chess_pgn(&record) {
            report::hint(hint);
            return None;
        }
    }
    let clocks = match &replay.moment {
        Some(moment) => moment.running,
        None => replay.start.clocks,
    };
    Some(Subject {
        position: *replay.position(),
        is_match: true,
        clocks,
        verdict,
        source: Source::Game { file, game: wanted, ply: replay.ply(), plies: replay.plies },
    })
}

/// What `--json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Analyzed {
    /// The position that was read; absent for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    #[serde(flatten)]
    file: Option<FileName>,
    /// The number of the game in the file, from 1; absent for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    /// The half-move after which it was analyzed; absent for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(flatten)]
    boards: Option<json::OneOrTwo<AnalyzedBoard>>,
    /// The engine.
    engine: UsedEngine,
    /// The chances of the teams, if both boards were evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<EvaluatedTeam>,
    /// What else to know, often empty.
    notes: Vec<json::Note>,
}

impl Analyzed {
    fn new(
        subject: Subject,
        boards: Vec<AnalyzedBoard>,
        engine: UsedEngine,
        team: Option<TeamEvaluation>,
    ) -> Analyzed {
        let (input, file, game, ply, notes) = match subject.source {
            Source::Text { input, used, standing } => {
                let mut notes = json::notes(used);
                notes
                    .extend(standing.and_then(|standing| {
                        Some(json::Note::plain(standing.name()?, standing.to_string()))
                    }));
                (Some(input), None, None, None, notes)
            }
            Source::Game { file, game, ply, .. } => (None, Some(file), Some(game), Some(ply), Vec::new()),
        };
        let mut boards = boards.into_iter();
        let boards = boards.next().map(|a| json::OneOrTwo::of(a, boards.next()));
        Analyzed { input, file, game, ply, boards, engine, team: team.map(Into::into), notes }
    }
}

/// Returns the text output.
fn text(
    subject: &Subject,
    boards: &[AnalyzedBoard],
    engine: &UsedEngine,
    team: Option<&TeamEvaluation>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Source::Game { file, game, ply, plies } = &subject.source {
        lines.push(format!("{file}, game {game}, after half-move {ply} of {plies}"));
    }
    for (&id, board) in subject.ids().iter().zip(boards) {
        let title = if subject.is_match { format!("Board {id}: ") } else { String::new() };
        let mover = subject.seat(id, board.side.0);
        let status = board.side_status.sentence_about(&mover, &subject.position.board(id));
        let partner = |color| subject.is_match.then(|| Seat { board: id, color }.partner());
        lines.extend(analyze_text::board(&title, board, &status, |color| subject.seat(id, color), partner));
    }
    if boards.iter().any(|board| board.evaluation.is_some()) {
        lines.push(engine.name.clone());
    }
    for (&id, board) in subject.ids().iter().zip(boards) {
        let title = if subject.is_match { format!("{id}: ") } else { String::new() };
        lines.extend(analyze_text::evaluation(&title, &subject.seat(id, board.side.0), board));
    }
    if let Some(team) = team {
        let [first, second] = team.team.seats();
        lines.push(format!("  {first} and {second} have a {:.0}% chance to win", 100.0 * team.chance));
    }
    lines
}

//! `archive`: adds games to an archive, and prints what it contains.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use bpgn::detect::TextKind;
use bpgn::import::chesscom;
use bpgn::{WriteOptions, write_game};
use bughouse_archive::{
    Archive, ArchiveError, Grown, ImportOptions, ImportReport, Importer, Input, InputReport, Manifest,
    SkippedGame,
};
use bughouse_files::{signals, sources};
use bughouse_review::words;
use serde::Serialize;

use crate::clean::clean;
use crate::cli_archive::{
    AddArgs, ArchiveAction, ArchiveArgs, CompactArgs, ExportArgs, InfoArgs, RepairArgs, SkippedArgs,
};
use crate::files;
use crate::json;
use crate::next_step;
use crate::progress::Progress;
use crate::report::{self, Verdict};

/// Runs a command of `archive`.
pub(crate) fn run(args: &ArchiveArgs, out: &mut impl Write) -> io::Result<Verdict> {
    match &args.action {
        ArchiveAction::Add(args) => add(args, out),
        ArchiveAction::Info(args) => info(args, out),
        ArchiveAction::Skipped(args) => skipped(args, out),
        ArchiveAction::Compact(args) => compact(args, out),
        ArchiveAction::Export(args) => export(args, out),
        ArchiveAction::Repair(args) => repair(args, out),
    }
}

/// Reports why an archive can't be used, and what to do about it.
pub(crate) fn report_error(error: &ArchiveError) -> Verdict {
    match error {
        ArchiveError::NotAnArchive { path, .. } if !next_step::is_archive(path) => {
            report::error(next_step::for_archive(path));
        }
        ArchiveError::Damaged { path, .. }
            if path.file_name().is_some_and(|name| name == "manifest.json") =>
        {
            report::error(error);
            report::hint(next_step::for_damaged_manifest(path));
        }
        _ => report::error(error),
    }
    Verdict::Wrong
}

/// Returns the result of a game, and the winners if the result doesn't say so.
pub(crate) fn result_text(result: Option<&str>, winner: Option<&str>) -> String {
    let result = result.unwrap_or("*");
    match (winner, result) {
        (None, _) | (Some("team1"), "1-0") | (Some("team2"), "0-1") | (Some("draw"), "1/2-1/2") => {
            result.to_owned()
        }
        (Some("team1"), _) => format!("{result} (won by WhiteA and BlackB)"),
        (Some("team2"), _) => format!("{result} (won by BlackA and WhiteB)"),
        (Some(_), _) => format!("{result} (drawn)"),
    }
}

fn add(args: &AddArgs, out: &mut impl Write) -> io::Result<Verdict> {
    // The arguments may be in the wrong order.
    if args.archive.is_file() {
        report::error(next_step::for_new_archive(&args.archive));
        return Ok(Verdict::Wrong);
    }
    let mut verdict = Verdict::Fine;
    let inputs = inputs(&args.archive, &args.file, &mut verdict);
    if inputs.is_empty() {
        return Ok(Verdict::Wrong);
    }
    let mut options = ImportOptions::default().texts(!args.no_text);
    if let Some(threads) = args.threads {
        options = options.threads(usize::from(threads));
    }
    if let Some(batch) = args.batch {
        options = options.batch_games(batch as usize);
    }
    if let Some(memory) = args.memory {
        options = options.memory(u64::from(memory) << 20);
    }
    let mut importer = match Importer::open(&args.archive, options) {
        Ok(importer) => importer,
        Err(ArchiveError::NotAnArchive { path, .. }) if !next_step::is_archive(&path) => {
            report::error(next_step::for_new_archive(&path));
            return Ok(Verdict::Wrong);
        }
        Err(error) => return Ok(report_error(&error)),
    };
    let stop = signals::flag();
    let mut bar: Option<Progress> = None;
    let added = importer.add(inputs, &mut |state| {
        bar.get_or_insert_with(|| Progress::new(Some(state.total_bytes))).show(state.bytes, state.games);
        !stop.load(Ordering::Relaxed)
    });
    if let Some(mut bar) = bar {
        bar.clear();
    }
    let added = match added {
        Ok(added) => added,
        Err(error) => return Ok(report_error(&error)),
    };
    for input in &added.inputs {
        if let Some(error) = &input.error {
            report::error(format_args!("{}: {error}", input.name));
            verdict = Verdict::Wrong;
        }
        if let Some(grown) = &input.grown {
            let Grown { source_name, whole, cut, is_older, .. } = grown;
            let name = &input.name;
            if *is_older {
                report::note(format_args!(
                    "{name}: its last game is cut off; {source_name} has all of it, so game {cut} doesn't count and game \
                     {whole} does"
                ));
            } else {
                report::note(format_args!(
                    "{name}: continues {source_name}; game {whole} replaces game {cut}, which was cut off"
                ));
            }
        }
        if args.json {
            json::write(out, &AddedFile::new(input))?;
        }
    }
    if !args.json {
        write_added(out, &added, importer.manifest())?;
    }
    if let Some(error) = &added.not_merged {
        report::note(format_args!("the games are in the archive, but its files can't be merged: {error}"));
        report::hint(next_step::for_unmerged(&args.archive));
    }
    if added.stopped {
        report::note(
            "stopped; the games read so far are in the archive. Run the same command again to continue",
        );
        return Ok(Verdict::Stopped);
    }
    Ok(verdict)
}

/// Finds the files to add, and the games of chess.com in them.
fn inputs(archive: &Path, paths: &[PathBuf], verdict: &mut Verdict) -> Vec<Input> {
    let mut found = files::find(paths, &["json"]);
    // The archive may be inside a folder that is added.
    let (own, files) = (archive.canonicalize().ok(), found.files.len());
    found.files.retain(|path| match (&own, path.canonicalize()) {
        (Some(own), Ok(path)) => !path.starts_with(own),
        _ => true,
    });
    if found.files.is_empty() && files > 0 {
        report::error(format_args!(
            "all files to add are in `{}`, the folder of the archive; use another folder for the archive",
            sources::name(archive)
        ));
        *verdict = Verdict::Wrong;
    }
    for (path, error) in &found.failed {
        let (name, file) = (sources::name(path), sources::quoted(path));
        match next_step::is_archive(path) {
            true => report::error(format_args!(
                "`{name}` is an archive, not a file: export its games first, with `bughouse archive export {file} > \
                 games.bpgn`"
            )),
            false => report::error(format_args!("cannot read {name}: {error}")),
        }
        *verdict = Verdict::Wrong;
    }
    let (mut inputs, mut documents, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for path in found.files {
        let name = sources::name(&path);
        if path.as_os_str() == "-" {
            report::error(
                "stdin can't be added, because an archive remembers its files; save it to a file first",
            );
            *verdict = Verdict::Wrong;
            continue;
        }
        match read_json(&path) {
            Err(error) => {
                report::error(format_args!("cannot read {name}: {error}"));
                *verdict = Verdict::Wrong;
            }
            Ok(None) => inputs.push(Input::file(path)),
            Ok(Some(text)) => {
                let (mut read, errors) = chesscom::read_documents(&text);
                for error in errors {
                    report::error(format_args!("{name}: {error}"));
                    *verdict = Verdict::Wrong;
                }
                documents.append(&mut read);
                names.push(name);
            }
        }
    }
    if !names.is_empty() {
        let (games, errors) = chesscom::merge_all(documents);
        for error in errors {
            report::error(error);
            *verdict = Verdict::Wrong;
        }
        let mut text = Vec::new();
        for game in &games {
            if !text.is_empty() {
                text.push(b'\n');
            }
            write_game(game, &WriteOptions::default(), &mut text);
        }
        if !games.is_empty() {
            let others = match names.len() - 1 {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            inputs.push(Input::text(format!("{}{others}", names[0]), text));
        }
    }
    inputs
}

/// The maximum size of a chess.com JSON file.
const MOST_JSON: u64 = 256 << 20;

/// Reads a JSON file; `None` if it is something else.
fn read_json(path: &Path) -> io::Result<Option<Vec<u8>>> {
    use std::io::Read;
    let mut source = files::open(path)?;
    let mut text = Vec::new();
    source.by_ref().take(TextKind::START as u64).read_to_end(&mut text)?;
    if TextKind::of(&text) != TextKind::Json {
        return Ok(None);
    }
    source.take(MOST_JSON).read_to_end(&mut text)?;
    if text.len() as u64 >= MOST_JSON {
        return Err(io::Error::other("more than 256 MB of JSON"));
    }
    Ok(Some(text))
}

/// The result for a file, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AddedFile<'a> {
    /// The file.
    file: &'a str,
    /// Whether the archive already had all of it.
    known: bool,
    /// How many games were `ok`, `repaired`, `broken`, `duplicate` and so on.
    counts: &'a std::collections::BTreeMap<String, u64>,
    /// If the file has grown since it was added, or is a shorter copy of a file in the archive: the game that was cut
    /// off, and the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    grown: Option<[i32; 2]>,
    /// What went wrong.
    error: Option<&'a str>,
}

impl<'a> AddedFile<'a> {
    fn new(input: &'a InputReport) -> AddedFile<'a> {
        AddedFile {
            file: &input.name,
            known: input.known,
            counts: &input.counts,
            grown: input.grown.as_ref().map(|grown| [grown.cut, grown.whole]),
            error: input.error.as_deref(),
        }
    }
}

fn write_added(out: &mut impl Write, added: &ImportReport, manifest: &Manifest) -> io::Result<()> {
    for input in &added.inputs {
        if input.known {
            writeln!(out, "{}: already in the archive", clean(&input.name))?;
        } else if input.error.is_none() || !input.counts.is_empty() {
            writeln!(out, "{}: {}", clean(&input.name), counts_text(&input.counts))?;
        }
    }
    let count = words::count(added.added() as usize, "game");
    writeln!(out, "{count} added, {} in the archive", manifest.game_count())
}

/// Returns counts as text: `12 ok, 3 duplicate`.
fn counts_text(counts: &std::collections::BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return "no games".to_owned();
    }
    let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
    counts.sort_by(|one, other| other.1.cmp(one.1).then(one.0.cmp(other.0)));
    let text = |(name, count): &(&String, &u64)| match name.as_str() {
        "no-game" => format!("{} without a game", words::count(**count as usize, "text")),
        _ => format!("{count} {name}"),
    };
    counts.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The contents of an archive, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Info<'a> {
    /// The version of the archive format.
    format: &'a str,
    /// The version of the position key.
    key: &'a str,
    /// How many games it holds.
    games: usize,
    /// How many players it knows.
    players: i32,
    /// How many half-moves it holds.
    half_moves: u64,
    /// Whether it keeps the text of each game.
    texts: bool,
    /// The size of all tables.
    bytes: u64,
    /// How many games of the sources were `ok`, `duplicate` and so on.
    counts: &'a std::collections::BTreeMap<String, u64>,
    /// The size of each table, by name.
    tables: std::collections::BTreeMap<&'a str, TableInfo>,
    /// The files that were added.
    #[cfg_attr(test, schemars(with = "Vec<crate::reference::json::Source>"))]
    sources: &'a [bughouse_archive::Source],
}

#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ArchiveTable"))]
pub(crate) struct TableInfo {
    /// How many Parquet files it has.
    files: usize,
    /// How many rows it has.
    rows: u64,
    /// Its size.
    bytes: u64,
}

fn info(args: &InfoArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let archive = match Archive::open(&args.archive) {
        Ok(archive) => archive,
        Err(error) => return Ok(report_error(&error)),
    };
    if args.verify
        && let Err(error) = archive.verify()
    {
        return Ok(report_error(&error));
    }
    let manifest = archive.manifest();
    let mut tables = std::collections::BTreeMap::<&str, TableInfo>::new();
    for file in &manifest.files {
        let table = tables.entry(&file.table).or_default();
        table.files += 1;
        table.rows += file.rows;
        table.bytes += file.bytes;
    }
    let bytes = manifest.files.iter().map(|file| file.bytes).sum();
    let half_moves = tables.get("moves").map_or(0, |table| table.rows);
    if args.json {
        let info = Info {
            format: &manifest.format,
            key: &manifest.key,
            games: manifest.game_count(),
            players: manifest.players,
            half_moves,
            texts: manifest.texts,
            bytes,
            counts: &manifest.counts,
            tables,
            sources: &manifest.sources,
        };
        json::write(out, &info)?;
        return Ok(Verdict::Fine);
    }
    writeln!(
        out,
        "{}, {}, {}",
        words::count(manifest.game_count(), "game"),
        words::count(half_moves as usize, "half-move"),
        words::count(manifest.players as usize, "player")
    )?;
    writeln!(out, "Found in the sources: {}", counts_text(&manifest.counts))?;
    writeln!(
        out,
        "{} in {} files{}",
        size(bytes),
        manifest.files.len(),
        if args.verify { ", all valid" } else { "" }
    )?;
    for (name, table) in &tables {
        // On disk, the table of skipped games has an older name.
        let name = if *name == "refused" { "skipped" } else { name };
        let rows = if table.rows == 1 { "row " } else { "rows" };
        writeln!(out, "  {name:<10} {:>12} {rows}  {:>9}", table.rows, size(table.bytes))?;
    }
    writeln!(out, "Sources:")?;
    for (number, source) in manifest.sources.iter().enumerate() {
        let state = if source.complete { "" } else { ", incomplete" };
        writeln!(out, "  {number:>3}  {}: {}{state}", clean(&source.name), counts_text(&source.counts))?;
    }
    Ok(Verdict::Fine)
}

/// Returns a number of bytes as text.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// A game that is not in the archive, or only in part, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SkippedLine<'a> {
    /// The file.
    file: &'a str,
    /// The number of the game in the file, from 1.
    number: i32,
    /// The line where it begins, from 1.
    line: i64,
    /// The byte where it begins, from 0.
    byte: i64,
    /// Its length in bytes.
    length: i32,
    /// Why it was skipped.
    reason: &'a str,
    /// The same in words.
    message: &'a str,
    /// The game of the archive that it is a duplicate of, or that holds a part of it.
    game: Option<i32>,
}

fn skipped(args: &SkippedArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let archive = match Archive::open(&args.archive) {
        Ok(archive) => archive,
        Err(error) => return Ok(report_error(&error)),
    };
    let manifest = archive.manifest();
    let (mut listed, mut reasons) = (false, BTreeSet::new());
    for row in archive.skipped() {
        let row: SkippedGame = match row {
            Ok(row) => row,
            Err(error) => return Ok(report_error(&error)),
        };
        if args.reason.as_ref().is_some_and(|reason| *reason != row.reason) {
            reasons.insert(row.reason);
            continue;
        }
        listed = true;
        let source = usize::try_from(row.source).ok().and_then(|at| manifest.sources.get(at));
        let file = source.map_or("?", |source| source.name.as_str());
        if args.json {
            json::write(
                out,
                &SkippedLine {
                    file,
                    number: row.number,
                    line: row.line,
                    byte: row.byte,
                    length: row.length,
                    reason: &row.reason,
                    message: &row.message,
                    game: row.game,
                },
            )?;
        } else {
            writeln!(out, "{}:{}: {}: {}", clean(file), row.line, row.reason, clean(&row.message))?;
        }
    }
    match &args.reason {
        _ if listed => {}
        Some(reason) if !reasons.is_empty() => {
            let reasons: Vec<String> = reasons.into_iter().collect();
            report::note(format_args!(
                "no game was skipped with the reason {reason}; the archive has {}",
                reasons.join(", ")
            ));
        }
        _ => report::note("no game was skipped"),
    }
    Ok(Verdict::Fine)
}

fn compact(args: &CompactArgs, out: &mut impl Write) -> io::Result<Verdict> {
    // Only `add` creates an archive.
    let before = match Archive::open(&args.archive) {
        Ok(archive) => archive.manifest().files.len(),
        Err(error) => return Ok(report_error(&error)),
    };
    let merged = Importer::open(&args.archive, ImportOptions::default()).and_then(|mut importer| {
        importer.compact()?;
        Ok(importer.manifest().files.len())
    });
    match merged {
        Ok(after) => {
            writeln!(out, "{} before, {after} now", words::count(before, "file"))?;
            Ok(Verdict::Fine)
        }
        Err(error) => Ok(report_error(&error)),
    }
}

fn export(args: &ExportArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let archive = match Archive::open(&args.archive) {
        Ok(archive) => archive,
        Err(error) => return Ok(report_error(&error)),
    };
    if !archive.manifest().texts {
        report::error(next_step::NO_TEXT);
        return Ok(Verdict::Wrong);
    }
    if let Some(source) = args.source {
        let sources = archive.manifest().sources.len();
        if usize::try_from(source).ok().is_none_or(|at| at >= sources) {
            report::error(format_args!(
                "there is no source {source}, expected 0 to {}",
                sources.saturating_sub(1)
            ));
            return Ok(Verdict::Wrong);
        }
    }
    let written = match args.game {
        None => archive.export(args.source, out).map(drop),
        Some(id) => match archive.game(id) {
            Ok(None) => {
                let expected = match archive.len() {
                    0 => "the archive is empty".to_owned(),
                    1 => "the archive has only game 0".to_owned(),
                    games => format!("expected 0 to {}", games - 1),
                };
                report::error(format_args!("there is no game {id}: {expected}"));
                return Ok(Verdict::Wrong);
            }
            Ok(Some(game)) => match archive.text(&game) {
                Ok(text) => {
                    out.write_all(&text.unwrap_or_default())?;
                    return Ok(Verdict::Fine);
                }
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        },
    };
    match written {
        Ok(()) => Ok(Verdict::Fine),
        Err(ArchiveError::Output { error }) => Err(error),
        Err(error) => Ok(report_error(&error)),
    }
}

fn repair(args: &RepairArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let repaired = match bughouse_archive::repair(&args.archive) {
        Ok(repaired) => repaired,
        Err(error) => return Ok(report_error(&error)),
    };
    let Some(problem) = &repaired.problem else {
        writeln!(
            out,
            "nothing to repair: {} in {}",
            words::count(repaired.games, "game"),
            words::count(repaired.files, "file")
        )?;
        return Ok(Verdict::Fine);
    };
    writeln!(out, "problem: {}", clean(problem))?;
    writeln!(
        out,
        "new manifest.json: {} in {}",
        words::count(repaired.games, "game"),
        words::count(repaired.files, "file")
    )?;
    if let Some(name) = &repaired.kept_as {
        writeln!(out, "the damaged manifest was kept as {name}")?;
    }
    for name in &repaired.replaced {
        writeln!(out, "{name}: not used, because newer files have its rows; removed when games are added")?;
    }
    for name in &repaired.unverified {
        writeln!(out, "{name}: its checksums were lost, so earlier damage can't be detected")?;
    }
    if repaired.lost_sources > 0 {
        writeln!(
            out,
            "{} lost: if you add the files again, their games are found to be duplicates",
            words::count(repaired.lost_sources, "source name")
        )?;
    }
    Ok(Verdict::Fine)
}

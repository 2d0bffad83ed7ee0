//! `search`: finds games in an archive by what happens in them.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use bughouse_archive::{Archive, ArchiveError, Hit, Query, QueryErrorKind, SearchOptions};
use bughouse_files::sources;
use bughouse_review::Seats;
use bughouse_server::archive::found_games;

use crate::archive::{report_error, result_text};
use crate::clean::clean;
use crate::cli_archive::SearchArgs;
use crate::json;
use crate::next_step;
use crate::report::{self, Verdict};

/// How many games are read and written together.
const AT_ONCE: usize = 4096;

/// Finds games.
pub(crate) fn run(args: &SearchArgs, out: &mut impl Write) -> io::Result<Verdict> {
    if !args.archive.is_dir()
        && let Some(archive) = args.query.iter().map(Path::new).find(|path| next_step::is_archive(path))
    {
        let name = sources::quoted(archive);
        report::error(format_args!("the archive comes first: `bughouse search {name} QUERY`"));
        return Ok(Verdict::Wrong);
    }
    let text = args.query.join(" ");
    let query: Query = match text.parse() {
        Ok(query) => query,
        Err(error) => {
            let error: bughouse_archive::QueryError = error;
            report::error(error.render(&text));
            if let QueryErrorKind::UnknownTerm { .. } = error.kind() {
                let page = concat!(env!("CARGO_PKG_HOMEPAGE"), "reference/query-language.html");
                report::hint(format_args!("all terms are listed at {page}"));
            }
            return Ok(Verdict::Wrong);
        }
    };
    if args.sql {
        return match Archive::open(&args.archive).map(|archive| archive.sql(&query)) {
            Ok(Ok(sql)) => write!(out, "{sql}").map(|()| Verdict::Fine),
            Ok(Err(none)) => {
                report::error(none);
                Ok(Verdict::Wrong)
            }
            Err(error) => Ok(report_error(&error)),
        };
    }
    let limit = if args.count { 0 } else { args.limit.unwrap_or(usize::MAX) };
    let mut options = SearchOptions::default().limit(limit);
    if let Some(seconds) = args.timeout {
        options = options.time(Duration::from_secs(u64::from(seconds)));
    }
    let answered = Archive::open(&args.archive).and_then(|archive| {
        archive.unknown_in_query(&query)?.iter().for_each(report::note);
        let found = archive.search(&query, &options)?;
        Ok((archive, found))
    });
    let (archive, found) = match answered {
        Ok(answered) => answered,
        Err(error) => return Ok(report_error(&error)),
    };
    if args.count {
        writeln!(out, "{}", found.games)?;
        return Ok(Verdict::Fine);
    }
    if args.bpgn && !archive.manifest().texts {
        report::error(next_step::NO_TEXT);
        return Ok(Verdict::Wrong);
    }
    for hits in found.hits.chunks(AT_ONCE) {
        match write_hits(args, &archive, hits, out) {
            Ok(()) => {}
            Err(ArchiveError::Output { error }) => return Err(error),
            Err(error) => return Ok(report_error(&error)),
        }
    }
    if !args.json && !args.bpgn {
        // Print the games before the note on a terminal.
        out.flush()?;
        let shown = found.hits.len() as u64;
        let games = if found.games == 1 { "game" } else { "games" };
        if shown < found.games {
            report::note(format_args!("{} {games}, the first {shown} are shown", found.games));
        } else {
            report::note(format_args!("{} {games}", found.games));
        }
    }
    Ok(Verdict::Fine)
}

fn write_hits(
    args: &SearchArgs,
    archive: &Archive,
    hits: &[Hit],
    out: &mut impl Write,
) -> Result<(), ArchiveError> {
    let output = |error: io::Error| ArchiveError::Output { error };
    if args.bpgn {
        let ids: Vec<i32> = hits.iter().map(|hit| hit.game).collect();
        for game in archive.games_of(&ids)? {
            let text = archive.text(&game)?.unwrap_or_default();
            out.write_all(&text).and_then(|()| out.write_all(b"\n\n")).map_err(output)?;
        }
        return Ok(());
    }
    for found in found_games(archive, hits.iter().map(|hit| (hit.game, hit.ply)))? {
        if args.json {
            json::write(out, &found).map_err(output)?;
            continue;
        }
        let at = found.ply.map_or(String::new(), |ply| format!("half-move {ply}"));
        writeln!(
            out,
            "{:>8}  {at:<14} {}  {}  {}",
            found.game,
            found.date.as_deref().unwrap_or("????.??.??"),
            names(&found.seats),
            result_text(found.result.as_deref(), found.winner.as_deref())
        )
        .map_err(output)?;
    }
    Ok(())
}

fn names(seats: &Seats) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { clean(name) };
    format!(
        "{} with {} against {} with {}",
        name(&seats.white_a.name),
        name(&seats.black_b.name),
        name(&seats.black_a.name),
        name(&seats.white_b.name)
    )
}

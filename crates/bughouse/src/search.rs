//! `search`: finds games of an archive by what happens in them.

use std::io::{self, Write};

use bughouse_archive::{Archive, ArchiveError, Hit, Query, SearchOptions};
use bughouse_review::Seats;
use bughouse_server::archive::found_game;

use crate::archive::wrong;
use crate::cli_archive::SearchArgs;
use crate::json;
use crate::report::{self, Verdict};

/// Finds games.
pub(crate) fn run(args: &SearchArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let text = args.query.join(" ");
    let query: Query = match text.parse() {
        Ok(query) => query,
        Err(error) => {
            let error: bughouse_archive::QueryError = error;
            report::error(error.render(&text));
            return Ok(Verdict::Wrong);
        }
    };
    if args.sql {
        return match query.sql(&args.archive.to_string_lossy()) {
            Ok(sql) => write!(out, "{sql}").map(|()| Verdict::Fine),
            Err(none) => {
                report::error(none);
                Ok(Verdict::Wrong)
            }
        };
    }
    let limit = if args.count { 0 } else { args.limit.unwrap_or(usize::MAX) };
    let answered = Archive::open(&args.archive).and_then(|archive| {
        let found = archive.search(&query, &SearchOptions::default().limit(limit))?;
        Ok((archive, found))
    });
    let (archive, found) = match answered {
        Ok(answered) => answered,
        Err(error) => return Ok(wrong(&error)),
    };
    if args.count {
        writeln!(out, "{}", found.games)?;
        return Ok(Verdict::Fine);
    }
    for hit in &found.hits {
        match write_hit(args, &archive, hit, out) {
            Ok(()) => {}
            Err(ArchiveError::Output { error }) => return Err(error),
            Err(error) => return Ok(wrong(&error)),
        }
    }
    if !args.json && !args.bpgn {
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

fn write_hit(
    args: &SearchArgs,
    archive: &Archive,
    hit: &Hit,
    out: &mut impl Write,
) -> Result<(), ArchiveError> {
    let output = |error: io::Error| ArchiveError::Output { error };
    if args.bpgn {
        let Some(game) = archive.game(hit.game)? else { return Ok(()) };
        let Some(text) = archive.text(&game)? else {
            return Err(ArchiveError::Output {
                error: io::Error::other("this archive keeps no texts: it was made with --no-text"),
            });
        };
        return out.write_all(&text).and_then(|()| out.write_all(b"\n\n")).map_err(output);
    }
    let Some(found) = found_game(archive, hit)? else { return Ok(()) };
    if args.json {
        return json::write(out, &found).map_err(output);
    }
    let at = found.ply.map_or(String::new(), |ply| format!("half-move {ply}"));
    writeln!(
        out,
        "{:>8}  {at:<14} {}  {}  {}",
        found.game,
        found.date.as_deref().unwrap_or("????.??.??"),
        names(&found.seats),
        found.result.as_deref().unwrap_or("*")
    )
    .map_err(output)
}

fn names(seats: &Seats) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    format!(
        "{} with {} against {} with {}",
        name(&seats.white_a.name),
        name(&seats.black_b.name),
        name(&seats.black_a.name),
        name(&seats.white_b.name)
    )
}

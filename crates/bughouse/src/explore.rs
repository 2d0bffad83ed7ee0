//! `explore`: what was played from a position, and what came of it.

use std::io::{self, Write};

use bughouse_archive::Archive;
use bughouse_chess::Material;
use bughouse_review::position::read as read_position;
use bughouse_review::{Explored, ExploredGame, ExploredMove, Player};
use bughouse_server::archive::{explore, query};

use crate::archive::{result_text, wrong};
use crate::clean::clean;
use crate::cli_archive::ExploreArgs;
use crate::json;
use crate::position;
use crate::report::{self, Verdict};

/// Tells what was played from a position.
pub(crate) fn run(args: &ExploreArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let read = |text: &[u8]| read_position(text, &options);
    let Some(position) = position::read_only(&args.position, args.json, out, read)? else {
        return Ok(Verdict::Wrong);
    };
    let boards = &position.found;
    let asked =
        query(boards).reserves(args.reserves.reserves()).filter(args.filter.filter()).games(args.games);
    let found = Archive::open(&args.archive).and_then(|archive| {
        archive.unknown_in_filter(&args.filter.filter())?.iter().for_each(report::note);
        explore(&archive, boards, &asked)
    });
    match found {
        Err(error) => Ok(wrong(&error)),
        Ok(found) => {
            if args.json {
                json::write(out, &found)?;
            } else {
                write_text(out, &found)?;
            }
            Ok(Verdict::Fine)
        }
    }
}

fn write_text(out: &mut impl Write, found: &Explored) -> io::Result<()> {
    writeln!(out, "{}", found.position)?;
    let games = if found.total == 1 { "game" } else { "games" };
    writeln!(out, "{} {games}", found.total)?;
    if !found.moves.is_empty() {
        writeln!(
            out,
            "\n{:<10}{:>9}{:>7}{:>7}{:>7}{:>7}{:>8}{:>8}  last",
            "move", "games", "share", "won", "drawn", "lost", "rating", "time"
        )?;
    }
    for played in &found.moves {
        write_move(out, played, found.total)?;
    }
    if let Some(ended) = &found.ended {
        writeln!(
            out,
            "{:<10}{:>9}{:>7}{:>7}{:>7}{:>7}",
            "(ended)",
            ended.games,
            share(ended.games, found.total),
            share(ended.won, ended.games),
            share(ended.drawn, ended.games),
            share(ended.lost, ended.games)
        )?;
    }
    if !found.games.is_empty() {
        writeln!(out, "\nGames:")?;
    }
    for game in &found.games {
        write_game(out, game)?;
    }
    Ok(())
}

fn write_move(out: &mut impl Write, played: &ExploredMove, total: u64) -> io::Result<()> {
    let name = match &played.board {
        Some(board) => format!("{board}: {}", played.san),
        None => played.san.clone(),
    };
    let rating = played.rating.map_or("-".to_owned(), |rating| format!("{rating:.0}"));
    let time = played.used_ms.map_or("-".to_owned(), |time| format!("{:.1} s", time / 1000.0));
    writeln!(
        out,
        "{name:<10}{:>9}{:>7}{:>7}{:>7}{:>7}{rating:>8}{time:>8}  {}",
        played.games,
        share(played.games, total),
        share(played.won, played.games),
        share(played.drawn, played.games),
        share(played.lost, played.games),
        played.last.as_deref().unwrap_or("-")
    )
}

fn write_game(out: &mut impl Write, game: &ExploredGame) -> io::Result<()> {
    let player = |player: &Player| {
        let name = if player.name.is_empty() { "?".to_owned() } else { clean(&player.name) };
        player.rating.map_or_else(|| name.clone(), |rating| format!("{name} {rating}"))
    };
    let seats = &game.seats;
    writeln!(
        out,
        "  {:>8}  half-move {:<4} {}  {} with {} against {} with {}  {}",
        game.game,
        game.ply,
        game.date.as_deref().unwrap_or("????.??.??"),
        player(&seats.white_a),
        player(&seats.black_b),
        player(&seats.black_a),
        player(&seats.white_b),
        result_text(game.result.as_deref(), game.winner.as_deref())
    )
}

/// Returns a part of a whole in per cent.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0}%", part as f64 * 100.0 / whole as f64) }
}

//! `explore`: the moves played from a position in an archive, with results.

use std::io::{self, Write};

use bughouse_archive::Archive;
use bughouse_chess::Material;
use bughouse_review::position::read as read_position;
use bughouse_review::{Explored, ExploredGame, ExploredMove, Player};
use bughouse_server::archive::{explore, query as explore_query};

use crate::archive::{report_error, result_text};
use crate::clean::clean;
use crate::cli_archive::ExploreArgs;
use crate::json;
use crate::position;
use crate::report::{self, Verdict};

/// Prints the moves played from a position.
pub(crate) fn run(args: &ExploreArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let parsing = (&args.reading, Material::TwoSets);
    let Some(position) = position::read_only(&args.position, args.json, out, parsing, read_position)? else {
        return Ok(Verdict::Wrong);
    };
    let boards = &position.found;
    let query = explore_query(boards)
        .reserves(args.reserves.reserves())
        .filter(args.filter.filter())
        .games(args.games);
    let found = Archive::open(&args.archive).and_then(|archive| {
        archive.unknown_in_filter(&args.filter.filter())?.iter().for_each(report::note);
        explore(&archive, boards, &query)
    });
    match found {
        Err(error) => Ok(report_error(&error)),
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
    writeln!(out, "{}", count(found))?;
    let counted = if found.total == found.total_games { "games" } else { "boards" };
    if !found.moves.is_empty() {
        writeln!(
            out,
            "\n{:<10}{:>9}{:>7}{:>7}{:>7}{:>7}{:>8}{:>8}  last",
            "move", counted, "share", "won", "drawn", "lost", "rating", "time"
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

/// Returns what is counted: `100,000 boards in 50,000 games`. Two boards are counted once per game.
fn count(found: &Explored) -> String {
    let text =
        |count: u64, word: &str| format!("{} {word}{}", thousands(count), if count == 1 { "" } else { "s" });
    let (boards, games) = (text(found.total, "board"), text(found.total_games, "game"));
    if found.total == found.total_games { games } else { format!("{boards} in {games}") }
}

/// Returns a number with commas: `100,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|part| std::str::from_utf8(part).unwrap_or_default())
        .collect();
    parts.join(",")
}

/// Returns a percentage.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.0}%", part as f64 * 100.0 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        let shown = [0, 999, 1000, 100_000, 1_234_567].map(thousands);
        assert_eq!(shown, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }

    #[test]
    fn boards_and_games_are_counted() {
        let found = |total, total_games| {
            let (moves, games) = (Vec::new(), Vec::new());
            count(&Explored { position: String::new(), total, total_games, moves, ended: None, games })
        };
        assert_eq!(found(100_000, 50_000), "100,000 boards in 50,000 games");
        assert_eq!(found(2, 1), "2 boards in 1 game");
        assert_eq!(found(7, 7), "7 games");
    }
}

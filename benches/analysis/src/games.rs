//! Real games, replayed, and the positions before their mates.

use std::io;
use std::path::{Path, PathBuf};

use bpgn::{Game, Moments, ReadOptions};
use bughouse_chess::{Board, BoardId, BughouseMove, Position, Rules};

/// A game as it was played.
pub(crate) struct Played {
    /// The position at the start.
    pub(crate) start: Position,
    /// Each half-move with its board.
    pub(crate) half_moves: Vec<(BoardId, BughouseMove)>,
    /// The position before each half-move, and at the end.
    pub(crate) positions: Vec<Position>,
}

/// Reads all games under a folder under some rules, file by file in the order of their names. A game ends at the first half-move that can't
/// be replayed.
pub(crate) fn read(folder: &Path, rules: Rules) -> io::Result<Vec<Played>> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let text = std::fs::read(&file)?;
        let text = String::from_utf8_lossy(&text);
        let Ok(game) = text.parse::<Game>() else { continue };
        let mut moments = Moments::new(&game, &ReadOptions::default().rules(rules));
        let start = moments.start().position;
        let mut played = Played { start, half_moves: Vec::new(), positions: vec![start] };
        for step in moments.by_ref() {
            let Some(moment) = step.moment else { break };
            played.half_moves.push((moment.seat.board, moment.mv));
            played.positions.push(moment.position);
        }
        if !played.half_moves.is_empty() {
            games.push(played);
        }
    }
    Ok(games)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "bpgn") {
            files.push(path);
        }
    }
    Ok(())
}

/// How many of the attacker's turns before a mate are searched.
const TURNS: usize = 5;

/// Lists boards before mates that were played: the last turns of the player who mated, starting with the mating move.
pub(crate) fn before_mates(games: &[Played]) -> Vec<Board> {
    let mut boards = Vec::new();
    for game in games {
        let Some(last) = game.positions.last() else { continue };
        for id in BoardId::ALL {
            if !last.is_checkmate(id) {
                continue;
            }
            let attacker = !last.board(id).side_to_move();
            let turns = game.half_moves.iter().zip(&game.positions).rev();
            let own =
                turns.filter(|((on, _), before)| *on == id && before.board(id).side_to_move() == attacker);
            boards.extend(own.take(TURNS).map(|(_, before)| *before.board(id)));
        }
    }
    boards
}

/// Returns `count` positions, spread evenly over all games.
pub(crate) fn some_positions(games: &[Played], count: usize) -> Vec<Position> {
    let all: Vec<Position> = games.iter().flat_map(|game| game.positions.iter().copied()).collect();
    (0..count.min(all.len())).map(|i| all[i * all.len() / count.min(all.len())]).collect()
}

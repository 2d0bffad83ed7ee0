//! Boards to query, with the number of rows that an archive has for them.

use std::collections::HashMap;
use std::io;

use bughouse_chess::{Board, BoardId, Match};
use bughouse_generator::{GeneratedGame, Generator, Random};

use crate::duckdb::DuckDb;

/// How many games boards are taken from.
const GAMES: u64 = 400;
/// The deepest half-move of a game from which a board is taken.
const DEEPEST: usize = 60;

/// A board and its number of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub(crate) board: Board,
    pub(crate) rows: u64,
}

/// Finds boards from games spread over the archive, and boards that no game has. Those with the fewest rows come first.
pub(crate) fn find(
    generator: &Generator,
    games: u64,
    root: &str,
    duckdb: &mut DuckDb,
) -> io::Result<Vec<Counted>> {
    let mut boards: HashMap<i64, Board> = HashMap::new();
    let mut random = Random::new(20_260_301);
    let step = (games / GAMES).max(1);
    for number in (1..=games).step_by(step as usize) {
        for board in boards_of(&generator.game(number)) {
            boards.insert(key(&board), board);
            // Also a board that most likely never occurred.
            let moves = board.legal_moves();
            if let Some(mv) = moves.get(random.below(moves.len())) {
                let other = board.after_unchecked(mv);
                boards.insert(key(&other), other);
            }
        }
    }
    let keys: Vec<String> = boards.keys().map(i64::to_string).collect();
    let sql = format!(
        "SELECT key, count(*) FROM '{root}/positions/*.parquet' WHERE key IN (SELECT unnest([{}]::BIGINT[])) GROUP BY key",
        keys.join(", ")
    );
    let (_, answers) = duckdb.ask(&[sql])?;
    let rows = answers.first().and_then(|rows| rows.as_array()).cloned().unwrap_or_default();
    let counts: HashMap<i64, u64> =
        rows.iter().filter_map(|row| Some((row[0].as_i64()?, row[1].as_u64()?))).collect();
    let counted =
        |(key, board): (i64, Board)| Counted { board, rows: counts.get(&key).copied().unwrap_or(0) };
    let mut found: Vec<Counted> = boards.into_iter().map(counted).collect();
    // The order of a map differs between runs, but each run must query the same boards.
    found.sort_by_key(|counted| (counted.rows, key(&counted.board)));
    Ok(found)
}

/// Returns the key of a board as the archive stores it.
pub(crate) fn key(board: &Board) -> i64 {
    board.key().bits() as i64
}

fn boards_of(game: &GeneratedGame) -> Vec<Board> {
    let mut played = Match::default();
    let mut boards: Vec<Board> = BoardId::ALL.map(|id| *played.board(id)).to_vec();
    for half_move in game.half_moves.iter().take(DEEPEST) {
        let id = half_move.seat.board;
        let Ok(mv) = half_move.san.resolve(&played.board(id)) else { break };
        if played.play(id, mv).is_err() {
            break;
        }
        boards.push(*played.board(id));
    }
    boards
}

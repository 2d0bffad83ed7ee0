//! Runs each query on the archive and in DuckDB in turn. The results must be equal.

use std::io;

use bughouse_archive::{Archive, Explore, Explored, Filter, Query, SearchOptions, pack_move};
use bughouse_chess::Board;
use serde_json::Value;

use crate::cost::{Cost, median, time};
use crate::duckdb::DuckDb;
use crate::sql;

/// How often each query is run.
const ROUNDS: usize = 7;
/// How many seconds DuckDB may take for a search, all rounds together.
const DUCKDB_SECONDS: f64 = 60.0;

/// The cost of a query for us and for DuckDB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared {
    pub(crate) ours: Cost,
    pub(crate) duckdb: Cost,
    /// Whether DuckDB ran into the time limit. Its cost is a lower bound then, and its result is unknown.
    pub(crate) is_stopped: bool,
    /// The wall-clock time of the slowest query: the maximum of the queries' medians.
    pub(crate) slowest: f64,
}

impl Compared {
    /// Returns DuckDB's CPU time divided by ours. If DuckDB was stopped, this is a lower bound.
    pub(crate) fn ratio(&self) -> f64 {
        self.duckdb.cpu / self.ours.cpu
    }
}

/// An archive, and DuckDB on the same files.
pub(crate) struct Asker<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) root: String,
    pub(crate) duckdb: DuckDb,
}

impl Asker<'_> {
    /// Explores boards. `condition` is the filter in SQL.
    pub(crate) fn explore(
        &mut self,
        boards: &[Board],
        filter: &Filter,
        condition: &str,
    ) -> io::Result<Compared> {
        let texts: Vec<String> =
            boards.iter().map(|board| sql::explored(board, &self.root, condition)).collect();
        let queries: Vec<Explore> =
            boards.iter().map(|board| Explore::board(board).filter(filter.clone())).collect();
        let (_, theirs) = self.duckdb.ask(&texts)?;
        for (query, theirs) in queries.iter().zip(&theirs) {
            let ours = self.archive.explore(query).map_err(io::Error::other)?;
            same_moves(&ours, theirs)?;
        }
        let (mut our_costs, mut duckdb_costs) = (Vec::new(), Vec::new());
        let mut walls = vec![Vec::new(); boards.len()];
        for _ in 0..ROUNDS {
            let mut all = Cost::default();
            for (query, walls) in queries.iter().zip(&mut walls) {
                let (cost, answer) = time(|| self.archive.explore(query));
                answer.map_err(io::Error::other)?;
                all = Cost { cpu: all.cpu + cost.cpu, wall: all.wall + cost.wall };
                walls.push(cost);
            }
            our_costs.push(all.each(boards.len()));
            duckdb_costs.push(self.duckdb.ask(&texts)?.0.each(boards.len()));
        }
        let slowest = walls.iter().map(|walls| median(walls).wall).fold(0.0, f64::max);
        Ok(Compared { ours: median(&our_costs), duckdb: median(&duckdb_costs), is_stopped: false, slowest })
    }

    /// Has only DuckDB count how often each move was played from some boards, without players and results.
    pub(crate) fn count_moves(&mut self, boards: &[Board]) -> io::Result<Cost> {
        let texts: Vec<String> = boards.iter().map(|board| sql::counted(board, &self.root)).collect();
        let mut costs = Vec::new();
        for _ in 0..ROUNDS {
            costs.push(self.duckdb.ask(&texts)?.0.each(boards.len()));
        }
        Ok(median(&costs))
    }

    /// Runs a search. Returns the number of games and the costs. DuckDB is left out if the query can't be written in SQL.
    pub(crate) fn search(&mut self, line: &str) -> io::Result<(u64, Compared)> {
        let query: Query = line.parse().map_err(|error| io::Error::other(format!("{line}: {error}")))?;
        let text = self.archive.sql(&query).ok();
        // Only the count: listing the games would be the same work for both.
        let text = text.map(|text| format!("SELECT count(*) FROM ({})", text.trim().trim_end_matches(';')));
        let options = SearchOptions::default();
        let games = self.archive.search(&query, &options).map_err(io::Error::other)?.games;
        let (mut our_costs, mut duckdb_costs) = (Vec::new(), Vec::new());
        let (mut is_stopped, mut left) = (false, DUCKDB_SECONDS);
        if let Some(text) = &text {
            let (cost, rows) = self.duckdb.ask_within(text, DUCKDB_SECONDS)?;
            is_stopped = rows.is_none();
            left = if is_stopped { 0.0 } else { left - cost.wall };
            // If this took all of the time, it isn't run again.
            if left <= 0.0 {
                duckdb_costs.push(cost);
            }
            if let Some(rows) = rows
                && rows[0][0].as_u64() != Some(games)
            {
                return Err(io::Error::other(format!("{line}: we find {games} games, DuckDB {rows}")));
            }
        }
        for _ in 0..ROUNDS {
            let (cost, found) = time(|| self.archive.search(&query, &options));
            found.map_err(io::Error::other)?;
            our_costs.push(cost);
            if let Some(text) = text.as_ref().filter(|_| left > 0.0) {
                let (cost, _) = self.duckdb.ask(std::slice::from_ref(text))?;
                left -= cost.wall;
                duckdb_costs.push(cost);
            }
        }
        let (ours, duckdb) = (median(&our_costs), median(&duckdb_costs));
        Ok((games, Compared { ours, duckdb, is_stopped, slowest: ours.wall }))
    }
}

/// Compares the moves, and for each the number of games, wins, draws and losses.
fn same_moves(ours: &Explored, theirs: &Value) -> io::Result<()> {
    let mut ours: Vec<[i64; 5]> = ours
        .moves
        .iter()
        .map(|played| {
            let mv = played.mv.map_or(-1, |mv| i64::from(pack_move(mv)));
            [mv, played.games as i64, played.won as i64, played.drawn as i64, played.lost as i64]
        })
        .collect();
    let rows = theirs.as_array().map_or(&[][..], Vec::as_slice);
    let mut theirs: Vec<[i64; 5]> = rows
        .iter()
        .map(|row| [0, 1, 2, 3, 4].map(|at: usize| row[at].as_i64().unwrap_or(i64::MIN)))
        .collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours == theirs {
        Ok(())
    } else {
        Err(io::Error::other(format!("we count {ours:?}, DuckDB {theirs:?}")))
    }
}

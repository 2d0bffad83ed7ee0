//! The SQL for exploring a board with DuckDB.

use bughouse_chess::Board;

use crate::boards::key;

/// Returns the query with the same results as an `Explored`: for each move games, won, drawn, lost, rating, time, day.
/// The condition may use the columns `winner`, `day`, `player` and `rating`; the last two are those of the player to move.
pub(crate) fn explored(board: &Board, root: &str, condition: &str) -> String {
    let of_seat = |prefix: &str| {
        format!(
            "CASE p.seat WHEN 0 THEN g.{prefix}white_a WHEN 1 THEN g.{prefix}black_a WHEN 2 THEN g.{prefix}white_b \
             ELSE g.{prefix}black_b END"
        )
    };
    format!(
        "SELECT move, count(*), count(*) FILTER (WHERE winner = team), count(*) FILTER (WHERE winner = 'draw'), \
         count(*) FILTER (WHERE winner <> team AND winner <> 'draw'), avg(rating), avg(used_ds), max(day) \
         FROM (SELECT p.move, p.used_ds, g.winner, g.day, {} AS player, {} AS rating, \
         CASE WHEN p.seat IN (0, 3) THEN 'team1' ELSE 'team2' END AS team \
         FROM '{root}/positions/*.parquet' AS p JOIN '{root}/games/*.parquet' AS g ON g.game = p.game \
         WHERE p.key = {} AND p.flags & 1 = 0) WHERE {condition} GROUP BY move ORDER BY 2 DESC, 1",
        of_seat(""),
        of_seat("rating_"),
        key(board)
    )
}

/// Returns the query that only counts how often each move was played. It reads only the table of positions.
pub(crate) fn counted(board: &Board, root: &str) -> String {
    format!(
        "SELECT move, count(*) FROM '{root}/positions/*.parquet' WHERE key = {} AND flags & 1 = 0 GROUP BY move",
        key(board)
    )
}

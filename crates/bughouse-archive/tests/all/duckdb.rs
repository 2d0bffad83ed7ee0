//! DuckDB gives the same answers on the same files, and the examples in the documentation run.
//!
//! `cargo xtask test` installs DuckDB and Polars, and names their Python in `BUGHOUSE_PYTHON`.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bughouse_archive::{Archive, Explore, Filter, Query, SearchOptions};
use bughouse_chess::{Board, Seat};
use serde_json::{Value, json};

use crate::support::{add, games};

/// Returns the Python with DuckDB; prints a message and returns `None` if `BUGHOUSE_PYTHON` is not set.
pub(crate) fn python() -> Option<PathBuf> {
    let python = std::env::var_os("BUGHOUSE_PYTHON").map(PathBuf::from);
    if python.is_none() {
        eprintln!("skipped: BUGHOUSE_PYTHON does not name a Python with duckdb and polars");
    }
    python
}

/// Runs queries in DuckDB, and returns the rows of each.
pub(crate) fn ask(python: &Path, queries: &[String]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ask.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines: Vec<String> = queries.iter().map(|sql| json!({ "sql": sql }).to_string()).collect();
    let writer = std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(stdin, "{line}")));
    let answers: Vec<Value> = BufReader::new(child.stdout.take().expect("a pipe"))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON"))
        .collect();
    writer.join().expect("no panic").expect("all queries are sent");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(answers.len(), queries.len());
    answers
}

const QUERIES: &[&str] = &[
    "drop:N@f3",
    "mate drop",
    "mate not drop",
    "drop:@f7 check",
    "capture:Q clock<60",
    "frozen(WhiteA)",
    "by:team2 capture:R",
    "reserve(BlackB)>=QN",
    "reserve(WhiteA)>=5",
    "reserve(WhiteA)=PP",
    "diagonal(WhiteA)>20",
    "diagonal(BlackB)>=10 mate",
    "used>8",
    "sit>=12",
    "ply:3..7 capture",
    "rating>=2200 drop:Q",
    "rating(WhiteA)>2000 mate",
    "won mate",
    "piece:N to:f7",
    "move:Nf3",
    "move:Bxf7+",
    "move:O-O",
    "move:N@f7+",
    "promotion:Q",
    "promotion:N or en-passant",
    "check not (drop or capture)",
    "not castling",
    "end:flag",
    "end:checkmate won rating<1700",
    "length<40 not drop",
    "date>=2006 result:0-1",
    "capture:Q then drop:Q within 3",
    "capture:Q then check then mate",
    "length:0 or mate",
    "by:WhiteA lost not check",
    "not (by:white won)",
    "control:180+0 drawn",
    "mate (drop:Q or not drop)",
    "mate not not drop",
    "not not castling",
    "won (rating>2000 or not drop:Q)",
    "check or not (won or drop)",
    "not (won not mate)",
    "length:0 or not (drop or check)",
    "partner:any drop:N",
    "not player:any",
    "from:e2 to:e4",
    "drop:P@7 check",
    "from:2 to:a",
    "diagonal>5 mate",
    "diagonal<-10 check",
    "reserve>=4 mate",
    "reserve=N",
    "reserve:..2 mate",
    "date:2006..2008 mate",
    "position:start ply>8",
    "position:start move:e4",
    "position:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\" by:A",
    "position:\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1\"",
];

#[test]
fn duckdb_finds_the_same_games() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let empty = b"[Event \"nothing was played\"]\n[WhiteA \"Ann\"]\n[Result \"*\"]\n\n{x aborted} *\n\n";
    let text = [&games(14, 400)[..], empty].concat();
    // One game was cut off, and is left out.
    add(folder.path(), "log", &text[..text.len() * 2 / 5], 150);
    add(folder.path(), "log", &text, 150);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.manifest().superseded.len(), 1);
    let name =
        archive.game(3).expect("a game").expect("a game").players[Seat::WHITE_B].clone().expect("a name");
    let mut queries: Vec<String> = QUERIES.iter().map(|&query| query.to_owned()).collect();
    for term in ["player", "partner", "against"] {
        queries.push(format!("{term}:{name} won"));
        queries.push(format!("{term}:{name} not drop:P"));
        queries.push(format!("not {term}:{name}"));
        queries.push(format!("{term}:{name} mate"));
    }
    let queries: Vec<Query> = queries.iter().map(|query| query.parse().expect("a query")).collect();
    let sql: Vec<String> = queries.iter().map(|query| archive.sql(query).expect("SQL")).collect();
    let mut found = 0;
    for ((query, rows), sql) in queries.iter().zip(ask(&python, &sql)).zip(&sql) {
        let ours = archive.search(query, &SearchOptions::default().limit(10_000)).expect("an answer");
        let ours: Vec<Value> = ours.hits.iter().map(|hit| json!([hit.game, hit.ply])).collect();
        assert_eq!(Value::from(ours.clone()), rows, "{}\n{sql}", query.text());
        found += ours.len();
    }
    assert!(found > 1_000, "the queries find games: {found}");
}

#[test]
fn duckdb_counts_the_same_moves() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(15, 300), 100);
    let archive = Archive::open(folder.path()).expect("an archive");
    let root = folder.path().to_string_lossy();
    let count = |key: i64, filter: &str| {
        format!(
            "SELECT p.move, count(*), count(*) FILTER (WHERE g.winner = CASE WHEN p.seat IN (0, 3) THEN 'team1' ELSE 'team2' END) \
             FROM '{root}/positions/*.parquet' AS p JOIN '{root}/games/*.parquet' AS g ON g.game = p.game \
             WHERE p.key = {key} AND p.flags & 1 = 0 {filter} GROUP BY p.move ORDER BY 2 DESC, 1"
        )
    };
    let start = Board::default();
    let after: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a board");
    for board in [start, after] {
        let key = board.key().bits() as i64;
        let queries = [count(key, ""), count(key, "AND p.seat < 2")];
        let rows = ask(&python, &queries);
        for (rows, seats) in rows.iter().zip([&Seat::ALL[..], &Seat::ALL[..2]]) {
            let mut ours = std::collections::BTreeMap::<i64, (u64, u64)>::new();
            let filters: Vec<Filter> = if seats.len() == 4 {
                vec![Filter::default()]
            } else {
                seats.iter().map(|&seat| Filter::default().seat(seat)).collect()
            };
            for filter in filters {
                for played in
                    archive.explore(&Explore::board(&board).filter(filter)).expect("an answer").moves
                {
                    let packed = played.mv.map_or(-1, |mv| i64::from(bughouse_archive::pack_move(mv)));
                    let sum = ours.entry(packed).or_default();
                    *sum = (sum.0 + played.games, sum.1 + played.won);
                }
            }
            let theirs: std::collections::BTreeMap<i64, (u64, u64)> = rows
                .as_array()
                .expect("rows")
                .iter()
                .map(|row| {
                    let number = |at: usize| row[at].as_i64().expect("a number");
                    (number(0), (number(1) as u64, number(2) as u64))
                })
                .collect();
            assert_eq!(ours, theirs, "{board}");
            assert!(!theirs.is_empty());
        }
    }
}

#[test]
fn documented_examples_run() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(16, 200), 100);
    let archive = Archive::open(folder.path()).expect("an archive");
    let name =
        archive.game(3).expect("a game").expect("a game").players[Seat::WHITE_B].clone().expect("a name");
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/archive-format.md");
    let text = std::fs::read_to_string(document).expect("the documentation");
    let root = folder.path().to_string_lossy();
    let blocks = |language: &str| -> Vec<String> {
        let fence = format!("```{language}\n");
        text.split(&fence)
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .map(|block| block.replace("my-games", &root).replace("chen", &name.to_lowercase()))
            .collect()
    };
    let sql = blocks("sql");
    assert!(sql.len() >= 2, "the documentation has examples of SQL");
    for rows in ask(&python, &sql) {
        assert!(!rows.as_array().expect("rows").is_empty());
    }
    let programs = blocks("python");
    assert!(!programs.is_empty(), "the documentation has an example of Polars");
    for program in programs {
        let done = Command::new(&python).args(["-c", &program]).output().expect("Python starts");
        let (out, error) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success() && !out.is_empty(), "{program}\n{error}");
    }
}

//! The queries to run, the table of times, and the figures with thresholds.

use std::io::{self, Write};

use bughouse_archive::{Filter, read_days};
use bughouse_chess::Board;
use bughouse_generator::Generator;

use crate::boards::find;
use crate::cost::{Cost, memory as memory_of};
use crate::limits::{Limit, number};
use crate::queries::{Asker, Compared};

/// How many boards of each kind are queried.
const BOARDS: usize = 12;

/// Searches that scan the half-moves of all games.
const SCANS: [&str; 8] = [
    "drop:N@f3 mate",
    "drop:P check (to:a7 or to:b7 or to:c7 or to:d7 or to:e7 or to:f7 or to:g7 or to:h7)",
    "frozen(WhiteA) used>=10",
    "sit>15 end:flag",
    "capture:Q clock<5",
    "reserve(BlackB)>=QNN",
    "mate by:BlackB diagonal(WhiteA)>20 rating>=2000",
    "move:Bxf7+ then move:N@g5+ within 3",
];
const PATTERN: &str = "pieces:\"Ne6 Pf7 kg8\"";

/// Writes a row of the table of times.
fn line(out: &mut impl Write, what: &str, ours: Cost, duckdb: Option<Cost>) -> io::Result<()> {
    write_line(out, what, ours, duckdb, "")
}

/// Writes a row of the table of times; if DuckDB was stopped, its times are lower bounds.
fn compared(out: &mut impl Write, what: &str, cost: &Compared) -> io::Result<()> {
    write_line(out, what, cost.ours, Some(cost.duckdb), if cost.is_stopped { ">" } else { "" })
}

fn write_line(
    out: &mut impl Write,
    what: &str,
    ours: Cost,
    duckdb: Option<Cost>,
    more: &str,
) -> io::Result<()> {
    let millis = |seconds: f64| number(seconds * 1e3);
    let theirs = duckdb.map_or_else(
        || ["-"; 3].map(str::to_owned),
        |duckdb| {
            [millis(duckdb.cpu), millis(duckdb.wall), number(duckdb.cpu / ours.cpu)]
                .map(|figure| more.to_owned() + &figure)
        },
    );
    let [cpu, wall, ratio] = theirs;
    let (our_cpu, our_wall) = (millis(ours.cpu), millis(ours.wall));
    writeln!(out, "{what:<56.56} {our_cpu:>9} {our_wall:>9} {cpu:>9} {wall:>9} {ratio:>7}")?;
    out.flush()
}

fn heading(out: &mut impl Write, what: &str) -> io::Result<()> {
    writeln!(out, "\n{what:<56} {:>9} {:>9} {:>9} {:>9} {:>7}", "ours", "wall", "DuckDB", "wall", "ratio")
}

/// Explores boards, grouped by their number of rows.
pub(crate) fn boards(
    asker: &mut Asker<'_>,
    generator: &Generator,
    games: u64,
    out: &mut impl Write,
    limits: &mut Vec<Limit>,
) -> io::Result<()> {
    heading(out, "explore")?;
    let root = asker.root.clone();
    let found = find(generator, games, &root, &mut asker.duckdb)?;
    let mut slowest: f64 = 0.0;
    let kinds = [
        ("a board that no game has", 0..1, true),
        ("1 row", 1..2, true),
        ("8 to 12 rows", 8..13, true),
        ("80 to 125 rows", 80..126, true),
        ("600 to 1,000 rows", 600..1_001, true),
        ("1,001 to 10,000 rows", 1_001..10_001, false),
        ("more than 10,000 rows", 10_001..u64::MAX, false),
    ];
    for (name, rows, compared) in kinds {
        let all: Vec<Board> = found
            .iter()
            .filter(|counted| rows.contains(&counted.rows))
            .map(|counted| counted.board)
            .collect();
        // At most `BOARDS` of them, evenly spread.
        let step = all.len().div_ceil(BOARDS).max(1);
        let some: Vec<Board> = all.into_iter().rev().step_by(step).collect();
        if some.is_empty() {
            writeln!(out, "{name:<56} no such board was found")?;
            continue;
        }
        let cost = asker.explore(&some, &Filter::default(), "true")?;
        line(out, name, cost.ours, Some(cost.duckdb))?;
        slowest = slowest.max(cost.slowest);
        if compared {
            // Without players and results, DuckDB has much less to do. The threshold applies to this easier task.
            let counting = asker.count_moves(&some)?;
            line(out, "  compared with counting moves only", cost.ours, Some(counting))?;
            let ratio = counting.cpu / cost.ours.cpu;
            limits.push(Limit::at_least(format!("{name}: DuckDB over ours"), ratio, "times", 5.0, 15.0));
        }
    }
    limits.push(Limit::at_most("no filter, slowest board, wall", slowest * 1e3, "ms", 5.0, 1.0));
    Ok(())
}

/// Explores the starting position with filters.
pub(crate) fn filtered(
    asker: &mut Asker<'_>,
    out: &mut impl Write,
    limits: &mut Vec<Limit>,
) -> io::Result<()> {
    heading(out, "explore the start with a filter")?;
    for (name, filter, condition) in filters(asker)? {
        let cost = asker.explore(&[Board::default()], &filter, &condition)?;
        line(out, &name, cost.ours, Some(cost.duckdb))?;
        limits.push(Limit::at_least(
            format!("start, {name}: DuckDB over ours"),
            cost.ratio(),
            "times",
            5.0,
            15.0,
        ));
        limits.push(Limit::at_most(format!("start, {name}, wall"), cost.ours.wall * 1e3, "ms", 60.0, 20.0));
    }
    Ok(())
}

/// Returns filters, each with its condition in SQL.
fn filters(asker: &mut Asker<'_>) -> io::Result<Vec<(String, Filter, String)>> {
    let name = player(asker)?;
    let root = &asker.root;
    let quoted = name.replace('\'', "''");
    let by_player = format!(
        "player IN (SELECT player FROM '{root}/players/*.parquet' WHERE lower(name) = lower('{quoted}'))"
    );
    let year = read_days("2010").ok_or_else(|| io::Error::other("2010 is not a year"))?;
    Ok(vec![
        ("player".to_owned(), Filter::default().player(name), by_player),
        (
            "rating".to_owned(),
            Filter::default().rating(2_200..=2_400),
            "rating BETWEEN 2200 AND 2400".to_owned(),
        ),
        (
            "days".to_owned(),
            Filter::default().days(year),
            "day BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'".to_owned(),
        ),
    ])
}

/// Returns the player who was WhiteA most often.
fn player(asker: &mut Asker<'_>) -> io::Result<String> {
    let root = &asker.root;
    let sql = format!(
        "SELECT name FROM '{root}/players/*.parquet' JOIN (SELECT white_a AS player, count(*) AS games FROM \
         '{root}/games/*.parquet' GROUP BY 1) USING (player) ORDER BY games DESC, player LIMIT 1"
    );
    let (_, rows) = asker.duckdb.ask(&[sql])?;
    let name = rows.first().and_then(|rows| rows[0][0].as_str());
    name.map(str::to_owned).ok_or_else(|| io::Error::other("the archive has no players"))
}

/// Runs the searches that scan half-moves.
pub(crate) fn scans(asker: &mut Asker<'_>, out: &mut impl Write, limits: &mut Vec<Limit>) -> io::Result<()> {
    heading(out, "search half-moves")?;
    let mut all: Vec<Compared> = Vec::new();
    for query in SCANS {
        let (games, cost) = asker.search(query)?;
        compared(out, &format!("{games:>7}  {query}"), &cost)?;
        all.push(cost);
    }
    let stopped = all.iter().filter(|cost| cost.is_stopped).count();
    if stopped > 0 {
        // Its real time is longer, so the real ratio of our time to DuckDB's is lower than the one printed.
        writeln!(out, "DuckDB was stopped {stopped} times; its answers there are not compared")?;
    }
    let over: Vec<f64> = all.iter().map(|cost| 1.0 / cost.ratio()).collect();
    let mean = (over.iter().map(|ratio| ratio.ln()).sum::<f64>() / over.len() as f64).exp();
    let worst = over.iter().copied().fold(0.0, f64::max);
    let wall = all.iter().map(|cost| cost.ours.wall).fold(0.0, f64::max);
    limits.push(Limit::at_most("eight scans: ours over DuckDB, mean", mean, "times", 1.0, 0.7));
    limits.push(Limit::at_most("eight scans: ours over DuckDB, worst", worst, "times", 1.25, 1.0));
    limits.push(Limit::at_most("eight scans: slowest, wall", wall, "s", 2.0, 1.0));
    let (games, cost) = asker.search(PATTERN)?;
    line(out, &format!("{games:>7}  {PATTERN}"), cost.ours, None)?;
    limits.push(Limit::at_most("pattern of pieces, wall", cost.ours.wall, "s", 4.0, 2.0));
    Ok(())
}

/// Runs the searches that need only the table of games.
pub(crate) fn games(asker: &mut Asker<'_>, out: &mut impl Write, limits: &mut Vec<Limit>) -> io::Result<()> {
    heading(out, "search games")?;
    let name = player(asker)?;
    let queries = [
        format!("player:\"{name}\" won"),
        "date:2010..2012 end:resignation".to_owned(),
        "rating>=2300 lost control:180+0".to_owned(),
    ];
    let mut slowest: f64 = 0.0;
    for query in &queries {
        let (games, cost) = asker.search(query)?;
        compared(out, &format!("{games:>7}  {query}"), &cost)?;
        slowest = slowest.max(cost.ours.wall);
    }
    limits.push(Limit::at_most("what the games table answers, wall", slowest * 1e3, "ms", 50.0, 20.0));
    Ok(())
}

/// Reports the memory in use and at its peak.
pub(crate) fn memory(limits: &mut Vec<Limit>) {
    let now = memory_of("VmRSS") as f64 / 1e6;
    let most = memory_of("VmHWM") as f64 / 1e6;
    limits.push(Limit::at_most("memory of serving, after all queries", now, "MB", 400.0, 250.0));
    eprintln!("the most memory while queries were answered: {most:.0} MB");
}

//! Compares perft counts with published and independently computed ones.

use bughouse_chess::Board;
use bughouse_chess::perft::{divide, perft, perft_made};

use crate::support::{board_of_any_material, read_testdata};

/// One line of a perft file.
struct Row {
    line: usize,
    bfen: String,
    depth: u8,
    nodes: u64,
}

impl Row {
    fn board(&self) -> Board {
        // Some synthetic rows have more than 32 pieces of a color.
        board_of_any_material(&self.bfen)
    }
}

/// Reads `bfen;depth;nodes` lines; `#` starts a comment line.
fn rows(name: &str) -> Vec<Row> {
    let text = read_testdata(name);
    let rows = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(|(i, line)| {
        let [bfen, depth, nodes] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{name}:{}: expected bfen;depth;nodes", i + 1)
        };
        let bfen = bfen.to_owned();
        Row { line: i + 1, bfen, depth: depth.parse().unwrap(), nodes: nodes.parse().unwrap() }
    })
    .collect()
}

/// Counts every row of a file and reports all that differ.
#[track_caller]
fn check_file(name: &str, expected_rows: usize) {
    let rows = rows(name);
    assert_eq!(rows.len(), expected_rows, "{name}: rows were added or lost");
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let nodes = perft(&row.board(), row.depth);
            (nodes != row.nodes).then(|| {
                format!("{name}:{}: {} depth {}: {nodes}, not {}", row.line, row.bfen, row.depth, row.nodes)
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn plain_chess() {
    check_file("perft/chess.csv", 389);
}

#[test]
fn chess960() {
    check_file("perft/chess960.csv", 273);
}

#[test]
fn bughouse() {
    check_file("perft/bughouse.csv", 673);
}

/// Counting leaves, making them, and adding up the counts below each move give the same number.
#[test]
fn three_ways_to_count_agree() {
    let mut checked = 0;
    for name in ["perft/chess.csv", "perft/chess960.csv", "perft/bughouse.csv"] {
        for row in rows(name).iter().filter(|row| row.nodes < 100_000) {
            let board = row.board();
            let mut leaves = 0;
            let made = perft_made(&board, row.depth, &mut |_| leaves += 1);
            assert_eq!((made, leaves), (row.nodes, row.nodes), "{name}:{}", row.line);
            let below: u64 = divide(&board, row.depth).iter().map(|&(_, nodes)| nodes).sum();
            assert_eq!(below, row.nodes, "{name}:{}", row.line);
            checked += 1;
        }
    }
    assert!(checked > 900, "only {checked} rows are small enough");
}

#[test]
fn depth_zero_is_the_position_itself() {
    let board = Board::default();
    assert_eq!(perft(&board, 0), 1);
    let mut seen = Vec::new();
    assert_eq!(perft_made(&board, 0, &mut |leaf| seen.push(*leaf)), 1);
    assert_eq!(seen, [board]);
    assert_eq!(divide(&board, 0), []);
}

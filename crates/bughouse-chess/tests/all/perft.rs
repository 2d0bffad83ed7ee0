//! Compares perft counts with published and independently computed ones.

use bughouse_chess::perft::{divide, divide_both, perft, perft_both, perft_made};
use bughouse_chess::{Board, BoardId, Position, Promotion, Rules};

use crate::reference::SlowBoard;
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

/// Counts sequences on both boards by making every half-move with the slow generator.
fn slow_perft_both(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let rules = Rules::standard();
    let mut nodes = 0;
    for id in BoardId::ALL {
        for mv in SlowBoard::of(&position.board(id)).legal_moves() {
            let mut next = *position;
            let capture = next.board_mut(id).play(mv).unwrap();
            if let Some(capture) = capture {
                // The partner plays the other color on the other board, which is the captured piece's color.
                let color = !position.board(id).side_to_move();
                let other = next.board_mut(id.other());
                other.try_add_to_reserve(color, capture.transferred_under(&rules)).unwrap();
            }
            nodes += slow_perft_both(&next, depth - 1);
        }
    }
    nodes
}

#[test]
fn both_boards_with_transfers() {
    for (a, b, depth) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", 3),
        ("4k3/8/8/3pP3/2n5/1P6/8/4K3[] w - d6 0 1", "4k3/8/8/8/2p5/1P6/8/R3K3[] b Q - 0 1", 3),
        ("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "3qk3/8/8/8/8/8/8/3QK3[] w - - 0 1", 2),
        ("4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1", 2),
    ] {
        let position = Position::new(a.parse().unwrap(), b.parse().unwrap(), Rules::standard());
        for depth in 0..=depth {
            let nodes = perft_both(&position, depth);
            assert_eq!(nodes, slow_perft_both(&position, depth), "{position} depth {depth}");
            let divided = divide_both(&position, depth);
            if depth > 0 {
                assert_eq!(divided.iter().map(|&(.., count)| count).sum::<u64>(), nodes);
                let moves =
                    BoardId::ALL.map(|id| position.legal_moves(id).into_iter().map(move |mv| (id, mv)));
                assert!(divided.iter().map(|&(id, mv, _)| (id, mv)).eq(moves.into_iter().flatten()));
            }
        }
    }
    // Three half-moves on one board, or two on one and one on the other in three orders.
    let expected = 2 * 8902 + 2 * 3 * 400 * 20;
    assert_eq!(perft_both(&Position::default(), 3), expected);
}

/// Under rules whose promotions change the other board, counts are those of the listed moves.
#[test]
fn both_boards_under_other_rules() {
    let a = "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1".parse().unwrap();
    let b = "4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1".parse().unwrap();
    let both = Position::new(a, b, Rules::default());
    for promotion in [Promotion::Upgrade, Promotion::Stays, Promotion::Steal, Promotion::Discard] {
        let position = both.with_rules(Rules::bughouse_pro().promotion(promotion));
        let count = |position: &Position| -> u64 {
            BoardId::ALL.into_iter().map(|id| position.legal_moves(id).len() as u64).sum()
        };
        assert_eq!(perft_both(&position, 1), count(&position));
        let mut two = 0;
        for id in BoardId::ALL {
            assert_eq!(position.moves(id).count(), position.legal_moves(id).len());
            for mv in position.legal_moves(id) {
                let mut next = position;
                next.play(id, mv).unwrap();
                two += count(&next);
            }
        }
        assert_eq!(perft_both(&position, 2), two);
    }
}

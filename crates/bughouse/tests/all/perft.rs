//! `perft`, with `--divide` and `--check`.

use std::fs;

use serde_json::json;

use crate::folders::folder;
use crate::run::{Ran, START, bughouse, with_stdin};

/// 33 white pieces, more than in two sets.
const HEAVY: &str = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR[QQQQQRRRRRPPPPPPP] w - - 0 1";

/// Asserts that stderr holds the time and nothing else, and returns stdout.
#[track_caller]
fn timed(ran: Ran) -> String {
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.contains(" nodes in ") && ran.stderr.contains(" s"), "{ran:?}");
    ran.stdout
}

#[test]
fn counts() {
    for (position, depth, nodes) in [
        ("start", "0", "1"),
        ("start", "1", "20"),
        (START, "4", "197281"),
        ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", "1", "301"),
        ("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "3", "0"),
        (HEAVY, "0", "1"),
    ] {
        assert_eq!(timed(bughouse(["perft", position, depth])), format!("{nodes}\n"), "{position} {depth}");
    }
    assert_eq!(timed(with_stdin(["perft", "-", "3"], b"start\n")), "8902\n");
}

#[test]
fn material_is_limited_only_by_option() {
    let stderr = bughouse(["perft", HEAVY, "1", "--material", "two-sets"]).rejected();
    assert!(
        stderr.contains("White has 33 pieces on the board and in reserve, at most 32 are allowed"),
        "{stderr}"
    );
}

#[test]
fn divided_by_move() {
    let text = timed(bughouse(["perft", "--divide", "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1", "2"]));
    let lines: Vec<&str> = text.lines().collect();
    let (total, moves) = lines.split_last().unwrap();
    let sum: u64 = moves.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(*total, format!("total: {sum}"));
    assert!(moves.is_sorted() && moves.contains(&"e1g1: 3") && moves[0].starts_with("N@a1: "), "{text}");
    assert_eq!(timed(bughouse(["perft", "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1", "2"])), format!("{sum}\n"));
}

#[test]
fn divided_at_depth_zero_and_one() {
    assert_eq!(timed(bughouse(["perft", "--divide", "start", "0"])), "total: 1\n");
    let text = timed(bughouse(["perft", "--divide", "start", "1"]));
    assert!(
        text.starts_with("a2a3: 1\na2a4: 1\nb1a3: 1\n") && text.ends_with("h2h4: 1\ntotal: 20\n"),
        "{text}"
    );
}

#[test]
fn json_of_a_count() {
    let ran = bughouse(["perft", "--json", "--divide", "start", "2"]);
    let [object] = &ran.json()[..] else { panic!("{ran:?}") };
    ran.fine();
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = ["bfen", "depth", "divide", "input", "nodes", "nodes_per_second", "notes", "seconds"];
    assert_eq!(keys, expected);
    assert_eq!((&object["input"], &object["bfen"]), (&json!("start"), &json!(START)));
    assert_eq!((&object["depth"], &object["nodes"], &object["notes"]), (&json!(2), &json!(400), &json!([])));
    assert_eq!(object["divide"].as_array().unwrap().len(), 20);
    assert_eq!(object["divide"][0], json!({"uci": "a2a3", "nodes": 20}));
    assert!(object["seconds"].as_f64().unwrap() >= 0.0);
    let plain = bughouse(["perft", "--json", "start", "2"]).json();
    assert!(plain[0].get("divide").is_none());
}

#[test]
fn rows_that_match() {
    let folder = folder("perft-match");
    let file = folder.join("rows.csv");
    fs::write(&file, format!("# bfen;depth;nodes\n\n{START};3;8902\r\n   \n{HEAVY};0;1\nstart;1;20"))
        .unwrap();
    let text = timed(bughouse(["perft".as_ref(), "--check".as_ref(), file.as_os_str()]));
    assert_eq!(text, "3 of 3 rows match\n");
}

#[test]
fn rows_that_differ_or_cannot_be_read() {
    let rows = format!(
        "{START};2;401\n\
         8/8;1;1\n\
         {START};3;8902\n\
         {START};3\n\
         {START};100;1\n\
         {START};1;+20\n\
         {START};1;99999999999999999999\n\
         {START};1;20;\n\
         # last\n\
         4k3/8/8/8/8/8/8/4K3\u{e9} w - - 0 1;1;5\n"
    );
    let ran = with_stdin(["perft", "--check", "-"], rows.as_bytes());
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stdout, format!("stdin:1: expected 401, counted 400: {START};2;401\n1 of 9 rows match\n"));
    let expected = [
        "error: stdin:2: found 2 ranks, expected 8",
        "  8/8;1;1",
        "     ^",
        "error: stdin:4: 2 fields found, expected three: bfen;depth;nodes",
        "error: stdin:5: expected a depth, a number from 0 to 99",
        "error: stdin:6: expected the count of nodes, a number",
        "error: stdin:7: expected the count of nodes, a number",
        "error: stdin:8: 4 fields found, expected three: bfen;depth;nodes",
        "error: stdin:10: expected a piece letter, a digit 1 to 8 or '/'",
    ];
    let lines: Vec<&str> = ran.stderr.lines().collect();
    for line in expected {
        assert!(lines.contains(&line), "{line} is missing in {}", ran.stderr);
    }
    let depth = lines.iter().position(|line| line.starts_with("error: stdin:5:")).unwrap();
    assert_eq!(lines[depth + 2].find('^'), Some(2 + START.len() + 1), "the caret is under the depth");
    assert_eq!(lines[depth + 2].trim(), "^^^");
}

#[test]
fn a_file_without_rows_is_an_error() {
    let ran = with_stdin(["perft", "--check", "-"], b"# nothing\n\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "0 of 0 rows match\n"));
    assert!(
        ran.stderr.ends_with("error: stdin has no rows; expected lines such as `bfen;depth;nodes`\n"),
        "{ran:?}"
    );
}

#[test]
fn a_missing_file_is_named() {
    let stderr = bughouse(["perft", "--check", "no/such/file"]).rejected();
    assert!(stderr.starts_with("error: cannot read no/such/file: "), "{stderr}");
}

#[test]
fn leniencies_apply_to_rows() {
    let rows = b"4k3/8/8/8/8/8/8/4K3 w - -;1;5\n";
    assert_eq!(with_stdin(["perft", "--check", "-"], rows).code, 1);
    let ran = with_stdin(["perft", "--check", "-", "--missing-counters"], rows);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "1 of 1 rows match\n"));
    assert!(ran.stderr.starts_with("note: stdin:1: counters are missing, read as 0 1\n"), "{ran:?}");
}

#[test]
fn json_of_rows() {
    let rows = format!("{START};2;400\n{START};2;401\nx\n");
    let ran = with_stdin(["perft", "--check", "-", "--json"], rows.as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let objects = ran.json();
    assert_eq!(objects.len(), 4);
    let row = |line: u64, expected: u64| {
        json!({
            "file": "stdin", "line": line, "input": format!("{START};2;{expected}"), "depth": 2,
            "expected": expected, "counted": 400, "match": expected == 400, "notes": [],
        })
    };
    assert_eq!(objects[0], row(1, 400));
    assert_eq!(objects[1], row(2, 401));
    let message = "1 field found, expected three: bfen;depth;nodes";
    let errors = json!([{"message": message, "start": 0, "end": 1}]);
    assert_eq!(objects[2], json!({"file": "stdin", "line": 3, "input": "x", "errors": errors}));
    let total = objects[3].as_object().unwrap();
    let keys: Vec<&str> = total.keys().map(String::as_str).collect();
    assert_eq!(keys, ["file", "matching", "nodes", "nodes_per_second", "rows", "seconds"]);
    assert_eq!((&total["rows"], &total["matching"], &total["nodes"]), (&json!(3), &json!(1), &json!(800)));
}

//! `mate`, as text and as JSON.

use serde_json::{Value, json};

use crate::run::{bughouse, with_stdin};

const SMOTHERED: &str = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";
const NOTHING: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn hard_mates_are_preferred_to_soft_ones() {
    assert_eq!(bughouse(["mate", SMOTHERED]).fine(), "mate 2 hard Qg8+ Rxg8 Nf7#\n");
    assert_eq!(bughouse(["mate", BACK_RANK]).fine(), "mate 1 soft Re8+\n");
    assert_eq!(bughouse(["mate", NOTHING]).fine(), "none\n");
    assert_eq!(bughouse(["mate", SMOTHERED, "--uci"]).fine(), "mate 2 hard b3g8 f8g8 h6f7\n");
}

#[test]
fn arrivals_restrict_what_the_defender_receives() {
    let answer = |position, arrivals| bughouse(["mate", position, "--arrivals", arrivals]).fine();
    assert_eq!(answer(BACK_RANK, "any"), "none\n");
    assert_eq!(answer(BACK_RANK, "none"), "mate 1 soft Re8+\n");
    // A pawn can't be dropped on the last rank.
    assert_eq!(answer(BACK_RANK, "P"), "mate 1 soft Re8+\n");
    assert_eq!(answer(BACK_RANK, "pn"), "none\n");
    assert_eq!(answer(SMOTHERED, "qrbnp"), "mate 2 hard Qg8+ Rxg8 Nf7#\n");
}

#[test]
fn mates_with_arrivals_are_hard_if_no_piece_stops_them() {
    let answer = |position, arrivals| bughouse(["mate", position, "--arrivals", arrivals]).fine();
    for kinds in ["P", "n", "NN", "QRB", "QRBNP"] {
        assert_eq!(answer(SMOTHERED, kinds), "mate 2 hard Qg8+ Rxg8 Nf7#\n", "{kinds}");
    }
    // A piece on f8 would stop the short mate. Nothing stops the long one.
    let long = "6k1/5ppp/8/8/8/8/8/K3R3[N] w - - 0 1";
    assert_eq!(answer(long, "any").split(' ').take(3).collect::<Vec<_>>(), ["mate", "4", "hard"]);
    assert_eq!(answer(long, "p"), "mate 1 soft Re8+\n");
    let text = bughouse(["mate", long, "--arrivals", "pn", "--json"]).fine();
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["mates"][0]["arrivals"], "NP");
    assert_eq!(object["mates"][0]["verdict"], "mate");
    let text = bughouse(["mate", NOTHING, "--arrivals", "P", "--json"]).fine();
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["mates"], json!([{"arrivals": "P", "verdict": "none"}]));
}

#[test]
fn too_few_nodes_give_unknown() {
    assert_eq!(bughouse(["mate", SMOTHERED, "--nodes", "3"]).fine(), "unknown\n");
}

#[test]
fn both_boards_are_solved() {
    let both = format!("{SMOTHERED} | {NOTHING}");
    assert_eq!(bughouse(["mate", &both]).fine(), "A: mate 2 hard Qg8+ Rxg8 Nf7# | B: none\n");
    let text = bughouse(["mate", &both, "--json"]).fine();
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["boards"]["a"]["mates"][0]["moves"], 2);
    assert_eq!(object["boards"]["b"]["mates"][0]["verdict"], "none");
}

#[test]
fn each_line_of_stdin_gives_a_line() {
    let input = format!("{SMOTHERED}\nnonsense\n{NOTHING}\n");
    let ran = with_stdin(["mate", "-"], input.as_bytes());
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (3, "mate 2 hard Qg8+ Rxg8 Nf7#", "none"));
    assert!(lines[1].starts_with("error: "), "{}", lines[1]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, "error: 1 of 3 lines couldn't be parsed\n"));
}

#[test]
fn json_has_hard_and_soft_results() {
    let text = bughouse(["mate", BACK_RANK, "--json"]).fine();
    let object: Value = serde_json::from_str(&text).unwrap();
    let expected = json!({
        "input": BACK_RANK,
        "bfen": BACK_RANK,
        "side": "white",
        "mates": [
            {"strength": "hard", "verdict": "none"},
            {"strength": "soft", "verdict": "mate", "moves": 1, "is_shortest": true,
             "line": [{"san": "Re8+", "uci": "e1e8"}]},
        ],
        "notes": [],
    });
    assert_eq!(object, expected);
}

//! `moves`, as text and as JSON.

use serde_json::{Value, json};

use crate::run::{FROZEN, RICH, bughouse, snapshot, with_stdin};

/// 456 moves and drops, more than the fixed-size move lists of other chess libraries hold.
const MANY: &str = "Q4Q1K/3Q4/1Q4Q1/4k3/2Q4Q/Q4Q2/3Q4/1Q4Q1[QRBNP] w - - 0 1";

#[test]
fn listings() {
    snapshot("moves-start.txt", &bughouse(["moves", "start"]).fine());
    snapshot("moves-rich.txt", &bughouse(["moves", RICH]).fine());
    snapshot("moves-rich-uci.txt", &bughouse(["moves", RICH, "--uci"]).fine());
    snapshot("moves-frozen.txt", &bughouse(["moves", FROZEN]).fine());
}

#[test]
fn san_is_the_default() {
    assert_eq!(bughouse(["moves", RICH, "--san"]).fine(), bughouse(["moves", RICH]).fine());
}

#[test]
fn stdin_is_read() {
    assert_eq!(with_stdin(["moves", "-"], RICH.as_bytes()).fine(), bughouse(["moves", RICH]).fine());
}

#[test]
fn castling_in_both_notations() {
    let board = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let san = words(&bughouse(["moves", board]).fine());
    assert!(san.contains(&"O-O".to_owned()) && san.contains(&"O-O-O".to_owned()), "{san:?}");
    let uci = bughouse(["moves", board, "--uci"]).fine();
    assert!(uci.contains(" e1g1") && uci.contains(" e1c1"), "{uci}");
}

#[test]
fn checkmate_and_stalemate_have_no_moves() {
    for (board, sentence) in [
        ("6rk/5Npp/8/8/8/8/8/6K1[n] b - - 0 1", "Black is checkmated by the knight on f7"),
        ("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "Black is stalemated: not in check, no legal move"),
    ] {
        assert_eq!(bughouse(["moves", board]).fine(), format!("{sentence}\n\nMoves: 0\n\nDrops: 0\n"));
    }
}

#[test]
fn lines_are_short_and_complete() {
    let text = bughouse(["moves", MANY]).fine();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    let words = text.lines().filter(|line| line.starts_with("  ")).flat_map(str::split_whitespace);
    let kinds = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];
    let moves: Vec<&str> = words.filter(|word| !kinds.contains(word)).collect();
    assert_eq!(moves.len(), 456);
    let drops = moves.iter().filter(|mv| mv.contains('@')).count();
    assert!(text.contains(&format!("\nMoves: {}\n", 456 - drops)), "{text}");
    assert!(text.contains(&format!("\nDrops: {drops}\n")), "{text}");
}

#[test]
fn json_holds_both_notations() {
    let ran = bughouse(["moves", "--json", RICH]);
    let [object] = &ran.json()[..] else { panic!("{ran:?}") };
    ran.fine();
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["bfen", "checkers", "frozen", "input", "moves", "notes", "side", "status"]);
    assert_eq!((&object["input"], &object["bfen"]), (&json!(RICH), &json!(RICH)));
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 112);
    let find = |uci: &str| moves.iter().find(|mv| mv["uci"] == uci).cloned();
    let expected = json!({"san": "Nxc7+", "uci": "e6c7", "piece": "knight", "drop": false});
    assert_eq!(find("e6c7"), Some(expected));
    let expected = json!({"san": "gxf8=Q+", "uci": "g7f8q", "piece": "pawn", "drop": false});
    assert_eq!(find("g7f8q"), Some(expected));
    let expected = json!({"san": "N@d6+", "uci": "N@d6", "piece": "knight", "drop": true});
    assert_eq!(find("N@d6"), Some(expected));
    let first_drop = moves.iter().position(|mv| mv["drop"] == true).unwrap();
    assert!(moves[first_drop..].iter().all(|mv| mv["drop"] == true), "moves come before drops");
}

#[test]
fn json_of_a_frozen_board() {
    let ran = bughouse(["moves", "--json", FROZEN]);
    let object = &ran.json()[0];
    assert_eq!(object["moves"], json!([]));
    assert_eq!((&object["side"], &object["status"]), (&json!("black"), &json!("frozen")));
    assert_eq!(object["frozen"]["squares"], json!(["f8"]));
    assert_ne!(object["notes"], Value::Null);
    ran.fine();
}

#[test]
fn errors_are_reported() {
    let stderr = bughouse(["moves", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]).rejected();
    let expected = "\
error: expected the side to move, w or b
  4k3/8/8/8/8/8/8/4K3 x - - 0 1
                      ^
";
    assert_eq!(stderr, expected);
    let ran = bughouse(["moves", "--json", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(
        ran.json()[0]["errors"],
        json!([{"message": "expected the side to move, w or b", "start": 20, "end": 21}])
    );
}

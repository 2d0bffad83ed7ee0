//! `show`, as text and as JSON.

use serde_json::{Value, json};

use crate::run::{FROZEN, RICH, START, bughouse, snapshot, with_stdin};

const CHECKMATE: &str = "6rk/5Npp/8/8/8/8/8/6K1[n] b - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
const DOUBLE_CHECK: &str = "4k3/8/5N2/8/8/8/8/4R1K1[p] b - - 5 40";

#[test]
fn drawings() {
    snapshot("show-start.txt", &bughouse(["show", "start"]).fine());
    snapshot("show-rich.txt", &bughouse(["show", RICH]).fine());
    snapshot("show-rich-unicode.txt", &bughouse(["show", RICH, "--unicode"]).fine());
    snapshot("show-frozen.txt", &bughouse(["show", FROZEN]).fine());
    snapshot("show-double-check.txt", &bughouse(["show", DOUBLE_CHECK]).fine());
}

#[test]
fn the_start_has_two_names() {
    let start = bughouse(["show", START]).fine();
    assert_eq!(bughouse(["show", "start"]).fine(), start);
    assert_eq!(bughouse(["show", "startpos"]).fine(), start);
}

#[test]
fn status_lines() {
    let cases = [
        (START, "ongoing"),
        (DOUBLE_CHECK, "Black to move, in check from the rook on e1 and the knight on f6"),
        (FROZEN, "Black is frozen: in check from the rook on e8, no legal move"),
        (STALEMATE, "Black is stalemated: not in check, no legal move"),
        ("6k1/5ppp/8/8/8/8/8/K3r2R[] w - - 0 1", "White to move, in check from the rook on e1"),
        ("R5k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1", "Black to move, in check from the rook on a8"),
        (CHECKMATE, "Black is checkmated by the knight on f7"),
    ];
    for (position, expected) in cases {
        let drawn = bughouse(["show", position]).fine();
        assert_eq!(fact(&drawn, "Status"), Some(expected), "{position}");
    }
}

#[test]
fn facts_below_the_board() {
    let drawn = bughouse(["show", "rnbqkb1r/ppp1pppp/8/8/3Pn3/8/PPP2PPP/RNBQKBNR[QPP] b Qkq d3 0 4"]).fine();
    assert_eq!(fact(&drawn, "White reserve"), Some("Q PP"));
    assert_eq!(fact(&drawn, "Black reserve"), Some("-"));
    assert_eq!(fact(&drawn, "To move"), Some("Black"));
    assert_eq!(fact(&drawn, "Castling"), Some("Qkq"));
    assert_eq!(fact(&drawn, "En passant"), Some("d3"));
    assert_eq!(fact(&drawn, "Half-moves"), Some("0"));
    assert_eq!(fact(&drawn, "Move"), Some("4"));
    assert_eq!(fact(&drawn, "Promoted"), None);
    assert_eq!(fact(&drawn, "Would help"), None);
    let black = drawn.find("Black reserve").unwrap();
    let white = drawn.find("White reserve").unwrap();
    assert!(black < drawn.find(" 8 ").unwrap() && drawn.find(" 1 ").unwrap() < white, "Black is at the top");
}

fn fact<'a>(drawn: &'a str, name: &str) -> Option<&'a str> {
    drawn.lines().find_map(|line| Some(line.strip_prefix(name)?.trim_start()))
}

#[test]
fn a_pipe_gets_no_color() {
    assert!(!bughouse(["show", FROZEN]).fine().contains('\x1b'));
}

#[test]
fn seven_ranks_are_counted_and_pointed_at() {
    let ran = bughouse(["show", "rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1"]);
    let expected = "\
error: found 7 ranks, expected 8
  rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1
                                             ^
";
    assert_eq!(ran.rejected(), expected);
}

#[test]
fn every_violation_is_reported() {
    let ran = bughouse(["show", "P7/8/8/8/8/8/8/4K3 w KQ e4 0 0"]);
    let expected = "\
error: there is a pawn on a8, outside ranks 2 to 7
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
  ^
error: Black has no king
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
  ^^^^^^^^^^^^^^^^^^
error: White can't castle kingside: its king and an unmoved rook are not in place
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
                       ^
error: White can't castle queenside: its king and an unmoved rook are not in place
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
                        ^
error: the en passant square e4 is not on rank 6
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
                          ^^
error: the move number is 0, but it starts at 1
  P7/8/8/8/8/8/8/4K3 w KQ e4 0 0
                               ^
";
    assert_eq!(ran.rejected(), expected);
}

#[test]
fn stdin_gives_its_first_line() {
    let start = bughouse(["show", START]).fine();
    for text in
        [format!("{START}\n"), START.to_owned(), format!("{START}\r\nmore\n"), "start\n\u{fffd}\n".to_owned()]
    {
        assert_eq!(with_stdin(["show", "-"], text.as_bytes()).fine(), start, "{text:?}");
    }
    let expected = "error: expected a position, but the string is empty\n  \n  ^\n";
    assert_eq!(with_stdin(["show", "-"], b"").rejected(), expected);
    assert_eq!(with_stdin(["show", "-"], b"\nstart\n").rejected(), expected);
    assert_eq!(bughouse(["show", ""]).rejected(), expected);
}

#[test]
fn json_of_a_rich_position() {
    let ran = bughouse(["show", "--json", RICH]);
    let [object] = &ran.json()[..] else { panic!("{ran:?}") };
    ran.fine();
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected = [
        "input",
        "bfen",
        "fen",
        "side",
        "status",
        "checkers",
        "frozen",
        "castling",
        "en_passant",
        "halfmove_clock",
        "fullmove_number",
        "clocks",
        "feen",
        "reserves",
        "pieces",
        "notes",
    ];
    expected.sort();
    assert_eq!(keys, expected);
    assert_eq!(object["input"], RICH);
    assert_eq!(object["bfen"], RICH);
    assert_eq!(object["fen"], "r1b1kb1r/ppp2pPp/2n1Nn2/3q4/3P4/8/PPP1PPPP/R1BQKB1R w KQkq - 3 21");
    let feen = "r'1b1kb1r'/ppp2pPp/2n1Nn2/3+q4/3P4/8/PPP1PPPP/R'1BQKB1R' 2NQ/3pr BUGHOUSE/bughouse";
    assert_eq!((&object["feen"], &object["clocks"]), (&json!(feen), &Value::Null));
    assert_eq!((&object["side"], &object["status"]), (&json!("white"), &json!("ongoing")));
    assert_eq!((&object["checkers"], &object["frozen"]), (&json!([]), &Value::Null));
    assert_eq!((&object["castling"], &object["en_passant"]), (&json!("KQkq"), &Value::Null));
    assert_eq!((&object["halfmove_clock"], &object["fullmove_number"]), (&json!(3), &json!(21)));
    assert_eq!(
        object["reserves"],
        json!({
            "white": {"queen": 1, "rook": 0, "bishop": 0, "knight": 2, "pawn": 0},
            "black": {"queen": 0, "rook": 1, "bishop": 0, "knight": 0, "pawn": 3},
        })
    );
    let pieces = object["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 29);
    assert_eq!(pieces[0], json!({"square": "a1", "color": "white", "piece": "rook", "promoted": false}));
    let promoted: Vec<&Value> = pieces.iter().filter(|piece| piece["promoted"] == true).collect();
    assert_eq!(promoted, [&json!({"square": "d5", "color": "black", "piece": "queen", "promoted": true})]);
    assert_eq!(object["notes"], json!([]));
}

#[test]
fn json_of_each_status() {
    let on_rank = json!({"squares": ["f8"], "pieces": ["queen", "rook", "bishop", "knight"]});
    let on_file = json!({
        "squares": ["e2", "e3", "e4", "e5", "e6", "e7"],
        "pieces": ["queen", "rook", "bishop", "knight", "pawn"],
    });
    let cases = [
        (START, "ongoing", json!([]), Value::Null),
        (FROZEN, "frozen", json!(["e8"]), on_rank),
        ("k3r3/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1", "frozen", json!(["e8"]), on_file),
        ("k3r3/8/8/8/8/8/3P1P2/3RKR2[P] w - - 0 1", "check", json!(["e8"]), Value::Null),
        (DOUBLE_CHECK, "check", json!(["e1", "f6"]), Value::Null),
        (STALEMATE, "stalemate", json!([]), Value::Null),
        (CHECKMATE, "checkmate", json!(["f7"]), Value::Null),
    ];
    for (position, status, checkers, frozen) in cases {
        let ran = bughouse(["show", "--json", position]);
        let object = &ran.json()[0];
        assert_eq!(
            (&object["status"], &object["checkers"], &object["frozen"]),
            (&json!(status), &checkers, &frozen),
            "{position}"
        );
        ran.fine();
    }
}

#[test]
fn json_of_errors() {
    let ran = bughouse(["show", "--json", "8/8/8/8/8/8/8/8 w - - 0 0"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let expected = json!({
        "input": "8/8/8/8/8/8/8/8 w - - 0 0",
        "errors": [
            {"message": "White has no king", "start": 0, "end": 15},
            {"message": "Black has no king", "start": 0, "end": 15},
            {"message": "the move number is 0, but it starts at 1", "start": 24, "end": 25},
        ],
    });
    assert_eq!(ran.json(), [expected]);
}

#[test]
fn the_name_of_a_file_suggests_replay() {
    for command in [&["show"][..], &["moves"], &["convert", "--to", "fen"], &["feen"]] {
        let stderr = bughouse(command.iter().copied().chain(["games.bpgn"])).rejected();
        assert_eq!(
            stderr,
            "error: `games.bpgn` is a game file, not a position: use `bughouse replay games.bpgn` to show it, or \
             `bughouse replay games.bpgn --to fen` for its final position\n"
        );
    }
    let other = bughouse(["moves", "Cargo.toml"]).rejected();
    assert!(
        other.starts_with("error: `Cargo.toml` is a file, not a position: use `bughouse replay Cargo.toml`"),
        "{other}"
    );
    assert!(!bughouse(["convert", "--to", "fen", "8/8 w"]).rejected().contains("replay"));
    assert!(!bughouse(["show", "8/8 w"]).rejected().contains("replay"));
}

//! `play`: half-moves from a position, and the position after each.

use serde_json::{Value, json};

use crate::run::{START, bughouse, with_stdin};

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1";
const AFTER_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2";

#[test]
fn san_and_uci_on_one_board() {
    let expected = format!("1. e4\t{AFTER_E4}\n1... e5\t{AFTER_E5}\n");
    for moves in [["e4", "e5"], ["e2e4", "e7e5"], ["e4", "e7e5"]] {
        assert_eq!(bughouse(["play", "start", moves[0], moves[1]]).fine(), expected);
    }
    assert_eq!(with_stdin(["play", "-", "e4", "e5"], format!("{START}\nmore\n").as_bytes()).fine(), expected);
}

#[test]
fn castling_is_accepted_in_each_notation() {
    let position = "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1";
    let expected = "1. O-O\t4k3/8/8/8/8/8/8/5RK1[] b - - 1 1\n";
    for castling in ["O-O", "e1g1", "e1h1"] {
        assert_eq!(bughouse(["play", position, castling]).fine(), expected, "{castling}");
    }
}

#[test]
fn captured_pieces_on_a_single_board_are_discarded() {
    let ran = bughouse(["play", "--json", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "exd5"]);
    let [played] = &ran.json()[..] else { panic!("{ran:?}") };
    assert_eq!(played["to"], json!({"bfen": "4k3/8/8/3P4/8/8/8/4K3[] b - - 0 1"}));
    assert_eq!(played["capture"], json!({"piece": "pawn", "promoted": false, "square": "d5"}));
    assert_eq!((&played["transfer"], &played["seat"]), (&Value::Null, &Value::Null));
}

#[test]
fn captured_pieces_go_to_the_partner() {
    let ran = bughouse(["play", "--json", "start | start", "A:e4", "A:d5", "A:e4d5", "B:d4", "B:P@e4"]);
    let played = ran.json();
    assert_eq!((ran.code, played.len()), (0, 5));
    assert_eq!(
        played[2],
        json!({
            "input": "A:e4d5",
            "ply": 3,
            "label": "2A",
            "seat": "WhiteA",
            "board": "a",
            "san": "exd5",
            "uci": "e4d5",
            "capture": {"piece": "pawn", "promoted": false, "square": "d5"},
            "transfer": {"seat": "BlackB", "piece": "P"},
            "pawn_to": null,
            "check": false,
            "to": {"bfen": "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | \
                            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[p] w KQkq - 0 1"},
            "notes": [],
        })
    );
    assert_eq!((&played[4]["label"], &played[4]["san"]), (&json!("1b"), &json!("P@e4")));
}

#[test]
fn en_passant_captures_name_the_pawns_square() {
    let ran = bughouse(["play", "--json", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 2", "exd6"]);
    assert_eq!(ran.json()[0]["capture"]["square"], "d5", "{ran:?}");
}

/// Playing the half-moves of a game gives the same positions as `replay`, in either notation.
#[test]
fn play_agrees_with_replay() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn/standard-2.2.bpgn");
    let replayed: Vec<Value> = bughouse(["replay", "--json", file]).json();
    let half_moves: Vec<&Value> = replayed.iter().filter(|part| part["type"] == "half-move").collect();
    assert!(half_moves.len() > 50);
    for notation in ["san", "uci"] {
        let text = |part: &Value| {
            let board = part["board"].as_str().unwrap().to_uppercase();
            format!("{board}:{}", part[notation].as_str().unwrap())
        };
        let mut args = vec!["play".to_owned(), "--json".to_owned(), "start | start".to_owned()];
        args.extend(half_moves.iter().map(|part| text(part)));
        let ran = bughouse(&args);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let played = ran.json();
        assert_eq!(played.len(), half_moves.len());
        for (played, replayed) in played.iter().zip(&half_moves) {
            let bfen = |board: &str| replayed["boards"][board]["bfen"].as_str().unwrap().to_owned();
            assert_eq!(played["to"]["bfen"], format!("{} | {}", bfen("a"), bfen("b")));
            for field in ["ply", "label", "seat", "board", "uci", "capture", "transfer", "pawn_to", "check"] {
                assert_eq!(played[field], replayed[field], "{field} of {}", replayed["ply"]);
            }
        }
    }
}

#[test]
fn playing_stops_at_an_illegal_half_move() {
    let cases: &[(&str, &str, &str)] = &[
        ("start", "Nf6", "no knight can go to f6\n  Nf6\n  ^^^\n"),
        ("start", "e2e5", "the pawn on e2 can't move to e5\n  e2e5\n  ^^^^\n"),
        ("start", "N@f3", "White has no knight in reserve\n  N@f3\n  ^^^^\n"),
        ("start", "Nf9", "expected a square, a1 to h8\n  Nf9\n   ^^\n"),
        (
            "start",
            "e9",
            "expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3, or e2e4, e7e8q\n  e9\n  ^^\n",
        ),
        ("start", "0-0", "not standard: castling is written with 0 or o instead of O\n  0-0\n  ^^^\n"),
        ("start", "A:e4", "expected a move without a board: there is only one\n  A:e4\n  ^^\n"),
        ("start | start", "e4", "expected the board, A: or B:, before the move\n  e4\n  ^\n"),
        ("start | start", "a:e4", "expected the board, A: or B:, before the move\n  a:e4\n  ^^\n"),
        ("start | start", "A:Nf6", "no knight can go to f6\n  A:Nf6\n    ^^^\n"),
        ("start | start", "B:", "expected a move, but the string is empty\n  B:\n    ^\n"),
    ];
    for (position, mv, expected) in cases {
        assert_eq!(bughouse(["play", position, mv]).rejected(), format!("error: half-move 1: {expected}"));
        let ran = bughouse(["play", "--json", position, mv]);
        let [wrong] = &ran.json()[..] else { panic!("{ran:?}") };
        assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
        assert_eq!((&wrong["ply"], &wrong["input"]), (&json!(1), &json!(mv)));
        let message = wrong["errors"][0]["message"].as_str().unwrap();
        assert!(expected.starts_with(message), "{message}");
    }
    let ran = bughouse(["play", "start", "e4", "e4", "e5"]);
    assert_eq!((ran.code, ran.stdout), (1, format!("1. e4\t{AFTER_E4}\n")));
    assert_eq!(ran.stderr, "error: half-move 2: no pawn can go to e4\n  e4\n  ^^\n");
}

#[test]
fn promotions_that_change_the_other_board() {
    let position = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1";
    let stolen = "1A. a8=Qb1+\tQ3k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1\n";
    for mv in ["A:a8=Qb1", "A:a7a8qb1"] {
        assert_eq!(bughouse(["play", position, mv, "--promotion", "steal"]).fine(), stolen);
    }
    let rejected = bughouse(["play", position, "A:a8=Qb1"]).rejected();
    assert!(rejected.contains("promotions don't take pieces from the other board"), "{rejected}");
    let discarded = "1A. a8=.\t4k3/8/8/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/QQ2K3[P] w - - 0 1\n";
    assert_eq!(bughouse(["play", position, "A:a8=.", "--promotion", "discard"]).fine(), discarded);
    let alone = ["play", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a8=.", "--promotion", "discard"];
    let rejected = bughouse(alone).rejected();
    assert!(rejected.contains("there is only one"), "{rejected}");
}

#[test]
fn a_dropped_rook_castles_if_the_rules_allow_it() {
    let position = "4k3/8/8/8/8/6n1/P7/4K2R[R] b K - 0 1 | start";
    let moves = ["A:Nxh1", "A:a3", "A:Ng3", "A:R@h1", "A:Nh5", "A:O-O"];
    let by = |rules: &str| bughouse(["play", position, "--rules", rules].iter().chain(&moves));
    assert!(by("fics").fine().contains("\n4A. O-O\t"));
    let ran = by("standard");
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 5));
    assert!(ran.stderr.starts_with("error: half-move 6: "), "{ran:?}");
}

#[test]
fn formats_and_their_notes() {
    let text = "4k3/8/8/8/8/8/8/4K3/Np w - - 45 19 | start";
    let ran = bughouse(["play", text, "A:N@f3", "A:Kd7", "--to", "thief,bfen"]);
    assert_eq!(
        ran.stdout,
        "1A. N@f3\t4k3/8/8/8/8/5N2/8/4K3/p b - - 45 19 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0\t\
         4k3/8/8/8/8/5N2/8/4K3[p] b - - 1 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n\
         1a. Kd7\t8/3k4/8/8/8/5N2/8/4K3/p w - - 45 19 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0\t\
         8/3k4/8/8/8/5N2/8/4K3[p] w - - 2 2 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n"
    );
    // Each note is printed once, although it is about both positions.
    assert_eq!(
        ran.stderr,
        "note: bfen can't represent: board A: clocks 45 19\n\
         note: thief: board B: clocks are unknown, written as 0 0\n\
         note: bfen: board A: counters are unknown, counted from 0 1\n\
         note: thief: the clocks are those of the start\n"
    );
    let json = bughouse(["play", "--json", text, "A:N@f3", "A:Kd7", "--to", "thief"]).json();
    let kinds = |object: &Value| {
        let notes = object["notes"].as_array().unwrap().clone();
        notes.iter().map(|note| format!("{} {}", note["kind"], note["format"])).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&json[0]), [r#""filled" "thief""#, r#""filled" "thief""#]);
    assert_eq!(kinds(&json[1]), kinds(&json[0]));
}

#[test]
fn feen_styles_follow_the_side_to_move() {
    let played = bughouse(["play", "4k3/8/8/8/8/8/8/4K3 / CHESS/chess", "Kd1", "Kd8", "--to", "feen"]).fine();
    assert_eq!(
        played,
        "1. Kd1\t4k3/8/8/8/8/8/8/3K4 / chess/CHESS\n1... Kd8\t3k4/8/8/8/8/8/8/3K4 / CHESS/chess\n"
    );
}

#[test]
fn en_passant_and_castling_letters() {
    let last = |args: &[&str]| {
        let all = [&["play", "start", "e4", "--to", "fen"], args].concat();
        bughouse(all).fine()
    };
    assert!(last(&["--en-passant", "always"]).contains(" b KQkq e3 "));
    assert!(last(&["--castling", "shredder"]).contains(" b HAha - "));
}

#[test]
fn a_match_that_is_over_gives_one_note() {
    let mate = ["A:e4", "A:e5", "A:Qh5", "A:Nc6", "A:Bc4", "A:Nf6", "A:Qxf7", "B:e4", "B:e5"];
    let ran = bughouse(["play", "start | start"].iter().chain(&mate));
    assert_eq!((ran.code, ran.stdout.lines().count()), (0, 9));
    assert_eq!(ran.stderr, "note: the match is over: BlackA is checkmated, team 1 wins\n");
    let json = bughouse(["play", "--json", "start | start"].iter().chain(&mate)).json();
    assert_eq!((&json[5]["notes"], &json[6]["notes"][0]["kind"]), (&json!([]), &json!("match-over")));
}

#[test]
fn invalid_positions_are_rejected() {
    let stderr = bughouse(["play", "start | 8/8 w", "A:e4"]).rejected();
    assert!(stderr.starts_with("error: board B: found 2 ranks, expected 8\n"), "{stderr}");
    let ran = bughouse(["play", "--json", "8/8 w", "e4"]);
    assert_eq!((ran.code, ran.json()[0]["errors"][0]["start"].as_u64()), (1, Some(3)));
}

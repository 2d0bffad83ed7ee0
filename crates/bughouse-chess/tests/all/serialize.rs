//! The forms that `serde` gives the types, with JSON.

use std::fmt::Debug;

use bughouse_chess::{
    Board, BoardId, BughouseMove, BySeat, ChessMove, Color, Key, Millis, Piece, Reserve, Seat, Seconds,
    Square, Team, TwoBoards,
};
use proptest::prelude::{ProptestConfig, any};
use proptest::{prop_assert_eq, proptest};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, from_value, json, to_string, to_value};

use crate::support::random_board;

/// Checks the form of a value, and that it reads back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: serde_json::Value) {
    assert_eq!(to_value(&value).unwrap(), form);
    assert_eq!(from_value::<T>(form).unwrap(), value);
    // As text too, where a reader sees strings that it cannot borrow.
    assert_eq!(from_str::<T>(&to_string(&value).unwrap()).unwrap(), value);
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(form: serde_json::Value, message: &str) {
    assert_eq!(from_value::<T>(form).unwrap_err().to_string(), message);
}

#[test]
fn forms() {
    check(Board::default(), json!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"));
    check("e7e8q".parse::<ChessMove>().unwrap(), json!("e7e8q"));
    check("e2e4".parse::<BughouseMove>().unwrap(), json!("e2e4"));
    check("N@f3".parse::<BughouseMove>().unwrap(), json!("N@f3"));
    for square in Square::all() {
        check(square, json!(square.to_string()));
    }
    for (piece, letter) in Piece::ALL.into_iter().zip(["P", "N", "B", "R", "Q", "K"]) {
        check(piece, json!(letter));
    }
    check(Color::ALL, json!(["white", "black"]));
    check(Seat::ALL, json!(["WhiteA", "BlackA", "WhiteB", "BlackB"]));
    check(BoardId::ALL, json!(["A", "B"]));
    check(Team::ALL, json!(["team1", "team2"]));
    check(vec![Millis(-5), Millis::ZERO, Millis(i64::MAX)], json!([-5, 0, i64::MAX]));
    check("PQNP".parse::<Reserve>().unwrap(), json!("QNPP"));
    check(Reserve::new(), json!(""));
    check("142.50".parse::<Seconds>().unwrap(), json!("142.50"));
    check(Key::new(0xfeed), json!("000000000000feed"));
    check(BySeat::from([1, 2, 3, 4]), json!({ "WhiteA": 1, "BlackA": 2, "WhiteB": 3, "BlackB": 4 }));
    check(Some(BySeat::from_fn(|seat| seat)), to_value(BySeat::from_fn(Some)).unwrap());
    // A seat can be a key of any map.
    let map = std::collections::BTreeMap::from([(Seat::BLACK_A, Millis(7))]);
    check(map, json!({ "BlackA": 7 }));
}

#[test]
fn two_boards() {
    let bfen = "4k3/8/8/8/8/8/8/R3K3[Pp] w Q - 3 17 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 20";
    let both: TwoBoards = bfen.parse().unwrap();
    check(both, json!(bfen));
    // Counters and clocks have no place in one text, so neither is lost.
    let clocks = [Some(["31.50".parse().unwrap(), "9".parse().unwrap()]), None];
    check(TwoBoards { clocks, ..both }, json!({ "boards": bfen, "clocks": [["31.50", "9"], null] }));
    // The slash form with clocks is read too.
    let thief = "4k3/8/8/8/8/8/8/R3K3/Pp w Q - 45 56.5 | 4k3/8/8/8/8/8/8/4K3 b - - 45 60";
    assert_eq!(from_value::<TwoBoards>(json!(thief)).unwrap(), thief.parse().unwrap());
}

#[test]
fn errors_say_what_was_expected() {
    refused::<Board>(
        json!("8/8/8/8/8/8/8 w - - 0 1"),
        "no board in BFEN: 7 ranks found, expected 8 (at byte 14)",
    );
    refused::<Board>(json!("4k3/8/8/8/8/8/8/8[] w - - 0 1"), "no board in BFEN: white has no king");
    refused::<Board>(json!(5), "invalid type: integer `5`, expected board in BFEN");
    refused::<BughouseMove>(json!("e2"), "no move or drop in UCI: expected a square, a1 to h8 (at byte 3)");
    refused::<ChessMove>(
        json!("N@f3"),
        "no move in UCI: expected a move such as e2e4 or e7e8q, not a drop (at byte 1)",
    );
    refused::<Square>(json!("i9"), "no square: expected a square, a1 to h8 (at byte 1)");
    refused::<Piece>(
        json!("X"),
        "no kind of man: expected a piece: p, n, b, r, q, k or a name such as knight (at byte 1)",
    );
    refused::<Color>(json!("green"), "no colour: expected a colour: w, b, white or black (at byte 1)");
    refused::<Seat>(
        json!("WhiteC"),
        "no seat: expected a seat, one of WhiteA BlackA WhiteB BlackB (at byte 1)",
    );
    refused::<BoardId>(json!("C"), "no board of a match: expected a board, A or B (at byte 1)");
    refused::<Team>(json!(null), "invalid type: null, expected team");
    refused::<Reserve>(json!("QK"), "no reserve: a king cannot be held in reserve (at byte 2)");
    refused::<Millis>(json!("5"), "invalid type: string \"5\", expected i64");
    refused::<Key>(json!("feed"), "no key: expected a key of 16 hexadecimal digits (at byte 1)");
    refused::<BySeat<u8>>(json!({ "WhiteA": 1, "BlackA": 2, "WhiteB": 3 }), "missing field `BlackB`");
    refused::<BySeat<u8>>(json!([1, 2, 3]), "missing field `BlackB`");
    refused::<BySeat<u8>>(
        json!({ "nobody": 1 }),
        "no seat: expected a seat, one of WhiteA BlackA WhiteB BlackB (at byte 1)",
    );
    refused::<BySeat<u8>>(
        json!("x"),
        "invalid type: string \"x\", expected an object with the keys WhiteA, BlackA, WhiteB and BlackB",
    );
    let twice = r#"{"WhiteA":1,"A":2,"BlackA":1,"WhiteB":1,"BlackB":1}"#;
    assert!(from_str::<BySeat<u8>>(twice).unwrap_err().to_string().starts_with("duplicate field `WhiteA`"));
    refused::<TwoBoards>(
        json!("x"),
        "no text of two boards: one board found, expected ' | ' and a second board (at byte 2)",
    );
    refused::<TwoBoards>(json!({ "clocks": [null, null] }), "missing field `boards`");
    refused::<TwoBoards>(json!({ "bords": 1 }), "unknown field `bords`, expected `boards` or `clocks`");
    refused::<TwoBoards>(
        json!(true),
        "invalid type: boolean `true`, expected two boards as text, or an object with the keys boards and clocks",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_and_their_moves_come_back(seed in any::<u64>(), plies in 0usize..40) {
        let board = random_board(seed, plies);
        prop_assert_eq!(from_str::<Board>(&to_string(&board).unwrap()).unwrap(), board);
        let moves = board.legal_moves();
        prop_assert_eq!(from_str::<Vec<BughouseMove>>(&to_string(&moves).unwrap()).unwrap(), moves);
        let reserves = *board.reserves();
        prop_assert_eq!(from_str::<[Reserve; 2]>(&to_string(&reserves).unwrap()).unwrap(), reserves);
        let both = TwoBoards {
            position: bughouse_chess::Position::new(board, random_board(seed ^ 1, plies)),
            clocks: [None; 2],
        };
        prop_assert_eq!(from_str::<TwoBoards>(&to_string(&both).unwrap()).unwrap(), both);
    }
}

//! The serde formats of the types, with JSON.

use std::fmt::Debug;

use bughouse_chess::{
    Board, BoardId, BughouseMove, BySeat, ChessMove, Color, DropAggression, Key, Millis, Packed,
    PawnDropRanks, Piece, Position, Promotion, Reserve, Rules, Seat, Seconds, Square, Stalemate, Team,
    TimeControl, TwoBoards,
};
use proptest::prelude::{ProptestConfig, any};
use proptest::{prop_assert_eq, proptest};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, from_value, json, to_string, to_value};

use crate::support::{Rng, board, chess960_start, random_board};

/// Checks the format of a value, and that it reads back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: serde_json::Value) {
    assert_eq!(to_value(&value).unwrap(), form);
    assert_eq!(from_value::<T>(form).unwrap(), value);
    // Also through a reader, which can't borrow strings.
    assert_eq!(from_str::<T>(&to_string(&value).unwrap()).unwrap(), value);
}

#[track_caller]
fn rejected<T: DeserializeOwned + Debug>(form: serde_json::Value, message: &str) {
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
    check(BySeat::new([1, 2, 3, 4]), json!({ "WhiteA": 1, "BlackA": 2, "WhiteB": 3, "BlackB": 4 }));
    check(Some(BySeat::from_fn(|seat| seat)), to_value(BySeat::from_fn(Some)).unwrap());
    // A seat can be the key of any map.
    let map = std::collections::BTreeMap::from([(Seat::BLACK_A, Millis(7))]);
    check(map, json!({ "BlackA": 7 }));
}

#[test]
fn two_boards() {
    let bfen = "4k3/8/8/8/8/8/8/R3K3[Pp] w Q - 3 17 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 20";
    let both: TwoBoards = bfen.parse().unwrap();
    check(both, json!(bfen));
    // One string can't have both counters and clocks, so this is an object.
    let clocks = [Some(["31.50".parse().unwrap(), "9".parse().unwrap()]), None];
    check(TwoBoards { clocks, ..both }, json!({ "boards": bfen, "clocks": [["31.50", "9"], null] }));
    // Two-board FEN with clocks can also be read.
    let thief = "4k3/8/8/8/8/8/8/R3K3/Pp w Q - 45 56.5 | 4k3/8/8/8/8/8/8/4K3 b - - 45 60";
    assert_eq!(from_value::<TwoBoards>(json!(thief)).unwrap(), thief.parse().unwrap());
}

/// A position with restorable rights on both boards.
fn with_rights() -> Position {
    let a = board("4k3/8/8/3b4/8/8/P7/4K2R[R] b K - 0 1");
    let b = board("r3k2r/8/8/3B4/8/8/8/4K3[] w kq - 0 1");
    let mut position = Position::new(a, b, Rules::fics());
    for (id, mv) in [(BoardId::A, "d5h1"), (BoardId::B, "d5a8")] {
        position.play(id, mv.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn restorable_rights_are_stored_next_to_the_boards() {
    let awake = Position::default();
    check(awake, json!(TwoBoards { position: awake, clocks: [None; 2] }.to_bfen()));
    let position = with_rights();
    let bfen = "4k3/8/8/8/8/8/P7/4K2b[Rr] w - - 0 2 | B3k2r/8/8/8/8/8/8/4K3[R] b k - 0 1";
    let rules = Rules::fics();
    check(position, json!({ "boards": bfen, "restorable": ["H", "a"], "rules": rules }));
    let both = TwoBoards { position, clocks: [None; 2] };
    check(both, json!({ "boards": bfen, "restorable": ["H", "a"], "rules": rules }));
    let clocks = [None, Some(["1".parse().unwrap(), "2.5".parse().unwrap()])];
    check(
        TwoBoards { position, clocks },
        json!({ "boards": bfen, "clocks": [null, ["1", "2.5"]], "restorable": ["H", "a"], "rules": rules }),
    );
    // After reading, a restorable right is restored like the original.
    let mut again: Position =
        from_value(json!({ "boards": bfen, "restorable": ["H", "a"], "rules": rules })).unwrap();
    for mv in ["a2a3", "h1a8", "R@h1"] {
        again.play(BoardId::A, mv.parse().unwrap()).unwrap();
    }
    assert_eq!(again.board(BoardId::A).castle_rights().to_string(), "H");
    // Missing fields are empty, and the rules are the standard ones.
    let text = json!({ "boards": bfen });
    assert_eq!(
        from_value::<Position>(text.clone()).unwrap(),
        Position::new(*position.board(BoardId::A), *position.board(BoardId::B), Rules::standard())
    );
    assert_eq!(from_value::<TwoBoards>(text).unwrap(), bfen.parse().unwrap());
}

#[test]
fn random_positions_round_trip() {
    let (mut rng, mut with_rights) = (Rng::new(1848), 0);
    for _ in 0..60 {
        let mut position = Position::new(chess960_start(&mut rng), chess960_start(&mut rng), Rules::fics());
        for _ in 0..150 {
            let id = rng.pick(&BoardId::ALL);
            let moves = position.legal_moves(id);
            if !moves.is_empty() {
                position.play_unchecked(id, rng.pick_move(&moves));
            }
            let text = to_string(&position).unwrap();
            assert_eq!(from_str::<Position>(&text).unwrap(), position);
            with_rights += usize::from(text.contains("restorable"));
        }
    }
    assert!(with_rights > 200, "{with_rights}");
}

#[test]
fn impossible_restorable_rights_are_rejected() {
    let bfen = "4k3/8/8/8/8/8/P3K3/8[R] w - - 0 2 | B3k2r/8/8/8/8/8/8/4K3[R] b k - 0 1";
    let expected = "expected - or the files of rooks that a king on its back rank could castle with";
    for (a, b) in [
        ("H", "-"),  // the king has left its rank
        ("-", "h"),  // the right is in use
        ("-", "e"),  // the king is there
        ("-", "ab"), // two rights on one side
        ("i", "-"),
        ("é", "-"),
        ("-a", "-"),
    ] {
        let (id, text) = if b == "-" { ("A", a) } else { ("B", b) };
        rejected::<Position>(
            json!({ "boards": bfen, "restorable": [a, b] }),
            &format!("invalid restorable rights \"{text}\" on board {id}: {expected}"),
        );
    }
    let rules = Rules::fics();
    check(
        from_value::<Position>(json!({ "boards": bfen, "restorable": ["ah", "Aa"], "rules": rules }))
            .unwrap(),
        json!({ "boards": bfen, "restorable": ["ha", "Aa"], "rules": rules }),
    );
    let expected = "restorable rights need rules with `dropped_rook_castles`";
    rejected::<Position>(json!({ "boards": bfen, "restorable": ["ah", "-"] }), expected);
    rejected::<TwoBoards>(
        json!({ "boards": bfen, "restorable": ["-", "A"], "rules": Rules::chesscom() }),
        expected,
    );
}

#[test]
fn a_position_has_no_clocks() {
    let thief = "4k3/8/8/8/8/8/8/R3K3/Pp w Q - 45 56.5 | 4k3/8/8/8/8/8/8/4K3 b - - 45 60";
    rejected::<Position>(json!(thief), "a position can't have clocks, expected counters");
}

#[test]
fn packed_boards() {
    let packed = Board::default().pack().unwrap();
    let digits = packed.to_string();
    assert_eq!((digits.len(), digits.to_uppercase().parse()), (96, Ok(packed)));
    check(packed, json!(digits));
    let message = "invalid packed board: expected a packed board of 96 hexadecimal digits (at byte 1)";
    for text in
        ["", "00", &digits[1..], &format!("{digits}0"), &digits.replace('0', "é"), &digits.replace('0', "+")]
    {
        rejected::<Packed>(json!(text), message);
    }
}

#[test]
fn rules_and_time_controls() {
    check(
        Rules::bughouse_pro().drops(DropAggression::NoBughouseMate).pawn_drops(PawnDropRanks::TWO_TO_SIX),
        json!({
            "pawn_drops": "2-6",
            "dropped_rook_castles": false,
            "stalemate": "waits",
            "promotion": "upgrade",
            "drops": "no-bughouse-mate",
            "repetition": { "automatic": true, "drop_resets": true },
            "fifty_moves": false,
            "both_flags": "draw-at-same-instant",
        }),
    );
    for rules in [Rules::standard(), Rules::fics(), Rules::chesscom(), Rules::bughouse_pro()] {
        for promotion in [Promotion::Upgrade, Promotion::Stays, Promotion::Steal, Promotion::Discard] {
            let rules = rules.promotion(promotion).stalemate(Stalemate::Draw);
            check(rules, to_value(rules).unwrap());
        }
    }
    // Missing fields are as in the standard rules.
    let steal = Rules::standard().promotion(Promotion::Steal);
    assert_eq!(from_value::<Rules>(json!({ "promotion": "steal" })).unwrap(), steal);
    rejected::<Rules>(
        json!({ "promotion": "theft" }),
        "unknown variant `theft`, expected one of `upgrade`, `stays`, `steal`, `discard`",
    );
    rejected::<Rules>(
        json!({ "pawn_drops": "1-7" }),
        "invalid ranks for pawn drops: expected two ranks from 2 to 7, such as 2-6 (at byte 1)",
    );
    assert!(from_value::<Rules>(json!({ "color": "red" })).is_err());

    check(TimeControl::new(180, 2), json!({ "base": 180_000, "increment": 2_000 }));
    rejected::<TimeControl>(json!({ "base": 1 }), "missing field `increment`");
}

#[test]
fn errors_say_what_was_expected() {
    rejected::<Board>(
        json!("8/8/8/8/8/8/8 w - - 0 1"),
        "invalid board in BFEN: found 7 ranks, expected 8 (at byte 14)",
    );
    rejected::<Board>(json!("4k3/8/8/8/8/8/8/8[] w - - 0 1"), "invalid board in BFEN: White has no king");
    rejected::<Board>(json!(5), "invalid type: integer `5`, expected board in BFEN");
    rejected::<BughouseMove>(
        json!("e2"),
        "invalid move or drop in UCI: expected a square, a1 to h8 (at byte 3)",
    );
    rejected::<ChessMove>(
        json!("N@f3"),
        "invalid move in UCI: expected a move such as e2e4 or e7e8q, not a drop (at byte 1)",
    );
    rejected::<Square>(json!("i9"), "invalid square: expected a square, a1 to h8 (at byte 1)");
    rejected::<Piece>(
        json!("X"),
        "invalid piece type: expected a piece: p, n, b, r, q, k or a name such as knight (at byte 1)",
    );
    rejected::<Color>(json!("green"), "invalid color: expected a color: w, b, white or black (at byte 1)");
    rejected::<Seat>(
        json!("WhiteC"),
        "invalid seat: expected a seat, one of WhiteA BlackA WhiteB BlackB (at byte 1)",
    );
    rejected::<BoardId>(json!("C"), "invalid board of a match: expected a board, A or B (at byte 1)");
    rejected::<Team>(json!(null), "invalid type: null, expected team");
    rejected::<Reserve>(json!("QK"), "invalid reserve: a king can't be in reserve (at byte 2)");
    rejected::<Millis>(json!("5"), "invalid type: string \"5\", expected i64");
    rejected::<Key>(json!("feed"), "invalid key: expected a key of 16 hexadecimal digits (at byte 1)");
    rejected::<BySeat<u8>>(json!({ "WhiteA": 1, "BlackA": 2, "WhiteB": 3 }), "missing field `BlackB`");
    rejected::<BySeat<u8>>(json!([1, 2, 3]), "missing field `BlackB`");
    rejected::<BySeat<u8>>(
        json!({ "nobody": 1 }),
        "invalid seat: expected a seat, one of WhiteA BlackA WhiteB BlackB (at byte 1)",
    );
    rejected::<BySeat<u8>>(
        json!("x"),
        "invalid type: string \"x\", expected an object with the keys WhiteA, BlackA, WhiteB and BlackB",
    );
    let twice = r#"{"WhiteA":1,"A":2,"BlackA":1,"WhiteB":1,"BlackB":1}"#;
    assert!(from_str::<BySeat<u8>>(twice).unwrap_err().to_string().starts_with("duplicate field `WhiteA`"));
    rejected::<TwoBoards>(
        json!("x"),
        "invalid string of two boards: found one board, expected ' | ' and a second board (at byte 2)",
    );
    rejected::<TwoBoards>(json!({ "clocks": [null, null] }), "missing field `boards`");
    rejected::<TwoBoards>(
        json!({ "bords": 1 }),
        "unknown field `bords`, expected one of `boards`, `clocks`, `restorable`, `rules`",
    );
    rejected::<TwoBoards>(
        json!(true),
        "invalid type: boolean `true`, expected a string of two boards, or an object with the keys boards, clocks, restorable and rules",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_and_moves_round_trip(seed in any::<u64>(), plies in 0usize..40) {
        let board = random_board(seed, plies);
        prop_assert_eq!(from_str::<Board>(&to_string(&board).unwrap()).unwrap(), board);
        let moves: Vec<BughouseMove> = board.legal_moves().into_iter().collect();
        prop_assert_eq!(from_str::<Vec<BughouseMove>>(&to_string(&moves).unwrap()).unwrap(), moves);
        let reserves = *board.reserves();
        prop_assert_eq!(from_str::<[Reserve; 2]>(&to_string(&reserves).unwrap()).unwrap(), reserves);
        let both = TwoBoards {
            position: Position::new(board, random_board(seed ^ 1, plies), Rules::standard()),
            clocks: [None; 2],
        };
        prop_assert_eq!(from_str::<TwoBoards>(&to_string(&both).unwrap()).unwrap(), both);
    }
}

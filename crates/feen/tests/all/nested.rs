//! Conversion of boards, hands and positions to and from strings and lists.

use feen::{
    Board, HandError, Hands, MAX_LISTED, Nested, NestedError, NestedErrorKind, NestedPosition,
    NestedPositionError, Position, StyleError, StyleTurn,
};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert_eq, prop_oneof};
use proptest::proptest;

use crate::properties;
use crate::support::{piece, position, read_rows};

fn board(placement: &str) -> Board {
    position(&format!("{placement} / A/b")).board
}

#[track_caller]
fn rejected(nested: impl Into<Nested>) -> NestedError {
    Board::from_nested(&nested.into()).unwrap_err()
}

/// Splits a placement into lists at its longest runs of slashes: a slow reference for `to_nested`.
fn lists_of(placement: &str) -> Nested {
    let longest = placement.split(|c| c != '/').map(str::len).max().unwrap_or(0);
    if longest > 0 {
        return placement.split("/".repeat(longest).as_str()).map(lists_of).collect();
    }
    let mut squares = Vec::new();
    let mut rest = placement;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            squares.extend(vec![String::new(); rest[..digits].parse().unwrap()]);
            rest = &rest[digits..];
        } else {
            let length = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap() + 1;
            let length = length + usize::from(rest[length..].starts_with('\''));
            squares.push(rest[..length].to_owned());
            rest = &rest[length..];
        }
    }
    squares.into()
}

#[test]
fn boards_of_one_to_four_dimensions() {
    for (placement, nested) in [
        ("K", Nested::from(["K"])),
        ("3", Nested::from(["", "", ""])),
        ("+K1-r'", Nested::from(["+K", "", "-r'"])),
        ("k/K", Nested::from([["k"], ["K"]])),
        ("Kqr/3", Nested::from([["K", "q", "r"], ["", "", ""]])),
        ("rkr/pp/PPPP", Nested::from([vec!["r", "k", "r"], vec!["p", "p"], vec!["P"; 4]])),
        ("ab/cd//AB/CD", Nested::from([[["a", "b"], ["c", "d"]], [["A", "B"], ["C", "D"]]])),
        ("a/b//c", Nested::from([Nested::from([["a"], ["b"]]), Nested::from(["c"])])),
        (
            "a/b//c/d///e/f//g/h",
            Nested::from([[[["a"], ["b"]], [["c"], ["d"]]], [[["e"], ["f"]], [["g"], ["h"]]]]),
        ),
        (
            "ab/c//D///e/f//G",
            Nested::from([
                Nested::from([Nested::from([vec!["a", "b"], vec!["c"]]), Nested::from(["D"])]),
                Nested::from([Nested::from([["e"], ["f"]]), Nested::from(["G"])]),
            ]),
        ),
        ("a/b//c/d///e", Nested::from([Nested::from([[["a"], ["b"]], [["c"], ["d"]]]), Nested::from(["e"])])),
    ] {
        assert_eq!(board(placement).to_nested(), nested, "{placement}");
        assert_eq!(Board::from_nested(&nested), Ok(board(placement)), "{placement}");
        assert_eq!(lists_of(placement), nested, "{placement}");
    }
}

#[test]
fn lists_are_created_from_arrays_slices_and_vectors() {
    let expected = Nested::List(vec![
        Nested::List(vec![Nested::Square("r".to_owned()), Nested::Square(String::new())]),
        Nested::List(vec![Nested::Square("K".to_owned())]),
    ]);
    assert_eq!(Nested::from(vec![vec!["r", ""], vec!["K"]]), expected);
    assert_eq!(Nested::from(vec![vec!["r".to_owned(), String::new()], vec!["K".to_owned()]]), expected);
    assert_eq!(Nested::from([&["r", ""][..], &["K"]]), expected);
    assert_eq!(Nested::from(&[&["r", ""][..], &["K"]]), expected);
    assert_eq!([&["r", ""][..], &["K"]].into_iter().collect::<Nested>(), expected);
    assert_eq!(format!("{expected:?}"), r#"[["r", ""], ["K"]]"#);
}

/// A list with only one list means that list if it is the whole board. Elsewhere, FEEN can't represent it.
#[test]
fn lists_around_one_list() {
    for nested in [Nested::from(["r", "K"]), Nested::from([["r", "K"]]), Nested::from([[[["r", "K"]]]])] {
        assert_eq!(Board::from_nested(&nested), Ok(board("rK")));
    }
    assert_eq!(Board::from_nested(&Nested::from([[["a"], ["b"]]])), Ok(board("a/b")));
    for (nested, path) in [
        (Nested::from([[["a"]], [["b"]]]), vec![0]),
        (Nested::from([[[["a"]], [["b"]]]]), vec![0, 0]),
        (Nested::from([vec![["a"], ["b"]], vec![["c"]]]), vec![1]),
    ] {
        let error = rejected(nested);
        assert_eq!((error.path(), *error.kind()), (path.as_slice(), NestedErrorKind::OnePart));
    }
}

#[test]
fn invalid_boards_are_rejected_with_their_place() {
    let square = || Nested::from("K");
    let rank = || Nested::from(["K", "k"]);
    let no_squares: [&str; 0] = [];
    for (nested, path, kind, message) in [
        (square(), vec![], NestedErrorKind::NotAList, "expected a list, not a string"),
        (no_squares.into(), vec![], NestedErrorKind::EmptyList, "expected at least one item in a list"),
        (
            Nested::from([rank(), no_squares.into()]),
            vec![1],
            NestedErrorKind::EmptyList,
            "expected at least one item in a list (at [1])",
        ),
        (
            Nested::from([rank(), square()]),
            vec![1],
            NestedErrorKind::NotAList,
            "expected a list, not a string (at [1])",
        ),
        (
            Nested::from([square(), square(), rank()]),
            vec![2],
            NestedErrorKind::NotASquare,
            "expected a string, not a list (at [2])",
        ),
        (
            Nested::from([["K", ""], ["", " "]]),
            vec![1, 1],
            NestedErrorKind::NotAPiece,
            "expected a piece, such as P, +P or P', or an empty string for an empty square (at [1][1])",
        ),
        (
            Nested::from([rank(), Nested::from([rank(), rank()])]),
            vec![1],
            NestedErrorKind::TooDeep { found: 2, expected: 1 },
            "a list with 2 dimensions, expected at most 1, as in the first list here (at [1])",
        ),
        (
            // The outermost list is not part of the board, but it is part of the path.
            Nested::from([[vec!["a", "b"], vec!["c", "1"]]]),
            vec![0, 1, 1],
            NestedErrorKind::NotAPiece,
            "expected a piece, such as P, +P or P', or an empty string for an empty square (at [0][1][1])",
        ),
    ] {
        let error = rejected(nested);
        assert_eq!(
            (error.path(), *error.kind(), error.to_string().as_str()),
            (path.as_slice(), kind, message)
        );
    }
}

#[test]
fn limits_of_lists() {
    let most = 1 << 20;
    let rank = Nested::from(vec![""; most]);
    assert_eq!(Board::from_nested(&rank).unwrap().to_string(), most.to_string());
    let error = rejected([rank, ["K"].into()]);
    assert_eq!(
        (error.path(), *error.kind()),
        (&[1, 0][..], NestedErrorKind::TooManySquares { limit: 1 << 20 })
    );
    assert_eq!(error.to_string(), "expected at most 1048576 squares (at [1][0])");

    // Each list contains the previous one and a rank.
    let nested =
        |dimensions: usize| (1..dimensions).fold(Nested::from(["K"]), |part, _| [part, ["K"].into()].into());
    let deepest = Board::from_nested(&nested(64)).unwrap();
    assert_eq!(deepest.dimensions(), 64);
    assert_eq!(deepest.to_nested(), nested(64));
    for dimensions in [65, 66, 1000, 10_000] {
        let error = rejected(nested(dimensions));
        assert_eq!(
            (error.path().len(), *error.kind()),
            (0, NestedErrorKind::TooManyDimensions { limit: 64 })
        );
    }
    let error = rejected([nested(3), nested(10_000)]);
    let too_deep = NestedErrorKind::TooDeep { found: 10_000, expected: 3 };
    assert_eq!((error.path(), *error.kind()), (&[1][..], too_deep));
    let wrapped = (0..10_000).fold(Nested::from(["K"]), |part, _| [part].into());
    assert_eq!(Board::from_nested(&wrapped), Ok(board("K")));
}

#[test]
fn hands_as_lists() {
    let listed = ["P", "P", "K", "p", "+P'", "P"];
    let hands = Hands::from_strings(listed).unwrap();
    assert_eq!(hands.to_string(), "3PK+P'/p");
    assert_eq!(hands.to_strings().unwrap(), ["P", "P", "P", "K", "+P'", "p"]);
    assert_eq!(
        hands.pieces().map(|piece| piece.to_string()).collect::<Vec<_>>(),
        hands.to_strings().unwrap()
    );
    assert_eq!(listed.map(piece).into_iter().collect::<Hands>(), hands);
    assert_eq!(hands.iter().collect::<Hands>(), hands);
    assert_eq!(hands.pieces().collect::<Hands>(), hands);
    let mut twice = hands.clone();
    twice.extend(hands.pieces());
    twice.extend([(piece("K"), u32::MAX)]);
    assert_eq!(twice.to_string(), "4294967295K6P2+P'/2p");

    assert_eq!(Hands::from_strings(vec!["P".to_owned()]).unwrap().to_string(), "P/");
    let error = Hands::from_strings(["P", "invalid_piece"]).unwrap_err();
    assert_eq!(error, HandError::NotAPiece { index: 1 });
    assert_eq!(error.to_string(), "expected a piece, such as P, +P or P' (at [1])");
}

#[test]
fn hands_too_large_to_list() {
    let mut hands = Hands::new();
    hands.set(piece("P"), MAX_LISTED as u32);
    assert_eq!(hands.to_strings().unwrap().len(), MAX_LISTED);
    hands.set(piece("p"), 1);
    assert_eq!(hands.to_strings(), Err(HandError::TooManyToList { total: MAX_LISTED as u64 + 1 }));
    hands.set(piece("p"), u32::MAX);
    assert_eq!(
        hands.to_strings().unwrap_err().to_string(),
        "4296015871 pieces in hand, expected at most 1048576 to list one by one"
    );
    let read = position("K 4294967295P/ A/b");
    assert_eq!(read.to_nested(), Err(HandError::TooManyToList { total: u64::from(u32::MAX) }));
    assert_eq!(read.hands.pieces().take(3).count(), 3);
}

#[test]
fn positions() {
    let read = position("+PK-R/N'1B P+R'/ GAME/game");
    let nested = read.to_nested().unwrap();
    assert_eq!(
        nested,
        NestedPosition {
            board: [["+P", "K", "-R"], ["N'", "", "B"]].into(),
            hands: vec!["P".to_owned(), "+R'".to_owned()],
            style_turn: ["GAME".to_owned(), "game".to_owned()],
        }
    );
    assert_eq!(Position::try_from(nested), Ok(read));
    assert_eq!(StyleTurn::new("shogi", "SHOGI").unwrap().names(), ["shogi", "SHOGI"]);

    let [board, hands, styles] = [
        Position::from_nested("K", &[], ["A", "b"]),
        Position::from_nested(["K"], &["k", ""], ["A", "b"]),
        Position::from_nested(["K"], &[], ["A", "B"]),
    ]
    .map(Result::unwrap_err);
    assert!(
        matches!(&board, NestedPositionError::Board(error) if *error.kind() == NestedErrorKind::NotAList)
    );
    assert_eq!(board.to_string(), "board: expected a list, not a string");
    assert_eq!(hands, NestedPositionError::Hands(HandError::NotAPiece { index: 1 }));
    assert_eq!(styles, NestedPositionError::StyleTurn(StyleError::SameCase));
    assert_eq!(styles.to_string(), "styles: expected one style name in uppercase and the other in lowercase");
    assert!([board, hands, styles].iter().all(|error| std::error::Error::source(error).is_some()));
}

#[test]
fn every_row_of_the_data() {
    for [_, canonical] in read_rows::<2>("feen/valid.csv") {
        let read = position(&canonical);
        assert_eq!(read.board.to_nested(), lists_of(canonical.split(' ').next().unwrap()), "{canonical}");
        assert_eq!(Board::from_nested(&read.board.to_nested()).as_ref(), Ok(&read.board), "{canonical}");
        if let Ok(nested) = read.to_nested() {
            assert_eq!(Position::try_from(nested), Ok(read), "{canonical}");
        }
    }
}

/// Any nested lists, most of them not a board.
fn any_lists() -> impl Strategy<Value = Nested> {
    let square = prop_oneof![Just(""), Just("K"), Just("k"), Just("+p'"), Just("x1")].prop_map(Nested::from);
    let rank = prop::collection::vec(prop_oneof![Just("K"), Just("")], 1..4).prop_map(Nested::from);
    prop_oneof![1 => square, 9 => rank].prop_recursive(5, 64, 4, |part| {
        let same = (part.clone(), 0usize..4).prop_map(|(part, times)| Nested::from(vec![part; times]));
        prop_oneof![same, prop::collection::vec(part, 0..4).prop_map(Nested::from)]
    })
}

fn at<'a>(nested: &'a Nested, path: &[usize]) -> Option<&'a Nested> {
    path.iter().try_fold(nested, |part, &index| match part {
        Nested::List(items) => items.get(index),
        Nested::Square(_) => None,
    })
}

/// Removes outer lists that contain only one list.
fn without_outer_lists(nested: &Nested) -> &Nested {
    match nested {
        Nested::List(items) if matches!(items.as_slice(), [Nested::List(_)]) => {
            without_outer_lists(&items[0])
        }
        _ => nested,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boards_and_positions_round_trip(position in properties::position(), small in any::<u8>()) {
        let board = &position.board;
        let nested = board.to_nested();
        prop_assert_eq!(&nested, &lists_of(&board.to_string()));
        prop_assert_eq!(&Board::from_nested(&nested).unwrap(), board);

        let hands: Hands = position.hands.iter().map(|(piece, count)| (piece, count % (u32::from(small) + 1) + 1)).collect();
        let position = Position { hands, ..position };
        let nested = position.to_nested().unwrap();
        let in_hand: u64 = feen::Side::ALL.map(|side| position.hands.total(side)).iter().sum();
        prop_assert_eq!(nested.hands.len() as u64, in_hand);
        prop_assert_eq!(Position::try_from(nested), Ok(position));
    }

    #[test]
    fn lists_are_a_board_or_an_error_with_a_path(nested in any_lists()) {
        match Board::from_nested(&nested) {
            Ok(board) => prop_assert_eq!(&board.to_nested(), without_outer_lists(&nested)),
            Err(error) => {
                let wrong = at(&nested, error.path());
                let is_list = wrong.map(|wrong| matches!(wrong, Nested::List(_)));
                let expected = !matches!(error.kind(), NestedErrorKind::NotAPiece | NestedErrorKind::NotAList);
                prop_assert_eq!(is_list, Some(expected), "{}", error);
            }
        }
    }
}

/// Boards of any dimension convert to lists of strings and back.
#[cfg(feature = "serde")]
#[test]
fn nested_positions_round_trip_in_json() {
    for text in
        ["rkr / GAME/game", "+PK-R/N'1B P/2q GAME/game", "ab/cd//AB/CD / A/b", "a/b//c/d///e/f//g/h / A/b"]
    {
        let position = feen::parse(text).unwrap();
        let json = serde_json::to_value(position.to_nested().unwrap()).unwrap();
        assert!(json["piece_placement"].is_array() && json["pieces_in_hand"].is_array(), "{json}");
        let again: feen::NestedPosition = serde_json::from_value(json).unwrap();
        assert_eq!(feen::Position::try_from(again).unwrap(), position, "{text}");
    }
    let json = serde_json::json!({
        "piece_placement": [["r", "n", "k"], ["", "", ""], ["P", "P", "P"]],
        "pieces_in_hand": ["Q", "p"],
        "style_turn": ["WHITE", "black"],
    });
    let nested: feen::NestedPosition = serde_json::from_value(json).unwrap();
    assert_eq!(feen::dump(&feen::Position::try_from(nested).unwrap()).unwrap(), "rnk/3/PPP Q/p WHITE/black");
}

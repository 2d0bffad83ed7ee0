//! What each option and limit rejects when reading and writing.

use feen::{
    BoardError, DumpError, ErrorKind, HandOrder, Irregularity, Limits, Options, dump_with, is_canonical,
    parse_with,
};

use crate::support::{piece, position};

#[track_caller]
fn rejected(text: &str, options: &Options, kind: ErrorKind, part: &str) {
    let error = parse_with(text.as_bytes(), options).unwrap_err();
    assert_eq!((*error.kind(), &text[error.span().start..error.span().end]), (kind, part), "{text}");
}

#[test]
fn order_by_letter() {
    let options = Options::default().order(HandOrder::Letter).canonical_only(true);
    let by_letter = "k/K 2+B5BK3-P-P'3+P'9PR2SS'/bp GAME/game";
    let position = parse_with(by_letter.as_bytes(), &options).unwrap();
    assert_eq!(dump_with(&position, &options).unwrap(), by_letter);
    rejected("k/K 9P5B/ GAME/game", &options, ErrorKind::OutOfOrder, "5B");
    rejected("k/K 2P2P/ GAME/game", &options, ErrorKind::RepeatedInHand, "2P");
}

#[test]
fn canonical_only() {
    let options = Options::default().canonical_only(true);
    assert!(parse_with(b"k/K 3PK/2pb GAME/game", &options).is_ok());
    rejected("k/K K3P/ GAME/game", &options, ErrorKind::OutOfOrder, "3P");
    rejected("k/K /ba GAME/game", &options, ErrorKind::OutOfOrder, "a");
    rejected("k/K P'P/ GAME/game", &options, ErrorKind::OutOfOrder, "P");
    rejected("k/K PP/ GAME/game", &options, ErrorKind::RepeatedInHand, "P");
    rejected("k/K 3P2KP/ GAME/game", &options, ErrorKind::RepeatedInHand, "P");
    // A string that is neither canonical nor FEEN is reported as not FEEN.
    assert_eq!(is_canonical("k/K PP/ GAME/game"), Ok(false));
    assert_eq!(*is_canonical("k/K PP/ GAME/GAME").unwrap_err().kind(), {
        ErrorKind::Style(feen::StyleError::SameCase)
    });
}

#[test]
fn base_form_only() {
    let options = Options::default().base_form_only(true);
    assert!(parse_with(b"+K'/-k 2P/p A/b", &options).is_ok());
    for (hands, part) in [("+P/", "+P"), ("2P3-R/", "3-R"), ("/p'", "p'"), ("/+p'", "+p'")] {
        let text = format!("k/K {hands} A/b");
        rejected(&text, &options, ErrorKind::ModifierInHand, part);
        let error = dump_with(&position(&text), &options).unwrap_err();
        let bare = part.trim_start_matches(|c: char| c.is_ascii_digit());
        assert_eq!(error, DumpError::ModifierInHand(piece(bare)));
        assert_eq!(error.to_string(), format!("{bare} in hand, expected pieces without +, - and '"));
    }
}

#[test]
fn regular_only() {
    let options = Options::default().regular_only(true);
    for placement in ["8", "8/8", "ab/cd//AB/CD", "a/b//c/d///e/f//g/h"] {
        assert!(parse_with(format!("{placement} / A/b").as_bytes(), &options).is_ok(), "{placement}");
    }
    for (placement, (level, found, expected), part) in [
        ("rkr/pp/PPPP", (0, 2, 3), "pp"),
        ("8/8/8/1k5", (0, 7, 8), "1k5"),
        ("a/b//c", (1, 1, 2), "c"),
        ("a/b//c/d/e//f/g", (1, 3, 2), "c/d/e"),
        ("a/b//c/d//+e'f/g", (0, 2, 1), "+e'f"),
        ("a/b//c/d///e/f", (2, 1, 2), "e/f"),
        ("a/b//c/d///e/f//g/h//i/j", (2, 3, 2), "e/f//g/h//i/j"),
    ] {
        let text = format!("{placement} / A/b");
        let irregularity = Irregularity { level, found, expected };
        rejected(&text, &options, ErrorKind::Irregular(irregularity), part);
        let error = dump_with(&position(&text), &options).unwrap_err();
        assert_eq!(error, DumpError::Irregular(irregularity));
        assert_eq!(error.to_string(), irregularity.to_string());
    }
}

#[test]
fn limits() {
    let text = "2k/3//K2 3P/ GAME/game";
    let exact = Limits::default().text_length(text.len()).squares(9).dimensions(3).hand_count(3);
    let with = |limits| Options::default().limits(limits);
    let read = parse_with(text.as_bytes(), &with(exact)).unwrap();
    assert_eq!(dump_with(&read, &with(exact)).as_deref(), Ok(text));

    let long = exact.text_length(text.len() - 1);
    rejected(text, &with(long), ErrorKind::TextTooLong { limit: text.len() - 1 }, "e");
    let error = dump_with(&read, &with(long)).unwrap_err();
    assert_eq!(error, DumpError::TextTooLong { length: 22, limit: 21 });
    assert_eq!(error.to_string(), "the string has 22 bytes, expected at most 21");

    let (limits, error) = (exact.squares(8), BoardError::TooManySquares { limit: 8 });
    rejected(text, &with(limits), ErrorKind::Board(error), "2");
    assert_eq!(dump_with(&read, &with(limits)), Err(DumpError::Board(error)));
    assert_eq!(DumpError::Board(error).to_string(), "expected at most 8 squares");

    let (limits, error) = (exact.dimensions(2), BoardError::TooManyDimensions { limit: 2 });
    rejected(text, &with(limits), ErrorKind::Board(error), "//");
    assert_eq!(dump_with(&read, &with(limits)), Err(DumpError::Board(error)));

    let limits = exact.hand_count(2);
    rejected(text, &with(limits), ErrorKind::CountTooLarge { limit: 2 }, "3P");
    let error = dump_with(&read, &with(limits)).unwrap_err();
    assert_eq!(error, DumpError::CountTooLarge { piece: piece("P"), limit: 2 });
    assert_eq!(error.to_string(), "too many P in hand, expected at most 2");
}

#[test]
fn limits_of_zero() {
    let none = Options::default().limits(Limits::default().squares(0).dimensions(0).hand_count(0));
    rejected("K / A/b", &none, ErrorKind::Board(BoardError::TooManySquares { limit: 0 }), "K");
    let flat = Options::default().limits(Limits::default().dimensions(0));
    assert!(parse_with(b"K1k / A/b", &flat).is_ok(), "a single rank is always allowed");
    assert!(dump_with(&position("K1k / A/b"), &flat).is_ok());
    rejected("K/k / A/b", &flat, ErrorKind::Board(BoardError::TooManyDimensions { limit: 0 }), "/");
}

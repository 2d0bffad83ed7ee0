//! Malicious strings: each is rejected at once, with a span, and without allocating what it claims.

use feen::{BoardError, ErrorKind, Options, StyleError, dump, parse, parse_with};

#[track_caller]
fn rejected(text: &[u8], kind: ErrorKind, span: (usize, usize)) {
    let error = parse_with(text, &Options::default()).unwrap_err();
    assert_eq!((*error.kind(), (error.span().start, error.span().end)), (kind, span));
    assert!(error.render(text).len() < 2000);
}

const TOO_MANY_SQUARES: ErrorKind = ErrorKind::Board(BoardError::TooManySquares { limit: 1 << 20 });

#[test]
fn empty_squares_beyond_the_limit() {
    rejected(b"10000000000 / A/b", TOO_MANY_SQUARES, (0, 11));
    rejected(b"18446744073709551616 / A/b", TOO_MANY_SQUARES, (0, 20));
    rejected(b"1048577 / A/b", TOO_MANY_SQUARES, (0, 7));
    rejected(b"1048576K / A/b", TOO_MANY_SQUARES, (7, 8));
    rejected(b"1048570/7 / A/b", TOO_MANY_SQUARES, (8, 9));
    assert_eq!(parse("1048570/6 / A/b").unwrap().to_string(), "1048570/6 / A/b");
}

#[test]
fn a_million_slashes() {
    let slashes = "/".repeat(1_000_000);
    rejected(slashes.as_bytes(), ErrorKind::Board(BoardError::EmptyRank), (0, 0));
    let skipped = BoardError::SkippedDimension { found: 1_000_000, expected: 1 };
    rejected(format!("K{slashes}K / A/b").as_bytes(), ErrorKind::Board(skipped), (1, 1_000_001));
    let skipped = BoardError::SkippedDimension { found: 1_000_000, expected: 2 };
    rejected(format!("K/K{slashes}K / A/b").as_bytes(), ErrorKind::Board(skipped), (3, 1_000_003));
}

#[test]
fn a_megabyte_of_digits() {
    let digits = "9".repeat(1 << 20);
    rejected(digits.as_bytes(), TOO_MANY_SQUARES, (0, 1 << 20));
    rejected("0".repeat(1 << 20).as_bytes(), ErrorKind::LeadingZero, (0, 1));
    let too_large = ErrorKind::CountTooLarge { limit: u32::MAX };
    rejected(format!("K {digits}P/ A/b").as_bytes(), too_large, (2, (1 << 20) + 3));
}

#[test]
fn strings_beyond_the_limit() {
    let limit = 1 << 23;
    for byte in [b'K', b'/', b'9', b' ', 0, 0xff] {
        rejected(&vec![byte; limit + 1], ErrorKind::TextTooLong { limit }, (limit, limit + 1));
    }
    let longest = format!("K / {}/b", "A".repeat(limit - 6));
    assert_eq!(longest.len(), limit);
    assert!(dump(&parse(&longest).unwrap()).unwrap() == longest);
}

#[test]
fn bytes_that_are_not_ascii() {
    rejected(b"\xff", ErrorKind::NotAscii, (0, 1));
    rejected(b"K\x80 / A/b", ErrorKind::NotAscii, (1, 2));
    rejected("8/８ / A/b".as_bytes(), ErrorKind::NotAscii, (2, 5));
    rejected("K é/ A/b".as_bytes(), ErrorKind::NotAscii, (2, 4));
    rejected("K /é A/b".as_bytes(), ErrorKind::NotAscii, (3, 5));
    rejected("K / é/b".as_bytes(), ErrorKind::NotAscii, (4, 6));
    rejected("K / Aé/b".as_bytes(), ErrorKind::NotAscii, (5, 7));
    rejected("K / A/bé".as_bytes(), ErrorKind::NotAscii, (7, 9));
    rejected("K / A/b😀".as_bytes(), ErrorKind::NotAscii, (7, 11));
    // The start of a truncated character.
    rejected(b"K / A/b\xf0\x9f", ErrorKind::NotAscii, (7, 8));
    rejected(&[0xff; 1 << 20], ErrorKind::NotAscii, (0, 1));
}

#[test]
fn dimensions_beyond_the_limit() {
    let nested =
        |longest: usize| (1..=longest).map(|i| format!("K{}", "/".repeat(i))).collect::<String>() + "K / A/b";
    let deepest = parse(&nested(63)).unwrap();
    assert_eq!(deepest.board.dimensions(), 64);
    assert_eq!(deepest.to_string(), nested(63));
    let mut squares = 0;
    deepest.board.for_each_square(|at, square| {
        assert_eq!(deepest.board.get(at), Some(square));
        squares += 1;
    });
    assert_eq!(squares, 64);

    let text = nested(64);
    let end = text.len() - "K / A/b".len();
    let kind = ErrorKind::Board(BoardError::TooManyDimensions { limit: 64 });
    rejected(text.as_bytes(), kind, (end - 64, end));
    rejected(nested(1500).as_bytes(), kind, (end - 64, end));
    // One more slash would skip a dimension, even if there is no room for it.
    let text = nested(63).replace(" / A/b", &format!("{}K / A/b", "/".repeat(65)));
    let kind = ErrorKind::Board(BoardError::SkippedDimension { found: 65, expected: 64 });
    let start = text.len() - "K / A/b".len() - 65;
    rejected(text.as_bytes(), kind, (start, start + 65));
}

#[test]
fn counts_in_hand_that_add_up_to_too_many() {
    let text = "K 4294967295P/ A/b";
    assert_eq!(parse(text).unwrap().to_string(), text);
    let too_large = ErrorKind::CountTooLarge { limit: u32::MAX };
    rejected(b"K 4294967296P/ A/b", too_large, (2, 13));
    rejected(b"K 4294967295PP/ A/b", too_large, (13, 14));
    assert_eq!(parse("K 4294967294PP/ A/b").unwrap().to_string(), text);
}

#[test]
fn every_short_string() {
    // All strings of up to four relevant characters, and all single bytes after a valid start.
    let alphabet = b"Kk+-'/ 0129\xc3~";
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 1..=4 {
        let longer: Vec<Vec<u8>> = texts
            .iter()
            .filter(|text| text.len() == length - 1)
            .flat_map(|text| alphabet.iter().map(move |&byte| [text.as_slice(), &[byte]].concat()))
            .collect();
        texts.extend(longer);
    }
    for text in &texts {
        for whole in [text.clone(), [text, &b" / A/b"[..]].concat(), [b"K ", &text[..], b" A/b"].concat()] {
            let read = parse_with(&whole, &Options::default()).ok().map(|position| position.to_string());
            assert_eq!(read, crate::reference::canonical(&whole), "{}", whole.escape_ascii());
        }
    }
    for byte in 0..=255 {
        for start in ["", "K", "K ", "K /", "K / ", "K / A", "K / A/", "K / A/b"] {
            let text = [start.as_bytes(), &[byte]].concat();
            let read = parse_with(&text, &Options::default());
            assert_eq!(read.is_ok(), crate::reference::canonical(&text).is_some(), "{}", text.escape_ascii());
        }
    }
}

#[test]
fn invalid_style_names() {
    let kind = |text: &str| *parse(text).unwrap_err().kind();
    assert_eq!(kind("K / 1A/b"), ErrorKind::Style(StyleError::NoLetter));
    assert_eq!(kind("K / Aa/b"), ErrorKind::Style(StyleError::MixedCase));
    assert_eq!(kind("K / A/B"), ErrorKind::Style(StyleError::SameCase));
    assert_eq!(kind("K / A/bB"), ErrorKind::Style(StyleError::MixedCase));
    assert_eq!(kind("K / A"), ErrorKind::NoStyleSlash);
}

//! Any bytes as FEEN: parsing never panics, and a parsed position survives writing and parsing in canonical form.

#![no_main]

use feen::{Board, Error, HandOrder, Options, dump, dump_with, is_canonical, is_valid, parse, parse_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let strict = Options::default().canonical_only(true);
    let position = match parse_with(text, &Options::default()) {
        Err(error) => {
            check(&error, text);
            assert!(parse_with(text, &strict).is_err(), "options only reject");
            assert!(
                std::str::from_utf8(text).map_or(true, |text| !is_valid(text) && is_canonical(text).is_err())
            );
            return;
        }
        Ok(position) => position,
    };
    let text = std::str::from_utf8(text).expect("a FEEN is ASCII");

    let canonical = dump(&position).expect("what was read within the limits is written");
    assert!(canonical.len() <= text.len());
    assert_eq!(canonical, position.to_string());
    assert_eq!(parse(&canonical).as_ref(), Ok(&position));
    assert!(is_valid(&canonical));
    assert_eq!(is_valid(text), text == canonical);
    assert_eq!(is_canonical(text), Ok(text == canonical));
    match parse_with(text.as_bytes(), &strict) {
        Ok(again) => assert_eq!((again, text), (position.clone(), canonical.as_str())),
        Err(error) => {
            check(&error, text.as_bytes());
            assert_ne!(text, canonical);
        }
    }

    let by_letter = strict.order(HandOrder::Letter);
    let ordered = dump_with(&position, &by_letter).expect("an order rejects nothing");
    assert_eq!(parse_with(ordered.as_bytes(), &by_letter).as_ref(), Ok(&position));
    let restricted = Options::default().base_form_only(true).regular_only(true);
    assert_eq!(parse_with(text.as_bytes(), &restricted).is_ok(), dump_with(&position, &restricted).is_ok());

    let board = &position.board;
    assert_eq!(board.sizes().is_some(), board.is_regular());
    if let Some(sizes) = board.sizes() {
        assert_eq!(sizes.len(), board.dimensions());
        assert_eq!(sizes.iter().product::<usize>(), board.squares().len());
    }
    // Looking up a square walks over the ranks, so check single squares only on small boards.
    if board.squares().len() <= 1000 {
        let mut walked = Vec::new();
        board.for_each_square(|at, square| {
            assert_eq!(board.get(at), Some(square));
            walked.push(square);
        });
        assert_eq!(walked, board.squares());
        assert_eq!(Board::from_nested(&board.to_nested()).as_ref(), Ok(board));
    }
});

/// Checks that an error points into the text and can be rendered.
fn check(error: &Error, text: &[u8]) {
    assert!(error.span().start <= error.span().end && error.span().end <= text.len());
    assert_eq!(error.render(text).lines().count(), 3);
}

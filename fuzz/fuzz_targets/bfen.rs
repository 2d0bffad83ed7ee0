//! A valid BFEN with a few bytes changed: read as a valid board, or rejected with an error inside the text.

#![no_main]

use bughouse_chess::notation::position::{Field, ParsedBoard};
use bughouse_chess::{Board, CastlingLetters, EnPassant, FenStyle, Material, ReadOptions};
use bughouse_fuzz::{Choices, change, check_error, check_round_trip, options, reach};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let (style, chosen, changes) = (style(choices.byte()), options(choices.byte()), choices.byte() % 6);
    let plies = usize::from(choices.byte() % 16);
    let board = reach(&mut choices, plies);
    check_round_trip(&board);

    let text = board.text(&style).to_string();
    check_style(&board, &text, &style);

    let mut text = text.into_bytes();
    for _ in 0..changes {
        change(&mut text, &mut choices, b"rnbqkpRNBQKP12345678/[]~- wbKQkqaAhHe36");
    }
    match ParsedBoard::read(&text, &chosen) {
        Err(error) => check_error(&error, &text),
        Ok(parsed) => {
            let fields = [
                Field::Placement,
                Field::Reserve,
                Field::Side,
                Field::Castling,
                Field::EnPassant,
                Field::HalfmoveClock,
                Field::MoveNumber,
            ];
            // The fields appear in this order and don't overlap.
            let mut end = 0;
            for span in fields.map(|field| parsed.span(field)) {
                assert!(end <= span.start && span.start <= span.end && span.end <= text.len());
                end = span.end;
            }
        }
    }
    match Board::read(&text, &chosen) {
        Err(error) => assert!(error.render(&text).ends_with('^'), "{error}"),
        Ok((board, _)) => check_round_trip(&board),
    }
});

fn style(bits: u8) -> FenStyle {
    let en_passant = [EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal][usize::from(bits) % 3];
    let castling = if bits & 0x80 == 0 { CastlingLetters::XFen } else { CastlingLetters::Shredder };
    FenStyle::default().en_passant(en_passant).castling(castling)
}

/// Checks that the text is read as the same position. Only an en passant square that can't be used may be missing.
fn check_style(board: &Board, text: &str, style: &FenStyle) {
    let build = ReadOptions::default().material(Material::Any);
    let strict = build;
    let (again, _) = Board::read(text.as_bytes(), &strict).expect("what is written can be read");
    assert_eq!(again.hash(), board.hash(), "{text}");
    assert_eq!(again.castle_rights(), board.castle_rights(), "{text}");
    assert_eq!(again.en_passant(), board.en_passant_as(style.en_passant), "{text}");
}

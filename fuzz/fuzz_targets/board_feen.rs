//! A board in FEEN is read back as the same board. With a few bytes changed, it is a valid board or an error inside the text.

#![no_main]

use bughouse_chess::notation::position::ParsedBoard;
use bughouse_chess::{
    Board, BoardBuilder, EnPassant, FenStyle, Leniency, Material, Notation, ReadError, ReadOptions,
};
use bughouse_fuzz::{Choices, check_error, check_round_trip, options, reach};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let (bits, options, changes) = (choices.byte(), options(choices.byte()), choices.byte() % 6);
    let assumed = options.accept.with(Leniency::AssumedCastling);
    let chosen = if bits & 0x80 != 0 { options.accept(assumed) } else { options };
    let plies = usize::from(choices.byte() % 16);
    let board = reach(&mut choices, plies);
    check_feen(&board);

    let en_passant = [EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal][usize::from(bits) % 3];
    let text = board.text(&FenStyle::default().notation(Notation::Feen).en_passant(en_passant)).to_string();
    let again = read_strictly(&text);
    assert_eq!(again.hash(), board.hash(), "{text}");
    assert_eq!(again.en_passant(), board.en_passant_as(en_passant), "{text}");

    let mut text = text.into_bytes();
    for _ in 0..changes {
        change(&mut text, &mut choices);
    }
    if let Err(error) = ParsedBoard::read_feen(&text, &chosen) {
        assert_eq!(Board::read_feen(&text, &chosen), Err(ReadError::from(error)));
    }
    match Board::read_feen(&text, &chosen) {
        Ok((board, used)) => {
            check_round_trip(&board);
            check_feen(&board);
            assert!(!used.contains(Leniency::AssumedCastling) || !board.castle_rights().is_empty());
            // If no relaxation was used, the strict reader returns the same board.
            if used.is_empty() {
                let text = std::str::from_utf8(&text).expect("a FEEN is ASCII");
                assert_eq!(read_strictly(text), board);
            }
        }
        Err(error) => {
            assert!(!error.errors().is_empty());
            for error in error.errors() {
                check_error(error, &text);
            }
            if error.syntax().is_none() {
                assert!(error.errors().iter().all(|error| error.span().start < error.span().end), "{error}");
            }
            let drawing = error.render(&text);
            assert!(drawing.ends_with('^'), "{drawing}");
        }
    }
});

/// Checks that the FEEN of a board has everything except its counters, is canonical, and is what `feen` writes.
fn check_feen(board: &Board) {
    let text = board.to_feen();
    let mut expected = BoardBuilder::from(board);
    expected.halfmove_clock(0).fullmove_number(1);
    let again = read_strictly(&text);
    assert_eq!(BoardBuilder::from(&again), expected, "{text}");
    assert_eq!(again.hash(), board.hash(), "{text}");
    assert_eq!(again.to_feen(), text);
    assert_eq!(feen::dump(&board.to_feen_position()).as_ref(), Ok(&text));
    assert!(feen::is_valid(&text), "{text}");
}

fn read_strictly(text: &str) -> Board {
    let build = ReadOptions::default().material(Material::Any);
    match Board::read_feen(text.as_bytes(), &build) {
        Err(error) => panic!("{text} cannot be read: {error}"),
        Ok((board, used)) => {
            assert!(used.is_empty(), "{text} needed {used:?}");
            board
        }
    }
}

/// Replaces, removes or inserts a byte, or truncates the text.
fn change(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    if text.is_empty() {
        return;
    }
    let (at, what, byte) = (choices.below(text.len()), choices.byte(), choices.byte());
    // Markers appear several times, because they are the most likely errors in the FEEN of a board.
    let letters = b"rnbqkpRNBQKP''''++-12345678/ gG90bB";
    match what % 6 {
        0 => text[at] = byte,
        1 | 2 => text[at] = letters[usize::from(byte) % letters.len()],
        3 => drop(text.remove(at)),
        4 => text.insert(at, letters[usize::from(byte) % letters.len()]),
        _ => text.truncate(at),
    }
}

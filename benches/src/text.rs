//! FEN and BFEN: text to a valid board, and back.

use std::fmt::{self, Write};
use std::hint::black_box;
use std::rc::Rc;

use bughouse_chess::{Board, FenStyle, Notation, ReadOptions};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position};

use crate::games::{Captured, positions};
use crate::harness::Row;

const POSITIONS: usize = 2_000;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = rows_of::<Chess>("FEN", Captured::Vanish, Notation::Fen);
    rows.extend(rows_of::<Crazyhouse>("BFEN", Captured::Return, Notation::Bfen));
    rows
}

fn rows_of<P: Position + FromSetup + fmt::Debug + 'static>(
    name: &str,
    captured: Captured,
    notation: Notation,
) -> Vec<Row> {
    let texts: Rc<[String]> =
        positions(captured, POSITIONS).iter().map(|board| ours(board, notation)).collect();
    let our_boards: Vec<Board> = texts.iter().map(|text| read_ours(text)).collect();
    let their_boards: Vec<P> = texts.iter().map(|text| read_theirs(text)).collect();
    for ((text, our), their) in texts.iter().zip(&our_boards).zip(&their_boards) {
        assert_eq!(*text, ours(our, notation), "the text of what we read");
        // The order of pieces in reserve differs, so compare boards instead of texts.
        assert_eq!(*our, read_ours(&theirs(their)), "what shakmaty reads and writes for {text}");
    }

    let style = FenStyle::default().notation(notation);
    let (our_texts, their_texts) = (Rc::clone(&texts), texts);
    let (mut our_out, mut their_out) = (String::new(), String::new());
    vec![
        Row::new(format!("{name} to board"), 1.3, move || {
            for_all(&our_texts, |text| {
                _ = black_box(read_ours(text));
            })
        })
        .baseline("shakmaty", move || {
            for_all(&their_texts, |text| {
                black_box(read_theirs::<P>(text));
            })
        }),
        Row::new(format!("board to {name}"), 1.2, move || {
            for_all(&our_boards, |board| {
                our_out.clear();
                _ = write!(our_out, "{}", board.text(&style));
                black_box(&our_out);
            })
        })
        .baseline("shakmaty", move || {
            for_all(&their_boards, |board| {
                their_out.clear();
                Fen::from_position(board, EnPassantMode::Always).append_to_string(&mut their_out);
                black_box(&their_out);
            })
        }),
    ]
}

/// Calls a closure with every item, and returns the number of items.
fn for_all<T>(items: &[T], act: impl FnMut(&T)) -> u64 {
    black_box(items).iter().for_each(act);
    items.len() as u64
}

#[inline]
fn read_ours(text: &str) -> Board {
    Board::read(text.as_bytes(), &ReadOptions::default()).expect("our own text").0
}

#[inline]
fn read_theirs<P: FromSetup + fmt::Debug>(text: &str) -> P {
    let fen = Fen::from_ascii(text.as_bytes()).expect("a text that shakmaty reads");
    fen.into_position(CastlingMode::Standard).expect("a position that shakmaty accepts")
}

fn ours(board: &Board, notation: Notation) -> String {
    board.text(&FenStyle::default().notation(notation)).to_string()
}

/// Writes the en passant square after every double push, as we do by default. This is the least work for both.
fn theirs<P: Position>(position: &P) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

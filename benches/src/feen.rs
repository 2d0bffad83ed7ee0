//! FEEN: parses the starting position of shogi, visits its squares, and writes it again.

use std::hint::black_box;

use sashite_feen::{Feen, sashite_epin};

use crate::harness::Row;

/// The position in our profile of FEEN.
const OURS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / SHOGI/shogi";

/// The same position in the other library's profile: kings are marked, and a style is one letter.
const THEIRS: &str = "lnsgk^gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGK^GSNL / J/j";

/// The number of repetitions in one run. Each takes less than a microsecond.
const TIMES: u64 = 1_000;

const BASELINE: &str = "sashite-feen";

pub(crate) fn rows() -> Vec<Row> {
    let our_letters: Vec<_> =
        read_ours().board.squares().iter().map(|square| square.map(feen::Piece::letter)).collect();
    let their_letters: Vec<_> = read_theirs().squares().map(|square| square.map(letter)).collect();
    assert_eq!(our_letters.len(), 81);
    assert_eq!(our_letters, their_letters, "the piece on each square");

    let (our_position, their_position) = (read_ours(), read_theirs().to_qi());
    assert_eq!(feen::dump(&our_position).as_deref(), Ok(OURS));
    assert_eq!(sashite_feen::encode(&their_position).as_deref(), Ok(THEIRS));
    assert_eq!(read_theirs().to_string(), THEIRS);

    vec![
        Row::new("FEEN parsed and visited", 5.0, || {
            repeat(|| {
                let position = read_ours();
                visit(position.board.squares().iter());
            })
        })
        .baseline(BASELINE, || repeat(|| visit(read_theirs().squares()))),
        Row::new("FEEN dumped", 5.0, move || {
            repeat(|| {
                black_box(feen::dump(black_box(&our_position)).expect("it was read"));
            })
        })
        .baseline(BASELINE, move || {
            repeat(|| {
                black_box(sashite_feen::encode(black_box(&their_position)).expect("it was read"));
            })
        })
        .baseline("its parse and walk", || repeat(|| visit(read_theirs().squares()))),
        Row::new("FEEN parsed, visited, dumped", 5.0, || {
            repeat(|| {
                let position = read_ours();
                visit(position.board.squares().iter());
                black_box(feen::dump(&position).expect("it was read"));
            })
        })
        // The fastest way in that library: the parsed position keeps its text, and copies it.
        .baseline(BASELINE, || {
            repeat(|| {
                let position = read_theirs();
                visit(position.squares());
                black_box(position.to_string());
            })
        })
        .baseline("its parse and walk", || repeat(|| visit(read_theirs().squares()))),
    ]
}

/// Calls a closure `TIMES` times, and returns that number.
fn repeat(mut act: impl FnMut()) -> u64 {
    for _ in 0..TIMES {
        act();
    }
    TIMES
}

/// Visits every square.
#[inline]
fn visit<T>(squares: impl Iterator<Item = T>) {
    squares.for_each(|square| {
        black_box(square);
    });
}

#[inline]
fn read_ours() -> feen::Position {
    feen::parse(black_box(OURS)).expect("our own text")
}

#[inline]
fn read_theirs() -> Feen<'static> {
    Feen::parse(black_box(THEIRS)).expect("a text that sashite-feen reads")
}

/// Returns a piece's letter, in lower case for the second player.
fn letter(piece: sashite_epin::Identifier) -> char {
    let letter = piece.letter().as_char();
    if piece.is_first() { letter } else { letter.to_ascii_lowercase() }
}

//! Moves as numbers.

use std::collections::HashSet;

use bughouse_chess::{BughouseMove, ChessMove, Piece, Square};
use bughouse_wasm::{pack, read_uci, uci, unpack};

fn all_moves() -> Vec<BughouseMove> {
    let squares = || Square::all();
    let mut all: Vec<BughouseMove> = Vec::new();
    for from in squares() {
        for to in squares() {
            all.push(ChessMove::new(from, to, None).into());
            all.extend(
                Piece::PROMOTIONS.map(|piece| BughouseMove::from(ChessMove::new(from, to, Some(piece)))),
            );
        }
        all.extend(Piece::IN_RESERVE.map(|piece| BughouseMove::Drop { piece, square: from }));
        all.push(ChessMove::stealing(Square::E7, Square::E8, Piece::Queen, from).into());
    }
    all
}

#[test]
fn each_move_has_a_unique_number() {
    let all = all_moves();
    let numbers: HashSet<u32> = all.iter().map(|&mv| pack(mv)).collect();
    assert_eq!(numbers.len(), all.len());
    for mv in all {
        assert_eq!(unpack(pack(mv)), Some(mv));
        assert_eq!(uci(pack(mv)), mv.to_string());
        assert_eq!(read_uci(&mv.to_string()), Ok(pack(mv)));
    }
}

#[test]
fn other_numbers_are_not_moves() {
    let known: HashSet<u32> = all_moves().into_iter().map(pack).collect();
    for number in (0..1 << 15).chain((0..32).map(|bit| 1 << bit)).chain([u32::MAX]) {
        match unpack(number) {
            // Some numbers are moves that are never legal, such as dropping a king.
            Some(mv) => assert_eq!(pack(mv), number),
            None => assert!(!known.contains(&number) && uci(number).is_empty()),
        }
    }
}

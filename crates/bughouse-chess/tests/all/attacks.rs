//! Compares the attack tables with walks along rays.

use bughouse_chess::attacks::{aligned, between, bishop, king, knight, line, pawn, queen, rook};
use bughouse_chess::{BitBoard, Color, Square};

use crate::reference::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks, step, walk,
};
use crate::support::Rng;

fn set(squares: Vec<Square>) -> BitBoard {
    squares.into_iter().collect()
}

#[test]
fn sliders_stop_where_a_walk_stops() {
    let mut rng = Rng::new(1);
    for round in 0..4000 {
        // From crowded to nearly empty, the slider's own square both occupied and not.
        let occupied = match round % 4 {
            0 => rng.next(),
            1 => rng.next() & rng.next(),
            2 => rng.next() & rng.next() & rng.next(),
            _ => rng.next() | rng.next(),
        };
        let occupied = BitBoard::new(occupied);
        for from in Square::all() {
            let stops = |square: Square| occupied.contains(square);
            let (diagonal, straight) = (set(bishop_attacks(from, stops)), set(rook_attacks(from, stops)));
            assert_eq!(bishop(from, occupied), diagonal, "bishop on {from}\n{occupied}");
            assert_eq!(rook(from, occupied), straight, "rook on {from}\n{occupied}");
            assert_eq!(queen(from, occupied), diagonal | straight, "queen on {from}\n{occupied}");
        }
    }
}

#[test]
fn steps_of_knight_king_and_pawn() {
    for from in Square::all() {
        assert_eq!(knight(from), set(knight_attacks(from)), "knight on {from}");
        assert_eq!(king(from), set(king_attacks(from)), "king on {from}");
        for color in Color::ALL {
            assert_eq!(pawn(from, color), set(pawn_attacks(from, color)), "{color} pawn on {from}");
        }
    }
}

#[test]
fn squares_between_two_squares() {
    let directions: Vec<(i32, i32)> = (-1..=1)
        .flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)))
        .filter(|&d| d != (0, 0))
        .collect();
    for a in Square::all() {
        for b in Square::all() {
            let ray = directions.iter().map(|&direction| walk(a, &[direction], |square| square == b));
            let path: Vec<Square> = ray.filter(|squares| squares.last() == Some(&b)).flatten().collect();
            let expected: BitBoard = path.into_iter().filter(|&square| square != b).collect();
            assert_eq!(between(a, b), expected, "between {a} and {b}");
        }
    }
    assert_eq!(step(Square::A1, (-1, 0)), None, "a walk ends at the edge");
}

#[test]
fn lines_go_from_edge_to_edge() {
    for a in Square::all() {
        for b in Square::all() {
            let mut expected = BitBoard::EMPTY;
            for (files, ranks) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let both = [(files, ranks), (-files, -ranks)];
                let mut line: BitBoard = set(walk(a, &both, |_| false));
                line.insert(a);
                if a != b && line.contains(b) {
                    expected = line;
                }
            }
            assert_eq!(line(a, b), expected, "{a} {b}");
            assert!(Square::all().all(|c| aligned(a, b, c) == expected.contains(c)), "{a} {b}");
        }
    }
}

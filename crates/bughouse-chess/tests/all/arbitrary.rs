//! Boards and moves from arbitrary bytes.

use arbitrary::{Arbitrary, Unstructured};
use bughouse_chess::{Board, BoardId, BughouseMove, Color, Piece, Seat, Square, Team};

use crate::support::Rng;

fn bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    (0..len).map(|_| rng.next() as u8).collect()
}

#[test]
fn boards_are_valid_and_varied() {
    let mut rng = Rng::new(11);
    let (mut played, mut crowded, mut promoted, mut rights, mut pushes) = (0, 0, 0, 0, 0);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..2000 {
        let len = rng.below(200);
        let bytes = bytes(&mut rng, len);
        let board = Board::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let text = board.to_bfen();
        assert_eq!(text.parse::<Board>().unwrap_or_else(|error| panic!("{text}: {error}")), board);
        assert_eq!(board.pack().unwrap().unpack(), Ok(board));
        played += usize::from(board.combined() != Board::default().combined());
        crowded += usize::from(!board.reserve(Color::White).is_empty());
        promoted += usize::from(!board.promoted().is_empty());
        rights += usize::from(!board.castle_rights().is_empty());
        pushes += usize::from(board.en_passant().is_some());
        seen.insert(text);
    }
    let counts = [played, crowded, promoted, rights, pushes, seen.len()];
    assert!(
        counts.iter().zip([1000, 500, 100, 1000, 50, 1500]).all(|(&count, least)| count >= least),
        "{counts:?}"
    );
}

#[test]
fn empty_input_gives_values() {
    let mut none = Unstructured::new(&[]);
    assert_eq!(Board::arbitrary(&mut none).unwrap(), Board::default());
    assert!(BughouseMove::arbitrary(&mut none).is_ok());
    assert_eq!(Seat::arbitrary(&mut none).unwrap(), Seat::WHITE_A);
}

#[test]
fn moves_and_names_round_trip() {
    let mut rng = Rng::new(12);
    let (mut drops, mut promotions) = (0, 0);
    for _ in 0..1000 {
        let bytes = bytes(&mut rng, 16);
        let u = &mut Unstructured::new(&bytes);
        let mv = BughouseMove::arbitrary(u).unwrap();
        assert_eq!(mv.to_string().parse(), Ok(mv));
        drops += usize::from(mv.is_drop());
        promotions += usize::from(mv.to_string().len() == 5);
        let names = (
            Color::arbitrary(u).unwrap(),
            Piece::arbitrary(u).unwrap(),
            Square::arbitrary(u).unwrap(),
            BoardId::arbitrary(u).unwrap(),
            Team::arbitrary(u).unwrap(),
            Seat::arbitrary(u).unwrap(),
        );
        assert_eq!(names.0.to_string().parse(), Ok(names.0));
        assert_eq!(names.1.to_string().parse(), Ok(names.1));
        assert_eq!(names.2.to_string().parse(), Ok(names.2));
        assert_eq!(names.3.to_string().parse(), Ok(names.3));
        assert_eq!(names.4.to_string().parse(), Ok(names.4));
        assert_eq!(names.5.to_string().parse(), Ok(names.5));
    }
    assert!(drops > 300 && promotions > 50, "{drops} {promotions}");
}

//! Compares the masked move iterator with a plain list.

use bughouse_chess::{BitBoard, Board, ChessMove, EMPTY, MoveGen, Piece, Rank, Square};

use crate::support::{Rng, board, random_board, sparse_board};

/// A list of remaining moves, and the current mask.
struct Slow {
    left: Vec<ChessMove>,
    mask: BitBoard,
}

impl Slow {
    fn len(&self) -> usize {
        self.left.iter().filter(|mv| self.mask.contains(mv.dest())).count()
    }

    fn take(&mut self, mv: ChessMove) {
        assert!(self.mask.contains(mv.dest()), "{mv} goes elsewhere");
        let at = self.left.iter().position(|&left| left == mv);
        self.left.remove(at.unwrap_or_else(|| panic!("{mv} was not to come")));
    }

    fn remove(&mut self, gone: impl Fn(ChessMove) -> bool) -> bool {
        let before = self.left.len();
        self.left.retain(|&mv| !gone(mv));
        self.left.len() < before
    }
}

fn compare(board: &Board, rng: &mut Rng) {
    let mut quick = MoveGen::new_legal(board);
    let mut slow = Slow { left: quick.clone().collect(), mask: BitBoard::FULL };
    for _ in 0..60 {
        let squares = BitBoard(rng.next() & rng.next());
        match rng.below(12) {
            0 => {
                slow.remove(|mv| squares.contains(mv.dest()));
                quick.remove_mask(squares);
            }
            1 if !slow.left.is_empty() => {
                let mv = rng.pick(&slow.left);
                let removed = slow.remove(|left| (left.source(), left.dest()) == (mv.source(), mv.dest()));
                assert_eq!(
                    (quick.remove_move(mv), quick.remove_move(mv)),
                    (removed, false),
                    "{board:?} {mv}"
                );
            }
            2 | 3 => {
                slow.mask = rng.pick(&[squares, !squares, BitBoard::FULL, EMPTY, Rank::Eighth.bitboard()]);
                quick.set_iterator_mask(slow.mask);
            }
            _ => match quick.next() {
                Some(mv) => slow.take(mv),
                None => assert_eq!(slow.len(), 0, "{board:?}"),
            },
        }
        assert_eq!(quick.len(), slow.len(), "{board:?}");
    }
    quick.set_iterator_mask(BitBoard::FULL);
    slow.mask = BitBoard::FULL;
    quick.for_each(|mv| slow.take(mv));
    assert_eq!(slow.left, [], "{board:?}");
}

#[test]
fn masks_return_each_move_once() {
    let mut rng = Rng::new(12);
    for seed in 0..300 {
        compare(&random_board(seed, seed as usize % 90), &mut rng);
        compare(&sparse_board(&mut rng), &mut rng);
        compare(&board("1n1n1n2/P1P1P1P1/7k/8/8/8/8/K7 w - - 0 1"), &mut rng);
    }
}

/// If the mask changes during the choices of a promotion, none is lost or returned twice.
#[test]
fn a_mask_can_change_between_promotions() {
    let board = board("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    let mut moves = MoveGen::new_legal(&board);
    moves.set_iterator_mask(Square::A8.bitboard());
    assert_eq!(moves.next().and_then(ChessMove::promotion), Some(Piece::Queen));
    moves.set_iterator_mask(Square::B8.bitboard());
    assert_eq!((moves.len(), moves.by_ref().count()), (4, 4));
    moves.set_iterator_mask(Square::A8.bitboard());
    let rest: Vec<_> = moves.map(ChessMove::promotion).collect();
    assert_eq!(rest, [Some(Piece::Rook), Some(Piece::Bishop), Some(Piece::Knight)]);
}

//! The preset `wr_2026`: one test for each rule that was reported.

use bughouse_chess::{
    Board, BoardId, BoardStatus, BughouseMove, DropAggression, IllegalMove, Piece, Position, Rules, Seat,
    Square,
};

use crate::support::board;

/// White has a pawn on a7 that can promote.
const PROMOTES: &str = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";

fn both(a: &str, b: &str) -> Position {
    Position::new(board(a), board(b), Rules::wr_2026())
}

/// Lists the legal promotions on board A.
fn promotions(position: &Position) -> Vec<String> {
    let moves = position.legal_moves(BoardId::A);
    let last_rank = |mv: &BughouseMove| match mv {
        BughouseMove::Regular(mv) => position.board(BoardId::A).piece_on(mv.source()) == Some(Piece::Pawn),
        BughouseMove::Drop { .. } => false,
    };
    moves.iter().filter(last_rank).map(|mv| mv.to_string()).collect()
}

#[test]
fn a_promotion_takes_a_piece_of_the_diagonal_opponent_who_receives_the_pawn() {
    let mut position = both(PROMOTES, "rnbqk3/8/8/8/8/8/8/R2QK3[] w - - 0 1");
    // White's pieces on board B belong to the opponent of WhiteA who plays the same color.
    assert_eq!(Seat::WHITE_A.diagonal(), Seat::WHITE_B);
    assert_ne!(Seat::WHITE_A.diagonal().team(), Seat::WHITE_A.team());
    assert_eq!(promotions(&position), ["a7a8qd1", "a7a8ra1"]);

    let played = position.play(BoardId::A, "a7a8qd1".parse().unwrap()).unwrap();
    assert_eq!(played.pawn_to, Some(Seat::WHITE_B));
    assert_eq!(played.transfer, None);
    assert_eq!(
        position.boards().each_ref().map(Board::to_bfen),
        ["Q3k3/8/8/8/8/8/8/4K3[] b - - 0 1", "rnbqk3/8/8/8/8/8/8/R3K3[P] w - - 0 1"]
    );

    // The same for Black.
    let mut position = both("4k3/8/8/8/8/8/p7/4K3[] b - - 0 1", "rnbqk3/8/8/8/8/8/8/R2QK3[] w - - 0 1");
    assert_eq!(promotions(&position), ["a2a1qd8", "a2a1ra8", "a2a1bc8", "a2a1nb8"]);
    let played = position.play(BoardId::A, "a2a1nb8".parse().unwrap()).unwrap();
    assert_eq!(played.pawn_to, Some(Seat::BLACK_B));
    assert_eq!(position.board(BoardId::B).to_bfen(), "r1bqk3/8/8/8/8/8/8/R2QK3[p] w - - 0 1");
}

#[test]
fn a_promotion_that_captures_also_takes_a_piece_and_the_partner_receives_what_was_captured() {
    let mut position = both("1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/3QK3[] w - - 0 1");
    assert_eq!(promotions(&position), ["a7a8qd1", "a7b8qd1"]);
    let played = position.play(BoardId::A, "a7b8qd1".parse().unwrap()).unwrap();
    assert_eq!(played.transfer, Some((Seat::BLACK_B, Piece::Knight)));
    assert_eq!(position.board(BoardId::B).to_bfen(), "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1");
}

#[test]
fn a_pinned_piece_is_never_taken() {
    // On board B, the rook on e2 is pinned along the file, the knight on d2 along the diagonal, the bishop on f1
    // along the rank. The queen on h3 is free.
    let position = both(PROMOTES, "4k3/8/8/b3r3/8/7Q/3NR3/4KB1r[] w - - 0 1");
    let pinned = position.board(BoardId::B).pinned();
    assert_eq!(pinned, [Square::D2, Square::E2, Square::F1].into_iter().collect());
    assert_eq!(promotions(&position), ["a7a8qh3"]);
    for (mv, square) in [("a7a8re2", Square::E2), ("a7a8nd2", Square::D2), ("a7a8bf1", Square::F1)] {
        let why = position.why_illegal(BoardId::A, mv.parse().unwrap());
        assert_eq!(why, Some(IllegalMove::StealExposesKing(bughouse_chess::Color::White)), "{square}");
    }
    // It makes no difference whose move it is on that board.
    let position = both(PROMOTES, "4k3/8/8/b3r3/8/7Q/3NR3/4KB1r[] b - - 0 1");
    assert_eq!(promotions(&position), ["a7a8qh3"]);
}

#[test]
fn a_promotion_is_illegal_if_there_is_no_piece_to_take() {
    let pawns_only = "4k3/8/8/8/8/8/PP6/4K3[QRBN] w - - 0 1";
    let all_pinned = "4k3/8/8/8/4r3/8/4N3/4K3[] w - - 0 1";
    let others_only = "qrbnk3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for b in [pawns_only, all_pinned, others_only] {
        for a in [PROMOTES, "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1"] {
            let position = both(a, b);
            assert_eq!(promotions(&position), [""; 0], "{b}");
            assert!(!position.legal_moves(BoardId::A).is_empty());
            for mv in ["a7a8q", "a7a8", "a7a8qd1", "a7a8ne2", "a7b8q"] {
                assert!(!position.is_legal(BoardId::A, mv.parse().unwrap()), "{b} {mv}");
            }
        }
    }
}

#[test]
fn a_drop_can_check_but_not_mate() {
    let b = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    // A smothered mate: no piece could help.
    let smothered = both("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", b);
    let knight: BughouseMove = "N@f7".parse().unwrap();
    let why = smothered.why_illegal(BoardId::A, knight);
    assert_eq!(why, Some(IllegalMove::DropTooAggressive(DropAggression::NoBughouseMate)));
    assert!(!smothered.legal_moves(BoardId::A).contains(knight));
    assert!(smothered.is_legal(BoardId::A, "N@g6".parse().unwrap()), "a check that can be answered");

    // A piece from the partner could block this check, so it is no mate, and Black is frozen.
    let mut distant = both("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", b);
    distant.play(BoardId::A, "R@a8".parse().unwrap()).unwrap();
    assert_eq!(distant.status(BoardId::A), BoardStatus::Ongoing);
    assert!(distant.frozen(BoardId::A).is_some());
}

#[test]
fn moves_and_promotions_can_mate() {
    let b = "4k3/8/8/8/8/8/8/1N2K3[] w - - 0 1";
    let mut moved = both("6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", b);
    moved.play(BoardId::A, "g5f7".parse().unwrap()).unwrap();
    assert!(moved.is_checkmate(BoardId::A));

    let mut promoted = both("6nr/5Ppk/6pp/8/8/8/8/4K3[] w - - 0 1", b);
    promoted.play(BoardId::A, "f7f8nb1".parse().unwrap()).unwrap();
    assert!(promoted.is_checkmate(BoardId::A));
}

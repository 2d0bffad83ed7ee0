//! Plays a game with drops that the bytes choose: exactly the legal moves are generated, and boards survive writing and reading.

#![no_main]

use bughouse_chess::{BoardStatus, BughouseMove, ChessMove, MoveGen, Piece, Square};
use bughouse_fuzz::{Choices, add_to_reserve, any_move, check_round_trip, choose_move, start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let mut board = start(&mut choices);
    check_board(&board);
    for _ in 0..64 {
        if choices.is_empty() {
            break;
        }
        let choice = choices.byte();
        if choice >= 0xe0 {
            add_to_reserve(&mut board, &mut choices);
        }
        // An arbitrary move is legal, or is rejected without changing the board.
        let tried_move = any_move(&mut choices);
        let mut tried = board;
        match tried.play(tried_move) {
            Ok(_) => assert!(board.legal_moves().contains(tried_move), "{board:?}: {tried_move}"),
            Err(reason) => {
                assert_eq!(board.why_illegal(tried_move), Some(reason), "{board:?}: {tried_move}");
                assert_eq!(tried, board, "{board:?}: {tried_move} was rejected but changed the board");
                assert!(!board.legal_moves().contains(tried_move), "{board:?}: {tried_move}");
            }
        }
        if let BughouseMove::Regular(step) = tried_move {
            // This doesn't check that the piece moves that way, but the resulting board must be valid.
            check_round_trip(&board.make_move_with_capture(step).0);
        }
        let Some(mv) = choose_move(&board, &mut choices) else { break };
        let counts = Piece::ALL.map(|piece| board.pieces(piece).popcnt());
        let before = board;
        let captured = board.play(mv).expect("a generated move is legal");
        check_counts(&before, &board, mv, counts, captured.map(|capture| capture.piece));
        check_board(&board);
    }
});

/// Checks that all ways to list legal moves agree, and that the board survives writing and reading.
fn check_board(board: &bughouse_chess::Board) {
    check_round_trip(board);
    let moves = board.legal_moves();
    assert_eq!(board.moves().count(), moves.len(), "{board:?}");
    for mv in &moves {
        assert!(board.is_legal(mv), "{board:?}: {mv}");
        let mut after = *board;
        after.play(mv).expect("a generated move is legal");
        // The player who moved isn't in check.
        let mover = board.side_to_move();
        let attackers = after.attackers_to(after.king_square(mover)) & after.color_combined(!mover);
        assert!(attackers.is_empty(), "{board:?}: {mv} leaves the king in check");
    }
    let mut apart: Vec<BughouseMove> = MoveGen::new_legal(board).map(BughouseMove::from).collect();
    apart.extend(MoveGen::drop_moves(board));
    let sorted = |mut moves: Vec<BughouseMove>| {
        moves.sort();
        moves
    };
    let by_square = Square::all().flat_map(|from| {
        board
            .moves()
            .of(from.bitboard())
            .destinations()
            .into_iter()
            .flat_map(move |to| moves_between(board, from, to))
    });
    let drops = Piece::IN_RESERVE.into_iter().flat_map(|piece| {
        board
            .moves()
            .drops_of(piece)
            .destinations()
            .into_iter()
            .map(move |square| BughouseMove::Drop { piece, square })
    });
    let expected = sorted(moves.into_iter().collect());
    assert_eq!(sorted(by_square.chain(drops).collect()), expected, "{board:?}");
    assert_eq!(sorted(apart), expected, "{board:?}");

    match board.status() {
        BoardStatus::Ongoing => assert!(!expected.is_empty() || board.is_frozen(), "{board:?}"),
        BoardStatus::Stalemate => assert!(expected.is_empty() && !board.in_check(), "{board:?}"),
        BoardStatus::Checkmate => {
            assert!(expected.is_empty() && board.in_check() && !board.is_frozen(), "{board:?}");
        }
    }
}

/// Lists the moves from one square to another: one, or one for each promotion.
fn moves_between(board: &bughouse_chess::Board, from: Square, to: Square) -> Vec<BughouseMove> {
    let last = matches!(to.to_index() / 8, 0 | 7);
    if board.piece_on(from) == Some(Piece::Pawn) && last {
        Piece::PROMOTIONS.iter().map(|&piece| ChessMove::new(from, to, Some(piece)).into()).collect()
    } else {
        vec![ChessMove::new(from, to, None).into()]
    }
}

/// Checks that a move adds or removes no pieces except the captured one.
fn check_counts(
    before: &bughouse_chess::Board,
    after: &bughouse_chess::Board,
    mv: BughouseMove,
    mut counts: [u32; 6],
    captured: Option<Piece>,
) {
    if let Some(piece) = captured {
        counts[piece.to_index()] -= 1;
    }
    match mv {
        BughouseMove::Drop { piece, .. } => counts[piece.to_index()] += 1,
        BughouseMove::Regular(step) => {
            if let Some(piece) = step.promotion() {
                counts[Piece::Pawn.to_index()] -= 1;
                counts[piece.to_index()] += 1;
            }
        }
    }
    assert_eq!(Piece::ALL.map(|piece| after.pieces(piece).popcnt()), counts, "{before:?}: after {mv}");
    let side = before.side_to_move();
    assert_eq!(after.count_of(side), before.count_of(side), "{before:?}: after {mv}");
}

//! What a move does without making it, compared with making it.

use bughouse_chess::{
    Board, BoardBuilder, BughouseMove, CastlingSide, ChessMove, Color, Piece, Position, Promotion, Rules,
    Square,
};

use crate::support::{
    Rng, add_random_piece, board, random_move, random_start, runs_in_full, scaled, sparse_board,
};

/// How often each kind of check was seen.
#[derive(Default, Debug)]
struct Seen {
    moves: u32,
    checks: u32,
    drops: u32,
    castlings: u32,
    en_passant: u32,
    promotions: u32,
    discovered: u32,
    captures: u32,
}

#[track_caller]
fn compare(board: &Board, seen: &mut Seen) {
    for mv in board.legal_moves() {
        let mut after = *board;
        let captured = after.play_unchecked(mv);
        assert_eq!(board.gives_check(mv), after.in_check(), "{board} {mv}");
        assert_eq!(board.is_capture(mv), captured.is_some(), "{board} {mv}");
        seen.moves += 1;
        seen.captures += u32::from(captured.is_some());
        if after.in_check() {
            seen.checks += 1;
            seen.drops += u32::from(mv.is_drop());
            seen.castlings += u32::from(board.castling_side(mv).is_some());
            seen.promotions += u32::from(mv.promotion().is_some());
            let is_pawn = board.piece_of(mv) == Some(Piece::Pawn) && !mv.is_drop();
            let is_en_passant = is_pawn && captured.is_some() && board.piece_on(mv.dest()).is_none();
            seen.en_passant += u32::from(is_en_passant);
            seen.discovered += u32::from(!mv.is_drop() && !after.checkers().contains(mv.dest()));
        }
    }
}

#[test]
fn checks_and_captures_are_those_that_making_the_move_gives() {
    let mut rng = Rng::new(61);
    let mut seen = Seen::default();
    for _ in 0..scaled(600) {
        let mut board = random_start(&mut rng);
        for _ in 0..40 {
            compare(&board, &mut seen);
            let Some(mv) = random_move(&board, &mut rng) else { break };
            board.play(mv).unwrap();
            add_random_piece(&mut board, &mut rng);
        }
    }
    for _ in 0..scaled(10_000) {
        compare(&sparse_board(&mut rng), &mut seen);
    }
    if !runs_in_full() {
        return;
    }
    assert!(seen.moves > 500_000 && seen.checks > 20_000 && seen.captures > 20_000, "{seen:?}");
    assert!(seen.castlings > 50 && seen.en_passant > 50 && seen.promotions > 500, "{seen:?}");
    assert!(seen.drops > 10_000 && seen.discovered > 1500, "{seen:?}");
}

#[test]
fn rare_checks() {
    for (position, mv, check) in [
        // Castling with either rook.
        ("3k4/8/8/8/8/8/8/R3K3[] w Q - 0 1", "e1c1", true),
        ("5k2/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", true),
        ("6k1/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", false),
        // A rook on the king's other side gives check as the king leaves the rank.
        ("8/8/8/8/8/8/8/RK5k[] w A - 0 1", "b1a1", true),
        // Both pawns leave the rank at once.
        ("8/8/8/R2pP2k/8/8/8/4K3[] w - d6 0 1", "e5d6", true),
        // The captured pawn shielded the king on a diagonal.
        ("1k6/8/8/3pP3/8/8/6B1/K7[] w - d6 0 1", "e5d6", false),
        ("8/1k6/8/3pP3/8/8/6B1/K7[] w - d6 0 1", "e5d6", true),
        // The pawn leaves the line, and the new piece looks back along it.
        ("4R3/4P3/8/8/8/8/8/k3K3[] w - - 0 1", "e1d1", false),
        ("8/P7/8/8/8/8/8/k3K3[] w - - 0 1", "a7a8q", true),
        ("8/P7/8/8/8/8/8/k3K3[] w - - 0 1", "a7a8b", false),
        ("8/8/P7/8/8/8/8/k3K3[] w - - 0 1", "a6a7", false),
        // A king opens a line, and a drop closes one.
        ("4k3/8/8/8/4K3/8/8/4R3[] w - - 0 1", "e4d4", true),
        ("4k3/8/8/8/4K3/8/8/4R3[] w - - 0 1", "e4e5", false),
    ] {
        let board = board(position);
        let mv: BughouseMove = mv.parse().unwrap();
        let mv = board.normalize_castling(mv);
        assert!(board.is_legal(mv), "{position} {mv}");
        assert_eq!(board.gives_check(mv), check, "{position} {mv}");
        compare(&board, &mut Seen::default());
    }
}

/// Neither a move that is illegal nor one that no board has may panic.
#[test]
fn illegal_moves_do_not_panic() {
    let mut rng = Rng::new(62);
    for _ in 0..300 {
        let board = sparse_board(&mut rng);
        for _ in 0..200 {
            let (from, to) = (rng.pick(&Square::ALL), rng.pick(&Square::ALL));
            let piece = rng.pick(&Piece::ALL);
            for mv in [
                ChessMove::new(from, to, None).into(),
                ChessMove::new(from, to, Some(piece)).into(),
                ChessMove::stealing(from, to, piece, from).into(),
                BughouseMove::Drop { piece, square: to },
            ] {
                let _ = (board.gives_check(mv), board.is_capture(mv), board.piece_of(mv));
                let _ = board.normalize_castling(mv);
            }
        }
    }
}

#[test]
fn castling_is_normalized_and_other_moves_are_unchanged() {
    let mut rng = Rng::new(63);
    let mut castlings = 0;
    for _ in 0..3000 {
        let board = sparse_board(&mut rng);
        for mv in board.legal_moves() {
            assert_eq!(board.normalize_castling(mv), mv, "{board} {mv}");
            if board.castling_side(mv).is_some() {
                let other = board.uci_chess960(mv).parse().unwrap();
                assert_eq!(board.normalize_castling(other), mv, "{board} {mv}");
                castlings += 1;
            }
        }
        for _ in 0..50 {
            let mv = ChessMove::new(rng.pick(&Square::ALL), rng.pick(&Square::ALL), None).into();
            let normalized = board.normalize_castling(mv);
            assert!(normalized == mv || board.castling_side(normalized).is_some(), "{board} {mv}");
        }
    }
    assert!(castlings > 200, "{castlings}");
}

#[test]
fn the_start_is_the_board_that_a_builder_makes() {
    let built = BoardBuilder::default().build().unwrap();
    assert_eq!(Board::START, built);
    assert_eq!(Board::START.hash(), built.hash());
    assert_eq!(Board::default(), Board::START);
    let read: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1".parse().unwrap();
    assert_eq!((read, read.hash()), (Board::START, Board::START.hash()));
    const IN_A_CONST: Board = Board::START;
    assert_eq!(IN_A_CONST.key(), built.key());
}

#[test]
fn us_them_and_all_pieces() {
    let mut rng = Rng::new(64);
    for _ in 0..300 {
        let board = sparse_board(&mut rng);
        let us = board.side_to_move();
        assert_eq!((board.us(), board.them()), (board.color_combined(us), board.color_combined(!us)));
        let listed: Vec<(Square, Piece, Color)> = board.all_pieces().collect();
        let expected: Vec<(Square, Piece, Color)> = Square::all()
            .filter_map(|square| Some((square, board.piece_on(square)?, board.color_on(square)?)))
            .collect();
        assert_eq!(listed, expected);
    }
}

#[test]
fn checkmate_and_stalemate_are_the_status() {
    use bughouse_chess::BoardStatus;

    for (position, status) in [
        ("6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1", BoardStatus::Checkmate),
        ("4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", BoardStatus::Ongoing),
        ("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", BoardStatus::Stalemate),
        ("7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1", BoardStatus::Ongoing),
    ] {
        let board = board(position);
        assert_eq!(board.status(), status, "{position}");
        assert_eq!(board.is_checkmate(), status == BoardStatus::Checkmate);
        assert_eq!(board.is_stalemate(), status == BoardStatus::Stalemate);
    }
}

#[test]
fn parts_of_moves() {
    let castling: BughouseMove = "e1g1".parse().unwrap();
    assert_eq!((castling.source(), castling.dest()), (Some(Square::E1), Square::G1));
    assert_eq!((castling.promotion(), castling.dropped(), castling.is_drop()), (None, None, false));
    let board = board("4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1");
    assert_eq!(board.piece_of(castling), Some(Piece::King));
    assert_eq!(board.castling_side(castling), Some(CastlingSide::KingSide));
    let drop: BughouseMove = "N@c6".parse().unwrap();
    assert_eq!((drop.source(), drop.dest(), drop.promotion()), (None, Square::C6, None));
    assert_eq!((drop.dropped(), board.piece_of(drop)), (Some(Piece::Knight), Some(Piece::Knight)));
    assert_eq!(board.piece_of("a1a2".parse().unwrap()), None);
}

#[test]
fn lists_of_moves_are_iterated_by_reference() {
    let a = board("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    let b = board("4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1");
    for promotion in [Promotion::Upgrade, Promotion::Steal, Promotion::Discard] {
        let rules = Rules::standard().promotion(promotion);
        let position = Position::new(a, b, rules);
        let list = position.legal_moves(bughouse_chess::BoardId::A);
        let mut found = Vec::new();
        for mv in &list {
            found.push(mv);
        }
        assert!(position.legal_moves(bughouse_chess::BoardId::A).into_iter().eq(found.iter().copied()));
        assert_eq!(found.len(), list.len());
    }
    let mut found = Vec::new();
    for mv in &a.legal_moves() {
        found.push(mv);
    }
    for (mv, expected) in a.legal_moves().into_iter().zip(&found) {
        assert_eq!(mv, *expected);
    }
    assert!(a.legal_moves().into_iter().eq(found));
}

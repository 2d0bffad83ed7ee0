//! The rules of one board: drops, ends, counters, captures, promoted markers, reserves, rule sets.

use bughouse_chess::{
    BitBoard, BoardStatus, BothFlags, BughouseMove, ChessMove, Color, DropAggression, MoveList, MoveSet,
    PawnDropRanks, Piece, Promotion, Rank, Repetition, Reserve, ReserveError, Rules, Square, Stalemate,
};

use crate::reference::SlowBoard;
use crate::support::{after, board};

fn squares(text: &str) -> BitBoard {
    text.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
}

#[test]
fn seventy_one_moves_of_twenty_pieces() {
    let board = board("7k/8/8/RNBQRNB1/PPP2PPP/8/PPP2PPP/RNBQKBNR[] w - - 0 1");
    let mut movers = 0;
    board.moves().for_each(|set| movers += usize::from(matches!(set, MoveSet::Moves { .. })));
    assert_eq!(movers, 20);
    assert_eq!(board.moves().count(), 71);
    assert_eq!(board.legal_moves().len(), 71);
    assert_eq!(SlowBoard::of(&board).legal_moves().len(), 71);
}

#[test]
fn four_hundred_and_fifty_six_moves_and_drops() {
    let board = board("Q4Q1K/3Q4/1Q4Q1/4k3/2Q4Q/Q4Q2/3Q4/1Q4Q1[QRBNP] w - - 0 1");
    assert_eq!(board.moves().count(), 456);
    assert_eq!(board.legal_moves().len(), 456);
    assert_eq!(SlowBoard::of(&board).legal_moves().len(), 456);
}

/// The squares where each piece type can be dropped, in check and otherwise.
#[test]
fn drops() {
    let cases = [
        (
            "a distant check on a file",
            "4r1k1/8/8/8/8/8/8/4K3[QP] w - - 0 1",
            "e2 e3 e4 e5 e6 e7",
            "e2 e3 e4 e5 e6 e7",
        ),
        ("a distant check on a diagonal", "6k1/8/8/8/7b/8/8/4K3[QP] w - - 0 1", "f2 g3", "f2 g3"),
        ("a distant check on the first rank", "6k1/8/8/8/8/8/8/r3K3[QP] w - - 0 1", "b1 c1 d1", ""),
        ("a gap of one square", "6k1/8/8/8/8/4q3/8/4K3[QP] w - - 0 1", "e2", "e2"),
        ("a knight gives check", "6k1/8/8/8/8/3n4/8/4K3[QP] w - - 0 1", "", ""),
        ("a pawn gives check", "6k1/8/8/8/8/8/3p4/4K3[QP] w - - 0 1", "", ""),
        ("an adjacent piece gives check", "6k1/8/8/8/8/8/4q3/4K3[QP] w - - 0 1", "", ""),
        ("two distant pieces give check", "4r1k1/8/8/8/7b/8/8/4K3[QP] w - - 0 1", "", ""),
        ("a piece of the other color", "4r1k1/8/8/8/8/8/8/4K3[qp] w - - 0 1", "", ""),
    ];
    for (name, text, queen, pawn) in cases {
        let board = board(text);
        assert_eq!(board.moves().drops_of(Piece::Queen).destinations(), squares(queen), "{name}: queen");
        assert_eq!(board.moves().drops_of(Piece::Pawn).destinations(), squares(pawn), "{name}: pawn");
        assert_eq!(
            board.moves().drops_of(Piece::Knight).destinations(),
            BitBoard::default(),
            "{name}: none held"
        );
    }
}

#[test]
fn drops_without_check_go_to_any_empty_square() {
    for (side, reserve) in [("w", "[QRBNP]"), ("b", "[qrbnp]")] {
        let board = board(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{reserve} {side} KQkq - 0 1"));
        for piece in Piece::IN_RESERVE {
            assert_eq!(board.moves().drops_of(piece).destinations(), !board.combined(), "{piece}");
        }
    }
    let bare = board("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    assert_eq!(bare.moves().drops_of(Piece::Knight).destinations(), !bare.combined());
    assert_eq!(bare.moves().drops_of(Piece::Pawn).destinations(), !bare.combined() - last_ranks);
}

#[test]
fn a_drop_may_mate() {
    let board = board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1");
    let mated = after(&board, &["N@f7"]);
    assert_eq!(mated.status(), BoardStatus::Checkmate);
}

#[test]
fn a_dropped_pawn_may_push_twice_and_be_taken_en_passant() {
    let start = board("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1");
    let pushed = after(&start, &["P@e2", "e8e7", "e2e4"]);
    assert_eq!(pushed.legal_en_passant(), Some(Square::E3));
    let taken = after(&pushed, &["d4e3"]);
    assert_eq!(taken.to_bfen(), "8/4k3/8/8/8/4p3/8/4K3[] w - - 0 3");
    // A drop is not a double push.
    assert_eq!(after(&start, &["P@e4"]).en_passant(), None);
}

/// The status of a board, and where a new piece would help.
#[test]
fn status_and_helping_squares() {
    use BoardStatus::{Checkmate, Ongoing, Stalemate};
    let cases = [
        ("knight, smothered", "6rk/5Npp/8/8/8/8/8/6K1[q] b - - 0 1", Checkmate, ""),
        ("pawn", "6bk/6Pp/8/8/8/8/1B6/6K1[q] b - - 0 1", Checkmate, ""),
        ("adjacent queen", "8/8/8/8/8/1K6/Q7/k7[qrbnp] b - - 0 1", Checkmate, ""),
        ("adjacent queen, nothing guards it", "8/8/8/8/8/2K5/Q7/k7[] b - - 0 1", Ongoing, ""),
        ("double check from afar", "6rk/8/8/8/8/8/1B6/K6R[q] b - - 0 1", Checkmate, ""),
        ("the piece that could take is pinned", "R5rk/6Qp/5P2/8/8/8/8/6K1[q] b - - 0 1", Checkmate, ""),
        ("the piece that could take is not pinned", "6rk/6Qp/5P2/8/8/8/8/6K1[] b - - 0 1", Ongoing, ""),
        ("back rank, one gap", "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, "f8"),
        ("back rank, a pawn in reserve cannot help", "4R1k1/5ppp/8/8/8/8/8/6K1[p] b - - 0 1", Ongoing, "f8"),
        ("back rank, a knight in reserve can", "4R1k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1", Ongoing, ""),
        ("back rank, many gaps", "R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, "b8 c8 d8 e8 f8"),
        ("a file", "5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1", Ongoing, "g4 g5 g6 g7"),
        ("a diagonal", "6bk/7p/8/4B3/8/8/8/6K1[] b - - 0 1", Ongoing, "f6 g7"),
        (
            "the piece that could block is pinned",
            "R6k/6bp/8/8/8/8/1B6/6K1[] b - - 0 1",
            Ongoing,
            "b8 c8 d8 e8 f8 g8",
        ),
        ("the piece that could block is not pinned", "R6k/6bp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, ""),
        ("stalemate", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", Stalemate, ""),
        ("stalemate, the other side holds pieces", "7k/5Q2/6K1/8/8/8/8/8[QRBNP] b - - 0 1", Stalemate, ""),
        ("a drop ends stalemate", "7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1", Ongoing, ""),
        ("stalemate of a pinned piece", "k7/n7/1K6/8/8/8/7B/R7[] b - - 0 1", Stalemate, ""),
        ("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Ongoing, ""),
    ];
    for (name, text, status, helps) in cases {
        let board = board(text);
        assert_eq!(board.status(), status, "{name}");
        assert_eq!(board.is_frozen(), !helps.is_empty(), "{name}");
        let found = board.frozen().map(|frozen| frozen.squares()).unwrap_or_default();
        assert_eq!(found, squares(helps), "{name}");
    }
}

#[test]
fn a_frozen_board_returns_the_types_that_help() {
    let back_rank = board("R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1").frozen().unwrap();
    assert!(!back_rank.helps(Piece::Pawn), "a pawn can't be on the eighth rank");
    assert!(!back_rank.helps(Piece::King));
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        assert_eq!(back_rank.squares_for(piece), squares("b8 c8 d8 e8 f8"), "{piece}");
        assert!(back_rank.helps(piece), "{piece}");
    }
    let file = board("5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1").frozen().unwrap();
    assert_eq!(file.squares_for(Piece::Pawn), squares("g4 g5 g6 g7"));
    assert!(file.helps(Piece::Pawn));
}

/// A frozen side can drop a piece it receives exactly on the squares that would help.
#[test]
fn a_received_piece_can_be_dropped_where_it_helps() {
    for text in ["R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", "5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1"] {
        let board = board(text);
        let frozen = board.frozen().unwrap();
        for piece in Piece::IN_RESERVE {
            let mut received = board;
            received.try_add_to_reserve(Color::Black, piece).unwrap();
            assert_eq!(
                received.moves().drops_of(piece).destinations(),
                frozen.squares_for(piece),
                "{text} {piece}"
            );
            assert_eq!(received.is_frozen(), !frozen.helps(piece), "{text} {piece}");
        }
    }
}

#[test]
fn counters() {
    let cases = [
        ("a pawn move", "4k3/8/8/8/8/8/4P3/4K3[] w - - 7 9", "e2e3", (0, 9)),
        ("a knight move", "4k3/8/8/8/8/8/8/1N2K3[] w - - 7 9", "b1c3", (8, 9)),
        ("a capture", "4k3/8/8/8/8/2p5/8/1N2K3[] w - - 7 9", "b1c3", (0, 9)),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 9", "e5d6", (0, 9)),
        ("a promotion", "k7/4P3/8/8/8/8/8/4K3[] w - - 7 9", "e7e8q", (0, 9)),
        ("castling", "4k3/8/8/8/8/8/8/4K2R[] w K - 7 9", "e1g1", (8, 9)),
        ("a pawn drop", "4k3/8/8/8/8/8/8/4K3[P] w - - 7 9", "P@e4", (8, 9)),
        ("a knight drop", "4k3/8/8/8/8/8/8/4K3[N] w - - 7 9", "N@e4", (8, 9)),
        ("a queen drop", "4k3/8/8/8/8/8/8/4K3[Q] w - - 7 9", "Q@e4", (8, 9)),
        ("black moves", "4k3/8/8/8/8/8/8/4K3[] b - - 7 9", "e8e7", (8, 10)),
        ("black drops a pawn", "4k3/8/8/8/8/8/8/4K3[p] b - - 7 9", "P@e4", (8, 10)),
        ("black drops a rook", "4k3/8/8/8/8/8/8/4K3[r] b - - 7 9", "R@d4", (8, 10)),
    ];
    for (name, text, mv, expected) in cases {
        let next = after(&board(text), &[mv]);
        assert_eq!((next.halfmove_clock(), next.fullmove_number()), expected, "{name}");
    }
}

#[test]
fn counters_saturate() {
    let last = board("4k3/8/8/8/8/8/8/4K3[] b - - 4294967295 4294967295");
    let next = after(&last, &["e8e7"]);
    assert_eq!((next.halfmove_clock(), next.fullmove_number()), (u32::MAX, u32::MAX));
    assert_eq!(board(&next.to_bfen()), next);
}

#[test]
fn promoted_markers() {
    let start = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    let promoted = after(&start, &["a7a8n"]);
    assert_eq!(promoted.promoted(), squares("a8"));
    assert_eq!(promoted.to_bfen(), "N~3k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    let moved = after(&promoted, &["e8e7", "a8b6"]);
    assert_eq!(moved.promoted(), squares("b6"), "the marker moves with the piece");

    let mut captured = after(&board("4k3/8/1N~6/8/8/8/1r6/4K3[] w - - 0 1"), &["e1f1"]);
    let capture = captured.play("b2b6".parse().unwrap()).unwrap().unwrap();
    assert_eq!((capture.piece, capture.promoted, capture.transferred()), (Piece::Knight, true, Piece::Pawn));
    assert_eq!(captured.promoted(), BitBoard::default(), "the capturer does not inherit the marker");

    let both = after(&board("4k3/8/1n~6/8/8/8/1R~6/4K3[] w - - 0 1"), &["b2b6"]);
    assert_eq!(both.promoted(), squares("b6"), "a promoted piece that captures another stays promoted");

    let plain = after(&board("r3k3/1P6/8/8/8/8/8/4K3[] w q - 0 1"), &["b7a8q"]);
    assert_eq!(plain.to_bfen(), "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1");

    let dropped = after(&board("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), &["Q@a8"]);
    assert_eq!(dropped.promoted(), BitBoard::default(), "a dropped queen is not promoted");
}

#[cfg(feature = "compat")]
#[test]
fn captures_return_the_captured_piece() {
    let cases = [
        ("a pawn", "k7/8/8/8/3p4/8/4N3/4K3[] w - - 0 1", "e2d4", Some((Piece::Pawn, false))),
        ("a promoted queen", "k7/8/8/8/3q~4/8/4N3/4K3[] w - - 0 1", "e2d4", Some((Piece::Queen, true))),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", Some((Piece::Pawn, false))),
        ("nothing", "k7/8/8/8/8/8/4N3/4K3[] w - - 0 1", "e2d4", None),
        ("castling", "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", None),
        ("castling onto the rook", "4k3/8/8/8/8/8/8/5K1R[] w K - 0 1", "f1h1", None),
    ];
    for (name, text, mv, expected) in cases {
        let start = board(text);
        let BughouseMove::Regular(step) = mv.parse().unwrap() else { panic!("{mv} is a drop") };
        let (next, capture) = start.make_move_with_capture(step);
        assert_eq!(capture, expected, "{name}");
        assert_eq!(next, after(&start, &[mv]), "{name}");
    }
}

/// `make_move_with_capture` doesn't check that a piece can make the move, as its older users expect. It still
/// leaves a valid board, and the properties of every move hold.
#[cfg(feature = "compat")]
#[test]
fn unchecked_moves_leave_a_valid_board() {
    let cases = [
        (
            "an impossible knight capture",
            "k7/8/8/8/3p4/4N3/8/4K3[] w - - 5 1",
            (Square::E3, Square::D4),
            Some("k7/8/8/8/3N4/8/8/4K3[] b - - 0 1"),
        ),
        (
            "a rook jumps",
            "k7/8/8/8/8/8/P7/R3K3[] w - - 5 1",
            (Square::A1, Square::A5),
            Some("k7/8/8/R7/8/8/P7/4K3[] b - - 6 1"),
        ),
        (
            "a promoted piece keeps its marker",
            "k7/8/8/8/8/8/8/N~3K3[] w - - 5 1",
            (Square::A1, Square::H4),
            Some("k7/8/8/8/7N~/8/8/4K3[] b - - 6 1"),
        ),
        (
            "a captured marker is removed",
            "k7/8/8/8/3q~4/4N3/8/4K3[] w - - 5 1",
            (Square::E3, Square::D4),
            Some("k7/8/8/8/3N4/8/8/4K3[] b - - 0 1"),
        ),
        (
            "a rook with a right leaves",
            "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 5 1",
            (Square::H1, Square::G3),
            Some("4k3/8/8/8/8/6R1/8/R3K3[] b Q - 6 1"),
        ),
        (
            "a rook with a right is captured",
            "r3k3/8/8/8/8/8/3N4/4K3[] w q - 5 1",
            (Square::D2, Square::A8),
            Some("N3k3/8/8/8/8/8/8/4K3[] b - - 0 1"),
        ),
        (
            "a king moves on its rank",
            "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 5 1",
            (Square::E1, Square::B1),
            Some("4k3/8/8/8/8/8/8/RK5R[] b - - 6 1"),
        ),
        (
            "a king moves off its rank",
            "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 5 1",
            (Square::E1, Square::E4),
            Some("4k3/8/8/8/4K3/8/8/R6R[] b - - 6 1"),
        ),
        ("no piece there", "k7/8/8/8/8/8/8/4K3[] w - - 5 1", (Square::E3, Square::D4), None),
        ("a piece of the other side", "k7/8/8/8/3p4/8/8/4K3[] w - - 5 1", (Square::D4, Square::D3), None),
        ("onto an own piece", "k7/8/8/8/3P4/4N3/8/4K3[] w - - 5 1", (Square::E3, Square::D4), None),
        ("castling through check", "4kr2/8/8/8/8/8/8/4K2R[] w K - 0 1", (Square::E1, Square::G1), None),
        ("onto a king", "k7/8/8/8/8/4N3/8/4K3[] w - - 5 1", (Square::E3, Square::A8), None),
        (
            "the own king is in check afterwards",
            "k3r3/8/8/8/8/4N3/8/4K3[] w - - 5 1",
            (Square::E3, Square::D4),
            None,
        ),
        ("a pawn onto the first rank", "k7/8/8/8/8/4P3/8/4K3[] w - - 5 1", (Square::E3, Square::A1), None),
        (
            "a pawn onto the last rank without promotion",
            "k7/8/8/8/8/4P3/8/4K3[] w - - 5 1",
            (Square::E3, Square::H8),
            None,
        ),
    ];
    for (name, text, (from, to), expected) in cases {
        let start = board(text);
        let step = ChessMove::new(from, to, None);
        assert!(!start.is_legal(step.into()), "{name}");
        let (next, capture) = start.make_move_with_capture(step);
        assert_eq!(next.to_bfen(), expected.unwrap_or(text), "{name}");
        assert_eq!(board(&next.to_bfen()), next, "{name}: with its hash");
        let taken = expected.and(start.piece_on(to)).map(|piece| (piece, start.is_promoted(to)));
        assert_eq!(capture, taken, "{name}");
    }
}

#[test]
fn null_move() {
    let start = board("r3k2r/8/8/8/3Pp3/8/8/R3K2R[Qp] b KQkq d3 4 7");
    let passed = start.null_move().unwrap();
    assert_eq!(passed.to_bfen(), "r3k2r/8/8/8/3Pp3/8/8/R3K2R[Qp] w KQkq - 5 8");
    assert_eq!(passed, board(&passed.to_bfen()), "with its hash");
    let back = passed.null_move().unwrap();
    assert_eq!(back.to_bfen(), "r3k2r/8/8/8/3Pp3/8/8/R3K2R[Qp] b KQkq - 6 8");
    assert_eq!(board("4k3/8/8/8/4r3/8/8/4K3[] w - - 0 1").null_move(), None, "not out of check");
}

#[test]
fn a_board_rejects_what_its_reserves_cannot_hold() {
    let mut board = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    assert_eq!(board.try_add_to_reserve(Color::White, Piece::King), Err(ReserveError::King));
    assert_eq!(
        board.remove_from_reserve(Color::White, Piece::Pawn),
        Err(ReserveError::NoneLeft(Piece::Pawn))
    );
    assert_eq!(
        board.remove_from_reserve(Color::White, Piece::King),
        Err(ReserveError::NoneLeft(Piece::King))
    );
    for _ in 0..31 {
        board.try_add_to_reserve(Color::White, Piece::Pawn).unwrap();
    }
    let full = board;
    assert_eq!(
        board.try_add_to_reserve(Color::White, Piece::Pawn),
        Err(ReserveError::TooManyPieces(Color::White))
    );
    assert_eq!(board.try_add_to_reserve(Color::White, Piece::King), Err(ReserveError::King));
    assert_eq!(board, full, "a rejected change leaves the board as it was");
    assert_eq!(board.count_of(Color::White), 32);
    assert_eq!(board.count_of(Color::Black), 1);
    board.try_add_to_reserve(Color::Black, Piece::Pawn).unwrap();
}

#[test]
fn a_reserve_never_wraps_around() {
    for piece in Piece::IN_RESERVE {
        let mut reserve = Reserve::new();
        for n in 0..Reserve::MAX_TOTAL {
            assert_eq!((reserve.total(), u32::from(reserve.count(piece))), (n, n), "{piece}");
            reserve.add(piece).unwrap();
        }
        for other in Piece::IN_RESERVE {
            assert_eq!(reserve.add(other), Err(ReserveError::Full), "{piece} {other}");
            assert_eq!(reserve.contains(other), other == piece, "{piece} {other}");
        }
        for _ in 0..Reserve::MAX_TOTAL {
            reserve.remove(piece).unwrap();
        }
        assert!(reserve.is_empty());
        assert_eq!(reserve.remove(piece), Err(ReserveError::NoneLeft(piece)));
        assert_eq!(reserve, Reserve::new());
    }
}

#[test]
fn a_reserve_is_listed_in_canonical_order() {
    let mut reserve = Reserve::new();
    for piece in [Piece::Pawn, Piece::Queen, Piece::Pawn, Piece::Bishop, Piece::Knight, Piece::Rook] {
        reserve.add(piece).unwrap();
    }
    assert_eq!(reserve.to_string(), "QRBNPP");
    let expected =
        [(Piece::Queen, 1), (Piece::Rook, 1), (Piece::Bishop, 1), (Piece::Knight, 1), (Piece::Pawn, 2)];
    assert_eq!(reserve.iter().collect::<Vec<_>>(), expected);
}

/// The table of rule sets.
#[test]
fn presets() {
    let standard = Rules::standard();
    assert_eq!(standard.pawn_drops, PawnDropRanks::TWO_TO_SEVEN);
    assert!(!standard.dropped_rook_castles);
    assert_eq!(standard.stalemate, Stalemate::Waits);
    assert_eq!(standard.promotion, Promotion::Upgrade);
    assert_eq!(standard.drops, DropAggression::MateAllowed);
    assert_eq!(standard.repetition, Repetition { automatic: false, drop_resets: false });
    assert_eq!(standard.both_flags, BothFlags::Draw);
    assert_eq!(Rules::default(), standard);
    assert_eq!(Rules::preset("standard"), Some(standard));
    let repetition = |automatic, drop_resets| Repetition { automatic, drop_resets };
    let fics = standard.dropped_rook_castles(true).repetition(repetition(false, true));
    assert_eq!(Rules::preset("fics"), Some(fics));
    let chesscom = standard.repetition(repetition(true, false)).both_flags(BothFlags::FirstLoses);
    assert_eq!(Rules::preset("chesscom"), Some(chesscom));
    let bughouse_pro = standard.repetition(repetition(true, true)).both_flags(BothFlags::DrawAtSameInstant);
    assert_eq!(Rules::preset("bughouse.pro"), Some(bughouse_pro));
    assert_eq!(Rules::preset("FICS"), None, "names are exact");
}

#[test]
fn every_preset_is_found_by_its_name() {
    for (name, rules) in Rules::PRESETS {
        assert_eq!(Rules::preset(name), Some(*rules), "{name}");
        assert_eq!(Rules::preset(&name.replace('.', "_")), Some(*rules), "{name}");
        assert_eq!(Rules::preset(&format!("{name}x")), None);
        assert_eq!(Rules::preset(&name[1..]), None);
    }
    assert_eq!(Rules::PRESETS[0], ("standard", Rules::default()));
    assert_eq!(Rules::preset("wr.2026"), None);
    assert_eq!(Rules::preset(""), None);
}

#[test]
fn pawn_drop_ranks() {
    let to_six = Rules::default().pawn_drops(PawnDropRanks::TWO_TO_SIX);
    for (color, reserve, forbidden) in
        [(Color::White, "[PN]", Rank::Seventh), (Color::Black, "[pn]", Rank::Second)]
    {
        let side = color.to_char();
        let board = board(&format!("4k3/8/8/8/8/8/8/4K3{reserve} {side} - - 0 1"));
        let drops = |moves: MoveList, kind| -> BitBoard {
            moves
                .into_iter()
                .filter_map(|mv| match mv {
                    BughouseMove::Drop { piece, square } if piece == kind => Some(square),
                    _ => None,
                })
                .collect()
        };
        assert_eq!(board.with_rules(&Rules::default()).legal_moves(), board.legal_moves(), "{color}");
        let usual = drops(board.legal_moves(), Piece::Pawn);
        let fewer = drops(board.with_rules(&to_six).legal_moves(), Piece::Pawn);
        assert_eq!(fewer, usual - forbidden.bitboard(), "{color}");
        assert_eq!(usual.popcnt(), 48, "{color}");
        let knights = drops(board.with_rules(&to_six).legal_moves(), Piece::Knight);
        assert_eq!(knights, !board.combined(), "{color}: other kinds are not concerned");
        let mut visited = 0;
        board.with_rules(&to_six).moves().for_each(|set| visited += set.len());
        assert_eq!(visited, board.legal_moves().len() - 8, "{color}");
    }
}

#[test]
fn pawn_drop_ranks_are_a_range_of_ranks_two_to_seven() {
    let range = PawnDropRanks::new(Rank::Third, Rank::Fifth).unwrap();
    assert_eq!(range.range(), (Rank::Third, Rank::Fifth));
    let white = Rank::Third.bitboard() | Rank::Fourth.bitboard() | Rank::Fifth.bitboard();
    let black = Rank::Sixth.bitboard() | Rank::Fifth.bitboard() | Rank::Fourth.bitboard();
    assert_eq!(range.squares(Color::White), white);
    assert_eq!(range.squares(Color::Black), black);
    assert_eq!(PawnDropRanks::new(Rank::First, Rank::Fifth), None);
    assert_eq!(PawnDropRanks::new(Rank::Second, Rank::Eighth), None);
    assert_eq!(PawnDropRanks::new(Rank::Fifth, Rank::Fourth), None);
}

/// A pawn on the seventh rank would end the check, but these rules don't allow dropping it there.
#[test]
fn rules_decide_who_is_frozen() {
    let board = board("k6r/8/7K/8/8/8/8/6r1[P] w - - 0 1");
    let usual = Rules::standard();
    let narrow = Rules::bughouse_pro().pawn_drops(PawnDropRanks::TWO_TO_SIX);
    let drop = BughouseMove::Drop { piece: Piece::Pawn, square: Square::H7 };

    assert!(board.with_rules(&usual).is_legal(drop) && board.with_rules(&usual).frozen().is_none());
    assert!(board.with_rules(&usual).moves().any() && !board.with_rules(&narrow).moves().any());
    let frozen = board.with_rules(&narrow).frozen().unwrap();
    assert_eq!(frozen.squares(), squares("h7"));
    assert!(frozen.helps(Piece::Queen) && !frozen.helps(Piece::Pawn));
    assert_eq!(board.with_rules(&narrow).status(), BoardStatus::Ongoing);
    let rejected = board.with_rules(&narrow).after(drop).unwrap_err();
    assert_eq!(rejected.to_string(), "a pawn can't be dropped on rank 7");
    let (after, capture) = board.with_rules(&usual).after(drop).unwrap();
    assert_eq!((after.piece_on(Square::H7), capture), (Some(Piece::Pawn), None));
}

#[test]
fn rules_decide_what_a_captured_promoted_piece_becomes() {
    let mut board = board("k7/8/8/8/3q~4/4P3/8/4K3[] w - - 0 1");
    let capture = board.play(ChessMove::new(Square::E3, Square::D4, None).into()).unwrap().unwrap();
    assert_eq!(capture.transferred_under(&Rules::standard()), Piece::Pawn);
    let stays = Rules::standard().promotion(Promotion::Stays);
    assert_eq!(capture.transferred_under(&stays), Piece::Queen);
}

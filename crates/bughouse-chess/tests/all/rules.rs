//! The rules of one board: drops, ends, counters, castling rights, promoted marks, reserves, validity.

use bughouse_chess::{
    ALL_COLORS, BitBoard, Board, BoardBuilder, BoardStatus, BothFlags, BrokenRule, BughouseMove,
    BuildOptions, CastleClaim, Color, File, IllegalMove, Leniency, Material, MoveSet, PawnDropRanks, Piece,
    PromotedCapture, RESERVE_PIECES, Rank, Repetition, Reserve, ReserveError, Rules, Square, Stalemate, Wing,
};

use crate::reference::SlowBoard;
use crate::support::{after, board};

fn squares(text: &str) -> BitBoard {
    text.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
}

#[test]
fn seventy_one_moves_of_twenty_movers() {
    let board = board("7k/8/8/RNBQRNB1/PPP2PPP/8/PPP2PPP/RNBQKBNR[] w - - 0 1");
    let mut movers = 0;
    board.for_each_legal(|set| movers += usize::from(matches!(set, MoveSet::Moves { .. })));
    assert_eq!(movers, 20);
    assert_eq!(board.count_legal(), 71);
    assert_eq!(board.legal_moves().len(), 71);
    assert_eq!(SlowBoard::of(&board).legal_moves().len(), 71);
}

#[test]
fn four_hundred_and_fifty_six_moves_and_drops() {
    let board = board("Q4Q1K/3Q4/1Q4Q1/4k3/2Q4Q/Q4Q2/3Q4/1Q4Q1[QRBNP] w - - 0 1");
    assert_eq!(board.count_legal(), 456);
    assert_eq!(board.legal_moves().len(), 456);
    assert_eq!(SlowBoard::of(&board).legal_moves().len(), 456);
}

/// Where each kind may be dropped, in check and out of it.
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
        ("an adjacent man gives check", "6k1/8/8/8/8/8/4q3/4K3[QP] w - - 0 1", "", ""),
        ("two distant men give check", "4r1k1/8/8/8/7b/8/8/4K3[QP] w - - 0 1", "", ""),
        ("a man of the other colour", "4r1k1/8/8/8/8/8/8/4K3[qp] w - - 0 1", "", ""),
    ];
    for (name, text, queen, pawn) in cases {
        let board = board(text);
        assert_eq!(board.legal_drops(Piece::Queen), squares(queen), "{name}: queen");
        assert_eq!(board.legal_drops(Piece::Pawn), squares(pawn), "{name}: pawn");
        assert_eq!(board.legal_drops(Piece::Knight), BitBoard::default(), "{name}: none held");
    }
}

#[test]
fn drops_out_of_check_go_to_any_empty_square() {
    for (side, reserve) in [("w", "[QRBNP]"), ("b", "[qrbnp]")] {
        let board = board(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{reserve} {side} KQkq - 0 1"));
        for piece in RESERVE_PIECES {
            assert_eq!(board.legal_drops(piece), !board.combined(), "{piece}");
        }
    }
    let bare = board("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    assert_eq!(bare.legal_drops(Piece::Knight), !bare.combined());
    assert_eq!(bare.legal_drops(Piece::Pawn), !bare.combined() - last_ranks);
}

#[test]
fn a_drop_may_mate() {
    let board = board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1");
    let mated = board.make_drop_new(Piece::Knight, Square::F7).unwrap();
    assert_eq!(mated.status(), BoardStatus::Checkmate);
}

#[test]
fn a_dropped_pawn_may_push_twice_and_be_taken_en_passant() {
    let start = board("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1");
    let pushed = after(&start, &["P@e2", "e8e7", "e2e4"]);
    assert_eq!(pushed.legal_en_passant(), Some(Square::E3));
    let taken = after(&pushed, &["d4e3"]);
    assert_eq!(taken.to_bfen(), "8/4k3/8/8/8/4p3/8/4K3[] w - - 0 3");
    // The drop itself is no double push.
    assert_eq!(after(&start, &["P@e4"]).en_passant(), None);
}

/// How a board stands, and where a fed piece would help.
#[test]
fn ends_and_waiting() {
    use BoardStatus::{Checkmate, Ongoing, Stalemate};
    let cases = [
        ("knight, smothered", "6rk/5Npp/8/8/8/8/8/6K1[q] b - - 0 1", Checkmate, ""),
        ("pawn", "6bk/6Pp/8/8/8/8/1B6/6K1[q] b - - 0 1", Checkmate, ""),
        ("adjacent queen", "8/8/8/8/8/1K6/Q7/k7[qrbnp] b - - 0 1", Checkmate, ""),
        ("adjacent queen, nothing guards it", "8/8/8/8/8/2K5/Q7/k7[] b - - 0 1", Ongoing, ""),
        ("double check from afar", "6rk/8/8/8/8/8/1B6/K6R[q] b - - 0 1", Checkmate, ""),
        ("the man that could take is pinned", "R5rk/6Qp/5P2/8/8/8/8/6K1[q] b - - 0 1", Checkmate, ""),
        ("the man that could take is not pinned", "6rk/6Qp/5P2/8/8/8/8/6K1[] b - - 0 1", Ongoing, ""),
        ("back rank, one gap", "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, "f8"),
        ("back rank, a pawn in reserve cannot help", "4R1k1/5ppp/8/8/8/8/8/6K1[p] b - - 0 1", Ongoing, "f8"),
        ("back rank, a knight in reserve can", "4R1k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1", Ongoing, ""),
        ("back rank, many gaps", "R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, "b8 c8 d8 e8 f8"),
        ("a file", "5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1", Ongoing, "g4 g5 g6 g7"),
        ("a diagonal", "6bk/7p/8/4B3/8/8/8/6K1[] b - - 0 1", Ongoing, "f6 g7"),
        (
            "the man that could block is pinned",
            "R6k/6bp/8/8/8/8/1B6/6K1[] b - - 0 1",
            Ongoing,
            "b8 c8 d8 e8 f8 g8",
        ),
        ("the man that could block is not pinned", "R6k/6bp/8/8/8/8/8/6K1[] b - - 0 1", Ongoing, ""),
        ("stalemate", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", Stalemate, ""),
        ("stalemate, the other side holds men", "7k/5Q2/6K1/8/8/8/8/8[QRBNP] b - - 0 1", Stalemate, ""),
        ("a drop ends stalemate", "7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1", Ongoing, ""),
        ("stalemate of a pinned man", "k7/n7/1K6/8/8/8/7B/R7[] b - - 0 1", Stalemate, ""),
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
fn a_frozen_board_tells_which_kinds_help() {
    let back_rank = board("R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1").frozen().unwrap();
    assert!(!back_rank.helps(Piece::Pawn), "no pawn may stand on the eighth rank");
    assert!(!back_rank.helps(Piece::King));
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        assert_eq!(back_rank.squares_for(piece), squares("b8 c8 d8 e8 f8"), "{piece}");
        assert!(back_rank.helps(piece), "{piece}");
    }
    let file = board("5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1").frozen().unwrap();
    assert_eq!(file.squares_for(Piece::Pawn), squares("g4 g5 g6 g7"));
    assert!(file.helps(Piece::Pawn));
}

/// What is fed to a frozen side can be dropped where the board said it would help, and nowhere else.
#[test]
fn a_fed_piece_ends_the_wait() {
    for text in ["R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", "5rkr/5p1p/8/8/8/6R1/8/6K1[] b - - 0 1"] {
        let waiting = board(text);
        let frozen = waiting.frozen().unwrap();
        for piece in RESERVE_PIECES {
            let mut fed = waiting;
            fed.add_to_reserve(Color::Black, piece).unwrap();
            assert_eq!(fed.legal_drops(piece), frozen.squares_for(piece), "{text} {piece}");
            assert_eq!(fed.is_frozen(), !frozen.helps(piece), "{text} {piece}");
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
        ("a pawn drop", "4k3/8/8/8/8/8/8/4K3[P] w - - 7 9", "P@e4", (0, 9)),
        ("a knight drop", "4k3/8/8/8/8/8/8/4K3[N] w - - 7 9", "N@e4", (8, 9)),
        ("a queen drop", "4k3/8/8/8/8/8/8/4K3[Q] w - - 7 9", "Q@e4", (8, 9)),
        ("black moves", "4k3/8/8/8/8/8/8/4K3[] b - - 7 9", "e8e7", (8, 10)),
        ("black drops a pawn", "4k3/8/8/8/8/8/8/4K3[p] b - - 7 9", "P@e4", (0, 10)),
        ("black drops a rook", "4k3/8/8/8/8/8/8/4K3[r] b - - 7 9", "R@d4", (8, 10)),
    ];
    for (name, text, mv, expected) in cases {
        let next = after(&board(text), &[mv]);
        assert_eq!((next.halfmove_clock(), next.fullmove_number()), expected, "{name}");
    }
}

#[test]
fn counters_stop_at_their_largest_number() {
    let last = board("4k3/8/8/8/8/8/8/4K3[] b - - 4294967295 4294967295");
    let next = after(&last, &["e8e7"]);
    assert_eq!((next.halfmove_clock(), next.fullmove_number()), (u32::MAX, u32::MAX));
    assert_eq!(board(&next.to_bfen()), next);
}

#[test]
fn castling_rights_are_lost() {
    let cases = [
        ("the king moves", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["e1e2"][..], "ha"),
        ("the king castles", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["e1g1"], "ha"),
        ("the king castles long", "r3k2r/8/8/8/8/8/8/R3K2R[] b KQkq - 0 1", &["e8c8"], "HA"),
        ("a rook moves", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["h1h4"], "Aha"),
        ("the other rook moves", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["a1b1"], "Hha"),
        (
            "a rook moves and comes back",
            "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1",
            &["h1g1", "e8e7", "g1h1"],
            "A",
        ),
        ("rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["a1a8"], "Hh"),
        ("a bishop takes a rook", "r3k2r/8/8/8/4B3/8/8/R3K2R[] w KQkq - 0 1", &["e4a8"], "HAh"),
        ("a pawn takes a rook and promotes", "r3k2r/6P1/8/8/8/8/8/R3K2R[] w KQkq - 0 1", &["g7h8n"], "HAa"),
        ("another man moves", "r3k2r/8/8/8/4B3/8/8/R3K2R[] w KQkq - 0 1", &["e4b7"], "HAha"),
        ("a drop", "r3k2r/8/8/8/8/8/8/R3K2R[N] w KQkq - 0 1", &["N@e4"], "HAha"),
        ("Fischer random: the inner rook stays", "4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1", &["a1a2"], "C"),
        ("Fischer random: the inner rook moves", "4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1", &["c1c2"], "-"),
        ("Fischer random: the rook is taken", "1r2k3/8/8/8/8/8/1R6/6K1[] w b - 0 1", &["b2b8"], "-"),
    ];
    for (name, text, moves, rights) in cases {
        assert_eq!(after(&board(text), moves).castle_rights().to_string(), rights, "{name}");
    }
}

#[test]
fn a_rook_dropped_on_its_square_does_not_bring_the_right_back() {
    let start = board("4k3/8/8/8/8/6n1/P7/4K2R[R] b K - 0 1");
    assert!(start.castle_rights().has(Color::White, Wing::KingSide));
    let dropped = after(&start, &["g3h1", "a2a3", "h1g3", "R@h1", "g3e4"]);
    assert_eq!(dropped.to_bfen(), "4k3/8/8/8/4n3/P7/8/4K2R[] w - - 3 4");
    let castling = "e1g1".parse().unwrap();
    assert_eq!(dropped.illegality(castling), Some(IllegalMove::NoCastlingRight(Wing::KingSide)));
}

/// Castling with king and rook on any file: where both land, and what the move is called.
#[test]
fn castling_moves() {
    let cases = [
        (
            "usual, short",
            "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1",
            "e1g1",
            "r3k2r/8/8/8/8/8/8/R4RK1[] b kq - 1 1",
        ),
        (
            "usual, long",
            "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1",
            "e1c1",
            "r3k2r/8/8/8/8/8/8/2KR3R[] b kq - 1 1",
        ),
        (
            "usual, black",
            "r3k2r/8/8/8/8/8/8/R3K2R[] b KQkq - 0 1",
            "e8c8",
            "2kr3r/8/8/8/8/8/8/R3K2R[] w KQ - 1 2",
        ),
        ("the king stays", "4k3/8/8/8/8/8/8/6KR[] w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1"),
        ("the rook stays", "4k3/8/8/8/8/8/8/3RK3[] w Q - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4[] b - - 1 1"),
        (
            "they change places",
            "4k3/8/8/8/8/8/8/5KR1[] w K - 0 1",
            "f1g1",
            "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1",
        ),
        ("the king goes far", "4k3/8/8/8/8/8/8/1K5R[] w K - 0 1", "b1h1", "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1"),
        (
            "the king goes away from the rook",
            "4k3/8/8/8/8/8/8/RK6[] w Q - 0 1",
            "b1a1",
            "4k3/8/8/8/8/8/8/2KR4[] b - - 1 1",
        ),
        (
            "from e1 with an inner rook",
            "4k3/8/8/8/8/8/8/4K1R1[] w K - 0 1",
            "e1g1",
            "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1",
        ),
    ];
    for (name, text, mv, expected) in cases {
        let start = board(text);
        let castling: BughouseMove = mv.parse().unwrap();
        assert!(start.legal_moves().contains(&castling), "{name}: {mv} is not generated");
        let mut next = start;
        assert_eq!(next.play(castling), Ok(None), "{name}");
        assert_eq!(next.to_bfen(), expected, "{name}");
    }
}

#[test]
fn castling_that_is_refused() {
    let king_side = IllegalMove::NoCastlingRight(Wing::KingSide);
    let cases = [
        ("no right", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "e1g1", king_side),
        ("in check", "4k3/8/8/8/4r3/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingOutOfCheck),
        ("through check", "4k3/8/8/8/5r2/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingThroughCheck),
        ("into check", "4k3/8/8/8/6r1/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingThroughCheck),
        ("a man between", "4k3/8/8/8/8/8/8/4KB1R[] w K - 0 1", "e1g1", IllegalMove::CastlingBlocked),
        ("a man beside the rook", "4k3/8/8/8/8/8/8/RN2K3[] w Q - 0 1", "e1c1", IllegalMove::CastlingBlocked),
        (
            "the rook shields its king",
            "4k3/8/8/8/8/8/8/qRK5[] w B - 0 1",
            "c1b1",
            IllegalMove::CastlingThroughCheck,
        ),
    ];
    for (name, text, mv, reason) in cases {
        let start = board(text);
        assert_eq!(start.illegality(mv.parse().unwrap()), Some(reason), "{name}");
    }
    // Only the king's way must be safe, not the rook's.
    let safe = board("1r2k3/8/8/8/8/8/8/R3K3[] w Q - 0 1");
    assert!(safe.is_legal("e1c1".parse().unwrap()), "the rook may pass b1 under attack");
}

/// Nothing in the text's grammar forbids a right with a rook that was a pawn.
#[test]
fn castling_with_a_promoted_rook_keeps_board_and_text_in_step() {
    for (text, mv) in [
        ("4k3/8/8/8/8/8/8/R~3K3[] w Q - 0 1", "e1c1"),
        ("4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1", "e1g1"),
        ("4k2r~/8/8/8/8/8/8/4K3[] b k - 0 1", "e8g8"),
    ] {
        // The right may also be refused: then there is no board to castle on.
        match text.parse::<Board>() {
            Err(error) => assert!(error.to_string().contains("castle"), "{text}: {error}"),
            Ok(start) => {
                let next = after(&start, &[mv]);
                assert_eq!(
                    next.promoted() - next.combined(),
                    BitBoard::default(),
                    "{text}: mark on an empty square"
                );
                assert_eq!(board(&next.to_bfen()), next, "{text}");
            }
        }
    }
}

#[test]
fn promoted_marks() {
    let start = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    let promoted = after(&start, &["a7a8n"]);
    assert_eq!(promoted.promoted(), squares("a8"));
    assert_eq!(promoted.to_bfen(), "N~3k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    let moved = after(&promoted, &["e8e7", "a8b6"]);
    assert_eq!(moved.promoted(), squares("b6"), "the mark moves with the man");

    let mut captured = after(&board("4k3/8/1N~6/8/8/8/1r6/4K3[] w - - 0 1"), &["e1f1"]);
    let capture = captured.play("b2b6".parse().unwrap()).unwrap().unwrap();
    assert_eq!((capture.piece, capture.promoted, capture.transferred()), (Piece::Knight, true, Piece::Pawn));
    assert_eq!(captured.promoted(), BitBoard::default(), "the capturer does not inherit the mark");

    let both = after(&board("4k3/8/1n~6/8/8/8/1R~6/4K3[] w - - 0 1"), &["b2b6"]);
    assert_eq!(both.promoted(), squares("b6"), "a promoted man that takes another stays one");

    let plain = after(&board("r3k3/1P6/8/8/8/8/8/4K3[] w q - 0 1"), &["b7a8q"]);
    assert_eq!(plain.to_bfen(), "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1");

    let dropped = after(&board("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), &["Q@a8"]);
    assert_eq!(dropped.promoted(), BitBoard::default(), "a dropped queen was no pawn");
}

#[test]
fn captures_tell_what_stood_there() {
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
        let BughouseMove::Regular(step) = mv.parse().unwrap() else { panic!("{mv} is no move of a man") };
        let (next, capture) = start.make_move_with_capture(step);
        assert_eq!(capture, expected, "{name}");
        assert_eq!(next, after(&start, &[mv]), "{name}");
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
fn a_board_refuses_what_its_reserves_cannot_hold() {
    let mut board = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    assert_eq!(board.add_to_reserve(Color::White, Piece::King), Err(ReserveError::King));
    assert_eq!(
        board.remove_from_reserve(Color::White, Piece::Pawn),
        Err(ReserveError::NoneLeft(Piece::Pawn))
    );
    assert_eq!(
        board.remove_from_reserve(Color::White, Piece::King),
        Err(ReserveError::NoneLeft(Piece::King))
    );
    for _ in 0..31 {
        board.add_to_reserve(Color::White, Piece::Pawn).unwrap();
    }
    let full = board;
    assert_eq!(board.add_to_reserve(Color::White, Piece::Pawn), Err(ReserveError::TooManyMen(Color::White)));
    assert_eq!(board.add_to_reserve(Color::White, Piece::King), Err(ReserveError::King));
    assert_eq!(board, full, "a refused change leaves the board as it was");
    assert_eq!(board.men_of(Color::White), 32);
    assert_eq!(board.men_of(Color::Black), 1);
    board.add_to_reserve(Color::Black, Piece::Pawn).unwrap();
}

#[test]
fn a_reserve_never_wraps_around() {
    for piece in RESERVE_PIECES {
        let mut reserve = Reserve::new();
        for n in 0..Reserve::MAX_TOTAL {
            assert_eq!((reserve.total(), u32::from(reserve.count(piece))), (n, n), "{piece}");
            reserve.add(piece).unwrap();
        }
        for other in RESERVE_PIECES {
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
    let documents = Rules {
        pawn_drops: PawnDropRanks::TWO_TO_SEVEN,
        dropped_rook_castles: false,
        stalemate: Stalemate::Waits,
        promoted_capture: PromotedCapture::Pawn,
        repetition: Repetition { automatic: false, drop_resets: false },
        both_flags: BothFlags::Draw,
    };
    assert_eq!(Rules::default(), documents);
    assert_eq!(Rules::preset("default"), Some(documents));
    let fics = Rules {
        dropped_rook_castles: true,
        repetition: Repetition { automatic: false, drop_resets: true },
        ..documents
    };
    assert_eq!(Rules::preset("fics"), Some(fics));
    let chesscom = Rules {
        repetition: Repetition { automatic: true, drop_resets: false },
        both_flags: BothFlags::FirstLoses,
        ..documents
    };
    assert_eq!(Rules::preset("chesscom"), Some(chesscom));
    let bughouse_pro = Rules {
        repetition: Repetition { automatic: true, drop_resets: true },
        both_flags: BothFlags::DrawAtSameInstant,
        ..documents
    };
    assert_eq!(Rules::preset("bughouse.pro"), Some(bughouse_pro));
    assert_eq!(Rules::preset("FICS"), None, "names are exact");
}

#[test]
fn pawn_drop_ranks() {
    let to_six = Rules { pawn_drops: PawnDropRanks::TWO_TO_SIX, ..Rules::default() };
    for (color, reserve, forbidden) in
        [(Color::White, "[PN]", Rank::Seventh), (Color::Black, "[pn]", Rank::Second)]
    {
        let side = color.to_char();
        let board = board(&format!("4k3/8/8/8/8/8/8/4K3{reserve} {side} - - 0 1"));
        let drops = |moves: Vec<BughouseMove>, kind| -> BitBoard {
            moves
                .into_iter()
                .filter_map(|mv| match mv {
                    BughouseMove::Drop { piece, square } if piece == kind => Some(square),
                    _ => None,
                })
                .collect()
        };
        assert_eq!(board.legal_moves_under(&Rules::default()), board.legal_moves(), "{color}");
        let usual = drops(board.legal_moves(), Piece::Pawn);
        let fewer = drops(board.legal_moves_under(&to_six), Piece::Pawn);
        assert_eq!(fewer, usual - forbidden.bitboard(), "{color}");
        assert_eq!(usual.popcnt(), 48, "{color}");
        let knights = drops(board.legal_moves_under(&to_six), Piece::Knight);
        assert_eq!(knights, !board.combined(), "{color}: other kinds are not concerned");
        let mut visited = 0;
        board.for_each_legal_under(&to_six, |set| visited += set.len());
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

/// A position that breaks nearly everything is told so in one go.
#[test]
fn all_broken_rules_are_reported_together() {
    let mut builder = BoardBuilder::new();
    for square in [Square::A4, Square::B4] {
        builder.piece(square, Piece::King, Color::White);
    }
    builder
        .piece(Square::A1, Piece::Pawn, Color::White)
        .piece(Square::H8, Piece::Pawn, Color::Black)
        .promoted(Square::C3, true)
        .promoted(Square::A1, true)
        .castle_right(Color::White, CastleClaim::Wing(Wing::KingSide))
        .castle_right(Color::Black, CastleClaim::File(File::C))
        .en_passant(Some(Square::E6))
        .fullmove_number(0);
    let mut reserve = Reserve::new();
    for _ in 0..30 {
        reserve.add(Piece::Pawn).unwrap();
    }
    builder.reserve(Color::White, reserve);
    let invalid = builder.build().unwrap_err();
    assert_eq!(
        invalid.broken(),
        [
            BrokenRule::TooManyMen { color: Color::White, count: 33, limit: 32 },
            BrokenRule::PawnOnLastRank(Square::A1),
            BrokenRule::PawnOnLastRank(Square::H8),
            BrokenRule::PromotedMark(Square::A1),
            BrokenRule::PromotedMark(Square::C3),
            BrokenRule::ManyKings { color: Color::White, count: 2 },
            BrokenRule::NoKing(Color::Black),
            BrokenRule::CastlingWithoutRook { color: Color::White, claim: CastleClaim::Wing(Wing::KingSide) },
            BrokenRule::CastlingWithoutRook { color: Color::Black, claim: CastleClaim::File(File::C) },
            BrokenRule::EnPassantWithoutPawn { square: Square::E6, pawn: Square::E5 },
            BrokenRule::MoveNumberZero,
        ]
    );
    assert_eq!(invalid.builder(), &builder, "what was written is kept");
    let message = invalid.to_string();
    assert!(invalid.broken().iter().all(|rule| message.contains(&rule.to_string())), "{message}");
}

/// One broken rule each.
#[test]
fn each_broken_rule_alone() {
    let e6 = Square::E6;
    let no_rook = |color, claim| BrokenRule::CastlingWithoutRook { color, claim };
    let cases = [
        ("8/8/8/8/8/8/8/4K3[] w - - 0 1", BrokenRule::NoKing(Color::Black)),
        ("4k3/8/8/8/8/8/8/8[] w - - 0 1", BrokenRule::NoKing(Color::White)),
        ("4k3/8/8/8/8/8/8/K3K3[] w - - 0 1", BrokenRule::ManyKings { color: Color::White, count: 2 }),
        ("4k3/8/8/8/8/8/8/4K2P[] w - - 0 1", BrokenRule::PawnOnLastRank(Square::H1)),
        ("4k2p/8/8/8/8/8/8/4K3[] w - - 0 1", BrokenRule::PawnOnLastRank(Square::H8)),
        ("4k3/8/8/8/4R3/8/8/4K3[] w - - 0 1", BrokenRule::OpponentInCheck(Color::Black)),
        ("4k3/8/8/8/4r3/8/8/4K3[] b - - 0 1", BrokenRule::OpponentInCheck(Color::White)),
        ("8/8/8/8/8/8/3k4/4K3[] w - - 0 1", BrokenRule::OpponentInCheck(Color::Black)),
        ("4k3/8/8/8/8/8/8/4K3[] w K - 0 1", no_rook(Color::White, CastleClaim::Wing(Wing::KingSide))),
        ("4k3/8/8/8/8/8/8/R3K3[] w K - 0 1", no_rook(Color::White, CastleClaim::Wing(Wing::KingSide))),
        ("4k3/8/8/8/8/8/4K3/R6R[] w Q - 0 1", no_rook(Color::White, CastleClaim::Wing(Wing::QueenSide))),
        ("r3k3/8/8/8/8/8/8/4K3[] w b - 0 1", no_rook(Color::Black, CastleClaim::File(File::B))),
        (
            "4k3/8/8/8/8/8/8/4K1RR[] w HG - 0 1",
            BrokenRule::CastlingTwice { color: Color::White, claim: CastleClaim::File(File::H) },
        ),
        (
            "4k3/8/8/4p3/8/8/8/4K3[] w - e3 0 1",
            BrokenRule::EnPassantRank { square: Square::E3, expected: Rank::Sixth },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[] w - e6 0 1",
            BrokenRule::EnPassantWithoutPawn { square: e6, pawn: Square::E5 },
        ),
        ("4k3/8/4n3/4p3/8/8/8/4K3[] w - e6 0 1", BrokenRule::EnPassantBlocked { square: e6 }),
        ("3k4/4n3/8/4p3/8/8/8/4K3[] w - e6 0 1", BrokenRule::EnPassantBlocked { square: e6 }),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 0", BrokenRule::MoveNumberZero),
    ];
    for (text, rule) in cases {
        let builder: BoardBuilder = text.parse().unwrap();
        assert_eq!(builder.build().unwrap_err().broken(), [rule], "{text}");
    }
}

#[test]
fn named_options_forgive() {
    let cases = [
        (
            "castling",
            "4k3/8/8/8/8/8/8/R3K3[] w KQkq - 0 1",
            BuildOptions { drop_bad_castling: true, ..BuildOptions::default() },
            Leniency::DroppedCastling,
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        ),
        (
            "en passant",
            "4k3/8/8/8/8/8/8/R3K3[] w Q e6 0 1",
            BuildOptions { drop_bad_en_passant: true, ..BuildOptions::default() },
            Leniency::DroppedEnPassant,
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        ),
        (
            "move number",
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 0",
            BuildOptions { accept_move_number_zero: true, ..BuildOptions::default() },
            Leniency::MoveNumberZero,
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        ),
    ];
    for (name, text, options, leniency, expected) in cases {
        let builder: BoardBuilder = text.parse().unwrap();
        assert!(builder.build().is_err(), "{name}: strict");
        let (board, used) = builder.build_with(&options).unwrap();
        assert_eq!(board.to_bfen(), expected, "{name}");
        assert_eq!(used.iter().collect::<Vec<_>>(), [leniency], "{name}");
        let sound: BoardBuilder = expected.parse().unwrap();
        assert!(sound.build_with(&options).unwrap().1.is_empty(), "{name}: nothing to forgive");
    }
}

#[test]
fn one_set_of_material() {
    let one_set = BuildOptions { material: Material::OneSet, ..BuildOptions::default() };
    let judge = |text: &str| {
        let builder: BoardBuilder = text.parse().unwrap();
        builder.build_with(&one_set).map(|_| ()).map_err(|invalid| invalid.broken().to_vec())
    };
    assert_eq!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"), Ok(()));
    assert_eq!(
        judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1"),
        Err(vec![BrokenRule::TooManyMen { color: Color::White, count: 17, limit: 16 }])
    );
    assert_eq!(
        judge("4k3/pppppppp/p7/8/8/8/8/4K3[] w - - 0 1"),
        Err(vec![BrokenRule::TooManyPawns { color: Color::Black, count: 9, limit: 8 }])
    );
    let any = BuildOptions { material: Material::Any, ..BuildOptions::default() };
    let crowd: BoardBuilder =
        "4k3/8/8/8/QQQQ4/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ[QQQQQQQQ] b - - 0 1".parse().unwrap();
    assert!(crowd.build().is_err());
    assert!(crowd.build_with(&any).is_ok());
}

#[test]
fn a_builder_made_from_a_board_builds_it_again() {
    for text in [
        "r3k2r/8/8/8/3Pp3/8/8/R3K2R[Qp] b KQkq d3 4 7",
        "1r2kr2/8/8/8/8/8/8/1R2KRR1[] w FBfb - 0 1",
        "4k3/8/8/8/8/8/8/Q~3K3[Nnp] w - - 99 100",
    ] {
        let start = board(text);
        assert_eq!(BoardBuilder::from(&start).build().unwrap(), start, "{text}");
    }
    assert_eq!(BoardBuilder::default().build().unwrap(), Board::default());
}

#[test]
fn a_builder_holds_what_it_was_told() {
    let mut builder = BoardBuilder::new();
    builder.piece(Square::D4, Piece::Queen, Color::Black).promoted(Square::D4, true);
    assert_eq!(builder.get(Square::D4), Some((Piece::Queen, Color::Black)));
    assert!(builder.is_promoted(Square::D4));
    builder.piece(Square::D4, Piece::Knight, Color::White);
    assert_eq!(builder.get(Square::D4), Some((Piece::Knight, Color::White)));
    assert!(!builder.is_promoted(Square::D4), "another man was put there");
    builder.clear_square(Square::D4);
    assert_eq!(builder, BoardBuilder::new());
    for color in ALL_COLORS {
        builder.side_to_move(color);
        assert_eq!(builder.get_side_to_move(), color);
    }
    builder.en_passant(Some(Square::E3));
    assert_eq!(builder.get_en_passant(), Some(Square::E3));
}

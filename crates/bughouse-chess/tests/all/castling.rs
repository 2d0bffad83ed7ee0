//! Castling: rights and how they are lost, moves on any files, and why one is rejected.

use bughouse_chess::board::CastleClaim;
use bughouse_chess::{BoardBuilder, BughouseMove, CastlingSide, Color, File, IllegalMove, Violation};

use crate::support::{after, board};

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
        ("another piece moves", "r3k2r/8/8/8/4B3/8/8/R3K2R[] w KQkq - 0 1", &["e4b7"], "HAha"),
        ("a drop", "r3k2r/8/8/8/8/8/8/R3K2R[N] w KQkq - 0 1", &["N@e4"], "HAha"),
        ("Chess960: the inner rook stays", "4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1", &["a1a2"], "C"),
        ("Chess960: the inner rook moves", "4k3/8/8/8/8/8/8/R1R1K3[] w C - 0 1", &["c1c2"], "-"),
        ("Chess960: the rook is taken", "1r2k3/8/8/8/8/8/1R6/6K1[] w b - 0 1", &["b2b8"], "-"),
    ];
    for (name, text, moves, rights) in cases {
        assert_eq!(after(&board(text), moves).castle_rights().to_string(), rights, "{name}");
    }
}

#[test]
fn a_dropped_rook_does_not_restore_the_right() {
    let start = board("4k3/8/8/8/8/6n1/P7/4K2R[R] b K - 0 1");
    assert!(start.castle_rights().has(Color::White, CastlingSide::KingSide));
    let dropped = after(&start, &["g3h1", "a2a3", "h1g3", "R@h1", "g3e4"]);
    assert_eq!(dropped.to_bfen(), "4k3/8/8/8/4n3/P7/8/4K2R[] w - - 3 4");
    let castling = "e1g1".parse().unwrap();
    assert_eq!(dropped.why_illegal(castling), Some(IllegalMove::NoCastlingRight(CastlingSide::KingSide)));
}

/// Castling with king and rook on any file: their destinations, and the notation of the move.
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
        assert!(start.legal_moves().contains(castling), "{name}: {mv} is not generated");
        let mut next = start;
        assert_eq!(next.play(castling), Ok(None), "{name}");
        assert_eq!(next.to_bfen(), expected, "{name}");
    }
}

#[test]
fn castling_that_is_rejected() {
    let king_side = IllegalMove::NoCastlingRight(CastlingSide::KingSide);
    let cases = [
        ("no right", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "e1g1", king_side),
        ("in check", "4k3/8/8/8/4r3/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingOutOfCheck),
        ("through check", "4k3/8/8/8/5r2/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingThroughCheck),
        ("into check", "4k3/8/8/8/6r1/8/8/4K2R[] w K - 0 1", "e1g1", IllegalMove::CastlingThroughCheck),
        ("a piece between", "4k3/8/8/8/8/8/8/4KB1R[] w K - 0 1", "e1g1", IllegalMove::CastlingBlocked),
        (
            "a piece next to the rook",
            "4k3/8/8/8/8/8/8/RN2K3[] w Q - 0 1",
            "e1c1",
            IllegalMove::CastlingBlocked,
        ),
        (
            "the rook shields its king",
            "4k3/8/8/8/8/8/8/qRK5[] w B - 0 1",
            "c1b1",
            IllegalMove::CastlingThroughCheck,
        ),
    ];
    for (name, text, mv, reason) in cases {
        let start = board(text);
        assert_eq!(start.why_illegal(mv.parse().unwrap()), Some(reason), "{name}");
    }
    // Only the king's path must be safe, not the rook's.
    let safe = board("1r2k3/8/8/8/8/8/8/R3K3[] w Q - 0 1");
    assert!(safe.is_legal("e1c1".parse().unwrap()), "the rook can cross b1 under attack");
}

/// Only original rooks have castling rights: a promoted pawn never does.
#[test]
fn a_promoted_rook_has_no_castling_right() {
    let king_side = CastleClaim::CastlingSide(CastlingSide::KingSide);
    let queen_side = CastleClaim::CastlingSide(CastlingSide::QueenSide);
    for (text, color, claim) in [
        ("4k3/8/8/8/8/8/8/R~3K3[] w Q - 0 1", Color::White, queen_side),
        ("4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1", Color::White, king_side),
        ("4k2r~/8/8/8/8/8/8/4K3[] b k - 0 1", Color::Black, king_side),
        ("4k3/8/8/8/8/8/8/R~3K3[] w A - 0 1", Color::White, CastleClaim::File(File::A)),
    ] {
        let builder: BoardBuilder = text.parse().unwrap();
        let invalid = builder.build().unwrap_err();
        assert_eq!(invalid.violations(), [Violation::CastlingWithoutRook { color, claim }], "{text}");
    }
    // An original rook next to it keeps its right, and both kinds of letters name the right rook.
    let inner = board("4k3/8/8/8/8/8/8/4K1RR~[] w K - 0 1");
    assert_eq!(inner.castle_rights().to_string(), "G");
    let castled = after(&inner, &["e1g1"]);
    assert_eq!(castled.to_bfen(), "4k3/8/8/8/8/8/8/5RKR~[] b - - 1 1");
    assert_eq!(board(&inner.to_bfen()), inner);
    assert_eq!(board(&castled.to_bfen()), castled, "with its hash");
}

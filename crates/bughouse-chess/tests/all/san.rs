//! SAN: standard and lenient reading, finding and writing moves.

use bughouse_chess::notation::san::{CheckSign, SanAction, SanMismatch, SanPromotion};
use bughouse_chess::{
    Board, BughouseMove, CastlingSide, IllegalMove, Leniencies, Leniency, MoveErrorKind, Piece, San, Span,
    Square,
};

use crate::support::board;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNP] w KQkq - 0 1";
const PROMOTION: &str = "7r/4P1P1/8/8/k7/8/8/4K3[] w - - 0 1";
const CAPTURE: &str = "4k3/8/4p3/3P4/8/8/8/4K3[] w - - 0 1";
const LONG_CAPTURE: &str = "4k3/8/8/4p3/3P4/8/8/4K3[] w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";

/// Parses a standard move and finds it on a board.
#[track_caller]
fn resolve(text: &str, board: &Board) -> Result<BughouseMove, SanMismatch> {
    let san: San = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    san.resolve(board)
}

#[track_caller]
fn written(board: &Board, uci: &str) -> String {
    board.san(board.read_uci(uci.as_bytes()).unwrap()).unwrap().to_string()
}

#[test]
fn standard_forms() {
    let cases = [
        (START, "e4", "e2e4"),
        (START, "Nf3", "g1f3"),
        (START, "Nb1c3", "b1c3"),
        (START, "Ng1f3", "g1f3"),
        (START, "N1f3", "g1f3"),
        (START, "P@e4", "P@e4"),
        (START, "N@f3", "N@f3"),
        (START, "B@f3", "B@f3"),
        (START, "R@f3", "R@f3"),
        (START, "Q@f3", "Q@f3"),
        (CAPTURE, "dxe6", "d5e6"),
        (EN_PASSANT, "exd6", "e5d6"),
        (CASTLING, "O-O", "e1g1"),
        (CASTLING, "O-O-O", "e1c1"),
        (PROMOTION, "e8=Q", "e7e8q"),
        (PROMOTION, "e8=N", "e7e8n"),
        (PROMOTION, "gxh8=R", "g7h8r"),
    ];
    for (position, text, uci) in cases {
        let (_, used) = San::read(text.as_bytes(), Leniencies::ALL).unwrap();
        assert!(used.is_empty(), "{text} needed {used:?}");
        assert_eq!(resolve(text, &board(position)).unwrap().to_string(), uci, "{text}");
    }
}

/// Each form that occurs in real files: read with leniencies, and rejected in standard SAN.
#[test]
fn lenient_forms() {
    use Leniency::{
        CaptureWithoutFile, CastlingLetters, DropWithoutLetter, EnPassantSuffix, LongForm, LowercaseDrop,
        LowercasePromotion, MangledDrop, PromotionWithoutSign,
    };
    let cases = [
        (START, "@e4", "P@e4", &[DropWithoutLetter][..]),
        (START, "n@f3", "N@f3", &[LowercaseDrop]),
        (START, "b@f3", "B@f3", &[LowercaseDrop]),
        (START, "p@e4", "P@e4", &[LowercaseDrop]),
        (START, "$146@g4", "N@g4", &[MangledDrop]),
        (START, "e2e4", "e2e4", &[LongForm]),
        (START, "e2-e4", "e2e4", &[LongForm]),
        (START, "Nb1-c3", "b1c3", &[LongForm]),
        (CAPTURE, "xe6", "d5e6", &[CaptureWithoutFile]),
        (LONG_CAPTURE, "d4xe5", "d4e5", &[LongForm]),
        (LONG_CAPTURE, "d4e5", "d4e5", &[LongForm]),
        (EN_PASSANT, "exd6e.p.", "e5d6", &[EnPassantSuffix]),
        (EN_PASSANT, "exd6 e.p.", "e5d6", &[EnPassantSuffix]),
        (CASTLING, "o-o", "e1g1", &[CastlingLetters]),
        (CASTLING, "0-0", "e1g1", &[CastlingLetters]),
        (CASTLING, "o-o-o", "e1c1", &[CastlingLetters]),
        (CASTLING, "0-0-0", "e1c1", &[CastlingLetters]),
        (PROMOTION, "e8Q", "e7e8q", &[PromotionWithoutSign]),
        (PROMOTION, "e8q", "e7e8q", &[PromotionWithoutSign, LowercasePromotion]),
        (PROMOTION, "e8=q", "e7e8q", &[LowercasePromotion]),
        (PROMOTION, "g7h8=Q", "g7h8q", &[LongForm]),
        (PROMOTION, "g7xh8=Q", "g7h8q", &[LongForm]),
        (PROMOTION, "g7h8Q", "g7h8q", &[LongForm, PromotionWithoutSign]),
        (PROMOTION, "xh8=Q", "g7h8q", &[CaptureWithoutFile]),
    ];
    for (position, text, uci, leniencies) in cases {
        let (san, used) =
            San::read(text.as_bytes(), Leniencies::ALL).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(used.iter().collect::<Vec<_>>(), leniencies, "{text}");
        assert_eq!(san.resolve(&board(position)).unwrap().to_string(), uci, "{text}");
        let rejected = text.parse::<San>().unwrap_err();
        assert_eq!(*rejected.kind(), MoveErrorKind::NotStandard(leniencies[0]), "{text}");
        assert_eq!(rejected.span(), Span::new(0, text.len()), "{text}");
    }
}

/// Lenient forms with a check sign.
#[test]
fn lenient_forms_with_check_signs() {
    for (text, sign) in
        [("@e4+", CheckSign::Check), ("o-o#", CheckSign::Mate), ("exd6e.p.++", CheckSign::Check)]
    {
        let (san, used) = San::read(text.as_bytes(), Leniencies::ALL).unwrap();
        assert_eq!(san.check_sign, Some(sign), "{text}");
        assert!(!used.is_empty(), "{text}");
    }
}

/// `Nb1c3` is standard SAN. Whether it has too much disambiguation depends on the board.
#[test]
fn over_disambiguation() {
    let start = board(START);
    for (text, more_than_needed) in
        [("Nc3", false), ("Nbc3", true), ("N1c3", true), ("Nb1c3", true), ("e4", false), ("N@c3", false)]
    {
        let san: San = text.parse().unwrap();
        assert_eq!(san.is_over_disambiguated(&start), more_than_needed, "{text}");
    }
    let crowded = board("1k6/8/8/8/Q6Q/8/8/4K2Q[] w - - 0 1");
    for (text, more_than_needed) in
        [("Qh4e4", false), ("Q1e4", false), ("Qh1e4", true), ("Qae4", false), ("Qa4e4", true)]
    {
        let san: San = text.parse().unwrap();
        assert!(san.resolve(&crowded).is_ok(), "{text}");
        assert_eq!(san.is_over_disambiguated(&crowded), more_than_needed, "{text}");
    }
    assert_eq!(written(&crowded, "h4e4"), "Qh4e4");
    assert!(!"Qhe4".parse::<San>().unwrap().is_over_disambiguated(&crowded), "it is ambiguous");
}

#[test]
fn over_disambiguation_with_the_other_knight_pinned() {
    let pinned = board("1n2k3/4n3/8/8/8/8/8/4RK2[] b - - 0 1");
    for text in ["Nc6", "Nbc6", "N8c6", "Nb8c6"] {
        assert_eq!(resolve(text, &pinned).unwrap().to_string(), "b8c6", "{text}");
    }
    assert_eq!(written(&pinned, "b8c6"), "Nc6");
    assert!("Nbc6".parse::<San>().unwrap().is_over_disambiguated(&pinned));
    assert_eq!(resolve("Nec6", &pinned), Err(SanMismatch::Illegal(IllegalMove::Pinned(Square::E7))));
    let free = board("1n2k3/4n3/8/8/8/8/8/3R1K2[] b - - 0 1");
    assert_eq!(written(&free, "b8c6"), "Nbc6");
    assert!(!"Nbc6".parse::<San>().unwrap().is_over_disambiguated(&free));
}

/// A check sign can be missing or wrong: it is kept, and never validated.
#[test]
fn check_signs_are_read_and_not_validated() {
    let start = board(START);
    for (text, sign) in [
        ("e4", None),
        ("e4+", Some(CheckSign::Check)),
        ("e4++", Some(CheckSign::Check)),
        ("e4#", Some(CheckSign::Mate)),
    ] {
        let san: San = text.parse().unwrap();
        assert_eq!(san.check_sign, sign, "{text}");
        assert_eq!(san.resolve(&start).unwrap().to_string(), "e2e4", "{text}");
    }
    let gives_check = board("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1");
    assert_eq!(resolve("Qa4", &gives_check).unwrap().to_string(), "a1a4", "the sign can be missing");
    assert_eq!(written(&gives_check, "a1a4"), "Qa4+");
}

/// The check signs in the module's documentation: `+`, `++`, `#`.
#[test]
fn other_suffixes_are_rejected() {
    for text in ["e4+#", "e4#+", "e4##", "e4+++", "e4!", "e4?", "+", "#", "++"] {
        assert!(text.parse::<San>().is_err(), "{text} was read as {:?}", text.parse::<San>());
    }
}

/// `#` if nothing could help, `+` if a new piece could.
#[test]
fn mate_sign_considers_drops() {
    let cases = [
        ("a guarded queen next to the king", "k7/7Q/1K6/8/8/8/8/8[] w - - 0 1", "h7b7", "Qb7#"),
        ("a queen from afar", "k7/8/1K6/8/8/8/8/6Q1[] w - - 0 1", "g1g8", "Qg8+"),
        ("a smothering knight", "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7", "N@f7#"),
        ("a rook from afar on the back rank", "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1", "a1a8", "Ra8+"),
        ("two pieces from afar", "6rk/8/8/8/7B/8/8/K6R[] w - - 0 1", "h4f6", "Bf6#"),
        ("a dropped rook that can be taken", "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "R@f8", "R@f8+"),
        ("a promotion after a shield", "6bk/5P1p/8/8/8/8/8/6K1[] w - - 0 1", "f7f8q", "f8=Q"),
    ];
    for (name, position, uci, expected) in cases {
        assert_eq!(written(&board(position), uci), expected, "{name}");
    }
}

#[test]
fn least_disambiguation_is_written() {
    let cases = [
        ("none needed", "4k3/8/8/8/8/8/8/N3K3[] w - - 0 1", "a1b3", "Nb3"),
        ("by file", "7k/8/8/8/8/2N3N1/8/4K3[] w - - 0 1", "c3e4", "Nce4"),
        ("by file although the rank would do", "7k/8/8/6N1/8/2N5/8/4K3[] w - - 0 1", "c3e4", "Nce4"),
        ("by rank", "7k/8/8/R7/8/8/8/R3K3[] w - - 0 1", "a1a3", "R1a3"),
        ("by square", "k7/8/8/8/8/N3N3/8/N3K3[] w - - 0 1", "a3c2", "Na3c2"),
        ("by file and capture", "7k/8/8/8/4p3/2N3N1/8/4K3[] w - - 0 1", "g3xe4", "Ngxe4"),
        ("a pawn capture", CAPTURE, "d5e6", "dxe6"),
        ("en passant", EN_PASSANT, "e5d6", "exd6"),
        ("a capture that promotes", PROMOTION, "g7h8q", "gxh8=Q"),
        ("a promotion", PROMOTION, "e7e8n", "e8=N"),
        ("castling", CASTLING, "e1g1", "O-O"),
        ("castling long", CASTLING, "e1c1", "O-O-O"),
        ("castling with check", "5k2/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", "O-O+"),
        ("a pawn drop", START, "P@e4", "P@e4"),
        ("a king's capture", "7k/8/8/8/8/8/4p3/4K3[] w - - 0 1", "e1e2", "Kxe2"),
    ];
    for (name, position, uci, expected) in cases {
        assert_eq!(written(&board(position), &uci.replace('x', "")), expected, "{name}");
    }
}

#[test]
fn moves_that_cannot_be_found() {
    let two_knights = "7k/8/8/8/8/2N3N1/8/4K3[] w - - 0 1";
    let cases = [
        (two_knights, "Ne4", "the knights on c3 and g3 can go to e4, say which one"),
        (two_knights, "Nf3", "no knight can go to f3"),
        (two_knights, "Nce2", ""),
        (two_knights, "Nae4", "no knight on the a-file can go to e4"),
        (START, "e5", "no pawn can go to e5"),
        (START, "exd3", "no pawn on the e-file can go to d3"),
        (START, "Ke2", "a piece of the same color is on e2"),
        (START, "O-O", "a piece blocks castling"),
        (START, "P@e2", "e2 is occupied: drop on an empty square"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e8", "e8 is occupied: drop on an empty square"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@d8", "a pawn can't be dropped on rank 8"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "N@d4", "White has no knight in reserve"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "O-O-O", "there is no right to castle queenside"),
        (
            "4k3/8/8/8/8/5n2/8/4K3[N] w - - 0 1",
            "N@e2",
            "the king is in check, and the drop doesn't end the check",
        ),
        ("4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1", "Nc3", "the piece on e2 is pinned to its king"),
        ("4r1k1/8/8/8/8/8/8/4K3[] w - - 0 1", "Ke2", "the king would be in check on e2"),
        (PROMOTION, "e8", "the pawn reaches the last rank and must promote"),
        (START, "e4=Q", "only a pawn that reaches the last rank can promote"),
        ("4k3/8/4p3/3P1P2/8/8/8/4K3[] w - - 0 1", "fxd6", "no pawn on the f-file can go to d6"),
    ];
    for (position, text, message) in cases {
        let found = resolve(text, &board(position)).map_err(|mismatch| mismatch.to_string());
        match message {
            "" => assert!(found.is_ok(), "{text}: {found:?}"),
            _ => assert_eq!(found, Err(message.to_owned()), "{text} on {position}"),
        }
    }
}

#[test]
fn a_capture_without_file_may_be_ambiguous() {
    let both = board("4k3/8/4p3/3P1P2/8/8/8/4K3[] w - - 0 1");
    let (san, _) = San::read(b"xe6", Leniencies::ALL).unwrap();
    let from = [Square::D5, Square::F5].into_iter().collect();
    assert_eq!(san.resolve(&both), Err(SanMismatch::Ambiguous { piece: Piece::Pawn, to: Square::E6, from }));
}

/// Pawns capture diagonally: an `x` straight ahead is an error, not another way to write a push.
#[test]
fn a_pawn_does_not_capture_straight_ahead() {
    for text in ["exe4", "exe3"] {
        assert!(
            resolve(text, &board(START)).is_err(),
            "{text} was found: {:?}",
            resolve(text, &board(START))
        );
    }
}

/// If castling is "king takes rook", a king's move to the rook's square is still rejected.
#[test]
fn castling_is_not_a_king_move() {
    let adjacent = board("4k3/8/8/8/8/8/8/5KR1[] w K - 0 1");
    assert_eq!(resolve("O-O", &adjacent).unwrap().to_string(), "f1g1");
    assert!(resolve("Kg1", &adjacent).is_err(), "Kg1 was found: {:?}", resolve("Kg1", &adjacent));
    let standard = board(CASTLING);
    assert!(resolve("Kg1", &standard).is_err());
}

#[test]
fn castling_in_chess960_games() {
    let cases = [
        ("4k3/8/8/8/8/8/8/RK5R[] w KQ - 0 1", "O-O", "b1h1"),
        ("4k3/8/8/8/8/8/8/RK5R[] w KQ - 0 1", "O-O-O", "b1a1"),
        ("4k3/8/8/8/8/8/8/2R1K1R1[] w GC - 0 1", "O-O", "e1g1"),
        ("4k3/8/8/8/8/8/8/2R1K1R1[] w GC - 0 1", "O-O-O", "e1c1"),
        ("1r1k2r1/8/8/8/8/8/8/4K3[] b gb - 0 1", "O-O", "d8g8"),
        ("1r1k2r1/8/8/8/8/8/8/4K3[] b gb - 0 1", "O-O-O", "d8b8"),
    ];
    for (position, text, uci) in cases {
        let board = board(position);
        let mv = resolve(text, &board).unwrap();
        assert_eq!(mv.to_string(), uci, "{text} on {position}");
        let san = board.san(mv).unwrap();
        let castling_side = if text == "O-O" { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        assert_eq!(san.action, SanAction::Castle(castling_side), "{text} on {position}");
    }
}

#[test]
fn an_illegal_move_is_not_written() {
    let start = board(START);
    assert_eq!(
        start.san("e2e5".parse().unwrap()),
        Err(IllegalMove::CannotReach { piece: Piece::Pawn, from: Square::E2, to: Square::E5 })
    );
}

/// A move built in code is validated like one that was read.
#[test]
fn a_pawn_does_not_promote_to_a_king_or_a_pawn() {
    let board = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    for piece in [Piece::King, Piece::Pawn] {
        let action = SanAction::Move {
            piece: Piece::Pawn,
            file: None,
            rank: None,
            capture: false,
            to: Square::A8,
            promotion: Some(SanPromotion::To(piece)),
        };
        let san = San { action, check_sign: None };
        assert_eq!(san.resolve(&board), Err(SanMismatch::Illegal(IllegalMove::PromotionTo(piece))));
    }
}

#[test]
fn the_error_names_the_notation_of_castling() {
    let reason = |text| resolve(text, &board(CASTLING)).unwrap_err().to_string();
    assert_eq!(reason("Kg1"), "castling is written O-O");
    assert_eq!(reason("Kc1"), "castling is written O-O-O");
}

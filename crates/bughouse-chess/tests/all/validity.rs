//! `BoardBuilder`, and every rule that it checks.

use bughouse_chess::board::CastleClaim;
use bughouse_chess::{
    Board, BoardBuilder, CastlingLetters, CastlingSide, Color, EnPassant, FenStyle, File, LastFields,
    Leniencies, Leniency, Material, Piece, Rank, ReadOptions, Reserve, Square, Violation,
};

use crate::support::{accepting, board};

#[test]
fn each_option_is_set_by_its_name() {
    let accept = Leniencies::NONE.with(Leniency::DroppedCastling).with(Leniency::MoveNumberZero);
    let options = ReadOptions::default()
        .accept(accept)
        .material(Material::OneSet)
        .last_fields(LastFields::Clocks)
        .standard_castling(true);
    assert_eq!((options.accept, options.material), (accept, Material::OneSet));
    assert!(options.last_fields == LastFields::Clocks && options.standard_castling);
    let style = FenStyle::default().en_passant(EnPassant::Legal).castling(CastlingLetters::Shredder);
    assert_eq!((style.en_passant, style.castling), (EnPassant::Legal, CastlingLetters::Shredder));
}

/// A position with many violations reports all of them at once.
#[test]
fn all_violations_are_reported_together() {
    let mut builder = BoardBuilder::new();
    for square in [Square::A4, Square::B4] {
        builder.piece(square, Piece::King, Color::White);
    }
    builder
        .piece(Square::A1, Piece::Pawn, Color::White)
        .piece(Square::H8, Piece::Pawn, Color::Black)
        .promoted(Square::C3, true)
        .promoted(Square::A1, true)
        .castle_right(Color::White, CastleClaim::CastlingSide(CastlingSide::KingSide))
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
        invalid.violations(),
        [
            Violation::TooManyPieces { color: Color::White, count: 33, limit: 32 },
            Violation::PawnOnLastRank(Square::A1),
            Violation::PawnOnLastRank(Square::H8),
            Violation::PromotedMarker(Square::A1),
            Violation::PromotedMarker(Square::C3),
            Violation::ManyKings { color: Color::White, count: 2 },
            Violation::NoKing(Color::Black),
            Violation::CastlingWithoutRook {
                color: Color::White,
                claim: CastleClaim::CastlingSide(CastlingSide::KingSide)
            },
            Violation::CastlingWithoutRook { color: Color::Black, claim: CastleClaim::File(File::C) },
            Violation::EnPassantWithoutPawn { square: Square::E6, pawn: Square::E5 },
            Violation::MoveNumberZero,
        ]
    );
    assert_eq!(invalid.builder(), &builder, "the position is kept");
    let message = invalid.to_string();
    assert!(invalid.violations().iter().all(|rule| message.contains(&rule.to_string())), "{message}");
}

/// One violation each.
#[test]
fn each_violation_separately() {
    let e6 = Square::E6;
    let no_rook = |color, claim| Violation::CastlingWithoutRook { color, claim };
    let cases = [
        ("8/8/8/8/8/8/8/4K3[] w - - 0 1", Violation::NoKing(Color::Black)),
        ("4k3/8/8/8/8/8/8/8[] w - - 0 1", Violation::NoKing(Color::White)),
        ("4k3/8/8/8/8/8/8/K3K3[] w - - 0 1", Violation::ManyKings { color: Color::White, count: 2 }),
        ("4k3/8/8/8/8/8/8/4K2P[] w - - 0 1", Violation::PawnOnLastRank(Square::H1)),
        ("4k2p/8/8/8/8/8/8/4K3[] w - - 0 1", Violation::PawnOnLastRank(Square::H8)),
        ("4k3/8/8/8/4R3/8/8/4K3[] w - - 0 1", Violation::OpponentInCheck(Color::Black)),
        ("4k3/8/8/8/4r3/8/8/4K3[] b - - 0 1", Violation::OpponentInCheck(Color::White)),
        ("8/8/8/8/8/8/3k4/4K3[] w - - 0 1", Violation::OpponentInCheck(Color::Black)),
        (
            "4k3/8/8/8/8/8/8/4K3[] w K - 0 1",
            no_rook(Color::White, CastleClaim::CastlingSide(CastlingSide::KingSide)),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3[] w K - 0 1",
            no_rook(Color::White, CastleClaim::CastlingSide(CastlingSide::KingSide)),
        ),
        (
            "4k3/8/8/8/8/8/4K3/R6R[] w Q - 0 1",
            no_rook(Color::White, CastleClaim::CastlingSide(CastlingSide::QueenSide)),
        ),
        ("r3k3/8/8/8/8/8/8/4K3[] w b - 0 1", no_rook(Color::Black, CastleClaim::File(File::B))),
        (
            "4k3/8/8/8/8/8/8/4K1RR[] w HG - 0 1",
            Violation::CastlingTwice { color: Color::White, claim: CastleClaim::File(File::H) },
        ),
        (
            "4k3/8/8/4p3/8/8/8/4K3[] w - e3 0 1",
            Violation::EnPassantRank { square: Square::E3, expected: Rank::Sixth },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[] w - e6 0 1",
            Violation::EnPassantWithoutPawn { square: e6, pawn: Square::E5 },
        ),
        ("4k3/8/4n3/4p3/8/8/8/4K3[] w - e6 0 1", Violation::EnPassantBlocked { square: e6 }),
        ("3k4/4n3/8/4p3/8/8/8/4K3[] w - e6 0 1", Violation::EnPassantBlocked { square: e6 }),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 0", Violation::MoveNumberZero),
    ];
    for (text, rule) in cases {
        let builder: BoardBuilder = text.parse().unwrap();
        assert_eq!(builder.build().unwrap_err().violations(), [rule], "{text}");
    }
}

#[test]
fn options_accept_deviations() {
    let cases = [
        (
            "castling",
            "4k3/8/8/8/8/8/8/R3K3[] w KQkq - 0 1",
            accepting([Leniency::DroppedCastling]),
            Leniency::DroppedCastling,
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        ),
        (
            "en passant",
            "4k3/8/8/8/8/8/8/R3K3[] w Q e6 0 1",
            accepting([Leniency::DroppedEnPassant]),
            Leniency::DroppedEnPassant,
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        ),
        (
            "move number",
            "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 0",
            accepting([Leniency::MoveNumberZero]),
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
        let valid: BoardBuilder = expected.parse().unwrap();
        assert!(valid.build_with(&options).unwrap().1.is_empty(), "{name}: no leniency needed");
    }
}

#[test]
fn one_set_of_material() {
    let one_set = ReadOptions::default().material(Material::OneSet);
    let validate = |text: &str| {
        let builder: BoardBuilder = text.parse().unwrap();
        builder.build_with(&one_set).map(|_| ()).map_err(|invalid| invalid.violations().to_vec())
    };
    assert_eq!(validate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"), Ok(()));
    assert_eq!(
        validate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1"),
        Err(vec![Violation::TooManyPieces { color: Color::White, count: 17, limit: 16 }])
    );
    assert_eq!(
        validate("4k3/pppppppp/p7/8/8/8/8/4K3[] w - - 0 1"),
        Err(vec![Violation::TooManyPawns { color: Color::Black, count: 9, limit: 8 }])
    );
    let any = ReadOptions::default().material(Material::Any);
    let crowd: BoardBuilder =
        "4k3/8/8/8/QQQQ4/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ[QQQQQQQQ] b - - 0 1".parse().unwrap();
    assert!(crowd.build().is_err());
    assert!(crowd.build_with(&any).is_ok());
}

#[test]
fn a_builder_from_a_board_builds_the_same_board() {
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
fn a_builder_returns_what_was_set() {
    let mut builder = BoardBuilder::new();
    builder.piece(Square::D4, Piece::Queen, Color::Black).promoted(Square::D4, true);
    assert_eq!(builder.get(Square::D4), Some((Piece::Queen, Color::Black)));
    assert!(builder.is_promoted(Square::D4));
    builder.piece(Square::D4, Piece::Knight, Color::White);
    assert_eq!(builder.get(Square::D4), Some((Piece::Knight, Color::White)));
    assert!(!builder.is_promoted(Square::D4), "another piece replaced it");
    builder.clear_square(Square::D4);
    assert_eq!(builder, BoardBuilder::new());
    for color in Color::ALL {
        builder.side_to_move(color);
        assert_eq!(builder.get_side_to_move(), color);
    }
    builder.en_passant(Some(Square::E3));
    assert_eq!(builder.get_en_passant(), Some(Square::E3));
}

/// An invalid position can be written and read again.
#[test]
fn a_builder_is_written_without_validation() {
    for text in [
        "8/8/8/8/8/8/8/8[] w - - 0 0",
        "PPPPPPPP/8/8/8/8/8/8/KKKKKKKK[QQPqn] b KQHAkqc e4 7 0",
        "r3k2r/8/8/8/8/8/8/R~3K2R[] w KQkq - 3 9",
    ] {
        let builder: BoardBuilder = text.parse().unwrap();
        assert_eq!(builder.to_string(), text);
    }
    let builder: BoardBuilder = "8/8/8/8/8/8/8/8[] w KAq - 5 6".parse().unwrap();
    let white: Vec<_> = builder.get_castle_rights(Color::White).collect();
    assert_eq!(white, [CastleClaim::CastlingSide(CastlingSide::KingSide), CastleClaim::File(File::A)]);
    assert_eq!((builder.get_halfmove_clock(), builder.get_fullmove_number()), (5, 6));
}

/// Empty reserves, in each notation.
#[test]
fn empty_reserves() {
    for reserves in ["", "[]", "[-]", "/", "/-"] {
        let text = format!("4k3/8/8/8/8/8/8/4K3{reserves} w - - 0 1");
        assert_eq!(text.parse::<Board>().unwrap().to_bfen(), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    }
}

//! The examples of the FEN and BFEN specifications. Those of the older library's README are in
//! `seed_readme.rs`.
//!
//! Some examples of the specifications are wrong. Each of those is here with how we handle it.

use bughouse_chess::board::CastleClaim;
use bughouse_chess::notation::position::{FenErrorKind, Field, ParsedBoard};
use bughouse_chess::{
    Board, BoardBuilder, CastlingSide, Color, Leniency, Piece, Rank, ReadErrorKind, ReadOptions, Span,
    Square, Violation,
};

use crate::support::{accepting, board};

/// Reads a string that must fail to parse, and returns what is wrong and where.
#[track_caller]
fn text_error(text: &str, options: &ReadOptions) -> (FenErrorKind, Span) {
    match ParsedBoard::read(text.as_bytes(), options) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => match *error.kind() {
            ReadErrorKind::Fen(None, kind) => (kind, error.span()),
            _ => panic!("{text}: {error}"),
        },
    }
}

/// Reads a string that must parse and fail validation, and returns every violation.
#[track_caller]
fn violation(text: &str) -> Vec<Violation> {
    assert!(text.parse::<BoardBuilder>().is_ok(), "{text} does not pass step one");
    text.parse::<Board>().unwrap_err().violations().collect()
}

/// The complete examples of the FEN specification, and those of its fields 5 and 6.
#[test]
fn fen_examples_are_read_and_written_back() {
    let examples = [
        ("starting position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("after 1.e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("after 1.e4 c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"),
        ("after 2.Nf3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        ("mid-game", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 5"),
        ("after castling", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 5"),
    ];
    for (name, text) in examples {
        assert_eq!(board(text).to_fen(), text, "{name}");
    }
}

/// The counters in the FEN specification's line of play are those of the moves.
#[test]
fn fen_examples_follow_from_the_moves() {
    let mut board = Board::default();
    for (mv, text) in [
        ("e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("c7c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"),
        ("g1f3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
    ] {
        let mv = board.read_uci(mv.as_bytes()).unwrap();
        board.play(mv).unwrap();
        assert_eq!(board.to_fen(), text);
    }
}

/// The castling fields in the FEN specification, on boards where king and rooks are in place.
#[test]
fn fen_castling_examples_are_read_and_written_back() {
    for field in ["KQkq", "Kq", "-", "KQ"] {
        let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1");
        assert_eq!(board(&text).to_fen(), text);
    }
}

/// The FEN specification shows strings that end early. They are rejected where they end.
#[test]
fn fen_examples_that_stop_early() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let cases = [
        ("rnbqkbnr", FenErrorKind::RankCount(1), Span::new(8, 8)),
        ("8", FenErrorKind::RankCount(1), Span::new(1, 1)),
        ("r3k2r", FenErrorKind::RankCount(1), Span::new(5, 5)),
        (start, FenErrorKind::Missing(Field::Side), Span::new(43, 43)),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            FenErrorKind::Missing(Field::Castling),
            Span::new(45, 45),
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
            FenErrorKind::Missing(Field::Castling),
            Span::new(47, 47),
        ),
    ];
    for (text, kind, span) in cases {
        assert_eq!(text_error(text, &ReadOptions::default()), (kind, span), "{text}");
    }
}

/// The FEN specification's examples of field 4 have no counters: one named option reads them.
#[test]
fn fen_examples_without_counters() {
    let missing_counters = accepting([Leniency::MissingCounters]);
    for text in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
    ] {
        let end = Span::new(text.len(), text.len());
        let expected = (FenErrorKind::Missing(Field::HalfmoveClock), end);
        assert_eq!(text_error(text, &ReadOptions::default()), expected, "{text}");
        let (board, used) = Board::read(text.as_bytes(), &missing_counters).unwrap();
        assert_eq!(used.iter().collect::<Vec<_>>(), [Leniency::MissingCounters], "{text}");
        assert_eq!(board.to_fen(), format!("{text} 0 1"));
    }
}

#[test]
fn fen_common_error_seven_ranks() {
    let text = "rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let expected = (FenErrorKind::RankCount(7), Span::new(43, 43));
    assert_eq!(text_error(text, &ReadOptions::default()), expected);
}

/// The specification says that the white king is missing. It is there: the h1 rook is a pawn.
#[test]
fn fen_common_error_pawn_on_the_first_rank() {
    let broken = violation("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNP w KQkq - 0 1");
    let no_rook = Violation::CastlingWithoutRook {
        color: Color::White,
        claim: CastleClaim::CastlingSide(CastlingSide::KingSide),
    };
    assert_eq!(broken, [Violation::PawnOnLastRank(Square::H1), no_rook]);
}

#[test]
fn fen_common_error_en_passant_square() {
    let broken = violation("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4 0 1");
    assert_eq!(broken, [Violation::EnPassantRank { square: Square::E4, expected: Rank::Third }]);
}

/// The valid examples and edge cases of the BFEN specification.
#[test]
fn bfen_examples_are_read_and_written_back() {
    let examples = [
        ("starting position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("board A", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5"),
        ("board B", "rnbqkb1r/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR[Qbpp] b KQkq - 0 3"),
        (
            "complex reserves",
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1[QQRNNNPPPPrbbnnppp] w kq - 8 9",
        ),
        ("only white in reserve", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNP] w KQkq - 4 5"),
        ("only black in reserve", "rnbqkb1r/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR[bpp] b KQkq - 0 3"),
        ("asymmetric reserves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNP] w KQkq - 0 1"),
        ("the README's own", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNPqp] w KQkq - 0 1"),
    ];
    for (name, text) in examples {
        assert_eq!(board(text).to_bfen(), text, "{name}");
    }
}

#[test]
fn bfen_reserves_are_read_in_any_order_and_written_in_one() {
    let text = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[pNPN] w KQkq - 4 5";
    assert_eq!(
        board(text).to_bfen(),
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPp] w KQkq - 4 5"
    );
}

#[test]
fn plain_fen_is_bfen_with_empty_reserves() {
    let plain = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (with_brackets, with_dash) = (plain.replace(" w", "[] w"), plain.replace(" w", "[-] w"));
    assert_eq!(board(plain), board(&with_brackets));
    assert_eq!(board(plain), board(&with_dash));
    assert_eq!(board(plain).to_bfen(), with_brackets);
}

#[test]
fn reserves_after_a_ninth_slash() {
    let slash = board("r3k2r/8/8/8/8/8/8/R3K2R/QNp w KQkq - 0 1");
    assert_eq!(slash, board("r3k2r/8/8/8/8/8/8/R3K2R[QNp] w KQkq - 0 1"));
}

/// "With Promoted Piece": the third rank is four squares long, and the bishop is on d3, not on e3.
#[test]
fn bfen_example_with_a_short_rank() {
    let text = "r2q1rk1/ppp2ppp/2n1bn2/3p4/3P4/2NB~/5N2/R1BQ1RK1[QNNPrbp] b - - 0 12";
    let kind = FenErrorKind::RankLength { rank: Rank::Third, squares: 4 };
    let (found, span) = text_error(text, &ReadOptions::default());
    assert_eq!((found, span), (kind, Span::new(31, 35)));
    assert_eq!(&text[span.start..span.end], "2NB~");
    assert_eq!(kind.to_string(), "rank 3 has 4 squares, expected 8");

    let padded = accepting([Leniency::ShortRank]);
    let (board, used) = Board::read(text.as_bytes(), &padded).unwrap();
    assert_eq!(used.iter().collect::<Vec<_>>(), [Leniency::ShortRank]);
    assert_eq!(board.piece_on(Square::D3), Some(Piece::Bishop));
    assert!(board.is_promoted(Square::D3));
    assert_eq!(board.to_bfen(), text.replace("2NB~", "2NB~4"));
}

/// "Maximum Reserves": there is no black king.
#[test]
fn bfen_example_without_a_black_king() {
    let text = "r7/8/8/8/8/8/8/R6K[QQQQQQQRRRRRBBBBNNNNPPPPPPPPqqqqqqqrrrrrbbbbnnnnnpppppppp] w - - 0 50";
    let broken = violation(text);
    assert_eq!(broken, [Violation::NoKing(Color::Black)]);
    assert_eq!(broken[0].to_string(), "Black has no king");
    let repaired = text.replacen("r7", "r6k", 1);
    assert_eq!(board(&repaired).to_bfen(), repaired, "with a king the reserves themselves are fine");
}

/// "All Promoted Pieces": ranks of three squares, and no kings.
#[test]
fn bfen_example_of_all_promoted_pieces() {
    let text = "Q~Q~Q~/Q~Q~Q~/Q~Q~Q~/8/8/q~q~q~/q~q~q~/q~q~q~[] w - - 0 100";
    let kind = FenErrorKind::RankLength { rank: Rank::Eighth, squares: 3 };
    assert_eq!(text_error(text, &ReadOptions::default()), (kind, Span::new(0, 6)));
    let padded = accepting([Leniency::ShortRank]);
    let violations = Board::read(text.as_bytes(), &padded).unwrap_err().violations().collect::<Vec<_>>();
    assert_eq!(violations, [Violation::NoKing(Color::White), Violation::NoKing(Color::Black)]);
}

/// The demotion example: a captured `Q~` is transferred as a pawn, which keeps its color.
#[test]
fn bfen_demotion_example() {
    let mut board = board("4k3/8/8/8/8/3q4/2Q~5/4K3[] b - - 0 1");
    let mv = board.read_uci(b"d3c2").unwrap();
    let capture = board.play(mv).unwrap().unwrap();
    assert_eq!((capture.piece, capture.promoted), (Piece::Queen, true));
    assert_eq!(capture.transferred(), Piece::Pawn);
    assert_eq!(board.to_bfen(), "4k3/8/8/8/8/8/2q5/4K3[] w - - 0 2");
}

/// 002 allows 16 pieces of a color, which is right only for one set. 000 allows 32 including the reserve.
#[test]
fn limits_of_material() {
    let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRRBBNNPPPPPPPPP] w KQkq - 0 1";
    assert_eq!(board(full).count_of(Color::White), 32);
    let broken = violation(&full.replace("[Q", "[QQ"));
    assert_eq!(broken, [Violation::TooManyPieces { color: Color::White, count: 33, limit: 32 }]);
}

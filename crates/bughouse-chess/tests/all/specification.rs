//! Details of the specifications that required a decision.

use bughouse_chess::notation::position::ParsedBoard;
use bughouse_chess::{Board, Color, Leniency, Material, ReadOptions, Violation};

use crate::support::accepting;

/// Reads a position, and returns the leniencies that were needed or the violations.
fn read(text: &str, options: ReadOptions) -> Result<Vec<&'static str>, Vec<Violation>> {
    match Board::read(text.as_bytes(), &options) {
        Ok((_, used)) => Ok(used.iter().map(Leniency::name).collect()),
        Err(error) => {
            assert_eq!(error.syntax(), None, "{text}");
            Err(error.violations().collect())
        }
    }
}

/// Sixteen pawns of two sets plus a promoted piece are one too many. A leniency accepts it.
#[test]
fn more_promoted_pieces_than_pawns_could_have_become() {
    let text = "4k2N~/8/8/8/8/8/PPPPPPPP/4K3[PPPPPPPP] w - - 0 1";
    let violation = Violation::TooManyPromoted { color: Color::White, count: 17, limit: 16 };
    assert_eq!(read(text, ReadOptions::default()), Err(vec![violation]));
    assert_eq!(violation.to_string(), "White has 17 pawns and promoted pieces, but there were only 16 pawns");
    let lenient = accepting([Leniency::TooManyPromoted]);
    assert_eq!(read(text, lenient), Ok(vec!["too-many-promoted"]));
    let any = ReadOptions::default().material(Material::Any);
    assert_eq!(read(text, any), Ok(vec![]));
    // With one pawn less, it is valid.
    assert_eq!(read("4k2N~/8/8/8/8/8/PPPPPPPP/4K3[PPPPPPP] w - - 0 1", ReadOptions::default()), Ok(vec![]));
}

/// With one set, surplus queens, rooks, bishops and knights are promoted pawns, marked or not.
#[test]
fn one_set_counts_promotions() {
    let one_set = ReadOptions::default().material(Material::OneSet);
    let queens = |pawns: &str| format!("4k3/8/8/8/8/8/{pawns}/QQQQK2Q w - - 0 1");
    assert_eq!(read(&queens("PPPP4"), one_set), Ok(vec![]));
    let violation = Violation::TooManyPromoted { color: Color::White, count: 9, limit: 8 };
    assert_eq!(read(&queens("PPPPP3"), one_set), Err(vec![violation]));
    // The default limit is two sets.
    assert_eq!(read(&queens("PPPPP3"), ReadOptions::default()), Ok(vec![]));
}

/// `.. w` and `.. b` are examples in a specification. A named leniency reads them.
#[test]
fn two_fields_are_read_by_a_leniency() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    assert!(Board::read(text.as_bytes(), &ReadOptions::default()).is_err());
    let options = accepting([Leniency::MissingFields]);
    let (board, used) = Board::read(text.as_bytes(), &options).unwrap();
    assert_eq!(board.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert_eq!(used.iter().map(Leniency::name).collect::<Vec<_>>(), ["missing-fields"]);
    // No specification has an example with three fields.
    assert!(Board::read(format!("{text} KQkq").as_bytes(), &options).is_err());
    let options = accepting([Leniency::MissingFields, Leniency::MissingCounters]);
    assert!(Board::read(format!("{text} KQkq -").as_bytes(), &options).is_ok());
}

/// A king on f1 with `KQkq` can only have come from a Chess960 start.
#[test]
fn rights_that_need_a_chess960_start() {
    let text = "rnbq1kbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KBR[] w KQkq - 0 1";
    assert_eq!(read(text, ReadOptions::default()), Ok(vec![]));
    let build = ReadOptions::default().standard_castling(true);
    assert_eq!(read(text, build).unwrap_err().len(), 4);
    let build = accepting([Leniency::DroppedCastling]).standard_castling(true);
    let (board, used) = Board::read(text.as_bytes(), &build).unwrap();
    assert!(board.castle_rights().is_empty() && used.contains(Leniency::DroppedCastling));
    // A rook named by its file is accepted.
    let named = text.replace("KQkq", "HAha");
    assert_eq!(read(&named, build), Ok(vec![]));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    assert_eq!(read(usual, build), Ok(vec![]));
}

/// BFEN ends with counters: one with a minus sign is an error, not a clock.
#[test]
fn a_bad_counter_of_bfen_is_not_a_clock() {
    let read = |text: &str| {
        ParsedBoard::read(text.as_bytes(), &ReadOptions::default())
            .map(|text| text.clocks.is_some())
            .map_err(|error| error.to_string())
    };
    let error = read("4k3/8/8/8/8/8/8/4K3[] w - - -1 1").unwrap_err();
    assert!(error.contains("half-move clock"), "{error}");
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3[] w - - -0.5 1"), Ok(true));
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3/- w - - -1 1"), Ok(true));
}

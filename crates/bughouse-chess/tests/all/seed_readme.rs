//! The examples of the older library's README, verbatim. They compile without warnings from us: the allowed
//! lints are about names that the examples themselves don't use.

#![deny(warnings)]
#![allow(unused_imports, unused_mut, unused_variables)]

#[test]
#[rustfmt::skip]
fn legal_move_generation() {
    use bughouse_chess::{Board, MoveGen, EMPTY};

    let board = Board::default();
    let mut movegen = MoveGen::new_legal(&board);
    assert_eq!(movegen.len(), 20);
}

#[test]
#[rustfmt::skip]
fn drop_moves() {
    use bughouse_chess::{Board, MoveGen, Piece, Color};
    use std::str::FromStr;

    let mut board = Board::from_str("k7/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    board.add_to_reserve(Color::White, Piece::Knight);
    let drops = MoveGen::drop_moves(&board);
    assert_eq!(drops.len(), 62); // knight can drop on all empty squares
}

#[test]
#[rustfmt::skip]
fn making_a_drop() {
    use bughouse_chess::{Board, Piece, Square, Color};
    use std::str::FromStr;

    let mut board = Board::from_str("k7/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    board.add_to_reserve(Color::White, Piece::Knight);
    let new_board = board.make_drop_new(Piece::Knight, Square::from_str("e4").unwrap()).unwrap();
    assert_eq!(new_board.piece_on(Square::from_str("e4").unwrap()), Some(Piece::Knight));
}

#[test]
#[rustfmt::skip]
fn capture_tracking() {
    use bughouse_chess::{Board, ChessMove, Square, Piece};
    use std::str::FromStr;

    let board = Board::from_str("k7/8/8/8/3p4/4N3/8/4K3 w - - 0 1").unwrap();
    let capture = ChessMove::new(
        Square::from_str("e3").unwrap(),
        Square::from_str("d4").unwrap(),
        None,
    );
    let (new_board, cap_info) = board.make_move_with_capture(capture);
    let (piece, was_promoted) = cap_info.unwrap();
    assert_eq!(piece, Piece::Pawn);
    assert!(!was_promoted);
}

#[test]
#[rustfmt::skip]
fn bfen_parsing() {
    use bughouse_chess::{Board, BoardBuilder, Piece, Color};
    use std::str::FromStr;
    use std::convert::TryInto;

    let builder = BoardBuilder::from_str(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNPqp] w KQkq - 0 1"
    ).unwrap();
    let board: Board = (&builder).try_into().unwrap();
    assert_eq!(board.reserves()[Color::White.to_index()].count(Piece::Queen), 1);
}

#[test]
#[rustfmt::skip]
fn checkmate_detection() {
    use bughouse_chess::{Board, BoardBuilder};
    use bughouse_chess::board::BoardStatus;
    use std::str::FromStr;
    use std::convert::TryInto;

    // Adjacent queen mate — unblockable
    let board: Board = BoardBuilder::from_str("8/8/8/8/8/1K6/Q7/k7 b - - 0 1")
        .unwrap().try_into().unwrap();
    assert_eq!(board.status(), BoardStatus::Checkmate);
}

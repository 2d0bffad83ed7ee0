//! `Arbitrary` for fuzzers and property tests, with the feature `arbitrary`.
//!
//! Boards are positions that legal play can reach: the starting position, a Chess960 start, or a few pieces
//! on random squares, with reserves, after some random half-moves. Moves are any that can be written, legal
//! or not.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::board::Board;
use crate::board::builder::{BoardBuilder, CastleClaim, MAX_PIECES};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::read_options::ReadOptions;
use crate::types::seat::{BoardId, Seat, Team};
use crate::types::square::{File, Rank, Square};

/// The most half-moves played to reach a board.
const MOST_PLIES: u8 = 40;

macro_rules! any_of_all {
    ($($type:ty),*) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose(&<$type>::ALL).copied()
            }

            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

any_of_all!(Color, Piece, File, Rank, Square, BoardId, Team, Seat);

impl<'a> Arbitrary<'a> for ChessMove {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<ChessMove> {
        let promotion = if u.ratio(1, 4)? { Some(*u.choose(&Piece::PROMOTIONS)?) } else { None };
        Ok(ChessMove::new(u.arbitrary()?, u.arbitrary()?, promotion))
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (3, Some(4))
    }
}

impl<'a> Arbitrary<'a> for BughouseMove {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<BughouseMove> {
        if u.arbitrary()? {
            return Ok(BughouseMove::Drop { piece: *u.choose(&Piece::IN_RESERVE)?, square: u.arbitrary()? });
        }
        ChessMove::arbitrary(u).map(BughouseMove::Regular)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (3, Some(5))
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Board> {
        let mut board = match u.int_in_range(0..=2)? {
            0 => Board::default(),
            1 => Board::chess960(u.int_in_range(0..=959)?).unwrap_or_default(),
            _ => few_pieces(u)?,
        };
        for _ in 0..u.int_in_range(0..=8)? {
            add_random_piece(&mut board, u)?;
        }
        for _ in 0..u.int_in_range(0..=MOST_PLIES)? {
            // Without bytes, every choice would be the first one: a long game that tests nothing.
            if u.is_empty() {
                break;
            }
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Generated moves are legal.
            if let Some(mv) = moves.get(u.choose_index(moves.len())?) {
                let _ = board.play(mv);
            }
            if u.ratio(1, 8)? {
                add_random_piece(&mut board, u)?;
            }
        }
        Ok(board)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (3, None)
    }
}

/// Adds a piece to a reserve, if the color can still receive one.
fn add_random_piece(board: &mut Board, u: &mut Unstructured<'_>) -> Result<()> {
    let (color, piece) = (Color::arbitrary(u)?, *u.choose(&Piece::IN_RESERVE)?);
    if board.count_of(color) < MAX_PIECES {
        // There is room for it: the count was checked above.
        let _ = board.try_add_to_reserve(color, piece);
    }
    Ok(())
}

/// Places kings and a few pieces on random squares, with castling rights and a double push where they are
/// possible. Falls back to the starting position if the result breaks another rule, such as a check out of
/// turn.
fn few_pieces(u: &mut Unstructured<'_>) -> Result<Board> {
    let mut builder = BoardBuilder::new();
    builder.side_to_move(u.arbitrary()?);
    builder.halfmove_clock(u.int_in_range(0..=99)?).fullmove_number(u.int_in_range(1..=u32::MAX)?);
    for _ in 0..u.int_in_range(0..=16)? {
        let (square, color, piece) =
            (Square::arbitrary(u)?, Color::arbitrary(u)?, *u.choose(&Piece::IN_RESERVE)?);
        let on_last_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
        if piece != Piece::Pawn {
            builder.piece(square, piece, color).promoted(square, u.ratio(1, 4)?);
        } else if !on_last_rank {
            builder.piece(square, piece, color);
        }
    }
    let kings = [Square::arbitrary(u)?, Square::arbitrary(u)?];
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        builder.piece(king, Piece::King, color);
    }
    for color in Color::ALL {
        for file in File::ALL {
            if u.ratio(1, 2)? {
                builder.castle_right(color, CastleClaim::File(file));
            }
        }
    }
    let passed = (!builder.get_side_to_move()).passed_rank();
    builder.en_passant(Some(Square::new(u.arbitrary()?, passed)));
    let dropped = Leniencies::NONE.with(Leniency::DroppedCastling).with(Leniency::DroppedEnPassant);
    let options = ReadOptions::default().accept(dropped);
    Ok(builder.build_with(&options).map(|(board, _)| board).unwrap_or_default())
}

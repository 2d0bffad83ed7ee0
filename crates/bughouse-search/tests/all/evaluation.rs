//! Static evaluation.

use bughouse_chess::board::CastleClaim;
use bughouse_chess::{Board, BoardBuilder, BoardId, Color, Position, Rules};
use bughouse_search::evaluate;

use crate::support::{Rng, random_position, with_start};

/// Swaps the colors of a board and rotates it.
fn flipped(board: &Board) -> Board {
    let mut builder = BoardBuilder::new();
    for square in board.combined() {
        let at = square.flip_vertical();
        let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else { continue };
        builder.piece(at, piece, !color);
        builder.promoted(at, board.is_promoted(square));
    }
    for color in Color::ALL {
        builder.reserve(!color, board.reserve(color));
        for castling_side in bughouse_chess::CastlingSide::ALL {
            if let Some(file) = board.castle_rights().rook_file(color, castling_side) {
                builder.castle_right(!color, CastleClaim::File(file));
            }
        }
    }
    builder.side_to_move(!board.side_to_move());
    builder.build().expect("a mirrored board is valid")
}

#[test]
fn evaluation_is_the_same_for_both_colors() {
    let rules = Rules::standard();
    let mut different = 0;
    for seed in 0..300 {
        let position = random_position(&mut Rng::new(seed), rules, 10 + seed as usize % 90);
        let [a, b] = position.boards().each_ref().map(flipped);
        let mirrored = Position::new(a, b, rules);
        for id in BoardId::ALL {
            assert_eq!(evaluate(&position, id), evaluate(&mirrored, id), "{position:?} on {id}");
        }
        different += usize::from(evaluate(&position, BoardId::A) != evaluate(&position, BoardId::B));
    }
    assert!(different > 250, "{different} positions with different scores");
}

#[test]
fn more_pieces_are_better() {
    let worth = |text: &str| evaluate(&with_start(text), BoardId::A);
    let bare = worth("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1");
    for letter in ["P", "N", "B", "R", "Q"] {
        let more = worth(&format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[{letter}] w - - 0 1"));
        assert!(more > bare + 50, "{letter}: {more} after {bare}");
        let less = worth(&format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[{}] w - - 0 1", letter.to_lowercase()));
        assert!(less < bare - 50, "{letter}: {less} after {bare}");
    }
}

#[test]
fn an_exposed_king_is_worse_against_pieces_in_reserve() {
    let worth = |text: &str| evaluate(&with_start(text), BoardId::A);
    let safe = worth("rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1[nq] w - - 0 1");
    let open = worth("rnbq1rk1/pppppppp/8/8/6K1/8/PPPPPPPP/RNBQ1R2[nq] w - - 0 1");
    assert!(open < safe - 300, "{open} and {safe}");
}

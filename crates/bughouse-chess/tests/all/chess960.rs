//! Chess960 starts by number.

use std::collections::HashSet;

use bughouse_chess::{Board, CastlingSide, Color};

use crate::support::{Rng, board, chess960_start};

/// Returns the pieces of White's back rank, from the a-file to the h-file.
fn back_rank(board: &Board) -> String {
    board.to_fen().split(' ').next().unwrap().rsplit('/').next().unwrap().to_string()
}

/// Numbers and back ranks from the tables of Scharnagl's numbering.
#[test]
fn known_numbers() {
    let known = [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (2, "BQNNRBKR"),
        (3, "BQNNRKRB"),
        (4, "QBBNNRKR"),
        (16, "BBNQNRKR"),
        (96, "BBQNRNKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (864, "BBQRKRNN"),
        (959, "RKRNNQBB"),
    ];
    for (number, rank) in known {
        let start = Board::chess960(number).unwrap();
        assert_eq!(back_rank(&start), rank, "{number}");
        assert_eq!(start.chess960_number(), Some(number));
    }
}

#[test]
fn all_starts_are_valid_and_different() {
    let mut ranks = HashSet::new();
    for number in 0..960 {
        let start = Board::chess960(number).unwrap();
        assert_eq!(board(&start.to_bfen()), start, "{number}");
        assert_eq!(start.chess960_number(), Some(number));
        assert!(ranks.insert(back_rank(&start)), "{number} repeats {start}");
        let rank = back_rank(&start);
        let files = |letter| rank.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
        let (rooks, king, bishops) = (files('R'), files('K'), files('B'));
        assert!(rooks[0] < king[0] && king[0] < rooks[1], "{number}: {rank}");
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{number}: {rank}");
        for color in Color::ALL {
            let rights = CastlingSide::ALL.map(|castling_side| {
                start.castle_rights().rook_file(color, castling_side).unwrap().to_index()
            });
            assert_eq!(rights, [rooks[1], rooks[0]], "{number}: {color}");
        }
    }
    for number in [960, 961, 1000, u16::MAX] {
        assert_eq!(Board::chess960(number), None);
    }
}

#[test]
fn random_starts_have_a_number() {
    let mut rng = Rng::new(960);
    for _ in 0..500 {
        let start = chess960_start(&mut rng);
        let number = start.chess960_number().unwrap_or_else(|| panic!("{start}"));
        assert_eq!(Board::chess960(number), Some(start));
    }
}

#[test]
fn other_boards_have_no_number() {
    let others = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 2",
        "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR[] w KQkq - 0 1",
        // Bishops on one color, a king outside, three knights, no queen.
        "4k3/8/8/8/8/8/8/BNBQKRNR[] w - - 0 1",
        "2k5/8/8/8/8/8/8/KRNBBRNQ[] w - - 0 1",
        "2k5/8/8/8/8/8/8/NRBBKNNQ[] w - - 0 1",
        "3k4/8/8/8/8/8/8/RRBBNKNR[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    ];
    for text in others {
        assert_eq!(board(text).chess960_number(), None, "{text}");
    }
    assert_eq!(Board::default().chess960_number(), Some(518));
}

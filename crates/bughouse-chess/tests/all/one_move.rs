//! Compares functions for a single move (validate, find, make) with those that go over all moves.

use bughouse_chess::notation::san::{SanAction, SanMismatch, SanPromotion};
use bughouse_chess::perft::perft_made;
use bughouse_chess::{
    BitBoard, Board, BoardId, BughouseMove, ChessMove, Clocks, File, Match, Piece, Rank, Rules, San, Square,
    TimeControl,
};

use crate::support::{Rng, board, random_board, sparse_board};

/// Returns boards with many pieces and with few.
fn boards(count: usize, seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |i| match i % 3 {
        0 => random_board(rng.next(), rng.below(100)),
        _ => sparse_board(&mut rng),
    })
}

fn squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter()
}

/// Returns every move and drop that can be written, legal or not. Promotions include a possible and an
/// impossible one.
fn all_moves() -> Vec<BughouseMove> {
    let mut moves = Vec::new();
    for from in squares() {
        for to in squares() {
            for promotion in [None, Some(Piece::Queen), Some(Piece::King)] {
                moves.push(ChessMove::new(from, to, promotion).into());
            }
            moves.push(ChessMove::stealing(from, to, Piece::Queen, Square::D1).into());
        }
        moves.extend(Piece::ALL.map(|piece| BughouseMove::Drop { piece, square: from }));
    }
    moves
}

/// Checks that a match accepts exactly the legal moves on a board, and plays them like the board.
fn check_all(game: &Match, id: BoardId, all_moves: &[BughouseMove]) {
    let (board, legal) = (*game.board(id), game.legal_moves(id));
    let mut rejecting = game.clone();
    for &mv in all_moves.iter().filter(|&&mv| !legal.contains(mv)) {
        assert!(rejecting.play(id, mv).is_err(), "{board}: {mv}");
    }
    assert_eq!(rejecting, *game);
    for mv in legal {
        let (mut played, mut after) = (game.clone(), board);
        let step = *played.play(id, mv).unwrap_or_else(|error| panic!("{board}: {mv}: {error}"));
        assert_eq!(step.capture(), after.play(mv).unwrap(), "{board}: {mv}");
        assert_eq!(*played.board(id), after, "{board}: {mv}");
    }
}

/// A match validates moves with what it cached at the last half-move, or computes it again after an undo.
#[test]
fn a_match_accepts_exactly_the_legal_moves() {
    let (all_moves, mut rng) = (all_moves(), Rng::new(5));
    let bare = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    let (mut checks, mut matches) = (0, 0);
    for board in boards(90, 4) {
        let Ok(mut game) =
            Match::from_boards(board, bare, Rules::standard(), Clocks::new(TimeControl::default()))
        else {
            continue;
        };
        let id = BoardId::A;
        for _ in 0..3 {
            check_all(&game, id, &all_moves);
            checks += usize::from(game.board(id).in_check());
            matches += 1;
            let legal = game.legal_moves(id);
            if legal.is_empty() {
                break;
            }
            // Checks are rare, so they are preferred.
            let gives_check = |mv: &BughouseMove| {
                let mut after = *game.board(id);
                after.play(*mv).is_ok() && after.in_check()
            };
            let checking: Vec<BughouseMove> = legal.iter().filter(gives_check).collect();
            let mv = if checking.is_empty() { rng.pick_move(&legal) } else { rng.pick(&checking) };
            game.play(id, mv).unwrap();
        }
        while game.undo().is_some() {}
        check_all(&game, id, &all_moves);
    }
    assert!(matches > 150 && checks > 40, "{matches} {checks}");
}

/// Returns the squares from which a piece of a type can legally move to a square, without castling and other
/// captures.
fn slow_origins(board: &Board, piece: Piece, to: Square, capture: bool) -> BitBoard {
    let fits = |mv: &ChessMove| {
        let aside = mv.source().file() != to.file();
        mv.dest() == to
            && board.piece_on(mv.source()) == Some(piece)
            && !board.is_castling((*mv).into())
            && (piece != Piece::Pawn || aside == capture)
    };
    let moves = board.legal_moves().into_iter().filter_map(|mv| match mv {
        BughouseMove::Regular(mv) => Some(mv),
        BughouseMove::Drop { .. } => None,
    });
    moves.filter(fits).map(ChessMove::source).collect()
}

#[test]
fn san_finds_the_pieces_that_can_legally_move() {
    let (mut found, mut ambiguous) = (0, 0);
    for board in boards(150, 6) {
        for (piece, to) in Piece::ALL.into_iter().flat_map(|piece| squares().map(move |to| (piece, to))) {
            let promotes = piece == Piece::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
            let promotion = promotes.then_some(Piece::Knight);
            for capture in [false, true] {
                let all = slow_origins(&board, piece, to, capture);
                let files = File::ALL.map(|file| (Some(file), None));
                // A pawn never names only a rank.
                let ranks = Rank::ALL.map(|rank| (None, Some(rank)));
                let ranks = if piece == Piece::Pawn { &[][..] } else { &ranks[..] };
                for &(file, rank) in [(None, None)].iter().chain(&files).chain(ranks) {
                    let named = |square: &Square| {
                        file.is_none_or(|file| square.file() == file)
                            && rank.is_none_or(|rank| square.rank() == rank)
                    };
                    let from: BitBoard = all.into_iter().filter(named).collect();
                    let promotion_told = promotion.map(SanPromotion::To);
                    let action =
                        SanAction::Move { piece, file, rank, capture, to, promotion: promotion_told };
                    let resolved = San { action, check_sign: None }.resolve(&board);
                    match (from.single(), from.is_empty()) {
                        (Some(from), _) => {
                            assert_eq!(resolved, Ok(ChessMove::new(from, to, promotion).into()), "{board}");
                            found += 1;
                        }
                        (None, true) => assert!(
                            matches!(resolved, Err(why) if !matches!(why, SanMismatch::Ambiguous { .. })),
                            "{board}: {action:?}: {resolved:?}"
                        ),
                        (None, false) => {
                            assert_eq!(resolved, Err(SanMismatch::Ambiguous { piece, to, from }), "{board}");
                            ambiguous += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(found > 10_000 && ambiguous > 100, "{found} {ambiguous}");
}

/// Perft builds new boards, a game changes them in place.
#[test]
fn perft_boards_match_played_boards() {
    let mut promoted_taken = 0;
    for board in boards(3000, 7) {
        let played = board.legal_moves().into_iter().map(|mv| {
            let mut after = board;
            let capture = after.play_unchecked(mv);
            promoted_taken += usize::from(capture.is_some_and(|capture| capture.promoted));
            after
        });
        let played: Vec<Board> = played.collect();
        let mut made = Vec::new();
        perft_made(&board, 1, &mut |after| made.push(*after));
        assert_eq!(made, played, "{board}");
    }
    assert!(promoted_taken > 100, "{promoted_taken}");
}

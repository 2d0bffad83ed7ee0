//! Compares the library's board with the slow reference board, over thousands of random positions.

use bughouse_chess::{BitBoard, Board, BughouseMove, Capture, ChessMove, MoveSet, Piece, Square};

use crate::reference::SlowBoard;
use crate::support::{
    Rng, add_random_piece, chess960_start, random_board, random_move, random_start, sparse_board,
    with_random_reserves,
};

fn set(squares: impl IntoIterator<Item = Square>) -> BitBoard {
    squares.into_iter().collect()
}

/// Compares everything the library reports about a position, and returns its legal moves.
fn compare_position(board: &Board) -> Vec<BughouseMove> {
    let slow = SlowBoard::of(board);
    let expected = slow.legal_moves();
    compare_moves(board, &expected);
    for from in Square::all() {
        let to = expected.iter().filter_map(|&mv| match mv {
            BughouseMove::Regular(mv) if mv.source() == from => Some(mv.dest()),
            _ => None,
        });
        assert_eq!(
            board.moves().of(from.bitboard()).destinations(),
            set(to),
            "{board:?}: destinations from {from}"
        );
        assert_eq!(board.attackers_to(from), set(slow.attackers_to(from)), "{board:?}: attackers of {from}");
    }
    for kind in Piece::ALL {
        let drops = expected.iter().filter_map(|&mv| match mv {
            BughouseMove::Drop { piece, square } if piece == kind => Some(square),
            _ => None,
        });
        assert_eq!(board.moves().drops_of(kind).destinations(), set(drops), "{board:?}: drops of a {kind}");
    }
    assert_eq!(board.checkers(), set(slow.checkers()), "{board:?}: checkers");
    assert_eq!(board.in_check(), !slow.checkers().is_empty(), "{board:?}: in check");
    assert_eq!(board.pinned(), set(slow.pinned()), "{board:?}: pinned");
    assert_eq!(board.status(), slow.status(&expected), "{board:?}: status");
    let helps = if expected.is_empty() && board.in_check() { slow.helping_squares() } else { Vec::new() };
    assert_eq!(
        board.frozen().map(|frozen| frozen.squares()).unwrap_or_default(),
        set(helps),
        "{board:?}: frozen"
    );
    let en_passant = slow.has_legal_en_passant(&expected);
    assert_eq!(board.legal_en_passant().is_some(), en_passant, "{board:?}: legal en passant");
    expected
}

/// Compares the ways to list and to count legal moves.
fn compare_moves(board: &Board, expected: &[BughouseMove]) {
    let sorted = |mut moves: Vec<BughouseMove>| {
        moves.sort();
        moves
    };
    assert_eq!(sorted(board.legal_moves().into_iter().collect()), expected, "{board:?}: legal moves");
    assert_eq!(board.moves().count(), expected.len(), "{board:?}: count");
    assert_eq!(board.moves().any(), !expected.is_empty(), "{board:?}: has a move");
    let (mut visited, mut promised) = (Vec::new(), 0);
    board.moves().for_each(|moves: MoveSet| {
        assert!(!moves.is_empty(), "{board:?}: an empty set was visited");
        promised += moves.len();
        visited.extend(moves);
    });
    assert_eq!(promised, expected.len(), "{board:?}: lengths of sets");
    assert_eq!(sorted(visited), expected, "{board:?}: visited sets");
    #[cfg(feature = "compat")]
    {
        let generator = bughouse_chess::MoveGen::new_legal(board);
        let steps = generator.len();
        let mut both: Vec<BughouseMove> = generator.map(BughouseMove::from).collect();
        assert_eq!(both.len(), steps, "{board:?}: length of the generator");
        both.extend(bughouse_chess::MoveGen::drop_moves(board));
        assert_eq!(sorted(both), expected, "{board:?}: moves and drops apart");
    }
}

/// Plays a move on both boards and compares the capture and the result.
fn compare_play(board: &mut Board, mv: BughouseMove) {
    let before = *board;
    let slow = SlowBoard::of(board);
    let capture = board.play(mv).unwrap_or_else(|reason| panic!("{before:?}: {mv}: {reason}"));
    let captured =
        slow.captured(mv).map(|occupant| Capture { piece: occupant.piece, promoted: occupant.promoted });
    assert_eq!(capture, captured, "{before:?}: captured by {mv}");
    assert_eq!(SlowBoard::of(board), slow.play(mv), "{before:?}: after {mv}");
    let mut unchecked = before;
    assert_eq!(unchecked.play_unchecked(mv), capture, "{before:?}: {mv} unchecked");
    assert_eq!(unchecked, *board, "{before:?}: {mv} unchecked");
    assert_eq!(before.after_unchecked(mv), *board, "{before:?}: {mv} unchecked, on a new board");
    #[cfg(feature = "compat")]
    match mv {
        BughouseMove::Regular(step) => {
            assert_eq!(before.make_move_new(step), Ok(*board), "{before:?}: {mv}");
            let taken = capture.map(|capture| (capture.piece, capture.promoted));
            assert_eq!(before.make_move_with_capture(step), (*board, taken), "{before:?}: {mv}");
        }
        BughouseMove::Drop { piece, square } => {
            assert_eq!(before.make_drop_new(piece, square), Ok(*board), "{before:?}: {mv}");
        }
    }
}

/// Plays random games, compares every position on the way, and returns their number.
fn compare_games(seed: u64, games: usize, plies: usize, mut start: impl FnMut(&mut Rng) -> Board) -> usize {
    let mut rng = Rng::new(seed);
    let mut positions = 0;
    for _ in 0..games {
        let mut board = start(&mut rng);
        for _ in 0..plies {
            let legal = compare_position(&board);
            positions += 1;
            let Some(mv) = random_move(&board, &mut rng) else { break };
            assert!(legal.contains(&mv));
            compare_play(&mut board, mv);
            add_random_piece(&mut board, &mut rng);
        }
    }
    positions
}

#[test]
fn games_from_the_starting_position() {
    let positions = compare_games(10, 60, 100, |_| Board::default());
    assert!(positions > 4000, "{positions} positions");
}

#[test]
fn games_from_chess960_starts() {
    let positions = compare_games(20, 80, 60, chess960_start);
    assert!(positions > 4000, "{positions} positions");
}

#[test]
fn games_with_reserves() {
    let positions = compare_games(30, 50, 60, |rng| {
        let start = if rng.one_in(2) { Board::default() } else { chess960_start(rng) };
        with_random_reserves(&start, rng, 12)
    });
    assert!(positions > 2000, "{positions} positions");
}

#[test]
fn games_from_sparse_positions() {
    let positions = compare_games(40, 3000, 4, sparse_board);
    assert!(positions > 10_000, "{positions} positions");
}

/// Castling, en passant and checks interact in sparse positions, so the sample must have enough of each.
#[test]
fn sparse_positions_are_varied() {
    let mut rng = Rng::new(40);
    let (mut castling, mut en_passant, mut pinned_en_passant, mut checks, mut frozen) = (0, 0, 0, 0, 0);
    for _ in 0..5000 {
        let board = sparse_board(&mut rng);
        let king = board.king_square(board.side_to_move());
        let castles = |to: Square| {
            board.color_on(to) == Some(board.side_to_move()) || king.to_index().abs_diff(to.to_index()) == 2
        };
        castling +=
            board.moves().of(king.bitboard()).destinations().into_iter().filter(|&to| castles(to)).count();
        en_passant += usize::from(board.legal_en_passant().is_some());
        let slow = SlowBoard::of(&board);
        pinned_en_passant +=
            usize::from(slow.has_pseudo_legal_en_passant() && board.legal_en_passant().is_none());
        checks += usize::from(board.in_check());
        frozen += usize::from(board.is_frozen());
    }
    let seen = [castling, en_passant, pinned_en_passant, checks, frozen];
    assert!(seen.iter().zip([300, 500, 200, 1000, 5]).all(|(&seen, least)| seen >= least), "{seen:?}");
}

/// Returns every move that can be written: all squares, all promotions even to pawn and king, all drops.
fn all_conceivable_moves() -> Vec<BughouseMove> {
    let mut moves = Vec::new();
    for from in Square::all() {
        for to in Square::all() {
            let promotions = Piece::ALL.map(Some).into_iter().chain([None]);
            moves.extend(promotions.map(|piece| BughouseMove::from(ChessMove::new(from, to, piece))));
        }
    }
    for piece in Piece::ALL {
        moves.extend(Square::all().map(|square| BughouseMove::Drop { piece, square }));
    }
    moves
}

fn sample_boards() -> Vec<Board> {
    let mut rng = Rng::new(50);
    let mut boards: Vec<Board> = (0..60).map(|_| sparse_board(&mut rng)).collect();
    boards.extend((0..60).map(|seed| random_board(seed, 10 + seed as usize)));
    boards.extend((0..10).map(|_| random_start(&mut rng)));
    boards
}

#[test]
fn every_other_move_is_rejected_with_a_reason() {
    let moves = all_conceivable_moves();
    assert_eq!(moves.len(), 64 * 64 * 7 + 6 * 64);
    for board in sample_boards() {
        let legal = SlowBoard::of(&board).legal_moves();
        for &mv in &moves {
            let is_legal = legal.binary_search(&mv).is_ok();
            assert_eq!(board.is_legal(mv), is_legal, "{board:?}: {mv}");
            if is_legal {
                assert_eq!(board.why_illegal(mv), None, "{board:?}: {mv}");
                continue;
            }
            let reason = board.why_illegal(mv);
            assert!(reason.is_some(), "{board:?}: {mv} is rejected without a reason");
            assert!(!reason.unwrap().to_string().is_empty());
            let mut after = board;
            assert_eq!(after.play(mv).err(), reason, "{board:?}: {mv}");
            assert_eq!(after, board, "{board:?}: {mv} was rejected but changed the board");
            #[cfg(feature = "compat")]
            match mv {
                BughouseMove::Regular(step) => {
                    let after = board.make_move_with_capture(step).0;
                    assert!(after == board || reads_back(&after), "{board:?}: {mv}");
                    assert_eq!(board.make_move_new(step).err(), reason, "{board:?}: {mv}");
                }
                BughouseMove::Drop { piece, square } => {
                    assert_eq!(board.make_drop_new(piece, square).err(), reason, "{board:?}: {mv}");
                }
            }
        }
    }
}

/// Returns `true` if a string can represent the board: it is valid and has the right hash.
#[cfg(feature = "compat")]
fn reads_back(board: &Board) -> bool {
    use bughouse_chess::{Material, ReadOptions};

    let options = ReadOptions::default().material(Material::Any);
    Board::read(board.to_bfen().as_bytes(), &options).is_ok_and(|(read, _)| read == *board)
}

/// `play_unchecked` and `after_unchecked` promise not to panic. The board they leave must at least be usable.
#[test]
fn an_unchecked_illegal_move_does_not_panic() {
    let moves = all_conceivable_moves();
    for board in sample_boards().iter().step_by(10) {
        for &mv in &moves {
            let mut after = *board;
            after.play_unchecked(mv);
            for after in [after, board.after_unchecked(mv)] {
                assert_ne!(after.to_string(), "", "{board:?}: {mv}");
                let replies = after.legal_moves();
                assert_eq!(replies.iter().count(), replies.len(), "{board:?}: {mv}");
            }
        }
    }
}

#[test]
fn samples_drop_and_capture_each_piece_type() {
    let mut rng = Rng::new(10);
    let (mut dropped, mut captured, mut promoted_captured) = ([0; 6], [0; 6], 0);
    for _ in 0..60 {
        let mut board = random_start(&mut rng);
        for _ in 0..80 {
            let Some(mv) = random_move(&board, &mut rng) else { break };
            if let BughouseMove::Drop { piece, .. } = mv {
                dropped[piece.to_index()] += 1;
            }
            if let Some(capture) = board.play(mv).unwrap() {
                captured[capture.piece.to_index()] += 1;
                promoted_captured += usize::from(capture.promoted);
            }
            add_random_piece(&mut board, &mut rng);
        }
    }
    for piece in Piece::IN_RESERVE {
        assert!(dropped[piece.to_index()] > 20 && captured[piece.to_index()] > 20, "too few of the {piece}");
    }
    assert_eq!((dropped[Piece::King.to_index()], captured[Piece::King.to_index()]), (0, 0));
    assert!(promoted_captured > 10, "{promoted_captured} promoted pieces captured");
}

//! The ways to get legal moves: all, some, until one breaks, as a list, under rules.

use core::ops::ControlFlow;

use bughouse_chess::notation::san::SanAction;
use bughouse_chess::{
    BitBoard, Board, BughouseMove, CastlingSide, ChessMove, IllegalMove, MoveSet, PawnDropRanks, Piece, Rank,
    Rules, Square,
};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;

use crate::support::{board, board_of_any_material, random_board};

fn cases(cases: u32) -> Config {
    Config { failure_persistence: None, ..Config::with_cases(cases) }
}

fn boards() -> impl Strategy<Value = Board> {
    (any::<u64>(), 0usize..100).prop_map(|(seed, plies)| random_board(seed, plies))
}

/// Sets of few squares, of about half, and of most.
fn sets() -> impl Strategy<Value = BitBoard> {
    (any::<[u64; 3]>(), 0..4).prop_map(|([a, b, c], how)| {
        BitBoard(match how {
            0 => a & b & c,
            1 => a,
            2 => a | b | c,
            _ => !0,
        })
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let ranks = prop_oneof![
        Just(PawnDropRanks::TWO_TO_SEVEN),
        Just(PawnDropRanks::TWO_TO_SIX),
        Just(PawnDropRanks::new(Rank::Fourth, Rank::Fifth).unwrap()),
    ];
    ranks.prop_map(|pawn_drops| Rules::default().pawn_drops(pawn_drops))
}

/// Returns `true` if a move captures a piece, by playing it.
fn takes(board: &Board, mv: BughouseMove) -> bool {
    board.clone().play(mv).unwrap().is_some()
}

fn is_from(mv: BughouseMove, placed: BitBoard) -> bool {
    matches!(mv, BughouseMove::Regular(step) if placed.contains(step.source()))
}

proptest! {
    #![proptest_config(cases(2000))]

    /// Narrowed generation gives the matching part of the whole list, in the same order.
    #[test]
    fn selections_match_filtered_lists(board in boards(), from in sets(), to in sets()) {
        let all = board.legal_moves();
        let filtered = |keep: &dyn Fn(BughouseMove) -> bool| -> Vec<BughouseMove> {
            all.iter().filter(|&mv| keep(mv)).collect()
        };
        let listed = |moves: bughouse_chess::LegalMoves<'_>| -> Vec<BughouseMove> {
            let list: Vec<BughouseMove> = moves.list().into_iter().collect();
            assert_eq!((moves.count(), moves.any()), (list.len(), !list.is_empty()), "{board:?}");
            list
        };
        let moves = board.moves();
        prop_assert_eq!(listed(moves), filtered(&|_| true));
        prop_assert_eq!(listed(moves.of(from)), filtered(&|mv| is_from(mv, from)));
        prop_assert_eq!(listed(moves.to(to)), filtered(&|mv| to.contains(mv.dest())));
        prop_assert_eq!(
            listed(moves.of(from).to(to)),
            filtered(&|mv| is_from(mv, from) && to.contains(mv.dest()))
        );
        prop_assert_eq!(listed(moves.captures()), filtered(&|mv| takes(&board, mv)));
        prop_assert_eq!(
            listed(moves.to(to).captures()),
            filtered(&|mv| takes(&board, mv) && to.contains(mv.dest()))
        );
        prop_assert_eq!(listed(moves.without_drops()), filtered(&|mv| !mv.is_drop()));
        prop_assert_eq!(
            listed(moves.only_drops().to(to)),
            filtered(&|mv| mv.is_drop() && to.contains(mv.dest()))
        );
        prop_assert_eq!(listed(moves.only_drops().without_drops()), vec![]);
        for piece in Piece::ALL {
            let placed = board.colored_pieces(board.side_to_move(), piece);
            prop_assert_eq!(placed, board.pieces(piece) & board.color_combined(board.side_to_move()));
        }
    }

    #[test]
    fn a_list_contains_the_legal_moves(board in boards()) {
        let list = board.legal_moves();
        let mut all: Vec<BughouseMove> = Vec::new();
        let mut sets = 0;
        board.moves().for_each(|set| {
            sets += set.len();
            all.extend(set);
        });
        prop_assert_eq!(sets, all.len());
        prop_assert_eq!((list.len(), list.is_empty()), (all.len(), all.is_empty()));
        prop_assert_eq!(list.iter().collect::<Vec<_>>(), all.clone());
        prop_assert_eq!((&list).into_iter().len(), all.len());
        for (i, &mv) in all.iter().enumerate() {
            prop_assert_eq!(list.get(i), Some(mv));
            prop_assert!(list.contains(mv));
        }
        prop_assert_eq!(list.get(all.len()), None);
        let mut rest = list.clone().into_iter();
        for left in (0..all.len()).rev() {
            prop_assert!(rest.next().is_some());
            prop_assert_eq!(rest.len(), left);
        }
        prop_assert_eq!(rest.next(), None);
        // Illegal moves are not in the list.
        for from in board.combined() {
            for to in Square::all() {
                for promotion in [None, Some(Piece::Queen), Some(Piece::King)] {
                    let mv = ChessMove::new(from, to, promotion).into();
                    prop_assert_eq!(list.contains(mv), board.is_legal(mv), "{:?}: {}", board, mv);
                }
            }
        }
    }

    /// A visit goes through the sets in order and stops when the visitor breaks.
    #[test]
    fn a_visit_stops_where_it_breaks(board in boards(), stop in 0usize..24) {
        let mut all: Vec<MoveSet> = Vec::new();
        board.moves().for_each(|set| all.push(set));
        let mut seen = Vec::new();
        let end = board.moves().visit(|set| {
            seen.push(set);
            if seen.len() > stop { ControlFlow::Break(seen.len()) } else { ControlFlow::Continue(()) }
        });
        let expected = if stop < all.len() { ControlFlow::Break(stop + 1) } else { ControlFlow::Continue(()) };
        prop_assert_eq!(end, expected);
        prop_assert_eq!(&seen[..], &all[..all.len().min(stop + 1)]);
    }

    /// Every result under rules follows from the list of allowed moves.
    #[test]
    fn methods_under_rules_agree(board in boards(), rules in rules()) {
        let ruled = board.with_rules(&rules);
        let squares = rules.pawn_drops.squares(board.side_to_move());
        let allowed = |mv: &BughouseMove| match mv {
            BughouseMove::Drop { piece: Piece::Pawn, square } => squares.contains(*square),
            _ => true,
        };
        let expected: Vec<BughouseMove> = board.legal_moves().into_iter().filter(allowed).collect();
        prop_assert_eq!(ruled.legal_moves().into_iter().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(ruled.legal_moves().iter().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(ruled.moves().count(), expected.len());
        prop_assert_eq!(ruled.moves().any(), !expected.is_empty());
        prop_assert_eq!(ruled.moves().visit(|_| ControlFlow::Break(())).is_break(), !expected.is_empty());
        for piece in Piece::ALL {
            let drops: BitBoard = (expected.iter())
                .filter(|mv| matches!(mv, BughouseMove::Drop { piece: kind, .. } if *kind == piece))
                .map(|mv| mv.dest())
                .collect();
            prop_assert_eq!(ruled.moves().drops_of(piece).destinations(), drops);
        }
        for mv in board.legal_moves() {
            let is_legal = expected.contains(&mv);
            prop_assert_eq!(ruled.is_legal(mv), is_legal);
            let mut after = board;
            let capture = after.play(mv).unwrap();
            if is_legal {
                prop_assert_eq!(ruled.why_illegal(mv), None);
                prop_assert_eq!(ruled.after(mv), Ok((after, capture)));
                let san = ruled.san(mv).unwrap();
                prop_assert_eq!(ruled.read_san(san.to_string()), Ok(mv));
                prop_assert_eq!(san.action, board.san(mv).unwrap().action);
            } else {
                let reason = IllegalMove::PawnDropRank(mv.dest().rank());
                prop_assert_eq!(ruled.why_illegal(mv), Some(reason));
                prop_assert_eq!(ruled.after(mv), Err(reason));
                prop_assert_eq!(ruled.san(mv), Err(reason));
                let error = ruled.read_san(board.san(mv).unwrap().to_string()).unwrap_err();
                prop_assert_eq!(error.kind().to_string(), reason.to_string());
            }
        }
        let usual = rules.pawn_drops == PawnDropRanks::TWO_TO_SEVEN;
        if usual || expected.len() == board.legal_moves().len() {
            prop_assert_eq!(ruled.status(), board.status());
        }
        if usual {
            prop_assert_eq!(ruled.frozen(), board.frozen());
        }
        prop_assert_eq!(ruled.is_frozen(), ruled.frozen().is_some());
    }

    /// Perft counts replies on partially made boards. The sum is the same as with complete boards.
    #[test]
    fn reply_counts_match_complete_boards(board in boards()) {
        let replies = |mv: BughouseMove| {
            let mut after = board;
            after.play(mv).unwrap();
            (after.legal_moves().len() as u64, after.moves().count() as u64)
        };
        let (listed, counted) = (board.legal_moves().into_iter().map(replies))
            .fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
        prop_assert_eq!(listed, counted, "{:?}", board);
        prop_assert_eq!(bughouse_chess::perft::perft(&board, 2), counted, "{:?}", board);
    }

    #[test]
    fn castling_is_recognized_by_the_move(board in boards()) {
        for mv in board.legal_moves() {
            let written = match board.san(mv).unwrap().action {
                SanAction::Castle(castling_side) => Some(castling_side),
                _ => None,
            };
            prop_assert_eq!(board.castling_side(mv), written, "{:?}: {}", board, mv);
            prop_assert_eq!(board.is_castling(mv), written.is_some());
            // The king moves more than one step, or a rook moves with it.
            let mut after = board;
            after.play(mv).unwrap();
            let side = board.side_to_move();
            let (king_from, king_to) = (board.king_square(side), after.king_square(side));
            let far = !bughouse_chess::attacks::king(king_from).contains(king_to);
            let rook_moved = board.colored_pieces(side, Piece::Rook) != after.colored_pieces(side, Piece::Rook);
            prop_assert_eq!(written.is_some(), is_from(mv, king_from.bitboard()) && (far || rook_moved));
        }
    }
}

/// Boards where lists with a fixed number of moves overflow.
#[test]
fn a_list_has_room_for_any_board() {
    let crowded = [
        ("7k/8/8/RNBQRNB1/PPP2PPP/8/PPP2PPP/RNBQKBNR[] w - - 0 1", 71),
        ("Q4Q1K/3Q4/1Q4Q1/4k3/2Q4Q/Q4Q2/3Q4/1Q4Q1[QRBNP] w - - 0 1", 456),
    ];
    for (text, moves) in crowded {
        assert_eq!(board(text).legal_moves().len(), moves, "{text}");
    }
    // All squares but two hold own pieces.
    let full = board_of_any_material(
        "k1NNNNNN/NNPNNNNN/NPNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNK[QRBNP] w - - 0 1",
    );
    let list = full.legal_moves();
    assert_eq!(list.iter().count(), list.len());
    let knights = board_of_any_material(
        "1N1N1N1k/N1N1N1N1/1N1N1N1N/N1N1N1N1/1N1N1N1N/N1N1N1N1/1N1N1N1N/K1N1N1N1[QRBNP] w - - 0 1",
    );
    assert_eq!(knights.legal_moves().len(), knights.moves().count());
    let mut sets = 0;
    knights.moves().for_each(|_| sets += 1);
    assert_eq!(sets, 1 + 31 - 1 + 5);
}

#[cfg(feature = "compat")]
#[test]
fn a_generator_excludes_drops() {
    use bughouse_chess::MoveGen;

    let board = board("4k3/8/8/8/8/8/8/4K3[QP] w - - 0 1");
    let mut generator = MoveGen::new_legal(&board);
    assert_eq!(generator.len(), 5);
    assert_eq!(generator.by_ref().count(), 5);
    assert_eq!((generator.next(), generator.len()), (None, 0));
    assert_eq!(MoveGen::drop_moves(&board).len(), 62 + 48);
}

/// The en passant square is empty: other pieces can go there without capturing.
#[test]
fn captures_include_en_passant_and_no_other_move_to_its_square() {
    let board = board("4k3/8/8/1b1pP3/8/8/8/B2QK3 w - d6 0 1");
    let captures: Vec<String> = board.moves().captures().list().iter().map(|mv| mv.to_string()).collect();
    assert_eq!(captures, ["e5d6", "d1d5"]);
}

/// A king castles two squares sideways only with a right, and only from its home square.
#[test]
fn castling_needs_a_right() {
    let mv: BughouseMove = "e1g1".parse().unwrap();
    assert_eq!(board("4k3/8/8/8/8/8/8/4K2R w K - 0 1").castling_side(mv), Some(CastlingSide::KingSide));
    assert_eq!(board("4k3/8/8/8/8/8/8/4K2R w - - 0 1").castling_side(mv), None);
    assert_eq!(board("4k3/8/8/8/8/8/8/4K2R b K - 0 1").castling_side(mv), None);
    let chess960 = board("4k3/8/8/8/8/8/8/1K5R w K - 0 1");
    assert_eq!(chess960.castling_side("b1h1".parse().unwrap()), Some(CastlingSide::KingSide));
    assert_eq!(chess960.castling_side("b1g1".parse().unwrap()), None, "moves name the rook's square");
    assert!(!chess960.is_castling("N@h1".parse().unwrap()));
}

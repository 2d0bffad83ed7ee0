//! Compares the needs of seats with the results of the solver and its reference, board by board.

use bughouse_chess::{Board, BoardId, BughouseMove, Color, Piece, Position, Promotion, Rules, Seat};
use bughouse_mate::{Arrivals, Limit, SeatNeeds, Strength, needs, solve};
use proptest::prelude::{ProptestConfig, any, proptest};

use crate::reference;
use crate::support::{attack, board};

const LIMIT: Limit = Limit::nodes(20_000);

fn with_piece(board: &Board, color: Color, piece: Piece) -> Board {
    let mut board = *board;
    board.try_add_to_reserve(color, piece).unwrap();
    board
}

/// Returns `true` if the opponent can mate after each move of the side to move.
fn all_moves_lose(board: &Board, later: Arrivals, rules: &Rules) -> bool {
    let moves = board.with_rules(rules).legal_moves();
    let loses = |mv: BughouseMove| {
        solve(&board.with_rules(rules).after(mv).unwrap().0, later, rules, LIMIT).is_mate()
    };
    (board.in_check() || !moves.is_empty()) && moves.iter().all(loses)
}

/// Checks the needs of the seat to move.
#[track_caller]
fn check_mover(board: &Board, needs: &SeatNeeds, rules: &Rules) {
    let us = board.side_to_move();
    for need in &needs.kinds {
        let with_piece = with_piece(board, us, need.piece);
        if let Some(threat) = &need.mates {
            let arrivals = if threat.strength == Strength::Hard { Arrivals::Any } else { Arrivals::None };
            reference::assert_line_mates(&with_piece, &threat.mate.line, arrivals, rules);
            let has = needs.has.as_ref().map(|threat| threat.strength);
            assert!(Some(threat.strength) > has, "{board}: {need:?}");
        } else if needs.has.is_none() {
            assert!(!reference::mates_within(&with_piece, 1, Arrivals::None, rules), "{board}: {need:?}");
        }
        if need.is_deadly {
            assert!(solve(&with_piece, Arrivals::Any, rules, LIMIT).is_mate(), "{board}: {need:?}");
        }
        if need.saves {
            assert!(all_moves_lose(board, Arrivals::None, rules), "{board}: {need:?}");
            let is_safe = |mv: BughouseMove| {
                let after = with_piece.with_rules(rules).after(mv).unwrap().0;
                !reference::mates_within(&after, 2, Arrivals::None, rules)
            };
            assert!(with_piece.with_rules(rules).legal_moves().iter().any(is_safe), "{board}: {need:?}");
        }
    }
}

/// Checks the needs of the seat that is not to move.
#[track_caller]
fn check_opponent(board: &Board, needs: &SeatNeeds, rules: &Rules) {
    let us = !board.side_to_move();
    for need in &needs.kinds {
        let with_piece = with_piece(board, us, need.piece);
        if let Some(threat) = &need.mates {
            let arrivals = if threat.strength == Strength::Hard { Arrivals::Any } else { Arrivals::None };
            reference::assert_line_mates(
                &with_piece.null_move().unwrap(),
                &threat.mate.line,
                arrivals,
                rules,
            );
        }
        if need.is_deadly {
            assert!(all_moves_lose(&with_piece, Arrivals::Any, rules), "{board}: {need:?}");
        }
        if need.saves {
            assert!(solve(board, Arrivals::None, rules, LIMIT).is_mate(), "{board}: {need:?}");
            assert!(!reference::mates_within(&with_piece, 2, Arrivals::None, rules), "{board}: {need:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn needs_have_the_reported_effect(seed in any::<u64>()) {
        let rules = Rules::standard();
        let position = Position::new(attack(seed), attack(seed.wrapping_add(1)), rules);
        let needs = needs(&position, LIMIT);
        for id in BoardId::ALL {
            let mover = position.to_move(id);
            check_mover(&position.board(id), &needs[mover], &rules);
            check_opponent(&position.board(id), &needs[mover.opponent()], &rules);
        }
        for (seat, needs) in needs.iter() {
            for need in &needs.kinds {
                for &mv in &need.captures {
                    let mut after = position;
                    let transfer = after.play(seat.board.other(), mv).unwrap();
                    assert_eq!(transfer.transfer, Some((seat, need.piece)));
                }
            }
        }
    }
}

/// Returns the letters of the piece types that have an effect.
fn letters(needs: &SeatNeeds, has_effect: impl Fn(&bughouse_mate::Need) -> bool) -> String {
    needs.kinds.iter().filter(|need| has_effect(need)).map(|need| need.piece.to_char()).collect()
}

const QUIET: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn a_knight_mates_and_the_partner_can_capture_one() {
    let a = board("6rk/6pp/8/8/8/8/8/K7[] w - - 0 1");
    let b = board("4k3/8/5n2/3b4/4N3/8/8/4K3[] b - - 0 1");
    let needs = needs(&Position::new(a, b, Rules::standard()), LIMIT);
    let white = &needs[Seat::WHITE_A];
    assert_eq!(letters(white, |need| need.is_deadly), "N");
    assert_eq!(letters(white, |need| need.mates.is_some()), "N");
    let captures = &white.kind(Piece::Knight).unwrap().captures;
    let mut texts: Vec<String> = captures.iter().map(ToString::to_string).collect();
    texts.sort();
    assert_eq!(texts, ["d5e4", "f6e4"]);
    assert!(white.kind(Piece::Queen).unwrap().captures.is_empty());
}

#[test]
fn a_seat_about_to_be_mated_is_saved_by_pieces_that_block() {
    // White mates with the rook on the back rank unless a piece can be dropped there.
    let a = board("6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1");
    let needs = needs(&Position::new(a, board(QUIET), Rules::standard()), LIMIT);
    assert_eq!(needs[Seat::WHITE_A].has.as_ref().unwrap().strength, Strength::Soft);
    assert_eq!(letters(&needs[Seat::BLACK_A], |need| need.saves), "QRBN");
}

#[test]
fn a_frozen_seat_is_saved_by_pieces_that_block() {
    let a = board("4R1k1/5ppp/8/8/8/8/8/K7[] b - - 0 1");
    let needs = needs(&Position::new(a, board(QUIET), Rules::standard()), LIMIT);
    let black = &needs[Seat::BLACK_A];
    assert!(black.is_lost);
    assert_eq!(letters(black, |need| need.saves), "QRBN");
}

#[test]
fn a_piece_is_not_deadly_if_a_move_prevents_the_mate() {
    // With a knight, White has a smothered mate unless Black makes room for the king.
    let a = board("6rk/p5pp/8/8/8/8/8/K7[] b - - 0 1");
    let needs = needs(&Position::new(a, board(QUIET), Rules::standard()), LIMIT);
    let white = &needs[Seat::WHITE_A];
    assert_eq!(letters(white, |need| need.mates.as_ref().is_some_and(|t| t.strength == Strength::Hard)), "N");
    // A rook move or g6 makes room.
    assert_eq!(letters(white, |need| need.is_deadly), "");
    let a = board("6rk/p4Npp/8/8/8/8/8/K7[] b - - 0 1");
    assert!(a.with_rules(&Rules::standard()).status() == bughouse_chess::BoardStatus::Checkmate);
}

#[test]
fn no_piece_is_deadly_if_pieces_can_be_stolen() {
    // Bishop and pawn are pinned, so a knight mates after any move of the other pawn.
    let a = board("kb5R/pp5p/p7/P7/8/5B2/8/K7[] b - - 0 1");
    let deadly = |rules: Rules| {
        let needs = needs(&Position::new(a, board(QUIET), rules), LIMIT);
        letters(&needs[Seat::WHITE_A], |need| need.is_deadly)
    };
    assert!(deadly(Rules::standard()).contains('N'));
    assert_eq!(deadly(Rules::standard().promotion(Promotion::Steal)), "");
}

//! Selected boards, each with a name.

use bughouse_chess::{Board, DropAggression, PawnDropRanks, Promotion, Rules};
use bughouse_mate::{Arrivals, Limit, Verdict, solve};

use crate::reference;
use crate::support::board;

/// Solves a board, and plays the line if there is a mate.
#[track_caller]
fn verdict(board: &Board, arrivals: Arrivals, rules: &Rules) -> Verdict {
    let verdict = solve(board, arrivals, rules, Limit::nodes(500_000));
    if let Verdict::Mate(mate) = &verdict {
        reference::assert_line_mates(board, &mate.line, arrivals, rules);
    }
    verdict
}

/// Returns the number of moves of a mate, 0 if there is none by checks.
#[track_caller]
fn moves(text: &str, arrivals: Arrivals) -> u32 {
    match verdict(&board(text), arrivals, &Rules::standard()) {
        Verdict::Mate(mate) => mate.moves,
        Verdict::NoneByChecks => 0,
        Verdict::Unknown => panic!("{text}: unknown"),
    }
}

#[test]
fn a_distant_check_is_mate_only_if_nothing_arrives() {
    let text = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::None), 1);
    assert_eq!(moves(text, Arrivals::Any), 0);
    // A pawn can't be dropped on the last rank, any other piece can.
    assert_eq!(moves(text, Arrivals::Kinds("P".parse().unwrap())), 1);
    assert_eq!(moves(text, Arrivals::Kinds("PN".parse().unwrap())), 0);
    // Pieces in reserve always count.
    assert_eq!(moves("6k1/5ppp/8/8/8/8/8/K3R3[n] w - - 0 1", Arrivals::Kinds("P".parse().unwrap())), 0);
}

#[test]
fn a_piece_arrives_only_if_there_is_room_for_it() {
    // Black has 32 pieces, 12 of them rooks in reserve. A line with an answer by a bishop from the partner can't be
    // played.
    let board = board(
        "rnbq1bnr/pp1pp1pp/2p5/1r1p1pP1/r2kbP2/2NP2K1/PPP1P2P/R1B1QBNR[QQQQQQQQNNrrrrrrrrrrrr] w - - 0 13",
    );
    for arrivals in [Arrivals::Any, Arrivals::Kinds("BR".parse().unwrap())] {
        assert_eq!(verdict(&board, arrivals, &Rules::standard()), Verdict::Unknown);
    }
    let Verdict::Mate(mate) = verdict(&board, Arrivals::Kinds("R".parse().unwrap()), &Rules::standard())
    else {
        panic!("rooks are in reserve anyway");
    };
    assert!(mate.san(&board, &Rules::standard()).is_ok());
}

#[test]
fn a_smothered_mate_with_a_queen_sacrifice_is_hard() {
    let text = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::None), 2);
    // A drop can't answer Qg8: the queen is next to the king.
    assert_eq!(moves(text, Arrivals::Any), 2);
}

#[test]
fn an_en_passant_capture_is_a_defense() {
    // g4 would be mate, except for a pawn that captures on g3.
    let rows = [
        ("8/8/6pp/6nk/5p1n/7P/6P1/6K1", 0),
        ("8/8/6pp/6nk/7n/7P/6P1/6K1", 1),
        ("8/8/6pp/6nk/5b1n/7P/6P1/6K1", 1),
    ];
    for (pieces, expected) in rows {
        assert_eq!(moves(&format!("{pieces}[] w - - 0 1"), Arrivals::Any), expected, "{pieces}");
    }
}

#[test]
fn a_double_check_cannot_be_blocked() {
    // Nf6 is a double check by the knight and the rook.
    let text = "3rkr2/3p1p2/8/8/4N3/8/8/K3R3[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::Any), 1);
}

#[test]
fn a_frozen_or_mated_attacker_has_no_mate() {
    // White is in check from a distance and has no legal move.
    let frozen = "6k1/8/8/8/8/8/5PPP/r5K1[] w - - 0 1";
    assert!(board(frozen).is_frozen());
    assert_eq!(moves(frozen, Arrivals::None), 0);
    let mated = "6k1/8/8/8/8/8/5nPP/6RK[Q] w - - 0 1";
    assert_eq!(moves(mated, Arrivals::None), 0);
    // A check must also end the check to the own king.
    let checked = "6k1/5ppp/8/8/8/8/4RPPP/r5K1[N] w - - 0 1";
    assert_eq!(moves(checked, Arrivals::Any), 0);
}

#[test]
fn a_perpetual_check_is_not_mate() {
    let text = "7k/6pp/8/8/8/6Q1/8/K7[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::Any), 0);
    // A single queen can give check forever.
    let text = "k7/8/8/8/8/8/7Q/2K5[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::Any), 0);
    assert_eq!(moves(text, Arrivals::None), 0);
    let text = "6k1/5p1p/5Q2/8/8/8/8/K7[] w - - 0 1";
    assert_eq!(moves(text, Arrivals::None), 0);
}

#[test]
fn drop_aggression_applies() {
    let smother = board("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1");
    let rules = Rules::standard();
    assert!(verdict(&smother, Arrivals::Any, &rules).is_mate());
    for drops in [DropAggression::NoBughouseMate, DropAggression::NoChessMate, DropAggression::NoCheck] {
        assert_eq!(verdict(&smother, Arrivals::Any, &rules.drops(drops)), Verdict::NoneByChecks, "{drops:?}");
    }
    // A drop may freeze the opponent even if it isn't allowed to mate.
    let back_rank = board("6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1");
    assert!(verdict(&back_rank, Arrivals::None, &rules.drops(DropAggression::NoBughouseMate)).is_mate());
    assert!(verdict(&back_rank, Arrivals::None, &rules.drops(DropAggression::NoChessMate)).is_none());
}

#[test]
fn pawn_drop_ranks_apply() {
    let text = "3rkr2/3p1p2/3K4/8/8/8/8/8[P] w - - 0 1";
    let board = board(text);
    let rules = Rules::standard();
    let narrow = rules.pawn_drops(PawnDropRanks::TWO_TO_SIX);
    for rules in [rules, narrow] {
        let expected = reference::mates_within(&board, 2, Arrivals::Any, &rules);
        assert_eq!(verdict(&board, Arrivals::Any, &rules).is_mate(), expected);
    }
    let smother = "kr6/pp6/8/8/8/8/8/K7[P] w - - 0 1".parse::<Board>().unwrap();
    assert!(verdict(&smother, Arrivals::Any, &rules).is_none());
    // The pawn on the seventh rank mates if it can be dropped there.
    let corner = "k1r5/p1p5/B7/8/8/8/8/K7[P] w - - 0 1".parse::<Board>().unwrap();
    assert!(verdict(&corner, Arrivals::Any, &rules).is_mate());
    assert!(!reference::mates_within(&corner, 1, Arrivals::Any, &narrow));
}

#[test]
fn promotions_across_boards_are_unknown() {
    // A pawn mates by promoting. If its piece must be stolen, the result is unknown here.
    let board = board("6k1/3P1ppp/8/8/8/8/8/K7[] w - - 0 1");
    let rules = Rules::standard();
    assert!(verdict(&board, Arrivals::None, &rules).is_mate());
    for promotion in [Promotion::Steal, Promotion::Discard] {
        assert_eq!(verdict(&board, Arrivals::None, &rules.promotion(promotion)), Verdict::Unknown);
    }
    // Pieces can be stolen from this board between two moves, so only a mate in one is certain.
    let two = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1".parse::<Board>().unwrap();
    let steal = rules.promotion(Promotion::Steal);
    assert_eq!(verdict(&two, Arrivals::Any, &steal), Verdict::Unknown);
    assert!(verdict(&two, Arrivals::None, &steal).is_mate());
    let one = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1".parse::<Board>().unwrap();
    assert!(verdict(&one, Arrivals::Any, &steal).is_mate());
}

#[test]
fn a_defender_who_promotes_across_boards_may_escape() {
    // Wherever the rook is dropped, a pawn captures it and reaches the last rank.
    let board = board("8/8/8/8/8/K7/pp6/k7[R] w - - 0 1");
    let rules = Rules::standard();
    assert_eq!(verdict(&board, Arrivals::None, &rules), Verdict::NoneByChecks);
    for promotion in [Promotion::Steal, Promotion::Discard] {
        assert_eq!(verdict(&board, Arrivals::None, &rules.promotion(promotion)), Verdict::Unknown);
    }
}

#[test]
fn a_limit_that_is_too_small_gives_unknown() {
    let board = board("5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1");
    let verdict = |nodes| solve(&board, Arrivals::Any, &Rules::standard(), Limit::nodes(nodes));
    assert_eq!(verdict(0), Verdict::Unknown);
    assert_eq!(verdict(1), Verdict::Unknown);
    assert!(verdict(1000).is_mate());
}

#[test]
fn a_side_with_all_pieces_has_unknown_hard_mates() {
    // A side with 32 pieces can't receive more, so the result for arrivals is unknown.
    let text = "pppppppk/pppppppp/pppppppp/pppppppp/8/8/8/K6R[] w - - 0 1";
    let parsed = text.replace("pppppppk", "nnnnnnnk").parse::<Board>().unwrap();
    assert_eq!(solve(&parsed, Arrivals::Any, &Rules::standard(), Limit::default()), Verdict::Unknown);
    let soft = solve(&parsed, Arrivals::None, &Rules::standard(), Limit::default());
    assert_eq!(soft, Verdict::NoneByChecks);
}

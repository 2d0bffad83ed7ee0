//! On any board and with any rules: the listed checks give check, and a mate that is found is a mate.

#![no_main]

use bughouse_chess::{DropAggression, PawnDropRanks, Piece, Promotion, Reserve, Rules};
use bughouse_fuzz::{Choices, add_to_reserve, choose_move, start};
use bughouse_mate::{Arrivals, Limit, Verdict, checks, solve};
use libfuzzer_sys::fuzz_target;

/// The slow reference implementation of the tests.
#[path = "../../crates/bughouse-mate/tests/all/reference.rs"]
mod reference;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let rules = rules(&mut choices);
    let arrivals = arrivals(&mut choices);
    let mut board = start(&mut choices);
    for _ in 0..24 {
        if choices.is_empty() {
            break;
        }
        add_to_reserve(&mut board, &mut choices);
        let Some(mv) = choose_move(&board, &mut choices) else { break };
        board.play(mv).expect("a generated move is legal");
    }

    let (mut ours, mut expected) = (checks(&board, &rules), reference::checks(&board, &rules));
    ours.sort();
    expected.sort();
    assert_eq!(ours, expected, "{board}");

    let is_common = matches!(rules.promotion, Promotion::Upgrade | Promotion::Stays);
    match solve(&board, arrivals, &rules, Limit::nodes(2_000)) {
        Verdict::Mate(mate) => {
            reference::assert_line_mates(&board, &mate.line, arrivals, &rules);
            let after = board.with_rules(&rules).after(mate.line[0]).expect("a check is legal").0;
            for (answer, next) in reference::answers(&after, arrivals, &rules) {
                let verdict = solve(&next, arrivals, &rules, Limit::nodes(20_000));
                assert!(!verdict.is_none(), "{board}: {answer} helps against {mate:?}");
            }
        }
        Verdict::NoneByChecks => {
            assert!(
                !is_common || !reference::mates_within(&board, 1, arrivals, &rules),
                "{board}: a mate was missed"
            );
        }
        Verdict::Unknown => {}
    }
});

fn rules(choices: &mut Choices<'_>) -> Rules {
    let byte = choices.byte();
    let drops = [
        DropAggression::MateAllowed,
        DropAggression::NoBughouseMate,
        DropAggression::NoChessMate,
        DropAggression::NoCheck,
    ];
    let promotions = [Promotion::Upgrade, Promotion::Stays, Promotion::Steal, Promotion::Discard];
    let ranks = if byte & 1 == 0 { PawnDropRanks::TWO_TO_SEVEN } else { PawnDropRanks::TWO_TO_SIX };
    Rules::standard()
        .pawn_drops(ranks)
        .drops(drops[usize::from(byte >> 1) % 4])
        .promotion(promotions[usize::from(byte >> 3) % 4])
}

fn arrivals(choices: &mut Choices<'_>) -> Arrivals {
    match choices.byte() {
        byte if byte < 80 => Arrivals::None,
        byte if byte < 200 => Arrivals::Any,
        byte => {
            let mut kinds = Reserve::new();
            for (i, piece) in Piece::IN_RESERVE.into_iter().enumerate() {
                if byte >> i & 1 == 1 {
                    kinds.add(piece).expect("there is room for five pieces");
                }
            }
            Arrivals::Kinds(kinds)
        }
    }
}

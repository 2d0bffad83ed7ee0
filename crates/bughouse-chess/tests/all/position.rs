//! Both boards: transfers, promotions that affect the other board, restorable rights, and frozen seats.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bughouse_chess::{
    Board, BoardId, BughouseMove, ChessMove, Clocks, DropAggression, IllegalMove, Match, PawnDropRanks,
    Piece, Position, Promotion, Rules, San, Seat, Square, TimeControl, Transfer,
};

use crate::support::{Rng, board};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn both(a: &str, b: &str) -> Position {
    Position::new(board(a), board(b), Rules::standard())
}

fn bfen(position: &Position) -> [String; 2] {
    position.boards().each_ref().map(Board::to_bfen)
}

/// Plays SAN moves, each with the letter of its board: `Ae4 BNf3`.
#[track_caller]
fn play(position: &mut Position, moves: &str) -> Transfer {
    let mut last = Transfer::default();
    for mv in moves.split_whitespace() {
        let (id, san) = mv.split_at(1);
        let id = if id == "A" { BoardId::A } else { BoardId::B };
        let san: San = san.parse().unwrap_or_else(|error| panic!("{mv}: {error}"));
        let found = position.resolve(id, &san).unwrap_or_else(|error| panic!("{mv}: {error}"));
        assert_eq!(position.san(id, found).unwrap().action, san.action, "{mv}");
        assert!(position.legal_moves(id).contains(found), "{mv}");
        last = position.play(id, found).unwrap();
    }
    last
}

#[track_caller]
fn rejection(position: &Position, id: BoardId, san: &str) -> String {
    position.resolve(id, &san.parse::<San>().unwrap()).unwrap_err().to_string()
}

/// The number of pieces of each color and type on both boards and in all reserves.
fn pieces(position: &Position) -> Vec<u32> {
    let colors = bughouse_chess::Color::ALL.into_iter();
    colors.flat_map(|color| Piece::ALL.map(|piece| position.count_pieces(color, piece))).collect()
}

#[test]
fn a_stolen_piece_changes_boards_and_the_pawn_goes_to_its_owner() {
    let rules = Rules::bughouse_pro().promotion(Promotion::Steal);
    let mut position = Position::START.with_rules(rules);
    let played = play(&mut position, "Aa4 Ah5 Aa5 Ah4 Aa6 Ah3 Aaxb7 Ag5 Abxc8=Qd1");
    assert_eq!(played.transfer, Some((Seat::BLACK_B, Piece::Bishop)));
    assert_eq!(played.pawn_to, Some(Seat::WHITE_B));
    assert_eq!(
        bfen(&position),
        [
            "rnQqkbnr/p1pppp2/8/6p1/8/7p/1PPPPPPP/RNBQKBNR[] b KQkq - 0 5",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[Pbp] w KQkq - 0 1"
        ]
    );
    // It wasn't a promoted pawn, so it stays a queen.
    let played = play(&mut position, "AQxc8");
    assert_eq!(played.transfer, Some((Seat::WHITE_B, Piece::Queen)));
}

/// The check sign of a half-move is about its own board, whatever happens on the other.
#[test]
fn stealing_that_mates_on_the_other_board_has_no_mate_sign() {
    let rules = Rules::bughouse_pro().promotion(Promotion::Steal);
    // Only the knight could capture the piece that gives check.
    let smothered = "4k3/8/8/8/8/8/5nPP/3N2RK[] w - - 0 1";
    let mut position = both("7k/P7/8/8/8/8/8/4K3[] w - - 0 1", smothered).with_rules(rules);
    let mv = position.resolve(BoardId::A, &"a8=Nd1".parse().unwrap()).unwrap();
    assert_eq!(position.san(BoardId::A, mv).unwrap().to_string(), "a8=Nd1");
    position.play(BoardId::A, mv).unwrap();
    assert!(position.is_checkmate(BoardId::B) && !position.is_checkmate(BoardId::A));
    // A mate on its own board still has a `#`.
    let mut position = both("6rk/P5pp/8/6N1/8/8/8/4K3[] w - - 0 1", smothered).with_rules(rules);
    let mv = position.resolve(BoardId::A, &"Nf7".parse().unwrap()).unwrap();
    assert_eq!(position.san(BoardId::A, mv).unwrap().to_string(), "Nf7#");
    position.play(BoardId::A, mv).unwrap();
    assert!(position.is_checkmate(BoardId::A) && !position.is_checkmate(BoardId::B));
}

#[test]
fn stealing_must_not_expose_a_king() {
    let rules = Rules::bughouse_pro().promotion(Promotion::Steal);
    let a = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    // The owner's king is behind the bishop.
    let own = both(a, "7k/8/8/8/8/8/1b3B1K/4r3[] w - - 0 1").with_rules(rules);
    assert!(own.resolve(BoardId::A, &"a8=Bf2".parse().unwrap()).is_ok());
    let own = both(a, "7k/8/8/8/8/8/r4B1K/8[] w - - 0 1").with_rules(rules);
    assert_eq!(rejection(&own, BoardId::A, "a8=Bf2"), "the white king on the other board would be in check");
    // The partner's king is behind the knight.
    let partner = both(a, "5K2/8/8/8/8/8/8/1R1N1k2[] b - - 0 1").with_rules(rules);
    assert_eq!(
        rejection(&partner, BoardId::A, "a8=Nd1"),
        "the black king on the other board would be in check"
    );
    // If one attacker replaces another, that is still a new attack.
    let swapped = both(a, "5K2/8/8/8/8/8/8/1R1R1k2[] b - - 0 1").with_rules(rules);
    assert_eq!(
        rejection(&swapped, BoardId::A, "a8=Rd1"),
        "the black king on the other board would be in check"
    );
    // The piece that gives check can be taken: no king is exposed.
    assert!(swapped.resolve(BoardId::A, &"a8=Rb1".parse().unwrap()).is_ok());
}

#[test]
fn only_pieces_on_the_square_can_be_stolen() {
    let rules = Rules::bughouse_pro().promotion(Promotion::Steal);
    let position = both("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", START).with_rules(rules);
    let rejected = |san| rejection(&position, BoardId::A, san);
    let nothing = "there is no queen of the same color to take on d8 of the other board";
    assert_eq!(rejected("a8=Qd8"), nothing);
    assert_eq!(rejected("a8=Rb1"), "there is no rook of the same color to take on b1 of the other board");
    let message = "a promotion takes a piece from the other board: name its square, such as =Qd1";
    assert_eq!(rejected("a8=Q"), message);
    assert_eq!(rejected("a8=."), message);
    let promotions: Vec<String> = position
        .legal_moves(BoardId::A)
        .iter()
        .filter(|mv| mv.dest() == Square::A8)
        .map(|mv| mv.to_string())
        .collect();
    assert_eq!(promotions, ["a7a8qd1", "a7a8ra1", "a7a8rh1", "a7a8bc1", "a7a8bf1", "a7a8nb1", "a7a8ng1"]);
    // A stolen rook loses its castling right.
    let mut after = position;
    play(&mut after, "Aa8=Rh1");
    assert!(after.board(BoardId::B).to_bfen().contains("[P] w Qkq -"), "{after:?}");
    // If nothing can be stolen, no pawn can promote.
    let bare = both("7k/P7/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1").with_rules(rules);
    assert!(bare.legal_moves(BoardId::A).iter().all(|mv| mv.dest() != Square::A8));
}

#[test]
fn stealing_round_trips_in_uci() {
    let mv: BughouseMove = "a7b8qd1".parse().unwrap();
    let expected = ChessMove::stealing(Square::A7, Square::B8, Piece::Queen, Square::D1);
    assert_eq!(mv, expected.into());
    assert_eq!(mv.to_string(), "a7b8qd1");
    for text in ["a7b8q1", "a7b8qd", "a7b8qd11", "a7b8qz1", "a7b8d1"] {
        assert!(text.parse::<BughouseMove>().is_err(), "{text}");
    }
    // With a single board, there is nothing to steal.
    let single = board("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    let steal = ChessMove::stealing(Square::A7, Square::A8, Piece::Queen, Square::D1);
    assert!(!single.is_legal(steal.into()));
    let position = both("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", START);
    assert_eq!(
        position.why_illegal(BoardId::A, steal.into()),
        Some(IllegalMove::WrongPromotion(Promotion::Upgrade))
    );
}

#[test]
fn a_discarded_pawn_leaves_the_board() {
    let rules = Rules::bughouse_pro().promotion(Promotion::Discard);
    let mut position = Position::START.with_rules(rules);
    let played = play(&mut position, "Aa4 Ah5 Aa5 Ah4 Aa6 Ah3 Aaxb7 Ag5 Abxc8=.");
    assert_eq!(played.transfer, Some((Seat::BLACK_B, Piece::Bishop)));
    assert_eq!(played.pawn_to, Some(Seat::WHITE_B));
    assert_eq!(position.board(BoardId::A).piece_on(Square::C8), None);
    assert_eq!(position.reserve(Seat::WHITE_B).to_string(), "P");
    // All four standard promotions are one move here.
    let position = both("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", START).with_rules(rules);
    let moves = position.legal_moves(BoardId::A);
    assert_eq!(moves.iter().filter(|mv| mv.dest() == Square::A8).count(), 1);
    assert_eq!(
        rejection(&position, BoardId::A, "a8=Q"),
        "a pawn that reaches the last rank is discarded: write =."
    );
    assert_eq!(
        rejection(&position, BoardId::A, "a8"),
        "a pawn that reaches the last rank is discarded: write =."
    );
    // A discarded pawn doesn't block a check.
    let checked = both("4r2k/3P4/8/8/8/8/8/4K3[] w - - 0 1", START).with_rules(rules);
    assert!(checked.resolve(BoardId::A, &"dxe8=.".parse().unwrap()).is_ok());
    let blocked = both("K3r2k/2P5/8/8/8/8/8/8[] w - - 0 1", START).with_rules(rules);
    assert_eq!(
        rejection(&blocked, BoardId::A, "c8=."),
        "the pawn leaves the board, and the king would be in check"
    );
}

#[test]
fn the_error_for_a_missing_promotion_depends_on_the_rules() {
    let position = both("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", START);
    for (promotion, message) in [
        (Promotion::Upgrade, "the pawn reaches the last rank and must promote"),
        (Promotion::Discard, "a pawn that reaches the last rank is discarded: write =."),
        (Promotion::Steal, "a promotion takes a piece from the other board: name its square, such as =Qd1"),
    ] {
        let rules = Rules::bughouse_pro().promotion(promotion);
        assert_eq!(rejection(&position.with_rules(rules), BoardId::A, "a8"), message);
    }
}

/// Checks that generation lists exactly the legal moves, and that it stops.
#[track_caller]
fn check_generation(position: &Position, id: BoardId) {
    let list = position.legal_moves(id);
    let mut moves: Vec<BughouseMove> = Vec::new();
    position.moves(id).for_each(|set| moves.extend(set));
    assert!(list.iter().eq(moves.iter().copied()), "{position:?}");
    assert_eq!((list.len(), list.is_empty()), (moves.len(), moves.is_empty()), "{position:?}");
    assert_eq!(position.moves(id).any(), !moves.is_empty(), "{position:?}");
    let mut left = moves.len() / 2;
    let stopped = position.moves(id).visit(|set| match left.checked_sub(set.len()) {
        Some(rest) => {
            left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(set.into_iter().nth(left)),
    });
    let middle = moves.get(moves.len() / 2).map(|&mv| Some(mv));
    assert_eq!(stopped, middle.map_or(ControlFlow::Continue(()), ControlFlow::Break), "{position:?}");

    // Every possible move, one by one.
    let mut legal = HashSet::new();
    for from in Square::all() {
        for to in Square::all() {
            let mut candidates = vec![ChessMove::new(from, to, None)];
            if position.board(id).piece_on(from) == Some(Piece::Pawn) {
                for piece in Piece::PROMOTIONS {
                    candidates.push(ChessMove::new(from, to, Some(piece)));
                    candidates.extend(Square::all().map(|s| ChessMove::stealing(from, to, piece, s)));
                }
            }
            legal.extend(candidates.into_iter().map(BughouseMove::Regular));
        }
        legal.extend(Piece::ALL.map(|piece| BughouseMove::Drop { piece, square: from }));
    }
    legal.retain(|&mv| position.is_legal(id, mv));
    assert!(legal.iter().all(|&mv| list.contains(mv)), "{position:?}");
    assert_eq!(legal.len(), moves.len(), "{position:?}");
}

#[test]
fn generation_lists_what_is_legal_under_every_promotion() {
    let mut rng = Rng::new(77);
    for promotion in [Promotion::Upgrade, Promotion::Stays, Promotion::Steal, Promotion::Discard] {
        let rules = Rules::bughouse_pro().promotion(promotion).drops(DropAggression::NoCheck);
        for _ in 0..2 {
            let mut position = both(
                "rnbqk2r/1P4P1/8/8/8/8/1p4p1/R3KBNR[Pn] w KQkq - 0 1",
                "r3kbnr/P6P/8/8/8/8/p6p/RNBQK2R[Np] w KQkq - 0 1",
            )
            .with_rules(rules);
            for _ in 0..12 {
                let id = rng.pick(&BoardId::ALL);
                check_generation(&position, id);
                let moves = position.legal_moves(id);
                if !moves.is_empty() {
                    position.play_unchecked(id, rng.pick_move(&moves));
                }
            }
        }
    }
    // The only move is rejected because the pawn would leave the board.
    let rules = Rules::bughouse_pro().promotion(Promotion::Discard);
    let blocked = both("K3r2k/2P5/8/8/8/8/8/8[] w - - 0 1", START).with_rules(rules);
    check_generation(&blocked, BoardId::A);
}

/// Every listed move is legal and playable, every other promotion is not, no piece is lost, and the hash
/// equals that of the same boards read from strings.
#[test]
fn random_play_under_every_promotion_keeps_all_pieces() {
    let mut rng = Rng::new(4711);
    let (mut stolen, mut discarded) = (0, 0);
    for round in 0..400 {
        let promotion = [Promotion::Steal, Promotion::Discard, Promotion::Upgrade][round % 3];
        let rules = Rules::bughouse_pro().promotion(promotion);
        // Passed pawns.
        let mut position = both(
            "rnbqk2r/1P4P1/8/8/8/8/1p4p1/R3KBNR[Pn] w KQkq - 0 1",
            "r3kbnr/P6P/8/8/8/8/p6p/RNBQK2R[Np] w KQkq - 0 1",
        )
        .with_rules(rules);
        let before = pieces(&position);
        for _ in 0..30 {
            let id = BoardId::ALL[rng.below(2)];
            let moves = position.legal_moves(id);
            if moves.is_empty() {
                continue;
            }
            let promotes = |mv: &BughouseMove| {
                let BughouseMove::Regular(mv) = mv else { return false };
                mv.promotion().is_some()
                    || position.board(id).piece_on(mv.source()) == Some(Piece::Pawn)
                        && matches!(mv.dest().rank().to_index(), 0 | 7)
            };
            let wanted = moves.iter().filter(promotes).nth(rng.below(4));
            let mv = wanted.unwrap_or_else(|| rng.pick_move(&moves));
            assert!(position.is_legal(id, mv), "{mv} {position:?}");
            assert_eq!(position.why_illegal(id, mv), None, "{mv} {position:?}");
            let san = position.san(id, mv).unwrap();
            let read: San = san.to_string().parse().unwrap();
            assert_eq!(position.resolve(id, &read), Ok(mv), "{san} {position:?}");
            let played = position.play(id, mv).unwrap();
            assert!(!played.is_lost);
            if let BughouseMove::Regular(mv) = mv {
                stolen += usize::from(mv.stolen_from().is_some());
                discarded += usize::from(played.pawn_to.is_some() && mv.promotion().is_none());
            }
            assert_eq!(pieces(&position), before, "{mv} {position:?}");
            for board in position.boards() {
                assert_eq!(&board.to_bfen().parse::<Board>().unwrap(), board, "{mv}");
            }
        }
    }
    assert!(stolen > 200 && discarded > 200, "{stolen} {discarded}");
}

#[test]
fn restorable_rights_stay_with_copies_of_the_position() {
    let rules = Rules::fics();
    let a = "rnbqkbnr/pppppp1p/8/8/8/6b1/PPPPPP1P/RNBQK2R[R] b KQkq - 0 1".replace("6b1", "8");
    let mut position = both(&a.replace("PPPPPP1P/", "PPPPPPbP/"), START).with_rules(rules);
    play(&mut position, "ABxh1");
    assert_eq!(position.restorable_rights(BoardId::A).to_string(), "H");
    let mut branch = position;
    let king = "Aa3 ABc6 AR@h1 Aa6 AO-O";
    // The square is empty once the bishop has moved.
    play(&mut branch, king);
    assert_eq!(branch.board(BoardId::A).king_square(bughouse_chess::Color::White), Square::G1);
    assert_ne!(position.hash(), both(&position.board(BoardId::A).to_bfen(), START).with_rules(rules).hash());
    // Under other rules, the right is lost with the rook.
    let mut strict = both(&a.replace("PPPPPP1P/", "PPPPPPbP/"), START);
    play(&mut strict, "ABxh1 Aa3 ABc6 AR@h1 Aa6");
    assert_eq!(rejection(&strict, BoardId::A, "O-O"), "there is no right to castle kingside");
}

/// What a drop may do to the opponent's king.
#[test]
fn drops_can_be_too_aggressive() {
    // A distant check, a check that only a piece in reserve can end, and a mate.
    let cases = [
        ("7k/8/8/8/8/8/8/K7[R] w - - 0 1", "R@h1", [true, true, true, false]),
        ("6k1/5ppp/8/8/8/8/8/K7[Rn] w - - 0 1", "R@a8", [true, true, false, false]),
        ("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", [true, false, false, false]),
        ("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f6", [true, true, true, true]),
    ];
    let settings = [
        DropAggression::MateAllowed,
        DropAggression::NoBughouseMate,
        DropAggression::NoChessMate,
        DropAggression::NoCheck,
    ];
    for (a, san, allowed) in cases {
        let default = both(a, START);
        let mv = default.resolve(BoardId::A, &san.parse().unwrap()).unwrap();
        for (drops, allowed) in settings.into_iter().zip(allowed) {
            let position = default.with_rules(Rules::bughouse_pro().drops(drops));
            let found = position.resolve(BoardId::A, &san.parse().unwrap());
            assert_eq!(found.is_ok(), allowed, "{a} {san} {drops:?}");
            let listed = position.legal_moves(BoardId::A);
            assert_eq!(listed.contains(mv), allowed, "{a} {san} {drops:?}");
            assert_eq!(position.is_legal(BoardId::A, mv), allowed, "{a} {san} {drops:?}");
        }
    }
    let position = both("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", START);
    let rejected =
        |drops| rejection(&position.with_rules(Rules::bughouse_pro().drops(drops)), BoardId::A, "N@f7");
    assert_eq!(rejected(DropAggression::NoCheck), "the rules of this game don't allow drops that give check");
    assert_eq!(rejected(DropAggression::NoChessMate), "the rules of this game don't allow drops that mate");
}

/// A match and a position that play the same moves reach the same boards.
#[test]
fn a_match_plays_like_a_position() {
    let mut rng = Rng::new(99);
    for rules in [Rules::standard(), Rules::fics(), Rules::bughouse_pro().promotion(Promotion::Steal)] {
        for _ in 0..60 {
            let mut game = Match::new(rules, TimeControl::default());
            let mut position = Position::START.with_rules(rules);
            for _ in 0..120 {
                let id = BoardId::ALL[rng.below(2)];
                let moves = game.legal_moves(id);
                if moves.is_empty() {
                    continue;
                }
                let mv = rng.pick_move(&moves);
                let step = *game.play(id, mv).unwrap();
                assert_eq!(step.before(), position.board(id).board());
                assert_eq!(step.transfer(), &position.play(id, mv).unwrap());
                assert_eq!(game.position(), &position);
                assert_eq!(game.hash(), position.hash());
            }
        }
    }
}

/// Whatever a board of a position is asked about moves, it answers by the rules.
#[test]
fn a_board_of_a_position_reads_and_makes_moves_by_the_rules() {
    let steals = both("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1")
        .with_rules(Rules::standard().promotion(Promotion::Steal));
    let a = steals.board(BoardId::A);
    let stolen = a.read_uci("a7a8qb1").unwrap();
    assert_eq!(
        a.read_uci("a7a8q").unwrap_err().to_string(),
        "a promotion takes a piece from the other board: name its square, such as =Qd1 (at byte 1)"
    );
    assert!(a.gives_check(stolen));
    assert_eq!(a.after_unchecked(stolen).to_bfen(), "Q3k3/8/8/8/8/8/8/4K3[] b - - 0 1");
    assert_eq!(a.after(stolen).unwrap().0, a.after_unchecked(stolen));

    let discards = steals.with_rules(Rules::standard().promotion(Promotion::Discard));
    let a = discards.board(BoardId::A);
    let gone = a.read_uci("a7a8").unwrap();
    assert!(!a.gives_check(gone));
    assert_eq!(a.after_unchecked(gone).to_bfen(), "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");

    let low = both("r3k2r/8/8/8/8/8/8/R3K2R[P] w KQkq - 0 1", START)
        .with_rules(Rules::standard().pawn_drops(PawnDropRanks::TWO_TO_SIX));
    for (text, why) in
        [("P@a7", Some("a pawn can't be dropped on rank 7 (at byte 1)")), ("P@a6", None), ("e1h1", None)]
    {
        let read = low.read_uci(BoardId::A, text);
        assert_eq!(read.err().map(|error| error.to_string()).as_deref(), why, "{text}");
    }
    let game = Match::from_position(low, Clocks::new(TimeControl::default())).unwrap();
    assert_eq!(game.read_uci(BoardId::A, "e1h1"), Ok("e1g1".parse().unwrap()));
    assert!(game.read_uci(BoardId::A, "P@a7").is_err());
}

/// A board of a position answers as the board after the move does.
#[test]
fn checks_are_predicted_under_all_rules() {
    let mut rng = Rng::new(7);
    let mut promotions = 0;
    for promotion in [Promotion::Upgrade, Promotion::Steal, Promotion::Discard] {
        for _ in 0..40 {
            let mut position = both(
                "r5k1/PPP5/8/8/8/K7/4pppp/7R[QNn] w - - 0 1",
                "r1bq2k1/1PPP4/8/8/8/K7/3ppp2/R1BQ4[p] w - - 0 1",
            )
            .with_rules(Rules::standard().promotion(promotion));
            for _ in 0..30 {
                let id = BoardId::ALL[rng.below(2)];
                let moves = position.legal_moves(id);
                for mv in &moves {
                    let board = position.board(id);
                    let mut played = position;
                    played.play(id, mv).unwrap();
                    assert_eq!(board.gives_check(mv), played.board(id).in_check(), "{position:?} {mv}");
                    assert_eq!(&board.after_unchecked(mv), played.board(id).board(), "{position:?} {mv}");
                    promotions +=
                        usize::from(mv.to_string().len() > 4 || board.piece_of(mv) == Some(Piece::Pawn));
                }
                if moves.is_empty() {
                    break;
                }
                let mv = rng.pick_move(&moves);
                position.play(id, mv).unwrap();
            }
        }
    }
    assert!(promotions > 1000, "{promotions}");
}

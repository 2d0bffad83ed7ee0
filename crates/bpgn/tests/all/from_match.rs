//! A match is written as a game, and replayed to the same match.

use bpgn::tags::{TimeControlTag, read_time_control};
use bpgn::{Checker, Game, ReadOptions, Reader, Start, State};
use bughouse_chess::{
    Board, BoardId, BughouseMove, Cause, Clocks, DropAggression, Match, MatchError, Millis, Outcome,
    PawnDropRanks, Piece, Position, Promotion, Rank, Rules, Seat, Team, TimeControl, TwoBoards,
};

use crate::rng::Rng;
use crate::scale::{runs_in_full, scaled};

/// Ends a match.
type End = fn(&mut Match) -> Result<Outcome, MatchError>;

/// What a report says about a game.
#[derive(Debug, PartialEq)]
struct Seen {
    state: State,
    played: usize,
    position: Position,
    diagnostics: Vec<String>,
    winner: Option<&'static str>,
    loser: Option<Seat>,
    by: Option<&'static str>,
}

fn report(text: &str, options: ReadOptions) -> Seen {
    let mut seen = Vec::new();
    let mut checker = Checker::new(options, |report| {
        seen.push(Seen {
            state: report.state,
            played: report.played,
            position: *report.end.position(),
            diagnostics: report.diagnostics.iter().map(|diagnostic| report.text_of(diagnostic)).collect(),
            winner: report.outcome.winner_name(),
            loser: report.outcome.loser,
            by: report.outcome.by(),
        });
    });
    Reader::new(text.as_bytes()).read_all(&mut checker).unwrap();
    assert_eq!(seen.len(), 1, "{text}");
    seen.remove(0)
}

/// Plays a written game again as a match under some rules, with the clocks of the file.
fn replayed(text: &str, rules: Rules) -> Match {
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let options = ReadOptions::strict().rules(rules);
    let start = Start::of_tags(|name| game.tags.get(name).map(str::as_bytes), &options);
    assert_eq!(start.error, None, "{text}");
    let control = match game.tags.get("TimeControl").map(|value| read_time_control(value.as_bytes())) {
        Some(TimeControlTag::Control(control)) => control,
        Some(TimeControlTag::None) => TimeControl::default(),
        other => panic!("{other:?}"),
    };
    let both = start.given.unwrap_or(TwoBoards { position: Position::START, clocks: [None; 2] });
    let left = Seat::ALL.map(|seat| both.clock(seat).unwrap_or(control.base));
    let mut played =
        Match::from_position(both.position.with_rules(rules), Clocks::from_left(left, control.increment))
            .unwrap();
    for half_move in &game.main.half_moves {
        let seat = half_move.label.seat;
        assert_eq!(played.to_move(seat.board), seat, "{text}");
        assert_eq!(played.board(seat.board).fullmove_number(), half_move.label.number, "{text}");
        let mv =
            played.read_san(seat.board, &half_move.san).unwrap_or_else(|error| panic!("{error}: {text}"));
        played.play(seat.board, mv).unwrap();
        if let Some(clock) = half_move.clock() {
            played.set_clock(seat, clock.time(), Millis::ZERO);
        }
    }
    played
}

/// Writes a match, reads it, and compares everything that BPGN represents.
#[track_caller]
fn check(played: &Match) -> String {
    let game = Game::from(played);
    let text = game.to_bpgn();
    assert_eq!(text.parse::<Game>().as_ref(), Ok(&game), "{text}");
    let again = replayed(&text, *played.rules());
    assert_eq!(again.position(), played.position(), "{text}");
    let of_steps = |game: &Match| {
        game.steps().iter().map(|step| (step.seat(), step.mv(), step.clock())).collect::<Vec<_>>()
    };
    let (read, written) = (of_steps(&again), of_steps(played));
    assert!(read.iter().zip(&written).all(|(a, b)| a.0 == b.0 && a.1 == b.1), "{text}");
    if written.iter().all(|(.., clock)| clock.is_some()) {
        assert_eq!(read, written, "{text}");
    }
    let seen = report(&text, ReadOptions::strict().rules(*played.rules()));
    assert_eq!(
        (seen.state, seen.played, seen.position),
        (State::Ok, written.len(), *played.position()),
        "{:?} {text}",
        seen.diagnostics
    );
    let outcome = played.outcome();
    let winner = match outcome {
        None | Some(Outcome { cause: Cause::Abort, .. }) => None,
        Some(outcome) => Some(outcome.winner.map_or("draw", Team::name)),
    };
    assert_eq!(seen.winner, winner, "{text}");
    let lost = outcome.filter(|outcome| outcome.winner.is_some()).and_then(|outcome| outcome.seat);
    assert_eq!(seen.loser, lost, "{text}");
    assert_eq!(seen.by.is_some(), outcome.is_some(), "{text}: {seen:?}");
    assert_eq!(game.end_reason().is_some_and(|reason| reason.is_known()), outcome.is_some(), "{text}");
    text
}

/// Plays a random match from one of several starts.
fn random_match(rng: &mut Rng, rules: Rules) -> Match {
    let start = |rng: &mut Rng| match rng.below(2) {
        0 => Board::START,
        _ => Board::chess960(rng.below(960) as u16).unwrap(),
    };
    let position = Position::new(start(rng), start(rng), rules);
    let clocks = match rng.below(3) {
        0 => Clocks::new(TimeControl::default()),
        1 => Clocks::new(TimeControl::new(120, 1)),
        _ => Clocks::from_left([60_000, 61_500, 90_010, 33_333].map(Millis), Millis::ZERO),
    };
    let mut game = Match::from_position(position, clocks).unwrap();
    let is_timed = clocks.all_left() != [Millis::ZERO; 4];
    if is_timed {
        game.start(Millis::ZERO);
    }
    let mut now = 0;
    for _ in 0..rng.below(160) {
        let id = BoardId::ALL[rng.below(2)];
        let moves = game.legal_moves(id);
        // Promotions are rare in random play.
        let promotions: Vec<_> = moves
            .iter()
            .filter(|&mv| {
                let is_pawn = game.board(id).piece_of(mv) == Some(Piece::Pawn) && !mv.is_drop();
                is_pawn && matches!(mv.dest().rank(), Rank::First | Rank::Eighth)
            })
            .collect();
        let moves = if promotions.is_empty() { moves.into_iter().collect() } else { promotions };
        if moves.is_empty() {
            continue;
        }
        let mv = moves[rng.below(moves.len())];
        now += rng.below(900) as i64;
        if is_timed { game.play_at(id, mv, Millis(now)) } else { game.play(id, mv) }.unwrap();
    }
    let seat = Seat::ALL[rng.below(4)];
    let _ = match rng.below(6) {
        0 => game.resign(seat, Some(Millis(now))),
        1 => game.agree_draw(None),
        2 => game.abort(Some(seat), None),
        3 => game.claim_flag(seat, Millis(now + 200_000)),
        4 => game.claim_repetition(seat.board, None),
        _ => return game,
    };
    game
}

#[test]
fn random_matches_are_written_and_replayed() {
    let mut rng = Rng::new(2026);
    let mut rules: Vec<Rules> = Rules::PRESETS.iter().map(|&(_, rules)| rules).collect();
    rules.push(Rules::bughouse_pro().promotion(Promotion::Discard).pawn_drops(PawnDropRanks::TWO_TO_SIX));
    rules.push(Rules::chesscom().promotion(Promotion::Stays).drops(DropAggression::NoCheck));
    let (mut stolen, mut discarded, mut given) = (0, 0, 0);
    for round in 0..scaled(350) {
        let played = random_match(&mut rng, rules[round as usize % rules.len()]);
        let text = check(&played);
        given += u32::from(text.contains("[FEN "));
        for step in played.steps() {
            let BughouseMove::Regular(mv) = step.mv() else { continue };
            stolen += u32::from(mv.stolen_from().is_some());
            discarded += u32::from(step.transfer().pawn_to.is_some() && mv.stolen_from().is_none());
        }
    }
    let enough = stolen > 10 && discarded > 10 && given > 100;
    assert!(enough || !runs_in_full(), "{stolen} {discarded} {given}");
}

#[test]
fn tags_choose_the_rules_that_bpgn_can_name() {
    let chosen = |rules: Rules| {
        let game = Game::from(&Match::new(rules, TimeControl::default()));
        let names: Vec<&str> = game.tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names.contains(&"Promotion"), names.contains(&"DropAggression"));
        Start::of_tags(|name| game.tags.get(name).map(str::as_bytes), &ReadOptions::strict()).rules
    };
    for rules in [Rules::standard(), Rules::fics(), Rules::chesscom()] {
        assert_eq!(chosen(rules), None);
    }
    let pro = Rules::bughouse_pro();
    for rules in [pro, pro.promotion(Promotion::Steal), pro.drops(DropAggression::NoChessMate)] {
        assert_eq!(chosen(rules), Some(rules));
    }
    // Everything that tags don't name is as on bughouse.pro.
    let wr = Rules::wr_2026();
    assert_eq!(chosen(wr), Some(pro.promotion(wr.promotion).drops(wr.drops)));
}

#[test]
fn a_match_with_a_stolen_piece() {
    let board = |text: &str| text.parse::<Board>().unwrap();
    let mut played = Match::from_boards(
        board("4k3/P7/8/8/8/8/8/4K3[] w - - 3 17"),
        board("4k3/8/8/8/8/8/8/3QK3[] w - - 4 20"),
        Rules::wr_2026(),
        Clocks::new(TimeControl::new(300, 2)),
    )
    .unwrap();
    played.start(Millis::ZERO);
    played.play_at(BoardId::A, "a7a8qd1".parse().unwrap(), Millis(2500)).unwrap();
    played.play_at(BoardId::B, "P@e6".parse().unwrap(), Millis(4000)).unwrap();
    played.claim_flag(Seat::BLACK_A, Millis(400_000)).unwrap();
    let expected = "[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[WhiteA \"?\"]
[BlackA \"?\"]
[WhiteB \"?\"]
[BlackB \"?\"]
[TimeControl \"300+2\"]
[Result \"1/2-1/2\"]
[Setup \"1\"]
[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 3 17 | 4k3/8/8/8/8/8/8/3QK3[] w - - 4 20\"]
[Promotion \"Steal\"]
[DropAggression \"No bughouse mate\"]
[PawnDropRanks \"2-7\"]

17A. a8=Qd1+ {299.5} 20B. P@e6 {298}
{Game drawn because both players ran out of time} 1/2-1/2
";
    assert_eq!(check(&played), expected);
}

#[test]
fn every_cause_is_written() {
    let ends: [(End, &str); 6] = [
        (|game| game.resign(Seat::WHITE_B, None), "{WhiteB resigns} 1-0"),
        (|game| game.agree_draw(None), "{Game drawn by mutual agreement} 1/2-1/2"),
        (|game| game.abort(None, None), "{Game aborted} *"),
        (|game| game.abort(Some(Seat::BLACK_A), None), "{Game aborted by BlackA} *"),
        // Both are of the same team, and the first to fall lost.
        (|game| game.claim_flag(Seat::BLACK_B, Millis(60_000)), "{WhiteA forfeits on time} 0-1"),
        (|game| game.claim_repetition(BoardId::A, None), "{Game drawn by repetition} 1/2-1/2"),
    ];
    for (end, expected) in ends {
        let mut game = Match::new(Rules::standard(), TimeControl::new(10, 0));
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
            game.play(BoardId::A, mv.parse().unwrap()).unwrap();
        }
        game.play(BoardId::B, "e2e4".parse().unwrap()).unwrap();
        game.start(Millis::ZERO);
        end(&mut game).unwrap();
        let text = check(&game);
        assert!(text.replace('\n', " ").contains(expected), "{text}");
    }
    let going_on = Match::default();
    assert!(check(&going_on).ends_with("[TimeControl \"-\"]\n[Result \"*\"]\n\n*\n"));
}

#[test]
fn numbers_beyond_those_of_labels_count_from_one() {
    let a = Board::START.with_fullmove_number(u32::MAX);
    let b = Board::START.with_fullmove_number(999_999_000);
    let mut game = Match::from_boards(a, b, Rules::standard(), Clocks::new(TimeControl::default())).unwrap();
    for (id, mv) in [(BoardId::A, "e2e4"), (BoardId::A, "e7e5"), (BoardId::A, "d2d4"), (BoardId::B, "e2e4")] {
        game.play(id, mv.parse().unwrap()).unwrap();
    }
    let text = Game::from(&game).to_bpgn();
    assert!(text.ends_with("1A. e4 1a. e5 1A. d4 999999000B. e4 *\n"), "{text}");
}

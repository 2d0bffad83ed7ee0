//! Plays a match that the bytes choose: pieces are conserved, undo restores everything, rejected moves change nothing.

#![no_main]

use bughouse_chess::{BoardId, Cause, Seat};
use bughouse_chess::{
    BoardStatus, Clocks, Color, Match, Millis, PawnDropRanks, Piece, Promotion, Rules, Square, Stalemate,
};
use bughouse_fuzz::{Choices, any_move, check_round_trip, start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let Some(first) = choose_match(&mut choices) else { return };
    let mut game = first.clone();
    let counts = material(&game);
    check(&game, &counts);
    // The match as it was before each half-move.
    let mut before: Vec<Match> = Vec::new();
    let mut now = Millis::ZERO;
    for _ in 0..80 {
        if choices.is_empty() {
            break;
        }
        let what = choices.byte();
        let id = BoardId::ALL[usize::from(what & 1)];
        // Time may also go backward.
        now = now + Millis(i64::from(choices.byte() as i8) * 100);
        match what >> 1 & 15 {
            0 => undo(&mut game, &mut before, usize::from(choices.byte()) % 8),
            1 => end(&mut game, &mut choices, now),
            2 => {
                let mv = any_move(&mut choices);
                let was = game.clone();
                let legal = game.legal_moves(id).contains(mv);
                match game.play_at(id, mv, now) {
                    Ok(_) => {
                        assert!(legal, "{was:?}: {mv} on {id}");
                        before.push(was);
                    }
                    Err(_) => {
                        assert!(!legal, "{was:?}: {mv} on {id}");
                        assert_eq!(game, was, "{mv} on {id} was rejected but changed the match");
                    }
                }
            }
            _ => {
                let moves = game.legal_moves(id);
                if !moves.is_empty()
                    && let Some(mv) = moves.get(choices.below(moves.len()))
                {
                    before.push(game.clone());
                    let played = if what & 32 == 0 { game.play_at(id, mv, now) } else { game.play(id, mv) };
                    played.expect("a generated move is legal");
                }
            }
        }
        check(&game, &counts);
        check_clocks(&game, now);
        check_outcome(&game);
        check_frozen(&game);
    }
    let all = before.len();
    undo(&mut game, &mut before, all);
    game.reopen();
    assert_eq!(game, first);
    assert!(game.undo().is_none());
});

/// Chooses rules, boards and clocks. Returns `None` if they don't make a valid match.
fn choose_match(choices: &mut Choices<'_>) -> Option<Match> {
    let kind = choices.byte();
    let mut rules =
        [Rules::standard(), Rules::fics(), Rules::chesscom(), Rules::bughouse_pro()][usize::from(kind & 3)];
    if kind & 4 != 0 {
        rules.pawn_drops = PawnDropRanks::TWO_TO_SIX;
    }
    if kind & 8 != 0 {
        rules.stalemate = Stalemate::Draw;
    }
    if kind & 16 != 0 {
        rules.promotion = Promotion::Stays;
    }
    let left = [0; 4].map(|_: u8| Millis(i64::from(choices.byte() as i8) * 1000));
    let clocks = Clocks::from_left(left, Millis(i64::from(choices.byte())));
    let mut game = Match::from_boards(start(choices), start(choices), rules, clocks).ok()?;
    if kind & 32 != 0 {
        game.start(Millis::ZERO);
    }
    Some(game)
}

/// Undoes half-moves, and compares the match with its earlier state each time.
fn undo(game: &mut Match, before: &mut Vec<Match>, count: usize) {
    for _ in 0..count {
        let Some(was) = before.pop() else { break };
        assert!(game.undo().is_some());
        assert_eq!(*game, was);
    }
}

/// Ends the match by a resignation or a claim, for example, and sometimes reopens it.
fn end(game: &mut Match, choices: &mut Choices<'_>, now: Millis) {
    let was = game.clone();
    let kind = choices.byte();
    let seat = Seat::ALL[usize::from(kind & 3)];
    let moment = (kind & 4 == 0).then_some(now);
    let flagged = game.is_flagged(seat, now);
    let over = game.outcome().is_some();
    let ended = match kind >> 3 & 7 {
        0 => game.resign(seat, moment),
        1 => game.agree_draw(moment),
        2 => game.abort(Some(seat), moment),
        3 => game.claim_repetition(seat.board, moment),
        _ => {
            let claimed = game.claim_flag(seat, now);
            assert_eq!(claimed.is_ok(), flagged && !over);
            claimed
        }
    };
    match ended {
        Ok(outcome) => {
            assert_eq!(game.outcome(), Some(outcome));
            assert!(BoardId::ALL.into_iter().all(|id| game.legal_moves(id).is_empty()));
            // The clocks have stopped.
            let shown = |now| Seat::ALL.map(|seat| game.clock(seat, now));
            assert_eq!(shown(now), shown(now + Millis(99_999)));
            assert_eq!(
                Seat::ALL.map(|seat| game.is_flagged(seat, now + Millis(9))),
                Seat::ALL.map(|seat| game.is_flagged(seat, now))
            );
            if kind & 64 == 0 {
                assert_eq!(game.reopen(), Some(outcome));
                assert_eq!(*game, was);
            }
        }
        Err(_) => assert_eq!(*game, was, "a rejected end changed the match"),
    }
}

/// Counts the pieces of each color and kind, square by square; promoted pieces count as pawns.
fn material(game: &Match) -> [[usize; 6]; 2] {
    let mut counts = [[0; 6]; 2];
    for board in BoardId::ALL.map(|id| game.board(id)) {
        for square in Square::all() {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                let piece = if board.is_promoted(square) { Piece::Pawn } else { piece };
                counts[color.to_index()][piece.to_index()] += 1;
            }
        }
        for color in Color::ALL {
            for piece in Piece::ALL {
                counts[color.to_index()][piece.to_index()] += usize::from(board.reserve(color).count(piece));
            }
        }
    }
    counts
}

/// Checks that no piece was added or lost, and that each board survives writing and reading.
fn check(game: &Match, expected: &[[usize; 6]; 2]) {
    let counts = material(game);
    if game.rules().promotion == Promotion::Stays {
        let totals = |counts: &[[usize; 6]; 2]| counts.map(|kinds| kinds.iter().sum::<usize>());
        assert_eq!(totals(&counts), totals(expected), "{game:?}");
    } else {
        assert_eq!(counts, *expected, "{game:?}");
    }
    for board in BoardId::ALL.map(|id| game.board(id)) {
        check_round_trip(&board);
    }
    assert!(BoardId::ALL.into_iter().all(|id| game.occurrences(id) >= 1));
}

/// Checks that only the clocks of the sides to move run, and that no clock gains time by waiting.
fn check_clocks(game: &Match, now: Millis) {
    let later = now + Millis(777);
    for seat in Seat::ALL {
        let (shown, next) = (game.clock(seat, now), game.clock(seat, later));
        assert!(next <= shown, "{game:?}");
        assert!(next == shown || game.outcome().is_none() && game.to_move(seat.board) == seat, "{game:?}");
    }
}

/// Checks that the match is over by checkmate if and only if a board is mated.
fn check_outcome(game: &Match) {
    let any_mated = BoardId::ALL.into_iter().any(|id| game.board(id).status() == BoardStatus::Checkmate);
    let by_mate = game.outcome().is_some_and(|outcome| outcome.cause == Cause::Checkmate);
    assert_eq!(by_mate, any_mated, "{game:?}");
    for id in BoardId::ALL {
        let automatic = game.rules().repetition.automatic && game.occurrences(id) >= 3;
        assert!(!automatic || game.outcome().is_some(), "{game:?}");
    }
}

/// Checks that a frozen seat has no legal move, and that exactly the listed captures free it.
fn check_frozen(game: &Match) {
    for id in BoardId::ALL {
        let frozen = game.frozen(id);
        let on_board = game.board(id).frozen().filter(|_| game.outcome().is_none());
        assert_eq!(frozen.as_ref().map(|frozen| frozen.help), on_board);
        let freeing = game.freeing_captures(id);
        let Some(frozen) = frozen else {
            assert!(freeing.is_empty());
            continue;
        };
        assert_eq!(frozen.seat, game.to_move(id));
        assert!(game.legal_moves(id).is_empty() && !frozen.pieces.is_empty());
        if game.to_move(id.other()) != frozen.seat.partner() {
            assert!(freeing.is_empty());
            continue;
        }
        for mv in game.legal_moves(id.other()) {
            let mut after = game.clone();
            after.play(id.other(), mv).expect("a generated move is legal");
            let freed = after.board(id).moves().any();
            assert_eq!(freed, freeing.contains(&mv), "{game:?}: {mv}");
        }
    }
}

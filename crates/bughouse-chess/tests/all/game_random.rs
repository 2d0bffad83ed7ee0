//! Thousands of random matches: no piece appears or disappears, hashes stay right, and undo restores
//! everything.

use bughouse_chess::Cause;
use bughouse_chess::{
    Board, BoardId, BoardStatus, BughouseMove, ChessMove, Clocks, Color, DropAggression, Match, Millis,
    PawnDropRanks, Piece, Promotion, Rules, Square, Stalemate, TimeControl,
};

use crate::support::{
    Rng, board, chess960_start, random_start, runs_in_full, scaled, sparse_board, with_random_reserves,
};

/// Counts of what happened, to check that the test covers everything.
#[derive(Debug, Default)]
struct Seen {
    half_moves: usize,
    drops: usize,
    promotions: usize,
    promoted_captures: usize,
    en_passant: usize,
    castlings: usize,
    rights_from_drops: usize,
    frozen: usize,
    undone: usize,
    mates: usize,
    repetitions: usize,
    stalemates: usize,
}

/// Counts the pieces of each color and type, square by square. Promoted pieces count as pawns.
fn material(game: &Match) -> [[usize; 6]; 2] {
    let mut counts = [[0; 6]; 2];
    for id in BoardId::ALL {
        let board = game.board(id);
        for square in Square::ALL {
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

/// Checks the pieces and the hashes of a match against slow computations.
fn check(game: &Match, expected: &[[usize; 6]; 2]) {
    let counts = material(game);
    if game.rules().promotion == Promotion::Stays {
        let totals = |counts: &[[usize; 6]; 2]| counts.map(|kinds| kinds.iter().sum::<usize>());
        assert_eq!(totals(&counts), totals(expected), "{game:?}");
    } else {
        assert_eq!(counts, *expected, "{game:?}");
    }
    for color in Color::ALL {
        for piece in Piece::ALL {
            let count = counts[color.to_index()][piece.to_index()];
            assert_eq!(game.count_pieces(color, piece) as usize, count, "{game:?}");
        }
    }
    let read_again = BoardId::ALL.map(|id| board(&game.board(id).to_bfen()));
    for id in BoardId::ALL {
        assert_eq!(read_again[id.to_index()], *game.board(id));
    }
    let hash = read_again[0].hash() ^ read_again[1].hash().rotate_left(17);
    // Only a match has restorable rights.
    let all_on_the_boards = BoardId::ALL.iter().all(|&id| game.restorable_rights(id).is_empty());
    assert_eq!(game.hash() == hash, all_on_the_boards, "{game:?}");
}

/// Chooses a legal move, usually a rare one if possible.
fn choose(game: &Match, id: BoardId, shuffles: bool, rng: &mut Rng) -> Option<BughouseMove> {
    let moves = game.legal_moves(id);
    let board = game.board(id);
    if shuffles
        && let Some(last) = game.steps().iter().rev().find(|step| step.seat() == game.to_move(id))
        && let BughouseMove::Regular(mv) = last.mv()
        && moves.contains(ChessMove::new(mv.dest(), mv.source(), None).into())
    {
        return Some(ChessMove::new(mv.dest(), mv.source(), None).into());
    }
    let kind = |mv: &BughouseMove| match mv {
        BughouseMove::Drop { piece: Piece::Rook, square }
            if square.rank() == board.side_to_move().back_rank() =>
        {
            3
        }
        BughouseMove::Drop { .. } => 1,
        BughouseMove::Regular(mv) if mv.promotion().is_some() => 4,
        BughouseMove::Regular(mv) if is_en_passant(&board, *mv) || is_castling(&board, *mv) => 3,
        BughouseMove::Regular(mv) if board.combined().contains(mv.dest()) => 2,
        BughouseMove::Regular(_) => 0,
    };
    let wanted = rng.below(5);
    let liked: Vec<BughouseMove> = moves.iter().filter(|mv| kind(mv) >= wanted).collect();
    match (liked.is_empty(), moves.is_empty()) {
        (false, _) => Some(rng.pick(&liked)),
        (true, false) => Some(rng.pick_move(&moves)),
        (true, true) => None,
    }
}

fn is_en_passant(board: &Board, mv: ChessMove) -> bool {
    board.piece_on(mv.source()) == Some(Piece::Pawn)
        && board.legal_en_passant() == Some(mv.dest())
        && mv.source().file() != mv.dest().file()
}

fn is_castling(board: &Board, mv: ChessMove) -> bool {
    board.piece_on(mv.source()) == Some(Piece::King)
        && (board.color_on(mv.dest()) == Some(board.side_to_move())
            || mv.source().to_index().abs_diff(mv.dest().to_index()) == 2)
}

impl Seen {
    fn record(&mut self, game: &Match) {
        let Some(step) = game.steps().last() else { return };
        self.half_moves += 1;
        self.promoted_captures += usize::from(step.capture().is_some_and(|capture| capture.promoted));
        let before = step.before();
        match step.mv() {
            BughouseMove::Drop { .. } => {
                self.drops += 1;
                let rights = game.board(step.seat().board).castle_rights();
                self.rights_from_drops += usize::from(rights != before.castle_rights());
            }
            BughouseMove::Regular(mv) => {
                self.promotions += usize::from(mv.promotion().is_some());
                self.en_passant += usize::from(is_en_passant(before, mv));
                self.castlings += usize::from(is_castling(before, mv));
            }
        }
        match game.outcome().map(|outcome| outcome.cause) {
            Some(Cause::Checkmate) => self.mates += 1,
            Some(Cause::Repetition) => self.repetitions += 1,
            Some(Cause::Stalemate) => self.stalemates += 1,
            _ => {}
        }
    }
}

/// Checks that a frozen seat has no legal move, and that exactly the listed captures free it.
fn check_frozen(game: &Match, seen: &mut Seen) {
    for id in BoardId::ALL {
        let Some(frozen) = game.frozen(id) else { continue };
        seen.frozen += 1;
        assert!(game.legal_moves(id).is_empty() && game.board(id).in_check());
        let freeing = game.freeing_captures(id);
        if game.to_move(id.other()) == frozen.seat.partner() {
            for mv in game.legal_moves(id.other()) {
                let mut after = game.clone();
                after.play(id.other(), mv).unwrap();
                let freed = after.board(id).with_rules(game.rules()).moves().any();
                assert_eq!(freed, freeing.contains(&mv), "{mv}: {game:?}");
            }
        } else {
            assert!(freeing.is_empty());
        }
    }
}

/// Returns a match from one of the starts: the starting position, Chess960, with reserves, or few pieces.
fn start(rng: &mut Rng, rules: Rules) -> Match {
    loop {
        let boards = match rng.below(5) {
            0 => [Board::default(); 2],
            1 => [chess960_start(rng), chess960_start(rng)],
            2 | 3 => [sparse_board(rng), sparse_board(rng)],
            _ => [random_start(rng), with_random_reserves(&sparse_board(rng), rng, 5)],
        };
        // Two random boards can have more than two sets, which is not a match.
        if let Ok(mut game) =
            Match::from_boards(boards[0], boards[1], rules, Clocks::new(TimeControl::new(60, 1)))
        {
            game.start(Millis::ZERO);
            return game;
        }
    }
}

fn play_random_match(rng: &mut Rng, rules: Rules, seen: &mut Seen) {
    let start = start(rng, rules);
    let mut game = start.clone();
    let expected = material(&game);
    let mut before: Vec<([Board; 2], Clocks, u64)> = Vec::new();
    let state = |game: &Match| (BoardId::ALL.map(|id| *game.board(id)), *game.clocks(), game.hash());
    // A copy to return to, and its number of half-moves.
    let mut kept = (0, start.clone());
    let mut now = 0;
    let shuffles = rng.one_in(8);
    for _ in 0..40 + rng.below(100) {
        let first = BoardId::ALL[rng.below(2)];
        let Some((id, mv)) = [first, first.other()]
            .into_iter()
            .find_map(|id| Some((id, choose(&game, id, shuffles && !rng.one_in(4), rng)?)))
        else {
            break;
        };
        before.push(state(&game));
        now += rng.below(900) as i64;
        game.play_at(id, mv, Millis(now)).unwrap();
        seen.record(&game);
        check(&game, &expected);
        let mated = game.board(id).with_rules(&rules).status() == BoardStatus::Checkmate;
        assert_eq!(game.outcome().is_some_and(|outcome| outcome.cause == Cause::Checkmate), mated);
        if rng.one_in(8) {
            check_frozen(&game, seen);
        }
        if rng.one_in(16) {
            for _ in 0..rng.below(12) {
                if game.steps().len() == kept.0 {
                    assert_eq!(game, kept.1);
                }
                let Some(was) = before.pop() else { break };
                game.undo().unwrap();
                assert_eq!(state(&game), was);
                assert_eq!(game.outcome(), None);
                check(&game, &expected);
                seen.undone += 1;
            }
            kept = (game.steps().len(), game.clone());
        }
    }
    while let Some(was) = before.pop() {
        game.undo().unwrap();
        assert_eq!(state(&game), was);
        if game.steps().len() == kept.0 {
            assert_eq!(game, kept.1);
        }
        seen.undone += 1;
    }
    assert_eq!(game, start);
    assert_eq!(game.undo(), None);
}

#[test]
fn pieces_are_conserved_in_random_matches() {
    let odd = Rules::fics()
        .promotion(Promotion::Stays)
        .pawn_drops(PawnDropRanks::TWO_TO_SIX)
        .stalemate(Stalemate::Draw);
    let steal = Rules::bughouse_pro().promotion(Promotion::Steal).drops(DropAggression::NoChessMate);
    let discard = Rules::bughouse_pro().promotion(Promotion::Discard).drops(DropAggression::NoBughouseMate);
    let calm = Rules::bughouse_pro().drops(DropAggression::NoCheck);
    let rules = [
        Rules::standard(),
        Rules::fics(),
        Rules::chesscom(),
        Rules::bughouse_pro(),
        odd,
        steal,
        discard,
        calm,
    ];
    let mut rng = Rng::new(77);
    let mut seen = Seen::default();
    for round in 0..scaled(8000) as usize {
        play_random_match(&mut rng, rules[round % rules.len()], &mut seen);
    }
    if !runs_in_full() {
        return;
    }
    assert!(seen.half_moves > 300_000 && seen.undone > 300_000 && seen.drops > 80_000, "{seen:?}");
    assert!(seen.promotions > 4000 && seen.promoted_captures > 3000 && seen.en_passant > 600, "{seen:?}");
    assert!(seen.castlings > 3000 && seen.rights_from_drops > 5, "{seen:?}");
    assert!(seen.mates > 300 && seen.repetitions > 100 && seen.stalemates > 10, "{seen:?}");
    assert!(seen.frozen > 150, "{seen:?}");
}

//! Random games for the benchmarks of FEN and SAN. They are the same in every run.

use bughouse_chess::{Board, BughouseMove};
use bughouse_generator::Random;

/// A game from the starting position.
pub(crate) struct Game {
    /// The board after each half-move.
    pub(crate) boards: Vec<Board>,
    /// Each half-move in SAN.
    pub(crate) moves: Vec<String>,
}

/// What happens to captured pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Captured {
    /// They leave the game, as in standard chess.
    Vanish,
    /// They go to the reserve of the player who captured them, as in Crazyhouse, which shakmaty supports.
    Return,
}

const GAMES: usize = 300;
const HALF_MOVES: usize = 120;

/// Plays random games. Each ends after `HALF_MOVES`, or when there is no legal move.
pub(crate) fn games(captured: Captured) -> Vec<Game> {
    let mut random = Random::new(20_260_101);
    (0..GAMES).map(|_| game(captured, &mut random)).collect()
}

/// Returns `count` positions, spread evenly over the games.
pub(crate) fn positions(captured: Captured, count: usize) -> Vec<Board> {
    let boards: Vec<Board> = games(captured).into_iter().flat_map(|game| game.boards).collect();
    (0..count).map(|i| boards[i * boards.len() / count]).collect()
}

/// Plays a move. In Crazyhouse, the captured piece goes to the reserve of the player who captured it.
#[inline]
pub(crate) fn play(board: &mut Board, mv: BughouseMove, captured: Captured) {
    let color = board.side_to_move();
    if let Some(capture) = board.play_unchecked(mv)
        && captured == Captured::Return
    {
        board.try_add_to_reserve(color, capture.transferred()).expect("one set of pieces fits");
    }
}

fn game(captured: Captured, random: &mut Random) -> Game {
    let mut game = Game { boards: Vec::new(), moves: Vec::new() };
    let mut board = Board::default();
    while game.moves.len() < HALF_MOVES {
        let mut moves: Vec<_> = board.legal_moves().into_iter().collect();
        // There are far more legal drops than moves. Choose a drop about every third time.
        let (drops, regular): (Vec<_>, Vec<_>) = moves.iter().copied().partition(|mv| mv.is_drop());
        if !drops.is_empty() && !regular.is_empty() {
            moves = if random.below(3) == 0 { drops } else { regular };
        }
        if moves.is_empty() {
            break;
        }
        // Promotions are rare, so play them when possible: promoted markers are to be read and written.
        let promotes =
            |mv: &&BughouseMove| matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some());
        let mv = *moves.iter().find(promotes).unwrap_or(&moves[random.below(moves.len())]);
        game.moves.push(board.san(mv).expect("a legal move").to_string());
        play(&mut board, mv, captured);
        game.boards.push(board);
    }
    game
}

//! Random games, the same in every run: what the readers and writers of text are measured with.

use bughouse_chess::{Board, BughouseMove, San};
use bughouse_generator::Random;

/// A game from the starting position.
pub(crate) struct Game {
    /// The board after each half-move.
    pub(crate) boards: Vec<Board>,
    /// Each half-move in SAN.
    pub(crate) moves: Vec<String>,
}

/// Whether pieces come back once they are captured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Captured {
    /// Plain chess.
    Vanish,
    /// Crazyhouse, which another library knows: they go to the reserve of the one who captured them.
    Return,
}

const GAMES: usize = 300;
const HALF_MOVES: usize = 120;

/// Plays random games until there is no legal move, or long enough.
pub(crate) fn games(captured: Captured) -> Vec<Game> {
    let mut random = Random::new(20_260_101);
    (0..GAMES).map(|_| game(captured, &mut random)).collect()
}

/// Picks positions from all over the games.
pub(crate) fn positions(captured: Captured, count: usize) -> Vec<Board> {
    let boards: Vec<Board> = games(captured).into_iter().flat_map(|game| game.boards).collect();
    (0..count).map(|i| boards[i * boards.len() / count]).collect()
}

/// Plays a move, and hands the captured piece to the one who captured it if this is Crazyhouse.
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
        let mut moves = board.legal_moves();
        // Drops outnumber moves by far; a player drops about every third time.
        let (drops, regular): (Vec<_>, Vec<_>) = moves.iter().partition(|mv| mv.is_drop());
        if !drops.is_empty() && !regular.is_empty() {
            moves = if random.below(3) == 0 { drops } else { regular };
        }
        if moves.is_empty() {
            break;
        }
        // Promotions, which are rare, are taken at once: they leave marks to be read and written.
        let promotes =
            |mv: &&BughouseMove| matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some());
        let mv = *moves.iter().find(promotes).unwrap_or(&moves[random.below(moves.len())]);
        game.moves.push(San::of(&board, mv).expect("a legal move").to_string());
        play(&mut board, mv, captured);
        game.boards.push(board);
    }
    game
}

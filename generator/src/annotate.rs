//! What a person adds to a game afterwards: variations, comments and marks.
//!
//! The game itself stays as it was: annotations are drawn from a sequence of their own.

use bughouse_chess::{BoardId, Match, Millis, Seat};

use crate::choose::Chooser;
use crate::game::HalfMove;
use crate::random::Random;

const NAGS: [&str; 8] = ["!", "?", "!?", "?!", "!!", "??", "$14", "$18"];

const NOTES: [&str; 14] = [
    "the partner has to hold now",
    "waits for a knight",
    "quick, and strong enough",
    "the diagonal is worth more than the pawn",
    "a piece for time: the other board decides",
    "better than it looks",
    "this lets the queen in",
    "both boards hang on this square",
    "sitting was possible here",
    "the last moment to trade",
    "no pawn, no mate",
    "feeds a rook, which was all that was missing",
    "h\u{e9}las",
    "zu fr\u{fc}h",
];

/// The deepest a variation lies in others.
const DEEPEST: u32 = 3;

/// Adds variations, comments and marks to the half-moves of a game.
pub(crate) fn annotate(half_moves: &mut [HalfMove], seconds: u32, random: &mut Random) {
    let mut chooser = Chooser::default();
    let mut position = Position { game: Match::default(), clocks: [Millis(i64::from(seconds) * 1_000); 4] };
    for half_move in half_moves {
        if random.percent(7) {
            add_variation(half_move, &position, &mut chooser, 1, random);
            if random.percent(20) {
                add_variation(half_move, &position, &mut chooser, 1, random);
            }
        }
        annotation(half_move, 8, random);
        if !position.play(half_move) {
            return;
        }
    }
}

/// Where a line is.
#[derive(Clone)]
struct Position {
    game: Match,
    /// By seat.
    clocks: [Millis; 4],
}

impl Position {
    fn play(&mut self, half_move: &HalfMove) -> bool {
        let HalfMove { seat, san, clock, .. } = half_move;
        self.clocks[seat.to_index()] = *clock;
        let resolved = san.resolve(&self.game.board(seat.board));
        resolved.is_ok_and(|mv| self.game.play(seat.board, mv).is_ok())
    }

    /// Returns a half-move on a board, at random but not evenly; `None` if there is none.
    fn choose(&self, id: BoardId, chooser: &mut Chooser, random: &mut Random) -> Option<HalfMove> {
        let board = self.game.board(id).board();
        let san = board.san(chooser.choose(board, None, random)?).ok()?;
        let seat = Seat { board: id, color: board.side_to_move() };
        let thought = 100 + random.skewed(1_500) as i64;
        let clock = Millis((self.clocks[seat.to_index()].0 - thought).max(0));
        Some(HalfMove::new(seat, board.fullmove_number(), san, clock, 0))
    }
}

/// Adds a variation of one to three half-moves to a half-move, unless nothing else comes to mind.
fn add_variation(
    instead_of: &mut HalfMove,
    start: &Position,
    chooser: &mut Chooser,
    depth: u32,
    random: &mut Random,
) {
    let known = |other: &HalfMove| {
        let first = |line: &Vec<HalfMove>| line.first().is_some_and(|first| first.san == other.san);
        instead_of.san == other.san || instead_of.variations.iter().any(first)
    };
    let mut position = start.clone();
    let mut line = Vec::new();
    let length = 1 + random.below(3);
    let mut board = instead_of.seat.board;
    while line.len() < length && position.game.outcome().is_none() {
        let Some(mut next) = position.choose(board, chooser, random) else { break };
        if line.is_empty() && known(&next) {
            match position.choose(board, chooser, random) {
                Some(other) if !known(&other) => next = other,
                _ => return,
            }
        }
        if depth < DEEPEST && random.percent(12) {
            add_variation(&mut next, &position, chooser, depth + 1, random);
        }
        annotation(&mut next, 25, random);
        if !position.play(&next) {
            break;
        }
        line.push(next);
        // The answer on the same board is what one wants to see most.
        board = if random.percent(75) { board } else { BoardId::ALL[random.below(2)] };
    }
    if !line.is_empty() {
        instead_of.variations.push(line);
    }
}

/// Adds a NAG or a comment, each with a chance in percent. Comments that were there stay.
fn annotation(half_move: &mut HalfMove, chance: u32, random: &mut Random) {
    if random.percent(chance) {
        half_move.nag = Some(random.one_of(&NAGS));
    }
    if random.percent(chance) && half_move.comment.is_none() {
        half_move.comment = Some(random.one_of(&NOTES).to_owned());
    }
}

//! SAN: resolves and plays each move of whole games.

use std::hint::black_box;
use std::rc::Rc;

use bughouse_chess::{Board, Leniencies, San};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::games::{Captured, Game, games, play};
use crate::harness::Row;

pub(crate) fn rows() -> Vec<Row> {
    vec![
        row::<Chess>("SAN to move, played", Captured::Vanish),
        row::<Crazyhouse>("SAN to move, played, with drops", Captured::Return),
    ]
}

fn row<P: Position + Default + 'static>(work: &str, captured: Captured) -> Row {
    let games: Rc<[Game]> = games(captured).into();
    for game in &*games {
        let ours = replay_ours(&game.moves, captured);
        let theirs = Fen::from_position(&replay_theirs::<P>(&game.moves), EnPassantMode::Always).to_string();
        assert_eq!(game.boards.last(), Some(&ours), "the end of a game of ours");
        let theirs: Board = theirs.parse().expect("a text we read");
        // Compared without promoted markers, which shakmaty writes only in Crazyhouse. There, a pawn drop resets its half-move
        // clock, so the clocks may differ.
        let theirs = theirs.with_halfmove_clock(match captured {
            Captured::Return => ours.halfmove_clock(),
            Captured::Vanish => theirs.halfmove_clock(),
        });
        assert_eq!(ours.to_fen(), theirs.to_fen(), "the end of a game of shakmaty");
        assert_eq!(ours.reserves(), theirs.reserves(), "the reserves at the end of a game of shakmaty");
    }
    let (our_games, their_games) = (Rc::clone(&games), games);
    Row::new(work, 1.35, move || {
        for_all(&our_games, |moves| {
            _ = black_box(replay_ours(moves, captured));
        })
    })
    .baseline("shakmaty", move || {
        for_all(&their_games, |moves| {
            black_box(replay_theirs::<P>(moves));
        })
    })
}

/// Replays all games, and returns the number of moves.
fn for_all(games: &[Game], mut replay: impl FnMut(&[String])) -> u64 {
    let mut moves = 0;
    for game in black_box(games) {
        replay(&game.moves);
        moves += game.moves.len() as u64;
    }
    moves
}

#[inline]
fn replay_ours(moves: &[String], captured: Captured) -> Board {
    let mut board = Board::default();
    for text in moves {
        let (san, _) = San::read(text.as_bytes(), Leniencies::ALL).expect("our own text");
        let mv = san.resolve(&board).expect("a legal move");
        play(&mut board, mv, captured);
    }
    board
}

#[inline]
fn replay_theirs<P: Position + Default>(moves: &[String]) -> P {
    let mut position = P::default();
    for text in moves {
        let san = shakmaty::san::San::from_ascii(text.as_bytes()).expect("a text that shakmaty reads");
        position.play_unchecked(san.to_move(&position).expect("a move that is legal for shakmaty"));
    }
    position
}

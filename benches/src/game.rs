//! Matches: plays random matches on two boards, and undoes every half-move.

use std::hint::black_box;
use std::rc::Rc;

use bughouse_chess::Cause;
use bughouse_chess::{Board, BoardId, BughouseMove, Color, Match, Piece};

use crate::harness::Row;
use bughouse_generator::Random;

const MATCHES: usize = 100;
const HALF_MOVES: usize = 150;

/// The half-moves of a match, with the board of each.
type Moves = Vec<(BoardId, BughouseMove)>;

/// Returns one row. Both sides play the same moves and drops from the starting position, transfer captured pieces, read a
/// hash of both boards after each half-move, and undo everything. Each half-move is checked for legality.
///
/// Our side is a [`Match`], which also detects mate, counts positions, keeps clocks, and rejects moves after the end.
///
/// The baseline is what you would write without a `Match`: two boards, and a stack of the earlier boards with the pieces
/// that were transferred. It doesn't detect mate or count positions.
pub(crate) fn rows() -> Vec<Row> {
    let matches: Rc<[Moves]> = matches().into();
    let (our_matches, their_matches) = (Rc::clone(&matches), matches);
    let mut game = Match::default();
    let mut boards = TwoBoards::default();
    vec![
        Row::new("match played with transfer and undo", 0.8, move || {
            for_all(&our_matches, |moves| {
                for &(id, mv) in moves {
                    game.play(id, mv).expect("a legal move");
                    black_box(game.hash());
                }
                while game.undo().is_some() {}
            })
        })
        .baseline("two boards", move || {
            for_all(&their_matches, |moves| {
                for &(id, mv) in moves {
                    boards.play(id, mv);
                    black_box(boards.hash());
                }
                while boards.undo() {}
            })
        }),
    ]
}

/// Replays all matches, and returns the number of half-moves.
fn for_all(matches: &[Moves], mut replay: impl FnMut(&[(BoardId, BughouseMove)])) -> u64 {
    let mut half_moves = 0;
    for moves in black_box(matches) {
        replay(moves);
        half_moves += moves.len() as u64;
    }
    half_moves
}

/// Two boards without a [`Match`].
#[derive(Default)]
struct TwoBoards {
    boards: [Board; 2],
    before: Vec<Before>,
}

/// The state that is needed to undo a half-move.
struct Before {
    id: BoardId,
    board: Board,
    transferred: Option<(Color, Piece)>,
}

impl TwoBoards {
    #[inline]
    fn play(&mut self, id: BoardId, mv: BughouseMove) {
        let before = self.boards[id.to_index()];
        let capture = self.boards[id.to_index()].play(mv).expect("a legal move");
        // A captured piece keeps its color.
        let transferred = capture.map(|capture| (!before.side_to_move(), capture.transferred()));
        if let Some((color, piece)) = transferred {
            self.boards[id.other().to_index()]
                .try_add_to_reserve(color, piece)
                .expect("two sets of pieces fit");
        }
        self.before.push(Before { id, board: before, transferred });
    }

    #[inline]
    fn undo(&mut self) -> bool {
        let Some(Before { id, board, transferred }) = self.before.pop() else { return false };
        self.boards[id.to_index()] = board;
        if let Some((color, piece)) = transferred {
            self.boards[id.other().to_index()].remove_from_reserve(color, piece).expect("it was transferred");
        }
        true
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.boards[0].hash() ^ self.boards[1].hash().rotate_left(17)
    }
}

/// Plays random matches, and checks that both sides reach the same boards and can undo them.
fn matches() -> Vec<Moves> {
    let mut random = Random::new(20_260_102);
    let matches: Vec<Moves> = (0..MATCHES).map(|_| random_match(&mut random)).collect();
    for moves in &matches {
        let (mut game, mut boards) = (Match::default(), TwoBoards::default());
        for &(id, mv) in moves {
            game.play(id, mv).expect("a legal move");
            boards.play(id, mv);
            assert_eq!(BoardId::ALL.map(|id| *game.board(id)), boards.boards, "after {mv} on board {id}");
            assert_eq!(game.hash(), boards.hash());
        }
        while game.undo().is_some() {}
        while boards.undo() {}
        assert_eq!((&game, boards.boards), (&Match::default(), [Board::default(); 2]));
    }
    matches
}

/// Plays a random match with drops and promotions. Starts again if neither side can move before the match is long enough.
fn random_match(random: &mut Random) -> Moves {
    loop {
        let mut game = Match::default();
        let mut moves = Moves::new();
        while moves.len() < HALF_MOVES
            && let Some((id, mv)) = random_move(&game, random)
        {
            game.play(id, mv).expect("a legal move");
            moves.push((id, mv));
        }
        let mated = game.outcome().is_some_and(|outcome| outcome.cause == Cause::Checkmate);
        if moves.len() == HALF_MOVES || mated {
            return moves;
        }
    }
}

/// Chooses a board and a move; about every third move is a drop. Returns `None` if nobody can move.
fn random_move(game: &Match, random: &mut Random) -> Option<(BoardId, BughouseMove)> {
    let first = BoardId::ALL[random.below(2)];
    let id = [first, first.other()].into_iter().find(|&id| !game.legal_moves(id).is_empty())?;
    let moves = game.legal_moves(id);
    let promotes = |mv: &BughouseMove| matches!(mv, BughouseMove::Regular(mv) if mv.promotion().is_some());
    if let Some(mv) = moves.iter().find(promotes) {
        return Some((id, mv));
    }
    let (drops, regular): (Vec<_>, Vec<_>) = moves.iter().partition(|mv| mv.is_drop());
    let chosen = match (drops.is_empty(), regular.is_empty()) {
        (false, false) if random.below(3) == 0 => drops,
        (false, true) => drops,
        _ => regular,
    };
    Some((id, chosen[random.below(chosen.len())]))
}

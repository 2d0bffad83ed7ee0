//! Shared by the test modules: random boards with kings under attack, and the relevant rules.

use bughouse_chess::{
    Board, BoardBuilder, Color, DropAggression, PawnDropRanks, Piece, Reserve, Rules, Square, attacks,
};

pub(crate) use crate::rng::Rng;

/// Reads a board, or panics with the string in the message.
#[track_caller]
pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All rules that change the legal moves of a single board.
pub(crate) fn all_rules() -> Vec<Rules> {
    let rules = Rules::standard();
    vec![
        rules,
        Rules::fics(),
        Rules::chesscom(),
        Rules::bughouse_pro(),
        rules.pawn_drops(PawnDropRanks::TWO_TO_SIX),
        rules.drops(DropAggression::NoBughouseMate),
        rules.drops(DropAggression::NoChessMate),
        rules.drops(DropAggression::NoCheck),
    ]
}

/// Places pieces at random near a king to make mates frequent. About half of these boards are legal.
fn try_attack(rng: &mut Rng) -> Option<Board> {
    let mut builder = BoardBuilder::new();
    let (attacker, defender) =
        if rng.below(2) == 0 { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let squares: Vec<Square> = Square::all().collect();
    let king = rng.pick(&squares);
    let mut taken = vec![king];
    builder.piece(king, Piece::King, defender);
    let near: Vec<Square> = squares.iter().copied().filter(|&to| !attacks::king(king).contains(to)).collect();
    let own = rng.pick(&near);
    taken.push(own);
    builder.piece(own, Piece::King, attacker);
    let kinds = [Piece::Pawn, Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    for color in [attacker, defender] {
        for _ in 0..rng.below(7) {
            let piece = rng.pick(&kinds);
            // Neighbors restrict the king.
            let around: Vec<Square> = attacks::king(king).into_iter().collect();
            let square =
                if color == defender && rng.below(3) > 0 { rng.pick(&around) } else { rng.pick(&squares) };
            let on_edge = square.rank() == color.back_rank() || square.rank() == (!color).back_rank();
            if taken.contains(&square) || piece == Piece::Pawn && on_edge {
                continue;
            }
            taken.push(square);
            builder.piece(square, piece, color);
        }
        let mut reserve = Reserve::new();
        for _ in 0..rng.below(if color == attacker { 4 } else { 2 }) {
            reserve.add(rng.pick(&Piece::IN_RESERVE)).unwrap();
        }
        builder.reserve(color, reserve);
    }
    builder.side_to_move(attacker);
    builder.build().ok()
}

/// Returns a board whose side to move attacks a king.
pub(crate) fn attack(seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    loop {
        if let Some(board) = try_attack(&mut rng) {
            return board;
        }
    }
}

/// Returns a board from random play, with pieces that arrive on the way.
pub(crate) fn played(seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = match rng.below(2) {
        0 => Board::default(),
        _ => Board::chess960(rng.below(960) as u16).unwrap(),
    };
    for _ in 0..rng.below(80) {
        if rng.below(4) == 0 {
            let _ = board.try_add_to_reserve(rng.pick(&Color::ALL), rng.pick(&Piece::IN_RESERVE));
        }
        let moves = board.legal_moves();
        let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
        board.play(mv).unwrap();
    }
    board
}

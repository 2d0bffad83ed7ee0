//! Shared by the test modules: boards from strings, random positions, all rules, and a single search.

use bughouse_chess::{
    Board, BoardBuilder, BoardId, Color, DropAggression, Material, PawnDropRanks, Piece, Position, Promotion,
    ReadOptions, Reserve, Rules, Square, Stalemate,
};
use bughouse_search::{Evaluation, Limits, Search};

/// Reads a board, or panics with the string in the message.
#[track_caller]
pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Creates a position from a board and the starting position.
#[track_caller]
pub(crate) fn with_start(text: &str) -> Position {
    Position::new(board(text), Board::START, Rules::standard())
}

/// Searches board A with a new engine.
pub(crate) fn search(position: &Position, limits: &Limits) -> Evaluation {
    search_on(position, BoardId::A, limits)
}

/// Searches a board with a new engine.
pub(crate) fn search_on(position: &Position, id: BoardId, limits: &Limits) -> Evaluation {
    Search::new(1).go(position, id, limits, &|| false, |_| {})
}

/// SplitMix64: the same numbers on every machine and in every run.
#[derive(Clone, Debug)]
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `bound - 1`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The presets, and rules that change the legal moves.
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
        rules.promotion(Promotion::Stays),
        rules.promotion(Promotion::Steal),
        rules.promotion(Promotion::Discard),
        rules.stalemate(Stalemate::Draw),
    ]
}

/// Plays random half-moves on both boards from the starting position. Pawns promote if they can.
pub(crate) fn random_position(rng: &mut Rng, rules: Rules, half_moves: usize) -> Position {
    let mut position = Position::START.with_rules(rules);
    for _ in 0..half_moves {
        let id = BoardId::ALL[rng.below(2)];
        let moves: Vec<_> = position.legal_moves(id).into_iter().collect();
        if moves.is_empty() {
            continue;
        }
        // Pawns advance, to make promotions frequent.
        let runs: Vec<_> = moves
            .iter()
            .copied()
            .filter(|mv| !mv.is_drop() && matches!(mv.dest().rank().to_index(), 0 | 1 | 6 | 7))
            .collect();
        let some = if !runs.is_empty() && rng.below(3) == 0 { &runs } else { &moves };
        let mv = some[rng.below(some.len())];
        position.play_unchecked(id, mv);
    }
    position
}

/// Returns a board with two kings and nearly full reserves.
pub(crate) fn full_reserves() -> Board {
    let mut reserve = Reserve::new();
    for piece in Piece::IN_RESERVE.into_iter().cycle().take(60) {
        reserve.add(piece).expect("there is room");
    }
    let mut builder = BoardBuilder::new();
    builder.piece(Square::E1, Piece::King, Color::White).piece(Square::E8, Piece::King, Color::Black);
    for color in Color::ALL {
        builder.reserve(color, reserve);
    }
    let built = builder.build_with(&ReadOptions::default().material(Material::Any));
    built.expect("any material is allowed").0
}

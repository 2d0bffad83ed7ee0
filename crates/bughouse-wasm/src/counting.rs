//! Perft, to time the generator beside a native build. What is shipped has none of it.

use bughouse_chess::Color;
use bughouse_chess::perft::{perft, perft_made};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::RawBoard;

#[wasm_bindgen]
impl RawBoard {
    /// Counts the positions after so many half-moves.
    pub fn perft(&self, depth: u8) -> f64 {
        perft(&self.board, depth) as f64
    }

    /// Counts as `perft` does, but makes every last half-move.
    #[wasm_bindgen(js_name = perftMade)]
    pub fn perft_made(&self, depth: u8) -> f64 {
        // The side is looked at, so that no move is left out as useless.
        let mut white = 0_u64;
        let nodes = perft_made(&self.board, depth, &mut |board| {
            white = white.wrapping_add(u64::from(board.side_to_move() == Color::White));
        });
        std::hint::black_box(white);
        nodes as f64
    }
}

//! Perft, to compare the speed of the move generator with a native build. It isn't part of the npm package.

use bughouse_chess::Color;
use bughouse_chess::perft::{perft, perft_made};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::RawBoard;

#[wasm_bindgen]
impl RawBoard {
    /// Counts the positions after a number of half-moves.
    pub fn perft(&self, depth: u8) -> f64 {
        perft(&self.board, depth) as f64
    }

    /// Counts like `perft`, but plays the last half-move of every line.
    #[wasm_bindgen(js_name = perftMade)]
    pub fn perft_made(&self, depth: u8) -> f64 {
        // The side is read so the compiler can't skip making the moves.
        let mut white = 0_u64;
        let nodes = perft_made(&self.board, depth, &mut |board| {
            white = white.wrapping_add(u64::from(board.side_to_move() == Color::White));
        });
        std::hint::black_box(white);
        nodes as f64
    }
}

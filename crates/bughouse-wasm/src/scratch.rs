//! Memory shared with JavaScript, which reads moves from it without a copy.

use bughouse_chess::BughouseMove;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::moves::pack;

/// A buffer for move numbers. Its address may change when it grows.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scratch {
    moves: Vec<u32>,
}

#[wasm_bindgen]
impl Scratch {
    /// Creates an empty buffer.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Scratch {
        Scratch { moves: Vec::with_capacity(512) }
    }

    /// Returns the address of the first number in memory.
    pub fn address(&self) -> usize {
        self.moves.as_ptr() as usize
    }

    /// Returns how many numbers fit before the buffer grows.
    pub fn capacity(&self) -> usize {
        self.moves.capacity()
    }
}

impl Scratch {
    /// Writes moves and returns how many there are.
    pub fn fill(&mut self, moves: impl Iterator<Item = BughouseMove>) -> usize {
        self.moves.clear();
        self.moves.extend(moves.map(pack));
        self.moves.len()
    }

    /// Returns the numbers written last.
    pub fn moves(&self) -> &[u32] {
        &self.moves
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

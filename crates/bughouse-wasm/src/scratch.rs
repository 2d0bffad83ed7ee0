//! Memory that both sides see: moves are written here, and read without a copy.

use bughouse_chess::BughouseMove;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::moves::pack;

/// A place for the numbers of moves. It grows, and may move when it does.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scratch {
    moves: Vec<u32>,
}

#[wasm_bindgen]
impl Scratch {
    /// Makes an empty place.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Scratch {
        Scratch { moves: Vec::with_capacity(512) }
    }

    /// Returns where the numbers begin, as an address of the memory.
    pub fn address(&self) -> usize {
        self.moves.as_ptr() as usize
    }

    /// Returns how many numbers fit before it moves.
    pub fn capacity(&self) -> usize {
        self.moves.capacity()
    }
}

impl Scratch {
    /// Writes moves, and returns how many there are.
    pub fn fill(&mut self, moves: impl Iterator<Item = BughouseMove>) -> usize {
        self.moves.clear();
        self.moves.extend(moves.map(pack));
        self.moves.len()
    }

    /// Returns the numbers that were written last.
    pub fn moves(&self) -> &[u32] {
        &self.moves
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

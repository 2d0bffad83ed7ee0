//! Numbers boards, and finds a board's number again.

use alloc::vec::Vec;

use bughouse_chess::{Board, Color, Piece};

/// The number of a board.
pub(crate) type Id = u32;

/// Two words that identify a board: its hash, and a hash of the pieces that is computed in another way. With
/// a hash that is only a sum of keys, a crafted position could cause a collision.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Name(u64, u64);

impl Name {
    #[inline]
    fn of(board: &Board) -> Name {
        let mut placed = board.color_combined(Color::White).0;
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            placed = placed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ board.pieces(piece).0;
        }
        Name(board.hash(), placed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The numbers of boards.
#[derive(Default)]
pub(crate) struct Ids {
    /// By hash: the number plus one, or 0.
    slots: Vec<u32>,
    names: Vec<Name>,
}

impl Ids {
    /// The initial number of slots, and the number kept for the next search.
    const FEWEST: usize = 1 << 8;
    const MOST_KEPT: usize = 1 << 14;

    /// Removes all boards.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        if self.slots.len() > Ids::MOST_KEPT {
            self.slots = Vec::new();
        } else {
            self.slots.fill(0);
        }
    }

    /// Returns the number of a board. A new board gets the number of boards so far.
    #[inline]
    pub(crate) fn of(&mut self, board: &Board) -> Id {
        if self.names.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let name = Name::of(board);
        let mask = self.slots.len() - 1;
        let mut at = slot(name, mask);
        while self.slots[at] != 0 {
            let id = self.slots[at] - 1;
            if self.names[id as usize] == name {
                return id;
            }
            at = (at + 1) & mask;
        }
        let id = self.names.len() as Id;
        self.slots[at] = id + 1;
        self.names.push(name);
        id
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(Ids::FEWEST);
        self.slots = alloc::vec![0; size];
        for (id, &name) in self.names.iter().enumerate() {
            let mut at = slot(name, size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = id as u32 + 1;
        }
    }
}

#[inline]
fn slot(name: Name, mask: usize) -> usize {
    (name.0 ^ name.1 >> 32) as usize & mask
}

//! How large a position may be.

/// The most dimensions a board can have, whatever the [`Limits`] say.
pub const MAX_DIMENSIONS: usize = 64;

/// How large a position may be: what is larger is refused before memory is taken for it.
///
/// The defaults leave room for any board that is played on and keep every position within a few megabytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// The most bytes of a text: 8,388,608 (2^23) by default.
    pub text_length: usize,
    /// The most squares of a board, empty ones counted: 1,048,576 (2^20) by default.
    ///
    /// A square takes two bytes of memory, a rank eight more.
    pub squares: u32,
    /// The most dimensions of a board: 64 by default, and never more than [`MAX_DIMENSIONS`].
    pub dimensions: usize,
    /// The most pieces of one kind in a hand: 4,294,967,295 by default, which is as far as counts go.
    pub hand_count: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_length: 1 << 23, squares: 1 << 20, dimensions: MAX_DIMENSIONS, hand_count: u32::MAX }
    }
}

//! Limits on the size of a position.

/// The most dimensions a board can have, whatever the [`Limits`] say.
pub const MAX_DIMENSIONS: usize = 64;

/// The most pieces in hand that are listed one by one. Counts in hand can be far larger than memory.
pub const MAX_LISTED: usize = 1 << 20;

/// Limits on the size of a position. Anything larger is rejected before memory is allocated.
///
/// The defaults have room for any board people play on, and keep every position within a few megabytes. Start
/// from them and change what you need.
///
/// ```
/// let limits = feen::Limits::default().squares(361).dimensions(2);
/// assert_eq!((limits.squares, limits.dimensions, limits.text_length), (361, 2, 1 << 23));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Limits {
    /// The most bytes of a string: 8,388,608 (2^23) by default.
    pub text_length: usize,
    /// The most squares of a board, including empty ones: 1,048,576 (2^20) by default.
    ///
    /// A square takes two bytes of memory, a rank another eight.
    pub squares: u32,
    /// The most dimensions of a board: 64 by default, and never more than [`MAX_DIMENSIONS`].
    pub dimensions: usize,
    /// The most pieces of one type in a hand: 4,294,967,295 by default, the largest possible count.
    pub hand_count: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_length: 1 << 23, squares: 1 << 20, dimensions: MAX_DIMENSIONS, hand_count: u32::MAX }
    }
}

impl Limits {
    /// Sets the most bytes of a string.
    pub const fn text_length(self, text_length: usize) -> Limits {
        Limits { text_length, ..self }
    }

    /// Sets the most squares of a board.
    pub const fn squares(self, squares: u32) -> Limits {
        Limits { squares, ..self }
    }

    /// Sets the most dimensions of a board.
    pub const fn dimensions(self, dimensions: usize) -> Limits {
        Limits { dimensions, ..self }
    }

    /// Sets the most pieces of one type in a hand.
    pub const fn hand_count(self, hand_count: u32) -> Limits {
        Limits { hand_count, ..self }
    }
}

//! How large a position may be.

/// The most dimensions a board can have, whatever the [`Limits`] say.
pub const MAX_DIMENSIONS: usize = 64;

/// The most pieces in hand that are listed one by one. Counts in hand can be far larger than any memory.
pub const MAX_LISTED: usize = 1 << 20;

/// How large a position may be: what is larger is rejected before memory is taken for it.
///
/// The defaults leave room for any board that is played on and keep every position within a few megabytes.
/// Others are made from them.
///
/// ```
/// let limits = feen::Limits::default().squares(361).dimensions(2);
/// assert_eq!((limits.squares, limits.dimensions, limits.text_length), (361, 2, 1 << 23));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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

impl Limits {
    /// Returns the same with another limit of a text's bytes.
    #[must_use]
    pub const fn text_length(self, text_length: usize) -> Limits {
        Limits { text_length, ..self }
    }

    /// Returns the same with another limit of a board's squares.
    #[must_use]
    pub const fn squares(self, squares: u32) -> Limits {
        Limits { squares, ..self }
    }

    /// Returns the same with another limit of a board's dimensions.
    #[must_use]
    pub const fn dimensions(self, dimensions: usize) -> Limits {
        Limits { dimensions, ..self }
    }

    /// Returns the same with another limit of the pieces of one kind in a hand.
    #[must_use]
    pub const fn hand_count(self, hand_count: u32) -> Limits {
        Limits { hand_count, ..self }
    }
}

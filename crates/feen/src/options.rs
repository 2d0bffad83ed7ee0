//! Options for reading and writing, and limits on the size of a position.

use crate::piece::Piece;

/// The order of a player's pieces in hand in canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum HandOrder {
    /// The largest count first, then by letter, then by prefix (`-`, `+`, none), then without suffix before
    /// with.
    #[default]
    Count,
    /// By letter, then by prefix and suffix as above. Counts don't matter.
    Letter,
}

impl HandOrder {
    /// Returns `true` if one item comes before another in a hand.
    #[inline]
    pub(crate) fn puts_before(self, a: (Piece, u32), b: (Piece, u32)) -> bool {
        match self {
            HandOrder::Count if a.1 != b.1 => a.1 > b.1,
            HandOrder::Count | HandOrder::Letter => a.0 < b.0,
        }
    }

    /// Returns `true` if the items of a hand, which are different pieces, are in this order.
    #[inline]
    pub(crate) fn is_order_of(self, items: &[(Piece, u32)]) -> bool {
        items.is_sorted_by(|&a, &b| self.puts_before(a, b))
    }
}

/// Options for reading and writing. By default, everything that matches the grammar is accepted.
///
/// ```
/// use feen::{ErrorKind, HandOrder, Options, dump_with, parse, parse_with};
///
/// let options = Options::default().base_form_only(true);
/// let error = parse_with(b"k/K +P/ GAME/game", &options).unwrap_err();
/// assert_eq!(*error.kind(), ErrorKind::ModifierInHand);
///
/// let options = Options::default().order(HandOrder::Letter);
/// let position = parse("k/K 3PK/ GAME/game")?;
/// assert_eq!(dump_with(&position, &options)?, "k/K K3P/ GAME/game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The canonical order of pieces in hand. Reading accepts any order unless `canonical_only` is set.
    pub order: HandOrder,
    /// Rejects strings that are not in canonical form.
    pub canonical_only: bool,
    /// Rejects prefixes and suffixes in hand.
    pub base_form_only: bool,
    /// Rejects boards whose ranks differ in length or whose parts differ in size.
    pub regular_only: bool,
    /// Limits on the size of a position.
    pub limits: Limits,
}

impl Options {
    /// Sets the canonical order of pieces in hand.
    pub const fn order(self, order: HandOrder) -> Options {
        Options { order, ..self }
    }

    /// Sets whether to reject strings that are not in canonical form.
    pub const fn canonical_only(self, canonical_only: bool) -> Options {
        Options { canonical_only, ..self }
    }

    /// Sets whether to reject prefixes and suffixes in hand.
    pub const fn base_form_only(self, base_form_only: bool) -> Options {
        Options { base_form_only, ..self }
    }

    /// Sets whether to reject irregular boards.
    pub const fn regular_only(self, regular_only: bool) -> Options {
        Options { regular_only, ..self }
    }

    /// Sets the limits.
    pub const fn limits(self, limits: Limits) -> Options {
        Options { limits, ..self }
    }
}

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

//! Options for reading and writing.

use crate::limits::Limits;
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

//! The pieces in hand, as counts.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use crate::dump;
use crate::options::HandOrder;
use crate::piece::Piece;
use crate::side::Side;

/// The pieces in both players' hands, as one count for each kind of piece.
///
/// A piece is in the hand of the player it belongs to, so its case says which hand is meant.
///
/// ```
/// use feen::{Hands, Piece, Side};
///
/// let (pawn, rook) = (Piece::new('P')?, Piece::new('r')?);
/// let mut hands = Hands::new();
/// hands.add(pawn, 3)?;
/// hands.add(rook, 1)?;
/// hands.remove(pawn, 1)?;
/// assert_eq!((hands.count(pawn), hands.total(Side::Second)), (2, 1));
/// assert_eq!(hands.to_string(), "2P/r");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Hands {
    /// Sorted by piece, so the first player's come first. No count is zero.
    items: Vec<(Piece, u32)>,
}

impl Hands {
    /// Makes two empty hands.
    pub const fn new() -> Hands {
        Hands { items: Vec::new() }
    }

    /// Returns how many of a piece are in hand.
    pub fn count(&self, piece: Piece) -> u32 {
        self.find(piece).map_or(0, |index| self.items[index].1)
    }

    /// Sets how many of a piece are in hand.
    pub fn set(&mut self, piece: Piece, count: u32) {
        match (self.find(piece), count) {
            (Ok(index), 0) => {
                self.items.remove(index);
            }
            (Ok(index), _) => self.items[index].1 = count,
            (Err(_), 0) => {}
            (Err(index), _) => self.items.insert(index, (piece, count)),
        }
    }

    /// Puts more of a piece in hand, and returns how many there are then.
    ///
    /// # Errors
    /// The count would go beyond `u32::MAX`; nothing is changed.
    pub fn add(&mut self, piece: Piece, count: u32) -> Result<u32, HandError> {
        let sum = self.count(piece).checked_add(count).ok_or(HandError::TooMany(piece))?;
        self.set(piece, sum);
        Ok(sum)
    }

    /// Takes some of a piece out of the hand, and returns how many are left.
    ///
    /// # Errors
    /// There are fewer in hand; nothing is changed.
    pub fn remove(&mut self, piece: Piece, count: u32) -> Result<u32, HandError> {
        let left = self.count(piece).checked_sub(count).ok_or(HandError::TooFew(piece))?;
        self.set(piece, left);
        Ok(left)
    }

    /// Tells whether both hands are empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns how many pieces are in a player's hand.
    pub fn total(&self, side: Side) -> u64 {
        self.side(side).iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Returns an iterator over the pieces of both hands and their counts, in the order of [`Piece`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Piece, u32)> + '_ {
        self.items.iter().copied()
    }

    /// Returns the pieces in a player's hand and their counts, in an order for writing.
    pub fn in_order(&self, side: Side, order: HandOrder) -> Vec<(Piece, u32)> {
        let mut items = self.side(side).to_vec();
        if !order.is_kept_by(&items) {
            items.sort_unstable_by_key(|&(piece, count)| (Reverse(count), piece));
        }
        items
    }

    /// Returns the pieces in a player's hand and their counts, by piece.
    #[inline]
    pub(crate) fn side(&self, side: Side) -> &[(Piece, u32)] {
        let (first, second) =
            self.items.split_at(self.items.partition_point(|(piece, _)| piece.side() == Side::First));
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }

    /// Finds where a piece is, or where it would be.
    fn find(&self, piece: Piece) -> Result<usize, usize> {
        self.items.binary_search_by_key(&piece, |&(piece, _)| piece)
    }
}

/// Writes both hands in canonical form, as `3P2RK/2pb`; without any piece, `/`.
impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dump::write_hands(f, self, HandOrder::Count)
    }
}

impl fmt::Debug for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hands({self})")
    }
}

/// Why a hand cannot be changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HandError {
    /// More of a piece than can be counted.
    TooMany(Piece),
    /// More of a piece was taken than there is in hand.
    TooFew(Piece),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::TooMany(piece) => write!(f, "too many {piece} in hand, the most is {}", u32::MAX),
            HandError::TooFew(piece) => write!(f, "too few {piece} in hand"),
        }
    }
}

impl core::error::Error for HandError {}

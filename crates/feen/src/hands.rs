//! The pieces in hand, as counts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::iter::repeat_n;

use crate::dump;
use crate::options::{HandOrder, MAX_LISTED};
use crate::piece::{NotAPiece, Piece, Side};

/// The pieces in both players' hands, as one count for each type of piece.
///
/// A piece is in the hand of the player who owns it, so its case selects the hand.
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
    /// Creates two empty hands.
    pub const fn new() -> Hands {
        Hands { items: Vec::new() }
    }

    /// Counts pieces that are listed one by one as strings.
    ///
    /// # Errors
    /// Fails if a string is not a piece, or if a count is too large.
    ///
    /// ```
    /// use feen::Hands;
    ///
    /// // Player 1 captured 3 pawns and 1 rook
    /// // Player 2 captured 2 pawns
    /// let captured = ["P", "P", "P", "R", "p", "p"];
    /// let hands = Hands::from_strings(captured)?;
    /// assert_eq!(hands.to_string(), "3PR/2p");
    /// assert_eq!(hands.to_strings()?, captured);
    /// # Ok::<(), feen::HandError>(())
    /// ```
    pub fn from_strings<S: AsRef<str>>(pieces: impl IntoIterator<Item = S>) -> Result<Hands, HandError> {
        let mut hands = Hands::new();
        for (index, piece) in pieces.into_iter().enumerate() {
            let piece = piece.as_ref().parse().map_err(|NotAPiece| HandError::NotAPiece { index })?;
            hands.add(piece, 1)?;
        }
        Ok(hands)
    }

    /// Returns all pieces one by one as strings, in canonical order.
    ///
    /// # Errors
    /// Fails if there are more pieces than [`MAX_LISTED`]. In that case, use [`Hands::pieces`], which doesn't
    /// allocate.
    pub fn to_strings(&self) -> Result<Vec<String>, HandError> {
        let total = Side::ALL
            .map(|side| self.total(side))
            .iter()
            .fold(0, |sum: u64, &total| sum.saturating_add(total));
        if total > MAX_LISTED as u64 {
            return Err(HandError::TooManyToList { total });
        }
        Ok(self.pieces().map(|piece| piece.to_string()).collect())
    }

    /// Iterates over all pieces one by one, in canonical order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let items = Side::ALL.map(|side| self.in_order(side, HandOrder::Count));
        items.into_iter().flatten().flat_map(|(piece, count)| repeat_n(piece, count as usize))
    }

    /// Returns the count of a piece.
    pub fn count(&self, piece: Piece) -> u32 {
        self.find(piece).map_or(0, |index| self.items[index].1)
    }

    /// Sets the count of a piece.
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

    /// Adds pieces, and returns the new count.
    ///
    /// # Errors
    /// Fails if the count would exceed `u32::MAX`. The hands are unchanged.
    pub fn add(&mut self, piece: Piece, count: u32) -> Result<u32, HandError> {
        let sum = self.count(piece).checked_add(count).ok_or(HandError::TooMany(piece))?;
        self.set(piece, sum);
        Ok(sum)
    }

    /// Removes pieces, and returns the new count.
    ///
    /// # Errors
    /// Fails if there are fewer in hand. The hands are unchanged.
    pub fn remove(&mut self, piece: Piece, count: u32) -> Result<u32, HandError> {
        let left = self.count(piece).checked_sub(count).ok_or(HandError::TooFew(piece))?;
        self.set(piece, left);
        Ok(left)
    }

    /// Returns `true` if both hands are empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the number of pieces in a player's hand.
    pub fn total(&self, side: Side) -> u64 {
        self.side(side).iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Iterates over the pieces of both hands and their counts, in the order of [`Piece`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Piece, u32)> + '_ {
        self.items.iter().copied()
    }

    /// Returns the pieces in a player's hand and their counts, in the given order.
    pub fn in_order(&self, side: Side, order: HandOrder) -> Vec<(Piece, u32)> {
        let mut items = self.side(side).to_vec();
        if !order.is_order_of(&items) {
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

    /// Returns the index of a piece, or where to insert it.
    fn find(&self, piece: Piece) -> Result<usize, usize> {
        self.items.binary_search_by_key(&piece, |&(piece, _)| piece)
    }
}

/// Adds one piece for each item. Counts saturate at `u32::MAX`.
impl Extend<Piece> for Hands {
    fn extend<I: IntoIterator<Item = Piece>>(&mut self, pieces: I) {
        self.extend(pieces.into_iter().map(|piece| (piece, 1)));
    }
}

/// Adds the given number of pieces for each item. Counts saturate at `u32::MAX`.
impl Extend<(Piece, u32)> for Hands {
    fn extend<I: IntoIterator<Item = (Piece, u32)>>(&mut self, pieces: I) {
        for (piece, count) in pieces {
            self.set(piece, self.count(piece).saturating_add(count));
        }
    }
}

/// Counts pieces that are listed one by one.
///
/// ```
/// use feen::{Hands, Piece};
///
/// let pieces = ["P", "r", "P"].iter().map(|text| text.parse::<Piece>());
/// let hands = pieces.collect::<Result<Hands, _>>()?;
/// assert_eq!(hands.to_string(), "2P/r");
/// # Ok::<(), feen::NotAPiece>(())
/// ```
impl FromIterator<Piece> for Hands {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Hands {
        let mut hands = Hands::new();
        hands.extend(pieces);
        hands
    }
}

/// Adds up the counts of pieces.
impl FromIterator<(Piece, u32)> for Hands {
    fn from_iter<I: IntoIterator<Item = (Piece, u32)>>(pieces: I) -> Hands {
        let mut hands = Hands::new();
        hands.extend(pieces);
        hands
    }
}

/// Writes both hands in canonical form: `3P2RK/2pb`, or `/` without any piece.
impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dump::hands_text(self, HandOrder::Count))
    }
}

impl fmt::Debug for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hands({self})")
    }
}

/// The reason why a hand can't be changed or listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HandError {
    /// A count is too large.
    TooMany(Piece),
    /// There are fewer pieces in hand than should be removed.
    TooFew(Piece),
    /// An item of a list is not a piece.
    NotAPiece {
        /// Its index in the list, counted from 0.
        index: usize,
    },
    /// There are more pieces than [`MAX_LISTED`], so they are not listed one by one.
    TooManyToList {
        /// The number of pieces.
        total: u64,
    },
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::TooMany(piece) => write!(f, "too many {piece} in hand, expected at most {}", u32::MAX),
            HandError::TooFew(piece) => write!(f, "too few {piece} in hand"),
            HandError::NotAPiece { index } => write!(f, "{NotAPiece} (at [{index}])"),
            HandError::TooManyToList { total } => {
                write!(f, "{total} pieces in hand, expected at most {MAX_LISTED} to list one by one")
            }
        }
    }
}

impl core::error::Error for HandError {}

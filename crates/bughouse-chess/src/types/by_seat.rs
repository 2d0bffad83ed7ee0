//! A value for each of the four seats.

use core::ops::{Index, IndexMut};

use crate::types::seat::Seat;

/// A value for each of the four seats, such as four clocks or four names.
///
/// ```
/// use bughouse_chess::{BySeat, Seat};
///
/// let mut drops = BySeat::<u32>::default();
/// drops[Seat::BLACK_B] += 2;
/// assert_eq!(drops.into_array(), [0, 0, 0, 2]);
///
/// let names = BySeat::from_fn(|seat| seat.name().to_lowercase());
/// assert_eq!(names[Seat::WHITE_A], "whitea");
/// assert_eq!(names.map(|name| name.len()), BySeat::from([6; 4]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// Creates a table from the values of WhiteA, BlackA, WhiteB, BlackB, in this order.
    pub const fn new(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }

    /// Creates a table by calling a function with each seat.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(value))
    }

    /// Converts each value with a function.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// Returns a table of references to the values.
    pub fn each_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }

    /// Iterates over the seats and their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Iterates over the seats and mutable references to their values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&mut self.0)
    }

    /// Returns the values in the order WhiteA, BlackA, WhiteB, BlackB.
    pub const fn as_array(&self) -> &[T; 4] {
        &self.0
    }

    /// Converts the table to an array in the order WhiteA, BlackA, WhiteB, BlackB.
    pub fn into_array(self) -> [T; 4] {
        self.0
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.to_index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.to_index()]
    }
}

/// Takes the values in the order WhiteA, BlackA, WhiteB, BlackB.
impl<T> From<[T; 4]> for BySeat<T> {
    fn from(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }
}

impl<T> From<BySeat<T>> for [T; 4] {
    fn from(by_seat: BySeat<T>) -> [T; 4] {
        by_seat.0
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = (Seat, T);
    type IntoIter = core::iter::Zip<core::array::IntoIter<Seat, 4>, core::array::IntoIter<T, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        Seat::ALL.into_iter().zip(self.0)
    }
}

/// Compares with values in the order WhiteA, BlackA, WhiteB, BlackB.
impl<T: PartialEq> PartialEq<[T; 4]> for BySeat<T> {
    fn eq(&self, other: &[T; 4]) -> bool {
        self.0 == *other
    }
}

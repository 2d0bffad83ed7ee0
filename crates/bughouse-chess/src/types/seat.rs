//! Boards, seats and teams, and a value for each seat.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::types::color::Color;

/// One of the two boards of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardId {
    /// Board A.
    A = 0,
    /// Board B.
    B = 1,
}

impl BoardId {
    /// Both boards, A first.
    pub const ALL: [BoardId; 2] = [BoardId::A, BoardId::B];

    /// Returns 0 for board A and 1 for board B, to index a pair.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the board with an index, 0 or 1, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<BoardId> {
        if index < 2 { Some(BoardId::ALL[index]) } else { None }
    }

    /// Returns the other board.
    #[inline]
    pub const fn other(self) -> BoardId {
        match self {
            BoardId::A => BoardId::B,
            BoardId::B => BoardId::A,
        }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardId::A => "A",
            BoardId::B => "B",
        })
    }
}

/// One of the two teams.
///
/// ```
/// use bughouse_chess::{Seat, Team};
///
/// assert_eq!(Seat::BLACK_B.team(), Team::One);
/// assert_eq!(Team::Two.seats(), [Seat::BLACK_A, Seat::WHITE_B]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// White on board A and Black on board B.
    One = 0,
    /// Black on board A and White on board B.
    Two = 1,
}

impl Team {
    /// Both teams, starting with that of White on board A.
    pub const ALL: [Team; 2] = [Team::One, Team::Two];

    /// Returns 0 for the first team and 1 for the second, to index a pair.
    #[inline]
    pub const fn to_index(self) -> usize {
        self as usize
    }

    /// Returns the team with an index, 0 or 1, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Team> {
        if index < 2 { Some(Team::ALL[index]) } else { None }
    }

    /// Returns a short machine-readable name: `team1` or `team2`.
    pub const fn name(self) -> &'static str {
        match self {
            Team::One => "team1",
            Team::Two => "team2",
        }
    }

    /// Returns the other team.
    #[inline]
    pub const fn other(self) -> Team {
        match self {
            Team::One => Team::Two,
            Team::Two => Team::One,
        }
    }

    /// Returns the team's seats, on board A and on board B.
    pub const fn seats(self) -> [Seat; 2] {
        match self {
            Team::One => [Seat::WHITE_A, Seat::BLACK_B],
            Team::Two => [Seat::BLACK_A, Seat::WHITE_B],
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Team::One => "team 1",
            Team::Two => "team 2",
        })
    }
}

/// One of the four players: a color on a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat {
    /// The board.
    pub board: BoardId,
    /// The color.
    pub color: Color,
}

impl Seat {
    /// All four seats: WhiteA, BlackA, WhiteB, BlackB.
    pub const ALL: [Seat; 4] = [Seat::WHITE_A, Seat::BLACK_A, Seat::WHITE_B, Seat::BLACK_B];

    /// White on board A.
    pub const WHITE_A: Seat = Seat { board: BoardId::A, color: Color::White };
    /// Black on board A.
    pub const BLACK_A: Seat = Seat { board: BoardId::A, color: Color::Black };
    /// White on board B.
    pub const WHITE_B: Seat = Seat { board: BoardId::B, color: Color::White };
    /// Black on board B.
    pub const BLACK_B: Seat = Seat { board: BoardId::B, color: Color::Black };

    /// Returns the seat of a color on a board.
    #[inline]
    pub const fn new(board: BoardId, color: Color) -> Seat {
        Seat { board, color }
    }

    /// Returns 0 for WhiteA, 1 for BlackA, 2 for WhiteB, 3 for BlackB.
    #[inline]
    pub const fn to_index(self) -> usize {
        self.board as usize * 2 + self.color as usize
    }

    /// Returns the seat with an index from 0 to 3, or `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Seat> {
        if index < 4 { Some(Seat::ALL[index]) } else { None }
    }

    /// Returns the team the seat belongs to.
    #[inline]
    pub const fn team(self) -> Team {
        match (self.board, self.color) {
            (BoardId::A, Color::White) | (BoardId::B, Color::Black) => Team::One,
            (BoardId::A, Color::Black) | (BoardId::B, Color::White) => Team::Two,
        }
    }

    /// Returns the other seat of the team: the other color on the other board.
    #[inline]
    pub fn partner(self) -> Seat {
        Seat { board: self.board.other(), color: !self.color }
    }

    /// Returns the seat across the board.
    #[inline]
    pub fn opponent(self) -> Seat {
        Seat { board: self.board, color: !self.color }
    }

    /// Returns the diagonal opponent: the opponent's partner, who has the same color on the other board.
    /// Comparing clocks with this seat shows who can sit longer.
    #[inline]
    pub fn diagonal(self) -> Seat {
        Seat { board: self.board.other(), color: self.color }
    }

    /// Returns the BPGN name: `WhiteA`.
    pub const fn name(self) -> &'static str {
        ["WhiteA", "BlackA", "WhiteB", "BlackB"][self.to_index()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
/// assert_eq!(names.map(|name| name.len()), BySeat::new([6; 4]));
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

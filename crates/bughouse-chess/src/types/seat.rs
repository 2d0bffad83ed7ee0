//! Boards, seats and teams.

use core::fmt;

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

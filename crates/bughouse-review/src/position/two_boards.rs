//! The arrangement of both boards of a match: A on the left with White at the bottom, B on the right with Black at the
//! bottom. Each team is in a row: WhiteA and BlackB below, BlackA and WhiteB above.

use bughouse_chess::{Board, BoardId, Color, Millis, Seat, Square};

use crate::position::ReadBoard;

/// Both boards of a match, A and B.
#[derive(Clone, Copy, Debug)]
pub struct DrawnBoards<'a>(pub &'a [ReadBoard; 2]);

impl DrawnBoards<'_> {
    /// Returns a board with its clocks and counters.
    pub fn read_board(&self, id: BoardId) -> &ReadBoard {
        &self.0[id.to_index()]
    }

    /// Returns a board.
    pub fn board(&self, id: BoardId) -> &Board {
        &self.read_board(id).board
    }

    /// Returns the seat to move on a board.
    pub fn seat_to_move(&self, id: BoardId) -> Seat {
        Seat { board: id, color: self.board(id).side_to_move() }
    }

    /// Returns the clock of a seat, such as `2:39.3`, if known.
    pub fn clock(&self, seat: Seat) -> Option<String> {
        self.read_board(seat.board).clocks.map(|clocks| clock(clocks[seat.color as usize].time()))
    }
}

/// Returns the color at the bottom of a board.
pub fn bottom(id: BoardId) -> Color {
    match id {
        BoardId::A => Color::White,
        BoardId::B => Color::Black,
    }
}

/// How both boards are arranged. The default is described in this module.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Arrangement {
    /// Flips both boards.
    pub flip: bool,
    /// Puts board B on the left.
    pub swap: bool,
}

impl Arrangement {
    /// Sets whether both boards are flipped.
    #[must_use]
    pub const fn flip(self, flip: bool) -> Arrangement {
        Arrangement { flip, ..self }
    }

    /// Sets whether board B is on the left.
    #[must_use]
    pub const fn swap(self, swap: bool) -> Arrangement {
        Arrangement { swap, ..self }
    }

    /// Returns the color at the bottom of a board.
    pub fn bottom(self, id: BoardId) -> Color {
        if self.flip { !bottom(id) } else { bottom(id) }
    }

    /// Returns the column of a board, counted from the left.
    pub fn column(self, id: BoardId) -> usize {
        if self.swap { id.other().to_index() } else { id.to_index() }
    }
}

/// Returns a time as minutes, seconds and tenths: `2:39.3`.
pub fn clock(left: Millis) -> String {
    let sign = if left < Millis::ZERO { "-" } else { "" };
    let tenths = left.0.unsigned_abs() / 100;
    let seconds = tenths / 10;
    format!("{sign}{}:{:02}.{}", seconds / 60, seconds % 60, tenths % 10)
}

/// Returns `true` if a square is dark.
pub fn is_dark(square: Square) -> bool {
    (square.file().to_index() + square.rank().to_index()) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_minutes_seconds_and_tenths() {
        for (left, expected) in [
            (0, "0:00.0"),
            (999, "0:00.9"),
            (9_500, "0:09.5"),
            (60_050, "1:00.0"),
            (159_340, "2:39.3"),
            (3_600_000, "60:00.0"),
            (-576, "-0:00.5"),
            (-61_000, "-1:01.0"),
            (i64::MIN, "-153722867280912:55.8"),
        ] {
            assert_eq!(clock(Millis(left)), expected);
        }
    }

    #[test]
    fn a_team_is_a_row() {
        for id in bughouse_chess::BoardId::ALL {
            let seat = Seat { board: id, color: bottom(id) };
            assert_eq!(seat.team(), bughouse_chess::Team::One);
        }
    }
}

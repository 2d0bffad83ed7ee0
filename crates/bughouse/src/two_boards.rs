//! Both boards of a match as they are drawn: A on the left with White at the bottom, B on the right with Black
//! at the bottom. So each team has a row: WhiteA and BlackB below, BlackA and WhiteB above.

use bughouse_chess::{Board, BoardId, Color, Millis, Seat};

use crate::position::ReadBoard;

/// Both boards of a match at one moment, A and B.
#[derive(Clone, Copy)]
pub(crate) struct TwoBoards<'a>(pub(crate) &'a [ReadBoard; 2]);

impl TwoBoards<'_> {
    /// Returns a board and what is known beside it.
    pub(crate) fn read_board(&self, id: BoardId) -> &ReadBoard {
        &self.0[id.to_index()]
    }

    /// Returns a board.
    pub(crate) fn board(&self, id: BoardId) -> &Board {
        &self.read_board(id).board
    }

    /// Returns the seat to move on a board.
    pub(crate) fn seat_to_move(&self, id: BoardId) -> Seat {
        Seat { board: id, color: self.board(id).side_to_move() }
    }

    /// Returns what a seat's clock shows, if it is known: `2:39.3`.
    pub(crate) fn clock(&self, seat: Seat) -> Option<String> {
        self.read_board(seat.board).clocks.map(|clocks| clock(clocks[seat.color as usize].time()))
    }
}

/// Returns the colour at the bottom of a board.
pub(crate) fn bottom(id: BoardId) -> Color {
    match id {
        BoardId::A => Color::White,
        BoardId::B => Color::Black,
    }
}

/// How both boards are laid out. The usual way is that of this module.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Arrangement {
    /// Both boards are turned around.
    pub(crate) flip: bool,
    /// Board B is on the left.
    pub(crate) swap: bool,
}

impl Arrangement {
    /// Returns the colour at the bottom of a board.
    pub(crate) fn bottom(self, id: BoardId) -> Color {
        if self.flip { !bottom(id) } else { bottom(id) }
    }

    /// Returns the column of a board, from the left.
    pub(crate) fn column(self, id: BoardId) -> usize {
        if self.swap { id.other().to_index() } else { id.to_index() }
    }
}

/// Writes minutes, seconds and tenths, as a clock shows them.
pub(crate) fn clock(left: Millis) -> String {
    let sign = if left < Millis::ZERO { "-" } else { "" };
    let tenths = left.0.unsigned_abs() / 100;
    let seconds = tenths / 10;
    format!("{sign}{}:{:02}.{}", seconds / 60, seconds % 60, tenths % 10)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;
    use crate::position::Counters;

    /// Makes both sides of a match.
    pub(crate) fn sides(boards: [Board; 2], clocks: Option<[Millis; 4]>, counters: bool) -> [ReadBoard; 2] {
        let clock = |index: usize| clocks.map(|clocks| [clocks[index].into(), clocks[index + 1].into()]);
        let [a, b] = boards;
        [(a, 0), (b, 2)].map(|(board, index)| ReadBoard {
            clocks: clock(index),
            counters: if counters { Counters::Known } else { Counters::Unknown },
            ..ReadBoard::of(board)
        })
    }

    /// A match in which BlackA has promoted and BlackB is frozen.
    pub(crate) fn example(clocks: Option<[Millis; 4]>, counters: bool) -> [ReadBoard; 2] {
        let boards = [
            "r1b1kb1r/ppp2ppp/2n1pn2/3q~4/3P4/8/PPP2PPP/R1BQKB1R[QRBBNPPPrp] w KQkq - 3 21",
            "4R~1k1/5ppp/8/8/3p4/8/5PPP/5RK1[Npp] b - - 0 31",
        ];
        sides(boards.map(|text| text.parse().unwrap()), clocks, counters)
    }

    pub(crate) const CLOCKS: [Millis; 4] = [Millis(159_340), Millis(180_000), Millis(60_050), Millis(-576)];

    /// Compares a text with a stored one; `BLESS=1` stores it.
    #[track_caller]
    pub(crate) fn snapshot(name: &str, text: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(stored == text, "{name} differs; BLESS=1 stores the new text:\n{text}");
    }

    #[test]
    fn clocks_as_people_read_them() {
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
        for id in bughouse_chess::game::BoardId::ALL {
            let seat = Seat { board: id, color: bottom(id) };
            assert_eq!(seat.team(), bughouse_chess::Team::One);
        }
    }
}

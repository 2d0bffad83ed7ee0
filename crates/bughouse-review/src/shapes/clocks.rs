//! The four clocks.

use bughouse_chess::{BySeat, Millis, Seat};
use serde::Serialize;

/// The times of the four clocks in milliseconds; null if unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "PascalCase")]
pub struct Clocks {
    /// The clock of WhiteA.
    pub white_a: Option<i64>,
    /// The clock of BlackA.
    pub black_a: Option<i64>,
    /// The clock of WhiteB.
    pub white_b: Option<i64>,
    /// The clock of BlackB.
    pub black_b: Option<i64>,
}

impl Clocks {
    /// Converts times by seat.
    pub fn new(clocks: &BySeat<Option<Millis>>) -> Clocks {
        let of = |seat: Seat| number(clocks[seat]);
        Clocks {
            white_a: of(Seat::WHITE_A),
            black_a: of(Seat::BLACK_A),
            white_b: of(Seat::WHITE_B),
            black_b: of(Seat::BLACK_B),
        }
    }
}

/// The diagonal times in milliseconds: how much more time the player on board A has than the player of the same color
/// on board B, who is an opponent. Null if unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagonals {
    /// WhiteA against WhiteB.
    pub white: Option<i64>,
    /// BlackA against BlackB.
    pub black: Option<i64>,
}

impl Diagonals {
    /// Converts the differences for White and for Black.
    pub fn new([white, black]: [Option<Millis>; 2]) -> Diagonals {
        Diagonals { white: number(white), black: number(black) }
    }
}

/// Returns a time in milliseconds.
pub(crate) fn number(time: Option<Millis>) -> Option<i64> {
    time.map(|time| time.0)
}

//! Reading the small words: boards, seats and teams.
//!
//! | type | read | written by `Display` |
//! |---|---|---|
//! | [`BoardId`] | `A` `B` | `A` |
//! | [`Team`] | `team1` `team2`, `team 1` `team 2` | `team 1` |
//! | [`Seat`] | `WhiteA` `BlackA` `WhiteB` `BlackB`, and the letters of BPGN: `A` `a` `B` `b` | `WhiteA` |

use core::fmt;
use core::str::FromStr;

use crate::game::{BoardId, Seat, Team};
use crate::notation::error::{Span, TextError};

macro_rules! words {
    ($($what:ident, $type:ty, $read:expr, $expected:literal;)*) => {$(
        #[doc = concat!("Says that a text is something else: ", $expected, ".")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $what;

        impl fmt::Display for $what {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expected)
            }
        }

        impl FromStr for $type {
            type Err = TextError<$what>;

            fn from_str(text: &str) -> Result<$type, Self::Err> {
                let read: fn(&str) -> Option<$type> = $read;
                read(text).ok_or(TextError::new($what, Span::new(0, text.len())))
            }
        }
    )*};
}

words! {
    NotABoard, BoardId, board, "expected a board, A or B";
    NotATeam, Team, team, "expected a team, team1 or team2";
    NotASeat, Seat, seat, "expected a seat, one of WhiteA BlackA WhiteB BlackB";
}

fn board(text: &str) -> Option<BoardId> {
    match text {
        "A" => Some(BoardId::A),
        "B" => Some(BoardId::B),
        _ => None,
    }
}

fn team(text: &str) -> Option<Team> {
    match text {
        "team1" | "team 1" => Some(Team::One),
        "team2" | "team 2" => Some(Team::Two),
        _ => None,
    }
}

fn seat(text: &str) -> Option<Seat> {
    match text {
        "WhiteA" | "A" => Some(Seat::WHITE_A),
        "BlackA" | "a" => Some(Seat::BLACK_A),
        "WhiteB" | "B" => Some(Seat::WHITE_B),
        "BlackB" | "b" => Some(Seat::BLACK_B),
        _ => None,
    }
}

//! Colors, seats, squares and other values of the libraries, serialized as names.

use bpgn::tags::GameResult;
use bughouse_chess::{BoardId, Piece, Seat as LibrarySeat, Team};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// Defines a type that wraps a value and serializes as its name.
macro_rules! named {
    ($(#[doc = $doc:literal])+ $wrapper:ident($inner:ty), $schema:literal, $all:expr, $name:expr) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $wrapper(pub $inner);

        impl $wrapper {
            /// Returns the name.
            pub fn name(self) -> &'static str {
                let name: fn($inner) -> &'static str = $name;
                name(self.0)
            }
        }

        impl From<$inner> for $wrapper {
            fn from(value: $inner) -> $wrapper {
                $wrapper(value)
            }
        }

        impl Serialize for $wrapper {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $wrapper {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let words: Vec<&str> = $all.into_iter().map(|value| $wrapper(value).name()).collect();
                let about = concat!($($doc),+).trim();
                schemars::json_schema!({ "type": "string", "description": about, "enum": words })
            }
        }
    };
}

named! {
    /// A color.
    Color(bughouse_chess::Color), "Color", bughouse_chess::Color::ALL, bughouse_chess::Color::name
}

named! {
    /// A seat. WhiteA and BlackB are partners, and so are BlackA and WhiteB.
    Seat(LibrarySeat), "Seat", LibrarySeat::ALL, LibrarySeat::name
}

named! {
    /// A board: A or B.
    BoardName(BoardId), "BoardName", BoardId::ALL, |board| match board {
        BoardId::A => "a",
        BoardId::B => "b",
    }
}

named! {
    /// A piece type.
    PieceName(Piece), "PieceName", Piece::ALL, Piece::name
}

named! {
    /// The letter of a piece type that can be in a reserve.
    PieceLetter(Piece), "PieceLetter", Piece::IN_RESERVE, |piece| match piece {
        Piece::Queen => "Q",
        Piece::Rook => "R",
        Piece::Bishop => "B",
        Piece::Knight => "N",
        Piece::Pawn => "P",
        Piece::King => "K",
    }
}

named! {
    /// A result, from the view of WhiteA and BlackB.
    ResultName(GameResult), "Result",
    [GameResult::Team1, GameResult::Team2, GameResult::Draw, GameResult::None], GameResult::as_str
}

named! {
    /// The result of a check. `ok`: every half-move was played. `repaired`: every half-move was played after repairs.
    /// `broken`: something could not be read or played.
    State(bpgn::State), "State",
    [bpgn::State::Ok, bpgn::State::Repaired, bpgn::State::Broken], bpgn::State::name
}

named! {
    /// The severity of a diagnostic. `error`: something could not be read or played. `repair`: something was skipped
    /// or added to continue. `conflict`: two parts of the game contradict each other. `note`: the text deviates from
    /// the standard, without consequences.
    Severity(bpgn::Severity), "Severity",
    [bpgn::Severity::Error, bpgn::Severity::Repair, bpgn::Severity::Conflict, bpgn::Severity::Note],
    |severity| match severity {
        bpgn::Severity::Note => "note",
        bpgn::Severity::Conflict => "conflict",
        bpgn::Severity::Repair => "repair",
        bpgn::Severity::Error => "error",
    }
}

named! {
    /// What the clocks mean. `four-clocks`: each player has a clock. `elapsed`: they show the time since the start.
    /// `countdown`: one countdown runs for all. `none`: there are no clocks.
    ClockKind(bpgn::ClockKind), "ClockKind",
    [bpgn::ClockKind::None, bpgn::ClockKind::FourClocks, bpgn::ClockKind::Elapsed, bpgn::ClockKind::Countdown],
    bpgn::ClockKind::name
}

named! {
    /// Who won. `team1` is WhiteA and BlackB, `team2` is BlackA and WhiteB.
    Winner(bpgn::Winner), "Winner",
    [bpgn::Winner::Team(Team::One), bpgn::Winner::Team(Team::Two), bpgn::Winner::Draw],
    |winner| match winner {
        bpgn::Winner::Team(Team::One) => "team1",
        bpgn::Winner::Team(Team::Two) => "team2",
        bpgn::Winner::Draw => "draw",
    }
}

impl<'de> Deserialize<'de> for BoardName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardName, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = BoardId::ALL.map(BoardName).into_iter().find(|board| board.name() == text);
        found.ok_or_else(|| D::Error::unknown_variant(&text, &["a", "b"]))
    }
}

/// A square, such as e4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square(pub bughouse_chess::Square);

impl From<bughouse_chess::Square> for Square {
    fn from(square: bughouse_chess::Square) -> Square {
        Square(square)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Square {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let about = "A square, such as e4.";
        schemars::json_schema!({ "type": "string", "description": about, "pattern": "^[a-h][1-8]$" })
    }
}

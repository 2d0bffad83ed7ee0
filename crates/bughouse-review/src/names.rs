//! The words that shapes use for what the libraries know: colors, seats, squares, states.
//!
//! Each is a library's value that serializes as one word.

use bpgn::GameResult;
use bughouse_chess::{BoardId, Piece, Seat as LibrarySeat, Team};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// Makes a shape of a library's value that has a name.
macro_rules! named {
    ($(#[doc = $doc:literal])+ $shape:ident($inner:ty), $schema:literal, $all:expr, $name:expr) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $shape(pub $inner);

        impl $shape {
            /// Returns the word.
            pub fn name(self) -> &'static str {
                let name: fn($inner) -> &'static str = $name;
                name(self.0)
            }
        }

        impl From<$inner> for $shape {
            fn from(value: $inner) -> $shape {
                $shape(value)
            }
        }

        impl Serialize for $shape {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $shape {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let words: Vec<&str> = $all.into_iter().map(|value| $shape(value).name()).collect();
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
    /// A player's place. WhiteA and BlackB are one team, BlackA and WhiteB the other.
    Seat(LibrarySeat), "Seat", LibrarySeat::ALL, LibrarySeat::name
}

named! {
    /// Which board.
    BoardName(BoardId), "BoardName", BoardId::ALL, |board| match board {
        BoardId::A => "a",
        BoardId::B => "b",
    }
}

named! {
    /// A kind of piece.
    PieceName(Piece), "PieceName", Piece::ALL, Piece::name
}

named! {
    /// A kind of piece that can be in a reserve. A pawn can also become all of them but one.
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
    /// A result, for WhiteA's team.
    ResultName(GameResult), "Result",
    [GameResult::Team1, GameResult::Team2, GameResult::Draw, GameResult::None], GameResult::as_str
}

named! {
    /// How a game came through a check: all of it was played, all of it after a repair, or not all of it.
    State(bpgn::State), "State",
    [bpgn::State::Ok, bpgn::State::Repaired, bpgn::State::Broken], bpgn::State::name
}

named! {
    /// `error`: something could not be read or played. `repair`: something was left out or added to go on.
    /// `conflict`: two parts of the record contradict each other, about the end or anything else; `conflict` of a row is
    /// about the end alone. `deviation`: a deviation from the standard, which changed nothing.
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
    /// How clocks are to be converted: each player has one, one countdown runs for all, or the time since the start
    /// was recorded.
    ClockKind(bpgn::ClockKind), "ClockKind",
    [bpgn::ClockKind::None, bpgn::ClockKind::FourClocks, bpgn::ClockKind::Elapsed, bpgn::ClockKind::Countdown],
    bpgn::ClockKind::name
}

named! {
    /// Who won. team1 is WhiteA and BlackB.
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

//! `serde` for what programs exchange, with the feature `serde`: mostly short texts.
//!
//! | type | form |
//! |---|---|
//! | [`Board`] | BFEN, as `Display` writes it and `FromStr` reads it |
//! | [`BughouseMove`], [`ChessMove`] | UCI: `"e2e4"`, `"N@f3"` |
//! | [`Square`] | `"e4"` |
//! | [`Piece`] | its letter: `"N"` |
//! | [`Color`] | `"white"` or `"black"` |
//! | [`BoardId`], [`Seat`], [`Team`] | `"A"`, `"WhiteA"`, `"team1"` |
//! | [`Reserve`] | its letters: `"QNPP"` |
//! | [`Seconds`] | `"142.50"` |
//! | [`Key`] | 16 hexadecimal digits, since few languages hold whole numbers of 64 bits |
//! | [`Millis`] | a number |
//! | [`BySeat`] | an object with the keys `WhiteA`, `BlackA`, `WhiteB`, `BlackB` |
//! | [`TwoBoards`] | both boards as BFEN in one text; with clocks an object of `boards` and `clocks` |
//!
//! Reading is as strict as `FromStr` of the type, and takes all that it takes. A board that was built with
//! [`Material::Any`](crate::Material::Any) is written, but read only if two sets have that many men.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Board;
use crate::by_seat::BySeat;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::game::{BoardId, Millis, Seat, Team};
use crate::key::Key;
use crate::notation::seconds::Seconds;
use crate::notation::two_boards::TwoBoards;
use crate::piece::Piece;
use crate::reserve::Reserve;
use crate::square::Square;

/// Reads a text with `FromStr`.
struct TextVisitor<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T> Visitor<'_> for TextVisitor<T>
where
    T: FromStr<Err: fmt::Display>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|error| E::custom(format_args!("no {}: {error}", self.expected)))
    }
}

macro_rules! texts {
    ($($type:ty, $text:expr, $expected:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&($text)(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor { expected: $expected, read: PhantomData })
            }
        }
    )*};
}

/// Returns a value as it is, to be written by its `Display`.
fn itself<T: Copy>(value: &T) -> T {
    *value
}

texts! {
    Board, itself, "board in BFEN";
    BughouseMove, itself, "move or drop in UCI";
    ChessMove, itself, "move in UCI";
    Square, itself, "square";
    Piece, |piece: &Piece| piece.to_char(), "kind of man";
    Color, itself, "colour";
    BoardId, itself, "board of a match";
    Team, |team: &Team| team.name(), "team";
    Seat, itself, "seat";
    Reserve, itself, "reserve";
    Seconds, itself, "time in seconds";
    Key, itself, "key";
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
        i64::deserialize(deserializer).map(Millis)
    }
}

/// The keys of an object with a value for each seat.
const SEATS: [&str; 4] =
    [Seat::WHITE_A.name(), Seat::BLACK_A.name(), Seat::WHITE_B.name(), Seat::BLACK_B.name()];

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("BySeat", SEATS.len())?;
        for (seat, value) in self.iter() {
            object.serialize_field(seat.name(), value)?;
        }
        object.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        deserializer.deserialize_struct("BySeat", &SEATS, BySeatVisitor(PhantomData))
    }
}

struct BySeatVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for BySeatVisitor<T> {
    type Value = BySeat<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys WhiteA, BlackA, WhiteB and BlackB")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BySeat<T>, A::Error> {
        let mut values = BySeat::from_fn(|_| None);
        while let Some(seat) = map.next_key::<Seat>()? {
            if values[seat].replace(map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(seat.name()));
            }
        }
        all_present(values, A::Error::missing_field)
    }

    /// Formats without keys have the values in the order of the seats.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<BySeat<T>, A::Error> {
        let mut values = BySeat::from_fn(|_| None);
        for (_, value) in values.iter_mut() {
            *value = seq.next_element()?;
        }
        all_present(values, A::Error::missing_field)
    }
}

/// Takes the values out, or says which is missing.
fn all_present<T, E>(values: BySeat<Option<T>>, missing: impl Fn(&'static str) -> E) -> Result<BySeat<T>, E> {
    let of = |seat: Seat, value: Option<T>| value.ok_or_else(|| missing(seat.name()));
    let [a, b, c, d] = values.into_array();
    Ok(BySeat::new([
        of(Seat::WHITE_A, a)?,
        of(Seat::BLACK_A, b)?,
        of(Seat::WHITE_B, c)?,
        of(Seat::BLACK_B, d)?,
    ]))
}

const TWO_BOARDS: [&str; 2] = ["boards", "clocks"];

/// A text where it holds everything. Neither BFEN nor the slash form has a place for counters and clocks both.
impl Serialize for TwoBoards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() && self.clocks == [None; 2] {
            return serializer.serialize_str(&self.to_bfen());
        }
        let mut object = serializer.serialize_struct("TwoBoards", TWO_BOARDS.len())?;
        object.serialize_field(TWO_BOARDS[0], &self.to_bfen())?;
        object.serialize_field(TWO_BOARDS[1], &self.clocks)?;
        object.end()
    }
}

/// Reads any text of two boards, or an object of `boards` and `clocks`: for each board `null` or two times.
impl<'de> Deserialize<'de> for TwoBoards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TwoBoards, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(TwoBoardsVisitor)
        } else {
            deserializer.deserialize_struct("TwoBoards", &TWO_BOARDS, TwoBoardsVisitor)
        }
    }
}

/// The clocks of each board, if they are known.
type BothClocks = [Option<[Seconds; 2]>; 2];

/// Both boards alone, as one text.
struct BoardsText(TwoBoards);

impl<'de> Deserialize<'de> for BoardsText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardsText, D::Error> {
        let text = TextVisitor { expected: "text of two boards", read: PhantomData };
        deserializer.deserialize_str(text).map(BoardsText)
    }
}

struct TwoBoardsVisitor;

impl<'de> Visitor<'de> for TwoBoardsVisitor {
    type Value = TwoBoards;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two boards as text, or an object with the keys boards and clocks")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<TwoBoards, E> {
        TextVisitor { expected: "text of two boards", read: PhantomData }.visit_str(text)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TwoBoards, A::Error> {
        let (mut boards, mut clocks) = (None, None);
        while let Some(key) = map.next_key::<TwoBoardsField>()? {
            let again = match key {
                TwoBoardsField::Boards => boards.replace(map.next_value::<BoardsText>()?).is_some(),
                TwoBoardsField::Clocks => clocks.replace(map.next_value::<BothClocks>()?).is_some(),
            };
            if again {
                return Err(A::Error::duplicate_field(TWO_BOARDS[key as usize]));
            }
        }
        let BoardsText(both) = boards.ok_or_else(|| A::Error::missing_field(TWO_BOARDS[0]))?;
        let clocks = clocks.ok_or_else(|| A::Error::missing_field(TWO_BOARDS[1]))?;
        Ok(TwoBoards { clocks, ..both })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<TwoBoards, A::Error> {
        let boards = seq.next_element::<BoardsText>()?;
        let BoardsText(both) = boards.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let clocks = seq.next_element::<BothClocks>()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        Ok(TwoBoards { clocks, ..both })
    }
}

/// A key of the object of two boards.
#[derive(Clone, Copy)]
enum TwoBoardsField {
    Boards,
    Clocks,
}

impl<'de> Deserialize<'de> for TwoBoardsField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TwoBoardsField, D::Error> {
        deserializer.deserialize_identifier(TwoBoardsFieldVisitor)
    }
}

struct TwoBoardsFieldVisitor;

impl Visitor<'_> for TwoBoardsFieldVisitor {
    type Value = TwoBoardsField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("boards or clocks")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<TwoBoardsField, E> {
        match key {
            "boards" => Ok(TwoBoardsField::Boards),
            "clocks" => Ok(TwoBoardsField::Clocks),
            _ => Err(E::unknown_field(key, &TWO_BOARDS)),
        }
    }
}

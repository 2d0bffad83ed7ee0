//! Serde support, with the feature `serde`. Most types are short strings.
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
//! | [`Millis`](crate::Millis) | a number |
//! | [`BySeat`] | an object with the keys `WhiteA`, `BlackA`, `WhiteB`, `BlackB` |
//! | [`Position`] | both boards as BFEN in one string, `"board A | board B"`; with other rules than [`Rules::standard`] or with restorable castling rights, an object with `boards`, `rules` and `restorable` |
//! | [`TwoBoards`] | the same; with clocks, an object that also has `clocks` |
//! | [`Packed`] | 96 hexadecimal digits |
//! | [`PawnDropRanks`] | `"2-7"` |
//! | [`Stalemate`](crate::Stalemate), [`Promotion`](crate::Promotion), [`DropAggression`](crate::DropAggression), [`BothFlags`](crate::BothFlags) | the name in kebab case: `"no-check"` |
//! | [`Rules`] | an object with a key for each field; missing keys are as in [`Rules::standard`] |
//! | [`Repetition`](crate::Repetition), [`TimeControl`](crate::TimeControl), [`Outcome`](crate::Outcome) | an object with a key for each field |
//! | [`Cause`](crate::Cause) | the name in kebab case: `"both-flags"` |
//! | [`Match`](crate::Match) | an object, [below](#matches) |
//!
//! Values read back equal. BFEN can't represent [restorable](Position::restorable_rights) castling rights, so
//! they are stored separately as the files of the rooks on each board: `{ "boards": "...", "restorable":
//! ["Hh", "-"], "rules": {...} }`. Only rules under which a [dropped rook castles](crate::Rules::dropped_rook_castles)
//! have them, and a [`Board`] has none.
//!
//! # Matches
//!
//! A match is stored as its start and everything that happened since, and played again when it is read. What is read
//! equals what was written: history, clocks, undo, outcome.
//!
//! Moments keep their origin: continue a match with moments from the same one, such as Unix time in milliseconds. If yours
//! starts again, store the moment of saving, and set each clock:
//! `game.set_clock(seat, saved.clock(seat, saved_at), now)`.
//!
//! | key | value |
//! |---|---|
//! | `start` | the [`Position`] before the first half-move, with its rules |
//! | `moves` | the half-moves in order, each as its board and its move: `["A", "e2e4"]` |
//! | `clocks` | the four clocks, an object |
//! | `declared` | the [`Outcome`](crate::Outcome) that a player declared, such as by resigning; `null` if the match continues or a move ended it |
//!
//! The clocks have these keys. All times are in milliseconds, and a moment that never came is `null`.
//!
//! | key | value |
//! |---|---|
//! | `increment` | the time added after each move |
//! | `left` | for each seat, the time left when its turn began or after its last move |
//! | `since` | for each board, when the current turn began |
//! | `fell` | for each seat, when its clock ran out in an earlier turn |
//! | `end` | when the match ended |
//! | `turns` | for each half-move, the mover's `left`, `since` and `fell` before it and its clock after it; `null` if no clock was ever started or set |
//!
//! A match that could not have been played is rejected: reading fails for an illegal move, for a move after the end, or
//! for an end that nobody could declare. Whether a flag fell is not checked, because claims are not stored with their
//! time. A match of more than 20,000 half-moves can be written but not read.
//!
//! # Reading
//!
//! Reading accepts exactly what `FromStr` of the type accepts. A board built with
//! [`Material::Any`](crate::Material::Any) can be written, but reading it fails if it has more pieces than
//! two sets.

use alloc::string::{String, ToString};
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Board;
use crate::board::key::Key;
use crate::board::packed::Packed;
use crate::bughouse::position::Position;
use crate::bughouse::two_boards::TwoBoards;
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::rules::{PawnDropRanks, Rules};
use crate::types::seat::{BoardId, BySeat, Seat, Team};
use crate::types::square::{File, Square};
use crate::types::time::Seconds;

/// Reads a string with `FromStr`.
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
        text.parse().map_err(|error| E::custom(format_args!("invalid {}: {error}", self.expected)))
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

/// Returns a copy of the value, to write it with `Display`.
fn copied<T: Copy>(value: &T) -> T {
    *value
}

texts! {
    Board, copied, "board in BFEN";
    BughouseMove, copied, "move or drop in UCI";
    ChessMove, copied, "move in UCI";
    Square, copied, "square";
    Piece, |piece: &Piece| piece.to_char(), "piece type";
    Color, copied, "color";
    BoardId, copied, "board of a match";
    Team, |team: &Team| team.name(), "team";
    Seat, copied, "seat";
    Reserve, copied, "reserve";
    Seconds, copied, "time in seconds";
    Key, copied, "key";
    Packed, copied, "packed board";
    PawnDropRanks, copied, "ranks for pawn drops";
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

    /// Formats without keys store the values in the order of the seats.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<BySeat<T>, A::Error> {
        let mut values = BySeat::from_fn(|_| None);
        for (_, value) in values.iter_mut() {
            *value = seq.next_element()?;
        }
        all_present(values, A::Error::missing_field)
    }
}

/// Returns all values, or an error that names the missing one.
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

/// The keys of the object for two boards.
const TWO_BOARDS: [&str; 4] = ["boards", "clocks", "restorable", "rules"];

/// The clocks of each board, if they are known.
type BothClocks = [Option<[Seconds; 2]>; 2];

/// A string if it can represent everything. Neither BFEN nor the two-board FEN with clocks can store both
/// counters and clocks, restorable rights, or rules.
impl Serialize for TwoBoards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Formats without keys store all fields.
        let all = !serializer.is_human_readable();
        let has_clocks = all || self.clocks != [None; 2];
        let has_restorable = all || self.position.restorable.iter().any(|rights| !rights.is_empty());
        let has_rules = all || *self.position.rules() != Rules::standard();
        if !has_clocks && !has_restorable && !has_rules {
            return serializer.serialize_str(&self.to_bfen());
        }
        let fields = 1 + [has_clocks, has_restorable, has_rules].map(usize::from).iter().sum::<usize>();
        let mut object = serializer.serialize_struct("TwoBoards", fields)?;
        object.serialize_field(TWO_BOARDS[0], &self.to_bfen())?;
        if has_clocks {
            object.serialize_field(TWO_BOARDS[1], &self.clocks)?;
        }
        if has_restorable {
            object
                .serialize_field(TWO_BOARDS[2], &self.position.restorable.map(|rights| rights.to_string()))?;
        }
        if has_rules {
            object.serialize_field(TWO_BOARDS[3], self.position.rules())?;
        }
        object.end()
    }
}

/// Reads a two-board string, or an object with `boards` and optionally `clocks`, `restorable` and `rules`. `clocks`
/// has `null` or two times for each board, `restorable` the files of rooks or `-`.
impl<'de> Deserialize<'de> for TwoBoards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TwoBoards, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(TwoBoardsVisitor)
        } else {
            deserializer.deserialize_struct("TwoBoards", &TWO_BOARDS, TwoBoardsVisitor)
        }
    }
}

/// Writes the same format as [`TwoBoards`] without clocks.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TwoBoards { position: *self, clocks: [None; 2] }.serialize(serializer)
    }
}

/// Reads the same format as [`TwoBoards`], but rejects clocks.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let both = TwoBoards::deserialize(deserializer)?;
        match both.clocks {
            [None, None] => Ok(both.position),
            _ => Err(D::Error::custom("a position can't have clocks, expected counters")),
        }
    }
}

struct TwoBoardsVisitor;

impl<'de> Visitor<'de> for TwoBoardsVisitor {
    type Value = TwoBoards;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of two boards, or an object with the keys boards, clocks, restorable and rules")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<TwoBoards, E> {
        TextVisitor { expected: "string of two boards", read: PhantomData }.visit_str(text)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TwoBoards, A::Error> {
        TwoBoardsObject::deserialize(MapAccessDeserializer::new(map))?.build()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<TwoBoards, A::Error> {
        TwoBoardsObject::deserialize(SeqAccessDeserializer::new(seq))?.build()
    }
}

/// Two boards as an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TwoBoardsObject {
    #[serde(deserialize_with = "read_boards")]
    boards: TwoBoards,
    #[serde(default)]
    clocks: BothClocks,
    /// The files of rooks on each board, or `-`.
    #[serde(default = "no_restorable")]
    restorable: [String; 2],
    #[serde(default)]
    rules: Rules,
}

impl TwoBoardsObject {
    fn build<E: Error>(self) -> Result<TwoBoards, E> {
        let mut both = self.boards;
        both.position = both.position.with_rules(self.rules);
        if self.clocks != [None; 2] {
            both.clocks = self.clocks;
        }
        for (id, text) in BoardId::ALL.into_iter().zip(&self.restorable) {
            let restorable = read_restorable(text, both.board(id)).ok_or_else(|| {
                let expected =
                    "expected - or the files of rooks that a king on its back rank could castle with";
                E::custom(format_args!("invalid restorable rights \"{text}\" on board {id}: {expected}"))
            })?;
            if !restorable.is_empty() && !self.rules.dropped_rook_castles {
                return Err(E::custom("restorable rights need rules with `dropped_rook_castles`"));
            }
            both.position.restorable[id as usize] = restorable;
        }
        Ok(both)
    }
}

/// Reads both boards from one string, without clocks.
fn read_boards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TwoBoards, D::Error> {
    deserializer.deserialize_str(TextVisitor { expected: "string of two boards", read: PhantomData })
}

fn no_restorable() -> [String; 2] {
    [CastleRights::NONE; 2].map(|rights| rights.to_string())
}

/// Reads the restorable rights on a board. Returns `None` if they can't be restorable: the king is not on its back
/// rank, or a right on the same side can be used.
fn read_restorable(text: &str, board: &Board) -> Option<CastleRights> {
    let mut restorable = CastleRights::NONE;
    if text == restorable.to_string() {
        return Some(restorable);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file = File::try_from(letter.to_ascii_lowercase()).ok()?;
        let king = board.king_square(color);
        let castling_side = match file.cmp(&king.file()) {
            Ordering::Greater => CastlingSide::KingSide,
            Ordering::Less => CastlingSide::QueenSide,
            Ordering::Equal => return None,
        };
        let is_at_home = king.rank() == color.back_rank();
        if !is_at_home
            || board.castle_rights().has(color, castling_side)
            || restorable.has(color, castling_side)
        {
            return None;
        }
        restorable.set(color, castling_side, Some(file));
    }
    Some(restorable)
}

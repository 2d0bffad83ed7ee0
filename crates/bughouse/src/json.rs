//! JSON output: one object per line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};

use bughouse_chess::{Board, FenStyle, Leniencies, TextError};
use bughouse_files::sources::is_unsafe;
use bughouse_review::format::Format;
use bughouse_review::play::PlayedMove;
use bughouse_review::position::{MatchVerdict, ReadBoard, ReadBoards, visible};
use feen::{HandOrder, Side};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::perft::Speed;
use crate::perft_check;
use crate::position::{FileName, Origin, Position};

/// Writes an object and ends the line. Characters that could affect a terminal are escaped.
pub(crate) fn write(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    object.serialize(&mut Serializer::with_formatter(&mut *out, Escaped))?;
    out.write_all(b"\n")
}

/// Compact JSON that also escapes what JSON doesn't require to be escaped.
struct Escaped;

impl Formatter for Escaped {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut start = 0;
        for (at, letter) in text.char_indices().filter(|&(_, letter)| is_unsafe(letter)) {
            out.write_all(&text.as_bytes()[start..at])?;
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            start = at + letter.len_utf8();
        }
        out.write_all(&text.as_bytes()[start..])
    }
}

/// A string that can't be parsed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Wrong<'a> {
    #[serde(flatten)]
    file: Option<&'a FileName>,
    /// The line of stdin or of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The number of the half-move, if it is one of `play`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: String,
    /// What is wrong, at least one.
    errors: Vec<WrongPlace>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "InputError"))]
struct WrongPlace {
    /// What is wrong.
    message: String,
    /// The first byte of the place, from 0.
    start: usize,
    /// The byte after the place; the same as `start` where something is missing.
    end: usize,
}

impl<'a> Wrong<'a> {
    pub(crate) fn new<K: Display>(origin: Origin<'a>, text: &[u8], errors: &[TextError<K>]) -> Wrong<'a> {
        let file = match origin {
            Origin::File(name, _) => Some(name),
            _ => None,
        };
        let ply = match origin {
            Origin::HalfMove(number) => Some(number),
            _ => None,
        };
        let place = |error: &TextError<K>| WrongPlace {
            message: error.kind().to_string(),
            start: error.span().start,
            end: error.span().end,
        };
        let errors = errors.iter().map(place).collect();
        Wrong { file, line: line(origin), ply, input: visible(text), errors }
    }

    /// Creates an object with one error about the whole text.
    pub(crate) fn whole(origin: Origin<'a>, text: &[u8], message: String) -> Wrong<'a> {
        let none: [TextError<&str>; 0] = [];
        let errors = vec![WrongPlace { message, start: 0, end: text.len() }];
        Wrong { errors, ..Wrong::new(origin, text, &none) }
    }
}

/// A file that `check` could not read to its end, or that holds no game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FailedFile<'a> {
    /// Always `error`.
    pub(crate) r#type: &'static str,
    /// The file.
    pub(crate) file: String,
    /// The bytes of the file name, if they are not UTF-8, with `\xff` for a byte that is not ASCII.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file_bytes: Option<String>,
    /// What went wrong.
    pub(crate) text: &'a str,
}

/// Text between games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StrayText<'a> {
    /// Always `stray`.
    pub(crate) r#type: &'static str,
    /// The file.
    pub(crate) file: &'a str,
    /// The bytes of the file name, if they are not UTF-8, with `\xff` for a byte that is not ASCII.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file_bytes: &'a Option<String>,
    /// The line where the text begins, from 1.
    pub(crate) line: u64,
    /// What is wrong with it.
    pub(crate) diagnostics: &'a [bughouse_review::Diagnostic],
}

/// Returns the line of a string, if it is one of several lines.
pub(crate) fn line(origin: Origin<'_>) -> Option<u64> {
    match origin {
        Origin::Only | Origin::Argument(_) | Origin::HalfMove(_) => None,
        Origin::Line(number) | Origin::File(_, number) => Some(number),
    }
}

/// A note for the user.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "InputNote"))]
pub(crate) struct Note {
    /// A [kind](diagnostics.md#accepted-deviations) of accepted deviation; `no-match` for two boards that can't belong to one match; `match-over` for two boards of which one is mated; or `lost`, `filled` and `ambiguous`, about a `format`.
    kind: &'static str,
    /// The format that the note is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    /// What was found, and what was done about it.
    pub(crate) text: String,
}

impl Note {
    /// Creates a note that isn't about a format.
    pub(crate) fn plain(kind: &'static str, text: String) -> Note {
        Note { kind, format: None, text }
    }

    /// Creates a note about a position in a format.
    pub(crate) fn about(kind: &'static str, format: Format, text: String) -> Note {
        Note { kind, format: Some(format.name()), text }
    }
}

/// Returns a note for each leniency that was used.
pub(crate) fn notes(used: Leniencies) -> Vec<Note> {
    used.iter().map(|leniency| Note::plain(leniency.name(), leniency.to_string())).collect()
}

/// The result of `convert`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Converted<'a> {
    /// The line of stdin, from 1; absent for an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    pub(crate) input: String,
    /// The position in each format, by the name of the format.
    pub(crate) to: BTreeMap<&'a str, String>,
    /// Notes for the user; often empty.
    pub(crate) notes: Vec<Note>,
}

/// A half-move of `play`, and the position after it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Played<'a> {
    /// The half-move as it was passed.
    pub(crate) input: String,
    #[serde(flatten)]
    pub(crate) played: &'a PlayedMove,
    /// The position after it in each format, by the name of the format.
    pub(crate) to: BTreeMap<&'static str, String>,
    /// Notes for the user; in the first object also about the position.
    pub(crate) notes: Vec<Note>,
}

/// The result of `feen`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Feen<'a> {
    /// The line of stdin, from 1; absent for an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: String,
    /// The canonical form.
    canonical: &'a str,
    /// Whether the text is in canonical form.
    is_canonical: bool,
    /// How many dimensions the board has.
    dimensions: usize,
    /// The size in each dimension, outermost first: `[8,8]`; null if the board is irregular.
    sizes: Option<Vec<usize>>,
    /// How many squares the board has.
    squares: usize,
    /// The pieces in hand of the player with uppercase letters, and of the other, in canonical order.
    hands: BySide<Vec<InHand>>,
    /// The name of each player's style.
    styles: BySide<&'a str>,
    /// `first` or `second`.
    to_move: String,
    /// Board, hands and styles as strings in lists; left out if more pieces are in hand than can be listed.
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Option<crate::reference::json::NestedPosition>"))]
    nested: Option<feen::NestedPosition>,
    /// Always empty.
    notes: [Note; 0],
}

/// Something for each of the two players.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct BySide<T> {
    /// Of the player with uppercase letters.
    first: T,
    /// Of the other player.
    second: T,
}

impl<T> BySide<T> {
    fn new(of: impl Fn(Side) -> T) -> BySide<T> {
        BySide { first: of(Side::First), second: of(Side::Second) }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PiecesInHand"))]
struct InHand {
    /// The piece as FEEN writes it: `+P`.
    piece: String,
    /// How many.
    count: u32,
}

impl Feen<'_> {
    pub(crate) fn new<'a>(
        origin: Origin<'_>,
        text: &[u8],
        position: &'a feen::Position,
        canonical: &'a str,
        order: HandOrder,
    ) -> Feen<'a> {
        let feen::Position { board, hands, style_turn } = position;
        let held = |side| {
            let pieces = hands.in_order(side, order).into_iter();
            pieces.map(|(piece, count)| InHand { piece: piece.to_string(), count }).collect()
        };
        Feen {
            line: line(origin),
            input: visible(text),
            canonical,
            is_canonical: text == canonical.as_bytes(),
            dimensions: board.dimensions(),
            sizes: board.sizes(),
            squares: board.squares().len(),
            hands: BySide::new(held),
            styles: BySide::new(|side| style_turn.name(side)),
            to_move: style_turn.to_move().to_string(),
            nested: position.to_nested().ok(),
            notes: [],
        }
    }
}

/// The result of a command that takes one board or two.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OfPosition<'a, T> {
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: &'a str,
    #[serde(flatten)]
    boards: OneOrTwo<T>,
    /// Notes for the user; often empty.
    notes: Vec<Note>,
}

/// The results for one board, or for two under their names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub(crate) enum OneOrTwo<T> {
    One(T),
    Two { boards: Both<T> },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub(crate) struct Both<T> {
    /// Board A.
    a: T,
    /// Board B.
    b: T,
}

impl<T> OneOrTwo<T> {
    /// Describes each board, the first with number 0.
    pub(crate) fn new<'a>(
        boards: &'a ReadBoards,
        mut describe: impl FnMut(usize, &'a ReadBoard) -> T,
    ) -> OneOrTwo<T> {
        match boards {
            ReadBoards::One(read) => OneOrTwo::One(describe(0, read)),
            ReadBoards::Two([a, b]) => {
                OneOrTwo::Two { boards: Both { a: describe(0, a), b: describe(1, b) } }
            }
        }
    }

    /// Creates it from the results for one board or both.
    pub(crate) fn of(a: T, b: Option<T>) -> OneOrTwo<T> {
        match b {
            Some(b) => OneOrTwo::Two { boards: Both { a, b } },
            None => OneOrTwo::One(a),
        }
    }

    /// Returns the results of each board, A first.
    pub(crate) fn list(&self) -> Vec<&T> {
        match self {
            OneOrTwo::One(one) => vec![one],
            OneOrTwo::Two { boards: Both { a, b } } => vec![a, b],
        }
    }
}

impl<'a, T> OfPosition<'a, T> {
    /// Describes each board, the first with number 0, and adds notes for the user.
    pub(crate) fn new(
        position: &'a Position<ReadBoards>,
        verdict: Option<&MatchVerdict>,
        describe: impl Fn(usize, &'a ReadBoard) -> T,
    ) -> OfPosition<'a, T> {
        let boards = OneOrTwo::new(&position.found, describe);
        let mut notes = notes(position.used);
        let note = verdict.and_then(|verdict| Some((verdict.name()?, verdict.to_string())));
        notes.extend(note.map(|(kind, text)| Note::plain(kind, text)));
        OfPosition { input: &position.input, boards, notes }
    }
}

/// The time a count took.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Time {
    /// The time it took.
    seconds: f64,
    /// The speed; null if it took no measurable time.
    nodes_per_second: Option<f64>,
}

impl Time {
    fn of(speed: &Speed) -> Time {
        Time { seconds: speed.time.as_secs_f64(), nodes_per_second: speed.per_second().map(f64::round) }
    }
}

/// The result of `perft`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Perft<'a> {
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: &'a str,
    /// The position as BFEN.
    bfen: String,
    /// How many half-moves were played.
    depth: u8,
    /// How many positions there are after them.
    nodes: u64,
    /// With `--divide`: the count after each move, sorted by the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
    #[serde(flatten)]
    time: Time,
    /// Notes for the user; often empty.
    notes: Vec<Note>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PerftMove"))]
struct Divided {
    /// The move in UCI.
    uci: String,
    /// How many positions there are after it.
    nodes: u64,
}

impl Perft<'_> {
    pub(crate) fn new<'a>(
        position: &'a Position<Board>,
        depth: u8,
        speed: &Speed,
        moves: Option<Vec<(String, u64)>>,
    ) -> Perft<'a> {
        let divided = |moves: Vec<(String, u64)>| {
            moves.into_iter().map(|(uci, nodes)| Divided { uci, nodes }).collect()
        };
        Perft {
            input: &position.input,
            bfen: position.found.text(&FenStyle::of_games()).to_string(),
            depth,
            nodes: speed.nodes,
            divide: moves.map(divided),
            time: Time::of(speed),
            notes: notes(position.used),
        }
    }
}

/// One row of `perft --check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Row<'a> {
    #[serde(flatten)]
    file: &'a FileName,
    /// The line of the row, from 1.
    line: u64,
    /// The text that was read. Bytes that are not UTF-8 are U+FFFD, and long lines are cut.
    input: String,
    /// How many half-moves were played.
    depth: u8,
    /// The count that the row has.
    expected: u64,
    /// The count that was found.
    counted: u64,
    /// Whether both are the same.
    #[serde(rename = "match")]
    matches: bool,
    /// Notes for the user; often empty.
    notes: Vec<Note>,
}

impl Row<'_> {
    pub(crate) fn new<'a>(
        file: &'a FileName,
        line: u64,
        text: &[u8],
        row: &perft_check::Row,
        counted: u64,
    ) -> Row<'a> {
        Row {
            file,
            line,
            input: visible(text),
            depth: row.depth,
            expected: row.nodes,
            counted,
            matches: row.nodes == counted,
            notes: notes(row.used),
        }
    }
}

/// The total of `perft --check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Rows<'a> {
    #[serde(flatten)]
    file: &'a FileName,
    /// How many rows the file has.
    rows: u64,
    /// How many of them match.
    matching: u64,
    /// How many positions were counted in all.
    nodes: u64,
    #[serde(flatten)]
    time: Time,
}

impl Rows<'_> {
    pub(crate) fn new<'a>(file: &'a FileName, rows: u64, matching: u64, speed: &Speed) -> Rows<'a> {
        Rows { file, rows, matching, nodes: speed.nodes, time: Time::of(speed) }
    }
}

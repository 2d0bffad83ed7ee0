//! Reads, replays, edits and checks games. Results are JSON, in the types of `bughouse-review`.

use std::io::{Cursor, Read};

use bpgn::{Checker, Compression, Label, ReadOptions, Reader, Record};
use bughouse_review::open;
use bughouse_review::{CheckedGame, Edit, EditRequest, GameText, Rejection, TagMap, replay_text};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::RawError;

/// A reader of games.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawGames {
    reader: Reader<Cursor<Vec<u8>>>,
}

/// A game as written.
#[derive(Serialize)]
struct WrittenGame<'a> {
    /// Its number in the text, counted from 1.
    number: u64,
    /// The line where it begins, counted from 1.
    line: u64,
    tags: TagMap,
    moves: Vec<WrittenMove<'a>>,
    result: Option<String>,
    text: String,
}

/// A half-move of the main line as written.
#[derive(Serialize)]
struct WrittenMove<'a> {
    number: u32,
    seat: &'static str,
    label: String,
    san: &'a str,
    clock_ms: Option<i64>,
}

#[wasm_bindgen]
impl RawGames {
    /// Creates a reader of BPGN, which may be compressed with gzip or bzip2.
    ///
    /// # Errors
    /// Fails if the text can't be decompressed.
    #[wasm_bindgen(constructor)]
    pub fn new(text: Vec<u8>) -> Result<RawGames, RawError> {
        Ok(RawGames { reader: Reader::new(Cursor::new(unpack(text)?)) })
    }

    /// Returns the next game as JSON; `None` after the last.
    #[wasm_bindgen(js_name = next)]
    pub fn next_game(&mut self) -> Option<String> {
        // Reading from memory can't fail.
        while let Ok(Some(record)) = self.reader.read_record() {
            if record.is_game {
                return Some(written(&record));
            }
        }
        None
    }
}

/// Replays a single game.
///
/// # Errors
/// Fails if there is no game, more than one game, or the game is too long.
#[wasm_bindgen]
pub fn replay(text: &str) -> Result<String, RawError> {
    let game = replay_text(text).map_err(|rejection| of_rejection(rejection, text))?;
    json(&game)
}

/// Applies an edit, given as JSON, to a single game.
///
/// # Errors
/// Returns why the edit can't be made.
#[wasm_bindgen]
pub fn edit(text: &str, edit: &str) -> Result<String, RawError> {
    let edit: Edit = serde_json::from_str(edit)
        .map_err(|error| RawError::plain("no-edit", format!("invalid edit: {error}")))?;
    let edited = EditRequest { text: text.to_owned(), edit }.apply();
    json(&edited.map_err(|rejection| of_rejection(rejection, text))?)
}

/// Checks all games of a text.
///
/// # Errors
/// Fails if the text can't be decompressed.
#[wasm_bindgen]
pub fn check(text: Vec<u8>, name: &str, strict: bool) -> Result<String, RawError> {
    let text = unpack(text)?;
    let options = if strict { ReadOptions::strict() } else { ReadOptions::for_files() };
    let mut all = Vec::new();
    let mut checker = Checker::new(options, |report| {
        if report.is_game {
            all.push(CheckedGame::new(name, report, &GameText::new(report.place, report.bytes)));
        }
    });
    let done = Reader::new(&text[..]).read_all(&mut checker);
    done.map_err(|error| RawError::plain("unreadable", error))?;
    json(&all)
}

/// Converts BPGN, half-moves in UCI, a position, or two chess.com boards to BPGN. Returns JSON.
///
/// # Errors
/// Returns what is wrong with the text.
#[wasm_bindgen(js_name = toBpgn)]
pub fn to_bpgn(text: Vec<u8>) -> Result<String, RawError> {
    #[derive(Serialize)]
    struct Converted {
        text: String,
        kind: bughouse_review::OpenedKind,
        notes: Vec<String>,
    }
    let converted = open::to_bpgn(text).map_err(|rejection| of_rejection(rejection, ""))?;
    let text = bpgn::detect::Encoding::of(&converted.text).decode(&converted.text).into_owned();
    json(&Converted { text, kind: converted.kind, notes: converted.notes })
}

fn written(record: &Record) -> String {
    let game = &record.game;
    let moves = game.main.half_moves.iter().map(|half_move| {
        let Label { number, seat } = half_move.label;
        let clock_ms = half_move.clock().map(|clock| clock.time().0);
        WrittenMove {
            number,
            seat: seat.name(),
            label: half_move.label.to_string(),
            san: &half_move.san,
            clock_ms,
        }
    });
    let written = WrittenGame {
        number: record.place.number,
        line: record.place.line,
        tags: TagMap::of(game),
        moves: moves.collect(),
        result: game.result.map(|result| result.to_string()),
        text: game.encoding.decode(&record.bytes).into_owned(),
    };
    // Serializing this type can't fail.
    serde_json::to_string(&written).unwrap_or_default()
}

/// Decompresses a text, if needed.
fn unpack(text: Vec<u8>) -> Result<Vec<u8>, RawError> {
    if Compression::of(&text) == Compression::None {
        return Ok(text);
    }
    let mut unpacked = Vec::new();
    let source = bpgn::decompress(&text[..]);
    let read = source.and_then(|mut source| source.read_to_end(&mut unpacked));
    read.map_err(|error| RawError::plain("packed", error))?;
    Ok(unpacked)
}

fn json(value: &impl Serialize) -> Result<String, RawError> {
    serde_json::to_string(value).map_err(|error| RawError::plain("json", error))
}

/// Converts a rejection. The place is that of the first invalid character.
fn of_rejection(rejection: Rejection, text: &str) -> RawError {
    let kind = match rejection.status() {
        404 => "missing",
        413 => "too-large",
        500 => "failed",
        _ => "wrong",
    };
    let reason = rejection.into_body().error;
    let message = match &reason.excerpt {
        Some(excerpt) => format!("{}\n{excerpt}", reason.message),
        None => reason.message.clone(),
    };
    let place = reason.line.zip(reason.column).map(|(line, column)| {
        let before =
            text.split_inclusive('\n').take(usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1));
        let before: usize = before.map(|line| line.encode_utf16().count()).sum();
        let last =
            text.split_inclusive('\n').nth(usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1));
        let letters = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
        let in_line: usize = last.unwrap_or_default().chars().take(letters).map(char::len_utf16).sum();
        (before + in_line, before + in_line)
    });
    RawError { kind: kind.to_owned(), place: place.filter(|_| !text.is_empty()), message }
}

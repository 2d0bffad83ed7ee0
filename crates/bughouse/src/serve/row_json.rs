//! A game in a list, as JSON. `openapi.json` documents every field.

use bpgn::ReadOptions;
use serde::Serialize;

use crate::replay;
use crate::serve::bytes::Bytes;
use crate::serve::game_json::SeatsJson;
use crate::serve::index::Entry;
use crate::serve::open_file::OpenFile;
use crate::serve::refusal::Refusal;

/// A game in a list.
#[derive(Serialize)]
pub(super) struct RowJson {
    file: String,
    game: u64,
    line: u32,
    seats: SeatsJson,
    event: Option<String>,
    date: Option<String>,
    time_control: Option<String>,
    result: Option<&'static str>,
    end_reason: Option<String>,
    plies: usize,
    state: &'static str,
}

impl RowJson {
    /// Reads a game that the index knows, and checks it.
    pub(super) fn read(
        file: &OpenFile,
        number: u64,
        entry: &Entry,
        text: &Bytes,
    ) -> Result<RowJson, Refusal> {
        let record = file.record_at(number, entry, text)?;
        let game = &record.game;
        let tag = |name: &str| game.tags.get(name).map(str::to_owned);
        let checked = replay::check(&record, ReadOptions::wild());
        Ok(RowJson {
            file: file.key.clone(),
            game: number,
            line: entry.line,
            seats: SeatsJson::of(game),
            event: tag("Event"),
            date: tag("Date"),
            time_control: tag("TimeControl"),
            result: entry.result.map(bpgn::GameResult::as_str),
            end_reason: game.end_reason.as_ref().map(|comment| comment.text().to_owned()),
            plies: game.main.half_moves.len(),
            state: checked.map_or("broken", |checked| checked.state.name()),
        })
    }
}

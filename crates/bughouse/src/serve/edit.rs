//! Edits as requests carry them: the record, and what to change. Nothing is kept between requests.

use bpgn::edit::{Cursor, Editor, read_one, read_sound, write_sound};
use bpgn::{EditError, LinePath, Record};
use bughouse_chess::BoardId;
use serde::Deserialize;

use crate::serve::refusal::Refusal;

/// What to change. `openapi.json` documents every field.
#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Edit {
    Play { line: String, ply: usize, board: BoardName, uci: String },
    Comment { line: String, ply: usize, index: Option<usize>, text: String },
    Glyphs { line: String, ply: usize, glyphs: Vec<String> },
    Promote { line: String, ply: usize },
    Delete { line: String, ply: usize },
}

/// The name of a board.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum BoardName {
    A,
    B,
}

impl From<BoardName> for BoardId {
    fn from(name: BoardName) -> BoardId {
        match name {
            BoardName::A => BoardId::A,
            BoardName::B => BoardId::B,
        }
    }
}

/// What an edit came to.
pub(super) struct Edited {
    pub(super) text: String,
    /// Where to stand.
    pub(super) line: String,
    pub(super) ply: usize,
    pub(super) changed: bool,
}

/// Reads a record of one game, whatever is wrong with its text.
pub(super) fn read(text: &[u8]) -> Result<Record, Refusal> {
    read_one(text).map_err(|error| refusal(&error, text))
}

/// Makes sure that a record can be changed and written without a loss.
pub(super) fn demand_sound(text: &str) -> Result<(), Refusal> {
    read_sound(text).map(|_| ()).map_err(|error| refusal(&error, text.as_bytes()))
}

/// Changes a record.
pub(super) fn apply(text: &str, edit: &Edit) -> Result<Edited, Refusal> {
    let refused = |error: EditError| refusal(&error, text.as_bytes());
    let mut editor = Editor::new(read_sound(text).map_err(refused)?.game);
    let (Edit::Play { line, ply, .. }
    | Edit::Comment { line, ply, .. }
    | Edit::Glyphs { line, ply, .. }
    | Edit::Promote { line, ply }
    | Edit::Delete { line, ply }) = edit;
    let line = match line.as_str() {
        "" => None,
        line => Some(line.parse().map_err(|error| Refusal::wrong(format!("line: {error}")))?),
    };
    let at = Cursor { line, ply: *ply };
    let edited = match edit {
        Edit::Play { board, uci, .. } => editor.play(&at, (*board).into(), uci),
        Edit::Comment { index, text, .. } => editor.set_comment(&at, *index, text),
        Edit::Glyphs { glyphs, .. } => editor.set_glyphs(&at, glyphs),
        Edit::Promote { .. } => editor.promote(&at),
        Edit::Delete { .. } => editor.delete(&at),
    };
    let edited = edited.map_err(refused)?;
    let text = match edited.changed {
        true => write_sound(editor.game()).map_err(refused)?,
        false => text.to_owned(),
    };
    let Cursor { line, ply } = edited.at;
    let line = line.as_ref().map(LinePath::to_string).unwrap_or_default();
    Ok(Edited { text, line, ply, changed: edited.changed })
}

fn refusal(error: &EditError, text: &[u8]) -> Refusal {
    let message = error.to_string();
    match error.span().zip(read_one(text).ok()) {
        Some((span, record)) => Refusal::wrong_at(message, &record.bytes, span),
        None if error.is_missing() => Refusal::missing(message),
        None if *error == EditError::Unfaithful => Refusal::failed(message),
        None => Refusal::wrong(message),
    }
}

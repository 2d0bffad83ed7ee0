//! Edits as requests carry them: the record, and what to change. Nothing is kept between requests.

use bpgn::edit::{Cursor, Editor, read_one, read_sound, write_sound};
use bpgn::{EditError, LinePath, Record};
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::names::BoardName;
use crate::rejection::Rejection;

/// What to change.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Plays a move after a half-move: goes to it if it is there, adds it to the end of a variation, or makes a
    /// variation.
    Play {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game; 0 is the start.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI, such as e2e4, e7e8q or N@e5. SAN, such as Nf3 or O-O, is read too.
        uci: String,
    },
    /// Sets a comment of a half-move, or of the place before the first one (ply 0, line empty).
    Comment {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game; 0 is the start.
        ply: usize,
        /// Which one; null adds one.
        index: Option<usize>,
        /// Empty takes the comment out.
        text: String,
    },
    /// Sets the marks of a half-move.
    Nags {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game.
        ply: usize,
        /// Such as !, ?! or $14.
        nags: Vec<String>,
    },
    /// Makes a variation the line it hangs on. What was played stays the main line: there the variation comes before
    /// all others.
    Promote {
        /// The path of the line.
        line: String,
        /// The half-move to stand after, counted from the start of the game.
        ply: usize,
    },
    /// Repairs the main line: puts a half-move in. What follows is replayed after it.
    Insert {
        /// The half-move after which it comes, counted from the start of the game; 0 is the start.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI or SAN.
        uci: String,
    },
    /// Repairs the main line: plays another move in the place of a half-move. Its clock and comments stay.
    Replace {
        /// The half-move, counted from the start of the game.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI or SAN.
        uci: String,
    },
    /// Repairs the main line: takes a half-move out. All after it stays.
    Remove {
        /// The half-move, counted from the start of the game.
        ply: usize,
    },
    /// Sets a tag, or takes it out. A result is set after the moves too.
    Tag {
        /// The path of the line to stand in; empty for the main line.
        line: String,
        /// The half-move to stand after, counted from the start of the game.
        ply: usize,
        /// Its name.
        name: String,
        /// Its value; null takes it out.
        value: Option<String>,
    },
    /// Takes a half-move of a variation out with all after it; the first takes the variation out. Of the main line
    /// only a sketch can be cut: one that names no players, times or end.
    Delete {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game.
        ply: usize,
    },
}

/// A record and what to change in it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// The record as BPGN.
    pub text: String,
    /// What to change.
    pub edit: Edit,
}

/// The record after an edit, and where to stand in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edited {
    /// The record, replayed.
    pub game: Game,
    /// The path of the line to stand in.
    pub line: String,
    /// The half-move to stand after.
    pub ply: usize,
    /// Whether the text is another one; a move that was already there changes nothing.
    pub changed: bool,
}

impl EditRequest {
    /// Changes the record.
    ///
    /// # Errors
    /// Says why it cannot be changed so.
    pub fn apply(&self) -> Result<Edited, Rejection> {
        let rejected = |error: EditError| Rejection::of_edit(&error, self.text.as_bytes());
        let mut editor = Editor::new(read_sound(&self.text).map_err(rejected)?.game);
        let (line, ply) = match &self.edit {
            Edit::Play { line, ply, .. }
            | Edit::Comment { line, ply, .. }
            | Edit::Nags { line, ply, .. }
            | Edit::Promote { line, ply }
            | Edit::Tag { line, ply, .. }
            | Edit::Delete { line, ply } => (line.as_str(), ply),
            Edit::Insert { ply, .. } | Edit::Replace { ply, .. } | Edit::Remove { ply } => ("", ply),
        };
        let line = match line {
            "" => None,
            line => Some(line.parse().map_err(|error| Rejection::bad_request(format!("line: {error}")))?),
        };
        let at = Cursor { line, ply: *ply };
        let edited = match &self.edit {
            Edit::Play { board, uci, .. } => editor.play(&at, board.0, uci),
            Edit::Comment { index, text, .. } => editor.set_comment(&at, *index, text),
            Edit::Nags { nags, .. } => editor.set_nags(&at, nags),
            Edit::Promote { .. } => editor.promote(&at),
            Edit::Delete { .. } => editor.delete(&at),
            Edit::Insert { ply, board, uci } => editor.insert(*ply, board.0, uci),
            Edit::Replace { ply, board, uci } => editor.replace(*ply, board.0, uci),
            Edit::Remove { ply } => editor.remove(*ply),
            Edit::Tag { name, value, .. } => editor.set_tag(&at, name, value.as_deref()),
        };
        let edited = edited.map_err(rejected)?;
        let game = match edited.changed {
            true => replay_text(&write_sound(editor.game()).map_err(rejected)?)?,
            false => replay_text(&self.text)?,
        };
        let Cursor { line, ply } = edited.at;
        let line = line.as_ref().map(LinePath::to_string).unwrap_or_default();
        Ok(Edited { game, line, ply, changed: edited.changed })
    }
}

/// Replays a record of one game, whatever is wrong with its text.
///
/// # Errors
/// Rejected if there is no game or more than one, or if it is too long.
pub fn replay_text(text: &str) -> Result<Game, Rejection> {
    Game::new(&read_record(text)?, None)
}

/// Reads a record of one game.
///
/// # Errors
/// Rejected if there is no game or more than one.
pub(crate) fn read_record(text: &str) -> Result<Record, Rejection> {
    read_one(text.as_bytes()).map_err(|error| Rejection::of_edit(&error, text.as_bytes()))
}

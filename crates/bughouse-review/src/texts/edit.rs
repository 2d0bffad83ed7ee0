//! Edits of a game. A request has the game and the change: the server keeps no state between requests.

use bpgn::edit::{Cursor, EditError, Editor, read_one, read_valid, write_checked};
use bpgn::{LinePath, Record};
use serde::{Deserialize, Serialize};

use crate::api::rejection::Rejection;
use crate::shapes::game::Game;
use crate::shapes::names::BoardName;

/// A change of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Plays a move after a half-move. If the move is already there, nothing changes. Otherwise it is appended to the
    /// variation or starts a new one.
    Play {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game; 0 is the start.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI, such as `e2e4`, `e7e8q` or `N@e5`, or in SAN, such as `Nf3` or `O-O`.
        uci: String,
    },
    /// Sets a comment of a half-move, or the comment before the first half-move (ply 0, empty line).
    Comment {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game; 0 is the start.
        ply: usize,
        /// The index of the comment; null adds one.
        index: Option<usize>,
        /// The text; empty deletes the comment.
        text: String,
    },
    /// Sets the NAGs of a half-move.
    Nags {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game.
        ply: usize,
        /// NAGs such as `!`, `?!` or `$14`.
        nags: Vec<String>,
    },
    /// Promotes a variation to the line it branches from. The main line of a game that was played stays: there, the
    /// variation moves before the other variations.
    Promote {
        /// The path of the line.
        line: String,
        /// The half-move to show afterward, counted from the start of the game.
        ply: usize,
    },
    /// Repairs the main line: inserts a half-move. The half-moves that follow are replayed after it.
    Insert {
        /// The half-move to insert after, counted from the start of the game; 0 is the start.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI or SAN.
        uci: String,
    },
    /// Repairs the main line: replaces a half-move. Its clock and comments stay.
    Replace {
        /// The half-move, counted from the start of the game.
        ply: usize,
        /// The board.
        board: BoardName,
        /// The move in UCI or SAN.
        uci: String,
    },
    /// Repairs the main line: deletes a half-move. The half-moves after it stay.
    Remove {
        /// The half-move, counted from the start of the game.
        ply: usize,
    },
    /// Sets or deletes a tag. Setting `Result` also sets the result after the moves.
    Tag {
        /// The path of the line to show afterward; empty for the main line.
        line: String,
        /// The half-move to show afterward, counted from the start of the game.
        ply: usize,
        /// The name.
        name: String,
        /// The value; null deletes the tag.
        value: Option<String>,
    },
    /// Deletes a half-move of a variation and everything after it. Deleting the first half-move deletes the variation.
    /// The main line can only be cut in a game without players, times and an end.
    Delete {
        /// The path of the line; empty for the main line.
        line: String,
        /// The half-move, counted from the start of the game.
        ply: usize,
    },
}

/// A game and the change to make.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// The game as BPGN.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "bpgn")))]
    pub text: String,
    /// The change.
    pub edit: Edit,
}

/// The game after an edit, and which position of it to show.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edited {
    /// The game, replayed.
    pub game: Game,
    /// The path of the line to show.
    pub line: String,
    /// The half-move whose position to show.
    pub ply: usize,
    /// Whether the text changed. Playing a move that is already there changes nothing.
    pub changed: bool,
}

impl EditRequest {
    /// Applies the change.
    ///
    /// # Errors
    /// Returns why the change can't be made.
    pub fn apply(&self) -> Result<Edited, Rejection> {
        let rejected = |error: EditError| Rejection::of_edit(&error, self.text.as_bytes());
        let mut editor = Editor::new(read_valid(&self.text).map_err(rejected)?.game);
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
            true => replay_text(&write_checked(editor.game()).map_err(rejected)?)?,
            false => replay_text(&self.text)?,
        };
        let Cursor { line, ply } = edited.at;
        let line = line.as_ref().map(LinePath::to_string).unwrap_or_default();
        Ok(Edited { game, line, ply, changed: edited.changed })
    }
}

/// Replays a single game. Errors in the game are reported in the result.
///
/// # Errors
/// Fails if there is no game, more than one game, or the game is too long.
pub fn replay_text(text: &str) -> Result<Game, Rejection> {
    Game::new(&read_record(text)?, None)
}

/// Reads a single game.
///
/// # Errors
/// Fails if there is no game or more than one game.
pub(crate) fn read_record(text: &str) -> Result<Record, Rejection> {
    read_one(text.as_bytes()).map_err(|error| Rejection::of_edit(&error, text.as_bytes()))
}

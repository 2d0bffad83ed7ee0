//! How a game went, as a checker tells it.

use core::fmt;

use bughouse_chess::{BoardId, FenStyle, ReadTwoBoardsError, Span};

use crate::encoding::Encoding;
use crate::facts::GameOutcome;
use crate::label::Label;
use crate::lexer::TagForm;
use crate::replay::diagnostic::{Diagnostic, DiagnosticKind};
use crate::replay::replayer::Replayer;
use crate::replay::start::Start;
use crate::replay::stop::StopKind;
use crate::tags::GameResult;
use crate::visitor::Place;

/// How a game came through.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// All of it was read and played.
    Ok,
    /// All of it was played after a repair that a note tells.
    Repaired,
    /// Something could not be read or played.
    Broken,
}

impl State {
    /// Returns a short name for machines.
    pub const fn name(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Repaired => "repaired",
            State::Broken => "broken",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where the replay of a game stopped, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped {
    /// The number of the half-move in file order, from 1.
    pub ply: usize,
    /// Its label.
    pub label: Label,
    /// Where its move is.
    pub san: Span,
    /// Why it was not played.
    pub kind: StopKind,
    /// Which bytes are wrong.
    pub span: Span,
}

/// A tag and where its parts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagSpot {
    /// Where the name is.
    pub name: Span,
    /// Where the value is, without quotes.
    pub value: Span,
    /// Where all of it is.
    pub span: Span,
    /// How it is written.
    pub form: TagForm,
    /// Whether it stands after the first comment.
    pub late: bool,
}

/// How a game went. Places are counted from its first byte.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a> {
    /// Where the game begins.
    pub place: Place,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Whether it is a game, and not only stray text.
    pub is_game: bool,
    /// Its tags in order.
    pub tags: &'a [TagSpot],
    /// How it came through.
    pub state: State,
    /// How it began.
    pub start: &'a Start,
    /// The two boards after what was played of the main line.
    pub end: &'a Replayer,
    /// How many half-moves of the main line were played.
    pub played: usize,
    /// How many half-moves the main line has.
    pub half_moves: usize,
    /// Where the replay stopped.
    pub stopped: Option<Stopped>,
    /// The result that counts, of the tag or after the moves.
    pub result: Option<GameResult>,
    /// Where the words are that tell why it ended.
    pub end_reason: Option<Span>,
    /// Who won, and what tells it.
    pub outcome: GameOutcome,
    /// What is notable, in the order of places.
    pub diagnostics: &'a [Diagnostic],
    /// How positions are written.
    pub style: FenStyle,
}

impl<'a> Report<'a> {
    /// Lists names and values of the tags, as bytes; values with their escapes.
    pub fn tags(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        let bytes = self.bytes;
        let text = move |span: Span| &bytes[span.start..span.end];
        self.tags.iter().map(move |tag| (text(tag.name), text(tag.value)))
    }

    /// Returns the value of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&'a [u8]> {
        self.tags().find(|(found, _)| *found == name.as_bytes()).map(|(_, value)| value)
    }

    /// Returns a board at the end as BFEN, in the style of the options.
    ///
    /// The number of the move counts from the start position, whatever labels say;
    /// [`Timeline::to_bfen`](crate::Timeline::to_bfen) follows the labels. `docs/adr/0009` tells why both are.
    pub fn to_bfen(&self, board: BoardId) -> String {
        self.end.position().board(board).to_bfen_as(&self.style)
    }

    /// Returns how the bytes are taken for text.
    pub fn encoding(&self) -> Encoding {
        Encoding::of(self.bytes)
    }

    /// Returns the words of a note.
    pub fn text_of(&self, diagnostic: &Diagnostic) -> String {
        let text = match (diagnostic.kind, &self.start.error) {
            // Where it is, the note tells.
            (DiagnosticKind::BadStart, Some(ReadTwoBoardsError::Text(error))) => {
                format!("{}: {}", diagnostic.kind, error.kind())
            }
            (DiagnosticKind::BadStart, Some(error)) => format!("{}: {error}", diagnostic.kind),
            _ => diagnostic.kind.to_string(),
        };
        match diagnostic.count {
            1 => text,
            count => format!("{text} ({count} times)"),
        }
    }
}

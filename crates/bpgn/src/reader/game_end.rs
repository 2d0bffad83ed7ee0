//! Decides where a game ends.
//!
//! A game is its tags and its moves. It ends where the next one begins:
//!
//! - at a tag, after a half-move or a result. If the tag isn't closed on its line, only at `Event` in the first column;
//! - at an `Event` tag in the first column, after anything but tags, or after another `Event` and other tags;
//! - at a repeated first tag or `Event`, after a blank line, a comment or stray text;
//! - at a half-move after a result, if it is set off, or if it is another first move of a seat;
//! - at a first move that is set off, by a seat that has already made its first move.
//!
//! A half-move is set off if it is in the first column and, in a game with tags, after a blank line.
//!
//! Stray text is separate from games if it begins in the first column after a result, or before the first tag or label
//! in the first column.
//!
//! So one game never hides the next, whatever is wrong with it.

use bughouse_chess::{Color, Seat, Span};

use crate::lexer::tag::{TagForm, TagParts};
use crate::types::detect::BYTE_ORDER_MARK;
use crate::types::label::Label;
use crate::types::tags::GameResult;

/// The part of a game that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Phase {
    /// Before the first tag or move.
    #[default]
    Preamble,
    /// Among the tags.
    Tags,
    /// Among moves, comments and variations. Tags may still come before the first half-move.
    Moves,
    /// After the result.
    AfterResult(GameResult),
}

/// What was read of a game so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) phase: Phase,
    /// Whether anything but tags came before the moves.
    pub(crate) has_stray: bool,
    pub(crate) has_half_move: bool,
    /// The name of the first tag, counted from the start of the game.
    first_tag: Option<Span>,
    has_event: bool,
    /// Whether there is a tag that is not `Event`.
    has_other_tag: bool,
    /// By seat, whether a label of its first or second move was read.
    named: [bool; 4],
    /// By board, whether a label of a second move was read.
    has_second: [bool; 2],
}

impl Seen {
    /// Returns `true` if there is a tag, a half-move or a result.
    pub(crate) fn is_game(&self) -> bool {
        self.first_tag.is_some() || self.has_half_move || self.result().is_some()
    }

    /// Returns the result after the moves.
    #[inline]
    pub(crate) fn result(&self) -> Option<GameResult> {
        match self.phase {
            Phase::AfterResult(result) => Some(result),
            _ => None,
        }
    }

    /// Returns `true` if the tags have ended.
    #[inline]
    pub(crate) fn in_moves(&self) -> bool {
        matches!(self.phase, Phase::Moves | Phase::AfterResult(_))
    }

    /// Returns `true` if there are only tags.
    #[inline]
    pub(crate) fn has_only_tags(&self) -> bool {
        !self.has_stray && !self.in_moves()
    }

    /// Returns `true` if there is only stray text.
    pub(crate) fn is_only_stray(&self) -> bool {
        self.phase == Phase::Preamble && self.has_stray
    }

    /// Adds a tag.
    #[inline]
    pub(crate) fn add_tag(&mut self, is_event: bool, name: Span) {
        if self.phase == Phase::Preamble {
            self.phase = Phase::Tags;
        }
        self.first_tag.get_or_insert(name);
        self.has_event |= is_event;
        self.has_other_tag |= !is_event;
    }

    /// Adds the label of a half-move of the main line.
    #[inline]
    pub(crate) fn add_label(&mut self, label: Label) {
        // Only first moves are compared, and nothing comes before them.
        if label.number <= 2 {
            self.has_second[label.seat.board.to_index()] |= label.number == 2;
            self.named[label.seat.to_index()] = true;
        }
    }

    /// Returns `true` if a tag has the name of the first one, or both are `Event`.
    #[inline]
    pub(crate) fn is_repeated(&self, name: &[u8], text: &[u8], start: usize) -> bool {
        let is_first = |first: Span| name == &text[start + first.start..start + first.end];
        (name == b"Event" && self.has_event) || self.first_tag.is_some_and(is_first)
    }

    /// Returns `true` if a tag begins the next game.
    pub(crate) fn is_next_game(
        &self,
        text: &[u8],
        start: usize,
        at: usize,
        tag: &TagParts,
        form: TagForm,
    ) -> bool {
        let first_column = in_first_column(text, at);
        let name = &text[tag.name.start..tag.name.end];
        let is_event = name == b"Event";
        // Something that begins like another tag but isn't closed on its line is stray text.
        let is_stray = form == TagForm::Unclosed && !(is_event && first_column);
        if at == start || form == TagForm::Unquoted || is_stray {
            return false;
        }
        if self.has_half_move || self.result().is_some() || self.is_only_stray() {
            return true;
        }
        let has_other = !self.has_only_tags();
        if is_event && has_other && first_column {
            return true;
        }
        self.is_repeated(name, text, start)
            && (has_other
                || (is_event && first_column && self.has_other_tag)
                || follows_blank_line(&text[start..at]))
    }

    /// Returns `true` if a label of the main line is the first move of another game.
    #[inline]
    pub(crate) fn is_restart(&self, label: Label, text: &[u8], at: usize) -> bool {
        let has_named = |seat: Seat| self.named[seat.to_index()];
        label.number == 1
            && has_named(label.seat)
            // Some programs write capitals for both colors: there a second 1A is Black's first move.
            && (Seat::ALL.into_iter().any(|seat| seat.color == Color::Black && has_named(seat))
                || self.has_second[label.seat.board.to_index()])
            && self.is_set_off(text, at)
    }

    /// Returns `true` if a half-move after the result begins another game.
    pub(crate) fn is_after_result(&self, label: Label, text: &[u8], at: usize) -> bool {
        let is_first = label.number <= 1 && self.named[label.seat.to_index()];
        self.result().is_some() && (is_first || self.is_set_off(text, at))
    }

    /// Returns `true` if a half-move is where a game without tags may begin.
    fn is_set_off(&self, text: &[u8], at: usize) -> bool {
        // Wrapped lines also begin with half-moves, so the label only counts if there are no tags.
        in_first_column(text, at) && (self.first_tag.is_none() || follows_blank_line(&text[..at]))
    }
}

/// Returns `true` if an index is in the first column. A byte-order mark has no width.
pub(crate) fn in_first_column(text: &[u8], at: usize) -> bool {
    let before = text[..at].strip_suffix(BYTE_ORDER_MARK).unwrap_or(&text[..at]);
    before.last() == Some(&b'\n')
}

/// Returns `true` if a text ends with a blank line.
fn follows_blank_line(text: &[u8]) -> bool {
    let spaces = text.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
    spaces.filter(|&&byte| byte == b'\n').count() > 1
}

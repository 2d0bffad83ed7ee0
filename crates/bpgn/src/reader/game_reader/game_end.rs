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

use bughouse_chess::Color;

use super::{GameReader, Step};
use crate::lexer::tag::{Bracket, bracket};
use crate::lexer::{self, TagForm, TagParts};
use crate::types::detect::BYTE_ORDER_MARK;
use crate::types::label::Label;

/// The most white space after a game at its limit.
const MAX_SPACE: usize = 64 << 10;

impl GameReader {
    /// At the limit, finds out whether the next game begins there with a tag that continues beyond the limit.
    #[cold]
    pub(super) fn look_beyond(&self, text: &[u8], start: usize, at: &mut usize, ended: bool) -> Step {
        let next = lexer::skip_space(text, *at);
        let end = text[..next].trim_ascii_end().len();
        if next - end > MAX_SPACE {
            // This much white space is not part of a game.
            *at = end;
            return Step::Done;
        }
        match text.get(next) {
            None if ended => Step::Done,
            // More text is needed to see whether anything follows.
            None => Step::More,
            Some(b'[') => match bracket(text, next, ended) {
                None => Step::More,
                // A tag in the first column, where reading would continue anyway, cuts nothing off.
                Some(Bracket::Tag(parts, _, form))
                    if self.is_next_game(text, start, next, &parts, form)
                        || (next > start && form == TagForm::Quoted && in_first_column(text, next)) =>
                {
                    Step::Done
                }
                Some(_) => Step::TooLong,
            },
            Some(_) => Step::TooLong,
        }
    }

    /// Returns `true` if a tag begins the next game.
    pub(super) fn is_next_game(
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
        if self.has_half_move || self.result.is_some() || self.is_only_stray() {
            return true;
        }
        if is_event && self.has_other && first_column {
            return true;
        }
        let is_first = name == self.first_tag(text, start);
        let is_repeated = self.has_tag && ((is_event && self.has_event) || is_first);
        is_repeated
            && (self.has_other
                || (is_event && first_column && self.has_other_tag)
                || follows_blank_line(&text[start..at]))
    }

    /// Returns `true` if there is only stray text.
    pub(super) fn is_only_stray(&self) -> bool {
        self.has_other && !self.in_moves && !self.has_tag
    }

    /// Returns `true` if stray text comes after the game rather than within it.
    pub(super) fn is_after(&self, text: &[u8], at: usize) -> bool {
        self.result.is_some() && self.label.is_none() && self.junk.is_none() && in_first_column(text, at)
    }

    /// Returns `true` if a label is the first move of another game.
    #[inline]
    pub(super) fn is_restart(&self, label: Label, text: &[u8], at: usize) -> bool {
        label.number == 1
            && self.named[label.seat.to_index()]
            && self.open.is_empty()
            // Some programs write capitals for both colors: there a second 1A is Black's first move.
            && (self.black_named || self.has_second[label.seat.board.to_index()])
            && self.is_set_off(text, at)
    }

    /// Returns `true` if a half-move is where a game without tags may begin.
    pub(super) fn is_set_off(&self, text: &[u8], at: usize) -> bool {
        // Wrapped lines also begin with half-moves, so the label only counts if there are no tags.
        in_first_column(text, at) && (!self.has_tag || follows_blank_line(&text[..at]))
    }

    #[inline]
    pub(super) fn count_label(&mut self, label: Label) {
        // Only first moves are compared, and nothing comes before them.
        if label.number <= 2 && self.open.is_empty() {
            self.has_second[label.seat.board.to_index()] |= label.number == 2;
            self.named[label.seat.to_index()] = true;
            self.black_named |= label.seat.color == Color::Black;
        }
    }
}

/// Returns `true` if an index is in the first column. A byte-order mark has no width.
pub(super) fn in_first_column(text: &[u8], at: usize) -> bool {
    let before = text[..at].strip_suffix(BYTE_ORDER_MARK).unwrap_or(&text[..at]);
    before.last() == Some(&b'\n')
}

/// Returns `true` if a text ends with a blank line.
fn follows_blank_line(text: &[u8]) -> bool {
    let spaces = text.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
    spaces.filter(|&&byte| byte == b'\n').count() > 1
}

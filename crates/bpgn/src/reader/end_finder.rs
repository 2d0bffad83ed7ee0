//! Finds the comment that says why a game ended.

use bughouse_chess::Span;

use crate::lexer::CommentStyle;
use crate::types::clock::CommentKind;
use crate::types::end_reason::EndReason;

/// Finds the comment that says why a game ended, while its main line is read.
///
/// It is the last comment with a known phrase between the last half-move and the result. If there is none, it is a
/// comment directly before the result, whatever it says, or else one with a known phrase after the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EndFinder {
    known: Option<Span>,
    /// A comment with other words, if nothing followed it.
    direct: Option<Span>,
    has_result: bool,
    /// The comment with a known phrase, before or after the result.
    found: Option<Span>,
}

impl EndFinder {
    /// Adds a half-move.
    #[inline]
    pub(crate) fn half_move(&mut self) {
        self.known = None;
        self.direct = None;
    }

    /// Adds a NAG.
    pub(crate) fn nag(&mut self) {
        self.direct = None;
    }

    /// Adds a comment, with the span of its text.
    pub(crate) fn comment(&mut self, style: CommentStyle, text: &[u8], span: Span) {
        // Commands for programs, such as `[%eval 0.3]`, say nothing about the end.
        if text.trim_ascii_start().starts_with(b"[%") {
            return;
        }
        self.direct = None;
        let is_in_braces = matches!(style, CommentStyle::Braces | CommentStyle::Unclosed);
        if !is_in_braces || CommentKind::of(text) != CommentKind::Other {
            return;
        }
        match (EndReason::read(text).is_known(), self.has_result) {
            (true, false) => self.known = Some(span),
            (true, true) => self.found = self.found.or(Some(span)),
            (false, false) => self.direct = Some(span),
            (false, true) => {}
        }
    }

    /// Adds a result.
    pub(crate) fn result(&mut self) {
        if !self.has_result {
            self.found = self.known.or(self.direct);
        }
        self.has_result = true;
    }

    /// Returns the span of the comment. Call it when everything was read.
    pub(crate) fn end(&self) -> Option<Span> {
        if self.has_result { self.found } else { self.known }
    }
}

//! Comments and NAGs.

use core::ops::Range;

use crate::tree::{InvalidText, Line};
use crate::types::clock::{Clock, CommentKind};

/// An annotation after a half-move, or before the first one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Annotation {
    /// A comment, which may be a clock.
    Comment(Comment),
    /// A NAG: `!`, `??`, `$14`.
    Nag(Nag),
}

/// A NAG (numeric annotation glyph) or its sign: `!`, `!?`, `$14`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nag(String);

/// A comment in braces, or to the end of a line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Comment {
    text: String,
    form: CommentForm,
}

/// How a comment is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CommentForm {
    /// `{text}`
    #[default]
    Braces,
    /// `;text`, to the end of the line.
    Line,
    /// `%text` in the first column, to the end of the line.
    Escape,
}

/// Replaces a range of annotations. The variations stay between the same annotations.
pub(crate) fn splice_annotations(
    annotations: &mut Vec<Annotation>,
    variations: &mut [Line],
    range: Range<usize>,
    new: impl IntoIterator<Item = Annotation>,
) {
    let before = annotations.len() - range.len();
    annotations.splice(range.clone(), new);
    let added = annotations.len() - before;
    for after in variations.iter_mut().filter_map(|line| line.after.as_mut()) {
        if *after >= range.end {
            *after = *after - range.len() + added;
        } else if *after > range.start {
            *after = range.start + added;
        }
    }
}

/// The prefix that says what a comment is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CommentPrefix {
    /// `{A:...}`, shown next to the move.
    Annotation,
    /// `{C:...}`, a comment to read.
    Comment,
}

impl CommentPrefix {
    pub(crate) const fn kind(self) -> CommentKind {
        match self {
            CommentPrefix::Annotation => CommentKind::Annotation,
            CommentPrefix::Comment => CommentKind::Comment,
        }
    }
}

impl Annotation {
    /// Returns the comment, or `None` for a NAG.
    pub fn comment(&self) -> Option<&Comment> {
        match self {
            Annotation::Comment(comment) => Some(comment),
            Annotation::Nag(_) => None,
        }
    }

    /// Returns `true` for a comment that is a clock and nothing else.
    pub(crate) fn is_clock(&self) -> bool {
        self.comment().is_some_and(|comment| matches!(comment.kind(), CommentKind::Clock(_)))
    }

    /// Returns `true` for a NAG that is written as a sign, such as `!`. Numeric NAGs are separate from the move.
    pub(crate) fn is_sign(&self) -> bool {
        matches!(self, Annotation::Nag(nag) if !nag.as_str().starts_with('$'))
    }
}

impl Nag {
    /// Creates a NAG from its text.
    ///
    /// # Errors
    /// Returns an error unless the text is `!`, `?`, several of these, or `$` and a number.
    pub fn new(text: impl Into<String>) -> Result<Nag, InvalidText> {
        let text = text.into();
        let is_nag = match text.strip_prefix('$') {
            Some(number) => !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()),
            None => !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'!' | b'?')),
        };
        if is_nag { Ok(Nag(text)) } else { Err(InvalidText::NotANag) }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Comment {
    /// Creates a comment in braces. Line breaks are `\n`.
    ///
    /// # Errors
    /// Returns an error if the text has a `}`, or a line that looks like a tag.
    pub fn new(text: impl Into<String>) -> Result<Comment, InvalidText> {
        let text = plain_line_ends(&text.into());
        if text.contains('}') {
            return Err(InvalidText::Brace);
        }
        let bytes = text.as_bytes();
        let mut starts = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1);
        if starts.any(|at| crate::lexer::tag::is_tag_pair(bytes, at, true) == Some(true)) {
            return Err(InvalidText::TagLine);
        }
        Ok(Comment { text, form: CommentForm::Braces })
    }

    /// Creates a comment with a prefix: `{C:text}`.
    ///
    /// # Errors
    /// Returns an error if the text can't be a comment.
    pub fn with_prefix(prefix: CommentPrefix, text: &str) -> Result<Comment, InvalidText> {
        let letter = prefix.kind().letter().map(String::from).unwrap_or_default();
        Comment::new(format!("{letter}:{text}"))
    }

    /// Creates a comment of one line without braces.
    ///
    /// # Errors
    /// Returns an error if the text has several lines.
    pub fn of_line(text: impl Into<String>, form: CommentForm) -> Result<Comment, InvalidText> {
        let text = text.into();
        if form == CommentForm::Braces {
            return Comment::new(text);
        }
        if text.contains('\n') || text.ends_with('\r') {
            return Err(InvalidText::LineBreak);
        }
        Ok(Comment { text, form })
    }

    /// Creates a comment from text that a reader found, which is always valid.
    pub(crate) fn as_read(text: String, form: CommentForm) -> Comment {
        Comment { text, form }
    }

    /// Returns the text without braces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the form of the comment.
    pub fn form(&self) -> CommentForm {
        self.form
    }

    /// Returns the kind of the comment, by how it begins.
    pub fn kind(&self) -> CommentKind {
        match self.form {
            CommentForm::Braces => CommentKind::of(self.text.as_bytes()),
            _ => CommentKind::Other,
        }
    }

    /// Returns the text without its prefix.
    pub fn body(&self) -> &str {
        let start = self.kind().body_start(self.text.as_bytes());
        self.text.get(start..).unwrap_or(&self.text)
    }
}

/// Converts a clock to a comment: `{298.21}`.
impl From<Clock> for Comment {
    fn from(clock: Clock) -> Comment {
        Comment { text: clock.to_string(), form: CommentForm::Braces }
    }
}

/// Converts all line breaks to `\n`.
pub(crate) fn plain_line_ends(text: &str) -> String {
    let mut lines = text.split('\n');
    let last = lines.next_back().unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    for line in lines {
        out.push_str(line.trim_end_matches('\r'));
        out.push('\n');
    }
    out.push_str(last);
    out
}

impl Comment {
    /// Returns the NAGs that an `{A:...}` comment begins with, and the words after them. Other comments have no NAGs.
    ///
    /// ```
    /// use bpgn::Comment;
    ///
    /// let comment = Comment::new("A:!? $14 a gamble")?;
    /// let (nags, words) = comment.annotation();
    /// assert_eq!(nags.iter().map(|nag| nag.as_str()).collect::<Vec<_>>(), ["!?", "$14"]);
    /// assert_eq!(words, "a gamble");
    /// # Ok::<(), bpgn::InvalidText>(())
    /// ```
    pub fn annotation(&self) -> (Vec<Nag>, &str) {
        let mut words = self.body().trim();
        let mut nags = Vec::new();
        if self.kind() != CommentKind::Annotation {
            return (nags, words);
        }
        loop {
            let end = match words.strip_prefix('$') {
                Some(number) => 1 + number.bytes().take_while(u8::is_ascii_digit).count(),
                None => words.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count(),
            };
            let (nag, rest) = words.split_at(end);
            let Ok(nag) = Nag::new(nag) else { return (nags, words) };
            nags.push(nag);
            words = rest.trim_start();
        }
    }
}

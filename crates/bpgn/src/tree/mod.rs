//! A game as a tree that you can inspect and change: tags, the main line, variations, comments.
//!
//! Nothing that was read is lost. Comments and NAGs are [`Annotation`]s of the half-move before them.
//!
//! A variation belongs to the half-move that it replaces, which its first label names. That may be several half-moves
//! before the place where the variation is written.

pub(crate) mod build;
pub(crate) mod line_path;
pub(crate) mod writer;

use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use bughouse_chess::Seat;

use crate::types::clock::{Clock, CommentKind, CommentTimes};
use crate::types::detect::Encoding;
use crate::types::end_reason::EndReason;
use crate::types::label::Label;
use crate::types::tags::{GameResult, elo_tag, player_tag};

/// A game: tags, moves, and how it ended.
///
/// ```
/// use bpgn::Game;
///
/// let mut game: Game = "[WhiteA \"anna\"]\n1A. e4 {179.1} (1A. d4) 1a. e5 {bert resigns} 1-0".parse()?;
/// let first = &game.main.half_moves[0];
/// assert_eq!((first.san.as_str(), first.variations.len()), ("e4", 1));
/// assert_eq!(game.end_reason.as_ref().map(|comment| comment.text()), Some("bert resigns"));
///
/// game.tags.set("BlackA", "bert")?;
/// let text = game.to_string();
/// assert!(text.starts_with("[WhiteA \"anna\"]\n[BlackA \"bert\"]\n\n1A. e4 {179.1} (1A. d4) 1a. e5\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The tags, in order.
    pub tags: Tags,
    /// The half-moves that were played, with their variations.
    pub main: Line,
    /// The comment that says why the game ended, such as `Bob resigns`.
    pub end_reason: Option<Comment>,
    /// The result after the moves. The `Result` tag may differ.
    pub result: Option<GameResult>,
    /// The annotations after the result.
    pub after: Vec<Annotation>,
    /// The encoding of the text.
    pub encoding: Encoding,
}

/// The tags of a game, in order, including duplicates.
///
/// ```
/// let mut game: bpgn::Game = "[WhiteA \"anna\"][BlackA \"bert\"] 1A. e4 *".parse()?;
/// game.tags.set("WhiteA", "clara")?;
/// game.tags.remove("BlackA");
/// let tags: Vec<_> = game.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
/// assert_eq!(tags, [("WhiteA", "clara")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<Tag>);

/// A tag: a name and a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    /// The name: a letter, then letters, digits and `_`.
    pub name: String,
    /// The value, which may contain quotes and backslashes.
    pub value: String,
}

/// A line of half-moves: the main line, or a variation.
///
/// ```
/// use bpgn::Game;
///
/// let mut game: Game = "1A. e4 1a. e5 *".parse()?;
/// let variation: Game = "1a. c5 2A. Nf3 *".parse()?;
/// // It replaces the half-move that its first label names.
/// assert_eq!(game.main.add_variation(variation.main), Ok(1));
/// assert_eq!(game.to_string(), "1A. e4 1a. e5 (1a. c5 2A. Nf3) *\n");
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The annotations before the first half-move.
    pub before: Vec<Annotation>,
    /// The half-moves in file order, which is the order of play.
    pub half_moves: Vec<HalfMove>,
    /// The result after a variation. The result of the main line is [`Game::result`], and this one is not written.
    pub result: Option<GameResult>,
    /// Variations before the first half-move that name no half-move of this line.
    pub stray: Vec<Line>,
    /// For a variation, how many annotations of its half-move come before it. `None` means all of them. A larger number
    /// of an earlier variation takes precedence.
    pub after: Option<usize>,
}

/// A half-move: one move or drop of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfMove {
    /// The number and seat.
    pub label: Label,
    /// The text of the move.
    pub san: String,
    /// The clock, comments and NAGs, in order.
    pub annotations: Vec<Annotation>,
    /// Variations, which replace this half-move.
    pub variations: Vec<Line>,
}

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

/// Why a text can't be a comment, a NAG, or a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InvalidText {
    /// A `}` would end the comment.
    Brace,
    /// A line of it looks like a tag, which would begin the next game.
    TagLine,
    /// It can't contain a line break.
    LineBreak,
    /// It is not `!`, `?`, several of these, or `$` and a number.
    NotANag,
    /// It is not a letter followed by letters, digits and `_`.
    NotATagName,
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InvalidText::Brace => "a comment can't contain }",
            InvalidText::TagLine => "a line of a comment can't look like a tag",
            InvalidText::LineBreak => "expected one line",
            InvalidText::NotANag => "expected a NAG: !, ?, several of these, or $ and a number",
            InvalidText::NotATagName => "expected a tag name: a letter, then letters, digits and _",
        })
    }
}

impl core::error::Error for InvalidText {}

impl Game {
    /// Returns the name of the player of a seat, if there is a tag.
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.tags.get(player_tag(seat))
    }

    /// Returns the rating of the player of a seat, as a string.
    pub fn elo(&self, seat: Seat) -> Option<&str> {
        self.tags.get(elo_tag(seat))
    }

    /// Returns the end reason, parsed.
    pub fn end_reason(&self) -> Option<EndReason<'_>> {
        self.end_reason.as_ref().map(|comment| EndReason::read(comment.text.as_bytes()))
    }

    /// Returns the line at a path. Each step is a half-move and one of its variations, by index.
    pub fn line(&self, path: &[(usize, usize)]) -> Option<&Line> {
        path.iter().try_fold(&self.main, |line, &(ply, variation)| {
            line.half_moves.get(ply)?.variations.get(variation)
        })
    }

    /// Returns the line at a path, mutable.
    pub fn line_mut(&mut self, path: &[(usize, usize)]) -> Option<&mut Line> {
        path.iter().try_fold(&mut self.main, |line, &(ply, variation)| {
            line.half_moves.get_mut(ply)?.variations.get_mut(variation)
        })
    }
}

impl Line {
    /// Returns the index of the last half-move with a label.
    pub fn find(&self, label: Label) -> Option<usize> {
        self.half_moves.iter().rposition(|half_move| half_move.label == label)
    }

    /// Adds a variation to the half-move that its first label names, and returns the index of that half-move.
    ///
    /// # Errors
    /// Returns the variation if it is empty or names no half-move of this line.
    pub fn add_variation(&mut self, mut variation: Line) -> Result<usize, Line> {
        let found = variation.half_moves.first().and_then(|first| self.find(first.label));
        match found {
            Some(ply) => {
                variation.after = None;
                self.half_moves[ply].variations.push(variation);
                Ok(ply)
            }
            None => Err(variation),
        }
    }

    /// Deletes a variation of a half-move and returns it.
    pub fn delete_variation(&mut self, ply: usize, variation: usize) -> Option<Line> {
        let variations = &mut self.half_moves.get_mut(ply)?.variations;
        (variation < variations.len()).then(|| variations.remove(variation))
    }

    /// Swaps a variation with the rest of the line, which becomes a variation of its first half-move. Returns `false`
    /// if there is no such variation, or if it is empty.
    pub fn promote_variation(&mut self, ply: usize, variation: usize) -> bool {
        let Some(half_move) = self.half_moves.get_mut(ply) else { return false };
        if half_move.variations.get(variation).is_none_or(|line| line.half_moves.is_empty()) {
            return false;
        }
        let mut promoted = half_move.variations.remove(variation);
        let others = core::mem::take(&mut half_move.variations);
        let demoted = Line {
            half_moves: self.half_moves.split_off(ply),
            result: core::mem::replace(&mut self.result, promoted.result),
            ..Line::default()
        };
        let first = &mut promoted.half_moves[0];
        // The annotations before a variation are about its first half-move.
        let own = core::mem::take(&mut first.variations);
        first.variations.push(demoted);
        first.variations.extend(others);
        first.variations.extend(promoted.stray);
        first.variations.extend(own);
        // Their order among the annotations of the other half-move is lost.
        first.variations.iter_mut().for_each(|line| line.after = None);
        if let Some(before) = ply.checked_sub(1) {
            self.half_moves[before].annotations.extend(promoted.before);
        } else {
            self.before.extend(promoted.before);
        }
        self.half_moves.extend(promoted.half_moves);
        true
    }
}

impl HalfMove {
    /// Creates a half-move without annotations.
    pub fn new(label: Label, san: impl Into<String>) -> HalfMove {
        HalfMove { label, san: san.into(), annotations: Vec::new(), variations: Vec::new() }
    }

    /// Lists the comments, including clocks.
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        self.annotations.iter().filter_map(Annotation::comment)
    }

    /// Returns the clock: the first comment that is a clock, or else the first clock within a comment.
    pub fn clock(&self) -> Option<Clock> {
        self.times().clock()
    }

    /// Returns the times in its comments.
    pub fn times(&self) -> CommentTimes {
        let mut times = CommentTimes::default();
        self.comments().for_each(|comment| times.add(comment.text.as_bytes()));
        times
    }

    /// Appends a comment.
    pub fn add_comment(&mut self, comment: Comment) {
        self.annotations.push(Annotation::Comment(comment));
    }

    /// Sets the first comment with a prefix, such as `{C:...}` or `{A:...}`, or adds it. An empty text deletes all of
    /// them.
    ///
    /// # Errors
    /// Returns an error if the text can't be a comment.
    pub fn set_comment(&mut self, prefix: CommentPrefix, text: &str) -> Result<(), InvalidText> {
        let is_kind = |annotation: &Annotation| {
            annotation.comment().is_some_and(|comment| comment.kind() == prefix.kind())
        };
        if text.is_empty() {
            self.retain_annotations(|annotation| !is_kind(annotation));
            return Ok(());
        }
        let comment = Comment::with_prefix(prefix, text)?;
        match self.annotations.iter_mut().find(|annotation| is_kind(annotation)) {
            Some(annotation) => *annotation = Annotation::Comment(comment),
            None => self.add_comment(comment),
        }
        Ok(())
    }

    /// Replaces all NAGs.
    pub fn set_nags(&mut self, nags: impl IntoIterator<Item = Nag>) {
        self.retain_annotations(|annotation| matches!(annotation, Annotation::Comment(_)));
        let nags = nags.into_iter().map(Annotation::Nag);
        splice_annotations(&mut self.annotations, &mut self.variations, 0..0, nags);
    }

    /// Keeps some annotations. The variations stay between the same annotations.
    fn retain_annotations(&mut self, keep: impl Fn(&Annotation) -> bool) {
        for at in (0..self.annotations.len()).rev() {
            if !keep(&self.annotations[at]) {
                splice_annotations(&mut self.annotations, &mut self.variations, at..at + 1, []);
            }
        }
    }

    /// Returns how many annotations a writer keeps directly after the move: a NAG, and the clock.
    pub(crate) fn tight_annotations(&self) -> usize {
        let is_mark = |annotation: &Annotation| matches!(annotation, Annotation::Nag(nag) if !nag.as_str().starts_with('$'));
        let is_clock = |annotation: &Annotation| {
            annotation.comment().is_some_and(|comment| matches!(comment.kind(), CommentKind::Clock(_)))
        };
        let marks = usize::from(self.annotations.first().is_some_and(is_mark));
        marks + usize::from(self.annotations.get(marks).is_some_and(is_clock))
    }
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
    const fn kind(self) -> CommentKind {
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

impl Tag {
    /// Creates a tag.
    ///
    /// # Errors
    /// Returns an error if the name is not valid, or if the value has several lines.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Tag, InvalidText> {
        let (name, value) = (name.into(), value.into());
        let mut bytes = name.bytes();
        if !bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
            || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(InvalidText::NotATagName);
        }
        if value.contains(['\n', '\r']) {
            return Err(InvalidText::LineBreak);
        }
        Ok(Tag { name, value })
    }
}

impl Tags {
    /// Returns the value of the first tag with a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Lists the values of all tags with a name.
    pub fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Lists all tags in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Tag> {
        self.0.iter()
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a tag, even if there is one with this name.
    pub fn push(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    /// Sets the value of the first tag with a name, or adds it.
    ///
    /// # Errors
    /// Returns an error like [`Tag::new`].
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), InvalidText> {
        let new = Tag::new(name, value)?;
        match self.0.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = new.value,
            None => self.0.push(new),
        }
        Ok(())
    }

    /// Deletes all tags with a name, and returns how many there were.
    pub fn remove(&mut self, name: &str) -> usize {
        let before = self.0.len();
        self.0.retain(|tag| tag.name != name);
        before - self.0.len()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = core::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Tag> for Tags {
    fn extend<I: IntoIterator<Item = Tag>>(&mut self, tags: I) {
        self.0.extend(tags);
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Tags {
        Tags(tags.into_iter().collect())
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

/// Parses one game.
impl FromStr for Game {
    type Err = crate::tree::build::ReadGameError;

    fn from_str(text: &str) -> Result<Game, Self::Err> {
        crate::tree::build::read_one(text.as_bytes())
    }
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

impl HalfMove {
    /// Lists all NAGs of the half-move: those written after it, and those in `{A:...}` comments.
    ///
    /// ```
    /// use bpgn::{Game, Nag};
    ///
    /// let game: Game = "1A. e4! {29} {A:$14 best} *".parse()?;
    /// let nags = game.main.half_moves[0].nags();
    /// assert_eq!(nags.iter().map(Nag::as_str).collect::<Vec<_>>(), ["!", "$14"]);
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn nags(&self) -> Vec<Nag> {
        let of = |annotation: &Annotation| match annotation {
            Annotation::Nag(nag) => vec![nag.clone()],
            Annotation::Comment(comment) => comment.annotation().0,
        };
        self.annotations.iter().flat_map(of).collect()
    }

    /// Deletes the NAGs in `{A:...}` comments and keeps their words.
    pub(crate) fn clear_annotation_nags(&mut self) {
        self.annotations.retain_mut(|annotation| {
            let Some((nags, words)) = annotation.comment().map(Comment::annotation) else { return true };
            if nags.is_empty() {
                return true;
            }
            // The words of a valid comment are valid in another one.
            let words = (!words.is_empty()).then(|| Comment::new(format!("A:{words}")));
            match words {
                Some(Ok(comment)) => *annotation = Annotation::Comment(comment),
                Some(Err(_)) => {}
                None => return false,
            }
            true
        });
    }
}

//! Writes games in canonical form.
//!
//! Tags are written in the standard order, followed by all others in their own order, one per line with the Elo next to
//! the name. After a blank line come the moves, wrapped at 80 columns: `1A. e4 {298}`. A variation follows the
//! half-move that it replaces, and annotations after a variation stay there, except a NAG and the clock, which stay
//! with their move. The end reason and the result have a line of their own. Clocks keep their decimals, comments their
//! text and line breaks.
//!
//! Reading and writing a canonical text doesn't change it.

use core::fmt;
use std::io::{self, Write};

use bughouse_chess::Span;

use crate::lexer::{CommentStyle, TagForm};
use crate::reader::visitor::{Events, IgnoreAll, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
use crate::tree::build::Record;
use crate::tree::{Annotation, Comment, CommentForm, Game, HalfMove, Line, Tag};
use crate::types::clock::CommentKind;
use crate::types::detect::{BYTE_ORDER_MARK, Encoding};
use crate::types::label::Label;
use crate::types::tags::{self, GameResult};

/// Options for writing games.
///
/// ```
/// let options = bpgn::WriteOptions::default().crlf(true);
/// assert_eq!((options.width, options.crlf, options.utf8), (80, true, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[must_use]
pub struct WriteOptions {
    /// The maximum columns of a line. A longer word gets a line of its own.
    pub width: usize,
    /// Ends lines with `\r\n`.
    pub crlf: bool,
    /// Writes every game in UTF-8, including those read as Latin-1.
    pub utf8: bool,
}

/// 80 columns, `\n`, and each game in its own encoding.
impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { width: 80, crlf: false, utf8: false }
    }
}

impl WriteOptions {
    /// Sets the maximum columns of a line.
    pub const fn width(self, width: usize) -> WriteOptions {
        WriteOptions { width, ..self }
    }

    /// Sets whether lines end with `\r\n` or `\n`.
    pub const fn crlf(self, crlf: bool) -> WriteOptions {
        WriteOptions { crlf, ..self }
    }

    /// Sets whether every game is written in UTF-8, or each in its own encoding.
    pub const fn utf8(self, utf8: bool) -> WriteOptions {
        WriteOptions { utf8, ..self }
    }
}

/// Writes games one after the other, with a blank line between them.
///
/// ```
/// use bpgn::{Reader, WriteOptions, Writer};
///
/// let file = "1A.e4   1a.e5 *\n\n\n[Event \"x\"]\n1B.d4 *";
/// let mut writer = Writer::new(Vec::new(), WriteOptions::default());
/// for record in Reader::new(file.as_bytes()).records() {
///     writer.write_record(&record?)?;
/// }
/// assert_eq!(writer.get_mut(), b"1A. e4 1a. e5 *\n\n[Event \"x\"]\n\n1B. d4 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    options: WriteOptions,
    started: bool,
    /// Whether the game before has neither moves nor a result, or has syntax errors.
    after_open: bool,
    bytes: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Creates a writer.
    pub fn new(out: W, options: WriteOptions) -> Writer<W> {
        Writer { out, options, started: false, after_open: false, bytes: Vec::new() }
    }

    /// Writes a game in canonical form.
    ///
    /// # Errors
    /// Returns an error if the target can't be written.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        self.bytes.clear();
        write_game(game, &self.options, &mut self.bytes);
        self.separate()?;
        self.out.write_all(&self.bytes)
    }

    /// Writes the bytes of a game unchanged, except white space at the end.
    fn write_raw(&mut self, indent: &[u8], bytes: &[u8]) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(indent)?;
        self.out.write_all(bytes.trim_ascii_end())?;
        self.out.write_all(self.line_end())
    }

    /// Writes a game that was read: in canonical form, or unchanged if it has syntax errors.
    ///
    /// A game that has syntax errors, or neither moves nor a result, may only end where a tag is repeated. So this game
    /// and the next one are written unchanged if the canonical order would put another tag first.
    ///
    /// # Errors
    /// Returns an error if the target can't be written.
    pub fn write_record(&mut self, record: &Record) -> io::Result<()> {
        let game = &record.game;
        let is_open = game.main.half_moves.is_empty() && game.result.is_none();
        // The end of a damaged text may depend on the first tag of what follows.
        let is_near_open = is_open || self.after_open;
        self.after_open = is_open || !record.is_valid();
        let first = game.tags.iter().next();
        let keeps_first = first.map(|tag| &tag.name) == in_order(game).first().map(|tag| &tag.name);
        if record.is_valid() && (keeps_first || !is_near_open) {
            return self.write(game);
        }
        let begins_wrong = record.errors.iter().any(|error| error.span().start == 0);
        // A stray `%` would begin a comment in the first column, and a stray byte-order mark a file.
        let indent: &[u8] = match &record.bytes[..] {
            // It came after a byte-order mark, and indented text may belong to the game before.
            [b'%', ..] if begins_wrong => BYTE_ORDER_MARK,
            bytes if begins_wrong && bytes.starts_with(BYTE_ORDER_MARK) => b" ",
            _ => b"",
        };
        self.write_raw(indent, &record.bytes)
    }

    /// Returns the target.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Flushes the target.
    ///
    /// # Errors
    /// Returns an error if the target can't be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn line_end(&self) -> &'static [u8] {
        if self.options.crlf { b"\r\n" } else { b"\n" }
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            let line_end = self.line_end();
            self.out.write_all(line_end)?;
        }
        Ok(())
    }
}

/// Appends a game in canonical form, with a line break at the end.
///
/// A game read as Latin-1 is written as Latin-1, unless the options or a character require UTF-8, or the bytes would be
/// read as UTF-8 again.
pub fn write_game(game: &Game, options: &WriteOptions, out: &mut Vec<u8>) {
    let (text, ()) = Text::write(game, options.width, &mut IgnoreAll);
    let text = if options.crlf { text.replace('\n', "\r\n") } else { text };
    let encoding = if options.utf8 { Encoding::Utf8 } else { game.encoding };
    let before = out.len();
    if encoding.encode(&text, out) && (out[before..].is_ascii() || Encoding::of(&out[before..]) == encoding) {
        return;
    }
    out.truncate(before);
    let is_written = Encoding::Utf8.encode(&text, out);
    debug_assert!(is_written, "UTF-8 holds every text");
}

/// Writes the canonical form.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Text::write(self, WriteOptions::default().width, &mut IgnoreAll).0)
    }
}

impl Game {
    /// Passes the game to a visitor, as if a reader read what `Display` writes, and returns the output of the visitor.
    ///
    /// ```
    /// use bpgn::{Checker, Game, ReadOptions};
    ///
    /// let game: Game = "1A.e4   1a.Ke3 *".parse()?;
    /// let span = game.visit(&mut Checker::new(ReadOptions::strict(), |report| report.stopped.unwrap().span));
    /// assert_eq!(&game.to_string()[span.start..span.end], "Ke3");
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        Text::write(self, WriteOptions::default().width, visitor).1
    }
}

/// Text that is wrapped as it grows. Its parts are passed to a visitor.
struct Text<'v, V> {
    out: String,
    width: usize,
    /// The number of characters on the last line.
    column: usize,
    /// A word that is not written yet, because a bracket may follow without a space.
    held: String,
    /// The parts of the held word, with their spans in it.
    parts: Vec<(Part, Span)>,
    /// Whether the next word follows the held word without a space.
    tight: bool,
    /// By seat, whether the main line has a half-move of it so far.
    named: [bool; 4],
    visitor: &'v mut V,
    events: Events,
    /// How many variations are open.
    depth: usize,
    has_half_move: bool,
}

/// A part of the moves that a visitor receives.
enum Part {
    /// A half-move. The first span is that of its label, and the span of the part is that of its move.
    HalfMove(Label, Span),
    Comment(CommentStyle),
    Nag,
    Open,
    Close,
    Result(GameResult),
}

impl<V: Visitor> Text<'_, V> {
    /// Writes a game, and passes it to a visitor.
    fn write(game: &Game, width: usize, visitor: &mut V) -> (String, V::Output) {
        let place = Place { number: 1, byte: 0, line: 1, column: 1 };
        let mut events = Events::default();
        events.begin_game(&place, visitor);
        let mut text = Text {
            out: String::new(),
            width,
            column: 0,
            held: String::new(),
            parts: Vec::new(),
            tight: false,
            named: [false; 4],
            visitor,
            events,
            depth: 0,
            has_half_move: false,
        };
        text.game(game);
        let is_game = !game.tags.is_empty() || text.has_half_move || game.result.is_some();
        let output = text.visitor.end_game(RawGame { place, bytes: text.out.as_bytes(), is_game });
        (text.out, output)
    }

    fn game(&mut self, game: &Game) {
        self.tags(game);
        self.events.end_tags(self.visitor);
        if !game.tags.is_empty() && (game.end_reason.is_some() || !is_empty(game)) {
            self.out.push('\n');
        }
        self.line(&game.main, true);
        if game.end_reason.is_some() {
            self.break_line();
        }
        if let Some(reason) = &game.end_reason {
            self.comment(reason);
        }
        if let Some(result) = game.result {
            self.word(Part::Result(result), result.as_str());
        }
        self.annotations(&game.after);
        self.break_line();
    }

    fn tags(&mut self, game: &Game) {
        let mut before: Option<&Tag> = None;
        for tag in in_order(game) {
            let joined =
                before.is_some_and(|before| tags::joins_line(before.name.as_bytes(), tag.name.as_bytes()));
            if before.is_some() && !joined {
                self.out.push('\n');
            }
            let start = self.out.len();
            self.out.push('[');
            self.out.push_str(&tag.name);
            let name_at = Span::new(start + 1, self.out.len());
            self.out.push_str(" \"");
            let value = self.out.len();
            for character in tag.value.chars() {
                if matches!(character, '"' | '\\') {
                    self.out.push('\\');
                }
                self.out.push(character);
            }
            let value_at = Span::new(value, self.out.len());
            self.out.push_str("\"]");
            let bytes = |span: Span| &self.out.as_bytes()[span.start..span.end];
            let (name, value, form) = (bytes(name_at), bytes(value_at), TagForm::Quoted);
            let span = Span::new(start, self.out.len());
            self.events.tag(RawTag { name, value, form, span, name_at, value_at }, self.visitor);
            before = Some(tag);
        }
        if before.is_some() {
            self.out.push('\n');
        }
    }

    fn line(&mut self, line: &Line, is_main: bool) {
        self.annotations(&line.before);
        if is_main && !line.before.is_empty() {
            self.break_line();
        }
        line.stray.iter().for_each(|variation| self.variation(variation));
        for half_move in &line.half_moves {
            self.half_move(half_move, is_main);
        }
        if let Some(result) = line.result.filter(|_| !is_main) {
            self.word(Part::Result(result), result.as_str());
        }
    }

    fn half_move(&mut self, half_move: &HalfMove, is_main: bool) {
        let label = half_move.label;
        // At the start of a line, a first move of a seat that has moved before would begin another game.
        let named = &mut self.named[label.seat.to_index()];
        let repeated = std::mem::replace(named, *named || is_main) && is_main && label.number == 1;
        self.has_half_move = true;
        self.begin_word();
        let label_at = self.append(&format!("{label}."));
        self.held.push(' ');
        let san_at = self.append(&half_move.san);
        self.parts.push((Part::HalfMove(label, label_at), san_at));
        let tight = half_move.tight_annotations();
        for annotation in &half_move.annotations[..tight] {
            match annotation {
                // A second NAG is separated by a space, because `? !` is not `?!`.
                Annotation::Nag(nag) => self.append_part(Part::Nag, nag.as_str()),
                // A clock stays with its move.
                Annotation::Comment(clock) => {
                    self.held.push(' ');
                    self.append_part(Part::Comment(CommentStyle::Braces), &in_braces(clock));
                }
            }
        }
        if repeated && (self.column == 0 || !self.fits(&self.held)) {
            if self.column > 0 {
                self.out.push('\n');
            }
            self.out.push(' ');
            self.column = 1;
            self.write_held();
        }
        let mut written = tight;
        for variation in &half_move.variations {
            let after = variation.after.unwrap_or(usize::MAX).clamp(written, half_move.annotations.len());
            self.annotations(&half_move.annotations[written..after]);
            written = after;
            self.variation(variation);
        }
        self.annotations(&half_move.annotations[written..]);
    }

    fn variation(&mut self, variation: &Line) {
        self.word(Part::Open, "(");
        self.tight = true;
        self.line(variation, false);
        self.tight = false;
        self.append_part(Part::Close, ")");
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            match annotation {
                Annotation::Comment(comment) => self.comment(comment),
                Annotation::Nag(nag) => self.word(Part::Nag, nag.as_str()),
            }
        }
    }

    fn comment(&mut self, comment: &Comment) {
        match comment.form() {
            CommentForm::Braces => {
                self.word(Part::Comment(CommentStyle::Braces), &in_braces(comment));
                // With more text after it, a line that begins like a tag could become one.
                if comment.text().rsplit_once('\n').is_some_and(|(_, last)| last.starts_with('[')) {
                    self.break_line();
                }
            }
            CommentForm::Line => {
                self.word(Part::Comment(CommentStyle::Line), &format!(";{}", comment.text()));
                self.break_line();
            }
            CommentForm::Escape => {
                self.break_line();
                self.append_part(Part::Comment(CommentStyle::Escape), &format!("%{}", comment.text()));
                self.write_held();
                self.break_line();
            }
        }
    }

    /// Appends a word after a space, or on a new line if it doesn't fit.
    fn word(&mut self, part: Part, word: &str) {
        self.begin_word();
        self.append_part(part, word);
    }

    /// Begins a word, unless the next one follows the held word without a space.
    fn begin_word(&mut self) {
        if !std::mem::take(&mut self.tight) {
            self.place();
        }
    }

    /// Appends a part to the held word.
    fn append_part(&mut self, part: Part, text: &str) {
        let span = self.append(text);
        self.parts.push((part, span));
    }

    /// Appends text to the held word, and returns its span in the word.
    fn append(&mut self, text: &str) -> Span {
        let start = self.held.len();
        self.held.push_str(text);
        Span::new(start, self.held.len())
    }

    /// Returns `true` if a word fits on the last line, with a space before it.
    fn fits(&self, word: &str) -> bool {
        let first_line = word.split('\n').next().unwrap_or(word);
        self.column + 1 + first_line.chars().count() <= self.width
    }

    /// Writes the held word, after a space or on a new line.
    fn place(&mut self) {
        if self.held.is_empty() {
            return;
        }
        if self.column > 0 {
            let separator = if self.fits(&self.held) { ' ' } else { '\n' };
            self.out.push(separator);
            self.column = if separator == ' ' { self.column + 1 } else { 0 };
        }
        self.write_held();
    }

    /// Writes the held word, and reports its parts.
    fn write_held(&mut self) {
        let start = self.out.len();
        self.out.push_str(&self.held);
        self.column = match self.held.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + self.held.chars().count(),
        };
        self.held.clear();
        let Text { out, parts, visitor, events, depth, .. } = self;
        let bytes = |span: Span| &out.as_bytes()[span.start..span.end];
        for (part, span) in parts.drain(..) {
            let span = span.shifted(start);
            match part {
                Part::Open => {
                    *depth += 1;
                    events.begin_variation(span, *depth, *visitor);
                }
                Part::Close => {
                    events.end_variation(span, *depth, *visitor);
                    *depth -= 1;
                }
                _ if events.is_silent() => {}
                Part::HalfMove(label, label_at) => {
                    let (label_at, san, san_at) = (label_at.shifted(start), bytes(span), span);
                    events.half_move(RawHalfMove { label, label_at, san, san_at, depth: *depth }, *visitor);
                }
                Part::Comment(style) => {
                    let end = if style == CommentStyle::Braces { span.end - 1 } else { span.end };
                    let text = bytes(Span::new(span.start + 1, end));
                    visitor.comment(RawComment { text, style, span, depth: *depth });
                }
                Part::Nag => visitor.nag(bytes(span), span, *depth),
                Part::Result(result) => visitor.result(result, span, *depth),
            }
        }
    }

    /// Ends the line, unless it is empty.
    fn break_line(&mut self) {
        self.place();
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }
}

/// Returns the tags in the standard order, then all others.
fn in_order(game: &Game) -> Vec<&Tag> {
    let mut tags: Vec<&Tag> = game.tags.iter().collect();
    tags.sort_by_key(|tag| tags::rank(tag.name.as_bytes()).unwrap_or(usize::MAX));
    tags
}

/// Returns `true` if there is nothing to write after the tags.
fn is_empty(game: &Game) -> bool {
    let line = &game.main;
    line.before.is_empty()
        && line.half_moves.is_empty()
        && line.stray.is_empty()
        && game.result.is_none()
        && game.after.is_empty()
}

/// Returns a comment with its braces. Numbers are in their standard form.
fn in_braces(comment: &Comment) -> String {
    match comment.kind() {
        CommentKind::Clock(clock) => format!("{{{clock}}}"),
        CommentKind::Lag(lag) => format!("{{L:{}}}", lag.0),
        CommentKind::Thinking(time) => format!("{{T:{}}}", time.0),
        _ => format!("{{{}}}", comment.text()),
    }
}

//! Builds the tree of a game from a reader's events.

use core::fmt;
use std::io::{self, Read};

use bughouse_chess::{Leniencies, San, Span};

use crate::lexer::CommentStyle;
use crate::lexer::tag::unescape;
use crate::reader::end_finder::EndFinder;
use crate::reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
use crate::reader::{Limits, Reader};
use crate::tree::annotation::plain_line_ends;
use crate::tree::{Annotation, Comment, CommentForm, Game, HalfMove, Line, Nag, Tag, Tags};
use crate::types::detect::Encoding;
use crate::types::label::{Label, LabelIndex};
use crate::types::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::types::tags::GameResult;

/// A game as it was read: its tree, its bytes, its place in the file, and the errors in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tree of the game.
    pub game: Game,
    /// Where the game begins.
    pub place: Place,
    /// The bytes of the game, unchanged.
    pub bytes: Vec<u8>,
    /// The syntax errors in the text. If there are any, the tree may hold less than the bytes.
    pub errors: Vec<SyntaxError>,
    /// Whether this is a game, rather than only stray text.
    pub is_game: bool,
}

impl Record {
    /// Returns `true` if this is a game without syntax errors. Then the tree holds all of it.
    pub fn is_valid(&self) -> bool {
        self.is_game && self.errors.is_empty()
    }

    /// Returns `true` if the game is longer than the limit. Then only its beginning was read.
    pub fn is_cut(&self) -> bool {
        self.errors.iter().any(|error| matches!(error.kind(), SyntaxErrorKind::TooLong(_)))
    }
}

/// Builds a tree from each game that a reader reads.
#[derive(Default)]
struct TreeBuilder {
    tags: Vec<(Span, Span)>,
    parts: Vec<Part>,
    /// The comment that says why the game ended.
    end: Option<Span>,
    errors: Vec<SyntaxError>,
}

/// A part of the moves, and where its text is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A half-move, with the span of its move.
    HalfMove(Label, Span),
    /// A comment, with the span of its text.
    Comment(CommentStyle, Span),
    Nag(Span),
    /// The `e.p.` suffix of the half-move before it.
    Suffix(Span),
    Open(Span),
    Close,
    Result(GameResult),
}

impl Visitor for TreeBuilder {
    type Output = Record;

    fn begin_game(&mut self, _place: &Place) -> Flow {
        self.tags.clear();
        self.parts.clear();
        self.errors.clear();
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        self.tags.push((tag.name_at, tag.value_at));
    }

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        self.parts.push(Part::HalfMove(half_move.label, half_move.san_at));
        Flow::Continue
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let start = comment.span.start + 1;
        self.parts.push(Part::Comment(comment.style, Span::new(start, start + comment.text.len())));
    }

    fn nag(&mut self, _nag: &[u8], span: Span, _depth: usize) {
        self.parts.push(Part::Nag(span));
    }

    fn begin_variation(&mut self, span: Span, _depth: usize) -> Flow {
        self.parts.push(Part::Open(span));
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _depth: usize) {
        self.parts.push(Part::Close);
    }

    fn result(&mut self, result: GameResult, _span: Span, _depth: usize) {
        self.parts.push(Part::Result(result));
    }

    fn en_passant_suffix(&mut self, span: Span) {
        self.parts.push(Part::Suffix(span));
    }

    fn syntax_error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }

    fn end_game(&mut self, raw: RawGame<'_>) -> Record {
        let encoding = Encoding::of(raw.bytes);
        let text = |span: Span| encoding.decode(&raw.bytes[span.start..span.end]);
        let tags: Tags = self
            .tags
            .iter()
            .map(|&(name, value)| Tag { name: text(name).into_owned(), value: unescape(&text(value)) })
            .collect();
        let mut errors = Errors::of_reader(std::mem::take(&mut self.errors));
        self.end = find_end(&self.parts, raw.bytes);
        let moves = build_moves(&self.parts, self.end, &text, &mut errors.kept);
        let errors = errors.within_limit();
        Record {
            game: Game { tags, encoding, ..moves },
            place: raw.place,
            bytes: raw.bytes.to_vec(),
            errors,
            is_game: raw.is_game,
        }
    }
}

/// Returns the parts of the moves of the first game in a text, and the span of the comment that says why it ended.
pub(crate) fn read_parts(text: &[u8]) -> (Vec<Part>, Option<Span>) {
    let mut builder = TreeBuilder::default();
    // Reading from a slice never fails.
    let _ = Reader::new(text).read_game(&mut builder);
    (builder.parts, builder.end)
}

/// The syntax errors of a game, at most as many as the reader's limit.
struct Errors {
    kept: Vec<SyntaxError>,
    limit: usize,
    /// The first error that the reader left out.
    left_out: Option<Span>,
    /// The error that the game is too long, which is always kept.
    too_long: Option<SyntaxError>,
}

impl Errors {
    /// Takes over the errors that the reader reported.
    fn of_reader(mut kept: Vec<SyntaxError>) -> Errors {
        let too_long = kept.pop_if(|error| matches!(error.kind(), SyntaxErrorKind::TooLong(_)));
        let most = |error: &SyntaxError| match *error.kind() {
            SyntaxErrorKind::TooMany(limit) => Some((limit, error.span())),
            _ => None,
        };
        let reported = kept.iter().find_map(most);
        kept.retain(|error| most(error).is_none());
        // Without this error, the limit of the reader is unknown, but it wasn't exceeded.
        let limit = reported.map_or(Limits::default().errors.max(kept.len()), |(limit, _)| limit);
        Errors { kept, limit, left_out: reported.map(|(_, span)| span), too_long }
    }

    /// Returns the errors in order, and one more if the limit was exceeded.
    fn within_limit(mut self) -> Vec<SyntaxError> {
        self.kept.sort_by_key(|error| error.span().start);
        let left_out = self.kept.get(self.limit).map(SyntaxError::span).or(self.left_out);
        self.kept.truncate(self.limit);
        self.kept.extend(left_out.map(|span| SyntaxError::new(SyntaxErrorKind::TooMany(self.limit), span)));
        self.kept.extend(self.too_long);
        self.kept
    }
}

/// Builds the lines from the parts of the moves.
fn build_moves<'a>(
    parts: &[Part],
    end: Option<Span>,
    text: &dyn Fn(Span) -> std::borrow::Cow<'a, str>,
    errors: &mut Vec<SyntaxError>,
) -> Game {
    let mut game = Game::default();
    // The line being read, and the lines around it, each with the span where the inner line begins.
    let mut builder = LineBuilder::default();
    let mut waiting: Vec<(LineBuilder, Span)> = Vec::new();
    for part in parts {
        match *part {
            Part::HalfMove(label, span) => {
                let san = text(span);
                if san.contains('\u{a0}') {
                    // In Latin-1, it is part of a word after some characters. In UTF-8, it would split the word.
                    errors.push(SyntaxError::new(SyntaxErrorKind::Unexpected, span));
                }
                builder.line.half_moves.push(HalfMove::new(label, san));
            }
            Part::Suffix(span) => {
                if let Some(half_move) = builder.line.half_moves.last_mut() {
                    let san = &mut half_move.san;
                    // The suffix goes before the check sign, as when it is written without a space.
                    san.insert_str(san.trim_end_matches(['+', '#']).len(), &text(span));
                }
            }
            Part::Open(span) => waiting.push((std::mem::take(&mut builder), span)),
            Part::Close => {
                // A reader reports as many ends as beginnings.
                if let Some((parent, span)) = waiting.pop() {
                    let variation = std::mem::replace(&mut builder, parent).end();
                    builder.attach(variation, span, errors);
                }
            }
            Part::Result(result) if waiting.is_empty() => game.result = Some(result),
            Part::Result(result) => builder.line.result = Some(result),
            Part::Comment(style, span) => {
                let comment = comment(style, &text(span));
                // A comment after the result stays there, whatever it says.
                if end == Some(span) && game.result.is_none() && waiting.is_empty() {
                    game.end_reason = Some(comment);
                    continue;
                }
                let annotation = Annotation::Comment(comment);
                annotations(&mut game, &mut builder.line, waiting.is_empty()).push(annotation);
            }
            Part::Nag(span) => {
                if let Ok(nag) = Nag::new(text(span)) {
                    annotations(&mut game, &mut builder.line, waiting.is_empty()).push(Annotation::Nag(nag));
                }
            }
        }
    }
    game.main = builder.end();
    game
}

/// Finds the comment that says why the game ended.
fn find_end(parts: &[Part], bytes: &[u8]) -> Option<Span> {
    let mut finder = EndFinder::default();
    let mut depth = 0;
    for part in parts {
        match *part {
            Part::Open(_) => depth += 1,
            Part::Close => depth -= 1,
            _ if depth > 0 => {}
            Part::HalfMove(..) => finder.half_move(),
            Part::Comment(style, span) => finder.comment(style, &bytes[span.start..span.end], span),
            Part::Nag(_) => finder.nag(),
            Part::Suffix(_) => {}
            Part::Result(_) => finder.result(),
        }
    }
    finder.end()
}

/// A line being read.
#[derive(Default)]
struct LineBuilder {
    line: Line,
    /// Half-moves by label, to find the one that a variation replaces without a search.
    labels: LabelIndex,
    /// By board, the index of the last of these half-moves.
    last: [Option<usize>; 2],
    /// Whether a variation depends on how many annotations come before it.
    has_after: bool,
}

impl LineBuilder {
    /// Attaches a variation to the half-move that its first label names.
    fn attach(&mut self, variation: Line, span: Span, errors: &mut Vec<SyntaxError>) {
        let Line { half_moves, stray, .. } = &mut self.line;
        for (index, half_move) in half_moves.iter().enumerate().skip(self.labels.len()) {
            let last = self.last[half_move.label.seat.board.to_index()].replace(index);
            self.labels
                .push(half_move.label, last.is_some_and(|last| is_repeat(&half_moves[last], half_move)));
        }
        let first = variation.half_moves.first().map(|half_move| half_move.label);
        let last = half_moves.len().checked_sub(1);
        let found = first.and_then(|label| self.labels.find(label));
        if let Some(index) = found.or(last) {
            let half_move = &mut half_moves[index];
            // A half-move that others follow gets no more annotations.
            let after = (Some(index) == last).then_some(half_move.annotations.len());
            half_move.variations.push(Line { after, ..variation });
            self.has_after = true;
        } else {
            stray.push(variation);
        }
        if found.is_some() {
            return;
        }
        let kind = first.map_or(SyntaxErrorKind::EmptyVariation, SyntaxErrorKind::VariationNowhere);
        errors.push(SyntaxError::new(kind, span));
    }

    /// Returns the finished line.
    fn end(mut self) -> Line {
        let half_moves = if self.has_after { &mut self.line.half_moves[..] } else { &mut [] };
        for half_move in half_moves {
            let (tight, all) = (half_move.tight_annotations(), half_move.annotations.len());
            for variation in &mut half_move.variations {
                let after = variation.after.map(|after| after.max(tight));
                variation.after = after.filter(|&after| after < all);
            }
        }
        self.line
    }
}

/// Returns `true` if a half-move repeats the one before it on its board.
fn is_repeat(last: &HalfMove, half_move: &HalfMove) -> bool {
    let read =
        |half_move: &HalfMove| San::read(half_move.san.as_bytes(), Leniencies::ALL).ok().map(|(san, _)| san);
    last.label == half_move.label && read(last).is_some() && read(last) == read(half_move)
}

/// Returns the list that an annotation belongs to: after the result, after the last half-move, or before the first.
fn annotations<'a>(game: &'a mut Game, line: &'a mut Line, is_main: bool) -> &'a mut Vec<Annotation> {
    if is_main && game.result.is_some() {
        return &mut game.after;
    }
    match line.half_moves.last_mut() {
        Some(half_move) => &mut half_move.annotations,
        None => &mut line.before,
    }
}

fn comment(style: CommentStyle, text: &str) -> Comment {
    let form = match style {
        CommentStyle::Braces | CommentStyle::Unclosed => CommentForm::Braces,
        CommentStyle::Line => CommentForm::Line,
        CommentStyle::Escape => CommentForm::Escape,
    };
    let text = if style == CommentStyle::Unclosed { text.trim_end() } else { text };
    let text = if style == CommentStyle::Line || style == CommentStyle::Escape {
        text.trim_end_matches('\r')
    } else {
        text
    };
    Comment::as_read(plain_line_ends(text), form)
}

impl<R: Read> Reader<R> {
    /// Reads one game as a tree. Returns `None` at the end.
    ///
    /// ```
    /// let mut reader = bpgn::Reader::new(&b"1A. e4 1a. e5 *"[..]);
    /// let record = reader.read_record()?.expect("a game");
    /// assert!(record.is_valid());
    /// assert_eq!(record.game.main.half_moves.len(), 2);
    /// assert!(reader.read_record()?.is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error of the source after all games before it were read.
    pub fn read_record(&mut self) -> io::Result<Option<Record>> {
        self.read_game(&mut TreeBuilder::default())
    }

    /// Iterates over the remaining games as trees, including stray text.
    ///
    /// ```
    /// use bpgn::{Reader, Record};
    ///
    /// let file = "1A. e4 e5 *\n\n1B. d4 *\n";
    /// let games: Vec<Record> = Reader::new(file.as_bytes()).records().collect::<Result<_, _>>()?;
    /// assert_eq!(games[0].errors[0].kind().to_string(), "expected a label such as 1A. before the move");
    /// // An error in a game doesn't affect the next one.
    /// assert_eq!((games[1].place.line, games[1].is_valid()), (3, true));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn records(&mut self) -> impl Iterator<Item = io::Result<Record>> + '_ {
        let mut builder = TreeBuilder::default();
        std::iter::from_fn(move || self.read_game(&mut builder).transpose())
    }
}

/// Why a text is not exactly one game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadGameError {
    /// There is no game in the text.
    NoGame,
    /// There are several games in the text.
    SeveralGames,
    /// The text has syntax errors. This is the first one.
    Damaged(SyntaxError),
}

impl fmt::Display for ReadGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadGameError::NoGame => f.write_str("expected a game, found none"),
            ReadGameError::SeveralGames => f.write_str("expected one game, found several"),
            ReadGameError::Damaged(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadGameError {}

/// Reads a text that holds exactly one game.
pub(crate) fn read_one(text: &[u8]) -> Result<Game, ReadGameError> {
    let mut reader = Reader::new(text);
    // Reading from a slice never fails.
    let mut records = reader.records().map_while(Result::ok);
    let record = records.next().ok_or(ReadGameError::NoGame)?;
    if records.next().is_some() {
        return Err(ReadGameError::SeveralGames);
    }
    match record.errors.first() {
        _ if !record.is_game => Err(ReadGameError::NoGame),
        Some(&error) => Err(ReadGameError::Damaged(error)),
        None => Ok(record.game),
    }
}

//! A game as a tree that you can inspect and change: tags, the main line, variations, comments.
//!
//! Nothing that was read is lost. Comments and NAGs are [`Annotation`]s of the half-move before them.
//!
//! A variation belongs to the half-move that it replaces, which its first label names. That may be several half-moves
//! before the place where the variation is written.

pub(crate) mod annotation;
pub(crate) mod build;
pub(crate) mod line_path;
mod tags;
pub(crate) mod writer;

use core::fmt;
use core::str::FromStr;

use bughouse_chess::Seat;

use crate::tree::annotation::splice_annotations;
use crate::types::clock::{Clock, CommentTimes};
use crate::types::detect::Encoding;
use crate::types::end_reason::EndReason;
use crate::types::label::Label;
use crate::types::tags::{GameResult, elo_tag, player_tag};

pub use crate::tree::annotation::{Annotation, Comment, CommentForm, CommentPrefix, Nag};
pub use crate::tree::tags::{Tag, Tags};

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
        self.end_reason.as_ref().map(|comment| EndReason::read(comment.text().as_bytes()))
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
        self.comments().for_each(|comment| times.add(comment.text().as_bytes()));
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
        let signs = usize::from(self.annotations.first().is_some_and(Annotation::is_sign));
        signs + usize::from(self.annotations.get(signs).is_some_and(Annotation::is_clock))
    }
}

/// Parses one game.
impl FromStr for Game {
    type Err = crate::tree::build::ReadGameError;

    fn from_str(text: &str) -> Result<Game, Self::Err> {
        crate::tree::build::read_one(text.as_bytes())
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

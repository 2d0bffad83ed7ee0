//! Edits a game: adds moves as variations, comments and NAGs.
//!
//! The game as it was played never changes: new moves become variations. A variation is attached to the half-move that
//! its first label names. So a move on the other board, or after the last half-move, makes a variation that begins by
//! repeating the half-move before it: `12A. Nf3 (12A. Nf3 12B. d4)`.
//!
//! To correct a half-move that was written down wrongly, use `insert`, `replace` and `remove`: they change the main
//! line.
//!
//! A game without players, times and an ending is a sketch. Its main line can be edited like a variation.

mod annotations;
mod error;
mod repair;

use bughouse_chess::notation::uci;
use bughouse_chess::{BoardId, BughouseMove, Leniencies, MoveErrorKind, Piece, Position, San, Seat};

use crate::reader::Reader;
use crate::replay::options::ReadOptions;
use crate::replay::timeline::Timeline;
use crate::tree::annotation::splice_annotations;
use crate::tree::build::{ReadGameError, Record};
use crate::tree::line_path::{FoundLine, LinePath};
use crate::tree::writer::{WriteOptions, write_game};
use crate::tree::{Annotation, Comment, CommentPrefix, Game, HalfMove, Line, Nag};
use crate::types::clock::{Clock, CommentKind};
use crate::types::tags::{GameResult, player_tag};

pub use crate::edit::annotations::replace_annotations;
pub use crate::edit::error::EditError;

/// The path to a line, as [`Game::line`] takes it.
type Path = Vec<(usize, usize)>;

/// A position in a line of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cursor {
    /// The line, or `None` for the main line.
    pub line: Option<LinePath>,
    /// The number of half-moves from the start of the game. 0 is the start.
    pub ply: usize,
}

/// The result of an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edited {
    /// The position to show next.
    pub at: Cursor,
    /// Whether the game changed. Playing a move that is already there changes nothing.
    pub changed: bool,
}

/// Reads a text with exactly one game, even if the game has syntax errors.
///
/// # Errors
/// Returns an error if there is no game, or more than one.
pub fn read_one(text: &[u8]) -> Result<Record, EditError> {
    let mut reader = Reader::new(text);
    // Reading from a slice never fails.
    let mut games = reader.records().map_while(Result::ok).filter(|record| record.is_game);
    let game = games.next().ok_or(ReadGameError::NoGame)?;
    if games.next().is_some() { Err(ReadGameError::SeveralGames.into()) } else { Ok(game) }
}

/// Reads a text with exactly one valid game, which can be edited and written without losing anything. Ignores a
/// byte-order mark.
///
/// # Errors
/// Returns an error if the game has syntax errors, or if there is other text around it.
pub fn read_valid(text: &str) -> Result<Record, EditError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = read_one(text.as_bytes())?;
    if let Some(&error) = record.errors.first() {
        return Err(ReadGameError::Damaged(error).into());
    }
    if record.bytes.len() < text.len() {
        return Err(EditError::OtherText);
    }
    Ok(record)
}

/// Writes a game in canonical form, as UTF-8, and checks that it reads back the same.
///
/// # Errors
/// Returns an error if it doesn't.
pub fn write_checked(game: &Game) -> Result<String, EditError> {
    let mut bytes = Vec::new();
    write_game(game, &WriteOptions::default().utf8(true), &mut bytes);
    let text = String::from_utf8(bytes).map_err(|_| EditError::Unfaithful)?;
    if read_valid(&text)?.game.to_string() != text {
        return Err(EditError::Unfaithful);
    }
    Ok(text)
}

/// Returns how many half-moves come before a line.
fn before(path: &[(usize, usize)]) -> usize {
    path.iter().map(|&(index, _)| index).sum()
}

/// The result of an edit, with the path to the line.
type Done = Result<(Path, usize, bool), EditError>;

/// Edits a game.
///
/// ```
/// use bpgn::edit::{Cursor, Editor, read_valid, write_checked};
/// use bughouse_chess::BoardId;
///
/// let game = read_valid("[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 *").unwrap().game;
/// let mut editor = Editor::new(game);
/// let edited = editor.play(&Cursor { line: None, ply: 1 }, BoardId::A, "c7c5").unwrap();
/// assert_eq!(edited.at.line.unwrap().to_string(), "2.1");
/// let text = write_checked(editor.game()).unwrap();
/// assert!(text.ends_with("1A. e4 1a. e5 (1a. c5) *\n"), "{text}");
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    game: Game,
}

impl Editor {
    /// Creates an editor for a game.
    pub fn new(game: Game) -> Editor {
        Editor { game }
    }

    /// Returns the current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current game, mutable.
    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Returns the edited game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Plays a move after a half-move. If the move is already there, moves to it. Otherwise appends it to the
    /// variation, or starts a new one. `mv` is UCI or SAN, with castling in any notation.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move, or if the move is not legal.
    pub fn play(&mut self, at: &Cursor, board: BoardId, mv: &str) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.play_at(path, ply, board, mv).map(edited)
    }

    /// Sets a comment of a half-move. `index` is the number of the comment among the annotations; `None` adds a
    /// comment. An empty text deletes the comment. Half-move 0 means before the first half-move.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move or comment, or if the text can't be a comment.
    pub fn set_comment(
        &mut self,
        at: &Cursor,
        index: Option<usize>,
        text: &str,
    ) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.comment_at(&path, ply, index, text)?;
        Ok(edited((path, ply, true)))
    }

    /// Sets the NAGs of a half-move: `!`, `?!`, `$14`. Deletes the NAGs in its `{A:...}` comments and keeps their
    /// words.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move, or if a text is not a NAG.
    pub fn set_nags<S: AsRef<str>>(&mut self, at: &Cursor, nags: &[S]) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        let nags = nags.iter().map(|nag| Nag::new(nag.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let half_move = self.half_move(&path, ply)?;
        half_move.clear_annotation_nags();
        half_move.set_nags(nags);
        Ok(edited((path, ply, true)))
    }

    /// Swaps a variation with the line it belongs to. In the main line, which stays as it was played, makes it the
    /// first variation instead.
    ///
    /// # Errors
    /// Returns an error if there is no such line, or if it is already the first variation.
    pub fn promote(&mut self, at: &Cursor) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.promote_at(path, ply).map(edited)
    }

    /// Deletes a half-move of a variation and everything after it. Deleting the first half-move deletes the variation.
    /// In the main line, only sketches can be cut.
    ///
    /// # Errors
    /// Returns an error if there is no such half-move, or if it was played.
    pub fn delete(&mut self, at: &Cursor) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.delete_at(path, ply).map(edited)
    }

    /// Finds a half-move of a line. If it comes before the line, finds it in the parent line.
    fn find(&self, at: &Cursor) -> Result<(Path, usize), EditError> {
        let missing = || EditError::NoHalfMove { line: at.line.clone(), ply: at.ply };
        let mut path = FoundLine::find(&self.game, at.line.as_ref()).ok_or_else(missing)?.steps;
        while !path.is_empty() && at.ply <= before(&path) {
            path.pop();
        }
        let length = self.line(&path)?.half_moves.len();
        if at.ply > before(&path) + length { Err(missing()) } else { Ok((path, at.ply)) }
    }

    fn line(&self, path: &[(usize, usize)]) -> Result<&Line, EditError> {
        self.game.line(path).ok_or(EditError::NoLine)
    }

    fn line_mut(&mut self, path: &[(usize, usize)]) -> Result<&mut Line, EditError> {
        self.game.line_mut(path).ok_or(EditError::NoLine)
    }

    /// Returns `true` if the game is a sketch, whose main line may be edited: it has no players, no times and no
    /// ending.
    fn is_sketch(&self) -> bool {
        let Game { tags, main, end_reason, result, .. } = &self.game;
        let says_nothing = |value: &str| matches!(value.trim(), "" | "?" | "*" | "-");
        let names = Seat::ALL.map(player_tag);
        let mut telling = ["Result", "Termination", "Lag"].into_iter().chain(names);
        let is_timed = |half_move: &HalfMove| {
            let mut kinds = half_move.comments().map(Comment::kind);
            half_move.clock().is_some()
                || kinds.any(|kind| matches!(kind, CommentKind::Lag(_) | CommentKind::Thinking(_)))
        };
        end_reason.is_none()
            && result.is_none_or(|result| result == GameResult::None)
            && telling.all(|name| tags.get_all(name).all(says_nothing))
            && !main.half_moves.iter().any(is_timed)
    }

    /// Plays a move after a half-move.
    fn play_at(&mut self, path: Path, ply: usize, board: BoardId, text: &str) -> Done {
        let timeline =
            Timeline::of_line(&self.game, &path, &ReadOptions::for_files()).ok_or(EditError::NoLine)?;
        let (Some(position), Some(label)) = (timeline.position(ply), timeline.next_label(ply, board)) else {
            return Err(EditError::NotReplayed);
        };
        let illegal = |why| EditError::Illegal { text: text.to_owned(), board, why };
        let mv = read_move(position, board, text).map_err(illegal)?;
        let san = position.san(board, mv).map_err(|why| illegal(why.into()))?.to_string();
        let new = HalfMove::new(label, san);

        let index = ply - before(&path);
        let line = self.line(&path)?;
        if timeline.moment(ply + 1).is_some_and(|next| next.seat.board == board && next.mv == mv) {
            return Ok((path, ply + 1, false));
        }
        let plays =
            |half_move: &HalfMove| half_move.label == label && resolve(half_move, position) == Some(mv);
        match line.half_moves.get(index) {
            Some(next) if next.label == label => {
                let first = |line: &Line| line.half_moves.first().is_some_and(plays);
                if let Some(variation) = next.variations.iter().position(first) {
                    return Ok((step(path, index, variation), ply + 1, false));
                }
                let variations = &mut self.line_mut(&path)?.half_moves[index].variations;
                variations.push(Line { half_moves: vec![new], ..Line::default() });
                let variation = variations.len() - 1;
                Ok((step(path, index, variation), ply + 1, true))
            }
            None if !path.is_empty() || self.is_sketch() => {
                self.line_mut(&path)?.half_moves.push(new);
                Ok((path, ply + 1, true))
            }
            _ if line.half_moves.is_empty() => Err(EditError::NothingPlayed),
            _ if index == 0 => {
                // Before the first half-move, only the other board can come first. If its own first half-move is there,
                // only half-moves of the other board come before it.
                let named = line.half_moves.iter().position(|half_move| half_move.label == label);
                self.play_at(path, named.unwrap_or(1), board, text)
            }
            _ => {
                let last = &line.half_moves[index - 1];
                let again = |line: &Line| {
                    matches!(&line.half_moves[..], [first, second, ..]
                        if first.label == last.label && first.san == last.san && plays(second))
                };
                if let Some(variation) = last.variations.iter().position(again) {
                    return Ok((step(path, index - 1, variation), ply + 1, false));
                }
                let mut repeated = HalfMove::new(last.label, last.san.clone());
                repeated
                    .annotations
                    .extend(last.clock().map(|clock| Annotation::Comment(Comment::from(clock))));
                let variations = &mut self.line_mut(&path)?.half_moves[index - 1].variations;
                variations.push(Line { half_moves: vec![repeated, new], ..Line::default() });
                let variation = variations.len() - 1;
                Ok((step(path, index - 1, variation), ply + 1, true))
            }
        }
    }

    /// Returns the annotations of a half-move, or those before the first one, and the variations among them.
    fn annotations(
        &mut self,
        path: &[(usize, usize)],
        ply: usize,
    ) -> Result<(&mut Vec<Annotation>, &mut [Line]), EditError> {
        if ply == 0 {
            return Ok((&mut self.game.main.before, &mut []));
        }
        self.half_move(path, ply).map(|half_move| (&mut half_move.annotations, &mut half_move.variations[..]))
    }

    fn half_move(&mut self, path: &[(usize, usize)], ply: usize) -> Result<&mut HalfMove, EditError> {
        let index = ply.checked_sub(before(path) + 1);
        let found = index.and_then(|index| self.game.line_mut(path)?.half_moves.get_mut(index));
        found.ok_or(EditError::AtStart)
    }

    /// Sets, adds or deletes a comment.
    fn comment_at(
        &mut self,
        path: &[(usize, usize)],
        ply: usize,
        index: Option<usize>,
        text: &str,
    ) -> Result<(), EditError> {
        let text = text.trim();
        let (annotations, variations) = self.annotations(path, ply)?;
        let old = match index {
            None => None,
            Some(index) => match annotations.get(index).and_then(Annotation::comment).map(Comment::kind) {
                None | Some(CommentKind::Clock(_) | CommentKind::Lag(_) | CommentKind::Thinking(_)) => {
                    return Err(EditError::NoComment(index));
                }
                Some(kind) => Some((index, kind)),
            },
        };
        // If the words are deleted, the clock among them stays.
        let clock = old.and_then(|(index, _)| {
            annotations[index].comment().and_then(|comment| Clock::find(comment.text().as_bytes()))
        });
        let prefix = match old {
            Some((_, CommentKind::Annotation)) => CommentPrefix::Annotation,
            // With a prefix, no text is mistaken for a clock or for the end of the game.
            _ => CommentPrefix::Comment,
        };
        // The NAGs of an annotation also stay.
        let nags: String = old
            .map_or(Vec::new(), |(index, _)| {
                annotations[index].comment().map(|comment| comment.annotation().0).unwrap_or_default()
            })
            .iter()
            .map(|nag| format!("{} ", nag.as_str()))
            .collect();
        let with_nags = format!("{nags}{text}");
        match (old, with_nags.trim_end()) {
            (Some((index, _)), "") => {
                let clock = clock.map(|clock| Annotation::Comment(Comment::from(clock)));
                splice_annotations(annotations, variations, index..index + 1, clock);
            }
            (None, "") => return Err(EditError::EmptyComment),
            (old, text) => {
                let comment = Comment::with_prefix(prefix, text)?;
                match old {
                    Some((index, _)) => {
                        let clock = clock.map(Comment::from);
                        let new = clock.into_iter().chain([comment]).map(Annotation::Comment);
                        splice_annotations(annotations, variations, index..index + 1, new);
                    }
                    None => annotations.push(Annotation::Comment(comment)),
                }
            }
        }
        Ok(())
    }

    /// Swaps a variation with the line it belongs to, or makes it the first variation of the main line.
    fn promote_at(&mut self, mut path: Path, ply: usize) -> Done {
        let Some((index, variation)) = path.pop() else {
            return Err(EditError::MainLine);
        };
        if path.is_empty() && !self.is_sketch() {
            if variation == 0 {
                return Err(EditError::FirstVariation);
            }
            let half_move = self.line_mut(&path)?.half_moves.get_mut(index);
            let variations = half_move.map(|half_move| &mut half_move.variations);
            let Some(variations) = variations.filter(|variations| variation < variations.len()) else {
                return Err(EditError::NoVariation);
            };
            variations[..=variation].rotate_right(1);
            variations[0].after = variations[1].after;
            return Ok((step(path, index, 0), ply, true));
        }
        if !self.line_mut(&path)?.promote_variation(index, variation) {
            return Err(EditError::NoVariation);
        }
        // The result after the main line is the result of the game.
        if path.is_empty()
            && let Some(result) = self.game.main.result.take()
        {
            self.game.result = Some(result);
        }
        Ok((path, ply, true))
    }

    /// Deletes a half-move and everything after it.
    fn delete_at(&mut self, mut path: Path, ply: usize) -> Done {
        let start = before(&path);
        let Some(index) = ply.checked_sub(start + 1) else {
            return Err(EditError::AtStart);
        };
        match path.last().copied() {
            None if !self.is_sketch() => Err(EditError::PlayedStays),
            Some((hangs_on, variation)) if index == 0 => {
                path.pop();
                if self.line_mut(&path)?.delete_variation(hangs_on, variation).is_none() {
                    return Err(EditError::NoVariation);
                }
                Ok((path, start, true))
            }
            _ => {
                self.line_mut(&path)?.half_moves.truncate(index);
                Ok((path, ply - 1, true))
            }
        }
    }
}

/// Converts the result of an edit.
fn edited((path, ply, changed): (Path, usize, bool)) -> Edited {
    Edited { at: Cursor { line: LinePath::of_steps(&path), ply }, changed }
}

/// Extends a path by a variation.
fn step(mut path: Path, index: usize, variation: usize) -> Path {
    path.push((index, variation));
    path
}

/// Reads a move in UCI or SAN. Also accepts castling as a move of the king to its final square.
pub(crate) fn read_move(position: &Position, id: BoardId, text: &str) -> Result<BughouseMove, MoveErrorKind> {
    let board = position.board(id);
    let as_uci = uci::read(text.as_bytes());
    if let Ok(mv) = as_uci {
        let normalized = board.normalize_castling(mv);
        if position.is_legal(id, normalized) {
            return Ok(normalized);
        }
    }
    if let Ok(BughouseMove::Regular(wanted)) = as_uci {
        let lands_there = |mv: &BughouseMove| {
            let BughouseMove::Regular(regular) = *mv else { return false };
            regular.source() == wanted.source()
                && board.piece_on(regular.source()) == Some(Piece::King)
                && wanted.promotion().is_none()
                && board.after_unchecked(*mv).king_square(board.side_to_move()) == wanted.dest()
        };
        if let Some(mv) = board.legal_moves().into_iter().find(lands_there) {
            return Ok(mv);
        }
    }
    match (San::read(text.as_bytes(), Leniencies::ALL), as_uci) {
        (Ok((san, _)), _) => position.resolve(id, &san).map_err(MoveErrorKind::Mismatch),
        (Err(_), Ok(mv)) => match position.why_illegal(id, mv) {
            Some(reason) => Err(reason.into()),
            None => Ok(mv),
        },
        (Err(_), Err(error)) => Err(MoveErrorKind::NotAMove(error.kind())),
    }
}

/// Returns the move of a half-move.
fn resolve(half_move: &HalfMove, position: &Position) -> Option<BughouseMove> {
    let (san, _) = San::read(half_move.san.as_bytes(), Leniencies::ALL).ok()?;
    position.resolve(half_move.label.seat.board, &san).ok()
}

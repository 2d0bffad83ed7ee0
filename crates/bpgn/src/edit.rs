//! Changes to a record: moves as variations, comments, marks.
//!
//! What was played stays as it is: moves go into variations. A variation hangs on the half-move that its first label
//! names, so a move on the other board than the next half-move's, and a move after the last half-move, make a
//! variation that begins with the half-move before it again: `12A. Nf3 (12A. Nf3 12B. d4)`.
//!
//! A half-move that was written down wrongly is another matter: `insert`, `replace` and `remove` repair the main line.
//!
//! A record whose main line tells no players, no times and no end is a sketch: its main line can be changed too.

use bughouse_chess::{BoardId, BughouseMove, Piece, Position, Rules, San, Seat, UciErrorKind};

use crate::build::Record;
use crate::clock::{Clock, CommentKind};
use crate::edit_error::{EditError, NoSuchMove};
use crate::line_path::{FoundLine, LinePath};
use crate::reader::Reader;
use crate::replay::{ReadOptions, Timeline};
use crate::tags::{GameResult, player_tag};
use crate::tree::{Annotation, Comment, CommentPrefix, Game, HalfMove, Line, Nag, splice_annotations};
use crate::writer::{WriteOptions, write_game};

/// The way to a line, as [`Game::line`] takes it.
type Path = Vec<(usize, usize)>;

/// A half-move of a line, after which one stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cursor {
    /// The line; `None` for the main line.
    pub line: Option<LinePath>,
    /// The half-move, counted from the start of the game; 0 is the start.
    pub ply: usize,
}

/// What an edit came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edited {
    /// Where to stand now.
    pub at: Cursor,
    /// Whether the record is another one. A move that was there already changes nothing.
    pub changed: bool,
}

/// Reads a record of one game, whatever is wrong with its text.
///
/// # Errors
/// Rejected if there is none, or more.
pub fn read_one(text: &[u8]) -> Result<Record, EditError> {
    let mut reader = Reader::new(text);
    let mut found: Option<Record> = None;
    // A slice has no errors of its own.
    while let Ok(Some(record)) = reader.read_record() {
        match &found {
            _ if !record.is_game => {}
            Some(_) => return Err(EditError::SeveralGames),
            None => found = Some(record),
        }
    }
    found.ok_or(EditError::NoGame)
}

/// Reads a record of one game that can be changed and written without a loss. A mark of UTF-8 before it is passed
/// over.
///
/// # Errors
/// Rejected if something is wrong with its text, or there is other text around it.
pub fn read_sound(text: &str) -> Result<Record, EditError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = read_one(text.as_bytes())?;
    if let Some(&error) = record.errors.first() {
        return Err(EditError::Damaged(error));
    }
    if record.bytes.len() < text.len() {
        return Err(EditError::OtherText);
    }
    Ok(record)
}

/// Writes a game in canonical form, as UTF-8.
///
/// # Errors
/// Rejected if it would not be read as it is written.
pub fn write_sound(game: &Game) -> Result<String, EditError> {
    let mut bytes = Vec::new();
    write_game(game, &WriteOptions::default().utf8(true), &mut bytes);
    let text = String::from_utf8(bytes).map_err(|_| EditError::Unfaithful)?;
    if read_sound(&text)?.game.to_string() != text {
        return Err(EditError::Unfaithful);
    }
    Ok(text)
}

/// Returns how many half-moves come before a line.
fn before(path: &[(usize, usize)]) -> usize {
    path.iter().map(|&(index, _)| index).sum()
}

/// What an edit came to, with the way to the line.
type Done = Result<(Path, usize, bool), EditError>;

/// Changes a game, edit by edit.
///
/// ```
/// use bpgn::edit::{Cursor, Editor, read_sound, write_sound};
/// use bughouse_chess::BoardId;
///
/// let game = read_sound("[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 *").unwrap().game;
/// let mut editor = Editor::new(game);
/// let edited = editor.play(&Cursor { line: None, ply: 1 }, BoardId::A, "c7c5").unwrap();
/// assert_eq!(edited.at.line.unwrap().to_string(), "2.1");
/// let text = write_sound(editor.game()).unwrap();
/// assert!(text.ends_with("1A. e4 1a. e5 (1a. c5) *\n"), "{text}");
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    game: Game,
}

impl Editor {
    /// Makes an editor of a game.
    pub fn new(game: Game) -> Editor {
        Editor { game }
    }

    /// Returns the game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game, to be changed.
    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Returns the game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Plays a move after a half-move: goes to it if it is there, adds it to the end of a variation, or makes a
    /// variation. The move is UCI or SAN; castling may be written in any way.
    ///
    /// # Errors
    /// Rejected if there is no such half-move, or the move cannot be played.
    pub fn play(&mut self, at: &Cursor, board: BoardId, mv: &str) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.play_at(path, ply, board, mv).map(edited)
    }

    /// Sets the comment of a half-move with a number among its annotations, adds one without a number, or takes it out if
    /// the text is empty. Half-move 0 stands for the place before the first one.
    ///
    /// # Errors
    /// Rejected if there is no such half-move or comment, or the text cannot be one.
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

    /// Sets the marks of a half-move: `!`, `?!`, `$14`. Those of its annotations go, their words stay.
    ///
    /// # Errors
    /// Rejected if there is no such half-move, or a text is no mark.
    pub fn set_nags<S: AsRef<str>>(&mut self, at: &Cursor, nags: &[S]) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        let nags = nags.iter().map(|nag| Nag::new(nag.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let half_move = self.half_move(&path, ply)?;
        half_move.clear_annotated_marks();
        half_move.set_nags(nags);
        Ok(edited((path, ply, true)))
    }

    /// Makes a variation the line that it hangs on. What was played stays the main line: there, the variation comes
    /// before all others.
    ///
    /// # Errors
    /// Rejected if there is no such line, or it comes first already.
    pub fn promote(&mut self, at: &Cursor) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.promote_at(path, ply).map(edited)
    }

    /// Takes a half-move of a variation out with all after it; the first takes the variation out. Of the main line
    /// only a sketch can be cut.
    ///
    /// # Errors
    /// Rejected if there is no such half-move, or it was played.
    pub fn delete(&mut self, at: &Cursor) -> Result<Edited, EditError> {
        let (path, ply) = self.find(at)?;
        self.delete_at(path, ply).map(edited)
    }

    /// Finds a half-move of a line. One that comes before the line belongs to the line it leaves.
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

    /// Returns `true` if the main line is no record of what was played, so that it may be changed: nobody is named, no
    /// time and no end is told.
    pub fn is_sketch(&self) -> bool {
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
            Timeline::of_line(&self.game, &path, &ReadOptions::lenient()).ok_or(EditError::NoLine)?;
        let (Some(stands), Some(label)) = (timeline.position(ply), timeline.next_label(ply, board)) else {
            return Err(EditError::NotReplayed);
        };
        let rules = &timeline.start.rules;
        let illegal = |why| EditError::Illegal { text: text.to_owned(), board, why };
        let mv = read_move(stands, board, rules, text).map_err(illegal)?;
        let san = stands
            .san(board, mv, rules)
            .map_err(|why| illegal(NoSuchMove::Uci(UciErrorKind::Illegal(why))))?
            .to_string();
        let new = HalfMove::new(label, san);

        let index = ply - before(&path);
        let line = self.line(&path)?;
        if timeline.moment(ply + 1).is_some_and(|next| next.seat.board == board && next.mv == mv) {
            return Ok((path, ply + 1, false));
        }
        let plays =
            |half_move: &HalfMove| half_move.label == label && resolve(half_move, stands, rules) == Some(mv);
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
                // Before the first half-move only the other board can come first. Its own first half-move, if there
                // is one, has nothing but the other board's before it.
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

    /// Returns the annotations of a half-move, or those before the first, and the variations among them.
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

    /// Sets, adds or takes out a comment.
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
        // A clock within the words stays when they go.
        let clock = old.and_then(|(index, _)| {
            annotations[index].comment().and_then(|comment| Clock::find(comment.text().as_bytes()))
        });
        let prefix = match old {
            Some((_, CommentKind::Annotation)) => CommentPrefix::Annotation,
            // With its letter no text is taken for a clock or for the end of the game.
            _ => CommentPrefix::Comment,
        };
        // So do the marks of an annotation.
        let marks: String = old
            .map_or(Vec::new(), |(index, _)| {
                annotations[index].comment().map(|comment| comment.annotation().0).unwrap_or_default()
            })
            .iter()
            .map(|mark| format!("{} ", mark.as_str()))
            .collect();
        let marked = format!("{marks}{text}");
        match (old, marked.trim_end()) {
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

    /// Makes a variation the line that it hangs on. What was played stays the main line: there, a variation comes
    /// before all others.
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
        // A result after the main line is that of the game.
        if path.is_empty()
            && let Some(result) = self.game.main.result.take()
        {
            self.game.result = Some(result);
        }
        Ok((path, ply, true))
    }

    /// Takes a half-move out with all after it.
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

/// Tells where one stands.
fn edited((path, ply, changed): (Path, usize, bool)) -> Edited {
    Edited { at: Cursor { line: LinePath::of_steps(&path), ply }, changed }
}

/// Goes on to a variation.
fn step(mut path: Path, index: usize, variation: usize) -> Path {
    path.push((index, variation));
    path
}

/// Reads a move as UCI, as SAN, or as a king that castles by going to where it stands then.
pub(crate) fn read_move(
    position: &Position,
    id: BoardId,
    rules: &Rules,
    text: &str,
) -> Result<BughouseMove, NoSuchMove> {
    let board = position.board(id);
    let as_uci = match (text.parse(), board.read_uci(text.as_bytes())) {
        (_, Ok(mv)) | (Ok(mv), Err(_)) => Ok(mv),
        (Err(_), Err(error)) => Err(error),
    };
    if let Some(&mv) = as_uci.as_ref().ok().filter(|&&mv| position.is_legal(id, mv, rules)) {
        return Ok(mv);
    }
    if let Ok(BughouseMove::Regular(wanted)) = text.parse() {
        let lands_there = |mv: &BughouseMove| {
            let BughouseMove::Regular(regular) = *mv else { return false };
            regular.source() == wanted.source()
                && board.piece_on(regular.source()) == Some(Piece::King)
                && wanted.promotion().is_none()
                && board
                    .make_move_new(regular)
                    .is_ok_and(|after| after.king_square(board.side_to_move()) == wanted.dest())
        };
        if let Some(mv) = board.legal_moves().into_iter().find(lands_there) {
            return Ok(mv);
        }
    }
    match (San::read(text.as_bytes()), as_uci) {
        (Ok((san, _)), _) => position.resolve(id, &san, rules).map_err(NoSuchMove::San),
        (Err(_), Ok(mv)) => match position.why_illegal(id, mv, rules) {
            Some(reason) => Err(NoSuchMove::Uci(UciErrorKind::Illegal(reason))),
            None => Ok(mv),
        },
        (Err(_), Err(error)) => Err(NoSuchMove::Uci(*error.kind())),
    }
}

/// Returns the move that a half-move plays.
fn resolve(half_move: &HalfMove, position: &Position, rules: &Rules) -> Option<BughouseMove> {
    let (san, _) = San::read(half_move.san.as_bytes()).ok()?;
    position.resolve(half_move.label.seat.board, &san, rules).ok()
}

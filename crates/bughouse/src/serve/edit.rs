//! Changes to a record: moves as variations, comments, marks.
//!
//! A request carries the record and what to change; nothing is kept between requests. What was played stays as it
//! is: moves go into variations. A variation hangs on the half-move that its first label names, so a move on the
//! other board than the next half-move's, and a move behind the last half-move, make a variation that begins with
//! the half-move before it once more: `12A. Nf3 (12A. Nf3 12B. d4)`.

use bpgn::tags::player_tag;
use bpgn::{
    Clock, Comment, CommentKind, CommentPrefix, Game, GameResult, Glyph, HalfMove, Line, ReadOptions, Reader,
    Record, Remark, TextFault, Timeline, WriteOptions, write_game,
};
use bughouse_chess::{Board, BoardId, BughouseMove, Piece, San, Seat};
use serde::Deserialize;

use crate::line_path::{FoundLine, LinePath};
use crate::serve::refusal::Refusal;

/// What to change. `openapi.json` documents every field.
#[derive(Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Edit {
    Play { line: String, ply: usize, board: BoardName, uci: String },
    Comment { line: String, ply: usize, index: Option<usize>, text: String },
    Glyphs { line: String, ply: usize, glyphs: Vec<String> },
    Promote { line: String, ply: usize },
    Delete { line: String, ply: usize },
}

/// The name of a board.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum BoardName {
    A,
    B,
}

impl From<BoardName> for BoardId {
    fn from(name: BoardName) -> BoardId {
        match name {
            BoardName::A => BoardId::A,
            BoardName::B => BoardId::B,
        }
    }
}

/// The way to a line, as [`Game::line`] takes it.
type Path = Vec<(usize, usize)>;

/// What an edit came to.
pub(super) struct Edited {
    pub(super) text: String,
    /// Where to stand.
    pub(super) line: String,
    pub(super) ply: usize,
    pub(super) changed: bool,
}

/// Reads a record of one game, whatever is wrong with its text.
///
/// # Errors
/// Refused if there is none, or more.
pub(super) fn read(text: &[u8]) -> Result<Record, Refusal> {
    let mut reader = Reader::new(text);
    let mut found: Option<Record> = None;
    // A slice has no errors of its own.
    while let Ok(Some(record)) = reader.read_record() {
        match &found {
            _ if !record.is_game => {}
            Some(_) => return Err(Refusal::wrong("expected one game, found several")),
            None => found = Some(record),
        }
    }
    found.ok_or_else(|| Refusal::wrong("expected a game, found none"))
}

/// Reads a record that can be changed and written without a loss.
///
/// # Errors
/// Refused if something is wrong with its text.
pub(super) fn read_sound(text: &str) -> Result<Record, Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = read(text.as_bytes())?;
    if let Some(fault) = record.faults.first() {
        let message = format!(
            "{}; the text is damaged, and to write it would lose what could not be read. \
             Open the position by itself to analyse it",
            fault.kind()
        );
        return Err(Refusal::wrong_at(message, &record.bytes, fault.span()));
    }
    if record.bytes.len() < text.len() {
        return Err(Refusal::wrong("expected one game, found other text before or behind it"));
    }
    Ok(record)
}

/// Changes a record.
pub(super) fn apply(text: &str, edit: &Edit) -> Result<Edited, Refusal> {
    let record = read_sound(text)?;
    let mut editor = Editor { game: record.game };
    let (path, ply, changed) = match edit {
        Edit::Play { line, ply, board, uci } => {
            let (path, ply) = editor.find(line, *ply)?;
            editor.play(path, ply, (*board).into(), uci)?
        }
        Edit::Comment { line, ply, index, text } => {
            let (path, ply) = editor.find(line, *ply)?;
            editor.comment(&path, ply, *index, text)?;
            (path, ply, true)
        }
        Edit::Glyphs { line, ply, glyphs } => {
            let (path, ply) = editor.find(line, *ply)?;
            editor.glyphs(&path, ply, glyphs)?;
            (path, ply, true)
        }
        Edit::Promote { line, ply } => {
            let (path, ply) = editor.find(line, *ply)?;
            editor.promote(path, ply)?
        }
        Edit::Delete { line, ply } => {
            let (path, ply) = editor.find(line, *ply)?;
            editor.delete(path, ply)?
        }
    };
    let line = name_of(&path);
    if !changed {
        return Ok(Edited { text: text.to_owned(), line, ply, changed });
    }
    let mut bytes = Vec::new();
    write_game(&editor.game, &WriteOptions::default().utf8(true), &mut bytes);
    let text =
        String::from_utf8(bytes).map_err(|_| Refusal::failed("the record was not written as UTF-8"))?;
    // What was written must be there when it is read.
    if read_sound(&text)?.game.to_string() != text {
        return Err(Refusal::failed("the record would not be read as it is written"));
    }
    Ok(Edited { text, line, ply, changed })
}

/// Returns the name of a line.
fn name_of(path: &[(usize, usize)]) -> String {
    let mut before = 0;
    let steps: Vec<String> = path
        .iter()
        .map(|&(index, variation)| {
            before += index;
            format!("{}.{}", before + 1, variation + 1)
        })
        .collect();
    steps.join("/")
}

/// Returns how many half-moves come before a line.
fn before(path: &[(usize, usize)]) -> usize {
    path.iter().map(|&(index, _)| index).sum()
}

struct Editor {
    game: Game,
}

impl Editor {
    /// Finds a half-move of a line. One that comes before the line belongs to the line it leaves.
    fn find(&self, line: &str, ply: usize) -> Result<(Path, usize), Refusal> {
        let missing = || Refusal::missing(format!("there is no half-move {ply} in line {line:?}"));
        let wanted = match line {
            "" => None,
            line => Some(line.parse::<LinePath>().map_err(|error| Refusal::wrong(format!("line: {error}")))?),
        };
        let mut path = FoundLine::find(&self.game, wanted.as_ref()).ok_or_else(missing)?.path;
        while !path.is_empty() && ply <= before(&path) {
            path.pop();
        }
        let length = self.line(&path)?.half_moves.len();
        if ply > before(&path) + length { Err(missing()) } else { Ok((path, ply)) }
    }

    fn line(&self, path: &[(usize, usize)]) -> Result<&Line, Refusal> {
        self.game.line(path).ok_or_else(|| Refusal::missing("there is no such line"))
    }

    fn line_mut(&mut self, path: &[(usize, usize)]) -> Result<&mut Line, Refusal> {
        self.game.line_mut(path).ok_or_else(|| Refusal::missing("there is no such line"))
    }

    /// Tells whether the main line is no record of what was played, so that it may be changed: nobody is named, no
    /// time and no end is told.
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
    fn play(
        &mut self,
        path: Path,
        ply: usize,
        board: BoardId,
        uci: &str,
    ) -> Result<(Path, usize, bool), Refusal> {
        let timeline = Timeline::of_line(&self.game, &path, &ReadOptions::wild())
            .ok_or_else(|| Refusal::missing("there is no such line"))?;
        let (Some(boards), Some(label)) = (timeline.boards(ply), timeline.next_label(ply, board)) else {
            return Err(Refusal::wrong("the replay does not come as far as this half-move"));
        };
        let stands = &boards[board.to_index()];
        let illegal = |why: &dyn std::fmt::Display| {
            Refusal::wrong(format!("{uci} cannot be played on board {board}: {why}"))
        };
        let mv = read_move(stands, uci).map_err(|why| illegal(&why))?;
        let san = San::of(stands, mv).map_err(|why| illegal(&why))?.to_string();
        let new = HalfMove::new(label, san);

        let index = ply - before(&path);
        let line = self.line(&path)?;
        if timeline.moment(ply + 1).is_some_and(|next| next.seat.board == board && next.mv == mv) {
            return Ok((path, ply + 1, false));
        }
        let plays = |half_move: &HalfMove| half_move.label == label && resolve(half_move, stands) == Some(mv);
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
            _ if line.half_moves.is_empty() => Err(Refusal::wrong(
                "the game is over and nothing was played, so there is nothing that a variation could replace. \
                 Open the position by itself to analyse it",
            )),
            _ if index == 0 => {
                // Before the first half-move only the other board can come first. Its own first half-move, if there
                // is one, has nothing but the other board's before it.
                let named = line.half_moves.iter().position(|half_move| half_move.label == label);
                self.play(path, named.unwrap_or(1), board, uci)
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
                repeated.remarks.extend(last.clock().map(|clock| Remark::Comment(Comment::from(clock))));
                let variations = &mut self.line_mut(&path)?.half_moves[index - 1].variations;
                variations.push(Line { half_moves: vec![repeated, new], ..Line::default() });
                let variation = variations.len() - 1;
                Ok((step(path, index - 1, variation), ply + 1, true))
            }
        }
    }

    /// Returns the remarks of a half-move, or those before the first.
    fn remarks(&mut self, path: &[(usize, usize)], ply: usize) -> Result<&mut Vec<Remark>, Refusal> {
        if ply == 0 {
            return Ok(&mut self.game.main.before);
        }
        self.half_move(path, ply).map(|half_move| &mut half_move.remarks)
    }

    fn half_move(&mut self, path: &[(usize, usize)], ply: usize) -> Result<&mut HalfMove, Refusal> {
        let index = ply.checked_sub(before(path) + 1);
        let found = index.and_then(|index| self.game.line_mut(path)?.half_moves.get_mut(index));
        found.ok_or_else(|| Refusal::wrong("expected a half-move, this is the start"))
    }

    /// Sets, adds or takes out a comment.
    fn comment(
        &mut self,
        path: &[(usize, usize)],
        ply: usize,
        index: Option<usize>,
        text: &str,
    ) -> Result<(), Refusal> {
        let text = text.trim();
        let remarks = self.remarks(path, ply)?;
        let old = match index {
            None => None,
            Some(index) => match remarks.get(index).and_then(Remark::comment).map(Comment::kind) {
                None | Some(CommentKind::Clock(_) | CommentKind::Lag(_) | CommentKind::Thinking(_)) => {
                    return Err(Refusal::missing(format!("there is no comment {index}")));
                }
                Some(kind) => Some((index, kind)),
            },
        };
        // A clock within the words stays when they go.
        let clock = old.and_then(|(index, _)| {
            remarks[index].comment().and_then(|comment| Clock::find(comment.text().as_bytes()))
        });
        let prefix = match old {
            Some((_, CommentKind::Annotation)) => CommentPrefix::Annotation,
            // With its letter no text is taken for a clock or for the end of the game.
            _ => CommentPrefix::Comment,
        };
        match (old, text) {
            (Some((index, _)), "") => {
                let clock = clock.map(|clock| Remark::Comment(Comment::from(clock)));
                remarks.splice(index..=index, clock);
            }
            (None, "") => return Err(Refusal::wrong("a new comment needs a text")),
            (old, text) => {
                let comment = Comment::with_prefix(prefix, text).map_err(text_fault)?;
                match old {
                    Some((index, _)) => {
                        let clock = clock.map(Comment::from);
                        remarks
                            .splice(index..=index, clock.into_iter().chain([comment]).map(Remark::Comment));
                    }
                    None => remarks.push(Remark::Comment(comment)),
                }
            }
        }
        Ok(())
    }

    /// Sets the marks of a half-move.
    fn glyphs(&mut self, path: &[(usize, usize)], ply: usize, glyphs: &[String]) -> Result<(), Refusal> {
        let glyphs: Vec<Glyph> =
            glyphs.iter().map(Glyph::new).collect::<Result<_, _>>().map_err(text_fault)?;
        self.half_move(path, ply)?.set_glyphs(glyphs);
        Ok(())
    }

    /// Makes a variation the line that it hangs on. What was played stays the main line: there, a variation comes
    /// before all others.
    fn promote(&mut self, mut path: Path, ply: usize) -> Result<(Path, usize, bool), Refusal> {
        let Some((index, variation)) = path.pop() else {
            return Err(Refusal::wrong("this is the main line, which cannot be promoted"));
        };
        if path.is_empty() && !self.is_sketch() {
            if variation == 0 {
                return Err(Refusal::wrong(
                    "what was played stays the main line, and no variation comes before this one",
                ));
            }
            let half_move = self.line_mut(&path)?.half_moves.get_mut(index);
            let variations = half_move.map(|half_move| &mut half_move.variations);
            let Some(variations) = variations.filter(|variations| variation < variations.len()) else {
                return Err(Refusal::missing("there is no such variation"));
            };
            variations[..=variation].rotate_right(1);
            return Ok((step(path, index, 0), ply, true));
        }
        if !self.line_mut(&path)?.promote_variation(index, variation) {
            return Err(Refusal::missing("there is no such variation"));
        }
        // A result behind the main line is that of the game.
        if path.is_empty()
            && let Some(result) = self.game.main.result.take()
        {
            self.game.result = Some(result);
        }
        Ok((path, ply, true))
    }

    /// Takes a half-move out with all behind it.
    fn delete(&mut self, mut path: Path, ply: usize) -> Result<(Path, usize, bool), Refusal> {
        let start = before(&path);
        let Some(index) = ply.checked_sub(start + 1) else {
            return Err(Refusal::wrong("expected a half-move, this is the start"));
        };
        match path.last().copied() {
            None if !self.is_sketch() => {
                Err(Refusal::wrong("what was played is not deleted, only variations are"))
            }
            Some((hangs_on, variation)) if index == 0 => {
                path.pop();
                if self.line_mut(&path)?.delete_variation(hangs_on, variation).is_none() {
                    return Err(Refusal::missing("there is no such variation"));
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

/// Goes on to a variation.
fn step(mut path: Path, index: usize, variation: usize) -> Path {
    path.push((index, variation));
    path
}

/// Reads a move as UCI, as SAN, or as a king that castles by going to where it stands then.
fn read_move(board: &Board, text: &str) -> Result<BughouseMove, String> {
    let as_uci = board.read_uci(text.as_bytes());
    if let Some(mv) = as_uci.as_ref().ok().filter(|&&mv| board.is_legal(mv)) {
        return Ok(*mv);
    }
    let castles = |mv: &BughouseMove| {
        let BughouseMove::Regular(regular) = mv else { return false };
        board.piece_on(regular.source()) == Some(Piece::King)
            && board.make_move_new(*regular).is_ok_and(|after| {
                text == format!("{}{}", regular.source(), after.king_square(board.side_to_move()))
            })
    };
    if let Some(mv) = board.legal_moves().into_iter().find(castles) {
        return Ok(mv);
    }
    match (as_uci, San::read(text.as_bytes())) {
        (Ok(mv), _) => San::of(board, mv).map(|_| mv).map_err(|why| why.to_string()),
        (Err(_), Ok((san, _))) => san.resolve(board).map_err(|why| why.to_string()),
        (Err(error), Err(_)) => Err(error.kind().to_string()),
    }
}

/// Returns the move that a half-move plays on a board.
fn resolve(half_move: &HalfMove, board: &Board) -> Option<BughouseMove> {
    San::read(half_move.san.as_bytes()).ok()?.0.resolve(board).ok()
}

fn text_fault(fault: TextFault) -> Refusal {
    Refusal::wrong(fault.to_string())
}

#[cfg(test)]
mod tests {
    use bughouse_chess::BoardId;
    use bughouse_generator::{Generator, Random};

    use super::*;

    /// Plays a random move at a random place of a random line, and asserts what must hold of every edit.
    fn play_somewhere(text: &str, random: &mut Random) -> Option<String> {
        let before = read_sound(text).unwrap().game;
        let mut path = Path::new();
        loop {
            let half_moves = &before.line(&path).unwrap().half_moves;
            let branches: Vec<(usize, usize)> = half_moves
                .iter()
                .enumerate()
                .flat_map(|(index, half_move)| (0..half_move.variations.len()).map(move |v| (index, v)))
                .collect();
            if branches.is_empty() || random.below(2) == 0 {
                break;
            }
            path.push(branches[random.below(branches.len())]);
        }
        let timeline = Timeline::of_line(&before, &path, &ReadOptions::wild()).unwrap();
        let ply = random.below(timeline.len() + 1);
        let board = BoardId::ALL[random.below(2)];
        let moves = timeline.boards(ply).unwrap()[board.to_index()].legal_moves();
        let mv = *moves.get(random.below(moves.len().max(1)))?;
        let uci = mv.to_string();
        let name = if board == BoardId::A { BoardName::A } else { BoardName::B };
        let edit = Edit::Play { line: name_of(&path), ply, board: name, uci };
        let edited = apply(text, &edit).unwrap_or_else(|refusal| panic!("{edit:?}: {refusal:?}\n{text}"));

        let after = read_sound(&edited.text).unwrap().game;
        // What was played is what was played, its clocks and comments with it.
        let without_variations = |game: &Game| {
            let mut game = game.clone();
            game.main.half_moves.iter_mut().for_each(|half_move| half_move.variations.clear());
            game.to_string()
        };
        assert_eq!(without_variations(&after), without_variations(&before));
        // One stands behind the move that was asked for.
        let line = edited.line.parse::<LinePath>().ok();
        let found = FoundLine::find(&after, line.as_ref()).unwrap();
        let now = Timeline::of_line(&after, &found.path, &ReadOptions::wild()).unwrap();
        let last = now.moment(edited.ply).unwrap();
        assert_eq!((last.mv, last.seat.board), (mv, board), "{edit:?}\n{}", edited.text);
        // But for the first half-move of the other board, it was played in the position that was asked for.
        if ply > 0 {
            assert_eq!(now.boards(edited.ply - 1), timeline.boards(ply), "{edit:?}\n{}", edited.text);
        }
        // The same once more changes nothing.
        let again = apply(&edited.text, &edit).unwrap();
        assert!(!again.changed, "{edit:?}\n{}", edited.text);
        assert_eq!((again.text, again.ply), (edited.text.clone(), edited.ply));
        Some(edited.text)
    }

    #[test]
    fn any_move_at_any_place_is_written_and_read_back() {
        let mut random = Random::new(5);
        let generator = Generator::new(5);
        let mut edits = 0;
        for number in 0..12 {
            let mut bytes = Vec::new();
            generator.write_game(number, &mut bytes);
            let mut text = bpgn::Encoding::of(&bytes).decode(&bytes).into_owned();
            for _ in 0..30 {
                if let Some(edited) = play_somewhere(&text, &mut random) {
                    text = edited;
                    edits += 1;
                }
            }
        }
        assert!(edits > 300, "{edits}");
    }
}

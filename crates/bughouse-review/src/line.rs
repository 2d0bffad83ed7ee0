//! Half-moves of a line, replayed: both boards and the clocks after each, with all variations.

use bpgn::{Annotation, CommentKind as LibraryKind, Moment, PlayedLine, StoppedLine, TimelineStart};
use bughouse_chess::{BoardId, BughouseMove, FenStyle, Position, Rules};
use serde::Serialize;

use crate::board::{Board, Boards};
use crate::clocks::{Clocks, Diagonals, number};
use crate::diagnostic::LineStop;
use crate::names::{BoardName, PieceLetter, PieceName, ResultName, Seat, Square};
use crate::spoken;

/// The main line, or a variation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Its name: empty for the main line, else half-moves and variations such as 12.1/14.2.
    pub path: String,
    /// How many half-moves come before it.
    pub start: usize,
    /// How many annotations of the half-move that it replaces stand before it, by their index; null for the main line.
    pub after: Option<usize>,
    /// What stands before its first half-move.
    pub before: Vec<Comment>,
    /// What was played.
    pub half_moves: Vec<HalfMove>,
    /// Where the replay stopped, if not at the end.
    pub stopped: Option<LineStop>,
    /// The half-moves from there on.
    pub unplayed: Vec<Unplayed>,
    /// The result after it.
    pub result: Option<ResultName>,
}

/// A half-move after the place where the replay stopped.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unplayed {
    /// As it is written, such as 12a.
    pub label: String,
    /// The move as it is written.
    pub san: String,
    /// What could have been played instead. That of the first one may be playable.
    pub variations: Vec<Line>,
}

/// What a comment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum CommentKind {
    /// `{A:...}`, the words after its marks.
    Annotation,
    /// `{C:...}`
    Comment,
    /// `{D:...}`: both boards are to be drawn here.
    Diagram,
    /// All others.
    Other,
}

/// A comment, without clocks, lag and thinking time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comment {
    /// Its number among the annotations of the half-move, by which an edit names it.
    pub index: usize,
    /// What it is.
    pub kind: CommentKind,
    /// Without the letter in front.
    pub text: String,
}

/// A half-move that was played, and how things stand after it. Times are in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HalfMove {
    /// Its number along the line, from 1, counted from the start of the game.
    pub ply: usize,
    /// As it is written, such as 12a.
    pub label: String,
    /// Who played it, which the label may get wrong.
    pub seat: Seat,
    /// The board it was played on.
    pub board: BoardName,
    /// The move as it is written.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// For screen readers: board A, white, knight drops e5, check.
    pub spoken: String,
    /// Where it goes from; null for a drop.
    pub from: Option<Square>,
    /// Where it goes to. A king that castles goes to where it stands then.
    pub to: Square,
    /// What was dropped.
    pub drop: Option<PieceLetter>,
    /// What a pawn became.
    pub promotion: Option<PieceLetter>,
    /// Where the piece stood on the other board that the pawn became, under rules by which promotions take one.
    pub stolen_from: Option<Square>,
    /// What was captured.
    pub capture: Option<Capture>,
    /// Who received what for it.
    pub transfer: Option<Transfer>,
    /// Who received the pawn of a promotion that takes a piece from the other board, or that is discarded.
    pub pawn_to: Option<Seat>,
    /// Whether it gives check.
    pub check: bool,
    /// Both boards after it.
    pub boards: Boards,
    /// Its clock as it is recorded.
    pub clock: Option<String>,
    /// What each clock showed last, as it is recorded.
    pub clocks: Clocks,
    /// By these clocks.
    pub diagonals: Diagonals,
    /// What each clock shows at the time of the half-move: whoever is to move on the other board has been thinking.
    pub running: Clocks,
    /// By the running clocks: who can outsit whom.
    pub running_diagonals: Diagonals,
    /// The time used for it. Files that contradict themselves make it negative.
    pub used: Option<i64>,
    /// The time since the start by the clocks of its board.
    pub elapsed: Option<i64>,
    /// The time since the start, never less than that of the half-move before; null if the game has no clocks.
    pub time: Option<i64>,
    /// The lag, as it is recorded.
    pub lag: Option<i64>,
    /// The time the player thought, as it is recorded.
    pub thinking: Option<i64>,
    /// Marks: !, ?!, $14. Those of annotations such as {A:!} are among them.
    pub nags: Vec<String>,
    /// What is said about it.
    pub comments: Vec<Comment>,
    /// What could have been played instead of this half-move.
    pub variations: Vec<Line>,
}

/// A piece that was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capture {
    /// What it was.
    pub piece: PieceName,
    /// Whether it was a pawn once, and is one again.
    pub promoted: bool,
    /// Where it stood.
    pub square: Square,
}

/// A piece that goes to the partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transfer {
    /// Who receives it.
    pub seat: Seat,
    /// What it is.
    pub piece: PieceLetter,
}

/// A line, and what playing it came to.
pub(crate) struct PlayedPart<'a> {
    pub(crate) line: &'a bpgn::Line,
    pub(crate) moments: &'a [Moment],
    pub(crate) stopped: Option<&'a StoppedLine>,
    pub(crate) variations: &'a [Vec<PlayedLine>],
    pub(crate) path: String,
    /// How many half-moves come before it.
    pub(crate) before: usize,
    /// How many annotations of the half-move that it replaces stand before it; `None` for the main line.
    pub(crate) after: Option<usize>,
}

/// What stands before a half-move.
#[derive(Clone)]
pub(crate) struct LineBuilder {
    position: Position,
    rules: Rules,
    style: FenStyle,
    /// The same as shapes.
    shown: [Board; 2],
}

impl LineBuilder {
    /// Begins with both boards.
    pub(crate) fn new(start: &TimelineStart, shown: Boards) -> LineBuilder {
        LineBuilder {
            position: start.position,
            rules: start.rules,
            style: start.style,
            shown: [shown.a, shown.b],
        }
    }

    /// Tells a line with its variations.
    pub(crate) fn line(&mut self, part: PlayedPart<'_>) -> Line {
        let PlayedPart { line, moments, stopped, variations, path, before, after } = part;
        let mut half_moves: Vec<HalfMove> = Vec::with_capacity(moments.len());
        let mut unplayed = Vec::new();
        for (index, half_move) in line.half_moves.iter().enumerate() {
            let played = variations.get(index).map_or(&[][..], Vec::as_slice);
            let variations = self.variations(half_move, played, &path, before + index);
            match moments.get(index) {
                Some(moment) => half_moves.push(self.half_move(moment, half_move, variations)),
                None => unplayed.push(Unplayed {
                    label: half_move.label.to_string(),
                    san: half_move.san.clone(),
                    variations,
                }),
            }
        }
        let stop = |stopped: &StoppedLine| {
            let unplayed = line.half_moves.get(moments.len());
            LineStop::new(stopped, unplayed.map_or("", |half_move| &half_move.san))
        };
        Line {
            path,
            start: before,
            after,
            before: comments(&line.before),
            half_moves,
            stopped: stopped.map(stop),
            unplayed,
            result: line.result.map(ResultName),
        }
    }

    /// Tells the variations of a half-move, before which one stands.
    pub(crate) fn variations(
        &self,
        half_move: &bpgn::HalfMove,
        played: &[PlayedLine],
        path: &str,
        before: usize,
    ) -> Vec<Line> {
        let annotations = half_move.annotations.len();
        let separator = if path.is_empty() { "" } else { "/" };
        let tell = |(number, line): (usize, &bpgn::Line)| {
            let played = played.get(number);
            self.clone().line(PlayedPart {
                line,
                moments: played.map_or(&[], |played| &played.moments),
                stopped: played.and_then(|played| played.stopped.as_ref()),
                variations: played.map_or(&[], |played| &played.variations),
                path: format!("{path}{separator}{}.{}", before + 1, number + 1),
                before,
                after: Some(line.after.unwrap_or(annotations).min(annotations)),
            })
        };
        half_move.variations.iter().enumerate().map(tell).collect()
    }

    /// Tells a half-move, and goes on after it.
    pub(crate) fn half_move(
        &mut self,
        moment: &Moment,
        half_move: &bpgn::HalfMove,
        variations: Vec<Line>,
    ) -> HalfMove {
        let own = moment.seat.board;
        let before = *self.position.board(own);
        let (from, to) = spoken::squares(moment, &before);
        self.show(own, moment, Some(from.into_iter().chain([to]).map(Square).collect()));
        if self.position.board(own.other()) != moment.board(own.other()) {
            self.show(own.other(), moment, None);
        }
        self.position = moment.position;
        let [a, b] = self.shown.clone();
        let (drop, promotion, stolen_from) = match moment.mv {
            BughouseMove::Drop { piece, .. } => (Some(piece), None, None),
            BughouseMove::Regular(mv) => (None, mv.promotion(), mv.stolen_from()),
        };
        let bughouse_chess::Transfer { capture, transfer, pawn_to, .. } = moment.transfer;
        HalfMove {
            ply: moment.ply,
            label: moment.label.to_string(),
            seat: Seat(moment.seat),
            board: BoardName(own),
            san: moment.san.clone(),
            uci: moment.mv.to_string(),
            spoken: spoken::say(moment, &before, self.shown[own.to_index()].standing),
            from: from.map(Square),
            to: Square(to),
            drop: drop.map(PieceLetter),
            promotion: promotion.map(PieceLetter),
            stolen_from: stolen_from.map(Square),
            capture: capture.map(|capture| Capture {
                piece: PieceName(capture.piece),
                promoted: capture.promoted,
                square: Square(spoken::captured_on(moment, &before)),
            }),
            transfer: transfer.map(|(seat, piece)| Transfer { seat: Seat(seat), piece: PieceLetter(piece) }),
            pawn_to: pawn_to.map(Seat),
            check: moment.board(own).in_check(),
            boards: Boards { a, b },
            clock: moment.clock.map(|clock| clock.to_string()),
            clocks: Clocks::new(&moment.clocks),
            diagonals: Diagonals::new(moment.diagonals),
            running: Clocks::new(&moment.running),
            running_diagonals: Diagonals::new(moment.running_diagonals()),
            used: number(moment.used),
            elapsed: number(moment.elapsed),
            time: number(moment.time),
            lag: number(moment.lag),
            thinking: number(moment.thinking),
            nags: half_move.marks().iter().map(|mark| mark.as_str().to_owned()).collect(),
            comments: comments(&half_move.annotations),
            variations,
        }
    }

    /// Keeps how a board looks after a half-move. Without squares, those of the half-move before on it stay.
    fn show(&mut self, id: BoardId, moment: &Moment, last: Option<Vec<Square>>) {
        let shown = &mut self.shown[id.to_index()];
        let last = last.or_else(|| shown.last.take());
        *shown = Board::new(&moment.position, id, &self.rules, moment.to_bfen_as(id, &self.style), last);
    }
}

/// Lists the comments among annotations that say something to a reader.
#[must_use]
pub fn comments(annotations: &[Annotation]) -> Vec<Comment> {
    let tell = |(index, annotation): (usize, &Annotation)| {
        let comment = annotation.comment()?;
        let kind = match comment.kind() {
            LibraryKind::Clock(_) | LibraryKind::Lag(_) | LibraryKind::Thinking(_) => return None,
            LibraryKind::Annotation => CommentKind::Annotation,
            LibraryKind::Comment => CommentKind::Comment,
            LibraryKind::Diagram => CommentKind::Diagram,
            _ => CommentKind::Other,
        };
        let text = match comment.kind() {
            LibraryKind::Request => comment.text(),
            LibraryKind::Annotation => {
                let (marks, words) = comment.annotation();
                if words.is_empty() && !marks.is_empty() {
                    return None;
                }
                words
            }
            _ => comment.body(),
        };
        Some(Comment { index, kind, text: text.trim().to_owned() })
    };
    annotations.iter().enumerate().filter_map(tell).collect()
}

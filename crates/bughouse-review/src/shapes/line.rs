//! A replayed line: both boards and the clocks after each half-move, with all variations.

use bpgn::clock::CommentKind as LibraryKind;
use bpgn::replay::{PlayedLine, TimelineStart};
use bpgn::{Annotation, Moment, ReplayError};
use bughouse_chess::{BoardId, BughouseMove, FenStyle, Position};
use serde::Serialize;

use crate::shapes::board::{Board, Boards};
use crate::shapes::clocks::{Clocks, Diagonals, number};
use crate::shapes::diagnostic::LineStop;
use crate::shapes::names::{BoardName, PieceLetter, PieceName, ResultName, Seat, Square};
use crate::shapes::spoken;

/// The main line or a variation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The path: empty for the main line, otherwise pairs of half-move and variation such as `12.1/14.2`.
    pub path: String,
    /// The number of half-moves before it.
    pub start: usize,
    /// The number of annotations of the replaced half-move that come before the variation; null for the main line.
    pub after: Option<usize>,
    /// The comments before the first half-move.
    pub before: Vec<Comment>,
    /// The half-moves that were played.
    pub half_moves: Vec<HalfMove>,
    /// Where the replay stopped; null if it was played to the end.
    pub stopped: Option<LineStop>,
    /// The half-moves from there on.
    pub unplayed: Vec<Unplayed>,
    /// The result after the moves.
    pub result: Option<ResultName>,
}

/// A half-move after the replay stopped.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unplayed {
    /// The label as written, such as `12a`.
    pub label: String,
    /// The move as written.
    pub san: String,
    /// The variations. Only those of the first half-move can be played.
    pub variations: Vec<Line>,
}

/// The kind of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum CommentKind {
    /// `{A:...}`: an annotation, without its NAGs.
    Annotation,
    /// `{C:...}`: a comment.
    Comment,
    /// `{D:...}`: a request for a diagram.
    Diagram,
    /// Any other comment.
    Other,
}

/// A comment, without clocks, lag and thinking time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comment {
    /// Its index among the annotations of the half-move, for edits.
    pub index: usize,
    /// The kind.
    pub kind: CommentKind,
    /// The text without the letter.
    pub text: String,
}

/// A played half-move, with both boards and the clocks after it. Times are in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HalfMove {
    /// Its number along the line, counted from 1 at the start of the game.
    pub ply: usize,
    /// The label as written, such as `12a`.
    pub label: String,
    /// The seat that played it. The label may be wrong about it.
    pub seat: Seat,
    /// The board it was played on.
    pub board: BoardName,
    /// The move as written.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The move in words for screen readers, such as `board A, White, knight dropped on e5, check`.
    pub spoken: String,
    /// The origin; null for a drop.
    pub from: Option<Square>,
    /// The destination. When castling, the square where the king ends up.
    pub to: Square,
    /// The dropped piece.
    pub drop: Option<PieceLetter>,
    /// The piece that a pawn promoted to.
    pub promotion: Option<PieceLetter>,
    /// The square of the piece that the promotion took from the other board, if the rules demand that.
    pub stolen_from: Option<Square>,
    /// The captured piece.
    pub capture: Option<Capture>,
    /// The piece that the partner received.
    pub transfer: Option<Transfer>,
    /// The seat that received the promoted pawn, if the rules discard it or take the new piece from the other board.
    pub pawn_to: Option<Seat>,
    /// Whether it gives check.
    pub check: bool,
    /// Both boards after it.
    pub boards: Boards,
    /// The clock as written.
    pub clock: Option<String>,
    /// The last known time of each clock.
    pub clocks: Clocks,
    /// The diagonal times of `clocks`.
    pub diagonals: Diagonals,
    /// The clocks at the time of the half-move. On the other board, the clock of the player to move has been running.
    pub running: Clocks,
    /// The diagonal times of `running`.
    pub running_diagonals: Diagonals,
    /// The time used for it. It is negative if the clocks of the game contradict each other.
    pub used: Option<i64>,
    /// The time since the start, according to the clocks of its board.
    pub elapsed: Option<i64>,
    /// The time since the start, never less than that of the previous half-move; null if the game has no clocks.
    pub time: Option<i64>,
    /// The lag as written.
    pub lag: Option<i64>,
    /// The thinking time as written.
    pub thinking: Option<i64>,
    /// The NAGs, such as `!`, `?!` or `$14`, including those of annotations such as `{A:!}`.
    pub nags: Vec<String>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// The variations that replace this half-move.
    pub variations: Vec<Line>,
}

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capture {
    /// The piece type.
    pub piece: PieceName,
    /// Whether it was promoted and turned back into a pawn.
    pub promoted: bool,
    /// Its square.
    pub square: Square,
}

/// A captured piece that the partner receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transfer {
    /// The seat that receives it.
    pub seat: Seat,
    /// The piece type.
    pub piece: PieceLetter,
}

/// A line and its replay.
pub(crate) struct PlayedPart<'a> {
    pub(crate) line: &'a bpgn::Line,
    pub(crate) moments: &'a [Moment],
    pub(crate) stopped: Option<&'a ReplayError>,
    pub(crate) variations: &'a [Vec<PlayedLine>],
    pub(crate) path: String,
    /// The number of half-moves before it.
    pub(crate) before: usize,
    /// The number of annotations of the replaced half-move that come before it; `None` for the main line.
    pub(crate) after: Option<usize>,
}

/// Builds lines. It holds both boards before the next half-move.
#[derive(Clone)]
pub(crate) struct LineBuilder {
    position: Position,
    style: FenStyle,
    /// The same boards in their serializable form.
    shown: [Board; 2],
}

impl LineBuilder {
    /// Starts with both boards.
    pub(crate) fn new(start: &TimelineStart, shown: Boards) -> LineBuilder {
        LineBuilder { position: start.position, style: start.style, shown: [shown.a, shown.b] }
    }

    /// Builds a line with its variations.
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
        let stop = |stopped: &ReplayError| {
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

    /// Builds the variations of the next half-move.
    pub(crate) fn variations(
        &self,
        half_move: &bpgn::HalfMove,
        played: &[PlayedLine],
        path: &str,
        before: usize,
    ) -> Vec<Line> {
        let annotations = half_move.annotations.len();
        let separator = if path.is_empty() { "" } else { "/" };
        let build = |(number, line): (usize, &bpgn::Line)| {
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
        half_move.variations.iter().enumerate().map(build).collect()
    }

    /// Builds a half-move and moves on to the position after it.
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
            spoken: spoken::describe(moment, &before, self.shown[own.to_index()].status),
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
            nags: half_move.nags().iter().map(|mark| mark.as_str().to_owned()).collect(),
            comments: comments(&half_move.annotations),
            variations,
        }
    }

    /// Updates a board after a half-move. Without `last`, the squares of the last half-move stay.
    fn show(&mut self, id: BoardId, moment: &Moment, last: Option<Vec<Square>>) {
        let shown = &mut self.shown[id.to_index()];
        let last = last.or_else(|| shown.last.take());
        *shown = Board::new(&moment.position, id, moment.to_bfen_as(id, &self.style), last);
    }
}

/// Returns the comments among annotations, without clocks, lag and thinking time.
#[must_use]
pub fn comments(annotations: &[Annotation]) -> Vec<Comment> {
    let comment = |(index, annotation): (usize, &Annotation)| {
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
    annotations.iter().enumerate().filter_map(comment).collect()
}

//! A game, replayed, as JSON: both boards and the clocks after each half-move, in all lines, and what `check` says.
//! `openapi.json` documents every field.

use bpgn::{
    CommentKind, Game, HalfMove, LEAST_SIT, Line, Moment, PlayedLine, Rating, ReadOptions, Record, Remark,
    Timeline, TimelineStop,
};
use bughouse_chess::{Board, BoardId, BughouseMove, Seat, Square};
use serde::Serialize;

use crate::record_json::Outcome;
use crate::replay::{self, Checked};
use crate::replay_json::{Clocks, Diagonals, number};
use crate::serve::board_json::{BoardJson, BoardsJson, board_name};
use crate::serve::place_json::{self, NoteJson, StoppedJson};
use crate::serve::refusal::Refusal;
use crate::serve::spoken;
use crate::spot::InFile;

/// The most half-moves of a game, its variations included. A page of more could not be used.
const MOST_HALF_MOVES: usize = 10_000;

/// The most bytes of a game.
const MOST_BYTES: usize = 4 << 20;

/// The most tags and remarks of a game.
const MOST_REMARKS: usize = 50_000;

/// A game.
#[derive(Serialize)]
pub(super) struct GameJson {
    source: Option<SourceJson>,
    pub(super) text: String,
    tags: Vec<TagJson>,
    seats: SeatsJson,
    result: Option<String>,
    end_reason: Option<String>,
    outcome: Outcome,
    state: &'static str,
    plies: usize,
    stopped_at: Option<StoppedJson>,
    notes: Vec<NoteJson>,
    clock_kind: &'static str,
    control: Option<ControlJson>,
    start: StartJson,
    main: LineJson,
    sits: Vec<SitJson>,
}

/// Where a game is from.
#[derive(Clone, Serialize)]
pub(super) struct SourceJson {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) game: u64,
    pub(super) line: u64,
}

#[derive(Serialize)]
struct TagJson {
    name: String,
    value: String,
}

/// Who sits where.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SeatsJson {
    white_a: PlayerJson,
    black_a: PlayerJson,
    white_b: PlayerJson,
    black_b: PlayerJson,
}

#[derive(Serialize)]
struct PlayerJson {
    name: String,
    rating: Option<u32>,
}

impl SeatsJson {
    /// Tells who plays a game.
    pub(super) fn of(game: &Game) -> SeatsJson {
        let player = |seat: Seat| PlayerJson {
            name: game.player(seat).unwrap_or_default().to_owned(),
            rating: game.elo(seat).and_then(|elo| Rating::read(elo.as_bytes()).points()),
        };
        SeatsJson {
            white_a: player(Seat::WHITE_A),
            black_a: player(Seat::BLACK_A),
            white_b: player(Seat::WHITE_B),
            black_b: player(Seat::BLACK_B),
        }
    }
}

#[derive(Serialize)]
struct ControlJson {
    base: i64,
    increment: i64,
}

#[derive(Serialize)]
struct StartJson {
    boards: BoardsJson,
    clocks: Clocks,
    diagonals: Diagonals,
}

#[derive(Serialize)]
struct SitJson {
    seat: &'static str,
    from_ply: usize,
    to_ply: usize,
    time: Option<i64>,
}

#[derive(Serialize)]
struct LineJson {
    path: String,
    start: usize,
    before: Vec<CommentJson>,
    half_moves: Vec<HalfMoveJson>,
    stopped: Option<LineStopJson>,
    unplayed: Vec<UnplayedJson>,
    result: Option<String>,
}

#[derive(Serialize)]
struct LineStopJson {
    ply: usize,
    label: String,
    r#move: String,
    why: String,
}

#[derive(Serialize)]
struct UnplayedJson {
    label: String,
    san: String,
    variations: Vec<LineJson>,
}

#[derive(Serialize)]
struct CommentJson {
    index: usize,
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct HalfMoveJson {
    ply: usize,
    label: String,
    seat: &'static str,
    board: &'static str,
    san: String,
    uci: String,
    spoken: String,
    from: Option<String>,
    to: String,
    drop: Option<String>,
    promotion: Option<String>,
    capture: Option<CaptureJson>,
    transfer: Option<TransferJson>,
    check: bool,
    boards: BoardsJson,
    clock: Option<String>,
    clocks: Clocks,
    diagonals: Diagonals,
    running: Clocks,
    running_diagonals: Diagonals,
    used: Option<i64>,
    elapsed: Option<i64>,
    time: Option<i64>,
    lag: Option<i64>,
    thinking: Option<i64>,
    glyphs: Vec<String>,
    comments: Vec<CommentJson>,
    variations: Vec<LineJson>,
}

#[derive(Serialize)]
struct CaptureJson {
    piece: &'static str,
    promoted: bool,
    square: String,
}

#[derive(Serialize)]
struct TransferJson {
    seat: &'static str,
    piece: String,
}

impl GameJson {
    /// Replays a record. `file` is the name that messages give it.
    ///
    /// # Errors
    /// Refused if the game is too long for a page.
    pub(super) fn new(record: &Record, file: &str, source: Option<SourceJson>) -> Result<GameJson, Refusal> {
        let game = &record.game;
        let too_long = |what: String, most: usize| {
            Refusal::too_large(format!(
                "the game has {what}, the page shows games of up to {most}; `bughouse replay` shows it"
            ))
        };
        if record.bytes.len() > MOST_BYTES {
            return Err(too_long(format!("{} bytes", record.bytes.len()), MOST_BYTES));
        }
        let (half_moves, remarks) = count(&game.main);
        if half_moves > MOST_HALF_MOVES {
            return Err(too_long(format!("{half_moves} half-moves"), MOST_HALF_MOVES));
        }
        if remarks + game.tags.len() > MOST_REMARKS {
            return Err(too_long(format!("{} tags and remarks", remarks + game.tags.len()), MOST_REMARKS));
        }
        let options = ReadOptions::wild();
        let Some(checked) = replay::check(record, options) else {
            return Err(Refusal::wrong("expected a game, found none"));
        };
        let timeline = Timeline::new(game, &options);
        let variations = PlayedLine::new(game, &options).variations;
        let place = InFile { file, place: record.place, bytes: &record.bytes };
        let start = &timeline.start;
        let bfen = |board| timeline.to_bfen(0, board).unwrap_or_default();
        let boards = BoardId::ALL.map(|id| BoardJson::new(&start.boards[id.to_index()], bfen(id), None));
        let mut teller = Teller { boards: start.boards, shown: boards };
        let [a, b] = teller.shown.clone();
        let main = teller.line(PlayedPart {
            line: &game.main,
            moments: &timeline.moments,
            stopped: timeline.stopped.as_ref(),
            variations: &variations,
            path: String::new(),
            before: 0,
        });
        let Checked { state, outcome, .. } = &checked;
        Ok(GameJson {
            source,
            text: game.encoding.decode(&record.bytes).into_owned(),
            tags: game
                .tags
                .iter()
                .map(|tag| TagJson { name: tag.name.clone(), value: tag.value.clone() })
                .collect(),
            seats: SeatsJson::of(game),
            result: result_of(game),
            end_reason: game.end_reason.as_ref().map(|comment| comment.text().to_owned()),
            outcome: Outcome::from(outcome),
            state: state.name(),
            plies: game.main.half_moves.len(),
            stopped_at: checked.stopped.map(|stopped| StoppedJson::new(&stopped, &place)),
            notes: place_json::notes(&checked.notes, &place),
            clock_kind: timeline.clock_kind.name(),
            control: start
                .control
                .map(|control| ControlJson { base: control.base.0, increment: control.increment.0 }),
            start: StartJson {
                boards: BoardsJson { a, b },
                clocks: Clocks::new(&start.clocks),
                diagonals: Diagonals::new(timeline.diagonals(0).unwrap_or_default()),
            },
            main,
            sits: timeline
                .sits(LEAST_SIT)
                .into_iter()
                .map(|sit| SitJson {
                    seat: sit.seat.name(),
                    from_ply: sit.from_ply,
                    to_ply: sit.to_ply,
                    time: number(sit.time),
                })
                .collect(),
        })
    }
}

/// Returns the result behind the moves, else that of the tag.
fn result_of(game: &Game) -> Option<String> {
    let tag = || bpgn::GameResult::read(game.tags.get("Result")?.trim().as_bytes());
    game.result.or_else(tag).map(|result| result.to_string())
}

/// Counts the half-moves and the remarks of a line and of all its variations.
fn count(line: &Line) -> (usize, usize) {
    let mut counted = (0, line.before.len());
    let mut add = |line: &Line| {
        let (half_moves, remarks) = count(line);
        counted.0 += half_moves;
        counted.1 += remarks;
    };
    line.half_moves.iter().flat_map(|half_move| &half_move.variations).chain(&line.stray).for_each(&mut add);
    let own: usize = line.half_moves.iter().map(|half_move| half_move.remarks.len()).sum();
    (counted.0 + line.half_moves.len(), counted.1 + own)
}

/// A line, and what playing it came to.
struct PlayedPart<'a> {
    line: &'a Line,
    moments: &'a [Moment],
    stopped: Option<&'a TimelineStop>,
    variations: &'a [Vec<PlayedLine>],
    path: String,
    /// How many half-moves come before it.
    before: usize,
}

/// What stands before a half-move.
#[derive(Clone)]
struct Teller {
    boards: [Board; 2],
    /// The same as JSON.
    shown: [BoardJson; 2],
}

impl Teller {
    /// Tells a line with its variations.
    fn line(&mut self, part: PlayedPart<'_>) -> LineJson {
        let PlayedPart { line, moments, stopped, variations, path, before } = part;
        let mut half_moves: Vec<HalfMoveJson> = Vec::with_capacity(moments.len());
        let mut unplayed = Vec::new();
        let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
        for (index, half_move) in line.half_moves.iter().enumerate() {
            let played = variations.get(index).map_or(&[][..], Vec::as_slice);
            let tell = |(number, line): (usize, &Line)| {
                let path = format!("{prefix}{}.{}", before + index + 1, number + 1);
                let played = played.get(number);
                self.clone().line(PlayedPart {
                    line,
                    moments: played.map_or(&[], |played| &played.moments),
                    stopped: played.and_then(|played| played.stopped.as_ref()),
                    variations: played.map_or(&[], |played| &played.variations),
                    path,
                    before: before + index,
                })
            };
            let others: Vec<LineJson> = half_move.variations.iter().enumerate().map(tell).collect();
            match moments.get(index) {
                Some(moment) => half_moves.push(self.half_move(moment, half_move, others)),
                None => unplayed.push(UnplayedJson {
                    label: half_move.label.to_string(),
                    san: half_move.san.clone(),
                    variations: others,
                }),
            }
        }
        LineJson {
            path,
            start: before,
            before: comments(&line.before),
            half_moves,
            stopped: stopped.map(|stopped| LineStopJson {
                ply: stopped.ply,
                label: stopped.label.to_string(),
                r#move: line
                    .half_moves
                    .get(moments.len())
                    .map_or_else(String::new, |half_move| half_move.san.clone()),
                why: stopped.stop.kind.to_string(),
            }),
            unplayed,
            result: line.result.map(|result| result.to_string()),
        }
    }

    /// Tells a half-move, and goes on behind it.
    fn half_move(
        &mut self,
        moment: &Moment,
        half_move: &HalfMove,
        variations: Vec<LineJson>,
    ) -> HalfMoveJson {
        let own = moment.seat.board;
        let before = self.boards[own.to_index()];
        let (from, to) = spoken::squares(moment, &before);
        let last: Vec<Square> = from.into_iter().chain([to]).collect();
        self.show(own, moment, Some(&last));
        if moment.transfer.is_some() {
            self.show(own.other(), moment, None);
        }
        self.boards = moment.boards;
        let [a, b] = self.shown.clone();
        HalfMoveJson {
            ply: moment.ply,
            label: moment.label.to_string(),
            seat: moment.seat.name(),
            board: board_name(own),
            san: moment.san.clone(),
            uci: moment.mv.to_string(),
            spoken: spoken::say(moment, &before),
            from: from.map(|square| square.to_string()),
            to: to.to_string(),
            drop: match moment.mv {
                BughouseMove::Drop { piece, .. } => Some(piece.to_char().to_string()),
                BughouseMove::Regular(_) => None,
            },
            promotion: match moment.mv {
                BughouseMove::Regular(mv) => mv.promotion().map(|piece| piece.to_char().to_string()),
                BughouseMove::Drop { .. } => None,
            },
            capture: moment.capture.map(|capture| CaptureJson {
                piece: capture.piece.name(),
                promoted: capture.promoted,
                square: spoken::captured_on(moment, &before).to_string(),
            }),
            transfer: moment
                .transfer
                .map(|(seat, piece)| TransferJson { seat: seat.name(), piece: piece.to_char().to_string() }),
            check: moment.board(own).in_check(),
            boards: BoardsJson { a, b },
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
            glyphs: half_move
                .remarks
                .iter()
                .filter_map(|remark| match remark {
                    Remark::Glyph(glyph) => Some(glyph.as_str().to_owned()),
                    Remark::Comment(_) => None,
                })
                .collect(),
            comments: comments(&half_move.remarks),
            variations,
        }
    }

    /// Keeps how a board looks after a half-move. Without squares, those of the half-move before on it stay.
    fn show(&mut self, id: BoardId, moment: &Moment, last: Option<&[Square]>) {
        let shown = &mut self.shown[id.to_index()];
        let mut new = BoardJson::new(moment.board(id), moment.to_bfen(id), last);
        if last.is_none() {
            new.last = shown.last.take();
        }
        *shown = new;
    }
}

/// Lists the comments among remarks that say something to a reader.
fn comments(remarks: &[Remark]) -> Vec<CommentJson> {
    let tell = |(index, remark): (usize, &Remark)| {
        let comment = remark.comment()?;
        let kind = match comment.kind() {
            CommentKind::Clock(_) | CommentKind::Lag(_) | CommentKind::Thinking(_) => return None,
            CommentKind::Annotation => "annotation",
            CommentKind::Comment => "comment",
            CommentKind::Diagram => "diagram",
            _ => "other",
        };
        let text = match comment.kind() {
            CommentKind::Request => comment.text(),
            _ => comment.body(),
        };
        Some(CommentJson { index, kind, text: text.trim().to_owned() })
    };
    remarks.iter().enumerate().filter_map(tell).collect()
}

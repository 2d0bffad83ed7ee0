//! Computes the rows of games while they are read and replayed.

use std::ops::Range;

use bpgn::clock::Clock;
use bpgn::replay::{LEAST_SIT, ObservedHalfMove, Observer, ShownClocks, Sits, TimeStart, Waited};
use bpgn::tags::{TimeControlTag, read_time_control};
use bpgn::{DiagnosticKind, Facts, Place, Report, Severity, State};
use bughouse_chess::{
    Board, BoardId, BughouseMove, Color, Key, Millis, Piece, Position, Reserve, Rules, Seat, Square,
};

use crate::column::UNKNOWN;
use crate::fingerprint::{self, Fingerprint};
use crate::flags::{game as events, half_move as flags, position as position_flags};
use crate::pack::{ENDED, pack_move, pack_reserve, pack_reserves, piece_number};

/// How many half-moves of a game are in the table of pairs.
pub(crate) const PAIR_PLIES: usize = 24;

/// The minimum number of bytes of text per half-move, approximately.
const BYTES_A_HALF_MOVE: usize = 20;

/// A row of the table of half-moves, without the id of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveRow {
    pub(crate) ply: i32,
    pub(crate) seat: i8,
    pub(crate) mv: i16,
    pub(crate) piece: i8,
    /// [`UNKNOWN`] if nothing was captured.
    pub(crate) capture: i32,
    pub(crate) flags: i32,
    pub(crate) clock: i32,
    pub(crate) used: i32,
    pub(crate) sit: i32,
    pub(crate) diagonals: [i32; 2],
    pub(crate) reserves: [i32; 4],
}

/// A row of the table of positions or of pairs: one board, or both, before a half-move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PositionRow {
    pub(crate) key: i64,
    pub(crate) reserves: i64,
    pub(crate) game: i32,
    pub(crate) ply: i32,
    pub(crate) used: i32,
    pub(crate) mv: i16,
    pub(crate) seat: i8,
    pub(crate) flags: i8,
    pub(crate) other_reserves: i64,
}

impl AsRef<PositionRow> for PositionRow {
    fn as_ref(&self) -> &PositionRow {
        self
    }
}

/// A piece of text that was read, usually a game.
#[derive(Clone, Debug)]
pub(crate) struct CollectedGame {
    pub(crate) place: Place,
    pub(crate) length: usize,
    /// The offset of its first byte in the chunk.
    pub(crate) start: usize,
    /// Whether a result follows the moves. If not, the game may have been cut off.
    pub(crate) has_result: bool,
    pub(crate) body: Body,
}

/// The content of a piece of text.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// A game that can be added.
    Game(Box<GameFacts>),
    /// A game that can't be added, or text that is not a game.
    Skipped { reason: &'static str, message: String },
}

/// A row of the table of games, without the ids that the archive assigns.
#[derive(Clone, Debug)]
pub(crate) struct GameFacts {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) facts: Facts,
    pub(crate) control: Option<(i32, i32)>,
    pub(crate) state: State,
    pub(crate) stop: Option<&'static str>,
    pub(crate) stop_message: Option<String>,
    pub(crate) half_moves: usize,
    pub(crate) written: usize,
    pub(crate) notes: i32,
    pub(crate) events: i32,
    /// Its start position, unless it is the standard one.
    pub(crate) start: Option<String>,
    pub(crate) frozen: i32,
    pub(crate) sits: i32,
    pub(crate) longest_sit: i32,
    /// The minimum and maximum of both diagonals.
    pub(crate) extremes: [[i32; 2]; 2],
    pub(crate) most_reserves: [i32; 4],
    pub(crate) last: Option<(i16, i8)>,
    /// The ends of its rows in [`Collected`].
    pub(crate) moves_end: usize,
    pub(crate) positions_end: usize,
    pub(crate) pairs_end: usize,
}

/// The rows of several games, back to back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collected {
    pub(crate) games: Vec<CollectedGame>,
    pub(crate) moves: Vec<MoveRow>,
    pub(crate) positions: Vec<PositionRow>,
    pub(crate) pairs: Vec<PositionRow>,
}

impl Collected {
    /// Returns the games of a chunk of this length, each with its piece of the text: from the end of the piece before
    /// to the start of the next game.
    pub(crate) fn pieces(&self, length: usize) -> impl Iterator<Item = (&CollectedGame, Range<usize>)> {
        let mut end = 0;
        self.games.iter().enumerate().map(move |(index, game)| {
            let start = end;
            end = self.games.get(index + 1).map_or(length, |next| next.start).max(start);
            (game, start..end)
        })
    }
}

/// Both boards before a half-move.
#[derive(Clone, Copy)]
struct Before {
    keys: [Key; 2],
    reserves: [i64; 2],
}

/// Collects the rows of the games that a checker replays.
pub(crate) struct Collector {
    /// Includes the half-moves of the current game; their times are filled in at its end.
    out: Collected,
    /// The offset of the chunk's first byte in its source.
    chunk_byte: u64,
    /// The index of the first half-move of the current game.
    first_move: usize,
    /// By half-move of the current game, its seat, and its clock as written.
    written: Vec<(Seat, Option<Clock>)>,
    /// Both boards before each half-move of the current game, and its time; empty without rows of positions.
    before: Vec<Before>,
    waited: Vec<Waited>,
    /// The last reserves by seat, and their packed form, to avoid packing them again.
    held: [(Reserve, i32); 4],
    /// Whether to collect rows of positions and pairs.
    positions: bool,
    /// Whether to collect what rows of games need.
    games: bool,
}

impl Observer for Collector {
    type Output = ();

    fn half_move(&mut self, half_move: &ObservedHalfMove<'_>) {
        let step = &half_move.step;
        let played = step.played;
        let (seat, id) = (played.seat, played.seat.board);
        let before = step.before.board(id);
        let after = step.after.board(id);
        let piece = match played.mv {
            BughouseMove::Drop { piece, .. } => piece,
            BughouseMove::Regular(mv) => before.piece_on(mv.source()).unwrap_or(Piece::Pawn),
        };
        let capture = played.transfer.capture.map(|capture| capture.piece);
        let mut bits = kind_of(&before, played.mv, piece, capture.is_some());
        if after.in_check() {
            bits |= flags::CHECK;
            if step.after.is_checkmate(id) {
                bits |= flags::MATE;
            } else if step.after.frozen(id).is_some() {
                bits |= flags::FREEZES;
            }
        }
        if self.positions {
            let boards = step.before.boards();
            self.before.push(Before {
                keys: boards.each_ref().map(|board| board.key()),
                reserves: boards.each_ref().map(reserves_of),
            });
        }
        for (held, seat) in self.held.iter_mut().zip(Seat::ALL) {
            let reserve = step.after.reserve(seat);
            if held.0 != reserve {
                *held = (reserve, pack_reserve(reserve));
            }
        }
        self.written.push((seat, half_move.clock));
        self.out.moves.push(MoveRow {
            ply: self.written.len() as i32,
            seat: seat_number(seat),
            mv: pack_move(played.mv),
            piece: piece_number(piece) as i8,
            capture: capture.map_or(UNKNOWN, |piece| i32::from(piece_number(piece))),
            flags: bits,
            clock: UNKNOWN,
            used: UNKNOWN,
            sit: UNKNOWN,
            diagonals: [UNKNOWN; 2],
            reserves: self.held.map(|(_, packed)| packed),
        });
    }

    fn report(&mut self, report: &Report<'_>) {
        let start = (report.place.byte - self.chunk_byte) as usize;
        let body = self.body(report);
        if let Body::Skipped { .. } = body {
            self.out.moves.truncate(self.first_move);
        }
        self.first_move = self.out.moves.len();
        self.written.clear();
        self.before.clear();
        self.waited.clear();
        let length = report.bytes.len();
        let is_open = |note: &bpgn::Diagnostic| note.kind == DiagnosticKind::NoResult;
        let has_result = report.is_game && !report.diagnostics.iter().any(is_open);
        self.out.games.push(CollectedGame { place: report.place, length, start, has_result, body });
    }
}

impl Collector {
    /// Creates a collector for a chunk that begins at an offset in its source.
    pub(crate) fn new(chunk_byte: u64) -> Collector {
        Collector {
            out: Collected::default(),
            chunk_byte,
            first_move: 0,
            written: Vec::new(),
            before: Vec::new(),
            waited: Vec::new(),
            held: [(Reserve::new(), 0); 4],
            positions: true,
            games: true,
        }
    }

    /// Reserves capacity for the half-moves of this many bytes of text.
    pub(crate) fn for_bytes(mut self, bytes: usize) -> Collector {
        self.out.moves.reserve(bytes / BYTES_A_HALF_MOVE);
        self
    }

    /// Skips what rows of games need: names, outcomes, fingerprints.
    pub(crate) fn without_games(self) -> Collector {
        Collector { games: false, ..self }
    }

    /// Skips rows of positions and pairs.
    pub(crate) fn without_positions(self) -> Collector {
        Collector { positions: false, ..self }
    }

    /// Returns what was collected.
    pub(crate) fn into_collected(self) -> Collected {
        self.out
    }

    fn body(&mut self, report: &Report<'_>) -> Body {
        if !report.is_game {
            return Body::Skipped { reason: "no-game", message: "the text is not a game".to_owned() };
        }
        if report.start.error.is_some() {
            let message = report
                .diagnostics
                .iter()
                .find(|note| note.kind == DiagnosticKind::BadStart)
                .map_or_else(|| "the start position is not valid".to_owned(), |note| report.text_of(note));
            return Body::Skipped { reason: "bad-start", message };
        }
        if let Some(stopped) = &report.stopped
            && report.played == 0
        {
            let message =
                format!("the first half-move, {}, cannot be played: {}", stopped.label, stopped.kind);
            return Body::Skipped { reason: stopped.kind.name(), message };
        }
        Body::Game(Box::new(self.game(report)))
    }

    fn game(&mut self, report: &Report<'_>) -> GameFacts {
        let facts = if self.games { report.facts() } else { time_control_of(report) };
        let tag = Some(facts.time_control).filter(|tag| *tag != TimeControlTag::None);
        let time = TimeStart::new(report.start, tag, report.clocks);
        let mut shown = ShownClocks::new(&time);
        let mut sits = Sits::new(time.kind, LEAST_SIT);
        let rows = &mut self.out.moves[self.first_move..];
        for (row, &(seat, clock)) in rows.iter_mut().zip(&self.written) {
            let waited = shown.enter(seat, clock);
            // Only if the clock is written. A clock that counts up is converted to the remaining time.
            row.clock = clock.and(shown.clocks()[seat]).map_or(UNKNOWN, millis);
            row.used = waited.used.map_or(UNKNOWN, millis);
            row.diagonals = shown.diagonals().map(|time| time.map_or(UNKNOWN, seconds));
            sits.push(waited);
            if self.positions {
                self.waited.push(waited);
            }
        }
        let end = report.stopped.is_none().then(|| report.end.position());
        let sits = sits.end(end);
        for sit in &sits {
            // A sit at the end of the game has no half-move of that seat.
            if let Some(row) = sit.to_ply.checked_sub(1).and_then(|index| rows.get_mut(index))
                && row.seat == seat_number(sit.seat)
            {
                row.flags |= flags::SIT;
                row.sit = millis(sit.time);
            }
        }
        let Sum { extremes, most_reserves, mut happened, frozen } =
            if self.games { Sum::of(rows) } else { Sum::default() };
        if self.written.iter().any(|(_, clock)| clock.is_some()) {
            happened |= events::CLOCKS;
        }
        if report.start.given.is_some() {
            happened |= events::START;
        }
        if report.start.rules.is_some_and(|rules| rules != Rules::fics()) {
            happened |= events::RULES;
        }
        if !sits.is_empty() {
            happened |= flags::SIT;
        }
        let last = rows.last().map(|row| (row.mv, row.seat));
        // A game can be broken although all half-moves could be played.
        let is_error = |note: &&bpgn::Diagnostic| note.kind.severity() == Severity::Error;
        let error = report.diagnostics.iter().find(is_error).filter(|_| report.state == State::Broken);
        if self.positions {
            self.positions(report.end.position());
        }
        let fingerprint = match self.games {
            true => fingerprint::of(report, &facts, &self.out.moves[self.first_move..]),
            false => 0,
        };
        GameFacts {
            fingerprint,
            control: time.control.map(|control| (millis(control.base), millis(control.increment))),
            state: report.state,
            stop: report.stopped.map(|stopped| stopped.kind.name()).or(error.map(|note| note.kind.name())),
            stop_message: report
                .stopped
                .map(|stopped| stopped.to_string())
                .or(error.map(|note| report.text_of(note))),
            half_moves: report.played,
            written: report.half_moves,
            notes: report.diagnostics.len() as i32,
            events: happened,
            start: report.start.given.as_ref().map(|given| {
                let [a, b] = given.position.boards().each_ref().map(Board::to_bfen);
                format!("{a} | {b}")
            }),
            frozen,
            sits: sits.len() as i32,
            longest_sit: sits.iter().map(|sit| millis(sit.time)).max().unwrap_or(UNKNOWN),
            extremes,
            most_reserves,
            last,
            moves_end: self.out.moves.len(),
            positions_end: self.out.positions.len(),
            pairs_end: self.out.pairs.len(),
            facts,
        }
    }

    /// Adds the rows of positions and pairs of the current game.
    fn positions(&mut self, end: &Position) {
        let first = self.out.positions.len();
        let first_pair = self.out.pairs.len();
        let rows = &self.out.moves[self.first_move..];
        for (index, (half_move, (before, waited))) in
            rows.iter().zip(self.before.iter().zip(&self.waited)).enumerate()
        {
            let own = waited.seat.board.to_index();
            let row = PositionRow {
                key: before.keys[own].bits() as i64,
                reserves: before.reserves[own],
                game: 0,
                ply: half_move.ply,
                used: waited.used.map_or(UNKNOWN, tenths),
                mv: half_move.mv,
                seat: half_move.seat,
                flags: 0,
                other_reserves: 0,
            };
            self.out.positions.push(row);
            if index < PAIR_PLIES {
                self.out.pairs.push(pair(row, before.keys, own, before.reserves[1 - own]));
            }
        }
        let played = rows.len();
        let boards = end.boards();
        let keys = boards.each_ref().map(|board| board.key());
        let reserves = boards.each_ref().map(reserves_of);
        for id in BoardId::ALL {
            let own = id.to_index();
            let row = PositionRow {
                key: keys[own].bits() as i64,
                reserves: reserves[own],
                game: 0,
                ply: played as i32 + 1,
                used: UNKNOWN,
                mv: ENDED,
                seat: seat_number(end.to_move(id)),
                flags: 0,
                other_reserves: 0,
            };
            self.out.positions.push(row);
            if id == BoardId::A && played < PAIR_PLIES {
                self.out.pairs.push(pair(row, keys, own, reserves[1 - own]));
            }
        }
        mark_repeated(&mut self.out.positions[first..], true);
        mark_repeated(&mut self.out.pairs[first_pair..], false);
    }
}

/// Aggregates over the half-moves of a game.
struct Sum {
    /// The minimum and maximum of both diagonals.
    extremes: [[i32; 2]; 2],
    most_reserves: [i32; 4],
    /// The union of all flags.
    happened: i32,
    frozen: i32,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { extremes: [[UNKNOWN; 2]; 2], most_reserves: [0; 4], happened: 0, frozen: 0 }
    }
}

impl Sum {
    fn of(rows: &[MoveRow]) -> Sum {
        let mut sum = Sum::default();
        for row in rows {
            sum.happened |= row.flags;
            sum.frozen += i32::from(row.flags & flags::FREEZES != 0);
            for (bounds, value) in sum.extremes.iter_mut().zip(row.diagonals) {
                if value != UNKNOWN {
                    let [least, most] = *bounds;
                    *bounds = [if least == UNKNOWN { value } else { least.min(value) }, most.max(value)];
                }
            }
            for (most, reserve) in sum.most_reserves.iter_mut().zip(row.reserves) {
                *most = (*most).max(count_in(reserve));
            }
        }
        sum
    }
}

/// Returns facts with only the time control.
fn time_control_of(report: &Report<'_>) -> Facts {
    let mut facts = Facts::default();
    facts.time_control = report.tag("TimeControl").map_or(TimeControlTag::None, read_time_control);
    facts
}

/// Converts the row of one board to that of both.
fn pair(row: PositionRow, keys: [Key; 2], own: usize, other_reserves: i64) -> PositionRow {
    let is_greater = keys[own] > keys[1 - own];
    PositionRow {
        key: Key::of_both(keys[0], keys[1]).bits() as i64,
        flags: if is_greater { position_flags::GREATER as i8 } else { 0 },
        other_reserves,
        ..row
    }
}

/// Sorts the rows of one game, and flags repeated positions, with different or with equal reserves. With `by_board`,
/// repetitions are counted for each board separately.
fn mark_repeated(rows: &mut [PositionRow], by_board: bool) {
    let board = |row: &PositionRow| if by_board { row.seat / 2 } else { 0 };
    rows.sort_unstable_by_key(|row| (row.key, board(row), row.reserves, row.other_reserves, row.ply));
    for group in rows.chunk_by_mut(|one, other| one.key == other.key && board(one) == board(other)) {
        let least = group.iter().map(|row| row.ply).min();
        let mut before = None;
        for row in group {
            if Some(row.ply) != least {
                row.flags |= position_flags::AGAIN as i8;
            }
            let held = Some((row.reserves, row.other_reserves));
            if std::mem::replace(&mut before, held) == held {
                row.flags |= position_flags::SAME as i8;
            }
        }
    }
}

/// Returns the flags for the type of a half-move.
fn kind_of(before: &Board, mv: BughouseMove, piece: Piece, captures: bool) -> i32 {
    let mv = match mv {
        BughouseMove::Drop { .. } => return flags::DROP,
        BughouseMove::Regular(mv) => mv,
    };
    let (from, to) = (mv.source(), mv.dest());
    let file = |square: Square| square.to_index() as i32 % 8;
    match piece {
        Piece::King => {
            let to_own_piece = before.color_on(to) == Some(before.side_to_move());
            if to_own_piece || (file(from) - file(to)).abs() > 1 { flags::CASTLING } else { 0 }
        }
        Piece::Pawn => {
            let is_last = matches!(to.to_index() / 8, 0 | 7);
            let mut bits = if is_last { flags::PROMOTION } else { 0 };
            if mv.stolen_from().is_some() {
                bits |= flags::THEFT;
            }
            if captures && before.piece_on(to).is_none() {
                bits |= flags::EN_PASSANT;
            }
            bits
        }
        _ => 0,
    }
}

/// Returns both reserves of a board, packed.
pub(crate) fn reserves_of(board: &Board) -> i64 {
    pack_reserves(board.reserve(Color::White), board.reserve(Color::Black))
}

/// Returns the number of a seat: WhiteA, BlackA, WhiteB, BlackB are 0 to 3.
pub(crate) const fn seat_number(seat: Seat) -> i8 {
    let black = matches!(seat.color, Color::Black) as i8;
    match seat.board {
        BoardId::A => black,
        BoardId::B => 2 + black,
    }
}

/// Returns the number of pieces in a packed reserve.
pub(crate) const fn count_in(reserve: i32) -> i32 {
    (reserve & 63) + (reserve >> 6 & 63) + (reserve >> 12 & 63) + (reserve >> 18 & 63) + (reserve >> 24 & 63)
}

/// Returns a time in milliseconds for a column, clamped to its range.
fn millis(time: Millis) -> i32 {
    time.0.clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32
}

fn tenths(time: Millis) -> i32 {
    time.0.div_euclid(100).clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32
}

/// Returns seconds, rounded toward zero, which makes the values of both boards exact opposites.
fn seconds(time: Millis) -> i32 {
    // A symmetric range: board B has the negated value.
    (time.0 / 1000).clamp(-i64::from(i16::MAX), i64::from(i16::MAX)) as i32
}

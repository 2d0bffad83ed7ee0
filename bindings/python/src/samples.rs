//! Training samples from games: positions, the moves played, and who won.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use bpgn::tags::Rating;
use bpgn::{Facts, Place, ReadOptions, Timeline, Winner};
use bughouse_archive::pack_move;
use bughouse_chess::{BoardId, BughouseMove, BySeat, Color, Position, Seat, Team};
use pyo3::prelude::{Bound, PyAny, PyRef, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::{PyAnyMethods, PyByteArray};

use crate::board::Board;
use crate::fail::{self, Class};
use crate::game_data;
use crate::matches::Match;
use crate::moves::{self, Move};
use crate::planes::{self, Time};
use crate::policy;
use crate::records;
use crate::scan::paths_of;
use crate::source::{Broken, Source};
use crate::waiting::SIGNAL_INTERVAL;
use crate::words;

/// The layout of the planes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The board of the player to move comes first, seen by that player.
    Mover,
    /// Board A comes first, seen by White, then board B, seen by Black.
    Boards,
}

impl Layout {
    fn read(py: Python<'_>, name: &str) -> PyResult<Layout> {
        match name {
            "mover-v1" => Ok(Layout::Mover),
            "boards-v1" => Ok(Layout::Boards),
            other => {
                let message = format!("expected \"mover-v1\" or \"boards-v1\", got {other:?}");
                Err(fail::whole(py, "layout", message, other))
            }
        }
    }
}

/// A position before a half-move.
#[derive(Clone, Copy)]
struct Sample {
    position: Position,
    time: Time,
    mv: BughouseMove,
    seat: Seat,
    /// The player who sees the position. The board of this seat comes first.
    view: Seat,
    /// 1 if the team of the player who sees it won, -1 if it lost.
    value: f32,
    game: i32,
    ply: i32,
}

/// The options of `samples`.
struct Options {
    layout: Layout,
    swap: bool,
    min_rating: i64,
    split: (f64, f64),
    seed: u64,
    shard: (u64, u64),
    shuffle: usize,
    batch: usize,
}

/// Batches of samples, created one by one.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Samples(Mutex<State>);

struct State {
    options: Options,
    paths: VecDeque<PathBuf>,
    source: Option<Source>,
    games: VecDeque<game_data::GameData>,
    /// The number of the next game, counted through all files.
    next: i32,
    /// Samples that were not returned yet.
    pending: VecDeque<Sample>,
    random_state: u64,
    ended: bool,
}

/// A batch: planes, numbers of moves, values, games, half-moves.
struct Batch {
    planes: Vec<u8>,
    policy: Vec<u8>,
    value: Vec<u8>,
    game: Vec<u8>,
    ply: Vec<u8>,
    count: usize,
}

/// An error while samples are read.
enum SampleError {
    Broken(Broken),
    Open(std::io::Error, PathBuf),
}

/// The result of working for a short time.
enum Step {
    Batch(Batch),
    /// There are not enough samples yet.
    NotYet,
    End,
}

impl State {
    /// Creates a batch. Returns `NotYet` if that takes too long to keep signals waiting.
    fn batch(&mut self) -> Result<Step, SampleError> {
        let room = self.options.batch.max(1);
        let start = Instant::now();
        while !self.ended && self.pending.len() < room.max(self.options.shuffle) {
            self.read()?;
            if start.elapsed() > SIGNAL_INTERVAL {
                return Ok(Step::NotYet);
            }
        }
        let count = room.min(self.pending.len());
        if count == 0 {
            return Ok(Step::End);
        }
        let mut batch = Batch {
            planes: vec![0; count * planes::BYTES],
            policy: Vec::with_capacity(count * 4),
            value: Vec::with_capacity(count * 4),
            game: Vec::with_capacity(count * 4),
            ply: Vec::with_capacity(count * 4),
            count,
        };
        for out in batch.planes.chunks_exact_mut(planes::BYTES) {
            let at = if self.options.shuffle > 0 {
                (self.random() % self.pending.len() as u64) as usize
            } else {
                0
            };
            let Some(sample) = self.pending.swap_remove_front(at) else { break };
            planes::draw(&sample.position, &sample.time, sample.view, out);
            // Moves without a number were skipped before.
            let index = policy::index(sample.mv, sample.seat.color).unwrap_or_default();
            let second = sample.view.board != sample.seat.board;
            let number = (index + if second { policy::SIZE } else { 0 }) as i32;
            batch.policy.extend_from_slice(&number.to_ne_bytes());
            batch.value.extend_from_slice(&sample.value.to_ne_bytes());
            batch.game.extend_from_slice(&sample.game.to_ne_bytes());
            batch.ply.extend_from_slice(&sample.ply.to_ne_bytes());
        }
        Ok(Step::Batch(batch))
    }

    /// Adds the samples of the next game, or does the next step to read one.
    fn read(&mut self) -> Result<(), SampleError> {
        if let Some(game) = self.games.pop_front() {
            let number = self.next;
            self.next = self.next.saturating_add(1);
            if let Some(record) = records::record(&game) {
                self.add(&record.game, number);
            }
            return Ok(());
        }
        let Some(source) = &mut self.source else {
            match self.paths.pop_front() {
                None => self.ended = true,
                Some(path) => match Source::of_path(&path) {
                    Ok(source) => self.source = Some(source),
                    Err(error) => {
                        self.ended = true;
                        return Err(SampleError::Open(error, path));
                    }
                },
            }
            return Ok(());
        };
        match source.next_chunk() {
            Ok(Some(chunk)) => {
                let place = Place { number: 1, byte: chunk.byte, line: chunk.line, column: chunk.column };
                self.games = game_data::read_games(&chunk.bytes, place).into();
            }
            Ok(None) => self.source = None,
            Err(broken) => {
                self.source = None;
                return Err(SampleError::Broken(broken));
            }
        }
        Ok(())
    }

    /// Adds the samples of a game.
    fn add(&mut self, game: &bpgn::Game, number: i32) {
        let timeline = Timeline::new(game, &ReadOptions::for_files());
        let moves = timeline.moments.iter().map(|moment| (moment.seat, moment.mv));
        let hash = hash(self.options.seed, moves);
        let share = (hash >> 11) as f64 / (1_u64 << 53) as f64;
        let (least, most) = self.options.split;
        let (shard, shards) = self.options.shard;
        // The shard depends on other bits than the split.
        if share < least || share >= most || (hash & 0x7ff) % shards.max(1) != shard {
            return;
        }
        let facts = Facts::of(game);
        let Some(winner) = facts.outcome.winner else { return };
        let value = |team: Team| match winner {
            Winner::Team(won) if won == team => 1.0,
            Winner::Team(_) => -1.0,
            Winner::Draw => 0.0,
        };
        let rating = |seat: Seat| match facts.ratings[seat] {
            Rating::Known(rating) | Rating::Provisional(rating) => i64::from(rating),
            _ => 0,
        };
        let base = timeline.start.control.map(|control| control.base.0);
        let clocks =
            |clocks: &BySeat<Option<bughouse_chess::Millis>>| clocks.map(|time| time.map(|time| time.0));
        let mut before = (timeline.start.position, clocks(&timeline.start.clocks));
        for moment in &timeline.moments {
            let (seat, mv) = (moment.seat, moment.mv);
            if rating(seat) >= self.options.min_rating && policy::index(mv, seat.color).is_some() {
                let views: &[Seat] = match (self.options.layout, self.options.swap) {
                    (Layout::Mover, _) => &[seat],
                    (Layout::Boards, false) => &[planes::white_of(BoardId::A)],
                    (Layout::Boards, true) => &[planes::white_of(BoardId::A), planes::white_of(BoardId::B)],
                };
                self.pending.extend(views.iter().map(|&view| Sample {
                    position: before.0,
                    time: Time { clocks: before.1, base },
                    mv,
                    seat,
                    view,
                    value: value(view.team()),
                    game: number,
                    ply: moment.ply as i32,
                }));
            }
            before = (moment.position, clocks(&moment.clocks));
        }
    }

    /// Returns the next pseudorandom number.
    fn random(&mut self) -> u64 {
        self.random_state = self.random_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.random_state)
    }
}

/// Mixes the bits of a number (the finalizer of SplitMix64).
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Returns a stable hash of a game. It depends only on the half-moves, so the same game in two files is in the same split.
fn hash(seed: u64, moves: impl Iterator<Item = (Seat, BughouseMove)>) -> u64 {
    let mut all = 0xcbf2_9ce4_8422_2325 ^ mix(seed);
    for (seat, mv) in moves {
        let half_move = (seat.to_index() as u64) << 16 | u64::from(pack_move(mv) as u16);
        all = (all ^ half_move).wrapping_mul(0x0100_0000_01b3);
    }
    mix(all)
}

/// A batch as a Python tuple.
type PyBatch<'py> = (
    usize,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

#[pymethods]
impl Samples {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<PyBatch<'py>>> {
        let batch = loop {
            match py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).batch()) {
                Ok(Step::Batch(batch)) => break batch,
                // Most games may be filtered out, or the shuffle buffer may be large, so check for signals in between.
                Ok(Step::NotYet) => py.check_signals()?,
                Ok(Step::End) => return Ok(None),
                Err(SampleError::Broken(broken)) => return Err(broken.raise(py)),
                Err(SampleError::Open(error, path)) => {
                    return Err(crate::source::not_opened(py, error, &path.display().to_string()));
                }
            }
        };
        let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
        let (planes, policy, value) = (bytes(&batch.planes), bytes(&batch.policy), bytes(&batch.value));
        Ok(Some((batch.count, planes, policy, value, bytes(&batch.game), bytes(&batch.ply))))
    }
}

/// Returns an iterator over batches of samples.
#[pyfunction]
#[pyo3(signature = (paths, layout, *, swap, min_rating, split, seed, shard, shuffle, batch))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn samples(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    layout: &str,
    swap: bool,
    #[pyo3(from_py_with = words::number)] min_rating: i64,
    split: (f64, f64),
    #[pyo3(from_py_with = words::number)] seed: u64,
    shard: (u64, u64),
    #[pyo3(from_py_with = words::number)] shuffle: usize,
    #[pyo3(from_py_with = words::number)] batch: usize,
) -> PyResult<Samples> {
    let layout = Layout::read(py, layout)?;
    let (least, most) = split;
    if !(0.0..=1.0).contains(&least) || !(least..=1.0).contains(&most) {
        let message =
            format!("expected two shares from 0 to 1, the smaller one first, got ({least:?}, {most:?})");
        return Err(fail::plain(py, Class::Text, "split", message));
    }
    if batch == 0 {
        return Err(fail::plain(py, Class::Text, "batch", "a batch has at least one sample"));
    }
    if swap && layout == Layout::Mover {
        let message =
            "in mover-v1 the board of the player to move comes first, so swapped boards give the same planes";
        return Err(fail::plain(py, Class::Text, "swap", message));
    }
    let options = Options { layout, swap, min_rating, split, seed, shard, shuffle, batch };
    Ok(Samples(Mutex::new(State {
        options,
        paths: paths_of(paths)?.into(),
        source: None,
        games: VecDeque::new(),
        next: 0,
        pending: VecDeque::new(),
        random_state: mix(seed),
        ended: false,
    })))
}

/// Returns the planes of the position of a match, with the given board first.
#[pyfunction]
#[pyo3(signature = (position, board, layout, base_ms=None))]
pub(crate) fn planes_of<'py>(
    py: Python<'py>,
    position: &Bound<'py, Match>,
    board: &str,
    layout: &str,
    #[pyo3(from_py_with = words::maybe_number)] base_ms: Option<i64>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let id = words::board(py, board)?;
    let game = position.try_borrow()?;
    let view = match Layout::read(py, layout)? {
        Layout::Mover => game.position().to_move(id),
        Layout::Boards => planes::white_of(id),
    };
    let time = Time { clocks: game.clocks_now().map(Some), base: base_ms };
    let mut bytes = vec![0; planes::BYTES];
    planes::draw(game.position(), &time, view, &mut bytes);
    Ok(PyByteArray::new(py, &bytes))
}

/// Returns the number of a move, played by a color.
#[pyfunction]
pub(crate) fn policy_index(r#move: &Bound<'_, Move>, white: bool) -> Option<usize> {
    let color = if white { Color::White } else { Color::Black };
    policy::index(r#move.get().0, color)
}

/// Returns the move with a number on a board.
#[pyfunction]
pub(crate) fn policy_move(
    py: Python<'_>,
    index: usize,
    board: &Bound<'_, Board>,
) -> PyResult<Option<pyo3::Py<Move>>> {
    let position = crate::board::position_of(board)?;
    policy::at(index, &position).map(|mv| moves::shared(py, mv)).transpose()
}

/// Returns a byte for each number: 1 if the move is legal, else 0.
#[pyfunction]
pub(crate) fn policy_mask<'py>(
    py: Python<'py>,
    legal: &Bound<'py, PyAny>,
    white: bool,
) -> PyResult<Bound<'py, PyByteArray>> {
    let color = words::color(white);
    let mut mask = vec![0; policy::SIZE];
    for mv in legal.try_iter()? {
        let mv = mv?;
        if let Some(cell) =
            policy::index(mv.cast::<Move>()?.get().0, color).and_then(|index| mask.get_mut(index))
        {
            *cell = 1;
        }
    }
    Ok(PyByteArray::new(py, &mask))
}

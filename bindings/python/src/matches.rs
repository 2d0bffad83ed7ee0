//! A match: two boards, transfers between them, and four clocks.

use bughouse_chess::{
    self as chess, BoardId, BughouseMove, BySeat, Clocks, Leniencies, Millis, ReadOptions, Rules, San, Seat,
    Span, TwoBoards,
};
use bughouse_review::position::{self, ReadBoard, ReadBoards};
use bughouse_review::svg;
use bughouse_review::two_boards::{Arrangement, DrawnBoards};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyList, PyType};

use crate::board::{self, Board};
use crate::board_text;
use crate::fail::{self, Class};
use crate::legal::{self, LegalMoves};
use crate::match_events::{Declared, Event};
use crate::moves::{self, Move};
use crate::outcome::Outcome;
use crate::piece::Pocket;
use crate::words;

/// A match: two boards, transfers between them, and four clocks. Times are in milliseconds.
#[pyclass(module = "bughouse")]
#[derive(Clone)]
pub(crate) struct Match {
    game: chess::Match,
    /// The start, for pickling.
    start: Start,
    /// Each event, with the clocks before it.
    events: Vec<(Event, Clocks)>,
    /// The latest timestamp passed so far.
    now: i64,
}

#[derive(Clone)]
struct Start {
    boards: [chess::Board; 2],
    rules: String,
    clocks: [i64; 4],
    increment: i64,
}

impl Match {
    /// Creates a match at its start.
    fn begin(py: Python<'_>, start: Start) -> PyResult<Match> {
        let rules = rules(py, &start.rules)?;
        let clocks = Clocks::from_left(start.clocks.map(Millis), Millis(start.increment));
        let [a, b] = start.boards;
        match chess::Match::from_boards(a, b, rules, clocks) {
            Ok(game) => Ok(Match { game, start, events: Vec::new(), now: 0 }),
            Err(error) => Err(fail::plain(py, Class::Text, "no-match", error)),
        }
    }

    /// Returns both boards.
    pub(crate) fn position(&self) -> &chess::Position {
        self.game.position()
    }

    /// Returns the time on each clock at the latest timestamp, in milliseconds.
    pub(crate) fn clocks_now(&self) -> BySeat<i64> {
        BySeat::from_fn(|seat| self.game.clock(seat, Millis(self.now)).0)
    }

    fn apply(&mut self, py: Python<'_>, event: Event) -> PyResult<()> {
        let before = *self.game.clocks();
        match event.apply(&mut self.game) {
            Ok(()) => {
                if let Event::Start(_, now) | Event::Play(_, _, Some(now)) | Event::End(_, Some(now)) = event
                {
                    self.now = self.now.max(now);
                }
                self.events.push((event, before));
                Ok(())
            }
            Err(error) => {
                let message = match event {
                    Event::Play(id, mv, _) => format!("{id} {mv}: {error}"),
                    _ => error.to_string(),
                };
                Err(fail::plain(py, Class::Move, &fail::kind_name(&error), message))
            }
        }
    }

    fn read_san(&self, py: Python<'_>, id: BoardId, san: &str) -> PyResult<BughouseMove> {
        // Common spellings are accepted, as in `Board`.
        let (read, _) = San::read(san.as_bytes(), Leniencies::ALL)
            .map_err(|error| fail::text(py, Class::Move, san, &error))?;
        self.game.position().resolve(id, &read).map_err(|why| {
            fail::in_text(py, Class::Move, &fail::kind_name(&why), why, san, Span::new(0, san.len()))
        })
    }

    fn read_uci(&self, py: Python<'_>, id: BoardId, uci: &str) -> PyResult<BughouseMove> {
        let mv = uci.parse().map_err(|error| fail::parse(py, Class::Text, "not-a-move", uci, &error))?;
        Ok(self.game.board(id).normalize_castling(mv))
    }

    fn end(&mut self, py: Python<'_>, declared: Declared, time_ms: Option<i64>) -> PyResult<Outcome> {
        self.apply(py, Event::End(declared, time_ms))?;
        let outcome = self.game.outcome().map(Outcome);
        outcome.ok_or_else(|| fail::plain(py, Class::Move, "no-end", "the match is still in progress"))
    }
}

/// Returns rules by their name.
fn rules(py: Python<'_>, name: &str) -> PyResult<Rules> {
    Rules::preset(name).ok_or_else(|| {
        let names = Rules::PRESETS.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>();
        fail::whole(py, "rules", format!("expected one of {}, got {name:?}", names.join(", ")), name)
    })
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (bfen=None, *, rules="standard", base_ms=180_000, increment_ms=0))]
    fn new(
        py: Python<'_>,
        bfen: Option<&str>,
        rules: &str,
        #[pyo3(from_py_with = words::number)] base_ms: i64,
        #[pyo3(from_py_with = words::number)] increment_ms: i64,
    ) -> PyResult<Match> {
        let (mut boards, mut clocks) = ([chess::Board::default(); 2], [base_ms; 4]);
        if let Some(text) = bfen {
            let both = read(py, text)?;
            boards = *both.position.boards();
            for (clock, seat) in clocks.iter_mut().zip(Seat::ALL) {
                *clock = both.clock(seat).map_or(*clock, |time| time.0);
            }
        }
        Match::begin(py, Start { boards, rules: rules.to_owned(), clocks, increment: increment_ms })
    }

    #[classmethod]
    #[pyo3(signature = (a, b, *, rules="standard", base_ms=180_000, increment_ms=0))]
    fn from_boards(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        a: &Bound<'_, Board>,
        b: &Bound<'_, Board>,
        rules: &str,
        #[pyo3(from_py_with = words::number)] base_ms: i64,
        #[pyo3(from_py_with = words::number)] increment_ms: i64,
    ) -> PyResult<Match> {
        let boards = [board::position_of(a)?, board::position_of(b)?];
        let start = Start { boards, rules: rules.to_owned(), clocks: [base_ms; 4], increment: increment_ms };
        Match::begin(py, start)
    }

    #[getter]
    fn rules(&self) -> &str {
        &self.start.rules
    }

    /// Starts the clocks of a board, or of both.
    #[pyo3(signature = (time_ms=0, board=None))]
    fn start(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] time_ms: i64,
        board: Option<&str>,
    ) -> PyResult<()> {
        match board {
            Some(name) => self.apply(py, Event::Start(words::board(py, name)?, time_ms)),
            None => BoardId::ALL.into_iter().try_for_each(|id| self.apply(py, Event::Start(id, time_ms))),
        }
    }

    #[pyo3(signature = (board, r#move, time_ms=None))]
    fn push(
        &mut self,
        py: Python<'_>,
        board: &str,
        r#move: &Bound<'_, Move>,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<()> {
        let id = words::board(py, board)?;
        self.apply(py, Event::Play(id, r#move.get().0, time_ms))
    }

    #[pyo3(signature = (board, san, time_ms=None))]
    fn push_san(
        &mut self,
        py: Python<'_>,
        board: &str,
        san: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Py<Move>> {
        let id = words::board(py, board)?;
        let mv = self.read_san(py, id, san)?;
        self.apply(py, Event::Play(id, mv, time_ms))?;
        moves::shared(py, mv)
    }

    #[pyo3(signature = (board, uci, time_ms=None))]
    fn push_uci(
        &mut self,
        py: Python<'_>,
        board: &str,
        uci: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Py<Move>> {
        let id = words::board(py, board)?;
        let mv = self.read_uci(py, id, uci)?;
        self.apply(py, Event::Play(id, mv, time_ms))?;
        moves::shared(py, mv)
    }

    fn undo(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let clocks = *self.game.clocks();
        let step = self.game.undo().ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        // If undo restores the clocks, drop the move, so trying moves doesn't grow the list.
        match self.events.last() {
            Some((Event::Play(..), before)) if before == self.game.clocks() => {
                self.events.pop();
            }
            _ => self.events.push((Event::Undo, clocks)),
        }
        moves::shared(py, step.mv())
    }

    fn legal_moves(&self, py: Python<'_>, board: &str) -> PyResult<LegalMoves> {
        Ok(LegalMoves::of_list(self.game.legal_moves(words::board(py, board)?).iter().collect()))
    }

    fn parse_san(&self, py: Python<'_>, board: &str, san: &str) -> PyResult<Py<Move>> {
        moves::shared(py, self.read_san(py, words::board(py, board)?, san)?)
    }

    fn parse_uci(&self, py: Python<'_>, board: &str, uci: &str) -> PyResult<Py<Move>> {
        let id = words::board(py, board)?;
        let mv = self.read_uci(py, id, uci)?;
        match self.game.position().why_illegal(id, mv) {
            None => moves::shared(py, mv),
            Some(why) => {
                let (kind, message) = (fail::kind_name(&why), format!("{id} {mv}: {why}"));
                Err(fail::in_text(py, Class::Move, &kind, message, uci, Span::new(0, uci.len())))
            }
        }
    }

    fn san(&self, py: Python<'_>, board: &str, r#move: &Bound<'_, Move>) -> PyResult<String> {
        let id = words::board(py, board)?;
        match self.game.position().san(id, r#move.get().0) {
            Ok(san) => Ok(san.to_string()),
            Err(reason) => Err(fail::plain(py, Class::Move, &fail::kind_name(&reason), reason)),
        }
    }

    /// Returns a copy of a board.
    fn board(&self, py: Python<'_>, board: &str) -> PyResult<Board> {
        Ok(Board::of(*self.game.board(words::board(py, board)?)))
    }

    fn to_move(&self, py: Python<'_>, board: &str) -> PyResult<&'static str> {
        Ok(self.game.to_move(words::board(py, board)?).name())
    }

    fn pocket(&self, py: Python<'_>, seat: &str) -> PyResult<Pocket> {
        Ok(Pocket(self.game.reserve(words::seat(py, seat)?)))
    }

    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let steps = self.game.steps();
        let all: Vec<(&'static str, Py<Move>)> = steps
            .iter()
            .map(|step| Ok((step.seat().name(), moves::shared(py, step.mv())?)))
            .collect::<PyResult<_>>()?;
        PyList::new(py, all)
    }

    /// Returns the time on a clock, at the given timestamp or at the latest one passed so far.
    #[pyo3(signature = (seat, time_ms=None))]
    fn clock(
        &self,
        py: Python<'_>,
        seat: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<i64> {
        Ok(self.game.clock(words::seat(py, seat)?, Millis(time_ms.unwrap_or(self.now))).0)
    }

    /// Returns the diagonal times: WhiteA's minus WhiteB's, and BlackA's minus BlackB's.
    #[pyo3(signature = (time_ms=None))]
    fn diagonals(&self, #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>) -> (i64, i64) {
        let now = Millis(time_ms.unwrap_or(self.now));
        let clock = |seat| self.game.clock(seat, now).0;
        (
            clock(Seat::WHITE_A).saturating_sub(clock(Seat::WHITE_B)),
            clock(Seat::BLACK_A).saturating_sub(clock(Seat::BLACK_B)),
        )
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(Outcome)
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns the frozen players, and the pieces that would help each.
    fn frozen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let frozen = PyDict::new(py);
        for seat in BoardId::ALL.into_iter().filter_map(|id| self.game.frozen(id)) {
            let pieces: Vec<u32> =
                seat.pieces.iter().map(|&piece| words::piece_number(piece).into()).collect();
            frozen.set_item(seat.seat.name(), pieces)?;
        }
        Ok(frozen)
    }

    /// Returns the captures on the other board that would send a frozen player a piece that helps.
    fn freeing_captures<'py>(&self, py: Python<'py>, board: &str) -> PyResult<Bound<'py, PyList>> {
        legal::list(py, self.game.freeing_captures(words::board(py, board)?).into_iter())
    }

    #[pyo3(signature = (seat, time_ms=None))]
    fn resign(
        &mut self,
        py: Python<'_>,
        seat: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Outcome> {
        let seat = words::seat(py, seat)?;
        self.end(py, Declared::Resign(seat), time_ms)
    }

    #[pyo3(signature = (time_ms=None))]
    fn agree_draw(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Outcome> {
        self.end(py, Declared::Agree, time_ms)
    }

    #[pyo3(signature = (time_ms=None))]
    fn abort(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Outcome> {
        self.end(py, Declared::Abort, time_ms)
    }

    fn claim_flag(
        &mut self,
        py: Python<'_>,
        seat: &str,
        #[pyo3(from_py_with = words::number)] time_ms: i64,
    ) -> PyResult<Outcome> {
        let seat = words::seat(py, seat)?;
        self.end(py, Declared::Flag(seat), Some(time_ms))
    }

    #[pyo3(signature = (board, time_ms=None))]
    fn claim_repetition(
        &mut self,
        py: Python<'_>,
        board: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Outcome> {
        let id = words::board(py, board)?;
        self.end(py, Declared::Repetition(id), time_ms)
    }

    #[pyo3(signature = (board, time_ms=None))]
    fn claim_fifty_moves(
        &mut self,
        py: Python<'_>,
        board: &str,
        #[pyo3(from_py_with = words::maybe_number)] time_ms: Option<i64>,
    ) -> PyResult<Outcome> {
        let id = words::board(py, board)?;
        self.end(py, Declared::FiftyMoves(id), time_ms)
    }

    fn bfen(&self) -> String {
        let [a, b] = self.game.position().boards().each_ref().map(chess::Board::to_bfen);
        format!("{a} | {b}")
    }

    #[getter]
    fn key(&self) -> i64 {
        self.game.position().key().bits() as i64
    }

    fn copy(&self) -> Match {
        self.clone()
    }

    fn __copy__(&self) -> Match {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.clone()
    }

    fn _repr_svg_(&self) -> String {
        let both = self.game.two_boards(Millis(self.now));
        let boards = BoardId::ALL.map(|id| ReadBoard {
            clocks: both.clocks[id.to_index()],
            ..ReadBoard::of(*self.game.board(id))
        });
        svg::two_boards(&DrawnBoards(&boards), Arrangement::default())
    }

    fn __repr__(&self) -> String {
        format!("Match('{}')", self.bfen())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let equal = |other: &Bound<'_, Match>| other.try_borrow().is_ok_and(|other| other.game == self.game);
        words::answer(other.py(), other.cast().ok().map(equal))
    }

    fn __hash__(&self) -> u64 {
        self.game.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Match>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let game = slf.try_borrow()?;
        let [a, b] = game.start.boards.each_ref().map(chess::Board::to_bfen);
        let events = game.events.iter().map(|(event, _)| event.to_line()).collect();
        let Start { rules, clocks, increment, .. } = game.start.clone();
        Ok((slf.get_type().getattr("_restore")?, (a, b, rules, clocks, increment, events, game.now)))
    }

    #[classmethod]
    #[allow(clippy::too_many_arguments)]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        a: &str,
        b: &str,
        rules: String,
        clocks: [i64; 4],
        increment: i64,
        events: Vec<String>,
        now: i64,
    ) -> PyResult<Match> {
        let boards = [board_text::read(py, a)?, board_text::read(py, b)?];
        let mut game = Match::begin(py, Start { boards, rules, clocks, increment })?;
        for line in events {
            let invalid = || fail::whole(py, "event", format!("unknown command: {line:?}"), &line);
            game.apply(py, Event::of_line(&line).ok_or_else(invalid)?)?;
        }
        game.now = now;
        Ok(game)
    }
}

/// The pickled form of a match: both boards, the rules, the clocks, the increment, the events, the latest timestamp.
type Pickled = (String, String, String, [i64; 4], i64, Vec<String>, i64);

/// Reads two boards in any notation.
fn read(py: Python<'_>, text: &str) -> PyResult<TwoBoards> {
    let both = match position::read(text.as_bytes(), &ReadOptions::default()) {
        Ok((boards @ ReadBoards::Two(_), _)) => boards.both(),
        Ok((ReadBoards::One(_), _)) => None,
        Err(errors) => {
            let shown: Vec<String> = errors.iter().map(|error| error.render(text.as_bytes())).collect();
            let Some(first) = errors.first() else {
                return Err(fail::whole(py, "position", "no position", text));
            };
            let kind = fail::kind_name(first.kind());
            return Err(fail::in_text(py, Class::Text, &kind, shown.join("\n"), text, first.span()));
        }
    };
    both.ok_or_else(|| fail::whole(py, "one-board", "expected two boards with a bar between them", text))
}

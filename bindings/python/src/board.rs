//! A board: one of the two of a match, played by itself.

use std::fmt::Write;

use bughouse_archive::pack_move;
use bughouse_chess::{
    Board as Position, BoardStatus, BughouseMove, EnPassant, FenOptions, FenStyle, ReadSanErrorKind, San,
    SanErrorKind, Span, Square, TextError,
};
use bughouse_review::position::{self, PositionOptions, ReadBoard};
use bughouse_review::svg;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyList, PyType};

use crate::fail::{self, Class};
use crate::legal::{self, LegalMoves};
use crate::moves::{self, Move};
use crate::piece::{Piece, Pocket};
use crate::words;

/// A board with both reserves, and what was played on it.
#[pyclass(module = "bughouse")]
#[derive(Clone)]
pub(crate) struct Board {
    position: Position,
    /// The board before each move that was played, and the move.
    stack: Vec<(Position, BughouseMove)>,
}

impl Board {
    /// Makes a board on which nothing was played.
    pub(crate) const fn of(position: Position) -> Board {
        Board { position, stack: Vec::new() }
    }

    /// Returns the position.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    fn play(&mut self, py: Python<'_>, mv: BughouseMove) -> PyResult<()> {
        let before = self.position;
        match self.position.play(mv) {
            Ok(_) => {
                self.stack.push((before, mv));
                Ok(())
            }
            Err(reason) => {
                Err(fail::plain(py, Class::Move, &fail::kind_name(&reason), format!("{mv}: {reason}")))
            }
        }
    }

    /// Reads a move by the standard, or as people and other programs write it, too: `@e4`, `0-0`, `Nb1-c3`, `e8Q`.
    fn read_san(&self, py: Python<'_>, san: &str) -> PyResult<BughouseMove> {
        let error = match self.position.read_san(san) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        let ReadSanErrorKind::Text(SanErrorKind::NotStandard(_)) = error.kind() else {
            return Err(fail::text(py, Class::Move, san, &error));
        };
        match San::read(san.as_bytes()) {
            Ok((read, _)) => read.resolve(&self.position).map_err(|why| {
                let error = TextError::new(ReadSanErrorKind::Board(why), Span::new(0, san.len()));
                fail::text(py, Class::Move, san, &error)
            }),
            Err(_) => Err(fail::text(py, Class::Move, san, &error)),
        }
    }

    fn read_uci(&self, py: Python<'_>, uci: &str) -> PyResult<BughouseMove> {
        self.position.read_uci(uci.as_bytes()).map_err(|error| fail::text(py, Class::Move, uci, &error))
    }
}

/// Reads a board in FEN, BFEN or FEEN.
pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Position> {
    // Nearly all are FEN or BFEN; the long way tells all that is wrong.
    if let Ok((board, _)) = Position::read(text.as_bytes(), &FenOptions::default()) {
        return Ok(board);
    }
    match position::read_board(text.as_bytes(), &PositionOptions::default()) {
        Ok((board, _)) => Ok(board),
        Err(faults) => match faults.first() {
            Some(first) => {
                let shown: Vec<String> = faults.iter().map(|fault| fault.render(text.as_bytes())).collect();
                let kind = fail::kind_name(first.kind());
                Err(fail::in_text(py, Class::Text, &kind, shown.join("\n"), text, first.span()))
            }
            None => Err(fail::whole(py, "position", "no position can be read", text)),
        },
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        fen.map_or_else(|| Ok(Position::default()), |fen| read(py, fen)).map(Board::of)
    }

    #[classmethod]
    fn from_chess960_pos(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] number: i64,
    ) -> PyResult<Board> {
        let start = u16::try_from(number).ok().and_then(Position::chess960);
        let wrong = || {
            let message = format!("{number} is no start of Chess960, they go from 0 to 959");
            fail::plain(py, Class::Text, "chess960", message)
        };
        start.map(Board::of).ok_or_else(wrong)
    }

    #[getter]
    fn turn(&self) -> bool {
        words::is_white(self.position.side_to_move())
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.position.en_passant().map(Square::to_index)
    }

    #[getter]
    fn key(&self) -> i64 {
        self.position.key().bits() as i64
    }

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of_board(self.position)
    }

    fn legal_ints(&self) -> Vec<i16> {
        self.position.move_list().iter().map(pack_move).collect()
    }

    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal::list(py, self.stack.iter().map(|&(_, mv)| mv))
    }

    #[getter]
    fn pockets(&self) -> (Pocket, Pocket) {
        // By colour, which is a number too: Black is 0.
        let pocket = |white| Pocket(self.position.reserve(words::color(white)));
        (pocket(false), pocket(true))
    }

    fn add_to_pocket(
        &mut self,
        py: Python<'_>,
        color: bool,
        #[pyo3(from_py_with = words::number)] piece_type: i64,
    ) -> PyResult<()> {
        let piece = words::piece(py, piece_type)?;
        let added = self.position.try_add_to_reserve(words::color(color), piece);
        added.map_err(|error| fail::plain(py, Class::Text, &fail::kind_name(&error), error))
    }

    fn remove_from_pocket(
        &mut self,
        py: Python<'_>,
        color: bool,
        #[pyo3(from_py_with = words::number)] piece_type: i64,
    ) -> PyResult<()> {
        let piece = words::piece(py, piece_type)?;
        let removed = self.position.remove_from_reserve(words::color(color), piece);
        removed.map_err(|error| fail::plain(py, Class::Text, &fail::kind_name(&error), error))
    }

    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, Move>) -> PyResult<()> {
        self.play(py, r#move.get().0)
    }

    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        let mv = self.read_san(py, san)?;
        self.play(py, mv)?;
        moves::shared(py, mv)
    }

    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let mv = self.read_uci(py, uci)?;
        self.play(py, mv)?;
        moves::shared(py, mv)
    }

    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (before, mv) = self.stack.pop().ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        self.position = before;
        moves::shared(py, mv)
    }

    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let &(_, mv) = self.stack.last().ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        moves::shared(py, mv)
    }

    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        moves::shared(py, self.read_san(py, san)?)
    }

    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        moves::shared(py, self.read_uci(py, uci)?)
    }

    fn san(&self, py: Python<'_>, r#move: &Bound<'_, Move>) -> PyResult<String> {
        let mv = r#move.get().0;
        match self.position.san(mv) {
            Ok(san) => Ok(san.to_string()),
            Err(reason) => {
                Err(fail::plain(py, Class::Move, &fail::kind_name(&reason), format!("{mv}: {reason}")))
            }
        }
    }

    #[pyo3(signature = (r#move, *, chess960=false))]
    fn uci(&self, r#move: &Bound<'_, Move>, chess960: bool) -> String {
        let mv = r#move.get().0;
        if chess960 { self.position.uci_chess960(mv) } else { mv.to_string() }
    }

    #[pyo3(signature = (*, en_passant="always"))]
    fn fen(&self, py: Python<'_>, en_passant: &str) -> PyResult<String> {
        let mut text = String::with_capacity(90);
        self.position.append_fen(&mut text, &style(py, en_passant)?);
        Ok(text)
    }

    #[pyo3(signature = (*, en_passant="always"))]
    fn bfen(&self, py: Python<'_>, en_passant: &str) -> PyResult<String> {
        let mut text = String::with_capacity(90);
        self.position.append_bfen(&mut text, &style(py, en_passant)?);
        Ok(text)
    }

    fn feen(&self) -> String {
        self.position.to_feen()
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    fn is_checkmate(&self) -> bool {
        self.position.status() == BoardStatus::Checkmate
    }

    fn is_stalemate(&self) -> bool {
        self.position.status() == BoardStatus::Stalemate
    }

    fn frozen(&self) -> bool {
        self.position.is_frozen()
    }

    fn help_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let help = PyDict::new(py);
        if let Some(frozen) = self.position.frozen() {
            for piece in
                bughouse_chess::Piece::IN_RESERVE.into_iter().rev().filter(|&piece| frozen.helps(piece))
            {
                let squares: Vec<usize> =
                    frozen.squares_for(piece).into_iter().map(Square::to_index).collect();
                help.set_item(words::piece_number(piece), squares)?;
            }
        }
        Ok(help)
    }

    fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
        self.position.is_legal(r#move.get().0)
    }

    fn is_castling(&self, r#move: &Bound<'_, Move>) -> bool {
        self.position.is_castling(r#move.get().0)
    }

    fn is_capture(&self, r#move: &Bound<'_, Move>) -> bool {
        // Played on a copy, so that en passant is seen as the rules see it.
        let mut copy = self.position;
        copy.play(r#move.get().0).is_ok_and(|capture| capture.is_some())
    }

    fn gives_check(&self, r#move: &Bound<'_, Move>) -> bool {
        let mut copy = self.position;
        copy.play(r#move.get().0).is_ok() && copy.in_check()
    }

    fn piece_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<Option<Piece>> {
        let square = words::square(py, square)?;
        let found = self.position.piece_on(square).zip(self.position.color_on(square));
        Ok(found.map(|(kind, color)| Piece::of(kind, color)))
    }

    fn piece_type_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<Option<u8>> {
        Ok(self.position.piece_on(words::square(py, square)?).map(words::piece_number))
    }

    fn color_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<Option<bool>> {
        Ok(self.position.color_on(words::square(py, square)?).map(words::is_white))
    }

    fn is_promoted(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<bool> {
        Ok(self.position.is_promoted(words::square(py, square)?))
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position.combined() {
            map.set_item(square.to_index(), self.piece_at(py, square.to_index() as i64)?)?;
        }
        Ok(map)
    }

    fn king(&self, color: bool) -> usize {
        self.position.king_square(words::color(color)).to_index()
    }

    fn checkers(&self) -> Vec<usize> {
        self.position.checkers().into_iter().map(Square::to_index).collect()
    }

    fn attackers(
        &self,
        py: Python<'_>,
        color: bool,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<Vec<usize>> {
        let square = words::square(py, square)?;
        let all = self.position.attackers_to(square) & self.position.color_combined(words::color(color));
        Ok(all.into_iter().map(Square::to_index).collect())
    }

    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Board {
        if stack { self.clone() } else { Board::of(self.position) }
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn _repr_svg_(&self) -> String {
        svg::board(&ReadBoard::of(self.position))
    }

    fn __str__(&self) -> String {
        let mut text = String::with_capacity(128);
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::from_index(rank * 8 + file);
                let man = self.position.piece_on(square).zip(self.position.color_on(square));
                let letter = man.map_or('.', |(kind, color)| kind.to_colored_char(color));
                // Writing to a string cannot fail.
                let _ = write!(text, "{letter}{}", if file < 7 { ' ' } else { '\n' });
            }
        }
        text.pop();
        text
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.position)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        // Nobody else holds a board that is being changed.
        let equal =
            |other: &Bound<'_, Board>| other.try_borrow().is_ok_and(|other| other.position == self.position);
        words::answer(other.py(), other.cast().ok().map(equal))
    }

    fn __hash__(&self) -> u64 {
        self.position.get_hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let board = slf.try_borrow()?;
        let first = board.stack.first().map_or(&board.position, |(first, _)| first);
        // A man may have been put into a reserve between two moves, so each board is told.
        let mut later: Vec<String> = Vec::with_capacity(board.stack.len() * 2);
        for (index, (_, mv)) in board.stack.iter().enumerate() {
            let after = board.stack.get(index + 1).map_or(&board.position, |(next, _)| next);
            later.push(mv.to_string());
            later.push(after.to_bfen());
        }
        Ok((slf.get_type().getattr("_restore")?, (first.to_bfen(), later)))
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        first: &str,
        later: Vec<String>,
    ) -> PyResult<Board> {
        let mut board = Board::of(read(py, first)?);
        for pair in later.chunks_exact(2) {
            let mv = pair[0].parse().map_err(|error| fail::text(py, Class::Text, &pair[0], &error))?;
            board.stack.push((board.position, mv));
            board.position = read(py, &pair[1])?;
        }
        Ok(board)
    }
}

/// What a board is pickled as: the first board, then each move and the board behind it.
type Pickled = (String, Vec<String>);

/// Reads when an en passant square is written.
fn style(py: Python<'_>, en_passant: &str) -> PyResult<FenStyle> {
    let which = match en_passant {
        // Two have other names in python-chess.
        "always" | "fen" => EnPassant::Always,
        "pseudo-legal" | "xfen" => EnPassant::PseudoLegal,
        "legal" => EnPassant::Legal,
        other => {
            let message = format!("expected \"always\", \"pseudo-legal\" or \"legal\", got {other:?}");
            return Err(fail::whole(py, "en-passant", message, other));
        }
    };
    Ok(FenStyle::default().en_passant(which))
}

/// Returns the position of a board object.
pub(crate) fn position_of(board: &Bound<'_, Board>) -> PyResult<Position> {
    let board: PyRef<'_, Board> = board.try_borrow()?;
    Ok(*board.position())
}

//! A single board.

use std::fmt::Write;

use bughouse_archive::pack_move;
use bughouse_chess::{Board as Position, BoardStatus, BughouseMove, CastlingSide, Notation, Square};
use bughouse_review::position::ReadBoard;
use bughouse_review::svg;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyList, PyType};

use crate::board_text;
use crate::fail::{self, Class};
use crate::legal::{self, LegalMoves};
use crate::moves::{self, Move};
use crate::piece::{Piece, Pocket};
use crate::words;

/// One board with both reserves. Captured pieces are discarded; in a `Match` they go to the partner.
#[pyclass(module = "bughouse")]
#[derive(Clone)]
pub(crate) struct Board {
    position: Position,
    /// The board before each move that was played, and the move.
    stack: Vec<(Position, BughouseMove)>,
}

impl Board {
    /// Creates a board with an empty move stack.
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
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(py: Python<'_>, fen: Option<&str>) -> PyResult<Board> {
        fen.map_or_else(|| Ok(Position::default()), |fen| board_text::read(py, fen)).map(Board::of)
    }

    #[classmethod]
    fn from_chess960_pos(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] number: i64,
    ) -> PyResult<Board> {
        let start = u16::try_from(number).ok().and_then(Position::chess960);
        let wrong = || {
            let message = format!("{number} is not a Chess960 starting position: expected 0 to 959");
            fail::plain(py, Class::Text, "chess960", message)
        };
        start.map(Board::of).ok_or_else(wrong)
    }

    /// Sets the starting position.
    fn reset(&mut self) {
        *self = Board::of(Position::default());
    }

    /// Sets a position in FEN, BFEN or FEEN.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        *self = Board::of(board_text::read(py, fen)?);
        Ok(())
    }

    #[getter]
    fn turn(&self) -> bool {
        words::is_white(self.position.side_to_move())
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// Returns the number of half-moves so far, computed from the move number and the side to move.
    fn ply(&self) -> u64 {
        2 * u64::from(self.position.fullmove_number().saturating_sub(1)) + u64::from(!self.turn())
    }

    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.position.en_passant().map(Square::to_index)
    }

    /// The key in an archive's tables: pieces, side to move, castling, legal en passant; no reserves.
    #[getter]
    fn key(&self) -> i64 {
        self.position.key().bits() as i64
    }

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of_board(self.position)
    }

    /// Returns the legal moves as numbers of an archive's tables.
    fn legal_ints(&self) -> Vec<i16> {
        self.position.legal_moves().iter().map(pack_move).collect()
    }

    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal::list(py, self.stack.iter().map(|&(_, mv)| mv))
    }

    /// Both reserves, by color: `board.pockets[bughouse.WHITE]`.
    #[getter]
    fn pockets(&self) -> (Pocket, Pocket) {
        // Indexed by color: Black is `False`, which is 0.
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

    /// Plays a legal move. Raises `IllegalMoveError` for any other; the board is unchanged then.
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, Move>) -> PyResult<()> {
        self.play(py, r#move.get().0)
    }

    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        let mv = board_text::read_san(py, &self.position, san)?;
        self.play(py, mv)?;
        moves::shared(py, mv)
    }

    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let mv = board_text::read_uci(py, &self.position, uci)?;
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

    /// Reads a legal move in SAN. Common spellings such as `@e4`, `0-0`, `Nb1-c3` and `e8Q` are accepted.
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        moves::shared(py, board_text::read_san(py, &self.position, san)?)
    }

    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        moves::shared(py, board_text::read_uci(py, &self.position, uci)?)
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

    /// Returns the board in FEN, which has no reserves.
    #[pyo3(signature = (*, en_passant="always"))]
    fn fen(&self, py: Python<'_>, en_passant: &str) -> PyResult<String> {
        let style = board_text::style(py, en_passant)?.notation(Notation::Fen);
        Ok(self.position.text(&style).to_string())
    }

    /// Returns the board in BFEN, with the reserves in brackets.
    #[pyo3(signature = (*, en_passant="always"))]
    fn bfen(&self, py: Python<'_>, en_passant: &str) -> PyResult<String> {
        Ok(self.position.text(&board_text::style(py, en_passant)?).to_string())
    }

    fn feen(&self) -> String {
        self.position.to_feen()
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// Returns `True` if the side to move is mated: no piece that the partner could send would help.
    fn is_checkmate(&self) -> bool {
        self.position.status() == BoardStatus::Checkmate
    }

    fn is_stalemate(&self) -> bool {
        self.position.status() == BoardStatus::Stalemate
    }

    /// Returns `True` if the side to move is in check without a legal move, but a piece from the partner would help.
    fn frozen(&self) -> bool {
        self.position.is_frozen()
    }

    /// Returns the squares on which each piece type would help a frozen side.
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

    fn is_en_passant(&self, r#move: &Bound<'_, Move>) -> bool {
        let mv = r#move.get().0;
        !mv.is_drop() && self.position.piece_on(mv.dest()).is_none() && self.is_capture(r#move)
    }

    fn is_capture(&self, r#move: &Bound<'_, Move>) -> bool {
        // Play it on a copy, to include en passant.
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

    fn is_attacked_by(
        &self,
        py: Python<'_>,
        color: bool,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<bool> {
        Ok(!self.attackers(py, color, square)?.is_empty())
    }

    /// Returns the squares that the piece on a square attacks, including those of its own pieces.
    fn attacks(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] square: i64,
    ) -> PyResult<Vec<usize>> {
        let from = words::square(py, square)?;
        let attacked = |square: &Square| self.position.attackers_to(*square).contains(from);
        Ok(Square::all().filter(attacked).map(Square::to_index).collect())
    }

    fn pieces(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = words::number)] piece_type: i64,
        color: bool,
    ) -> PyResult<Vec<usize>> {
        let squares = self.position.colored_pieces(words::color(color), words::piece(py, piece_type)?);
        Ok(squares.into_iter().map(Square::to_index).collect())
    }

    fn has_castling_rights(&self, color: bool) -> bool {
        self.position.castle_rights().has_any(words::color(color))
    }

    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.position.castle_rights().has(words::color(color), CastlingSide::KingSide)
    }

    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.position.castle_rights().has(words::color(color), CastlingSide::QueenSide)
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
                let square = Square::ALL[rank * 8 + file];
                let found = self.position.piece_on(square).zip(self.position.color_on(square));
                let letter = found.map_or('.', |(kind, color)| kind.to_colored_char(color));
                // Writing to a string can't fail.
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
        // A board that is mutably borrowed is never equal.
        let equal =
            |other: &Bound<'_, Board>| other.try_borrow().is_ok_and(|other| other.position == self.position);
        words::answer(other.py(), other.cast().ok().map(equal))
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let board = slf.try_borrow()?;
        let first = board.stack.first().map_or(&board.position, |(first, _)| first);
        // Pieces may have been added to a reserve between moves, so pickle the board after each move.
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
        let mut board = Board::of(board_text::read(py, first)?);
        for pair in later.chunks_exact(2) {
            let mv = pair[0]
                .parse()
                .map_err(|error| fail::parse(py, Class::Text, "not-a-move", &pair[0], &error))?;
            board.stack.push((board.position, mv));
            board.position = board_text::read(py, &pair[1])?;
        }
        Ok(board)
    }
}

/// The pickled form of a board: the first board, then each move and the board after it.
type Pickled = (String, Vec<String>);

/// Returns the position of a board object.
pub(crate) fn position_of(board: &Bound<'_, Board>) -> PyResult<Position> {
    let board: PyRef<'_, Board> = board.try_borrow()?;
    Ok(*board.position())
}

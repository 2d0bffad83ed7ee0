//! Parsing of boards and moves.

use bughouse_chess::{
    Board, BughouseMove, EnPassant, FenStyle, Leniencies, MoveError, MoveErrorKind, ReadOptions, San,
};
use bughouse_review::position::{self};
use pyo3::prelude::{PyResult, Python};

use crate::fail::{self, Class};

/// Reads a board in FEN, BFEN or FEEN.
pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Board> {
    // Fast path for FEN and BFEN. The slow path below reports all errors.
    if let Ok((board, _)) = Board::read(text.as_bytes(), &ReadOptions::default()) {
        return Ok(board);
    }
    match position::read_board(text.as_bytes(), &ReadOptions::default()) {
        Ok((board, _)) => Ok(board),
        Err(errors) => match errors.first() {
            Some(first) => {
                let shown: Vec<String> = errors.iter().map(|error| error.render(text.as_bytes())).collect();
                let kind = fail::kind_name(first.kind());
                Err(fail::in_text(py, Class::Text, &kind, shown.join("\n"), text, first.span()))
            }
            None => Err(fail::whole(py, "position", "expected a position", text)),
        },
    }
}

/// Reads a move in SAN, or in a common spelling such as `@e4`, `0-0`, `Nb1-c3` or `e8Q`.
pub(crate) fn read_san(py: Python<'_>, board: &Board, san: &str) -> PyResult<BughouseMove> {
    let error = match board.read_san(san) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let MoveErrorKind::NotStandard(_) = error.kind() else {
        return Err(fail::text(py, Class::Move, san, &error));
    };
    match San::read(san.as_bytes(), Leniencies::ALL) {
        Ok((read, _)) => read.resolve(board).map_err(|why| {
            let error = MoveError::whole(MoveErrorKind::Mismatch(why), san.as_bytes());
            fail::text(py, Class::Move, san, &error)
        }),
        Err(_) => Err(fail::text(py, Class::Move, san, &error)),
    }
}

/// Reads a move in UCI. Castling may be written in both ways, `e1g1` and `e1h1`.
pub(crate) fn read_uci(py: Python<'_>, board: &Board, uci: &str) -> PyResult<BughouseMove> {
    board.read_uci(uci.as_bytes()).map_err(|error| fail::text(py, Class::Move, uci, &error))
}

/// Reads the option that says when the en passant square is written.
pub(crate) fn style(py: Python<'_>, en_passant: &str) -> PyResult<FenStyle> {
    let which = match en_passant {
        // "fen" and "xfen" are python-chess's names.
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

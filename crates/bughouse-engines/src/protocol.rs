//! The two protocols: the lines to send, and the boards that an engine sees.

use core::fmt;

use bughouse_chess::{Board, BoardId, BySeat, CastlingSide, Color, File, Piece};

use crate::engine::Query;
use crate::error::EngineError;
use crate::grammar::{DEFAULT_CLOCK, Setup};

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Protocol {
    /// UCI with the variant `bughouse`, as in Fairy-Stockfish: the engine sees one board.
    Uci,
    /// [UBI](https://bughouse.example/docs/reference/ubi.html) 1.1: the engine sees both boards and the clocks.
    Ubi,
}

impl Protocol {
    /// Returns the first line to send.
    pub(crate) const fn hello(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Ubi => "ubi",
        }
    }

    /// Returns the line that ends the answer to the first one.
    pub(crate) const fn hello_answer(self) -> &'static str {
        match self {
            Protocol::Uci => "uciok",
            Protocol::Ubi => "ubiok",
        }
    }

    /// Returns the line that starts a game.
    pub(crate) const fn new_game(self) -> &'static str {
        match self {
            Protocol::Uci => "ucinewgame",
            Protocol::Ubi => "ubinewgame",
        }
    }

    /// Returns the board that lines name; `None` if they name none.
    pub(crate) fn named(self, board: BoardId) -> Option<BoardId> {
        (self == Protocol::Ubi).then_some(board)
    }

    /// Returns the boards that are sent to the engine.
    pub(crate) fn boards(self, query: &Query<'_>) -> Vec<BoardId> {
        match self {
            Protocol::Uci => vec![query.board],
            Protocol::Ubi => BoardId::ALL.to_vec(),
        }
    }

    /// Writes a position. It is always sent completely, so it doesn't depend on how an engine plays moves.
    ///
    /// # Errors
    /// Fails if a board doesn't read back the same, or has more pieces than two sets, on its own or with the
    /// other board if both are sent.
    pub(crate) fn position(self, query: &Query<'_>) -> Result<String, EngineError> {
        for id in self.boards(query) {
            let board = query.position.board(id);
            let is_same = board.to_string().parse::<Board>().is_ok_and(|read| read == *board);
            if !is_same || !fits_two_sets(&board) {
                return Err(EngineError::Impossible { board: id });
            }
        }
        Ok(match self {
            Protocol::Uci => format!("position fen {}", *query.position.board(query.board)),
            Protocol::Ubi => {
                query.position.check_material().map_err(EngineError::ImpossibleMatch)?;
                let clocks = query.clocks.unwrap_or_else(|| BySeat::new([DEFAULT_CLOCK; 4]));
                format!("position {}", Setup { position: *query.position, clocks })
            }
        })
    }

    /// Returns `true` if the engine answers `stop` with `bestmove`.
    pub(crate) const fn answers_stop(self) -> bool {
        matches!(self, Protocol::Uci)
    }
}

/// Writes `UCI` or `UBI`.
impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "UCI",
            Protocol::Ubi => "UBI",
        })
    }
}

/// Returns `true` if two full sets can have the pieces of a single board. Pieces beyond a set must be
/// promoted pawns, whether marked or not.
fn fits_two_sets(board: &Board) -> bool {
    const NON_PAWNS: [(Piece, u32); 4] =
        [(Piece::Queen, 2), (Piece::Rook, 4), (Piece::Bishop, 4), (Piece::Knight, 4)];
    const PAWNS: u32 = 16;
    Color::ALL.into_iter().all(|color| {
        let (promoted, reserve) = (board.promoted() & board.color_combined(color), board.reserve(color));
        let count = |piece| {
            (board.colored_pieces(color, piece) - promoted).popcnt() + u32::from(reserve.count(piece))
        };
        let beyond: u32 = NON_PAWNS.iter().map(|&(piece, most)| count(piece).saturating_sub(most)).sum();
        count(Piece::Pawn) + promoted.popcnt() + beyond <= PAWNS
    })
}

/// Returns `true` if a board has castling rights that only a Chess960 start gives.
pub(crate) fn is_chess960(board: &Board) -> bool {
    let rights = board.castle_rights();
    let king_file = |color| board.king_square(color).file();
    Color::ALL.into_iter().any(|color| {
        CastlingSide::ALL.into_iter().any(|castling_side| {
            let rook = rights.rook_file(color, castling_side);
            rook.is_some_and(|file| file != castling_side.corner_file() || king_file(color) != File::E)
        })
    })
}

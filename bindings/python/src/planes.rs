//! Positions as planes of numbers, for machine learning. `bughouse.ml` documents the planes.

use bughouse_chess::{BitBoard, Board, BoardId, BySeat, CastlingSide, Color, Piece, Position, Seat};

/// The number of planes of a board.
pub(crate) const PLANES: usize = 37;
/// The size of a position in bytes: two boards of 37 planes of 64 numbers of 4 bytes.
pub(crate) const BYTES: usize = 2 * PLANES * 64 * 4;

/// The maximum number of pieces of one type in a reserve with two sets. Counts are divided by it.
const MOST: f32 = 16.0;

/// The clocks at a position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Time {
    /// The time of each seat, in milliseconds.
    pub(crate) clocks: BySeat<Option<i64>>,
    /// The initial time, in milliseconds.
    pub(crate) base: Option<i64>,
}

impl Time {
    /// Returns the time on a clock divided by the initial time.
    fn left(&self, seat: Seat) -> Option<f32> {
        let base = self.base.filter(|&base| base > 0)?;
        Some((self.clocks[seat]? as f32 / base as f32).clamp(0.0, 1.0))
    }

    /// Returns the diagonal time of a seat divided by the initial time: its time minus that of its color on the other board.
    fn lead(&self, seat: Seat) -> Option<f32> {
        let base = self.base.filter(|&base| base > 0)?;
        let lead = self.clocks[seat]?.saturating_sub(self.clocks[seat.diagonal()]?);
        Some((lead as f32 / base as f32).clamp(-1.0, 1.0))
    }
}

/// Writes both boards as a seat and its partner see them, the board of the seat first. `out` must be zeroed.
pub(crate) fn draw(position: &Position, time: &Time, seat: Seat, out: &mut [u8]) {
    for (own, out) in [seat, seat.partner()].into_iter().zip(out.chunks_exact_mut(BYTES / 2)) {
        Canvas { out, flip: own.color == Color::Black }.board(&position.board(own.board), time, own);
    }
}

/// The planes of a board, seen from one side.
struct Canvas<'a> {
    out: &'a mut [u8],
    flip: bool,
}

impl Canvas<'_> {
    fn board(&mut self, board: &Board, time: &Time, own: Seat) {
        let sides = [own.color, !own.color];
        for (side, &color) in sides.iter().enumerate() {
            for piece in Piece::ALL {
                self.squares(6 * side + piece.to_index(), board.colored_pieces(color, piece));
            }
            self.squares(12 + side, board.promoted() & board.color_combined(color));
            for (kind, piece) in Piece::ALL.into_iter().take(5).enumerate() {
                self.fill(14 + 5 * side + kind, f32::from(board.reserve(color).count(piece)) / MOST);
            }
            for (castling_side, which) in CastlingSide::ALL.into_iter().enumerate() {
                self.fill(24 + 2 * side + castling_side, f32::from(board.castle_rights().has(color, which)));
            }
            let seat = Seat::new(own.board, color);
            self.fill(32 + side, time.left(seat).unwrap_or(0.0));
            self.fill(34 + side, time.lead(seat).unwrap_or(0.0));
        }
        if let Some(square) = board.legal_en_passant() {
            self.squares(28, square.bitboard());
        }
        self.fill(29, f32::from(board.in_check()));
        self.fill(30, f32::from(board.side_to_move() == own.color));
        self.fill(31, f32::from(own.color == Color::White));
        self.fill(36, 1.0);
    }

    /// Sets some squares of a plane.
    fn squares(&mut self, plane: usize, squares: BitBoard) {
        for square in squares {
            let at = if self.flip { square.to_index() ^ 56 } else { square.to_index() };
            self.set(plane * 64 + at, 1.0);
        }
    }

    /// Sets all squares of a plane.
    fn fill(&mut self, plane: usize, value: f32) {
        if value != 0.0 {
            (0..64).for_each(|square| self.set(plane * 64 + square, value));
        }
    }

    fn set(&mut self, at: usize, value: f32) {
        if let Some(cell) = self.out.get_mut(at * 4..at * 4 + 4) {
            cell.copy_from_slice(&value.to_ne_bytes());
        }
    }
}

/// Returns White's seat on a board.
pub(crate) const fn white_of(board: BoardId) -> Seat {
    Seat::new(board, Color::White)
}

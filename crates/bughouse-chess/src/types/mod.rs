//! Small values: colors, squares, pieces, seats, moves, reserves and rules. They know no board.

pub(crate) mod bitboard;
pub(crate) mod castle_rights;
pub(crate) mod chess_move;
pub(crate) mod color;
pub(crate) mod leniency;
pub(crate) mod names;
pub(crate) mod piece;
pub(crate) mod read_options;
pub(crate) mod reserve;
pub(crate) mod rules;
pub(crate) mod seat;
pub(crate) mod square;
pub(crate) mod text_error;
pub(crate) mod time;

//! What a castling move looks like, for any files of king and rook.

use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::ChessMove;
use crate::types::square::{File, Square};

/// Returns the destination of a castling move, see [`ChessMove`].
#[inline]
pub(crate) fn destination(king: Square, castling_side: CastlingSide, rook: File) -> Square {
    let is_standard = king.file() == File::E && rook == castling_side.corner_file();
    Square::new(if is_standard { castling_side.king_file() } else { rook }, king.rank())
}

/// Returns the side on which a king's move castles, or `None` if it isn't castling.
#[inline]
pub(crate) fn castling_side_of(own: u64, mv: ChessMove) -> Option<CastlingSide> {
    let (from, to) = (mv.source(), mv.dest());
    let castles = own & to.bit() != 0 || from.to_index().abs_diff(to.to_index()) == 2;
    castles.then_some(if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide })
}

//! Half-moves in words, for screen readers.

use bpgn::Moment;
use bughouse_chess::{Board, BughouseMove, ChessMove, Color, File, Piece, Rank, Square};

use crate::shapes::side_status::SideStatus;

/// Returns the origin and the destination of a half-move. `before` is the board before it. When castling, the
/// destination is where the king ends up, even if the move is written as the king capturing its rook.
pub(crate) fn squares(moment: &Moment, before: &Board) -> (Option<Square>, Square) {
    match moment.mv {
        BughouseMove::Drop { square, .. } => (None, square),
        BughouseMove::Regular(mv) if before.piece_on(mv.source()) == Some(Piece::King) => {
            (Some(mv.source()), moment.board(moment.seat.board).king_square(moment.seat.color))
        }
        BughouseMove::Regular(mv) => (Some(mv.source()), mv.dest()),
    }
}

/// Describes a half-move: `board A, White, knight dropped on e5, check`. `before` is the board before it, `status` the
/// status of the other side after it.
pub(crate) fn describe(moment: &Moment, before: &Board, status: SideStatus) -> String {
    let side = moment.seat.color.side_name();
    let action = match moment.mv {
        BughouseMove::Drop { piece, square } => format!("{piece} dropped on {square}"),
        BughouseMove::Regular(mv) => regular(moment, before, mv),
    };
    let ending = match status {
        SideStatus::Ongoing => "",
        SideStatus::Check => ", check",
        SideStatus::Frozen(_) => ", check, frozen",
        SideStatus::Checkmate => ", checkmate",
        SideStatus::Stalemate => ", stalemate",
    };
    format!("board {}, {side}, {action}{ending}", moment.seat.board)
}

fn regular(moment: &Moment, before: &Board, mv: ChessMove) -> String {
    let (source, (_, to)) = (mv.source(), squares(moment, before));
    let piece = before.piece_on(source).unwrap_or(Piece::Pawn);
    if castles(moment, before, source) {
        let is_kingside = to.file() == File::G;
        return if is_kingside { "castles kingside" } else { "castles queenside" }.to_owned();
    }
    let other = moment.seat.board.other();
    let promotes = match (mv.promotion(), mv.stolen_from()) {
        (Some(piece), Some(square)) => format!(", promotes to the {piece} on {square} of board {other}"),
        (Some(piece), None) => format!(", promotes to {piece}"),
        (None, _) if moment.transfer.pawn_to.is_some() => ", leaves the board".to_owned(),
        (None, _) => String::new(),
    };
    match moment.transfer.capture {
        Some(capture) if before.piece_on(to).is_none() => {
            format!("{piece} takes {} {to} en passant{promotes}", capture.piece)
        }
        Some(capture) => format!("{piece} takes {} {to}{promotes}", capture.piece),
        None => format!("{piece} {to}{promotes}"),
    }
}

/// Returns `true` if a move castles: the king goes two squares to the side, or to its own rook as in Chess960.
fn castles(moment: &Moment, before: &Board, source: Square) -> bool {
    let dest = moment.mv.dest();
    before.piece_on(source) == Some(Piece::King)
        && (before.color_on(dest) == Some(moment.seat.color)
            || source.file().to_index().abs_diff(dest.file().to_index()) == 2)
}

/// Returns the square of the captured piece. For en passant, it isn't the destination.
pub(crate) fn captured_on(moment: &Moment, before: &Board) -> Square {
    let (_, to) = squares(moment, before);
    if before.piece_on(to).is_some() {
        return to;
    }
    let rank = match moment.seat.color {
        Color::White => Rank::Fifth,
        Color::Black => Rank::Fourth,
    };
    Square::new(to.file(), rank)
}

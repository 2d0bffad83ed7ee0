//! Detects moves and drops that give check before they are made.

use bughouse_chess::{BitBoard, Board, BughouseMove, Piece, Square, attacks};

/// The squares from which the king of the side that is not to move can be checked.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    king: Square,
    by: [BitBoard; 6],
    /// Pieces of the side to move that are the only blocker between the king and one of their own sliders.
    shutters: BitBoard,
}

impl Sight {
    #[inline]
    pub(crate) fn new(board: &Board) -> Sight {
        let us = board.side_to_move();
        let (king, occupied, own) = (board.king_square(!us), board.combined(), board.color_combined(us));
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let queens = board.pieces(Piece::Queen);
        let snipers = own
            & (attacks::bishop(king, BitBoard::EMPTY) & (board.pieces(Piece::Bishop) | queens)
                | attacks::rook(king, BitBoard::EMPTY) & (board.pieces(Piece::Rook) | queens));
        let mut shutters = BitBoard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if between.single().is_some() {
                shutters |= between & own;
            }
        }
        let knight = attacks::knight(king);
        Sight {
            king,
            by: [attacks::pawn(king, !us), knight, bishop, rook, bishop | rook, BitBoard::EMPTY],
            shutters,
        }
    }

    /// Returns the squares from which a piece type gives check.
    #[inline]
    pub(crate) fn squares(&self, piece: Piece) -> BitBoard {
        self.by[piece.to_index()]
    }

    /// Returns `true` if a move of a piece type gives check. Can miss castling and en passant captures.
    #[inline]
    pub(crate) fn checks(&self, piece: Piece, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Drop { square, .. } => self.squares(piece).contains(square),
            BughouseMove::Regular(mv) => {
                let (from, to) = (mv.source(), mv.dest());
                let kind = mv.promotion().unwrap_or(piece);
                self.squares(kind).contains(to)
                    || self.shutters.contains(from)
                        && !attacks::between(self.king, to).contains(from)
                        && !attacks::between(self.king, from).contains(to)
            }
        }
    }
}

//! Generates only the moves and drops that give check.
//!
//! A piece gives check from the square it lands on, or by uncovering another piece. Both are sets of squares
//! that are computed once from the opponent's king. Moves that change more than two squares or the type of a
//! piece are tested one by one.

use alloc::vec::Vec;

use bughouse_chess::{BitBoard, Board, BughouseMove, ChessMove, MoveSet, Piece, Rules, Square, attacks};

/// Returns the legal moves and drops that give check.
///
/// ```
/// use bughouse_chess::{Board, Rules};
///
/// let board: Board = "4k3/8/8/8/8/8/8/4K2R[NP] w K - 0 1".parse()?;
/// let checks = bughouse_mate::checks(&board, &Rules::standard());
/// let texts: Vec<String> = checks.iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(texts, ["h1h8", "N@d6", "N@f6", "N@c7", "N@g7", "P@d7", "P@f7"]);
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[must_use]
pub fn checks(board: &Board, rules: &Rules) -> Vec<BughouseMove> {
    let mut checks = Vec::new();
    for_each_check(board, rules, |mv| checks.push(mv));
    checks
}

/// Calls `visit` with each legal move and drop that gives check.
#[inline]
pub(crate) fn for_each_check(board: &Board, rules: &Rules, mut visit: impl FnMut(BughouseMove)) {
    let sight = Sight::new(board);
    board.with_rules(rules).moves().without_drops().for_each(|set| {
        let MoveSet::Moves { piece, from, to } = set else { return };
        match piece {
            Piece::Pawn => sight.pawn_checks(from, to, &mut visit),
            Piece::King => sight.king_checks(from, to, &mut visit),
            _ => {
                for to in to & (sight.direct(piece) | sight.uncovering(from, to)) {
                    visit(ChessMove::new(from, to, None).into());
                }
            }
        }
    });
    let reserve = board.reserve(board.side_to_move());
    let wanted = reserve.iter().fold(BitBoard::EMPTY, |squares, (piece, _)| squares | sight.direct(piece));
    if !wanted.is_empty() {
        board.with_rules(rules).moves().only_drops().to(wanted).for_each(|set| {
            let MoveSet::Drops { piece, to } = set else { return };
            for square in to & sight.direct(piece) {
                visit(BughouseMove::Drop { piece, square });
            }
        });
    }
}

/// The squares and pieces that can give check to the side that is not to move.
struct Sight<'a> {
    board: &'a Board,
    king: Square,
    /// The squares from which a knight, a bishop, a rook and a pawn give check.
    knight: BitBoard,
    bishop: BitBoard,
    rook: BitBoard,
    pawn: BitBoard,
    /// Pieces of the side to move that are the only blocker between the king and one of their own sliders.
    shutters: BitBoard,
}

impl<'a> Sight<'a> {
    #[inline]
    fn new(board: &'a Board) -> Sight<'a> {
        let us = board.side_to_move();
        let (king, occupied, own) = (board.king_square(!us), board.combined(), board.color_combined(us));
        let (queens, bishops, rooks) =
            (board.pieces(Piece::Queen), board.pieces(Piece::Bishop), board.pieces(Piece::Rook));
        let snipers = own
            & (attacks::bishop(king, BitBoard::EMPTY) & (bishops | queens)
                | attacks::rook(king, BitBoard::EMPTY) & (rooks | queens));
        let mut shutters = BitBoard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if between.single().is_some() {
                shutters |= between & own;
            }
        }
        Sight {
            board,
            king,
            knight: attacks::knight(king),
            bishop: attacks::bishop(king, occupied),
            rook: attacks::rook(king, occupied),
            // A pawn attacks the king from the squares that a pawn on the king's square would attack.
            pawn: attacks::pawn(king, !us),
            shutters,
        }
    }

    /// Returns the squares from which a piece type gives check.
    #[inline]
    fn direct(&self, piece: Piece) -> BitBoard {
        match piece {
            Piece::Pawn => self.pawn,
            Piece::Knight => self.knight,
            Piece::Bishop => self.bishop,
            Piece::Rook => self.rook,
            Piece::Queen => self.bishop | self.rook,
            Piece::King => BitBoard::EMPTY,
        }
    }

    /// Returns the squares, out of some, where the piece on a square can go to uncover a check.
    #[inline]
    fn uncovering(&self, from: Square, to: BitBoard) -> BitBoard {
        if !self.shutters.contains(from) {
            return BitBoard::EMPTY;
        }
        let stays = |&to: &Square| {
            attacks::between(self.king, to).contains(from) || attacks::between(self.king, from).contains(to)
        };
        let on_its_line: BitBoard = to.into_iter().filter(stays).collect();
        to - on_its_line
    }

    /// Visits the checks among the moves of a pawn.
    #[inline]
    fn pawn_checks(&self, from: Square, to: BitBoard, visit: &mut impl FnMut(BughouseMove)) {
        let last_rank = (!self.board.side_to_move()).back_rank().bitboard();
        let uncovering = self.uncovering(from, to);
        let en_passant = match self.board.legal_en_passant() {
            Some(target) if from.file() != target.file() => to & target.bitboard(),
            _ => BitBoard::EMPTY,
        };
        for to in (to & (self.pawn | uncovering)) - last_rank - en_passant {
            visit(ChessMove::new(from, to, None).into());
        }
        // Another piece disappears, which can also uncover a check.
        for to in en_passant {
            self.try_out(ChessMove::new(from, to, None).into(), visit);
        }
        // The new piece can attack through the square that the pawn left.
        let occupied = self.board.combined() - from.bitboard();
        for to in to & last_rank {
            for piece in Piece::PROMOTIONS {
                let attacked = match piece {
                    Piece::Knight => attacks::knight(to),
                    Piece::Bishop => attacks::bishop(to, occupied),
                    Piece::Rook => attacks::rook(to, occupied),
                    _ => attacks::queen(to, occupied),
                };
                if attacked.contains(self.king) || uncovering.contains(to) {
                    visit(ChessMove::new(from, to, Some(piece)).into());
                }
            }
        }
    }

    /// Visits the checks among the moves of the king.
    #[inline]
    fn king_checks(&self, from: Square, to: BitBoard, visit: &mut impl FnMut(BughouseMove)) {
        let own = self.board.color_combined(self.board.side_to_move());
        // A king's move to a square that isn't adjacent is castling. In Chess960, it goes to its own rook.
        let castling = to - (attacks::king(from) - own);
        for to in self.uncovering(from, to - castling) {
            visit(ChessMove::new(from, to, None).into());
        }
        for to in castling {
            self.try_out(ChessMove::new(from, to, None).into(), visit);
        }
    }

    /// Visits a move if it gives check once it is made.
    #[cold]
    fn try_out(&self, mv: BughouseMove, visit: &mut impl FnMut(BughouseMove)) {
        if self.board.after_unchecked(mv).in_check() {
            visit(mv);
        }
    }
}

//! Why a move or drop is rejected.

use core::fmt;

use crate::attacks;
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::castle_rights::CastlingSide;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::movegen::castling;
use crate::piece::Piece;
use crate::rules::{DropAggression, Promotion};
use crate::square::{Rank, Square};

/// The reason why a move or drop is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// No piece stands on the square of deviation.
    NoPiece(Square),
    /// The piece on the square of deviation belongs to the side that is not to move.
    NotYourPiece {
        /// The square of deviation.
        square: Square,
        /// Whose turn it is.
        side: Color,
    },
    /// An own piece stands on the destination.
    OwnPieceThere(Square),
    /// The piece does not move that way, or something is in its way.
    CannotReach {
        /// The piece.
        piece: Piece,
        /// The square of deviation.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The piece is pinned to its king.
    Pinned(Square),
    /// The king, which is not in check now, would be.
    LeavesKingInCheck,
    /// The king is in check, and the move does not end that.
    StillInCheck,
    /// The king would step onto an attacked square.
    KingIntoCheck(Square),
    /// The right to castle to this castling side is gone.
    NoCastlingRight(CastlingSide),
    /// A piece stands between king and rook or on a landing square.
    CastlingBlocked,
    /// A king in check may not castle.
    CastlingOutOfCheck,
    /// The king would pass or reach an attacked square.
    CastlingThroughCheck,
    /// A pawn that reaches the last rank must say what it becomes.
    PromotionMissing,
    /// Only a pawn that reaches the last rank is promoted.
    PromotionNotPossible,
    /// A pawn cannot become this.
    PromotionTo(Piece),
    /// The reserve holds none of this kind.
    NotInReserve {
        /// The kind.
        piece: Piece,
        /// Whose reserve.
        side: Color,
    },
    /// A drop needs an empty square.
    DropOnOccupied(Square),
    /// A pawn may not be dropped on this rank.
    PawnDropRank(Rank),
    /// A king is never dropped.
    KingDrop,
    /// The drop does not end the check.
    DropLeavesCheck,
    /// The rules do not allow a drop that gives check, or that mates.
    DropTooAggressive(DropAggression),
    /// The rules have another way to promote: the move should name what it does.
    PromotionWay(Promotion),
    /// No such piece of the own color stands there on the other board.
    NothingToSteal {
        /// The kind that is wanted.
        piece: Piece,
        /// The square on the other board.
        square: Square,
    },
    /// A king on the other board would be exposed.
    StealExposesKing(Color),
    /// The pawn leaves the board, and the king would be in check.
    DiscardExposesKing,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::NoPiece(square) => write!(f, "there is no piece on {square}"),
            IllegalMove::NotYourPiece { square, side } => {
                write!(f, "it is {side}'s turn, and {square} holds a piece of {}", !side)
            }
            IllegalMove::OwnPieceThere(square) => {
                write!(f, "a piece of the same color stands on {square}")
            }
            IllegalMove::CannotReach { piece, from, to } => {
                write!(f, "the {piece} on {from} cannot reach {to}")
            }
            IllegalMove::Pinned(square) => write!(f, "the piece on {square} is pinned to its king"),
            IllegalMove::LeavesKingInCheck => f.write_str("the king would be in check"),
            IllegalMove::StillInCheck => f.write_str("the king is in check, and the move does not end that"),
            IllegalMove::KingIntoCheck(square) => write!(f, "the king would be in check on {square}"),
            IllegalMove::NoCastlingRight(castling_side) => {
                write!(f, "there is no right to castle {castling_side}")
            }
            IllegalMove::CastlingBlocked => f.write_str("the way is not free for castling"),
            IllegalMove::CastlingOutOfCheck => f.write_str("a king in check may not castle"),
            IllegalMove::CastlingThroughCheck => f.write_str("the king would castle through or into check"),
            IllegalMove::PromotionMissing => f.write_str("the pawn reaches the last rank and must promote"),
            IllegalMove::PromotionNotPossible => {
                f.write_str("only a pawn that reaches the last rank is promoted")
            }
            IllegalMove::PromotionTo(piece) => write!(f, "a pawn cannot become a {piece}"),
            IllegalMove::NotInReserve { piece, side } => write!(f, "{side} has no {piece} in reserve"),
            IllegalMove::DropOnOccupied(square) => {
                write!(f, "{square} is occupied, a drop needs an empty square")
            }
            IllegalMove::PawnDropRank(rank) => write!(f, "a pawn may not be dropped on rank {rank}"),
            IllegalMove::KingDrop => f.write_str("a king cannot be dropped"),
            IllegalMove::DropLeavesCheck => {
                f.write_str("the king is in check, and the drop does not end that")
            }
            IllegalMove::DropTooAggressive(DropAggression::NoCheck) => {
                f.write_str("by the rules of this game a drop may not give check")
            }
            IllegalMove::DropTooAggressive(_) => f.write_str("by the rules of this game a drop may not mate"),
            IllegalMove::PromotionWay(Promotion::Steal) => f.write_str(
                "a promotion takes a piece from the other board, expected which one, such as =Qd1",
            ),
            IllegalMove::PromotionWay(Promotion::Discard) => {
                f.write_str("a pawn that reaches the last rank is lost, expected =.")
            }
            IllegalMove::PromotionWay(_) => {
                f.write_str("a promotion takes nothing from the other board, expected =Q, =R, =B or =N")
            }
            IllegalMove::NothingToSteal { piece, square } => {
                write!(f, "there is no {piece} of the same color on {square} of the other board to be taken")
            }
            IllegalMove::StealExposesKing(color) => {
                write!(f, "the {color} king on the other board would be exposed")
            }
            IllegalMove::DiscardExposesKing => {
                f.write_str("the pawn leaves the board, and the king would be in check")
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Board {
    /// Returns the reason why a move or a drop is illegal; `None` if it is legal.
    #[must_use]
    pub fn why_illegal(&self, mv: BughouseMove) -> Option<IllegalMove> {
        (!self.is_legal(mv)).then(|| self.reason_against(mv))
    }

    /// Finds the reason for a move that is known to be illegal.
    pub(crate) fn reason_against(&self, mv: BughouseMove) -> IllegalMove {
        match mv {
            BughouseMove::Regular(mv) => self.why_illegal_move(mv),
            BughouseMove::Drop { piece, square } => self.why_illegal_drop(piece, square),
        }
    }

    fn why_illegal_drop(&self, piece: Piece, square: Square) -> IllegalMove {
        if piece == Piece::King {
            IllegalMove::KingDrop
        } else if !self.reserve(self.side).contains(piece) {
            IllegalMove::NotInReserve { piece, side: self.side }
        } else if self.combined().contains(square) {
            IllegalMove::DropOnOccupied(square)
        } else if piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            IllegalMove::PawnDropRank(square.rank())
        } else {
            IllegalMove::DropLeavesCheck
        }
    }

    fn why_illegal_move(&self, mv: ChessMove) -> IllegalMove {
        let (from, to) = (mv.source(), mv.dest());
        let Some(piece) = self.piece_on(from) else { return IllegalMove::NoPiece(from) };
        if self.color_on(from) != Some(self.side) {
            return IllegalMove::NotYourPiece { square: from, side: self.side };
        }
        if piece == Piece::King && self.looks_like_castling(mv) {
            return self.why_no_castling(mv);
        }
        if self.color_on(to) == Some(self.side) {
            return IllegalMove::OwnPieceThere(to);
        }
        if !self.reaches(piece, from).contains(to) {
            return IllegalMove::CannotReach { piece, from, to };
        }
        let promotes = piece == Piece::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
        match mv.promotion() {
            None if promotes => return IllegalMove::PromotionMissing,
            Some(_) if !promotes => return IllegalMove::PromotionNotPossible,
            Some(piece) if !Piece::PROMOTIONS.contains(&piece) => return IllegalMove::PromotionTo(piece),
            _ => {}
        }
        if piece == Piece::King {
            IllegalMove::KingIntoCheck(to)
        } else if self.pinned().contains(from) {
            IllegalMove::Pinned(from)
        } else if self.in_check() {
            IllegalMove::StillInCheck
        } else {
            IllegalMove::LeavesKingInCheck
        }
    }

    /// Returns where a piece could go if its king's safety did not matter.
    fn reaches(&self, piece: Piece, from: Square) -> BitBoard {
        let occupied = self.combined();
        match piece {
            Piece::Pawn => {
                let forward = |set: BitBoard| match self.side {
                    Color::White => BitBoard(set.0 << 8),
                    Color::Black => BitBoard(set.0 >> 8),
                };
                let one = forward(from.bitboard()) & !occupied;
                let two = forward(one & self.side.passed_rank().bitboard()) & !occupied;
                let en_passant = self.en_passant().map(Square::bitboard).unwrap_or_default();
                let takes = self.color_combined(!self.side) | en_passant;
                one | two | attacks::pawn(from, self.side) & takes
            }
            Piece::Knight => attacks::knight(from),
            Piece::Bishop => attacks::bishop(from, occupied),
            Piece::Rook => attacks::rook(from, occupied),
            Piece::Queen => attacks::queen(from, occupied),
            Piece::King => attacks::king(from),
        }
    }

    /// Returns `true` if a king's move is meant as castling: onto an own rook, or two squares aside from home.
    pub(crate) fn looks_like_castling(&self, mv: ChessMove) -> bool {
        let (from, to) = (mv.source(), mv.dest());
        let home = from.rank() == self.side.back_rank() && to.rank() == from.rank();
        let own_rooks = self.colored_pieces(self.side, Piece::Rook);
        home && (own_rooks.contains(to) || from.to_index().abs_diff(to.to_index()) == 2)
    }

    fn why_no_castling(&self, mv: ChessMove) -> IllegalMove {
        let castling_side =
            if mv.dest() > mv.source() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        let Some(rook) = self.rights.rook_file(self.side, castling_side) else {
            return IllegalMove::NoCastlingRight(castling_side);
        };
        if mv.promotion().is_some() {
            IllegalMove::PromotionNotPossible
        } else if castling::destination(mv.source(), castling_side, rook) != mv.dest() {
            IllegalMove::CannotReach { piece: Piece::King, from: mv.source(), to: mv.dest() }
        } else if self.in_check() {
            IllegalMove::CastlingOutOfCheck
        } else if !castling::is_clear(self.placement.occupied(), self.side, mv.source(), rook) {
            IllegalMove::CastlingBlocked
        } else {
            IllegalMove::CastlingThroughCheck
        }
    }
}

//! Reasons why a move or drop is illegal.

use core::fmt;

use crate::attacks;
use crate::board::Board;
use crate::board::castling;
use crate::movegen::castling::is_clear;
use crate::types::castle_rights::CastlingSide;
use crate::types::chess_move::{BughouseMove, ChessMove};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::{DropAggression, Promotion};
use crate::types::square::{Rank, Square};

/// The reason why a move or drop is illegal.
///
/// ```
/// use bughouse_chess::{Board, Color, IllegalMove, Square};
///
/// let reason = Board::START.why_illegal("e7e5".parse()?).unwrap();
/// assert_eq!(reason, IllegalMove::NotYourPiece { square: Square::E7, side: Color::White });
/// assert_eq!(reason.to_string(), "it is White's turn, but the piece on e7 is black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no piece on the source square.
    NoPiece(Square),
    /// The piece on the source square belongs to the opponent.
    NotYourPiece {
        /// The source square.
        square: Square,
        /// The side to move.
        side: Color,
    },
    /// The destination holds a piece of the same color.
    OwnPieceThere(Square),
    /// The piece doesn't move that way, or another piece blocks it.
    CannotReach {
        /// The piece.
        piece: Piece,
        /// The source square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The piece is pinned to its king.
    Pinned(Square),
    /// The move would put the mover's own king in check.
    LeavesKingInCheck,
    /// The king is in check, and the move doesn't end the check.
    StillInCheck,
    /// The king would move to an attacked square.
    KingIntoCheck(Square),
    /// The right to castle on this side is lost.
    NoCastlingRight(CastlingSide),
    /// A piece is between king and rook or on one of their landing squares.
    CastlingBlocked,
    /// A king in check can't castle.
    CastlingOutOfCheck,
    /// The king would cross or land on an attacked square.
    CastlingThroughCheck,
    /// A pawn that reaches the last rank must promote.
    PromotionMissing,
    /// Only a pawn that reaches the last rank can promote.
    PromotionNotPossible,
    /// A pawn can't promote to this piece.
    PromotionTo(Piece),
    /// The reserve has no piece of this type.
    NotInReserve {
        /// The piece type.
        piece: Piece,
        /// The owner of the reserve.
        side: Color,
    },
    /// A drop needs an empty square.
    DropOnOccupied(Square),
    /// A pawn can't be dropped on this rank.
    PawnDropRank(Rank),
    /// A king can't be dropped.
    KingDrop,
    /// The drop doesn't end the check.
    DropLeavesCheck,
    /// The rules don't allow drops that give check, or that mate.
    DropTooAggressive(DropAggression),
    /// The rules use another kind of promotion, and the move has to match it.
    WrongPromotion(Promotion),
    /// There is no such piece of the same color on that square of the other board.
    NothingToSteal {
        /// The piece type to take.
        piece: Piece,
        /// The square on the other board.
        square: Square,
    },
    /// Taking the piece would expose a king on the other board.
    StealExposesKing(Color),
    /// The pawn leaves the board, and that would put the king in check.
    DiscardExposesKing,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::NoPiece(square) => write!(f, "there is no piece on {square}"),
            IllegalMove::NotYourPiece { square, side } => {
                write!(f, "it is {}'s turn, but the piece on {square} is {}", side.side_name(), !side)
            }
            IllegalMove::OwnPieceThere(square) => {
                write!(f, "a piece of the same color is on {square}")
            }
            IllegalMove::CannotReach { piece, from, to } => {
                write!(f, "the {piece} on {from} can't move to {to}")
            }
            IllegalMove::Pinned(square) => write!(f, "the piece on {square} is pinned to its king"),
            IllegalMove::LeavesKingInCheck => f.write_str("the king would be in check"),
            IllegalMove::StillInCheck => {
                f.write_str("the king is in check, and the move doesn't end the check")
            }
            IllegalMove::KingIntoCheck(square) => write!(f, "the king would be in check on {square}"),
            IllegalMove::NoCastlingRight(castling_side) => {
                write!(f, "there is no right to castle {castling_side}")
            }
            IllegalMove::CastlingBlocked => f.write_str("a piece blocks castling"),
            IllegalMove::CastlingOutOfCheck => f.write_str("a king in check can't castle"),
            IllegalMove::CastlingThroughCheck => f.write_str("the king would castle through or into check"),
            IllegalMove::PromotionMissing => f.write_str("the pawn reaches the last rank and must promote"),
            IllegalMove::PromotionNotPossible => {
                f.write_str("only a pawn that reaches the last rank can promote")
            }
            IllegalMove::PromotionTo(piece) => write!(f, "a pawn can't promote to a {piece}"),
            IllegalMove::NotInReserve { piece, side } => {
                write!(f, "{} has no {piece} in reserve", side.side_name())
            }
            IllegalMove::DropOnOccupied(square) => {
                write!(f, "{square} is occupied: drop on an empty square")
            }
            IllegalMove::PawnDropRank(rank) => write!(f, "a pawn can't be dropped on rank {rank}"),
            IllegalMove::KingDrop => f.write_str("a king can't be dropped"),
            IllegalMove::DropLeavesCheck => {
                f.write_str("the king is in check, and the drop doesn't end the check")
            }
            IllegalMove::DropTooAggressive(DropAggression::NoCheck) => {
                f.write_str("the rules of this game don't allow drops that give check")
            }
            IllegalMove::DropTooAggressive(_) => {
                f.write_str("the rules of this game don't allow drops that mate")
            }
            IllegalMove::WrongPromotion(Promotion::Steal) => {
                f.write_str("a promotion takes a piece from the other board: name its square, such as =Qd1")
            }
            IllegalMove::WrongPromotion(Promotion::Discard) => {
                f.write_str("a pawn that reaches the last rank is discarded: write =.")
            }
            IllegalMove::WrongPromotion(_) => {
                f.write_str("promotions don't take pieces from the other board: write =Q, =R, =B or =N")
            }
            IllegalMove::NothingToSteal { piece, square } => {
                write!(f, "there is no {piece} of the same color to take on {square} of the other board")
            }
            IllegalMove::StealExposesKing(color) => {
                write!(f, "the {color} king on the other board would be in check")
            }
            IllegalMove::DiscardExposesKing => {
                f.write_str("the pawn leaves the board, and the king would be in check")
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Board {
    /// Returns the reason why a move or drop is illegal, or `None` if it is legal.
    pub fn why_illegal(&self, mv: BughouseMove) -> Option<IllegalMove> {
        (!self.is_legal(mv)).then(|| self.reason_against(mv))
    }

    /// Returns the reason for a move that is known to be illegal.
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
        let en_passant = self.en_passant() == Some(to)
            && piece == Piece::Pawn
            && attacks::pawn(from, self.side).contains(to);
        if self.reached(piece, from) & to.bit() == 0 && !en_passant {
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

    /// Returns `true` if a king's move is meant as castling: onto its own rook, or two squares sideways from
    /// its home square.
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
        } else if !is_clear(self.placement.occupied(), self.side, mv.source(), rook) {
            IllegalMove::CastlingBlocked
        } else {
            IllegalMove::CastlingThroughCheck
        }
    }
}

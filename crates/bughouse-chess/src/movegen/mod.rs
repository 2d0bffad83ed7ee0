//! Legal moves and drops: visited as sets of destinations, counted, or listed.
//!
//! All of it is strictly legal: nothing is generated and then taken back. One set of masks (checks and
//! pins) is worked out for the position; every man's destinations are then a few set operations. Only an
//! en passant capture is tried and looked at.

pub(crate) mod castling;
pub(crate) mod masks;
mod move_gen;
mod move_set;
pub(crate) mod pawns;
mod tally;

pub use move_gen::MoveGen;
pub use move_set::{MoveSet, MoveSetIter};

use alloc::vec::Vec;

use crate::attacks::steps::{FILE_A, FILE_H};
use crate::attacks::{sliders, steps};
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::castle_rights::Wing;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::movegen::masks::{Masks, color};
use crate::movegen::pawns::{PawnTargets, en_passant_capturers, last_rank};
use crate::movegen::tally::Tally;
use crate::piece::Piece;
use crate::rules::Rules;
use crate::square::Square;

/// The squares a pawn may be dropped on under the usual rules: ranks 2 to 7.
pub(crate) const PAWN_DROPS: u64 = 0x00ff_ffff_ffff_ff00;

impl Board {
    /// Calls `visit` with every set of legal moves and drops of the side to move.
    ///
    /// Moves come as one set for each man that has any, drops as one set for each kind held. This is the
    /// fastest way to look at all moves. Use [`Board::legal_moves`] for a list.
    ///
    /// ```
    /// use bughouse_chess::{Board, MoveSet};
    ///
    /// let mut moves = 0;
    /// Board::default().for_each_legal(|set| moves += set.len());
    /// assert_eq!(moves, 20);
    /// ```
    #[inline]
    pub fn for_each_legal(&self, mut visit: impl FnMut(MoveSet)) {
        self.visit(PAWN_DROPS, &mut |set| visit(set));
    }

    /// Calls `visit` as [`Board::for_each_legal`] does, with pawn drops on the ranks that `rules` allow.
    pub fn for_each_legal_under(&self, rules: &Rules, mut visit: impl FnMut(MoveSet)) {
        self.visit(rules.pawn_drops.squares(self.side).0, &mut |set| visit(set));
    }

    #[inline]
    fn visit(&self, pawn_drops: u64, visitor: &mut impl Visitor) {
        match self.side {
            Color::White => visit_all::<true>(self, pawn_drops, visitor),
            Color::Black => visit_all::<false>(self, pawn_drops, visitor),
        }
    }

    /// Lists the legal moves and drops of the side to move.
    pub fn legal_moves(&self) -> Vec<BughouseMove> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(|set| moves.extend(set));
        moves
    }

    /// Lists the legal moves and drops, with pawn drops on the ranks that `rules` allow.
    pub fn legal_moves_under(&self, rules: &Rules) -> Vec<BughouseMove> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal_under(rules, |set| moves.extend(set));
        moves
    }

    /// Counts the legal moves and drops of the side to move without listing them.
    #[inline]
    pub fn count_legal(&self) -> usize {
        match self.side {
            Color::White => count::<true>(self),
            Color::Black => count::<false>(self),
        }
    }

    /// Tells whether the side to move has a legal move or drop.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    /// Tells whether a move of a man on the board is legal. [`Board::is_legal`] takes moves and drops.
    pub fn legal(&self, mv: ChessMove) -> bool {
        let pawn_promotes = self.men.pawns & mv.source().bit() != 0
            && mv.dest().bit() & (last_rank::<true>() | last_rank::<false>()) != 0;
        let promotion_fits = match mv.promotion() {
            // A board alone has nothing to steal.
            Some(piece) => pawn_promotes && Piece::PROMOTIONS.contains(&piece) && mv.stolen_from().is_none(),
            None => !pawn_promotes,
        };
        promotion_fits && self.legal_destinations(mv.source()).contains(mv.dest())
    }

    /// Tells whether a drop is legal. [`Board::is_legal`] takes moves and drops.
    pub fn legal_drop(&self, piece: Piece, square: Square) -> bool {
        self.legal_drops(piece).contains(square)
    }

    /// Tells whether a move or a drop is legal.
    pub fn is_legal(&self, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Regular(mv) => self.legal(mv),
            BughouseMove::Drop { piece, square } => self.legal_drop(piece, square),
        }
    }

    /// Tells whether a move or a drop is legal under some rules.
    #[inline]
    pub fn is_legal_under(&self, rules: &Rules, mv: BughouseMove) -> bool {
        match mv {
            BughouseMove::Regular(mv) => self.legal(mv),
            BughouseMove::Drop { piece, square } => {
                let allowed = piece != Piece::Pawn || rules.pawn_drops.squares(self.side).contains(square);
                allowed && self.legal_drop(piece, square)
            }
        }
    }

    /// Tells whether the side to move has a legal move or drop under some rules.
    pub fn has_legal_move_under(&self, rules: &Rules) -> bool {
        // Most often the king has a step, and the rest need not be looked at.
        let (men, enemy) = (&self.men, self.men.of(!self.side));
        let king = men.king(self.side);
        let occupied = men.occupied() ^ king.bit();
        let mut steps = BitBoard(steps::king(king) & !men.of(self.side)).into_iter();
        if steps.any(|to| men.attackers_to(to, occupied) & enemy == 0) {
            return true;
        }
        let mut any = false;
        self.for_each_legal_under(rules, |_| any = true);
        any
    }

    /// Returns where the man on a square may go; nowhere if it is not a man of the side to move.
    pub fn legal_destinations(&self, from: Square) -> BitBoard {
        BitBoard(match self.side {
            Color::White => destinations::<true>(self, &Masks::new::<true>(self), from),
            Color::Black => destinations::<false>(self, &Masks::new::<false>(self), from),
        })
    }

    /// Returns where the side to move may drop a kind; nowhere if it holds none.
    pub fn legal_drops(&self, piece: Piece) -> BitBoard {
        if !self.reserves[self.side as usize].contains(piece) {
            return crate::bitboard::EMPTY;
        }
        let masks = self.masks();
        let squares = !masks.occupied & masks.check_mask;
        BitBoard(if piece == Piece::Pawn { squares & PAWN_DROPS } else { squares })
    }

    /// Works out checks and pins for the side to move.
    #[inline]
    pub(crate) fn masks(&self) -> Masks {
        match self.side {
            Color::White => Masks::new::<true>(self),
            Color::Black => Masks::new::<false>(self),
        }
    }
}

/// Takes the sets of moves and drops of one position.
///
/// The kind is a constant at each call, so a visitor whose methods are inlined is compiled for each kind.
pub(crate) trait Visitor {
    /// Takes the destinations of one man, at least one.
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard);
    /// Takes the squares where one kind can be dropped, at least one.
    fn drops(&mut self, piece: Piece, to: BitBoard);
}

impl<F: FnMut(MoveSet)> Visitor for F {
    #[inline]
    fn moves(&mut self, piece: Piece, from: Square, to: BitBoard) {
        self(MoveSet::Moves { piece, from, to });
    }

    #[inline]
    fn drops(&mut self, piece: Piece, to: BitBoard) {
        self(MoveSet::Drops { piece, to });
    }
}

/// Visits all legal moves and drops of the colour `WHITE` names, which must be to move.
#[inline]
pub(crate) fn visit_all<const WHITE: bool>(board: &Board, pawn_drops: u64, visitor: &mut impl Visitor) {
    let masks = Masks::new::<WHITE>(board);
    let mut put = |piece: Piece, from: Square, to: u64| {
        if to != 0 {
            visitor.moves(piece, from, BitBoard(to));
        }
    };
    put(Piece::King, masks.king, king_destinations::<WHITE>(board, &masks));
    if masks.check_mask == 0 {
        return;
    }
    let men = &board.men;
    let targets = !masks.own & masks.check_mask;

    let pawns = PawnTargets::new::<WHITE>(board, &masks);
    let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
    for from in BitBoard(men.pawns & masks.own) {
        let extra = if capturers & from.bit() != 0 { en_passant } else { 0 };
        put(Piece::Pawn, from, pawns.of::<WHITE>(from.bit()) | extra);
    }
    let pinned = masks.pin_diagonal | masks.pin_orthogonal;
    for from in BitBoard(men.knights & masks.own & !pinned) {
        put(Piece::Knight, from, steps::knight(from) & targets);
    }
    for from in BitBoard(men.diagonal & !men.orthogonal & masks.own & !masks.pin_orthogonal) {
        put(Piece::Bishop, from, diagonal_moves(&masks, from) & targets);
    }
    for from in BitBoard(men.orthogonal & !men.diagonal & masks.own & !masks.pin_diagonal) {
        put(Piece::Rook, from, orthogonal_moves(&masks, from) & targets);
    }
    for from in BitBoard(men.diagonal & men.orthogonal & masks.own) {
        put(Piece::Queen, from, queen_moves(&masks, from) & targets);
    }

    let reserve = board.reserves[color::<WHITE>() as usize];
    if !reserve.is_empty() {
        let squares = !masks.occupied & masks.check_mask;
        for piece in Piece::IN_RESERVE {
            let to = if piece == Piece::Pawn { squares & pawn_drops } else { squares };
            if reserve.contains(piece) && to != 0 {
                visitor.drops(piece, BitBoard(to));
            }
        }
    }
}

/// Counts all legal moves and drops of the colour `WHITE` names, which must be to move.
#[inline]
pub(crate) fn count<const WHITE: bool>(board: &Board) -> usize {
    let masks = Masks::new::<WHITE>(board);
    let mut tally = Tally::default();
    tally.add(king_destinations::<WHITE>(board, &masks));
    if masks.check_mask == 0 {
        return tally.total() as usize;
    }
    let men = &board.men;
    let targets = !masks.own & masks.check_mask;
    let mut more = 0;

    let pawns = PawnTargets::new::<WHITE>(board, &masks);
    tally.add(pawns.single | pawns.double);
    tally.add(pawns.west);
    tally.add(pawns.east);
    let promotes = last_rank::<WHITE>();
    if (pawns.single | pawns.west | pawns.east) & promotes != 0 {
        more += 3 * (pawns.single & promotes).count_ones();
        more += 3 * ((pawns.west & promotes).count_ones() + (pawns.east & promotes).count_ones());
    }
    if board.en_passant.is_some() {
        more += en_passant_moves::<WHITE>(board).1.count_ones();
    }

    let pinned = masks.pin_diagonal | masks.pin_orthogonal;
    for from in BitBoard(men.knights & masks.own & !pinned) {
        tally.add(steps::knight(from) & targets);
    }
    // A queen counts once among the diagonal and once among the orthogonal movers.
    let mut diagonal = men.diagonal & masks.own & !masks.pin_orthogonal;
    let mut orthogonal = men.orthogonal & masks.own & !masks.pin_diagonal;
    if board.rights.has_any(color::<WHITE>()) {
        // Early in a game many sliders are boxed in by own men. Sorting them out at once is quicker.
        diagonal &= diagonal_neighbours(!masks.own);
        orthogonal &= orthogonal_neighbours(!masks.own);
    }
    for from in BitBoard(diagonal & !masks.pin_diagonal) {
        tally.add(sliders::bishop(from, masks.occupied) & targets);
    }
    for from in BitBoard(diagonal & masks.pin_diagonal) {
        tally.add(sliders::bishop(from, masks.occupied) & targets & masks.pin_diagonal);
    }
    for from in BitBoard(orthogonal & !masks.pin_orthogonal) {
        tally.add(sliders::rook(from, masks.occupied) & targets);
    }
    for from in BitBoard(orthogonal & masks.pin_orthogonal) {
        tally.add(sliders::rook(from, masks.occupied) & targets & masks.pin_orthogonal);
    }

    let reserve = board.reserves[color::<WHITE>() as usize];
    if !reserve.is_empty() {
        let squares = !masks.occupied & masks.check_mask;
        let kinds = reserve.officer_kinds();
        if kinds != 0 {
            more += squares.count_ones() * kinds;
        }
        if reserve.contains(Piece::Pawn) {
            tally.add(squares & PAWN_DROPS);
        }
    }
    (tally.total() + more) as usize
}

/// Returns the squares that touch one of a set at a corner.
#[inline]
const fn diagonal_neighbours(set: u64) -> u64 {
    let (west, east) = (set & !FILE_A, set & !FILE_H);
    west << 7 | west >> 9 | east << 9 | east >> 7
}

/// Returns the squares that touch one of a set at a side.
#[inline]
const fn orthogonal_neighbours(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// Returns the legal destinations of the man on one square.
pub(crate) fn destinations<const WHITE: bool>(board: &Board, masks: &Masks, from: Square) -> u64 {
    let targets = !masks.own & masks.check_mask;
    if masks.own & from.bit() == 0 {
        return 0;
    }
    match board.men.piece_on(from) {
        None => 0,
        Some(Piece::King) => king_destinations::<WHITE>(board, masks),
        Some(Piece::Pawn) => {
            let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
            let extra = if capturers & from.bit() != 0 { en_passant } else { 0 };
            PawnTargets::new::<WHITE>(board, masks).of::<WHITE>(from.bit()) | extra
        }
        Some(Piece::Knight) if (masks.pin_diagonal | masks.pin_orthogonal) & from.bit() != 0 => 0,
        Some(Piece::Knight) => steps::knight(from) & targets,
        Some(Piece::Bishop) if masks.pin_orthogonal & from.bit() != 0 => 0,
        Some(Piece::Bishop) => diagonal_moves(masks, from) & targets,
        Some(Piece::Rook) if masks.pin_diagonal & from.bit() != 0 => 0,
        Some(Piece::Rook) => orthogonal_moves(masks, from) & targets,
        Some(Piece::Queen) => queen_moves(masks, from) & targets,
    }
}

/// Returns where the king may go, castling included.
#[inline(always)]
pub(crate) fn king_destinations<const WHITE: bool>(board: &Board, masks: &Masks) -> u64 {
    let steps = steps::king(masks.king) & !masks.own;
    if masks.checkers == 0 && board.rights.has_any(color::<WHITE>()) {
        let king_side = castling::candidate::<WHITE>(board, masks, Wing::KingSide);
        let queen_side = castling::candidate::<WHITE>(board, masks, Wing::QueenSide);
        let attacked = masks.attacked::<WHITE>(&board.men, steps | king_side.path | queen_side.path);
        let mut to = steps & !attacked;
        for castling in [king_side, queen_side] {
            if castling.path & attacked == 0 {
                to |= castling.to;
            }
        }
        to
    } else {
        steps & !masks.attacked::<WHITE>(&board.men, steps)
    }
}

/// Returns the square of a legal en passant capture and the pawns that may make it.
#[inline]
pub(crate) fn en_passant_moves<const WHITE: bool>(board: &Board) -> (u64, u64) {
    match board.legal_en_passant() {
        Some(target) => (target.bit(), en_passant_capturers::<WHITE>(&board.men, target)),
        None => (0, 0),
    }
}

/// Returns the attacks of a bishop that is not pinned on a rank or file, kept on its ray if it is pinned.
#[inline]
fn diagonal_moves(masks: &Masks, from: Square) -> u64 {
    let attacks = sliders::bishop(from, masks.occupied);
    if masks.pin_diagonal & from.bit() != 0 { attacks & masks.pin_diagonal } else { attacks }
}

/// Returns the attacks of a rook that is not pinned on a diagonal, kept on its ray if it is pinned.
#[inline]
fn orthogonal_moves(masks: &Masks, from: Square) -> u64 {
    let attacks = sliders::rook(from, masks.occupied);
    if masks.pin_orthogonal & from.bit() != 0 { attacks & masks.pin_orthogonal } else { attacks }
}

#[inline]
fn queen_moves(masks: &Masks, from: Square) -> u64 {
    if masks.pin_orthogonal & from.bit() != 0 {
        orthogonal_moves(masks, from)
    } else if masks.pin_diagonal & from.bit() != 0 {
        diagonal_moves(masks, from)
    } else {
        sliders::bishop(from, masks.occupied) | sliders::rook(from, masks.occupied)
    }
}

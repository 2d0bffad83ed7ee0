//! Both boards of a match, and moves that transfer captured pieces between them.

use alloc::vec::Vec;
use core::fmt;

use crate::board::key::{self, Key};
use crate::board::make::Capture;
use crate::board::{Board, BoardStatus, Frozen};
use crate::movegen::illegal::IllegalMove;
use crate::movegen::promotions::promote_across_boards;
use crate::movegen::ruled::Ruled;
use crate::movegen::{LegalMoves, MoveList};
use crate::notation::san::{MoveError, San, SanMismatch};
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::chess_move::BughouseMove;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::Reserve;
use crate::types::rules::{DropAggression, Rules};
use crate::types::seat::{BoardId, Seat};
use crate::types::square::{File, Square};

/// Both boards of a match, and the [`Rules`] that apply to them.
///
/// A captured piece keeps its color and goes to the reserve of that color on the other board, where the
/// capturer's partner plays. Positions are small and `Copy`: to undo a move, keep the copy from before it.
///
/// A position has no clocks, history or result. For those, use a [`Match`](crate::Match).
///
/// | to | use |
/// |---|---|
/// | create a position | [`Position::START`], [`new`](Position::new), [`with_rules`](Position::with_rules), `"A | B".parse()`, [`TwoBoards`](crate::TwoBoards) for strings with clocks |
/// | list legal moves and drops | [`legal_moves`](Position::legal_moves), [`moves`](Position::moves) to select or count some |
/// | check one move | [`is_legal`](Position::is_legal), [`why_illegal`](Position::why_illegal); of [`board(id)`](Position::board): `gives_check`, `is_capture`, `piece_of` |
/// | make a move | [`play`](Position::play), [`play_unchecked`](Position::play_unchecked) for generated moves |
/// | see whether a board is over | [`status`](Position::status), [`is_checkmate`](Position::is_checkmate), [`frozen`](Position::frozen), [`freeing_captures`](Position::freeing_captures) |
/// | look at it | [`board`](Position::board), [`boards`](Position::boards), [`rules`](Position::rules), [`to_move`](Position::to_move), [`reserve`](Position::reserve), [`count_pieces`](Position::count_pieces), [`restorable_rights`](Position::restorable_rights) |
/// | change it other than by a move | [`board_mut`](Position::board_mut) |
/// | write and parse moves | [`read_uci`](Position::read_uci), [`san`](Position::san), [`read_san`](Position::read_san), [`resolve`](Position::resolve) |
/// | store and look up | [`hash`](Position::hash), [`key`](Position::key) |
///
/// ```
/// use bughouse_chess::{Board, BoardId, Piece, Position, Rules, Seat};
///
/// let mut position = Position::new(Board::START, Board::START, Rules::fics());
/// for mv in ["e2e4", "d7d5"] {
///     position.play(BoardId::A, mv.parse()?)?;
/// }
/// let before = position;
/// let played = position.play(BoardId::A, "e4d5".parse()?)?;
/// assert_eq!(played.transfer, Some((Seat::BLACK_B, Piece::Pawn)));
/// assert_eq!(position.reserve(Seat::BLACK_B).count(Piece::Pawn), 1);
/// position = before;
/// assert!(position.reserve(Seat::BLACK_B).is_empty());
///
/// // As a string, it is both boards in BFEN, without the rules. `==` compares the rules, too.
/// assert_eq!(position.to_string().parse::<Position>()?.boards(), position.boards());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    pub(crate) boards: [Board; 2],
    /// By board: rights whose rook was captured on its home square. Under some rules, dropping a rook there
    /// restores them.
    pub(crate) restorable: [CastleRights; 2],
    rules: Rules,
}

/// What a half-move captured and transferred.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Transfer {
    /// The captured piece.
    pub capture: Option<Capture>,
    /// The piece that a seat received for it.
    pub transfer: Option<(Seat, Piece)>,
    /// The seat that received the pawn, if a promotion takes its piece from the other board or discards the
    /// pawn.
    pub pawn_to: Option<Seat>,
    /// `true` if a piece was lost because the reserve was full. That takes more pieces than two sets have.
    pub is_lost: bool,
}

/// The data needed to undo a move on a board, in addition to the transfer. It is smaller than a whole
/// position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Undo {
    /// The board before the move.
    pub(crate) board: Board,
    pub(crate) restorable: CastleRights,
}

impl Position {
    /// The starting position of both boards, under the standard rules. [`Position::default`] returns it, too.
    pub const START: Position = Position::new(Board::START, Board::START, Rules::standard());

    /// Creates a position from two boards, without restorable rights.
    pub const fn new(board_a: Board, board_b: Board, rules: Rules) -> Position {
        Position { boards: [board_a, board_b], restorable: [CastleRights::NONE; 2], rules }
    }

    /// Returns the same position under other rules.
    ///
    /// Restorable castling rights are kept if the rules let a [dropped rook castle](Rules::dropped_rook_castles).
    pub fn with_rules(mut self, rules: Rules) -> Position {
        self.rules = rules;
        if !rules.dropped_rook_castles {
            self.restorable = [CastleRights::NONE; 2];
        }
        self
    }

    /// Returns the rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns one board. Its legal moves follow the rules of the position.
    #[inline]
    pub fn board(&self, id: BoardId) -> Ruled<'_> {
        Ruled::of_position(&self.boards[id as usize], &self.boards[id.other() as usize], &self.rules)
    }

    /// Returns both boards, A first.
    #[inline]
    pub const fn boards(&self) -> &[Board; 2] {
        &self.boards
    }

    /// Returns a mutable reference to a board, to change it other than by a move: for example, to lend a
    /// piece.
    #[inline]
    pub fn board_mut(&mut self, id: BoardId) -> &mut Board {
        &mut self.boards[id as usize]
    }

    /// Returns the seat to move on a board.
    #[inline]
    pub fn to_move(&self, id: BoardId) -> Seat {
        Seat { board: id, color: self.boards[id as usize].side_to_move() }
    }

    /// Returns the reserve of a seat.
    #[inline]
    pub fn reserve(&self, seat: Seat) -> Reserve {
        self.boards[seat.board as usize].reserve(seat.color)
    }

    /// Returns the restorable rights on a board: the castling rights that come back if a rook is dropped on
    /// its home square. Only some rules have them, and a new position has none.
    #[inline]
    pub fn restorable_rights(&self, id: BoardId) -> CastleRights {
        self.restorable[id as usize]
    }

    /// Returns a hash of both boards. Equal positions have equal hashes. It may change between versions.
    #[inline]
    pub fn hash(&self) -> u64 {
        // An odd rotation: otherwise equal boards would cancel out half of the bits.
        self.board_hash(BoardId::A) ^ self.board_hash(BoardId::B).rotate_left(17)
    }

    /// Returns the hash of a board, including its restorable rights.
    #[inline]
    pub(crate) fn board_hash(&self, id: BoardId) -> u64 {
        let (board, restorable) = (&self.boards[id as usize], self.restorable[id as usize]);
        if restorable.is_empty() { board.hash() } else { board.hash() ^ restorable_key(restorable) }
    }

    /// Returns the key v1 of both boards, in either order. It doesn't cover restorable rights.
    pub fn key(&self) -> Key {
        let [a, b] = self.boards();
        Key::of_both(a.key(), b.key())
    }

    /// Returns `true` if a move is a promotion that affects the other board.
    #[inline]
    pub(crate) fn promotes_across_boards(&self, id: BoardId, mv: BughouseMove) -> bool {
        !self.rules.promotion.is_standard() && self.boards[id as usize].reaches_last_rank(mv)
    }

    /// Returns the number of pieces of a color and type on both boards and in all reserves. Promoted pieces
    /// count as pawns.
    ///
    /// Moves don't change this number, unless captured promoted pieces [stay](crate::Promotion::Stays)
    /// promoted.
    pub fn count_pieces(&self, color: Color, piece: Piece) -> u32 {
        self.boards.iter().map(|board| board.count_pieces(color, piece)).sum()
    }

    /// Returns the legal moves and drops on a board.
    ///
    /// ```
    /// use bughouse_chess::{Board, BoardId, Position, Promotion, Rules};
    ///
    /// let a: Board = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1".parse()?;
    /// let b: Board = "4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1".parse()?;
    /// let rules = Rules::default().promotion(Promotion::Steal);
    /// let moves = Position::new(a, b, rules).legal_moves(BoardId::A);
    /// // Five moves of the king, and a queen from either square of the other board.
    /// assert_eq!(moves.len(), 7);
    /// assert!(moves.contains("a7a8qb1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self, id: BoardId) -> MoveList {
        self.board(id).legal_moves()
    }

    /// Returns the legal moves and drops on a board, to narrow them down by piece, destination, captures or drops, and
    /// then to list or count them.
    #[inline]
    pub fn moves(&self, id: BoardId) -> LegalMoves<'_> {
        self.board(id).moves()
    }

    /// Returns `true` if a move or drop on a board is legal.
    #[inline]
    pub fn is_legal(&self, id: BoardId, mv: BughouseMove) -> bool {
        self.board(id).is_legal(mv)
    }

    /// Returns the reason why a move or drop on a board is illegal, or `None` if it is legal.
    pub fn why_illegal(&self, id: BoardId, mv: BughouseMove) -> Option<IllegalMove> {
        self.board(id).why_illegal(mv)
    }

    /// Returns a legal move on a board in SAN, with the least disambiguation and the right check sign. See
    /// [`Ruled::san`].
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn san(&self, id: BoardId, mv: BughouseMove) -> Result<San, IllegalMove> {
        self.board(id).san(mv)
    }

    /// Parses a legal move on a board in standard SAN, see [`Board::read_san`].
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason why there is no such legal move.
    pub fn read_san(&self, id: BoardId, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.board(id).read_san(text)
    }

    /// Parses a legal UCI move on a board, see [`Ruled::read_uci`].
    ///
    /// # Errors
    /// Points at the part that is not a move, or returns the reason if the move is illegal.
    pub fn read_uci(&self, id: BoardId, text: impl AsRef<[u8]>) -> Result<BughouseMove, MoveError> {
        self.board(id).read_uci(text)
    }

    /// Finds the move on a board for a SAN move.
    ///
    /// # Errors
    /// Returns why there is no such legal move under the rules, or the pieces that could make it.
    #[inline]
    pub fn resolve(&self, id: BoardId, san: &San) -> Result<BughouseMove, SanMismatch> {
        self.board(id).resolve(san)
    }

    /// Plays a legal move or drop on a board and transfers the captured piece.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The position is unchanged.
    #[inline]
    pub fn play(&mut self, id: BoardId, mv: BughouseMove) -> Result<Transfer, IllegalMove> {
        if self.is_legal(id, mv) {
            Ok(self.play_unchecked(id, mv))
        } else {
            Err(self.board(id).reason_against(mv))
        }
    }

    /// Plays a move or drop that is known to be legal, such as one from [`Position::legal_moves`].
    ///
    /// Use this in engines. An illegal move doesn't panic, but leaves boards that no game can reach.
    #[inline]
    pub fn play_unchecked(&mut self, id: BoardId, mv: BughouseMove) -> Transfer {
        let mut transfer = Transfer::default();
        if let Some(piece) = self.boards[id as usize].piece_of(mv) {
            self.play_as::<false>(id, piece, mv, &mut transfer);
        }
        transfer
    }

    /// Plays a legal move of a piece of a known type, and writes the transfer to `transfer`. With `STANDARD`,
    /// the rules of one board are the standard ones.
    ///
    /// The transfer is written in place: usually it is empty, which is a single word.
    #[inline(always)]
    pub(crate) fn play_as<const STANDARD: bool>(
        &mut self,
        id: BoardId,
        piece: Piece,
        mv: BughouseMove,
        transfer: &mut Transfer,
    ) {
        let mover = self.to_move(id);
        let other = !STANDARD && self.promotes_across_boards(id, mv);
        let board = &mut self.boards[id as usize];
        let (rights, king) = (board.rights, board.king_square(mover.color));
        let capture = if other {
            let [a, b] = &mut self.boards;
            let (own, other) = if id == BoardId::A { (a, b) } else { (b, a) };
            promote_across_boards(own, other, mv)
        } else {
            board.make(piece, mv)
        };
        *transfer = Transfer::default();
        if let Some(capture) = capture {
            transfer.capture = Some(capture);
            self.add_to_receiver(mover.partner(), capture.transferred_under(&self.rules), transfer);
        }
        if other {
            self.give_pawn(mover.diagonal(), transfer);
        }
        if self.rules.dropped_rook_castles {
            let changed = rights != self.boards[id as usize].rights;
            if changed || !self.restorable[id as usize].is_empty() {
                let king_moved = matches!(mv, BughouseMove::Regular(mv) if mv.source() == king);
                self.keep_restorable_rights(mover, mv, rights, king_moved);
            }
        }
    }

    /// Undoes the last move on a board: restores the board and takes back the transferred piece. Other
    /// changes that a promotion made on the other board are not undone.
    #[inline(always)]
    pub(crate) fn take_back(&mut self, id: BoardId, undo: &Undo, transfer: &Transfer) {
        self.boards[id as usize] = undo.board;
        self.restorable[id as usize] = undo.restorable;
        if let Some((receiver, piece)) = transfer.transfer {
            let board = &mut self.boards[receiver.board as usize];
            let taken = board.change_reserve(receiver.color, piece, Reserve::remove);
            debug_assert_eq!(taken, Ok(()));
        }
    }

    /// Adds a captured piece to its receiver's reserve.
    #[inline]
    fn add_to_receiver(&mut self, receiver: Seat, piece: Piece, transfer: &mut Transfer) {
        let board = &mut self.boards[receiver.board as usize];
        transfer.transfer = Some((receiver, piece));
        transfer.is_lost |= board.try_add_to_reserve(receiver.color, piece).is_err();
    }

    /// Adds the pawn of a non-standard promotion to its receiver's reserve.
    #[cold]
    fn give_pawn(&mut self, receiver: Seat, transfer: &mut Transfer) {
        let board = &mut self.boards[receiver.board as usize];
        transfer.pawn_to = Some(receiver);
        transfer.is_lost |= board.try_add_to_reserve(receiver.color, Piece::Pawn).is_err();
    }

    /// Saves castling rights whose rook was captured on its home square, and restores one when a rook is
    /// dropped there. A king that moves loses them, even if it castles onto its own square.
    #[cold]
    fn keep_restorable_rights(
        &mut self,
        mover: Seat,
        mv: BughouseMove,
        before: CastleRights,
        king_moved: bool,
    ) {
        let us = mover.color;
        let (board, restorable) =
            (&mut self.boards[mover.board as usize], &mut self.restorable[mover.board as usize]);
        let home = |file: File| Square::new(file, us.back_rank());
        for castling_side in CastlingSide::ALL {
            match (before.rook_file(!us, castling_side), board.rights.has(!us, castling_side)) {
                (Some(file), false) => restorable.set(!us, castling_side, Some(file)),
                _ if king_moved => restorable.set(us, castling_side, None),
                _ => {}
            }
            if let BughouseMove::Drop { piece: Piece::Rook, square } = mv
                && let Some(file) = restorable.rook_file(us, castling_side)
                && home(file) == square
            {
                restorable.set(us, castling_side, None);
                board.grant_castle_right(us, castling_side, file);
            }
        }
    }

    /// Returns the status of a board for the side to move.
    pub fn status(&self, id: BoardId) -> BoardStatus {
        self.board(id).status()
    }

    /// Returns `true` if the side to move on a board is checkmated. This is fast if it isn't in check.
    pub fn is_checkmate(&self, id: BoardId) -> bool {
        self.board(id).is_checkmate()
    }

    /// Returns what would help the side to move on a board if it is frozen: in check without a legal move or
    /// drop, while a piece from its partner could end the check.
    pub fn frozen(&self, id: BoardId) -> Option<Frozen> {
        self.board(id).frozen()
    }

    /// Returns the captures on the other board that would free the side to move on a board.
    ///
    /// The list is empty if that side isn't frozen or its partner isn't to move.
    ///
    /// ```
    /// use bughouse_chess::{BoardId, Position};
    ///
    /// // On board A, Black is in check from e8. On board B, its partner can take a knight.
    /// let position: Position =
    ///     "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1 | 4k3/8/3n4/4P3/8/8/8/4K3[] w - - 0 1".parse()?;
    /// assert_eq!(position.freeing_captures(BoardId::A), ["e5d6".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn freeing_captures(&self, id: BoardId) -> Vec<BughouseMove> {
        let Some(help) = self.frozen(id) else { return Vec::new() };
        if self.to_move(id.other()) != self.to_move(id).partner() {
            return Vec::new();
        }
        let frees = |mv: &BughouseMove| {
            let mut after = *self;
            let transfer = after.play_unchecked(id.other(), *mv);
            transfer.transfer.is_some_and(|(_, piece)| help.helps(piece))
                && (self.rules.drops == DropAggression::MateAllowed || after.moves(id).any())
        };
        self.legal_moves(id.other()).into_iter().filter(frees).collect()
    }
}

/// Returns the hash key of restorable rights.
#[cold]
fn restorable_key(restorable: CastleRights) -> u64 {
    let rights = Color::ALL
        .into_iter()
        .flat_map(|color| CastlingSide::ALL.map(|castling_side| (color, castling_side)));
    rights
        .filter_map(|(color, castling_side)| {
            Some(key::castling(color, restorable.rook_file(color, castling_side)?))
        })
        // Rotated, to differ from the key of the same right in use.
        .fold(0, |keys, key| keys ^ key.rotate_left(1))
}

/// Writes both boards as BFEN, the restorable rights, and the rules if they aren't the standard ones.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.boards;
        write!(f, "Position({a} | {b}")?;
        for id in BoardId::ALL.into_iter().filter(|&id| !self.restorable[id as usize].is_empty()) {
            write!(f, ", restorable on {id}: {}", self.restorable[id as usize])?;
        }
        match Rules::PRESETS.iter().find(|(_, rules)| *rules == self.rules) {
            _ if self.rules == Rules::standard() => {}
            Some((name, _)) => write!(f, ", rules: {name}")?,
            None => write!(f, ", {:?}", self.rules)?,
        }
        f.write_str(")")
    }
}

//! The board type: one valid position with both reserves.

pub(crate) mod builder;
pub(crate) mod castling;
pub(crate) mod chess960;
pub(crate) mod key;
pub(crate) mod make;
pub(crate) mod packed;
pub(crate) mod placement;
mod status;
pub(crate) mod violations;

use core::hash::{Hash, Hasher};

pub use crate::board::builder::CastleClaim;
pub use crate::board::packed::{PackError, UnpackError};
pub use crate::board::status::{BoardStatus, Frozen};
pub use crate::types::castle_rights::CastleRights;

use crate::board::builder::MAX_PIECES;
use crate::board::placement::Placement;
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::reserve::{Reserve, ReserveError};
use crate::types::square::{File, Square};

/// A valid position on one board, with both reserves.
///
/// Boards are small and `Copy`: to undo a move, keep the copy from before it.
///
/// | to | use |
/// |---|---|
/// | create a board | [`Board::START`], `"...".parse()`, [`Board::read`], [`Board::chess960`], [`BoardBuilder`](crate::BoardBuilder) |
/// | list legal moves and drops | [`legal_moves`](Board::legal_moves), [`moves`](Board::moves) to select or count some |
/// | check one move | [`is_legal`](Board::is_legal), [`why_illegal`](Board::why_illegal), [`gives_check`](Board::gives_check), [`is_capture`](Board::is_capture), [`piece_of`](Board::piece_of), [`castling_side`](Board::castling_side) |
/// | make a move | [`play`](Board::play), [`after_unchecked`](Board::after_unchecked) and [`play_unchecked`](Board::play_unchecked) for generated moves, [`null_move`](Board::null_move) |
/// | see whether it is over | [`status`](Board::status), [`is_checkmate`](Board::is_checkmate), [`is_stalemate`](Board::is_stalemate), [`is_frozen`](Board::is_frozen), [`frozen`](Board::frozen) |
/// | find pieces | [`all_pieces`](Board::all_pieces), [`piece_on`](Board::piece_on), [`color_on`](Board::color_on), [`pieces`](Board::pieces), [`colored_pieces`](Board::colored_pieces), [`count_pieces`](Board::count_pieces), [`is_promoted`](Board::is_promoted), [`king_square`](Board::king_square), [`us`](Board::us), [`them`](Board::them), [`combined`](Board::combined), [`color_combined`](Board::color_combined) |
/// | find attacks | [`checkers`](Board::checkers), [`in_check`](Board::in_check), [`pinned`](Board::pinned), [`attackers_to`](Board::attackers_to), and the functions in [`attacks`](crate::attacks) |
/// | use reserves | [`reserve`](Board::reserve), [`reserves`](Board::reserves), [`try_add_to_reserve`](Board::try_add_to_reserve), [`remove_from_reserve`](Board::remove_from_reserve) |
/// | read other state | [`side_to_move`](Board::side_to_move), [`castle_rights`](Board::castle_rights), [`en_passant`](Board::en_passant), [`legal_en_passant`](Board::legal_en_passant), [`en_passant_as`](Board::en_passant_as), [`promoted`](Board::promoted), [`halfmove_clock`](Board::halfmove_clock), [`fullmove_number`](Board::fullmove_number) |
/// | write and parse positions | [`to_bfen`](Board::to_bfen), [`to_fen`](Board::to_fen), `to_feen` and `read_feen` with the feature `feen`, [`read`](Board::read), [`text`](Board::text), [`text_with_clocks`](Board::text_with_clocks) |
/// | write and parse moves | [`san`](Board::san), [`read_san`](Board::read_san), [`read_uci`](Board::read_uci), [`uci_chess960`](Board::uci_chess960), [`normalize_castling`](Board::normalize_castling) |
/// | store and look up | [`hash`](Board::hash), [`key`](Board::key), [`pack`](Board::pack) |
/// | apply other rules | [`with_rules`](Board::with_rules) |
///
/// Two boards are equal if everything is equal, counters included. The [hash](Board::hash) covers only what
/// matters for play and leaves the counters out.
///
/// ```
/// use bughouse_chess::{Board, BughouseMove};
///
/// let mut board: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1".parse()?;
/// let before = board;
/// board.play("N@f3".parse::<bughouse_chess::San>()?.resolve(&board)?)?;
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBNR[] b KQkq - 1 1");
/// board = before;
/// # let _ = board;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Board {
    pub(crate) placement: Placement,
    pub(crate) hash: u64,
    pub(crate) reserves: [Reserve; 2],
    pub(crate) rights: CastleRights,
    /// The file of the double push, if the last move was one.
    pub(crate) double_push: Option<File>,
    /// The same file, if the side to move can legally capture en passant. Its key is part of the hash.
    pub(crate) en_passant: Option<File>,
    pub(crate) side: Color,
    pub(crate) halfmoves: u32,
    pub(crate) fullmoves: u32,
}

// Engines copy boards for every move.
const _: () = assert!(size_of::<Board>() == 104);

/// When to report or write the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassant {
    /// After every double push.
    #[default]
    Always,
    /// If a pawn could capture there, even if that pawn is pinned.
    PseudoLegal,
    /// If capturing there is legal.
    Legal,
}

impl Board {
    /// The starting position, with empty reserves. [`Board::default`] returns it, too.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// assert_eq!(Board::START.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
    /// assert_eq!(Board::START.moves().count(), 20);
    /// ```
    pub const START: Board = Board {
        placement: Placement::START,
        hash: key::start_hash(),
        reserves: [Reserve::new(); 2],
        rights: CastleRights::ALL,
        double_push: None,
        en_passant: None,
        side: Color::White,
        halfmoves: 0,
        fullmoves: 1,
    };

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns all occupied squares.
    #[inline]
    pub fn combined(&self) -> BitBoard {
        BitBoard(self.placement.occupied())
    }

    /// Returns the squares of one color's pieces.
    #[inline]
    pub fn color_combined(&self, color: Color) -> BitBoard {
        BitBoard(self.placement.of(color))
    }

    /// Returns the squares of all pieces of one type, both colors.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        BitBoard(self.placement.kind(piece))
    }

    /// Returns the squares of one color's pieces of one type.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> BitBoard {
        BitBoard(self.placement.kind(piece) & self.placement.of(color))
    }

    /// Returns the squares of the pieces of the side to move.
    #[inline]
    pub fn us(&self) -> BitBoard {
        self.color_combined(self.side)
    }

    /// Returns the squares of the opponent's pieces.
    #[inline]
    pub fn them(&self) -> BitBoard {
        self.color_combined(!self.side)
    }

    /// Iterates over all pieces on the board, from a1 to h8.
    ///
    /// ```
    /// use bughouse_chess::{Board, Color, Piece, Square};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1".parse()?;
    /// let rooks: Vec<Square> = board
    ///     .all_pieces()
    ///     .filter(|&(_, piece, color)| (piece, color) == (Piece::Rook, Color::White))
    ///     .map(|(square, ..)| square)
    ///     .collect();
    /// assert_eq!(rooks, [Square::H1]);
    /// assert_eq!(board.all_pieces().count(), 3);
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece, Color)> + Clone + '_ {
        let piece_at = |square| Some((square, self.piece_on(square)?, self.color_on(square)?));
        self.combined().into_iter().filter_map(piece_at)
    }

    /// Returns the square of a color's king.
    #[inline]
    pub fn king_square(&self, color: Color) -> Square {
        self.placement.king(color)
    }

    /// Returns the type of the piece on a square, or `None` if the square is empty.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.placement.piece_on(square)
    }

    /// Returns the color of the piece on a square, or `None` if the square is empty.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.placement.color_on(square)
    }

    /// Returns the castling rights of both colors.
    #[inline]
    pub fn castle_rights(&self) -> CastleRights {
        self.rights
    }

    /// Returns the square that a pawn skipped if the last move was a double push, or `None` otherwise.
    ///
    /// This is the square FEN names: e3 after 1. e4, whether or not a capture is possible there.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.double_push.map(|file| Square::new(file, (!self.side).passed_rank()))
    }

    /// Returns the en passant square if a capture on it is legal.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.map(|file| Square::new(file, (!self.side).passed_rank()))
    }

    /// Returns the en passant square if it exists in the given sense.
    pub fn en_passant_as(&self, which: EnPassant) -> Option<Square> {
        match which {
            EnPassant::Always => self.en_passant(),
            EnPassant::PseudoLegal => self.en_passant().filter(|&target| {
                let ready = crate::attacks::pawn(target, !self.side).0;
                ready & self.placement.pawns & self.placement.of(self.side) != 0
            }),
            EnPassant::Legal => self.legal_en_passant(),
        }
    }

    /// Returns the pieces that give check to the side to move.
    ///
    /// ```
    /// use bughouse_chess::{Board, Square};
    ///
    /// let board: Board = "4k3/8/8/8/1b6/8/3P4/4K2R w - - 0 1".parse()?;
    /// assert!(board.checkers().is_empty());
    /// assert_eq!(board.pinned(), Square::D2.bitboard());
    /// assert_eq!(board.attackers_to(Square::H8), Square::H1.bitboard());
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.attackers_to(self.king_square(self.side)) & self.them()
    }

    /// Returns `true` if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns the pieces of the side to move that are pinned to their king.
    pub fn pinned(&self) -> BitBoard {
        let masks = self.masks();
        BitBoard((masks.pin_diagonal | masks.pin_orthogonal) & masks.own)
    }

    /// Returns the reserves of White and Black. Index them with [`Color::to_index`].
    #[inline]
    pub fn reserves(&self) -> &[Reserve; 2] {
        &self.reserves
    }

    /// Returns the reserve of one color.
    #[inline]
    pub fn reserve(&self, color: Color) -> Reserve {
        self.reserves[color as usize]
    }

    /// Returns the squares of promoted pawns.
    #[inline]
    pub fn promoted(&self) -> BitBoard {
        BitBoard(self.placement.promoted)
    }

    /// Returns `true` if the piece on a square is a promoted pawn.
    #[inline]
    pub fn is_promoted(&self, square: Square) -> bool {
        self.placement.promoted & square.bit() != 0
    }

    /// Returns the number of half-moves since the last capture or pawn move. A drop is neither.
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the same board with another half-move clock, for game files that count it differently.
    #[inline]
    pub const fn with_halfmove_clock(mut self, halfmoves: u32) -> Board {
        self.halfmoves = halfmoves;
        self
    }

    /// Returns the same board with another move number. The first move is number 1.
    #[inline]
    pub const fn with_fullmove_number(mut self, number: u32) -> Board {
        self.fullmoves = if number == 0 { 1 } else { number };
        self
    }

    /// Returns the move number, which starts at 1 and increases after Black's move.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// Returns the pieces of both colors that attack a square.
    #[inline]
    pub fn attackers_to(&self, square: Square) -> BitBoard {
        BitBoard(self.placement.attackers_to(square, self.placement.occupied()))
    }

    /// Returns the number of pieces a color has on the board and in reserve.
    pub fn count_of(&self, color: Color) -> u32 {
        self.placement.of(color).count_ones() + self.reserves[color as usize].total()
    }

    /// Adds a piece to a color's reserve, as when the partner captures one.
    ///
    /// ```
    /// use bughouse_chess::{Board, Color, Piece};
    ///
    /// let mut board = Board::START;
    /// board.try_add_to_reserve(Color::White, Piece::Knight)?;
    /// assert_eq!(board.reserve(Color::White).count(Piece::Knight), 1);
    /// assert!(board.try_add_to_reserve(Color::White, Piece::King).is_err());
    /// # Ok::<(), bughouse_chess::ReserveError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the piece is a king, or if the color already has 32 pieces, whatever limit the board was
    /// built with. The board is unchanged.
    pub fn try_add_to_reserve(&mut self, color: Color, piece: Piece) -> Result<(), ReserveError> {
        if self.count_of(color) >= MAX_PIECES && piece != Piece::King {
            return Err(ReserveError::TooManyPieces(color));
        }
        self.change_reserve(color, piece, Reserve::add)
    }

    /// Returns the number of pieces of a color and type on the board and in reserve. Promoted pieces count as
    /// pawns.
    pub fn count_pieces(&self, color: Color, piece: Piece) -> u32 {
        let own = self.placement.of(color);
        let (kind, promoted) = (self.placement.kind(piece) & own, self.placement.promoted & own);
        let held = u32::from(self.reserve(color).count(piece));
        match piece {
            Piece::Pawn => held + (kind | promoted).count_ones(),
            _ => held + (kind & !promoted).count_ones(),
        }
    }

    /// Removes a piece from a color's reserve without dropping it.
    ///
    /// # Errors
    /// Fails if the reserve has no piece of this type. The board is unchanged.
    pub fn remove_from_reserve(&mut self, color: Color, piece: Piece) -> Result<(), ReserveError> {
        self.change_reserve(color, piece, Reserve::remove)
    }

    /// Adds or removes a piece in a color's reserve, without checking the piece limit.
    #[inline]
    pub(crate) fn change_reserve(
        &mut self,
        color: Color,
        piece: Piece,
        change: fn(&mut Reserve, Piece) -> Result<(), ReserveError>,
    ) -> Result<(), ReserveError> {
        let reserve = &mut self.reserves[color as usize];
        let before = reserve.count(piece);
        change(reserve, piece)?;
        self.hash ^= key::reserve(color, piece, before) ^ key::reserve(color, piece, reserve.count(piece));
        Ok(())
    }

    /// Gives a color the right to castle with the rook on a file, which must be in place.
    pub(crate) fn grant_castle_right(&mut self, color: Color, castling_side: CastlingSide, file: File) {
        self.rights.set(color, castling_side, Some(file));
        self.hash ^= key::castling(color, file);
    }

    /// Returns the board after passing the turn, or `None` if the side to move is in check.
    ///
    /// ```
    /// use bughouse_chess::{Board, Color};
    ///
    /// let passed = Board::START.null_move().unwrap();
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// ```
    pub fn null_move(&self) -> Option<Board> {
        if self.in_check() {
            return None;
        }
        Some(self.after_pass())
    }

    /// Returns the file of the double push if the side to move can legally capture en passant.
    #[inline]
    pub(crate) fn find_legal_en_passant(&self) -> Option<File> {
        let target = self.en_passant()?;
        let capturers = self.placement.en_passant_capturers(self.side, target);
        self.double_push.filter(|_| capturers != 0)
    }
}

/// The starting position, with empty reserves.
impl Default for Board {
    #[inline]
    fn default() -> Board {
        Board::START
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

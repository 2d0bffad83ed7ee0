//! An unvalidated position, and the validation that turns it into a [`Board`].

use alloc::vec::Vec;

use crate::board::Board;
use crate::board::placement::Placement;
use crate::board::violations::{InvalidBoard, Violation};
use crate::types::bitboard::BitBoard;
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::color::Color;
use crate::types::leniency::Leniencies;
use crate::types::piece::Piece;
use crate::types::read_options::{Material, ReadOptions};
use crate::types::reserve::Reserve;
use crate::types::square::{File, Rank, Square};

/// The most pieces of one color on a board and in its reserve: two full sets.
pub(crate) const MAX_PIECES: u32 = 32;

/// A position that may be illegal: any pieces anywhere, nothing validated.
///
/// [`BoardBuilder::build`] validates it and lists every violation.
///
/// ```
/// use bughouse_chess::{BoardBuilder, Violation, Color, Piece, Square};
///
/// let mut builder = BoardBuilder::new();
/// builder.piece(Square::E1, Piece::King, Color::White);
/// let invalid = builder.build().unwrap_err();
/// assert_eq!(invalid.violations(), [Violation::NoKing(Color::Black)]);
/// builder.piece(Square::E8, Piece::King, Color::Black);
/// assert_eq!(builder.build().unwrap().to_string(), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BoardBuilder {
    pub(crate) placement: Placement,
    pub(crate) reserves: [Reserve; 2],
    pub(crate) side: Color,
    pub(crate) claims: [CastleClaims; 2],
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmoves: u32,
    pub(crate) fullmoves: u32,
}

/// The castling rights claimed for one color: by side (`KQ`, the outermost rook) and by file (`HA`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct CastleClaims {
    /// Bit 0 for kingside, bit 1 for queenside.
    pub(crate) castling_sides: u8,
    /// One bit for each file.
    pub(crate) files: u8,
}

/// A claim of a castling right, as X-FEN or Shredder-FEN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastleClaim {
    /// The outermost rook on one side of the king, `K` or `Q`.
    CastlingSide(CastlingSide),
    /// The rook on a file, `A` to `H`.
    File(File),
}

impl CastleClaim {
    /// Returns the letter that claims the right for a color.
    pub(crate) const fn letter(self, color: Color) -> u8 {
        let letter = match self {
            CastleClaim::CastlingSide(CastlingSide::KingSide) => b'K',
            CastleClaim::CastlingSide(CastlingSide::QueenSide) => b'Q',
            CastleClaim::File(file) => b'A' + file as u8,
        };
        match color {
            Color::White => letter,
            Color::Black => letter | 0x20,
        }
    }
}

impl BoardBuilder {
    /// Creates an empty board with White to move, no castling rights and empty reserves, on move 1.
    pub const fn new() -> BoardBuilder {
        BoardBuilder {
            placement: Placement::EMPTY,
            reserves: [Reserve::new(); 2],
            side: Color::White,
            claims: [CastleClaims { castling_sides: 0, files: 0 }; 2],
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Puts a piece on a square and replaces the one that was there.
    pub fn piece(&mut self, square: Square, piece: Piece, color: Color) -> &mut BoardBuilder {
        self.placement.clear(square.bit());
        self.placement.add(color, piece, square.bit());
        self
    }

    /// Empties a square.
    pub fn clear_square(&mut self, square: Square) -> &mut BoardBuilder {
        self.placement.clear(square.bit());
        self
    }

    /// Marks the piece on a square as a promoted pawn, or removes the marker.
    pub fn promoted(&mut self, square: Square, promoted: bool) -> &mut BoardBuilder {
        self.placement.promoted &= !square.bit();
        self.placement.promoted |= if promoted { square.bit() } else { 0 };
        self
    }

    /// Sets a color's reserve.
    pub fn reserve(&mut self, color: Color, reserve: Reserve) -> &mut BoardBuilder {
        self.reserves[color as usize] = reserve;
        self
    }

    /// Sets the side to move.
    pub fn side_to_move(&mut self, color: Color) -> &mut BoardBuilder {
        self.side = color;
        self
    }

    /// Claims a castling right.
    pub fn castle_right(&mut self, color: Color, claim: CastleClaim) -> &mut BoardBuilder {
        let claims = &mut self.claims[color as usize];
        match claim {
            CastleClaim::CastlingSide(castling_side) => claims.castling_sides |= 1 << castling_side as u8,
            CastleClaim::File(file) => claims.files |= 1 << file as u8,
        }
        self
    }

    /// Removes all claims of castling rights.
    pub fn no_castle_rights(&mut self) -> &mut BoardBuilder {
        self.claims = Default::default();
        self
    }

    /// Sets the en passant square: the one that a double push skipped.
    pub fn en_passant(&mut self, square: Option<Square>) -> &mut BoardBuilder {
        self.en_passant = square;
        self
    }

    /// Sets the number of half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&mut self, halfmoves: u32) -> &mut BoardBuilder {
        self.halfmoves = halfmoves;
        self
    }

    /// Sets the move number.
    pub fn fullmove_number(&mut self, fullmoves: u32) -> &mut BoardBuilder {
        self.fullmoves = fullmoves;
        self
    }

    /// Returns the piece on a square and its color.
    pub fn get(&self, square: Square) -> Option<(Piece, Color)> {
        self.placement.piece_on(square).zip(self.placement.color_on(square))
    }

    /// Returns `true` if the piece on a square is marked as a promoted pawn.
    pub fn is_promoted(&self, square: Square) -> bool {
        self.placement.promoted & square.bit() != 0
    }

    /// Returns a color's reserve.
    pub fn get_reserve(&self, color: Color) -> Reserve {
        self.reserves[color as usize]
    }

    /// Returns the side to move.
    pub fn get_side_to_move(&self) -> Color {
        self.side
    }

    /// Returns the en passant square: the one that a double push skipped.
    pub fn get_en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Iterates over the castling rights claimed for a color: by side first, then by file from h to a.
    pub fn get_castle_rights(&self, color: Color) -> impl Iterator<Item = CastleClaim> {
        let claims = self.claims[color as usize];
        let castling_sides = CastlingSide::ALL
            .into_iter()
            .filter(move |&castling_side| claims.castling_sides >> castling_side as u8 & 1 != 0);
        let files = File::ALL.into_iter().rev().filter(move |&file| claims.files >> file as u8 & 1 != 0);
        castling_sides.map(CastleClaim::CastlingSide).chain(files.map(CastleClaim::File))
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    pub fn get_halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the move number.
    pub fn get_fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// Validates the position.
    ///
    /// # Errors
    /// Lists every violation.
    pub fn build(&self) -> Result<Board, InvalidBoard> {
        self.build_with(&ReadOptions::default()).map(|(board, _)| board)
    }

    /// Validates the position with options, and returns the leniencies that were needed.
    ///
    /// # Errors
    /// Lists every violation that the options don't accept.
    #[inline]
    pub fn build_with(&self, options: &ReadOptions) -> Result<(Board, Leniencies), InvalidBoard> {
        let mut validator =
            Validator { builder: self, options, violations: Vec::new(), used: Leniencies::NONE };
        validator.placement();
        let kings = validator.kings();
        let rights = validator.castling(kings);
        let double_push = validator.en_passant();
        let fullmoves = validator.move_number();
        let Validator { violations, used, .. } = validator;
        if !violations.is_empty() {
            return Err(InvalidBoard::new(*self, violations));
        }
        Ok((self.assemble(rights, double_push, fullmoves), used))
    }

    /// Returns `true` if the pieces are those of the starting position.
    #[cfg(feature = "feen")]
    pub(crate) fn has_pieces_of_start(&self) -> bool {
        self.placement == Placement::START
    }

    /// Builds a board from parts that are known to be valid.
    #[inline]
    pub(crate) fn assemble(&self, rights: CastleRights, double_push: Option<File>, fullmoves: u32) -> Board {
        let mut board = Board {
            placement: self.placement,
            hash: 0,
            reserves: self.reserves,
            rights,
            double_push,
            en_passant: None,
            side: self.side,
            halfmoves: self.halfmoves,
            fullmoves,
        };
        board.en_passant = board.find_legal_en_passant();
        board.hash = board.compute_hash();
        board
    }
}

/// The starting position, with empty reserves.
impl Default for BoardBuilder {
    fn default() -> BoardBuilder {
        let claims = CastleClaims { castling_sides: 0b11, files: 0 };
        BoardBuilder { placement: Placement::START, claims: [claims; 2], ..BoardBuilder::new() }
    }
}

/// A builder with the contents of a board. Castling rights are claimed by file.
impl From<&Board> for BoardBuilder {
    fn from(board: &Board) -> BoardBuilder {
        let mut builder = BoardBuilder {
            placement: board.placement,
            reserves: board.reserves,
            side: board.side,
            claims: Default::default(),
            en_passant: board.en_passant(),
            halfmoves: board.halfmoves,
            fullmoves: board.fullmoves,
        };
        for color in Color::ALL {
            for castling_side in CastlingSide::ALL {
                if let Some(file) = board.rights.rook_file(color, castling_side) {
                    builder.castle_right(color, CastleClaim::File(file));
                }
            }
        }
        builder
    }
}

impl TryFrom<&BoardBuilder> for Board {
    type Error = InvalidBoard;

    fn try_from(builder: &BoardBuilder) -> Result<Board, InvalidBoard> {
        builder.build()
    }
}

impl TryFrom<BoardBuilder> for Board {
    type Error = InvalidBoard;

    fn try_from(builder: BoardBuilder) -> Result<Board, InvalidBoard> {
        builder.build()
    }
}

/// Collects the violations of a position.
struct Validator<'a> {
    builder: &'a BoardBuilder,
    options: &'a ReadOptions,
    violations: Vec<Violation>,
    used: Leniencies,
}

impl Validator<'_> {
    /// Reports a violation, unless an option allows it.
    #[cold]
    fn allow(&mut self, violation: Violation) {
        let allowed = self.used.allow(violation.leniency(), self.options.accept, violation);
        self.violations.extend(allowed.err());
    }

    /// Validates material, pawns on the last ranks and promoted markers.
    #[inline]
    fn placement(&mut self) {
        let placement = &self.builder.placement;
        for color in Color::ALL {
            let reserve = self.builder.reserves[color as usize];
            let count = placement.of(color).count_ones() + reserve.total();
            let pawns =
                (placement.of(color) & placement.pawns).count_ones() + reserve.count(Piece::Pawn) as u32;
            let (limit, pawn_limit) = match self.options.material {
                Material::TwoSets => (MAX_PIECES, MAX_PIECES),
                Material::OneSet => (16, 8),
                Material::Any => (u32::MAX, u32::MAX),
            };
            if count > limit {
                self.violations.push(Violation::TooManyPieces { color, count, limit });
            }
            if pawns > pawn_limit {
                self.violations.push(Violation::TooManyPawns { color, count: pawns, limit: pawn_limit });
            }
            let may_be_more =
                placement.promoted & placement.of(color) != 0 || self.options.material == Material::OneSet;
            if may_be_more && count <= limit && pawns <= pawn_limit {
                self.promoted(color, pawns);
            }
        }
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if placement.pawns & last_ranks.0 != 0 {
            let squares = BitBoard(placement.pawns & last_ranks.0);
            self.violations.extend(squares.into_iter().map(Violation::PawnOnLastRank));
        }
        let may_be_promoted = placement.knights | placement.diagonal | placement.orthogonal;
        if placement.promoted & !may_be_promoted != 0 {
            let squares = BitBoard(placement.promoted & !may_be_promoted);
            self.violations.extend(squares.into_iter().map(Violation::PromotedMarker));
        }
    }

    /// Validates the number of promoted pieces. Markers show them; with one set, so does a surplus of other
    /// pieces.
    #[cold]
    fn promoted(&mut self, color: Color, pawns: u32) {
        let (placement, reserve) = (&self.builder.placement, self.builder.reserves[color as usize]);
        let marked =
            (placement.promoted & placement.of(color) & !placement.pawns & !placement.kings).count_ones();
        let (limit, unmarked) = match self.options.material {
            Material::TwoSets => (16, 0),
            Material::OneSet => {
                let pieces = [(Piece::Queen, 1), (Piece::Rook, 2), (Piece::Bishop, 2), (Piece::Knight, 2)];
                let more = pieces.map(|(piece, first)| {
                    let on_board = placement.kind(piece) & placement.of(color) & !placement.promoted;
                    (on_board.count_ones() + u32::from(reserve.count(piece))).saturating_sub(first)
                });
                (8, more.iter().sum())
            }
            Material::Any => return,
        };
        let promoted = marked + unmarked;
        if promoted == 0 || pawns + promoted <= limit {
            return;
        }
        self.allow(Violation::TooManyPromoted { color, count: pawns + promoted, limit });
    }

    /// Validates the kings and returns the square of each color's only king.
    #[inline]
    fn kings(&mut self) -> [Option<Square>; 2] {
        let placement = &self.builder.placement;
        let kings = Color::ALL.map(|color| {
            let kings = BitBoard(placement.kings & placement.of(color));
            match kings.popcnt() {
                0 => self.violations.push(Violation::NoKing(color)),
                1 => {}
                count => self.violations.push(Violation::ManyKings { color, count }),
            }
            kings.single()
        });
        let waiting = !self.builder.side;
        if let Some(king) = kings[waiting as usize]
            && placement.attackers_to(king, placement.occupied()) & placement.of(self.builder.side) != 0
        {
            self.violations.push(Violation::OpponentInCheck(waiting));
        }
        kings
    }

    /// Resolves the claimed castling rights to rooks.
    #[inline]
    fn castling(&mut self, kings: [Option<Square>; 2]) -> CastleRights {
        let mut rights = CastleRights::NONE;
        for color in Color::ALL {
            let claims = self.builder.claims[color as usize];
            for castling_side in CastlingSide::ALL {
                if claims.castling_sides >> castling_side as u8 & 1 != 0 {
                    let rook = self.outermost_rook(color, kings[color as usize], castling_side);
                    let rook = rook.filter(|&(_, file)| {
                        !self.options.standard_castling
                            || self.is_standard_castling(color, castling_side, file)
                    });
                    self.claim(&mut rights, color, CastleClaim::CastlingSide(castling_side), rook);
                }
            }
            if claims.files != 0 {
                for file in File::ALL {
                    if claims.files >> file as u8 & 1 != 0 {
                        let rook = self.rook_on(color, kings[color as usize], file);
                        self.claim(&mut rights, color, CastleClaim::File(file), rook);
                    }
                }
            }
        }
        rights
    }

    /// Grants a claim, drops it, or reports it.
    #[inline]
    fn claim(
        &mut self,
        rights: &mut CastleRights,
        color: Color,
        claim: CastleClaim,
        rook: Option<(CastlingSide, File)>,
    ) {
        match rook {
            Some((castling_side, file)) if rights.rook_file(color, castling_side).is_none() => {
                rights.set(color, castling_side, Some(file));
            }
            Some(_) => self.allow(Violation::CastlingTwice { color, claim }),
            None => self.allow(Violation::CastlingWithoutRook { color, claim }),
        }
    }

    /// Returns the outermost rook on one side of the king. A promoted pawn can't castle.
    #[inline]
    fn outermost_rook(
        &self,
        color: Color,
        king: Option<Square>,
        castling_side: CastlingSide,
    ) -> Option<(CastlingSide, File)> {
        let king = king.filter(|king| king.rank() == color.back_rank())?;
        let placement = &self.builder.placement;
        let shift = 8 * color.back_rank() as u32;
        let rooks =
            ((placement.kind(Piece::Rook) & placement.of(color) & !placement.promoted) >> shift) as u8;
        let beyond = match castling_side {
            CastlingSide::KingSide => rooks & !(((2u16 << king.file() as u16) - 1) as u8),
            CastlingSide::QueenSide => rooks & ((1u16 << king.file() as u16) - 1) as u8,
        };
        if beyond == 0 {
            return None;
        }
        let file = match castling_side {
            CastlingSide::KingSide => 7 - beyond.leading_zeros(),
            CastlingSide::QueenSide => beyond.trailing_zeros(),
        };
        Some((castling_side, File::masked(file as usize)))
    }

    /// Returns `true` if a king and rook that castle are on their squares of the starting position.
    fn is_standard_castling(&self, color: Color, castling_side: CastlingSide, rook: File) -> bool {
        self.builder.placement.king(color).file() == File::E && rook == castling_side.corner_file()
    }

    fn rook_on(&self, color: Color, king: Option<Square>, file: File) -> Option<(CastlingSide, File)> {
        let king = king.filter(|king| king.rank() == color.back_rank())?;
        let placement = &self.builder.placement;
        let square = Square::new(file, color.back_rank());
        let is_rook =
            placement.kind(Piece::Rook) & placement.of(color) & !placement.promoted & square.bit() != 0;
        let castling_side = if file > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        is_rook.then_some((castling_side, file))
    }

    /// Validates the en passant square and returns the file of the double push.
    #[inline]
    fn en_passant(&mut self) -> Option<File> {
        let target = self.builder.en_passant?;
        let (us, them) = (self.builder.side, !self.builder.side);
        let placement = &self.builder.placement;
        let file = target.file();
        let ranks = match us {
            Color::White => (Rank::Fifth, Rank::Seventh),
            Color::Black => (Rank::Fourth, Rank::Second),
        };
        let (pawn, origin) = (Square::new(file, ranks.0), Square::new(file, ranks.1));
        let violation = if target.rank() != them.passed_rank() {
            Violation::EnPassantRank { square: target, expected: them.passed_rank() }
        } else if placement.pawns & placement.of(them) & pawn.bit() == 0 {
            Violation::EnPassantWithoutPawn { square: target, pawn }
        } else if placement.occupied() & (target.bit() | origin.bit()) != 0 {
            Violation::EnPassantBlocked { square: target }
        } else {
            return Some(file);
        };
        self.allow(violation);
        None
    }

    #[inline]
    fn move_number(&mut self) -> u32 {
        if self.builder.fullmoves == 0 {
            self.allow(Violation::MoveNumberZero);
            return 1;
        }
        self.builder.fullmoves
    }
}

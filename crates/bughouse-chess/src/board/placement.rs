//! The placement of pieces and promoted markers, without any rules.

use crate::attacks::{sliders, steps};
use crate::board::key;
use crate::types::bitboard::BitBoard;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::Square;

/// The pieces on a board as sets of squares.
///
/// Sets are kept by movement: a queen is in both `diagonal` and `orthogonal`. That halves the lookups for
/// attacks and pins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    /// Bishops and queens.
    pub(crate) diagonal: u64,
    /// Rooks and queens.
    pub(crate) orthogonal: u64,
    pub(crate) kings: u64,
    /// By color.
    pub(crate) colors: [u64; 2],
    /// The queens, rooks, bishops and knights that are promoted pawns.
    pub(crate) promoted: u64,
}

/// The piece type for each [type code](key::kind_code) that [`Placement::code_on`] returns.
const KIND_OF_CODE: [Option<Piece>; 16] = {
    let mut kinds = [None; 16];
    let mut i = 0;
    while i < 5 {
        kinds[key::kind_code(Piece::ALL[i])] = Some(Piece::ALL[i]);
        i += 1;
    }
    kinds
};

impl Placement {
    /// No pieces.
    pub(crate) const EMPTY: Placement =
        Placement { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, kings: 0, colors: [0; 2], promoted: 0 };

    /// The pieces of the starting position.
    pub(crate) const START: Placement = {
        // A back rank, and the same one on the other side.
        const fn both(rank: u64) -> u64 {
            rank | rank << 56
        }
        Placement {
            pawns: 0xff << 8 | 0xff << 48,
            knights: both(0b0100_0010),
            diagonal: both(0b0010_1100),
            orthogonal: both(0b1000_1001),
            kings: both(0b0001_0000),
            colors: [0xffff, 0xffff << 48],
            promoted: 0,
        }
    };

    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) const fn of(&self, color: Color) -> u64 {
        self.colors[color as usize]
    }

    /// Returns the squares of all pieces of one type, both colors.
    #[inline]
    pub(crate) const fn kind(&self, piece: Piece) -> u64 {
        match piece {
            Piece::Pawn => self.pawns,
            Piece::Knight => self.knights,
            Piece::Bishop => self.diagonal & !self.orthogonal,
            Piece::Rook => self.orthogonal & !self.diagonal,
            Piece::Queen => self.diagonal & self.orthogonal,
            Piece::King => self.kings,
        }
    }

    /// Returns the type code of the piece on a square without a branch: 0 for an empty square or a king.
    #[inline]
    pub(crate) const fn code_on(&self, square: Square) -> usize {
        let i = square.to_index();
        ((self.pawns >> i & 1)
            | (self.knights >> i & 1) << 1
            | (self.diagonal >> i & 1) << 2
            | (self.orthogonal >> i & 1) << 3) as usize
    }

    /// Returns the piece type for a code from [`Placement::code_on`].
    #[inline]
    pub(crate) const fn kind_of_code(code: usize) -> Option<Piece> {
        KIND_OF_CODE[code & 15]
    }

    #[inline]
    pub(crate) const fn piece_on(&self, square: Square) -> Option<Piece> {
        match KIND_OF_CODE[self.code_on(square)] {
            None if self.kings & square.bit() != 0 => Some(Piece::King),
            kind => kind,
        }
    }

    #[inline]
    pub(crate) const fn color_on(&self, square: Square) -> Option<Color> {
        if self.colors[0] & square.bit() != 0 {
            Some(Color::White)
        } else if self.colors[1] & square.bit() != 0 {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// Puts pieces of one type on empty squares.
    #[inline]
    pub(crate) fn add(&mut self, color: Color, piece: Piece, squares: u64) {
        self.colors[color as usize] |= squares;
        match piece {
            Piece::Pawn => self.pawns |= squares,
            Piece::Knight => self.knights |= squares,
            Piece::Bishop => self.diagonal |= squares,
            Piece::Rook => self.orthogonal |= squares,
            Piece::Queen => {
                self.diagonal |= squares;
                self.orthogonal |= squares;
            }
            Piece::King => self.kings |= squares,
        }
    }

    /// Empties squares.
    #[inline]
    pub(crate) fn clear(&mut self, squares: u64) {
        let keep = !squares;
        self.pawns &= keep;
        self.knights &= keep;
        self.diagonal &= keep;
        self.orthogonal &= keep;
        self.kings &= keep;
        self.colors[0] &= keep;
        self.colors[1] &= keep;
        self.promoted &= keep;
    }

    /// Removes a piece of one color that isn't a king or a promoted pawn.
    #[inline]
    pub(crate) fn take(&mut self, color: Color, square: u64) {
        self.pawns &= !square;
        self.knights &= !square;
        self.diagonal &= !square;
        self.orthogonal &= !square;
        self.colors[color as usize] &= !square;
    }

    /// Moves a piece of a known type and color to an empty square.
    #[inline]
    pub(crate) fn shift(&mut self, color: Color, piece: Piece, from_and_to: u64) {
        self.colors[color as usize] ^= from_and_to;
        match piece {
            Piece::Pawn => self.pawns ^= from_and_to,
            Piece::Knight => self.knights ^= from_and_to,
            Piece::Bishop => self.diagonal ^= from_and_to,
            Piece::Rook => self.orthogonal ^= from_and_to,
            Piece::Queen => {
                self.diagonal ^= from_and_to;
                self.orthogonal ^= from_and_to;
            }
            Piece::King => self.kings ^= from_and_to,
        }
    }

    /// Returns the placement after a piece moves and captures what is on its destination. The promoted markers are
    /// unchanged.
    #[inline(always)]
    pub(crate) const fn after_step(&self, us: Color, piece: Piece, from: u64, to: u64) -> Placement {
        let keep = !to;
        let cleared = Placement {
            pawns: self.pawns & keep,
            knights: self.knights & keep,
            diagonal: self.diagonal & keep,
            orthogonal: self.orthogonal & keep,
            kings: self.kings,
            colors: [self.colors[0] & keep, self.colors[1] & keep],
            promoted: self.promoted,
        };
        cleared.toggled(us, piece, from | to)
    }

    /// Returns the placement with pieces of one type and color added on empty squares, and removed from others.
    #[inline(always)]
    pub(crate) const fn toggled(self, color: Color, piece: Piece, squares: u64) -> Placement {
        const fn only_if(is_changed: bool, squares: u64) -> u64 {
            if is_changed { squares } else { 0 }
        }
        let (diagonal, orthogonal) =
            (matches!(piece, Piece::Bishop | Piece::Queen), matches!(piece, Piece::Rook | Piece::Queen));
        Placement {
            pawns: self.pawns ^ only_if(matches!(piece, Piece::Pawn), squares),
            knights: self.knights ^ only_if(matches!(piece, Piece::Knight), squares),
            diagonal: self.diagonal ^ only_if(diagonal, squares),
            orthogonal: self.orthogonal ^ only_if(orthogonal, squares),
            kings: self.kings ^ only_if(matches!(piece, Piece::King), squares),
            colors: [
                self.colors[0] ^ only_if(matches!(color, Color::White), squares),
                self.colors[1] ^ only_if(matches!(color, Color::Black), squares),
            ],
            promoted: self.promoted,
        }
    }

    /// Returns the pawns of a color that can legally capture en passant on `target`.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, us: Color, target: Square) -> u64 {
        let candidates = steps::pawn(target, !us) & self.pawns & self.of(us);
        // Usually there is none.
        if candidates == 0 { 0 } else { self.keep_capturers(us, target, candidates) }
    }

    /// Returns the pawns, out of some, whose capture en passant doesn't expose their king.
    #[inline(never)]
    fn keep_capturers(&self, us: Color, target: Square, candidates: u64) -> u64 {
        let victim = Square::masked(target.to_index() ^ 8).bit();
        let king = self.king(us);
        let mut legal = 0;
        for capturer in BitBoard(candidates) {
            // Two pieces leave the rank at once. No pin mask covers that, so check the king after the capture.
            let occupied = self.occupied() ^ capturer.bit() ^ victim | target.bit();
            if self.attackers_to(king, occupied) & self.of(!us) & !victim == 0 {
                legal |= capturer.bit();
            }
        }
        legal
    }

    /// Returns the pieces of both colors that attack a square, with sliders blocked by `occupied` squares.
    #[inline]
    pub(crate) fn attackers_to(&self, square: Square, occupied: u64) -> u64 {
        steps::pawn(square, Color::Black) & self.pawns & self.colors[0]
            | steps::pawn(square, Color::White) & self.pawns & self.colors[1]
            | steps::knight(square) & self.knights
            | steps::king(square) & self.kings
            | sliders::bishop(square, occupied) & self.diagonal
            | sliders::rook(square, occupied) & self.orthogonal
    }

    /// Returns the square of a color's king: the first if there are several, a1 if there is none.
    #[inline]
    pub(crate) const fn king(&self, color: Color) -> Square {
        Square::masked((self.kings & self.colors[color as usize]).trailing_zeros() as usize)
    }
}

//! The 960 starting positions of Chess960, numbered by Reinhard Scharnagl's scheme.
//!
//! Number 518 is the standard starting position. Divided step by step, a number gives the bishop on light
//! squares (one of four files), the bishop on dark squares (one of four), the queen (one of the six remaining
//! files), and the two knights (one of ten pairs of the five remaining files). The king is between the rooks
//! on the last three.

use crate::board::Board;
use crate::board::builder::BoardBuilder;
use crate::types::castle_rights::{CastleRights, CastlingSide};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::{File, Square};

/// The files of the knights, as indices into the free files counted from the a-file.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Board {
    /// Returns the Chess960 start with a number from 0 to 959, or `None` for any other number.
    ///
    /// Both colors may castle with both rooks. Numbers follow Scharnagl's scheme, where 518 is the starting
    /// position.
    ///
    /// ```
    /// use bughouse_chess::Board;
    ///
    /// assert_eq!(Board::chess960(518), Some(Board::default()));
    /// let start = Board::chess960(959).unwrap();
    /// assert_eq!(start.to_string(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB[] w KQkq - 0 1");
    /// assert_eq!(start.chess960_number(), Some(959));
    /// assert_eq!(Board::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Board> {
        if number >= 960 {
            return None;
        }
        let rank = back_rank(usize::from(number));
        let mut builder = BoardBuilder::new();
        let mut rights = CastleRights::NONE;
        for color in Color::ALL {
            let mut castling_side = CastlingSide::QueenSide;
            for (file, piece) in File::ALL.into_iter().zip(rank) {
                builder.piece(Square::new(file, color.back_rank()), piece, color);
                builder.piece(Square::new(file, color.second_rank()), Piece::Pawn, color);
                if piece == Piece::Rook {
                    rights.set(color, castling_side, Some(file));
                    castling_side = CastlingSide::KingSide;
                }
            }
        }
        Some(builder.assemble(rights, None, 1))
    }

    /// Returns the number of this Chess960 start, or `None` if the board isn't one.
    ///
    /// The whole board must match [`Board::chess960`]: pieces, castling rights, empty reserves and counters.
    pub fn chess960_number(&self) -> Option<u16> {
        // Computes the number that the back rank would have, then compares the whole board.
        let file_of = |piece, among: u64| {
            let squares = self.placement.kind(piece) & self.placement.of(Color::White) & among & 0xff;
            (squares != 0).then(|| squares.trailing_zeros() as usize)
        };
        let (light, dark) = (file_of(Piece::Bishop, 0xaa)?, file_of(Piece::Bishop, 0x55)?);
        let queen = file_of(Piece::Queen, 0xff)?;
        let first = file_of(Piece::Knight, 0xff)?;
        let second = file_of(Piece::Knight, 0xff << (first + 1))?;
        let free = |file: usize, taken: &[usize]| file - taken.iter().filter(|&&other| other < file).count();
        let pair = [first, second].map(|knight| free(knight, &[light, dark, queen]));
        let knights = KNIGHTS.iter().position(|&knights| knights == pair)?;
        let number = light / 2 + 4 * (dark / 2 + 4 * (free(queen, &[light, dark]) + 6 * knights));
        let number = u16::try_from(number).ok()?;
        (Board::chess960(number) == Some(*self)).then_some(number)
    }
}

/// Returns the pieces of the back rank of a start, from the a-file to the h-file.
fn back_rank(number: usize) -> [Piece; 8] {
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some(Piece::Bishop);
    rank[2 * dark] = Some(Piece::Bishop);
    put_on_free(&mut rank, queen, Piece::Queen);
    // The second knight first: placing the first one would shift the indices of the free files.
    let [first, second] = KNIGHTS[knights % KNIGHTS.len()];
    put_on_free(&mut rank, second, Piece::Knight);
    put_on_free(&mut rank, first, Piece::Knight);
    let mut last = [Piece::Rook, Piece::King, Piece::Rook].into_iter();
    rank.map(|piece| piece.or_else(|| last.next()).unwrap_or(Piece::Rook))
}

/// Puts a piece on the free file with this index, counted from the a-file.
fn put_on_free(rank: &mut [Option<Piece>; 8], nth: usize, piece: Piece) {
    if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(nth) {
        *place = Some(piece);
    }
}

//! Moves and reserves as small integers. The encoding is part of the archive format.

use bughouse_chess::{BughouseMove, ChessMove, Color, Piece, Reserve, Square};

/// The value of the `move` column if the game ended.
pub const ENDED: i16 = -1;

/// The kinds of a move, in bits 12 to 14: 1 to 4 are promotions to these pieces.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const DROP: i16 = 5;
/// Bits 13 and 14 are set for a promotion that takes its piece from the other board; the bits below have their own
/// layout.
const THEFT: i16 = 3 << 13;
/// The smallest value of such a promotion.
pub(crate) const FIRST_THEFT: i32 = THEFT as i32;

/// Packs a move into a number from 0 to 32767.
///
/// Bits 0 to 5 are the source square, bits 6 to 11 the destination, and bits 12 to 14 the kind: 0 for a regular move,
/// 1 to 4 for a promotion to knight, bishop, rook or queen, 5 for a drop. A drop has the piece (0 pawn to 4 queen)
/// instead of the source square.
///
/// A promotion that takes its piece from the other board has bits 13 and 14 set. Bits 0 to 5 are the square on the
/// other board, bits 6 to 8 the pawn's file, bits 9 and 10 the piece (0 knight to 3 queen), and bits 11 and 12 the
/// direction: 0 toward the a-file, 1 straight ahead, 2 toward the h-file.
///
/// ```
/// use bughouse_archive::{pack_move, unpack_move};
/// use bughouse_chess::Color;
///
/// let drop = "N@f3".parse()?;
/// assert_eq!(pack_move(drop), 5 << 12 | 21 << 6 | 1);
/// assert_eq!(unpack_move(pack_move(drop), Color::White), Some(drop));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack_move(mv: BughouseMove) -> i16 {
    match mv {
        BughouseMove::Drop { piece, square } => {
            DROP << 12 | (square.to_index() as i16) << 6 | piece_number(piece)
        }
        BughouseMove::Regular(mv) => {
            let promotion = mv.promotion().and_then(|piece| PROMOTIONS.iter().position(|&to| to == piece));
            match (mv.stolen_from(), promotion) {
                (Some(from), Some(piece)) => {
                    let (file, to) = (mv.source().to_index() as i16 % 8, mv.dest().to_index() as i16 % 8);
                    let step = (to - file + 1).clamp(0, 2);
                    THEFT | (step * 4 + piece as i16) << 9 | file << 6 | from.to_index() as i16
                }
                (_, promotion) => {
                    let kind = promotion.map_or(0, |piece| piece as i16 + 1);
                    kind << 12 | (mv.dest().to_index() as i16) << 6 | mv.source().to_index() as i16
                }
            }
        }
    }
}

/// Unpacks a move, given the color that makes it; `None` if the number doesn't encode a move.
#[must_use]
pub fn unpack_move(packed: i16, color: Color) -> Option<BughouseMove> {
    if packed < 0 {
        return None;
    }
    let low = Square::from_index((packed & 63) as usize)?;
    if packed & THEFT == THEFT {
        let file = packed >> 6 & 7;
        let (step, piece) = ((packed >> 9 & 15) / 4, PROMOTIONS[(packed >> 9 & 3) as usize]);
        let to = file + step - 1;
        if step > 2 || !(0..8).contains(&to) {
            return None;
        }
        let (seventh, last) = if color == Color::White { (48, 56) } else { (8, 0) };
        let square = |file: i16, rank: i16| Square::from_index((rank + file) as usize);
        return Some(ChessMove::stealing(square(file, seventh)?, square(to, last)?, piece, low).into());
    }
    let high = Square::from_index((packed >> 6 & 63) as usize)?;
    match packed >> 12 {
        0 => Some(ChessMove::new(low, high, None).into()),
        DROP => {
            let piece = reserve_pieces().into_iter().find(|&piece| piece_number(piece) == packed & 63)?;
            Some(BughouseMove::Drop { piece, square: high })
        }
        kind => {
            let piece = PROMOTIONS[kind as usize - 1];
            Some(ChessMove::new(low, high, Some(piece)).into())
        }
    }
}

/// Returns the pieces that can be in reserve, in the order of their numbers.
const fn reserve_pieces() -> [Piece; 5] {
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
}

/// Returns the number of a piece: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king.
#[must_use]
pub const fn piece_number(piece: Piece) -> i16 {
    match piece {
        Piece::Pawn => 0,
        Piece::Knight => 1,
        Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 4,
        Piece::King => 5,
    }
}

/// Packs a reserve into 30 bits: six per piece type, pawns lowest, then knights, bishops, rooks, queens.
///
/// ```
/// use bughouse_archive::{pack_reserve, unpack_reserve};
///
/// let reserve = "QNN".parse()?;
/// assert_eq!(pack_reserve(reserve), 1 << 24 | 2 << 6);
/// assert_eq!(unpack_reserve(1 << 24 | 2 << 6), reserve);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack_reserve(reserve: Reserve) -> i32 {
    if reserve.is_empty() {
        return 0;
    }
    reserve_pieces()
        .into_iter()
        .map(|piece| i32::from(reserve.count(piece)) << (6 * piece_number(piece)))
        .sum()
}

/// Unpacks a reserve. Pieces beyond the capacity of a [`Reserve`] are dropped.
#[must_use]
pub fn unpack_reserve(packed: i32) -> Reserve {
    let mut reserve = Reserve::new();
    for piece in reserve_pieces() {
        for _ in 0..packed >> (6 * piece_number(piece)) & 63 {
            if reserve.add(piece).is_err() {
                break;
            }
        }
    }
    reserve
}

/// Packs both reserves of a board: White's in the low 32 bits, Black's in the high.
#[must_use]
pub fn pack_reserves(white: Reserve, black: Reserve) -> i64 {
    i64::from(pack_reserve(white)) | i64::from(pack_reserve(black)) << 32
}

/// Returns `true` if a packed reserve has at least as many pieces of each type as another.
#[inline]
#[must_use]
pub const fn holds(packed: i32, least: i32) -> bool {
    // The guard bit above each count is cleared by a borrow if the count is too small.
    const GUARDS: i64 = 1 << 6 | 1 << 13 | 1 << 20 | 1 << 27 | 1 << 34;
    (spread(packed) + GUARDS - spread(least)) & GUARDS == GUARDS
}

/// Inserts a zero bit above each count.
const fn spread(packed: i32) -> i64 {
    let packed = packed as i64;
    packed & 63
        | (packed & 63 << 6) << 1
        | (packed & 63 << 12) << 2
        | (packed & 63 << 18) << 3
        | (packed & 63 << 24) << 4
}

#[cfg(test)]
mod tests {
    use super::{holds, pack_move, pack_reserve, piece_number, reserve_pieces, unpack_move, unpack_reserve};
    use bughouse_chess::{BughouseMove, ChessMove, Color, Piece, Reserve, Square};

    #[test]
    fn every_move_round_trips() {
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in
                    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)]
                {
                    let mv = BughouseMove::from(ChessMove::new(from, to, promotion));
                    assert_eq!(unpack_move(pack_move(mv), Color::White), Some(mv));
                }
            }
            for piece in reserve_pieces() {
                let mv = BughouseMove::Drop { piece, square: from };
                assert_eq!(unpack_move(pack_move(mv), Color::Black), Some(mv));
            }
        }
        for (text, color) in [("a7b8qd1", Color::White), ("h2h1nh8", Color::Black), ("h7g8ra1", Color::White)]
        {
            let mv: BughouseMove = text.parse().expect("a move");
            assert_eq!(unpack_move(pack_move(mv), color), Some(mv), "{text}");
        }
    }

    #[test]
    fn every_valid_number_round_trips() {
        for packed in 0..=i16::MAX {
            if let Some(mv) = unpack_move(packed, Color::White) {
                assert_eq!(pack_move(mv), packed, "{mv}");
            }
        }
        assert_eq!(unpack_move(-1, Color::White), None);
    }

    #[test]
    fn holds_compares_each_piece_type() {
        let reserves: Vec<Reserve> = ["", "P", "PP", "N", "QNN", "QN", "QRBNP", "QQRRBBNNPPPPPPPP"]
            .map(|text| text.parse().expect("pieces"))
            .into();
        for &one in &reserves {
            assert_eq!(unpack_reserve(pack_reserve(one)), one);
            for &other in &reserves {
                let slow = reserve_pieces().into_iter().all(|piece| one.count(piece) >= other.count(piece));
                assert_eq!(holds(pack_reserve(one), pack_reserve(other)), slow, "{one:?} {other:?}");
            }
        }
        assert_eq!(reserve_pieces().map(piece_number), [0, 1, 2, 3, 4]);
    }
}

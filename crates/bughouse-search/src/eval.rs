//! Static evaluation: material, piece placement, mobility, and king safety.

use bughouse_chess::{BitBoard, Board, Color, Piece, Reserve, Square, attacks};

use crate::score::MOST;
use crate::values::{KINDS, Values};

/// The bonus for the side to move.
const TEMPO: i32 = 28;

/// For each square that a piece reaches, by piece type.
const MOBILITY: [i32; 5] = [0, 5, 5, 3, 2];
/// For a piece that reaches squares around the king, by piece type.
const ATTACKER: [i32; 5] = [22, 42, 34, 38, 52];
/// For each square next to the king that is attacked.
const ATTACKED_SQUARE: i32 = 14;
/// For each of them that only the king defends, or that is undefended.
const WEAK_SQUARE: i32 = 48;
/// For each square next to the king that no other piece defends and where a piece can be dropped.
const HOLE: i32 = 16;
/// For a check by a drop that can't be answered by a capture, by piece type.
const DROP_CHECK: [i32; 5] = [26, 78, 50, 62, 90];
/// For a check by a piece on the board that can't be answered by a capture, by piece type.
const MOVE_CHECK: [i32; 5] = [0, 60, 38, 56, 60];
/// For a supported piece dropped next to the king, which the king can't capture, by piece type.
const CONTACT: [i32; 5] = [10, 0, 34, 44, 120];
/// For each piece in reserve, by piece type.
const HELD: [i32; 5] = [18, 40, 34, 36, 60];
/// For each pawn that shields the king.
const SHIELD: i32 = 22;
/// The linear part of the danger, and the quadratic part.
const DANGER_LINE: i32 = 6;
const DANGER_SQUARE: i32 = 1150;

/// The squares that a color attacks.
#[derive(Clone, Copy, Default)]
struct Reach {
    by: [u64; 6],
    all: u64,
    twice: u64,
}

impl Reach {
    #[inline]
    fn add(&mut self, kind: usize, squares: u64) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[kind] |= squares;
    }

    /// Returns the squares that pieces other than the king attack.
    #[inline]
    fn without_king(&self) -> u64 {
        self.by[0] | self.by[1] | self.by[2] | self.by[3] | self.by[4]
    }
}

/// The attack of a color on the opponent's king.
#[derive(Clone, Copy, Default)]
struct Aim {
    danger: i32,
    attackers: i32,
}

/// Returns the score of a board for the side to move.
pub(crate) fn evaluate(board: &Board, values: &Values) -> i32 {
    let mut score = values.material(board);
    let mut reach = [Reach::default(); 2];
    let mut aims = [Aim::default(); 2];
    let rings = Color::ALL.map(|color| ring(board.king_square(color)));
    for color in Color::ALL {
        let placed = evaluate_pieces(board, color, rings[(!color).to_index()], &mut reach, &mut aims);
        score += if color == Color::White { placed } else { -placed };
    }
    let [white, black] = Color::ALL.map(|color| {
        let (us, them) = (color.to_index(), (!color).to_index());
        danger(board, color, &reach[us], &reach[them], aims[them])
    });
    score += black - white;
    let score = if board.side_to_move() == Color::White { score } else { -score };
    (score + TEMPO).clamp(-MOST, MOST)
}

/// Returns the squares around a king, shifted toward the center if it is at the edge.
#[inline]
fn ring(king: Square) -> u64 {
    let (file, rank) = (king.to_index() % 8, king.to_index() / 8);
    let middle = Square::ALL[rank.clamp(1, 6) * 8 + file.clamp(1, 6)];
    attacks::king(middle).0 | middle.bitboard().0 | attacks::king(king).0
}

/// Adds up the placement and the attacks of a color's pieces.
#[inline]
fn evaluate_pieces(board: &Board, us: Color, ring: u64, reach: &mut [Reach; 2], aims: &mut [Aim; 2]) -> i32 {
    let (own, occupied) = (board.color_combined(us), board.combined());
    let flip = if us == Color::White { 0 } else { 56 };
    let reach = &mut reach[us.to_index()];
    let aim = &mut aims[us.to_index()];
    let mut score = 0;

    let pawns = board.pieces(Piece::Pawn) & own;
    for square in pawns {
        score += i32::from(PAWN[square.to_index() ^ flip]);
    }
    let [left, right] = pawn_attacks(pawns.0, us);
    reach.add(0, left);
    reach.add(0, right);
    let hits = (left & ring).count_ones() as i32 + (right & ring).count_ones() as i32;
    if hits > 0 {
        aim.danger += ATTACKER[0] * hits;
        aim.attackers += hits;
    }
    let king = board.king_square(us);
    reach.add(5, attacks::king(king).0);

    let their_pawns = board.pieces(Piece::Pawn) - own;
    let [left, right] = pawn_attacks(their_pawns.0, !us);
    let area = !(left | right | pawns.0 | king.bitboard().0);
    // Sliders attack through their own queen, and rooks through rooks.
    let queens = board.pieces(Piece::Queen) & own;
    let rooks = board.pieces(Piece::Rook) & own;
    let mut mobility = |kind: usize, squares: BitBoard| {
        let squares = squares.0;
        reach.add(kind, squares);
        if squares & ring != 0 {
            aim.danger += ATTACKER[kind];
            aim.attackers += 1;
        }
        MOBILITY[kind] * (squares & area).count_ones() as i32
    };
    for square in board.pieces(Piece::Knight) & own {
        score += mobility(1, attacks::knight(square)) + i32::from(KNIGHT[square.to_index() ^ flip]);
    }
    for square in board.pieces(Piece::Bishop) & own {
        score += mobility(2, attacks::bishop(square, occupied - queens))
            + i32::from(BISHOP[square.to_index() ^ flip]);
    }
    for square in rooks {
        score += mobility(3, attacks::rook(square, occupied - queens - rooks));
    }
    for square in queens {
        score += mobility(4, attacks::queen(square, occupied));
    }
    score + i32::from(KING[king.to_index() ^ flip])
}

/// Returns the value of the danger to a king for the opponent.
#[inline]
fn danger(board: &Board, us: Color, own: &Reach, enemy: &Reach, aim: Aim) -> i32 {
    let them = !us;
    let king = board.king_square(us);
    let (occupied, ours) = (board.combined().0, board.color_combined(us).0);
    let held: Reserve = board.reserve(them);
    let near = attacks::king(king).0;
    let guarded = own.without_king();

    let mut danger = aim.danger;
    let attacked = near & enemy.all;
    danger += ATTACKED_SQUARE * attacked.count_ones() as i32;
    let weak = attacked & !guarded;
    danger += WEAK_SQUARE * weak.count_ones() as i32;
    let holes = near & !guarded & !ours;
    danger += HOLE * holes.count_ones() as i32;

    // Squares where a check can't be answered by a capture: undefended, or defended only by the king while
    // supported.
    let safe = !own.all | (!guarded & enemy.all);
    let empty = !occupied;
    let contact = near & empty & enemy.all & !guarded;
    let all = BitBoard(occupied);
    let (lines, diagonals) = (attacks::rook(king, all).0, attacks::bishop(king, all).0);
    let sources = [attacks::pawn(king, us).0, attacks::knight(king).0, diagonals, lines, lines | diagonals];
    let not_own = !board.color_combined(them).0;
    for piece in KINDS {
        let kind = piece.to_index();
        let count = i32::from(held.count(piece));
        if count > 0 {
            danger += HELD[kind] * count.min(3);
            let checks = sources[kind] & empty & safe & if kind == 0 { PAWN_RANKS } else { !0 };
            if checks != 0 {
                danger += DROP_CHECK[kind] + DROP_CHECK[kind] / 4 * (checks.count_ones() as i32 - 1).min(3);
            }
            if contact & sources[kind] != 0 {
                danger += CONTACT[kind];
            }
        }
        if kind > 0 {
            // The piece must be able to move there, and no other piece must be able to capture it.
            let supported = !own.all | (!guarded & enemy.twice);
            let checks = sources[kind] & enemy.by[kind] & supported & not_own;
            if checks != 0 {
                danger += MOVE_CHECK[kind];
            }
        }
    }
    let pawns = (board.pieces(Piece::Pawn)).0 & ours;
    danger -= SHIELD * (pawns & near).count_ones() as i32;
    if aim.attackers == 0 && held.is_empty() {
        danger /= 2;
    }
    let danger = danger.max(0);
    danger / DANGER_LINE + danger * danger / DANGER_SQUARE
}

/// Ranks 2 to 7.
const PAWN_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// Returns the squares that pawns attack on either side.
#[inline]
fn pawn_attacks(pawns: u64, color: Color) -> [u64; 2] {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    match color {
        Color::White => [(pawns & NOT_A) << 7, (pawns & NOT_H) << 9],
        Color::Black => [(pawns & NOT_A) >> 9, (pawns & NOT_H) >> 7],
    }
}

/// Square values of White's pawns, starting with a1.
#[rustfmt::skip]
const PAWN: [i8; 64] = [
      0,   0,   0,   0,   0,   0,   0,   0,
      2,   4,   4,  -6,  -6,   8,   6,   2,
      0,   2,   4,   6,   6,   0,   2,   0,
     -2,   0,   8,  18,  18,   4,   0,  -2,
      4,   6,  14,  24,  24,  14,   6,   4,
     20,  26,  34,  40,  40,  34,  26,  20,
     60,  66,  70,  74,  74,  70,  66,  60,
      0,   0,   0,   0,   0,   0,   0,   0,
];

/// Square values of White's knights, starting with a1.
#[rustfmt::skip]
const KNIGHT: [i8; 64] = [
    -45, -30, -22, -20, -20, -22, -30, -45,
    -28, -14,  -4,   0,   0,  -4, -14, -28,
    -16,   0,  10,  12,  12,  10,   0, -16,
    -10,   6,  16,  22,  22,  16,   6, -10,
     -6,  10,  22,  28,  28,  22,  10,  -6,
     -6,  12,  26,  30,  30,  26,  12,  -6,
    -20,  -6,  10,  14,  14,  10,  -6, -20,
    -45, -24, -10,  -6,  -6, -10, -24, -45,
];

/// Square values of White's bishops, starting with a1.
#[rustfmt::skip]
const BISHOP: [i8; 64] = [
    -18, -12, -12, -14, -14, -12, -12, -18,
     -8,   6,   0,   4,   4,   0,   6,  -8,
     -4,   4,   8,   6,   6,   8,   4,  -4,
     -2,   4,   8,  14,  14,   8,   4,  -2,
     -2,   8,  10,  14,  14,  10,   8,  -2,
      0,   6,  10,  10,  10,  10,   6,   0,
     -6,   0,   4,   4,   4,   4,   0,  -6,
    -14,  -8,  -8,  -8,  -8,  -8,  -8, -14,
];

/// Square values of White's king, starting with a1.
#[rustfmt::skip]
const KING: [i8; 64] = [
     10,  20,   8,   0,   0,   4,  26,  16,
      6,   6,  -8, -18, -18, -10,   4,   8,
    -20, -26, -34, -40, -40, -34, -26, -20,
    -40, -48, -56, -62, -62, -56, -48, -40,
    -60, -68, -74, -80, -80, -74, -68, -60,
    -80, -86, -92, -96, -96, -92, -86, -80,
    -94, -98,-104,-108,-108,-104, -98, -94,
   -100,-106,-112,-116,-116,-112,-106,-100,
];

//! Piece values: on the board, in reserve, and to the capturer's partner.

use bughouse_chess::{Board, Color, Piece};

/// The value of a piece on the board to its owner.
pub(crate) const ON_BOARD: [i32; 6] = [100, 290, 300, 380, 700, 0];
/// The value of a piece in reserve to its owner.
pub(crate) const IN_HAND: [i32; 5] = [115, 310, 300, 350, 720];
/// The default value of a piece to the capturer's partner, if nothing is known about the other board.
pub(crate) const TO_PARTNER: [i32; 5] = [80, 220, 210, 240, 480];

/// The piece values of one search. A piece on the board includes the value of its capture to the partner, so
/// the sum over all pieces doesn't depend on the history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Values {
    /// By the color that captures: the value of a piece type to its partner.
    to_partner: [[i32; 5]; 2],
    /// By the color that loses it: the total value of a piece on the board.
    board: [[i32; 6]; 2],
    /// By the color that has it: the total value of a piece in reserve.
    hand: [[i32; 5]; 2],
}

impl Values {
    /// Creates values from those of captures to the partner, by the color that captures and piece type.
    pub(crate) fn new(to_partner: [[i32; 5]; 2]) -> Values {
        let mut values = Values { to_partner, board: [ON_BOARD; 2], hand: [IN_HAND; 2] };
        for color in Color::ALL {
            let to_partner = to_partner[(!color).to_index()];
            let (board, hand) = (&mut values.board[color.to_index()], &mut values.hand[color.to_index()]);
            for ((to_partner, board), hand) in to_partner.iter().zip(board).zip(hand) {
                *board += to_partner;
                *hand += to_partner;
            }
        }
        values
    }

    /// Returns the value of capturing a piece of a color.
    #[inline]
    pub(crate) fn taken(&self, color: Color, piece: Piece) -> i32 {
        self.board[color.to_index()][piece.to_index()]
    }

    /// Returns the value of all pieces for White.
    #[inline]
    pub(crate) fn material(&self, board: &Board) -> i32 {
        let [white, black] = Color::ALL.map(|color| self.material_of(board, color));
        white - black
    }

    #[inline]
    fn material_of(&self, board: &Board, color: Color) -> i32 {
        let (own, reserve) = (board.color_combined(color), board.reserve(color));
        let mut sum = 0;
        for piece in KINDS {
            let (on_board, held) =
                ((board.pieces(piece) & own).popcnt() as i32, i32::from(reserve.count(piece)));
            sum += on_board * self.board[color.to_index()][piece.to_index()]
                + held * self.hand[color.to_index()][piece.to_index()];
        }
        let promoted = board.promoted() & own;
        if !promoted.is_empty() {
            // They are transferred as pawns.
            let to_partner = &self.to_partner[(!color).to_index()];
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
                let count = (board.pieces(piece) & promoted).popcnt() as i32;
                sum += count * (to_partner[Piece::Pawn.to_index()] - to_partner[piece.to_index()]);
            }
        }
        sum
    }

    /// Returns the part of the value of all pieces for White that is their value to the partners.
    pub(crate) fn worth_to_partners(&self, board: &Board) -> i32 {
        let plain = Values::new([[0; 5]; 2]);
        self.material(board) - plain.material(board)
    }

    /// Returns a number that depends on the values, to separate table entries of different values.
    pub(crate) fn salt(&self) -> u64 {
        self.to_partner.iter().flatten().fold(0x9e37_79b9_7f4a_7c15, |salt, &to_partner| {
            (salt ^ to_partner as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29)
        })
    }
}

/// The piece types that can be in reserve, by their index.
pub(crate) const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

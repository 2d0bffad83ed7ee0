//! What pieces are worth: on the board, in hand, and to the partner of whoever takes them.

use bughouse_chess::{Board, Color, Piece};

/// What a piece on the board is worth to its owner.
pub(crate) const ON_BOARD: [i32; 6] = [100, 290, 300, 380, 700, 0];
/// What a piece in hand is worth to its owner.
pub(crate) const IN_HAND: [i32; 5] = [115, 310, 300, 350, 720];
/// What a piece is worth to the partner of whoever takes it, as long as nothing is known about the other board.
pub(crate) const FED: [i32; 5] = [80, 220, 210, 240, 480];

/// What pieces are worth in one search. A piece that can be taken counts what its capture gives to the partner too, so that
/// the sum over all pieces needs no history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Values {
    /// By the color that captures: what a kind is worth to its partner.
    fed: [[i32; 5]; 2],
    /// By the color that loses it: what a piece on the board is worth in all.
    board: [[i32; 6]; 2],
    /// By the color that has it: what a piece in hand is worth in all.
    hand: [[i32; 5]; 2],
}

impl Values {
    /// Makes values of what captures give: by the color that captures, and by kind.
    pub(crate) fn new(fed: [[i32; 5]; 2]) -> Values {
        let mut values = Values { fed, board: [ON_BOARD; 2], hand: [IN_HAND; 2] };
        for color in Color::ALL {
            let fed = fed[(!color).to_index()];
            let (board, hand) = (&mut values.board[color.to_index()], &mut values.hand[color.to_index()]);
            for ((fed, board), hand) in fed.iter().zip(board).zip(hand) {
                *board += fed;
                *hand += fed;
            }
        }
        values
    }

    /// Returns what it is worth to take a piece of a color from the board.
    #[inline]
    pub(crate) fn taken(&self, color: Color, piece: Piece) -> i32 {
        self.board[color.to_index()][piece.to_index()]
    }

    /// Returns what all pieces are worth, for White.
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
            let (standing, held) =
                ((board.pieces(piece) & own).popcnt() as i32, i32::from(reserve.count(piece)));
            sum += standing * self.board[color.to_index()][piece.to_index()]
                + held * self.hand[color.to_index()][piece.to_index()];
        }
        let promoted = board.promoted() & own;
        if !promoted.is_empty() {
            // They are transferred as pawns.
            let fed = &self.fed[(!color).to_index()];
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
                let count = (board.pieces(piece) & promoted).popcnt() as i32;
                sum += count * (fed[Piece::Pawn.to_index()] - fed[piece.to_index()]);
            }
        }
        sum
    }

    /// Returns for White how much of the worth of all pieces is what their capture would give to partners.
    pub(crate) fn worth_to_partners(&self, board: &Board) -> i32 {
        let plain = Values::new([[0; 5]; 2]);
        self.material(board) - plain.material(board)
    }

    /// Returns a number that differs where values do, to keep what is remembered apart.
    pub(crate) fn salt(&self) -> u64 {
        self.fed.iter().flatten().fold(0x9e37_79b9_7f4a_7c15, |salt, &fed| {
            (salt ^ fed as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29)
        })
    }
}

/// The kinds that can be held, by their index.
pub(crate) const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

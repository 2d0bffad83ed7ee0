//! Both boards of a game at a half-move.

use bughouse_chess::{BitBoard, BoardId, Piece, Position};
use serde::{Serialize, Serializer};

use crate::shapes::names::{Color, PieceLetter, Square};
use crate::shapes::side_status::{SideStatus, helping_pieces};

/// Both boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Boards {
    /// Board A.
    pub a: Board,
    /// Board B.
    pub b: Board,
}

/// A string for each board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardTexts {
    /// The string for board A.
    pub a: String,
    /// The string for board B.
    pub b: String,
}

/// A board of a game at a half-move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The board in BFEN.
    pub bfen: String,
    /// The piece placement field of the FEN, without reserves and promoted markers.
    pub placement: String,
    /// The side to move.
    pub turn: Color,
    /// The squares of promoted pieces, which turn back into pawns when captured.
    pub promoted: Vec<Square>,
    /// Both reserves.
    pub reserves: Reserves,
    /// The status of the side to move.
    pub status: SideStatus,
    /// What would help if the side to move is frozen; null if it isn't.
    pub help: Option<Help>,
    /// The squares of the last half-move on this board: origin and destination, or the drop square.
    pub last: Option<Vec<Square>>,
}

/// Both reserves of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reserves {
    /// White's reserve.
    pub white: Reserve,
    /// Black's reserve.
    pub black: Reserve,
}

/// The number of pieces of each type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reserve {
    /// The number of queens.
    #[serde(rename = "Q")]
    pub queens: u8,
    /// The number of rooks.
    #[serde(rename = "R")]
    pub rooks: u8,
    /// The number of bishops.
    #[serde(rename = "B")]
    pub bishops: u8,
    /// The number of knights.
    #[serde(rename = "N")]
    pub knights: u8,
    /// The number of pawns.
    #[serde(rename = "P")]
    pub pawns: u8,
}

impl From<bughouse_chess::Reserve> for Reserve {
    fn from(reserve: bughouse_chess::Reserve) -> Reserve {
        let [queens, rooks, bishops, knights, pawns] = Piece::IN_RESERVE.map(|piece| reserve.count(piece));
        Reserve { queens, rooks, bishops, knights, pawns }
    }
}

/// The pieces that would help a frozen side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Help {
    /// The piece types: the partner must send one of them.
    pub pieces: Vec<PieceLetter>,
    /// The squares where one of them could be dropped.
    pub squares: Vec<Square>,
}

/// Converts a set of squares to a list.
pub(crate) fn squares(squares: BitBoard) -> Vec<Square> {
    squares.into_iter().map(Square).collect()
}

impl Board {
    /// Describes a board of a game, given its BFEN and the squares of the last half-move on it.
    pub fn new(position: &Position, id: BoardId, bfen: String, last: Option<Vec<Square>>) -> Board {
        let board = position.board(id);
        let status = SideStatus::in_game(position, id);
        let help = match status {
            SideStatus::Frozen(frozen) => Some(Help {
                pieces: helping_pieces(frozen).map(PieceLetter).collect(),
                squares: squares(frozen.squares()),
            }),
            _ => None,
        };
        let [white, black] = board.reserves().map(Reserve::from);
        Board {
            bfen,
            placement: placement(&board),
            turn: Color(board.side_to_move()),
            promoted: squares(board.promoted()),
            reserves: Reserves { white, black },
            status,
            help,
            last,
        }
    }
}

/// Returns the piece placement field of the FEN.
fn placement(board: &bughouse_chess::Board) -> String {
    let mut text = String::with_capacity(72);
    let rows = bughouse_chess::Rank::ALL.into_iter().rev();
    for (number, rank) in rows.enumerate() {
        if number > 0 {
            text.push('/');
        }
        let mut empty = 0;
        let end_gap = |text: &mut String, empty: &mut u32| {
            text.extend(char::from_digit(*empty, 10).filter(|_| *empty > 0));
            *empty = 0;
        };
        for file in bughouse_chess::File::ALL {
            let square = bughouse_chess::Square::new(file, rank);
            match board.piece_on(square).zip(board.color_on(square)) {
                Some((piece, color)) => {
                    end_gap(&mut text, &mut empty);
                    text.push(piece.to_colored_char(color));
                }
                None => empty += 1,
            }
        }
        end_gap(&mut text, &mut empty);
    }
    text
}

impl Serialize for SideStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for SideStatus {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SideStatus".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description":
                "The status of the side to move. `frozen`: in check without a legal move, but a piece from the \
                 partner would help.",
            "enum": ["ongoing", "check", "frozen", "checkmate", "stalemate"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::placement;

    #[test]
    fn pieces_are_written_as_in_fen() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqk2r/2p4p/8/PpP1pP2/8/8/8/4K3 b - - 0 9",
        ] {
            let board: bughouse_chess::Board = text.parse().unwrap_or_default();
            assert_eq!(text.split(' ').next(), Some(placement(&board).as_str()));
        }
    }
}

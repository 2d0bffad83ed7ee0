//! What can be asked about two boards: legal moves, notations, an image.

use std::collections::BTreeMap;

use bughouse_chess::{Board, BughouseMove, ChessMove, FenStyle, Millis, Piece, Wing};
use serde::Serialize;

use crate::board::{BoardTexts, squares};
use crate::format::Format;
use crate::names::{Color, PieceLetter, Square};
use crate::position::{self, PositionOptions, ReadBoard, ReadBoards};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::svg;
use crate::two_boards::{Arrangement, DrawnBoards};

/// What both boards allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legal {
    /// On board A.
    pub a: LegalMoves,
    /// On board B.
    pub b: LegalMoves,
}

/// What a board allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoves {
    /// The side to move.
    pub turn: Color,
    /// By square, where the man on it may go. A king that may castle may go to where it stands then, and to the rook.
    pub moves: BTreeMap<String, Vec<Square>>,
    /// The moves that need a piece to promote to, as from and to.
    #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = "^[a-h][1-8][a-h][1-8]$"))))]
    pub promotions: Vec<String>,
    /// What a pawn may become.
    pub promote_to: Vec<PieceLetter>,
    /// By letter, where a piece of the reserve may be dropped.
    pub drops: BTreeMap<String, Vec<Square>>,
}

/// A position in all notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notations {
    /// Without reserves.
    pub fen: BoardTexts,
    /// With reserves.
    pub bfen: BoardTexts,
    /// Both boards in one line of BFEN.
    pub two_boards: String,
    /// FEEN.
    pub feen: BoardTexts,
}

/// Reads one board of an address.
fn read(query: &Query, name: &str) -> Result<Board, Refusal> {
    let text = query.demand(name)?;
    match position::read_board(text.as_bytes(), &PositionOptions::lenient()) {
        Ok((board, _)) => Ok(board),
        Err(faults) => {
            let message = format!("{name}: {}", position::one_line(&faults));
            Err(match faults.first() {
                Some(fault) => Refusal::wrong_at(message, text.as_bytes(), fault.span()),
                None => Refusal::wrong(message),
            })
        }
    }
}

fn read_both(query: &Query) -> Result<[Board; 2], Refusal> {
    Ok([read(query, "a")?, read(query, "b")?])
}

impl Legal {
    /// Lists what both boards allow.
    pub fn of(boards: &[Board; 2]) -> Legal {
        let [a, b] = boards.each_ref().map(LegalMoves::of);
        Legal { a, b }
    }

    pub(crate) fn answer(query: &Query) -> Result<Legal, Refusal> {
        read_both(query).map(|boards| Legal::of(&boards))
    }
}

impl LegalMoves {
    /// Lists what a board allows.
    pub fn of(board: &Board) -> LegalMoves {
        let mut legal = LegalMoves {
            turn: Color(board.side_to_move()),
            moves: BTreeMap::new(),
            promotions: Vec::new(),
            promote_to: Piece::PROMOTIONS.map(PieceLetter).to_vec(),
            drops: BTreeMap::new(),
        };
        for mv in board.legal_moves() {
            let BughouseMove::Regular(regular) = mv else { continue };
            let from = regular.source().to_string();
            let mut goes_to = vec![regular.dest()];
            if board.piece_on(regular.source()) == Some(Piece::King) {
                // Castling has two names: where the king stands then, and where its rook stands now.
                if let Ok(after) = board.make_move_new(regular) {
                    goes_to.push(after.king_square(board.side_to_move()));
                }
                goes_to.extend(rook_of(board, regular));
            }
            if regular.promotion().is_some() {
                legal.promotions.push(format!("{from}{}", regular.dest()));
            }
            legal.moves.entry(from).or_default().extend(goes_to.into_iter().map(Square));
        }
        for squares in legal.moves.values_mut() {
            // By name, a1 to h8 file by file.
            squares.sort_by_key(|square| (square.0.file(), square.0.rank()));
            squares.dedup();
        }
        legal.promotions.sort();
        legal.promotions.dedup();
        for piece in Piece::IN_RESERVE {
            let targets = board.legal_drops(piece);
            if !targets.is_empty() {
                legal.drops.insert(piece.to_char().to_string(), squares(targets));
            }
        }
        legal
    }
}

/// Returns where the rook stands that a king castles with.
fn rook_of(board: &Board, mv: ChessMove) -> Option<bughouse_chess::Square> {
    let (from, to) = (mv.source(), mv.dest());
    let side = board.side_to_move();
    if board.color_on(to) == Some(side) {
        return Some(to);
    }
    let wing = match from.file().to_index().abs_diff(to.file().to_index()) {
        2 if to > from => Wing::KingSide,
        2 => Wing::QueenSide,
        _ => return None,
    };
    let file = board.castle_rights().rook_file(side, wing)?;
    Some(bughouse_chess::Square::make_square(from.rank(), file))
}

impl Notations {
    /// Writes two boards in all notations.
    pub fn of(boards: &[Board; 2]) -> Notations {
        let style = FenStyle::default();
        let of = |format: Format| {
            let [a, b] = boards.map(|board| format.write(&ReadBoards::One(ReadBoard::of(board)), &style));
            BoardTexts { a, b }
        };
        Notations {
            fen: of(Format::Fen),
            bfen: of(Format::Bfen),
            two_boards: Format::Bfen.write(&ReadBoards::Two(boards.map(ReadBoard::of)), &style),
            feen: of(Format::Feen),
        }
    }

    pub(crate) fn answer(query: &Query) -> Result<Notations, Refusal> {
        read_both(query).map(|boards| Notations::of(&boards))
    }
}

/// Draws two boards of an address.
pub(crate) fn image(query: &Query) -> Result<String, Refusal> {
    let [a, b] = read_both(query)?;
    let clocks = |white: &str, black: &str| -> Result<_, Refusal> {
        let pair = query.number(white)?.zip(query.number(black)?);
        Ok(pair.map(|(white, black)| [Millis(white).into(), Millis(black).into()]))
    };
    let sides = [
        ReadBoard { clocks: clocks("WhiteA", "BlackA")?, ..ReadBoard::of(a) },
        ReadBoard { clocks: clocks("WhiteB", "BlackB")?, ..ReadBoard::of(b) },
    ];
    let arrangement = Arrangement { flip: query.flag("flip")?, swap: query.flag("swap")? };
    Ok(svg::two_boards(&DrawnBoards(&sides), arrangement))
}

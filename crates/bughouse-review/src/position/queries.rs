//! Queries about two boards: legal moves, notations, an image.

use std::collections::BTreeMap;

use bpgn::replay::{RULE_TAGS, RuleTagError, rule_tag_error};
use bpgn::{ReadOptions, Start};
use bughouse_chess::{
    BitBoard, Board, BoardId, BughouseMove, CastlingSide, ChessMove, FenStyle, Millis, Piece, Position,
    Rules, Seat,
};
use serde::Serialize;

use crate::api::params::Params;
use crate::api::rejection::Rejection;
use crate::draw::svg;
use crate::position::adjourned::write_thief;
use crate::position::format::Format;
use crate::position::two_boards::{Arrangement, DrawnBoards};
use crate::position::{self, ReadBoard, ReadBoards};
use crate::shapes::board::{BoardTexts, squares};
use crate::shapes::names::{Color, PieceLetter, Square};

/// The legal moves on both boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legal {
    /// The legal moves on board A.
    pub a: LegalMoves,
    /// The legal moves on board B.
    pub b: LegalMoves,
}

/// The legal moves on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoves {
    /// The side to move.
    pub turn: Color,
    /// Destinations by the square of the moving piece. Castling is listed twice: with the king's destination, and with
    /// the square of the rook.
    pub moves: BTreeMap<String, Vec<Square>>,
    /// The moves that need a promotion piece, as origin and destination, such as `e7e8`.
    #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = "^[a-h][1-8][a-h][1-8]$"))))]
    pub promotions: Vec<String>,
    /// The promotion choices, if a pawn can promote now.
    pub promote_to: Vec<PromotionChoice>,
    /// Drop squares by the letter of the piece in reserve.
    pub drops: BTreeMap<String, Vec<Square>>,
}

/// A promotion choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromotionChoice {
    /// The piece type.
    pub piece: PieceLetter,
    /// The square of the piece that is taken from the other board, if the rules demand that.
    pub stolen_from: Option<Square>,
    /// The UCI suffix, such as `q` or `qd1`.
    pub uci: String,
}

/// A position in all notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notations {
    /// Both boards in FEN, without reserves.
    pub fen: BoardTexts,
    /// Both boards in BFEN, with reserves.
    pub bfen: BoardTexts,
    /// Both boards as one BFEN string.
    pub two_boards: String,
    /// Both boards in FEEN.
    pub feen: BoardTexts,
    /// Both boards as two-board FEN with clocks, as in a FEN tag; null if a clock is unknown.
    pub thief: Option<String>,
}

/// Reads one board from the query string.
fn read(query: &Params, name: &str) -> Result<Board, Rejection> {
    let text = query.require(name)?;
    match position::read_board(text.as_bytes(), &position::lenient()) {
        Ok((board, _)) => Ok(board),
        Err(errors) => {
            let message = format!("{name}: {}", position::one_line(&errors));
            Err(match errors.first() {
                Some(error) => Rejection::bad_request_at(message, text.as_bytes(), error.span()),
                None => Rejection::bad_request(message),
            })
        }
    }
}

pub(crate) fn read_both(query: &Params) -> Result<[Board; 2], Rejection> {
    Ok([read(query, "a")?, read(query, "b")?])
}

impl Legal {
    /// Returns the legal moves on both boards.
    #[must_use]
    pub fn of(position: &Position) -> Legal {
        let [a, b] = BoardId::ALL.map(|id| LegalMoves::of(position, id));
        Legal { a, b }
    }

    pub(crate) fn answer(query: &Params) -> Result<Legal, Rejection> {
        let [a, b] = read_both(query)?;
        Ok(Legal::of(&Position::new(a, b, read_rules(query)?)))
    }
}

/// Reads the rules that tags of a game select.
pub(crate) fn read_rules(query: &Params) -> Result<Rules, Rejection> {
    for &name in RULE_TAGS {
        let Some(value) = query.get(name) else { continue };
        if rule_tag_error(name, value.as_bytes()) == Some(RuleTagError::Unknown) {
            return Err(Rejection::bad_request(format!("{name}: {value} is not a value of this tag")));
        }
    }
    let options = ReadOptions::for_files();
    Ok(Start::of_tags(|name| query.get(name).map(str::as_bytes), &options).rules(&options))
}

impl LegalMoves {
    /// Returns the legal moves on a board.
    #[must_use]
    pub fn of(position: &Position, id: BoardId) -> LegalMoves {
        let board = position.board(id);
        let mut legal = LegalMoves {
            turn: Color(board.side_to_move()),
            moves: BTreeMap::new(),
            promotions: Vec::new(),
            promote_to: Vec::new(),
            drops: BTreeMap::new(),
        };
        let mut dropped: [BitBoard; 6] = Default::default();
        for mv in position.legal_moves(id) {
            let regular = match mv {
                BughouseMove::Regular(regular) => regular,
                BughouseMove::Drop { piece, square } => {
                    dropped[piece.to_index()] |= square.bitboard();
                    continue;
                }
            };
            let from = regular.source().to_string();
            let mut goes_to = vec![regular.dest()];
            if board.piece_on(regular.source()) == Some(Piece::King) {
                // Castling is listed by the king's destination and by the square of its rook.
                goes_to.push(board.after_unchecked(mv).king_square(board.side_to_move()));
                goes_to.extend(rook_of(&board, regular));
            }
            if let Some(choice) = PromotionChoice::of(regular) {
                legal.promotions.push(format!("{from}{}", regular.dest()));
                if !legal.promote_to.contains(&choice) {
                    legal.promote_to.push(choice);
                }
            }
            legal.moves.entry(from).or_default().extend(goes_to.into_iter().map(Square));
        }
        for squares in legal.moves.values_mut() {
            // Sorts by name: a1 to h8, file by file.
            squares.sort_by_key(|square| (square.0.file(), square.0.rank()));
            squares.dedup();
        }
        legal.promotions.sort();
        legal.promotions.dedup();
        for piece in Piece::IN_RESERVE {
            let targets = dropped[piece.to_index()];
            if !targets.is_empty() {
                legal.drops.insert(piece.to_char().to_string(), squares(targets));
            }
        }
        legal
    }
}

impl PromotionChoice {
    fn of(mv: ChessMove) -> Option<PromotionChoice> {
        let piece = mv.promotion()?;
        let stolen_from = mv.stolen_from();
        let mut uci = piece.to_char().to_ascii_lowercase().to_string();
        uci.extend(stolen_from.map(|square| square.to_string()));
        Some(PromotionChoice { piece: PieceLetter(piece), stolen_from: stolen_from.map(Square), uci })
    }
}

/// Returns the square of the rook that a king castles with.
fn rook_of(board: &Board, mv: ChessMove) -> Option<bughouse_chess::Square> {
    let (from, to) = (mv.source(), mv.dest());
    let side = board.side_to_move();
    if board.color_on(to) == Some(side) {
        return Some(to);
    }
    let castling_side = match from.file().to_index().abs_diff(to.file().to_index()) {
        2 if to > from => CastlingSide::KingSide,
        2 => CastlingSide::QueenSide,
        _ => return None,
    };
    let file = board.castle_rights().rook_file(side, castling_side)?;
    Some(bughouse_chess::Square::new(file, from.rank()))
}

impl Notations {
    /// Returns two boards in all notations.
    pub fn of(boards: &[Board; 2]) -> Notations {
        Notations::of_read(boards.map(ReadBoard::of))
    }

    fn of_read(sides: [ReadBoard; 2]) -> Notations {
        let style = FenStyle::of_games();
        let boards = sides.each_ref().map(|side| side.board);
        let has_clocks = sides.iter().all(|side| side.clocks.is_some());
        let of = |format: Format| {
            let [a, b] = boards.map(|board| format.write(&ReadBoards::One(ReadBoard::of(board)), &style));
            BoardTexts { a, b }
        };
        Notations {
            fen: of(Format::Fen),
            bfen: of(Format::Bfen),
            two_boards: Format::Bfen.write(&ReadBoards::Two(boards.map(ReadBoard::of)), &style),
            feen: of(Format::Feen),
            thief: has_clocks.then(|| write_thief(sides, &style)),
        }
    }

    pub(crate) fn answer(query: &Params) -> Result<Notations, Rejection> {
        read_with_clocks(query).map(Notations::of_read)
    }
}

/// Reads both boards and their clocks from the query string.
fn read_with_clocks(query: &Params) -> Result<[ReadBoard; 2], Rejection> {
    let [a, b] = read_both(query)?;
    let clocks = |white: &str, black: &str| -> Result<_, Rejection> {
        let pair = query.number(white)?.zip(query.number(black)?);
        Ok(pair.map(|(white, black)| [Millis(white).into(), Millis(black).into()]))
    };
    Ok([
        ReadBoard { clocks: clocks("WhiteA", "BlackA")?, ..ReadBoard::of(a) },
        ReadBoard { clocks: clocks("WhiteB", "BlackB")?, ..ReadBoard::of(b) },
    ])
}

/// Draws the two boards of the query string.
pub(crate) fn image(query: &Params) -> Result<String, Rejection> {
    let sides = read_with_clocks(query)?;
    let arrangement = Arrangement { flip: query.flag("flip")?, swap: query.flag("swap")? };
    let names = Seat::ALL.map(|seat| query.get(&format!("{seat}Name")).map(str::to_owned));
    Ok(svg::two_boards_of(&DrawnBoards(&sides), arrangement, &names))
}

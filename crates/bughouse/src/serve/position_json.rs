//! What can be asked about two boards: legal moves, notations, an image. `openapi.json` documents every field.

use std::collections::BTreeMap;

use bughouse_chess::{Board, BughouseMove, FenStyle, Millis, Piece};
use serde::{Deserialize, Deserializer, Serialize};

use crate::format::Format;
use crate::position::{self, Boards, ReadBoard};
use crate::report;
use crate::serve::board_json::{color, squares};
use crate::serve::refusal::Refusal;
use crate::serve::upload::reading;
use crate::svg;
use crate::two_boards::{Arrangement, TwoBoards};

/// Two boards in an address.
#[derive(Deserialize)]
pub(super) struct BothTexts {
    a: String,
    b: String,
}

/// How an image is to look.
#[derive(Deserialize)]
pub(super) struct ImageQuery {
    a: String,
    b: String,
    #[serde(default, deserialize_with = "flag")]
    flip: bool,
    #[serde(default, deserialize_with = "flag")]
    swap: bool,
    #[serde(rename = "WhiteA")]
    white_a: Option<i64>,
    #[serde(rename = "BlackA")]
    black_a: Option<i64>,
    #[serde(rename = "WhiteB")]
    white_b: Option<i64>,
    #[serde(rename = "BlackB")]
    black_b: Option<i64>,
}

/// Reads `true` or `1`, as addresses have it.
fn flag<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    match String::deserialize(value)?.as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" | "" => Ok(false),
        other => Err(serde::de::Error::custom(format_args!("expected true or false, found {other}"))),
    }
}

#[derive(Serialize)]
pub(super) struct LegalJson {
    a: LegalMovesJson,
    b: LegalMovesJson,
}

#[derive(Serialize)]
struct LegalMovesJson {
    turn: &'static str,
    moves: BTreeMap<String, Vec<String>>,
    promotions: Vec<String>,
    promote_to: Vec<String>,
    drops: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct NotationsJson {
    fen: TwoTexts,
    bfen: TwoTexts,
    two_boards: String,
    feen: TwoTexts,
}

#[derive(Serialize)]
struct TwoTexts {
    a: String,
    b: String,
}

/// Reads one board.
fn read(name: &str, text: &str) -> Result<Board, Refusal> {
    match position::read_board(text.as_bytes(), &reading()) {
        Ok((board, _)) => Ok(board),
        Err(faults) => {
            let message = format!("{name}: {}", report::one_line(&faults));
            Err(match faults.first() {
                Some(fault) => Refusal::wrong_at(message, text.as_bytes(), fault.span()),
                None => Refusal::wrong(message),
            })
        }
    }
}

impl BothTexts {
    fn read(&self) -> Result<[Board; 2], Refusal> {
        Ok([read("a", &self.a)?, read("b", &self.b)?])
    }
}

/// Lists what both boards allow.
pub(super) fn legal(texts: &BothTexts) -> Result<LegalJson, Refusal> {
    let [a, b] = texts.read()?;
    Ok(LegalJson { a: LegalMovesJson::of(&a), b: LegalMovesJson::of(&b) })
}

impl LegalMovesJson {
    fn of(board: &Board) -> LegalMovesJson {
        let mut legal = LegalMovesJson {
            turn: color(board.side_to_move()),
            moves: BTreeMap::new(),
            promotions: Vec::new(),
            promote_to: Piece::PROMOTIONS.map(|piece| piece.to_char().to_string()).to_vec(),
            drops: BTreeMap::new(),
        };
        for mv in board.legal_moves() {
            let BughouseMove::Regular(regular) = mv else { continue };
            let from = regular.source().to_string();
            let mut goes_to = vec![regular.dest().to_string()];
            if board.piece_on(regular.source()) == Some(Piece::King) {
                // Castling has two names: where the king stands then, and where its rook stands now.
                if let Ok(after) = board.make_move_new(regular) {
                    goes_to.push(after.king_square(board.side_to_move()).to_string());
                }
                goes_to.extend(board.uci_chess960(mv).get(2..4).map(str::to_owned));
            }
            if regular.promotion().is_some() {
                legal.promotions.push(format!("{from}{}", regular.dest()));
            }
            legal.moves.entry(from).or_default().extend(goes_to);
        }
        let unique = |list: &mut Vec<String>| {
            list.sort();
            list.dedup();
        };
        legal.moves.values_mut().for_each(unique);
        unique(&mut legal.promotions);
        for piece in Piece::IN_RESERVE {
            let targets = board.legal_drops(piece);
            if !targets.is_empty() {
                legal.drops.insert(piece.to_char().to_string(), squares(targets));
            }
        }
        legal
    }
}

/// Writes two boards in all notations.
pub(super) fn notations(texts: &BothTexts) -> Result<NotationsJson, Refusal> {
    let boards = texts.read()?;
    let style = FenStyle::default();
    let of = |format: Format| {
        let [a, b] = boards.map(|board| format.write(&Boards::One(ReadBoard::of(board)), &style));
        TwoTexts { a, b }
    };
    Ok(NotationsJson {
        fen: of(Format::Fen),
        bfen: of(Format::Bfen),
        two_boards: Format::Bfen.write(&Boards::Two(boards.map(ReadBoard::of)), &style),
        feen: of(Format::Feen),
    })
}

/// Draws two boards.
pub(super) fn image(query: &ImageQuery) -> Result<String, Refusal> {
    let [a, b] = [read("a", &query.a)?, read("b", &query.b)?];
    let clocks =
        |white: Option<i64>, black: Option<i64>| Some([Millis(white?).into(), Millis(black?).into()]);
    let sides = [
        ReadBoard { clocks: clocks(query.white_a, query.black_a), ..ReadBoard::of(a) },
        ReadBoard { clocks: clocks(query.white_b, query.black_b), ..ReadBoard::of(b) },
    ];
    let arrangement = Arrangement { flip: query.flip, swap: query.swap };
    Ok(svg::two_boards(&TwoBoards(&sides), arrangement))
}

//! The JSON document of one board.

use std::collections::BTreeMap;

use bughouse_chess::{Board, BughouseMove, Color, Millis, ReadOptions, TimeControl};
use serde::Deserialize;
use serde_json::Value;

use super::codes;
use super::error::{ChesscomError, ChesscomErrorKind};
use crate::types::tags::{TimeControlTag, read_time_control};

/// One board of a chess.com game.
#[derive(Clone, Debug)]
pub struct Document {
    game: GameFields,
    players: Players,
}

/// A half-move, with the time since the start of the board.
pub(super) struct TimedMove {
    pub(super) mv: BughouseMove,
    /// The time left, in tenths of a second.
    pub(super) left: i64,
    pub(super) elapsed: Millis,
}

#[derive(Deserialize)]
struct Whole {
    game: GameFields,
    #[serde(default)]
    players: Players,
}

#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct GameFields {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    uuid: Value,
    #[serde(default)]
    partner_game_id: Value,
    #[serde(default)]
    color_of_winner: Value,
    #[serde(default)]
    initial_setup: Value,
    #[serde(default)]
    game_end_reason: Value,
    #[serde(default)]
    result_message: Value,
    #[serde(default, rename = "type")]
    variant: Value,
    #[serde(default)]
    pgn_headers: BTreeMap<String, Value>,
    move_list: String,
    #[serde(default)]
    move_timestamps: String,
    /// In tenths of a second.
    #[serde(default, rename = "baseTime1")]
    base_time: Option<f64>,
    /// In tenths of a second.
    #[serde(default, rename = "timeIncrement1")]
    increment: Option<f64>,
}

#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default)]
struct Players {
    top: Option<Player>,
    bottom: Option<Player>,
}

#[derive(Deserialize, Clone, Debug)]
struct Player {
    #[serde(default)]
    username: Value,
    #[serde(default)]
    color: Value,
    #[serde(default)]
    rating: Value,
}

impl Document {
    /// Reads the JSON of one board. Ignores unknown fields, and accepts missing ones that it doesn't need.
    ///
    /// # Errors
    /// Returns an error if it is not the JSON of a game, or if the game is not bughouse.
    pub fn read(json: &[u8]) -> Result<Document, ChesscomError> {
        serde_json::from_slice(json)
            .map_err(|error| ChesscomError::new(None, ChesscomErrorKind::Json(error)))
            .and_then(Document::new)
    }

    /// Converts the parsed JSON of one board.
    pub(super) fn from_value(json: Value) -> Result<Document, ChesscomError> {
        serde_json::from_value(json)
            .map_err(|error| ChesscomError::new(None, ChesscomErrorKind::Json(error)))
            .and_then(Document::new)
    }

    fn new(Whole { game, players }: Whole) -> Result<Document, ChesscomError> {
        let document = Document { game, players };
        let variant = text(&document.game.variant).or_else(|| document.header("Variant"));
        match variant {
            Some(variant) if !variant.eq_ignore_ascii_case("bughouse") => {
                Err(document.error(ChesscomErrorKind::NotBughouse(variant)))
            }
            None if document.partner().is_none() => {
                Err(document.error(ChesscomErrorKind::NotBughouse("a game without a partner".to_owned())))
            }
            _ => Ok(document),
        }
    }

    /// Returns the number of the game.
    pub fn id(&self) -> Option<String> {
        text(&self.game.id)
    }

    /// Returns the UUID of the game.
    pub fn uuid(&self) -> Option<String> {
        text(&self.game.uuid)
    }

    /// Returns the number or UUID of the game on the partner's board.
    pub fn partner(&self) -> Option<String> {
        text(&self.game.partner_game_id)
    }

    /// Returns `true` if one of two documents names the other as its partner, and neither names a third.
    pub fn is_partner_of(&self, other: &Document) -> bool {
        self.check_partner(other).is_ok()
    }

    /// Checks that two documents belong together.
    pub(super) fn check_partner(&self, other: &Document) -> Result<(), ChesscomError> {
        let mut named_one = false;
        for (document, given) in [(self, other), (other, self)] {
            let Some(named) = document.partner() else { continue };
            if ![given.id(), given.uuid()].contains(&Some(named.clone())) {
                let given = given.id().or_else(|| given.uuid()).unwrap_or_else(|| "?".to_owned());
                return Err(document.error(ChesscomErrorKind::WrongPartner { named, given }));
            }
            named_one = true;
        }
        if named_one { Ok(()) } else { Err(self.error(ChesscomErrorKind::NoPartner)) }
    }

    /// Creates an error about this document.
    pub(super) fn error(&self, kind: ChesscomErrorKind) -> ChesscomError {
        ChesscomError::new(self.id().as_deref(), kind)
    }

    /// Returns the number of the game to sort by.
    pub(super) fn order(&self) -> u64 {
        self.id().and_then(|id| id.parse().ok()).unwrap_or(u64::MAX)
    }

    /// Returns a header of the game.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.game.pgn_headers.get(name).and_then(text)
    }

    /// Returns the name of a player.
    pub(super) fn player(&self, color: Color) -> Option<String> {
        self.seated(color)
            .and_then(|player| text(&player.username))
            .or_else(|| self.header(color_name(color).0))
    }

    /// Returns the rating of a player.
    pub(super) fn rating(&self, color: Color) -> Option<String> {
        self.seated(color)
            .and_then(|player| text(&player.rating))
            .or_else(|| self.header(&format!("{}Elo", color_name(color).0)))
    }

    fn seated(&self, color: Color) -> Option<&Player> {
        [&self.players.top, &self.players.bottom]
            .into_iter()
            .flatten()
            .find(|player| player.color.as_str() == Some(color_name(color).1))
    }

    /// Returns who won on this board.
    pub(super) fn winner(&self) -> Option<Color> {
        match (self.game.color_of_winner.as_str(), self.header("Result").as_deref()) {
            (Some("white"), _) => Some(Color::White),
            (Some("black"), _) => Some(Color::Black),
            (_, Some("1-0")) => Some(Color::White),
            (_, Some("0-1")) => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns chess.com's keyword for how this board ended.
    pub(super) fn end_word(&self) -> Option<String> {
        text(&self.game.game_end_reason)
    }

    /// Returns chess.com's message about how this board ended.
    pub(super) fn end_message(&self) -> Option<String> {
        text(&self.game.result_message).or_else(|| self.header("Termination"))
    }

    /// Returns the start position of the board.
    pub(super) fn start(&self) -> Result<Board, ChesscomError> {
        match text(&self.game.initial_setup).or_else(|| self.header("FEN")) {
            None => Ok(Board::default()),
            Some(fen) => match Board::read(fen.as_bytes(), &ReadOptions::default()) {
                Ok((board, _)) => Ok(board),
                Err(error) => Err(self.error(ChesscomErrorKind::StartPosition(error.to_string()))),
            },
        }
    }

    /// Returns the time control.
    pub(super) fn control(&self) -> Result<TimeControl, ChesscomError> {
        // A JSON number may be too large, but never infinite. The cast saturates.
        let tenths = |number: f64| Millis((number * 100.0).round() as i64);
        if let Some(base) = self.game.base_time.filter(|&base| base >= 0.0) {
            let increment = self.game.increment.filter(|&increment| increment >= 0.0).unwrap_or(0.0);
            return Ok(TimeControl { base: tenths(base), increment: tenths(increment) });
        }
        match self.header("TimeControl").map(|value| read_time_control(value.as_bytes())) {
            Some(TimeControlTag::Control(control)) => Ok(control),
            _ => Err(self.error(ChesscomErrorKind::NoTimeControl)),
        }
    }

    /// Returns all half-moves with their times.
    ///
    /// A clock is the time left after the half-move, including the increment. One more clock may follow at the end: the
    /// time that the side to move had left when the game was over.
    pub(super) fn moves(&self, control: TimeControl) -> Result<Vec<TimedMove>, ChesscomError> {
        let codes = self.game.move_list.as_bytes();
        let half_moves = codes.len().div_ceil(2);
        let mut clocks = self.game.move_timestamps.split(',').filter(|text| !text.trim().is_empty());
        // By turn: the time the player had left before.
        let mut left = [control.base; 2];
        let mut elapsed = Millis::ZERO;
        let mut moves = Vec::with_capacity(half_moves);
        for (index, code) in codes.chunks(2).enumerate() {
            let half_move = index + 1;
            let mv = <[u8; 2]>::try_from(code).ok().and_then(codes::read).ok_or_else(|| {
                let code = String::from_utf8_lossy(code).into_owned();
                self.error(ChesscomErrorKind::NotAMove { half_move, code })
            })?;
            let clock = clocks
                .next()
                .ok_or_else(|| self.error(ChesscomErrorKind::TooFewClocks { clocks: index, half_moves }))?;
            let tenths: i64 = clock.trim().parse().map_err(|_| {
                self.error(ChesscomErrorKind::NotAClock { half_move, text: clock.to_owned() })
            })?;
            let now = Millis(tenths.saturating_mul(100));
            elapsed = elapsed + (left[index % 2] - now) + control.increment;
            left[index % 2] = now;
            moves.push(TimedMove { mv, left: tenths, elapsed });
        }
        Ok(moves)
    }
}

/// Returns the names of a color in headers and players.
fn color_name(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("White", "white"),
        Color::Black => ("Black", "black"),
    }
}

/// Returns a string or a number as text, or `None` for anything else and for an empty string.
///
/// Control characters become spaces, since a tag is one line.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text.trim().replace(char::is_control, " ")),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

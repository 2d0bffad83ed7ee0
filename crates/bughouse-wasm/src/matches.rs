//! A match: both boards, transfers between them, and four clocks.
//!
//! Boards are selected by `is_b`, and times are in milliseconds.

use bughouse_chess::{
    Board, BoardId, BughouseMove, Clocks, Match, MatchError, Millis, Outcome, Piece, ReadOptions, Rules, San,
    Seat, Span, Team, TwoBoards,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::{RawBoard, of_position};
use crate::error::{RawError, kind_name};
use crate::moves::{pack, parse_uci, require_move, unpack};
use crate::scratch::Scratch;

/// A match, and the latest time passed to it.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMatch {
    game: Match,
    now: i64,
}

#[wasm_bindgen]
impl RawMatch {
    /// Starts a match from two boards separated by ` | `, or from the starting position if the text is empty. Clocks
    /// in the text take precedence over `base`.
    ///
    /// # Errors
    /// Returns where the text is invalid, or why the match is impossible.
    pub fn begin(text: &str, rules: &str, base: f64, increment: f64) -> Result<RawMatch, RawError> {
        let preset = Rules::preset(rules).ok_or_else(|| {
            let names = Rules::PRESETS.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>();
            RawError::plain("rules", format!("expected one of {}, got {rules:?}", names.join(", ")))
        })?;
        let both = if text.is_empty() { None } else { Some(read(text)?) };
        let boards = both.as_ref().map_or([Board::default(); 2], |both| *both.position.boards());
        let left =
            Seat::ALL.map(|seat| both.as_ref().and_then(|both| both.clock(seat)).unwrap_or(millis(base)));
        let [a, b] = boards;
        match Match::from_boards(a, b, preset, Clocks::from_left(left, millis(increment))) {
            Ok(game) => Ok(RawMatch { game, now: 0 }),
            Err(error) => Err(RawError::plain("no-match", error)),
        }
    }

    /// Returns a copy with the same history.
    pub fn copy(&self) -> RawMatch {
        self.clone()
    }

    /// Starts the clocks of both boards.
    pub fn start(&mut self, now: f64) {
        self.set_time(Some(now));
        self.game.start(millis(now));
    }

    /// Writes the numbers of all legal moves on a board and returns how many there are.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self, is_b: bool, scratch: &mut Scratch) -> usize {
        scratch.fill(self.game.legal_moves(board(is_b)).iter())
    }

    /// Plays a move, optionally at a given time. Returns `true` if it could be played; otherwise nothing changes.
    pub fn play(&mut self, is_b: bool, number: u32, now: Option<f64>) -> bool {
        let played = unpack(number).is_some_and(|mv| self.attempt(is_b, mv, now).is_ok());
        if played {
            self.set_time(now);
        }
        played
    }

    /// Fails with the reason if a move can't be played.
    #[wasm_bindgen(js_name = whyIllegal)]
    pub fn why_illegal(&self, is_b: bool, number: u32, now: Option<f64>) -> Result<(), RawError> {
        let mv = require_move(number)?;
        let why = |error| RawError::plain(kind_name(&error), format!("{}{mv}: {error}", board(is_b)));
        self.clone().attempt(is_b, mv, now).map_err(why)
    }

    /// Takes the last move back and returns its number; `None` if no move was played.
    pub fn undo(&mut self) -> Option<u32> {
        self.game.undo().map(|step| pack(step.mv()))
    }

    /// Parses a legal move in SAN.
    ///
    /// # Errors
    /// Returns where the text is invalid, or why no legal move matches.
    #[wasm_bindgen(js_name = readSan)]
    pub fn read_san(&self, is_b: bool, text: &str) -> Result<u32, RawError> {
        let read: San = text.parse().map_err(|error: bughouse_chess::MoveError| {
            RawError::at(kind_name(error.kind()), error.render(text.as_bytes()), text, error.span())
        })?;
        let found = self.game.position().resolve(board(is_b), &read);
        found.map(pack).map_err(|why| RawError::at(kind_name(&why), why, text, Span::new(0, text.len())))
    }

    /// Parses a move in UCI, including both notations for castling.
    ///
    /// # Errors
    /// Returns where the text is invalid.
    #[wasm_bindgen(js_name = readUci)]
    pub fn read_uci(&self, is_b: bool, text: &str) -> Result<u32, RawError> {
        parse_uci(text).map(|mv| pack(self.game.board(board(is_b)).normalize_castling(mv)))
    }

    /// Returns a legal move in SAN.
    ///
    /// # Errors
    /// Returns why the move is illegal.
    pub fn san(&self, is_b: bool, number: u32) -> Result<String, RawError> {
        let mv = require_move(number)?;
        let san = self.game.position().san(board(is_b), mv);
        san.map(|san| san.to_string()).map_err(|why| RawError::plain(kind_name(&why), format!("{mv}: {why}")))
    }

    /// Returns a copy of a board.
    pub fn board(&self, is_b: bool) -> RawBoard {
        RawBoard::of(*self.game.board(board(is_b)))
    }

    /// Returns the seat to move on a board.
    #[wasm_bindgen(js_name = toMove)]
    pub fn to_move(&self, is_b: bool) -> String {
        self.game.to_move(board(is_b)).name().to_owned()
    }

    /// Returns the reserve of a seat: the number of queens, rooks, bishops, knights and pawns.
    ///
    /// # Errors
    /// Fails if there is no such seat.
    pub fn reserve(&self, seat: &str) -> Result<Vec<u8>, RawError> {
        let reserve = self.game.reserve(read_seat(seat)?);
        Ok(Piece::IN_RESERVE.iter().map(|&piece| reserve.count(piece)).collect())
    }

    /// Returns the clock of a seat at a time, or at the latest time passed to the match.
    ///
    /// # Errors
    /// Fails if there is no such seat.
    pub fn clock(&self, seat: &str, now: Option<f64>) -> Result<f64, RawError> {
        Ok(self.game.clock(read_seat(seat)?, self.at(now)).0 as f64)
    }

    /// Returns the outcome in five lines: who won, why, the deciding seat, the result, and a description. `None` while
    /// the match is ongoing.
    pub fn outcome(&self) -> Option<String> {
        self.game.outcome().map(|outcome| {
            let Outcome { winner, cause, seat } = outcome;
            let winner = winner.map(Team::name).unwrap_or_default();
            let seat = seat.map(Seat::name).unwrap_or_default();
            format!("{winner}\n{}\n{seat}\n{}\n{outcome}", kind_name(&cause), outcome.result())
        })
    }

    /// Returns the frozen seat on a board and the letters of the pieces that would help: `WhiteA:QN`. Empty if none is
    /// frozen.
    pub fn frozen(&self, is_b: bool) -> String {
        self.game.frozen(board(is_b)).map_or_else(String::new, |frozen| {
            let letters: String = frozen.pieces.iter().map(|piece| piece.to_char()).collect();
            format!("{}:{letters}", frozen.seat.name())
        })
    }

    /// Writes the partner's captures that would free the frozen seat on a board and returns how many there are.
    #[wasm_bindgen(js_name = freeingCaptures)]
    pub fn freeing_captures(&self, is_b: bool, scratch: &mut Scratch) -> usize {
        scratch.fill(self.game.freeing_captures(board(is_b)).into_iter())
    }

    /// Returns the half-moves played, one per line: the seat and the number of the move, such as `WhiteA 796`.
    pub fn steps(&self) -> String {
        let lines: Vec<String> = self
            .game
            .steps()
            .iter()
            .map(|step| format!("{} {}", step.seat().name(), pack(step.mv())))
            .collect();
        lines.join("\n")
    }

    /// Ends the match by `resign`, `draw`, `abort`, `flag`, `repetition` or `fifty-moves` of a seat. For the last two,
    /// the seat selects the board.
    ///
    /// # Errors
    /// Fails if the match is over, or the claim is wrong.
    pub fn end(&mut self, how: &str, seat: &str, now: Option<f64>) -> Result<(), RawError> {
        let seat = if seat.is_empty() { None } else { Some(read_seat(seat)?) };
        let time = now.map(millis);
        let at = self.at(now);
        let by = || seat.ok_or_else(|| RawError::plain("seat", "expected a seat"));
        let ended = match how {
            "resign" => self.game.resign(by()?, time),
            "draw" => self.game.agree_draw(time),
            "abort" => self.game.abort(seat, time),
            "flag" => self.game.claim_flag(by()?, at),
            "repetition" => self.game.claim_repetition(by()?.board, time),
            "fifty-moves" => self.game.claim_fifty_moves(by()?.board, time),
            other => {
                return Err(RawError::plain(
                    "end",
                    format!("expected resign, draw, abort, flag, repetition or fifty-moves, got {other:?}"),
                ));
            }
        };
        ended.map_err(|error| RawError::plain(kind_name(&error), error))?;
        self.set_time(now);
        Ok(())
    }

    /// Returns both boards in BFEN.
    pub fn bfen(&self) -> String {
        self.game.two_boards(Millis(self.now)).to_bfen()
    }

    /// Returns the key of both boards.
    pub fn key(&self) -> u64 {
        self.game.position().key().bits()
    }
}

impl RawMatch {
    // Not inlined to keep the WebAssembly small.
    #[inline(never)]
    fn attempt(&mut self, is_b: bool, mv: BughouseMove, now: Option<f64>) -> Result<(), MatchError> {
        let played = match now {
            Some(now) => self.game.play_at(board(is_b), mv, millis(now)),
            None => self.game.play(board(is_b), mv),
        };
        played.map(|_| ())
    }

    fn at(&self, now: Option<f64>) -> Millis {
        now.map_or(Millis(self.now), millis)
    }

    fn set_time(&mut self, now: Option<f64>) {
        self.now = now.map_or(self.now, |now| millis(now).0.max(self.now));
    }
}

fn board(is_b: bool) -> BoardId {
    if is_b { BoardId::B } else { BoardId::A }
}

/// Converts a number to a time. NaN becomes 0.
fn millis(time: f64) -> Millis {
    Millis(time as i64)
}

fn read_seat(text: &str) -> Result<Seat, RawError> {
    let seat = Seat::ALL.into_iter().find(|seat| seat.name() == text);
    seat.ok_or_else(|| {
        RawError::plain("seat", format!("expected WhiteA, BlackA, WhiteB or BlackB, got {text:?}"))
    })
}

/// Parses two boards separated by ` | `.
fn read(text: &str) -> Result<TwoBoards, RawError> {
    let read = TwoBoards::read(text.as_bytes(), &ReadOptions::default());
    read.map(|(both, _)| both).map_err(|error| of_position(&error, text))
}

//! A single board: captured pieces are discarded.

use std::fmt;

use bughouse_chess::{
    Board, BoardStatus, Color, Leniencies, Leniency, Piece, ReadError, ReadOptions, Square, TextError,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{RawError, kind_name};
use crate::moves::{pack, require_move, unpack};
use crate::scratch::Scratch;

/// A board with both reserves and its move history.
#[wasm_bindgen]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawBoard {
    pub(crate) board: Board,
    /// The board before each move, and the move.
    past: Vec<(Board, u32)>,
}

impl RawBoard {
    /// Creates a board without history.
    pub(crate) fn of(board: Board) -> RawBoard {
        RawBoard { board, past: Vec::new() }
    }
}

#[wasm_bindgen]
impl RawBoard {
    /// Creates a board in the starting position.
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawBoard {
        RawBoard::default()
    }

    /// Parses a board in FEN or BFEN. With `lenient`, counters and last fields may be missing.
    ///
    /// # Errors
    /// Returns where the string is malformed, or all violations of the position.
    pub fn read(text: &str, lenient: bool) -> Result<RawBoard, RawError> {
        let accept = if lenient {
            Leniencies::NONE
                .with(Leniency::MissingCounters)
                .with(Leniency::MissingFields)
                .with(Leniency::ExtraSpaces)
        } else {
            Leniencies::NONE
        };
        let options = ReadOptions::default().accept(accept);
        let read = Board::read(text.as_bytes(), &options);
        read.map(|(board, _)| RawBoard::of(board)).map_err(|error| of_position(&error, text))
    }

    /// Parses a board in FEEN.
    ///
    /// # Errors
    /// Returns where the string is malformed, or all violations of the position.
    #[wasm_bindgen(js_name = readFeen)]
    pub fn read_feen(text: &str) -> Result<RawBoard, RawError> {
        let read = Board::read_feen(text.as_bytes(), &ReadOptions::default());
        read.map(|(board, _)| RawBoard::of(board)).map_err(|error| of_position(&error, text))
    }

    /// Returns a starting position of Chess960, numbered from 0 to 959.
    ///
    /// # Errors
    /// Fails if there is no such position.
    pub fn chess960(number: u32) -> Result<RawBoard, RawError> {
        let start = u16::try_from(number).ok().and_then(Board::chess960);
        let none = || {
            RawError::plain(
                "chess960",
                format!("{number} is not a starting position of Chess960: expected 0 to 959"),
            )
        };
        start.map(RawBoard::of).ok_or_else(none)
    }

    /// Returns a copy with the same history.
    pub fn copy(&self) -> RawBoard {
        self.clone()
    }

    /// Writes the numbers of all legal moves and returns how many there are.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self, scratch: &mut Scratch) -> usize {
        scratch.fill(self.board.legal_moves().iter())
    }

    /// Returns `true` if a move is legal.
    #[wasm_bindgen(js_name = isLegal)]
    pub fn is_legal(&self, number: u32) -> bool {
        unpack(number).is_some_and(|mv| self.board.is_legal(mv))
    }

    /// Plays a move. Returns `true` if it is legal; otherwise nothing changes.
    pub fn play(&mut self, number: u32) -> bool {
        let Some(mv) = unpack(number) else { return false };
        let before = self.board;
        let played = self.board.play(mv).is_ok();
        if played {
            self.past.push((before, number));
        }
        played
    }

    /// Fails with the reason if a move is illegal.
    #[wasm_bindgen(js_name = whyIllegal)]
    pub fn why_illegal(&self, number: u32) -> Result<(), RawError> {
        let mv = require_move(number)?;
        let mut copy = self.board;
        match copy.play(mv) {
            Ok(_) => Ok(()),
            Err(reason) => Err(RawError::plain(kind_name(&reason), format!("{mv}: {reason}"))),
        }
    }

    /// Takes the last move back and returns its number; `None` if no move was played.
    pub fn undo(&mut self) -> Option<u32> {
        let (before, number) = self.past.pop()?;
        self.board = before;
        Some(number)
    }

    /// Returns the numbers of the moves played.
    pub fn played(&self) -> Vec<u32> {
        self.past.iter().map(|&(_, number)| number).collect()
    }

    /// Parses a legal move in SAN.
    ///
    /// # Errors
    /// Returns where the text is invalid, or why no legal move matches.
    #[wasm_bindgen(js_name = readSan)]
    pub fn read_san(&self, text: &str) -> Result<u32, RawError> {
        self.board.read_san(text).map(pack).map_err(|error| of_text(&error, text))
    }

    /// Parses a move in UCI, including both notations for castling.
    ///
    /// # Errors
    /// Returns where the text is invalid.
    #[wasm_bindgen(js_name = readUci)]
    pub fn read_uci(&self, text: &str) -> Result<u32, RawError> {
        self.board.read_uci(text.as_bytes()).map(pack).map_err(|error| of_text(&error, text))
    }

    /// Returns a legal move in SAN.
    ///
    /// # Errors
    /// Returns why the move is illegal.
    pub fn san(&self, number: u32) -> Result<String, RawError> {
        let mv = require_move(number)?;
        let san = self.board.san(mv);
        san.map(|san| san.to_string())
            .map_err(|reason| RawError::plain(kind_name(&reason), format!("{mv}: {reason}")))
    }

    /// Returns the board in FEN.
    pub fn fen(&self) -> String {
        self.board.to_fen()
    }

    /// Returns the board in BFEN.
    pub fn bfen(&self) -> String {
        self.board.to_bfen()
    }

    /// Returns the board in FEEN.
    pub fn feen(&self) -> String {
        self.board.to_feen()
    }

    /// Returns 0 if there is a legal move, 1 for checkmate, 2 for stalemate, 3 for frozen.
    pub fn status(&self) -> u8 {
        match self.board.status() {
            BoardStatus::Checkmate => 1,
            BoardStatus::Stalemate => 2,
            _ if self.board.is_frozen() => 3,
            _ => 0,
        }
    }

    /// Returns the pieces that would help a frozen side, and where: `N:f3,g4;Q:e5`. Empty if it isn't frozen.
    pub fn help(&self) -> String {
        let Some(frozen) = self.board.frozen() else { return String::new() };
        let of_piece = |piece: Piece| {
            let squares: Vec<String> =
                frozen.squares_for(piece).into_iter().map(|square| square.to_string()).collect();
            format!("{}:{}", piece.to_char(), squares.join(","))
        };
        let all: Vec<String> =
            Piece::IN_RESERVE.into_iter().filter(|&piece| frozen.helps(piece)).map(of_piece).collect();
        all.join(";")
    }

    /// Returns `true` if White is to move.
    #[wasm_bindgen(js_name = whiteToMove)]
    pub fn white_to_move(&self) -> bool {
        self.board.side_to_move() == Color::White
    }

    /// Returns `true` if the side to move is in check.
    #[wasm_bindgen(js_name = inCheck)]
    pub fn in_check(&self) -> bool {
        self.board.in_check()
    }

    /// Returns the FEN letter of the piece on a square; empty if there is none.
    #[wasm_bindgen(js_name = pieceOn)]
    pub fn piece_at(&self, square: usize) -> String {
        let square = Square::ALL[square & 63];
        let colored = self.board.piece_on(square).zip(self.board.color_on(square));
        colored.map(|(piece, color)| piece.to_colored_char(color).to_string()).unwrap_or_default()
    }

    /// Returns the reserve of a color: the number of queens, rooks, bishops, knights and pawns.
    pub fn reserve(&self, white: bool) -> Vec<u8> {
        let reserve = self.board.reserve(color(white));
        Piece::IN_RESERVE.iter().map(|&piece| reserve.count(piece)).collect()
    }

    /// Adds a piece to a reserve. Piece types are numbered from queens to pawns.
    ///
    /// # Errors
    /// Fails if the reserve is full.
    pub fn hand(&mut self, white: bool, piece: usize) -> Result<(), RawError> {
        let piece = kind(piece)?;
        let added = self.board.try_add_to_reserve(color(white), piece);
        added.map_err(|error| RawError::plain(kind_name(&error), error))
    }

    /// Removes a piece from a reserve. Piece types are numbered from queens to pawns.
    ///
    /// # Errors
    /// Fails if the reserve has no such piece.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, white: bool, piece: usize) -> Result<(), RawError> {
        let piece = kind(piece)?;
        let removed = self.board.remove_from_reserve(color(white), piece);
        removed.map_err(|error| RawError::plain(kind_name(&error), error))
    }

    /// Returns the key of the position, which never changes between versions.
    pub fn key(&self) -> u64 {
        self.board.key().bits()
    }
}

impl Default for RawBoard {
    fn default() -> RawBoard {
        RawBoard::of(Board::default())
    }
}

fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn kind(piece: usize) -> Result<Piece, RawError> {
    let found = Piece::IN_RESERVE.get(piece).copied();
    found.ok_or_else(|| {
        RawError::plain("no-piece", "only queens, rooks, bishops, knights and pawns can be in a reserve")
    })
}

fn of_text<K: fmt::Display + fmt::Debug>(error: &TextError<K>, text: &str) -> RawError {
    RawError::at(kind_name(error.kind()), error.render(text.as_bytes()), text, error.span())
}

/// Creates an error of the first kind. The message has all errors.
pub(crate) fn of_position(error: &ReadError, text: &str) -> RawError {
    let shown = error.render(text.as_bytes());
    match error.errors().first() {
        Some(first) => RawError::at(kind_name(first.kind()), shown, text, first.span()),
        None => RawError::plain("invalid", shown),
    }
}

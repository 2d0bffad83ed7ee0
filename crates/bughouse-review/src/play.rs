//! Half-moves played from a position, one after another.
//!
//! A half-move is SAN as the standard has it, or UCI. With two boards the board stands before it: `A:e4`, `B:N@f3`.

use std::fmt;

use bpgn::Label;
use bughouse_chess::notation::uci;
use bughouse_chess::{
    Board, BoardId, BughouseMove, Color, IllegalMove, Piece, Position, Promotion, Rank, Rules, San, SanError,
    SanErrorKind, SanMismatch, Span, Square, TextError,
};
use serde::Serialize;

use crate::line::{Capture, Transfer};
use crate::names::{BoardName, PieceLetter, PieceName, Seat as SeatName, Square as SquareName};
use crate::position::{Counters, ReadBoard, ReadBoards};

/// A position from which half-moves are played.
///
/// With two boards a captured piece goes to the partner. With one it leaves the board for one that is not there.
///
/// ```
/// use bughouse_chess::Rules;
/// use bughouse_review::play::Play;
/// use bughouse_review::position::{PositionOptions, read};
///
/// let (boards, _) = read(b"start | start", &PositionOptions::default()).unwrap();
/// let mut play = Play::new(boards, Rules::standard());
/// for text in ["A:e4", "A:d7d5"] {
///     play.play(text.as_bytes()).unwrap();
/// }
/// let played = play.play(b"A:exd5").unwrap();
/// assert_eq!((played.label.as_str(), played.uci.as_str()), ("2A", "e4d5"));
/// assert!(played.transfer.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Play {
    boards: ReadBoards,
    /// Board B of one board alone is never looked at.
    position: Position,
    rules: Rules,
    plies: usize,
}

/// A half-move that was played from a position. Its fields mean what those of [`HalfMove`](crate::HalfMove) do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// The move number and the seat's letter, such as 12a; of one board alone 12 for White and 12... for Black.
    pub label: String,
    /// Who played it; null for one board alone.
    pub seat: Option<SeatName>,
    /// The board it was played on; null for one board alone.
    pub board: Option<BoardName>,
    /// The move as the standard writes it.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// What was captured.
    pub capture: Option<Capture>,
    /// Who received what for it; null for one board alone.
    pub transfer: Option<Transfer>,
    /// Who received the pawn of a promotion that takes a piece from the other board, or that is discarded.
    pub pawn_to: Option<SeatName>,
    /// Whether it gives check.
    pub check: bool,
}

/// What is wrong with a half-move, and where.
pub type PlayError = TextError<PlayErrorKind>;

/// What is wrong with a half-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayErrorKind {
    /// There are two boards, and none is named.
    NoBoard,
    /// There is one board, and one is named.
    BoardNamed,
    /// The text is neither SAN nor UCI.
    Text(SanErrorKind),
    /// No legal move is written so, or several are.
    Mismatch(SanMismatch),
    /// The move is not legal.
    Illegal(IllegalMove),
    /// By the rules a promotion does something on the other board, and there is none.
    NoOtherBoard,
}

impl fmt::Display for PlayErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayErrorKind::NoBoard => f.write_str("expected A: or B:, the board, before the move"),
            PlayErrorKind::BoardNamed => f.write_str("expected a move by itself, there is one board alone"),
            PlayErrorKind::Text(SanErrorKind::NotAMove) => {
                f.write_str("expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3, or e2e4, e7e8q")
            }
            PlayErrorKind::Text(kind) => kind.fmt(f),
            PlayErrorKind::Mismatch(mismatch) => mismatch.fmt(f),
            PlayErrorKind::Illegal(reason) => reason.fmt(f),
            PlayErrorKind::NoOtherBoard => {
                f.write_str("such a promotion changes the other board, and there is one board alone")
            }
        }
    }
}

impl Play {
    /// Begins at a position.
    #[must_use]
    pub fn new(boards: ReadBoards, rules: Rules) -> Play {
        let position = match &boards {
            ReadBoards::One(read) => Position::new(read.board, Board::default()),
            ReadBoards::Two([a, b]) => Position::new(a.board, b.board),
        };
        Play { boards, position, rules, plies: 0 }
    }

    /// Returns the boards as they stand. Their clocks are those of the start, since nothing tells the time.
    #[must_use]
    pub fn boards(&self) -> &ReadBoards {
        &self.boards
    }

    /// Plays a half-move, or changes nothing.
    ///
    /// # Errors
    /// Tells the place that is not part of a half-move, or why it cannot be played.
    pub fn play(&mut self, text: &[u8]) -> Result<PlayedMove, PlayError> {
        let alone = matches!(self.boards, ReadBoards::One(_));
        let (id, start) = which_board(text, alone)?;
        let whole = Span::new(start, text.len());
        let mv = self.read(id, &text[start..]).map_err(|fault| fault.shifted(start))?;
        let before = *self.position.board(id);
        if alone && needs_other_board(&self.rules) && reaches_last_rank(&before, mv) {
            return Err(PlayError::new(PlayErrorKind::NoOtherBoard, whole));
        }
        let illegal = |reason| PlayError::new(PlayErrorKind::Illegal(reason), whole);
        let san = self.position.san(id, mv, &self.rules).map_err(illegal)?;
        let seat = self.position.to_move(id);
        let effect = self.position.play(id, mv, &self.rules).map_err(illegal)?;
        self.plies += 1;
        self.keep(id);
        let number = before.fullmove_number();
        let capture = effect.capture.map(|capture| Capture {
            piece: PieceName(capture.piece),
            promoted: capture.promoted,
            square: SquareName(captured_on(&before, mv)),
        });
        let transfer = effect.transfer.filter(|_| !alone);
        Ok(PlayedMove {
            ply: self.plies,
            label: match (alone, seat.color) {
                (false, _) => Label { number, seat }.to_string(),
                (true, Color::White) => number.to_string(),
                (true, Color::Black) => format!("{number}..."),
            },
            seat: (!alone).then_some(SeatName(seat)),
            board: (!alone).then_some(BoardName(id)),
            san: san.to_string(),
            uci: mv.to_string(),
            capture,
            transfer: transfer
                .map(|(seat, piece)| Transfer { seat: SeatName(seat), piece: PieceLetter(piece) }),
            pawn_to: effect.pawn_to.map(SeatName),
            check: self.position.board(id).in_check(),
        })
    }

    /// Finds the move that a text means. It may still be illegal.
    fn read(&self, id: BoardId, text: &[u8]) -> Result<BughouseMove, PlayError> {
        if let Ok(mv) = uci::read(text) {
            // Castling is written in either of two ways.
            return Ok(self.position.board(id).read_uci(text).unwrap_or(mv));
        }
        let san = read_san(text)
            .map_err(|error| PlayError::new(PlayErrorKind::Text(*error.kind()), error.span()))?;
        self.position
            .resolve(id, &san, &self.rules)
            .map_err(|mismatch| PlayError::new(PlayErrorKind::Mismatch(mismatch), Span::new(0, text.len())))
    }

    /// Takes over how the boards stand after a half-move on one of them.
    fn keep(&mut self, id: BoardId) {
        let moved = match &mut self.boards {
            ReadBoards::One(read) => {
                read.board = *self.position.board(BoardId::A);
                read
            }
            ReadBoards::Two(sides) => {
                for (read, board) in sides.iter_mut().zip(self.position.boards()) {
                    read.board = *board;
                }
                &mut sides[id.to_index()]
            }
        };
        turn(moved);
    }
}

/// Changes what was said beside a board, now that the other side is to move.
fn turn(read: &mut ReadBoard) {
    if read.counters == Counters::Unknown {
        read.counters = Counters::Counted;
    }
    // Whoever is to move comes first in the styles of a FEEN.
    if let Some(styles) = &mut read.styles
        && let Some((first, second)) = styles.split_once('/')
    {
        *styles = format!("{second}/{first}");
    }
}

/// Returns the board that a half-move names, and where the move begins.
fn which_board(text: &[u8], alone: bool) -> Result<(BoardId, usize), PlayError> {
    let named = match text {
        [b'A', b':', ..] => Some(BoardId::A),
        [b'B', b':', ..] => Some(BoardId::B),
        _ => None,
    };
    match (alone, named) {
        (true, None) => Ok((BoardId::A, 0)),
        (false, Some(id)) => Ok((id, 2)),
        (true, Some(_)) => Err(PlayError::new(PlayErrorKind::BoardNamed, Span::new(0, 2))),
        (false, None) => {
            let end = text.iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
            Err(PlayError::new(PlayErrorKind::NoBoard, Span::new(0, end)))
        }
    }
}

/// Reads a move by the standard alone.
fn read_san(text: &[u8]) -> Result<San, SanError> {
    let (san, used) = San::read(text)?;
    match used.iter().next() {
        None => Ok(san),
        Some(leniency) => Err(SanError::new(SanErrorKind::NotStandard(leniency), Span::new(0, text.len()))),
    }
}

fn needs_other_board(rules: &Rules) -> bool {
    matches!(rules.promotion, Promotion::Steal | Promotion::Discard)
}

fn reaches_last_rank(before: &Board, mv: BughouseMove) -> bool {
    let BughouseMove::Regular(mv) = mv else { return false };
    before.piece_on(mv.source()) == Some(Piece::Pawn)
        && matches!(mv.dest().rank(), Rank::First | Rank::Eighth)
}

/// Returns where the piece stood that a capture takes.
fn captured_on(before: &Board, mv: BughouseMove) -> Square {
    match mv {
        BughouseMove::Drop { square, .. } => square,
        BughouseMove::Regular(mv) if before.piece_on(mv.dest()).is_some() => mv.dest(),
        // A pawn that is taken in passing stands beside the one that takes it.
        BughouseMove::Regular(mv) => Square::make_square(mv.source().rank(), mv.dest().file()),
    }
}

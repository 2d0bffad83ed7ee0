//! Plays half-moves from a position.
//!
//! A half-move is standard SAN or UCI. With two boards, the board comes first: `A:e4`, `B:N@f3`.

use std::fmt;

use bpgn::Label;
use bughouse_chess::notation::uci;
use bughouse_chess::{
    Board, BoardId, BughouseMove, Color, Leniencies, MoveErrorKind, Piece, Position, Promotion, Rank, Rules,
    San, Span, Square, TextError,
};
use serde::Serialize;

use crate::position::{Counters, ReadBoard, ReadBoards};
use crate::shapes::line::{Capture, Transfer};
use crate::shapes::names::{BoardName, PieceLetter, PieceName, Seat as SeatName, Square as SquareName};

/// A position to play half-moves from.
///
/// With two boards, captured pieces go to the partner. With a single board, they are discarded.
///
/// ```
/// use bughouse_chess::{ReadOptions, Rules};
/// use bughouse_review::play::Play;
/// use bughouse_review::position::read;
///
/// let (boards, _) = read(b"start | start", &ReadOptions::default()).unwrap();
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
    /// With a single board, board B is unused.
    position: Position,
    plies: usize,
}

/// A half-move played from a position. Its fields are those of [`HalfMove`](crate::HalfMove).
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedMove {
    /// Its number, counted from 1.
    pub ply: usize,
    /// The move number and the seat's letter, such as `12a`. With a single board, `12` for White and `12...` for
    /// Black.
    pub label: String,
    /// The seat that played it; null with a single board.
    pub seat: Option<SeatName>,
    /// The board it was played on; null with a single board.
    pub board: Option<BoardName>,
    /// The move in standard SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The captured piece.
    pub capture: Option<Capture>,
    /// The piece that the partner receives; null with a single board.
    pub transfer: Option<Transfer>,
    /// The seat that receives the promoted pawn, if the rules discard it or take the new piece from the other board.
    pub pawn_to: Option<SeatName>,
    /// Whether it gives check.
    pub check: bool,
}

/// An invalid half-move, with the place of the error.
pub type PlayError = TextError<PlayErrorKind>;

/// Why a half-move is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayErrorKind {
    /// There are two boards, and the half-move doesn't name one.
    NoBoard,
    /// There is a single board, and the half-move names one.
    BoardNamed,
    /// The text is neither SAN nor UCI, or no legal move matches.
    Move(MoveErrorKind),
    /// Under the rules, promotions change the other board, and there is none.
    NoOtherBoard,
}

impl fmt::Display for PlayErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayErrorKind::NoBoard => f.write_str("expected the board, A: or B:, before the move"),
            PlayErrorKind::BoardNamed => f.write_str("expected a move without a board: there is only one"),
            PlayErrorKind::Move(MoveErrorKind::NOT_SAN) => {
                f.write_str("expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3, or e2e4, e7e8q")
            }
            PlayErrorKind::Move(kind) => kind.fmt(f),
            PlayErrorKind::NoOtherBoard => f.write_str(
                "under these rules, a promotion changes the other board, but there is only one board",
            ),
        }
    }
}

impl Play {
    /// Starts at a position.
    #[must_use]
    pub fn new(boards: ReadBoards, rules: Rules) -> Play {
        let position = match &boards {
            ReadBoards::One(read) => Position::new(read.board, Board::START, rules),
            ReadBoards::Two([a, b]) => Position::new(a.board, b.board, rules),
        };
        Play { boards, position, plies: 0 }
    }

    /// Returns the current boards. Their clocks are those of the start, because half-moves have no times.
    #[must_use]
    pub fn boards(&self) -> &ReadBoards {
        &self.boards
    }

    /// Plays a half-move. On an error, nothing changes.
    ///
    /// # Errors
    /// Returns where the half-move is malformed, or why it can't be played.
    pub fn play(&mut self, text: &[u8]) -> Result<PlayedMove, PlayError> {
        let alone = matches!(self.boards, ReadBoards::One(_));
        let (id, start) = which_board(text, alone)?;
        let whole = Span::new(start, text.len());
        let mv = self.read(id, &text[start..]).map_err(|error| error.shifted(start))?;
        let before = *self.position.board(id);
        if alone && needs_other_board(self.position.rules()) && reaches_last_rank(&before, mv) {
            return Err(PlayError::new(PlayErrorKind::NoOtherBoard, whole));
        }
        let illegal = |reason| PlayError::new(PlayErrorKind::Move(MoveErrorKind::from(reason)), whole);
        let san = self.position.san(id, mv).map_err(illegal)?;
        let seat = self.position.to_move(id);
        let effect = self.position.play(id, mv).map_err(illegal)?;
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

    /// Parses a move. It may still be illegal.
    fn read(&self, id: BoardId, text: &[u8]) -> Result<BughouseMove, PlayError> {
        if let Ok(mv) = uci::read(text) {
            return Ok(self.position.board(id).normalize_castling(mv));
        }
        let (san, _) = San::read(text, Leniencies::NONE)
            .map_err(|error| PlayError::new(PlayErrorKind::Move(*error.kind()), error.span()))?;
        self.position.resolve(id, &san).map_err(|mismatch| {
            PlayError::whole(PlayErrorKind::Move(MoveErrorKind::Mismatch(mismatch)), text)
        })
    }

    /// Updates the boards after a half-move on one of them.
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

/// Updates the data next to a board for the other side to move.
fn turn(read: &mut ReadBoard) {
    if read.counters == Counters::Unknown {
        read.counters = Counters::Counted;
    }
    // In FEEN, the style of the side to move comes first.
    if let Some(styles) = &mut read.styles
        && let Some((first, second)) = styles.split_once('/')
    {
        *styles = format!("{second}/{first}");
    }
}

/// Returns the board that a half-move names, and the offset of the move.
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

fn needs_other_board(rules: &Rules) -> bool {
    matches!(rules.promotion, Promotion::Steal | Promotion::Discard)
}

fn reaches_last_rank(before: &Board, mv: BughouseMove) -> bool {
    let BughouseMove::Regular(mv) = mv else { return false };
    before.piece_on(mv.source()) == Some(Piece::Pawn)
        && matches!(mv.dest().rank(), Rank::First | Rank::Eighth)
}

/// Returns the square of the piece that a capture takes.
fn captured_on(before: &Board, mv: BughouseMove) -> Square {
    match mv {
        BughouseMove::Drop { square, .. } => square,
        BughouseMove::Regular(mv) if before.piece_on(mv.dest()).is_some() => mv.dest(),
        // A pawn captured en passant is next to the capturing pawn.
        BughouseMove::Regular(mv) => Square::new(mv.dest().file(), mv.source().rank()),
    }
}

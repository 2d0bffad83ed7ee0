//! Plays the half-moves of a line in file order: a position, and the expected labels.

use bughouse_chess::board::CastleRights;
use bughouse_chess::notation::san::SanAction;
use bughouse_chess::{
    BoardId, BughouseMove, CastlingSide, Color, IllegalMove, Leniencies, Piece, Position, San, SanMismatch,
    Seat, Span, Transfer,
};

use crate::replay::error::{ReplayError, ReplayErrorKind};
use crate::replay::options::ReadOptions;
use crate::types::label::Label;

/// A half-move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The label in the text.
    pub label: Label,
    /// The seat that played it, which may differ from the label.
    pub seat: Seat,
    /// The move.
    pub mv: BughouseMove,
    /// What was captured and transferred.
    pub transfer: Transfer,
    /// How it deviates from the standard.
    pub deviations: Deviations,
}

/// How a half-move deviates from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deviations {
    /// In the way the move is written.
    pub san: Leniencies,
    /// The label names White, but it is Black's move.
    pub capital: bool,
    /// The expected number, if the label has a lower one.
    pub number: Option<u32>,
    /// The king castles with a rook dropped on its home square, as FICS allows.
    pub dropped_rook: bool,
    /// The piece that was lent.
    pub borrowed: Option<Piece>,
}

impl Deviations {
    /// Returns `true` if there are no deviations.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Deviations::default()
    }
}

/// Two boards on which the half-moves of a line are played.
///
/// It has no history and is cheap to copy: a variation continues from a copy.
///
/// ```
/// use bpgn::replay::Replayer;
/// use bpgn::{Label, ReadOptions};
/// use bughouse_chess::{Piece, Seat};
///
/// let mut replayer = Replayer::new(&ReadOptions::lenient());
/// for (label, san) in [("1A", "e4"), ("1a", "d5"), ("2A", "exd5")] {
///     replayer.play(label.parse()?, san.as_bytes())?;
/// }
/// assert_eq!(replayer.position().reserve(Seat::BLACK_B).count(Piece::Pawn), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Replayer {
    position: Position,
    /// How many half-moves were played since the start of the game.
    played: usize,
    lenient: bool,
    borrow: bool,
    /// Whether the game has its own start position.
    given_start: bool,
    /// Whether a label in lower case was played.
    has_lower: bool,
    /// Whether a piece did not fit into a reserve.
    overflowed: bool,
    boards: [OfBoard; 2],
}

/// The state of a board in addition to the position.
#[derive(Clone, Copy, Debug)]
struct OfBoard {
    /// The number that the next label should have, or `None` before the first.
    number: Option<u32>,
    /// The number that the next label would have if no number had been too low.
    counted: u32,
    /// Castling rights that a dropped rook restored.
    revived: CastleRights,
    /// The last half-move on this board.
    last: Option<(Label, San)>,
}

impl Replayer {
    /// Starts from the starting position.
    pub fn new(options: &ReadOptions) -> Replayer {
        Replayer::start(options, Position::START.with_rules(options.default_rules()), false)
    }

    /// Starts from the position of a game, under its rules.
    pub fn from_position(options: &ReadOptions, position: Position) -> Replayer {
        Replayer::start(options, position, true)
    }

    /// Starts from the starting position, or from one that a game gives.
    pub(crate) fn start(options: &ReadOptions, position: Position, given_start: bool) -> Replayer {
        let of_board = OfBoard { number: None, counted: 0, revived: CastleRights::NONE, last: None };
        Replayer {
            position,
            played: 0,
            lenient: options.lenient,
            borrow: options.borrow,
            given_start,
            has_lower: false,
            overflowed: false,
            boards: [of_board; 2],
        }
    }

    /// Returns both boards, and the rules that apply.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many half-moves were played since the start of the game.
    #[inline]
    pub(crate) fn played(&self) -> usize {
        self.played
    }

    /// Returns `true` if a captured piece did not fit into a full reserve. That takes more than two sets.
    pub fn has_overflowed(&self) -> bool {
        self.overflowed
    }

    /// Returns, by board, the number of the next move if labels show it: with a start position, after the first
    /// half-move.
    pub(crate) fn numbers(&self) -> [Option<u32>; 2] {
        self.boards.map(|board| board.number.map(|_| board.counted).filter(|_| self.given_start))
    }

    /// Returns the last half-move on a board.
    #[inline]
    pub(crate) fn last(&self, board: BoardId) -> Option<(Label, San)> {
        self.boards[board.to_index()].last
    }

    /// Returns `true` if a text repeats the last half-move on a board.
    pub(crate) fn is_repeat(&self, board: BoardId, san: &[u8]) -> bool {
        let last = self.boards[board.to_index()].last;
        last.is_some_and(|(_, last)| San::read(san, Leniencies::ALL).is_ok_and(|(san, _)| san == last))
    }

    /// Plays a half-move.
    ///
    /// # Errors
    /// Returns why it can't be played. Then nothing changes.
    #[inline]
    pub fn play(&mut self, label: Label, san: &[u8]) -> Result<Played, ReplayError> {
        // The fast path: nearly always the label is the expected one, and the move is legal and in standard form.
        let id = label.seat.board;
        let of_board = &self.boards[id.to_index()];
        if label.seat.color == self.position.board(id).side_to_move()
            && of_board.number == Some(label.number)
            && of_board.revived.is_empty()
            && self.position.restorable_rights(id).is_empty()
            && let Ok((read, _)) = San::read(san, Leniencies::NONE)
            && let Ok(mv) = self.position.resolve(id, &read)
        {
            let transfer = self.make(label, label.seat, read, mv);
            return Ok(Played { label, seat: label.seat, mv, transfer, deviations: Deviations::default() });
        }
        self.play_slow(label, san)
    }

    /// Plays a half-move that may deviate from the standard, or returns why it can't be played.
    #[cold]
    fn play_slow(&mut self, label: Label, san: &[u8]) -> Result<Played, ReplayError> {
        let stop = self.error(label, san);
        let (read, leniencies) = San::read(san, Leniencies::ALL).map_err(|error| ReplayError {
            span: error.span(),
            ..stop(ReplayErrorKind::NotAMove(*error.kind()))
        })?;
        let id = label.seat.board;
        let to_move = self.position.board(id).side_to_move();
        let mut deviations = Deviations { san: leniencies, ..Deviations::default() };
        if label.seat.color != to_move || self.boards[id.to_index()].number != Some(label.number) {
            self.check_label(label, to_move, &mut deviations).map_err(stop)?;
            if deviations.capital && self.is_repeated(label, &read) {
                return Err(stop(ReplayErrorKind::WrongSide { board: id, to_move }));
            }
        }
        if let Some(leniency) = leniencies.iter().next().filter(|_| !self.lenient) {
            return Err(stop(ReplayErrorKind::NotStandard(leniency)));
        }
        let mv = match self.position.resolve(id, &read) {
            Ok(mv) => mv,
            Err(mismatch) => self.borrow(id, &read, mismatch, &mut deviations).map_err(stop)?,
        };
        if let SanAction::Castle(castling_side) = read.action {
            deviations.dropped_rook = self.boards[id.to_index()].revived.has(to_move, castling_side);
        }
        let seat = Seat { board: id, color: to_move };
        let transfer = self.make(label, seat, read, mv);
        Ok(Played { label, seat, mv, transfer, deviations })
    }

    /// Creates errors for the next half-move.
    pub(crate) fn error(
        &self,
        label: Label,
        san: &[u8],
    ) -> impl Fn(ReplayErrorKind) -> ReplayError + Copy + use<> {
        let (ply, span) = (self.played + 1, Span::new(0, san.len()));
        move |kind| ReplayError { ply, label, kind, span }
    }

    /// Returns `true` if a half-move repeats the one before it on its board, in a game whose labels show colors by
    /// case.
    fn is_repeated(&self, label: Label, san: &San) -> bool {
        let id = label.seat.board;
        let Some((last_label, last)) = self.boards[id.to_index()].last else { return false };
        let board = self.position.board(id);
        let same_move = match (san.action, last.action) {
            (SanAction::Drop { .. }, SanAction::Drop { .. }) => san.action == last.action,
            (SanAction::Move { piece, to, .. }, SanAction::Move { to: last_to, .. }) => {
                to == last_to && board.piece_on(to) == Some(piece)
            }
            (SanAction::Castle(_), SanAction::Castle(_)) => self.position.resolve(id, san).is_err(),
            _ => false,
        };
        self.has_lower && last_label == label && same_move
    }

    /// Checks a label that is not the expected one.
    fn check_label(
        &self,
        label: Label,
        to_move: Color,
        deviations: &mut Deviations,
    ) -> Result<(), ReplayErrorKind> {
        let board = label.seat.board;
        let wrong_side = ReplayErrorKind::WrongSide { board, to_move };
        let OfBoard { number, counted, .. } = self.boards[board.to_index()];
        let Some(number) = number else {
            if label.number > 1 && !self.given_start {
                return Err(ReplayErrorKind::MidGame(board));
            }
            // After a start position, Black's label may come first.
            return match (label.seat.color, to_move) {
                (Color::White, Color::Black) if self.lenient => {
                    deviations.capital = true;
                    Ok(())
                }
                (label, to_move) if label != to_move => Err(wrong_side),
                _ => Ok(()),
            };
        };
        if label.seat.color != to_move {
            // Some programs write labels in upper case for both colors.
            if !self.lenient || to_move == Color::White || label.number != number {
                return Err(wrong_side);
            }
            deviations.capital = true;
        }
        let expected = Label { number, seat: Seat { board, color: to_move } };
        if label.number == counted {
            // One number was too low, and this one is right again.
            return Ok(());
        }
        if label.number > counted {
            return Err(ReplayErrorKind::Missing { expected });
        }
        if label.number != number {
            if !self.lenient {
                return Err(ReplayErrorKind::NumberTooLow { expected });
            }
            deviations.number = Some(number);
        }
        Ok(())
    }

    /// Finds a drop that is only legal with a borrowed piece, and lends the piece.
    fn borrow(
        &mut self,
        id: BoardId,
        san: &San,
        mismatch: SanMismatch,
        deviations: &mut Deviations,
    ) -> Result<BughouseMove, ReplayErrorKind> {
        let stop = ReplayErrorKind::Mismatch(mismatch);
        let (SanAction::Drop { piece, .. }, SanMismatch::Illegal(IllegalMove::NotInReserve { .. })) =
            (san.action, mismatch)
        else {
            return Err(stop);
        };
        if !self.borrow {
            return Err(stop);
        }
        let mut lent = self.position;
        lend(&mut lent, id, piece);
        let mv = lent.resolve(id, san).map_err(ReplayErrorKind::Mismatch)?;
        self.position = lent;
        deviations.borrowed = Some(piece);
        Ok(mv)
    }

    /// Makes a half-move that was played from this position before.
    pub(crate) fn make_again(&mut self, label: Label, san: San, mv: BughouseMove) {
        let seat = self.position.to_move(label.seat.board);
        if let BughouseMove::Drop { piece, .. } = mv
            && !self.position.reserve(seat).contains(piece)
        {
            lend(&mut self.position, seat.board, piece);
        }
        self.make(label, seat, san, mv);
    }

    /// Makes a legal move, and updates what is expected next.
    #[inline(always)]
    fn make(&mut self, label: Label, seat: Seat, san: San, mv: BughouseMove) -> Transfer {
        let id = seat.board;
        let watched = !self.position.restorable_rights(id).is_empty();
        let rights = self.position.board(id).castle_rights();
        let transfer = self.position.play_unchecked(id, mv);
        self.played += 1;
        self.overflowed |= transfer.is_lost;
        let board = self.position.board(id);
        let of_board = &mut self.boards[id.to_index()];
        if watched && mv.is_drop() {
            revive(&mut of_board.revived, seat.color, rights, board.castle_rights());
        }
        let step = u32::from(seat.color == Color::Black);
        let next = label.number.saturating_add(step);
        of_board.number = Some(next);
        of_board.counted = next.max(of_board.counted.saturating_add(step));
        of_board.last = Some((label, san));
        self.has_lower |= label.seat.color == Color::Black;
        transfer
    }
}

/// Adds rights that were restored.
#[cold]
fn revive(revived: &mut CastleRights, color: Color, before: CastleRights, after: CastleRights) {
    for castling_side in CastlingSide::ALL {
        if !before.has(color, castling_side) && after.has(color, castling_side) {
            revived.set(color, castling_side, after.rook_file(color, castling_side));
        }
    }
}

/// Adds a piece to the reserve of the side to move on a board, if there is room.
fn lend(position: &mut Position, id: BoardId, piece: Piece) {
    let color = position.to_move(id).color;
    let _ = position.board_mut(id).try_add_to_reserve(color, piece);
}

//! Plays the half-moves of a record on two boards, in file order.

use core::fmt;

use bughouse_chess::{
    Board, BoardId, BughouseMove, Capture, Clocks, Color, EnPassant, FenStyle, IllegalMove, Leniencies,
    Leniency, Match, Piece, Rules, San, SanAction, SanErrorKind, SanMismatch, Seat, Span, TimeControl,
};

use crate::label::Label;

/// What a record may depart in from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReadOptions {
    /// Accepts what real files contain, and reports each departure.
    pub wild: bool,
    /// Lends a player who drops a man that is not in reserve that man.
    pub borrow: bool,
    /// Reports marks of check and mate that are missing or wrong, and origins named without need.
    pub lint: bool,
}

impl ReadOptions {
    /// Accepts the standard alone.
    pub const fn strict() -> ReadOptions {
        ReadOptions { wild: false, borrow: false, lint: false }
    }

    /// Accepts what real files contain, and reports each departure.
    pub const fn wild() -> ReadOptions {
        ReadOptions { wild: true, borrow: false, lint: false }
    }
}

/// A half-move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its label as it is written.
    pub label: Label,
    /// Who played it, which the label may get wrong.
    pub seat: Seat,
    /// The move.
    pub mv: BughouseMove,
    /// What was captured.
    pub capture: Option<Capture>,
}

/// How a half-move departs from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Departures {
    /// In the way the move is written.
    pub san: Leniencies,
    /// The label names White, and it is Black's move.
    pub capital: bool,
    /// The number that was expected, if the label has a lower one.
    pub number: Option<u32>,
    /// The king castles with a rook that was dropped at home, as FICS allows.
    pub dropped_rook: bool,
    /// A man of this kind was lent.
    pub borrowed: Option<Piece>,
}

impl Departures {
    /// Tells whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.san.is_empty()
            && !self.capital
            && self.number.is_none()
            && !self.dropped_rook
            && self.borrowed.is_none()
    }
}

/// Why a half-move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StopKind {
    /// It is no move.
    NotAMove(SanErrorKind),
    /// It is not written as the standard wants.
    NotStandard(Leniency),
    /// There is no such legal move.
    Mismatch(SanMismatch),
    /// The other side is to move on this board.
    WrongSide {
        /// The board.
        board: BoardId,
        /// Who is to move.
        to_move: Color,
    },
    /// The number leaves half-moves out.
    Missing {
        /// The label that was expected.
        expected: Label,
    },
    /// The number is lower than expected, which only a lenient reader accepts.
    NumberBehind {
        /// The label that was expected.
        expected: Label,
    },
    /// The first half-move on this board is not the first of a game, and no start position is given.
    MidGame(BoardId),
    /// The start position cannot be used.
    NoStart,
    /// The half-move is there twice.
    Repeated,
}

impl StopKind {
    /// Returns a short name for machines, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            StopKind::NotAMove(_) => "not-a-move",
            StopKind::NotStandard(_) => "not-standard",
            StopKind::Mismatch(SanMismatch::Illegal(IllegalMove::NotInReserve { .. })) => "not-in-reserve",
            StopKind::Mismatch(SanMismatch::Ambiguous { .. }) => "ambiguous-move",
            StopKind::Mismatch(_) => "illegal-move",
            StopKind::WrongSide { .. } => "wrong-side",
            StopKind::Missing { .. } => "missing-half-move",
            StopKind::NumberBehind { .. } => "wrong-number",
            StopKind::MidGame(_) => "mid-game-start",
            StopKind::NoStart => "bad-start-position",
            StopKind::Repeated => "repeated-half-move",
        }
    }

    /// Tells whether it is the label, and not the move, that is wrong.
    pub const fn is_about_label(self) -> bool {
        matches!(
            self,
            StopKind::WrongSide { .. }
                | StopKind::Missing { .. }
                | StopKind::NumberBehind { .. }
                | StopKind::MidGame(_)
                | StopKind::Repeated
        )
    }
}

impl fmt::Display for StopKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopKind::NotAMove(kind) => kind.fmt(f),
            StopKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
            StopKind::Mismatch(mismatch) => mismatch.fmt(f),
            StopKind::WrongSide { board, to_move } => {
                write!(
                    f,
                    "wrong side to move on board {board}: it is {to_move}'s move, a half-move is missing"
                )
            }
            StopKind::Missing { expected } => write!(f, "expected {expected}., half-moves are missing"),
            StopKind::NumberBehind { expected } => write!(f, "expected {expected}."),
            StopKind::MidGame(board) => {
                write!(
                    f,
                    "board {board} begins in mid-game, expected move 1 or a start position in a FEN tag"
                )
            }
            StopKind::NoStart => f.write_str("the start position cannot be used"),
            StopKind::Repeated => f.write_str("the half-move is there twice"),
        }
    }
}

/// Why a half-move was not played, and which part of the move is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Why.
    pub kind: StopKind,
    /// Which bytes of the move are wrong, counted from its first.
    pub span: Span,
}

/// Two boards on which the half-moves of a line are played.
#[derive(Clone, Debug)]
pub struct Player {
    options: ReadOptions,
    start: [Board; 2],
    /// Whether the start is a position that the record gives.
    given_start: bool,
    /// What was counted before the start: a variation goes on from its line.
    start_counts: Counts,
    boards: [Board; 2],
    counts: Counts,
    /// Whether a man found no room in a reserve.
    overflowed: bool,
    played: Vec<Played>,
    /// The half-moves that depart from the standard, by index, in order.
    departures: Vec<(usize, Departures)>,
}

/// What is counted beside the boards.
#[derive(Clone, Copy, Debug)]
struct Counts {
    /// By board, the number that the next label should have; `None` before the first.
    numbers: [Option<u32>; 2],
    /// By board, the number that the next label would have if none had fallen behind.
    counted: [u32; 2],
    /// By board, the half-moves since a capture or pawn move, a pawn drop counting as any drop.
    quiet: [u32; 2],
    /// Whether a label in lower case was played.
    has_lower: bool,
}

impl Counts {
    /// Counts from a start position.
    fn new(start: &[Board; 2]) -> Counts {
        let quiet = start.each_ref().map(Board::halfmove_clock);
        Counts { numbers: [None; 2], counted: [0; 2], quiet, has_lower: false }
    }
}

impl Player {
    /// Starts from the usual position.
    pub fn new(options: ReadOptions) -> Player {
        let start = [Board::default(); 2];
        Player::from_start(options, start, false, Counts::new(&start))
    }

    /// Starts from a position that the record gives.
    pub fn from_boards(options: ReadOptions, boards: [Board; 2]) -> Player {
        Player::from_start(options, boards, true, Counts::new(&boards))
    }

    fn from_start(options: ReadOptions, start: [Board; 2], given_start: bool, counts: Counts) -> Player {
        Player {
            options,
            start,
            given_start,
            start_counts: counts,
            boards: start,
            counts,
            overflowed: false,
            played: Vec::new(),
            departures: Vec::new(),
        }
    }

    /// Begins again, from the usual position or from two boards.
    pub fn restart(&mut self, boards: Option<[Board; 2]>) {
        self.given_start = boards.is_some();
        self.start = boards.unwrap_or([Board::default(); 2]);
        self.boards = self.start;
        self.start_counts = Counts::new(&self.start);
        self.counts = self.start_counts;
        self.overflowed = false;
        self.played.clear();
        self.departures.clear();
    }

    /// Returns a board as it is now.
    pub fn board(&self, board: BoardId) -> &Board {
        &self.boards[board.to_index()]
    }

    /// Returns both boards as they are now.
    pub fn boards(&self) -> &[Board; 2] {
        &self.boards
    }

    /// Returns both boards as they were at the start.
    pub fn start(&self) -> &[Board; 2] {
        &self.start
    }

    /// Returns a board as BFEN.
    ///
    /// The en passant square is written only where a capture is legal. The half-move clock counts a pawn drop as
    /// any other drop, as the programs do whose positions are compared with these; [`Board`] sets it to 0.
    pub fn to_bfen(&self, board: BoardId) -> String {
        write_bfen(self.board(board), self.counts.quiet[board.to_index()])
    }

    /// Returns by board the half-moves since a capture or pawn move, a pawn drop counting as any drop.
    pub(crate) fn quiet(&self) -> [u32; 2] {
        self.counts.quiet
    }

    /// Tells whether a captured man found no room in a full reserve, which takes more than two sets.
    pub fn has_overflowed(&self) -> bool {
        self.overflowed
    }

    /// Lists what was played, in order.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Tells how a half-move departs from the standard, by index.
    pub fn departures(&self, ply: usize) -> Departures {
        let found = self.departures.binary_search_by_key(&ply, |&(ply, _)| ply);
        found.map_or_else(|_| Departures::default(), |at| self.departures[at].1)
    }

    /// Returns the boards and labels as they were before a half-move, by index.
    pub fn before(&self, ply: usize) -> Player {
        let mut player = self.at_start();
        for (ply, played) in self.played[..ply.min(self.played.len())].iter().enumerate() {
            let index = played.seat.board.to_index();
            let departures = self.departures(ply);
            if let Some(piece) = departures.borrowed {
                lend(&mut player.boards[index], played.seat.color, piece);
            }
            if departures.dropped_rook
                && let Some(board) = player.with_dormant_rights(played.seat.board)
            {
                player.boards[index] = board;
            }
            player.make_again(played);
            if !departures.is_empty() {
                player.departures.push((ply, departures));
            }
            player.played.push(*played);
        }
        player
    }

    /// Returns a player that goes on from here and knows nothing of what was played before.
    pub fn branch(&self) -> Player {
        Player::from_start(self.options, self.boards, self.given_start, self.counts)
    }

    /// Returns a player that has not played anything yet.
    pub(crate) fn at_start(&self) -> Player {
        Player::from_start(self.options, self.start, self.given_start, self.start_counts)
    }

    /// Makes a half-move that was played here, by index, on a player that stands before it and knows nothing of what
    /// was played before. Returns `true`, and makes nothing, if that takes the history.
    pub(crate) fn step_again(&self, player: &mut Player, ply: usize) -> bool {
        let (played, departures) = (self.played[ply], self.departures(ply));
        if departures.dropped_rook {
            return true;
        }
        if let Some(piece) = departures.borrowed {
            lend(&mut player.boards[played.seat.board.to_index()], played.seat.color, piece);
        }
        player.make_again(&played);
        false
    }

    /// Returns the index of the last half-move with a label.
    pub fn find(&self, label: Label) -> Option<usize> {
        self.played.iter().rposition(|played| played.label == label)
    }

    /// Plays a half-move. Returns whether it departs from the standard; [`Player::departures`] tells how.
    ///
    /// # Errors
    /// Tells why it cannot be played. Nothing is changed.
    #[inline]
    pub fn play(&mut self, label: Label, san: &[u8]) -> Result<bool, Stop> {
        // Nearly always the label is the expected one, and the move is legal and written by the standard.
        let index = label.seat.board.to_index();
        if label.seat.color == self.boards[index].side_to_move()
            && self.counts.numbers[index] == Some(label.number)
            && let Ok((read, Leniencies::NONE)) = San::read(san)
            && let Ok(mv) = read.resolve(&self.boards[index])
        {
            let capture = self.boards[index].play_unchecked(mv);
            self.hand_over(label.seat, mv, capture);
            self.count(label, label.seat);
            self.played.push(Played { label, seat: label.seat, mv, capture });
            return Ok(false);
        }
        self.play_unusual(label, san)
    }

    /// Plays a half-move that may depart from the standard, or tells why it cannot be played.
    #[cold]
    fn play_unusual(&mut self, label: Label, san: &[u8]) -> Result<bool, Stop> {
        let stop = |kind| Stop { kind, span: Span::new(0, san.len()) };
        let (read, leniencies) = San::read(san)
            .map_err(|error| Stop { kind: StopKind::NotAMove(*error.kind()), span: error.span() })?;
        let index = label.seat.board.to_index();
        let to_move = self.boards[index].side_to_move();
        let mut departures = Departures { san: leniencies, ..Departures::default() };
        if label.seat.color != to_move || self.counts.numbers[index] != Some(label.number) {
            self.check_label(label, to_move, &mut departures).map_err(stop)?;
            if departures.capital && self.is_repeated(label, &read) {
                return Err(stop(StopKind::WrongSide { board: label.seat.board, to_move }));
            }
        }
        if let Some(leniency) = leniencies.iter().next().filter(|_| !self.options.wild) {
            return Err(stop(StopKind::NotStandard(leniency)));
        }
        let mv = match read.resolve(&self.boards[index]) {
            Ok(mv) => mv,
            Err(mismatch) => {
                self.resolve_wild(label.seat.board, &read, mismatch, &mut departures).map_err(stop)?
            }
        };
        let seat = Seat { board: label.seat.board, color: to_move };
        let capture = self.make(seat, mv);
        self.count(label, seat);
        let departs = !departures.is_empty();
        if departs {
            self.departures.push((self.played.len(), departures));
        }
        self.played.push(Played { label, seat, mv, capture });
        Ok(departs)
    }

    /// Tells whether a half-move is the one before on its board once more, in a record that tells colours by case.
    #[cold]
    fn is_repeated(&self, label: Label, san: &San) -> bool {
        let board = label.seat.board;
        let Some(last) = self.played.iter().rev().find(|played| played.seat.board == board) else {
            return false;
        };
        let same_move = match (san.action, last.mv) {
            (
                SanAction::Drop { piece, square },
                BughouseMove::Drop { piece: last_piece, square: last_square },
            ) => (piece, square) == (last_piece, last_square),
            (SanAction::Move { piece, to, .. }, BughouseMove::Regular(mv)) => {
                to == mv.dest() && self.board(board).piece_on(to) == Some(piece)
            }
            (SanAction::Castle(_), BughouseMove::Regular(_)) => san.resolve(self.board(board)).is_err(),
            _ => false,
        };
        self.counts.has_lower && last.label == label && same_move
    }

    /// Checks a label that is not the expected one.
    #[cold]
    fn check_label(&self, label: Label, to_move: Color, departures: &mut Departures) -> Result<(), StopKind> {
        let board = label.seat.board;
        let wrong_side = StopKind::WrongSide { board, to_move };
        let Some(number) = self.counts.numbers[board.to_index()] else {
            if label.number > 1 && !self.given_start {
                return Err(StopKind::MidGame(board));
            }
            // Black's first label may be the first of all after a start position.
            return match (label.seat.color, to_move) {
                (Color::White, Color::Black) if self.options.wild => {
                    departures.capital = true;
                    Ok(())
                }
                (label, to_move) if label != to_move => Err(wrong_side),
                _ => Ok(()),
            };
        };
        if label.seat.color != to_move {
            // Some programs write capitals for both colours.
            if !self.options.wild || to_move == Color::White || label.number != number {
                return Err(wrong_side);
            }
            departures.capital = true;
        }
        let expected = Label { number, seat: Seat { board, color: to_move } };
        let counted = self.counts.counted[board.to_index()];
        if label.number == counted {
            // One number was wrong, and this one is right again.
            return Ok(());
        }
        if label.number > counted {
            return Err(StopKind::Missing { expected });
        }
        if label.number != number {
            if !self.options.wild {
                return Err(StopKind::NumberBehind { expected });
            }
            departures.number = Some(number);
        }
        Ok(())
    }

    /// Finds a move that only some rules, or a loan, allow.
    #[cold]
    fn resolve_wild(
        &mut self,
        id: BoardId,
        san: &San,
        mismatch: SanMismatch,
        departures: &mut Departures,
    ) -> Result<BughouseMove, StopKind> {
        let stop = StopKind::Mismatch(mismatch);
        let board = &mut self.boards[id.to_index()];
        match (san.action, mismatch) {
            (SanAction::Castle(_), SanMismatch::Illegal(IllegalMove::NoCastlingRight(_)))
                if self.options.wild =>
            {
                let board = self.with_dormant_rights(id).ok_or(stop)?;
                let mv = san.resolve(&board).map_err(|_| stop)?;
                self.boards[id.to_index()] = board;
                departures.dropped_rook = true;
                Ok(mv)
            }
            (SanAction::Drop { piece, .. }, SanMismatch::Illegal(IllegalMove::NotInReserve { .. }))
                if self.options.borrow =>
            {
                let mut lent = *board;
                lend(&mut lent, board.side_to_move(), piece);
                let mv = san.resolve(&lent).map_err(StopKind::Mismatch)?;
                *board = lent;
                departures.borrowed = Some(piece);
                Ok(mv)
            }
            _ => Err(stop),
        }
    }

    /// Returns a board with the castling rights that a dropped rook brings back under the rules of FICS; `None` if
    /// the game cannot have come about under them.
    fn with_dormant_rights(&self, id: BoardId) -> Option<Board> {
        let [a, b] = self.start;
        let mut game = Match::from_boards(a, b, Rules::fics(), Clocks::new(TimeControl::default())).ok()?;
        for played in &self.played {
            game.play(played.seat.board, played.mv).ok()?;
        }
        Some(*game.board(id))
    }

    /// Makes a half-move that was played before once more.
    #[cold]
    fn make_again(&mut self, played: &Played) {
        self.make(played.seat, played.mv);
        self.count(played.label, played.seat);
    }

    /// Makes a legal move on its board, and hands what it captures to the other.
    fn make(&mut self, seat: Seat, mv: BughouseMove) -> Option<Capture> {
        // The move is legal; to have it checked keeps the quick way in `play` the only one.
        let capture = self.boards[seat.board.to_index()].play(mv).ok().flatten();
        self.hand_over(seat, mv, capture);
        capture
    }

    /// Hands what a half-move captured to the partner's board, and counts quiet half-moves.
    #[inline(always)]
    fn hand_over(&mut self, seat: Seat, mv: BughouseMove, capture: Option<Capture>) {
        let index = seat.board.to_index();
        let resets = self.boards[index].halfmove_clock() == 0 && !mv.is_drop();
        self.counts.quiet[index] = if resets { 0 } else { self.counts.quiet[index].saturating_add(1) };
        if let Some(capture) = capture {
            let receiver = seat.partner();
            let board = &mut self.boards[receiver.board.to_index()];
            self.overflowed |= board.try_add_to_reserve(receiver.color, capture.transferred()).is_err();
        }
    }

    /// Takes note of the number that the next label of the board should have.
    #[inline]
    fn count(&mut self, label: Label, seat: Seat) {
        let step = u32::from(seat.color == Color::Black);
        let next = label.number.saturating_add(step);
        let index = seat.board.to_index();
        self.counts.has_lower |= label.seat.color == Color::Black;
        self.counts.numbers[index] = Some(next);
        self.counts.counted[index] = next.max(self.counts.counted[index].saturating_add(step));
    }
}

/// Puts a man into a reserve if there is room.
fn lend(board: &mut Board, color: Color, piece: Piece) {
    let _ = board.try_add_to_reserve(color, piece);
}

/// Writes a board as BFEN, with its own count of half-moves since a capture or pawn move.
pub(crate) fn write_bfen(board: &Board, quiet: u32) -> String {
    let style = FenStyle { en_passant: EnPassant::Legal, ..FenStyle::default() };
    let mut text = String::new();
    board.append_bfen(&mut text, &style);
    let mut fields: Vec<&str> = text.split(' ').collect();
    let quiet = quiet.to_string();
    if let [.., halfmoves, _number] = &mut fields[..] {
        *halfmoves = &quiet;
    }
    fields.join(" ")
}

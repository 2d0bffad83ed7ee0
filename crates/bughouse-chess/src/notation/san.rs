//! SAN, the notation of moves that people and game records use.
//!
//! Read by the standard: `e4`, `exd5`, `Nf3`, `Nbd7`, `N1f3`, `Qh4e1`, `e8=Q`, `exd8=N`, `O-O`, `O-O-O`,
//! `N@f3`, `P@e4`, each with `+`, `++`, `#` or nothing behind it. Whether the mark is right is not judged,
//! nor whether `x` is there for a piece.
//!
//! Read by [`San::read`] and reported as a [`Leniency`]: `@e4` (a pawn), `n@f3`, `$146@g4` (a mangled
//! `N@g4`), `xe6`, `e2e4`, `e2-e4`, `d4xe5`, `g7h8=Q`, `Nb1-c3`, `o-o`, `0-0`, `e8Q`, `exd6e.p.`.
//!
//! Under rules with other promotions: `e8=Qd1` takes the queen from d1 of the other board, `e8=.` gives the pawn away.
//!
//! Written: the least disambiguation, `x` for captures, `=Q`, drops with their letter (`P@e4`), and `+` or
//! `#`, which means mate by the rule of [`Board::status`].

use core::fmt;
use core::str::FromStr;

use crate::attacks::{sliders, steps};
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::castle_rights::Wing;
use crate::chess_move::{BughouseMove, ChessMove};
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::leniency::{Leniencies, Leniency};
use crate::movegen::PAWN_DROPS;
use crate::movegen::castling;
use crate::movegen::destinations::en_passant_moves;
use crate::movegen::masks::Masks;
use crate::movegen::pawns::{PawnTargets, last_rank};
use crate::notation::error::{Span, TextError};
use crate::piece::Piece;
use crate::rules::Promotion;
use crate::square::{File, Rank, Square};

/// A move as SAN writes it, not yet looked up on a board.
///
/// ```
/// use bughouse_chess::{Board, San};
///
/// let board = Board::default();
/// let mv = "Nf3".parse::<San>()?.resolve(&board)?;
/// assert_eq!(mv.to_string(), "g1f3");
/// assert_eq!(board.san(mv)?.to_string(), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What is played.
    pub action: SanAction,
    /// The mark behind it.
    pub mark: Option<SanMark>,
}

/// What a SAN move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// A man moves.
    Move {
        /// What moves.
        piece: Piece,
        /// The file it comes from, if that is told.
        file: Option<File>,
        /// The rank it comes from, if that is told.
        rank: Option<Rank>,
        /// Whether a capture is told.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn does on the last rank.
        promotion: Option<SanPromotion>,
    },
    /// The king castles.
    Castle(Wing),
    /// A man is dropped.
    Drop {
        /// What is dropped.
        piece: Piece,
        /// Where it lands.
        square: Square,
    },
}

/// What a pawn does on the last rank, as SAN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanPromotion {
    /// It becomes this: `=Q`.
    To(Piece),
    /// It is exchanged for a man on a square of the other board: `=Qd1`.
    Stolen(Piece, Square),
    /// It is given away: `=.`.
    Discarded,
}

/// Writes it with its sign: `=Q`, `=Qd1` or `=.`.
impl fmt::Display for SanPromotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanPromotion::To(piece) => write!(f, "={}", piece.to_char()),
            SanPromotion::Stolen(piece, from) => write!(f, "={}{from}", piece.to_char()),
            SanPromotion::Discarded => f.write_str("=."),
        }
    }
}

/// The mark behind a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// What is wrong with a SAN move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// There is no text.
    Empty,
    /// The text is not a move.
    NotAMove,
    /// A square was expected here.
    ExpectedSquare,
    /// A king cannot be dropped.
    KingDrop,
    /// Only pawns are promoted.
    PieceCannotPromote,
    /// A pawn cannot become this.
    BadPromotion,
    /// Text follows the move.
    TrailingText,
    /// The move is readable but not by the standard.
    NotStandard(Leniency),
}

impl fmt::Display for SanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanErrorKind::Empty => f.write_str("expected a move, the text is empty"),
            SanErrorKind::NotAMove => {
                f.write_str("expected a move such as e4, Nf3, exd5, e8=Q, O-O, N@f3 or P@e4")
            }
            SanErrorKind::ExpectedSquare => f.write_str("expected a square, a1 to h8"),
            SanErrorKind::KingDrop => f.write_str("a king cannot be dropped"),
            SanErrorKind::PieceCannotPromote => f.write_str("only a pawn is promoted"),
            SanErrorKind::BadPromotion => f.write_str("expected Q, R, B or N"),
            SanErrorKind::TrailingText => f.write_str("expected the end of the move"),
            SanErrorKind::NotStandard(leniency) => write!(f, "not standard: {leniency}"),
        }
    }
}

/// What is wrong with a SAN move, and where.
pub type SanError = TextError<SanErrorKind>;

/// Why a SAN move is not a move on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanMismatch {
    /// No such man can go there.
    NoSuchMove {
        /// What should move.
        piece: Piece,
        /// The squares that it may come from: all, those of a file or a rank, or one.
        from: BitBoard,
        /// Where it should go.
        to: Square,
    },
    /// Several men can go there.
    Ambiguous {
        /// What should move.
        piece: Piece,
        /// Where it should go.
        to: Square,
        /// Where the men stand that can.
        from: BitBoard,
    },
    /// One man fits, but may not move so.
    Illegal(IllegalMove),
    /// The king can castle there, which is written another way.
    WrittenAsCastling(Wing),
}

impl fmt::Display for SanMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanMismatch::NoSuchMove { piece, from, to } => {
                write!(f, "no {piece}")?;
                let mut squares = from.into_iter();
                match (from.popcnt(), squares.next(), squares.next()) {
                    (1, Some(square), _) => write!(f, " on {square}")?,
                    (8, Some(one), Some(next)) if one.file() == next.file() => {
                        write!(f, " on the {}-file", one.file())?;
                    }
                    (8, Some(one), _) => write!(f, " on rank {}", one.rank())?,
                    _ => {}
                }
                write!(f, " can go to {to}")
            }
            SanMismatch::Ambiguous { piece, to, from } => {
                write!(f, "the {piece}s on")?;
                let last = from.popcnt().saturating_sub(1) as usize;
                for (i, square) in from.into_iter().enumerate() {
                    let before = match i {
                        0 => "",
                        _ if i == last => " and",
                        _ => ",",
                    };
                    write!(f, "{before} {square}")?;
                }
                write!(f, " can go to {to}, expected which one")
            }
            SanMismatch::Illegal(reason) => reason.fmt(f),
            SanMismatch::WrittenAsCastling(Wing::KingSide) => f.write_str("castling is written O-O"),
            SanMismatch::WrittenAsCastling(Wing::QueenSide) => f.write_str("castling is written O-O-O"),
        }
    }
}

impl core::error::Error for SanMismatch {}

impl San {
    /// Reads a move with all leniencies, and tells which of them it needed.
    ///
    /// # Errors
    /// Tells the place that is not part of a move.
    #[inline]
    pub fn read(text: &[u8]) -> Result<(San, Leniencies), SanError> {
        match read_usual(text) {
            Some(san) => Ok((san, Leniencies::NONE)),
            None => San::read_any(text),
        }
    }

    /// Reads any move; what [`read_usual`] reads, it reads the same.
    fn read_any(text: &[u8]) -> Result<(San, Leniencies), SanError> {
        let mut used = Leniencies::NONE;
        let (rest, mark) = match text {
            [rest @ .., b'+', b'+'] | [rest @ .., b'+'] => (rest, Some(SanMark::Check)),
            [rest @ .., b'#'] => (rest, Some(SanMark::Mate)),
            rest => (rest, None),
        };
        match read_action(rest, &mut used) {
            Ok(action) => Ok((San { action, mark }, used)),
            Err(error) => Err(match error.kind() {
                SanErrorKind::NotAMove | SanErrorKind::ExpectedSquare => trailing(text).unwrap_or(error),
                _ => error,
            }),
        }
    }

    /// Reads a move by the standard alone.
    pub(crate) fn read_strictly(text: &[u8]) -> Result<San, SanError> {
        let (san, used) = San::read(text)?;
        match used.iter().next() {
            None => Ok(san),
            Some(leniency) => {
                Err(SanError::new(SanErrorKind::NotStandard(leniency), Span::new(0, text.len())))
            }
        }
    }

    /// Finds the move on a board.
    ///
    /// # Errors
    /// Tells why there is no such legal move, or which men it could be.
    #[inline]
    pub fn resolve(&self, board: &Board) -> Result<BughouseMove, SanMismatch> {
        match board.side_to_move() {
            Color::White => resolve::<true>(self.action, board),
            Color::Black => resolve::<false>(self.action, board),
        }
    }

    /// Returns how a legal move is written on a board; the same as [`Board::san`].
    ///
    /// # Errors
    /// An illegal move is refused with the reason.
    pub fn of(board: &Board, mv: BughouseMove) -> Result<San, IllegalMove> {
        board.san(mv)
    }

    /// Tells whether the move names more of its origin than this board needs.
    #[must_use]
    pub fn is_over_disambiguated(&self, board: &Board) -> bool {
        let named = |action| match action {
            SanAction::Move { file, rank, .. } => file.is_some() as u8 + rank.is_some() as u8,
            _ => 0,
        };
        self.resolve(board).is_ok_and(|mv| named(self.action) > named(write_action(board, mv)))
    }
}

/// Reads a move by the standard alone; [`San::read`] reads more.
impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<San, SanError> {
        San::read_strictly(text.as_bytes())
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        match self.action {
            SanAction::Castle(Wing::KingSide) => f.write_str("O-O")?,
            SanAction::Castle(Wing::QueenSide) => f.write_str("O-O-O")?,
            SanAction::Drop { piece, square } => write!(f, "{}@{square}", piece.to_char())?,
            SanAction::Move { piece, file, rank, capture, to, promotion } => {
                if piece != Piece::Pawn {
                    f.write_char(piece.to_char())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_char('x')?;
                }
                write!(f, "{to}")?;
                if let Some(promotion) = promotion {
                    promotion.fmt(f)?;
                }
            }
        }
        match self.mark {
            Some(SanMark::Check) => f.write_char('+'),
            Some(SanMark::Mate) => f.write_char('#'),
            None => Ok(()),
        }
    }
}

fn error(kind: SanErrorKind, start: usize, end: usize) -> SanError {
    SanError::new(kind, Span::new(start, end))
}

/// Reads the usual moves, such as `e4`, `exd5`, `Nf3`, `Nbxd7+`, `N@f3`: most moves of a record are of that form.
/// Returns `None` for any other text.
///
/// Which of them comes next cannot be foretold, so there is no branch for each: tables tell what fits together.
#[inline]
fn read_usual(text: &[u8]) -> Option<San> {
    let &last = text.last()?;
    let (is_check, is_mate) = (last == b'+', last == b'#');
    let length = text.len() - usize::from(is_check | is_mate);
    if !(2..=5).contains(&length) {
        return None;
    }
    let to = Square::from_bytes(text[length - 2], text[length - 1])?;
    let (first, second, before) = (text[0], text[1], text[length.saturating_sub(3)]);
    let first_is = FIRST[usize::from(first)];
    let (capture, at) = (before == b'x', before == b'@');
    let origin = second.wrapping_sub(b'a');
    let form = usize::from(capture) | usize::from(at) << 1 | usize::from(origin < 8) << 2 | (length - 2) << 3;
    let fits = FORMS[form];
    if first_is & fits & (FILE | OFFICER | DROPS) == 0 {
        return None;
    }
    let piece = KINDS[usize::from(first_is & 7)];
    let mark = MARKS[usize::from(is_check) + 2 * usize::from(is_mate)];
    if at {
        return Some(San { action: SanAction::Drop { piece, square: to }, mark });
    }
    // A pawn that captures, and a piece among several, name a file.
    let names = (first_is >> 3 & u8::from(capture)) | fits >> 6;
    let letter = if first_is & FILE != 0 { first.wrapping_sub(b'a') } else { origin };
    let file = FILES[usize::from(names & 1) << 3 | usize::from(letter & 7)];
    Some(San { action: SanAction::Move { piece, file, rank: None, capture, to, promotion: None }, mark })
}

/// A file letter, with which a pawn's move begins.
const FILE: u8 = 1 << 3;
/// The letter of a piece that is no pawn.
const OFFICER: u8 = 1 << 4;
/// The letter of a man that can be dropped.
const DROPS: u8 = 1 << 5;
/// The second letter names the file that a piece comes from.
const NAMES: u8 = 1 << 6;

/// By first byte of a move: the index of the kind, and what can begin with it.
static FIRST: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < Piece::ALL.len() {
        let officer = if i == Piece::Pawn as usize { 0 } else { OFFICER };
        let drops = if i == Piece::King as usize { 0 } else { DROPS };
        table[Piece::ALL[i].letter() as usize] = i as u8 | officer | drops;
        i += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Piece::Pawn as u8 | FILE;
        file += 1;
    }
    table
};

/// By length without the mark, less two, and whether the second letter is a file, and `@` or `x` stands before the
/// square: with what such a move can begin.
static FORMS: [u8; 32] = {
    let mut table = [0; 32];
    let mut form = 0;
    while form < 32 {
        let (x, at, origin) = (form & 1 != 0, form & 2 != 0, form & 4 != 0);
        table[form] = match (form >> 3, x, at) {
            (0, false, false) => FILE,
            (1, false, false) => OFFICER,
            (2, true, false) => FILE | OFFICER,
            (2, false, true) => DROPS,
            (2, false, false) if origin => OFFICER | NAMES,
            (3, true, false) if origin => OFFICER | NAMES,
            _ => 0,
        };
        form += 1;
    }
    table
};

static KINDS: [Piece; 8] = [
    Piece::ALL[0],
    Piece::ALL[1],
    Piece::ALL[2],
    Piece::ALL[3],
    Piece::ALL[4],
    Piece::ALL[5],
    Piece::ALL[0],
    Piece::ALL[0],
];

static MARKS: [Option<SanMark>; 4] = [None, Some(SanMark::Check), Some(SanMark::Mate), None];

static FILES: [Option<File>; 16] = {
    let mut table = [None; 16];
    let mut i = 0;
    while i < 8 {
        table[8 + i] = File::from_letter(b'a' + i as u8);
        i += 1;
    }
    table
};

/// Finds out whether a text is a move with something behind it, and tells what was expected there.
#[cold]
fn trailing(text: &[u8]) -> Option<SanError> {
    const LONGEST: usize = "Qh4xe1++".len();
    let starts = (2..text.len().min(LONGEST)).rev();
    let is_move = |&end: &usize| read_action(&text[..end], &mut Leniencies::default()).is_ok();
    let end = starts.into_iter().find(is_move)?;
    let kind = if text[end..] == *b"=" { SanErrorKind::BadPromotion } else { SanErrorKind::TrailingText };
    Some(error(kind, end, text.len()))
}

#[inline]
fn read_action(text: &[u8], used: &mut Leniencies) -> Result<SanAction, SanError> {
    let Some(&first) = text.first() else { return Err(error(SanErrorKind::Empty, 0, 0)) };
    match first {
        b'a'..=b'h' if matches!(text.get(1), Some(b'1'..=b'8' | b'x')) => {
            read_move(text, Piece::Pawn, 0, used)
        }
        b'x' => {
            used.insert(Leniency::CaptureWithoutFile);
            read_move(text, Piece::Pawn, 0, used)
        }
        b'O' | b'o' | b'0' => read_castle(text, used),
        b'@' => {
            used.insert(Leniency::DropWithoutLetter);
            read_drop(text, Piece::Pawn, 1)
        }
        b'$' if text.starts_with(b"$146@") => {
            used.insert(Leniency::MangledDrop);
            read_drop(text, Piece::Knight, 5)
        }
        _ => {
            let drop = text.get(1) == Some(&b'@');
            let Some(piece) = Piece::from_letter(first).filter(|_| first.is_ascii_alphabetic()) else {
                return Err(error(SanErrorKind::NotAMove, 0, text.len()));
            };
            if drop {
                if first.is_ascii_lowercase() {
                    used.insert(Leniency::LowercaseDrop);
                }
                if piece == Piece::King {
                    return Err(error(SanErrorKind::KingDrop, 0, 1));
                }
                read_drop(text, piece, 2)
            } else if first.is_ascii_lowercase() || piece == Piece::Pawn {
                Err(error(SanErrorKind::NotAMove, 0, text.len()))
            } else {
                read_move(text, piece, 1, used)
            }
        }
    }
}

fn read_drop(text: &[u8], piece: Piece, at: usize) -> Result<SanAction, SanError> {
    let square = match text[at..] {
        [file, rank, ..] => Square::from_bytes(file, rank),
        _ => None,
    };
    let Some(square) = square else {
        return Err(error(SanErrorKind::ExpectedSquare, at, text.len()));
    };
    if text.len() > at + 2 {
        return Err(error(SanErrorKind::TrailingText, at + 2, text.len()));
    }
    Ok(SanAction::Drop { piece, square })
}

fn read_castle(text: &[u8], used: &mut Leniencies) -> Result<SanAction, SanError> {
    let wing = match text {
        b"O-O" => Wing::KingSide,
        b"O-O-O" => Wing::QueenSide,
        b"o-o" | b"0-0" => {
            used.insert(Leniency::CastlingLetters);
            Wing::KingSide
        }
        b"o-o-o" | b"0-0-0" => {
            used.insert(Leniency::CastlingLetters);
            Wing::QueenSide
        }
        _ => return Err(error(SanErrorKind::NotAMove, 0, text.len())),
    };
    Ok(SanAction::Castle(wing))
}

/// Reads `[file][rank][x]square[=piece]` from `at` on.
#[inline]
fn read_move(text: &[u8], piece: Piece, at: usize, used: &mut Leniencies) -> Result<SanAction, SanError> {
    let mut end = text.len();
    if piece == Piece::Pawn && text.ends_with(b"e.p.") {
        used.insert(Leniency::EnPassantSuffix);
        end -= 4;
        if text[..end].ends_with(b" ") {
            end -= 1;
        }
    }
    let (mut promotion, mut stolen) = (None, None);
    if let [.., b'=', letter, file, rank] = text[..end]
        && letter.is_ascii_alphabetic()
    {
        stolen = Square::from_bytes(file, rank);
        end -= if stolen.is_some() { 2 } else { 0 };
    }
    let last = text.get(end.wrapping_sub(1)).map_or(0, u8::to_ascii_uppercase);
    let before = if end > at + 2 { text[end - 2] } else { 0 };
    let is_piece = matches!(last, b'Q' | b'R' | b'B' | b'N' | b'K' | b'P');
    if before == b'=' && last.is_ascii_alphabetic() || matches!(before, b'1'..=b'8') && is_piece {
        if piece != Piece::Pawn {
            return Err(error(SanErrorKind::PieceCannotPromote, end - 1, end));
        }
        let piece = match text[end - 1] {
            b'Q' | b'q' => Piece::Queen,
            b'R' | b'r' => Piece::Rook,
            b'B' | b'b' => Piece::Bishop,
            b'N' | b'n' => Piece::Knight,
            _ => return Err(error(SanErrorKind::BadPromotion, end - 1, end)),
        };
        promotion = Some(stolen.map_or(SanPromotion::To(piece), |from| SanPromotion::Stolen(piece, from)));
        if text[end - 1].is_ascii_lowercase() {
            used.insert(Leniency::LowercasePromotion);
        }
        if text[end - 2] != b'=' {
            used.insert(Leniency::PromotionWithoutSign);
        }
        end -= if text[end - 2] == b'=' { 2 } else { 1 };
    } else if piece == Piece::Pawn && end > at + 2 && text[..end].ends_with(b"=.") {
        promotion = Some(SanPromotion::Discarded);
        end -= 2;
    }
    let to = match text[at.min(end)..end] {
        [.., file, rank] => Square::from_bytes(file, rank),
        _ => None,
    };
    let Some(to) = to else {
        return Err(error(SanErrorKind::ExpectedSquare, end.saturating_sub(2).max(at.min(end)), end));
    };
    let mut middle = end - 2;
    let (mut capture, mut hyphen) = (false, false);
    if middle > at {
        match text[middle - 1] {
            b'x' => {
                capture = true;
                middle -= 1;
            }
            b'-' => {
                hyphen = true;
                middle -= 1;
            }
            _ => {}
        }
    }
    let (file, rank) = match text[at..middle] {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (File::from_letter(file), None),
        [rank @ b'1'..=b'8'] => (None, Rank::from_digit(rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (File::from_letter(file), Rank::from_digit(rank)),
        _ => return Err(error(SanErrorKind::NotAMove, 0, text.len())),
    };
    let whole = file.is_some() && rank.is_some();
    if hyphen && !whole {
        return Err(error(SanErrorKind::NotAMove, 0, text.len()));
    }
    if piece == Piece::Pawn {
        // A pawn names its file when it captures, and only then; "ed5" and "4xe5" are no known way to write.
        if rank.is_some() && !whole || file.is_some() && !whole && !capture {
            return Err(error(SanErrorKind::NotAMove, 0, text.len()));
        }
        if capture && file.is_none() {
            used.insert(Leniency::CaptureWithoutFile);
        }
    }
    if hyphen || whole && piece == Piece::Pawn {
        used.insert(Leniency::LongForm);
    }
    Ok(SanAction::Move { piece, file, rank, capture, to, promotion })
}

#[inline]
fn resolve<const WHITE: bool>(action: SanAction, board: &Board) -> Result<BughouseMove, SanMismatch> {
    match action {
        SanAction::Drop { piece, square } => {
            let mv = BughouseMove::Drop { piece, square };
            // Without a check there is little to look at.
            if board.reserve(board.side).contains(piece)
                && !board.combined().contains(square)
                && (piece != Piece::Pawn || PAWN_DROPS & square.bit() != 0)
                && !board.in_check()
            {
                return Ok(mv);
            }
            match board.why_illegal(mv) {
                None => Ok(mv),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            }
        }
        SanAction::Castle(wing) => {
            let king = board.king_square(board.side);
            let corner = wing.corner_file();
            let rook = board.rights.rook_file(board.side, wing).unwrap_or(corner);
            let mv = ChessMove::new(king, castling::destination(king, wing, rook), None);
            if !board.rights.has(board.side, wing) {
                return Err(SanMismatch::Illegal(IllegalMove::NoCastlingRight(wing)));
            }
            match board.why_illegal(mv.into()) {
                None => Ok(mv.into()),
                Some(reason) => Err(SanMismatch::Illegal(reason)),
            }
        }
        SanAction::Move { piece, file, rank, capture, to, promotion } => {
            let masks = Masks::new::<WHITE>(&board.men);
            let named = file.map_or(!0, |file| file.bitboard().0) & rank.map_or(!0, |rank| rank.bitboard().0);
            let mut from = origins::<WHITE>(board, &masks, piece, to) & named;
            if piece == Piece::Pawn {
                // A pawn goes aside if and only if it captures. A pawn that names both squares need not
                // say so.
                let straight = to.file().bitboard().0;
                if capture {
                    from &= !straight;
                } else if rank.is_none() {
                    from &= straight;
                }
            }
            let promotes = piece == Piece::Pawn && last_rank::<WHITE>() & to.bit() != 0;
            match BitBoard(from).single() {
                Some(from) => match promotion {
                    None if promotes => Err(SanMismatch::Illegal(IllegalMove::PromotionMissing)),
                    Some(_) if !promotes => Err(SanMismatch::Illegal(IllegalMove::PromotionNotPossible)),
                    Some(SanPromotion::To(piece)) if !Piece::PROMOTIONS.contains(&piece) => {
                        Err(SanMismatch::Illegal(IllegalMove::PromotionTo(piece)))
                    }
                    // A board alone has nothing to take from or to give to.
                    Some(SanPromotion::Stolen(..) | SanPromotion::Discarded) => {
                        Err(SanMismatch::Illegal(IllegalMove::PromotionWay(Promotion::Upgrade)))
                    }
                    Some(SanPromotion::To(piece)) => {
                        Ok(BughouseMove::Regular(ChessMove::new(from, to, Some(piece))))
                    }
                    None => Ok(BughouseMove::Regular(ChessMove::new(from, to, None))),
                },
                None if from == 0 => {
                    let promotion = match promotion {
                        Some(SanPromotion::To(piece) | SanPromotion::Stolen(piece, _)) => Some(piece),
                        Some(SanPromotion::Discarded) | None => None,
                    };
                    Err(why_none(board, piece, to, BitBoard(named), promotion))
                }
                None => Err(SanMismatch::Ambiguous { piece, to, from: BitBoard(from) }),
            }
        }
    }
}

/// Returns the squares from which a man of one kind can legally go to a square. Castling is not among them.
#[inline]
fn origins<const WHITE: bool>(board: &Board, masks: &Masks, piece: Piece, to: Square) -> u64 {
    let men = &board.men;
    let target = to.bit();
    if piece == Piece::King {
        let steps = if target & masks.own == 0 { steps::king(to) & masks.king.bit() } else { 0 };
        let safe = || men.attackers_to(to, masks.occupied ^ masks.king.bit()) & masks.enemy == 0;
        return if steps != 0 && safe() { steps } else { 0 };
    }
    if piece == Piece::Pawn {
        let pawns = PawnTargets::new::<WHITE>(&board.men, masks);
        let at = to.to_index();
        let back = |set: u64, white: u32, black: u32| {
            if set & target == 0 {
                0
            } else if WHITE {
                1u64 << at >> white
            } else {
                1u64 << at << black
            }
        };
        let (en_passant, capturers) = en_passant_moves::<WHITE>(board);
        return back(pawns.single, 8, 8)
            | back(pawns.double, 16, 16)
            | back(pawns.west, 7, 9)
            | back(pawns.east, 9, 7)
            | if en_passant & target != 0 { capturers } else { 0 };
    }
    if target & masks.own != 0 || target & masks.check_mask == 0 {
        return 0;
    }
    let (diagonal_pins, orthogonal_pins) = (masks.pin_diagonal, masks.pin_orthogonal);
    let on_diagonal = || {
        let stays = if target & diagonal_pins != 0 { !0 } else { !diagonal_pins };
        sliders::bishop(to, masks.occupied) & masks.own & stays & !orthogonal_pins
    };
    let on_line = || {
        let stays = if target & orthogonal_pins != 0 { !0 } else { !orthogonal_pins };
        sliders::rook(to, masks.occupied) & masks.own & stays & !diagonal_pins
    };
    match piece {
        Piece::Knight => steps::knight(to) & men.knights & masks.own & !diagonal_pins & !orthogonal_pins,
        Piece::Bishop => on_diagonal() & men.kind(Piece::Bishop),
        Piece::Rook => on_line() & men.kind(Piece::Rook),
        _ => (on_diagonal() | on_line()) & men.kind(Piece::Queen),
    }
}

/// Explains why no man fits: if just one could be meant, its own reason.
#[cold]
fn why_none(
    board: &Board,
    piece: Piece,
    to: Square,
    named: BitBoard,
    promotion: Option<Piece>,
) -> SanMismatch {
    let king_move = ChessMove::new(board.king_square(board.side), to, None);
    if piece == Piece::King && board.legal(king_move) {
        let wing = if to > king_move.source() { Wing::KingSide } else { Wing::QueenSide };
        return SanMismatch::WrittenAsCastling(wing);
    }
    let mut reasons = (board.men(board.side, piece) & named)
        .into_iter()
        .filter_map(|from| board.why_illegal(ChessMove::new(from, to, promotion).into()))
        .filter(|reason| {
            !matches!(reason, IllegalMove::CannotReach { .. } | IllegalMove::NoCastlingRight(_))
        });
    match (reasons.next(), reasons.next()) {
        (Some(reason), None) => SanMismatch::Illegal(reason),
        _ => SanMismatch::NoSuchMove { piece, from: named, to },
    }
}

/// Returns how a legal move is written, without its mark.
pub(crate) fn write_action(board: &Board, mv: BughouseMove) -> SanAction {
    let mv = match mv {
        BughouseMove::Drop { piece, square } => return SanAction::Drop { piece, square },
        BughouseMove::Regular(mv) => mv,
    };
    let (from, to) = (mv.source(), mv.dest());
    let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
    if piece == Piece::King
        && let Some(wing) = board.castling_wing(mv.into())
    {
        return SanAction::Castle(wing);
    }
    let takes_aside = piece == Piece::Pawn && from.file() != to.file();
    let capture = takes_aside || board.combined().contains(to);
    let others = match board.side {
        _ if piece == Piece::Pawn || piece == Piece::King => 0,
        Color::White => origins::<true>(board, &board.masks(), piece, to),
        Color::Black => origins::<false>(board, &board.masks(), piece, to),
    } & !from.bit();
    let (file, rank) = if piece == Piece::Pawn {
        (takes_aside.then_some(from.file()), None)
    } else if others == 0 {
        (None, None)
    } else if others & from.file().bitboard().0 == 0 {
        (Some(from.file()), None)
    } else if others & from.rank().bitboard().0 == 0 {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    };
    let promotion = match (mv.promotion(), mv.stolen_from()) {
        (Some(piece), Some(from)) => Some(SanPromotion::Stolen(piece, from)),
        (Some(piece), None) => Some(SanPromotion::To(piece)),
        (None, _) => board.reaches_last_rank(mv.into()).then_some(SanPromotion::Discarded),
    };
    SanAction::Move { piece, file, rank, capture, to, promotion }
}

#[cfg(test)]
mod tests {
    use super::{San, read_usual};
    use alloc::vec::Vec;

    /// The short way and the long way to read a move agree on every text built from the parts of a move.
    #[test]
    fn usual_moves_are_read_as_any_others() {
        let parts: [&[&str]; 7] = [
            &["", "N", "B", "R", "Q", "K", "P", "x"],
            &["", "a", "h", "i"],
            &["", "1", "8", "9"],
            &["", "x", "-", "@"],
            &["e4", "h8", "a1", "i4", "e", ""],
            &["", "=Q", "Q", "=.", "=Qd1"],
            &["", "+", "++", "#", "+#", "!"],
        ];
        let mut texts = Vec::from([alloc::string::String::new()]);
        for choices in parts {
            texts = texts
                .iter()
                .flat_map(|text| choices.iter().map(move |part| alloc::format!("{text}{part}")))
                .collect();
        }
        let mut usual = 0;
        for text in texts {
            if let Some(san) = read_usual(text.as_bytes()) {
                let (other, used) = San::read_any(text.as_bytes()).unwrap();
                assert_eq!(other, san, "{text}");
                assert!(used.is_empty(), "{text}");
                usual += 1;
            }
        }
        assert!(usual > 300, "{usual}");
    }
}

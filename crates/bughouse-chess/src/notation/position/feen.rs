//! Reads a board from [FEEN](https://bughouse.example/docs/reference/feen.html), a notation for positions of any
//! board game.
//!
//! A string has three fields separated by one space: placement, hands, and styles with the side to move
//! first. This is the feen.rb 5.0.0.beta10 profile of FEEN. See the crate [`feen`] for the grammar.
//!
//! | board | FEEN |
//! |---|---|
//! | pieces | eight ranks of eight squares, the eighth rank first; White's pieces in upper case |
//! | promoted pawn | `+` before `Q R B N` (either case) |
//! | castling right | `'` after its rook, on the rook's back rank; a Chess960 start needs nothing more |
//! | double push | `'` after the pawn that has just moved two squares, on its current square |
//! | reserves | the hands, White's before the slash |
//! | side to move | `BUGHOUSE/bughouse` for White, `bughouse/BUGHOUSE` for Black |
//!
//! Accepted by default: what the table says, any style names (the side whose name comes first moves, upper
//! case is White), and pieces in hand in any order or in several places (`PP`, `2PNP`), as `feen` reads them.
//! The starting position without a `'` after any rook is read as one without castling rights, and noted. FEEN
//! has no counters, so a board is read with `0 1`. That is not a leniency, because nothing is missing.
//!
//! Accepted if [`ReadOptions::accept`] contains the [`Leniency`], and reported:
//! - [`Leniency::AssumedCastling`]: a string without a `'` after any rook, as if kings on e1 and e8 could
//!   castle with the rooks in the corners of their rank;
//! - [`Leniency::DroppedCastling`]: `'` after a rook that can't castle, dropped;
//! - [`Leniency::DroppedEnPassant`]: `'` after a pawn that can't just have moved two squares, dropped.
//!
//! Everything else is rejected with its place and what was expected: `-` before a piece, `+` before a pawn or
//! king, `'` after a piece other than a rook or pawn, `+R'`, `'` after two pawns, after a pawn of the side to
//! move, off its fourth rank or after a rook off its back rank, a king in hand, `+`, `-` or `'` in hand,
//! letters that are not chess pieces, boards of another size, and more pieces in hand than a [`Reserve`] can
//! hold. After that, the position is validated as for FEN.
//!
//! Written by [`Board::to_feen`]: the table, in the canonical form of FEEN. Counters are left out.
//!
//! ```
//! use bughouse_chess::{Board, ReadOptions};
//!
//! let bfen = "r3n1BB/1pk4p/3r2p1/p1P5/4pQR1/P7/P2PB1pP/RK2N1Nb~[QBNPPPP] w Q a6 0 1";
//! let feen = "r3n1BB/1pk4p/3r2p1/p'1P5/4pQR1/P7/P2PB1pP/R'K2N1N+b 4PBNQ/ BUGHOUSE/bughouse";
//! let board: Board = bfen.parse()?;
//! assert_eq!(board.to_feen(), feen);
//! let (again, used) = Board::read_feen(feen.as_bytes(), &ReadOptions::default())?;
//! assert_eq!((again, used.is_empty()), (board, true));
//!
//! let text = "4k3/8/8/8/8/8/8/N'3K3 / BUGHOUSE/bughouse";
//! let error = Board::read_feen(text.as_bytes(), &ReadOptions::default()).unwrap_err();
//! assert_eq!(
//!     error.render(text.as_bytes()),
//!     "' must follow a rook that can castle or a pawn that moved two squares, not a knight
//!   4k3/8/8/8/8/8/8/N'3K3 / BUGHOUSE/bughouse
//!                   ^^"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::board::Board;
use crate::board::builder::{BoardBuilder, CastleClaim};
use crate::board::violations::{InvalidBoard, Violation};
use crate::notation::read_options::ReadOptions;
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::reserve::{Reserve, ReserveError};
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::{Span, TextError, render_all};

/// The contents of a FEEN string for a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FeenText {
    /// The unvalidated position. Its counters are 0 and 1.
    pub builder: BoardBuilder,
    /// The leniencies that were needed.
    pub used: Leniencies,
    /// Where each field is.
    pub fields: FeenFields,
}

/// The places of the fields in a FEEN string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeenFields {
    /// The pieces on the board.
    pub placement: Span,
    /// The reserves.
    pub hands: Span,
    /// The styles, which show the side to move.
    pub style_turn: Span,
}

impl FeenFields {
    /// Finds the fields of a string that has three.
    fn of(text: &[u8]) -> FeenFields {
        let mut start = 0;
        let mut next = || {
            let rest = text.get(start..).unwrap_or_default();
            let length = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
            let span = Span::new(start.min(text.len()), start.min(text.len()) + length);
            start = span.end + 1;
            span
        };
        FeenFields { placement: next(), hands: next(), style_turn: next() }
    }
}

/// Why a FEEN string is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FeenErrorKind {
    /// The string is not valid FEEN.
    Syntax(feen::ErrorKind),
    /// The board has more than two dimensions.
    Dimensions(usize),
    /// The board is regular, but doesn't have eight ranks of eight squares.
    BoardSize {
        /// The number of ranks.
        ranks: usize,
        /// The number of squares in each rank.
        squares: usize,
    },
    /// The ranks differ in length, and there are not eight of them.
    RankCount(usize),
    /// A rank doesn't have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares it has.
        squares: usize,
    },
    /// A letter on the board that is not a piece.
    UnknownPiece,
    /// A piece with `-` before it.
    Minus,
    /// A piece with `+` before it that can't be a promoted pawn.
    Plus(Piece),
    /// A piece with `'` after it that is neither a rook nor a pawn.
    Apostrophe(Piece),
    /// A promoted rook with `'` after it.
    PromotedCastling,
    /// A rook with `'` after it that is not on its back rank.
    CastlingRank(Color),
    /// A pawn of the side to move with `'` after it.
    DoublePushSide(Color),
    /// A pawn with `'` after it that is not on the rank where a double push ends.
    DoublePushRank(Color),
    /// A second pawn with `'` after it.
    TwoDoublePushes,
    /// A letter in hand that is not a piece.
    UnknownInHand,
    /// A piece in hand with `+`, `-` or `'`.
    ModifierInHand,
    /// A king in hand.
    KingInHand,
    /// More pieces in hand than a reserve can hold.
    ReserveFull,
}

impl FeenErrorKind {
    /// Returns the leniency that accepts this, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            FeenErrorKind::CastlingRank(_) => Some(Leniency::DroppedCastling),
            FeenErrorKind::DoublePushSide(_) | FeenErrorKind::DoublePushRank(_) => {
                Some(Leniency::DroppedEnPassant)
            }
            _ => None,
        }
    }
}

impl fmt::Display for FeenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        match *self {
            FeenErrorKind::Syntax(feen::ErrorKind::Board(feen::BoardError::TooManySquares { limit })) => {
                write!(f, "found more than {limit} squares, expected 8 ranks of 8")
            }
            FeenErrorKind::Syntax(kind) => kind.fmt(f),
            FeenErrorKind::Dimensions(count) => {
                write!(f, "found a board with {count} dimensions, expected 8 ranks of 8 squares")
            }
            FeenErrorKind::BoardSize { ranks, squares } => {
                let (s, t) = (plural(ranks), plural(squares));
                write!(f, "found {ranks} rank{s} of {squares} square{t}, expected 8 of 8")
            }
            FeenErrorKind::RankCount(ranks) => write!(f, "found {ranks} rank{}, expected 8", plural(ranks)),
            FeenErrorKind::RankLength { rank, squares } => {
                write!(f, "rank {rank} has {squares} square{}, not 8", plural(squares))
            }
            FeenErrorKind::UnknownPiece => f.write_str("expected a chess piece, one of KQRBNPkqrbnp"),
            FeenErrorKind::Minus => f.write_str("- has no meaning for a chess piece, expected + or nothing"),
            FeenErrorKind::Plus(piece) => {
                write!(f, "+ must precede a queen, rook, bishop or knight, not a {piece}")
            }
            FeenErrorKind::Apostrophe(piece) => {
                write!(
                    f,
                    "' must follow a rook that can castle or a pawn that moved two squares, not a {piece}"
                )
            }
            FeenErrorKind::PromotedCastling => {
                f.write_str("a promoted rook can't castle: write + before it or ' after it, not both")
            }
            FeenErrorKind::CastlingRank(color) => {
                write!(f, "a {color} rook that can castle must be on rank {}", color.back_rank())
            }
            FeenErrorKind::DoublePushSide(color) => {
                write!(f, "{} is to move, so ' must follow a {} pawn", color.side_name(), !color)
            }
            FeenErrorKind::DoublePushRank(color) => {
                write!(f, "a {color} pawn that just moved two squares must be on rank {}", pushed_rank(color))
            }
            FeenErrorKind::TwoDoublePushes => {
                f.write_str("' follows a second pawn, but only the pawn that moved last can have it")
            }
            FeenErrorKind::UnknownInHand => f.write_str("expected a piece in hand, one of QRBNPqrbnp"),
            FeenErrorKind::ModifierInHand => f.write_str("expected a piece in hand without +, - and '"),
            FeenErrorKind::KingInHand => f.write_str("a king can't be in hand, expected one of QRBNPqrbnp"),
            FeenErrorKind::ReserveFull => {
                write!(f, "expected at most {} pieces in a hand", Reserve::MAX_TOTAL)
            }
        }
    }
}

/// Why a FEEN string is not a board, and where.
pub type FeenError = TextError<FeenErrorKind>;

/// Returns the rank where a color's double push ends: 4 or 5.
pub(crate) const fn pushed_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Fourth,
        Color::Black => Rank::Fifth,
    }
}

/// Reads FEEN without validating the position.
///
/// # Errors
/// Points at the first part that is not FEEN or that doesn't fit a board.
pub fn read(text: &[u8], options: &ReadOptions) -> Result<FeenText, FeenError> {
    let position = feen::parse_with(text, &feen::Options::default()).map_err(|error| {
        let kind = match *error.kind() {
            feen::ErrorKind::CountTooLarge { .. } => FeenErrorKind::ReserveFull,
            kind => FeenErrorKind::Syntax(kind),
        };
        FeenError::new(kind, Span::new(error.span().start, error.span().end))
    })?;
    let fields = FeenFields::of(text);
    check_size(&position.board, text, fields.placement)?;

    let mut builder = BoardBuilder::new();
    builder.side_to_move(match position.style_turn.to_move() {
        feen::Side::First => Color::White,
        feen::Side::Second => Color::Black,
    });
    let mut reader = Reader { options, builder, used: Leniencies::NONE, marked_rook: false };
    let occupied = position.board.squares().iter().enumerate().filter(|(_, square)| square.is_some());
    for ((index, _), item) in occupied.zip(items(text, fields.placement)) {
        reader.place(square_at(index), item.symbol).map_err(|kind| FeenError::new(kind, item.span))?;
    }
    for item in items(text, fields.hands) {
        reader.in_hand(&item)?;
    }
    if !reader.marked_rook {
        if options.accept.contains(Leniency::AssumedCastling) {
            reader.assume_castling();
        } else if reader.builder.has_pieces_of_start() {
            reader.used.insert(Leniency::UnstatedCastling);
        }
    }
    Ok(FeenText { builder: reader.builder, used: reader.used, fields })
}

/// Reads FEEN and validates the position.
///
/// # Errors
/// Points at the part that is wrong, or lists every violation.
pub fn read_board(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadFeenError> {
    let parsed = read(text, options).map_err(ReadFeenError::Text)?;
    match parsed.builder.build_with(options) {
        Ok((board, built)) => Ok((board, built.union(parsed.used))),
        Err(invalid) => Err(ReadFeenError::Invalid(Box::new(InvalidFeen { invalid, fields: parsed.fields }))),
    }
}

impl Board {
    /// Reads FEEN with options, and returns the leniencies that were needed. The counters are 0 and 1.
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation.
    pub fn read_feen(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadFeenError> {
        read_board(text, options)
    }
}

/// Checks that a board has eight ranks of eight squares.
fn check_size(board: &feen::Board, text: &[u8], placement: Span) -> Result<(), FeenError> {
    let wrong = |kind, span| Err(FeenError::new(kind, span));
    let ranks = board.ranks().len();
    match board.sizes().as_deref() {
        Some([8, 8]) => Ok(()),
        _ if board.dimensions() > 2 => wrong(FeenErrorKind::Dimensions(board.dimensions()), placement),
        Some(&[ranks, squares]) => wrong(FeenErrorKind::BoardSize { ranks, squares }, placement),
        Some(&[squares]) => wrong(FeenErrorKind::BoardSize { ranks: 1, squares }, placement),
        _ if ranks != 8 => wrong(FeenErrorKind::RankCount(ranks), placement),
        _ => {
            let mut start = placement.start;
            let texts = text[placement.start..placement.end].split(|&byte| byte == b'/');
            for (index, (rank, text)) in board.ranks().zip(texts).enumerate() {
                let span = Span::new(start, start + text.len());
                let squares = rank.squares.len();
                if squares != 8 {
                    let rank = square_at(8 * index).rank();
                    return wrong(FeenErrorKind::RankLength { rank, squares }, span);
                }
                start = span.end + 1;
            }
            Ok(())
        }
    }
}

/// Returns the square with an index in the order of the string, where a8 is 0 and h1 is 63.
pub(crate) const fn square_at(index: usize) -> Square {
    Square::masked(index ^ 56)
}

/// A piece in a field of a FEEN string.
struct Item {
    symbol: feen::Piece,
    /// Its place, including `+`, `-` and `'`.
    span: Span,
    /// The number before it: how many there are in a hand.
    count: u32,
    /// The start of that number, if there is one.
    start: usize,
}

/// Iterates over the pieces in a field of a FEEN string.
fn items(text: &[u8], field: Span) -> impl Iterator<Item = Item> + '_ {
    let text = text.get(..field.end).unwrap_or_default();
    let mut at = field.start;
    core::iter::from_fn(move || {
        let letter = at + text.get(at..)?.iter().position(u8::is_ascii_alphabetic)?;
        let has_prefix = letter > at && matches!(text[letter - 1], b'+' | b'-');
        let has_suffix = text.get(letter + 1) == Some(&b'\'');
        let span = Span::new(letter - usize::from(has_prefix), letter + 1 + usize::from(has_suffix));
        let digits = text[at..span.start].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let start = span.start - digits;
        let count = text[start..span.start]
            .iter()
            .fold(0u32, |count, digit| count.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        at = span.end;
        let symbol = core::str::from_utf8(&text[span.start..span.end]).ok()?.parse().ok()?;
        Some(Item { symbol, span, count: if digits == 0 { 1 } else { count }, start })
    })
}

/// Returns the type and color of a piece, if it is a chess piece.
fn kind_of(symbol: feen::Piece) -> Option<(Piece, Color)> {
    let color = match symbol.side() {
        feen::Side::First => Color::White,
        feen::Side::Second => Color::Black,
    };
    Piece::from_letter(symbol.letter() as u8).map(|piece| (piece, color))
}

/// Builds a position from the pieces of a FEEN string.
struct Reader<'a> {
    options: &'a ReadOptions,
    builder: BoardBuilder,
    used: Leniencies,
    /// `true` once there was a rook with `'` after it.
    marked_rook: bool,
}

impl Reader<'_> {
    /// Records a deviation that an option allows, or returns it as an error.
    fn allow(&mut self, kind: FeenErrorKind) -> Result<(), FeenErrorKind> {
        self.used.allow(kind.leniency(), self.options.accept, kind)
    }

    fn place(&mut self, square: Square, symbol: feen::Piece) -> Result<(), FeenErrorKind> {
        let (piece, color) = kind_of(symbol).ok_or(FeenErrorKind::UnknownPiece)?;
        let promoted = match symbol.prefix() {
            feen::Prefix::None => false,
            feen::Prefix::Minus => return Err(FeenErrorKind::Minus),
            feen::Prefix::Plus if Piece::PROMOTIONS.contains(&piece) => true,
            feen::Prefix::Plus => return Err(FeenErrorKind::Plus(piece)),
        };
        self.builder.piece(square, piece, color).promoted(square, promoted);
        match piece {
            _ if !symbol.has_suffix() => Ok(()),
            Piece::Rook if promoted => Err(FeenErrorKind::PromotedCastling),
            Piece::Rook => self.castling_rook(square, color),
            Piece::Pawn => self.pushed_pawn(square, color),
            _ => Err(FeenErrorKind::Apostrophe(piece)),
        }
    }

    /// Claims the right to castle with a rook. The builder doesn't check that the rook is on its back rank,
    /// so this is checked here.
    fn castling_rook(&mut self, square: Square, color: Color) -> Result<(), FeenErrorKind> {
        self.marked_rook = true;
        if square.rank() != color.back_rank() {
            return self.allow(FeenErrorKind::CastlingRank(color));
        }
        self.builder.castle_right(color, CastleClaim::File(square.file()));
        Ok(())
    }

    /// Sets the square that a pawn skipped.
    fn pushed_pawn(&mut self, square: Square, color: Color) -> Result<(), FeenErrorKind> {
        if color == self.builder.side {
            self.allow(FeenErrorKind::DoublePushSide(color))
        } else if square.rank() != pushed_rank(color) {
            self.allow(FeenErrorKind::DoublePushRank(color))
        } else if self.builder.en_passant.is_some() {
            Err(FeenErrorKind::TwoDoublePushes)
        } else {
            self.builder.en_passant(Some(Square::new(square.file(), color.passed_rank())));
            Ok(())
        }
    }

    fn in_hand(&mut self, item: &Item) -> Result<(), FeenError> {
        let wrong = |kind| FeenError::new(kind, item.span);
        let (piece, color) = kind_of(item.symbol).ok_or(wrong(FeenErrorKind::UnknownInHand))?;
        if !item.symbol.is_base() {
            return Err(wrong(FeenErrorKind::ModifierInHand));
        }
        // The reserve is full long before a large count is used up.
        for _ in 0..item.count {
            self.builder.reserves[color as usize].add(piece).map_err(|error| match error {
                ReserveError::King => wrong(FeenErrorKind::KingInHand),
                _ => FeenError::new(FeenErrorKind::ReserveFull, Span::new(item.start, item.span.end)),
            })?;
        }
        Ok(())
    }

    /// Claims the rights of kings and rooks on their starting squares.
    fn assume_castling(&mut self) {
        for color in Color::ALL {
            let home = |file| Square::new(file, color.back_rank());
            if self.builder.get(home(File::E)) != Some((Piece::King, color)) {
                continue;
            }
            for corner in CastlingSide::ALL.map(|castling_side| castling_side.corner_file()) {
                let is_rook = self.builder.get(home(corner)) == Some((Piece::Rook, color));
                if is_rook && !self.builder.is_promoted(home(corner)) {
                    self.builder.castle_right(color, CastleClaim::File(corner));
                    self.used.insert(Leniency::AssumedCastling);
                }
            }
        }
    }
}

/// Why a FEEN string is not a board: it can't be read, or the position is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadFeenError {
    /// The string can't be read.
    Text(FeenError),
    /// The position is invalid.
    Invalid(Box<InvalidFeen>),
}

/// An invalid position, with the fields of its FEEN string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidFeen {
    invalid: InvalidBoard,
    fields: FeenFields,
}

impl InvalidFeen {
    /// Returns the position and its violations.
    pub fn invalid(&self) -> &InvalidBoard {
        &self.invalid
    }

    /// Iterates over the violations, each with its place in the string: a piece or a field.
    pub fn violations<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (Violation, Span)> + 'a {
        let FeenFields { placement, hands, style_turn } = self.fields;
        let builder = self.invalid.builder();
        self.invalid.violations().iter().map(move |&rule| {
            let symbol_on = |square| self.symbol_on(text, square);
            let exact = match rule {
                Violation::OpponentInCheck(_) => Some(style_turn),
                Violation::PawnOnLastRank(square) | Violation::PromotedMarker(square) => symbol_on(square),
                // The second king is the first one too many.
                Violation::ManyKings { color, .. } => {
                    let kings = (builder.placement.kings & builder.placement.of(color)).swap_bytes();
                    symbol_on(square_at((kings & kings.wrapping_sub(1)).trailing_zeros() as usize))
                }
                Violation::CastlingWithoutRook { color, claim: CastleClaim::File(file) }
                | Violation::CastlingTwice { color, claim: CastleClaim::File(file) } => {
                    symbol_on(Square::new(file, color.back_rank()))
                }
                Violation::EnPassantRank { square, .. }
                | Violation::EnPassantWithoutPawn { square, .. }
                | Violation::EnPassantBlocked { square } => {
                    symbol_on(Square::new(square.file(), pushed_rank(!builder.side)))
                }
                Violation::TooManyPieces { .. } | Violation::TooManyPawns { .. } => {
                    Some(Span::new(placement.start, hands.end))
                }
                _ => None,
            };
            (rule, exact.unwrap_or(placement))
        })
    }

    /// Returns the place of the piece on a square in the string.
    fn symbol_on(&self, text: &[u8], square: Square) -> Option<Span> {
        // Swapping the bytes puts the squares into the order of the string.
        let occupied = self.invalid.builder().placement.occupied().swap_bytes();
        let bit = square.bit().swap_bytes();
        let before = (occupied & (bit - 1)).count_ones();
        if occupied & bit == 0 {
            return None;
        }
        items(text, self.fields.placement).nth(before as usize).map(|item| item.span)
    }
}

impl ReadFeenError {
    /// Returns each message with the string and carets under its place.
    pub fn render(&self, text: &[u8]) -> String {
        match self {
            ReadFeenError::Text(error) => error.render(text),
            ReadFeenError::Invalid(invalid) => render_all(text, invalid.violations(text)),
        }
    }
}

impl fmt::Display for ReadFeenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadFeenError::Text(error) => error.fmt(f),
            ReadFeenError::Invalid(text) => text.invalid.fmt(f),
        }
    }
}

impl core::error::Error for ReadFeenError {}

//! Reading a board from FEEN, the notation of the [`feen`] crate for positions of any board game.
//!
//! Three fields with one space between two: placement, hands, styles with the side to move first. It is the
//! feen.rb 5.0.0.beta10 profile of FEEN, see the crate [`feen`] for the grammar.
//!
//! | board | FEEN |
//! |---|---|
//! | pieces | eight ranks of eight squares, the eighth rank first; White's pieces in upper case |
//! | promoted pawn | `+` before `Q R B N` (either case) |
//! | castling right | `'` after its rook, on the rook's back rank; so a Chess960 start needs nothing more |
//! | double push | `'` after the pawn that has just moved two squares, on the square it stands on |
//! | reserves | the hands, White's before the slash |
//! | side to move | `BUGHOUSE/bughouse` for White, `bughouse/BUGHOUSE` for Black |
//!
//! Accepted by default: what the table says, any style names (the side whose name comes first moves, upper
//! case is White), and pieces in hand in any order or in several places (`PP`, `2PNP`), as `feen` reads them.
//! The starting position without any mark on a rook is read as one without castling rights, and noted.
//! There are no counters in FEEN: a board that is read has `0 1`. That is no leniency, nothing is missing.
//!
//! Accepted by a named option of [`FeenOptions`], and reported:
//! - `assume_castling`: a text that marks no rook at all, as if kings on e1 and e8 had a right with each rook
//!   in a corner of their rank;
//! - `build.drop_bad_castling`: `'` after a rook that cannot castle, dropped;
//! - `build.drop_bad_en_passant`: `'` after a pawn that cannot just have moved two squares, dropped.
//!
//! Everything else is rejected with the place and with what was expected: `-` before a piece, `+` before a pawn
//! or king, `'` after a piece that is no rook or pawn, `+R'`, `'` after two pawns, after a pawn of the side to
//! move, off its fourth rank or after a rook off its back rank, a king or a mark in hand, letters that are no
//! piece, boards of another size, and more in hand than a [`Reserve`] holds. The rules of a position are
//! validated after that, as for FEN.
//!
//! Written ([`Board::to_feen`]): the table, in the canonical form of FEEN. Counters have no place in it.
//!
//! ```
//! use bughouse_chess::{Board, FeenOptions};
//!
//! let bfen = "r3n1BB/1pk4p/3r2p1/p1P5/4pQR1/P7/P2PB1pP/RK2N1Nb~[QBNPPPP] w Q a6 0 1";
//! let feen = "r3n1BB/1pk4p/3r2p1/p'1P5/4pQR1/P7/P2PB1pP/R'K2N1N+b 4PBNQ/ BUGHOUSE/bughouse";
//! let board: Board = bfen.parse()?;
//! assert_eq!(board.to_feen(), feen);
//! let (again, used) = Board::read_feen(feen.as_bytes(), &FeenOptions::default())?;
//! assert_eq!((again, used.is_empty()), (board, true));
//!
//! let text = "4k3/8/8/8/8/8/8/N'3K3 / BUGHOUSE/bughouse";
//! let error = Board::read_feen(text.as_bytes(), &FeenOptions::default()).unwrap_err();
//! assert_eq!(
//!     error.render(text.as_bytes()),
//!     "' must follow a rook that may castle or a pawn that moved two squares, not a knight
//!   4k3/8/8/8/8/8/8/N'3K3 / BUGHOUSE/bughouse
//!                   ^^"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::board::Board;
use crate::board_builder::{BoardBuilder, CastleClaim};
use crate::build_options::BuildOptions;
use crate::castle_rights::CastlingSide;
use crate::color::Color;
use crate::invalid_board::{InvalidBoard, Violation};
use crate::leniency::{Leniencies, Leniency};
use crate::notation::error::{Span, TextError, render_all};
use crate::piece::Piece;
use crate::reserve::{Reserve, ReserveError};
use crate::square::{File, Rank, Square};

/// What a reader of FEEN accepts beyond what is written. The default accepts nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FeenOptions {
    /// Reads a text that marks no rook as if kings on e1 and e8 could castle with the rooks in their corners.
    pub assume_castling: bool,
    /// How the position is validated.
    pub build: BuildOptions,
}

impl FeenOptions {
    /// Sets whether a text that marks no rook is read as if kings could castle.
    #[must_use]
    pub const fn assume_castling(mut self, assume_castling: bool) -> FeenOptions {
        self.assume_castling = assume_castling;
        self
    }

    /// Sets how the position is validated.
    #[must_use]
    pub const fn build(mut self, build: BuildOptions) -> FeenOptions {
        self.build = build;
        self
    }
}

/// What a FEEN says about a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FeenText {
    /// The position, unvalidated. Its counters are 0 and 1.
    pub builder: BoardBuilder,
    /// The leniencies that were needed.
    pub used: Leniencies,
    /// Where each field is.
    pub fields: FeenFields,
}

/// Where each field of a FEEN is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeenFields {
    /// The pieces on the board.
    pub placement: Span,
    /// The reserves.
    pub hands: Span,
    /// The styles, which say who is to move.
    pub style_turn: Span,
}

impl FeenFields {
    /// Finds the fields of a text that has three.
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

/// Why a text is not a FEEN of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FeenErrorKind {
    /// The text is not a FEEN of any game.
    Syntax(feen::ErrorKind),
    /// The board has more than two dimensions.
    Dimensions(usize),
    /// The board is regular, but not of eight ranks of eight squares.
    BoardSize {
        /// How many ranks it has.
        ranks: usize,
        /// How many squares each has.
        squares: usize,
    },
    /// The ranks differ in length, and there are not eight of them.
    RankCount(usize),
    /// A rank does not have eight squares.
    RankLength {
        /// Which rank.
        rank: Rank,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter on the board that is no piece.
    UnknownPiece,
    /// A piece with `-` before it.
    Minus,
    /// A piece with `+` before it that cannot be a promoted pawn.
    Plus(Piece),
    /// A piece with `'` after it that is neither a rook nor a pawn.
    Apostrophe(Piece),
    /// A promoted rook with `'` after it.
    PromotedCastling,
    /// A rook with `'` after it that is not on its back rank.
    CastlingRank(Color),
    /// A pawn of the side to move with `'` after it.
    DoublePushSide(Color),
    /// A pawn with `'` after it that is not where a double push ends.
    DoublePushRank(Color),
    /// A second pawn with `'` after it.
    TwoDoublePushes,
    /// A letter in hand that is no piece.
    UnknownInHand,
    /// A piece in hand with a mark.
    ModifierInHand,
    /// A king in hand.
    KingInHand,
    /// More pieces in hand than a reserve can hold.
    ReserveFull,
}

impl fmt::Display for FeenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        match *self {
            FeenErrorKind::Syntax(feen::ErrorKind::Board(feen::BoardError::TooManySquares { limit })) => {
                write!(f, "more than {limit} squares found, expected 8 ranks of 8")
            }
            FeenErrorKind::Syntax(kind) => kind.fmt(f),
            FeenErrorKind::Dimensions(count) => {
                write!(f, "a board of {count} dimensions found, expected 8 ranks of 8 squares")
            }
            FeenErrorKind::BoardSize { ranks, squares } => {
                let (s, t) = (plural(ranks), plural(squares));
                write!(f, "{ranks} rank{s} of {squares} square{t} found, expected 8 of 8")
            }
            FeenErrorKind::RankCount(ranks) => write!(f, "{ranks} rank{} found, expected 8", plural(ranks)),
            FeenErrorKind::RankLength { rank, squares } => {
                write!(f, "rank {rank} has {squares} square{}, not 8", plural(squares))
            }
            FeenErrorKind::UnknownPiece => f.write_str("expected a chess piece, one of KQRBNPkqrbnp"),
            FeenErrorKind::Minus => f.write_str("- says nothing about a chess piece, expected + or nothing"),
            FeenErrorKind::Plus(piece) => {
                write!(f, "+ must stand before a queen, rook, bishop or knight, not before a {piece}")
            }
            FeenErrorKind::Apostrophe(piece) => {
                write!(
                    f,
                    "' must follow a rook that may castle or a pawn that moved two squares, not a {piece}"
                )
            }
            FeenErrorKind::PromotedCastling => {
                f.write_str("a promoted rook may not castle, expected + before it or ' after it")
            }
            FeenErrorKind::CastlingRank(color) => {
                write!(f, "a {color} rook that may castle must be on rank {}", color.back_rank())
            }
            FeenErrorKind::DoublePushSide(color) => {
                write!(f, "{color} is to move, so ' must follow a {} pawn", !color)
            }
            FeenErrorKind::DoublePushRank(color) => {
                write!(f, "a {color} pawn that just moved two squares must be on rank {}", pushed_rank(color))
            }
            FeenErrorKind::TwoDoublePushes => {
                f.write_str("' follows a second pawn, expected only the pawn that moved last")
            }
            FeenErrorKind::UnknownInHand => f.write_str("expected a piece in hand, one of QRBNPqrbnp"),
            FeenErrorKind::ModifierInHand => f.write_str("expected a piece in hand without +, - and '"),
            FeenErrorKind::KingInHand => f.write_str("a king cannot be in hand, expected one of QRBNPqrbnp"),
            FeenErrorKind::ReserveFull => {
                write!(f, "expected at most {} pieces in a hand", Reserve::MAX_TOTAL)
            }
        }
    }
}

/// Why a text is not a FEEN of a board, and where.
pub type FeenError = TextError<FeenErrorKind>;

/// Returns the rank where a color's double push ends: 4 or 5.
pub(crate) const fn pushed_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Fourth,
        Color::Black => Rank::Fifth,
    }
}

/// Reads a FEEN without judging the position.
///
/// # Errors
/// Tells the first place where the text is no FEEN; if it is one, the first that does not fit a board.
pub fn read(text: &[u8], options: &FeenOptions) -> Result<FeenText, FeenError> {
    let position = feen::parse_with(text, &feen::Options::default()).map_err(|error| {
        let kind = match *error.kind() {
            feen::ErrorKind::CountTooLarge { .. } => FeenErrorKind::ReserveFull,
            kind => FeenErrorKind::Syntax(kind),
        };
        FeenError::new(kind, Span::new(error.span().start, error.span().end))
    })?;
    let fields = FeenFields::of(text);
    check_shape(&position.board, text, fields.placement)?;

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
        if options.assume_castling {
            reader.assume_castling();
        } else if reader.builder.has_pieces_of_start() {
            reader.used.insert(Leniency::UnstatedCastling);
        }
    }
    Ok(FeenText { builder: reader.builder, used: reader.used, fields })
}

/// Reads a FEEN and validates the position.
///
/// # Errors
/// Tells the place where the text is wrong, or lists every rule the position breaks.
pub fn read_board(text: &[u8], options: &FeenOptions) -> Result<(Board, Leniencies), ReadFeenError> {
    let said = read(text, options).map_err(ReadFeenError::Text)?;
    match said.builder.build_with(&options.build) {
        Ok((board, built)) => Ok((board, built.union(said.used))),
        Err(invalid) => Err(ReadFeenError::Invalid(Box::new(InvalidFeen { invalid, fields: said.fields }))),
    }
}

impl Board {
    /// Reads FEEN under options, and tells which leniencies were needed. The counters are 0 and 1.
    ///
    /// # Errors
    /// Tells the place where the text is wrong, or lists every rule the position breaks.
    pub fn read_feen(text: &[u8], options: &FeenOptions) -> Result<(Board, Leniencies), ReadFeenError> {
        read_board(text, options)
    }
}

/// Checks that a board has eight ranks of eight squares.
fn check_shape(board: &feen::Board, text: &[u8], placement: Span) -> Result<(), FeenError> {
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

/// Returns the square with a number in the order of the text, in which a8 is 0 and h1 is 63.
pub(crate) const fn square_at(index: usize) -> Square {
    Square::from_index(index ^ 56)
}

/// A piece in a field of a FEEN.
struct Item {
    symbol: feen::Piece,
    /// Where it is, with its marks.
    span: Span,
    /// The number right before it: how many there are in a hand.
    count: u32,
    /// Where that number starts, if there is one.
    start: usize,
}

/// Lists the pieces in a field of a FEEN in the order of the text.
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

/// Returns the kind and the color of a piece, if there is one with this letter.
fn kind_of(symbol: feen::Piece) -> Option<(Piece, Color)> {
    let color = match symbol.side() {
        feen::Side::First => Color::White,
        feen::Side::Second => Color::Black,
    };
    Piece::from_letter(symbol.letter() as u8).map(|piece| (piece, color))
}

/// Puts together what the pieces of a FEEN say.
struct Reader<'a> {
    options: &'a FeenOptions,
    builder: BoardBuilder,
    used: Leniencies,
    /// A rook with `'` after it was seen.
    marked_rook: bool,
}

impl Reader<'_> {
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

    /// Claims the right to castle with a rook. The builder cannot tell a rook off its back rank from one on
    /// it, so that is settled here.
    fn castling_rook(&mut self, square: Square, color: Color) -> Result<(), FeenErrorKind> {
        self.marked_rook = true;
        if square.rank() == color.back_rank() {
            self.builder.castle_right(color, CastleClaim::File(square.file()));
        } else if self.options.build.drop_bad_castling {
            self.used.insert(Leniency::DroppedCastling);
        } else {
            return Err(FeenErrorKind::CastlingRank(color));
        }
        Ok(())
    }

    /// Sets the square that a pawn skipped.
    fn pushed_pawn(&mut self, square: Square, color: Color) -> Result<(), FeenErrorKind> {
        let impossible = if color == self.builder.side {
            FeenErrorKind::DoublePushSide(color)
        } else if square.rank() != pushed_rank(color) {
            FeenErrorKind::DoublePushRank(color)
        } else if self.builder.en_passant.is_some() {
            return Err(FeenErrorKind::TwoDoublePushes);
        } else {
            self.builder.en_passant(Some(Square::make_square(color.passed_rank(), square.file())));
            return Ok(());
        };
        if !self.options.build.drop_bad_en_passant {
            return Err(impossible);
        }
        self.used.insert(Leniency::DroppedEnPassant);
        Ok(())
    }

    fn in_hand(&mut self, item: &Item) -> Result<(), FeenError> {
        let wrong = |kind| FeenError::new(kind, item.span);
        let (piece, color) = kind_of(item.symbol).ok_or(wrong(FeenErrorKind::UnknownInHand))?;
        if !item.symbol.is_base() {
            return Err(wrong(FeenErrorKind::ModifierInHand));
        }
        // A reserve is full long before a large count is through.
        for _ in 0..item.count {
            self.builder.reserves[color as usize].add(piece).map_err(|error| match error {
                ReserveError::King => wrong(FeenErrorKind::KingInHand),
                _ => FeenError::new(FeenErrorKind::ReserveFull, Span::new(item.start, item.span.end)),
            })?;
        }
        Ok(())
    }

    /// Claims the rights of kings and rooks that stand as in the starting position.
    fn assume_castling(&mut self) {
        for color in Color::ALL {
            let home = |file| Square::make_square(color.back_rank(), file);
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

/// Why a FEEN is not a board: it cannot be read, or what it says breaks rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadFeenError {
    /// The text cannot be read.
    Text(FeenError),
    /// The position breaks rules.
    Invalid(Box<InvalidFeen>),
}

/// A position that breaks rules, and the fields of its FEEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidFeen {
    invalid: InvalidBoard,
    fields: FeenFields,
}

impl InvalidFeen {
    /// Returns the position with every rule it breaks.
    #[must_use]
    pub fn invalid(&self) -> &InvalidBoard {
        &self.invalid
    }

    /// Lists every violation with the place in the text it is about: a piece or a field.
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
                    symbol_on(Square::make_square(color.back_rank(), file))
                }
                Violation::EnPassantRank { square, .. }
                | Violation::EnPassantWithoutPawn { square, .. }
                | Violation::EnPassantBlocked { square } => {
                    symbol_on(Square::make_square(pushed_rank(!builder.side), square.file()))
                }
                Violation::TooManyPieces { .. } | Violation::TooManyPawns { .. } => {
                    Some(Span::new(placement.start, hands.end))
                }
                _ => None,
            };
            (rule, exact.unwrap_or(placement))
        })
    }

    /// Returns where the placement names the piece on a square.
    fn symbol_on(&self, text: &[u8], square: Square) -> Option<Span> {
        // Swapping the bytes brings the squares into the order of the text.
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
    /// Shows each message with the text and carets under the place it is about.
    #[must_use]
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

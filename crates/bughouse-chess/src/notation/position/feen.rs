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

use core::fmt;

use crate::board::Board;
use crate::board::builder::CastleClaim;
use crate::notation::position::error::{ReadError, ReadErrorKind};
use crate::notation::position::parsed::{Field, ParsedBoard, ReserveForm, pushed_rank};
use crate::types::castle_rights::CastlingSide;
use crate::types::color::Color;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::read_options::ReadOptions;
use crate::types::reserve::{Reserve, ReserveError};
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::{Span, TextError};

/// What is wrong with a board in FEEN.
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

type FeenError = TextError<FeenErrorKind>;

impl<'a> ParsedBoard<'a> {
    /// Reads FEEN without validating the position. Its counters are 0 and 1.
    ///
    /// # Errors
    /// Points at the first part that is not FEEN or that doesn't fit a board.
    pub fn read_feen(
        text: &'a [u8],
        options: &ReadOptions,
    ) -> Result<ParsedBoard<'a>, TextError<ReadErrorKind>> {
        read(text, options.accept)
            .map_err(|error| TextError::new(ReadErrorKind::Feen(None, *error.kind()), error.span()))
    }
}

impl Board {
    /// Reads FEEN with options, and returns the leniencies that were needed. The counters are 0 and 1.
    ///
    /// # Errors
    /// Points at the part that is wrong, or lists every violation.
    pub fn read_feen(text: &[u8], options: &ReadOptions) -> Result<(Board, Leniencies), ReadError> {
        ParsedBoard::read_feen(text, options)?.build(options)
    }
}

fn read(text: &[u8], accept: Leniencies) -> Result<ParsedBoard<'_>, FeenError> {
    let (position, spans) = feen::parse_spanned(text, &feen::Options::default()).map_err(|error| {
        let kind = match *error.kind() {
            feen::ErrorKind::CountTooLarge { .. } => FeenErrorKind::ReserveFull,
            kind => FeenErrorKind::Syntax(kind),
        };
        FeenError::new(kind, span_of(error.span()))
    })?;
    check_size(&position.board, text, span_of(spans.placement))?;

    let mut parsed = ParsedBoard::empty(text, text.len());
    parsed.reserve_form = ReserveForm::Hands;
    parsed.set_span(Field::Placement, span_of(spans.placement));
    parsed.set_span(Field::Reserve, span_of(spans.hands));
    parsed.set_span(Field::Side, span_of(spans.style_turn));
    parsed.builder.side = color_of(position.style_turn.to_move());
    let mut reader = Reader { accept, parsed, has_castling_rook: false };
    let squares = position.board.squares().iter().enumerate();
    let pieces = squares.filter_map(|(index, piece)| Some((square_at(index), (*piece)?)));
    for ((square, piece), &span) in pieces.zip(&spans.pieces) {
        reader.place(square, piece).map_err(|kind| FeenError::new(kind, span_of(span)))?;
    }
    for item in &spans.in_hand {
        reader.in_hand(item)?;
    }
    if !reader.has_castling_rook {
        if accept.contains(Leniency::AssumedCastling) {
            reader.assume_castling();
        } else if reader.parsed.builder.has_pieces_of_start() {
            reader.parsed.used.insert(Leniency::UnstatedCastling);
        }
    }
    Ok(reader.parsed)
}

fn span_of(span: feen::Span) -> Span {
    Span::new(span.start, span.end)
}

fn color_of(side: feen::Side) -> Color {
    match side {
        feen::Side::First => Color::White,
        feen::Side::Second => Color::Black,
    }
}

/// Checks that a board has eight ranks of eight squares.
fn check_size(board: &feen::Board, text: &[u8], placement: Span) -> Result<(), FeenError> {
    let ranks = board.ranks().len();
    let kind = match board.sizes().as_deref() {
        Some([8, 8]) => return Ok(()),
        _ if board.dimensions() > 2 => FeenErrorKind::Dimensions(board.dimensions()),
        Some(&[ranks, squares]) => FeenErrorKind::BoardSize { ranks, squares },
        Some(&[squares]) => FeenErrorKind::BoardSize { ranks: 1, squares },
        _ if ranks != 8 => FeenErrorKind::RankCount(ranks),
        _ => {
            let mut start = placement.start;
            for (index, rank) in board.ranks().enumerate() {
                let length = text[start..placement.end].iter().position(|&byte| byte == b'/');
                let span = Span::new(start, length.map_or(placement.end, |length| start + length));
                let squares = rank.squares.len();
                if squares != 8 {
                    let rank = square_at(8 * index).rank();
                    return Err(FeenError::new(FeenErrorKind::RankLength { rank, squares }, span));
                }
                start = (span.end + 1).min(placement.end);
            }
            return Ok(());
        }
    };
    Err(FeenError::new(kind, placement))
}

/// Returns the square with an index in the order of the string, where a8 is 0 and h1 is 63.
pub(super) const fn square_at(index: usize) -> Square {
    Square::masked(index ^ 56)
}

/// Returns the type and color of a piece, if it is a chess piece.
fn kind_of(piece: feen::Piece) -> Option<(Piece, Color)> {
    Piece::from_letter(piece.letter() as u8).map(|kind| (kind, color_of(piece.side())))
}

/// Builds a position from the pieces of a FEEN string.
struct Reader<'a> {
    accept: Leniencies,
    parsed: ParsedBoard<'a>,
    /// `true` once there was a rook with `'` after it.
    has_castling_rook: bool,
}

impl Reader<'_> {
    /// Records a deviation that an option allows, or returns it as an error.
    fn allow(&mut self, kind: FeenErrorKind) -> Result<(), FeenErrorKind> {
        self.parsed.used.allow(kind.leniency(), self.accept, kind)
    }

    fn place(&mut self, square: Square, symbol: feen::Piece) -> Result<(), FeenErrorKind> {
        let (piece, color) = kind_of(symbol).ok_or(FeenErrorKind::UnknownPiece)?;
        let promoted = match symbol.prefix() {
            feen::Prefix::None => false,
            feen::Prefix::Minus => return Err(FeenErrorKind::Minus),
            feen::Prefix::Plus if Piece::PROMOTIONS.contains(&piece) => true,
            feen::Prefix::Plus => return Err(FeenErrorKind::Plus(piece)),
        };
        self.parsed.builder.piece(square, piece, color).promoted(square, promoted);
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
        self.has_castling_rook = true;
        if square.rank() != color.back_rank() {
            return self.allow(FeenErrorKind::CastlingRank(color));
        }
        self.parsed.builder.castle_right(color, CastleClaim::File(square.file()));
        Ok(())
    }

    /// Sets the square that a pawn skipped.
    fn pushed_pawn(&mut self, square: Square, color: Color) -> Result<(), FeenErrorKind> {
        if color == self.parsed.builder.side {
            self.allow(FeenErrorKind::DoublePushSide(color))
        } else if square.rank() != pushed_rank(color) {
            self.allow(FeenErrorKind::DoublePushRank(color))
        } else if self.parsed.builder.en_passant.is_some() {
            Err(FeenErrorKind::TwoDoublePushes)
        } else {
            self.parsed.builder.en_passant(Some(Square::new(square.file(), color.passed_rank())));
            Ok(())
        }
    }

    fn in_hand(&mut self, item: &feen::HandItem) -> Result<(), FeenError> {
        let wrong = |kind| FeenError::new(kind, span_of(item.piece_span));
        let (piece, color) = kind_of(item.piece).ok_or(wrong(FeenErrorKind::UnknownInHand))?;
        if !item.piece.is_base() {
            return Err(wrong(FeenErrorKind::ModifierInHand));
        }
        // The reserve is full long before a large count is used up.
        for _ in 0..item.count {
            self.parsed.builder.reserves[color as usize].add(piece).map_err(|error| match error {
                ReserveError::King => wrong(FeenErrorKind::KingInHand),
                _ => FeenError::new(FeenErrorKind::ReserveFull, span_of(item.span)),
            })?;
        }
        Ok(())
    }

    /// Claims the rights of kings and rooks on their starting squares.
    fn assume_castling(&mut self) {
        for color in Color::ALL {
            let home = |file| Square::new(file, color.back_rank());
            if self.parsed.builder.get(home(File::E)) != Some((Piece::King, color)) {
                continue;
            }
            for corner in CastlingSide::ALL.map(|castling_side| castling_side.corner_file()) {
                let is_rook = self.parsed.builder.get(home(corner)) == Some((Piece::Rook, color));
                if is_rook && !self.parsed.builder.is_promoted(home(corner)) {
                    self.parsed.builder.castle_right(color, CastleClaim::File(corner));
                    self.parsed.used.insert(Leniency::AssumedCastling);
                }
            }
        }
    }
}

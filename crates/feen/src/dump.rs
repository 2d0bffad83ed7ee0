//! Writing a position as text.
//!
//! Written is the canonical form: the board square by square with empty ones counted, the pieces in hand each
//! once and in order, a count of 1 left out, the player to move first.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::board::{Board, Irregularity};
use crate::board_builder::BoardError;
use crate::hands::Hands;
use crate::limits::MAX_DIMENSIONS;
use crate::options::{HandOrder, Options};
use crate::piece::Piece;
use crate::position::Position;
use crate::side::Side;

/// Writes a position in canonical form.
///
/// What it returns, [`parse`](crate::parse()) reads back as the same position.
///
/// # Errors
/// The position is larger than the default limits. What was read within them never is.
///
/// # Examples
/// ```
/// use feen::{Board, Hands, Piece, Position, StyleTurn};
///
/// let mut board = Board::empty(&[3, 5])?;
/// *board.get_mut(&[0, 2]).unwrap() = Some(Piece::new('k')?);
/// let mut hands = Hands::new();
/// hands.add(Piece::new('P')?, 2)?;
/// let position = Position { board, hands, style_turn: StyleTurn::new("WHITE", "black")? };
/// assert_eq!(feen::dump(&position)?, "2k2/5/5 2P/ WHITE/black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn dump(position: &Position) -> Result<String, DumpError> {
    dump_with(position, &Options::default())
}

/// Writes a position in canonical form, if the options allow it.
///
/// What it returns, [`parse_with`](crate::parse_with) with the same options reads back as the same position.
///
/// # Errors
/// The position is larger than the limits, or is refused by an option.
pub fn dump_with(position: &Position, options: &Options) -> Result<String, DumpError> {
    let Position { board, hands, .. } = position;
    let limits = &options.limits;
    if board.squares().len() > limits.squares as usize {
        return Err(DumpError::Board(BoardError::TooManySquares { limit: limits.squares }));
    }
    if board.dimensions() > limits.dimensions.clamp(1, MAX_DIMENSIONS) {
        return Err(DumpError::Board(BoardError::TooManyDimensions { limit: limits.dimensions }));
    }
    if options.regular_only {
        board.regular_sizes().map_err(|(irregularity, _)| DumpError::Irregular(irregularity))?;
    }
    for (piece, count) in hands.iter() {
        if count > limits.hand_count {
            return Err(DumpError::CountTooLarge { piece, limit: limits.hand_count });
        }
        if options.base_form_only && !piece.is_base() {
            return Err(DumpError::ModifierInHand(piece));
        }
    }

    // Room for most: a byte a square, a slash a rank, and the rest.
    let mut out = String::with_capacity(board.squares().len() + board.ranks().len() + 64);
    // Writing to a string cannot fail.
    let _ = write_position(&mut out, position, options.order);
    if out.len() > limits.text_length {
        return Err(DumpError::TextTooLong { length: out.len(), limit: limits.text_length });
    }
    Ok(out)
}

/// Why a position cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DumpError {
    /// The board is larger than allowed.
    Board(BoardError),
    /// The board is irregular, which an option refuses.
    Irregular(Irregularity),
    /// More pieces of a kind in hand than allowed.
    CountTooLarge {
        /// The piece.
        piece: Piece,
        /// How many are allowed.
        limit: u32,
    },
    /// A piece in hand has a prefix or suffix, which an option refuses.
    ModifierInHand(Piece),
    /// The text would be longer than allowed.
    TextTooLong {
        /// How many bytes it would have.
        length: usize,
        /// How many are allowed.
        limit: usize,
    },
}

impl fmt::Display for DumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DumpError::Board(error) => error.fmt(f),
            DumpError::Irregular(irregularity) => irregularity.fmt(f),
            DumpError::CountTooLarge { piece, limit } => {
                write!(f, "too many {piece} in hand, expected at most {limit}")
            }
            DumpError::ModifierInHand(piece) => {
                write!(f, "{piece} in hand, expected pieces without +, - and '")
            }
            DumpError::TextTooLong { length, limit } => {
                write!(f, "the text has {length} bytes, expected at most {limit}")
            }
        }
    }
}

impl core::error::Error for DumpError {}

/// Writes the three fields.
pub(crate) fn write_position(out: &mut impl Write, position: &Position, order: HandOrder) -> fmt::Result {
    write_board(out, &position.board)?;
    out.write_char(' ')?;
    write_hands(out, &position.hands, order)?;
    out.write_char(' ')?;
    out.write_str(position.style_turn.as_str())
}

/// Writes the placement.
pub(crate) fn write_board(out: &mut impl Write, board: &Board) -> fmt::Result {
    for rank in board.ranks() {
        for _ in 0..rank.separator {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for square in rank.squares {
            match square {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write_number(out, empty)?;
                        empty = 0;
                    }
                    piece.write(out)?;
                }
            }
        }
        if empty > 0 {
            write_number(out, empty)?;
        }
    }
    Ok(())
}

/// Writes the pieces in hand.
pub(crate) fn write_hands(out: &mut impl Write, hands: &Hands, order: HandOrder) -> fmt::Result {
    for side in Side::ALL {
        if side == Side::Second {
            out.write_char('/')?;
        }
        for (piece, count) in hands.in_order(side, order) {
            if count > 1 {
                write_number(out, count)?;
            }
            piece.write(out)?;
        }
    }
    Ok(())
}

/// Writes a number in decimal; most are one digit.
#[inline]
fn write_number(out: &mut impl Write, number: u32) -> fmt::Result {
    if number < 10 { out.write_char((b'0' + number as u8) as char) } else { write!(out, "{number}") }
}

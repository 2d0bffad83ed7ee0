//! Writes a position in canonical form.
//!
//! The canonical form has runs of empty squares as counts, each piece in hand once and in order, no count of
//! 1, and the player to move first.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use crate::board::{Board, Irregularity};
use crate::board_builder::BoardError;
use crate::hands::Hands;
use crate::options::{HandOrder, MAX_DIMENSIONS, Options};
use crate::piece::{Piece, Prefix, Side};
use crate::position::Position;

/// An output buffer on the stack, where a byte costs little. It is flushed when it is full. Nearly all
/// positions fit and are written at once.
type Text = [u8; ROOM];

const ROOM: usize = 512;

/// `+P'`
const LONGEST_PIECE: usize = 3;

/// `4294967295`
const LONGEST_NUMBER: usize = 10;

/// The number of squares to write between two checks for room.
const SQUARES_AT_ONCE: usize = 64;

/// The room for that number of squares, with a count of empty squares before and after them.
const MOST_BYTES_AT_ONCE: usize = LONGEST_NUMBER + SQUARES_AT_ONCE * LONGEST_PIECE + LONGEST_NUMBER;

/// The number of squares to process in one step.
const ROW: usize = 8;

/// Writes a position in canonical form.
///
/// [`parse`](crate::parse()) reads the result back as the same position.
///
/// # Errors
/// Fails if the position exceeds the default limits. Positions that were parsed with them never do.
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
/// [`parse_with`](crate::parse_with) with the same options reads the result back as the same position.
///
/// # Errors
/// Fails if the position exceeds the limits or violates an option.
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

    let mut out = String::new();
    // Writing to a `String` never fails.
    let _ = write_position(&mut out, position, options.order);
    if out.len() > limits.text_length {
        return Err(DumpError::TextTooLong { length: out.len(), limit: limits.text_length });
    }
    Ok(out)
}

/// The reason why a position can't be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DumpError {
    /// The board exceeds the limits.
    Board(BoardError),
    /// The board is irregular, and an option doesn't allow that.
    Irregular(Irregularity),
    /// There are more pieces of one type in hand than allowed.
    CountTooLarge {
        /// The piece.
        piece: Piece,
        /// The most that are allowed.
        limit: u32,
    },
    /// A piece in hand has a prefix or suffix, and an option doesn't allow that.
    ModifierInHand(Piece),
    /// The string would be longer than allowed.
    TextTooLong {
        /// The length in bytes.
        length: usize,
        /// The most bytes that are allowed.
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
                write!(f, "the string has {length} bytes, expected at most {limit}")
            }
        }
    }
}

impl core::error::Error for DumpError {}

/// Writes the three fields.
pub(crate) fn write_position(out: &mut impl Write, position: &Position, order: HandOrder) -> fmt::Result {
    let mut text = [0; ROOM];
    let length = put_board(out, &mut text, &position.board)?;
    let length = put_bytes(out, &mut text, length, b" ")?;
    let length = put_hands(out, &mut text, length, &position.hands, order)?;
    let length = put_bytes(out, &mut text, length, b" ")?;
    let length = put_bytes(out, &mut text, length, position.style_turn.as_bytes())?;
    flush(out, &text[..length])
}

/// Writes the placement.
pub(crate) fn write_board(out: &mut impl Write, board: &Board) -> fmt::Result {
    let mut text = [0; ROOM];
    let length = put_board(out, &mut text, board)?;
    flush(out, &text[..length])
}

/// Writes the pieces in hand.
pub(crate) fn write_hands(out: &mut impl Write, hands: &Hands, order: HandOrder) -> fmt::Result {
    let mut text = [0; ROOM];
    let length = put_hands(out, &mut text, 0, hands, order)?;
    flush(out, &text[..length])
}

/// Writes the contents of the buffer.
fn flush(out: &mut impl Write, text: &[u8]) -> fmt::Result {
    // It is ASCII.
    out.write_str(core::str::from_utf8(text).map_err(|_| fmt::Error)?)
}

/// Makes room for some bytes, at most [`ROOM`], and returns the length of the buffer.
#[inline]
fn make_room(out: &mut impl Write, text: &Text, length: usize, bytes: usize) -> Result<usize, fmt::Error> {
    if ROOM - length >= bytes {
        return Ok(length);
    }
    flush_full(out, &text[..length])?;
    Ok(0)
}

#[cold]
#[inline(never)]
fn flush_full(out: &mut impl Write, text: &[u8]) -> fmt::Result {
    flush(out, text)
}

fn put_board(out: &mut impl Write, text: &mut Text, board: &Board) -> Result<usize, fmt::Error> {
    let (mut length, mut slashes) = (0, 0);
    let Some(rank_length) = board.plain_rank_length() else {
        for rank in board.ranks() {
            length = put_rank(out, text, length, rank.separator, rank.squares)?;
        }
        return Ok(length);
    };
    for squares in board.squares().chunks(rank_length) {
        length = put_rank(out, text, length, slashes, squares)?;
        slashes = 1;
    }
    Ok(length)
}

#[inline(always)]
fn put_rank(
    out: &mut impl Write,
    text: &mut Text,
    length: usize,
    slashes: usize,
    squares: &[Option<Piece>],
) -> Result<usize, fmt::Error> {
    let length = make_room(out, text, length, MAX_DIMENSIONS + MOST_BYTES_AT_ONCE)?;
    let length = put_slashes(text, length, slashes);
    if squares.len() > SQUARES_AT_ONCE {
        return put_long_rank(out, text, length, squares);
    }
    let (length, empty) = put_squares(text, length, squares, 0);
    Ok(put_empty(text, length, empty))
}

/// Writes a rank of any length.
#[inline(never)]
fn put_long_rank(
    out: &mut impl Write,
    text: &mut Text,
    mut length: usize,
    squares: &[Option<Piece>],
) -> Result<usize, fmt::Error> {
    let mut empty = 0;
    for some in squares.chunks(SQUARES_AT_ONCE) {
        length = make_room(out, text, length, MOST_BYTES_AT_ONCE)?;
        (length, empty) = put_squares(text, length, some, empty);
    }
    Ok(put_empty(text, length, empty))
}

/// Writes the slashes before a rank. There is rarely more than one.
#[inline]
fn put_slashes(text: &mut Text, length: usize, count: usize) -> usize {
    match count {
        0 => length,
        1 => put(text, length, b'/'),
        _ => put_many_slashes(text, length, count),
    }
}

#[inline(never)]
fn put_many_slashes(text: &mut Text, length: usize, count: usize) -> usize {
    text[length..length + count].fill(b'/');
    length + count
}

/// Writes squares after some empty ones that were already counted. Empty squares at the end are only counted.
#[inline(always)]
fn put_squares(
    text: &mut Text,
    mut length: usize,
    mut squares: &[Option<Piece>],
    mut empty: u32,
) -> (usize, u32) {
    // Handles rows of plain pieces and of empty squares at the start in one step each. The folds have no
    // early exit, so all squares of a row are tested together.
    while let Some((row, rest)) = squares.split_first_chunk::<ROW>() {
        if row.iter().fold(true, |all, square| all & square.is_some_and(Piece::is_base)) {
            length = put_empty(text, length, empty);
            empty = 0;
            for (byte, square) in text[length..][..ROW].iter_mut().zip(row) {
                *byte = square.map_or(0, Piece::letter_byte);
            }
            length += ROW;
        } else if row.iter().fold(true, |all, square| all & square.is_none()) {
            empty += ROW as u32;
        } else {
            break;
        }
        squares = rest;
    }
    for square in squares {
        if let Some(piece) = square {
            length = put_empty(text, length, empty);
            empty = 0;
            length = put_piece(text, length, *piece);
        } else {
            empty += 1;
        }
    }
    (length, empty)
}

fn put_hands(
    out: &mut impl Write,
    text: &mut Text,
    mut length: usize,
    hands: &Hands,
    order: HandOrder,
) -> Result<usize, fmt::Error> {
    if hands.is_empty() {
        return put_bytes(out, text, length, b"/");
    }
    for side in Side::ALL {
        if side == Side::Second {
            length = put_bytes(out, text, length, b"/")?;
        }
        let held = hands.side(side);
        let sorted = order.is_order_of(held);
        let held = if sorted { Cow::Borrowed(held) } else { Cow::Owned(hands.in_order(side, order)) };
        for &(piece, count) in held.iter() {
            length = make_room(out, text, length, LONGEST_NUMBER + LONGEST_PIECE)?;
            if count > 1 {
                length = put_number(text, length, count);
            }
            length = put_piece(text, length, piece);
        }
    }
    Ok(length)
}

/// Writes any number of bytes.
#[inline]
fn put_bytes(
    out: &mut impl Write,
    text: &mut Text,
    mut length: usize,
    bytes: &[u8],
) -> Result<usize, fmt::Error> {
    for part in bytes.chunks(ROOM) {
        length = make_room(out, text, length, part.len())?;
        text[length..][..part.len()].copy_from_slice(part);
        length += part.len();
    }
    Ok(length)
}

#[inline]
fn put(text: &mut Text, length: usize, byte: u8) -> usize {
    text[length] = byte;
    length + 1
}

#[inline]
fn put_piece(text: &mut Text, length: usize, piece: Piece) -> usize {
    if piece.is_base() { put(text, length, piece.letter_byte()) } else { put_marked(text, length, piece) }
}

// Separate, so the common case above is small enough to be inlined.
#[inline(never)]
fn put_marked(text: &mut Text, mut length: usize, piece: Piece) -> usize {
    length = match piece.prefix() {
        Prefix::Minus => put(text, length, b'-'),
        Prefix::Plus => put(text, length, b'+'),
        Prefix::None => length,
    };
    length = put(text, length, piece.letter_byte());
    if piece.has_suffix() { put(text, length, b'\'') } else { length }
}

/// Writes a count of empty squares, unless it is zero.
#[inline]
fn put_empty(text: &mut Text, length: usize, count: u32) -> usize {
    if count > 0 { put_number(text, length, count) } else { length }
}

/// Writes a decimal number. Most have one digit.
#[inline]
fn put_number(text: &mut Text, length: usize, number: u32) -> usize {
    if number < 10 { put(text, length, b'0' + number as u8) } else { put_large_number(text, length, number) }
}

#[inline(never)]
fn put_large_number(text: &mut Text, length: usize, number: u32) -> usize {
    let length = put_number(text, length, number / 10);
    put(text, length, b'0' + (number % 10) as u8)
}

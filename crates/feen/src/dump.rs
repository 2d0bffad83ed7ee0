//! Writes a position in canonical form.
//!
//! The canonical form has runs of empty squares as counts, each piece in hand once and in order, no count of
//! 1, and the player to move first.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::iter::repeat_n;

use crate::board::{Board, Irregularity};
use crate::board_builder::BoardError;
use crate::hands::Hands;
use crate::options::{HandOrder, MAX_DIMENSIONS, Options};
use crate::piece::{Piece, Prefix, Side};
use crate::position::Position;

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

    let out = position_text(position, options.order);
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

/// Returns the three fields.
pub(crate) fn position_text(position: &Position, order: HandOrder) -> String {
    let mut text = board_bytes(&position.board);
    text.push(b' ');
    put_hands(&mut text, &position.hands, order);
    text.push(b' ');
    text.extend_from_slice(position.style_turn.as_str().as_bytes());
    ascii(text)
}

/// Returns the placement.
pub(crate) fn board_text(board: &Board) -> String {
    ascii(board_bytes(board))
}

/// Returns the pieces in hand.
pub(crate) fn hands_text(hands: &Hands, order: HandOrder) -> String {
    let mut text = Vec::new();
    put_hands(&mut text, hands, order);
    ascii(text)
}

fn ascii(text: Vec<u8>) -> String {
    // Letters, digits and signs are always valid UTF-8.
    String::from_utf8(text).unwrap_or_default()
}

fn board_bytes(board: &Board) -> Vec<u8> {
    // Room for nearly all positions.
    let mut text = Vec::with_capacity(128);
    for rank in board.ranks() {
        text.extend(repeat_n(b'/', rank.separator));
        let mut empty = 0;
        for square in rank.squares {
            match square {
                None => empty += 1,
                Some(piece) => {
                    put_empty(&mut text, empty);
                    empty = 0;
                    put_piece(&mut text, *piece);
                }
            }
        }
        put_empty(&mut text, empty);
    }
    text
}

fn put_hands(text: &mut Vec<u8>, hands: &Hands, order: HandOrder) {
    for side in Side::ALL {
        if side == Side::Second {
            text.push(b'/');
        }
        for (piece, count) in hands.in_order(side, order) {
            if count > 1 {
                put_number(text, count);
            }
            put_piece(text, piece);
        }
    }
}

/// Writes a count of empty squares, unless it is zero.
#[inline]
fn put_empty(text: &mut Vec<u8>, count: u32) {
    if count > 0 {
        put_number(text, count);
    }
}

fn put_number(text: &mut Vec<u8>, number: u32) {
    if number >= 10 {
        put_number(text, number / 10);
    }
    text.push(b'0' + (number % 10) as u8);
}

#[inline]
fn put_piece(text: &mut Vec<u8>, piece: Piece) {
    match piece.prefix() {
        Prefix::Minus => text.push(b'-'),
        Prefix::Plus => text.push(b'+'),
        Prefix::None => {}
    }
    text.push(piece.letter_byte());
    if piece.has_suffix() {
        text.push(b'\'');
    }
}

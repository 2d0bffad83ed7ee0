//! Parses a move pattern in a query.

use bughouse_chess::Piece;

use super::read_term::{read_piece, read_square};
use super::term::MovePattern;
use crate::flags::half_move as flags;

/// Parses a move in SAN or UCI notation, possibly partial.
pub(super) fn read_move(text: &str) -> Option<MovePattern> {
    let mut pattern = MovePattern::default();
    let mut rest = text;
    if let Some(before) = rest.strip_suffix('#') {
        pattern.flags |= flags::MATE;
        rest = before;
    } else if let Some(before) = rest.strip_suffix('+') {
        pattern.flags |= flags::CHECK;
        rest = before;
    }
    match rest {
        "O-O" | "0-0" => {
            return Some(MovePattern { castles_short: Some(true), piece: Some(Piece::King), ..pattern });
        }
        "O-O-O" | "0-0-0" => {
            return Some(MovePattern { castles_short: Some(false), piece: Some(Piece::King), ..pattern });
        }
        _ => {}
    }
    if let Some((before, after)) = rest.split_once('=') {
        // `a8=Qd1` takes the queen from d1 of the other board.
        let (piece, square) = after.split_at_checked(1)?;
        pattern.promotion =
            Some(read_piece(piece).filter(|piece| *piece != Piece::Pawn && *piece != Piece::King)?);
        if !square.is_empty() {
            pattern.stolen_from = Some(read_square(square.as_bytes())?);
        }
        rest = before;
    }
    if let Some((piece, square)) = rest.split_once('@') {
        let piece = if piece.is_empty() { Piece::Pawn } else { read_piece(piece)? };
        pattern.piece = Some(piece).filter(|&piece| piece != Piece::King && pattern.promotion.is_none());
        pattern.piece?;
        pattern.is_drop = true;
        pattern.to = Some(read_square(square.as_bytes())?);
        return Some(pattern);
    }
    // UCI: a promotion is a lowercase letter after the squares, followed by the square on the other board, if any.
    if let ([_, _, _, _, b'n' | b'b' | b'r' | b'q', theft @ ..], None) = (rest.as_bytes(), pattern.promotion)
        && rest.as_bytes()[..4].chunks(2).all(|square| read_square(square).is_some())
        && (theft.is_empty() || read_square(theft).is_some())
    {
        pattern.promotion = read_piece(&rest[4..5]);
        pattern.stolen_from = read_square(theft);
        rest = &rest[..4];
    }
    let bytes = rest.as_bytes();
    if let (4, Some(from), Some(to)) =
        (bytes.len(), bytes.get(..2).and_then(read_square), bytes.get(2..).and_then(read_square))
    {
        // UCI: source and destination.
        pattern.from_file = Some(from % 8);
        pattern.from_rank = Some(from / 8);
        pattern.to = Some(to);
        return Some(pattern);
    }
    let mut bytes = bytes;
    pattern.piece = Some(match bytes.first()? {
        letter @ (b'N' | b'B' | b'R' | b'Q' | b'K') => {
            bytes = &bytes[1..];
            read_piece(std::str::from_utf8(std::slice::from_ref(letter)).ok()?)?
        }
        _ => Piece::Pawn,
    });
    let (before, square) = bytes.split_at_checked(bytes.len().checked_sub(2)?)?;
    pattern.to = Some(read_square(square)?);
    let origin = match before.strip_suffix(b"x") {
        Some(origin) => {
            pattern.captures = Some(true);
            origin
        }
        None => {
            pattern.captures = Some(false);
            before
        }
    };
    for &byte in origin {
        match byte {
            b'a'..=b'h' if pattern.from_file.is_none() && pattern.from_rank.is_none() => {
                pattern.from_file = Some(byte - b'a');
            }
            b'1'..=b'8' if pattern.from_rank.is_none() => pattern.from_rank = Some(byte - b'1'),
            _ => return None,
        }
    }
    Some(pattern)
}

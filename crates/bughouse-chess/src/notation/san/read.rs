//! Reads SAN moves: a fast path for common ones, and a slow path for all.

use crate::notation::san::{CheckSign, MoveError, MoveErrorKind, San, SanAction, SanPromotion};
use crate::types::castle_rights::CastlingSide;
use crate::types::leniency::{Leniencies, Leniency};
use crate::types::piece::Piece;
use crate::types::square::{File, Rank, Square};
use crate::types::text_error::Span;

impl San {
    /// Reads any move. For the moves that [`read_common`] accepts, the result is the same.
    pub(super) fn read_any(text: &[u8], accept: Leniencies) -> Result<(San, Leniencies), MoveError> {
        let mut used = Leniencies::NONE;
        let (rest, check_sign) = match text {
            [rest @ .., b'+', b'+'] | [rest @ .., b'+'] => (rest, Some(CheckSign::Check)),
            [rest @ .., b'#'] => (rest, Some(CheckSign::Mate)),
            rest => (rest, None),
        };
        match read_action(rest, &mut used) {
            Ok(action) => match used.difference(accept).iter().next() {
                None => Ok((San { action, check_sign }, used)),
                Some(leniency) => Err(MoveError::whole(MoveErrorKind::NotStandard(leniency), text)),
            },
            Err(error) if [MoveErrorKind::NOT_SAN, NO_SQUARE].contains(error.kind()) => {
                Err(trailing(text).unwrap_or(error))
            }
            Err(error) => Err(error),
        }
    }
}

const NO_SQUARE: MoveErrorKind = MoveErrorKind::NotAMove("expected a square, a1 to h8");
const TRAILING: MoveErrorKind = MoveErrorKind::NotAMove("expected the end of the move");
const BAD_PROMOTION: MoveErrorKind = MoveErrorKind::NotAMove("expected Q, R, B or N");

fn error(kind: MoveErrorKind, start: usize, end: usize) -> MoveError {
    MoveError::new(kind, Span::new(start, end))
}

/// Reads common moves, such as `e4`, `exd5`, `Nf3`, `Nbxd7+`, `N@f3`: most moves of a game have one of these
/// forms. Returns `None` for any other string.
///
/// The CPU can't predict the form of the next move, so there is no branch for each: tables contain which
/// parts go together.
#[inline]
pub(super) fn read_common(text: &[u8]) -> Option<San> {
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
    if first_is & fits & (FILE | NOT_PAWN | DROPS) == 0 {
        return None;
    }
    let piece = KINDS[usize::from(first_is & 7)];
    let check_sign = CHECK_SIGNS[usize::from(is_check) + 2 * usize::from(is_mate)];
    if at {
        return Some(San { action: SanAction::Drop { piece, square: to }, check_sign });
    }
    // Pawn captures and some piece moves name a file.
    let names = (first_is >> 3 & u8::from(capture)) | fits >> 6;
    let letter = if first_is & FILE != 0 { first.wrapping_sub(b'a') } else { origin };
    let file = FILES[usize::from(names & 1) << 3 | usize::from(letter & 7)];
    Some(San {
        action: SanAction::Move { piece, file, rank: None, capture, to, promotion: None },
        check_sign,
    })
}

/// A file letter, the start of a pawn move.
const FILE: u8 = 1 << 3;
/// The letter of a piece other than a pawn.
const NOT_PAWN: u8 = 1 << 4;
/// The letter of a piece that can be dropped.
const DROPS: u8 = 1 << 5;
/// The second letter names the file that a piece comes from.
const NAMES: u8 = 1 << 6;

/// By first byte of a move: the index of the piece type, and the forms that can begin with it.
static FIRST: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < Piece::ALL.len() {
        let not_pawn = if i == Piece::Pawn as usize { 0 } else { NOT_PAWN };
        let drops = if i == Piece::King as usize { 0 } else { DROPS };
        table[Piece::ALL[i].letter() as usize] = i as u8 | not_pawn | drops;
        i += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Piece::Pawn as u8 | FILE;
        file += 1;
    }
    table
};

/// By length without the check sign, less two, whether the second letter is a file, and whether `@` or `x`
/// precedes the square: what such a move can begin with.
static FORMS: [u8; 32] = {
    let mut table = [0; 32];
    let mut form = 0;
    while form < 32 {
        let (x, at, origin) = (form & 1 != 0, form & 2 != 0, form & 4 != 0);
        table[form] = match (form >> 3, x, at) {
            (0, false, false) => FILE,
            (1, false, false) => NOT_PAWN,
            (2, true, false) => FILE | NOT_PAWN,
            (2, false, true) => DROPS,
            (2, false, false) if origin => NOT_PAWN | NAMES,
            (3, true, false) if origin => NOT_PAWN | NAMES,
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

static CHECK_SIGNS: [Option<CheckSign>; 4] = [None, Some(CheckSign::Check), Some(CheckSign::Mate), None];

static FILES: [Option<File>; 16] = {
    let mut table = [None; 16];
    let mut i = 0;
    while i < 8 {
        table[8 + i] = File::from_letter(b'a' + i as u8);
        i += 1;
    }
    table
};

/// Returns an error for a string that is a move with something after it, with what was expected there.
#[cold]
fn trailing(text: &[u8]) -> Option<MoveError> {
    const LONGEST: usize = "Qh4xe1++".len();
    let starts = (2..text.len().min(LONGEST)).rev();
    let is_move = |&end: &usize| read_action(&text[..end], &mut Leniencies::default()).is_ok();
    let end = starts.into_iter().find(is_move)?;
    let kind = if text[end..] == *b"=" { BAD_PROMOTION } else { TRAILING };
    Some(error(kind, end, text.len()))
}

#[inline]
fn read_action(text: &[u8], used: &mut Leniencies) -> Result<SanAction, MoveError> {
    let Some(&first) = text.first() else {
        return Err(error(MoveErrorKind::NotAMove("expected a move, but the string is empty"), 0, 0));
    };
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
            let Some(piece) = Piece::from_letter(first) else {
                return Err(MoveError::whole(MoveErrorKind::NOT_SAN, text));
            };
            if drop {
                if first.is_ascii_lowercase() {
                    used.insert(Leniency::LowercaseDrop);
                }
                if piece == Piece::King {
                    return Err(error(MoveErrorKind::NotAMove("a king can't be dropped"), 0, 1));
                }
                read_drop(text, piece, 2)
            } else if first.is_ascii_lowercase() || piece == Piece::Pawn {
                Err(MoveError::whole(MoveErrorKind::NOT_SAN, text))
            } else {
                read_move(text, piece, 1, used)
            }
        }
    }
}

fn read_drop(text: &[u8], piece: Piece, at: usize) -> Result<SanAction, MoveError> {
    let square = match text[at..] {
        [file, rank, ..] => Square::from_bytes(file, rank),
        _ => None,
    };
    let Some(square) = square else {
        return Err(error(NO_SQUARE, at, text.len()));
    };
    if text.len() > at + 2 {
        return Err(error(TRAILING, at + 2, text.len()));
    }
    Ok(SanAction::Drop { piece, square })
}

fn read_castle(text: &[u8], used: &mut Leniencies) -> Result<SanAction, MoveError> {
    let castling_side = match text {
        b"O-O" => CastlingSide::KingSide,
        b"O-O-O" => CastlingSide::QueenSide,
        b"o-o" | b"0-0" => {
            used.insert(Leniency::CastlingLetters);
            CastlingSide::KingSide
        }
        b"o-o-o" | b"0-0-0" => {
            used.insert(Leniency::CastlingLetters);
            CastlingSide::QueenSide
        }
        _ => return Err(MoveError::whole(MoveErrorKind::NOT_SAN, text)),
    };
    Ok(SanAction::Castle(castling_side))
}

/// Reads `[file][rank][x]square[=piece]`, starting at `at`.
#[inline]
fn read_move(text: &[u8], piece: Piece, at: usize, used: &mut Leniencies) -> Result<SanAction, MoveError> {
    let mut end = text.len();
    let suffix = [&b"e.p."[..], b"ep"].into_iter().find(|suffix| text.ends_with(suffix));
    if let Some(suffix) = suffix.filter(|_| piece == Piece::Pawn) {
        used.insert(Leniency::EnPassantSuffix);
        end -= suffix.len();
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
            return Err(error(MoveErrorKind::NotAMove("only a pawn can promote"), end - 1, end));
        }
        let piece = match text[end - 1] {
            b'Q' | b'q' => Piece::Queen,
            b'R' | b'r' => Piece::Rook,
            b'B' | b'b' => Piece::Bishop,
            b'N' | b'n' => Piece::Knight,
            _ => return Err(error(BAD_PROMOTION, end - 1, end)),
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
        return Err(error(NO_SQUARE, end.saturating_sub(2).max(at.min(end)), end));
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
        _ => return Err(MoveError::whole(MoveErrorKind::NOT_SAN, text)),
    };
    let whole = file.is_some() && rank.is_some();
    if hyphen && !whole {
        return Err(MoveError::whole(MoveErrorKind::NOT_SAN, text));
    }
    if piece == Piece::Pawn {
        // A pawn names its file when it captures, and only then. Nobody writes "ed5" or "4xe5".
        if rank.is_some() && !whole || file.is_some() && !whole && !capture {
            return Err(MoveError::whole(MoveErrorKind::NOT_SAN, text));
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

#[cfg(test)]
mod tests {
    use super::read_common;
    use crate::notation::san::San;
    use crate::types::leniency::Leniencies;
    use alloc::vec::Vec;

    /// The fast path and the slow path agree on every string built from the parts of a move.
    #[test]
    fn fast_path_agrees_with_the_slow_path() {
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
        let mut common = 0;
        for text in texts {
            if let Some(san) = read_common(text.as_bytes()) {
                let (other, used) = San::read_any(text.as_bytes(), Leniencies::ALL).unwrap();
                assert_eq!(other, san, "{text}");
                assert!(used.is_empty(), "{text}");
                common += 1;
            }
        }
        assert!(common > 300, "{common}");
    }
}

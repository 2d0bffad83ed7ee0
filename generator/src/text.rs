//! Bytes of texts: Latin-1, numbers, clocks and moves, written without a formatter since there are many of them.

use bughouse_chess::notation::san::{CheckSign, SanAction, SanPromotion};
use bughouse_chess::{CastlingSide, Millis, Piece, San, Square};

/// The end of a line in the archive.
pub(crate) const LINE_END: &[u8] = b"\r\n";

/// Writes a text in Latin-1; what Latin-1 lacks becomes a question mark.
pub(crate) fn push_latin1(out: &mut Vec<u8>, text: &str) {
    if text.is_ascii() {
        out.extend_from_slice(text.as_bytes());
    } else {
        out.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')));
    }
}

/// Writes a number.
pub(crate) fn push_number(out: &mut Vec<u8>, number: u64) {
    push_padded(out, number, 1);
}

/// Writes a number with at least this many digits.
pub(crate) fn push_padded(out: &mut Vec<u8>, mut number: u64, digits: usize) {
    let mut text = [b'0'; 20];
    let mut start = text.len();
    while number > 0 {
        start -= 1;
        text[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    out.extend_from_slice(&text[start.min(text.len() - digits)..]);
}

/// Writes `[Name "value"]` without a line end; the value is what `value` writes.
pub(crate) fn push_tag(out: &mut Vec<u8>, name: &str, value: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'[');
    push_latin1(out, name);
    out.extend_from_slice(b" \"");
    value(out);
    out.extend_from_slice(b"\"]");
}

/// Writes a tag on a line of its own.
pub(crate) fn push_tag_line(out: &mut Vec<u8>, name: &str, value: impl FnOnce(&mut Vec<u8>)) {
    push_tag(out, name, value);
    out.extend_from_slice(LINE_END);
}

/// Writes what is left on a clock in seconds with three decimals: `119.051`.
pub(crate) fn push_clock(out: &mut Vec<u8>, clock: Millis) {
    let millis = clock.0.max(0).unsigned_abs();
    push_number(out, millis / 1_000);
    out.push(b'.');
    push_padded(out, millis % 1_000, 3);
}

/// Writes a move as its `Display` does.
pub(crate) fn push_san(out: &mut Vec<u8>, san: &San) {
    match san.action {
        SanAction::Castle(CastlingSide::KingSide) => out.extend_from_slice(b"O-O"),
        SanAction::Castle(CastlingSide::QueenSide) => out.extend_from_slice(b"O-O-O"),
        SanAction::Drop { piece, square } => {
            out.extend_from_slice(&[letter(piece), b'@']);
            push_square(out, square);
        }
        SanAction::Move { piece, file, rank, capture, to, promotion } => {
            if piece != Piece::Pawn {
                out.push(letter(piece));
            }
            out.extend(file.map(|file| file.to_char() as u8));
            out.extend(rank.map(|rank| rank.to_char() as u8));
            if capture {
                out.push(b'x');
            }
            push_square(out, to);
            match promotion {
                Some(SanPromotion::To(piece)) => out.extend_from_slice(&[b'=', letter(piece)]),
                Some(other) => out.extend_from_slice(other.to_string().as_bytes()),
                None => {}
            }
        }
    }
    match san.check_sign {
        Some(CheckSign::Check) => out.push(b'+'),
        Some(CheckSign::Mate) => out.push(b'#'),
        None => {}
    }
}

fn letter(piece: Piece) -> u8 {
    piece.to_char() as u8
}

fn push_square(out: &mut Vec<u8>, square: Square) {
    out.extend_from_slice(&[square.file().to_char() as u8, square.rank().to_char() as u8]);
}

#[cfg(test)]
mod tests {
    use bughouse_chess::{Millis, San};

    use super::{push_clock, push_latin1, push_padded, push_san};

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out);
        out
    }

    #[test]
    fn numbers_and_clocks() {
        assert_eq!(written(|out| push_padded(out, 0, 1)), b"0");
        assert_eq!(written(|out| push_padded(out, 7, 3)), b"007");
        assert_eq!(written(|out| push_padded(out, u64::MAX, 1)), u64::MAX.to_string().as_bytes());
        assert_eq!(written(|out| push_clock(out, Millis(119_051))), b"119.051");
        assert_eq!(written(|out| push_clock(out, Millis(34))), b"0.034");
    }

    #[test]
    fn latin1_is_one_byte_each() {
        assert_eq!(written(|out| push_latin1(out, "é\u{fe}ü")), [0xe9, 0xfe, 0xfc]);
    }

    #[test]
    fn moves_are_written_as_shown() {
        let texts =
            ["e4", "exd5+", "Nf3", "Nbxd7", "R1a3", "Qh4e1#", "e8=Q", "O-O", "O-O-O+", "P@e4", "Q@h7#"];
        for text in texts {
            let san: San = text.parse().unwrap();
            assert_eq!(written(|out| push_san(out, &san)), text.as_bytes());
        }
    }
}

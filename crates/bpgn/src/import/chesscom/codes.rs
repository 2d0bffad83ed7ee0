//! The two-character codes that chess.com uses for half-moves.
//!
//! The first character is the origin square, or one of `&-*+=` to drop a queen, knight, rook, bishop or pawn. The
//! second is the destination square. A promotion has one of twelve characters instead: three for each of queen, knight,
//! rook and bishop, for the file to the left, the same file, and the file to the right as White sees it. `a-z`, `A-Z`,
//! `0-9`, `!` and `?` are the squares a1, b1 to h8.

use bughouse_chess::{BughouseMove, ChessMove, File, Piece, Rank, Square};

const PROMOTIONS: &[u8; 12] = b"{~}(^)[_]@#$";
const PROMOTED: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

/// Reads one half-move. Returns `None` if the characters are not one.
pub(super) fn read(code: [u8; 2]) -> Option<BughouseMove> {
    if let Some(piece) = dropped(code[0]) {
        return Some(BughouseMove::Drop { piece, square: square(code[1])? });
    }
    let source = square(code[0])?;
    if let Some(dest) = square(code[1]) {
        return Some(ChessMove::new(source, dest, None).into());
    }
    let index = PROMOTIONS.iter().position(|&byte| byte == code[1])?;
    let rank = match source.rank() {
        Rank::Seventh => Rank::Eighth,
        Rank::Second => Rank::First,
        _ => return None,
    };
    let file = File::from_index((source.file().to_index() + index % 3).checked_sub(1)?)?;
    let dest = Square::new(file, rank);
    Some(ChessMove::new(source, dest, Some(PROMOTED[index / 3])).into())
}

fn square(letter: u8) -> Option<Square> {
    let index = match letter {
        b'a'..=b'z' => letter - b'a',
        b'A'..=b'Z' => letter - b'A' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'!' => 62,
        b'?' => 63,
        _ => return None,
    };
    Square::from_index(usize::from(index))
}

fn dropped(letter: u8) -> Option<Piece> {
    match letter {
        b'&' => Some(Piece::Queen),
        b'-' => Some(Piece::Knight),
        b'*' => Some(Piece::Rook),
        b'+' => Some(Piece::Bishop),
        b'=' => Some(Piece::Pawn),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn codes_are_read() {
        let rows = [
            ("mC", Some("e2e4")),
            ("eg", Some("e1g1")),
            ("a?", Some("a1h8")),
            ("9!", Some("f8g8")),
            ("=X", Some("P@b7")),
            ("-v", Some("N@f3")),
            ("&a", Some("Q@a1")),
            ("*8", Some("R@e8")),
            ("+F", Some("B@h4")),
            ("X{", Some("b7a8q")),
            ("X~", Some("b7b8q")),
            ("X}", Some("b7c8q")),
            ("j(", Some("b2a1n")),
            ("j^", Some("b2b1n")),
            ("j)", Some("b2c1n")),
            ("j[", Some("b2a1r")),
            ("j_", Some("b2b1r")),
            ("j]", Some("b2c1r")),
            ("X@", Some("b7a8b")),
            ("X#", Some("b7b8b")),
            ("X$", Some("b7c8b")),
            // There is no file to the left of a or to the right of h, and no promotion from rank 3.
            ("W{", None),
            ("3}", None),
            ("q~", None),
            ("=~", None),
            ("m ", None),
            (",a", None),
        ];
        for (code, mv) in rows {
            let bytes = [code.as_bytes()[0], code.as_bytes()[1]];
            assert_eq!(read(bytes).map(|mv| mv.to_string()).as_deref(), mv, "{code}");
        }
    }
}

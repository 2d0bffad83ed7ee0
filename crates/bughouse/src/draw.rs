//! A board as text for a terminal, Black at the top.

use bughouse_chess::{ALL_FILES, ALL_RANKS, BitBoard, Board, Color, EMPTY, Piece, Square};

use crate::standing::Standing;
use crate::words;

/// How a board is drawn.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Look {
    /// Chess figures instead of letters.
    pub(crate) unicode: bool,
    /// Colours for squares and men, as ANSI escape sequences.
    pub(crate) color: bool,
}

/// Numbers of the 256 terminal colours, chosen so that white and black men stand out on each square.
const LIGHT_SQUARE: u8 = 137;
const DARK_SQUARE: u8 = 94;
const CHECKED_SQUARE: u8 = 160;
const HELPING_SQUARE: u8 = 71;
const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;

/// Returns the board with reserves, side to move, castling, en passant, counters and status, line by line.
pub(crate) fn board(board: &Board, look: Look) -> String {
    let standing = Standing::of(board);
    let mut lines = vec![reserve(board, Color::Black, look), String::new(), file_letters()];
    lines.extend(ALL_RANKS.into_iter().rev().map(|rank| {
        let cells = ALL_FILES.map(|file| cell(board, standing, Square::make_square(rank, file), look));
        format!(" {rank} {} {rank}", cells.concat())
    }));
    lines.extend([file_letters(), String::new(), reserve(board, Color::White, look), String::new()]);

    let en_passant = board.en_passant().map_or("-".to_owned(), |square| square.to_string());
    lines.extend([
        fact("To move", words::color_name(board.side_to_move())),
        fact("Castling", &words::castling(board)),
        fact("En passant", &en_passant),
        fact("Half-moves", &board.halfmove_clock().to_string()),
        fact("Move", &board.fullmove_number().to_string()),
    ]);
    if !board.promoted().is_empty() {
        lines.push(fact("Promoted", &words::squares(board.promoted())));
    }
    lines.push(fact(
        "Status",
        &match standing {
            Standing::Ongoing => standing.name().to_owned(),
            _ => standing.sentence(board),
        },
    ));
    if let Some(help) = standing.would_help() {
        lines.push(fact("Would help", &format!("{help}, marked *")));
    }
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn file_letters() -> String {
    format!("   {}", ALL_FILES.map(|file| format!(" {file} ")).concat())
}

fn fact(name: &str, value: &str) -> String {
    format!("{name:<15}{value}")
}

fn reserve(board: &Board, color: Color, look: Look) -> String {
    let reserve = board.reserve(color);
    let groups: Vec<String> = match look.unicode {
        false => words::reserve_groups(reserve, color),
        true => {
            let figures =
                |(piece, count): (Piece, u8)| vec![figure(piece, color); count.into()].into_iter().collect();
            reserve.iter().map(figures).collect()
        }
    };
    let held = if groups.is_empty() { "-".to_owned() } else { groups.join(" ") };
    fact(&format!("{} reserve", words::color_name(color)), &held)
}

/// Returns the three columns of one square.
fn cell(board: &Board, standing: Standing, square: Square, look: Look) -> String {
    let helping = match standing {
        Standing::Frozen(frozen) => frozen.squares(),
        _ => EMPTY,
    };
    let man = board.piece_on(square).zip(board.color_on(square));
    let letter = match man {
        // Solid figures are easier to see, and their colour tells whose they are.
        Some((piece, _)) if look.unicode && look.color => figure(piece, Color::Black),
        Some((piece, color)) if look.unicode => figure(piece, color),
        Some((piece, color)) => piece.to_colored_char(color),
        None if helping.contains(square) => '*',
        None if look.color => ' ',
        None if look.unicode => '·',
        None => '.',
    };
    let mark = if board.is_promoted(square) { '~' } else { ' ' };
    let text = format!(" {letter}{mark}");
    if !look.color {
        return text;
    }
    let background = background(board, helping, square);
    let foreground = if man.is_some_and(|(_, color)| color == Color::Black) { BLACK_MAN } else { WHITE_MAN };
    format!("\x1b[1;38;5;{foreground};48;5;{background}m{text}\x1b[0m")
}

fn background(board: &Board, helping: BitBoard, square: Square) -> u8 {
    let checked = board.in_check() && board.king_square(board.side_to_move()) == square;
    if checked {
        CHECKED_SQUARE
    } else if helping.contains(square) {
        HELPING_SQUARE
    } else if is_dark(square) {
        DARK_SQUARE
    } else {
        LIGHT_SQUARE
    }
}

/// Tells whether a square is dark, as a1 is.
pub(crate) fn is_dark(square: Square) -> bool {
    (square.file().to_index() + square.rank().to_index()) & 1 == 0
}

fn figure(piece: Piece, color: Color) -> char {
    let (white, black) = match piece {
        Piece::King => ('♔', '♚'),
        Piece::Queen => ('♕', '♛'),
        Piece::Rook => ('♖', '♜'),
        Piece::Bishop => ('♗', '♝'),
        Piece::Knight => ('♘', '♞'),
        Piece::Pawn => ('♙', '♟'),
    };
    match color {
        Color::White => white,
        Color::Black => black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_their_colours() {
        assert!(is_dark(Square::A1) && is_dark(Square::H8));
        assert!(!is_dark(Square::H1) && !is_dark(Square::A8) && !is_dark(Square::D1));
    }

    #[test]
    fn colours_mark_squares_king_and_help() {
        let position: Board = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse().unwrap();
        let drawn = board(&position, Look { unicode: false, color: true });
        assert!(drawn.contains("\x1b[1;38;5;16;48;5;160m k \x1b[0m"), "the king in check is on red");
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;71m * \x1b[0m"), "the helping square is green");
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;137m R \x1b[0m"), "e8 is light");
        assert_eq!(drawn.matches("\x1b[0m").count(), 64);
        assert_eq!(drawn.lines().count(), board(&position, Look::default()).lines().count());
    }

    #[test]
    fn coloured_figures_are_solid() {
        let drawn = board(&Board::default(), Look { unicode: true, color: true });
        assert_eq!((drawn.matches('♟').count(), drawn.matches('♙').count()), (16, 0));
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;137m ♟ \x1b[0m"), "a white pawn on a light square");
    }

    #[test]
    fn no_escape_without_colour() {
        for unicode in [false, true] {
            assert!(!board(&Board::default(), Look { unicode, color: false }).contains('\x1b'));
        }
    }
}

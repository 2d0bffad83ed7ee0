//! Boards as text for a terminal: one with Black at the top, or both boards of a match side by side.

use bughouse_chess::{BitBoard, Board, BoardId, Color, EMPTY, File, Piece, Rank, Seat, Square};

use bughouse_review::position::ReadBoard;
use bughouse_review::side_status::SideStatus;
use bughouse_review::two_boards::{DrawnBoards, bottom, clock, is_dark};
use bughouse_review::words;

/// How a board is drawn.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct DrawStyle {
    /// Chess figures instead of letters.
    pub(crate) unicode: bool,
    /// Colors for squares and pieces, as ANSI escape sequences.
    pub(crate) color: bool,
}

/// Terminal colors (0 to 255) with enough contrast for white and black pieces on each square.
const LIGHT_SQUARE: u8 = 137;
const DARK_SQUARE: u8 = 94;
const CHECKED_SQUARE: u8 = 160;
const HELPING_SQUARE: u8 = 71;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

/// Returns the board with reserves, side to move, castling, en passant, counters and status, line by line.
pub(crate) fn board(read: &ReadBoard, style: DrawStyle) -> String {
    let board = &read.board;
    let status = SideStatus::of(board);
    let mut lines = vec![reserve(board, Color::Black, style), String::new()];
    lines.extend(grid(board, status, Color::White, style));
    lines.extend([String::new(), reserve(board, Color::White, style), String::new()]);

    lines.extend([
        fact("To move", words::color_name(board.side_to_move())),
        fact("Castling", &words::castling(board)),
        fact("En passant", &en_passant(board)),
    ]);
    if read.has_counters() {
        lines.push(fact("Half-moves", &board.halfmove_clock().to_string()));
        lines.push(fact("Move", &board.fullmove_number().to_string()));
    }
    if let Some([white, black]) = read.clocks {
        lines.push(fact("White's clock", &clock(white.time())));
        lines.push(fact("Black's clock", &clock(black.time())));
    }
    let long = long_facts(board, status, words::color_name(board.side_to_move()));
    lines.extend(long.into_iter().map(|(name, value)| fact(name, &value)));
    finished(&lines)
}

/// The columns of a drawn board: a rank's number on both sides of eight squares.
const BOARD_WIDTH: usize = 29;
/// The column where the second of two boards begins.
const SECOND_BOARD: usize = BOARD_WIDTH + 6;
/// The label of a reserve in a drawing of two boards.
const RESERVE: &str = "Reserve  ";
/// The column where facts begin, after their names.
const FACTS: usize = 15;
/// The maximum width of two boards and their facts.
pub(crate) const WIDTH: usize = 80;

/// A board and its status.
pub(crate) type BoardAndStatus<'a> = (&'a Board, SideStatus);

/// Returns both boards of a match side by side, each with its seats' clocks and reserves, and facts below.
pub(crate) fn two_boards(position: &DrawnBoards<'_>, style: DrawStyle) -> String {
    let boards = BoardId::ALL.map(|id| (position.board(id), SideStatus::of(position.board(id))));
    let mut lines = diagram(position, style);
    lines.push(String::new());

    let mut facts = |name: &str, value: &dyn Fn(BoardId) -> String| {
        lines.push(two_facts(name, BoardId::ALL.map(value)));
    };
    facts("To move", &|id| position.seat_to_move(id).to_string());
    facts("Castling", &|id| words::castling(position.board(id)));
    facts("En passant", &|id| en_passant(position.board(id)));
    if BoardId::ALL.iter().any(|&id| position.read_board(id).has_counters()) {
        let known = |id, counter: u32| match position.read_board(id).has_counters() {
            true => counter.to_string(),
            false => "-".to_owned(),
        };
        facts("Half-moves", &|id| known(id, position.board(id).halfmove_clock()));
        facts("Move", &|id| known(id, position.board(id).fullmove_number()));
    }
    lines.extend(statuses(boards));
    finished(&lines)
}

/// Returns both boards side by side with their seats, clocks and reserves, line by line.
pub(crate) fn diagram(position: &DrawnBoards<'_>, style: DrawStyle) -> Vec<String> {
    let boards = BoardId::ALL.map(|id| (position.board(id), SideStatus::of(position.board(id))));
    let strip = |seat| Strip { clock: position.clock(seat).unwrap_or_default(), player: None };
    side_by_side(boards, &strip, style)
}

/// What is shown of a seat above or below its board, in addition to its reserve.
pub(crate) struct Strip {
    /// Its clock; empty if unknown.
    pub(crate) clock: String,
    /// A line about its player.
    pub(crate) player: Option<String>,
}

/// Returns both boards of a match side by side, each with its seats, line by line.
pub(crate) fn side_by_side(
    boards: [BoardAndStatus<'_>; 2],
    strip: &dyn Fn(Seat) -> Strip,
    style: DrawStyle,
) -> Vec<String> {
    let [a, b] = BoardId::ALL.map(|id| half(boards[id.to_index()], id, strip, style));
    let join = |(a, b): (String, String)| a + &" ".repeat(SECOND_BOARD - BOARD_WIDTH) + &b;
    a.into_iter().zip(b).map(join).collect()
}

/// Returns a line with a fact about each board.
pub(crate) fn two_facts(name: &str, [a, b]: [String; 2]) -> String {
    format!("{name:<FACTS$}{a:<0$}{b}", SECOND_BOARD - FACTS)
}

/// Returns the status of each board, wrapped at the width.
pub(crate) fn statuses(boards: [BoardAndStatus<'_>; 2]) -> Vec<String> {
    let mut lines = Vec::new();
    for id in BoardId::ALL {
        let (board, status) = boards[id.to_index()];
        let seat = Seat { board: id, color: board.side_to_move() };
        let long = long_facts(board, status, seat.name());
        lines.extend(long.into_iter().flat_map(|(name, value)| wrapped(&format!("{name} {id}"), &value)));
    }
    lines
}

/// Returns a board with the seats above and below it, in lines of the width of a board.
fn half(
    (board, status): BoardAndStatus<'_>,
    id: BoardId,
    strip: &dyn Fn(Seat) -> Strip,
    style: DrawStyle,
) -> Vec<String> {
    let below = Seat { board: id, color: bottom(id) };
    let [above, below] = [below.opponent(), below].map(|seat| {
        let Strip { clock, player } = strip(seat);
        let mut lines = vec![format!("{seat}{clock:>0$}", BOARD_WIDTH - seat.name().len())];
        lines.extend(player.map(|player| {
            let player: String = player.chars().take(BOARD_WIDTH).collect();
            format!("{player:<BOARD_WIDTH$}")
        }));
        let reserve = format!("{RESERVE}{}", short_reserve(board, seat.color, style));
        lines.push(format!("{reserve:<BOARD_WIDTH$}"));
        lines
    });
    let empty = || " ".repeat(BOARD_WIDTH);
    let mut lines = above;
    lines.push(empty());
    lines.extend(grid(board, status, bottom(id), style));
    lines.push(empty());
    // The reserve is next to the board.
    lines.extend(below.into_iter().rev());
    lines
}

/// Ends each line.
pub(crate) fn finished(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Returns the squares with their coordinates, in lines of the width of a board.
fn grid(board: &Board, status: SideStatus, bottom: Color, style: DrawStyle) -> Vec<String> {
    let (mut files, mut ranks) = (File::ALL, Rank::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let letters = format!("   {}  ", files.map(|file| format!(" {file} ")).concat());
    let mut lines = vec![letters.clone()];
    lines.extend(ranks.map(|rank| {
        let cells = files.map(|file| cell(board, status, Square::new(file, rank), style));
        format!(" {rank} {} {rank}", cells.concat())
    }));
    lines.push(letters);
    lines
}

fn fact(name: &str, value: &str) -> String {
    format!("{name:<FACTS$}{value}")
}

/// Returns a fact, wrapped at the width.
pub(crate) fn wrapped(name: &str, value: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = fact(name, "");
    for word in value.split(' ') {
        if line.len() + word.len() > WIDTH {
            lines.push(line);
            line = fact("", "");
        }
        line = line + word + " ";
    }
    lines.push(line);
    lines
}

fn en_passant(board: &Board) -> String {
    board.en_passant().map_or("-".to_owned(), |square| square.to_string())
}

/// Returns the facts that may be long, with the name of the side to move.
fn long_facts(board: &Board, status: SideStatus, side: &str) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if !board.promoted().is_empty() {
        facts.push(("Promoted", words::squares(board.promoted())));
    }
    let sentence = match status {
        SideStatus::Ongoing => status.name().to_owned(),
        _ => status.sentence_about(side, board),
    };
    facts.push(("Status", sentence));
    facts.extend(status.would_help().map(|help| ("Would help", format!("{help}, marked *"))));
    facts
}

fn reserve(board: &Board, color: Color, style: DrawStyle) -> String {
    fact(&format!("{} reserve", words::color_name(color)), &held(board, color, style))
}

/// Returns the pieces of a reserve; as counts if they don't fit the width of a board.
fn short_reserve(board: &Board, color: Color, style: DrawStyle) -> String {
    let held = held(board, color, style);
    if held.chars().count() <= BOARD_WIDTH - RESERVE.len() {
        return held;
    }
    let counts =
        board.reserve(color).iter().map(|(piece, count)| format!("{count}{}", letter(piece, color, style)));
    counts.collect::<Vec<_>>().join(" ")
}

/// Returns the pieces of a reserve as letters or figures; `-` if it is empty.
fn held(board: &Board, color: Color, style: DrawStyle) -> String {
    let group = |(piece, count): (Piece, u8)| {
        vec![letter(piece, color, style); count.into()].into_iter().collect::<String>()
    };
    let groups: Vec<String> = board.reserve(color).iter().map(group).collect();
    if groups.is_empty() { "-".to_owned() } else { groups.join(" ") }
}

fn letter(piece: Piece, color: Color, style: DrawStyle) -> char {
    if style.unicode { figure(piece, color) } else { piece.to_colored_char(color) }
}

/// Returns the three columns of one square.
fn cell(board: &Board, status: SideStatus, square: Square, style: DrawStyle) -> String {
    let helping = match status {
        SideStatus::Frozen(frozen) => frozen.squares(),
        _ => EMPTY,
    };
    let colored = board.piece_on(square).zip(board.color_on(square));
    let character = match colored {
        // Solid figures are easier to see, and the foreground color shows the side.
        Some((piece, _)) if style.unicode && style.color => figure(piece, Color::Black),
        Some((piece, color)) => letter(piece, color, style),
        None if helping.contains(square) => '*',
        None if style.color => ' ',
        None if style.unicode => '·',
        None => '.',
    };
    let promoted = if board.is_promoted(square) { '~' } else { ' ' };
    let text = format!(" {character}{promoted}");
    if !style.color {
        return text;
    }
    let background = background(board, helping, square);
    let foreground =
        if colored.is_some_and(|(_, color)| color == Color::Black) { BLACK_PIECE } else { WHITE_PIECE };
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
    use std::path::Path;
    use std::{env, fs};

    use bughouse_chess::Millis;
    use bughouse_review::position::Counters;

    use super::*;

    /// Makes both sides of a match.
    fn sides(boards: [Board; 2], clocks: Option<[Millis; 4]>, counters: bool) -> [ReadBoard; 2] {
        let clock = |index: usize| clocks.map(|clocks| [clocks[index].into(), clocks[index + 1].into()]);
        let [a, b] = boards;
        [(a, 0), (b, 2)].map(|(board, index)| ReadBoard {
            clocks: clock(index),
            counters: if counters { Counters::Known } else { Counters::Unknown },
            ..ReadBoard::of(board)
        })
    }

    /// A match in which BlackA has promoted and BlackB is frozen.
    fn example(clocks: Option<[Millis; 4]>, counters: bool) -> [ReadBoard; 2] {
        let boards = [
            "r1b1kb1r/ppp2ppp/2n1pn2/3q~4/3P4/8/PPP2PPP/R1BQKB1R[QRBBNPPPrp] w KQkq - 3 21",
            "4R~1k1/5ppp/8/8/3p4/8/5PPP/5RK1[Npp] b - - 0 31",
        ];
        sides(boards.map(|text| text.parse().unwrap()), clocks, counters)
    }

    const CLOCKS: [Millis; 4] = [Millis(159_340), Millis(180_000), Millis(60_050), Millis(-576)];

    /// Compares a text with a stored one; `BLESS=1` stores it.
    #[track_caller]
    fn snapshot(name: &str, text: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(stored == text, "{name} differs; BLESS=1 stores the new text:\n{text}");
    }

    #[test]
    fn corners_have_their_colors() {
        assert!(is_dark(Square::A1) && is_dark(Square::H8));
        assert!(!is_dark(Square::H1) && !is_dark(Square::A8) && !is_dark(Square::D1));
    }

    #[test]
    fn colors_show_squares_checks_and_help() {
        let position = ReadBoard::of("4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1".parse().unwrap());
        let drawn = board(&position, DrawStyle { unicode: false, color: true });
        assert!(drawn.contains("\x1b[1;38;5;16;48;5;160m k \x1b[0m"), "the king in check is on red");
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;71m * \x1b[0m"), "the helping square is green");
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;137m R \x1b[0m"), "e8 is light");
        assert_eq!(drawn.matches("\x1b[0m").count(), 64);
        assert_eq!(drawn.lines().count(), board(&position, DrawStyle::default()).lines().count());
    }

    #[test]
    fn colored_figures_are_solid() {
        let drawn = board(&ReadBoard::of(Board::default()), DrawStyle { unicode: true, color: true });
        assert_eq!((drawn.matches('♟').count(), drawn.matches('♙').count()), (16, 0));
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;137m ♟ \x1b[0m"), "a white pawn on a light square");
    }

    fn two(counters: bool, clocks: Option<[Millis; 4]>, style: DrawStyle) -> String {
        two_boards(&DrawnBoards(&example(clocks, counters)), style)
    }

    #[test]
    fn boards_side_by_side() {
        snapshot("two-boards.txt", &two(true, Some(CLOCKS), DrawStyle::default()));
        snapshot("two-boards-unicode.txt", &two(false, None, DrawStyle { unicode: true, color: false }));
    }

    #[test]
    fn two_boards_fit_the_width() {
        let crowd: Board =
            "k3r3/8/8/q~q~q~q~1q~q~q~/8/8/3P1P2/3RKR2[rrrrbbbbnnnnppppppppp] w - - 99 4000".parse().unwrap();
        for unicode in [false, true] {
            let sides = sides([crowd; 2], Some([Millis(i64::MIN); 4]), true);
            let drawn = two_boards(&DrawnBoards(&sides), DrawStyle { unicode, color: false });
            for line in drawn.lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
    }

    #[test]
    fn colors_do_not_change_the_lines() {
        let plain = two(true, Some(CLOCKS), DrawStyle::default());
        let colored = two(true, Some(CLOCKS), DrawStyle { unicode: false, color: true });
        assert_eq!(colored.matches("\x1b[0m").count(), 128);
        let without = colored.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
        // Empty squares have only a color.
        assert_eq!(without.collect::<String>().replace([' ', '.'], ""), plain.replace([' ', '.'], ""));
    }

    #[test]
    fn no_escape_without_color() {
        for unicode in [false, true] {
            assert!(
                !board(&ReadBoard::of(Board::default()), DrawStyle { unicode, color: false })
                    .contains('\x1b')
            );
        }
    }
}

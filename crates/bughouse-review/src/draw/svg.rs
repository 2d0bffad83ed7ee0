//! SVG images of one board or both boards of a match, with reserves.

use std::fmt::Write;

use bughouse_chess::BoardId;
use bughouse_chess::{Board, Color, FenStyle, File, Piece, Rank, Seat, Square};

use crate::draw::figures::figure;
use crate::position::ReadBoard;
use crate::position::two_boards::{Arrangement, DrawnBoards, clock, is_dark};
use crate::shapes::side_status::SideStatus;
use crate::shapes::words;

/// The side of a square.
const SQUARE: usize = 100;
/// The margin of a board.
const LEFT: usize = 50;
const TOP: usize = 30;
const BOARD: usize = 8 * SQUARE;
const RESERVE_WIDTH: usize = 150;
/// The height of one piece type in a reserve.
const SLOT: usize = 74;
const RESERVE_HEIGHT: usize = 5 * SLOT + 20;
/// The size of an image of a single board.
const WIDTH: usize = LEFT + BOARD + 30 + RESERVE_WIDTH + 30;
const HEIGHT: usize = TOP + BOARD + 155;
/// The height of a line with the name and clock of a seat.
const SEAT: usize = 60;

const PAPER: &str = "#faf7f2";
const INK: &str = "#2b2522";
const LIGHT: &str = "#f0dcbc";
const DARK: &str = "#b58a63";
const CHECK: &str = "#d9534a";
const HELP: &str = "#4f9a5b";
const BADGE: &str = "#f2b632";

/// Returns an image of a board.
pub fn board(read: &ReadBoard) -> String {
    let board = &read.board;
    let status = SideStatus::of(board);
    let mut image = Image::new(
        WIDTH,
        HEIGHT,
        &format!("{}. {}", status.sentence(board), board.text(&FenStyle::of_games())),
    );
    let view = View { left: LEFT, top: TOP, bottom: Color::White };
    image.board(board, status, view);
    let clocks = read.clocks.map(|clocks| clocks.map(|seconds| clock(seconds.time())));
    let times = clocks.map(|[white, black]| format!("clocks {white} and {black}"));
    image.caption(&status.sentence(board), read, times, (LEFT, view.under() + 70));
    image.finish()
}

/// Returns an image of both boards of a match, with the names of the seats and their clocks.
pub fn two_boards(position: &DrawnBoards<'_>, arrangement: Arrangement) -> String {
    two_boards_of(position, arrangement, &Default::default())
}

/// The maximum length of a name in an image. Longer names are truncated.
const MOST_NAME: usize = 24;

/// Returns an image of both boards of a match, with the names of the players by seat if known.
pub fn two_boards_of(
    position: &DrawnBoards<'_>,
    arrangement: Arrangement,
    names: &[Option<String>; 4],
) -> String {
    let name_of = |seat: Seat| match names[seat.to_index()].as_deref().map(str::trim) {
        None | Some("") => seat.name().to_owned(),
        Some(name) if name.chars().count() > MOST_NAME => {
            name.chars().take(MOST_NAME - 1).chain(['\u{2026}']).collect()
        }
        Some(name) => name.to_owned(),
    };
    let titles = BoardId::ALL.map(|id| {
        let board = position.board(id);
        let side = name_of(position.seat_to_move(id));
        format!(
            "{}. {}",
            SideStatus::of(board).sentence_about(&side, board),
            board.text(&FenStyle::of_games())
        )
    });
    let mut image = Image::new(2 * WIDTH, HEIGHT + 2 * SEAT, &titles.join(" | "));
    for id in BoardId::ALL {
        let board = position.board(id);
        let status = SideStatus::of(board);
        let left = LEFT + arrangement.column(id) * WIDTH;
        let view = View { left, top: TOP + SEAT, bottom: arrangement.bottom(id) };
        image.board(board, status, view);
        let below = Seat { board: id, color: view.bottom };
        for (seat, y) in [(below.opponent(), view.top - 25), (below, view.under() + 80)] {
            let name = name_of(seat);
            image.seat(&name, position.clock(seat), board.side_to_move() == seat.color, (view.left, y));
        }
        let sentence = status.sentence_about(&name_of(position.seat_to_move(id)), board);
        let at = (view.left, view.under() + SEAT + 70);
        image.caption(&sentence, position.read_board(id), None, at);
    }
    image.finish()
}

/// The place of a board in the image and the color at its bottom.
#[derive(Clone, Copy)]
struct View {
    left: usize,
    top: usize,
    bottom: Color,
}

impl View {
    /// Returns the left edge of a square.
    fn x(self, square: Square) -> usize {
        let file = square.file().to_index();
        self.left + SQUARE * if self.bottom == Color::White { file } else { 7 - file }
    }

    /// Returns the upper edge of a square.
    fn y(self, square: Square) -> usize {
        let rank = square.rank().to_index();
        self.top + SQUARE * if self.bottom == Color::White { 7 - rank } else { rank }
    }

    /// Returns the lower edge of the board.
    fn under(self) -> usize {
        self.top + BOARD
    }
}

/// An image under construction.
struct Image(String);

impl Image {
    fn new(width: usize, height: usize, title: &str) -> Image {
        let mut image = Image(String::new());
        let (shown_width, shown_height) = (width * 3 / 5, height * 3 / 5);
        image.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'DejaVu Sans', Verdana, sans-serif\" fill=\"{INK}\">"
        ));
        image.put(format_args!("<title>{}</title>", escaped(title)));
        image.put(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>"));
        image
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = writeln!(self.0, "{line}");
    }

    fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.0
    }

    /// Draws a board with its coordinates and reserves.
    fn board(&mut self, board: &Board, status: SideStatus, view: View) {
        self.squares(board, status, view);
        self.labels(view);
        for color in [!view.bottom, view.bottom] {
            self.reserve(board, color, view);
        }
    }

    fn squares(&mut self, board: &Board, status: SideStatus, view: View) {
        let View { left, top, .. } = view;
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>"
        ));
        let dark: String = Square::all()
            .filter(|&square| is_dark(square))
            .map(|square| format!("M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}Z", view.x(square), view.y(square)))
            .collect();
        self.put(format_args!("<path d=\"{dark}\" fill=\"{DARK}\"/>"));
        if board.in_check() {
            let king = board.king_square(board.side_to_move());
            self.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{CHECK}\"/>",
                view.x(king),
                view.y(king)
            ));
        }
        if let SideStatus::Frozen(frozen) = status {
            for square in frozen.squares() {
                let (cx, cy) = (view.x(square) + SQUARE / 2, view.y(square) + SQUARE / 2);
                self.put(format_args!(
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"30\" fill=\"none\" stroke=\"{HELP}\" \
                     stroke-width=\"9\" stroke-dasharray=\"15.7\"/>"
                ));
            }
        }
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" \
             stroke=\"{INK}\" stroke-width=\"3\"/>"
        ));
        for square in board.combined() {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                self.figure(piece, color, view.x(square), view.y(square), 100);
                if board.is_promoted(square) {
                    self.badge(view.x(square), view.y(square));
                }
            }
        }
    }

    /// Draws a piece in a box with the given corner, scaled in percent.
    fn figure(&mut self, piece: Piece, color: Color, x: usize, y: usize, percent: usize) {
        let figure = figure(piece);
        let (fill, lines) = match color {
            Color::White => ("#fff", INK),
            Color::Black => (INK, "#e9e2da"),
        };
        let scale = percent as f32 / 100.0;
        self.put(format_args!(
            "<g transform=\"translate({x} {y}) scale({scale})\" stroke-width=\"3\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\">"
        ));
        self.put(format_args!("<path d=\"{}\" fill=\"{fill}\" stroke=\"{INK}\"/>", figure.body));
        if !figure.lines.is_empty() {
            self.put(format_args!("<path d=\"{}\" fill=\"none\" stroke=\"{lines}\"/>", figure.lines));
        }
        self.put(format_args!("</g>"));
    }

    /// Draws the badge of a promoted piece: a pawn in a circle.
    fn badge(&mut self, x: usize, y: usize) {
        self.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"15\" fill=\"{BADGE}\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            x + 82,
            y + 18
        ));
        self.put(format_args!(
            "<path transform=\"translate({} {}) scale(0.25)\" d=\"{}\"/>",
            x + 70,
            y + 4,
            figure(Piece::Pawn).body
        ));
    }

    fn labels(&mut self, view: View) {
        self.put(format_args!("<g font-size=\"24\" text-anchor=\"middle\">"));
        for rank in Rank::ALL {
            let y = view.y(Square::new(File::A, rank)) + 58;
            self.put(format_args!("<text x=\"{}\" y=\"{y}\">{rank}</text>", view.left - LEFT / 2));
        }
        for file in File::ALL {
            let x = view.x(Square::new(file, Rank::First)) + SQUARE / 2;
            self.put(format_args!("<text x=\"{x}\" y=\"{}\">{file}</text>", view.under() + 30));
        }
        self.put(format_args!("</g>"));
    }

    /// Draws a reserve on its color's side: a slot per piece type with its count, faint if there is none.
    fn reserve(&mut self, board: &Board, color: Color, view: View) {
        let left = view.left + BOARD + 30;
        let top = if color == view.bottom { view.under() - RESERVE_HEIGHT } else { view.top };
        let (border, width) = if board.side_to_move() == color { (HELP, 6) } else { (DARK, 2) };
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{RESERVE_WIDTH}\" height=\"{RESERVE_HEIGHT}\" \
             rx=\"12\" fill=\"{LIGHT}\" stroke=\"{border}\" stroke-width=\"{width}\"/>"
        ));
        let reserve = board.reserve(color);
        for (i, piece) in Piece::IN_RESERVE.into_iter().enumerate() {
            let y = top + 10 + i * SLOT;
            let count = reserve.count(piece);
            self.put(format_args!("<g opacity=\"{}\">", if count == 0 { "0.15" } else { "1" }));
            self.figure(piece, color, left + 10, y, 74);
            if count > 0 {
                self.put(format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"36\" font-weight=\"bold\" \
                     text-anchor=\"middle\">{count}</text>",
                    left + 112,
                    y + 52
                ));
            }
            self.put(format_args!("</g>"));
        }
    }

    /// Writes the name and clock of a seat, with a dot if it is to move.
    fn seat(&mut self, name: &str, clock: Option<String>, to_move: bool, (x, y): (usize, usize)) {
        self.put(format_args!("<g font-size=\"34\" font-weight=\"bold\">"));
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(name)));
        if to_move {
            // The dot is after the name of a seat, or before the clock, because the width of a player's name is unknown.
            let is_seat = Seat::ALL.iter().any(|seat| seat.name() == name);
            let (cx, cy) = (x + if is_seat { 165 } else { BOARD - 190 }, y - 12);
            self.put(format_args!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"12\" fill=\"{HELP}\"/>"));
        }
        if let Some(clock) = clock {
            let right = x + BOARD;
            self.put(format_args!("<text x=\"{right}\" y=\"{y}\" text-anchor=\"end\">{clock}</text>"));
        }
        self.put(format_args!("</g>"));
    }

    /// Writes the status of a board, what would help, and what the board doesn't show.
    fn caption(&mut self, sentence: &str, read: &ReadBoard, times: Option<String>, (x, y): (usize, usize)) {
        let board = &read.board;
        let mut facts = vec![format!("Castling {}", words::castling(board))];
        facts.extend(board.en_passant().map(|square| format!("en passant {square}")));
        if read.has_counters() {
            facts.push(format!("half-moves {}", board.halfmove_clock()));
            facts.push(format!("move {}", board.fullmove_number()));
        }
        facts.extend(times);
        let help = SideStatus::of(board).would_help().map(|help| format!("Would help: {help}"));
        let lines = [Some(sentence.to_owned()), help, Some(facts.join(", "))];
        for (i, line) in lines.iter().flatten().enumerate() {
            self.put(format_args!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"22\">{}</text>",
                y + 32 * i,
                escaped(line)
            ));
        }
    }
}

/// Escapes text for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_b_has_black_at_the_bottom() {
        let [a, b] = [Color::White, Color::Black].map(|bottom| View { left: 1000, top: 100, bottom });
        assert_eq!((a.x(Square::A1), a.y(Square::A1)), (1000, 800));
        assert_eq!((b.x(Square::A1), b.y(Square::A1)), (1700, 100));
        assert_eq!((b.x(Square::G8), b.y(Square::G8)), (1100, 800));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"'d'"), "a&lt;b&gt; &amp; &quot;c&quot;&apos;d&apos;");
    }
}

//! A board as a self-contained SVG image, with the reserves beside it.

use std::fmt::Write;

use bughouse_chess::{ALL_FILES, ALL_RANKS, Board, Color, Piece, RESERVE_PIECES, Square};

use crate::draw::is_dark;
use crate::figures::figure;
use crate::standing::Standing;
use crate::words;

/// The side of a square, for which the figures are drawn.
const SQUARE: usize = 100;
const LEFT: usize = 50;
const TOP: usize = 30;
const BOARD: usize = 8 * SQUARE;
/// Where the reserves begin.
const RESERVE_X: usize = LEFT + BOARD + 30;
const RESERVE_WIDTH: usize = 150;
/// The height of one kind in a reserve.
const SLOT: usize = 74;
const RESERVE_HEIGHT: usize = 5 * SLOT + 20;
const WIDTH: usize = RESERVE_X + RESERVE_WIDTH + 30;
const HEIGHT: usize = TOP + BOARD + 155;

const PAPER: &str = "#faf7f2";
const INK: &str = "#2b2522";
const LIGHT: &str = "#f0dcbc";
const DARK: &str = "#b58a63";
const CHECK: &str = "#d9534a";
const HELP: &str = "#4f9a5b";
const BADGE: &str = "#f2b632";

/// Returns the image of a board.
pub(crate) fn board(board: &Board) -> String {
    let standing = Standing::of(board);
    let mut image = Image::new(&format!("{}. {board}", standing.sentence(board)));
    image.squares(board, standing);
    image.labels();
    for color in [Color::Black, Color::White] {
        image.reserve(board, color);
    }
    image.caption(board, standing);
    image.finish()
}

/// An image that grows element by element.
struct Image(String);

impl Image {
    fn new(title: &str) -> Image {
        let mut image = Image(String::new());
        let (width, height) = (WIDTH * 3 / 5, HEIGHT * 3 / 5);
        image.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"'DejaVu Sans', Verdana, sans-serif\" fill=\"{INK}\">"
        ));
        image.put(format_args!("<title>{}</title>", escaped(title)));
        image.put(format_args!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>"));
        image
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.0
    }

    fn squares(&mut self, board: &Board, standing: Standing) {
        self.put(format_args!(
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>"
        ));
        let dark: String = Square::all()
            .filter(|&square| is_dark(square))
            .map(|square| format!("M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}Z", x(square), y(square)))
            .collect();
        self.put(format_args!("<path d=\"{dark}\" fill=\"{DARK}\"/>"));
        if board.in_check() {
            let king = board.king_square(board.side_to_move());
            self.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{CHECK}\"/>",
                x(king),
                y(king)
            ));
        }
        if let Standing::Frozen(frozen) = standing {
            for square in frozen.squares() {
                let (cx, cy) = (x(square) + SQUARE / 2, y(square) + SQUARE / 2);
                self.put(format_args!(
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"30\" fill=\"none\" stroke=\"{HELP}\" \
                     stroke-width=\"9\" stroke-dasharray=\"15.7\"/>"
                ));
            }
        }
        self.put(format_args!(
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" \
             stroke=\"{INK}\" stroke-width=\"3\"/>"
        ));
        for square in board.combined() {
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                self.man(piece, color, x(square), y(square), 100);
                if board.is_promoted(square) {
                    self.badge(x(square), y(square));
                }
            }
        }
    }

    /// Draws a man in a box with the given corner, in percent of its full size.
    fn man(&mut self, piece: Piece, color: Color, x: usize, y: usize, percent: usize) {
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

    /// Marks the man on a square as promoted: a badge with a pawn.
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

    fn labels(&mut self) {
        self.put(format_args!("<g font-size=\"24\" text-anchor=\"middle\">"));
        for rank in ALL_RANKS {
            let y = TOP + (7 - rank.to_index()) * SQUARE + 58;
            self.put(format_args!("<text x=\"{}\" y=\"{y}\">{rank}</text>", LEFT / 2));
        }
        for file in ALL_FILES {
            let x = LEFT + file.to_index() * SQUARE + SQUARE / 2;
            self.put(format_args!("<text x=\"{x}\" y=\"{}\">{file}</text>", TOP + BOARD + 30));
        }
        self.put(format_args!("</g>"));
    }

    /// Draws a reserve: a slot for each kind, with its count, faint if there is none.
    fn reserve(&mut self, board: &Board, color: Color) {
        let top = match color {
            Color::Black => TOP,
            Color::White => TOP + BOARD - RESERVE_HEIGHT,
        };
        let (border, width) = if board.side_to_move() == color { (HELP, 6) } else { (DARK, 2) };
        self.put(format_args!(
            "<rect x=\"{RESERVE_X}\" y=\"{top}\" width=\"{RESERVE_WIDTH}\" height=\"{RESERVE_HEIGHT}\" \
             rx=\"12\" fill=\"{LIGHT}\" stroke=\"{border}\" stroke-width=\"{width}\"/>"
        ));
        let reserve = board.reserve(color);
        for (i, piece) in RESERVE_PIECES.into_iter().enumerate() {
            let y = top + 10 + i * SLOT;
            let count = reserve.count(piece);
            self.put(format_args!("<g opacity=\"{}\">", if count == 0 { "0.15" } else { "1" }));
            self.man(piece, color, RESERVE_X + 10, y, 74);
            if count > 0 {
                self.put(format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"36\" font-weight=\"bold\" \
                     text-anchor=\"middle\">{count}</text>",
                    RESERVE_X + 112,
                    y + 52
                ));
            }
            self.put(format_args!("</g>"));
        }
    }

    /// Writes who is to move, the status, and what the board does not show.
    fn caption(&mut self, board: &Board, standing: Standing) {
        let mut facts = vec![format!("Castling {}", words::castling(board))];
        facts.extend(board.en_passant().map(|square| format!("en passant {square}")));
        facts.push(format!("half-moves {}", board.halfmove_clock()));
        facts.push(format!("move {}", board.fullmove_number()));
        let help = standing.would_help().map(|help| format!("Would help: {help}"));
        let lines = [Some(standing.sentence(board)), help, Some(facts.join(", "))];
        let y = TOP + BOARD + 70;
        for (i, line) in lines.iter().flatten().enumerate() {
            self.put(format_args!(
                "<text x=\"{LEFT}\" y=\"{}\" font-size=\"22\">{}</text>",
                y + 32 * i,
                escaped(line)
            ));
        }
    }
}

fn x(square: Square) -> usize {
    LEFT + square.file().to_index() * SQUARE
}

fn y(square: Square) -> usize {
    TOP + (7 - square.rank().to_index()) * SQUARE
}

/// Returns a text as XML holds it.
fn escaped(text: &str) -> String {
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
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"'d'"), "a&lt;b&gt; &amp; &quot;c&quot;&apos;d&apos;");
    }
}

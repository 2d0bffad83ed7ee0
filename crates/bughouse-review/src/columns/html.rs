//! Games in four columns as a self-contained HTML document for printing.
//!
//! A document is [`head`], [`Columns::to_html`] for each game, and [`END`]. It has no scripts, and all text from games
//! is escaped.

use std::borrow::Borrow;
use std::fmt::Write;

use crate::columns::{Block, Cell, Columns, Diagram, SEATS, Variation, VariationPart};
use crate::draw::svg::{self, escaped};
use crate::position::two_boards::{Arrangement, DrawnBoards};

/// Player names by seat, for diagrams.
type Names = [Option<String>; 4];

/// The end of a document.
pub const END: &str = "</body>\n</html>\n";

/// Keeps tables within the paper: columns have equal widths and long words break.
const STYLE: &str = "\
@page { size: A4; margin: 15mm }
body { max-width: 180mm; margin: 1em auto; padding: 0 1em; color: #2b2522; background: #fff;
  font: 10.5pt/1.35 'DejaVu Sans', Verdana, sans-serif }
h2 { margin: 0 0 .2em; font-size: 1.15em; overflow-wrap: anywhere }
table { width: 100%; table-layout: fixed; border-collapse: collapse }
th, td { padding: .12em .4em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { border-bottom: 1px solid #2b2522 }
th small, td small, .number, .times { color: #6b625c; font-weight: normal }
td small, .times { font-size: .8em }
td small { float: right; margin-left: .4em }
tr.row td + td { border-left: 1px solid #e5ded6 }
tr.row { break-inside: avoid }
.below td { padding: .2em .4em .4em 1.6em }
.comment { color: #5a3d12; white-space: pre-line }
p { margin: .2em 0; overflow-wrap: anywhere }
p.stop { color: #a3261d }
.unplayed { text-decoration: line-through; color: #6b625c }
.variation { margin: .2em 0 .2em .6em; padding-left: .6em; border-left: 2px solid #b58a63; overflow-wrap: anywhere }
figure { margin: .5em 0; break-inside: avoid }
figure svg { display: block; width: 100%; max-width: 140mm; height: auto; max-height: 110mm }
figcaption { color: #6b625c }
.result { text-align: center; font-weight: bold }
.game + .game { margin-top: 2.5em }
@media print {
  body { max-width: none; margin: 0; padding: 0 }
  .game + .game { margin-top: 0; break-before: page }
  thead { display: table-header-group }
}
";

/// Returns the beginning of a document with a title.
#[must_use]
pub fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        safe(title)
    )
}

impl Columns {
    /// Returns the table as a part of a document.
    #[must_use]
    pub fn to_html(&self) -> String {
        self.html_parts(&self.blocks).collect()
    }

    /// Returns a table with these blocks as a part of a document, in chunks: diagrams are large, and there may be
    /// many.
    pub fn html_parts<B: Borrow<Block>>(
        &self,
        blocks: impl IntoIterator<Item = B>,
    ) -> impl Iterator<Item = String> {
        let head = std::iter::once_with(|| self.html_head());
        let blocks = blocks.into_iter().map(|block| {
            let mut out = String::new();
            html_block(&mut out, block.borrow(), &self.names);
            out
        });
        head.chain(blocks).chain(std::iter::once_with(|| self.html_end()))
    }

    fn html_head(&self) -> String {
        let mut out = String::new();
        let about = if self.about.is_empty() { "" } else { ": " };
        put(
            &mut out,
            format_args!(
                "<section class=\"game\">\n<h2>Game {}{about}{}</h2>",
                self.number,
                safe(&self.about.join(", "))
            ),
        );
        put(&mut out, format_args!("<table>\n<thead>\n<tr>"));
        for (seat, player) in SEATS.into_iter().zip(&self.players) {
            put(
                &mut out,
                format_args!(
                    "<th scope=\"col\">{} <small>{seat}</small><br>{}</th>",
                    bpgn::Label::letter(seat),
                    safe(player)
                ),
            );
        }
        put(&mut out, format_args!("</tr>\n</thead>\n<tbody>"));
        out
    }

    fn html_end(&self) -> String {
        let mut out = String::new();
        put(&mut out, format_args!("</tbody>\n</table>"));
        if !self.end.is_empty() {
            put(&mut out, format_args!("<p class=\"result\">{}</p>", safe(&self.end.join("  "))));
        }
        put(&mut out, format_args!("</section>"));
        out
    }
}

/// Writes a block of the table.
fn html_block(out: &mut String, block: &Block, names: &Names) {
    match block {
        Block::Row(row) => {
            let cells = row.each_ref().map(|cell| cell.as_ref().map(half_move).unwrap_or_default());
            let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
            put(out, format_args!("<tr class=\"row\">{cells}</tr>"));
        }
        Block::Comment(comment) => below(out, &format!("<p class=\"comment\">{}</p>", safe(comment))),
        Block::Stop(why) => below(out, &format!("<p class=\"stop\">{}</p>", safe(why))),
        Block::Diagram(diagram) => below(out, &figure(diagram, names)),
        Block::Variation(line) => {
            let mut text = String::new();
            variation(&mut text, line, names);
            below(out, &text);
        }
    }
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

/// Writes a row that spans all columns.
fn below(out: &mut String, html: &str) {
    put(out, format_args!("<tr class=\"below\"><td colspan=\"4\">{html}</td></tr>"));
}

fn half_move(cell: &Cell) -> String {
    let clock =
        cell.clock.as_ref().map(|clock| format!("<small>{}</small>", safe(clock))).unwrap_or_default();
    let times = match cell.times().join(", ") {
        times if times.is_empty() => times,
        times => format!("<div class=\"times\">{times}</div>"),
    };
    format!("{clock}<span class=\"number\">{}.</span> {}{times}", cell.number, played(cell))
}

/// Returns the move with its NAGs.
fn played(cell: &Cell) -> String {
    let text = safe(&format!("{}{}", cell.san, cell.nags.concat()));
    if cell.is_played { format!("<b>{text}</b>") } else { format!("<span class=\"unplayed\">{text}</span>") }
}

fn figure(diagram: &Diagram, names: &Names) -> String {
    let after = diagram.after.as_ref().map_or("Start".to_owned(), |after| format!("After {after}"));
    let caption = if diagram.caption.is_empty() { after } else { format!("{after}: {}", diagram.caption) };
    let image = svg::two_boards_of(&DrawnBoards(&diagram.boards), Arrangement::default(), names);
    format!("<figure>\n{image}<figcaption>{}</figcaption></figure>", safe(&caption))
}

fn variation(out: &mut String, line: &Variation, names: &Names) {
    out.push_str("<div class=\"variation\">");
    for part in &line.parts {
        // Writing to a string cannot fail.
        let _ = match part {
            VariationPart::Move(cell) => {
                let times = match cell.in_parentheses() {
                    times if times.is_empty() => times,
                    times => format!("<span class=\"times\">{}</span>", safe(&times)),
                };
                write!(out, "<span class=\"number\">{}.</span> {}{times} ", safe(&cell.label), played(cell))
            }
            VariationPart::Comment(text) => write!(out, "<span class=\"comment\">{{{}}}</span> ", safe(text)),
            VariationPart::Annotation(text) => write!(out, "<span class=\"number\">{}</span> ", safe(text)),
            VariationPart::Diagram(diagram) => write!(out, "{}", figure(diagram, names)),
            VariationPart::Variation(inner) => {
                variation(out, inner, names);
                Ok(())
            }
        };
    }
    out.push_str("</div>");
}

/// Escapes text from a game for HTML.
fn safe(text: &str) -> String {
    let visible: String = text
        .chars()
        .map(|c| if c.is_control() && c != '\n' && c != '\t' { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    escaped(&visible)
}

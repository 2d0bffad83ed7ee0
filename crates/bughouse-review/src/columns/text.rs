//! Games in four columns as text, in lines of up to 80 terminal columns. Wide characters take two.

use std::borrow::Borrow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::columns::{Block, Cell, Columns, Diagram, SEATS, Variation, VariationPart};

/// The width of a line.
const WIDTH: usize = 80;
/// The width of a cell. Cells are separated by a space.
const CELL: usize = 19;
/// The indentation of a variation.
const STEP: usize = 4;
/// The maximum indentation.
const DEEPEST: usize = 24;

impl Columns {
    /// Returns the table as text. `draw` returns the lines of a diagram.
    #[must_use]
    pub fn to_text(&self, draw: &dyn Fn(&Diagram) -> Vec<String>) -> String {
        self.text_parts(&self.blocks, draw).collect()
    }

    /// Returns a table with these blocks as text, in chunks.
    pub fn text_parts<B: Borrow<Block>>(
        &self,
        blocks: impl IntoIterator<Item = B>,
        draw: &dyn Fn(&Diagram) -> Vec<String>,
    ) -> impl Iterator<Item = String> {
        let mut text = Text { out: String::new(), is_gap: false, draw };
        let mut has_head = false;
        let mut blocks = blocks.into_iter().fuse();
        let mut has_end = false;
        std::iter::from_fn(move || {
            if !std::mem::replace(&mut has_head, true) {
                text.head(self);
            } else if let Some(block) = blocks.next() {
                text.block(block.borrow());
            } else if !std::mem::replace(&mut has_end, true) {
                text.end(self);
            } else {
                return None;
            }
            Some(std::mem::take(&mut text.out))
        })
    }
}

struct Text<'a> {
    out: String,
    /// Whether the last line is empty.
    is_gap: bool,
    draw: &'a dyn Fn(&Diagram) -> Vec<String>,
}

impl Text<'_> {
    fn head(&mut self, columns: &Columns) {
        let about = if columns.about.is_empty() { "" } else { ": " };
        self.words(&format!("Game {}{about}{}", columns.number, columns.about.join(", ")), 0);
        self.line("");
        self.cells(&SEATS.map(|seat| vec![format!("{} {seat}", bpgn::Label::letter(seat))]));
        if columns.players.iter().any(|player| !player.is_empty()) {
            self.cells(&columns.players.each_ref().map(|player| wrapped(&clean(player), CELL)));
        }
        self.line(&["-".repeat(CELL).as_str(); 4].join(" "));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Row(row) => {
                self.cells(&row.each_ref().map(|cell| cell.as_ref().map(half_move).unwrap_or_default()))
            }
            Block::Comment(comment) | Block::Stop(comment) => self.paragraph(comment),
            Block::Diagram(diagram) => self.diagram(diagram),
            Block::Variation(variation) => self.variation(variation, STEP),
        }
    }

    fn end(&mut self, columns: &Columns) {
        if !columns.end.is_empty() {
            self.gap();
            self.words(&columns.end.join("  "), 0);
        }
    }

    fn line(&mut self, line: &str) {
        let line = line.trim_end();
        self.is_gap = line.is_empty();
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Adds an empty line, unless the last line is empty.
    fn gap(&mut self) {
        if !self.is_gap {
            self.line("");
        }
    }

    /// Writes text in lines with an indentation.
    fn words(&mut self, words: &str, indent: usize) {
        for line in wrapped(&clean(words), WIDTH - indent) {
            self.line(&format!("{}{line}", " ".repeat(indent)));
        }
    }

    fn paragraph(&mut self, words: &str) {
        words.lines().filter(|line| !line.trim().is_empty()).for_each(|line| self.words(line, STEP));
    }

    /// Writes cells next to each other, each in its own lines.
    fn cells(&mut self, cells: &[Vec<String>; 4]) {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..height {
            let line = cells.each_ref().map(|cell| padded(cell.get(row).map_or("", String::as_str)));
            self.line(&line.join(" "));
        }
    }

    fn diagram(&mut self, diagram: &Diagram) {
        self.gap();
        for line in (self.draw)(diagram) {
            self.line(&line);
        }
        let after = diagram.after.as_ref().map_or("Start".to_owned(), |after| format!("After {after}"));
        let caption =
            if diagram.caption.is_empty() { after } else { format!("{after}: {}", diagram.caption) };
        self.words(&caption, 0);
        self.line("");
    }

    /// Writes a variation in parentheses. Nested variations are indented further, on their own lines.
    fn variation(&mut self, variation: &Variation, indent: usize) {
        let indent = indent.min(DEEPEST);
        let mut words = "(".to_owned();
        let add = |words: &mut String, word: &str| {
            words.push_str(if words.is_empty() || words == "(" { "" } else { " " });
            words.push_str(word);
        };
        for part in &variation.parts {
            match part {
                VariationPart::Move(cell) => add(&mut words, &in_line(cell)),
                VariationPart::Comment(comment) => add(&mut words, &format!("{{{comment}}}")),
                VariationPart::Annotation(annotation) => add(&mut words, annotation),
                VariationPart::Diagram(diagram) => {
                    self.words(&std::mem::take(&mut words), indent);
                    self.diagram(diagram);
                }
                VariationPart::Variation(inner) => {
                    self.words(&std::mem::take(&mut words), indent);
                    self.variation(inner, indent + STEP);
                }
            }
        }
        words.push(')');
        self.words(&words, indent);
    }
}

/// Returns a half-move as shown in a variation: `12a. Nf6! (2:59)`.
fn in_line(cell: &Cell) -> String {
    format!("{}. {}{}{}", cell.label, cell.san, cell.nags.concat(), cell.in_parentheses())
}

/// Returns the lines of a half-move's cell: ` 12. Nf6!   2:59`, then the thinking time and the lag.
fn half_move(cell: &Cell) -> Vec<String> {
    let mut lines = move_and_clock(cell);
    lines.extend(cell.times().iter().flat_map(|time| right_aligned(time)));
    lines
}

/// Returns a text in lines that are aligned to the right of a cell.
fn right_aligned(text: &str) -> impl Iterator<Item = String> {
    wrapped(text, CELL).into_iter().map(|line| format!("{}{line}", blanks(CELL, &line)))
}

fn move_and_clock(cell: &Cell) -> Vec<String> {
    let unplayed = if cell.is_played { "" } else { "*" };
    let what = clean(&format!("{:>3}. {}{}{unplayed}", cell.number, cell.san, cell.nags.concat()));
    let clock = cell.clock.as_deref().map(clean).unwrap_or_default();
    let used = what.width() + clock.width();
    if used < CELL {
        return vec![format!("{what}{}{clock}", " ".repeat(CELL - used))];
    }
    let mut lines = wrapped(&what, CELL);
    // Wrapping removes the indentation of the move number.
    if let Some(first) = lines.first_mut()
        && what.starts_with(' ')
    {
        let indented = format!("{}{first}", &what[..what.len() - what.trim_start().len()]);
        *first = cut(&indented, CELL).to_owned();
    }
    lines.extend(right_aligned(&clock));
    lines
}

fn padded(text: &str) -> String {
    format!("{text}{}", blanks(CELL, text))
}

/// Returns the spaces that pad a text to a width.
fn blanks(width: usize, text: &str) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}

/// Returns as much of a text as fits into a width, but at least one character.
fn cut(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += character.width().unwrap_or(0);
        if used > width && at > 0 {
            return &text[..at];
        }
    }
    text
}

/// Wraps a text to a width, between words where possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut length) = (String::new(), 0);
    for mut word in text.split_whitespace() {
        if length > 0 && length + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        // A word that is too long for a line is split.
        let mut first = if length == 0 { cut(word, width) } else { word };
        while first.len() < word.len() {
            lines.push(first.to_owned());
            word = &word[first.len()..];
            first = cut(word, width);
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        length += word.width();
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Removes control characters from text of a game.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !c.is_whitespace() { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

//! The four columns of a game as text, in lines of up to 80 characters.

use crate::columns::{Block, Cell, Columns, Diagram, SEATS, Variation, VariationPart};

/// The most characters of a line.
const WIDTH: usize = 80;
/// The most characters of a cell; a space stands between two.
const CELL: usize = 19;
/// How far a variation is set off from what is around it.
const STEP: usize = 4;
/// Further than this nothing is set off.
const DEEPEST: usize = 24;

impl Columns {
    /// Writes the table as text. Diagrams are drawn by the caller, in lines.
    #[must_use]
    pub fn to_text(&self, draw: &dyn Fn(&Diagram) -> Vec<String>) -> String {
        let mut text = Text { out: String::new(), draw };
        let about = if self.about.is_empty() { "" } else { ": " };
        text.words(&format!("Game {}{about}{}", self.number, self.about.join(", ")), 0);
        text.line("");
        text.cells(&SEATS.map(|seat| vec![format!("{} {seat}", bpgn::Label::letter(seat))]));
        if self.players.iter().any(|player| !player.is_empty()) {
            text.cells(&self.players.each_ref().map(|player| wrapped(&clean(player), CELL)));
        }
        text.line(&["-".repeat(CELL).as_str(); 4].join(" "));
        for block in &self.blocks {
            match block {
                Block::Row(row) => {
                    text.cells(&row.each_ref().map(|cell| cell.as_ref().map(half_move).unwrap_or_default()))
                }
                Block::Comment(comment) | Block::Stop(comment) => text.paragraph(comment),
                Block::Diagram(diagram) => text.diagram(diagram),
                Block::Variation(variation) => text.variation(variation, STEP),
            }
        }
        if !self.end.is_empty() {
            text.gap();
            text.words(&self.end.join("  "), 0);
        }
        text.out
    }
}

struct Text<'a> {
    out: String,
    draw: &'a dyn Fn(&Diagram) -> Vec<String>,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Leaves a line empty, if none is.
    fn gap(&mut self) {
        if !self.out.ends_with("\n\n") {
            self.line("");
        }
    }

    /// Writes words in lines that begin at a column.
    fn words(&mut self, words: &str, indent: usize) {
        for line in wrapped(&clean(words), WIDTH - indent) {
            self.line(&format!("{}{line}", " ".repeat(indent)));
        }
    }

    fn paragraph(&mut self, words: &str) {
        words.lines().filter(|line| !line.trim().is_empty()).for_each(|line| self.words(line, STEP));
    }

    /// Writes cells beside each other, each in lines of its own.
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

    /// Writes a variation in brackets. Those inside it are set off further, each on lines of its own.
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
                VariationPart::Remark(remark) => add(&mut words, remark),
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

/// Returns a half-move as it stands in a variation: `12a. Nf6! (2:59)`.
fn in_line(cell: &Cell) -> String {
    format!("{}. {}{}{}", cell.label, cell.san, cell.marks.concat(), cell.in_parentheses())
}

/// Returns a half-move in the lines of its cell: ` 12. Nf6!   2:59`, and below it the time thought and the lag.
fn half_move(cell: &Cell) -> Vec<String> {
    let mut lines = move_and_clock(cell);
    lines.extend(cell.times().iter().flat_map(|time| to_the_right(time)));
    lines
}

/// Returns a text in lines that end where a cell ends.
fn to_the_right(text: &str) -> impl Iterator<Item = String> {
    wrapped(text, CELL).into_iter().map(|line| format!("{line:>CELL$}"))
}

fn move_and_clock(cell: &Cell) -> Vec<String> {
    let unplayed = if cell.is_played { "" } else { "*" };
    let what = clean(&format!("{:>3}. {}{}{unplayed}", cell.number, cell.san, cell.marks.concat()));
    let clock = cell.clock.as_deref().map(clean).unwrap_or_default();
    let used = what.chars().count() + clock.chars().count();
    if used < CELL {
        return vec![format!("{what}{}{clock}", " ".repeat(CELL - used))];
    }
    let mut lines = wrapped(&what, CELL);
    // The number keeps its column.
    if let Some(first) = lines.first_mut()
        && what.starts_with(' ')
    {
        *first = what
            .chars()
            .take(what.chars().count() - what.trim_start().chars().count())
            .chain(first.chars())
            .take(CELL)
            .collect();
    }
    lines.extend(to_the_right(&clock));
    lines
}

fn padded(text: &str) -> String {
    format!("{text:<CELL$}")
}

/// Cuts a text into lines of a width, between words where that can be.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        length += word.len();
        line.extend(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Returns a text of a file without what a terminal would obey.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !c.is_whitespace() { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

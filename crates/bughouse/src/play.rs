//! `play`: plays moves and drops from a position, and prints the position after each.

use std::io::{self, Write};

use bughouse_chess::Material;
use bughouse_review::format::Format;
use bughouse_review::play::{Play, PlayedMove};
use bughouse_review::position::{ReadBoards, read as read_position};

use crate::cli::PlayArgs;
use crate::json::{self, Note};
use crate::position::{self, Origin};
use crate::report::{self, Verdict};
use crate::written::Written;

/// Plays moves up to the first illegal one.
pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let parsing = (&args.reading, Material::TwoSets);
    let Some(position) = position::read_only(&args.position, args.json, out, parsing, read_position)? else {
        return Ok(Verdict::Wrong);
    };
    let mut notes = json::notes(position.used);
    let mut printer = Printer { args, printed: Vec::new(), out };
    let rules = args.rules();
    if let Some(note) = verdict_note(&position.found, args) {
        printer.note(&note.text);
        notes.push(note);
    }
    let mut play = Play::new(position.found, rules);
    for (number, text) in (1..).zip(&args.moves) {
        let text = text.as_encoded_bytes();
        match play.play(text) {
            Ok(played) => printer.print(text, &played, play.boards(), std::mem::take(&mut notes))?,
            Err(error) => {
                let (origin, errors) = (Origin::HalfMove(number), [error]);
                if args.json {
                    json::write(printer.out, &json::Wrong::new(origin, text, &errors))?;
                } else {
                    // Legal moves are printed first.
                    printer.out.flush()?;
                    report::errors(origin, text, &errors);
                }
                return Ok(Verdict::Wrong);
            }
        }
    }
    Ok(Verdict::Fine)
}

/// Returns a note if a match of two boards is over or impossible.
fn verdict_note(boards: &ReadBoards, args: &PlayArgs) -> Option<Note> {
    let verdict = boards.verdict_under(args.rules())?;
    Some(Note::plain(verdict.name()?, verdict.to_string()))
}

/// Prints half-moves.
struct Printer<'a, W> {
    args: &'a PlayArgs,
    /// The notes printed so far. Each is printed only once.
    printed: Vec<String>,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    /// Prints a half-move and the position after it. `notes` are about what was before it.
    fn print(
        &mut self,
        text: &[u8],
        played: &PlayedMove,
        boards: &ReadBoards,
        mut notes: Vec<Note>,
    ) -> io::Result<()> {
        let style = self.args.reading.readable(self.args.style.style(), boards);
        let mut written = Written::new(&self.args.formats(), boards, &style);
        let has_clocks = boards.list().iter().any(|board| board.clocks.is_some());
        if has_clocks && self.args.formats().contains(&Format::Thief) {
            let clocks = "thief: the clocks are those of the start".to_owned();
            written.notes.push(("filled", Format::Thief, clocks));
        }
        let over = verdict_note(boards, self.args);
        if self.args.json {
            notes.extend(written.json_notes());
            notes.extend(over);
            let input = bughouse_review::position::visible(text);
            return json::write(self.out, &json::Played { input, played, to: written.by_name(), notes });
        }
        let dot = if played.label.ends_with('.') { "" } else { "." };
        writeln!(self.out, "{}{dot} {}\t{}", played.label, played.san, written.line())?;
        for (_, _, text) in &written.notes {
            self.note(text);
        }
        if let Some(over) = over {
            self.note(&over.text);
        }
        Ok(())
    }

    /// Prints a note once.
    fn note(&mut self, text: &str) {
        if !self.args.json && !self.printed.iter().any(|printed| printed == text) {
            report::note(text);
            self.printed.push(text.to_owned());
        }
    }
}

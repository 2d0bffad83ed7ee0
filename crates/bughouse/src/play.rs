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

/// Plays all moves, up to the first one that cannot be played.
pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let read = |text: &[u8]| read_position(text, &options);
    let Some(position) = position::read_only(&args.position, args.json, out, read)? else {
        return Ok(Verdict::Wrong);
    };
    let mut notes = json::notes(position.used);
    let mut teller = Teller { args, told: Vec::new(), out };
    let rules = args.rules();
    if let Some(note) = verdict_note(&position.found, args) {
        teller.note(&note.text);
        notes.push(note);
    }
    let mut play = Play::new(position.found, rules);
    for (number, text) in (1..).zip(&args.moves) {
        let text = text.as_encoded_bytes();
        match play.play(text) {
            Ok(played) => teller.tell(text, &played, play.boards(), std::mem::take(&mut notes))?,
            Err(fault) => {
                let (origin, faults) = (Origin::HalfMove(number), [fault]);
                if args.json {
                    json::write(teller.out, &json::Wrong::new(origin, text, &faults))?;
                } else {
                    // What was played comes before what was not.
                    teller.out.flush()?;
                    report::faults(origin, text, &faults);
                }
                return Ok(Verdict::Wrong);
            }
        }
    }
    Ok(Verdict::Fine)
}

/// Says how a match of two boards stands, if there is anything to say.
fn verdict_note(boards: &ReadBoards, args: &PlayArgs) -> Option<Note> {
    let verdict = boards.verdict_under(args.rules())?;
    Some(Note::plain(verdict.name()?, verdict.to_string()))
}

/// Prints half-moves.
struct Teller<'a, W> {
    args: &'a PlayArgs,
    /// The notes for people. What stays as it is after many half-moves is said once.
    told: Vec<String>,
    out: &'a mut W,
}

impl<W: Write> Teller<'_, W> {
    /// Prints a half-move and the position after it. `notes` are about what was before it.
    fn tell(
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
            let clocks = "thief: no time is counted, the clocks are those of the start".to_owned();
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

    /// Says what a person may want to know, once.
    fn note(&mut self, text: &str) {
        if !self.args.json && !self.told.iter().any(|told| told == text) {
            report::note(text);
            self.told.push(text.to_owned());
        }
    }
}

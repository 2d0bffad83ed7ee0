//! A position in the requested formats, with notes about what they can't represent.

use std::collections::BTreeMap;

use bughouse_chess::FenStyle;
use bughouse_review::format::Format;
use bughouse_review::position::ReadBoards;

use crate::json;

/// A position in some formats.
pub(crate) struct Written {
    formats: Vec<Format>,
    texts: Vec<String>,
    /// Lost, filled and ambiguous data: kind, format and message.
    pub(crate) notes: Vec<(&'static str, Format, String)>,
}

impl Written {
    /// Writes a position.
    pub(crate) fn new(formats: &[Format], boards: &ReadBoards, style: &FenStyle) -> Written {
        let texts: Vec<String> = formats.iter().map(|format| format.write(boards, style)).collect();
        let lost = formats.iter().filter_map(|format| Some(("lost", *format, format.dropped(boards)?)));
        let filled = formats.iter().filter_map(|format| Some(("filled", *format, format.defaulted(boards)?)));
        let doubtful = formats
            .iter()
            .zip(&texts)
            .filter_map(|(format, text)| Some(("ambiguous", *format, format.ambiguous(boards, text)?)));
        let notes = lost.chain(filled).chain(doubtful).collect();
        Written { formats: formats.to_vec(), texts, notes }
    }

    /// Returns the strings on one line, separated by tabs.
    pub(crate) fn line(&self) -> String {
        self.texts.join("\t")
    }

    /// Returns each string by the name of its format.
    pub(crate) fn by_name(self) -> BTreeMap<&'static str, String> {
        self.formats.iter().map(|format| format.name()).zip(self.texts).collect()
    }

    /// Returns the notes for JSON output.
    pub(crate) fn json_notes(&self) -> impl Iterator<Item = json::Note> {
        self.notes.iter().map(|(kind, format, text)| json::Note::about(kind, *format, text.clone()))
    }
}

//! A position written in the formats that are asked for, and what is to be said about it.

use std::collections::BTreeMap;

use bughouse_chess::FenStyle;
use bughouse_review::format::Format;
use bughouse_review::position::ReadBoards;

use crate::json;

/// A position in some formats.
pub(crate) struct Written {
    formats: Vec<Format>,
    texts: Vec<String>,
    /// What a format cannot hold, what it needs but is not known, and what is doubtful: the kind and the words.
    pub(crate) notes: Vec<(&'static str, Format, String)>,
}

impl Written {
    /// Writes a position.
    pub(crate) fn new(formats: &[Format], boards: &ReadBoards, style: &FenStyle) -> Written {
        let texts: Vec<String> = formats.iter().map(|format| format.write(boards, style)).collect();
        let lost = formats.iter().filter_map(|format| Some(("lost", *format, format.left_out(boards)?)));
        let filled = formats.iter().filter_map(|format| Some(("filled", *format, format.made_up(boards)?)));
        let doubtful = formats
            .iter()
            .zip(&texts)
            .filter_map(|(format, text)| Some(("ambiguous", *format, format.ambiguous(boards, text)?)));
        let notes = lost.chain(filled).chain(doubtful).collect();
        Written { formats: formats.to_vec(), texts, notes }
    }

    /// Returns the texts on one line, with tabs between them.
    pub(crate) fn line(&self) -> String {
        self.texts.join("\t")
    }

    /// Returns each text by the name of its format.
    pub(crate) fn by_name(self) -> BTreeMap<&'static str, String> {
        self.formats.iter().map(|format| format.name()).zip(self.texts).collect()
    }

    /// Returns what is to be said for machines.
    pub(crate) fn json_notes(&self) -> impl Iterator<Item = json::Note> {
        self.notes.iter().map(|(kind, format, text)| json::Note::about(kind, *format, text.clone()))
    }
}

//! Messages for people, on stderr, and the verdict that becomes the exit code.

use std::fmt;
use std::io::{self, Write};

use bughouse_chess::TextError;

use crate::clean::Clean;
use crate::color::{self, Word};
use crate::position::Origin;

/// Whether all was well with the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Verdict {
    /// All was well: exit code 0.
    Fine,
    /// Something was wrong and has been reported: exit code 1.
    Wrong,
    /// Somebody stopped it with Ctrl-C, and it ended in order: exit code 130, as shells expect it.
    Stopped,
}

/// Says what went wrong.
pub(crate) fn error(message: impl fmt::Display) {
    say(format_args!("{}: {}", word("error"), Clean(message)));
}

/// Says what a person may want to know.
pub(crate) fn note(message: impl fmt::Display) {
    say(format_args!("{}: {}", word("note"), Clean(message)));
}

fn word(word: &str) -> Word<'_> {
    Word { word, colored: color::on_stderr() }
}

/// Writes a line to stderr. If nobody listens there, nothing can be done about it.
pub(crate) fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Says what is wrong with a text, each fault with a caret under its place.
pub(crate) fn faults<K: fmt::Display>(origin: Origin<'_>, text: &[u8], faults: &[TextError<K>]) {
    for fault in faults {
        error(format_args!("{origin}{}", fault.render(text)));
    }
}

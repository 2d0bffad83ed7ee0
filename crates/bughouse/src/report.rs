//! Messages on stderr, and the verdict that becomes the exit code.

use std::fmt;
use std::io::{self, Write};

use bughouse_chess::TextError;

use crate::clean::Clean;
use crate::color::{self, Word};
use crate::position::Origin;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Verdict {
    /// Success: exit code 0.
    Fine,
    /// Something was wrong and has been reported: exit code 1.
    Wrong,
    /// Stopped by Ctrl-C after cleaning up: exit code 130, as shells expect.
    Stopped,
}

/// Prints an error.
pub(crate) fn error(message: impl fmt::Display) {
    say(format_args!("{}: {}", word("error"), Clean(message)));
}

/// Prints a note.
pub(crate) fn note(message: impl fmt::Display) {
    say(format_args!("{}: {}", word("note"), Clean(message)));
}

/// Prints what to do next.
pub(crate) fn hint(message: impl fmt::Display) {
    say(format_args!("{}: {}", word("hint"), Clean(message)));
}

fn word(word: &str) -> Word<'_> {
    Word { word, colored: color::on_stderr() }
}

/// Writes a line to stderr. Errors are ignored: there is nowhere to report them.
pub(crate) fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints the errors of a string, with carets.
pub(crate) fn errors<K: fmt::Display>(origin: Origin<'_>, text: &[u8], errors: &[TextError<K>]) {
    for one in errors {
        error(format_args!("{origin}{}", one.render(text)));
    }
}

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
pub(crate) fn error(text: impl fmt::Display) {
    message("error", text);
}

/// Prints a note.
pub(crate) fn note(text: impl fmt::Display) {
    message("note", text);
}

/// Prints what to do next.
pub(crate) fn hint(text: impl fmt::Display) {
    message("hint", text);
}

fn message(word: &str, text: impl fmt::Display) {
    let word = Word { word, colored: color::on_stderr() };
    // Errors are ignored: there is nowhere to report them.
    let _ = writeln!(io::stderr(), "{word}: {}", Clean(text));
}

/// Writes a line to stderr.
pub(crate) fn say(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", Clean(line));
}

/// Prints a usage error and what to do next, or help or the version, and exits.
pub(crate) fn exit(error: &clap::Error, next: Option<String>) -> ! {
    let text = Clean(error.render());
    // A closed stdout is not an error.
    let _ = match error.use_stderr() {
        true => write!(io::stderr(), "{text}"),
        false => write!(io::stdout(), "{text}"),
    };
    next.iter().for_each(hint);
    std::process::exit(error.exit_code())
}

/// Prints the errors of a string, with carets.
pub(crate) fn errors<K: fmt::Display>(origin: Origin<'_>, text: &[u8], errors: &[TextError<K>]) {
    for one in errors {
        error(format_args!("{origin}{}", one.render(text)));
    }
}

//! Python exceptions. Each has a kind and the place of the error in the text.

use std::fmt;

use bughouse_chess::{ParseError, Span, TextError};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::{PyAnyMethods, PyErr, Python};

create_exception!(
    bughouse,
    BughouseError,
    PyValueError,
    "Base class for invalid input. `kind` is a short name; `start` and `end` are the place in the text, `None` without one."
);
create_exception!(bughouse, InvalidTextError, BughouseError, "A string can't be parsed.");
create_exception!(bughouse, IllegalMoveError, BughouseError, "A move is not legal.");
create_exception!(
    bughouse,
    RecordError,
    BughouseError,
    "A game file is damaged. `path`, `line` and `byte` say where. All games before the damage were returned."
);
create_exception!(
    bughouse,
    ArchiveError,
    BughouseError,
    "An archive is damaged, or the folder is not an archive."
);

/// The class of an exception.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// A string can't be parsed.
    Text,
    /// A move is not legal.
    Move,
    /// A game file is damaged.
    Record,
    /// An archive is damaged.
    Archive,
}

/// Creates an exception without a place.
pub(crate) fn plain(py: Python<'_>, class: Class, kind: &str, message: impl fmt::Display) -> PyErr {
    with_place(py, class, kind, message, None)
}

/// Creates an exception about a part of a string.
pub(crate) fn in_text(
    py: Python<'_>,
    class: Class,
    kind: &str,
    message: impl fmt::Display,
    text: &str,
    span: Span,
) -> PyErr {
    with_place(py, class, kind, message, Some((characters(text, span.start), characters(text, span.end))))
}

/// Converts an error of a parser. The message shows the place.
pub(crate) fn text<K: fmt::Display + fmt::Debug>(
    py: Python<'_>,
    class: Class,
    text: &str,
    error: &TextError<K>,
) -> PyErr {
    let name = kind_name(error.kind());
    in_text(py, class, &name, error.render(text.as_bytes()), text, error.span())
}

/// Converts an error of a short string, which has no kind of its own. The message shows the place.
pub(crate) fn parse(py: Python<'_>, class: Class, kind: &str, text: &str, error: &ParseError) -> PyErr {
    in_text(py, class, kind, error.render(text.as_bytes()), text, error.span())
}

/// Creates an exception about a whole string.
pub(crate) fn whole(py: Python<'_>, kind: &str, message: impl fmt::Display, text: &str) -> PyErr {
    in_text(py, Class::Text, kind, message, text, Span::new(0, text.len()))
}

fn with_place(
    py: Python<'_>,
    class: Class,
    kind: &str,
    message: impl fmt::Display,
    place: Option<(usize, usize)>,
) -> PyErr {
    let message = message.to_string();
    let error = match class {
        Class::Text => InvalidTextError::new_err(message),
        Class::Move => IllegalMoveError::new_err(message),
        Class::Record => RecordError::new_err(message),
        Class::Archive => ArchiveError::new_err(message),
    };
    let value = error.value(py);
    let set = value
        .setattr("kind", kind)
        .and_then(|()| value.setattr("start", place.map(|place| place.0)))
        .and_then(|()| value.setattr("end", place.map(|place| place.1)));
    match set {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Converts an offset in bytes to one in characters, which Python counts.
fn characters(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    if text.is_ascii() { byte } else { text.char_indices().take_while(|&(at, _)| at < byte).count() }
}

/// Returns the name of a kind: that of the innermost variant, in lower case with hyphens.
///
/// Skips the names of wrappers: `Text(TooShort)` is `too-short`.
pub(crate) fn kind_name(kind: &impl fmt::Debug) -> String {
    let shown = format!("{kind:?}");
    let wrappers = [
        "Text", "Board", "Read", "Feen", "Rule", "Illegal", "Some", "None", "A", "B", "Fen", "Invalid",
        "Mismatch",
    ];
    let words = shown.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.clone().next().unwrap_or_default();
    let word = words.into_iter().find(|word| !wrappers.contains(word)).unwrap_or(first);
    let mut name = String::with_capacity(word.len() + 4);
    for letter in word.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Creates an exception for a source that can't be read at all.
pub(crate) fn unreadable(py: Python<'_>, name: &str, error: &std::io::Error) -> PyErr {
    let raised = plain(py, Class::Record, "unreadable", format!("{name}: {error}"));
    match raised.value(py).setattr("path", name) {
        Ok(()) => raised,
        Err(other) => other,
    }
}

/// Converts an I/O error.
pub(crate) fn io(error: &std::io::Error, path: &str) -> PyErr {
    match error.raw_os_error() {
        Some(code) => {
            // Python adds the error number.
            let message = error.to_string();
            let message = message.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, message, path.to_owned()))
        }
        None => PyOSError::new_err(format!("{path}: {error}")),
    }
}

//! Errors as passed to JavaScript: kind, place and message.

use std::fmt;

use bughouse_chess::Span;
use wasm_bindgen::JsValue;

/// An error with its kind, its place in the input, and a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawError {
    /// A short name in lower case with hyphens.
    pub kind: String,
    /// The start and end in the text, in UTF-16 code units as in JavaScript; `None` if there is no place.
    pub place: Option<(usize, usize)>,
    /// The message, which may have several lines.
    pub message: String,
}

impl RawError {
    /// Creates an error without a place.
    pub fn plain(kind: impl Into<String>, message: impl fmt::Display) -> RawError {
        RawError { kind: kind.into(), place: None, message: message.to_string() }
    }

    /// Creates an error about a part of a text.
    pub fn at(kind: impl Into<String>, message: impl fmt::Display, text: &str, span: Span) -> RawError {
        let place = Some((units(text, span.start), units(text, span.end)));
        RawError { kind: kind.into(), place, message: message.to_string() }
    }
}

/// Writes kind, start and end on one line each, then the message.
impl fmt::Display for RawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.kind)?;
        match self.place {
            Some((start, end)) => write!(f, "{start}\n{end}\n{}", self.message),
            None => write!(f, "\n\n{}", self.message),
        }
    }
}

impl From<RawError> for JsValue {
    fn from(error: RawError) -> JsValue {
        JsValue::from_str(&error.to_string())
    }
}

/// Returns the number of UTF-16 code units before a byte.
fn units(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    if text.is_ascii() {
        return byte;
    }
    text.char_indices().take_while(|&(at, _)| at < byte).map(|(_, letter)| letter.len_utf16()).sum()
}

/// Returns the name of an error kind in lower case with hyphens.
///
/// For wrappers such as `Text(TooShort)`, it is the name of the inner kind.
#[cfg(feature = "rules")]
pub(crate) fn kind_name(kind: &dyn fmt::Debug) -> String {
    const WRAPPERS: [&str; 13] = [
        "Text", "Board", "Feen", "Rule", "Illegal", "Some", "None", "A", "B", "Fen", "Invalid", "Mismatch",
        "Syntax",
    ];
    let shown = format!("{kind:?}");
    let mut words = shown.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.clone().next().unwrap_or_default();
    let word = words.find(|word| !WRAPPERS.contains(word)).unwrap_or(first);
    let mut name = String::with_capacity(word.len() + 4);
    for letter in word.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

//! Text for a terminal, without control characters.

use std::fmt::{self, Write};

/// Displays something without control characters except line breaks.
#[derive(Clone, Copy)]
pub(crate) struct Clean<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for Clean<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Filter(f), "{}", self.0)
    }
}

/// Returns a line without control characters.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

struct Filter<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Filter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| {
            let shown = if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c };
            self.0.write_char(shown)
        })
    }
}

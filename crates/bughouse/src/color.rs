//! Terminal colors: when to use them, and what they mean.

use std::env;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ValueEnum;

/// When colors are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

/// The option `--color`. It is global because messages are written from many places.
static WHEN: OnceLock<When> = OnceLock::new();

/// Sets the option `--color`, once.
pub(crate) fn choose(when: When) {
    let _ = WHEN.set(when);
}

/// Returns `true` if what goes to stdout is colored.
pub(crate) fn on_stdout() -> bool {
    wanted(|| io::stdout().is_terminal())
}

/// Returns `true` if what goes to stderr is colored.
pub(crate) fn on_stderr() -> bool {
    wanted(|| io::stderr().is_terminal())
}

/// With `auto`, colors are used on a terminal unless NO_COLOR (<https://no-color.org>) is set.
fn wanted(is_terminal: impl FnOnce() -> bool) -> bool {
    match WHEN.get().copied().unwrap_or_default() {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
            !no_color && !dumb && is_terminal()
        }
    }
}

/// The severity of a message: `error`, `conflict`, `repair` or `note`.
pub(crate) struct Word<'a> {
    pub(crate) word: &'a str,
    pub(crate) colored: bool,
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = match self.word {
            "error" => "1;31",
            "conflict" => "1;33",
            "repair" => "1;35",
            _ => "1;36",
        };
        match self.colored {
            true => write!(f, "\x1b[{code}m{}\x1b[0m", self.word),
            false => f.write_str(self.word),
        }
    }
}

/// What follows an escape character.
pub(crate) enum Sequence {
    /// A color that the CLI uses, with this number of bytes.
    Ours(usize),
    /// The start of one.
    Start,
    Other,
}

/// Recognizes the colors of messages and boards.
pub(crate) fn sequence(bytes: &[u8]) -> Sequence {
    const LONGEST: usize = "[1;38;5;231;48;5;231m".len();
    let end = bytes.iter().position(|byte| !matches!(byte, b'[' | b';' | b'0'..=b'9'));
    let Some(text) = bytes.get(..end.unwrap_or(bytes.len())).and_then(|text| std::str::from_utf8(text).ok())
    else {
        return Sequence::Other;
    };
    if !"[".starts_with(text) && !text.starts_with('[') || text.len() >= LONGEST {
        return Sequence::Other;
    }
    let Some(end) = end else { return Sequence::Start };
    let parts: Vec<&str> = text.trim_start_matches('[').split(';').collect();
    let is_ours = match parts[..] {
        ["0"] | ["1", "31" | "33" | "35" | "36"] => true,
        ["1", "38", "5", front, "48", "5", back] => front != back,
        _ => false,
    };
    if is_ours && bytes.get(end) == Some(&b'm') { Sequence::Ours(end + 1) } else { Sequence::Other }
}

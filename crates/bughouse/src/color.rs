//! Colors in a terminal: whether they are wanted, and what they mean.

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

/// What the call asks for. Messages are written from many places, so all of them ask here.
static WHEN: OnceLock<When> = OnceLock::new();

/// Says what the call asks for, once.
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

/// By itself, colors are used where they would be seen and NO_COLOR (<https://no-color.org>) does not decline them.
fn wanted(is_terminal: impl FnOnce() -> bool) -> bool {
    match WHEN.get().copied().unwrap_or_default() {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let declined = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
            !declined && !dumb && is_terminal()
        }
    }
}

/// A word that says how bad a annotation is: `error`, `conflict`, `repaired` or `note`.
pub(crate) struct Word<'a> {
    pub(crate) word: &'a str,
    pub(crate) colored: bool,
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = match self.word {
            "error" => "1;31",
            "conflict" => "1;33",
            "repaired" => "1;35",
            _ => "1;36",
        };
        match self.colored {
            true => write!(f, "\x1b[{code}m{}\x1b[0m", self.word),
            false => f.write_str(self.word),
        }
    }
}

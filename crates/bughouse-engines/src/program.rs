//! How a program is started.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::protocol::Protocol;

/// An engine that can be started: the program, its arguments, and what it speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub(crate) path: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) protocol: Protocol,
    pub(crate) hash: u32,
    pub(crate) threads: u32,
    pub(crate) ready_within: Duration,
    pub(crate) grace: Duration,
}

impl Program {
    /// Names a program that speaks UCI. It gets 16 MB of memory for its table, and one thread.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program {
            path: path.into(),
            args: Vec::new(),
            protocol: Protocol::Uci,
            hash: 16,
            threads: 1,
            ready_within: Duration::from_secs(5),
            grace: Duration::from_secs(2),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Program {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Sets what it speaks.
    #[must_use]
    pub const fn protocol(mut self, protocol: Protocol) -> Program {
        self.protocol = protocol;
        self
    }

    /// Sets how many megabytes its table may have.
    #[must_use]
    pub const fn hash(mut self, megabytes: u32) -> Program {
        self.hash = megabytes;
        self
    }

    /// Sets on how many threads it searches.
    #[must_use]
    pub const fn threads(mut self, threads: u32) -> Program {
        self.threads = threads;
        self
    }

    /// Sets how long it has to say who it is, and that it is ready: five seconds, if nothing is set.
    #[must_use]
    pub const fn ready_within(mut self, time: Duration) -> Program {
        self.ready_within = time;
        self
    }

    /// Sets how much longer than it was told it may search, and how long it has to stop: two seconds, if nothing is set.
    #[must_use]
    pub const fn grace(mut self, time: Duration) -> Program {
        self.grace = time;
        self
    }

    /// Returns the program's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

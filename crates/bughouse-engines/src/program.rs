//! How to start an engine.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::protocol::Protocol;

/// An engine to start: its path, its arguments, and its protocol.
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
    /// Creates a UCI engine with a path. By default, it has 16 MB of memory for its table, and one thread.
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

    /// Sets the protocol.
    #[must_use]
    pub const fn protocol(mut self, protocol: Protocol) -> Program {
        self.protocol = protocol;
        self
    }

    /// Sets the size of its table in megabytes.
    #[must_use]
    pub const fn hash(mut self, megabytes: u32) -> Program {
        self.hash = megabytes;
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(mut self, threads: u32) -> Program {
        self.threads = threads;
        self
    }

    /// Sets the time it has to start and to become ready: five seconds by default.
    #[must_use]
    pub const fn ready_within(mut self, time: Duration) -> Program {
        self.ready_within = time;
        self
    }

    /// Sets the time it may exceed its limit, and the time it has to stop: two seconds by default.
    #[must_use]
    pub const fn grace(mut self, time: Duration) -> Program {
        self.grace = time;
        self
    }

    /// Returns the path of the executable.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

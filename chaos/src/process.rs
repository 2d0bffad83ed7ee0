//! Runs the CLI as a process with a time limit.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::answers::Outcome;

/// How long a process may take.
const LIMIT: Duration = Duration::from_secs(30);

/// The CLI, and a folder for its output.
pub(crate) struct Cli {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
}

/// What a process did.
pub(crate) struct Ran {
    /// `None` if it was ended after the time limit.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Success,
    /// Exit code 1 with a message.
    Error,
    Killed,
    /// It was counted as a failure.
    Failure,
}

impl Ran {
    /// Classifies how the process ended. Panics, hangs and unclear errors are counted as failures.
    pub(crate) fn ending(&self, outcome: &mut Outcome, what: &str) -> Ending {
        let Some(status) = self.status else {
            outcome.hang(what);
            return Ending::Failure;
        };
        if self.stderr.contains("panicked at") || status.code() == Some(101) {
            outcome.panic(format!("{what}: {}", self.stderr));
            return Ending::Failure;
        }
        match (status.code(), status.signal()) {
            (Some(0), _) => Ending::Success,
            (Some(1), _) if !self.stderr.trim().is_empty() => Ending::Error,
            // SIGKILL by us, and SIGXFSZ for a file that is too large.
            (None, Some(9 | 25)) => Ending::Killed,
            _ => {
                outcome.wrong(format!("{what}: {status}, stderr {:?}", self.stderr));
                Ending::Failure
            }
        }
    }
}

/// A process that was started.
pub(crate) struct Running {
    child: Child,
    out: PathBuf,
    err: PathBuf,
}

impl Cli {
    /// Starts the CLI. `number` is for its output.
    pub(crate) fn start(&self, number: usize, args: &[&str]) -> io::Result<Running> {
        let mut command = Command::new(&self.program);
        command.args(args);
        self.start_command(number, command)
    }

    /// Starts the CLI with a limit for the size of a file, in blocks of 512 or 1024 bytes.
    pub(crate) fn start_limited(
        &self,
        blocks: usize,
        is_ignored: bool,
        args: &[&str],
    ) -> io::Result<Running> {
        let trap = if is_ignored { "trap '' XFSZ; " } else { "" };
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{trap}ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\""));
        command.arg(&self.program).args(args);
        self.start_command(0, command)
    }

    fn start_command(&self, number: usize, mut command: Command) -> io::Result<Running> {
        let out = self.folder.join(format!("stdout-{number}"));
        let err = self.folder.join(format!("stderr-{number}"));
        command.stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
        Ok(Running { child: command.spawn()?, out, err })
    }

    /// Runs the CLI to its end.
    pub(crate) fn run(&self, args: &[&str]) -> io::Result<Ran> {
        self.start(0, args)?.wait()
    }
}

impl Running {
    /// Returns `true` if the process has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the process after some time, unless it has ended.
    pub(crate) fn kill_after(mut self, time: Duration) -> io::Result<Ran> {
        thread::sleep(time);
        self.child.kill()?;
        self.wait()
    }

    /// Waits until the process ends, or kills it after the time limit.
    pub(crate) fn wait(mut self) -> io::Result<Ran> {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break Some(status);
            }
            if begun.elapsed() > LIMIT {
                self.child.kill()?;
                self.child.wait()?;
                break None;
            }
            thread::sleep(Duration::from_micros(500));
        };
        let read = |path: &Path| fs::read(path).map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(Ran { status, stdout: read(&self.out)?, stderr: read(&self.err)? })
    }
}

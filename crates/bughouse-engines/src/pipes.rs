//! The process of an engine, and its input and output lines.
//!
//! Engines never block the caller: separate threads read the output and write the input, with queues of
//! limited size.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::EngineError;
use crate::program::Program;

/// The longest line to read, in bytes.
const MOST_LINE: usize = 64 << 10;

/// The most unprocessed lines. An engine that sends more has to wait.
const MOST_WAITING: usize = 256;

/// The most lines that the engine has not read yet.
const MOST_UNREAD: usize = 64;

/// The time that an engine has to exit on its own.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// A process and its pipes.
pub(crate) struct Pipes {
    child: Child,
    /// `None` once the input is closed.
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    /// The number of bytes skipped because their lines were too long.
    skipped: Arc<AtomicU64>,
}

/// A message from an engine.
pub(crate) enum Received {
    Line(String),
    /// No line within the given time.
    Nothing,
    /// The output has ended.
    End,
}

impl Pipes {
    /// Starts a program.
    pub(crate) fn open(program: &Program) -> Result<Pipes, EngineError> {
        let failed = |error: std::io::Error| EngineError::NotStarted {
            path: program.path.clone(),
            reason: match error.kind() {
                std::io::ErrorKind::NotFound => "no such file".to_owned(),
                std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
                _ => error.to_string(),
            },
        };
        let mut command = Command::new(&program.path);
        command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Processes that it starts are killed along with it. Ctrl-C goes to the caller, who then stops it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, to_write) = sync_channel(MOST_UNREAD);
        let (to_process, output) = sync_channel(MOST_WAITING);
        let skipped = Arc::new(AtomicU64::new(0));
        let pipes = Pipes { child, input: Some(input), output, skipped: Arc::clone(&skipped) };
        let (Some(stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(failed(std::io::Error::other("the process has no pipes")));
        };
        // If a thread can't be started, dropping `pipes` kills the process.
        let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
        spawn("engine input").spawn(move || write_lines(stdin, &to_write)).map_err(failed)?;
        spawn("engine output").spawn(move || read_lines(stdout, &to_process, &skipped)).map_err(failed)?;
        Ok(pipes)
    }

    /// Sends a line.
    pub(crate) fn send(&self, line: impl Into<String>) -> Result<(), EngineError> {
        let mut line = line.into();
        line.push('\n');
        // If the engine has exited, its last output shows why.
        match self.input.as_ref().map(|input| input.try_send(line)) {
            Some(Err(std::sync::mpsc::TrySendError::Full(_))) => Err(EngineError::NotReading),
            _ => Ok(()),
        }
    }

    /// Waits for a line.
    pub(crate) fn receive(&self, timeout: Duration) -> Received {
        match self.output.recv_timeout(timeout) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// Returns the number of bytes skipped because their lines were too long.
    pub(crate) fn skipped(&self) -> u64 {
        self.skipped.load(Ordering::Relaxed)
    }

    /// Returns an error with the exit status of the process, after its output has ended.
    pub(crate) fn exit_error(&mut self) -> EngineError {
        let status = match self.wait(EXIT_TIME) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        EngineError::Exited { status }
    }

    /// Waits for the process to exit.
    fn wait(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        const STEP: Duration = Duration::from_millis(2);
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < timeout => thread::sleep(STEP),
                _ => return None,
            }
        }
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process at once.
    pub(crate) fn kill(mut self) {
        self.input = None;
        self.kill_all();
    }

    /// Kills the process and the processes it started.
    fn kill_all(&mut self) {
        // After a process has exited, its id may be reused.
        if matches!(self.child.try_wait(), Ok(None)) {
            kill_group(self.child.id());
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Kills all processes of a group, such as a script and the engine it starts.
fn kill_group(id: u32) {
    if cfg!(unix) {
        // The standard library has no signals, but every system has a shell.
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "kill -s KILL -- \"-$1\"", "sh"]).arg(id.to_string());
        let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        if let Some(input) = self.input.take() {
            let _ = input.try_send("quit\n".to_owned());
            // Closing the input also signals the end.
            drop(input);
            if self.wait(EXIT_TIME).is_some() {
                return;
            }
        }
        self.kill_all();
    }
}

/// Writes lines until there are no more, or the reader is gone.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or the receiver is gone.
fn read_lines(mut stdout: ChildStdout, lines: &SyncSender<String>, skipped: &AtomicU64) {
    let mut buffer = [0; 8 << 10];
    let mut cutter = LineCutter::default();
    loop {
        let read = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let sent = cutter.cut(&buffer[..read], |line| lines.send(line).is_ok());
        skipped.store(cutter.skipped, Ordering::Relaxed);
        if !sent {
            return;
        }
    }
    // The last line may have no line break.
    cutter.cut(b"\n", |line| line.is_empty() || lines.send(line).is_ok());
}

/// Splits bytes into lines, and skips those that are too long.
#[derive(Default)]
struct LineCutter {
    line: Vec<u8>,
    is_too_long: bool,
    skipped: u64,
}

impl LineCutter {
    /// Processes bytes, and passes each line to `on_line` until it returns `false`.
    fn cut(&mut self, bytes: &[u8], mut on_line: impl FnMut(String) -> bool) -> bool {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, ends) = match part.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (part, false),
            };
            if self.is_too_long || self.line.len() + text.len() > MOST_LINE {
                self.skipped += (self.line.len() + text.len()) as u64;
                self.line = Vec::new();
                self.is_too_long = true;
            } else {
                self.line.extend_from_slice(text);
            }
            if !ends {
                continue;
            }
            if !self.is_too_long {
                let text = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
                if !on_line(String::from_utf8_lossy(text).into_owned()) {
                    return false;
                }
            }
            self.line.clear();
            self.is_too_long = false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> (Vec<String>, u64) {
        let (mut cutter, mut lines) = (LineCutter::default(), Vec::new());
        for piece in pieces {
            cutter.cut(piece, |line| {
                lines.push(line);
                true
            });
        }
        (lines, cutter.skipped)
    }

    #[test]
    fn lines_are_joined_across_reads() {
        assert_eq!(cut(&[b"uci", b"ok\r\nready", b"ok\n", b"rest"]).0, ["uciok", "readyok"]);
        assert_eq!(cut(&[b"bad \xff\xfe\n"]).0, ["bad \u{fffd}\u{fffd}"]);
    }

    #[test]
    fn an_endless_line_takes_no_memory() {
        let flood = vec![b'x'; MOST_LINE];
        let mut cutter = LineCutter::default();
        for _ in 0..100 {
            assert!(cutter.cut(&flood, |_| panic!("no line has ended")));
            assert!(cutter.line.capacity() <= 2 * MOST_LINE);
        }
        let mut lines = Vec::new();
        cutter.cut(b"tail\nreadyok\n", |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines, ["readyok"]);
        assert_eq!(cutter.skipped, (100 * MOST_LINE + 4) as u64);
    }
}

//! Running `bughouse` and comparing its output.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, thread};

/// The starting position.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// Reserves on both sides, a promoted queen, castling.
pub(crate) const RICH: &str = "r1b1kb1r/ppp2pPp/2n1Nn2/3q~4/3P4/8/PPP1PPPP/R1BQKB1R[QNNrppp] w KQkq - 3 21";

/// Black is in check from a rook and has only pawns, which can't be dropped on f8.
pub(crate) const FROZEN: &str = "4R1k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1";

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Ran {
    /// Asserts success without messages, and returns stdout.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }

    /// Asserts the exit code 1 with nothing on stdout, and returns stderr.
    #[track_caller]
    pub(crate) fn rejected(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (1, ""), "{self:?}");
        self.stderr
    }

    /// Asserts a usage error, and returns stderr.
    #[track_caller]
    pub(crate) fn misused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{self:?}");
        self.stderr
    }

    /// Parses stdout as JSON, one value per line.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
    }

    /// Returns the games of `check --json`. Other objects have a `type`.
    #[track_caller]
    pub(crate) fn games(&self) -> Vec<serde_json::Value> {
        self.json().into_iter().filter(|object| object.get("type").is_none()).collect()
    }
}

/// Returns a command that runs `bughouse`, without NO_COLOR from the environment.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bughouse"));
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs `bughouse` with empty stdin.
pub(crate) fn bughouse<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    with_stdin(args, b"")
}

/// Runs `bughouse` with a text on stdin.
pub(crate) fn with_stdin<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Ran {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The command may not read all of it.
        scope.spawn(move || pipe.write_all(stdin));
        child.wait_with_output().unwrap()
    });
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().expect("not killed"),
    }
}

/// Compares a text with a snapshot; `BLESS=1` updates it.
#[track_caller]
pub(crate) fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    let text = text.replace("bughouse.exe", "bughouse");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(stored == text, "{name} differs; BLESS=1 updates it:\n{text}");
}

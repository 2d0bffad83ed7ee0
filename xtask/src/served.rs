//! A running `bughouse serve` for tests and measurements, and a plain HTTP client.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::shell::{self, Failure, Workspace};

/// The time to wait for an answer, which is more than the server takes for anything.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A server. It is killed when this is dropped.
pub(crate) struct Served {
    child: Child,
    /// Held, because the server would fail to write to a closed pipe.
    _stdout: BufReader<ChildStdout>,
    /// `127.0.0.1:PORT`
    pub(crate) address: String,
}

impl Served {
    /// Starts a server on any free port, in the folder that it saves to.
    pub(crate) fn start(program: &Path, folder: &Path, files: &[PathBuf]) -> Result<Self, Failure> {
        let mut serve = Command::new(program);
        serve.arg("serve").args(files).args(["--port", "0"]).current_dir(folder).stdout(Stdio::piped());
        shell::heading(&shell::shown(&serve));
        let mut child = serve.spawn().map_err(|error| Failure::step(format!("`bughouse serve`: {error}")))?;
        let found = child.stdout.take().and_then(|stdout| {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            while stdout.read_line(&mut line).is_ok_and(|length| length > 0) {
                if let Some(at) = line.find("http://") {
                    let address = line[at + "http://".len()..].split(['/', ' ']).next()?.to_owned();
                    return Some((stdout, address));
                }
                line.clear();
            }
            None
        });
        match found {
            Some((stdout, address)) => Ok(Self { child, _stdout: stdout, address }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(Failure::step("`bughouse serve` printed no URL"))
            }
        }
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns `true` if the server has not exited.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the CLI and the generator in release mode, without the web UI. Returns the path of the CLI.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--release", "--locked", "--package", "bughouse-cli"]);
    cargo.args(["--package", "bughouse-generator"]);
    shell::heading(&format!("CLI: {}", shell::shown(&cargo)));
    shell::run(&mut cargo)?;
    Ok(workspace.target_dir().join(format!("release/bughouse{}", std::env::consts::EXE_SUFFIX)))
}

/// A client with one connection, which it opens again if the server closes it.
pub(crate) struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.to_owned(), stream: None }
    }

    /// Sends a request with a JSON body, which may be empty, and reads the answer.
    pub(crate) fn send(&mut self, method: &str, target: &str, body: &str) -> io::Result<Answer> {
        let is_new = self.stream.is_none();
        match self.send_once(method, target, body) {
            // The server closes connections after a minute, perhaps just before this request.
            Err(_) if !is_new => {
                self.stream = None;
                self.send_once(method, target, body)
            }
            answer => answer,
        }
        .inspect_err(|_| self.stream = None)
    }

    /// Sends a request and disconnects without reading the answer.
    pub(crate) fn abandon(&mut self, method: &str, target: &str) -> io::Result<()> {
        let sent = self.write(method, target, "");
        self.stream = None;
        sent
    }

    fn write(&mut self, method: &str, target: &str, body: &str) -> io::Result<()> {
        let head = format!(
            "{method} {target} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.stream()?.get_mut().write_all(&[head.as_bytes(), body.as_bytes()].concat())
    }

    fn stream(&mut self) -> io::Result<&mut BufReader<TcpStream>> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            stream.set_nodelay(true)?;
            self.stream = Some(BufReader::new(stream));
        }
        self.stream.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn send_once(&mut self, method: &str, target: &str, body: &str) -> io::Result<Answer> {
        self.write(method, target, body)?;
        let stream = self.stream()?;
        let invalid = || io::Error::other("the answer is not HTTP");
        let (mut status, mut length, mut closes) = (None, 0, false);
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let text = line.trim_end().to_ascii_lowercase();
            if status.is_none() {
                status =
                    Some(text.split(' ').nth(1).and_then(|number| number.parse().ok()).ok_or_else(invalid)?);
            } else if let Some(number) = text.strip_prefix("content-length: ") {
                length = number.parse().map_err(|_| invalid())?;
            } else if text == "connection: close" {
                closes = true;
            } else if text.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        if closes {
            self.stream = None;
        }
        Ok(Answer { status: status.ok_or_else(invalid)?, body })
    }
}

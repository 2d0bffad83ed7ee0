//! A server for one test.

use std::ops::Deref;
use std::path::Path;
use std::thread::JoinHandle;

use bughouse_server::{Options, Quiet, Stopper};

use crate::client::Client;
use crate::openapi;

/// A server that stops with the test. All its answers are validated against the OpenAPI spec.
pub(crate) struct Server {
    client: Client,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server that saves to a folder, and waits until all files are read. Files are named from the folder.
    pub(crate) fn start<S: AsRef<str>>(folder: &Path, files: &[S]) -> Server {
        let server = Server::start_only(folder, files);
        server.wait_until_read();
        server
    }

    /// Starts a server that saves to a folder.
    pub(crate) fn start_only<S: AsRef<str>>(folder: &Path, files: &[S]) -> Server {
        let files = files.iter().map(|file| folder.join(file.as_ref()));
        Server::with(Options::default().files(files).folder(folder))
    }

    /// Starts a server that other machines can reach, which disables saving.
    pub(crate) fn on_the_network() -> Server {
        Server::with(Options::default().bind([0, 0, 0, 0]))
    }

    /// Starts a server on any free port.
    pub(crate) fn with(options: Options) -> Server {
        let server = bughouse_server::Server::bind(options.port(Some(0))).unwrap();
        let host = format!("127.0.0.1:{}", server.address().port());
        let stopper = server.stopper();
        let thread = std::thread::spawn(move || server.run(Quiet));
        Server { client: Client { host, validate: openapi::validate }, stopper, thread: Some(thread) }
    }

    /// Stops the server and waits for it.
    pub(crate) fn stop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// Asserts that a check finds one game without errors.
#[track_caller]
pub(crate) fn assert_valid_game(text: &str) {
    let options = bpgn::ReadOptions::for_files();
    let mut checker = bpgn::Checker::new(options, |report| (report.is_game, report.state));
    let mut reader = bpgn::Reader::new(text.as_bytes());
    let states: Vec<_> = reader.read_games(&mut checker).collect::<Result<_, _>>().unwrap();
    assert!(matches!(states[..], [(true, state)] if state != bpgn::State::Broken), "{states:?}\n{text}");
}

//! Start and end of the server.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_archive::ArchiveError;
use bughouse_engines::Program;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::guard::Guard;
use crate::open_archive::{OpenArchive, is_archive};
use crate::open_files::OpenFiles;
use crate::page::Page;
use crate::save::SaveFolder;
use crate::served_engine::ServedEngine;
use crate::state::ServerState;
use crate::{folder, listen, routes};

/// The usual port.
pub const PORT: u16 = 4242;

/// The most requests that are worked on at a time; others wait.
const WORKERS: usize = 8;

/// What is served, and where.
///
/// ```
/// use bughouse_server::Options;
///
/// let options = Options::default().files(["games.bpgn"]).port(Some(0)).folder("saved");
/// assert_eq!(options.port, Some(0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The files to open, or folders of them; `-` is stdin. One of them may be the folder of an archive.
    pub files: Vec<PathBuf>,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port to listen on, 0 for any free one; `None` for the usual one, or any free one if that is taken.
    pub port: Option<u16>,
    /// Where new files are written; `None` for the folder of the process. Nothing is written at all if others on the
    /// network can ask.
    pub folder: Option<PathBuf>,
    /// The engine that the page may ask.
    pub engine: Option<Program>,
    /// The page that is shown. The usual one is empty: the interface is answered alone.
    pub page: Page,
}

impl Default for Options {
    fn default() -> Options {
        let (bind, page) = (Ipv4Addr::LOCALHOST.into(), Page::default());
        Options { files: Vec::new(), bind, port: None, folder: None, engine: None, page }
    }
}

impl Options {
    /// Returns the same with other files to open, or folders of them; `-` is stdin.
    #[must_use]
    pub fn files<P: Into<PathBuf>>(self, files: impl IntoIterator<Item = P>) -> Options {
        Options { files: files.into_iter().map(Into::into).collect(), ..self }
    }

    /// Returns the same with another address to listen on.
    #[must_use]
    pub fn bind(self, bind: impl Into<IpAddr>) -> Options {
        Options { bind: bind.into(), ..self }
    }

    /// Returns the same with another port to listen on, 0 for any free one; `None` for the usual one, or any free one if
    /// that is taken.
    #[must_use]
    pub fn port(self, port: Option<u16>) -> Options {
        Options { port, ..self }
    }

    /// Returns the same with a folder that new files are written to.
    #[must_use]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Options {
        Options { folder: Some(folder.into()), ..self }
    }

    /// Returns the same with an engine that the page may ask.
    #[must_use]
    pub fn engine(self, engine: Option<Program>) -> Options {
        Options { engine, ..self }
    }

    /// Returns the same with a page to show.
    #[must_use]
    pub fn page(self, page: Page) -> Options {
        Options { page, ..self }
    }
}

/// Why there is no server.
#[derive(Debug)]
pub enum BindError {
    /// A file is not there.
    NoFile(PathBuf),
    /// A folder cannot be read, or holds no record.
    Folder(PathBuf, io::Error),
    /// An archive cannot be opened.
    Archive(ArchiveError),
    /// There is more than one archive.
    TwoArchives(PathBuf),
    /// The address cannot be listened on.
    Address(SocketAddr, io::Error),
    /// The machine gives no threads.
    Threads(io::Error),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindError::NoFile(path) => write!(f, "cannot read {}: there is no such file", path.display()),
            BindError::Folder(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            BindError::Archive(error) => error.fmt(f),
            BindError::TwoArchives(path) => {
                write!(f, "{}: one archive is open already, and there can be one alone", path.display())
            }
            BindError::Address(address, error) => {
                write!(f, "cannot listen on {address}: {error}; --port 0 takes any free port")
            }
            BindError::Threads(error) => write!(f, "cannot start threads: {error}"),
        }
    }
}

impl std::error::Error for BindError {}

/// Is told what goes on.
pub trait Events: Send + Sync {
    /// A file could not be read to its end.
    fn broken(&self, why: &str);

    /// Files are being read: so many bytes of all, if that is known, and so many games.
    fn progress(&self, read: u64, total: Option<u64>, games: u64);

    /// A file was read.
    fn file_read(&self);
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Events for Quiet {
    fn broken(&self, _why: &str) {}

    fn progress(&self, _read: u64, _total: Option<u64>, _games: u64) {}

    fn file_read(&self) {}
}

/// Ends a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server. Requests that are being answered are answered.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

/// A server that has its address and does not answer yet.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    archive: Option<OpenArchive>,
    stop: watch::Sender<bool>,
}

impl Server {
    /// Takes the port that was asked for, else the usual one, else any.
    ///
    /// # Errors
    /// Rejected if a file is not there, a folder holds no record, or the port is taken.
    pub fn bind(mut options: Options) -> Result<Server, BindError> {
        if let Some(missing) = options.files.iter().find(|path| path.as_os_str() != "-" && !path.exists()) {
            return Err(BindError::NoFile(missing.clone()));
        }
        let (archives, files): (Vec<PathBuf>, _) =
            options.files.into_iter().partition(|path| is_archive(path));
        let found = folder::find(&files);
        if let Some((path, error)) = found.failed.into_iter().next() {
            return Err(BindError::Folder(path, error));
        }
        options.files = found.files;
        let archive = match &archives[..] {
            [] => None,
            [folder] => Some(OpenArchive::new(folder).map_err(BindError::Archive)?),
            [_, second, ..] => return Err(BindError::TwoArchives(second.clone())),
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(WORKERS)
            .enable_all()
            .build()
            .map_err(BindError::Threads)?;
        let (listener, address) = runtime.block_on(take_port(&options))?;
        Ok(Server { runtime, listener, address, options, archive, stop: watch::Sender::new(false) })
    }

    /// Returns where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Returns what ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Ends it when the user presses Ctrl-C or the process is told to end. The second time the process ends at once.
    pub fn stop_on_signals(&self) {
        let stopper = self.stopper();
        self.runtime.spawn(async move {
            signal().await;
            stopper.stop();
            // Whoever asks twice does not want to wait.
            signal().await;
            std::process::exit(130);
        });
    }

    /// Reads the files in the background and answers until it is told to end.
    pub fn run(self, events: impl Events + 'static) {
        let Server { runtime, listener, address, options, archive, stop } = self;
        let folder = match options.folder.map_or_else(std::env::current_dir, Ok) {
            _ if !address.ip().is_loopback() => SaveFolder::Nowhere(
                "nothing is written to disk while others on the network can ask; download the game instead",
            ),
            Ok(folder) => SaveFolder::Folder(folder),
            Err(_) => SaveFolder::Nowhere("the folder that the program was started in is gone"),
        };
        let events: Arc<dyn Events> = Arc::new(events);
        let stop_reading = Arc::new(AtomicBool::new(false));
        let state = Arc::new(ServerState {
            open_files: OpenFiles::new(&options.files),
            folder,
            archive,
            engine: options.engine.map(ServedEngine::new),
            saving: Mutex::default(),
            stop_reading: Arc::clone(&stop_reading),
        });
        if state.engine.is_some() {
            let (state, events) = (Arc::clone(&state), Arc::clone(&events));
            // Whether it can be used is told at once; all else goes on without it.
            std::thread::spawn(move || {
                if let Some(Err(why)) = state.engine.as_ref().map(ServedEngine::start) {
                    events.broken(&why);
                }
            });
        }
        let reading = {
            let (state, stop) = (Arc::clone(&state), Arc::clone(&stop_reading));
            std::thread::spawn(move || state.open_files.read_all(&stop, &events))
        };
        let router = routes::router(Arc::clone(&state), options.page, Guard::new(address));
        runtime.block_on(listen::serve(listener, router, stop.subscribe()));
        stop_reading.store(true, Ordering::Relaxed);
        state.engine.iter().for_each(ServedEngine::end);
        // Reading stops at the next piece. Pipes are not waited for.
        let _ = reading.join();
        // A file that is being written is written to its end, and no other is begun.
        std::mem::forget(state.saving.lock().unwrap_or_else(PoisonError::into_inner));
        // Whoever still works on a request or reads a file is not waited for.
        runtime.shutdown_background();
    }
}

/// Takes the port that was asked for, else the usual one, else any.
async fn take_port(options: &Options) -> Result<(TcpListener, SocketAddr), BindError> {
    let usual = SocketAddr::new(options.bind, options.port.unwrap_or(PORT));
    let taken = match TcpListener::bind(usual).await {
        Err(error) if options.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(options.bind, 0)).await
        }
        taken => taken,
    };
    let told = |error| BindError::Address(usual, error);
    let listener = taken.map_err(told)?;
    let address = listener.local_addr().map_err(told)?;
    Ok((listener, address))
}

/// Waits until somebody wants the program to end.
async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

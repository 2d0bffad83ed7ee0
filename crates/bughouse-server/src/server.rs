//! The server: options, start and shutdown.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_archive::ArchiveError;
use bughouse_engines::{EngineError, Program};
use bughouse_files::{folder, signals, sources};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::guard::Guard;
use crate::long_requests::LongRequests;
use crate::open_archive::{OpenArchive, is_archive};
use crate::open_files::OpenFiles;
use crate::save::SaveFolder;
use crate::served_engine::ServedEngine;
use crate::state::ServerState;
use crate::web_ui::WebUi;
use crate::{listen, routes};

/// The default port.
pub const PORT: u16 = 4242;

/// The maximum number of requests processed at a time, not counting long ones; others wait.
const WORKERS: usize = 8;

/// The options of a server.
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
    /// The files and folders to open; `-` is stdin. One of them may be an archive.
    pub files: Vec<PathBuf>,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port to listen on; 0 for any free port, `None` for [`PORT`] or any free port if it is taken.
    pub port: Option<u16>,
    /// The folder that new files are saved to; `None` for the working directory. Saving is disabled if the server can
    /// be reached from other machines.
    pub folder: Option<PathBuf>,
    /// The engine.
    pub engine: Option<Program>,
    /// The web UI. By default, there is none, and the server only answers the HTTP API.
    pub web_ui: WebUi,
}

impl Default for Options {
    fn default() -> Options {
        let (bind, web_ui) = (Ipv4Addr::LOCALHOST.into(), WebUi::default());
        Options { files: Vec::new(), bind, port: None, folder: None, engine: None, web_ui }
    }
}

impl Options {
    /// Sets the files and folders to open; `-` is stdin.
    #[must_use]
    pub fn files<P: Into<PathBuf>>(self, files: impl IntoIterator<Item = P>) -> Options {
        Options { files: files.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets the address to listen on.
    #[must_use]
    pub fn bind(self, bind: impl Into<IpAddr>) -> Options {
        Options { bind: bind.into(), ..self }
    }

    /// Sets the port to listen on; 0 for any free port, `None` for [`PORT`] or any free port if it is taken.
    #[must_use]
    pub fn port(self, port: Option<u16>) -> Options {
        Options { port, ..self }
    }

    /// Sets the folder that new files are saved to.
    #[must_use]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Options {
        Options { folder: Some(folder.into()), ..self }
    }

    /// Sets the engine.
    #[must_use]
    pub fn engine(self, engine: Option<Program>) -> Options {
        Options { engine, ..self }
    }

    /// Sets the web UI.
    #[must_use]
    pub fn web_ui(self, web_ui: WebUi) -> Options {
        Options { web_ui, ..self }
    }
}

/// Why a server can't start.
#[derive(Debug)]
pub enum BindError {
    /// A file doesn't exist.
    NoFile(PathBuf),
    /// A folder can't be read, or has no game files.
    Folder(PathBuf, io::Error),
    /// An archive can't be opened.
    Archive(ArchiveError),
    /// There is more than one archive.
    TwoArchives(PathBuf),
    /// The server can't listen on the address.
    Address(SocketAddr, io::Error),
    /// Threads can't be started.
    Threads(io::Error),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindError::NoFile(path) => write!(f, "cannot read {}: no such file", path.display()),
            BindError::Folder(path, error) => {
                write!(f, "cannot read {}: {}", path.display(), sources::describe(error))
            }
            BindError::Archive(error) => error.fmt(f),
            BindError::TwoArchives(path) => {
                write!(f, "cannot open {}: only one archive can be open at a time", path.display())
            }
            BindError::Address(address, error) => {
                write!(f, "cannot listen on {address}: {}", sources::describe(error))?;
                // Another port doesn't help if the address isn't one of this machine.
                match error.kind() {
                    io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
                        f.write_str(". Use --port 0 for any free port")
                    }
                    _ => Ok(()),
                }
            }
            BindError::Threads(error) => write!(f, "cannot start threads: {error}"),
        }
    }
}

impl std::error::Error for BindError {}

/// Receives events of a server.
pub trait Events: Send + Sync {
    /// Called if a file could not be read completely, or the engine can't be used.
    fn broken(&self, why: &str);

    /// Called if the engine can't be used. Calls [`broken`](Events::broken), unless you implement it.
    fn engine_failed(&self, name: &str, error: &EngineError) {
        match error {
            // This error already has the name.
            EngineError::NotStarted { .. } => self.broken(&error.to_string()),
            _ => self.broken(&format!("{name}: {error}")),
        }
    }

    /// Called while files are being read, with the number of bytes read, the total if known, and the number of games.
    fn progress(&self, read: u64, total: Option<u64>, games: u64);

    /// Called after a file was read.
    fn file_read(&self);
}

/// Ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Events for Quiet {
    fn broken(&self, _why: &str) {}

    fn progress(&self, _read: u64, _total: Option<u64>, _games: u64) {}

    fn file_read(&self) {}
}

/// Stops a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Stops the server. Pending requests are still answered.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

/// A server that is bound to an address.
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
    /// Binds a server to its address, without answering requests yet.
    ///
    /// # Errors
    /// Fails if a file doesn't exist, a folder has no game files, or the port is taken.
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

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of the server.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Returns a handle to stop the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Stops the server on Ctrl-C or SIGTERM. The second signal ends the process at once.
    pub fn stop_on_signals(&self) {
        let stopper = self.stopper();
        signals::on_first(move |_| stopper.stop());
    }

    /// Reads the files in the background and answers requests until the server is stopped.
    pub fn run(self, events: impl Events + 'static) {
        let Server { runtime, listener, address, options, archive, stop } = self;
        let folder = match options.folder.map_or_else(std::env::current_dir, Ok) {
            _ if !address.ip().is_loopback() => SaveFolder::Nowhere(
                "saving is disabled because other machines can reach this server: download the game instead",
            ),
            Ok(folder) => SaveFolder::Folder(folder),
            Err(_) => SaveFolder::Nowhere(
                "the working directory doesn't exist anymore: restart the server in another folder",
            ),
        };
        let events: Arc<dyn Events> = Arc::new(events);
        let stop_reading = Arc::new(AtomicBool::new(false));
        let state = Arc::new(ServerState {
            open_files: OpenFiles::new(&options.files),
            folder,
            archive,
            engine: options.engine.map(ServedEngine::new),
            saving: Mutex::default(),
            long_requests: LongRequests::default(),
            stop_reading: Arc::clone(&stop_reading),
        });
        if state.engine.is_some() {
            let (state, events) = (Arc::clone(&state), Arc::clone(&events));
            // Reports early if the engine can't be used. Everything else works without it.
            std::thread::spawn(move || {
                if let Some(engine) = &state.engine
                    && let Err(error) = engine.start()
                {
                    events.engine_failed(&engine.name(), &error);
                }
            });
        }
        let reading = {
            let (state, stop) = (Arc::clone(&state), Arc::clone(&stop_reading));
            std::thread::spawn(move || state.open_files.read_all(&stop, &events))
        };
        let router = routes::router(Arc::clone(&state), options.web_ui, Guard::new(address));
        runtime.block_on(listen::serve(listener, router, stop.subscribe()));
        stop_reading.store(true, Ordering::Relaxed);
        state.engine.iter().for_each(ServedEngine::end);
        // Reading stops at the next chunk. Pipes are not awaited.
        let _ = reading.join();
        // Waits for a file that is being written, and prevents others from being started.
        std::mem::forget(state.saving.lock().unwrap_or_else(PoisonError::into_inner));
        // Threads that still process a request or read a file are not awaited.
        runtime.shutdown_background();
    }
}

/// Listens on the given port, or on the default port, or on any free port.
async fn take_port(options: &Options) -> Result<(TcpListener, SocketAddr), BindError> {
    let wanted = SocketAddr::new(options.bind, options.port.unwrap_or(PORT));
    let taken = match TcpListener::bind(wanted).await {
        Err(error) if options.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(options.bind, 0)).await
        }
        taken => taken,
    };
    let failed = |error| BindError::Address(wanted, error);
    let listener = taken.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

//! `serve`: the review page, and the interface behind it.
//!
//! Files are read in the background; the page can be used meanwhile. `openapi.json` documents the interface.

mod board_json;
mod body;
mod bytes;
mod edit;
mod game_json;
mod guard;
mod index;
mod listen;
mod names;
mod open_file;
mod page;
mod place_json;
mod position_json;
mod refusal;
mod routes;
mod row_json;
mod save;
mod search;
mod shelf;
mod spoken;
mod upload;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::{PORT, ServeArgs};
use crate::report::{self, Verdict};
use crate::serve::guard::Guard;
use crate::serve::routes::Desk;
use crate::serve::save::SaveFolder;
use crate::serve::shelf::Shelf;

/// The most requests that are worked on at a time; others wait.
const WORKERS: usize = 8;

/// Serves the page until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> io::Result<Verdict> {
    if let Some(missing) = args.file.iter().find(|path| path.as_os_str() != "-" && !path.exists()) {
        report::error(format_args!("cannot read {}: there is no such file", missing.display()));
        return Ok(Verdict::Wrong);
    }
    if !page::is_there() {
        report::note(
            "this program was built without its page; `cargo xtask serve` in its source builds both",
        );
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(WORKERS)
        .enable_all()
        .build()?;
    let done = runtime.block_on(serve(args, out));
    // Whoever still works on a request or reads a file is not waited for.
    runtime.shutdown_background();
    done
}

async fn serve(args: &ServeArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let listener = match listen(args).await {
        Ok(listener) => listener,
        Err((address, error)) => {
            report::error(format_args!("cannot listen on {address}: {error}; --port 0 takes any free port"));
            return Ok(Verdict::Wrong);
        }
    };
    let address = listener.local_addr()?;
    let folder = match std::env::current_dir() {
        _ if !address.ip().is_loopback() => SaveFolder::Nowhere(
            "nothing is written to disk while others on the network can ask; download the game instead",
        ),
        Ok(folder) => SaveFolder::Folder(folder),
        Err(_) => SaveFolder::Nowhere("the folder that the program was started in is gone"),
    };
    let stop_reading = Arc::new(AtomicBool::new(false));
    let desk = Arc::new(Desk {
        shelf: Shelf::new(&args.file),
        folder,
        saving: Mutex::default(),
        stop_reading: Arc::clone(&stop_reading),
    });
    let reading = {
        let (desk, stop) = (Arc::clone(&desk), Arc::clone(&stop_reading));
        std::thread::spawn(move || desk.shelf.read_all(&stop))
    };
    let shown = SocketAddr::new(
        if address.ip().is_unspecified() { [127, 0, 0, 1].into() } else { address.ip() },
        address.port(),
    );
    writeln!(out, "http://{shown}/")?;
    out.flush()?;
    report::say(format_args!("Ctrl-C ends it."));
    if args.open {
        open_browser(&format!("http://{shown}/"));
    }
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        signal().await;
        let _ = stop.send(true);
        // Whoever asks twice does not want to wait.
        signal().await;
        std::process::exit(130);
    });
    listen::serve(listener, routes::router(Arc::clone(&desk), Guard::new(address)), stopped).await;
    stop_reading.store(true, Ordering::Relaxed);
    // Reading stops at the next piece. Pipes are not waited for.
    let _ = reading.join();
    // A file that is being written is written to its end, and no other is begun.
    std::mem::forget(desk.saving.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Verdict::Fine)
}

/// Takes the port that was asked for, else the usual one, else any.
async fn listen(args: &ServeArgs) -> Result<TcpListener, (SocketAddr, io::Error)> {
    let usual = SocketAddr::new(args.bind, args.port.unwrap_or(PORT));
    match TcpListener::bind(usual).await {
        Ok(listener) => Ok(listener),
        Err(error) if args.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(args.bind, 0);
            TcpListener::bind(any).await.map_err(|error| (any, error))
        }
        Err(error) => Err((usual, error)),
    }
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

/// Opens an address in the browser of the user.
fn open_browser(address: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(args).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It is waited for, so that nothing is left of it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => report::note(format_args!("cannot open a browser with {program}: {error}")),
    }
}

//! Ctrl-C and SIGTERM.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Calls a function at the first signal, with the exit code for the signal. The second signal ends the process.
///
/// Signals no longer end the process on their own. If they can't be received, nothing changes.
pub fn on_first(act: impl FnOnce(i32) + Send + 'static) {
    let Ok((runtime, mut signals)) = listen() else { return };
    thread::spawn(move || {
        act(runtime.block_on(signals.wait()));
        process::exit(runtime.block_on(signals.wait()));
    });
}

/// Returns a flag that the first signal sets, to stop work cleanly. The second signal ends the process.
pub fn flag() -> &'static AtomicBool {
    static FLAG: AtomicBool = AtomicBool::new(false);
    on_first(|_| FLAG.store(true, Ordering::Relaxed));
    &FLAG
}

/// Starts to listen. From then on, signals no longer end the process on their own.
fn listen() -> io::Result<(tokio::runtime::Runtime, Ended)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let entered = runtime.enter();
    let signals = Ended::new()?;
    drop(entered);
    Ok((runtime, signals))
}

/// The signals that end a process.
#[cfg(unix)]
struct Ended {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Ended {
    fn new() -> io::Result<Ended> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Ended { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for a signal and returns the exit code for it.
    async fn wait(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => 130,
            _ = self.terminate.recv() => 143,
        }
    }
}

#[cfg(not(unix))]
struct Ended;

#[cfg(not(unix))]
impl Ended {
    fn new() -> io::Result<Ended> {
        Ok(Ended)
    }

    async fn wait(&mut self) -> i32 {
        // Without a signal handler, wait forever.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        130
    }
}

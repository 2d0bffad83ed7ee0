//! `serve`: the web UI, with messages for a terminal.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bughouse_engines::EngineError;
use bughouse_files::sources;
use bughouse_server::{BindError, Events, Options, Server, WebUi};

use crate::advisor;
use crate::cli::ServeArgs;
use crate::cli_analysis::EngineProgram;
use crate::next_step;
use crate::progress::Progress;
use crate::report::{self, Verdict};

// `FILES: &[(&str, &[u8])]`, the built web UI by path, which `build.rs` found in `page/`. It is GPL-3.0-or-later, and not
// part of any library.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Serves the web UI until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let missing = args.file.iter().find(|path| path.as_os_str() != "-" && !path.exists());
    if let Some((path, why)) = missing.and_then(|path| Some((path, next_step::for_file(path)?))) {
        report::error(format_args!("cannot read {}: {why}", sources::name(path)));
        return Ok(Verdict::Wrong);
    }
    let web_ui = WebUi::from_static(FILES);
    let has_web_ui = web_ui.has_index();
    let options = Options::default()
        .files(&args.file)
        .bind(args.bind)
        .port(args.port)
        .engine(args.engine.program())
        .web_ui(web_ui);
    let server = match Server::bind(options) {
        Ok(server) => server,
        Err(BindError::Threads(error)) => return Err(error),
        Err(why) => {
            report::error(why);
            return Ok(Verdict::Wrong);
        }
    };
    if !has_web_ui {
        report::note("this build has no web UI; run `cargo xtask serve` in the source folder to build it");
    }
    let address = server.url();
    writeln!(out, "{address}")?;
    out.flush()?;
    report::say(format_args!("Press Ctrl-C to stop."));
    if args.open {
        open_browser(&address);
    }
    server.stop_on_signals();
    server.run(Terminal { engine: args.engine.clone(), progress: Mutex::default() });
    Ok(Verdict::Fine)
}

/// Prints errors and progress to the terminal.
struct Terminal {
    engine: EngineProgram,
    progress: Mutex<Option<Progress>>,
}

impl Terminal {
    fn progress(&self) -> MutexGuard<'_, Option<Progress>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Events for Terminal {
    fn broken(&self, why: &str) {
        report::error(why);
    }

    fn engine_failed(&self, _name: &str, error: &EngineError) {
        report::error(advisor::why_unusable(&self.engine, error));
    }

    fn progress(&self, read: u64, total: Option<u64>, games: u64) {
        self.progress().get_or_insert_with(|| Progress::new(total)).show(read, games);
    }

    fn file_read(&self) {
        self.progress().iter_mut().for_each(Progress::clear);
    }
}

/// Opens a URL in the browser.
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
        // Wait for it, to leave no zombie process.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => report::note(format_args!(
            "cannot open a browser with {program}: {error}. Open {address} yourself"
        )),
    }
}

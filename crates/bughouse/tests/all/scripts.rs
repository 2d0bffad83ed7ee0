//! Engines that are scripts with one fixed answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A script in a temporary file.
pub(crate) struct Script(PathBuf);

impl Script {
    /// Writes a script for the shell.
    pub(crate) fn new(body: &str) -> Script {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bughouse-script-{}-{number}.sh", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, format!("{body}\n")).unwrap();
        Script(path)
    }

    /// Writes an engine that gives the same answer for every position.
    pub(crate) fn engine(info: &str, best: &str) -> Script {
        Script::new(&format!(
            "while read -r word rest; do
               case $word in
                 uci) echo 'id name Script 1'
                      echo 'option name UCI_Variant type combo default chess var bughouse'
                      echo uciok ;;
                 isready) echo readyok ;;
                 go) echo '{info}'; echo 'bestmove {best}' ;;
                 quit) exit 0 ;;
               esac
             done"
        ))
    }

    /// Returns the arguments of a command with this engine.
    ///
    /// The engine is the shell, because starting a file that was just written fails while another test starts a process.
    pub(crate) fn with<'a>(&'a self, args: &[&'a str]) -> Vec<&'a str> {
        let engine = ["--engine", "/bin/sh", "--engine-arg", self.0.to_str().unwrap()];
        [args, &engine].concat()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

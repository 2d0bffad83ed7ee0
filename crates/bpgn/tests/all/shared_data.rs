//! Shared test data, which is read in place and never copied.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Returns a folder of the shared data, which is next to the repository or in `BUGHOUSE_SHARED_DATA`. If it is missing,
/// says so on standard error, where the test runner doesn't hide it, and returns `None`: the test tests nothing.
pub(crate) fn shared_data(folder: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("BUGHOUSE_SHARED_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let path = path.display();
    let message = format!("skipped: {test}: there is no folder {path}; set BUGHOUSE_SHARED_DATA\n");
    // Not `eprint!`, which is captured if the test passes.
    let _ = std::io::stderr().write_all(message.as_bytes());
    None
}

/// A real game and what is known about it.
pub(crate) struct RealGame {
    /// Its file.
    pub(crate) path: PathBuf,
    /// The expected state: `strict`, `lenient`, `borrow`, `cannot`.
    pub(crate) mode: String,
    /// The number of half-moves. For `cannot`, the number of the one that can't be played.
    pub(crate) plies: usize,
    /// The final positions. For `cannot`, the half-move and why it can't be played.
    pub(crate) last: [String; 2],
}

impl RealGame {
    /// Returns the label that the file name ends with: `19A` for `drop_19A`.
    pub(crate) fn label_in_name(&self) -> String {
        let name = self.path.file_stem().unwrap().to_str().unwrap();
        name.rsplit_once('_').unwrap().1.to_owned()
    }
}

/// Lists the real games. The list is empty if they are missing.
pub(crate) fn real_games() -> Vec<RealGame> {
    let Some(folder) = shared_data("bpgn") else { return Vec::new() };
    let rows = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    let games: Vec<RealGame> = rows
        .lines()
        .skip(1)
        .map(|row| {
            let fields: Vec<&str> = row.split(';').collect();
            let [file, mode, plies, a, b] = fields[..] else { panic!("{row}") };
            RealGame {
                path: folder.join(file),
                mode: mode.to_owned(),
                plies: plies.parse().unwrap(),
                last: [a.to_owned(), b.to_owned()],
            }
        })
        .collect();
    assert!(!games.is_empty());
    games
}

//! Data of others, which is read in its place and never copied.

use std::path::{Path, PathBuf};

/// Returns a folder of the data that stands beside the repository, or where `BUGHOUSE_SHARED_DATA` says. Where it is
/// missing, that is said, and the test is skipped.
pub(crate) fn shared_data(folder: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("BUGHOUSE_SHARED_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: there is no folder {}", path.display());
    None
}

/// A real game and what is known about it.
pub(crate) struct RealGame {
    /// Its file.
    pub(crate) path: PathBuf,
    /// How it comes through: `strict`, `lenient`, `borrow`, `cannot`.
    pub(crate) mode: String,
    /// How many half-moves it has; for `cannot`, the number of the one that cannot be played.
    pub(crate) plies: usize,
    /// The positions at the end; for `cannot`, the half-move and why it cannot be played.
    pub(crate) last: [String; 2],
}

impl RealGame {
    /// Returns the half-move that a name ends with, as `drop_19A`.
    pub(crate) fn label_in_name(&self) -> String {
        let name = self.path.file_stem().unwrap().to_str().unwrap();
        name.rsplit_once('_').unwrap().1.to_owned()
    }
}

/// Lists the real games; none where they are missing.
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

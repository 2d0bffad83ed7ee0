//! The first half-moves of real games.

use std::io;
use std::path::{Path, PathBuf};

use bpgn::{Game, Moments, ReadOptions};
use bughouse_chess::{BoardId, BughouseMove, Position};

/// The number of half-moves in an opening, both boards together.
const LENGTH: usize = 8;

/// The first half-moves of a game.
pub(crate) struct Opening {
    /// The file that it comes from.
    pub(crate) name: String,
    pub(crate) half_moves: Vec<(BoardId, BughouseMove)>,
}

/// Reads the openings of all games under a folder, in the order of the file names and without duplicates. Games from
/// other start positions are skipped.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Opening>> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    let mut openings: Vec<Opening> = Vec::new();
    for file in files {
        let text = std::fs::read(&file)?;
        let text = String::from_utf8_lossy(&text);
        let Ok(game) = text.parse::<Game>() else { continue };
        let mut moments = Moments::new(&game, &ReadOptions::default());
        if moments.start().position.boards() != Position::START.boards() {
            continue;
        }
        let half_moves: Vec<_> = moments
            .by_ref()
            .map_while(|step| step.moment)
            .map(|moment| (moment.seat.board, moment.mv))
            .take(LENGTH)
            .collect();
        let is_new = !openings.iter().any(|other| other.half_moves == half_moves);
        if half_moves.len() == LENGTH && is_new {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            openings.push(Opening { name, half_moves });
        }
    }
    Ok(openings)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "bpgn") {
            files.push(path);
        }
    }
    Ok(())
}

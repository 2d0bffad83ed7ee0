//! Adds a few games to a copy of the archive, to measure what an import costs besides its games.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

use crate::import::ImportProcess;
use crate::limits::Limit;
use crate::make::Plan;

/// How many games are added.
const GAMES: u64 = 100;

/// Adds games in a process of its own. Returns the time from its start to its exit, and the bytes that it read, from the
/// disk or from the file cache.
pub(crate) fn add(plan: &Plan<'_>) -> io::Result<Vec<Limit>> {
    let (copy, file) = (plan.folder.join("few"), plan.folder.join("few.bpgn"));
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    link(&plan.archive(), &copy)?;
    plan.write(plan.games + 1..plan.games + 1 + GAMES, &file)?;
    let begun = Instant::now();
    let mut process = ImportProcess::start(&copy, plan.texts)?;
    let added = process.add(&[&file])?;
    process.finish()?;
    let wall = begun.elapsed().as_secs_f64();
    if added.games != GAMES {
        return Err(io::Error::other(format!("{} of {GAMES} games were added", added.games)));
    }
    fs::remove_dir_all(&copy)?;
    fs::remove_file(file)?;
    Ok(vec![
        Limit::at_most(format!("adding {GAMES} games, wall"), wall, "s", 3.0, 1.5),
        Limit::at_most(format!("adding {GAMES} games, read"), added.read / 1e6, "MB", 200.0, 120.0),
    ])
}

/// Copies an archive. Files in its folders never change, so they are linked.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), target)?;
            continue;
        }
        fs::create_dir(&target)?;
        for file in fs::read_dir(entry.path())? {
            let file = file?;
            fs::hard_link(file.path(), target.join(file.file_name()))?;
        }
    }
    Ok(())
}

//! Files that were added earlier and have grown since, for example a log that was still being written.

use std::path::Path;

use crate::archive::Archive;
use crate::error::ArchiveError;

/// A file that extends one added earlier, whose last game was cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Grown {
    /// The name of the file that was added earlier.
    pub source_name: String,
    /// The id of the game that was cut off.
    pub cut: i32,
    /// The id of the complete game.
    pub whole: i32,
}

/// Finds the game that is cut off at the end of source `before` and complete in source `now`, which extends it.
pub(crate) fn find(folder: &Path, before: usize, now: usize) -> Result<Option<Grown>, ArchiveError> {
    let archive = Archive::open(folder)?;
    let attributes = archive.attributes()?;
    let of =
        |source: usize| attributes.sources.iter().enumerate().filter(move |(_, of)| **of == source as i32);
    let Some((last, _)) = of(before).next_back() else { return Ok(None) };
    let Some(cut) = archive.game(last as i32)?.filter(|game| game.state == "broken") else { return Ok(None) };
    // The games of a source are sorted by offset, so use a binary search.
    let ids: Vec<i32> = of(now).map(|(id, _)| id as i32).collect();
    let (mut first, mut after) = (0, ids.len());
    while first < after {
        let middle = first + (after - first) / 2;
        let Some(game) = archive.game(ids[middle])? else { return Ok(None) };
        match game.byte.cmp(&cut.byte) {
            std::cmp::Ordering::Less => first = middle + 1,
            std::cmp::Ordering::Greater => after = middle,
            std::cmp::Ordering::Equal => {
                let source_name = archive.manifest().sources.get(before).map(|source| source.name.clone());
                return Ok(Some(Grown {
                    source_name: source_name.unwrap_or_default(),
                    cut: cut.id,
                    whole: game.id,
                }));
            }
        }
    }
    Ok(None)
}

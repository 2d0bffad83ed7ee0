//! An import shared by several processes, on one machine or on many machines with a shared folder.
//!
//! One process is the leader: it holds the archive's lock ([`JointImport`]). Workers read ranges of the sources
//! ([`SourceRange`]) in two passes. In the first, they survey the games ([`survey`]), and the leader decides which
//! games are new and assigns their ids. In the second, they write `games`, `moves`, `records` and `refused`
//! ([`RangeWriter`]) and return the rows of positions, grouped by range of keys. For each range of keys, one worker
//! collects, sorts and writes the rows ([`RunWriter`]). Workers report the files they wrote ([`report_files`]), and
//! the leader commits them.
//!
//! Each attempt at a piece of work writes files with unique names. If a worker is lost, another one repeats its work,
//! and the files of the lost attempt are removed later. Repeated work gives the same rows, byte for byte. The archive
//! has the same rows as if [`Importer`](crate::Importer) had added the sources in one batch, unless one of them continues
//! another one of the same call. Then `Importer` reads the longer one afterwards and stores only the rest. A joint import
//! stores both, and counts no game twice.

mod lead;
mod range;
mod reports;
mod rows;
mod runs;
mod survey;
mod write;

pub use lead::{Counted, JointImport, JointSource};
pub use range::{Identity, SourceRange, Text, identify};
pub use reports::report_files;
pub use runs::RunWriter;
pub use survey::{Survey, survey};
pub use write::{RangePlan, RangeWriter, Rows};

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::ArchiveError;
use crate::regular;

/// The folder through which the processes communicate.
const SCRATCH: &str = "joint";

/// The largest file in that folder that is read, in bytes.
const MOST_SCRATCH: u64 = 4 << 30;

/// Returns the folder through which the processes communicate, inside the archive.
pub(crate) fn scratch(folder: &Path) -> PathBuf {
    folder.join(SCRATCH)
}

/// Writes a new file into that folder.
pub(crate) fn write_scratch(folder: &Path, file: &str, content: &[u8]) -> Result<(), ArchiveError> {
    let inner = scratch(folder);
    regular::require_folder(&inner)?;
    regular::write_new(&inner.join(file), content)
}

/// Removes the files of a joint import, and their folder if it is empty.
pub(crate) fn remove_scratch(folder: &Path) -> Result<(), ArchiveError> {
    let inner = scratch(folder);
    regular::require_folder(&inner)?;
    let entries = match fs::read_dir(&inner) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(ArchiveError::Io { path: inner, error }),
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        // Leave files that we didn't create.
        let is_ours = name.to_str().is_some_and(|name| {
            ["survey-", "plan-", "report-", "files-"].iter().any(|start| {
                let rest = name.strip_prefix(start);
                rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
            })
        });
        if is_ours {
            fs::remove_file(entry.path()).map_err(ArchiveError::io(&entry.path()))?;
        }
    }
    let _ = fs::remove_dir(&inner);
    Ok(())
}

//! An import whose work several programs share, on one machine or on many that see the same folder.
//!
//! One program leads: it holds the archive's lock ([`JointImport`]). Others read ranges of the sources ([`SourceRange`]),
//! twice. The first time they survey the games ([`survey`]), and the leader decides from that which games are new and
//! what their ids are. The second time they write `games`, `moves`, `records` and `refused` ([`RangeWriter`]), and hand
//! out the rows of positions by the range of keys that they belong to; their files they leave word of ([`report_files`]).
//! The process that has all rows of a range of keys sorts and writes them ([`RunWriter`]). The leader commits what was written.
//!
//! Every file has a name that its writer chose for itself. So work that was lost is done again by somebody else, and what
//! was written twice is garbage. The returned rows are the same, byte for byte, no matter which process does a piece of work. All rows are those that [`Importer`](crate::Importer) makes of the same sources in one
//! batch.

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

/// The folder through which the processes communicate.
const SCRATCH: &str = "joint";

/// Returns the folder through which the processes communicate, inside the archive.
pub(crate) fn scratch(folder: &Path) -> PathBuf {
    folder.join(SCRATCH)
}

/// Removes all reports, and the folder if it is empty.
pub(crate) fn remove_scratch(folder: &Path) -> Result<(), ArchiveError> {
    let inner = scratch(folder);
    let entries = match fs::read_dir(&inner) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(ArchiveError::Io { path: inner, error }),
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        // What others put there is theirs.
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

//! Reports from workers to the leader about the files they wrote.

use std::fs;
use std::path::Path;

use crate::error::ArchiveError;
use crate::joint::{MOST_SCRATCH, scratch, write_scratch};
use crate::manifest::FileEntry;
use crate::regular;

/// Reports the files written for a piece of work. The leader reads the report with
/// [`JointImport::reported`](crate::joint::JointImport::reported).
///
/// `piece` names the piece of work, and `attempt` is unique for each attempt at it; both consist of digits and hyphens.
/// If there are several reports about a piece, the last one counts.
///
/// # Errors
/// The report cannot be written, for example because no joint import is open in the folder.
pub fn report_files(
    folder: &Path,
    piece: &str,
    attempt: &str,
    files: &[FileEntry],
) -> Result<(), ArchiveError> {
    let name = format!("report-{attempt}");
    let own = scratch(folder).join(&name);
    let text = serde_json::to_vec(files).map_err(|error| ArchiveError::damaged(&own, error))?;
    write_scratch(folder, &name, &text)?;
    // Renaming is atomic: the leader reads either this report or an earlier one.
    fs::rename(&own, scratch(folder).join(format!("files-{piece}"))).map_err(ArchiveError::io(&own))
}

/// Returns the files last reported for a piece of work.
pub(crate) fn reported_files(folder: &Path, piece: &str) -> Result<Vec<FileEntry>, ArchiveError> {
    let path = scratch(folder).join(format!("files-{piece}"));
    let text = regular::read(&path, MOST_SCRATCH).map_err(|error| ArchiveError::of_reading(&path, error))?;
    serde_json::from_slice(&text).map_err(|error| ArchiveError::damaged(&path, error))
}

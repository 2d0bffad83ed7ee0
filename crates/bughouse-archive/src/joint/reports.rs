//! Reports to the leader about the files that were written.

use std::fs;
use std::path::Path;

use crate::error::ArchiveError;
use crate::joint::scratch;
use crate::manifest::FileEntry;

/// Reports to the leader which files were written for a piece of work, for [`JointImport::reported`](crate::joint::JointImport::reported).
///
/// If a piece is done twice, the last report counts. `piece` is a name that all of them use,
/// `attempt` one that nobody else uses: digits and hyphens.
///
/// # Errors
/// It cannot be written. The folder must be one that the leader has prepared.
pub fn report_files(
    folder: &Path,
    piece: &str,
    attempt: &str,
    files: &[FileEntry],
) -> Result<(), ArchiveError> {
    let own = scratch(folder).join(format!("report-{attempt}"));
    let text = serde_json::to_vec(files).map_err(|error| ArchiveError::damaged(&own, error))?;
    fs::write(&own, text).map_err(ArchiveError::io(&own))?;
    // Whoever reads it finds all of it, or all of what was told before.
    fs::rename(&own, scratch(folder).join(format!("files-{piece}"))).map_err(ArchiveError::io(&own))
}

/// Returns the files last reported for a piece of work.
pub(crate) fn reported_files(folder: &Path, piece: &str) -> Result<Vec<FileEntry>, ArchiveError> {
    let path = scratch(folder).join(format!("files-{piece}"));
    let text = fs::read(&path).map_err(ArchiveError::io(&path))?;
    serde_json::from_slice(&text).map_err(|error| ArchiveError::damaged(&path, error))
}

//! Opening files of games.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file to be read; `-` is stdin.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// Returns the name of a file as messages have it.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "stdin".to_owned() } else { path.display().to_string() }
}

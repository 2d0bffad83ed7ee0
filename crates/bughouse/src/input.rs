//! Opening files of games.

use std::io::{self, Read};
use std::path::Path;

/// Opens a file to be read, compressed or not; `-` is stdin.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" { bpgn::decompress(io::stdin()) } else { bpgn::open(path) }
}

/// Returns the name of a file as messages have it.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "stdin".to_owned() } else { path.display().to_string() }
}

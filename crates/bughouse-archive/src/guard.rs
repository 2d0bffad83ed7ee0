//! Turns panics of the Parquet reader into errors. A file with valid checksums but crafted content can cause them.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

use crate::error::ArchiveError;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs code that reads a file with the Parquet library, and reports a panic as damage of the file.
///
/// What the code was changing must not be used after an error.
pub(crate) fn guarded<T>(
    path: &Path,
    read: impl FnOnce() -> Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    static QUIET: Once = Once::new();
    // A caught panic is an error like any other, so nothing is printed.
    QUIET.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                print(info);
            }
        }));
    });
    let outer = IS_GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(outer);
    result.unwrap_or_else(|_| Err(ArchiveError::damaged(path, "it is not valid Parquet")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_damage() {
        let error =
            guarded(Path::new("x.parquet"), || -> Result<(), ArchiveError> { panic!("out of range") });
        assert_eq!(error.unwrap_err().to_string(), "x.parquet is damaged: it is not valid Parquet");
        assert!(!IS_GUARDED.get());
        assert_eq!(guarded(Path::new("x.parquet"), || Ok(3)).unwrap(), 3);
    }
}

//! Checksums of the blocks of a file, to detect damage when it is read.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use twox_hash::{XxHash3_64, XxHash3_128};

use crate::error::ArchiveError;
use crate::regular;

/// The size of a block in bytes.
pub(crate) const BLOCK: usize = 1 << 16;

/// How many blocks to read at once when reading sequentially.
const AHEAD: u64 = 16;

/// Computes the checksums of a file while it is written.
pub(crate) struct SumsWriter {
    hash: XxHash3_64,
    /// The number of bytes of the current block that are hashed.
    filled: usize,
    sums: Vec<u8>,
}

impl SumsWriter {
    pub(crate) fn new() -> SumsWriter {
        SumsWriter { hash: XxHash3_64::new(), filled: 0, sums: Vec::new() }
    }

    pub(crate) fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.hash.write(now);
            self.filled += now.len();
            if self.filled == BLOCK {
                self.close_block();
            }
            bytes = rest;
        }
    }

    fn close_block(&mut self) {
        self.sums.extend(self.hash.finish().to_le_bytes());
        self.hash = XxHash3_64::new();
        self.filled = 0;
    }

    /// Returns the checksums, eight bytes each, little-endian.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.close_block();
        }
        self.sums
    }
}

/// The checksums of files that have none on disk, by `table/name`.
pub(crate) type Computed = BTreeMap<String, Vec<u8>>;

/// Writes the checksums of a file. Returns the checksum of these.
pub(crate) fn write_sums(path: &Path, sums: &[u8]) -> Result<String, ArchiveError> {
    regular::write_new(path, sums)?;
    Ok(checksum_of(sums))
}

/// Returns the checksum of the checksums of a file, as the manifest has it.
pub(crate) fn checksum_of(sums: &[u8]) -> String {
    format!("{:032x}", XxHash3_128::oneshot(sums))
}

/// The checksums of an open file. Each block is checked when it is first read.
#[derive(Debug)]
pub(crate) struct Sums {
    blocks: Vec<(u64, AtomicBool)>,
}

impl Sums {
    /// Reads the checksums of a file with this length.
    pub(crate) fn read(path: &Path, checksum: &str, length: u64) -> Result<Sums, ArchiveError> {
        let expected = length.div_ceil(BLOCK as u64) * 8;
        let bytes = regular::read(path, expected).map_err(|error| ArchiveError::of_reading(path, error))?;
        Sums::new(&bytes, path, checksum, length)
    }

    /// Creates the checksums of a file with this length, which are or will be in the file `path`.
    pub(crate) fn new(bytes: &[u8], path: &Path, checksum: &str, length: u64) -> Result<Sums, ArchiveError> {
        let expected = length.div_ceil(BLOCK as u64) * 8;
        let (sums, rest) = bytes.as_chunks::<8>();
        let is_valid = rest.is_empty() && bytes.len() as u64 == expected && checksum_of(bytes) == checksum;
        if !is_valid {
            return Err(ArchiveError::damaged(path, "its checksum differs from the manifest"));
        }
        let blocks = sums.iter().map(|&sum| (u64::from_le_bytes(sum), AtomicBool::new(false)));
        Ok(Sums { blocks: blocks.collect() })
    }

    /// Returns the byte range of the blocks that must be read and checked for the `wanted` bytes; `None` if all of them
    /// were checked before.
    pub(crate) fn unseen(&self, wanted: &Range<u64>, length: u64) -> Option<Range<u64>> {
        let size = BLOCK as u64;
        let (first, after) = (wanted.start / size, wanted.end.div_ceil(size));
        let is_seen = |(_, seen): &(u64, AtomicBool)| seen.load(Ordering::Relaxed);
        let blocks = self.blocks.get(first as usize..after as usize).unwrap_or_default();
        if blocks.iter().all(is_seen) {
            return None;
        }
        // Read ahead if the previous block was read: small reads are slow.
        let is_sequential =
            first.checked_sub(1).and_then(|before| self.blocks.get(before as usize)).is_some_and(is_seen);
        let after = if is_sequential { after.max(first + AHEAD) } else { after };
        Some(first * size..(after * size).min(length))
    }

    /// Checks blocks. The error is the offset of the first block that differs.
    pub(crate) fn compare(&self, start: u64, bytes: &[u8]) -> Result<(), u64> {
        let first = (start / BLOCK as u64) as usize;
        for (index, bytes) in bytes.chunks(BLOCK).enumerate() {
            let Some((sum, seen)) = self.blocks.get(first + index) else { break };
            if XxHash3_64::oneshot(bytes) != *sum {
                return Err(((first + index) * BLOCK) as u64);
            }
            seen.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

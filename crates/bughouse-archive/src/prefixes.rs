//! Identifies a source by its content, and the known sources that it starts with.

use twox_hash::XxHash3_128;

/// Computes the checksum of a source, and compares it on the way with those of shorter ones.
pub(crate) struct Prefixes<'a> {
    /// The size, checksum and index of each known source that may be next, in the order of their sizes.
    shorter: std::iter::Peekable<std::vec::IntoIter<(u64, &'a str, usize)>>,
    hash: XxHash3_128,
    bytes: u64,
    begins_with: Option<usize>,
}

impl<'a> Prefixes<'a> {
    /// Starts with no content. `known` has the sizes and checksums of the known sources.
    pub(crate) fn new(known: impl Iterator<Item = (u64, &'a str)>) -> Prefixes<'a> {
        let mut shorter: Vec<(u64, &str, usize)> = known
            .enumerate()
            .map(|(at, (bytes, checksum))| (bytes, checksum, at))
            .filter(|(bytes, ..)| *bytes > 0)
            .collect();
        shorter.sort_unstable_by_key(|&(bytes, _, at)| (bytes, at));
        Prefixes {
            shorter: shorter.into_iter().peekable(),
            hash: XxHash3_128::new(),
            bytes: 0,
            begins_with: None,
        }
    }

    /// Adds the next bytes.
    pub(crate) fn write(&mut self, mut bytes: &[u8]) {
        while let Some(&(end, checksum, at)) = self.shorter.peek()
            && end < self.bytes + bytes.len() as u64
        {
            let (before, after) = bytes.split_at((end - self.bytes) as usize);
            self.hash.write(before);
            (bytes, self.bytes) = (after, end);
            if format!("{:032x}", self.hash.finish_128()) == checksum {
                self.begins_with = Some(at);
            }
            self.shorter.next();
        }
        self.hash.write(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Returns the size, the checksum, and the index of the longest known source that it starts with.
    pub(crate) fn finish(self) -> (u64, String, Option<usize>) {
        (self.bytes, format!("{:032x}", self.hash.finish_128()), self.begins_with)
    }
}

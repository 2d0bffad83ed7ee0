//! Ranges of sources, and reading their games.

use std::io::{self, Read, Seek, SeekFrom};

use bpgn::input::{Chunk, Chunks};
use bpgn::{Checker, Compression, Limits, ReadOptions, Reader};
use serde::{Deserialize, Serialize};

use crate::collect::{Collected, Collector};
use crate::prefixes::Prefixes;

/// About how many bytes are read and replayed at a time.
const CHUNK: usize = 1 << 20;

/// A source: anything that can be read and seeked.
pub trait Text: Read + Seek + Send {}

impl<T: Read + Seek + Send> Text for T {}

/// Identifies a source by its content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Identity {
    /// The size in bytes.
    pub bytes: u64,
    /// XXH3-128 of its bytes, in 32 hexadecimal digits.
    pub checksum: String,
    /// Whether it is compressed. A compressed source can't be split into ranges.
    pub compressed: bool,
    /// The checksum of the longest known source that it starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins_with: Option<String>,
}

/// Reads a source to its end and returns its identity. `known` lists the sources that it may start with, as
/// [`JointImport::known`](crate::joint::JointImport::known) returns them: sizes and checksums.
///
/// # Errors
/// The source cannot be read.
pub fn identify(mut source: impl Read, known: &[(u64, String)]) -> io::Result<Identity> {
    let mut prefixes = Prefixes::new(known.iter().map(|(bytes, checksum)| (*bytes, checksum.as_str())));
    let mut start = Vec::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        start.extend(buffer[..read].iter().take(16usize.saturating_sub(start.len())));
        prefixes.write(&buffer[..read]);
    }
    let compressed = Compression::of(&start) != Compression::None;
    let (bytes, checksum, before) = prefixes.finish();
    let begins_with = before.and_then(|at| known.get(at)).map(|(_, checksum)| checksum.clone());
    Ok(Identity { bytes, checksum, compressed, begins_with })
}

/// A range of a source. It contains the games that begin in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourceRange {
    /// The number of the source in the archive.
    pub source: i32,
    /// The offset of its first byte.
    pub start: u64,
    /// The offset of its end; `None` for the end of the source.
    pub end: Option<u64>,
    /// Whether a game begins exactly at `start`, because everything before it was imported earlier.
    pub exact: bool,
    /// Whether the source is compressed. Offsets are those of the decompressed text.
    pub compressed: bool,
}

impl SourceRange {
    /// Creates a range of the source with a number.
    pub const fn new(source: i32, start: u64, end: Option<u64>, compressed: bool) -> SourceRange {
        SourceRange { source, start, end, exact: compressed, compressed }
    }

    /// Splits a source, from `skip` on, into ranges of about `split` bytes.
    pub(crate) fn cut(source: i32, identity: &Identity, skip: u64, split: u64) -> Vec<SourceRange> {
        let range = |start: u64, end: Option<u64>| SourceRange {
            source,
            start,
            end,
            exact: start == skip,
            compressed: identity.compressed,
        };
        if identity.compressed {
            return vec![range(skip, None)];
        }
        let split = split.max(1);
        let count = identity.bytes.saturating_sub(skip).div_ceil(split).max(1);
        let place = |index: u64| skip + index * split;
        (0..count).map(|index| range(place(index), (index + 1 < count).then(|| place(index + 1)))).collect()
    }

    /// Returns the offset of the first game of the range, and a reader from there to the end of the last game.
    ///
    /// # Errors
    /// The source cannot be read or decompressed.
    pub fn open<'a>(&self, mut source: Box<dyn Text + 'a>) -> io::Result<(u64, Box<dyn Read + Send + 'a>)> {
        if self.compressed {
            // No game of a damaged part is imported.
            let verified = bpgn::input::verify(&mut source)?;
            source.rewind()?;
            let mut text = verified.decompress(source)?;
            let skipped = io::copy(&mut text.by_ref().take(self.start), &mut io::sink())?;
            if skipped < self.start {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is shorter than it was before"));
            }
            return Ok((self.start, text));
        }
        let first = if self.exact { self.start } else { bpgn::input::game_start(&mut source, self.start)? };
        let last = self.end.map(|end| bpgn::input::game_start(&mut source, end)).transpose()?;
        source.seek(SeekFrom::Start(first))?;
        Ok(match last {
            Some(last) => (first, Box::new(source.take(last.saturating_sub(first)))),
            None => (first, Box::new(source)),
        })
    }

    /// Starts reading the games of the range.
    pub(crate) fn games<'a>(
        &self,
        source: Box<dyn Text + 'a>,
        positions: bool,
    ) -> io::Result<RangeGames<'a>> {
        match self.open(source) {
            Ok((first, text)) => {
                let chunks = Some(Chunks::new(text, Limits::default(), CHUNK));
                Ok(RangeGames { chunks, first, positions, broken: None })
            }
            Err(error) if self.is_damage(&error) => {
                Ok(RangeGames { chunks: None, first: self.start, positions, broken: Some(error.to_string()) })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if an error is caused by damaged compressed data, which a retry wouldn't fix.
    fn is_damage(&self, error: &io::Error) -> bool {
        let kinds = [
            io::ErrorKind::InvalidData,
            io::ErrorKind::InvalidInput,
            io::ErrorKind::UnexpectedEof,
            io::ErrorKind::Unsupported,
        ];
        self.compressed && error.raw_os_error().is_none() && kinds.contains(&error.kind())
    }
}

/// Reads the games of a range, chunk by chunk.
pub(crate) struct RangeGames<'a> {
    /// `None` after the last chunk.
    chunks: Option<Chunks<Box<dyn Read + Send + 'a>>>,
    /// The offset of the first game in the source.
    pub(crate) first: u64,
    positions: bool,
    /// The error at which reading stopped, if the source is damaged.
    pub(crate) broken: Option<String>,
}

impl RangeGames<'_> {
    /// Returns the games of the next chunk; `None` after the last. Offsets and lines are relative to the first game.
    pub(crate) fn next(&mut self, range: &SourceRange) -> io::Result<Option<(Collected, Chunk)>> {
        let Some(chunks) = &mut self.chunks else { return Ok(None) };
        let chunk = match chunks.next_chunk() {
            Ok(Some(chunk)) => chunk,
            Ok(None) => {
                self.chunks = None;
                return Ok(None);
            }
            Err(error) if range.is_damage(&error) => {
                self.broken = Some(error.to_string());
                self.chunks = None;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let collector = Collector::new(chunk.byte);
        let collector = if self.positions { collector } else { collector.without_positions() };
        let mut checker = Checker::with_observer(ReadOptions::for_files(), collector);
        let mut reader = Reader::with_limits(&chunk.bytes[..], Limits::default())
            .starting_at(chunk.byte, chunk.line, 0)
            .in_column(chunk.column);
        // Reading from a slice cannot fail.
        let _ = reader.read_all(&mut checker);
        Ok(Some((checker.into_observer().into_collected(), chunk)))
    }
}

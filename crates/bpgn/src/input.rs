//! Opens files and detects compression by content, not by file name.

use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The compression of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// No compression.
    None,
    /// bzip2, with one or several streams.
    Bzip2,
    /// gzip, with one or several members.
    Gzip,
    /// Zstandard, with one or several frames.
    Zstd,
    /// xz, which isn't supported.
    Xz,
    /// A zip archive, which isn't supported.
    Zip,
}

/// The most bytes that [`Compression::of`] looks at.
const SIGNATURE_LENGTH: usize = 10;

impl Compression {
    /// Detects the compression of a source from its first bytes.
    pub fn of(start: &[u8]) -> Compression {
        match start {
            // The block size is followed by the signature of the first block, or of the end.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Compression::Bzip2,
            [0x1f, 0x8b, 8, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            [b'P', b'K', 3, 4, ..] => Compression::Zip,
            _ => Compression::None,
        }
    }

    /// Returns the name of the compression.
    pub const fn name(self) -> &'static str {
        match self {
            Compression::None => "plain",
            Compression::Bzip2 => "bzip2",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Xz => "xz",
            Compression::Zip => "zip",
        }
    }
}

/// Opens a file, and decompresses it if it is compressed.
///
/// # Errors
/// Returns an error if the file can't be read, or if the compression isn't supported.
pub fn open(path: impl AsRef<Path>) -> io::Result<Box<dyn Read + Send>> {
    decompress(File::open(path)?)
}

/// Decompresses a source if it is compressed.
///
/// # Errors
/// Returns an error if the source can't be read, or if the compression isn't supported.
pub fn decompress<'a>(mut source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut start = Vec::with_capacity(SIGNATURE_LENGTH);
    source.by_ref().take(SIGNATURE_LENGTH as u64).read_to_end(&mut start)?;
    let compression = Compression::of(&start);
    let whole = io::Cursor::new(start).chain(source);
    if compression == Compression::None {
        return Ok(Box::new(whole));
    }
    let inner = inflate(compression, whole)?;
    Ok(Box::new(Named { compression, inner }))
}

#[cfg(feature = "unpack")]
fn inflate<'a>(
    compression: Compression,
    source: impl Read + Send + 'a,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    #[cfg(feature = "compressed")]
    use crate::members::Zstd;
    use crate::members::{Bzip2, Gzip, Members};
    let source = io::BufReader::new(source);
    Ok(match compression {
        Compression::Bzip2 => Box::new(Members::<Bzip2<_>>::new(source)?),
        Compression::Gzip => Box::new(Members::<Gzip<_>>::new(source)?),
        #[cfg(feature = "compressed")]
        Compression::Zstd => Box::new(Members::<Zstd<_>>::new(source)?),
        other => return Err(unsupported(other)),
    })
}

#[cfg(not(feature = "unpack"))]
fn inflate<'a>(
    compression: Compression,
    _source: impl Read + Send + 'a,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    Err(unsupported(compression))
}

fn unsupported(compression: Compression) -> io::Error {
    let expected = match (cfg!(feature = "compressed"), cfg!(feature = "unpack")) {
        (true, _) => "plain text, bzip2, gzip or zstd",
        (_, true) => "plain text, bzip2 or gzip",
        _ => "plain text",
    };
    let message = format!("{} is not supported, expected {expected}", compression.name());
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// The error for compressed data with something else after it.
#[derive(Debug)]
pub(crate) struct TrailingBytes(pub(crate) Compression);

impl fmt::Display for TrailingBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.name();
        write!(f, "unexpected bytes after the {name} data")
    }
}

impl core::error::Error for TrailingBytes {}

/// A source that names the compression in its errors.
struct Named<R> {
    compression: Compression,
    inner: R,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            let name = self.compression.name();
            let message = match error.kind() {
                io::ErrorKind::Interrupted => return error,
                // This error already names the compression.
                _ if error.get_ref().is_some_and(|inner| inner.is::<TrailingBytes>()) => return error,
                io::ErrorKind::UnexpectedEof => format!("the {name} data ends too early"),
                _ => format!("the {name} data is damaged: {error}"),
            };
            io::Error::new(error.kind(), message)
        })
    }
}

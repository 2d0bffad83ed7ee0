//! Opens files, detects compression by content, not by file name, and splits sources where games begin.

#[cfg(feature = "unpack")]
mod bzip2_blocks;
#[cfg(feature = "unpack")]
mod members;

use core::fmt;
use core::ops::Range;
use std::io::{self, Read};
use std::path::Path;

pub use crate::reader::chunks::{Chunk, Chunks, game_start};
pub use crate::reader::parallel::{Parallel, Part};

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
pub(crate) const SIGNATURE_LENGTH: usize = 10;

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

/// Opens a file, and decompresses it if it is compressed. See [`decompress`].
///
/// ```no_run
/// for record in bpgn::Reader::new(bpgn::open("games.bpgn.bz2")?).records() {
///     println!("{}", record?.game);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the file can't be read, or if the compression isn't supported.
#[expect(
    clippy::disallowed_types,
    reason = "the only function that opens a file; all others are given a reader"
)]
pub fn open(path: impl AsRef<Path>) -> io::Result<Box<dyn Read + Send>> {
    decompress(std::fs::File::open(path)?)
}

/// The most text of a gzip member or a Zstandard frame that is held back until its checksum is verified, in bytes.
pub const MAX_HELD_TEXT: usize = 16 << 20;

/// Decompresses a source if it is compressed.
///
/// Text is returned after its checksum is verified: per block in bzip2, per member in gzip, and per frame in
/// Zstandard. At most the last [`MAX_HELD_TEXT`] bytes of a member or frame are held back. If a longer one turns out to
/// be damaged, [`DamagedData::unverified`] returns which text was already read. To avoid that, use [`verify`] first. A
/// frame without a checksum counts as verified if it can be decompressed.
///
/// ```
/// use std::io::Read;
///
/// // Any source: a file, standard input, or bytes in memory.
/// let mut text = String::new();
/// bpgn::decompress(&b"1A. e4 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1A. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the source can't be read, or if the compression isn't supported. Reading the text fails with
/// [`DamagedData`] if the compressed data is damaged, or with an error of the source.
pub fn decompress<'a>(source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    decompress_holding(source, MAX_HELD_TEXT)
}

/// Decompresses a source, and holds back at most `hold` bytes of unverified text.
fn decompress_holding<'a>(
    mut source: impl Read + Send + 'a,
    hold: usize,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (compression, start) = detect(&mut source)?;
    let whole = io::Cursor::new(start).chain(source);
    match compression {
        Compression::None => Ok(Box::new(whole)),
        _ => inflate(compression, whole, hold),
    }
}

/// Returns the compression of a source, and the bytes that were read to detect it.
fn detect(source: &mut impl Read) -> io::Result<(Compression, Vec<u8>)> {
    let mut start = Vec::with_capacity(SIGNATURE_LENGTH);
    source.take(SIGNATURE_LENGTH as u64).read_to_end(&mut start)?;
    Ok((Compression::of(&start), start))
}

/// What [`verify`] found out about a source.
#[derive(Debug)]
pub struct Verified {
    /// The damage, if there is any, and how many bytes of text come before the damaged part.
    damage: Option<(DamagedData, u64)>,
    /// The most text to hold back.
    hold: usize,
}

/// Checks the checksums of a source, so [`Verified::decompress`] returns only verified text.
///
/// It reads gzip and Zstandard to the end. It doesn't read the other formats: plain text has no checksums, and those of
/// bzip2 are verified block by block when its text is read.
///
/// ```no_run
/// use std::fs::File;
///
/// let verified = bpgn::input::verify(File::open("games.bpgn.gz")?)?;
/// // If the file is damaged, this returns the games before the damage, and then the error.
/// for record in bpgn::Reader::new(verified.decompress(File::open("games.bpgn.gz")?)?).records() {
///     println!("{}", record?.game);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the source can't be read, or if the compression isn't supported. Damage is not an error here.
pub fn verify(mut source: impl Read + Send) -> io::Result<Verified> {
    let (compression, start) = detect(&mut source)?;
    if matches!(compression, Compression::None | Compression::Bzip2) {
        return Ok(Verified { damage: None, hold: MAX_HELD_TEXT });
    }
    let mut text = inflate(compression, io::Cursor::new(start).chain(source), 0)?;
    let damage = match io::copy(&mut text, &mut io::sink()) {
        Ok(_) => None,
        Err(error) => match DamagedData::of(&error) {
            Some(damage) => Some((damage.clone(), damage.verified())),
            None => return Err(error),
        },
    };
    Ok(Verified { damage, hold: 0 })
}

impl Verified {
    /// Decompresses the source that was verified, which is read again from its start.
    ///
    /// # Errors
    /// Returns an error if the source can't be read, or if the compression isn't supported. Reading the text fails with
    /// [`DamagedData`] where the text is no longer verified.
    pub fn decompress<'a>(self, source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
        let text = decompress_holding(source, self.hold)?;
        let Some((damage, left)) = self.damage else { return Ok(text) };
        Ok(Box::new(UpToDamage { text, left, damage: damage.without_unverified() }))
    }
}

/// Text that is followed by damage.
struct UpToDamage<R> {
    text: R,
    /// How much of the text is left.
    left: u64,
    damage: DamagedData,
}

impl<R: Read> Read for UpToDamage<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let length = self.text.by_ref().take(self.left).read(buffer)?;
        self.left -= length as u64;
        match length {
            0 => Err(self.damage.clone().into()),
            _ => Ok(length),
        }
    }
}

#[cfg(feature = "unpack")]
fn inflate<'a>(
    compression: Compression,
    source: impl Read + Send + 'a,
    hold: usize,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    use crate::input::bzip2_blocks::Bzip2;
    #[cfg(feature = "compressed")]
    use crate::input::members::Zstd;
    use crate::input::members::{Gzip, Members};
    let source = crate::input::members::Source::new(source);
    Ok(match compression {
        Compression::Bzip2 => Box::new(Members::<Bzip2<_>>::new(source, hold)?),
        Compression::Gzip => Box::new(Members::<Gzip<_>>::new(source, hold)?),
        #[cfg(feature = "compressed")]
        Compression::Zstd => Box::new(Members::<Zstd<_>>::new(source, hold)?),
        other => return Err(unsupported(other)),
    })
}

#[cfg(not(feature = "unpack"))]
fn inflate<'a>(
    compression: Compression,
    _source: impl Read + Send + 'a,
    _hold: usize,
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

/// Why compressed data can't be read to its end. [`decompress`] returns it inside an [`io::Error`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedData {
    pub(crate) compression: Compression,
    pub(crate) damage: Damage,
    /// The text that was returned, from the first byte that no checksum covers.
    pub(crate) unverified: Range<u64>,
    /// How many bytes were decompressed but not returned.
    pub(crate) dropped: u64,
}

/// The kinds of damage. There are none without decompression.
#[cfg_attr(not(feature = "unpack"), allow(dead_code))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    /// The data ends in the middle.
    EndsTooEarly,
    /// The data is invalid, or its checksum is.
    Invalid(String),
    /// Something else follows the data.
    TrailingBytes,
}

impl DamagedData {
    /// Returns the damage that caused an error, or `None` if the error has another cause.
    pub fn of(error: &io::Error) -> Option<&DamagedData> {
        error.get_ref()?.downcast_ref()
    }

    /// Returns the compression of the damaged data.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// Returns how many bytes of text, from the start, passed their checksums.
    pub fn verified(&self) -> u64 {
        self.unverified.start
    }

    /// Returns the part of the text that was returned before the damage was found, and may be wrong. Offsets are bytes
    /// of the decompressed text. `None` if all text that was returned is verified.
    pub fn unverified(&self) -> Option<Range<u64>> {
        (!self.unverified.is_empty()).then(|| self.unverified.clone())
    }

    /// Returns the same damage for a reader that returned only verified text.
    fn without_unverified(self) -> DamagedData {
        let start = self.unverified.start;
        DamagedData { unverified: start..start, dropped: self.dropped + self.unverified.end - start, ..self }
    }
}

impl fmt::Display for DamagedData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.compression.name();
        match &self.damage {
            Damage::EndsTooEarly => write!(f, "the {name} data is truncated")?,
            Damage::Invalid(reason) => write!(f, "the {name} data is damaged: {reason}")?,
            Damage::TrailingBytes => write!(f, "unexpected bytes after the {name} data")?,
        }
        if self.dropped > 0 && self.compression != Compression::Bzip2 {
            let bytes = self.dropped;
            write!(f, "; {bytes} bytes of unverified text were not read, see them with `{name} -dc`")?;
        }
        if let Some(Range { start, end }) = self.unverified() {
            write!(f, "; bytes {start} to {end} of its text were read before that and may be wrong")?;
        }
        Ok(())
    }
}

impl core::error::Error for DamagedData {}

impl From<DamagedData> for io::Error {
    fn from(damaged: DamagedData) -> io::Error {
        let kind = match damaged.damage {
            Damage::EndsTooEarly => io::ErrorKind::UnexpectedEof,
            Damage::Invalid(_) | Damage::TrailingBytes => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, damaged)
    }
}

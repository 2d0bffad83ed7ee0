//! Compressed data in several parts: gzip members, bzip2 streams, Zstandard frames.

use std::io::{self, BufRead, Read};

use crate::input::{Compression, TrailingBytes};

/// A part of compressed data.
pub(crate) trait Member: Read + Sized {
    /// The source to read from.
    type Source: BufRead;

    /// The compression.
    const COMPRESSION: Compression;

    /// Starts reading a part.
    fn open(source: Self::Source) -> io::Result<Self>;

    /// Returns the source after the part.
    fn close(self) -> Self::Source;

    /// Returns `true` if a part can begin with this byte.
    fn begins(first: u8) -> bool;
}

/// The parts of compressed data, one after the other. The last gzip member may be padded with zeros, as gzip allows.
pub(crate) struct Members<M> {
    /// `None` after the last part.
    member: Option<M>,
    /// Whether `member` is the first part.
    is_first: bool,
    /// Whether any data of `member` was read.
    has_begun: bool,
}

impl<M: Member> Members<M> {
    pub(crate) fn new(source: M::Source) -> io::Result<Members<M>> {
        Ok(Members { member: Some(M::open(source)?), is_first: true, has_begun: false })
    }

    /// Reports trailing bytes if what looked like another part can't be decoded.
    fn explain(&self, error: io::Error) -> io::Error {
        let is_data = matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::Other
        );
        if is_data && !self.is_first && !self.has_begun { trailing_bytes::<M>() } else { error }
    }
}

fn trailing_bytes<M: Member>() -> io::Error {
    io::Error::other(TrailingBytes(M::COMPRESSION))
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = match member.read(buffer) {
                Err(error) => return Err(self.explain(error)),
                Ok(length) => length,
            };
            if length > 0 || buffer.is_empty() {
                self.has_begun |= length > 0;
                return Ok(length);
            }
            let Some(mut source) = self.member.take().map(M::close) else { break };
            loop {
                let next = match source.fill_buf() {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    next => next?,
                };
                let may_fill = M::COMPRESSION == Compression::Gzip;
                let zeros = next.iter().take_while(|&&byte| may_fill && byte == 0).count();
                match next.get(zeros) {
                    None if next.is_empty() => return Ok(0),
                    None => source.consume(zeros),
                    Some(&first) if zeros == 0 && M::begins(first) => break,
                    Some(_) => return Err(trailing_bytes::<M>()),
                }
            }
            self.member = Some(M::open(source)?);
            (self.is_first, self.has_begun) = (false, false);
        }
        Ok(0)
    }
}

/// A member of gzip.
pub(crate) struct Gzip<R>(flate2::bufread::GzDecoder<R>);

/// The most bytes to read at once. Decoders lose everything that they decoded in a call that fails.
const MAX_READ: usize = 1 << 10;

/// Returns the start of a buffer, with at most [`MAX_READ`] bytes.
fn limited(buffer: &mut [u8]) -> &mut [u8] {
    let most = buffer.len().min(MAX_READ);
    &mut buffer[..most]
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(limited(buffer))
    }
}

impl<R: BufRead> Member for Gzip<R> {
    type Source = R;
    const COMPRESSION: Compression = Compression::Gzip;

    fn open(source: R) -> io::Result<Gzip<R>> {
        Ok(Gzip(flate2::bufread::GzDecoder::new(source)))
    }

    fn close(self) -> R {
        self.0.into_inner()
    }

    fn begins(first: u8) -> bool {
        first == 0x1f
    }
}

/// A stream of bzip2.
pub(crate) struct Bzip2<R> {
    decoder: bzip2::bufread::BzDecoder<R>,
    /// The error to return after the data decoded before it.
    error: Option<io::Error>,
}

impl<R: BufRead> Read for Bzip2<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let before = self.decoder.total_out();
        self.decoder.read(buffer).or_else(|error| {
            // The data decoded before the damage is valid.
            let made = usize::try_from(self.decoder.total_out() - before).unwrap_or(0);
            if made == 0 || made > buffer.len() {
                return Err(error);
            }
            self.error = Some(error);
            Ok(made)
        })
    }
}

impl<R: BufRead> Member for Bzip2<R> {
    type Source = R;
    const COMPRESSION: Compression = Compression::Bzip2;

    fn open(source: R) -> io::Result<Bzip2<R>> {
        Ok(Bzip2 { decoder: bzip2::bufread::BzDecoder::new(source), error: None })
    }

    fn close(self) -> R {
        self.decoder.into_inner()
    }

    fn begins(first: u8) -> bool {
        first == b'B'
    }
}

/// A frame of Zstandard.
#[cfg(feature = "compressed")]
pub(crate) struct Zstd<R: BufRead>(zstd::Decoder<'static, R>);

#[cfg(feature = "compressed")]
impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(limited(buffer))
    }
}

#[cfg(feature = "compressed")]
impl<R: BufRead> Member for Zstd<R> {
    type Source = R;
    const COMPRESSION: Compression = Compression::Zstd;

    fn open(source: R) -> io::Result<Zstd<R>> {
        Ok(Zstd(zstd::Decoder::with_buffer(source)?.single_frame()))
    }

    fn close(self) -> R {
        self.0.finish()
    }

    /// A data frame, or a skippable one.
    fn begins(first: u8) -> bool {
        matches!(first, 0x28 | 0x50..=0x5f)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use crate::input::decompress;

    #[test]
    fn all_blocks_before_a_damaged_one_are_read() {
        // Data decoded together with the first damaged byte used to be lost.
        let text: Vec<u8> = (0..40_000_u32).flat_map(|number| format!("{number} ").into_bytes()).collect();
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
        encoder.write_all(&text).unwrap();
        let mut packed = encoder.finish().unwrap();
        let signature = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
        // The second block begins somewhere in a byte. The damage is well inside it.
        let at = packed.len() * 5 / 8;
        assert!(text.len() > 200_000 && packed[4..].starts_with(&signature));
        packed[at] ^= 0x55;
        let mut read = Vec::new();
        let mut source = decompress(&packed[..]).unwrap();
        let error = source.read_to_end(&mut read).unwrap_err();
        assert!(error.to_string().contains("damaged"), "{error}");
        // Such a block has just under 100,000 bytes.
        let good = read.iter().zip(&text).take_while(|(one, other)| one == other).count();
        assert!(good > 99_000, "{good}");
    }
}

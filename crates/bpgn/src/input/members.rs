//! Compressed data in several parts: gzip members, bzip2 streams, Zstandard frames.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use crate::input::{Compression, Damage, DamagedData, SIGNATURE_LENGTH};

/// A part of compressed data.
pub(crate) trait Member: Sized {
    /// The reader of the compressed data.
    type Inner: Read;

    /// The compression.
    const COMPRESSION: Compression;

    /// Whether all text is verified before it is returned.
    const IS_VERIFIED: bool;

    /// Starts reading a part.
    fn open(source: Source<Self::Inner>) -> io::Result<Self>;

    /// Reads text. Returns 0 at the end of the part, after its checksum was verified.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;

    /// Returns the source.
    fn source(&self) -> &Source<Self::Inner>;

    /// Returns the source after the part.
    fn close(self) -> Source<Self::Inner>;

    /// Returns `true` if a part can begin with these bytes. If there are fewer than [`SIGNATURE_LENGTH`], nothing
    /// follows them.
    fn can_begin(start: &[u8]) -> bool;
}

/// A source of compressed data.
pub(crate) struct Source<R> {
    inner: BufReader<R>,
    /// Bytes that come before those of `inner`.
    start: Vec<u8>,
    /// How many bytes of `start` were consumed.
    at: usize,
    /// Whether reading from `inner` failed.
    failed: bool,
}

/// How much compressed data is read at once.
const SOURCE_BUFFER: usize = 64 << 10;

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Source<R> {
        let inner = BufReader::with_capacity(SOURCE_BUFFER, inner);
        Source { inner, start: Vec::new(), at: 0, failed: false }
    }

    /// Returns the next bytes without consuming them: [`SIGNATURE_LENGTH`], or fewer at the end.
    fn peek(&mut self) -> io::Result<&[u8]> {
        if self.at > 0 {
            self.start.drain(..self.at);
            self.at = 0;
        }
        let missing = SIGNATURE_LENGTH.saturating_sub(self.start.len());
        self.inner.by_ref().take(missing as u64).read_to_end(&mut self.start)?;
        Ok(&self.start)
    }

    /// Skips zeros. Returns `true` if there were any.
    fn skip_zeros(&mut self) -> io::Result<bool> {
        let mut skipped = false;
        loop {
            let next = match self.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                next => next?,
            };
            let zeros = next.iter().take_while(|&&byte| byte == 0).count();
            if zeros == 0 {
                return Ok(skipped);
            }
            skipped = true;
            self.consume(zeros);
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.start.len() {
            return Ok(&self.start[self.at..]);
        }
        let read = self.inner.fill_buf();
        self.failed = read.is_err();
        read
    }

    fn consume(&mut self, length: usize) {
        let of_start = length.min(self.start.len() - self.at);
        self.at += of_start;
        self.inner.consume(length - of_start);
    }
}

/// The text of all parts of compressed data, one after the other. The last gzip member may be padded with zeros, as
/// gzip allows.
///
/// Text of a part is held back until its checksum is verified, or until there is too much of it.
pub(crate) struct Members<M: Member> {
    /// `None` between parts and after the last one.
    member: Option<M>,
    /// The source between two parts.
    between: Option<Source<M::Inner>>,
    /// The most text to hold back before more is decompressed.
    hold: usize,
    /// The text that is held back, or not yet returned.
    held: VecDeque<u8>,
    /// How much of `held` is verified.
    verified: usize,
    /// Where text is decompressed to.
    buffer: Vec<u8>,
    /// How much text was returned.
    returned: u64,
    /// How much text was returned or held when the part began.
    begin: u64,
    /// Returned again by all later reads.
    damaged: Option<DamagedData>,
}

/// How much text is decompressed at once.
const BUFFER: usize = 32 << 10;

impl<M: Member> Members<M> {
    pub(crate) fn new(source: Source<M::Inner>, hold: usize) -> io::Result<Members<M>> {
        Ok(Members {
            member: Some(M::open(source)?),
            between: None,
            hold: hold.saturating_sub(BUFFER),
            held: VecDeque::new(),
            verified: 0,
            buffer: if M::IS_VERIFIED { Vec::new() } else { vec![0; BUFFER] },
            returned: 0,
            begin: 0,
            damaged: None,
        })
    }

    /// Ends the part. All of its text is verified.
    fn close(&mut self) {
        self.between = self.member.take().map(M::close);
        self.verified = self.held.len();
        self.begin = self.returned + self.held.len() as u64;
    }

    /// Starts the next part. Returns `false` if there is none.
    fn open_next(&mut self) -> io::Result<bool> {
        let Some(source) = &mut self.between else { return Ok(false) };
        let is_padded = M::COMPRESSION == Compression::Gzip && source.skip_zeros()?;
        let start = source.peek()?;
        let (is_end, can_begin) = (start.is_empty(), !is_padded && M::can_begin(start));
        self.member = match self.between.take() {
            Some(source) if can_begin && !is_end => Some(M::open(source)?),
            _ => None,
        };
        if !can_begin && !is_end {
            self.damaged = Some(self.damage(Damage::TrailingBytes));
        }
        Ok(!is_end)
    }

    /// Describes damage in the current part.
    fn damage(&self, damage: Damage) -> DamagedData {
        // All verified text is returned first.
        let end = self.returned + self.verified as u64;
        let start = if M::IS_VERIFIED { end } else { self.begin.min(end) };
        let dropped = (self.held.len() - self.verified) as u64;
        DamagedData { compression: M::COMPRESSION, damage, unverified: start..end, dropped }
    }

    /// Turns an error into damage, unless the source returned it.
    fn explain(&self, error: io::Error) -> Result<DamagedData, io::Error> {
        let of_source = self.member.as_ref().is_none_or(|member| member.source().failed);
        match error.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::OutOfMemory => Err(error),
            _ if of_source => Err(error),
            io::ErrorKind::UnexpectedEof => Ok(self.damage(Damage::EndsTooEarly)),
            _ => Ok(self.damage(Damage::Invalid(error.to_string()))),
        }
    }

    /// Reads verified text, directly from the part if possible. Returns 0 at the end.
    fn read_text(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let unverified = self.held.len() - self.verified;
            let ready = self.verified + unverified.saturating_sub(self.hold);
            if ready > 0 {
                let length = ready.min(buffer.len());
                let length = self.held.read(&mut buffer[..length])?;
                self.verified = self.verified.saturating_sub(length);
                return Ok(length);
            }
            if let Some(damaged) = &self.damaged {
                return Err(damaged.clone().into());
            }
            let Some(member) = &mut self.member else {
                if self.open_next()? {
                    continue;
                }
                return Ok(0);
            };
            // Text that isn't held back is written where the caller wants it.
            let is_direct = M::IS_VERIFIED || self.hold == 0;
            let length = member.read(if is_direct { &mut *buffer } else { &mut self.buffer })?;
            if length == 0 {
                self.close();
            } else if is_direct {
                return Ok(length);
            } else {
                self.held.extend(&self.buffer[..length]);
            }
        }
    }
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let error = match self.read_text(buffer) {
                Ok(length) => {
                    self.returned += length as u64;
                    return Ok(length);
                }
                Err(error) => error,
            };
            if self.damaged.is_some() {
                return Err(error);
            }
            self.damaged = Some(self.explain(error)?);
            // Verified text comes before the error.
            self.held.truncate(self.verified);
        }
    }
}

/// A member of gzip.
pub(crate) struct Gzip<R: Read>(flate2::bufread::GzDecoder<Source<R>>);

impl<R: Read> Member for Gzip<R> {
    type Inner = R;
    const COMPRESSION: Compression = Compression::Gzip;
    const IS_VERIFIED: bool = false;

    fn open(source: Source<R>) -> io::Result<Gzip<R>> {
        Ok(Gzip(flate2::bufread::GzDecoder::new(source)))
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }

    fn source(&self) -> &Source<R> {
        self.0.get_ref()
    }

    fn close(self) -> Source<R> {
        self.0.into_inner()
    }

    fn can_begin(start: &[u8]) -> bool {
        start.iter().zip([0x1f, 0x8b, 8]).all(|(&byte, expected)| byte == expected)
    }
}

/// A frame of Zstandard.
#[cfg(feature = "compressed")]
pub(crate) struct Zstd<R: Read>(zstd::Decoder<'static, Source<R>>);

#[cfg(feature = "compressed")]
impl<R: Read> Member for Zstd<R> {
    type Inner = R;
    const COMPRESSION: Compression = Compression::Zstd;
    const IS_VERIFIED: bool = false;

    fn open(source: Source<R>) -> io::Result<Zstd<R>> {
        Ok(Zstd(zstd::Decoder::with_buffer(source)?.single_frame()))
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }

    fn source(&self) -> &Source<R> {
        self.0.get_ref()
    }

    fn close(self) -> Source<R> {
        self.0.finish()
    }

    /// A data frame, or a skippable one.
    fn can_begin(start: &[u8]) -> bool {
        let is = |signature: [u8; 4]| start.iter().zip(signature).all(|(&byte, expected)| byte == expected);
        let skippable = start.first().is_some_and(|first| first & 0xf0 == 0x50);
        is([0x28, 0xb5, 0x2f, 0xfd]) || (skippable && is([start[0], 0x2a, 0x4d, 0x18]))
    }
}

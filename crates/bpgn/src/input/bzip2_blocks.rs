//! Reads bzip2 block by block. A block's text is returned after its checksum is verified.

use std::io::{self, BufRead, Read};

use bzip2::{Decompress, Error, Status};

use crate::input::Compression;
use crate::input::members::{Member, Source};

/// A stream of bzip2.
pub(crate) struct Bzip2<R> {
    source: Source<R>,
    decoder: Decompress,
    /// The text of the current block, which is verified.
    block: Vec<u8>,
    /// How much of `block` was returned.
    at: usize,
    ended: bool,
}

/// The memory for a block that is kept for the next one. Nearly all blocks have less than 900,000 bytes. Runs of the
/// same byte can make the text of a block 46 MB long, but not longer.
const KEPT: usize = 1 << 20;

impl<R: Read> Bzip2<R> {
    /// Reads the next block and verifies it. The block is empty at the end of the stream.
    fn next_block(&mut self) -> io::Result<()> {
        self.block.clear();
        self.at = 0;
        self.block.shrink_to(KEPT);
        while !self.ended && self.block.is_empty() {
            // Without room for text, the decoder reads only to the end of a block.
            let input = self.source.fill_buf()?;
            if input.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let before = self.decoder.total_in();
            let status = checked(self.decoder.decompress(input, &mut []))?;
            let used = (self.decoder.total_in() - before) as usize;
            self.source.consume(used);
            self.ended = status == Status::StreamEnd;
            // Without input, the decoder writes only the text of that block. If there is room left, it verified the
            // checksum and waits for the next block.
            while !self.ended {
                if self.block.len() == self.block.capacity() {
                    self.block.reserve(self.block.len().max(KEPT));
                }
                checked(self.decoder.decompress_vec(&[], &mut self.block))?;
                if self.block.len() < self.block.capacity() {
                    break;
                }
            }
            if used == 0 && self.block.is_empty() && !self.ended {
                return Err(invalid());
            }
        }
        Ok(())
    }
}

/// Returns the status of the decoder, or its error.
fn checked(status: Result<Status, Error>) -> io::Result<Status> {
    match status {
        Ok(Status::MemNeeded) => Err(io::ErrorKind::OutOfMemory.into()),
        Ok(status) => Ok(status),
        Err(_) => Err(invalid()),
    }
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "invalid block or checksum")
}

impl<R: Read> Member for Bzip2<R> {
    type Inner = R;
    const COMPRESSION: Compression = Compression::Bzip2;
    const IS_VERIFIED: bool = true;

    fn open(source: Source<R>) -> io::Result<Bzip2<R>> {
        Ok(Bzip2 { source, decoder: Decompress::new(false), block: Vec::new(), at: 0, ended: false })
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len()
            && let Err(error) = self.next_block()
        {
            self.block.clear();
            return Err(error);
        }
        let length = (&self.block[self.at..]).read(buffer)?;
        self.at += length;
        Ok(length)
    }

    fn source(&self) -> &Source<R> {
        &self.source
    }

    fn close(self) -> Source<R> {
        self.source
    }

    fn can_begin(start: &[u8]) -> bool {
        let is = |signature: [u8; 6]| {
            let header = [b'B', b'Z', b'h', start.get(3).copied().unwrap_or(b'9')];
            let mut expected = header.into_iter().chain(signature);
            start.iter().all(|&byte| expected.next() == Some(byte))
        };
        let has_size = start.get(3).is_none_or(|size| (b'1'..=b'9').contains(size));
        // A block, or the end of an empty stream.
        has_size && (is([0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) || is([0x17, 0x72, 0x45, 0x38, 0x50, 0x90]))
    }
}

//! A file that is copied while it is read, with some parts replaced.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use bpgn::Limits;
use bpgn::detect::BYTE_ORDER_MARK;

/// The maximum size of the buffer. The parser rejects longer games, so they are copied unchanged.
fn max_buffered() -> usize {
    4 * Limits::default().game_bytes
}

/// Copies sources to `out`, and buffers the bytes that were read and not written yet.
pub(crate) struct Copy<W> {
    out: W,
    buffered: Vec<u8>,
    /// The offset of the first buffered byte in the source.
    at: u64,
    /// The last bytes that were written.
    last: [u8; 2],
    /// Whether anything was written.
    has_begun: bool,
    /// Whether the source is the first one.
    is_first: bool,
    /// An error that occurred during a read, returned at the end.
    failed: Option<io::Error>,
}

impl<W: Write> Copy<W> {
    pub(crate) fn new(out: W) -> Copy<W> {
        Copy {
            out,
            buffered: Vec::new(),
            at: 0,
            last: [0; 2],
            has_begun: false,
            is_first: true,
            failed: None,
        }
    }

    /// Begins another source, with a blank line before it.
    fn begin(&mut self) -> io::Result<()> {
        self.buffered.clear();
        self.at = 0;
        self.is_first = !self.has_begun;
        if self.has_begun {
            let breaks: &[u8] = match self.last {
                [b'\n', b'\n'] => b"",
                [_, b'\n'] => b"\n",
                _ => b"\n\n",
            };
            self.write(breaks)?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        for &byte in &bytes[bytes.len().saturating_sub(2)..] {
            self.last = [self.last[1], byte];
        }
        self.has_begun |= !bytes.is_empty();
        self.out.write_all(bytes)
    }

    /// Adds bytes that were read.
    fn push(&mut self, bytes: &[u8]) {
        self.buffered.extend_from_slice(bytes);
        if self.buffered.len() > max_buffered()
            && let Err(error) = self.copy_to(u64::MAX)
        {
            self.failed.get_or_insert(error);
        }
    }

    /// Returns the number of buffered bytes before an offset of the source.
    fn before(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.at)).unwrap_or(usize::MAX).min(self.buffered.len())
    }

    /// Copies everything before an offset of the source.
    pub(crate) fn copy_to(&mut self, offset: u64) -> io::Result<()> {
        // A byte-order mark belongs at the beginning of a file, so keep only that of the first source.
        if self.at == 0 && !self.is_first && offset > 0 && self.buffered.starts_with(BYTE_ORDER_MARK) {
            self.skip_to(BYTE_ORDER_MARK.len() as u64);
        }
        let before = self.before(offset);
        let bytes: Vec<u8> = self.buffered.drain(..before).collect();
        self.at += before as u64;
        self.write(&bytes)
    }

    /// Skips everything before an offset of the source.
    fn skip_to(&mut self, offset: u64) {
        let before = self.before(offset);
        self.buffered.drain(..before);
        self.at += before as u64;
    }

    /// Writes other bytes in place of those between two offsets of the source. Returns `false` if some of them were
    /// already written.
    pub(crate) fn replace(&mut self, from: u64, to: u64, bytes: &[u8]) -> io::Result<bool> {
        if self.at > from {
            self.copy_to(to)?;
            return Ok(false);
        }
        self.copy_to(from)?;
        self.write(bytes)?;
        self.skip_to(to);
        Ok(true)
    }

    /// Writes what is left of a source.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.copy_to(u64::MAX)?;
        self.failed.take().map_or(Ok(()), Err)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A source whose bytes are buffered by a `Copy` when they are read.
pub(crate) struct Copied<R, W> {
    source: R,
    copy: Rc<RefCell<Copy<W>>>,
}

impl<R: Read, W: Write> Copied<R, W> {
    pub(crate) fn new(source: R, copy: &Rc<RefCell<Copy<W>>>) -> io::Result<Copied<R, W>> {
        copy.borrow_mut().begin()?;
        Ok(Copied { source, copy: Rc::clone(copy) })
    }
}

impl<R: Read, W: Write> Read for Copied<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.copy.borrow_mut().push(&buffer[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_copied_unchanged() {
        let copy = Rc::new(RefCell::new(Copy::new(Vec::new())));
        for source in [&b"\xef\xbb\xbfone two three"[..], b"\xef\xbb\xbffour\n", b"five"] {
            let mut read = Copied::new(source, &copy).expect("written to memory");
            io::copy(&mut read, &mut io::sink()).expect("read from memory");
            let mut copy = copy.borrow_mut();
            if source.ends_with(b"three") {
                assert!(copy.replace(7, 10, b"2").expect("written to memory"));
                assert!(!copy.replace(3, 6, b"1").expect("written to memory"), "already written");
            }
            copy.end().expect("written to memory");
        }
        let written = String::from_utf8(copy.borrow().out.clone()).expect("UTF-8");
        assert_eq!(written, "\u{feff}one 2 three\n\nfour\n\nfive");
    }

    #[test]
    fn the_buffer_is_limited() {
        let copy = Rc::new(RefCell::new(Copy::new(io::sink())));
        let mut read = Copied::new(io::repeat(b'x').take(max_buffered() as u64 * 3), &copy).expect("a sink");
        io::copy(&mut read, &mut io::sink()).expect("read from memory");
        assert!(copy.borrow().buffered.capacity() <= 2 * max_buffered() + (1 << 20));
    }
}

//! Lines of any bytes, with a memory limit per line.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use bpgn::detect::BYTE_ORDER_MARK;

/// Reads lines one by one.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    /// The maximum number of bytes kept of a line.
    kept: usize,
    line: Vec<u8>,
    number: u64,
}

impl<R: Read> Lines<R> {
    /// Creates a reader that starts at line 1 and truncates lines over `limit` bytes.
    pub(crate) fn new(reader: R, limit: usize) -> Lines<R> {
        // Two more bytes show that a line is too long, even if the last one is a carriage return.
        let kept = limit.saturating_add(2);
        Lines { reader: BufReader::with_capacity(1 << 16, reader), kept, line: Vec::new(), number: 0 }
    }

    /// Returns the next line and its number, without the line end (`\n` or `\r\n`) and without a byte-order mark.
    ///
    /// A line over the limit is truncated, but stays over the limit.
    pub(crate) fn next(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        self.line.clear();
        let mut found = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                break;
            }
            found = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            self.line.extend_from_slice(&text[..text.len().min(self.kept - self.line.len())]);
            let used = text.len() + end.is_some() as usize;
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !found {
            return Ok(None);
        }
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        if self.number == 0 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        self.number += 1;
        Ok(Some((self.number, &self.line)))
    }

    /// Returns `true` if reading the next line may block, so output should be flushed first.
    pub(crate) fn must_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1000;

    fn all(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut lines = Lines::new(text, LIMIT);
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            found.push((number, line.to_vec()));
        }
        found
    }

    #[test]
    fn line_ends_are_removed() {
        let expected = [(1, b"a".to_vec()), (2, b"".to_vec()), (3, b"b\xff".to_vec()), (4, b"c".to_vec())];
        assert_eq!(all(b"a\n\nb\xff\r\nc"), expected);
        assert_eq!(all(b"a\n"), [(1, b"a".to_vec())]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_long_line_is_truncated_but_stays_too_long() {
        for extra in [1, 2, 3, 100_000] {
            for ending in ["\n", "\r\n", ""] {
                let text = format!("{}{ending}next", "\r".repeat(LIMIT + extra));
                let found = all(text.as_bytes());
                if extra > 1 {
                    assert!(found[0].1.len() > LIMIT, "{extra} {ending:?}");
                }
                assert!(found[0].1.len() <= LIMIT + 2);
                if !ending.is_empty() {
                    assert_eq!(found[1], (2, b"next".to_vec()));
                }
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let (mark, line) = (b"\xef\xbb\xbf", b"\xef\xbb\xbfb".to_vec());
        assert_eq!(all(&[mark, &b"a\n"[..], &line].concat()), [(1, b"a".to_vec()), (2, line)]);
    }

    #[test]
    fn a_line_of_maximum_length_is_complete() {
        let text = format!("{}\r\n", "x".repeat(LIMIT));
        assert_eq!(all(text.as_bytes())[0].1.len(), LIMIT);
    }
}

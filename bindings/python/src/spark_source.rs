//! Seekable sources for the tasks of a cluster: files, and Python file objects.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use bughouse_archive::joint::Text;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python};
use pyo3::types::{PyBytes, PyBytesMethods};

use crate::fail;

/// The size of the first read of a file object. Later reads are larger, because object stores are fastest with few large
/// requests.
const FIRST: usize = 128 << 10;
/// The maximum size of a read.
const MOST: usize = 8 << 20;

/// Opens a path, or wraps a binary file object that can seek.
pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Box<dyn Text>> {
    if source.hasattr("read")? {
        let object = source.clone().unbind();
        return Ok(Box::new(Object { object, held: Vec::new(), at: 0, place: 0, wanted: FIRST }));
    }
    let path: PathBuf = source.extract()?;
    let opened = source.py().detach(|| {
        // A pipe can't seek, and may never end.
        if !fs::metadata(&path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        File::open(&path)
    });
    opened
        .map(|file| -> Box<dyn Text> { Box::new(file) })
        .map_err(|error| fail::io(&error, &path.display().to_string()))
}

/// A Python file object.
struct Object {
    object: Py<PyAny>,
    held: Vec<u8>,
    /// How many of the buffered bytes were returned.
    at: usize,
    /// The offset of the buffer in the file.
    place: u64,
    wanted: usize,
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.held.len() {
            self.place += self.held.len() as u64;
            self.at = 0;
            self.held.clear();
            Python::attach(|py| -> PyResult<()> {
                let read = self.object.bind(py).call_method1("read", (self.wanted,))?;
                self.held.extend_from_slice(read.cast::<PyBytes>()?.as_bytes());
                Ok(())
            })
            .map_err(io::Error::other)?;
            self.wanted = (self.wanted * 4).min(MOST);
        }
        let count = buffer.len().min(self.held.len() - self.at);
        buffer[..count].copy_from_slice(&self.held[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let here = self.place + self.at as u64;
        let place = match to {
            SeekFrom::Start(place) => place,
            SeekFrom::Current(more) => here.saturating_add_signed(more),
            SeekFrom::End(more) => {
                let end = Python::attach(|py| -> PyResult<u64> {
                    let object = self.object.bind(py);
                    object.call_method1("seek", (more, 2))?;
                    object.call_method0("tell")?.extract()
                });
                end.map_err(io::Error::other)?
            }
        };
        if (self.place..=self.place + self.held.len() as u64).contains(&place)
            && !matches!(to, SeekFrom::End(_))
        {
            self.at = (place - self.place) as usize;
            return Ok(place);
        }
        Python::attach(|py| self.object.bind(py).call_method1("seek", (place,)).map(|_| ()))
            .map_err(io::Error::other)?;
        self.held.clear();
        (self.at, self.place, self.wanted) = (0, place, FIRST);
        Ok(place)
    }
}

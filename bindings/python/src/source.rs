//! Sources of games: paths and file objects, read in chunks of whole games.

use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bpgn::Limits;
use bpgn::input::{Chunk, Chunks};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::{PyBytes, PyBytesMethods, PyString, PyStringMethods};

use crate::fail::{self, Class};

/// The approximate size of a chunk in bytes. It is small, so the first games are returned soon.
const CHUNK: usize = 256 << 10;

/// An open source of games.
pub(crate) struct Source {
    chunks: Chunks<Box<dyn Read + Send>>,
    /// The name in error messages.
    name: String,
    /// Where the next chunk begins.
    byte: u64,
    line: u64,
}

impl Source {
    /// Opens a path or a file object, and decompresses it if needed.
    pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Source> {
        let py = source.py();
        let (name, opened) = if source.hasattr("read")? {
            let name = source.getattr("name").map_or_else(|_| "games".to_owned(), |name| name.to_string());
            (name, FileObject::open(source))
        } else {
            let path: PathBuf = source.extract()?;
            let name = path.display().to_string();
            let is_stream = |kind: FileType| !kind.is_file() && !kind.is_dir();
            if py.detach(|| fs::metadata(&path)).is_ok_and(|found| is_stream(found.file_type())) {
                // Reading a pipe may block. Python's file objects handle signals meanwhile.
                let stream = py.import("io")?.call_method1("open", (source, "rb", 0))?;
                (name, FileObject::open(&stream))
            } else {
                (name, py.detach(|| bpgn::open(&path)))
            }
        };
        match opened {
            Ok(text) => {
                Ok(Source { chunks: Chunks::new(text, Limits::default(), CHUNK), name, byte: 0, line: 1 })
            }
            Err(error) => Err(not_opened(py, error, &name)),
        }
    }

    /// Opens a path. Called without the GIL.
    pub(crate) fn of_path(path: &Path) -> io::Result<Source> {
        let chunks = Chunks::new(bpgn::open(path)?, Limits::default(), CHUNK);
        Ok(Source { chunks, name: path.display().to_string(), byte: 0, line: 1 })
    }

    /// Returns the next chunk; `None` at the end. Called without the GIL.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<Chunk>, Broken> {
        match self.chunks.next_chunk() {
            Ok(chunk) => {
                if let Some(chunk) = &chunk {
                    (self.byte, self.line) = (chunk.end(), chunk.last_line());
                }
                Ok(chunk)
            }
            Err(error) => Err(Broken { error, name: self.name.clone(), byte: self.byte, line: self.line }),
        }
    }

    /// Returns the name in error messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// An error while reading a source, with the place.
pub(crate) struct Broken {
    error: io::Error,
    name: String,
    byte: u64,
    line: u64,
}

impl Broken {
    /// Converts it to a Python exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        failure(py, self.error, &self.name, self.byte, self.line)
    }
}

/// Converts the error of a source that can't be opened.
pub(crate) fn not_opened(py: Python<'_>, error: io::Error, name: &str) -> PyErr {
    if error.kind() == io::ErrorKind::InvalidInput && error.raw_os_error().is_none() {
        // The content isn't damaged: it is not a file that can be read.
        return fail::unreadable(py, name, &error);
    }
    failure(py, error, name, 0, 1)
}

/// Converts an error of a source: an I/O error, an exception of the file object, or damage, which has a place.
pub(crate) fn failure(py: Python<'_>, error: io::Error, name: &str, byte: u64, line: u64) -> PyErr {
    let error = match error.downcast::<PyErr>() {
        Ok(raised) => return raised,
        Err(error) => error,
    };
    if error.raw_os_error().is_some() {
        return fail::io(&error, name);
    }
    let message = format!("{name} is damaged after byte {byte} (line {line}) of its text: {error}");
    let raised = fail::plain(py, Class::Record, "damaged", message);
    let value = raised.value(py);
    let set = value
        .setattr("path", name)
        .and_then(|()| value.setattr("byte", byte))
        .and_then(|()| value.setattr("line", line))
        .and_then(|()| value.setattr("start", byte))
        .and_then(|()| value.setattr("end", byte));
    match set {
        Ok(()) => raised,
        Err(other) => other,
    }
}

/// A Python file object, binary or text.
struct FileObject {
    object: Py<PyAny>,
    rest: Vec<u8>,
    at: usize,
}

impl FileObject {
    /// Opens a file object, and decompresses it if needed.
    fn open(object: &Bound<'_, PyAny>) -> io::Result<Box<dyn Read + Send>> {
        let file = FileObject { object: object.clone().unbind(), rest: Vec::new(), at: 0 };
        object.py().detach(|| bpgn::decompress(file))
    }
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.rest.len() {
            self.rest.clear();
            self.at = 0;
            Python::attach(|py| -> PyResult<()> {
                let read = self.object.bind(py).call_method1("read", (CHUNK,))?;
                if let Ok(bytes) = read.cast::<PyBytes>() {
                    self.rest.extend_from_slice(bytes.as_bytes());
                } else {
                    self.rest.extend_from_slice(read.cast::<PyString>()?.to_cow()?.as_bytes());
                }
                Ok(())
            })
            .map_err(io::Error::other)?;
        }
        let count = buffer.len().min(self.rest.len() - self.at);
        buffer[..count].copy_from_slice(&self.rest[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

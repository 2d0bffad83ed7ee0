//! Opens files for reading: plain or compressed, or stdin, with progress.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes at the start of a file that are inspected to recognize text.
const START: u64 = bpgn::detect::TextKind::START as u64;

/// Opens a file, or stdin for `-`, and decompresses it. Adds the number of compressed bytes read to `read`.
///
/// Returns the first bytes of the text, to detect its [kind](bpgn::detect::TextKind), and a reader, which starts with them.
///
/// # Errors
/// Returns errors of the file. Files that obviously aren't text are rejected.
pub fn open_with_start(path: &Path, read: &Arc<AtomicU64>) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let file: Box<dyn Read + Send> =
        if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let counted = Counted { inner: file, read: Arc::clone(read) };
    let mut text = bpgn::decompress(counted)?;
    let mut start = Vec::new();
    let broken = text.by_ref().take(START).read_to_end(&mut start).err();
    if let Some(what) = no_text(&start) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    let first = io::Cursor::new(start.clone());
    Ok(match broken {
        Some(error) => (start, Box::new(first.chain(Broken(Some(error))))),
        None => (start, Box::new(first.chain(text))),
    })
}

/// Returns `true` for a character that is invisible, or that could change what a terminal shows: control characters
/// except for line breaks, and characters of Unicode that set the direction of text, break lines or have no width.
pub fn is_unsafe(letter: char) -> bool {
    match letter {
        '\n' | ' '..='~' => false,
        // The soft hyphen, and the direction and shape of Arabic and Mongolian text.
        '\u{ad}' | '\u{61c}' | '\u{180e}' => true,
        // Without width, direction of text, line and paragraph separators, invisible operators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Byte-order mark, annotations, tags.
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => letter.is_control(),
    }
}

/// Returns the name of a file for messages, on one line. Characters that [could affect a terminal](is_unsafe) are escaped.
pub fn name(path: &Path) -> String {
    if is_stdin(path) {
        return "stdin".to_owned();
    }
    let mut name = String::new();
    for letter in path.display().to_string().chars() {
        match letter == '\n' || is_unsafe(letter) {
            true => name.extend(letter.escape_default()),
            false => name.push(letter),
        }
    }
    name
}

/// Returns the name of a file as a shell needs it, to paste a command.
pub fn quoted(path: &Path) -> String {
    let name = name(path);
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./~+:,@%".contains(letter);
    match name.chars().all(is_plain) && !name.is_empty() {
        true => name,
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

/// Describes an error of a file in lower case, without the number of the operating system.
pub fn describe(error: &io::Error) -> String {
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::NotFound, Some(_)) => "no such file".to_owned(),
        (io::ErrorKind::PermissionDenied, Some(_)) => "permission denied".to_owned(),
        (_, Some(_)) => {
            let text = error.to_string();
            let words = text.split(" (os error").next().unwrap_or_default();
            let mut letters = words.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
        (_, None) => error.to_string(),
    }
}

/// Returns the name of a file for JSON. Invalid UTF-8 becomes U+FFFD.
pub fn json_name(path: &Path) -> String {
    if is_stdin(path) { name(path) } else { path.display().to_string() }
}

/// Returns the bytes of a name that isn't UTF-8, to identify the file: `\xff` for a byte, `\\` for `\`.
pub fn name_bytes(path: &Path) -> Option<String> {
    match path.to_str() {
        Some(_) => None,
        None => Some(path.as_os_str().as_encoded_bytes().escape_ascii().to_string()),
    }
}

/// Returns the total size of files; `None` if unknown, as for stdin.
pub fn size(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let file = std::fs::metadata(path).ok().filter(|file| file.is_file() && !is_stdin(path))?;
        Some(file.len())
    };
    paths.iter().map(size).sum()
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns why a file with this beginning isn't text; `None` if it may be.
fn no_text(start: &[u8]) -> Option<String> {
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Some("the file is UTF-16: convert it to UTF-8 first".to_owned());
    }
    let zero = start.iter().position(|&byte| byte == 0)?;
    // A damaged game may contain a zero byte. A file with a tag or a half-move is accepted.
    let mut reader = bpgn::Reader::new(start);
    let has_game = std::iter::from_fn(|| reader.read_record().ok().flatten())
        .any(|record| !record.game.tags.is_empty() || !record.game.main.half_moves.is_empty());
    (!has_game).then(|| format!("byte {} is zero, so this is not a text file: expected BPGN", zero + 1))
}

/// A reader that counts bytes.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// A reader that fails once and then ends.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

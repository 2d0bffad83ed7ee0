//! Writes records to disk: to a new file, or in the place of the game they were.
//!
//! A file is written whole under another name first. Nothing is overwritten unless the request says so.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::{Encoding, Reader, edit};
use bughouse_review::index::Entry;
use bughouse_review::{Rejection, ReplaceRequest, SaveRequest, Saved};

use crate::bytes::Stamp;
use crate::open_file::OpenFile;
use crate::open_files::OpenFiles;
use crate::whole_file::WholeFile;

/// How much of the text before and after a game is looked at.
const MOST_AROUND: u64 = 16 << 20;

/// The most characters of a file's name.
const MOST_NAME: usize = 120;

/// Where records may be written.
#[derive(Clone, Debug)]
pub(crate) enum SaveFolder {
    /// New files are made here, and open files may be changed.
    Folder(PathBuf),
    /// Nothing is written, for this reason.
    Nowhere(&'static str),
}

impl SaveFolder {
    /// Returns the folder.
    ///
    /// # Errors
    /// Rejected if nothing is written.
    pub(crate) fn get(&self) -> Result<&Path, Rejection> {
        match self {
            SaveFolder::Folder(folder) => Ok(folder),
            SaveFolder::Nowhere(why) => Err(Rejection::forbidden(*why)),
        }
    }
}

/// Writes a record to a new file.
pub(crate) fn save(
    folder: &SaveFolder,
    open_files: &OpenFiles,
    request: &SaveRequest,
) -> Result<Saved, Rejection> {
    let folder = folder.get()?;
    let name = file_name(&request.name)?;
    require_valid(&request.text)?;
    let path = folder.join(&name);
    let open = open_files.file_at(&path);
    // How many games a file has is not known before it was read to its end.
    let has_more = |open: &OpenFile| open.is_reading() || open.index.now().index.len() > 1;
    if let Some(open) = open.as_ref().filter(|open| request.overwrite && has_more(open)) {
        return Err(Rejection::bad_request(format!(
            "{} is open here, and all its games would be replaced by one: choose another name, \
             or write the game back into its file",
            open.name
        )));
    }
    let text = format!("{}\n", request.text.trim_end());
    let written = WholeFile::create(&path, request.overwrite).and_then(|mut file| {
        let written = file.write_all(text.as_bytes());
        file.finish(written)
    });
    match written {
        Ok(()) => {
            let key = open_files.open_written(&path, open)?.key.clone();
            Ok(Saved { name: path.display().to_string(), bytes: text.len(), key })
        }
        Err(why) if why.exists() => Err(Rejection::conflict(format!("{} exists", path.display()))),
        Err(why) => Err(Rejection::internal(why.to_string())),
    }
}

/// Makes sure that a record can be read as it is written.
fn require_valid(text: &str) -> Result<(), Rejection> {
    edit::read_valid(text).map(|_| ()).map_err(|error| Rejection::of_edit(&error, text.as_bytes()))
}

/// Checks that a name is that of a file, and not a way to another folder.
fn file_name(name: &str) -> Result<String, Rejection> {
    let name = name.trim();
    let reject = |what: &str| Err(Rejection::bad_request(format!("name: {what}")));
    if name.is_empty() {
        return reject("expected the name of a file");
    }
    if name.chars().count() > MOST_NAME {
        return reject("expected at most 120 characters");
    }
    if name.starts_with('.') {
        return reject("expected a name that does not begin with a dot");
    }
    if let Some(found) = name.chars().find(|&c| c.is_control() || "/\\:*?\"<>|".contains(c)) {
        return reject(&format!("expected the name of a file without a folder, found {found:?}"));
    }
    if is_device(name) {
        return reject("expected another name, since Windows keeps this one for a device");
    }
    let has_ending = Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bpgn"));
    Ok(if has_ending { name.to_owned() } else { format!("{name}.bpgn") })
}

/// Returns `true` if Windows takes a name for a device, whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let number = |word: &str| {
        let rest = stem.strip_prefix(word)?;
        Some(
            matches!(rest, "\u{b9}" | "\u{b2}" | "\u{b3}")
                || (rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit()),
        )
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || number("COM").or_else(|| number("LPT")).unwrap_or(false)
}

/// Writes a record in the place of a game of an open file.
pub(crate) fn replace(
    folder: &SaveFolder,
    file: &OpenFile,
    number: u64,
    request: &ReplaceRequest,
) -> Result<Saved, Rejection> {
    folder.get()?;
    if !request.overwrite {
        return Err(Rejection::conflict(format!("{} would be replaced: say so with `overwrite`", file.name)));
    }
    let _alone = file.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if file.is_reading() {
        return Err(Rejection::conflict(format!("{} is still being read", file.name)));
    }
    let Some((path, stamp)) = file.plain_path() else {
        return Err(Rejection::bad_request(format!(
            "{} cannot be changed in place: only a plain file on disk can; save to a new file",
            file.name
        )));
    };
    if Stamp::of_file(path).ok() != Some(stamp) {
        return Err(Rejection::conflict(file.changed()));
    }
    let (entry, text) = file.entry(number)?;
    let old = file.record_at(number, &entry, &text)?;
    // Another one may have come to this number, or somebody else may have changed it.
    if !is_same(&Encoding::of(&old.bytes).decode(&old.bytes), &request.original) {
        return Err(Rejection::conflict(format!(
            "game {number} of {} was changed since it was opened here, or another game has its number now: \
             save to a new file, or open it again",
            file.name
        )));
    }
    let new = fitting(&old.bytes, &request.text)?;
    stays_apart(file, number, &new)?;
    let failed =
        |why: &dyn std::fmt::Display| Rejection::internal(format!("cannot write {}: {why}", file.name));
    let mut source = std::fs::File::open(path).map_err(|error| failed(&error))?;
    let written = WholeFile::create(path, true).and_then(|mut out| {
        let copied = copy_with(&mut source, &mut out, &entry, &new);
        // Whoever wrote to the file meanwhile must not lose it.
        let unchanged = copied.and_then(|()| match Stamp::of_file(path)? {
            now if now == stamp => Ok(()),
            _ => Err(io::Error::other("it has changed meanwhile")),
        });
        out.finish(unchanged)
    });
    written.map_err(|why| Rejection::internal(why.to_string()))?;
    file.replaced(number, &old.bytes, &new).map_err(|error| failed(&error))?;
    Ok(Saved { name: file.name.clone(), bytes: new.len(), key: file.key.clone() })
}

/// Returns `true` if two texts are the same but for line ends and space after them.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end().lines().eq(other.trim_end().lines())
}

/// Copies a file with other bytes in the place of a game.
fn copy_with(source: &mut std::fs::File, out: &mut impl Write, entry: &Entry, new: &[u8]) -> io::Result<()> {
    let before = io::copy(&mut Read::by_ref(source).take(entry.byte()), out)?;
    let old = io::copy(&mut Read::by_ref(source).take(entry.length() as u64), &mut io::sink())?;
    if before != entry.byte() || old != entry.length() as u64 {
        return Err(io::Error::other("it is shorter than it was"));
    }
    out.write_all(new)?;
    io::copy(source, out).map(|_| ())
}

/// Writes a record as the one that was there: the same encoding if it can hold the text, the same line ends, and the
/// same blank lines after it.
fn fitting(old: &[u8], text: &str) -> Result<Vec<u8>, Rejection> {
    require_valid(text)?;
    let text = text.trim_end();
    let text = if old.windows(2).any(|pair| pair == b"\r\n") {
        text.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        text.to_owned()
    };
    let mut new = Vec::with_capacity(text.len() + 4);
    if !Encoding::of(old).encode(&text, &mut new) {
        new = text.into_bytes();
    }
    match &old[old.trim_ascii_end().len()..] {
        b"" => new.push(b'\n'),
        space => new.extend_from_slice(space),
    }
    Ok(new)
}

/// Makes sure that a record would be read as one game between what stands before and after it.
fn stays_apart(file: &OpenFile, number: u64, new: &[u8]) -> Result<(), Rejection> {
    let (here, text) = file.entry(number)?;
    let start = if number > 1 { file.entry(number - 1)?.0.byte() } else { 0 };
    let end_here = here.byte() + here.length() as u64;
    // After the last game there may be stray text to the end of the file.
    let end = match file.entry(number + 1) {
        Ok((next, _)) => next.byte() + next.length() as u64,
        Err(_) => text.length().unwrap_or(end_here),
    };
    let part = |from: u64, to: u64| {
        let length = usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX);
        text.part(from, length)
            .map_err(|error| Rejection::internal(format!("cannot read {}: {error}", file.name)))
    };
    let start = start.max(here.byte().saturating_sub(MOST_AROUND));
    let (before, after) = (part(start, here.byte())?, part(end_here, end.min(end_here + MOST_AROUND))?);
    let places = |middle: &[u8]| {
        let window = [&before, middle, &after].concat();
        let mut reader = Reader::new(&window[..]);
        let mut places = Vec::new();
        // A slice has no errors of its own.
        while let Ok(Some(record)) = reader.read_record() {
            places.push((record.place.byte as usize, record.is_game));
        }
        places
    };
    let old = part(here.byte(), end_here)?;
    let moved = |places: Vec<(usize, bool)>, length: usize| -> Vec<(usize, bool)> {
        let after = before.len() + length;
        places.into_iter().map(|(at, game)| (if at >= after { at - length } else { at }, game)).collect()
    };
    if moved(places(&old), old.len()) == moved(places(new), new.len()) {
        Ok(())
    } else {
        Err(Rejection::conflict(
            "the record would run together with the text before or after it; save to a new file",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_and_no_way() {
        assert_eq!(file_name(" my game ").unwrap(), "my game.bpgn");
        assert_eq!(file_name("x.BPGN").unwrap(), "x.BPGN");
        for name in ["", " ", ".", "..", "../x", "a/b", "a\\b", "c:x", ".hidden", "a\nb", "x\0"] {
            assert!(file_name(name).is_err(), "{name:?}");
        }
        assert!(file_name(&"x".repeat(121)).is_err());
        for name in ["con", "NUL.bpgn", "Aux.games", "com1", "LPT9.bpgn", "COM\u{b2}", "prn .bpgn"] {
            assert!(file_name(name).is_err(), "{name:?}");
        }
        for name in ["console", "com", "com10", "null", "lpt", "a.con"] {
            assert!(file_name(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn a_record_takes_the_form_of_the_one_before() {
        let old = b"[WhiteA \"Zo\xeb\"]\r\n\r\n1A. e4 *\r\n\r\n\r\n";
        let new = fitting(old, "[WhiteA \"Zo\u{eb}\"]\n\n1A. d4 *\n").unwrap();
        assert_eq!(new, b"[WhiteA \"Zo\xeb\"]\r\n\r\n1A. d4 *\r\n\r\n\r\n");
        // What Latin-1 cannot hold is written in UTF-8.
        let new = fitting(old, "[WhiteA \"\u{3c0}\"]\n\n1A. d4 *").unwrap();
        assert!(new.starts_with("[WhiteA \"\u{3c0}\"]\r\n".as_bytes()));
    }
}

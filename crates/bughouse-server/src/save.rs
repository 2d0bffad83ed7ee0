//! Saves games to disk: to a new file, or in place of the game that was edited.
//!
//! Files are written under a temporary name first. Nothing is overwritten unless the request says so.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bpgn::detect::Encoding;
use bpgn::{Reader, edit};
use bughouse_files::whole_file::{NotWritten, WholeFile};
use bughouse_review::index::Entry;
use bughouse_review::{Rejection, ReplaceRequest, SaveRequest, Saved};

use crate::bytes::Stamp;
use crate::open_file::OpenFile;
use crate::open_files::OpenFiles;

/// The maximum number of bytes before and after a game that are checked.
const MOST_AROUND: u64 = 16 << 20;

/// The maximum length of a file name in characters.
const MOST_NAME: usize = 120;

/// The maximum length of a file name with its extension in bytes. File systems allow no more.
const MOST_NAME_BYTES: usize = 255;

/// Where games can be saved.
#[derive(Clone, Debug)]
pub(crate) enum SaveFolder {
    /// New files are saved to this folder, and open files can be changed.
    Folder(PathBuf),
    /// Saving is disabled, for this reason.
    Nowhere(&'static str),
}

impl SaveFolder {
    /// Returns the folder.
    ///
    /// # Errors
    /// Fails if saving is disabled.
    pub(crate) fn get(&self) -> Result<&Path, Rejection> {
        match self {
            SaveFolder::Folder(folder) => Ok(folder),
            SaveFolder::Nowhere(why) => Err(Rejection::forbidden(*why)),
        }
    }
}

/// Saves a game to a new file.
pub(crate) fn save(
    folder: &SaveFolder,
    open_files: &OpenFiles,
    request: &SaveRequest,
) -> Result<Saved, Rejection> {
    let folder = folder.get()?;
    let name = file_name(&request.name)?;
    require_valid(&request.text)?;
    let path = folder.join(&name);
    let _lock = open_files.saving.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let open = open_files.file_at(&path);
    // The number of games in a file is unknown until it is read completely.
    let has_more = |open: &OpenFile| open.is_reading() || open.index.now().index.len() > 1;
    if let Some(open) = open.as_ref().filter(|open| request.overwrite && has_more(open)) {
        return Err(Rejection::bad_request(format!(
            "{} is open, and all its games would be replaced by this one: choose another name, or save the game \
             in place",
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
        Err(why) if why.exists() => Err(Rejection::conflict(format!(
            "{} exists: choose another name, or set `overwrite`",
            path.display()
        ))),
        Err(why) => Err(not_written(&why)),
    }
}

/// Returns the rejection for a file that can't be written.
fn not_written(why: &NotWritten) -> Rejection {
    let status = match why.kind() {
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => 400,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => 403,
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory => 409,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => 507,
        _ => 500,
    };
    Rejection::new(status, why.to_string())
}

/// Checks that a game can be read without errors.
fn require_valid(text: &str) -> Result<(), Rejection> {
    edit::read_valid(text).map(|_| ()).map_err(|error| Rejection::of_edit(&error, text.as_bytes()))
}

/// Checks that a name is a file name without a path.
fn file_name(name: &str) -> Result<String, Rejection> {
    let name = name.trim();
    let reject = |what: &str| Err(Rejection::bad_request(format!("name: {what}")));
    if name.is_empty() {
        return reject("expected a file name");
    }
    if name.chars().count() > MOST_NAME {
        return reject(&format!("expected at most {MOST_NAME} characters: choose a shorter name"));
    }
    if name.starts_with('.') {
        return reject("expected a name that doesn't start with a dot");
    }
    if let Some(found) = name.chars().find(|&c| c.is_control() || "/\\:*?\"<>|".contains(c)) {
        return reject(&format!("expected a file name without a folder, found {found:?}"));
    }
    if is_device(name) {
        return reject("this name is reserved for a device on Windows: choose another name");
    }
    let has_ending = Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bpgn"));
    let name = if has_ending { name.to_owned() } else { format!("{name}.bpgn") };
    if name.len() > MOST_NAME_BYTES {
        return reject(&format!(
            "expected at most {MOST_NAME_BYTES} bytes, found {}: choose a shorter name",
            name.len()
        ));
    }
    Ok(name)
}

/// Returns `true` if Windows reserves a name for a device, with any extension.
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

/// Replaces a game of an open file.
pub(crate) fn replace(
    folder: &SaveFolder,
    file: &OpenFile,
    number: u64,
    request: &ReplaceRequest,
) -> Result<Saved, Rejection> {
    folder.get()?;
    if !request.overwrite {
        return Err(Rejection::conflict(format!(
            "{} would be overwritten: set `overwrite` to confirm",
            file.name
        )));
    }
    let _lock = file.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if file.is_reading() {
        return Err(Rejection::conflict(format!("{} is still being read", file.name)));
    }
    let Some((path, stamp)) = file.plain_path() else {
        return Err(Rejection::bad_request(format!(
            "cannot change {} in place, because it isn't an uncompressed file on disk: save to a new file",
            file.name
        )));
    };
    if Stamp::of_file(path).ok() != Some(stamp) {
        return Err(Rejection::conflict(file.changed()));
    }
    let (entry, text) = file.entry(number)?;
    let old = file.record_at(number, &entry, &text)?;
    // Another game may have this number now, or the game may have been changed.
    if !is_same(&Encoding::of(&old.bytes).decode(&old.bytes), &request.original) {
        return Err(Rejection::conflict(format!(
            "game {number} of {} has changed since it was opened, or another game has its number now: save to a new \
             file, or open it again",
            file.name
        )));
    }
    let new = in_format_of(&old.bytes, &request.text)?;
    require_separate(file, number, &new)?;
    let failed =
        |why: &dyn std::fmt::Display| Rejection::internal(format!("cannot write {}: {why}", file.name));
    let mut source = std::fs::File::open(path).map_err(|error| failed(&error))?;
    let written = WholeFile::create(path, true).and_then(|mut out| {
        let copied = copy_with(&mut source, &mut out, &entry, &new);
        // Changes by other programs must not be lost.
        let unchanged = copied.and_then(|()| match Stamp::of_file(path)? {
            now if now == stamp => Ok(()),
            _ => Err(io::Error::other("the file has changed in the meantime")),
        });
        out.finish(unchanged)
    });
    written.map_err(|why| not_written(&why))?;
    file.replaced(number, &old.bytes, &new).map_err(|error| failed(&error))?;
    Ok(Saved { name: file.name.clone(), bytes: new.len(), key: file.key.clone() })
}

/// Returns `true` if two texts are equal, ignoring line endings and trailing space.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end().lines().eq(other.trim_end().lines())
}

/// Copies a file, replacing the bytes of a game.
fn copy_with(source: &mut std::fs::File, out: &mut impl Write, entry: &Entry, new: &[u8]) -> io::Result<()> {
    let before = io::copy(&mut Read::by_ref(source).take(entry.byte()), out)?;
    let old = io::copy(&mut Read::by_ref(source).take(entry.length() as u64), &mut io::sink())?;
    if before != entry.byte() || old != entry.length() as u64 {
        return Err(io::Error::other("the file has become shorter"));
    }
    out.write_all(new)?;
    io::copy(source, out).map(|_| ())
}

/// Converts a game to the format of the one it replaces: the encoding if possible, the line endings, and the blank
/// lines after it.
fn in_format_of(old: &[u8], text: &str) -> Result<Vec<u8>, Rejection> {
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

/// Checks that a game would be read as one game between the text before and after it.
fn require_separate(file: &OpenFile, number: u64, new: &[u8]) -> Result<(), Rejection> {
    let (here, text) = file.entry(number)?;
    let start = if number > 1 { file.entry(number - 1)?.0.byte() } else { 0 };
    let end_here = here.byte() + here.length() as u64;
    // After the last game, there may be other text until the end of the file.
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
        // Reading from a slice can't fail.
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
        Err(Rejection::conflict("the game would run into the text before or after it: save to a new file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_path() {
        assert_eq!(file_name(" my game ").unwrap(), "my game.bpgn");
        assert_eq!(file_name("x.BPGN").unwrap(), "x.BPGN");
        for name in ["", " ", ".", "..", "../x", "a/b", "a\\b", "c:x", ".hidden", "a\nb", "x\0"] {
            assert!(file_name(name).is_err(), "{name:?}");
        }
        assert!(file_name(&"x".repeat(121)).is_err());
        // 120 characters may be too many bytes.
        assert!(file_name(&"\u{e9}".repeat(120)).is_ok());
        assert_eq!(file_name(&"\u{1f600}".repeat(62)).unwrap().len(), 253);
        let rejected = file_name(&"\u{1f600}".repeat(63)).unwrap_err();
        assert_eq!(rejected.message(), "name: expected at most 255 bytes, found 257: choose a shorter name");
        for name in ["con", "NUL.bpgn", "Aux.games", "com1", "LPT9.bpgn", "COM\u{b2}", "prn .bpgn"] {
            assert!(file_name(name).is_err(), "{name:?}");
        }
        for name in ["console", "com", "com10", "null", "lpt", "a.con"] {
            assert!(file_name(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn a_game_takes_the_format_of_the_one_it_replaces() {
        let old = b"[WhiteA \"Zo\xeb\"]\r\n\r\n1A. e4 *\r\n\r\n\r\n";
        let new = in_format_of(old, "[WhiteA \"Zo\u{eb}\"]\n\n1A. d4 *\n").unwrap();
        assert_eq!(new, b"[WhiteA \"Zo\xeb\"]\r\n\r\n1A. d4 *\r\n\r\n\r\n");
        // Text that Latin-1 can't represent is written in UTF-8.
        let new = in_format_of(old, "[WhiteA \"\u{3c0}\"]\n\n1A. d4 *").unwrap();
        assert!(new.starts_with("[WhiteA \"\u{3c0}\"]\r\n".as_bytes()));
    }
}

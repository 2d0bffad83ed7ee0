//! Atomic writing of files.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fmt, process};

use fs4::{FileExt, TryLockError};

use crate::{signals, sources};

/// How many bytes of a file name its temporary name begins with.
const LONGEST_PREFIX: usize = 120;

/// A file that is written under a temporary name in the same folder until it is complete.
///
/// If it is dropped before that, the temporary file is deleted. If the process is killed, the next one that writes the same
/// file deletes it.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// `None` once it has its final name.
    temporary: Option<PathBuf>,
    out: BufWriter<File>,
    /// Whether it may replace a file.
    force: bool,
    /// Whether the existing file is overwritten in place, because it has hard links or an owner that a new file can't
    /// have.
    keeps_file: bool,
}

/// The names of incomplete files. While the lock is held, signals can't end the process.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporaries() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Deletes incomplete files on Ctrl-C and SIGTERM before the process exits with 130 or 143.
pub fn tidy_on_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        signals::on_first(|code| {
            let mut left = temporaries();
            left.drain(..).for_each(|path| drop(fs::remove_file(path)));
            // The lock stays held, so no other file can be created.
            process::exit(code);
        });
    });
}

/// Why a file was not written.
#[derive(Debug)]
pub struct NotWritten {
    path: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    /// The path is a device, a pipe or a folder.
    NotAFile,
    /// The file exists and must not be overwritten.
    Exists,
    /// The file is read-only.
    ReadOnly,
    /// The file was overwritten in part. The complete content is in the file of this name.
    Half(io::Error, PathBuf),
    Failed(io::Error),
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = sources::name(&self.path);
        match &self.why {
            Why::NotAFile if self.path.is_dir() => write!(f, "cannot write {name}: it is a folder"),
            Why::NotAFile => write!(f, "cannot write {name}: it is not a file"),
            Why::Exists => write!(f, "{name} exists: use --force to overwrite it"),
            Why::ReadOnly => write!(f, "cannot write {name}: it is read-only"),
            Why::Failed(error) => write!(f, "cannot write {name}: {}", sources::describe(error)),
            Why::Half(error, whole) => {
                let whole = sources::name(whole);
                let why = sources::describe(error);
                write!(f, "cannot write {name}: {why}. The complete content is in {whole}")
            }
        }
    }
}

impl std::error::Error for NotWritten {}

impl NotWritten {
    /// Returns `true` if the file exists and must not be overwritten.
    pub fn exists(&self) -> bool {
        matches!(self.why, Why::Exists)
    }

    /// Returns the kind of the error. For a device, a pipe or a folder, it is [`io::ErrorKind::IsADirectory`].
    pub fn kind(&self) -> io::ErrorKind {
        match &self.why {
            Why::NotAFile => io::ErrorKind::IsADirectory,
            Why::Exists => io::ErrorKind::AlreadyExists,
            Why::ReadOnly => io::ErrorKind::PermissionDenied,
            Why::Half(error, _) | Why::Failed(error) => error.kind(),
        }
    }
}

impl WholeFile {
    /// Creates a file. If `force` is set, it may replace another.
    ///
    /// # Errors
    /// Fails if the file exists and must not be overwritten, or can't be created.
    pub fn create(path: &Path, force: bool) -> Result<WholeFile, NotWritten> {
        let rejected = |why| NotWritten { path: path.to_owned(), why };
        let found = fs::metadata(path).ok();
        // A device or a pipe must not be replaced by a file.
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(rejected(Why::NotAFile));
        }
        if !force && found.is_some() {
            return Err(rejected(Why::Exists));
        }
        if let Some(found) = &found {
            let is_closed =
                || OpenOptions::new().write(true).open(path).is_err_and(|error| is_denied(&error));
            if found.permissions().readonly() || is_closed() {
                return Err(rejected(Why::ReadOnly));
            }
        }
        // A symbolic link stays: its target is replaced or created.
        let whole = fs::canonicalize(path).or_else(|_| end_of_links(path));
        let whole = whole.map_err(|error| rejected(Why::Failed(error)))?;
        remove_abandoned(&whole);
        let (temporary, file) =
            create_temporary(&whole, found.is_some()).map_err(|error| rejected(Why::Failed(error)))?;
        let mut made = WholeFile {
            path: whole,
            temporary: Some(temporary),
            out: BufWriter::new(file),
            force,
            keeps_file: false,
        };
        if let Some(found) = found {
            made.keeps_file = !can_be_replaced(made.out.get_ref(), &found);
            let kept = made.out.get_ref().set_permissions(found.permissions());
            kept.map_err(|error| rejected(Why::Failed(error)))?;
        }
        Ok(made)
    }

    /// Gives the file its final name, if `written` is `Ok`.
    ///
    /// # Errors
    /// Returns the error of `written`, or why the file could not be renamed.
    pub fn finish(mut self, written: io::Result<()>) -> Result<(), NotWritten> {
        let written = written.and_then(|()| self.out.flush()).and_then(|()| self.out.get_ref().sync_all());
        // While the lock is held, signals can't end the process.
        let mut names = temporaries();
        if self.keeps_file && written.is_ok() {
            let Some(temporary) = &self.temporary else { return Ok(()) };
            if let Err(error) = copy_into(temporary, &self.path) {
                names.retain(|name| name != temporary);
                let mut whole = self.temporary.take().unwrap_or_default();
                // With this name, no other process takes it for an abandoned file.
                let saved = whole.with_extension("saved");
                if fs::rename(&whole, &saved).is_ok() {
                    whole = saved;
                }
                return Err(NotWritten { path: self.path.clone(), why: Why::Half(error, whole) });
            }
            drop(names);
            // The temporary copy is deleted on drop.
            return Ok(());
        }
        let done = written.and_then(|()| match &self.temporary {
            Some(temporary) if self.force => fs::rename(temporary, &self.path),
            // A file that was created in the meantime stays.
            Some(temporary) => rename_new(temporary, &self.path),
            None => Ok(()),
        });
        match done {
            Ok(()) => {
                let temporary = self.temporary.take();
                names.retain(|name| Some(name) != temporary.as_ref());
                Ok(())
            }
            Err(error) => {
                drop(names);
                let exists = !self.force && error.kind() == io::ErrorKind::AlreadyExists;
                let why = if exists { Why::Exists } else { Why::Failed(error) };
                Err(NotWritten { path: self.path.clone(), why })
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let mut names = temporaries();
            let _ = fs::remove_file(temporary);
            names.retain(|name| name != temporary);
        }
    }
}

fn is_denied(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Follows links to a file that doesn't exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    // The same number as the system follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !path.is_symlink() {
            return Ok(path);
        }
        let to = fs::read_link(&path)?;
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Gives a new file the owner of the one it replaces. Returns `true` if that worked and the old one has no other
/// names.
#[cfg(unix)]
fn can_be_replaced(new: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};

    let owner = |file: &Metadata| (file.uid(), file.gid());
    let is_same = || new.metadata().is_ok_and(|new| owner(&new) == owner(old));
    old.nlink() == 1 && (is_same() || fchown(new, Some(old.uid()), Some(old.gid())).is_ok())
}

#[cfg(not(unix))]
fn can_be_replaced(_new: &File, _old: &Metadata) -> bool {
    true
}

/// Copies the content of a file into another.
fn copy_into(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    let mut to = OpenOptions::new().write(true).truncate(true).open(to)?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

/// Renames a file unless the new name exists.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no hard links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// How often a temporary file is created, if other processes delete it.
const MOST_TRIES: usize = 10;

/// Creates a temporary file with a lock, which the operating system releases when the process ends. Its name is registered
/// first, so a signal leaves nothing on disk. If it is `private`, no other user can open it.
fn create_temporary(path: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;

    for _ in 0..MOST_TRIES {
        let temporary = temporary_path(path);
        temporaries().push(temporary.clone());
        let unregister = || temporaries().retain(|name| *name != temporary);
        let file = match options.open(&temporary) {
            Ok(file) => file,
            Err(error) => {
                unregister();
                return Err(error);
            }
        };
        // Before it was locked, another process may have taken it for an abandoned file.
        let is_taken = matches!(FileExt::try_lock(&file), Err(TryLockError::WouldBlock));
        if !is_taken && fs::symlink_metadata(&temporary).is_ok() {
            return Ok((temporary, file));
        }
        unregister();
    }
    Err(io::Error::other("another process deletes the temporary file"))
}

/// Deletes temporary files for a path whose processes were killed.
fn remove_abandoned(path: &Path) {
    /// The temporary files in each folder when it was first used. There are rarely any.
    static FOUND: Mutex<Option<HashMap<PathBuf, Vec<OsString>>>> = Mutex::new(None);

    let Some(folder) = path.parent() else { return };
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let names =
        found.get_or_insert_default().entry(folder.to_owned()).or_insert_with(|| temporaries_in(folder));
    let start = temporary_start(path);
    names.retain(|name| {
        let is_ours =
            name.as_encoded_bytes().strip_prefix(start.as_encoded_bytes()).is_some_and(is_unique_part);
        if is_ours {
            remove_unlocked(&folder.join(name));
        }
        !is_ours
    });
}

/// Lists what may be temporary files in a folder.
fn temporaries_in(folder: &Path) -> Vec<OsString> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let is_hidden = |name: &OsString| name.as_encoded_bytes().starts_with(b".");
    names.filter(|name| is_hidden(name) && Path::new(name).extension() == Some(OsStr::new("tmp"))).collect()
}

/// Returns `true` for the end of a temporary name: `.PID-NUMBER-MOMENT.tmp`.
fn is_unique_part(end: &[u8]) -> bool {
    let Some(numbers) = end.strip_prefix(b".").and_then(|end| end.strip_suffix(b".tmp")) else {
        return false;
    };
    let mut parts = numbers.split(|&byte| byte == b'-');
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    parts.by_ref().take(3).filter(|part| is_number(part)).count() == 3 && parts.next().is_none()
}

/// Deletes a file unless a process holds its lock. If the file system has no locks, the file stays.
fn remove_unlocked(path: &Path) {
    if !fs::symlink_metadata(path).is_ok_and(|file| file.is_file()) {
        return;
    }
    if let Ok(file) = OpenOptions::new().write(true).open(path)
        && FileExt::try_lock(&file).is_ok()
    {
        let _ = fs::remove_file(path);
    }
}

/// Returns the start of the temporary names for a path.
fn temporary_start(path: &Path) -> OsString {
    let whole = path.file_name().unwrap_or_default();
    let mut name = OsString::from(".");
    if whole.len() <= LONGEST_PREFIX {
        name.push(whole);
    } else {
        // The file system may allow no longer name than this. A character has at most 4 bytes.
        name.push(whole.to_string_lossy().chars().take(LONGEST_PREFIX / 4).collect::<String>());
    }
    name
}

/// Returns a name for a temporary file in the same folder.
fn temporary_path(path: &Path) -> PathBuf {
    let mut name = temporary_start(path);
    // Several files may be written at the same time.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    name.push(format!(".{}-{number}-{moment}.tmp", process::id()));
    path.with_file_name(name)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::create_temporary;

    #[test]
    fn no_other_user_can_open_the_temporary_copy_of_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (temporary, file) =
            create_temporary(&folder.path().join("games.bpgn"), true).expect("a temporary file");
        let mode = file.metadata().expect("its permissions").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_file(temporary).expect("a file");
    }
}

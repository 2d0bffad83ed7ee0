//! What is open: files on disk, pipes and texts that were sent.

use serde::Serialize;

use crate::index::{Index, Stray};
use crate::rejection::Rejection;
use crate::search::end_reasons;

/// The most bytes of one upload, unpacked.
pub const MOST_UPLOAD: usize = 64 << 20;

/// The most games of an upload, whose index stays in memory.
pub const MOST_GAMES: usize = 500_000;

/// The most bytes of all uploads, which stay in memory.
const MOST_MEMORY: usize = 256 << 20;

/// The most uploads that are open at a time.
const MOST_UPLOADS: usize = 100;

/// The most characters of a key.
const MOST_KEY: usize = 80;

/// What is open, and what this server allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Files {
    /// The program's version.
    pub version: &'static str,
    /// In order.
    pub files: Vec<File>,
    /// Whether games can be written to disk.
    pub can_save: bool,
    /// The folder that new files are written to.
    pub folder: Option<String>,
    /// The most bytes that an upload may have.
    pub most_upload: usize,
    /// The words that a search for the end reason takes.
    pub end_reasons: Vec<&'static str>,
    /// The archive that is open; null if none is.
    pub archive: Option<OpenArchive>,
    /// The engine that can be asked; null if there is none.
    pub engine: Option<String>,
}

impl Files {
    /// Lists files, of which new ones are written to a folder if there is one. No archive is open, and
    /// there is no engine.
    pub fn new(files: Vec<File>, folder: Option<String>) -> Files {
        Files {
            version: env!("CARGO_PKG_VERSION"),
            files,
            can_save: folder.is_some(),
            folder,
            most_upload: MOST_UPLOAD,
            end_reasons: end_reasons(),
            archive: None,
            engine: None,
        }
    }
}

/// An archive that is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenArchive {
    /// Its name for people.
    pub name: String,
    /// How many games it has.
    pub games: u64,
    /// Whether it keeps the texts of games, so that they can be opened.
    pub has_texts: bool,
}

/// A file that is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct File {
    /// Its name in addresses; each file has another.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Where it is from.
    pub origin: Origin,
    /// Whether it has been read to its end. `broken`: it could not be; `error` says why, and the games before that are
    /// there.
    pub state: FileState,
    /// Why it is broken.
    pub error: Option<String>,
    /// The size of the file as it is on disk, if it is known.
    pub bytes: Option<u64>,
    /// How much of it has been read.
    pub bytes_read: u64,
    /// How many games have been found.
    pub games: usize,
    /// What a check says of text outside of games; at most 100.
    pub notes: Vec<Stray>,
    /// Whether a game of it can be replaced: it is a plain file on disk.
    pub can_save: bool,
}

/// Where a file is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// It is on disk.
    Disk,
    /// It came by stdin.
    Stdin,
    /// It was sent.
    Upload,
}

/// How far a file has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// It is being read.
    Reading,
    /// It was read to its end.
    Ready,
    /// It could not be read to its end.
    Broken,
}

/// What an upload came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The file's name in addresses.
    pub key: String,
    /// How many games it has.
    pub games: usize,
    /// What the text was taken for.
    pub kind: OpenedKind,
    /// What a person should know, such as that one board was given and the other is at the start.
    pub notes: Vec<String>,
}

/// What a text was taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum OpenedKind {
    /// Games as BPGN, or half-moves in UCI.
    Bpgn,
    /// A position of one board or two.
    Position,
    /// Boards of chess.com.
    Chesscom,
}

/// Returns the name of an upload for people.
pub fn upload_name(name: &str) -> &str {
    if name.trim().is_empty() { "pasted" } else { name.trim() }
}

/// Returns a key that no file has, for a name.
pub fn free_key(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    // A key is one part of an address.
    let usable = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let base: String = name.chars().take(MOST_KEY).map(usable).collect();
    // Nothing may be taken for the way up.
    let base = if base.chars().all(|c| c == '.') { "file".to_owned() } else { base };
    let numbered = |number: usize| if number == 1 { base.clone() } else { format!("{base}-{number}") };
    (1..).map(numbered).find(|key| !is_taken(key)).unwrap_or(base)
}

/// Says that a text holds no game.
pub const NO_GAME: &str =
    "no game found, expected BPGN: tags such as [Event \"...\"] or half-moves such as 1A. e4";

/// Says what is wrong with an upload that has been indexed.
pub fn why_no_upload(name: &str, index: &Index) -> Option<String> {
    if index.len() > MOST_GAMES {
        return Some(format!(
            "{name}: more than {MOST_GAMES} games are too many to be sent: open them with `bughouse serve FILE`"
        ));
    }
    index.is_empty().then(|| NO_GAME.to_owned())
}

/// Rejects an upload if so many are open, with so many bytes, that it does not fit.
///
/// # Errors
/// Rejected if there is no room for `more` bytes.
pub fn require_room(count: usize, memory: usize, more: usize) -> Result<(), Rejection> {
    if count >= MOST_UPLOADS || memory + more > MOST_MEMORY {
        return Err(Rejection::too_large(format!(
            "{count} uploads of {} MB are open, which is as much as fits: close some of them first",
            memory >> 20
        )));
    }
    Ok(())
}

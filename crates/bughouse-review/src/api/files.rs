//! Open files: files on disk, stdin and uploads.

use bpgn::Reader;
use bpgn::detect::TextKind;
use serde::Serialize;

use crate::api::rejection::Rejection;
use crate::texts::index::{Index, Stray};
use crate::texts::search::end_reasons;

/// The maximum size of an upload in bytes, decompressed.
pub const MOST_UPLOAD: usize = 64 << 20;

/// The maximum number of games in an upload, whose index stays in memory.
pub const MOST_GAMES: usize = 500_000;

/// The maximum size of all uploads in bytes, which stay in memory.
const MOST_MEMORY: usize = 256 << 20;

/// The maximum number of open uploads.
const MOST_UPLOADS: usize = 100;

/// The maximum length of a key in characters.
const MOST_KEY: usize = 80;

/// The open files and the capabilities of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Files {
    /// The version of the server.
    pub version: &'static str,
    /// The open files, in order.
    pub files: Vec<File>,
    /// Whether games can be saved to disk.
    pub can_save: bool,
    /// The folder that new files are saved to.
    pub folder: Option<String>,
    /// The maximum size of an upload in bytes.
    pub most_upload: usize,
    /// The values of the search parameter `end`.
    pub end_reasons: Vec<&'static str>,
    /// The open archive; null if there is none.
    pub archive: Option<OpenArchive>,
    /// The name of the engine; null if there is none.
    pub engine: Option<String>,
}

impl Files {
    /// Lists files, without an archive or an engine. New files are saved to `folder`, if there is one.
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

/// An open archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenArchive {
    /// The display name.
    pub name: String,
    /// The number of games.
    pub games: u64,
    /// Whether it has the texts of its games, which are needed to open them.
    pub has_texts: bool,
}

/// An open file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct File {
    /// The unique name of the file in URLs.
    pub key: String,
    /// The display name.
    pub name: String,
    /// Where the file comes from.
    pub origin: Origin,
    /// Whether the file has been read completely. If it is `broken`, `error` says why, and the games before the error
    /// are available.
    pub state: FileState,
    /// Why the file is broken.
    pub error: Option<String>,
    /// The size of the file on disk, if known.
    pub bytes: Option<u64>,
    /// The number of bytes read so far.
    pub bytes_read: u64,
    /// The number of games found so far.
    pub games: usize,
    /// Text outside of games; at most 100 entries.
    pub notes: Vec<Stray>,
    /// Whether its games can be replaced: only in uncompressed files on disk.
    pub can_save: bool,
}

/// Where a file comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A file on disk.
    Disk,
    /// Standard input.
    Stdin,
    /// An upload.
    Upload,
}

/// The state of reading a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// The file is being read.
    Reading,
    /// The file was read completely.
    Ready,
    /// The file could not be read completely.
    Broken,
}

/// An opened upload.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The unique name of the file in URLs.
    pub key: String,
    /// The number of games.
    pub games: usize,
    /// What the text was detected as.
    pub kind: OpenedKind,
    /// Notes for the user, for example that a missing board was set to the starting position.
    pub notes: Vec<String>,
}

/// What a text was detected as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum OpenedKind {
    /// Games in BPGN, or half-moves in UCI.
    Bpgn,
    /// A position of one or two boards.
    Position,
    /// Games from chess.com.
    Chesscom,
}

/// Returns the display name of an upload.
pub fn upload_name(name: &str) -> &str {
    if name.trim().is_empty() { "pasted" } else { name.trim() }
}

/// Returns an unused key for a name.
pub fn free_key(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    // A key is one segment of a URL path.
    let usable = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let base: String = name.chars().take(MOST_KEY).map(usable).collect();
    // A key must not be a relative path such as `..`.
    let base = if base.chars().all(|c| c == '.') { "file".to_owned() } else { base };
    let numbered = |number: usize| if number == 1 { base.clone() } else { format!("{base}-{number}") };
    (1..).map(numbered).find(|key| !is_taken(key)).unwrap_or(base)
}

/// The message for a text without games.
pub const NO_GAME: &str =
    "no game found: expected BPGN with tags such as [Event \"...\"] or half-moves such as 1A. e4";

/// Returns the kind of a text that isn't BPGN, given its first [`START`](TextKind::START) bytes; `None` if it is BPGN or
/// unknown.
pub fn other_format(start: &[u8]) -> Option<TextKind> {
    let kind = Some(TextKind::of(start)).filter(|&kind| kind != TextKind::Bpgn)?;
    // BPGN may begin with a comment in braces, or with a half-move that looks like UCI.
    let mut reader = Reader::new(start);
    let has_game = std::iter::from_fn(|| reader.read_record().ok().flatten())
        .any(|record| !record.game.tags.is_empty() || !record.game.main.half_moves.is_empty());
    (!has_game).then_some(kind)
}

/// Returns why an indexed upload is rejected; `None` if it is fine.
pub fn why_no_upload(name: &str, index: &Index) -> Option<String> {
    if index.len() > MOST_GAMES {
        return Some(format!(
            "{name} has more than {MOST_GAMES} games, the limit for uploads: open it with `bughouse serve FILE`"
        ));
    }
    index.is_empty().then(|| NO_GAME.to_owned())
}

/// Checks the limits for uploads: `count` uploads with `memory` bytes are open, and `more` bytes are needed.
///
/// # Errors
/// Fails if a limit is exceeded.
pub fn require_room(count: usize, memory: usize, more: usize) -> Result<(), Rejection> {
    if count >= MOST_UPLOADS || memory + more > MOST_MEMORY {
        return Err(Rejection::too_large(format!(
            "the limit for uploads is reached: {count} uploads with {} MB are open. Close some of them first",
            memory >> 20
        )));
    }
    Ok(())
}

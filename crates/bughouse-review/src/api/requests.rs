//! Request bodies, except for edits.

use serde::{Deserialize, Serialize};

/// A game as BPGN.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Text"))]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The BPGN.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "bpgn")))]
    pub text: String,
}

/// A file name without a folder. It isn't hidden, and every file system accepts its characters.
#[cfg(feature = "schema")]
const FILE_NAME: &str = r#"^\s*[^\s./\\:*?"<>|\x00-\x1f\x7f-\x9f][^/\\:*?"<>|\x00-\x1f\x7f-\x9f]*$"#;

/// A game to save to a new file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveRequest {
    /// The game as BPGN.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "bpgn")))]
    pub text: String,
    /// The file name without a folder, at most 120 characters and 255 bytes. `.bpgn` is added if missing.
    #[cfg_attr(feature = "schema", schemars(length(max = 120), regex(pattern = FILE_NAME)))]
    pub name: String,
    /// Whether an existing file of that name may be replaced.
    pub overwrite: bool,
}

/// A game to save in place of another.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplaceRequest {
    /// The game as BPGN.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "bpgn")))]
    pub text: String,
    /// The text of the game as it was opened. If the game in the file has changed since, nothing is written.
    pub original: String,
    /// Must be `true`, because the file on disk is replaced.
    pub overwrite: bool,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Saved {
    /// The name of the file.
    pub name: String,
    /// The size of the game in bytes.
    pub bytes: usize,
    /// The key of the file, which is open now.
    pub key: String,
}

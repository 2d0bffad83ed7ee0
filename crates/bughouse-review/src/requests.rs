//! What requests carry, beside edits.

use serde::{Deserialize, Serialize};

/// A record as BPGN.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Text"))]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The text.
    pub text: String,
}

/// A record to write to a new file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveRequest {
    /// The record as BPGN.
    pub text: String,
    /// The name of the file, without a folder. `.bpgn` is added if it is missing.
    pub name: String,
    /// Whether a file of that name may be replaced.
    pub overwrite: bool,
}

/// A record to write in the place of another.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplaceRequest {
    /// The record as BPGN.
    pub text: String,
    /// The text of the game as it was opened. If the file holds another one now, nothing is written.
    pub original: String,
    /// Must be true: the file on disk is replaced.
    pub overwrite: bool,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Saved {
    /// The file.
    pub name: String,
    /// The size of the record.
    pub bytes: usize,
    /// The file is open under this key.
    pub key: String,
}

//! The encoding of a game: UTF-8 or Latin-1, detected for each game.
//!
//! A game whose bytes are valid UTF-8 is UTF-8. Any other is Latin-1, where each byte is a character. So every text can
//! be decoded, and encoded to the same bytes again.

use std::borrow::Cow;

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    #[default]
    Utf8,
    /// ISO 8859-1: each byte is the character of that number.
    Latin1,
}

impl Encoding {
    /// Returns the encoding of a game's bytes.
    pub fn of(bytes: &[u8]) -> Encoding {
        match std::str::from_utf8(bytes) {
            Ok(_) => Encoding::Utf8,
            Err(_) => Encoding::Latin1,
        }
    }

    /// Decodes bytes. Invalid UTF-8 becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Latin1 if bytes.is_ascii() => String::from_utf8_lossy(bytes),
            Encoding::Latin1 => bytes.iter().map(|&byte| char::from(byte)).collect(),
        }
    }

    /// Encodes a text. Returns `false` and writes nothing if a character is not in Latin-1.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) -> bool {
        match self {
            Encoding::Utf8 => out.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 => {
                let before = out.len();
                for character in text.chars() {
                    let Ok(byte) = u8::try_from(character) else {
                        out.truncate(before);
                        return false;
                    };
                    out.push(byte);
                }
            }
        }
        true
    }
}

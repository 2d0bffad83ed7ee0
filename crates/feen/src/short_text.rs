//! A string that doesn't allocate if it is short.

use alloc::boxed::Box;

/// The longest string that is stored inline. With a tag and a length, that makes 32 bytes.
const ROOM: usize = 30;

/// An ASCII string, stored inline if it is short and on the heap otherwise.
///
/// Each string has only one representation, so equal strings are equal byte by byte: unused inline bytes are
/// zero.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum ShortText {
    InPlace { length: u8, bytes: [u8; ROOM] },
    OnHeap(Box<[u8]>),
}

impl ShortText {
    /// Stores a string that is known to be ASCII.
    #[inline]
    pub(crate) fn new(text: &[u8]) -> ShortText {
        let mut bytes = [0; ROOM];
        match bytes.get_mut(..text.len()) {
            Some(room) => {
                room.copy_from_slice(text);
                ShortText::InPlace { length: text.len() as u8, bytes }
            }
            None => ShortText::OnHeap(text.into()),
        }
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            ShortText::InPlace { length, bytes } => &bytes[..*length as usize],
            ShortText::OnHeap(bytes) => bytes,
        }
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        // ASCII is always valid UTF-8.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{ROOM, ShortText};

    #[test]
    fn strings_of_all_lengths_are_kept() {
        for length in 0..2 * ROOM {
            let text: String = ('a'..='z').cycle().take(length).collect();
            let kept = ShortText::new(text.as_bytes());
            assert_eq!((kept.as_str(), kept.as_bytes()), (text.as_str(), text.as_bytes()));
            assert_eq!(matches!(kept, ShortText::InPlace { .. }), length <= ROOM);
            assert!(kept == ShortText::new(text.as_bytes()));
            assert!(kept != ShortText::new((text + "A").as_bytes()));
        }
        assert_eq!(size_of::<ShortText>(), 32);
    }
}

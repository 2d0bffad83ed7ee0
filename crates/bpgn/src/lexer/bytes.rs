//! Classes of bytes, and searches in eight bytes at once.
//!
//! The lengths of moves and clocks can't be predicted, so their ends are found without a branch per byte: eight bytes
//! are compared at once as one number, where each matching byte gets its highest bit set. With a loop over bytes, the row
//! `records, all events` of the benchmarks is 25 % slower.

/// The class of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Space,
    /// Part of a word.
    Word,
    /// A digit, which may begin a label.
    Digit,
    /// A token of its own, or the beginning of one.
    Special,
    /// A no-break space or a part of one, or else part of a word.
    High,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'!' | b'?' => Class::Special,
            0xa0 | 0xc2 => Class::High,
            _ => Class::Word,
        };
        byte += 1;
    }
    classes
};

#[inline]
pub(crate) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Returns `true` if a byte can't be part of a word.
#[inline(always)]
pub(crate) fn ends_word(byte: u8) -> bool {
    matches!(class(byte), Class::Space | Class::Special)
}

/// The lowest bit of each byte.
const LOW: u64 = u64::MAX / 255;

/// The highest bit of each byte.
const HIGH: u64 = LOW << 7;

/// Returns a byte repeated eight times.
const fn every(byte: u8) -> u64 {
    LOW * byte as u64
}

/// Reads sixteen bytes as two numbers, the first byte lowest.
#[inline(always)]
pub(crate) fn two_words(text: &[u8], at: usize) -> Option<(u64, u64)> {
    let &[first, second] = text.get(at..)?.first_chunk::<16>()?.as_chunks::<8>().0 else { return None };
    Some((u64::from_le_bytes(first), u64::from_le_bytes(second)))
}

/// Returns the index of the first byte whose highest bit is set in either word, or 16 if there is none.
#[inline(always)]
pub(crate) fn position(first: u64, second: u64) -> usize {
    let both = u128::from(first & HIGH) | u128::from(second & HIGH) << 64;
    (both.trailing_zeros() / 8) as usize
}

// In the functions below, bytes after the first match may be flagged by mistake. The first match is always correct,
// even if several searches are combined.

/// Flags bytes equal to `byte`.
#[inline(always)]
pub(crate) fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ every(byte);
    zero.wrapping_sub(LOW) & !zero
}

/// Flags bytes less than `byte`, which is at most 128.
#[inline(always)]
pub(crate) fn less(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(every(byte)) & !word
}

/// Flags bytes that are rare in moves: all that can end a word, the mate sign, and others.
#[inline(always)]
pub(crate) fn beyond_move(word: u64) -> u64 {
    // Moves have letters up to `x`. In lower case, brackets are braces.
    let lower = word | every(0x20);
    let above = lower.wrapping_add(every(0x80 - b'y')) | word;
    // White space, `!`, `(` and `)`, then `;` and `?`, which differ in one bit.
    let below = less(word, b'+');
    let between = equal(word & every(!4), b';');
    (above | below | between) & HIGH
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};
    use proptest::sample::Index;

    use super::{HIGH, beyond_move, ends_word, equal, less, position, two_words};

    /// The bytes that moves are written with, except the mate sign.
    const MOVE: &[u8] = b"abcdefghx12345678NBRQKPO-=@+";

    /// Finds the first byte of some kind among eight, one by one.
    fn slow(bytes: [u8; 8], is: impl Fn(u8) -> bool) -> Option<usize> {
        bytes.iter().position(|&byte| is(byte))
    }

    /// Chooses a part. If `is_common` is set, it is one of the first `common`.
    pub(crate) fn part(
        all: &'static [&'static str],
        common: usize,
        is_common: bool,
        index: Index,
    ) -> &'static str {
        let choice = if is_common { &all[..common] } else { all };
        choice[index.index(choice.len())]
    }

    fn fast(mask: u64) -> Option<usize> {
        match mask & HIGH {
            0 => None,
            mask => Some(mask.trailing_zeros() as usize / 8),
        }
    }

    #[test]
    fn beyond_move_flags_word_ends_and_no_bytes_of_moves() {
        for byte in 0..=255 {
            let is_beyond = fast(beyond_move(u64::from_le_bytes([byte; 8]))).is_some();
            assert!(is_beyond || !ends_word(byte), "{byte}");
            assert!(!is_beyond || !MOVE.contains(&byte), "{byte}");
        }
    }

    proptest! {
        #[test]
        fn the_first_byte_is_found(bytes in any::<[u8; 8]>(), byte in any::<u8>(), limit in 0u8..=128) {
            let word = u64::from_le_bytes(bytes);
            prop_assert_eq!(fast(equal(word, byte)), slow(bytes, |one| one == byte));
            prop_assert_eq!(fast(less(word, limit)), slow(bytes, |one| one < limit));
            let alone = |one: u8| beyond_move(u64::from_le_bytes([one; 8])) != 0;
            prop_assert_eq!(fast(beyond_move(word)), slow(bytes, alone));
        }

        #[test]
        fn the_first_byte_of_two_words_is_found(bytes in any::<[u8; 16]>(), few in 0u8..4) {
            let bytes = bytes.map(|byte| byte % 4);
            let (first, second) = two_words(&bytes, 0).unwrap();
            let slow = bytes.iter().position(|&byte| byte == few).unwrap_or(16);
            prop_assert_eq!(position(equal(first, few), equal(second, few)), slow);
        }
    }
}

//! A slow and obvious parser that splits strings, to compare with the one-pass parser.

use std::collections::BTreeMap;

/// Returns the canonical form of a string, or `None` if it is not FEEN. Has no limits.
pub(crate) fn canonical(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok().filter(|text| text.is_ascii())?;
    let fields: Vec<&str> = text.split(' ').collect();
    let &[placement, hands, style_turn] = fields.as_slice() else { return None };
    level(placement)?;
    if !is_style_turn(style_turn) {
        return None;
    }
    Some(format!("{placement} {} {style_turn}", canonical_hands(hands)?))
}

/// Returns the level of a part of the board, 0 for a rank, or `None` if the part is invalid.
fn level(part: &str) -> Option<usize> {
    let slashes = longest_run(part);
    if slashes == 0 {
        return is_rank(part).then_some(0);
    }
    // There is no longer run, so no part starts or ends with a slash unless the whole does.
    let separator = "/".repeat(slashes);
    let mut levels = part.split(separator.as_str()).map(level);
    let first = levels.next()??;
    (first + 1 == slashes && levels.all(|level| level.is_some())).then_some(slashes)
}

fn longest_run(part: &str) -> usize {
    part.split(|c| c != '/').map(str::len).max().unwrap_or(0)
}

fn is_rank(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let digits = leading_digits(rest);
        let piece = leading_piece(rest);
        match (digits, piece) {
            ("", None) => return false,
            ("", Some(piece)) => rest = &rest[piece.len()..],
            (digits, _) if digits.starts_with('0') => return false,
            (digits, _) => rest = &rest[digits.len()..],
        }
    }
    !text.is_empty()
}

fn leading_digits(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
}

/// Returns the longest piece at the start of a string.
fn leading_piece(text: &str) -> Option<&str> {
    let is_piece = |text: &str| {
        let text = text.strip_prefix(['+', '-']).unwrap_or(text);
        let text = text.strip_suffix('\'').unwrap_or(text);
        text.len() == 1 && text.chars().all(|c| c.is_ascii_alphabetic())
    };
    (1..=3).rev().filter_map(|length| text.get(..length)).find(|piece| is_piece(piece))
}

fn canonical_hands(field: &str) -> Option<String> {
    let (first, second) = field.split_once('/')?;
    let upper = canonical_hand(first, |c| c.is_ascii_uppercase())?;
    let lower = canonical_hand(second, |c| c.is_ascii_lowercase())?;
    Some(format!("{upper}/{lower}"))
}

fn canonical_hand(text: &str, is_own: fn(&char) -> bool) -> Option<String> {
    let mut counts: BTreeMap<&str, u128> = BTreeMap::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = leading_digits(rest);
        if digits == "1" || digits.starts_with('0') {
            return None;
        }
        rest = &rest[digits.len()..];
        let piece = leading_piece(rest)?;
        if !piece.contains(|c| is_own(&c)) {
            return None;
        }
        rest = &rest[piece.len()..];
        *counts.entry(piece).or_default() += if digits.is_empty() { 1 } else { digits.parse().ok()? };
    }
    let mut items: Vec<(&str, u128)> = counts.into_iter().collect();
    items.sort_by_key(|&(piece, count)| {
        let letter = piece.chars().find(char::is_ascii_alphabetic);
        let prefix = if piece.starts_with('-') {
            0
        } else if piece.starts_with('+') {
            1
        } else {
            2
        };
        (u128::MAX - count, letter, prefix, piece.ends_with('\''))
    });
    let write =
        |(piece, count): (&str, u128)| if count == 1 { piece.into() } else { format!("{count}{piece}") };
    Some(items.into_iter().map(write).collect())
}

fn is_style_turn(text: &str) -> bool {
    let is_upper = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let is_lower = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split_once('/').is_some_and(|(active, inactive)| {
        is_upper(active) && is_lower(inactive) || is_lower(active) && is_upper(inactive)
    })
}

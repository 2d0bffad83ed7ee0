//! The names of terms, and suggestions for misspelled ones.

use strsim::osa_distance;

/// The names of terms, with their synonyms.
const NAMES: &[(&str, &[&str])] = &[
    ("drop", &["drops"]),
    ("capture", &["captures", "takes"]),
    ("check", &[]),
    ("mate", &["mates"]),
    ("castling", &["castles"]),
    ("promotion", &["promotes"]),
    ("en-passant", &["ep"]),
    ("theft", &["steals"]),
    ("frozen", &["freezes"]),
    ("position", &["board", "fen"]),
    ("pieces", &[]),
    ("move", &["san"]),
    ("piece", &[]),
    ("to", &[]),
    ("from", &[]),
    ("by", &["seat"]),
    ("ply", &["half-move"]),
    ("clock", &[]),
    ("used", &["time"]),
    ("sit", &["sits"]),
    ("diagonal", &[]),
    ("reserve", &["holds"]),
    ("rating", &["elo"]),
    ("player", &[]),
    ("partner", &[]),
    ("against", &["opponent"]),
    ("won", &[]),
    ("drawn", &["draw"]),
    ("lost", &[]),
    ("date", &["year", "day"]),
    ("control", &["time-control", "tc"]),
    ("end", &["ended"]),
    ("result", &[]),
    ("winner", &[]),
    ("source", &[]),
    ("length", &["half-moves", "plies"]),
    ("state", &[]),
];

/// Returns the name of a term, given it or a synonym, ignoring case.
pub(super) fn known_name(name: &str) -> Option<&'static str> {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    NAMES
        .iter()
        .find(|(known, others)| is(known) || others.iter().any(|other| is(other)))
        .map(|(known, _)| *known)
}

/// Returns the term with the most similar name, if at most a third of the letters differ.
/// Two swapped letters count as one.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let most = name.chars().count().max(3) / 3;
    let all = NAMES
        .iter()
        .flat_map(|(known, others)| others.iter().chain([known]).map(move |other| (*known, *other)));
    all.map(|(known, other)| (osa_distance(&name, other), known))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, _)| distance <= most)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_similar_names_are_suggested() {
        for (name, known) in [("dorp", "drop"), ("chekc", "check"), ("plyaer", "player"), ("Mat", "mate")] {
            assert_eq!(nearest(name), Some(known), "{name}");
        }
        for name in ["anna", "hello", "x", ""] {
            assert_eq!(nearest(name), None, "{name}");
        }
    }
}

//! The way to a variation, as the option `--line` takes it.
//!
//! Each step is a half-move and one of its variations, both from 1: `12.1`. Half-moves are counted along the line
//! that the steps before lead to, from the start of the game, as `replay` counts them.

use std::fmt;
use std::str::FromStr;

use bpgn::{Game, Line};

/// The way to a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinePath(Vec<(usize, usize)>);

/// A text that is no way to a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotALinePath;

impl fmt::Display for NotALinePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a half-move and a variation such as 12.1, or several with / between them")
    }
}

impl std::error::Error for NotALinePath {}

impl FromStr for LinePath {
    type Err = NotALinePath;

    fn from_str(text: &str) -> Result<LinePath, NotALinePath> {
        let number = |text: &str| text.parse().ok().filter(|&number: &usize| number > 0);
        let step = |text: &str| {
            let (ply, variation) = text.split_once('.')?;
            Some((number(ply)?, number(variation)?))
        };
        text.split('/').map(step).collect::<Option<_>>().map(LinePath).ok_or(NotALinePath)
    }
}

impl fmt::Display for LinePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (ply, variation)) in self.0.iter().enumerate() {
            write!(f, "{}{ply}.{variation}", if i == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

/// A line of a game that was found.
pub(crate) struct FoundLine<'a> {
    pub(crate) line: &'a Line,
    /// The way to it, as [`Game::line`] takes it.
    pub(crate) path: Vec<(usize, usize)>,
    /// How many half-moves come before it.
    pub(crate) before: usize,
    /// What `--line` takes, with a `/` at the end; nothing for the main line.
    pub(crate) prefix: String,
}

impl<'a> FoundLine<'a> {
    /// Finds a line of a game; `None` stands for the main line.
    pub(crate) fn find(game: &'a Game, wanted: Option<&LinePath>) -> Option<FoundLine<'a>> {
        let mut path = Vec::new();
        let mut before = 0;
        for &(ply, variation) in wanted.map_or(&[][..], |wanted| &wanted.0) {
            let index = (ply - 1).checked_sub(before)?;
            path.push((index, variation - 1));
            before += index;
        }
        let prefix = wanted.map_or_else(String::new, |wanted| format!("{wanted}/"));
        Some(FoundLine { line: game.line(&path)?, path, before, prefix })
    }

    /// Lists the variations of a half-move, each with what `--line` takes for it.
    pub(crate) fn variations(&self, ply: usize) -> Vec<(String, &'a Line)> {
        let index = ply.checked_sub(self.before + 1);
        let half_move = index.and_then(|index| self.line.half_moves.get(index));
        let variations = half_move.map_or(&[][..], |half_move| &half_move.variations);
        let name = |i: usize| format!("{}{ply}.{}", self.prefix, i + 1);
        variations.iter().enumerate().map(|(i, line)| (name(i), line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_written() {
        for text in ["12.1", "12.1/14.2"] {
            assert_eq!(text.parse::<LinePath>().map(|path| path.to_string()).as_deref(), Ok(text));
        }
        for text in
            ["", "12", "12.", ".1", "0.1", "1.0", "1.1/", "-1.1", "a.b", "1.1.1", "99999999999999999999.1"]
        {
            assert_eq!(text.parse::<LinePath>(), Err(NotALinePath), "{text}");
        }
    }
}

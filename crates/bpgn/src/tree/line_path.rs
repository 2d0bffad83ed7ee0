//! The path to a variation as a string: `12.1/14.2`.
//!
//! Each step is a half-move and one of its variations, both counted from 1: `12.1`. Half-moves are counted from the
//! start of the game along the line of the steps before, like in a [`Timeline`](crate::Timeline).

use std::fmt;
use std::str::FromStr;

use bughouse_chess::{ParseError, Span};

use crate::tree::{Game, Line};

/// The path to a variation.
///
/// ```
/// use bpgn::{FoundLine, Game, LinePath};
///
/// let game: Game = "1A. e4 1a. e5 (1a. c5 2A. Nf3) *".parse()?;
/// let path: LinePath = "2.1".parse().unwrap();
/// let found = FoundLine::find(&game, Some(&path)).unwrap();
/// assert_eq!((found.before, found.line.half_moves.len()), (1, 2));
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinePath(Vec<(usize, usize)>);

impl LinePath {
    /// Converts a path as [`Game::line`] takes it. Returns `None` for the main line.
    pub fn of_steps(steps: &[(usize, usize)]) -> Option<LinePath> {
        let mut before = 0;
        let named = steps.iter().map(|&(index, variation)| {
            before += index;
            (before + 1, variation + 1)
        });
        let named: Vec<_> = named.collect();
        (!named.is_empty()).then_some(LinePath(named))
    }

    /// Returns the path as [`Game::line`] takes it, or `None` if its steps are inconsistent.
    pub fn to_steps(&self) -> Option<Vec<(usize, usize)>> {
        let mut before = 0;
        let step = |&(ply, variation): &(usize, usize)| {
            let index = (ply - 1).checked_sub(before)?;
            before += index;
            Some((index, variation - 1))
        };
        self.0.iter().map(step).collect()
    }
}

impl FromStr for LinePath {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<LinePath, ParseError> {
        let number = |text: &str| text.parse().ok().filter(|&number: &usize| number > 0);
        let mut end = 0;
        let step = |text: &str| {
            let span = Span::new(end, end + text.len());
            end = span.end + 1;
            let read =
                text.split_once('.').and_then(|(ply, variation)| Some((number(ply)?, number(variation)?)));
            read.ok_or(ParseError::new(
                "expected a half-move and a variation such as 12.1, or several with / between them",
                span,
            ))
        };
        text.split('/').map(step).collect::<Result<_, _>>().map(LinePath)
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

/// A line of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundLine<'a> {
    /// The line.
    pub line: &'a Line,
    /// The path to it, as [`Game::line`] takes it.
    pub steps: Vec<(usize, usize)>,
    /// How many half-moves come before it.
    pub before: usize,
    /// The path as a string, or `None` for the main line.
    pub path: Option<LinePath>,
}

impl<'a> FoundLine<'a> {
    /// Finds a line of a game. `None` means the main line.
    pub fn find(game: &'a Game, wanted: Option<&LinePath>) -> Option<FoundLine<'a>> {
        let steps = wanted.map_or(Some(Vec::new()), LinePath::to_steps)?;
        let before = steps.iter().map(|&(index, _)| index).sum();
        Some(FoundLine { line: game.line(&steps)?, steps, before, path: wanted.cloned() })
    }

    /// Lists the variations of a half-move with their paths.
    pub fn variations(&self, ply: usize) -> Vec<(LinePath, &'a Line)> {
        let index = ply.checked_sub(self.before + 1);
        let half_move = index.and_then(|index| self.line.half_moves.get(index));
        let variations = half_move.map_or(&[][..], |half_move| &half_move.variations);
        let before = self.path.as_ref().map_or(&[][..], |path| &path.0);
        let name = |i: usize| LinePath(before.iter().copied().chain([(ply, i + 1)]).collect());
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
            assert!(text.parse::<LinePath>().is_err(), "{text}");
        }
        let error = "12.1/x/y".parse::<LinePath>().unwrap_err();
        assert_eq!(error.span(), Span::new(5, 6));
    }

    #[test]
    fn paths_and_steps_convert_both_ways() {
        for (text, steps) in [("12.1", &[(11, 0)][..]), ("12.1/14.2", &[(11, 0), (2, 1)])] {
            let path: LinePath = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(path.to_steps().as_deref(), Some(steps), "{text}");
            assert_eq!(LinePath::of_steps(steps), Some(path), "{text}");
        }
        assert_eq!(LinePath::of_steps(&[]), None);
        assert_eq!("12.1/11.1".parse::<LinePath>().ok().and_then(|path| path.to_steps()), None);
    }
}

//! The lines of a game, each played from where it leaves its line.

use crate::replay::moments::Moments;
use crate::replay::options::ReadOptions;
use crate::replay::replay::{Replayed, StoppedLine};
use crate::replay::stop::{Stop, StopKind};
use crate::replay::timeline::{Moment, Stage};
use crate::replay::times::Times;
use crate::tree::{Game, HalfMove, Line};

/// A line of a game, played without what comes before it, and its variations.
///
/// ```
/// use bpgn::{Game, PlayedLine, ReadOptions};
///
/// let game: Game = "1A. e4 1B. d4 (1B. Nf3 1b. d5 (1b. e5)) 1a. d5 *".parse()?;
/// let main = PlayedLine::new(&game, &ReadOptions::strict());
/// assert_eq!(main.moments.len(), 3);
/// let variation = &main.variations[1][0];
/// assert_eq!(variation.moments[0].san, "Nf3");
/// assert_eq!(variation.moments[0].ply, 2);
/// assert_eq!(variation.variations[1][0].moments[0].san, "e5");
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlayedLine {
    /// What was played, in order. The numbers go on from the line that this one leaves.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if not at the end of the line.
    pub stopped: Option<StoppedLine>,
    /// By half-move of the line, its variations. They go as far as the half-move that could not be played.
    pub variations: Vec<Vec<PlayedLine>>,
}

impl PlayedLine {
    /// Plays the main line of a game and all variations.
    ///
    /// The time this takes grows with the half-moves of the record alone, however variations are nested.
    pub fn new(game: &Game, options: &ReadOptions) -> PlayedLine {
        Moments::new(game, options).with_variations().collect_line()
    }
}

/// Plays the variations of a half-move, which begin where some times stand.
pub(crate) fn all(stage: &mut Stage, branch: &Times, others: &[Line], before: usize) -> Vec<PlayedLine> {
    let vary = |other: &Line| {
        stage.replay.begin_variation();
        let played = line(stage, &mut branch.clone(), other, before);
        stage.replay.end_variation();
        played
    };
    others.iter().map(vary).collect()
}

/// Plays a line that so many half-moves come before, with its variations, up to one that cannot be played.
fn line(stage: &mut Stage, times: &mut Times, line: &Line, before: usize) -> PlayedLine {
    let mut played = PlayedLine::default();
    for (index, half_move) in line.half_moves.iter().enumerate() {
        // What could have been played instead begins at the same place.
        let branch = (!half_move.variations.is_empty()).then(|| times.branch());
        match play(stage, times, before + index + 1, half_move) {
            Ok(moment) => played.moments.push(moment),
            Err(stopped) => played.stopped = Some(stopped),
        }
        let variations = branch.map(|branch| all(stage, &branch, &half_move.variations, before + index));
        played.variations.push(variations.unwrap_or_default());
        if played.stopped.is_some() {
            break;
        }
    }
    played
}

/// Plays a half-move of the line that is being read.
pub(crate) fn play(
    stage: &mut Stage,
    times: &mut Times,
    ply: usize,
    half_move: &HalfMove,
) -> Result<Moment, StoppedLine> {
    let HalfMove { label, san, .. } = half_move;
    let is_main = stage.replay.depth() == 0;
    let kind = match stage.replay.half_move(*label, san.as_bytes()) {
        Replayed::Step(step) => {
            let (played, after) = (step.played, *step.after);
            let numbers = stage.replay.numbers();
            let numbers = [0, 1].map(|board| numbers[board].or(stage.first_numbers[board]));
            return Ok(stage.moment(times, ply, half_move, &played, (&after, numbers), is_main));
        }
        Replayed::Stopped(stopped) => return Err(stopped),
        Replayed::Trailing => StopKind::Trailing,
        Replayed::Nowhere => StopKind::Nowhere,
    };
    let stop = Stop { kind, span: bughouse_chess::Span::new(0, san.len()) };
    Err(StoppedLine { ply, label: *label, stop })
}

//! Plays the lines of a game, each from where it branches off.

use crate::replay::moments::Moments;
use crate::replay::options::ReadOptions;
use crate::replay::replay::{Replayed, StoppedLine};
use crate::replay::stop::{Stop, StopKind};
use crate::replay::timeline::{Moment, Stage};
use crate::replay::times::Times;
use crate::tree::{Game, HalfMove, Line};

/// A replayed line of a game, without the half-moves before it, and its variations.
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
    /// The half-moves that were played, in order. Numbers continue from the parent line.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if it wasn't at the end of the line.
    pub stopped: Option<StoppedLine>,
    /// By half-move of the line, its variations, up to the half-move that could not be played.
    pub variations: Vec<Vec<PlayedLine>>,
}

impl PlayedLine {
    /// Plays the main line of a game and all variations.
    ///
    /// This takes time linear in the number of half-moves, however deep variations are nested.
    pub fn new(game: &Game, options: &ReadOptions) -> PlayedLine {
        Moments::new(game, options).with_variations().collect_line()
    }
}

/// Plays the variations of a half-move, starting from the times before it.
pub(crate) fn all(stage: &mut Stage, branch: &Times, others: &[Line], before: usize) -> Vec<PlayedLine> {
    let vary = |other: &Line| {
        stage.replay.begin_variation();
        let played = line(stage, &mut branch.clone(), other, before);
        stage.replay.end_variation();
        played
    };
    others.iter().map(vary).collect()
}

/// Plays a line and its variations, up to a half-move that can't be played. `before` half-moves come before the line.
fn line(stage: &mut Stage, times: &mut Times, line: &Line, before: usize) -> PlayedLine {
    let mut played = PlayedLine::default();
    for (index, half_move) in line.half_moves.iter().enumerate() {
        // Variations begin at the same place.
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

/// Plays a half-move of the current line.
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

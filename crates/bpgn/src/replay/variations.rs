//! The lines of a game, each played from where it leaves its line.

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
        main_line(&mut Stage::begin(game, options).1, game, true)
    }
}

/// Plays the main line of a game, with its variations if they are wanted.
pub(crate) fn main_line(stage: &mut Stage, game: &Game, variations: bool) -> PlayedLine {
    let mut times = stage.times.clone();
    let mut played = line(stage, &mut times, &game.main, 0, variations);
    // What stands behind a half-move that could not be played tells whether that was the last.
    for half_move in game.main.half_moves.iter().skip(stage.replay.half_moves()) {
        stage.replay.half_move(half_move.label, half_move.san.as_bytes());
    }
    played.stopped = stage.replay.end().stopped;
    played
}

/// Plays a line that so many half-moves come before, up to one that cannot be played.
fn line(stage: &mut Stage, times: &mut Times, line: &Line, before: usize, variations: bool) -> PlayedLine {
    let mut played = PlayedLine::default();
    for (index, half_move) in line.half_moves.iter().enumerate() {
        let others = if variations { &half_move.variations[..] } else { &[] };
        // What could have been played instead begins at the same place.
        let branch = (!others.is_empty()).then(|| times.branch());
        match play(stage, times, before + index + 1, half_move) {
            Ok(moment) => played.moments.push(moment),
            Err(stopped) => played.stopped = Some(stopped),
        }
        if variations {
            let vary = |other: &Line| {
                stage.replay.begin_variation();
                let mut times = branch.clone().unwrap_or_else(|| times.branch());
                let played = self::line(stage, &mut times, other, before + index, true);
                stage.replay.end_variation();
                played
            };
            played.variations.push(others.iter().map(vary).collect());
        }
        if played.stopped.is_some() {
            break;
        }
    }
    played
}

/// Plays a half-move of the line that is being read.
fn play(
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
        Replayed::Behind => StopKind::Behind,
        Replayed::Nowhere => StopKind::Nowhere,
    };
    let stop = Stop { kind, span: bughouse_chess::Span::new(0, san.len()) };
    Err(StoppedLine { ply, label: *label, stop })
}

/// Plays the line that a path leads to, with what comes before it. The path leads to a line.
pub(crate) fn along(
    stage: &mut Stage,
    game: &Game,
    path: &[(usize, usize)],
) -> (Vec<Moment>, Option<StoppedLine>) {
    let mut times = stage.times.clone();
    let mut moments = Vec::new();
    let mut line = &game.main;
    let mut before = 0;
    for step in path.iter().map(Some).chain([None]) {
        let end = step.map_or(line.half_moves.len(), |&(index, _)| index.min(line.half_moves.len()));
        for (index, half_move) in line.half_moves[..end].iter().enumerate() {
            match play(stage, &mut times, before + index + 1, half_move) {
                Ok(moment) => moments.push(moment),
                Err(stopped) => return (moments, Some(stopped)),
            }
        }
        let Some(&(index, variation)) = step else { break };
        let Some(named) = line.half_moves.get(index) else { break };
        let Some(next) = named.variations.get(variation) else { break };
        // The half-move that the variation replaces must have been there, whatever came of it.
        stage.replay.half_move(named.label, named.san.as_bytes());
        stage.replay.begin_variation();
        times = times.branch();
        before += index;
        line = next;
    }
    (moments, None)
}

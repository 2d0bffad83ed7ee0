//! The variations of a game, all played, each from where it leaves its line.

use crate::replay::player::ReadOptions;
use crate::replay::timeline::{Moment, Stage, TimelineStop};
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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedLine {
    /// What was played, in order. The numbers go on from the line that this one leaves.
    pub moments: Vec<Moment>,
    /// Where the replay stopped, if not at the end of the line.
    pub stopped: Option<TimelineStop>,
    /// By half-move of the line, its variations. They go as far as the half-move that could not be played.
    pub variations: Vec<Vec<PlayedLine>>,
}

impl PlayedLine {
    /// Plays the main line of a game and all variations.
    ///
    /// The time this takes grows with the half-moves of the record alone, however variations are nested.
    pub fn new(game: &Game, options: &ReadOptions) -> PlayedLine {
        let (_, stage) = Stage::begin(game, options);
        play(stage, &game.main, 0)
    }
}

/// Plays a line that so many half-moves come before.
fn play(mut stage: Stage, line: &Line, before: usize) -> PlayedLine {
    let mut moments = Vec::with_capacity(line.half_moves.len());
    let mut variations = Vec::with_capacity(line.half_moves.len());
    let mut stopped = None;
    for (index, half_move) in line.half_moves.iter().enumerate() {
        let HalfMove { label, variations: others, .. } = half_move;
        variations.push(others.iter().map(|other| play(stage.branch(), other, before + index)).collect());
        match stage.play(before + index + 1, half_move) {
            Ok(moment) => moments.push(moment),
            Err(stop) => {
                stopped = Some(TimelineStop { ply: before + index + 1, label: *label, stop });
                break;
            }
        }
    }
    PlayedLine { moments, stopped, variations }
}

//! Plays the half-moves of a line one by one, without keeping them.

use crate::replay::options::ReadOptions;
use crate::replay::replay::StoppedLine;
use crate::replay::timeline::{Moment, Stage, TimelineStart};
use crate::replay::times::{ClockKind, Times};
use crate::replay::variations::{self, PlayedLine};
use crate::tree::{Game, HalfMove, Line};

/// Plays a line of a game half-move by half-move. Yields what a [`Timeline`](crate::Timeline) holds, one at a time.
///
/// A moment takes several hundred bytes, which adds up in very long games. An iterator doesn't keep them.
///
/// ```
/// use bpgn::{Game, Moments, ReadOptions};
///
/// let game: Game = "1A. e4 1B. d4 1a. d5 2A. Ke5 2B. e4 *".parse()?;
/// let mut moments = Moments::new(&game, &ReadOptions::strict());
/// assert_eq!(moments.by_ref().filter(|step| step.moment.is_some()).count(), 3);
/// assert_eq!(moments.stopped().map(|stopped| stopped.ply), Some(4));
/// # Ok::<(), bpgn::ReadGameError>(())
/// ```
#[derive(Debug)]
pub struct Moments<'a> {
    start: TimelineStart,
    stage: Stage,
    times: Times,
    game: &'a Game,
    /// The path to the line, and how many steps were taken.
    path: Vec<(usize, usize)>,
    taken: usize,
    /// The line being played, its next half-move, and how many half-moves come before it.
    line: &'a Line,
    index: usize,
    before: usize,
    /// How many half-moves were played.
    played: usize,
    variations: bool,
    stopped: Option<StoppedLine>,
    is_over: bool,
}

/// A half-move of a line, and the result of playing it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LineStep<'a> {
    /// The half-move as it was read.
    pub half_move: &'a HalfMove,
    /// The boards and clocks after it, or `None` for the half-move that stopped the replay, which comes last.
    pub moment: Option<Moment>,
    /// Its variations, replayed. Empty unless [requested](Moments::with_variations).
    pub variations: Vec<PlayedLine>,
    /// How many steps of the path lead to its line. 0 is the main line.
    pub depth: usize,
}

impl<'a> Moments<'a> {
    /// Prepares the main line of a game.
    pub fn new(game: &'a Game, options: &ReadOptions) -> Moments<'a> {
        Moments::along(game, Vec::new(), options)
    }

    /// Prepares a line of a game, including the half-moves before it.
    ///
    /// The path is that of [`Game::line`]. An empty path is the main line. Returns `None` if there is no such line.
    pub fn of_line(game: &'a Game, path: &[(usize, usize)], options: &ReadOptions) -> Option<Moments<'a>> {
        game.line(path)?;
        Some(Moments::along(game, path.to_vec(), options))
    }

    fn along(game: &'a Game, path: Vec<(usize, usize)>, options: &ReadOptions) -> Moments<'a> {
        let (start, stage) = Stage::begin(game, options);
        Moments {
            start,
            times: stage.times.clone(),
            stage,
            game,
            path,
            taken: 0,
            line: &game.main,
            index: 0,
            before: 0,
            played: 0,
            variations: false,
            stopped: None,
            is_over: false,
        }
    }

    /// Also plays the variations of each half-move.
    pub fn with_variations(self) -> Moments<'a> {
        Moments { variations: true, ..self }
    }

    /// Returns the start of the game.
    pub fn start(&self) -> &TimelineStart {
        &self.start
    }

    /// Converts into the start of the game.
    pub fn into_start(self) -> TimelineStart {
        self.start
    }

    /// Returns the kind of clocks in the game.
    pub fn clock_kind(&self) -> ClockKind {
        self.stage.clock_kind
    }

    /// Returns `true` if this is the main line.
    pub fn is_main(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns how many half-moves were played so far.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Returns where the replay stopped, if it wasn't at the end of the line. Known after all half-moves were played.
    pub fn stopped(&self) -> Option<StoppedLine> {
        self.stopped
    }

    /// Plays the remaining half-moves, and keeps them.
    pub(crate) fn collect_line(&mut self) -> PlayedLine {
        let mut line = PlayedLine::default();
        while let Some(step) = self.next() {
            line.moments.extend(step.moment);
            if self.variations {
                line.variations.push(step.variations);
            }
        }
        line.stopped = self.stopped;
        line
    }

    /// Returns the next half-move. Switches to the next line of the path where it branches off.
    fn next_half_move(&mut self) -> Option<&'a HalfMove> {
        while !self.is_over {
            let leaves = self.path.get(self.taken).copied();
            let end = leaves.map_or(usize::MAX, |(index, _)| index);
            if let Some(half_move) = self.line.half_moves.get(self.index).filter(|_| self.index < end) {
                self.index += 1;
                return Some(half_move);
            }
            let Some((index, variation)) = leaves else { break };
            let Some(named) = self.line.half_moves.get(index) else { break };
            let Some(next) = named.variations.get(variation) else { break };
            // The half-move that the variation replaces is played first, even if it is illegal.
            self.stage.replay.half_move(named.label, named.san.as_bytes());
            self.stage.replay.begin_variation();
            self.times = self.times.branch();
            self.before += index;
            (self.line, self.index) = (next, 0);
            self.taken += 1;
        }
        self.is_over = true;
        None
    }

    /// Ends the line. Also counts the half-moves after an illegal one: a repeated half-move is only an error if others
    /// follow.
    fn end(&mut self) {
        self.is_over = true;
        if self.is_main() {
            for half_move in &self.game.main.half_moves[self.index..] {
                self.stage.replay.half_move(half_move.label, half_move.san.as_bytes());
            }
            self.stopped = self.stage.replay.end().stopped;
        }
    }
}

impl<'a> Iterator for Moments<'a> {
    type Item = LineStep<'a>;

    fn next(&mut self) -> Option<LineStep<'a>> {
        let half_move = self.next_half_move()?;
        let before = self.before + self.index - 1;
        let others = if self.variations { &half_move.variations[..] } else { &[] };
        // Variations begin at the same place.
        let branch = (!others.is_empty()).then(|| self.times.branch());
        let played = variations::play(&mut self.stage, &mut self.times, before + 1, half_move);
        let variations = match branch {
            Some(branch) => variations::all(&mut self.stage, &branch, others, before),
            None => Vec::new(),
        };
        let moment = match played {
            Ok(moment) => {
                self.played += 1;
                Some(moment)
            }
            Err(stopped) => {
                self.stopped = Some(stopped);
                self.end();
                None
            }
        };
        Some(LineStep { half_move, moment, variations, depth: self.taken })
    }
}

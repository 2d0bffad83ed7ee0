//! Replays a game: takes half-moves and variations in file order, and returns the result of each.
//!
//! The checker, timelines and everything that rewrites moves are based on it.

use std::collections::BTreeMap;

use bughouse_chess::{BughouseMove, Position, San};

use crate::replay::error::{ReplayError, ReplayErrorKind};
use crate::replay::options::ReadOptions;
use crate::replay::replayer::{Played, Replayer};
use crate::replay::start::Start;
use crate::types::label::{Label, LabelIndex};

/// Replays the half-moves of a game, including variations.
///
/// Call it in file order: [`Replay::half_move`] for each half-move, and [`Replay::begin_variation`] and
/// [`Replay::end_variation`] around the half-moves of a variation. Variations may be nested. A variation starts from
/// the position before the half-move that its first label names, including restorable castling rights. Memory grows
/// with the half-moves that were played.
///
/// ```
/// use bpgn::{Label, ReadOptions, Replay};
///
/// let mut replay = Replay::new(ReadOptions::strict());
/// let label = |text: &str| text.parse::<Label>();
/// replay.half_move(label("1A")?, b"e4")?;
/// replay.half_move(label("1a")?, b"e5")?;
/// replay.begin_variation();
/// let step = replay.half_move(label("1A")?, b"d4")?;
/// assert_eq!((step.ply, step.depth), (1, 1));
/// assert_eq!(step.before, &bughouse_chess::Position::START);
/// replay.end_variation();
/// assert_eq!(replay.half_moves(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    options: ReadOptions,
    /// Whether the start position is not valid, so nothing is played.
    no_start: bool,
    main: Track,
    /// The open variations, from the outermost to the innermost.
    variations: Vec<Track>,
    /// The number of half-moves in the main line so far, played or not.
    announced: usize,
    /// Why the main line stopped. If this may be a repeated half-move, only the end decides.
    stopped: Option<ReplayError>,
    /// Whether the half-move that stopped it repeats the one before it on its board.
    is_repeat: bool,
}

/// A line being played.
#[derive(Clone, Debug)]
struct Track {
    now: Replayer,
    /// The position before the last half-move, or before one that could not be played.
    before: Position,
    history: History,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A variation before its first half-move.
    Open,
    Playing,
    /// This half-move could not be played.
    Stopped(Label),
    /// The first half-move of a variation names no half-move of its line.
    Lost,
}

/// A half-move that was played, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Step<'a> {
    /// The number of the half-move in its line, from 1.
    pub ply: usize,
    /// The nesting depth of its line. 0 is the main line.
    pub depth: usize,
    /// The half-move.
    pub played: Played,
    /// Both boards before it, and the rules that apply.
    pub before: &'a Position,
    /// Both boards after it.
    pub after: &'a Position,
}

impl Replay {
    /// Creates a replay from the starting position, under the default rules of the options.
    pub fn new(options: ReadOptions) -> Replay {
        let start = Replayer::new(&options);
        Replay {
            options,
            no_start: false,
            main: Track::new(start),
            variations: Vec::new(),
            announced: 0,
            stopped: None,
            is_repeat: false,
        }
    }

    /// Begins another game.
    pub fn restart(&mut self, start: &Start) {
        self.no_start = start.error.is_some();
        self.main.restart(start.replayer(&self.options));
        self.variations.clear();
        self.announced = 0;
        self.stopped = None;
        self.is_repeat = false;
    }

    /// Returns the number of half-moves in the main line so far, played or not.
    pub fn half_moves(&self) -> usize {
        self.announced
    }

    /// Returns how many half-moves of the main line were played.
    pub fn played(&self) -> usize {
        self.main.now.played()
    }

    /// Returns the main line in its current state.
    pub fn main(&self) -> &Replayer {
        &self.main.now
    }

    /// Returns the step of the last half-move of the main line again, which was `played`.
    pub(crate) fn main_step(&self, played: Played) -> Step<'_> {
        self.main.step(played, 0)
    }

    /// Plays the next half-move of the current line.
    ///
    /// # Errors
    /// Returns why it can't be played. Then its line ends, and all half-moves after it are
    /// [`Trailing`](ReplayErrorKind::Trailing).
    #[inline]
    pub fn half_move(&mut self, label: Label, san: &[u8]) -> Result<Step<'_>, ReplayError> {
        if self.variations.is_empty() && self.main.state == State::Playing && !self.no_start {
            self.announced += 1;
            return match self.main.play(label, san) {
                Ok(played) => Ok(self.main.step(played, 0)),
                Err(error) => Err(self.stop(san, error)),
            };
        }
        self.other_half_move(label, san)
    }

    /// Plays a half-move of a variation, or of a line that has stopped.
    #[cold]
    fn other_half_move(&mut self, label: Label, san: &[u8]) -> Result<Step<'_>, ReplayError> {
        if let Some(depth) = self.variations.len().checked_sub(1) {
            return self.vary(depth, label, san);
        }
        self.announced += 1;
        let error = self.main.now.error(label, san);
        Err(match self.stopped {
            Some(_) => ReplayError { ply: self.announced, ..error(ReplayErrorKind::Trailing) },
            None => self.stop(san, error(ReplayErrorKind::NoStart)),
        })
    }

    /// Stops the main line.
    #[cold]
    fn stop(&mut self, san: &[u8], error: ReplayError) -> ReplayError {
        let label = error.label;
        let board = label.seat.board;
        let is_last = self.main.now.last(board).is_some_and(|(last, _)| last == label);
        self.is_repeat = self.options.lenient && is_last && self.main.now.is_repeat(board, san);
        self.main.state = State::Stopped(label);
        self.stopped = Some(error);
        error
    }

    /// Plays a half-move of a variation.
    fn vary(&mut self, depth: usize, label: Label, san: &[u8]) -> Result<Step<'_>, ReplayError> {
        let (outer, inner) = self.variations.split_at_mut(depth);
        let track = &mut inner[0];
        if track.state == State::Open {
            let is_main = outer.is_empty();
            let parent = outer.last_mut().unwrap_or(&mut self.main);
            match parent.branch(label, is_main && self.is_repeat) {
                Some(start) => *track = Track::new(start),
                None => {
                    track.state = State::Lost;
                    // Half-moves after an illegal one exist, even though they were not played.
                    let exists = parent.state != State::Playing || self.no_start;
                    let kind = if exists { ReplayErrorKind::Trailing } else { ReplayErrorKind::Nowhere };
                    return Err(parent.now.error(label, san)(kind));
                }
            }
        }
        if track.state != State::Playing {
            return Err(track.now.error(label, san)(ReplayErrorKind::Trailing));
        }
        match track.play(label, san) {
            Ok(played) => Ok(track.step(played, depth + 1)),
            Err(error) => {
                track.state = State::Stopped(label);
                Err(error)
            }
        }
    }

    /// Begins a variation: the half-moves that follow belong to it.
    pub fn begin_variation(&mut self) {
        // Its first half-move decides where it begins.
        self.variations.push(Track { state: State::Open, ..Track::new(self.main.now) });
    }

    /// Ends a variation: the half-moves that follow belong to the line around it. Returns `true` if it had any.
    pub fn end_variation(&mut self) -> bool {
        self.variations.pop().is_some_and(|track| track.state != State::Open)
    }

    /// Returns, by board, the number of the next move in the current line, if labels show it.
    pub(crate) fn numbers(&self) -> [Option<u32>; 2] {
        self.variations.last().unwrap_or(&self.main).now.numbers()
    }

    /// Returns the nesting depth of the current line. 0 is the main line.
    #[inline]
    pub fn depth(&self) -> usize {
        self.variations.len()
    }

    /// Returns why the main line stopped, if it wasn't at its end. Call it when all of it was read.
    ///
    /// A repeated half-move at the very end is not an error, because nothing is missing.
    pub fn stopped(&self) -> Option<ReplayError> {
        let stopped = self.stopped.filter(|_| !self.is_repeated())?;
        let kind = if self.is_repeat { ReplayErrorKind::Repeated } else { stopped.kind };
        Some(ReplayError { kind, ..stopped })
    }

    /// Returns `true` if the last half-move of the main line is repeated. It was played once.
    pub fn is_repeated(&self) -> bool {
        self.is_repeat && self.stopped.is_some_and(|stopped| stopped.ply == self.announced)
    }
}

impl Track {
    fn new(start: Replayer) -> Track {
        Track { now: start, before: *start.position(), history: History::new(start), state: State::Playing }
    }

    fn restart(&mut self, start: Replayer) {
        self.now = start;
        self.history.restart(start);
        self.state = State::Playing;
    }

    #[inline]
    fn play(&mut self, label: Label, san: &[u8]) -> Result<Played, ReplayError> {
        self.before = *self.now.position();
        let played = self.now.play(label, san)?;
        if let Some((label, san)) = self.now.last(label.seat.board) {
            self.history.push(label, san, played.mv);
        }
        Ok(played)
    }

    #[inline]
    fn step(&self, played: Played, depth: usize) -> Step<'_> {
        let now = &self.now;
        Step { ply: now.played(), depth, played, before: &self.before, after: now.position() }
    }

    /// Returns the line before the half-move that a label refers to.
    fn branch(&mut self, label: Label, is_repeat: bool) -> Option<Replayer> {
        // A variation may also replace a half-move that could not be played.
        if self.state == State::Stopped(label) && !is_repeat {
            return Some(self.now);
        }
        self.history.before(label)
    }
}

/// How many half-moves are between two saved positions.
const STEP: usize = 64;

/// The half-moves played in a line.
#[derive(Clone, Debug)]
struct History {
    /// Where the line begins.
    start: Replayer,
    made: Vec<(Label, San, BughouseMove)>,
    labels: LabelIndex,
    /// Saved positions before some half-moves, by index, so a variation only replays a few.
    places: BTreeMap<usize, Replayer>,
}

impl History {
    fn new(start: Replayer) -> History {
        History { start, made: Vec::new(), labels: LabelIndex::default(), places: BTreeMap::new() }
    }

    /// Clears the history, and begins again.
    fn restart(&mut self, start: Replayer) {
        self.start = start;
        self.made.clear();
        if self.labels.len() > 0 {
            self.labels.clear();
            self.places.clear();
        }
    }

    /// Adds a half-move that was played.
    #[inline]
    fn push(&mut self, label: Label, san: San, mv: BughouseMove) {
        self.made.push((label, san, mv));
    }

    /// Returns the line before the half-move that a label refers to.
    fn before(&mut self, label: Label) -> Option<Replayer> {
        for &(label, ..) in &self.made[self.labels.len()..] {
            self.labels.push(label, false);
        }
        let wanted = self.labels.find(label)?;
        let (mut index, mut replayer) = match self.places.range(..=wanted).next_back() {
            Some((&index, replayer)) => (index, *replayer),
            None => (0, self.start),
        };
        while index < wanted {
            let (label, san, mv) = self.made[index];
            replayer.make_again(label, san, mv);
            index += 1;
            if index % STEP == 0 {
                self.places.insert(index, replayer);
            }
        }
        Some(replayer)
    }
}

//! Moves rewritten as the standard writes them.

use crate::label::Label;
use crate::replay::options::ReadOptions;
use crate::replay::replay::{Replay, Replayed};
use crate::replay::start::Start;
use crate::tree::{Game, Line};

impl Game {
    /// Rewrites each move that can be played in standard SAN with the right mark, and gives its label the color
    /// that plays it. Returns how many half-moves changed, in all lines.
    ///
    /// A line is left as it is from the first half-move on that cannot be played.
    ///
    /// ```
    /// let mut game: bpgn::Game = "1A. e2e4 1A. d5 2A. xd5 1B. Nf3 1b. @e4 *".parse()?;
    /// assert_eq!(game.standardize_moves(), 4);
    /// assert_eq!(game.to_string(), "1A. e4 1a. d5 2A. exd5 1B. Nf3 1b. P@e4 *\n");
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn standardize_moves(&mut self) -> usize {
        self.standardize_moves_with(ReadOptions::lenient())
    }

    /// Rewrites moves as [`Game::standardize_moves`] does, with other options.
    pub fn standardize_moves_with(&mut self, options: ReadOptions) -> usize {
        let start = Start::of_tags(|name| self.tags.get(name).map(str::as_bytes), &options);
        let mut replay = Replay::new(options);
        replay.restart(&start);
        let mut changed = 0;
        rewrite(&mut self.main, &mut replay, &mut changed);
        changed
    }
}

/// Rewrites the line that is being replayed.
fn rewrite(line: &mut Line, replay: &mut Replay, changed: &mut usize) {
    for half_move in &mut line.half_moves {
        let mut written = None;
        let goes_on = match replay.half_move(half_move.label, half_move.san.as_bytes()) {
            Replayed::Step(step) => {
                let (seat, mv) = (step.played.seat, step.played.mv);
                written = step
                    .before
                    .san(seat.board, mv, step.rules)
                    .ok()
                    .map(|san| (san.to_string(), Label { seat, ..half_move.label }));
                true
            }
            _ => false,
        };
        // What could have been played instead is told with the labels as they were.
        for variation in &mut half_move.variations {
            replay.begin_variation();
            rewrite(variation, replay, changed);
            replay.end_variation();
        }
        if let Some((san, label)) = written
            && (half_move.san != san || half_move.label != label)
        {
            *changed += 1;
            (half_move.san, half_move.label) = (san, label);
        }
        if !goes_on {
            return;
        }
    }
}

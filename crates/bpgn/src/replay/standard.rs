//! Rewrites moves in standard form.

use bughouse_chess::Rules;

use crate::replay::options::ReadOptions;
use crate::replay::replay::{Replay, Replayed};
use crate::replay::start::Start;
use crate::tree::{Game, Line};
use crate::types::label::Label;

impl Game {
    /// Rewrites each legal move in standard SAN with the correct check sign, and gives its label the color of the
    /// player who moved. Returns how many half-moves changed, in all lines.
    ///
    /// A line stays unchanged from its first illegal half-move on.
    ///
    /// ```
    /// let mut game: bpgn::Game = "1A. e2e4 1A. d5 2A. xd5 1B. Nf3 1b. @e4 *".parse()?;
    /// assert_eq!(game.standardize_moves(), 4);
    /// assert_eq!(game.to_string(), "1A. e4 1a. d5 2A. exd5 1B. Nf3 1b. P@e4 *\n");
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn standardize_moves(&mut self) -> usize {
        self.standardize_moves_with(ReadOptions::lenient().otherwise(Rules::fics()))
    }

    /// Rewrites moves like [`Game::standardize_moves`], with other options.
    pub fn standardize_moves_with(&mut self, options: ReadOptions) -> usize {
        let start = Start::of_tags(|name| self.tags.get(name).map(str::as_bytes), &options);
        let mut replay = Replay::new(options);
        replay.restart(&start);
        let mut changed = 0;
        rewrite(&mut self.main, &mut replay, &mut changed);
        changed
    }
}

/// Rewrites the current line of a replay.
fn rewrite(line: &mut Line, replay: &mut Replay, changed: &mut usize) {
    for half_move in &mut line.half_moves {
        let mut written = None;
        let continues = match replay.half_move(half_move.label, half_move.san.as_bytes()) {
            Replayed::Step(step) => {
                let (seat, mv) = (step.played.seat, step.played.mv);
                written = step
                    .before
                    .san(seat.board, mv)
                    .ok()
                    .map(|san| (san.to_string(), Label { seat, ..half_move.label }));
                true
            }
            _ => false,
        };
        // Variations are replayed with the original labels.
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
        if !continues {
            return;
        }
    }
}

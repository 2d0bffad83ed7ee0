//! Moves rewritten as the standard writes them.

use bughouse_chess::San;

use crate::label::Label;
use crate::replay::player::{Player, ReadOptions};
use crate::replay::start::read_start;
use crate::tree::{Game, Line};

impl Game {
    /// Rewrites each move that can be played in standard SAN with the right mark, and gives its label the colour
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
        let options = ReadOptions::wild();
        let player = match self.tags.get("FEN").map(|fen| read_start(fen.as_bytes(), &options)) {
            None => Player::new(options),
            Some(Ok((start, _))) => Player::from_boards(options, *start.position.boards()),
            Some(Err(_)) => return 0,
        };
        let mut changed = 0;
        rewrite(&mut self.main, player, &mut changed);
        changed
    }
}

/// Rewrites a line that begins where a player stands.
fn rewrite(line: &mut Line, mut player: Player, changed: &mut usize) {
    for half_move in &mut line.half_moves {
        // What could have been played instead begins at the same place.
        for variation in &mut half_move.variations {
            rewrite(variation, player.branch(), changed);
        }
        let before = *player.board(half_move.label.seat.board);
        if player.play(half_move.label, half_move.san.as_bytes()).is_err() {
            return;
        }
        let Some(played) = player.played().last() else { return };
        // A king that castles with a dropped rook is written as it was: by the usual rules there is no such move.
        let Ok(san) = San::of(&before, played.mv) else { continue };
        let (san, label) = (san.to_string(), Label { seat: played.seat, ..half_move.label });
        if half_move.san != san || half_move.label != label {
            *changed += 1;
            (half_move.san, half_move.label) = (san, label);
        }
    }
}

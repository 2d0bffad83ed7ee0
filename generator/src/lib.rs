//! Synthetic bughouse games in the style of a server's archive, the same in every run.
//!
//! A game is named by a seed and a number. Its text does not depend on which other games are made, nor on how many
//! threads make them. All moves are legal in the order of the file, and the end fits the boards, the names and the
//! result.
//!
//! ```
//! use bughouse_generator::Generator;
//!
//! let generator = Generator::new(1);
//! let mut text = Vec::new();
//! generator.write_game(0, &mut text);
//! assert!(text.starts_with(b"[Event \"FICS rated bughouse game\"]\r\n"));
//! ```
//!
//! # Like a server
//!
//! [`Generator::like_a_server`] makes games for benchmarks of archives, where proportions matter: how often a position
//! recurs, how much time is used, who plays. They were fitted to 51 games of FICS and compared with 11 of chess.com,
//! all that were at hand. `benches/measure.py` prints this table for any archives; positions are counted in blocks of 50
//! games.
//!
//! | | FICS | chess.com | synthetic |
//! |---|---|---|---|
//! | half-moves a game: mean | 110 | 106 | 84 |
//! | quantiles 0.1, 0.5, 0.9 | 75, 107, 158 | 64, 97, 148 | 45, 81, 127 |
//! | drops, captures, checks, % | 25.8, 37.2, 16.7 | 24.1, 37.4, 17.4 | 23.3, 36.2, 17.0 |
//! | castling, promotions, % | 0.9, 1.1 | 1.5, 0.6 | 1.1, 1.2 |
//! | ends: mate, time, resignation, % | 47, 32, 16 (of 19) | 64, 9, 27 | 60, 18, 19 |
//! | 60, 120, 180 seconds, % | 4, 41, 55 | 0, 27, 73 | 4, 42, 53 |
//! | seconds used, first 16: 0.25, 0.5, 0.75, 0.9 | 0.10, 0.49, 1.00, 1.68 | 0.10, 0.40, 0.60, 0.90 | 0.11, 0.53, 1.00, 2.00 |
//! | later: 0.25, 0.5, 0.75, 0.9, 0.97, 0.99 | 0.94, 1.72, 3.33, 7.25, 16.7, 32.8 | 0.60, 1.00, 1.70, 3.43, 10.2, 35.3 | 0.87, 1.85, 4.00, 8.43, 18.0, 31.0 |
//! | used under 1 s, over 5, 10, 15 s, % | 32.7, 13.8, 5.4, 2.9 | 53.6, 5.9, 2.6, 1.9 | 34.7, 15.5, 6.5, 3.5 |
//! | sits a game | 4.6 | 2.3 | 4.6 |
//! | games with a clock under 5 s, % | 32 | 27 | 17 |
//! | most pieces in a reserve, mean | 7.1 | 7.1 | 6.3 |
//! | distinct boards at half-move 1, 2, 4, 6, % | 5, 13, 37, 51 | too few | 5, 17, 39, 60 |
//! | at half-move 8, 10, 12, 16, 20, % | 63, 77, 85, 99, 100 | too few | 72, 81, 92, 100, 100 |
//! | the most frequent board at half-move 1, 2, 4, 6, % | 85, 35, 23, 8 | too few | 88, 43, 25, 14 |
//! | at half-move 8, 10, 12, 16, % | 10, 6, 3, 2 | too few | 13, 13, 4, 1 |
//!
//! Not from these games: 84 half-moves are the mean of all games of FICS, while those at hand are of strong players and
//! longer. Of most games at hand only the moves are known, so how they end lies between the two columns. Few players
//! are in them; that activity falls with the rank, that players come and go within twenty years, and that four meet
//! several times in a row is a guess, and so are the ratings. How boards repeat among millions of games follows from the
//! fit to fifty.

mod annotate;
mod bpgn;
mod choose;
mod date;
mod ending;
mod game;
mod habits;
mod many;
mod pgn;
mod play;
mod players;
mod random;
mod regulars;
mod talk;
mod text;

use std::sync::Arc;

use regulars::Regulars;

pub use ending::{Ending, Reason};
pub use game::{GeneratedGame, HalfMove, Layout};
pub use many::{Amount, Written, write_games, write_numbered};
pub use players::Player;
pub use random::Random;

/// How many players games have that are not like those of a server.
const PLAYERS: usize = 600;

/// Makes games: each depends only on its number.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: u64,
    players: Vec<Player>,
    regulars: Option<Arc<Regulars>>,
    annotated: bool,
}

impl Generator {
    /// Makes a generator with a pool of players.
    pub fn new(seed: u64) -> Generator {
        let players = players::pool(PLAYERS, &mut Random::new(seed));
        Generator { seed, players, regulars: None, annotated: false }
    }

    /// Makes games in the proportions of a server, [see above](crate#like-a-server); `count` games fill twenty years.
    pub fn like_a_server(self, games: u64) -> Generator {
        Generator { regulars: Some(Arc::new(Regulars::new(self.seed, games))), ..self }
    }

    /// Has the same games annotated: with variations, more comments, and marks.
    pub fn annotated(self) -> Generator {
        Generator { annotated: true, ..self }
    }

    /// Plays the game with a number.
    pub fn game(&self, number: u64) -> GeneratedGame {
        // Numbers lie side by side; the first draw spreads them, so that no two games share a sequence.
        let mut spread = Random::new(self.seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        let random = &mut Random::new(spread.bits());
        let mut game = match &self.regulars {
            None => game::make(number, &self.players, random),
            Some(regulars) => game::make_like_a_server(number, regulars, &self.players, random),
        };
        if self.annotated {
            annotate::annotate(&mut game.half_moves, game.seconds, &mut Random::new(spread.bits()));
        }
        game
    }

    /// Appends the BPGN text of the game with a number.
    pub fn write_game(&self, number: u64, out: &mut Vec<u8>) {
        self.game(number).write_bpgn(out);
    }
}

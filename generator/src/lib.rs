//! Made-up bughouse games in the style of a server's archive, the same in every run.
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

/// Makes games: each from its number alone.
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

    /// Has games made whose proportions are those of a server, see above; so many of them fill twenty years.
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

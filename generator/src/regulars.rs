//! The players of a server: a few play most games, some come and some go.

use bughouse_chess::Seat;

use crate::habits::Habits;
use crate::players::{self, Player};
use crate::random::Random;

/// How many players a server has seen.
const REGULARS: usize = 12_000;
/// How many of the most active play about as much as each other.
const CIRCLE: f64 = 40.0;
/// Matches that go on at the same time.
const TABLES: u64 = 12;
/// Games that four players play one after the other.
const GAMES_OF_A_MATCH: u64 = 6;

/// The players of a server.
#[derive(Clone, Debug)]
pub(crate) struct Regulars {
    seed: u64,
    all: Vec<Regular>,
    /// How many games there will be.
    games: u64,
}

#[derive(Clone, Debug)]
struct Regular {
    player: Player,
    /// When the first and the last game are played, as parts of all time from 0 to 1.
    career: [f64; 2],
}

impl Regulars {
    /// Makes the players of a server for this many games.
    pub(crate) fn new(seed: u64, games: u64) -> Regulars {
        let mut random = Random::new(seed ^ 0x5e7f_e2b0);
        let all = players::pool(REGULARS, &mut random)
            .into_iter()
            .map(|player| {
                let length = 0.05 + 0.55 * random.part();
                // Some had begun before the first game, some play on after the last.
                let begins = (1.0 + length) * random.part() - length;
                Regular { player, career: [begins, begins + length] }
            })
            .collect();
        Regulars { seed, all, games: games.max(1) }
    }

    /// Returns how many games there will be.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Returns who plays the game with a number: the same four several times, on changing seats.
    pub(crate) fn four(&self, number: u64, random: &mut Random) -> ([Player; 4], Habits) {
        let round = number / (TABLES * GAMES_OF_A_MATCH);
        let mut drawn =
            Random::new(self.seed ^ (round * TABLES + number % TABLES).wrapping_mul(0xa3ec_647659359acd));
        let now = number as f64 / self.games as f64;
        let mut four = [usize::MAX; 4];
        for at in 0..4 {
            four[at] = self.draw(now, &four, &mut drawn);
        }
        // Partners stay partners: WhiteA with BlackB, BlackA with WhiteB. Boards, colors and sides change.
        let turn = random.below(4);
        let [a, b, c, d] = four;
        let seated = [[a, b, c, d], [b, a, d, c], [c, d, a, b], [d, c, b, a]][turn];
        let players = seated.map(|at| {
            let Player { name, elo } = &self.all[at].player;
            Player { name: name.clone(), elo: elo + random.below(80) as u16 }
        });
        let tastes = Seat::ALL.map(|seat| Random::new(self.seed ^ seated[seat.to_index()] as u64).bits());
        (players, Habits::new(tastes, random))
    }

    /// Draws one who plays at a time and is not seated yet.
    fn draw(&self, now: f64, seated: &[usize; 4], random: &mut Random) -> usize {
        let most = self.all.len() as f64 / CIRCLE + 1.0;
        // A career that fits is found soon; nobody is looked for without end.
        let mut at = 0;
        for _ in 0..64 {
            at = (CIRCLE * (most.powf(random.part()) - 1.0)) as usize % self.all.len();
            let [first, last] = self.all[at].career;
            if first <= now && now <= last && !seated.contains(&at) {
                return at;
            }
        }
        while seated.contains(&at) {
            at = (at + 1) % self.all.len();
        }
        at
    }
}

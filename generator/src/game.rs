//! One game, from which its texts are written.

use bughouse_chess::{Millis, San, Seat};

use crate::date::Moment;
use crate::ending::{Ending, Reason};
use crate::habits::{self, Habits};
use crate::play;
use crate::players::Player;
use crate::random::Random;
use crate::regulars::Regulars;
use crate::talk;

/// A whole game: who played, what was played when, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedGame {
    /// The number it was made from.
    pub number: u64,
    /// The players in the order of [`Seat::to_index`], all of different names.
    pub players: [Player; 4],
    /// The time of each player in seconds.
    pub seconds: u32,
    /// Whether the text has the lag of each half-move.
    pub tells_lag: bool,
    /// How the text is laid out.
    pub layout: Layout,
    /// The half-moves of both boards, in the order of the file.
    pub half_moves: Vec<HalfMove>,
    /// How it ended.
    pub ending: Ending,
    pub(crate) moment: Moment,
}

/// One move or drop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfMove {
    /// Who moved.
    pub seat: Seat,
    /// The number of the move on its board, from 1.
    pub number: u32,
    /// The move, with the least disambiguation and the right check sign.
    pub san: San,
    /// What the clock of the mover showed afterwards.
    pub clock: Millis,
    /// The lag in milliseconds.
    pub lag: u32,
    /// What was said then, without braces and without `C:`. All characters are in Latin-1.
    pub comment: Option<String>,
    /// What somebody thinks of it: `!`, `?!`, `$14`.
    pub nag: Option<&'static str>,
    /// What could have been played instead, and what might have followed.
    pub variations: Vec<Vec<HalfMove>>,
}

impl HalfMove {
    /// Makes a half-move on which nobody has said anything.
    pub(crate) fn new(seat: Seat, number: u32, san: San, clock: Millis, lag: u32) -> HalfMove {
        HalfMove { seat, number, san, clock, lag, comment: None, nag: None, variations: Vec::new() }
    }
}

/// How the text of a game is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// All moves on one line, clocks with three decimals: `1A. e4{119.051}`.
    OneLine,
    /// Lines of at most 80 bytes, clocks in whole seconds: `1A. e4 {119}`.
    Wrapped,
}

impl GeneratedGame {
    /// Returns the player on a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.to_index()]
    }

    /// Returns the name of the seat that the ending names; empty if it names none.
    pub(crate) fn named(&self) -> &str {
        self.ending.named.map_or("", |seat| &self.player(seat).name)
    }
}

/// About 390,000 games are played in a year.
const SECONDS_BETWEEN_GAMES: u64 = 81;
const TWENTY_YEARS: u64 = 20 * 365 * 86_400;

/// Makes the game with a number.
pub(crate) fn make(number: u64, pool: &[Player], random: &mut Random) -> GeneratedGame {
    let moment = Moment::after(
        number.wrapping_mul(SECONDS_BETWEEN_GAMES) % (1 << 40)
            + random.below(SECONDS_BETWEEN_GAMES as usize) as u64,
    );
    let players = four_of(pool, random);
    let seconds = match random.below(100) {
        0..62 => 120,
        62..95 => 180,
        95..98 => 300,
        _ => 60,
    };
    finish(number, moment, players, seconds, None, pool, random)
}

/// Makes the game with a number as a server has it, where players and openings come again.
pub(crate) fn make_like_a_server(
    number: u64,
    regulars: &Regulars,
    talkers: &[Player],
    random: &mut Random,
) -> GeneratedGame {
    let between = TWENTY_YEARS / regulars.games();
    let second =
        (u128::from(number % (1 << 40)) * u128::from(TWENTY_YEARS) / u128::from(regulars.games())) as u64;
    let moment = Moment::after(second + random.below(between as usize) as u64);
    let (players, habits) = regulars.four(number, random);
    let seconds = habits::seconds(random);
    finish(number, moment, players, seconds, Some(habits), talkers, random)
}

/// Plays a game whose players have sat down.
fn finish(
    number: u64,
    moment: Moment,
    players: [Player; 4],
    seconds: u32,
    habits: Option<Habits>,
    talkers: &[Player],
    random: &mut Random,
) -> GeneratedGame {
    let layout = if random.percent(25) { Layout::Wrapped } else { Layout::OneLine };
    let tells_lag = layout == Layout::OneLine && random.percent(40);
    let (mut half_moves, ending) = match random.below(1_000) {
        0..8 => (Vec::new(), Ending::lost_by(play::any_seat(random), Reason::Resignation)),
        8..12 => (Vec::new(), Ending::without_winner(Reason::AbortedAtOnce)),
        _ => play::play(seconds, habits, random),
    };
    if !half_moves.is_empty() && random.percent(12) {
        for _ in 0..1 + random.below(4) {
            let at = random.below(half_moves.len());
            half_moves[at].comment = Some(talk::annotation(talkers, random));
        }
    }
    GeneratedGame { number, players, seconds, tells_lag, layout, half_moves, ending, moment }
}

/// Seats four different players.
fn four_of(pool: &[Player], random: &mut Random) -> [Player; 4] {
    let mut chosen = [usize::MAX; 4];
    for seat in 0..4 {
        let mut next = random.below(pool.len());
        while chosen.contains(&next) {
            next = random.below(pool.len());
        }
        chosen[seat] = next;
    }
    chosen.map(|index| {
        let Player { name, elo } = &pool[index];
        // A rating moves with every game.
        Player { name: name.clone(), elo: elo + random.below(80) as u16 }
    })
}

//! What players of a server do alike: openings that repeat, time that is used, ends of games. Figures are of real games.

use bughouse_chess::{Board, Seat};

use crate::choose::Temper;
use crate::ending::Reason;
use crate::random::Random;

/// What four players do in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// By seat: a number of the player, who likes the same moves in all games.
    pub(crate) tastes: [u64; 4],
    /// By seat: the thinking time, in tenths of the average.
    pub(crate) tempi: [u64; 4],
}

/// The sequence that moves of openings are drawn from. With this number most games begin as many of people do: e4 Nf6, Nc3
/// Nc6, Nf3 d5.
const BOOK: u64 = 7_662;
/// By half-move of a board: how steep the choice among moves is. The chance of a move beyond the `n` first is `n` to
/// the power of minus this.
const STEEPNESS: [f64; 16] = [1.7, 1.0, 2.6, 2.5, 2.6, 2.5, 2.6, 2.5, 2.2, 2.2, 2.0, 1.9, 1.2, 0.8, 0.5, 0.3];
/// How many of a hundred moves of the opening follow the player's taste, and not the mood of the day.
const BY_TASTE: u32 = 60;

impl Habits {
    /// Returns the sequence that a move of the opening is chosen with: the same for the same board and the same rank of
    /// the move; `None` beyond the opening.
    pub(crate) fn opening(&self, board: &Board, seat: Seat, random: &mut Random) -> Option<Random> {
        let depth = 2 * board.fullmove_number().saturating_sub(1) as usize + seat.color.to_index();
        let steepness = *STEEPNESS.get(depth)?;
        let key = board.key().bits();
        let drawn = random.bits();
        let bits = match random.percent(BY_TASTE) {
            true => Random::new(self.tastes[seat.to_index()] ^ key).bits(),
            false => drawn,
        };
        // Pareto's distribution, turned round.
        let chance = ((bits >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        let rank = chance.powf(-1.0 / steepness).min(1e15) as u64;
        Some(Random::new(BOOK ^ key ^ rank.wrapping_mul(0x9e6c_63d0_876a_68ee)))
    }
}

/// Quantiles of the time used for a half-move, in milliseconds, at [`AT`].
type Quantiles = [u64; 10];
/// Where the quantiles stand, in thousandths.
const AT: Quantiles = [0, 50, 100, 250, 500, 750, 900, 970, 990, 1_000];
/// The first sixteen half-moves of both boards.
const FIRST: Quantiles = [0, 0, 100, 100, 490, 1_000, 1_680, 2_440, 3_350, 8_000];
/// All others. What is beyond ten seconds is mostly waiting for a piece, or for the partner.
const LATER: Quantiles = [0, 100, 270, 940, 1_720, 3_330, 7_250, 16_700, 32_800, 70_000];
/// How many half-moves both boards begin with quickly.
const QUICK: usize = 16;

/// The thinking time in one game, in tenths of the average: some players are slow, and get into time trouble.
const TEMPI: [u64; 10] = [5, 6, 7, 8, 9, 10, 11, 12, 16, 24];

impl Habits {
    /// Makes those of four players in one game.
    pub(crate) fn new(tastes: [u64; 4], random: &mut Random) -> Habits {
        Habits { tastes, tempi: [(); 4].map(|()| TEMPI[random.below(TEMPI.len())]) }
    }

    /// Returns the same for a game that ends on time: all think longer.
    pub(crate) fn slowly(self) -> Habits {
        Habits { tempi: self.tempi.map(|tempo| tempo * 9 / 4), ..self }
    }

    /// Returns what they look for.
    pub(crate) fn temper(&self) -> Temper {
        Temper { capture: 92, check: 50, drop: 78, sacrifice: 36 }
    }

    /// Draws the time used for a half-move, from the number of half-moves before it and the time left on the clock.
    pub(crate) fn thought(&self, seat: usize, played: usize, clock: i64, random: &mut Random) -> i64 {
        let table = if played < QUICK { &FIRST } else { &LATER };
        let drawn = random.below(1_000_000) as u64;
        let above = AT.iter().position(|&at| drawn < at * 1_000).unwrap_or(AT.len() - 1);
        let (low, high) = (AT[above - 1] * 1_000, AT[above] * 1_000);
        let (from, to) = (table[above - 1], table[above]);
        let thought = (from + (to - from) * (drawn - low) / (high - low)) * self.tempi[seat] / 10;
        let thought = thought.max(100) as i64;
        // Who has little time left does not think for long, unless nothing helps.
        let hurry = clock / 2;
        if thought > hurry && random.percent(93) {
            (hurry / 4 + thought % (hurry / 2 + 1)).max(100)
        } else {
            thought
        }
    }
}

/// Draws how a game is meant to end, and the half-move from which on it may. Mates and flags can come before.
pub(crate) fn goal(random: &mut Random) -> (Reason, usize) {
    let reason = match random.below(1_000) {
        0..640 => Reason::Checkmate,
        640..810 => Reason::Resignation,
        810..950 => Reason::Time,
        950..962 => Reason::Disconnection,
        962..970 => Reason::PartnerResignation,
        970..974 => Reason::PartnerTime,
        974..980 => Reason::Draw,
        980..988 => Reason::AbortedAtOnce,
        _ => Reason::Aborted,
    };
    let from = match reason {
        Reason::AbortedAtOnce => 1 + random.below(2),
        Reason::Time => 40 + random.below(60) + random.below(60),
        _ => 15 + random.below(30) + random.below(50),
    };
    (reason, from)
}

/// Draws the seconds of each player.
pub(crate) fn seconds(random: &mut Random) -> u32 {
    match random.below(100) {
        0..42 => 120,
        42..95 => 180,
        95..99 => 60,
        _ => 300,
    }
}

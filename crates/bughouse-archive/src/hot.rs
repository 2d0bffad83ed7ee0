//! Precomputed sums for positions that many games reached, so their rows need not be read.

use std::collections::BTreeMap;

use bughouse_chess::Seat;

use crate::collect::PositionRow;
use crate::column::{Rows, UNKNOWN};
use crate::flags::position as flags;

/// A position with this many rows in a batch gets sums.
pub(crate) const HOT_ROWS: usize = 256;

/// What sums need to know about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameBrief {
    /// 0 and 1 are the teams, 2 is a draw, -1 is unknown.
    pub(crate) winner: i8,
    /// By seat; -1 if unknown.
    pub(crate) ratings: [i16; 4],
    /// [`UNKNOWN`] if the date is missing or partial.
    pub(crate) day: i32,
}

/// The statistics of one move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) games: i32,
    pub(crate) won: i32,
    pub(crate) drawn: i32,
    pub(crate) lost: i32,
    pub(crate) rated: i32,
    pub(crate) rating: i64,
    pub(crate) timed: i32,
    pub(crate) used: i64,
    /// How many times it took less than a second.
    pub(crate) quick: i32,
    pub(crate) last: Option<i32>,
    /// The games with the highest rated players who played it.
    pub(crate) best: [Option<Example>; 3],
    /// The newest game, with its day.
    pub(crate) newest: Option<(i32, Example)>,
}

/// A game, and a place in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Example {
    /// The rating of the player who made the move; -1 if unknown.
    pub(crate) rating: i16,
    pub(crate) game: i32,
    /// The number of half-moves played before.
    pub(crate) ply: i32,
}

impl Sum {
    /// Adds a row.
    pub(crate) fn add(&mut self, (id, ply): (i32, i32), seat: i8, used: i32, game: &GameBrief) {
        let team = team_of(seat);
        self.games += 1;
        match game.winner {
            2 => self.drawn += 1,
            -1 => {}
            winner if winner == team => self.won += 1,
            _ => self.lost += 1,
        }
        let rating = game.ratings[seat as usize & 3];
        if rating >= 0 {
            self.rated += 1;
            self.rating += i64::from(rating);
        }
        if used != UNKNOWN {
            self.timed += 1;
            self.used += i64::from(used);
            self.quick += i32::from(used < 10);
        }
        if game.day != UNKNOWN {
            self.last = self.last.max(Some(game.day));
        }
        let example = Example { rating, game: id, ply: ply - 1 };
        self.add_best(example);
        self.newest = self.newest.max(Some((game.day, example)));
    }

    fn add_best(&mut self, example: Example) {
        let mut new = Some(example);
        if new <= self.best[2] || self.best.contains(&new) {
            return;
        }
        for place in &mut self.best {
            if new > *place {
                std::mem::swap(place, &mut new);
            }
        }
    }

    /// Adds another sum.
    pub(crate) fn merge(&mut self, other: &Sum) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.rated += other.rated;
        self.rating += other.rating;
        self.timed += other.timed;
        self.used += other.used;
        self.quick += other.quick;
        self.last = self.last.max(other.last);
        other.best.into_iter().flatten().for_each(|example| self.add_best(example));
        self.newest = self.newest.max(other.newest);
    }
}

/// Returns the team of a seat: 0 for WhiteA and BlackB, 1 for BlackA and WhiteB.
pub(crate) const fn team_of(seat: i8) -> i8 {
    matches!(seat, 1 | 2) as i8
}

/// Returns the seat with a number.
pub(crate) fn seat_of(number: i32) -> Option<Seat> {
    usize::try_from(number).ok().and_then(|index| Seat::ALL.get(index).copied())
}

/// The kind of the row with the number of games of a board. The rows of moves count a game twice if the position was
/// on both of its boards.
pub(crate) const GAMES: i32 = 3;

/// A row of the table `hot`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HotRow {
    pub(crate) key: i64,
    /// 0 for one board. For both boards, 1 or 2 if the half-move is on the board with the lesser or the greater key.
    /// [`GAMES`] for one board without a move.
    pub(crate) kind: i32,
    pub(crate) mv: i16,
    pub(crate) sum: Sum,
}

/// Computes sums by key and move from rows that are sorted by key.
#[derive(Debug)]
pub(crate) struct Sums<R = PositionRow> {
    is_pair: bool,
    /// The rows of the current key, until there are enough for sums.
    few: Vec<R>,
    /// The sums of the current key, once there are enough rows.
    sums: BTreeMap<(i32, i16), Sum>,
    /// The games of these sums, possibly repeated.
    games: Vec<i32>,
    key: i64,
    done: Vec<HotRow>,
}

impl<R: Copy + AsRef<PositionRow>> Sums<R> {
    pub(crate) const fn new(is_pair: bool) -> Sums<R> {
        Sums { is_pair, few: Vec::new(), sums: BTreeMap::new(), games: Vec::new(), key: 0, done: Vec::new() }
    }

    /// Adds a row. `brief` is called only for keys with enough rows.
    pub(crate) fn add(&mut self, row: &R, brief: impl Fn(&R) -> GameBrief) {
        if row.as_ref().key != self.key {
            self.end_key();
            self.key = row.as_ref().key;
        }
        if !self.sums.is_empty() {
            self.sum(row, &brief);
            return;
        }
        self.few.push(*row);
        if self.few.len() == HOT_ROWS {
            for row in std::mem::take(&mut self.few) {
                self.sum(&row, &brief);
            }
        }
    }

    fn sum(&mut self, whole: &R, brief: impl Fn(&R) -> GameBrief) {
        let row = whole.as_ref();
        if i32::from(row.flags) & flags::AGAIN == 0 {
            let sum = self.sums.entry((kind_of(self.is_pair, i32::from(row.flags)), row.mv)).or_default();
            sum.add((row.game, row.ply), row.seat, row.used, &brief(whole));
            if !self.is_pair && self.games.last() != Some(&row.game) {
                self.games.push(row.game);
            }
        }
    }

    /// Finishes the current key.
    fn end_key(&mut self) {
        self.few.clear();
        let key = self.key;
        let (sums, mut games) = (std::mem::take(&mut self.sums), std::mem::take(&mut self.games));
        if !games.is_empty() {
            games.sort_unstable();
            games.dedup();
            let sum = Sum { games: games.len() as i32, ..Sum::default() };
            self.done.push(HotRow { key, kind: GAMES, mv: 0, sum });
        }
        self.done.extend(sums.into_iter().map(|((kind, mv), sum)| HotRow { key, kind, mv, sum }));
    }

    /// Returns the sums of all keys that had enough rows.
    pub(crate) fn finish(mut self) -> Vec<HotRow> {
        self.end_key();
        self.done
    }
}

/// Returns the kind of a row.
pub(crate) const fn kind_of(is_pair: bool, bits: i32) -> i32 {
    match (is_pair, bits & flags::GREATER != 0) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    }
}

/// Adds a row to the columns of `hot`.
pub(crate) fn push_hot(row: &HotRow, out: &mut Rows) {
    let sum = &row.sum;
    let mut into = out.row();
    into.long(row.key)
        .int(row.kind)
        .int(i32::from(row.mv))
        .int(sum.games)
        .int(sum.won)
        .int(sum.drawn)
        .int(sum.lost)
        .int(sum.rated)
        .long(sum.rating)
        .int(sum.timed)
        .long(sum.used)
        .int(sum.quick)
        .maybe(sum.last);
    for example in [sum.best[0], sum.best[1], sum.best[2], sum.newest.map(|(_, example)| example)] {
        into.maybe(example.map(|example| example.game))
            .maybe(example.map(|example| example.ply))
            .maybe(example.map(|example| i32::from(example.rating)).filter(|&rating| rating >= 0));
    }
}

//! Queries for both boards at once, beyond the depth of the table of pairs.
//!
//! A row of `positions` has the half-move played from a board, which has been unchanged since the previous half-move on
//! it. Two rows of a game, one per board, are a pair if the board of the later half-move did not change between the two
//! half-moves. So look up the rows of both boards by key, then check the seats of the half-moves in between.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bughouse_chess::Key;

use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::blocks::blocks;
use crate::collect::PAIR_PLIES;
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::explore::{Lookup, Reserves, Row};
use crate::flags::position as flags;
use crate::move_columns::MoveColumns;
use crate::pack::ENDED;
use crate::schema::{MOVES, POSITIONS};

/// The most visits in the cache.
const MOST_KEPT: usize = 2 << 20;

/// An occurrence of a board in a game, with the half-move that was played from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Visit {
    game: i32,
    ply: i32,
    seat: i8,
}

impl Visit {
    const fn board(self) -> i32 {
        self.seat as i32 >> 1
    }
}

/// A cache of late visits, by key of the board.
#[derive(Debug, Default)]
pub(crate) struct LateVisits(Mutex<HashMap<Key, Arc<Vec<Visit>>>>);

/// Visits of both boards in a game that may overlap in time.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// In the order of the boards of the query.
    visits: [Visit; 2],
}

impl Meeting {
    fn game(&self) -> i32 {
        self.visits[0].game
    }

    /// Returns the half-move that was played from both boards.
    fn ply(&self) -> i32 {
        self.visits[0].ply.min(self.visits[1].ply)
    }

    /// Returns the index of the board of the query on which it was played; at the end of a game, that of board A.
    fn mover(&self) -> usize {
        let [one, other] = self.visits;
        usize::from((other.ply, other.board()) < (one.ply, one.board()))
    }
}

impl Archive {
    /// Returns a row for each game in which both boards occurred together only beyond the depth of the table of pairs.
    pub(crate) fn late_rows(
        &self,
        lookup: &Lookup,
        reserves: Reserves,
        attributes: &Attributes,
    ) -> Result<Vec<Row>, ArchiveError> {
        let mut meetings = self.meetings(lookup)?;
        if meetings.is_empty() {
            return Ok(Vec::new());
        }
        let mut games: Vec<i32> = meetings.iter().map(Meeting::game).collect();
        games.dedup();
        let mut early = Vec::new();
        for run in &self.pairs {
            early.extend(lookup.games_among(run, &games, reserves)?);
        }
        early.sort_unstable();
        meetings.retain(|meeting| early.binary_search(&meeting.game()).is_err());
        let of_game = |game: usize| {
            let start = meetings.partition_point(|meeting| (meeting.game() as usize) < game);
            meetings[start..].iter().take_while(move |meeting| meeting.game() as usize == game)
        };
        let mut rows = Vec::new();
        let mut columns = MoveColumns::new(self);
        for block in blocks(attributes, meetings.iter().map(|meeting| meeting.game() as usize)) {
            let half_moves = HalfMoves::read(&mut columns, block.rows.clone(), reserves != Reserves::Any)?;
            for (game, own) in block.each(attributes) {
                let found =
                    of_game(game).filter_map(|meeting| half_moves.row(lookup, reserves, meeting, own.start));
                rows.extend(found);
            }
        }
        // The meetings of a game are sorted by half-move, so this keeps the first.
        rows.dedup_by_key(|row| row.game);
        Ok(rows)
    }

    /// Returns where both boards may have occurred together, sorted by game and half-move.
    fn meetings(&self, lookup: &Lookup) -> Result<Vec<Meeting>, ArchiveError> {
        // Start with the rarer board, which often has no late visits.
        let counts = [self.rows_of_key(lookup.keys[0])?, self.rows_of_key(lookup.keys[1])?];
        let rarer = usize::from(counts[1] < counts[0]);
        let one = self.late_visits(lookup.keys[rarer])?;
        if one.is_empty() {
            return Ok(Vec::new());
        }
        let other = self.late_visits(lookup.keys[1 - rarer])?;
        let mut all = Vec::new();
        let mut from = 0;
        for &visit in one.iter() {
            from += other[from..].partition_point(|other| other.game < visit.game);
            for &second in other[from..].iter().take_while(|other| other.game == visit.game) {
                if second.board() != visit.board() {
                    let visits = if rarer == 0 { [visit, second] } else { [second, visit] };
                    all.push(Meeting { visits });
                }
            }
        }
        all.sort_by_key(|meeting| (meeting.game(), meeting.ply()));
        Ok(all)
    }

    /// Returns the number of rows of a board.
    fn rows_of_key(&self, key: Key) -> Result<usize, ArchiveError> {
        let mut rows = 0;
        for run in &self.positions {
            let found = run.rows.rows_of(POSITIONS.column("key"), key.bits() as i64)?;
            rows += found.iter().map(|found| found.rows.len()).sum::<usize>();
        }
        Ok(rows)
    }

    /// Returns the visits of a board beyond the depth of the table of pairs, sorted by game and half-move.
    fn late_visits(&self, key: Key) -> Result<Arc<Vec<Visit>>, ArchiveError> {
        let kept = self.late.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let mut visits = Vec::new();
        for run in &self.positions {
            for found in run.rows.rows_of(POSITIONS.column("key"), key.bits() as i64)? {
                let ints = |name: &str| -> Result<Vec<i32>, ArchiveError> {
                    let mut values = Vec::with_capacity(found.rows.len());
                    run.rows.ints(&found, POSITIONS.column(name), &mut values).map(|()| values)
                };
                let plies = ints("ply")?;
                if plies.iter().all(|&ply| ply <= PAIR_PLIES as i32) {
                    continue;
                }
                for ((game, ply), seat) in ints("game")?.into_iter().zip(plies).zip(ints("seat")?) {
                    if ply > PAIR_PLIES as i32 {
                        visits.push(Visit { game, ply, seat: seat as i8 });
                    }
                }
            }
        }
        visits.sort_unstable();
        // Ignore invalid game ids, which have no half-moves.
        visits.retain(|visit| visit.game >= 0);
        let visits = Arc::new(visits);
        let mut kept = self.late.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.values().map(|visits| visits.len() + 16).sum::<usize>() + visits.len() > MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&visits));
        Ok(visits)
    }
}

/// The half-moves of a block.
struct HalfMoves {
    seats: Vec<i32>,
    moves: Vec<i32>,
    used: Vec<i32>,
    /// By seat; `None` if the query ignores reserves.
    reserves: Option<[Vec<i32>; 4]>,
}

impl HalfMoves {
    fn read(
        columns: &mut MoveColumns<'_>,
        rows: std::ops::Range<u64>,
        reserves: bool,
    ) -> Result<HalfMoves, ArchiveError> {
        let mut read = |name: &str| columns.all(MOVES.column(name), rows.clone());
        let reserves = if reserves {
            let names = ["reserve_white_a", "reserve_black_a", "reserve_white_b", "reserve_black_b"];
            let [a, b, c, d] = names.map(&mut read);
            Some([a?, b?, c?, d?])
        } else {
            None
        };
        Ok(HalfMoves { seats: read("seat")?, moves: read("move")?, used: read("used_ms")?, reserves })
    }

    /// Returns the row of a meeting; `None` if the visits don't overlap or the reserves don't match.
    fn row(&self, lookup: &Lookup, reserves: Reserves, meeting: &Meeting, start: usize) -> Option<Row> {
        let (ply, mover) = (meeting.ply(), meeting.mover());
        let (own, other) = (meeting.visits[mover], meeting.visits[1 - mover]);
        let row_of = |ply: i32| start.saturating_add(ply as usize - 1);
        let between = self.seats.get(row_of(ply)..row_of(other.ply))?;
        if between.iter().any(|seat| seat >> 1 == other.board()) {
            return None;
        }
        let is_end = own.ply == other.ply;
        let is_greater = lookup.keys[mover] > lookup.keys[1 - mover];
        let bits = if is_greater { flags::GREATER } else { 0 };
        let bits = match &self.reserves {
            None => bits,
            Some(held) => {
                let row = row_of(ply - 1);
                let of = |board: i32| {
                    let [white, black] = [0, 1].map(|color| held[(board * 2 + color) as usize & 3].get(row));
                    Some(i64::from(*white?) | i64::from(*black?) << 32)
                };
                lookup.fitting(bits, of(own.board())?, of(other.board())?, reserves)?
            }
        };
        let (mv, used) = if is_end {
            (ENDED, UNKNOWN)
        } else {
            let used = *self.used.get(row_of(ply))?;
            (*self.moves.get(row_of(ply))? as i16, if used == UNKNOWN { used } else { used.div_euclid(100) })
        };
        Some(Row { game: own.game, ply, seat: own.seat, mv, flags: bits as i8, used })
    }
}

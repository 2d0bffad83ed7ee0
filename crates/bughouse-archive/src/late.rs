//! Both boards at once, after the half-moves that the table of pairs has.
//!
//! A row of positions says which half-move was played from a board. The board has been there since the half-move before it
//! on the same board. Two rows of one game, one of each board, are a pair if both stood there when the earlier of the two
//! half-moves was played. So the rows of both boards are found by key, and the seats of the half-moves between give the
//! rest.

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

/// How many visits are kept in memory at most.
const MOST_KEPT: usize = 2 << 20;

/// A board that stood in a game, and the half-move that was played from it.
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

/// Late visits of boards that were lookup for, by key.
#[derive(Debug, Default)]
pub(crate) struct LateVisits(Mutex<HashMap<Key, Arc<Vec<Visit>>>>);

/// Both boards in a game, and the half-move that was played from them.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// Those of the boards of the query.
    visits: [Visit; 2],
}

impl Meeting {
    fn game(&self) -> i32 {
        self.visits[0].game
    }

    /// The half-move that was played.
    fn ply(&self) -> i32 {
        self.visits[0].ply.min(self.visits[1].ply)
    }

    /// Which board of the query it was played on; where the game ended it is board A of the game.
    fn mover(&self) -> usize {
        let [one, other] = self.visits;
        usize::from((other.ply, other.board()) < (one.ply, one.board()))
    }
}

impl Archive {
    /// Returns a row for each game in which both boards stood at once for the first time after the half-moves that the
    /// table of pairs has.
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
        // Meetings of a game are in the order of their half-moves: the first counts.
        rows.dedup_by_key(|row| row.game);
        Ok(rows)
    }

    /// Returns where both boards may have stood at once, by game and half-move.
    fn meetings(&self, lookup: &Lookup) -> Result<Vec<Meeting>, ArchiveError> {
        // The one with fewer visits is often without any.
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

    /// Returns how many rows a board has.
    fn rows_of_key(&self, key: Key) -> Result<usize, ArchiveError> {
        let mut rows = 0;
        for run in &self.positions {
            let found = run.rows.rows_of(POSITIONS.column("key"), key.bits() as i64)?;
            rows += found.iter().map(|found| found.rows.len()).sum::<usize>();
        }
        Ok(rows)
    }

    /// Returns the visits of a board that are after what the table of pairs has, by game and half-move.
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
        // A game that is not there has no half-moves to look at.
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

/// Half-moves of some games that lie together.
struct HalfMoves {
    seats: Vec<i32>,
    moves: Vec<i32>,
    used: Vec<i32>,
    /// By seat; empty if nobody asks for them.
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

    /// Returns the row of a meeting; `None` if the boards did not stand at once, or with other reserves.
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

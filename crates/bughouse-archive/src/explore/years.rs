//! The opening explorer by year.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bughouse_chess::{BoardId, BughouseMove};

use super::{Explore, Lookup, Place};
use crate::archive::Archive;
use crate::column::UNKNOWN;
use crate::day::date_of;
use crate::error::ArchiveError;
use crate::filter::Prepared;
use crate::hot::{kind_of, team_of};
use crate::pack::{ENDED, unpack_move};
use crate::score::Score;

/// The moves played from a position, by year. Games without a complete date are not included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ExploredYears {
    /// The years in which the position occurred, in order.
    pub years: Vec<YearScore>,
    /// The moves played, most frequent first. The entry for games that ended here comes last.
    pub moves: Vec<MoveYears>,
}

/// A move that was played from a position, or the end of games there, by year.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveYears {
    /// The move; `None` for games that ended here.
    pub mv: Option<BughouseMove>,
    /// The board of the query on which it was played, if the query is about both boards.
    pub board: Option<BoardId>,
    /// The years in which it was played, in order.
    pub years: Vec<YearScore>,
}

/// A year, with the results for the team of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct YearScore {
    /// The year.
    pub year: i32,
    /// The results.
    pub score: Score,
}

impl MoveYears {
    /// Returns the number of games in all years.
    pub fn games(&self) -> u64 {
        self.years.iter().map(|year| year.score.games).sum()
    }
}

type Years = BTreeMap<i32, Score>;

impl Archive {
    /// Returns the moves played from a position, by year. [`Explore::games`] is ignored.
    ///
    /// Reads all rows of the position, because precomputed sums are not split by year.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn explore_years(&self, query: &Explore) -> Result<ExploredYears, ArchiveError> {
        let lookup = Lookup::new(query);
        let attributes = self.attributes()?;
        let filter = Prepared::new(&query.filter, self, &attributes)?;
        let mut lists = Vec::new();
        for (number, run) in self.runs(&lookup).iter().enumerate() {
            lists.push(self.rows_of_run(&lookup, number, run, query.reserves)?);
        }
        lists.extend(self.late_list(&lookup, query.reserves, &attributes)?);
        let passing = filter.passing(lists.iter().map(|list| list.len()).sum());
        let mut by_move: BTreeMap<Place, Years> = BTreeMap::new();
        let stretches = lists.iter().flat_map(|list| list.stretches());
        for row in stretches.filter(|(_, games)| passing.may_count(games)).flat_map(|(rows, _)| rows) {
            let brief = attributes.brief(row.game);
            if brief.day == UNKNOWN || !passing.counts(row.game, row.seat) {
                continue;
            }
            let (year, _, _) = date_of(brief.day);
            // Merge the rows of games that ended here, whichever board they are for.
            let kind = if row.mv == ENDED { 0 } else { kind_of(lookup.is_pair, i32::from(row.flags)) };
            let years = by_move.entry((kind, row.mv)).or_default();
            years.entry(year).or_default().add(brief.winner, team_of(row.seat));
        }
        let mut all = Years::new();
        for (&year, score) in by_move.values().flatten() {
            all.entry(year).or_default().merge(*score);
        }
        let mut moves = Vec::new();
        let mut ended = None;
        for ((kind, mv), years) in by_move {
            let years = listed(years);
            if mv == ENDED {
                ended = Some(MoveYears { mv: None, board: None, years });
                continue;
            }
            let board = lookup.board_of(kind);
            let Some(mv) = unpack_move(mv, lookup.boards[board].side_to_move()) else { continue };
            let board = lookup.is_pair.then(|| BoardId::ALL[board]);
            moves.push(MoveYears { mv: Some(mv), board, years });
        }
        moves.sort_by_cached_key(|played| {
            (Reverse(played.games()), played.mv.map(|mv| mv.to_string()), played.board)
        });
        moves.extend(ended);
        Ok(ExploredYears { years: listed(all), moves })
    }
}

fn listed(years: Years) -> Vec<YearScore> {
    years.into_iter().map(|(year, score)| YearScore { year, score }).collect()
}

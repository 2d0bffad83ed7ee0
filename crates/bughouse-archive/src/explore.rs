//! The opening explorer: moves played from a position, with results.

mod years;

pub use years::{ExploredYears, MoveYears, YearScore};

use std::sync::Arc;

use bughouse_chess::{Board, BoardId, BughouseMove, Key, Position};

use crate::archive::{Archive, Run};
use crate::attributes::Attributes;
use crate::collect::reserves_of;
use crate::column::UNKNOWN;
use crate::decoded::RowList;
use crate::error::ArchiveError;
use crate::filter::{Filter, Prepared};
use crate::flags::position as flags;
use crate::game_set::GameSet;
use crate::hot::{Example, GAMES, Sum, kind_of};
use crate::pack::{ENDED, holds, unpack_move};
use crate::schema::{HOT, PAIRS, POSITIONS, TableSpec};
use crate::tally::Tally;

/// A query for the moves played from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explore {
    what: What,
    reserves: Reserves,
    filter: Filter,
    games: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Board(Board),
    Both(Position),
}

/// How reserves are compared with those of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reserves {
    /// Reserves are ignored.
    #[default]
    Any,
    /// Each player holds at least the pieces of the position.
    AtLeast,
    /// Each player holds exactly the pieces of the position.
    Exactly,
}

impl Explore {
    /// Queries a single board, as board A or board B.
    pub fn board(board: &Board) -> Explore {
        Explore { what: What::Board(*board), reserves: Reserves::Any, filter: Filter::default(), games: 10 }
    }

    /// Queries both boards at once, in either order.
    pub fn both(position: &Position) -> Explore {
        Explore { what: What::Both(*position), reserves: Reserves::Any, filter: Filter::default(), games: 10 }
    }

    /// Sets how reserves are compared.
    #[must_use]
    pub fn reserves(self, reserves: Reserves) -> Explore {
        Explore { reserves, ..self }
    }

    /// Sets the filter for games and players.
    #[must_use]
    pub fn filter(self, filter: Filter) -> Explore {
        Explore { filter, ..self }
    }

    /// Sets how many games to list at most.
    #[must_use]
    pub fn games(self, games: usize) -> Explore {
        Explore { games, ..self }
    }
}

/// The moves played from a position, with statistics and example games.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Explored {
    /// The number of boards with the position. A game counts twice if both of its boards had it; a query about both
    /// boards counts a game once.
    pub total: u64,
    /// The number of games with the position.
    pub total_games: u64,
    /// The moves played, most frequent first. The entry for games that ended here comes last.
    pub moves: Vec<ExploredMove>,
    /// Example games, highest rated players first, at most three per move.
    pub best: Vec<GameAt>,
    /// Example games, newest first, at most one per move.
    pub newest: Vec<GameAt>,
}

/// A move that was played from a position, or the end of games there.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ExploredMove {
    /// The move; `None` for games that ended here.
    pub mv: Option<BughouseMove>,
    /// The board of the query on which it was played, if the query is about both boards.
    pub board: Option<BoardId>,
    /// The number of games.
    pub games: u64,
    /// The number of games won by the team of the player who made the move.
    pub won: u64,
    /// The number of draws.
    pub drawn: u64,
    /// The number of games that team lost.
    pub lost: u64,
    /// The mean rating of the players who made it.
    pub rating: Option<f64>,
    /// The mean time used for it, in milliseconds.
    pub used_ms: Option<f64>,
    /// The share of players who took less than a second, from 0 to 1.
    pub quick: Option<f64>,
    /// The last day on which it was played, in days since 1 January 1970.
    pub last: Option<i32>,
}

/// A game, and where the position occurred in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct GameAt {
    /// The game's id.
    pub game: i32,
    /// The number of half-moves played before.
    pub ply: i32,
    /// The rating of the player to move.
    pub rating: Option<i16>,
}

impl GameAt {
    fn of(example: Example) -> GameAt {
        let Example { rating, game, ply } = example;
        GameAt { game, ply, rating: (rating >= 0).then_some(rating) }
    }
}

/// A row of the tables of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) game: i32,
    pub(crate) ply: i32,
    pub(crate) used: i32,
    pub(crate) mv: i16,
    pub(crate) seat: i8,
    pub(crate) flags: i8,
}

impl Archive {
    /// Returns the moves played from a position.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn explore(&self, query: &Explore) -> Result<Explored, ArchiveError> {
        let lookup = Lookup::new(query);
        let attributes = self.attributes()?;
        let filter = Prepared::new(&query.filter, self, &attributes)?;
        let mut tally = Tally::default();
        let mut games = 0;
        let mut lists = Vec::new();
        let uses_sums =
            query.reserves == Reserves::Any && query.filter.is_empty() && self.has_exact_sums(lookup.key)?;
        for (number, run) in self.runs(&lookup).iter().enumerate() {
            if uses_sums {
                let found = lookup.hot(run)?;
                if !found.sums.is_empty() {
                    found.sums.iter().for_each(|(place, sum)| tally.merge(*place, sum));
                    games += match found.games {
                        Some(games) => games,
                        None => lookup.count_games(run, attributes.len())?,
                    };
                    continue;
                }
            }
            lists.push(self.rows_of_run(&lookup, number, run, query.reserves)?);
        }
        lists.extend(self.late_list(&lookup, query.reserves, &attributes)?);
        let passing = filter.passing(lists.iter().map(|list| list.len()).sum());
        tally.count(&lists, lookup.is_pair, &passing, &attributes);
        games += tally.games();
        Ok(lookup.answer(&tally.sums(), games, query.games))
    }

    fn runs(&self, lookup: &Lookup) -> &[Run] {
        if lookup.is_pair { &self.pairs } else { &self.positions }
    }

    /// Returns the rows of a run that match the queried reserves, cached if reserves are ignored.
    fn rows_of_run(
        &self,
        lookup: &Lookup,
        number: usize,
        run: &Run,
        reserves: Reserves,
    ) -> Result<Arc<RowList>, ArchiveError> {
        if reserves != Reserves::Any {
            return lookup.rows(run, reserves).map(|rows| Arc::new(RowList::new(rows)));
        }
        self.decoded.get((lookup.is_pair, number, lookup.key), || lookup.rows(run, reserves))
    }

    /// Returns the rows for both boards that are beyond the depth of the table of pairs.
    fn late_list(
        &self,
        lookup: &Lookup,
        reserves: Reserves,
        attributes: &Attributes,
    ) -> Result<Option<Arc<RowList>>, ArchiveError> {
        let late = || self.late_rows(lookup, reserves, attributes).map(|rows| Arc::new(RowList::new(rows)));
        lookup.is_pair.then(late).transpose()
    }
}

impl Archive {
    /// Returns the game and half-move of all rows of a board with at least its reserves.
    pub(crate) fn places_of(&self, board: &Board) -> Result<Vec<(i32, i32)>, ArchiveError> {
        let lookup = Lookup::new(&Explore::board(board));
        let reserves = if reserves_of(board) == 0 { Reserves::Any } else { Reserves::AtLeast };
        let mut places = Vec::new();
        for run in &self.positions {
            places.extend(lookup.all_rows(run, reserves)?.into_iter().map(|row| (row.game, row.ply)));
        }
        Ok(places)
    }
}

/// The sums of a run.
#[derive(Default)]
struct HotSums {
    sums: Vec<(Place, Sum)>,
    /// The number of games; `None` if it isn't stored.
    games: Option<u64>,
}

/// The kind of a row, and the move.
pub(crate) type Place = (i32, i16);

/// A query with its keys.
pub(crate) struct Lookup {
    pub(crate) is_pair: bool,
    key: i64,
    spec: &'static TableSpec,
    /// The boards of the query; twice the same for a single board.
    boards: [Board; 2],
    /// The keys of these boards.
    pub(crate) keys: [Key; 2],
    /// The indexes of the boards with the lesser and the greater key.
    by_key: [usize; 2],
}

impl Lookup {
    fn new(query: &Explore) -> Lookup {
        match &query.what {
            What::Board(board) => Lookup {
                is_pair: false,
                key: board.key().bits() as i64,
                spec: &POSITIONS,
                boards: [*board; 2],
                keys: [board.key(); 2],
                by_key: [0, 0],
            },
            What::Both(position) => {
                let [a, b] = position.boards().each_ref().map(|board| board.key());
                Lookup {
                    is_pair: true,
                    key: Key::of_both(a, b).bits() as i64,
                    spec: &PAIRS,
                    boards: *position.boards(),
                    keys: [a, b],
                    by_key: [usize::from(b < a), usize::from(b >= a)],
                }
            }
        }
    }

    /// Returns the index of the board of the query on which a row's half-move was made.
    fn board_of(&self, kind: i32) -> usize {
        match kind {
            1 => self.by_key[0],
            2 => self.by_key[1],
            _ => 0,
        }
    }

    /// Returns the precomputed sums of a run, if it has any for this key.
    fn hot(&self, run: &Run) -> Result<HotSums, ArchiveError> {
        let mut found_sums = HotSums::default();
        let Some(hot) = &run.hot else { return Ok(found_sums) };
        for found in hot.rows_of(HOT.column("key"), self.key)? {
            let ints = |name: &str| -> Result<Vec<i32>, ArchiveError> {
                let mut values = Vec::new();
                hot.ints(&found, HOT.column(name), &mut values).map(|()| values)
            };
            let longs = |name: &str| -> Result<Vec<i64>, ArchiveError> {
                let mut values = Vec::new();
                hot.longs(&found, HOT.column(name), &mut values).map(|()| values)
            };
            let (kinds, moves, games) = (ints("kind")?, ints("move")?, ints("games")?);
            let (won, drawn, lost) = (ints("won")?, ints("drawn")?, ints("lost")?);
            let (rated, rating, timed, used) =
                (ints("rated")?, longs("rating_sum")?, ints("timed")?, longs("used_ds_sum")?);
            let (quick, last) = (ints("quick")?, ints("last")?);
            let example = |name: &str| -> Result<Vec<Option<Example>>, ArchiveError> {
                let (games, plies) = (ints(name)?, ints(&format!("{name}_ply"))?);
                let ratings = ints(&format!("{name}_rating"))?;
                let all = games.into_iter().zip(plies).zip(ratings);
                Ok(all
                    .map(|((game, ply), rating)| {
                        let rating = if rating == UNKNOWN { -1 } else { rating as i16 };
                        (game != UNKNOWN).then_some(Example { rating, game, ply })
                    })
                    .collect())
            };
            let best = [example("best_1")?, example("best_2")?, example("best_3")?];
            let newest = example("newest")?;
            for at in 0..found.rows.len() {
                if !self.is_pair && kinds[at] == GAMES {
                    found_sums.games = Some(games[at] as u64);
                }
                if (kinds[at] != 0) != self.is_pair {
                    continue;
                }
                let sum = Sum {
                    games: games[at],
                    won: won[at],
                    drawn: drawn[at],
                    lost: lost[at],
                    rated: rated[at],
                    rating: rating[at],
                    timed: timed[at],
                    used: used[at],
                    quick: quick[at],
                    last: (last[at] != UNKNOWN).then_some(last[at]),
                    best: best.each_ref().map(|best| best[at]),
                    newest: newest[at].map(|newest| (last[at], newest)),
                };
                found_sums.sums.push(((kinds[at], moves[at] as i16), sum));
            }
        }
        if self.is_pair && !found_sums.sums.is_empty() {
            found_sums.games = Some(found_sums.sums.iter().map(|(_, sum)| sum.games as u64).sum());
        }
        Ok(found_sums)
    }

    /// Counts the games of a run that had the board. Needed for archives that don't store this number.
    fn count_games(&self, run: &Run, games: usize) -> Result<u64, ArchiveError> {
        let mut set = GameSet::new(games);
        self.rows(run, Reserves::Any)?.iter().for_each(|row| set.insert(row.game));
        Ok(set.len())
    }

    /// Returns the first row per game and board of a run that matches the queried reserves.
    fn rows(&self, run: &Run, reserves: Reserves) -> Result<Vec<Row>, ArchiveError> {
        let mut all = self.all_rows(run, reserves)?;
        if reserves == Reserves::Any {
            all.retain(|row| i32::from(row.flags) & flags::AGAIN == 0);
        } else {
            // Count the first one per game and board.
            let board = |row: &Row| if self.is_pair { 0 } else { row.seat / 2 };
            all.sort_unstable_by_key(|row| (row.game, board(row), row.ply));
            all.dedup_by_key(|row| (row.game, board(row)));
        }
        Ok(all)
    }

    /// Returns those of the `wanted` games that have a matching row in a run.
    pub(crate) fn games_among(
        &self,
        run: &Run,
        wanted: &[i32],
        reserves: Reserves,
    ) -> Result<Vec<i32>, ArchiveError> {
        let is_wanted = |game: &i32| wanted.binary_search(game).is_ok();
        if reserves != Reserves::Any {
            let rows = self.all_rows(run, reserves)?;
            return Ok(rows.into_iter().map(|row| row.game).filter(is_wanted).collect());
        }
        let mut all = Vec::new();
        for found in run.rows.rows_of(self.spec.column("key"), self.key)? {
            let mut games = Vec::with_capacity(found.rows.len());
            run.rows.ints(&found, self.spec.column("game"), &mut games)?;
            all.extend(games.into_iter().filter(is_wanted));
        }
        Ok(all)
    }

    /// Returns the rows of a run that match the queried reserves.
    fn all_rows(&self, run: &Run, reserves: Reserves) -> Result<Vec<Row>, ArchiveError> {
        let file = &run.rows;
        let spec = self.spec;
        let mut all = Vec::new();
        for found in file.rows_of(spec.column("key"), self.key)? {
            let ints = |name: &str| -> Result<Vec<i32>, ArchiveError> {
                let mut values = Vec::with_capacity(found.rows.len());
                file.ints(&found, spec.column(name), &mut values).map(|()| values)
            };
            let longs = |name: &str| -> Result<Vec<i64>, ArchiveError> {
                let mut values = Vec::with_capacity(found.rows.len());
                file.longs(&found, spec.column(name), &mut values).map(|()| values)
            };
            let (games, plies, seats) = (ints("game")?, ints("ply")?, ints("seat")?);
            let (moves, bits, used) = (ints("move")?, ints("flags")?, ints("used_ds")?);
            let held = match reserves {
                Reserves::Any => None,
                _ => Some((
                    longs("reserves")?,
                    if self.is_pair { longs("other_reserves")? } else { Vec::new() },
                )),
            };
            for at in 0..found.rows.len() {
                let flags = match &held {
                    None => Some(bits[at]),
                    Some((own, other)) => {
                        let other = other.get(at).copied().unwrap_or(0);
                        self.fitting(bits[at], own[at], other, reserves)
                    }
                };
                all.extend(flags.map(|flags| Row {
                    game: games[at],
                    ply: plies[at],
                    seat: seats[at] as i8,
                    mv: moves[at] as i16,
                    flags: flags as i8,
                    used: used[at],
                }));
            }
        }
        Ok(all)
    }

    /// Returns the flags of a row if its reserves match the query; `None` otherwise. `own` are the reserves of the
    /// board of the half-move, `other` those of the other board.
    ///
    /// If both boards of the query are equal except for their reserves, the row may match either way round.
    pub(crate) fn fitting(&self, bits: i32, own: i64, other: i64, reserves: Reserves) -> Option<i32> {
        let fits = |held: i64, board: usize| fits(held, reserves_of(&self.boards[board]), reserves);
        let fits_as = |bits: i32| {
            let board = self.board_of(kind_of(self.is_pair, bits));
            fits(own, board) && (!self.is_pair || fits(other, 1 - board))
        };
        let is_alike = self.is_pair && self.keys[0] == self.keys[1];
        let swapped = is_alike.then_some(bits | flags::GREATER);
        [Some(bits), swapped].into_iter().flatten().find(|&bits| fits_as(bits))
    }

    fn answer(&self, sums: &[(Place, Sum)], total_games: u64, limit: usize) -> Explored {
        let (mut best, mut newest) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        let mut ended = Sum::default();
        let mut total = 0;
        for &((kind, mv), ref sum) in sums {
            total += sum.games as u64;
            best.extend(sum.best.into_iter().flatten());
            newest.extend(sum.newest);
            if mv == ENDED {
                ended.merge(sum);
                continue;
            }
            let board = self.board_of(kind);
            let color = self.boards[board].side_to_move();
            let Some(mv) = unpack_move(mv, color) else { continue };
            moves.push(explored(Some(mv), self.is_pair.then(|| BoardId::ALL[board]), sum));
        }
        moves.sort_by(|one, other| other.games.cmp(&one.games).then_with(|| name(one).cmp(&name(other))));
        if ended.games > 0 {
            moves.push(explored(None, None, &ended));
        }
        best.sort_unstable_by(|one, other| other.cmp(one));
        newest.sort_unstable_by(|one, other| other.cmp(one));
        let list = |examples: Vec<Example>| {
            let mut list: Vec<GameAt> = examples.into_iter().map(GameAt::of).collect();
            // A game may be listed for both of its boards.
            list.dedup_by_key(|at| at.game);
            list.truncate(limit);
            list
        };
        let newest = newest.into_iter().filter(|(day, _)| *day != UNKNOWN).map(|(_, example)| example);
        let (best, newest) = (list(best), list(newest.collect()));
        Explored { total, total_games, moves, best, newest }
    }
}

fn name(played: &ExploredMove) -> (Option<String>, Option<BoardId>) {
    (played.mv.map(|mv| mv.to_string()), played.board)
}

fn explored(mv: Option<BughouseMove>, board: Option<BoardId>, sum: &Sum) -> ExploredMove {
    let mean = |sum: i64, count: i32| (count > 0).then(|| sum as f64 / f64::from(count));
    ExploredMove {
        mv,
        board,
        games: sum.games as u64,
        won: sum.won as u64,
        drawn: sum.drawn as u64,
        lost: sum.lost as u64,
        rating: mean(sum.rating, sum.rated),
        used_ms: mean(sum.used * 100, sum.timed),
        quick: mean(i64::from(sum.quick), sum.timed),
        last: sum.last,
    }
}

/// Returns `true` if reserves match the query.
fn fits(held: i64, lookup: i64, reserves: Reserves) -> bool {
    match reserves {
        Reserves::Any => true,
        Reserves::Exactly => held == lookup,
        Reserves::AtLeast => {
            holds(held as i32, lookup as i32) && holds((held >> 32) as i32, (lookup >> 32) as i32)
        }
    }
}

#[cfg(test)]
mod tests {
    use bughouse_chess::Board;

    use super::{Explore, Lookup};
    use crate::archive::Archive;
    use crate::import::{ImportOptions, Importer, Input};

    /// Archives written by earlier versions don't store the number of games.
    #[test]
    fn missing_game_count_is_computed() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = |number: usize| format!("[WhiteA \"p{number}\"]\n\n1A. e4 1B. d4 1a. e5 *\n\n");
        let text: String = (0..300).map(game).collect();
        let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
        importer.add(vec![Input::text("games", text.as_bytes())], &mut |_| true).expect("games are added");
        let archive = Archive::open(folder.path()).expect("an archive");
        let lookup = Lookup::new(&Explore::board(&Board::default()));
        let [run] = archive.positions.as_slice() else { panic!("one run") };
        let sums = lookup.hot(run).expect("sums");
        assert_eq!(sums.sums.iter().map(|(_, sum)| sum.games).sum::<i32>(), 600);
        assert_eq!(sums.games, Some(300));
        assert_eq!(lookup.count_games(run, archive.len()).expect("a number"), 300);
    }
}

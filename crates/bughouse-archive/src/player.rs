//! What an archive knows of a player.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use bughouse_chess::{BySeat, Piece, Seat, Square};

use crate::archive::{Archive, Names};
use crate::attributes::Attributes;
use crate::column::UNKNOWN;
use crate::day::date_of;
use crate::error::ArchiveError;
use crate::fingerprint::folded;
use crate::hot::team_of;
use crate::player_drops::Drops;
use crate::players::Known;
use crate::score::Score;

/// How many partners, opponents and drops are listed.
const MOST: usize = 20;
/// How many months are listed: those of a hundred years.
const MOST_MONTHS: usize = 1200;
/// How many of the newest games are listed.
const MOST_NEWEST: usize = 20;

/// What an archive knows of a player. Scores are those of the player's team. Who sat in two seats of a game counts
/// once a seat.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlayerSummary {
    /// The name in its most frequent spelling.
    pub name: String,
    /// All games.
    pub all: Score,
    /// By seat.
    pub seats: BySeat<Score>,
    /// With partners: at most 20, the most frequent first.
    pub partners: Vec<NamedScore>,
    /// Against opponents on either board: at most 20, the most frequent first.
    pub opponents: Vec<NamedScore>,
    /// By how games ended, as short names, most frequent first; unknown ends are left out.
    pub ends: Vec<NamedScore>,
    /// By month, in order; games whose day is not known are left out. At most the last 1200 months with games.
    pub months: Vec<MonthScore>,
    /// What the player dropped where: at most 20, the most frequent first.
    pub drops: Vec<DropScore>,
    /// How often the player dropped something.
    pub all_drops: u64,
    /// The ids of at most 20 games, the newest first; those whose day is not known stand after.
    pub newest: Vec<i32>,
}

/// A name, and the results of its games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NamedScore {
    /// The name.
    pub name: String,
    /// What came of it.
    pub score: Score,
}

/// A month, and what came of its games.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MonthScore {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    /// What came of it.
    pub score: Score,
    /// The mean of the player's ratings that are known.
    pub rating: Option<f64>,
}

/// A piece that was dropped on a square, and what came of it: a drop counts as a game does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DropScore {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// How often, and what came of it.
    pub score: Score,
}

#[derive(Default)]
struct Month {
    score: Score,
    rated: u32,
    ratings: i64,
}

impl Archive {
    /// Returns the statistics of a player, ignoring the case of the name; `None` if there is no such player.
    ///
    /// Reads only the half-moves of the player's games.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn player(&self, name: &str) -> Result<Option<PlayerSummary>, ArchiveError> {
        let (all, games, names) = (self.known_players()?, self.attributes()?, self.names()?);
        let name = folded(name);
        let Ok(at) = all.binary_search_by(|known| known.folded.cmp(&name)) else { return Ok(None) };
        let known = &all[at];
        let seats = seats_of(known, &games);
        let mut summary = PlayerSummary {
            name: known.player.name.clone(),
            all: Score::default(),
            seats: BySeat::default(),
            partners: Vec::new(),
            opponents: Vec::new(),
            ends: Vec::new(),
            months: Vec::new(),
            drops: Vec::new(),
            all_drops: 0,
            newest: newest(&seats, &games),
        };
        let (mut partners, mut opponents) = (HashMap::new(), HashMap::new());
        let mut ends: HashMap<i8, Score> = HashMap::new();
        let mut months: BTreeMap<(i32, u8), Month> = BTreeMap::new();
        for &(game, seat) in &seats {
            let (winner, team) = (games.winners[game], team_of(seat as i8));
            summary.all.add(winner, team);
            summary.seats[Seat::ALL[seat]].add(winner, team);
            let count = |by_id: &mut HashMap<i32, Score>, seat: usize| {
                by_id.entry(games.players[seat][game]).or_default().add(winner, team);
            };
            // Partners sit across: WhiteA with BlackB, BlackA with WhiteB.
            count(&mut partners, 3 - seat);
            count(&mut opponents, seat ^ 1);
            count(&mut opponents, (3 - seat) ^ 1);
            ends.entry(games.end[game]).or_default().add(winner, team);
            if games.days[game] != UNKNOWN {
                let (year, month, _) = date_of(games.days[game]);
                let month = months.entry((year, month)).or_default();
                month.score.add(winner, team);
                let rating = games.ratings[seat][game];
                if rating >= 0 {
                    month.rated += 1;
                    month.ratings += i64::from(rating);
                }
            }
        }
        summary.partners = named(partners, &names);
        summary.opponents = named(opponents, &names);
        let end = |number: i8| usize::try_from(number).ok().and_then(|at| games.ends.get(at).cloned());
        summary.ends = ends
            .into_iter()
            .filter_map(|(number, score)| Some(NamedScore { name: end(number)?, score }))
            .collect();
        sort(&mut summary.ends);
        let early = months.len().saturating_sub(MOST_MONTHS);
        let month = |((year, month), sums): ((i32, u8), Month)| MonthScore {
            year,
            month,
            score: sums.score,
            rating: (sums.rated > 0).then(|| sums.ratings as f64 / f64::from(sums.rated)),
        };
        summary.months = months.into_iter().skip(early).map(month).collect();
        let drops = self.drops_of(&seats, &games)?;
        summary.all_drops = drops.values().map(|score| score.games).sum();
        summary.drops = most_frequent(drops);
        Ok(Some(summary))
    }
}

/// Returns the games of a player in order, each with the number of the seat.
fn seats_of(known: &Known, games: &Attributes) -> Vec<(usize, usize)> {
    let mut seats = Vec::new();
    for (seat, players) in games.players.iter().enumerate() {
        let is = |player: &i32| known.ids.contains(player);
        seats.extend((0..).zip(players).filter(|(_, player)| is(player)).map(|(game, _)| (game, seat)));
    }
    seats.sort_unstable();
    seats
}

fn most_frequent(drops: Drops) -> Vec<DropScore> {
    let drop = |((piece, square), score)| DropScore { piece, square, score };
    let mut drops: Vec<DropScore> = drops.into_iter().map(drop).collect();
    drops.sort_unstable_by_key(|drop| {
        (Reverse(drop.score.games), drop.piece.to_index(), drop.square.to_index())
    });
    drops.truncate(MOST);
    drops
}

/// Returns the newest of some games.
fn newest(seats: &[(usize, usize)], games: &Attributes) -> Vec<i32> {
    let mut newest: Vec<(i32, usize)> = seats.iter().map(|&(game, _)| (games.days[game], game)).collect();
    newest.sort_unstable_by(|one, other| other.cmp(one));
    newest.dedup();
    newest.truncate(MOST_NEWEST);
    newest.into_iter().map(|(_, game)| game as i32).collect()
}

/// Joins what is known by ids to what is known by names, and keeps the most frequent.
fn named(by_id: HashMap<i32, Score>, names: &Names) -> Vec<NamedScore> {
    let mut by_name: HashMap<String, NamedScore> = HashMap::new();
    let mut by_id: Vec<(i32, Score)> = by_id.into_iter().collect();
    // The way that is written most often comes first.
    by_id.sort_unstable_by_key(|&(id, score)| (Reverse(score.games), id));
    for (id, score) in by_id {
        let Some(name) = names.name(id) else { continue };
        let folded = folded(name);
        if folded.is_empty() {
            continue;
        }
        let known = by_name
            .entry(folded)
            .or_insert_with(|| NamedScore { name: name.to_owned(), score: Score::default() });
        known.score.merge(score);
    }
    let mut all: Vec<NamedScore> = by_name.into_values().collect();
    sort(&mut all);
    all.truncate(MOST);
    all
}

fn sort(scores: &mut [NamedScore]) {
    scores.sort_unstable_by(|one, other| {
        other.score.games.cmp(&one.score.games).then_with(|| one.name.cmp(&other.name))
    });
}

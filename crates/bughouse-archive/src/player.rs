//! The statistics of a player.

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
/// How many months are listed: a hundred years.
const MOST_MONTHS: usize = 1200;
/// How many of the newest games are listed.
const MOST_NEWEST: usize = 20;

/// The statistics of a player. Scores are those of the player's team. A player who took several seats in a game is
/// counted once per seat.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlayerSummary {
    /// The name in its most frequent spelling.
    pub name: String,
    /// All games.
    pub all: Score,
    /// Games by seat.
    pub seats: BySeat<Score>,
    /// The 20 most frequent partners.
    pub partners: Vec<NamedScore>,
    /// The 20 most frequent opponents, on either board.
    pub opponents: Vec<NamedScore>,
    /// Games by how they ended, as short names, most frequent first. Unknown endings are left out.
    pub ends: Vec<NamedScore>,
    /// Games by month, in order; at most the last 1200 months. Games without a complete date are left out.
    pub months: Vec<MonthScore>,
    /// The 20 most frequent drops.
    pub drops: Vec<DropScore>,
    /// The number of all drops.
    pub all_drops: u64,
    /// The ids of the 20 newest games, newest first. Games without a complete date come last.
    pub newest: Vec<i32>,
}

/// A name, with results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NamedScore {
    /// The name.
    pub name: String,
    /// The results.
    pub score: Score,
}

/// A month, with results.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MonthScore {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    /// The results.
    pub score: Score,
    /// The player's mean rating, over games in which it is known.
    pub rating: Option<f64>,
}

/// A piece dropped on a square, with results. Each drop counts as one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DropScore {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// The results.
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
        let mut seats = seats_of(known, &games);
        seats.retain(|&(game, _)| !self.is_superseded(game as i32));
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
            // Partners: WhiteA and BlackB, BlackA and WhiteB.
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

/// Returns the games of a player in order, with seat numbers.
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

/// Merges the scores of all spellings of a name, and keeps the most frequent names.
fn named(by_id: HashMap<i32, Score>, names: &Names) -> Vec<NamedScore> {
    let mut by_name: HashMap<String, NamedScore> = HashMap::new();
    let mut by_id: Vec<(i32, Score)> = by_id.into_iter().collect();
    // The most frequent spelling comes first.
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

//! Evaluates terms that don't need half-moves: resolves names and boards, and finds the candidate games.

use std::collections::HashMap;
use std::ops::Range;

use bughouse_chess::Board;

use super::Query;
use super::term::{Level, Node, Term, Who};
use crate::archive::{Archive, Names};
use crate::attributes::Attributes;
use crate::collect::seat_number;
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::hot::team_of;

/// How many games are tested together to find candidates.
const LOOK_GAMES: usize = 1 << 16;

/// The players and boards of a query, looked up in the archive.
pub(crate) struct Lookup {
    players: HashMap<String, Vec<i32>>,
    /// Games and half-moves played from a board, in order, by its key and reserves.
    positions: HashMap<(i64, i64), Vec<(i32, i32)>>,
}

impl Lookup {
    pub(crate) fn new(
        archive: &Archive,
        node: &Node,
        attributes: &Attributes,
        names: &Names,
    ) -> Result<Lookup, ArchiveError> {
        let (mut wanted, mut boards) = (Vec::new(), Vec::new());
        collect_terms(node, &mut |term| match term {
            Term::Player(Who::Named(name))
            | Term::Partner(Who::Named(name))
            | Term::Against(Who::Named(name)) => wanted.push(name),
            Term::Position(board) => boards.push(board),
            _ => {}
        });
        let players = wanted.into_iter().map(|name| (name.clone(), names.ids(name).to_vec())).collect();
        let mut positions = HashMap::new();
        for board in boards {
            let mut found: Vec<(i32, i32)> = archive
                .places_of(board)?
                .into_iter()
                // If the game ended here, use its last half-move.
                .map(|(game, ply)| {
                    (game, ply.min(attributes.half_moves.get(game as usize).copied().unwrap_or(0)))
                })
                .collect();
            found.sort_unstable();
            positions.insert(place_of(board), found);
        }
        Ok(Lookup { players, positions })
    }

    /// Returns the half-moves of a game played from a board.
    pub(super) fn plies(&self, board: &Board, game: i32) -> &[(i32, i32)] {
        let Some(found) = self.positions.get(&place_of(board)) else { return &[] };
        let start = found.partition_point(|&(other, _)| other < game);
        let end = found.partition_point(|&(other, _)| other <= game);
        &found[start..end]
    }

    /// Returns the players with a name.
    fn players(&self, name: &str) -> &[i32] {
        self.players.get(name).map_or(&[], Vec::as_slice)
    }
}

impl Archive {
    /// Returns a message for each name or value of a query that no game of the archive has.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn unknown_in_query(&self, query: &Query) -> Result<Vec<String>, ArchiveError> {
        self.unknown_in(&query.node)
    }

    pub(crate) fn unknown_in(&self, node: &Node) -> Result<Vec<String>, ArchiveError> {
        let mut terms = Vec::new();
        collect_terms(node, &mut |term| terms.push(term));
        let mut unknown = Vec::new();
        for term in terms {
            unknown.extend(match term {
                Term::Player(Who::Named(name))
                | Term::Partner(Who::Named(name))
                | Term::Against(Who::Named(name)) => {
                    let is_known = !self.names()?.ids(name).is_empty();
                    (!is_known).then(|| format!("no player in this archive is named {name}"))
                }
                Term::End(end) => {
                    let mut known = self.attributes()?.ends.clone();
                    known.sort_unstable();
                    let message =
                        || format!("no game in this archive ended by {end}: expected {}", known.join(", "));
                    (!known.contains(end)).then(message)
                }
                Term::Source(source) => {
                    let sources = self.manifest().sources.len();
                    let is_known = usize::try_from(*source).is_ok_and(|source| source < sources);
                    let last = sources.saturating_sub(1);
                    (!is_known).then(|| format!("there is no source {source}: expected 0 to {last}"))
                }
                Term::Days(days) if days.is_empty() => Some("the first date is after the second".to_owned()),
                _ => None,
            });
        }
        Ok(unknown)
    }
}

/// Returns the key and reserves of a board.
fn place_of(board: &Board) -> (i64, i64) {
    (board.key().bits() as i64, crate::collect::reserves_of(board))
}

fn collect_terms<'a>(node: &'a Node, take: &mut dyn FnMut(&'a Term)) {
    match node {
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().for_each(|node| collect_terms(node, take)),
        Node::Not(node) => collect_terms(node, take),
        Node::Then { first, second, .. } => {
            collect_terms(first, take);
            collect_terms(second, take);
        }
        Node::Term(term) => take(term),
    }
}

/// Returns the games that may match, in order.
pub(super) fn candidates<'a>(
    node: &Node,
    attributes: &'a Attributes,
    lookup: &'a Lookup,
) -> impl Iterator<Item = usize> + use<'a> {
    let needed = match node {
        Node::All(nodes) => Node::All(nodes.iter().filter(|node| is_plain(node)).cloned().collect()),
        node if is_plain(node) => node.clone(),
        _ => Node::All(Vec::new()),
    };
    (0..attributes.len()).step_by(LOOK_GAMES).flat_map(move |first| {
        let games = first..attributes.len().min(first + LOOK_GAMES);
        let all = seats(&needed, games.clone(), attributes, lookup);
        games.zip(all).filter(|(_, bits)| *bits != 0).map(|(game, _)| game)
    })
}

/// Returns `true` if a node can be used to find candidates: it needs no half-moves and has no negation.
fn is_plain(node: &Node) -> bool {
    match node {
        Node::Term(term) => term.level() < Level::HalfMove || matches!(term, Term::Position(_)),
        Node::Any(nodes) => nodes.iter().all(is_plain),
        _ => false,
    }
}

/// The bits of all four seats.
pub(super) const ALL_SEATS: u8 = 15;

/// Returns the seats of games for which a node matches, as bits. The node must not need half-moves.
pub(crate) fn seats(node: &Node, games: Range<usize>, attributes: &Attributes, lookup: &Lookup) -> Vec<u8> {
    match node {
        Node::Term(term) => seats_of(term, games, attributes, lookup),
        Node::All(nodes) => {
            let mut all = vec![ALL_SEATS; games.len()];
            for node in nodes {
                let one = seats(node, games.clone(), attributes, lookup);
                all.iter_mut().zip(one).for_each(|(all, one)| *all &= one);
            }
            all
        }
        Node::Any(nodes) => {
            let mut all = vec![0; games.len()];
            for node in nodes {
                let one = seats(node, games.clone(), attributes, lookup);
                all.iter_mut().zip(one).for_each(|(all, one)| *all |= one);
            }
            all
        }
        _ => vec![ALL_SEATS; games.len()],
    }
}

/// Returns the seats of games for which a term matches, as bits. The term must not need half-moves.
pub(super) fn seats_of(
    term: &Term,
    games: Range<usize>,
    attributes: &Attributes,
    lookup: &Lookup,
) -> Vec<u8> {
    let of = Of { games, attributes };
    match term {
        Term::Days(days) => {
            // A simple loop over one column, which the compiler can vectorize.
            let (first, last) = (*days.start(), *days.end());
            let is_within = |day: i32| day != UNKNOWN && first <= day && day <= last;
            let days_of_games = attributes.days[of.games.clone()].iter();
            let mut all: Vec<u8> =
                days_of_games.map(|&day| if is_within(day) { ALL_SEATS } else { 0 }).collect();
            for game in attributes.spans_within(of.games.clone(), days) {
                all[game - of.games.start] = ALL_SEATS;
            }
            all
        }
        Term::Control(base, increment) => {
            let number = attributes.controls.iter().position(|other| other == &(*base, *increment));
            number
                .map_or_else(|| of.none(), |number| of.game(|game| attributes.control[game] == number as i32))
        }
        Term::End(end) => {
            let number = attributes.ends.iter().position(|other| other == end);
            number.map_or_else(|| of.none(), |number| of.game(|game| attributes.end[game] as usize == number))
        }
        Term::Winner(wanted) => of.game(|game| attributes.winners[game] == *wanted),
        Term::Source(source) => of.game(|game| attributes.sources[game] == *source),
        Term::Length(bounds) => of.game(|game| bounds.contains(attributes.half_moves[game])),
        Term::State(state) => {
            let number = ["ok", "repaired", "broken"].iter().position(|name| name == state);
            of.game(|game| number == usize::try_from(attributes.states[game]).ok())
        }
        Term::Except(ids) => of.game(|game| ids.binary_search(&(game as i32)).is_err()),
        Term::RatingOf(seat, bounds) => {
            let ratings = &attributes.ratings[seat_number(*seat) as usize & 3];
            of.game(|game| ratings[game] >= 0 && bounds.contains(i32::from(ratings[game])))
        }
        Term::By(bits) => vec![*bits; of.games.len()],
        Term::Player(who) => of.players(who, lookup, |seat| [seat; 2]),
        // Partners: WhiteA and BlackB, BlackA and WhiteB.
        Term::Partner(who) => of.players(who, lookup, |seat| [3 - seat; 2]),
        Term::Against(who) => of.players(who, lookup, |seat| [seat ^ 1, (3 - seat) ^ 1]),
        Term::Rating(bounds) => of.seats(|seat, game| {
            let rating = attributes.ratings[seat][game];
            rating >= 0 && bounds.contains(i32::from(rating))
        }),
        Term::Won => of.seats(|seat, game| attributes.winners[game] == team_of(seat as i8)),
        Term::Lost => of.seats(|seat, game| attributes.winners[game] == 1 - team_of(seat as i8)),
        Term::Drawn => of.game(|game| attributes.winners[game] == 2),
        // Only to find candidates.
        Term::Position(board) => of.game(|game| !lookup.plies(board, game as i32).is_empty()),
        _ => of.none(),
    }
}

/// A range of games for which a term is evaluated.
struct Of<'a> {
    games: Range<usize>,
    attributes: &'a Attributes,
}

impl Of<'_> {
    fn none(&self) -> Vec<u8> {
        vec![0; self.games.len()]
    }

    fn game(&self, holds: impl Fn(usize) -> bool) -> Vec<u8> {
        self.games.clone().map(|game| if holds(game) { ALL_SEATS } else { 0 }).collect()
    }

    fn seats(&self, holds: impl Fn(usize, usize) -> bool) -> Vec<u8> {
        let mut all = self.none();
        for seat in 0..4 {
            for (bits, game) in all.iter_mut().zip(self.games.clone()) {
                *bits |= u8::from(holds(seat, game)) << seat;
            }
        }
        all
    }

    /// Returns the seats for which a player is in one of two related seats.
    fn players(&self, who: &Who, lookup: &Lookup, others: impl Fn(usize) -> [usize; 2]) -> Vec<u8> {
        let players = &self.attributes.players;
        match who {
            Who::Anyone => {
                self.seats(|seat, game| others(seat).iter().any(|&other| players[other][game] != UNKNOWN))
            }
            Who::Named(name) => match lookup.players(name) {
                [] => self.none(),
                &[id] => {
                    self.seats(|seat, game| others(seat).iter().any(|&other| players[other][game] == id))
                }
                ids => self.seats(|seat, game| {
                    others(seat).iter().any(|&other| ids.contains(&players[other][game]))
                }),
            },
        }
    }
}

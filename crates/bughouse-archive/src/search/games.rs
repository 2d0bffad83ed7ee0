//! What needs no half-moves: names and boards are looked up, and games left out that cannot be meant.

use std::collections::HashMap;
use std::ops::Range;

use bughouse_chess::Board;

use super::term::{Level, Node, Term};
use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::collect::seat_number;
use crate::error::ArchiveError;
use crate::fingerprint::folded;
use crate::hot::team_of;

/// About how many rows are looked at together.
const BLOCK_ROWS: u64 = 1 << 19;
/// Fewer rows between two games that count are read along.
const GAP_ROWS: u64 = 20_000;

/// Names of a question, looked up.
pub(super) struct Lookup {
    players: HashMap<String, Vec<i32>>,
    /// By key and reserves: the half-moves that were played from a board, in order.
    positions: HashMap<(i64, i64), Vec<(i32, i32)>>,
}

impl Lookup {
    pub(super) fn new(
        archive: &Archive,
        node: &Node,
        attributes: &Attributes,
        names: &[String],
    ) -> Result<Lookup, ArchiveError> {
        let (mut wanted, mut boards) = (Vec::new(), Vec::new());
        collect_terms(node, &mut |term| match term {
            Term::Player(name) | Term::Partner(name) | Term::Against(name) => wanted.push(name),
            Term::Position(board) => boards.push(board),
            _ => {}
        });
        let mut players: HashMap<String, Vec<i32>> =
            wanted.into_iter().map(|name| (name.clone(), Vec::new())).collect();
        for (wanted, ids) in &mut players {
            let wanted = folded(wanted);
            ids.extend((0..).zip(names).filter(|(_, name)| folded(name) == wanted).map(|(id, _)| id));
        }
        let mut positions = HashMap::new();
        for board in boards {
            let mut found: Vec<(i32, i32)> = archive
                .places_of(board)?
                .into_iter()
                // Where the game ended there, its last half-move stands for it.
                .map(|(game, ply)| {
                    (game, ply.min(attributes.half_moves.get(game as usize).copied().unwrap_or(0)))
                })
                .collect();
            found.sort_unstable();
            positions.insert(place_of(board), found);
        }
        Ok(Lookup { players, positions })
    }

    /// Returns the half-moves of a game that were played from a board.
    pub(super) fn plies(&self, board: &Board, game: i32) -> &[(i32, i32)] {
        let Some(found) = self.positions.get(&place_of(board)) else { return &[] };
        let start = found.partition_point(|&(other, _)| other < game);
        let end = found.partition_point(|&(other, _)| other <= game);
        &found[start..end]
    }

    fn is(&self, name: &str, player: i32) -> bool {
        self.players.get(name).is_some_and(|ids| ids.contains(&player))
    }
}

/// Returns what a board is looked up by.
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

/// Games that are looked at together, and the rows of their half-moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) games: Range<usize>,
    pub(super) rows: Range<u64>,
}

/// Cuts all games into blocks, and leaves out those that cannot be meant.
pub(super) fn blocks(node: &Node, attributes: &Attributes, lookup: &Lookup) -> Vec<Block> {
    let needed: Vec<&Node> = match node {
        Node::All(nodes) => nodes.iter().filter(|node| is_plain(node)).collect(),
        node if is_plain(node) => vec![node],
        _ => Vec::new(),
    };
    let mut blocks: Vec<Block> = Vec::new();
    let mut row = 0;
    for game in 0..attributes.len() {
        let rows = row..row + attributes.half_moves[game].max(0) as u64;
        row = rows.end;
        let mut bits = ALL_SEATS;
        for node in &needed {
            bits &= seats(node, game, attributes, lookup);
        }
        if bits == 0 {
            continue;
        }
        match blocks.last_mut() {
            Some(last)
                if rows.start - last.rows.end <= GAP_ROWS && rows.end - last.rows.start <= BLOCK_ROWS =>
            {
                *last = Block { games: last.games.start..game + 1, rows: last.rows.start..rows.end };
            }
            _ => blocks.push(Block { games: game..game + 1, rows }),
        }
    }
    blocks
}

/// Tells whether a part needs no half-moves, and is not negated.
fn is_plain(node: &Node) -> bool {
    match node {
        Node::Term(term) => term.level() < Level::HalfMove || matches!(term, Term::Position(_)),
        Node::Any(nodes) => nodes.iter().all(is_plain),
        _ => false,
    }
}

/// The bits of all four seats.
pub(super) const ALL_SEATS: u8 = 15;

/// Returns for which seats of a game a part holds that needs no half-moves.
fn seats(node: &Node, game: usize, attributes: &Attributes, lookup: &Lookup) -> u8 {
    match node {
        Node::Term(term) => seats_of(term, game, attributes, lookup),
        Node::Any(nodes) => nodes.iter().fold(0, |bits, node| bits | seats(node, game, attributes, lookup)),
        _ => ALL_SEATS,
    }
}

/// Returns for which seats of a game a term holds that needs no half-moves.
pub(super) fn seats_of(term: &Term, game: usize, attributes: &Attributes, lookup: &Lookup) -> u8 {
    let all = |holds: bool| if holds { ALL_SEATS } else { 0 };
    let each = |holds: &dyn Fn(usize) -> bool| (0..4).map(|seat| u8::from(holds(seat)) << seat).sum();
    let player = |seat: usize| attributes.players[seat][game];
    let rating = |seat: usize| i32::from(attributes.ratings[seat][game]);
    let winner = attributes.winners[game];
    match term {
        Term::Days(days) => all(days.contains(&attributes.days[game])),
        Term::Control(base, increment) => {
            let number = attributes.control[game];
            let control = usize::try_from(number).ok().and_then(|at| attributes.controls.get(at));
            all(control == Some(&(*base, *increment)))
        }
        Term::End(end) => {
            let known = usize::try_from(attributes.end[game]).ok().and_then(|at| attributes.ends.get(at));
            all(known == Some(end))
        }
        Term::Winner(wanted) => all(winner == *wanted),
        Term::Source(source) => all(attributes.sources[game] == *source),
        Term::Length(bounds) => all(bounds.contains(attributes.half_moves[game])),
        Term::State(state) => {
            let number = ["ok", "repaired", "broken"].iter().position(|name| name == state);
            all(number == usize::try_from(attributes.states[game]).ok())
        }
        Term::RatingOf(seat, bounds) => {
            let rating = rating(seat_number(*seat) as usize);
            all(rating >= 0 && bounds.contains(rating))
        }
        Term::By(bits) => *bits,
        Term::Player(name) => each(&|seat| lookup.is(name, player(seat))),
        Term::Partner(name) => each(&|seat| lookup.is(name, player(3 - seat))),
        Term::Against(name) => {
            each(&|seat| lookup.is(name, player(seat ^ 1)) || lookup.is(name, player((3 - seat) ^ 1)))
        }
        Term::Rating(bounds) => each(&|seat| rating(seat) >= 0 && bounds.contains(rating(seat))),
        Term::Won => each(&|seat| winner == team_of(seat as i8)),
        Term::Lost => each(&|seat| winner == 1 - team_of(seat as i8)),
        Term::Drawn => all(winner == 2),
        // For a first look at which games can be meant.
        Term::Position(board) => all(!lookup.plies(board, game as i32).is_empty()),
        _ => 0,
    }
}

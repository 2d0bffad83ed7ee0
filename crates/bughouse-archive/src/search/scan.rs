//! Scans a block: evaluates a query by seat or by half-move.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::evaluate::{Hit, Searched};
use super::games::{ALL_SEATS, Lookup, seats_of};
use super::live::Live;
use super::term::{Level, Node};
use crate::attributes::Attributes;
use crate::blocks::Block;
use crate::error::ArchiveError;
use crate::move_columns::MoveColumns;
use crate::schema::MOVES;

/// Where a node matches in a block.
enum Value {
    /// By game: the seats as bits.
    Seats(Vec<u8>),
    /// By half-move: 1 if it matches.
    Rows(Vec<u8>),
}

/// A column, and the games for which it is valid.
struct Column {
    of: Live,
    values: Rc<Vec<i32>>,
}

/// A block, with the columns read so far.
pub(super) struct Scan<'a> {
    source: &'a RefCell<MoveColumns<'a>>,
    pub(super) attributes: &'a Attributes,
    pub(super) lookup: &'a Lookup,
    pub(super) block: &'a Block,
    columns: RefCell<HashMap<&'static str, Column>>,
}

impl<'a> Scan<'a> {
    /// Creates a scan of a block. Columns are read on demand.
    pub(super) fn new(
        source: &'a RefCell<MoveColumns<'a>>,
        attributes: &'a Attributes,
        lookup: &'a Lookup,
        block: &'a Block,
    ) -> Scan<'a> {
        Scan { source, attributes, lookup, block, columns: RefCell::default() }
    }

    /// Returns the matching games, and at most `limit` hits.
    pub(super) fn hits(&self, node: &Node, limit: usize) -> Result<Searched, ArchiveError> {
        let mut found = Searched::default();
        let mut add = |game: usize, ply: Option<i32>| {
            found.games += 1;
            if found.hits.len() < limit {
                found.hits.push(Hit { game: game as i32, ply });
            }
        };
        match self.evaluate(node, node.level(), &Live::default())? {
            Value::Seats(bits) => {
                for (game, bits) in self.block.games.clone().zip(bits) {
                    if bits != 0 {
                        add(game, None);
                    }
                }
            }
            Value::Rows(mask) => {
                for (game, rows) in self.games() {
                    let mask = &mask[rows.clone()];
                    let first = any(mask).then(|| mask.iter().position(|&holds| holds != 0)).flatten();
                    if let Some(first) = first {
                        add(game, Some(first as i32 + 1));
                    } else if rows.is_empty() && self.without_moves(node, game, node.level()) != 0 {
                        add(game, None);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns the games of the block, each with its rows.
    pub(super) fn games(&self) -> impl Iterator<Item = (usize, Range<usize>)> + use<'a> {
        self.block.each(self.attributes)
    }

    /// Returns the rows of games that can still match.
    pub(super) fn rows_of(&self, live: &Live) -> Vec<Range<usize>> {
        live.rows(self.games().map(|(_, rows)| rows))
    }

    pub(super) fn rows(&self) -> usize {
        (self.block.rows.end - self.block.rows.start) as usize
    }

    /// Returns a column of the block. It is valid only for games that can still match.
    pub(super) fn column(&self, name: &'static str, live: &Live) -> Result<Rc<Vec<i32>>, ArchiveError> {
        if let Some(column) = self.columns.borrow().get(name)
            && column.of.covers(live)
        {
            return Ok(Rc::clone(&column.values));
        }
        let wanted = self.rows_of(live);
        let rows = self.block.rows.clone();
        let read = Rc::new(self.source.borrow_mut().some(MOVES.column(name), rows, &wanted)?);
        let column = Column { of: live.clone(), values: Rc::clone(&read) };
        self.columns.borrow_mut().insert(name, column);
        Ok(read)
    }

    /// Returns where a node matches, for games that can still match. `scope` is the level at which `not` applies.
    fn evaluate(&self, node: &Node, scope: Level, live: &Live) -> Result<Value, ArchiveError> {
        match node {
            Node::Term(term) if term.level() == Level::HalfMove => {
                self.half_moves(term, live).map(Value::Rows)
            }
            Node::Term(term) => {
                let games = self.block.games.clone();
                Ok(Value::Seats(seats_of(term, games, self.attributes, self.lookup)))
            }
            Node::Any(nodes) => {
                let mut all: Option<Value> = None;
                for node in nodes {
                    let value = self.evaluate(node, scope, live)?;
                    all = Some(match all {
                        None => value,
                        Some(before) => self.either(before, value, live)?,
                    });
                }
                Ok(all.unwrap_or_else(|| Value::Seats(vec![0; self.block.games.len()])))
            }
            Node::All(nodes) => self.all(nodes, scope, live),
            Node::Not(inner) => {
                let held = self.evaluate(inner, scope.max(inner.level()), live)?;
                self.negate(held, scope, live)
            }
            Node::Then { first, second, within } => {
                let rows = |node: &Node, live: &Live| {
                    self.evaluate(node, Level::HalfMove, live).and_then(|value| self.expand(value, live))
                };
                // Evaluate the cheaper one first, and the other only in games where the first matches.
                let (first, second, live) = if first.work() < second.work() {
                    let first = rows(first, live)?;
                    let live = self.narrowed(live, &first);
                    (first, rows(second, &live)?, live)
                } else {
                    let second = rows(second, live)?;
                    let live = self.narrowed(live, &second);
                    (rows(first, &live)?, second, live)
                };
                self.then(&first, second, *within, &live).map(Value::Rows)
            }
        }
    }

    /// Negates a value: for each half-move, for each seat, or for the whole game.
    fn negate(&self, held: Value, scope: Level, live: &Live) -> Result<Value, ArchiveError> {
        if scope == Level::HalfMove {
            let mut rows = self.expand(held, live)?;
            rows.iter_mut().for_each(|holds| *holds = 1 - *holds);
            return Ok(Value::Rows(rows));
        }
        let mut seats = match held {
            Value::Seats(seats) => seats,
            Value::Rows(rows) => self.seats_with(&rows, live)?,
        };
        for seats in &mut seats {
            *seats = negate_seats(*seats, scope);
        }
        Ok(Value::Seats(seats))
    }

    fn either(&self, one: Value, other: Value, live: &Live) -> Result<Value, ArchiveError> {
        let or = |mut one: Vec<u8>, other: &[u8]| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
            one
        };
        Ok(match (one, other) {
            (Value::Seats(one), Value::Seats(other)) => Value::Seats(or(one, &other)),
            (one, other) => Value::Rows(or(self.expand(one, live)?, &self.expand(other, live)?)),
        })
    }

    /// Evaluates nodes that must match at once, cheapest first. Nothing is read for games that can no longer match.
    fn all(&self, nodes: &[Node], scope: Level, live: &Live) -> Result<Value, ArchiveError> {
        let mut ordered: Vec<&Node> = nodes.iter().collect();
        ordered.sort_by_key(|node| (matches!(node, Node::Not(_)), node.level(), node.work()));
        let mut live = live.clone();
        let mut seats = vec![ALL_SEATS; self.block.games.len()];
        let mut rows: Option<Vec<u8>> = None;
        for (number, node) in ordered.iter().enumerate() {
            let is_last = number + 1 == ordered.len();
            match self.evaluate(node, scope, &live)? {
                Value::Seats(bits) => {
                    seats.iter_mut().zip(bits).for_each(|(seats, bits)| *seats &= bits);
                    live = live.narrowed(seats.iter().map(|&bits| bits != 0));
                }
                Value::Rows(mask) => {
                    let before = rows.take();
                    let mask = rows.insert(match before {
                        None => mask,
                        Some(mut before) => {
                            before.iter_mut().zip(&mask).for_each(|(before, holds)| *before &= holds);
                            before
                        }
                    });
                    if !is_last {
                        live = self.narrowed(&live, mask);
                    }
                }
            }
            if rows.as_ref().is_some_and(|rows| !any(rows)) {
                break;
            }
        }
        match rows {
            None => Ok(Value::Seats(seats)),
            Some(mut rows) => {
                self.keep(&mut rows, &seats, &live)?;
                Ok(Value::Rows(rows))
            }
        }
    }

    /// Returns the games that can still match, given the mask of an evaluated node.
    fn narrowed(&self, live: &Live, rows: &[u8]) -> Live {
        live.narrowed(self.games().enumerate().map(|(number, (_, own))| live.has(number) && any(&rows[own])))
    }

    /// Clears the rows of seats that don't match.
    fn keep(&self, rows: &mut [u8], seats: &[u8], live: &Live) -> Result<(), ArchiveError> {
        if seats.iter().all(|&bits| bits == ALL_SEATS) {
            return Ok(());
        }
        let column = if seats.iter().any(|&bits| bits != 0 && bits != ALL_SEATS) {
            Some(self.column("seat", live)?)
        } else {
            None
        };
        for ((_, own), &bits) in self.games().zip(seats) {
            match (bits, &column) {
                (ALL_SEATS, _) => {}
                (0, _) | (_, None) => rows[own].fill(0),
                (bits, Some(column)) => {
                    for (row, &seat) in rows[own.clone()].iter_mut().zip(&column[own]) {
                        *row &= bits >> (seat & 3) & 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Converts a value to a mask by half-move.
    fn expand(&self, value: Value, live: &Live) -> Result<Vec<u8>, ArchiveError> {
        match value {
            Value::Rows(rows) => Ok(rows),
            Value::Seats(seats) => {
                let mut rows = vec![1; self.rows()];
                self.keep(&mut rows, &seats, live)?;
                Ok(rows)
            }
        }
    }

    /// Returns, for each game, the seats that made a matching half-move.
    fn seats_with(&self, rows: &[u8], live: &Live) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("seat", live)?;
        let mut all = Vec::with_capacity(self.block.games.len());
        for (_, own) in self.games() {
            let held = rows[own.clone()].iter().zip(&column[own]);
            all.push(held.fold(0, |bits, (&holds, &seat)| bits | holds << (seat & 3)));
        }
        Ok(all)
    }

    /// Returns where the second node matches after the first.
    fn then(
        &self,
        first: &[u8],
        mut second: Vec<u8>,
        within: Option<i32>,
        live: &Live,
    ) -> Result<Vec<u8>, ArchiveError> {
        let live = self.narrowed(live, first);
        let column = self.column("seat", &live)?;
        for (number, (_, own)) in self.games().enumerate() {
            if !live.has(number) {
                second[own].fill(0);
                continue;
            }
            let mut made = [0; 2];
            let mut made_at_first: Option<[i32; 2]> = None;
            for row in own {
                let board = (column[row] >> 1 & 1) as usize;
                made[board] += 1;
                if second[row] != 0 {
                    let holds = made_at_first.is_some_and(|before| {
                        within.is_none_or(|within| made[board] - before[board] <= within)
                    });
                    second[row] = u8::from(holds);
                }
                if first[row] != 0 {
                    made_at_first = Some(made);
                }
            }
        }
        Ok(second)
    }

    /// Returns the seats for which a node matches in a game without half-moves.
    fn without_moves(&self, node: &Node, game: usize, scope: Level) -> u8 {
        match node {
            Node::Term(term) if term.level() == Level::HalfMove => 0,
            Node::Term(term) => {
                let seats = seats_of(term, game..game + 1, self.attributes, self.lookup);
                seats.first().copied().unwrap_or(0)
            }
            Node::Any(nodes) => {
                nodes.iter().fold(0, |bits, node| bits | self.without_moves(node, game, scope))
            }
            Node::All(nodes) => {
                nodes.iter().fold(ALL_SEATS, |bits, node| bits & self.without_moves(node, game, scope))
            }
            Node::Then { .. } => 0,
            // There is no half-move at which it could fail to match.
            Node::Not(_) if scope == Level::HalfMove => 0,
            Node::Not(inner) => {
                negate_seats(self.without_moves(inner, game, scope.max(inner.level())), scope)
            }
        }
    }
}

/// Returns `true` if any row matches. Branchless, which is faster than stopping at the first match.
fn any(rows: &[u8]) -> bool {
    rows.iter().fold(0, |any, &holds| any | holds) != 0
}

/// Negates the seats of a game; at the level of games, all or none.
fn negate_seats(held: u8, scope: Level) -> u8 {
    match scope {
        Level::Game if held != 0 => 0,
        Level::Game => ALL_SEATS,
        _ => ALL_SEATS & !held,
    }
}

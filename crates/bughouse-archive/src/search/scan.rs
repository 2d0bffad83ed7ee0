//! Looks at a block: where each part of a question holds, by seat or by half-move.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::evaluate::{Hit, Searched};
use super::games::{ALL_SEATS, Lookup, seats_of};
use super::term::{Level, Node};
use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::blocks::Block;
use crate::error::ArchiveError;
use crate::schema::MOVES;

/// Where a part of a question holds in a block.
enum Value {
    /// By game: for which seats.
    Seats(Vec<u8>),
    /// By half-move: 1 where it holds.
    Rows(Vec<u8>),
}

/// A block with the columns that were read of it.
pub(super) struct Scan<'a> {
    archive: &'a Archive,
    pub(super) attributes: &'a Attributes,
    pub(super) lookup: &'a Lookup,
    pub(super) block: &'a Block,
    columns: RefCell<HashMap<&'static str, Rc<Vec<i32>>>>,
}

impl<'a> Scan<'a> {
    /// Begins with no column.
    pub(super) fn new(
        archive: &'a Archive,
        attributes: &'a Attributes,
        lookup: &'a Lookup,
        block: &'a Block,
    ) -> Scan<'a> {
        Scan { archive, attributes, lookup, block, columns: RefCell::default() }
    }

    /// Returns the games that were found.
    pub(super) fn hits(&self, node: &Node, limit: usize) -> Result<Searched, ArchiveError> {
        let mut found = Searched::default();
        let mut add = |game: usize, ply: Option<i32>| {
            found.games += 1;
            if found.hits.len() < limit {
                found.hits.push(Hit { game: game as i32, ply });
            }
        };
        match self.evaluate(node, node.level())? {
            Value::Seats(bits) => {
                for (game, bits) in self.block.games.clone().zip(bits) {
                    if bits != 0 {
                        add(game, None);
                    }
                }
            }
            Value::Rows(mask) => {
                for (game, rows) in self.games() {
                    let first = mask[rows.clone()].iter().position(|&holds| holds != 0);
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

    /// Returns the games, each with its rows.
    pub(super) fn games(&self) -> impl Iterator<Item = (usize, Range<usize>)> + use<'a> {
        self.block.each(self.attributes)
    }

    pub(super) fn rows(&self) -> usize {
        (self.block.rows.end - self.block.rows.start) as usize
    }

    /// Returns a column of the block.
    pub(super) fn column(&self, name: &'static str) -> Result<Rc<Vec<i32>>, ArchiveError> {
        if let Some(column) = self.columns.borrow().get(name) {
            return Ok(Rc::clone(column));
        }
        let read = Rc::new(self.archive.move_ints(MOVES.column(name), self.block.rows.clone())?);
        self.columns.borrow_mut().insert(name, Rc::clone(&read));
        Ok(read)
    }

    /// Returns where a part holds. What is denied in it is denied for what the scope is about.
    fn evaluate(&self, node: &Node, scope: Level) -> Result<Value, ArchiveError> {
        match node {
            Node::Term(term) if term.level() == Level::HalfMove => self.half_moves(term).map(Value::Rows),
            Node::Term(term) => {
                let games = self.block.games.clone();
                Ok(Value::Seats(seats_of(term, games, self.attributes, self.lookup)))
            }
            Node::Any(nodes) => {
                let mut all: Option<Value> = None;
                for node in nodes {
                    let value = self.evaluate(node, scope)?;
                    all = Some(match all {
                        None => value,
                        Some(before) => self.either(before, value)?,
                    });
                }
                Ok(all.unwrap_or_else(|| Value::Seats(vec![0; self.block.games.len()])))
            }
            Node::All(nodes) => self.all(nodes, scope),
            Node::Not(inner) => {
                let held = self.evaluate(inner, scope.max(inner.level()))?;
                self.deny(held, scope)
            }
            Node::Then { first, second, within } => {
                let first = self.evaluate(first, Level::HalfMove)?;
                let second = self.evaluate(second, Level::HalfMove)?;
                self.then(&self.expand(first)?, self.expand(second)?, *within).map(Value::Rows)
            }
        }
    }

    /// Returns where something does not hold: at a half-move, at all half-moves of a seat, or of a game.
    fn deny(&self, held: Value, scope: Level) -> Result<Value, ArchiveError> {
        if scope == Level::HalfMove {
            let mut rows = self.expand(held)?;
            rows.iter_mut().for_each(|holds| *holds = 1 - *holds);
            return Ok(Value::Rows(rows));
        }
        let mut seats = match held {
            Value::Seats(seats) => seats,
            Value::Rows(rows) => self.seats_with(&rows)?,
        };
        for seats in &mut seats {
            *seats = deny_seats(*seats, scope);
        }
        Ok(Value::Seats(seats))
    }

    fn either(&self, one: Value, other: Value) -> Result<Value, ArchiveError> {
        let or = |mut one: Vec<u8>, other: &[u8]| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
            one
        };
        Ok(match (one, other) {
            (Value::Seats(one), Value::Seats(other)) => Value::Seats(or(one, &other)),
            (one, other) => Value::Rows(or(self.expand(one)?, &self.expand(other)?)),
        })
    }

    /// What holds at once. Those that need least come first, and nothing is read where nothing can hold.
    fn all(&self, nodes: &[Node], scope: Level) -> Result<Value, ArchiveError> {
        let mut ordered: Vec<&Node> = nodes.iter().collect();
        ordered.sort_by_key(|node| (matches!(node, Node::Not(_)), node.level()));
        let mut seats = vec![ALL_SEATS; self.block.games.len()];
        let mut rows: Option<Vec<u8>> = None;
        for node in ordered {
            match self.evaluate(node, scope)? {
                Value::Seats(bits) => seats.iter_mut().zip(bits).for_each(|(seats, bits)| *seats &= bits),
                Value::Rows(mask) => {
                    rows = Some(match rows {
                        None => mask,
                        Some(mut before) => {
                            before.iter_mut().zip(mask).for_each(|(before, holds)| *before &= holds);
                            before
                        }
                    });
                }
            }
            if rows.as_ref().is_some_and(|rows| rows.iter().all(|&holds| holds == 0)) {
                break;
            }
        }
        match rows {
            None => Ok(Value::Seats(seats)),
            Some(mut rows) => {
                self.keep(&mut rows, &seats)?;
                Ok(Value::Rows(rows))
            }
        }
    }

    /// Keeps of rows those of seats that count.
    fn keep(&self, rows: &mut [u8], seats: &[u8]) -> Result<(), ArchiveError> {
        if seats.iter().all(|&bits| bits == ALL_SEATS) {
            return Ok(());
        }
        let column = if seats.iter().any(|&bits| bits != 0 && bits != ALL_SEATS) {
            Some(self.column("seat")?)
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

    /// Returns for each half-move whether it holds.
    fn expand(&self, value: Value) -> Result<Vec<u8>, ArchiveError> {
        match value {
            Value::Rows(rows) => Ok(rows),
            Value::Seats(seats) => {
                let mut rows = vec![1; self.rows()];
                self.keep(&mut rows, &seats)?;
                Ok(rows)
            }
        }
    }

    /// Returns by game the seats that made a half-move where it holds.
    fn seats_with(&self, rows: &[u8]) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("seat")?;
        let mut all = Vec::with_capacity(self.block.games.len());
        for (_, own) in self.games() {
            let held = rows[own.clone()].iter().zip(&column[own]);
            all.push(held.fold(0, |bits, (&holds, &seat)| bits | holds << (seat & 3)));
        }
        Ok(all)
    }

    /// Returns where the second holds behind the first.
    fn then(&self, first: &[u8], mut second: Vec<u8>, within: Option<i32>) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("seat")?;
        for (_, own) in self.games() {
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

    /// Returns for which seats a part holds in a game without half-moves.
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
            // There is no half-move at which it does not hold.
            Node::Not(_) if scope == Level::HalfMove => 0,
            Node::Not(inner) => deny_seats(self.without_moves(inner, game, scope.max(inner.level())), scope),
        }
    }
}

/// Returns the seats for which something does not hold; of a game all or none.
fn deny_seats(held: u8, scope: Level) -> u8 {
    match scope {
        Level::Game if held != 0 => 0,
        Level::Game => ALL_SEATS,
        _ => ALL_SEATS & !held,
    }
}

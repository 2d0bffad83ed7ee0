//! Answers a question: columns are compared block by block, and games come out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bughouse_chess::{Board, Piece, Position};

use super::Query;
use super::men::Men;
use super::term::{Bounds, Level, MovePattern, Node, ReserveTest, Term};
use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::collect::{men_in, seat_number};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::fingerprint::folded;
use crate::flags::half_move as flags;
use crate::hot::team_of;
use crate::pack::{holds, man};
use crate::schema::MOVES;
use crate::table::Found;

/// How a search is done.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// How many games are listed at most; all are counted.
    pub limit: usize,
    /// How many threads work.
    pub threads: usize,
}

/// 100 games, as many threads as the machine has.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { limit: 100, threads: bpgn::Parallel::default().threads }
    }
}

impl SearchOptions {
    /// Returns the same, listing at most so many games.
    #[must_use]
    pub const fn limit(self, limit: usize) -> SearchOptions {
        SearchOptions { limit, ..self }
    }

    /// Returns the same with another number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> SearchOptions {
        SearchOptions { threads, ..self }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Searched {
    /// How many games there are.
    pub games: u64,
    /// The first of them, in the order of their ids.
    pub hits: Vec<Hit>,
}

/// A game that was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Hit {
    /// The game's id.
    pub game: i32,
    /// The number of the first half-move that was asked for, from 1; `None` if the question is about the game alone.
    pub ply: Option<i32>,
}

/// About how many rows are looked at together.
const BLOCK_ROWS: u64 = 1 << 19;
/// Fewer rows between two games that count are read along.
const GAP_ROWS: u64 = 20_000;

impl Archive {
    /// Finds the games that a question is about.
    ///
    /// # Errors
    /// A file of the archive cannot be read.
    pub fn search(&self, query: &Query, options: &SearchOptions) -> Result<Searched, ArchiveError> {
        let attributes = self.attributes()?;
        let names = self.names()?;
        let lookup = Lookup::new(self, &query.node, &attributes, &names)?;
        let blocks = blocks(&query.node, &attributes, &lookup);
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let done: Mutex<Vec<Option<Result<Searched, ArchiveError>>>> =
            Mutex::new((0..blocks.len()).map(|_| None).collect());
        std::thread::scope(|scope| {
            for _ in 0..options.threads.max(1).min(blocks.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(block) = blocks.get(index) else { return };
                        if failed.load(Ordering::Relaxed) {
                            return;
                        }
                        let scan = Scan {
                            archive: self,
                            attributes: &attributes,
                            lookup: &lookup,
                            block,
                            columns: RefCell::default(),
                        };
                        let found = scan.hits(&query.node, options.limit);
                        failed.fetch_or(found.is_err(), Ordering::Relaxed);
                        done.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(found);
                    }
                });
            }
        });
        let mut all = Searched::default();
        let mut error = None;
        for found in done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
            match found {
                Ok(found) => {
                    all.games += found.games;
                    let room = options.limit - all.hits.len();
                    all.hits.extend(found.hits.into_iter().take(room));
                }
                Err(failed) => error = error.or(Some(failed)),
            }
        }
        match error {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }

    /// Reads a column of half-moves for rows that are counted through all files.
    fn move_ints(&self, column: usize, rows: Range<u64>) -> Result<Vec<i32>, ArchiveError> {
        let mut out = Vec::with_capacity((rows.end - rows.start) as usize);
        let mut before = 0;
        for file in &self.moves {
            for group in 0..file.groups() {
                let length = file.group_rows(group) as u64;
                let (start, end) = (rows.start.max(before), rows.end.min(before + length));
                if start < end {
                    let found = Found { group, rows: (start - before) as usize..(end - before) as usize };
                    file.ints(&found, column, &mut out)?;
                }
                before += length;
            }
        }
        if out.len() as u64 != rows.end - rows.start {
            let what = "the table of half-moves has fewer rows than the games say";
            return Err(ArchiveError::damaged(self.folder(), what));
        }
        Ok(out)
    }
}

/// Names of a question, looked up.
struct Lookup {
    players: HashMap<String, Vec<i32>>,
    /// By key and reserves: the half-moves that were played from a board, in order.
    positions: HashMap<(i64, i64), Vec<(i32, i32)>>,
}

impl Lookup {
    fn new(
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
            wanted.into_iter().map(|name| (folded(name), Vec::new())).collect();
        if !players.is_empty() {
            for (id, name) in names.iter().enumerate() {
                if let Some(ids) = players.get_mut(&folded(name)) {
                    ids.push(id as i32);
                }
            }
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
    fn plies(&self, board: &Board, game: i32) -> &[(i32, i32)] {
        let Some(found) = self.positions.get(&place_of(board)) else { return &[] };
        let start = found.partition_point(|&(other, _)| other < game);
        let end = found.partition_point(|&(other, _)| other <= game);
        &found[start..end]
    }

    fn is(&self, name: &str, player: i32) -> bool {
        self.players.get(&folded(name)).is_some_and(|ids| ids.contains(&player))
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
struct Block {
    games: Range<usize>,
    rows: Range<u64>,
}

/// Cuts all games into blocks, and leaves out those that cannot be meant.
fn blocks(node: &Node, attributes: &Attributes, lookup: &Lookup) -> Vec<Block> {
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

const ALL_SEATS: u8 = 15;

/// Returns for which seats of a game a part holds that needs no half-moves.
fn seats(node: &Node, game: usize, attributes: &Attributes, lookup: &Lookup) -> u8 {
    match node {
        Node::Term(term) => seats_of(term, game, attributes, lookup),
        Node::Any(nodes) => nodes.iter().fold(0, |bits, node| bits | seats(node, game, attributes, lookup)),
        _ => ALL_SEATS,
    }
}

/// Returns for which seats of a game a term holds that needs no half-moves.
fn seats_of(term: &Term, game: usize, attributes: &Attributes, lookup: &Lookup) -> u8 {
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

/// Where a part of a question holds in a block.
enum Value {
    /// By game: for which seats.
    Seats(Vec<u8>),
    /// By half-move: 1 where it holds.
    Rows(Vec<u8>),
}

/// A block with the columns that were read of it.
struct Scan<'a> {
    archive: &'a Archive,
    attributes: &'a Attributes,
    lookup: &'a Lookup,
    block: &'a Block,
    columns: RefCell<HashMap<&'static str, Rc<Vec<i32>>>>,
}

impl Scan<'_> {
    /// Returns the games that were found.
    fn hits(&self, node: &Node, limit: usize) -> Result<Searched, ArchiveError> {
        let mut found = Searched::default();
        let mut add = |game: usize, ply: Option<i32>| {
            found.games += 1;
            if found.hits.len() < limit {
                found.hits.push(Hit { game: game as i32, ply });
            }
        };
        match self.evaluate(node)? {
            Value::Seats(bits) => {
                for (game, bits) in self.block.games.clone().zip(bits) {
                    if bits != 0 {
                        add(game, None);
                    }
                }
            }
            Value::Rows(mask) => {
                let mut start = 0;
                for game in self.block.games.clone() {
                    let end = start + self.length(game);
                    let first = mask[start..end].iter().position(|&holds| holds != 0);
                    if let Some(first) = first {
                        add(game, Some(first as i32 + 1));
                    } else if start == end && self.without_moves(node, game) != 0 {
                        add(game, None);
                    }
                    start = end;
                }
            }
        }
        Ok(found)
    }

    fn length(&self, game: usize) -> usize {
        self.attributes.half_moves[game].max(0) as usize
    }

    fn rows(&self) -> usize {
        (self.block.rows.end - self.block.rows.start) as usize
    }

    /// Returns a column of the block.
    fn column(&self, name: &'static str) -> Result<Rc<Vec<i32>>, ArchiveError> {
        if let Some(column) = self.columns.borrow().get(name) {
            return Ok(Rc::clone(column));
        }
        let read = Rc::new(self.archive.move_ints(MOVES.column(name), self.block.rows.clone())?);
        self.columns.borrow_mut().insert(name, Rc::clone(&read));
        Ok(read)
    }

    fn evaluate(&self, node: &Node) -> Result<Value, ArchiveError> {
        match node {
            Node::Term(term) if term.level() == Level::HalfMove => self.half_moves(term).map(Value::Rows),
            Node::Term(term) => {
                let games = self.block.games.clone();
                let bits = games.map(|game| seats_of(term, game, self.attributes, self.lookup));
                Ok(Value::Seats(bits.collect()))
            }
            Node::Any(nodes) => {
                let mut all: Option<Value> = None;
                for node in nodes {
                    let value = self.evaluate(node)?;
                    all = Some(match all {
                        None => value,
                        Some(before) => self.either(before, value)?,
                    });
                }
                Ok(all.unwrap_or_else(|| Value::Seats(vec![0; self.block.games.len()])))
            }
            Node::All(nodes) => self.all(nodes),
            Node::Not(_) => self.all(std::slice::from_ref(node)),
            Node::Then { first, second, within } => {
                let (first, second) =
                    (self.expand(self.evaluate(first)?)?, self.expand(self.evaluate(second)?)?);
                self.then(&first, second, *within).map(Value::Rows)
            }
        }
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

    /// What holds at once. Those that need least come first.
    fn all(&self, nodes: &[Node]) -> Result<Value, ArchiveError> {
        let mut positive: Vec<&Node> = nodes.iter().filter(|node| !matches!(node, Node::Not(_))).collect();
        positive.sort_by_key(|node| node.level());
        let level = positive.iter().map(|node| node.level()).max().unwrap_or(Level::Game);
        let mut seats = vec![ALL_SEATS; self.block.games.len()];
        let mut rows: Option<Vec<u8>> = None;
        for node in positive {
            match self.evaluate(node)? {
                Value::Seats(bits) => seats.iter_mut().zip(bits).for_each(|(seats, bits)| *seats &= bits),
                Value::Rows(mask) => {
                    rows = Some(match rows {
                        None => mask,
                        Some(mut before) => {
                            before.iter_mut().zip(mask).for_each(|(before, holds)| *before &= holds);
                            before
                        }
                    });
                    if rows.as_ref().is_some_and(|rows| rows.iter().all(|&holds| holds == 0)) {
                        break;
                    }
                }
            }
        }
        if let Some(rows) = &mut rows {
            self.keep(rows, &seats)?;
        }
        for node in nodes {
            let Node::Not(inner) = node else { continue };
            let value = self.evaluate(inner)?;
            match (&mut rows, value) {
                // At the same half-move it does not hold.
                (Some(rows), value) => {
                    let mask = self.expand(value)?;
                    rows.iter_mut().zip(mask).for_each(|(row, holds)| *row &= 1 - holds);
                }
                // Nowhere in the game, or nowhere for that seat, it holds.
                (None, value) => {
                    let held = match value {
                        Value::Seats(bits) => bits,
                        Value::Rows(mask) => self.seats_with(&mask)?,
                    };
                    for (seats, held) in seats.iter_mut().zip(held) {
                        *seats = match level {
                            Level::Game if held != 0 => 0,
                            Level::Game => *seats,
                            _ => *seats & !held,
                        };
                    }
                }
            }
        }
        Ok(rows.map_or(Value::Seats(seats), Value::Rows))
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
        let mut start = 0;
        for (game, &bits) in self.block.games.clone().zip(seats) {
            let end = start + self.length(game);
            match (bits, &column) {
                (ALL_SEATS, _) => {}
                (0, _) | (_, None) => rows[start..end].fill(0),
                (bits, Some(column)) => {
                    for (row, &seat) in rows[start..end].iter_mut().zip(&column[start..end]) {
                        *row &= bits >> (seat & 3) & 1;
                    }
                }
            }
            start = end;
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
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            let held = rows[start..end].iter().zip(&column[start..end]);
            all.push(held.fold(0, |bits, (&holds, &seat)| bits | holds << (seat & 3)));
            start = end;
        }
        Ok(all)
    }

    /// Returns where the second holds behind the first.
    fn then(&self, first: &[u8], mut second: Vec<u8>, within: Option<i32>) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("seat")?;
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            let mut made = [0; 2];
            let mut made_at_first: Option<[i32; 2]> = None;
            for row in start..end {
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
            start = end;
        }
        Ok(second)
    }

    /// Returns for which seats a part holds in a game without half-moves.
    fn without_moves(&self, node: &Node, game: usize) -> u8 {
        match node {
            Node::Term(term) if term.level() == Level::HalfMove => 0,
            Node::Term(term) => seats_of(term, game, self.attributes, self.lookup),
            Node::Any(nodes) => nodes.iter().fold(0, |bits, node| bits | self.without_moves(node, game)),
            Node::Then { .. } => 0,
            Node::Not(_) => self.all_without_moves(std::slice::from_ref(node), game),
            Node::All(nodes) => self.all_without_moves(nodes, game),
        }
    }

    fn all_without_moves(&self, nodes: &[Node], game: usize) -> u8 {
        let positive = || nodes.iter().filter(|node| !matches!(node, Node::Not(_)));
        let level = positive().map(Node::level).max().unwrap_or(Level::Game);
        let mut bits = positive().fold(ALL_SEATS, |bits, node| bits & self.without_moves(node, game));
        for node in nodes {
            let Node::Not(inner) = node else { continue };
            let held = self.without_moves(inner, game);
            bits = match level {
                Level::Game if held != 0 => 0,
                Level::Game => bits,
                _ => bits & !held,
            };
        }
        bits
    }

    /// Returns at which half-moves a term holds.
    fn half_moves(&self, term: &Term) -> Result<Vec<u8>, ArchiveError> {
        let bounded = |name: &'static str, bounds: Bounds| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column(name)?;
            // What is unknown is below every bound.
            Ok(column.iter().map(|&value| u8::from(value >= bounds.least && value <= bounds.most)).collect())
        };
        let flagged = |bits: i32| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column("flags")?;
            Ok(column.iter().map(|&value| u8::from(value & bits == bits)).collect())
        };
        Ok(match term {
            Term::Flag(bits) => flagged(*bits)?,
            Term::Frozen(seat) => {
                let mut mask = flagged(flags::FREEZES)?;
                if let Some(seat) = seat {
                    // It is the opponent's half-move that freezes.
                    let opponent = i32::from(seat_number(*seat)) ^ 1;
                    let column = self.column("seat")?;
                    mask.iter_mut()
                        .zip(column.iter())
                        .for_each(|(mask, &seat)| *mask &= u8::from(seat == opponent));
                }
                mask
            }
            Term::Piece(piece) => {
                let piece = i32::from(man(*piece));
                bounded("piece", Bounds { least: piece, most: piece })?
            }
            Term::Capture(None) => bounded("capture", Bounds::ANY)?,
            Term::Capture(Some(piece)) => {
                let piece = i32::from(man(*piece));
                bounded("capture", Bounds { least: piece, most: piece })?
            }
            Term::Ply(bounds) => bounded("ply", *bounds)?,
            Term::Clock(bounds) => bounded("clock_ms", *bounds)?,
            Term::Used(bounds) => bounded("used_ms", *bounds)?,
            Term::Sit(bounds) => bounded("sit_ms", *bounds)?,
            Term::Diagonal(seat, bounds) => {
                let number = seat_number(*seat);
                let name = if number % 2 == 0 { "diagonal_white_s" } else { "diagonal_black_s" };
                // Board B sees it the other way round.
                let is_first = number < 2;
                let column = self.column(name)?;
                let holds =
                    |value: i32| value != UNKNOWN && bounds.contains(if is_first { value } else { -value });
                column.iter().map(|&value| u8::from(holds(value))).collect()
            }
            Term::Reserve(seat, test) => {
                let names = ["reserve_white_a", "reserve_black_a", "reserve_white_b", "reserve_black_b"];
                let column = self.column(names[seat_number(*seat) as usize & 3])?;
                let test = *test;
                let holds = |value: i32| match test {
                    ReserveTest::Holds(least) => holds(value, least),
                    ReserveTest::Is(men) => value == men,
                    ReserveTest::Men(bounds) => bounds.contains(men_in(value)),
                };
                column.iter().map(|&value| u8::from(holds(value))).collect()
            }
            Term::To(square) => self.moves(|mv| mv.to == i32::from(*square))?,
            Term::From(square) => self.moves(|mv| mv.from == Some(i32::from(*square)))?,
            Term::Drop(piece, square) => {
                let piece = piece.map(|piece| i32::from(man(piece)));
                self.moves(|mv| {
                    mv.drop.is_some()
                        && (piece.is_none() || mv.drop == piece)
                        && square.is_none_or(|square| mv.to == i32::from(square))
                })?
            }
            Term::Promotion(piece) => match piece {
                None => flagged(flags::PROMOTION)?,
                Some(piece) => {
                    let piece = *piece;
                    self.moves(|mv| mv.promotion == Some(piece))?
                }
            },
            Term::Move(pattern) => self.pattern(pattern)?,
            Term::Position(board) => self.position(board),
            Term::Pieces(men) => self.pieces(men)?,
            // Those of the game and of seats are no terms of half-moves.
            _ => vec![0; self.rows()],
        })
    }

    /// Returns at which half-moves a move is as wanted. There are few different moves, so that each is judged once.
    fn moves(&self, wanted: impl Fn(&PackedMove) -> bool) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("move")?;
        let table: Vec<u8> = (0..=i16::MAX).map(|packed| u8::from(wanted(&PackedMove::of(packed)))).collect();
        Ok(column.iter().map(|&mv| table.get(mv as usize).copied().unwrap_or(0)).collect())
    }

    /// Returns which half-moves were played from a board.
    fn position(&self, board: &Board) -> Vec<u8> {
        let mut mask = vec![0; self.rows()];
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            for &(_, ply) in self.lookup.plies(board, game as i32) {
                if let Some(holds) = usize::try_from(ply - 1).ok().and_then(|at| mask[start..end].get_mut(at))
                {
                    *holds = 1;
                }
            }
            start = end;
        }
        mask
    }

    /// Returns behind which half-moves men stand on the board where it was played.
    fn pieces(&self, wanted: &[(u8, u8)]) -> Result<Vec<u8>, ArchiveError> {
        let (seats, moves, flags) = (self.column("seat")?, self.column("move")?, self.column("flags")?);
        let usual = Men::new(&Position::default());
        let mut mask = vec![0; self.rows()];
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            let mut men = self.attributes.starts.get(&(game as i32)).map_or(usual, Men::new);
            for row in start..end {
                men.play(seats[row], moves[row], flags[row]);
                let board = men.board((seats[row] >> 1 & 1) as usize);
                mask[row] = u8::from(wanted.iter().all(|&(square, man)| board[square as usize & 63] == man));
            }
            start = end;
        }
        Ok(mask)
    }

    fn pattern(&self, pattern: &MovePattern) -> Result<Vec<u8>, ArchiveError> {
        let mut mask = self.moves(|mv| {
            mv.drop.is_some() == pattern.is_drop
                && pattern.to.is_none_or(|to| mv.to == i32::from(to))
                && pattern
                    .from_file
                    .is_none_or(|file| mv.from.is_some_and(|from| from % 8 == i32::from(file)))
                && pattern
                    .from_rank
                    .is_none_or(|rank| mv.from.is_some_and(|from| from / 8 == i32::from(rank)))
                && pattern.promotion.is_none_or(|piece| mv.promotion == Some(piece))
                && pattern
                    .castles_short
                    .is_none_or(|short| mv.from.is_some_and(|from| (mv.to % 8 > from % 8) == short))
        })?;
        let mut and = |other: Vec<u8>| mask.iter_mut().zip(other).for_each(|(mask, holds)| *mask &= holds);
        if let Some(piece) = pattern.piece {
            and(self.half_moves(&Term::Piece(piece))?);
        }
        if let Some(captures) = pattern.captures {
            let captured = self.half_moves(&Term::Capture(None))?;
            and(captured.into_iter().map(|holds| u8::from((holds != 0) == captures)).collect());
        }
        let mut bits = pattern.flags;
        if pattern.castles_short.is_some() {
            bits |= flags::CASTLING;
        } else if pattern.piece == Some(Piece::King) {
            // A king's step is no castling.
            let castling = self.half_moves(&Term::Flag(flags::CASTLING))?;
            and(castling.into_iter().map(|holds| 1 - holds).collect());
        }
        if bits != 0 {
            and(self.half_moves(&Term::Flag(bits))?);
        }
        Ok(mask)
    }
}

/// The parts of a packed move.
struct PackedMove {
    from: Option<i32>,
    to: i32,
    drop: Option<i32>,
    promotion: Option<Piece>,
}

impl PackedMove {
    fn of(packed: i16) -> PackedMove {
        const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let (low, high, kind) = (i32::from(packed & 63), i32::from(packed >> 6 & 63), packed >> 12);
        match kind {
            0 => PackedMove { from: Some(low), to: high, drop: None, promotion: None },
            1..=4 => PackedMove {
                from: Some(low),
                to: high,
                drop: None,
                promotion: Some(PROMOTIONS[kind as usize - 1]),
            },
            5 => PackedMove { from: None, to: high, drop: Some(low), promotion: None },
            _ => {
                // Which rank it is depends on the colour, which a square alone does not tell; the file is enough for
                // none of the terms, so that such a move is found by its flag.
                let promotion = PROMOTIONS[(packed >> 9 & 3) as usize];
                PackedMove { from: None, to: -1, drop: None, promotion: Some(promotion) }
            }
        }
    }
}

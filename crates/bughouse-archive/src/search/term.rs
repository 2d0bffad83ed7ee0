//! The syntax tree of a query.

use std::ops::RangeInclusive;
use std::sync::Arc;

use bughouse_chess::{Board, Piece, Seat};

use super::move_table::MoveTable;

/// A node of a query.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    /// All of these match at once.
    All(Vec<Node>),
    /// At least one of these matches.
    Any(Vec<Node>),
    /// This doesn't match.
    Not(Box<Node>),
    /// The second matches after the first, within this many half-moves on its board.
    Then { first: Box<Node>, second: Box<Node>, within: Option<i32> },
    /// A term.
    Term(Term),
}

/// What a term is about, cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    Game,
    Seat,
    HalfMove,
}

/// One term.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Term {
    // About a game.
    Days(RangeInclusive<i32>),
    Control(i32, i32),
    End(String),
    Winner(i8),
    Source(i32),
    Length(Bounds),
    State(String),
    /// The game is not one of these, which are sorted.
    Except(Arc<[i32]>),
    RatingOf(Seat, Bounds),
    // About a seat.
    By(u8),
    Player(Who),
    Partner(Who),
    Against(Who),
    Rating(Bounds),
    Won,
    Drawn,
    Lost,
    // About a half-move.
    Flag(i32),
    Piece(Piece),
    To(Squares),
    From(Squares),
    Capture(Option<Piece>),
    Drop(Option<Piece>, Option<Squares>),
    Promotion(Option<Piece>),
    Move(MovePattern),
    Ply(Bounds),
    Clock(Bounds),
    Used(Bounds),
    Sit(Bounds),
    /// Of a seat; `None` for the player who made the half-move.
    Diagonal(Option<Seat>, Bounds),
    Reserve(Option<Seat>, ReserveTest),
    Frozen(Option<Seat>),
    Position(Box<Board>),
    Pieces(Vec<(u8, u8)>),
    // About a half-move, created when a query is prepared.
    /// The move is in a table.
    MoveIn(Arc<MoveTable>),
    /// Some flags are set, and others are not.
    Flags {
        set: i32,
        unset: i32,
    },
    /// The value of a column is within bounds.
    Column(&'static str, Bounds),
}

/// A set of squares as bits.
pub(crate) type Squares = u64;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// Any player with a name.
    Anyone,
    /// The player with this name.
    Named(String),
}

/// A move in SAN, possibly partial.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MovePattern {
    pub(super) piece: Option<Piece>,
    pub(super) is_drop: bool,
    pub(super) from_file: Option<u8>,
    pub(super) from_rank: Option<u8>,
    pub(super) to: Option<u8>,
    pub(super) captures: Option<bool>,
    pub(super) promotion: Option<Piece>,
    /// The square on the other board that the promotion piece is taken from.
    pub(super) stolen_from: Option<u8>,
    /// Flags that must be set.
    pub(super) flags: i32,
    /// For castling: whether it is toward the h-file.
    pub(super) castles_short: Option<bool>,
}

/// A condition for a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReserveTest {
    /// It holds at least these pieces.
    Holds(i32),
    /// It holds exactly these pieces.
    Is(i32),
    /// The number of pieces is within bounds.
    Count(Bounds),
}

/// An inclusive range of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Bounds {
    pub(super) const ANY: Bounds = Bounds { least: i32::MIN + 1, most: i32::MAX };

    pub(super) const fn contains(self, value: i32) -> bool {
        self.least <= value && value <= self.most
    }
}

impl Term {
    /// Returns the relative cost of evaluating the term. Cheap terms are evaluated first.
    const fn work(&self) -> u8 {
        match self {
            Term::Position(_) => 0,
            Term::MoveIn(_) => 1,
            Term::Flag(_) | Term::Flags { .. } | Term::Frozen(_) | Term::Promotion(_) => 2,
            Term::Clock(_) | Term::Used(_) | Term::Sit(_) | Term::Diagonal(..) => 4,
            Term::Pieces(_) => 5,
            _ => 3,
        }
    }

    /// Returns what it is about.
    pub(super) const fn level(&self) -> Level {
        match self {
            Term::Days(_)
            | Term::Control(..)
            | Term::End(_)
            | Term::Winner(_)
            | Term::Source(_)
            | Term::Length(_)
            | Term::State(_)
            | Term::Except(_)
            | Term::RatingOf(..) => Level::Game,
            Term::By(_)
            | Term::Player(_)
            | Term::Partner(_)
            | Term::Against(_)
            | Term::Rating(_)
            | Term::Won
            | Term::Drawn
            | Term::Lost => Level::Seat,
            _ => Level::HalfMove,
        }
    }
}

impl Node {
    /// Returns what it is about.
    pub(super) fn level(&self) -> Level {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().map(Node::level).max().unwrap_or(Level::Game),
            // That something matches nowhere is a property of the game.
            Node::Not(_) => Level::Game,
            Node::Then { .. } => Level::HalfMove,
            Node::Term(term) => term.level(),
        }
    }

    /// Returns the relative cost of evaluating the node. Cheap nodes are evaluated first.
    pub(super) fn work(&self) -> u8 {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().map(Node::work).max().unwrap_or(0),
            Node::Not(inner) => inner.work(),
            Node::Then { first, second, .. } => first.work().max(second.work()),
            Node::Term(term) => term.work(),
        }
    }
}

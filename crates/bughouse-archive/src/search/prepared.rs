//! Prepares a query for scanning: terms that depend only on the move are converted to tables, and tables are merged.

use std::sync::Arc;

use bughouse_chess::Piece;

use super::move_table::MoveTable;
use super::term::{Bounds, MovePattern, Node, Term};
use crate::column::UNKNOWN;
use crate::flags::half_move as flags;

/// Returns an equivalent node that is cheaper to evaluate.
pub(super) fn prepared(node: &Node) -> Node {
    match node {
        Node::Term(Term::Move(pattern)) => of_pattern(pattern),
        Node::Term(term) => MoveTable::of(term)
            .map_or_else(|| node.clone(), |table| Node::Term(Term::MoveIn(Arc::new(table)))),
        Node::All(nodes) => {
            let mut all = Vec::new();
            for node in nodes {
                match prepared(node) {
                    Node::All(inner) => all.extend(inner),
                    node => all.push(node),
                }
            }
            join(all, MoveTable::and, Node::All)
        }
        Node::Any(nodes) => join(nodes.iter().map(prepared).collect(), MoveTable::or, Node::Any),
        Node::Not(inner) => Node::Not(Box::new(prepared(inner))),
        Node::Then { first, second, within } => Node::Then {
            first: Box::new(prepared(first)),
            second: Box::new(prepared(second)),
            within: *within,
        },
    }
}

/// Merges all move tables into one, and puts it first.
fn join(nodes: Vec<Node>, add: fn(&mut MoveTable, &MoveTable), of: fn(Vec<Node>) -> Node) -> Node {
    let mut joined: Option<MoveTable> = None;
    let mut rest = Vec::new();
    for node in nodes {
        match (node, &mut joined) {
            (Node::Term(Term::MoveIn(table)), Some(joined)) => add(joined, &table),
            (Node::Term(Term::MoveIn(table)), None) => joined = Some(Arc::unwrap_or_clone(table)),
            (node, _) => rest.push(node),
        }
    }
    let mut all: Vec<Node> =
        joined.map(|table| Node::Term(Term::MoveIn(Arc::new(table)))).into_iter().collect();
    all.append(&mut rest);
    if all.len() == 1 { all.remove(0) } else { of(all) }
}

/// Returns the terms that a move pattern consists of.
fn of_pattern(pattern: &MovePattern) -> Node {
    let mut terms = vec![Term::MoveIn(Arc::new(MoveTable::of_pattern(pattern)))];
    let mut set = pattern.flags;
    let mut unset = 0;
    if pattern.castles_short.is_some() {
        set |= flags::CASTLING;
    } else if pattern.piece == Some(Piece::King) {
        // Exclude castling, which is a separate pattern.
        unset = flags::CASTLING;
    }
    if set | unset != 0 {
        terms.push(Term::Flags { set, unset });
    }
    if let Some(piece) = pattern.piece.filter(|_| !pattern.is_drop) {
        terms.push(Term::Piece(piece));
    }
    match pattern.captures {
        None => {}
        Some(true) => terms.push(Term::Capture(None)),
        Some(false) => terms.push(Term::Column("capture", Bounds { least: UNKNOWN, most: UNKNOWN })),
    }
    Node::All(terms.into_iter().map(Node::Term).collect())
}

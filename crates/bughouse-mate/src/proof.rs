//! Mates of any length: depth-first proof-number search.
//!
//! Each board is a node of a graph. Its proof number is the least number of boards that must be shown to be
//! mate to prove it. Its disproof number is the least number that must be shown not to be mate to disprove
//! it. The search always continues where the least is missing.
//!
//! Boards repeat. If a board repeats on the path to itself, that doesn't help the attacker, so it counts as
//! disproved there. The same applies to very deep boards. A proof never depends on that. A disproof can, and
//! can be wrong if another path leads to the same board. So a disproof is checked at the end, and counts only
//! if the defender can always stay within the disproved boards.

use alloc::vec::Vec;

use bughouse_chess::{Board, BughouseMove, Reserve};

use crate::deepening::arrives;
use crate::duel::Duel;
use crate::ids::{Id, Ids};
use crate::limit::{Budget, Exhausted};

/// More than any uncertain number.
const INFINITE: u32 = u32::MAX / 4;

/// The most half-moves from the start of a search. If deeper boards matter, they are searched from there.
const DEEPEST: u32 = 100;

/// A board from the attacker's point of view, who has to prove that it is mate.
#[derive(Clone, Copy)]
struct Node {
    /// 0 if it is proved.
    proof: u32,
    /// 0 if it is disproved.
    disproof: u32,
    /// The index of its first move.
    first: u32,
    moves: u32,
    turn: Turn,
    is_expanded: bool,
    is_on_path: bool,
    is_walked: bool,
    /// `true` if it is disproved for good, whatever was tentative before.
    is_firm: bool,
    /// The number of attacker moves in the proof. Valid if it is proved and this is not 0 or there is no
    /// answer.
    within: u16,
    /// The proof takes more moves than this.
    not_within: u16,
}

impl Node {
    fn new(turn: Turn, proof: u32, disproof: u32) -> Node {
        Node {
            proof,
            disproof,
            first: 0,
            moves: 0,
            turn,
            is_expanded: false,
            is_on_path: false,
            is_walked: false,
            is_firm: disproof == 0,
            within: 0,
            not_within: 0,
        }
    }

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A move from one board to another.
#[derive(Clone, Copy)]
struct Edge {
    mv: BughouseMove,
    to: Id,
}

/// The side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Attacker,
    Defender,
}

impl Turn {
    fn other(self) -> Turn {
        match self {
            Turn::Attacker => Turn::Defender,
            Turn::Defender => Turn::Attacker,
        }
    }
}

/// The graph, reused to avoid allocations.
#[derive(Default)]
pub(crate) struct Graph {
    ids: Ids,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    moves: Vec<BughouseMove>,
}

/// The numbers at which the search of a board stops.
#[derive(Clone, Copy)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

/// A proof-number search.
pub(crate) struct Proof<'a> {
    duel: &'a Duel,
    graph: &'a mut Graph,
    /// `true` if a board repeated on the path to itself or was too deep: disproofs may depend on that.
    is_tentative: bool,
    /// The number of visits since the last new board. If there are too many, the search makes no progress.
    idle: usize,
    is_stalled: bool,
    /// `true` if something could not be searched, so the absence of a mate is not certain.
    pub(crate) is_cut: bool,
}

/// The most times that a search can stall without new disproofs.
const MOST_STALLS: u32 = 3;

impl<'a> Proof<'a> {
    pub(crate) fn new(duel: &'a Duel, graph: &'a mut Graph) -> Proof<'a> {
        graph.ids.clear();
        graph.nodes.clear();
        graph.edges.clear();
        Proof { duel, graph, is_tentative: false, idle: 0, is_stalled: false, is_cut: false }
    }

    /// Returns `true` if the attacker, who is to move, mates with checks. If something was cut, `false` is
    /// not certain.
    pub(crate) fn is_mate(&mut self, board: &Board, budget: &mut Budget) -> Result<bool, Exhausted> {
        let root = self.node_of(board, Turn::Attacker);
        let mut stalls = 0;
        loop {
            match self.search(root, board, budget) {
                Err(exhausted) if !self.is_stalled => return Err(exhausted),
                Err(exhausted) => {
                    (self.is_stalled, self.idle) = (false, 0);
                    if !self.make_firm() {
                        stalls += 1;
                    }
                    if self.graph.nodes[root as usize].is_firm {
                        return Ok(false);
                    }
                    if stalls >= MOST_STALLS {
                        return Err(exhausted);
                    }
                }
                found => return found,
            }
        }
    }

    fn search(&mut self, root: Id, board: &Board, budget: &mut Budget) -> Result<bool, Exhausted> {
        loop {
            self.decide(root, board, Turn::Attacker, budget)?;
            if self.graph.nodes[root as usize].proof == 0 {
                return Ok(true);
            }
            if !self.is_tentative || self.is_cut || self.is_valid_disproof(root, board, budget)? {
                return Ok(false);
            }
            for node in &mut self.graph.nodes {
                if node.disproof == 0 && !node.is_firm {
                    (node.proof, node.disproof) = (1, 1);
                }
            }
        }
    }

    /// Finds all unproved boards that the defender never has to leave: each check leads to another of them,
    /// and so does an answer. They are disproved for good. Returns `true` if there are new ones.
    fn make_firm(&mut self) -> bool {
        let Graph { nodes, edges, .. } = &mut *self.graph;
        let mut stays: Vec<bool> =
            nodes.iter().map(|node| node.is_firm || node.is_expanded && node.proof != 0).collect();
        loop {
            let mut is_settled = true;
            for (id, node) in nodes.iter().enumerate().rev() {
                if !stays[id] || node.is_firm {
                    continue;
                }
                let mut edges = edges[node.first as usize..(node.first + node.moves) as usize].iter();
                let holds = match node.turn {
                    Turn::Attacker => edges.all(|edge| stays[edge.to as usize]),
                    Turn::Defender => edges.any(|edge| stays[edge.to as usize]),
                };
                if !holds {
                    (stays[id], is_settled) = (false, false);
                }
            }
            if is_settled {
                break;
            }
        }
        let mut is_new = false;
        for (node, stays) in nodes.iter_mut().zip(stays) {
            if stays {
                is_new |= !node.is_firm;
                (node.is_firm, node.proof, node.disproof) = (true, INFINITE, 0);
            } else if node.disproof == 0 {
                (node.proof, node.disproof) = (1, 1);
            }
        }
        is_new
    }

    /// Returns the node of a board, with initial estimates if it is new.
    fn node_of(&mut self, board: &Board, turn: Turn) -> Id {
        let id = self.graph.ids.of(board);
        if id as usize == self.graph.nodes.len() {
            self.idle = 0;
            self.graph.nodes.push(match turn {
                // One check has to mate; there may be none.
                Turn::Attacker => {
                    let mut checks = 0;
                    self.is_cut |= self.duel.for_each_check(board, |_| checks += 1);
                    if checks == 0 { Node::new(turn, INFINITE, 0) } else { Node::new(turn, 1, checks) }
                }
                // All answers must be refuted.
                Turn::Defender => match self.duel.count_answers(board) {
                    0 => Node::new(turn, 0, INFINITE),
                    answers => Node::new(turn, answers, 1),
                },
            });
        }
        id
    }

    /// Searches a board until it is proved or disproved.
    fn decide(&mut self, id: Id, board: &Board, turn: Turn, budget: &mut Budget) -> Result<(), Exhausted> {
        let bounds = Bounds { proof: INFINITE, disproof: INFINITE };
        let mut result = Ok(());
        while result.is_ok() && !self.graph.nodes[id as usize].is_decided() {
            result = self.search_within(id, board, turn, bounds, 0, budget);
        }
        result
    }

    /// Searches a board until one of its numbers reaches a bound.
    fn search_within(
        &mut self,
        id: Id,
        board: &Board,
        turn: Turn,
        bounds: Bounds,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        budget.take()?;
        self.idle += 1;
        if self.idle > self.graph.nodes.len() / 4 + 200 {
            self.is_stalled = true;
            return Err(Exhausted);
        }
        if depth >= DEEPEST {
            // Treated like a repetition. The check of the disproof shows whether that is right.
            self.is_tentative = true;
            self.set(id, INFINITE, 0);
            return Ok(());
        }
        if !self.graph.nodes[id as usize].is_expanded {
            self.expand(id, board, turn, budget)?;
        }
        self.graph.nodes[id as usize].is_on_path = true;
        let mut result = Ok(());
        while let Some((edge, bounds)) = self.best_edge(id, turn, bounds) {
            let next = match turn {
                Turn::Attacker => Some(self.duel.after_check(board, edge.mv)),
                Turn::Defender => self.duel.after_answer(board, edge.mv),
            };
            // What can't be searched has no edge.
            let Some(next) = next else { break };
            result = self.search_within(edge.to, &next, turn.other(), bounds, depth + 1, budget);
            if result.is_err() {
                break;
            }
        }
        self.graph.nodes[id as usize].is_on_path = false;
        result
    }

    fn set(&mut self, id: Id, proof: u32, disproof: u32) {
        let node = &mut self.graph.nodes[id as usize];
        (node.proof, node.disproof) = (proof, disproof);
    }

    /// Adds the moves of a board and the boards after them.
    fn expand(&mut self, id: Id, board: &Board, turn: Turn, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut moves = core::mem::take(&mut self.graph.moves);
        moves.clear();
        match turn {
            Turn::Attacker => self.is_cut |= self.duel.for_each_check(board, |mv| moves.push(mv)),
            Turn::Defender => self.duel.for_each_answer(board, |mv| moves.push(mv)),
        }
        let first = self.graph.edges.len() as u32;
        let mut result = Ok(());
        let mut escapes = false;
        for &mv in &moves {
            result = budget.take();
            let next = match turn {
                Turn::Attacker => Some(self.duel.after_check(board, mv)),
                Turn::Defender => self.duel.after_answer(board, mv),
            };
            let Some(next) = next.filter(|_| result.is_ok()) else {
                escapes = result.is_ok();
                break;
            };
            let to = self.node_of(&next, turn.other());
            self.graph.edges.push(Edge { mv, to });
        }
        self.graph.moves = moves;
        result?;
        let node = &mut self.graph.nodes[id as usize];
        node.is_expanded = true;
        if escapes {
            self.graph.edges.truncate(first as usize);
            self.is_cut = true;
            (node.proof, node.disproof) = (INFINITE, 0);
        } else {
            node.first = first;
            node.moves = self.graph.edges.len() as u32 - first;
        }
        Ok(())
    }

    fn edges(&self, id: Id) -> core::ops::Range<usize> {
        let node = &self.graph.nodes[id as usize];
        node.first as usize..(node.first + node.moves) as usize
    }

    /// Computes the numbers of a board from those of the boards after it. Returns the next move to search and
    /// its bounds, unless one of the numbers has reached its bound.
    fn best_edge(&mut self, id: Id, turn: Turn, bounds: Bounds) -> Option<(Edge, Bounds)> {
        if self.graph.nodes[id as usize].is_decided() {
            return None;
        }
        // The attacker needs one proved move, the defender one disproved move. `one` is the number that the
        // side to move wants to bring to 0, `all` is the other one.
        let (mut one, mut second, mut all) = (INFINITE, INFINITE, 0_u32);
        let (mut best, mut best_all) = (None, 0);
        for edge in &self.graph.edges[self.edges(id)] {
            let node = &self.graph.nodes[edge.to as usize];
            let (proof, disproof) = if node.is_on_path && !node.is_decided() {
                self.is_tentative = true;
                (INFINITE, 0)
            } else {
                (node.proof, node.disproof)
            };
            let (its_one, its_all) = match turn {
                Turn::Attacker => (proof, disproof),
                Turn::Defender => (disproof, proof),
            };
            all = all.saturating_add(its_all).min(INFINITE);
            if its_one < one {
                (second, one) = (one, its_one);
                (best, best_all) = (Some(*edge), its_all);
            } else if its_one < second {
                second = its_one;
            }
        }
        if one == 0 {
            all = INFINITE;
        } else if all > 0 {
            // A sum is not a certainty.
            (one, all) = (one.min(INFINITE - 1), all.min(INFINITE - 1));
        } else {
            one = INFINITE;
        }
        let (limit_one, limit_all) = match turn {
            Turn::Attacker => {
                self.set(id, one, all);
                (bounds.proof, bounds.disproof)
            }
            Turn::Defender => {
                self.set(id, all, one);
                (bounds.disproof, bounds.proof)
            }
        };
        if one >= limit_one || all >= limit_all {
            return None;
        }
        let its_one = limit_one.min(second.saturating_add(1));
        let its_all = (limit_all - all).saturating_add(best_all).min(INFINITE);
        let bounds = match turn {
            Turn::Attacker => Bounds { proof: its_one, disproof: its_all },
            Turn::Defender => Bounds { proof: its_all, disproof: its_one },
        };
        Some((best?, bounds))
    }

    /// Returns `true` if the disproof of the root is valid: each check on each of its boards leads to one of
    /// its boards, where an answer leads to one again.
    fn is_valid_disproof(&mut self, root: Id, board: &Board, budget: &mut Budget) -> Result<bool, Exhausted> {
        self.graph.nodes.iter_mut().for_each(|node| node.is_walked = false);
        let mut open = alloc::vec![(root, *board, Turn::Attacker)];
        while let Some((id, board, turn)) = open.pop() {
            budget.take()?;
            let node = &mut self.graph.nodes[id as usize];
            if node.is_firm || core::mem::replace(&mut node.is_walked, true) {
                continue;
            }
            // A board that was too deep, or whose answer was a board on the path to it, has to be searched from
            // here.
            let is_disproved = |edge: &Edge| self.graph.nodes[edge.to as usize].disproof == 0;
            let is_held = match turn {
                Turn::Attacker => self.graph.nodes[id as usize].is_expanded,
                Turn::Defender => self.graph.edges[self.edges(id)].iter().any(is_disproved),
            };
            if !is_held {
                self.set(id, 1, 1);
                self.decide(id, &board, turn, budget)?;
                if self.graph.nodes[id as usize].proof == 0 {
                    return Ok(false);
                }
            }
            for i in self.edges(id) {
                let edge = self.graph.edges[i];
                match turn {
                    Turn::Attacker => {
                        let next = self.duel.after_check(&board, edge.mv);
                        self.decide(edge.to, &next, Turn::Defender, budget)?;
                        if self.graph.nodes[edge.to as usize].proof == 0 {
                            return Ok(false);
                        }
                        open.push((edge.to, next, Turn::Defender));
                    }
                    Turn::Defender if self.graph.nodes[edge.to as usize].disproof == 0 => {
                        let Some(next) = self.duel.after_answer(&board, edge.mv) else { return Ok(false) };
                        open.push((edge.to, next, Turn::Attacker));
                        break;
                    }
                    Turn::Defender => {}
                }
            }
        }
        Ok(!self.is_cut)
    }

    /// Returns the shortest proved line with the longest defense, and the number of attacker moves in it. The
    /// board must be proved.
    pub(crate) fn line(&mut self, board: &Board, mut held: Reserve) -> Option<(u16, Vec<BughouseMove>)> {
        let root = self.graph.ids.of(board);
        let moves = (1..=DEEPEST as u16).find(|&moves| self.is_proved_within(root, moves, Turn::Attacker))?;
        let mut line = Vec::with_capacity(usize::from(moves) * 2);
        let mut at = root;
        for left in (0..moves).rev() {
            let mut edges = self.graph.edges[self.edges(at)].to_vec();
            let edge = edges.into_iter().find(|edge| self.is_proved_within(edge.to, left, Turn::Defender))?;
            line.push(edge.mv);
            if left == 0 {
                break;
            }
            edges = self.graph.edges[self.edges(edge.to)].to_vec();
            edges.sort_by_key(|edge| arrives(edge.mv, held));
            let longest = |edge: &Edge| !self.is_proved_within(edge.to, left - 1, Turn::Attacker);
            let edge = edges.into_iter().find(longest)?;
            line.push(edge.mv);
            if let BughouseMove::Drop { piece, .. } = edge.mv {
                // A piece that wasn't in reserve has just arrived.
                let _ = held.remove(piece);
            }
            at = edge.to;
        }
        Some((moves, line))
    }

    /// Returns `true` if the proof of a board shows a mate within a number of attacker moves.
    fn is_proved_within(&mut self, id: Id, moves: u16, turn: Turn) -> bool {
        let node = self.graph.nodes[id as usize];
        if node.proof != 0 {
            return false;
        }
        if turn == Turn::Defender && !node.is_expanded {
            return true;
        }
        if moves == 0 || node.not_within >= moves {
            return false;
        }
        if node.within != 0 && node.within <= moves {
            return true;
        }
        let mut edges = self.edges(id);
        let found = match turn {
            Turn::Attacker => {
                edges.any(|i| self.is_proved_within(self.graph.edges[i].to, moves - 1, Turn::Defender))
            }
            Turn::Defender => {
                edges.all(|i| self.is_proved_within(self.graph.edges[i].to, moves, Turn::Attacker))
            }
        };
        let node = &mut self.graph.nodes[id as usize];
        *(if found { &mut node.within } else { &mut node.not_within }) = moves;
        found
    }
}

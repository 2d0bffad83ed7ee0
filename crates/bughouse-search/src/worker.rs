//! The state of one search.

use bughouse_chess::{Board, BughouseMove, Color, Rules, Stalemate};

use crate::eval::evaluate;
use crate::history::{Act, History, MAX_PLY};
use crate::picker::Choice;
use crate::score::{MOST, mated_in};
use crate::table::Table;
use crate::values::{KINDS, Values};

/// The number of nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// The penalty for being frozen: if no helpful piece can be captured now, and if one can.
const FROZEN: i32 = 3600;
const FROZEN_WITH_HELP: i32 = 1900;
const STALEMATED: i32 = 900;

/// The data for each half-move of the current line.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    pub(crate) hash: u64,
    pub(crate) eval: i32,
    pub(crate) act: Option<Act>,
}

/// A running search.
pub(crate) struct Worker<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    pub(crate) rules: &'a Rules,
    /// The most nodes to search.
    most_nodes: u64,
    is_over: &'a dyn Fn() -> bool,
    pub(crate) values: Values,
    salt: u64,
    /// The value of White's pieces to the partners at the root, which is the score of a draw.
    base: i32,
    /// By color: the piece types that its partner can capture now.
    arriving: [[bool; 5]; 2],
    pub(crate) nodes: u64,
    pub(crate) is_stopped: bool,
    pub(crate) root_depth: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) lists: Vec<Vec<Choice>>,
    pub(crate) lines: Vec<Vec<BughouseMove>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: &'a mut Table,
        history: &'a mut History,
        rules: &'a Rules,
        most_nodes: u64,
        is_over: &'a dyn Fn() -> bool,
    ) -> Worker<'a> {
        let depth = MAX_PLY + 2;
        Worker {
            table,
            history,
            rules,
            most_nodes,
            is_over,
            values: Values::new([[0; 5]; 2]),
            salt: 0,
            base: 0,
            arriving: [[false; 5]; 2],
            nodes: 0,
            is_stopped: false,
            root_depth: 1,
            frames: vec![Frame::default(); depth],
            lists: (0..depth).map(|_| Vec::with_capacity(128)).collect(),
            lines: vec![Vec::new(); depth],
        }
    }

    /// Sets the board to search, and the values of captures to the partners.
    pub(crate) fn set_board(&mut self, board: &Board, values: Values, arriving: [[bool; 5]; 2]) {
        self.values = values;
        self.salt = values.salt();
        self.base = values.worth_to_partners(board).clamp(-MOST / 2, MOST / 2);
        self.arriving = arriving;
        self.frames[0].hash = board.hash();
    }

    /// Returns the key of a board in the table.
    #[inline]
    pub(crate) fn key(&self, board: &Board) -> u64 {
        board.hash() ^ self.salt
    }

    /// Returns the score of a draw for a color.
    #[inline]
    pub(crate) fn draw(&self, color: Color) -> i32 {
        if color == Color::White { self.base } else { -self.base }
    }

    /// Returns the static evaluation of a board for the side to move.
    #[inline]
    pub(crate) fn evaluate(&self, board: &Board) -> i32 {
        evaluate(board, &self.values)
    }

    /// Returns the score of having no legal move.
    #[cold]
    pub(crate) fn score_without_moves(&self, board: &Board, ply: usize) -> i32 {
        let us = board.side_to_move();
        if !board.in_check() {
            return match self.rules.stalemate {
                Stalemate::Draw => self.draw(us),
                _ => self.draw(us) - STALEMATED,
            };
        }
        let Some(help) = board.with_rules(self.rules).frozen() else { return mated_in(ply) };
        let has_help =
            KINDS.into_iter().any(|kind| self.arriving[us.to_index()][kind.to_index()] && help.helps(kind));
        // Later is better than sooner.
        self.draw(us) - if has_help { FROZEN_WITH_HELP } else { FROZEN } + 8 * ply as i32
    }

    /// Counts a node, and regularly checks whether to stop.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.most_nodes {
            self.is_stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
    }

    #[cold]
    fn check_limits(&mut self) {
        if (self.is_over)() {
            self.is_stopped = true;
        }
    }

    /// Returns `true` if a board occurred earlier in the line.
    #[inline]
    pub(crate) fn repeats(&self, board: &Board, ply: usize) -> bool {
        let back = (board.halfmove_clock() as usize).min(ply);
        let hash = board.hash();
        // The same side moves every second half-move, and no position repeats within three.
        (4..=back).step_by(2).any(|steps| self.frames[ply - steps].hash == hash)
    }

    /// Prepends a move to the line that follows it.
    pub(crate) fn keep_line(&mut self, ply: usize, mv: BughouseMove) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let Some(line) = upper.last_mut() else { return };
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Returns the two acts before a half-move.
    #[inline]
    pub(crate) fn before(&self, ply: usize) -> [Option<Act>; 2] {
        let act = |back: usize| ply.checked_sub(back).and_then(|at| self.frames[at].act);
        [act(1), act(2)]
    }
}

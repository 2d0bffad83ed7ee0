//! Statistics of quiet moves for move ordering: killers, countermoves, and histories.

use bughouse_chess::{BughouseMove, Color, Piece};

use crate::code::Code;

/// The deepest ply of a line.
pub(crate) const MAX_PLY: usize = 96;

/// A piece type that moves or is dropped, and its destination: the key of a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Act(u16);

/// Twelve kinds of acts on 64 squares.
const ACTS: usize = 12 * 64;
/// The highest value of a history.
const TOP: i32 = 8192;

impl Act {
    #[inline]
    pub(crate) fn new(piece: Piece, mv: BughouseMove) -> Act {
        let kind = piece.to_index() + if mv.is_drop() { 6 } else { 0 };
        Act((kind * 64 + mv.dest().to_index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0) % ACTS
    }
}

pub(crate) struct History {
    /// By color and act.
    acts: Vec<[i16; ACTS]>,
    /// By the previous act and the act.
    follow: Vec<[i16; ACTS]>,
    /// By ply.
    pub(crate) killers: [[Code; 2]; MAX_PLY + 2],
    /// By the previous act.
    pub(crate) answers: Vec<Code>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            acts: vec![[0; ACTS]; 2],
            follow: vec![[0; ACTS]; ACTS],
            killers: [[Code::NONE; 2]; MAX_PLY + 2],
            answers: vec![Code::NONE; 2 * ACTS],
        }
    }

    /// Clears everything.
    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    /// Clears what belongs to a single search.
    pub(crate) fn start(&mut self) {
        self.killers = [[Code::NONE; 2]; MAX_PLY + 2];
    }

    /// Returns the history of an act, including those after the two previous acts.
    #[inline]
    pub(crate) fn of(&self, color: Color, act: Act, before: [Option<Act>; 2]) -> i32 {
        let mut sum = i32::from(self.acts[color.to_index()][act.index()]);
        for before in before.into_iter().flatten() {
            sum += i32::from(self.follow[before.index()][act.index()]);
        }
        sum
    }

    /// Updates the history of an act.
    #[inline]
    pub(crate) fn update(&mut self, color: Color, act: Act, before: [Option<Act>; 2], bonus: i32) {
        let add = |entry: &mut i16| {
            let value = i32::from(*entry);
            *entry = (value + bonus - value * bonus.abs() / TOP).clamp(-TOP, TOP) as i16;
        };
        add(&mut self.acts[color.to_index()][act.index()]);
        for before in before.into_iter().flatten() {
            add(&mut self.follow[before.index()][act.index()]);
        }
    }

    #[inline]
    fn place(color: Color, before: Option<Act>) -> Option<usize> {
        before.map(|act| color.to_index() * ACTS + act.index())
    }

    /// Returns the countermove to the previous act.
    #[inline]
    pub(crate) fn answer(&self, color: Color, before: Option<Act>) -> Code {
        Self::place(color, before).and_then(|place| self.answers.get(place)).copied().unwrap_or(Code::NONE)
    }

    /// Stores a quiet move that caused a cutoff.
    #[inline]
    pub(crate) fn store_cutoff(&mut self, color: Color, ply: usize, before: Option<Act>, code: Code) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != code
        {
            *killers = [code, killers[0]];
        }
        if let Some(answer) = Self::place(color, before).and_then(|place| self.answers.get_mut(place)) {
            *answer = code;
        }
    }
}

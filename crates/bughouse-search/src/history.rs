//! Which quiet moves turned out well before: killers, answers, and histories.

use bughouse_chess::{BughouseMove, Color, Piece};

use crate::code::Code;

/// How deep a line can get.
pub(crate) const MAX_PLY: usize = 96;

/// A kind that moves or is dropped, and where it lands: what a history is kept by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Act(u16);

/// Twelve kinds of acts on 64 squares.
const ACTS: usize = 12 * 64;
/// The most that a history says.
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
    /// By the act before and the act.
    follow: Vec<[i16; ACTS]>,
    /// By ply.
    pub(crate) killers: [[Code; 2]; MAX_PLY + 2],
    /// By the act before.
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

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    /// Forgets what belongs to one search alone.
    pub(crate) fn start(&mut self) {
        self.killers = [[Code::NONE; 2]; MAX_PLY + 2];
    }

    /// Returns how well an act turned out, also after the two acts before it.
    #[inline]
    pub(crate) fn of(&self, color: Color, act: Act, before: [Option<Act>; 2]) -> i32 {
        let mut sum = i32::from(self.acts[color.to_index()][act.index()]);
        for before in before.into_iter().flatten() {
            sum += i32::from(self.follow[before.index()][act.index()]);
        }
        sum
    }

    /// Takes note of how an act turned out.
    #[inline]
    pub(crate) fn note(&mut self, color: Color, act: Act, before: [Option<Act>; 2], bonus: i32) {
        let add = |place: &mut i16| {
            let value = i32::from(*place);
            *place = (value + bonus - value * bonus.abs() / TOP).clamp(-TOP, TOP) as i16;
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

    /// Returns what answered the act before.
    #[inline]
    pub(crate) fn answer(&self, color: Color, before: Option<Act>) -> Code {
        Self::place(color, before).and_then(|place| self.answers.get(place)).copied().unwrap_or(Code::NONE)
    }

    /// Remembers a quiet move that was too good for the opponent.
    #[inline]
    pub(crate) fn remember(&mut self, color: Color, ply: usize, before: Option<Act>, code: Code) {
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

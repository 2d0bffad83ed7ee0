//! Sitting: a player waits while the other board goes on.

use bughouse_chess::{BoardId, BoardStatus, Millis, Position, Rules, Seat};

use crate::replay::timeline::{Moment, Timeline};
use crate::replay::times::{ClockKind, difference};

/// A time in which a seat did not move and the other board went on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sit {
    /// Who sat.
    pub seat: Seat,
    /// The half-move before on its board; 0 is the start.
    pub from_ply: usize,
    /// The half-move that ended it: its own, or the last of the game.
    pub to_ply: usize,
    /// How long it was.
    pub time: Millis,
}

/// The least time that is called sitting, if nobody says otherwise.
pub const LEAST_SIT: Millis = Millis::from_secs(10);

/// How many half-moves the other board must have gone on meanwhile.
const LEAST_MEANWHILE: usize = 2;

/// Who played a half-move, and what the clocks say about it: what sits are found by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waited {
    /// Who played it.
    pub seat: Seat,
    /// The time used for it, see [`Moment::used`](crate::Moment::used).
    pub used: Option<Millis>,
    /// The time since the start by the clocks of its board.
    pub elapsed: Option<Millis>,
}

impl Timeline {
    /// Lists who sat for at least a time while two half-moves or more were played on the other board.
    ///
    /// A seat that was to move when the game ended is listed too. Where the clocks do not tell how long somebody
    /// waited, nobody sat. The usual least time is [`LEAST_SIT`].
    pub fn sits(&self, least: Millis) -> Vec<Sit> {
        let mut sits = Sits::new(self.clock_kind, least);
        self.moments.iter().for_each(|moment| sits.push(Waited::of(moment)));
        // A variation is no game that ended, nor is one that could not be played.
        let is_over = self.is_main && self.stopped.is_none();
        let end = self.position(self.len()).filter(|_| is_over);
        sits.end(end.map(|end| (end, &self.start.rules)))
    }
}

impl Waited {
    /// Returns what a moment says about it.
    pub fn of(moment: &Moment) -> Waited {
        Waited { seat: moment.seat, used: moment.used, elapsed: moment.elapsed }
    }
}

/// Lists who sat in a game of which all half-moves are known, as [`Timeline::sits`] does.
///
/// The end is that of a game that was played to its end, with its rules; without it nobody sat at the end.
pub fn sits_of(
    kind: ClockKind,
    played: &[Waited],
    end: Option<(&Position, &Rules)>,
    least: Millis,
) -> Vec<Sit> {
    let mut sits = Sits::new(kind, least);
    played.iter().for_each(|&half_move| sits.push(half_move));
    sits.end(end)
}

/// Finds who sat while half-moves are played, as [`Timeline::sits`] does, and keeps nothing else of them.
#[derive(Clone, Debug)]
pub struct Sits {
    kind: ClockKind,
    least: Millis,
    /// How many half-moves were played.
    played: usize,
    /// The time since the start at the last of them.
    elapsed: Option<Millis>,
    /// By board, its last half-move and the time since the start.
    before: [(usize, Option<Millis>); 2],
    found: Vec<Sit>,
}

impl Sits {
    /// Begins a game in which waits of at least a time are called sitting.
    pub fn new(kind: ClockKind, least: Millis) -> Sits {
        let start = Some(Millis::ZERO);
        Sits { kind, least, played: 0, elapsed: start, before: [(0, start); 2], found: Vec::new() }
    }

    /// Takes the next half-move.
    #[inline]
    pub fn push(&mut self, half_move: Waited) {
        let Waited { seat, used, elapsed } = half_move;
        self.played += 1;
        self.elapsed = elapsed;
        let to_ply = self.played;
        let (from_ply, since) = std::mem::replace(&mut self.before[seat.board.to_index()], (to_ply, elapsed));
        // All half-moves between the two are those of the other board.
        let meanwhile = to_ply - 1 - from_ply;
        let time = match self.kind {
            ClockKind::Countdown => difference(elapsed, since),
            _ => used,
        };
        if let Some(time) = time.filter(|&time| meanwhile >= LEAST_MEANWHILE && time >= self.least) {
            self.found.push(Sit { seat, from_ply, to_ply, time });
        }
    }

    /// Lists who sat.
    ///
    /// The end is that of a game that was played to its end, with its rules; without it nobody sat at the end.
    pub fn end(mut self, end: Option<(&Position, &Rules)>) -> Vec<Sit> {
        if let Some((end, rules)) = end {
            let sits = BoardId::ALL.map(|board| self.at_the_end(end, rules, board));
            self.found.extend(sits.into_iter().flatten().filter(|sit| sit.time >= self.least));
        }
        self.found
    }

    /// Returns the wait of the seat that was to move on a board when the game ended.
    fn at_the_end(&self, end: &Position, rules: &Rules, board: BoardId) -> Option<Sit> {
        let (from_ply, since) = self.before[board.to_index()];
        let to_ply = self.played;
        if to_ply - from_ply < LEAST_MEANWHILE {
            return None;
        }
        let time = difference(self.elapsed, since)?;
        let goes_on = end.status(board, rules) == BoardStatus::Ongoing;
        goes_on.then_some(Sit { seat: end.to_move(board), from_ply, to_ply, time })
    }
}

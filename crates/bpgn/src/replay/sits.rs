//! Sitting: a player waits while the other board goes on.

use bughouse_chess::{BoardId, BoardStatus, Millis, Seat};

use crate::replay::timeline::Timeline;
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

impl Timeline {
    /// Lists who sat for at least a time while two half-moves or more were played on the other board.
    ///
    /// A seat that was to move when the game ended is listed too. Where the clocks do not tell how long somebody
    /// waited, nobody sat. The usual least time is [`LEAST_SIT`].
    pub fn sits(&self, least: Millis) -> Vec<Sit> {
        let mut sits = Vec::new();
        let mut before: [usize; 2] = [0; 2];
        for (index, moment) in self.moments.iter().enumerate() {
            let seat = moment.seat;
            let from_ply = std::mem::replace(&mut before[seat.board.to_index()], moment.ply);
            // All half-moves between the two are those of the other board.
            let meanwhile = index - from_ply;
            let time = self.waited(from_ply, moment.ply);
            if let Some(time) = time.filter(|&time| meanwhile >= LEAST_MEANWHILE && time >= least) {
                sits.push(Sit { seat, from_ply, to_ply: moment.ply, time });
            }
        }
        sits.extend(BoardId::ALL.into_iter().filter_map(|board| {
            self.sit_at_the_end(board, before[board.to_index()]).filter(|sit| sit.time >= least)
        }));
        sits
    }

    /// Returns the time that a half-move took, with that before it on its board.
    fn waited(&self, from_ply: usize, ply: usize) -> Option<Millis> {
        let moment = self.moment(ply)?;
        match self.clock_kind {
            ClockKind::Countdown => difference(moment.elapsed, self.elapsed(from_ply)),
            _ => moment.used,
        }
    }

    fn elapsed(&self, ply: usize) -> Option<Millis> {
        if ply == 0 { Some(Millis::ZERO) } else { self.moment(ply)?.elapsed }
    }

    /// Returns the wait of the seat that was to move on a board when the game ended.
    fn sit_at_the_end(&self, board: BoardId, from_ply: usize) -> Option<Sit> {
        let to_ply = self.len();
        let meanwhile = to_ply - from_ply;
        // A variation is no game that ended, nor is one that could not be played.
        if !self.is_main || self.stopped.is_some() || meanwhile < LEAST_MEANWHILE {
            return None;
        }
        let last = self.position(to_ply)?;
        let time = difference(self.elapsed(to_ply), self.elapsed(from_ply))?;
        let seat = last.to_move(board);
        let goes_on = last.status(board, &self.start.rules) == BoardStatus::Ongoing;
        goes_on.then_some(Sit { seat, from_ply, to_ply, time })
    }
}

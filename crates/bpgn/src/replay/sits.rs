//! Sitting: a player waits while the other board goes on.

use bughouse_chess::{BoardId, BoardStatus, Millis, Position, Rules, Seat};

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
        let waited: Vec<Waited> = self
            .moments
            .iter()
            .map(|moment| Waited { seat: moment.seat, used: moment.used, elapsed: moment.elapsed })
            .collect();
        // A variation is no game that ended, nor is one that could not be played.
        let is_over = self.is_main && self.stopped.is_none();
        let end = self.position(self.len()).filter(|_| is_over);
        sits_of(self.clock_kind, &waited, end.map(|end| (end, &self.start.rules)), least)
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
    let mut sits = Vec::new();
    let mut before: [usize; 2] = [0; 2];
    for (index, half_move) in played.iter().enumerate() {
        let (seat, to_ply) = (half_move.seat, index + 1);
        let from_ply = std::mem::replace(&mut before[seat.board.to_index()], to_ply);
        // All half-moves between the two are those of the other board.
        let meanwhile = index - from_ply;
        let time = match kind {
            ClockKind::Countdown => difference(half_move.elapsed, elapsed(played, from_ply)),
            _ => half_move.used,
        };
        if let Some(time) = time.filter(|&time| meanwhile >= LEAST_MEANWHILE && time >= least) {
            sits.push(Sit { seat, from_ply, to_ply, time });
        }
    }
    if let Some((end, rules)) = end {
        sits.extend(BoardId::ALL.into_iter().filter_map(|board| {
            sit_at_the_end(played, end, rules, board, before[board.to_index()])
                .filter(|sit| sit.time >= least)
        }));
    }
    sits
}

fn elapsed(played: &[Waited], ply: usize) -> Option<Millis> {
    ply.checked_sub(1).map_or(Some(Millis::ZERO), |index| played.get(index)?.elapsed)
}

/// Returns the wait of the seat that was to move on a board when the game ended.
fn sit_at_the_end(
    played: &[Waited],
    end: &Position,
    rules: &Rules,
    board: BoardId,
    from_ply: usize,
) -> Option<Sit> {
    let to_ply = played.len();
    if to_ply - from_ply < LEAST_MEANWHILE {
        return None;
    }
    let time = difference(elapsed(played, to_ply), elapsed(played, from_ply))?;
    let goes_on = end.status(board, rules) == BoardStatus::Ongoing;
    goes_on.then_some(Sit { seat: end.to_move(board), from_ply, to_ply, time })
}

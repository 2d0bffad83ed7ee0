//! Adjourned games: both boards at a half-move, with the four clocks (001, section 3.3).

use bpgn::replay::TimelineStart;
use bpgn::{Moment, Timeline};
use bughouse_chess::{Board, BoardId, BySeat, Color, FenStyle, Millis, Seat};

use crate::position::format::Format;
use crate::position::{ReadBoard, ReadBoards};

/// Returns both boards after a number of half-moves, see [`boards_after`]; `None` if there are fewer.
#[must_use]
pub fn boards_at(timeline: &Timeline, ply: usize) -> Option<[ReadBoard; 2]> {
    let moment = if ply == 0 { None } else { Some(timeline.moment(ply)?) };
    Some(boards_after(&timeline.start, moment))
}

/// Returns both boards after a half-move, or at the start, with the clocks at that time, to continue the game later.
/// The clock of the player to move on the other board has been running.
///
/// The counters are those of the game, and the move number is that of the next label.
#[must_use]
pub fn boards_after(start: &TimelineStart, moment: Option<&Moment>) -> [ReadBoard; 2] {
    let (boards, clocks) = match moment {
        Some(moment) => (BoardId::ALL.map(|id| moment.counted_board(id)), &moment.running),
        None => (BoardId::ALL.map(|id| start.counted_board(id)), &start.clocks),
    };
    boards_of(boards, clocks)
}

fn boards_of(boards: [Board; 2], clocks: &BySeat<Option<Millis>>) -> [ReadBoard; 2] {
    BoardId::ALL.map(|id| {
        let clock = |color| clocks[Seat { board: id, color }].map(Into::into);
        let both = clock(Color::White).zip(clock(Color::Black));
        ReadBoard {
            clocks: both.map(|(white, black)| [white, black]),
            ..ReadBoard::of(boards[id.to_index()])
        }
    })
}

/// Returns two-board FEN with clocks, written so the clocks can't be mistaken for counters.
#[must_use]
pub fn write_thief(boards: [ReadBoard; 2], style: &FenStyle) -> String {
    let format = Format::Thief;
    let mut boards = ReadBoards::Two(boards);
    let text = format.write(&boards, style);
    if format.ambiguous(&boards, &text).is_none() {
        return text;
    }
    if let ReadBoards::Two([ReadBoard { clocks: Some([white, _]), .. }, _]) = &mut boards
        // A counter has no decimal point.
        && let Ok(exact) = format!("{white}.0").parse()
    {
        *white = exact;
    }
    format.write(&boards, style)
}

//! A hash of a game that recognizes it when it is added again.

use bpgn::{Facts, Report};
use bughouse_chess::{BoardId, Seat};
use twox_hash::XxHash3_128;

use crate::collect::MoveRow;

/// 128 bits over the players, the start and the half-moves of a game; not over clocks, nor over the result.
pub(crate) type Fingerprint = u128;

/// For games with fewer half-moves, date and time are compared as well.
const SHORT: usize = 8;

/// Returns the fingerprint of a game.
pub(crate) fn of(report: &Report<'_>, facts: &Facts, moves: &[MoveRow]) -> Fingerprint {
    let mut hash = XxHash3_128::new();
    for seat in Seat::ALL {
        let name = facts.players[seat].as_deref().unwrap_or("");
        hash.write(folded(name).as_bytes());
        hash.write(b"\n");
    }
    if let Some(start) = &report.start.given {
        for id in BoardId::ALL {
            hash.write(start.position.board(id).to_bfen().as_bytes());
            hash.write(b"\n");
        }
    }
    for row in moves {
        hash.write(&[row.seat as u8]);
        hash.write(&row.mv.to_le_bytes());
    }
    if moves.len() < SHORT {
        for name in ["Date", "UTCDate", "Time", "UTCTime"] {
            hash.write(report.tag(name).unwrap_or_default());
            hash.write(b"\n");
        }
    }
    // What stands after a half-move that cannot be played is known as text alone.
    if let Some(stopped) = &report.stopped {
        hash.write(&report.bytes[stopped.san.start..]);
    }
    hash.finish_128()
}

/// Returns a name as names are compared: in lower case, without spaces around it.
pub(crate) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

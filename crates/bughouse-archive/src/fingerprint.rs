//! Fingerprints of games, to detect duplicates.

use bpgn::{Facts, Report};
use bughouse_chess::{BoardId, Seat};
use twox_hash::XxHash3_128;

use crate::collect::MoveRow;

/// A 128-bit hash of a game's players, start position and half-moves. Clocks and the result are not included.
pub(crate) type Fingerprint = u128;

/// Games with fewer half-moves also have the date and time in their fingerprint.
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
    // From an illegal half-move on, only the text is available.
    if let Some(stopped) = report.stopped_move {
        hash.write(&report.bytes[stopped.start..]);
    }
    hash.finish_128()
}

/// Folds a name for comparison: trimmed and in lower case.
pub(crate) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

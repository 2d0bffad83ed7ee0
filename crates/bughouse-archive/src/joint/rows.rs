//! The encoding of position rows that workers send to each other.

use crate::collect::PositionRow;
use crate::hot::GameBrief;
use crate::spill::{ROW, read_row, write_row};

/// The size of a row, including what sums need to know about its game.
pub(crate) const SENT: usize = ROW + 8;

/// Returns which of `parts` ranges of keys a key belongs to.
pub(crate) fn part_of(key: i64, parts: u32) -> u32 {
    // Keys are sorted as signed numbers.
    let high = (key.cast_unsigned() ^ (1 << 63)) >> 32;
    ((high * u64::from(parts)) >> 32) as u32
}

/// Encodes a row, and what sums need to know about its game.
pub(crate) fn send(row: &PositionRow, brief: &GameBrief, out: &mut Vec<u8>) {
    write_row(row, out);
    // Only the rating of the player to move is needed.
    let [day, rating] =
        [brief.day.to_le_bytes(), i32::from(brief.ratings[row.seat as usize & 3]).to_le_bytes()];
    out.extend([day[0], day[1], day[2], day[3], rating[0], rating[1], brief.winner as u8, 0]);
}

/// A row that was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) row: PositionRow,
    pub(crate) brief: GameBrief,
}

impl AsRef<PositionRow> for Sent {
    fn as_ref(&self) -> &PositionRow {
        &self.row
    }
}

/// Decodes a row.
pub(crate) fn receive(bytes: &[u8; SENT]) -> Sent {
    let row = read_row(&bytes[..ROW]);
    let mut ratings = [-1; 4];
    ratings[row.seat as usize & 3] = i16::from_le_bytes([bytes[ROW + 4], bytes[ROW + 5]]);
    let day = i32::from_le_bytes(std::array::from_fn(|index| bytes[ROW + index]));
    Sent { row, brief: GameBrief { winner: bytes[ROW + 6] as i8, ratings, day } }
}

#[cfg(test)]
mod tests {
    use super::{Sent, part_of, receive, send};
    use crate::collect::PositionRow;
    use crate::hot::GameBrief;

    #[test]
    fn a_row_round_trips() {
        let row = PositionRow {
            key: -5,
            reserves: 1 << 40,
            game: 7,
            ply: 300,
            used: 12,
            mv: -1,
            seat: 3,
            flags: 5,
            other_reserves: -9,
        };
        let brief = GameBrief { winner: 2, ratings: [-1, -1, -1, 1800], day: -400 };
        let mut bytes = Vec::new();
        send(&row, &brief, &mut bytes);
        let Sent { row: read_row, brief: read_brief } =
            receive(bytes.as_slice().try_into().expect("the size of a row"));
        assert_eq!((read_row, read_brief), (row, brief));
    }

    #[test]
    fn ranges_of_keys_are_ordered_and_nested() {
        let keys = [i64::MIN, -1 << 62, -(1 << 40), -1, 0, 1, 1 << 33, 1 << 62, i64::MAX];
        for parts in [1, 2, 3, 7, 64, 1000] {
            let found = keys.map(|key| part_of(key, parts));
            assert!(found.is_sorted(), "{parts}");
            assert_eq!((found[0], found[8]), (0, parts - 1));
            for key in keys {
                assert_eq!(part_of(key, parts * 64) / 64, part_of(key, parts));
            }
        }
    }
}

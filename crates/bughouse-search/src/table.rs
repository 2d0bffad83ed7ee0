//! The transposition table.

use crate::code::Code;
use crate::memory::{Bucket, Memory, WIDTH};
use crate::score::MATE_BOUND;

/// The meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// The stored result of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    check: u32,
    pub(crate) code: Code,
    score: i16,
    pub(crate) eval: i16,
    pub(crate) depth: i8,
    /// 0 for an empty entry.
    age: u8,
    pub(crate) bound: Bound,
}

impl Entry {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.check)
            | u128::from(self.code.to_bits()) << 32
            | u128::from(self.score as u16) << 64
            | u128::from(self.eval as u16) << 80
            | u128::from(self.depth as u8) << 96
            | u128::from(self.age) << 104
            | (self.bound as u128) << 112
    }

    #[inline]
    fn unpack(bits: u128) -> Entry {
        Entry {
            check: bits as u32,
            code: Code::from_bits((bits >> 32) as u32),
            score: (bits >> 64) as i16,
            eval: (bits >> 80) as i16,
            depth: (bits >> 96) as i8,
            age: (bits >> 104) as u8,
            bound: match bits >> 112 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }

    /// Returns the score relative to the root, for a node at `ply` half-moves.
    #[inline]
    pub(crate) fn score(&self, ply: usize) -> i32 {
        let (score, ply) = (i32::from(self.score), ply as i32);
        match score {
            MATE_BOUND.. => score - ply,
            _ if score <= -MATE_BOUND => score + ply,
            _ => score,
        }
    }
}

pub(crate) struct Table {
    memory: Memory,
    age: u8,
}

impl Table {
    /// Creates a table of some megabytes.
    pub(crate) fn new(megabytes: usize) -> Table {
        let bytes = megabytes.clamp(1, 4096) << 20;
        let buckets = bytes / size_of::<Bucket>();
        Table { memory: Memory::new(buckets.max(1)), age: 1 }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.memory.clear();
        self.age = 1;
    }

    /// Marks all entries as one search older.
    pub(crate) fn increase_age(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        // The high half of the product distributes keys over any number of buckets.
        ((u128::from(key) * self.memory.buckets().len() as u128) >> 64) as usize
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.memory.buckets().get(self.bucket_index(key))?;
        bucket
            .iter()
            .map(|&bits| Entry::unpack(bits))
            .find(|entry| entry.check == key as u32 && entry.age != 0)
    }

    /// Stores a board. Replaces old or shallow entries.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(crate) fn put(
        &mut self,
        key: u64,
        ply: usize,
        depth: i32,
        bound: Bound,
        score: i32,
        eval: i32,
        code: Code,
    ) {
        let (at, age) = (self.bucket_index(key), self.age);
        let Some(bucket) = self.memory.buckets_mut().get_mut(at) else { return };
        let check = key as u32;
        let worth = |entry: &Entry| {
            let age_gap = i32::from(age.wrapping_sub(entry.age));
            if entry.age == 0 { i32::MIN } else { i32::from(entry.depth) - 4 * age_gap }
        };
        let entries = bucket.map(Entry::unpack);
        let index = entries.iter().position(|entry| entry.check == check && entry.age != 0);
        let index = index.or_else(|| (0..WIDTH).min_by_key(|&i| worth(&entries[i]))).unwrap_or(0);
        let entry = entries[index];
        let is_same = entry.check == check && entry.age != 0;
        let code = if code == Code::NONE && is_same { entry.code } else { code };
        if is_same && bound != Bound::Exact && entry.age == age && depth + 3 < i32::from(entry.depth) {
            bucket[index] = Entry { code, ..entry }.pack();
            return;
        }
        let ply = ply as i32;
        let score = match score {
            MATE_BOUND.. => score + ply,
            _ if score <= -MATE_BOUND => score - ply,
            _ => score,
        };
        let entry = Entry {
            check,
            code,
            score: score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
            eval: eval.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
            depth: depth.clamp(-100, 100) as i8,
            age,
            bound,
        };
        bucket[index] = entry.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_packed_without_loss() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for number in [i16::MIN, -1, 0, 1, i16::MAX] {
                let entry = Entry {
                    check: !(number as u32),
                    code: Code::from_bits(number as u32),
                    score: number,
                    eval: !number,
                    depth: number as i8,
                    age: number as u8,
                    bound,
                };
                assert_eq!(Entry::unpack(entry.pack()), entry);
            }
        }
    }

    #[test]
    fn a_new_or_cleared_table_is_empty() {
        let mut table = Table::new(1);
        let keys = (0..1000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert!(keys.clone().all(|key| table.get(key).is_none()));
        for key in keys.clone() {
            table.put(key, 0, 5, Bound::Exact, 100, 50, Code::NONE);
        }
        assert!(keys.clone().all(|key| table.get(key).is_some_and(|entry| entry.depth == 5)));
        table.clear();
        assert!(keys.clone().all(|key| table.get(key).is_none()));
    }
}

//! The transposition table.

use crate::code::Code;
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
#[derive(Clone, Copy, Debug)]
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

const NOTHING: Entry =
    Entry { check: 0, code: Code::NONE, score: 0, eval: 0, depth: 0, age: 0, bound: Bound::Upper };

/// The number of entries in a bucket.
const WIDTH: usize = 4;

impl Entry {
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
    buckets: Vec<[Entry; WIDTH]>,
    age: u8,
}

impl Table {
    /// Creates a table of some megabytes.
    pub(crate) fn new(megabytes: usize) -> Table {
        let bytes = megabytes.clamp(1, 4096) << 20;
        let buckets = bytes / size_of::<[Entry; WIDTH]>();
        Table { buckets: vec![[NOTHING; WIDTH]; buckets.max(1)], age: 1 }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill([NOTHING; WIDTH]);
        self.age = 1;
    }

    /// Marks all entries as one search older.
    pub(crate) fn increase_age(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        // The high half of the product distributes keys over any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.bucket_index(key))?;
        bucket.iter().find(|entry| entry.check == key as u32 && entry.age != 0).copied()
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
        let Some(bucket) = self.buckets.get_mut(at) else { return };
        let check = key as u32;
        let worth = |entry: &Entry| {
            let age_gap = i32::from(age.wrapping_sub(entry.age));
            if entry.age == 0 { i32::MIN } else { i32::from(entry.depth) - 4 * age_gap }
        };
        let index = bucket.iter().position(|entry| entry.check == check && entry.age != 0);
        let index = index.or_else(|| (0..WIDTH).min_by_key(|&i| worth(&bucket[i]))).unwrap_or(0);
        let entry = &mut bucket[index];
        let is_same = entry.check == check && entry.age != 0;
        let code = if code == Code::NONE && is_same { entry.code } else { code };
        if is_same && bound != Bound::Exact && entry.age == age && depth + 3 < i32::from(entry.depth) {
            entry.code = code;
            return;
        }
        let ply = ply as i32;
        let score = match score {
            MATE_BOUND.. => score + ply,
            _ if score <= -MATE_BOUND => score - ply,
            _ => score,
        };
        *entry = Entry {
            check,
            code,
            score: score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
            eval: eval.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16,
            depth: depth.clamp(-100, 100) as i8,
            age,
            bound,
        };
    }
}

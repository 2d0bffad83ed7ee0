//! A set of game ids.

/// A bit set of game ids.
#[derive(Debug, Default)]
pub(crate) struct GameSet {
    bits: Vec<u64>,
    count: u64,
}

impl GameSet {
    /// Creates an empty set for ids less than `games`.
    pub(crate) fn new(games: usize) -> GameSet {
        GameSet { bits: vec![0; games.div_ceil(64)], count: 0 }
    }

    /// Adds a game. Ids out of range are ignored.
    pub(crate) fn insert(&mut self, game: i32) {
        let Ok(game) = usize::try_from(game) else { return };
        let Some(word) = self.bits.get_mut(game / 64) else { return };
        let bit = 1 << (game % 64);
        self.count += u64::from(*word & bit == 0);
        *word |= bit;
    }

    /// Adds all games of another set.
    pub(crate) fn merge(&mut self, other: &GameSet) {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            self.count += u64::from((more & !*word).count_ones());
            *word |= more;
        }
    }

    /// Returns the number of games.
    pub(crate) const fn len(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::GameSet;

    #[test]
    fn each_game_counts_once() {
        let mut one = GameSet::new(200);
        [3, 3, 64, 199, -1, 256].into_iter().for_each(|game| one.insert(game));
        assert_eq!(one.len(), 3);
        let mut other = GameSet::new(200);
        [64, 65].into_iter().for_each(|game| other.insert(game));
        one.merge(&other);
        assert_eq!(one.len(), 4);
        let mut empty = GameSet::default();
        empty.merge(&one);
        assert_eq!(empty.len(), 4);
    }
}

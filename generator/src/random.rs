//! Numbers that look random and are the same everywhere.

/// A SplitMix64 sequence.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Draws 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Draws a number below a limit; 0 if the limit is 0.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % (limit as u64).max(1)) as usize
    }

    /// Draws a number from 0 to 1, without 1.
    #[inline]
    pub(crate) fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns `true` with a chance in percent.
    #[inline]
    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        // The upper bits, scaled: no division.
        ((self.bits() >> 32) * 100) >> 32 < u64::from(chance)
    }

    /// Draws a number with a mean, far more often a small one than a large one; at most four times the mean.
    #[inline]
    pub(crate) fn skewed(&mut self, mean: u64) -> u64 {
        let bits = self.bits();
        let (a, b) = (bits >> 44, bits & 0xf_ffff);
        (4 * mean * ((a * b) >> 20)) >> 20
    }

    /// Draws one of some things, of which there is at least one.
    #[inline]
    pub(crate) fn one_of<'a, T: ?Sized>(&mut self, things: &[&'a T]) -> &'a T {
        things[self.below(things.len())]
    }
}

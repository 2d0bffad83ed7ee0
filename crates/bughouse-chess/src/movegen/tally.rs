//! Adds up the sizes of many sets.
//!
//! If the CPU can count bits in one instruction, each set is counted at once. Otherwise a count takes about
//! fifteen instructions, so the sets are first added bit by bit: for each square, `ones`, `twos` and `fours`
//! hold the binary digits of the number of sets that contain it. Then three counts at the end are enough.

#[cfg(any(target_feature = "popcnt", not(any(target_arch = "x86", target_arch = "x86_64"))))]
mod counted {
    /// The sum of the sizes of some sets.
    #[derive(Default)]
    pub(crate) struct Tally(u32);

    impl Tally {
        #[inline(always)]
        pub(crate) fn add(&mut self, set: u64) {
            self.0 += set.count_ones();
        }

        /// Adds three times the sizes of sets that are on one rank.
        #[inline(always)]
        pub(crate) fn add_three_times(&mut self, sets: [u64; 3]) {
            self.0 += 3 * (sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones());
        }

        #[inline(always)]
        pub(crate) fn total(self) -> u32 {
            self.0
        }
    }
}

#[cfg(not(any(target_feature = "popcnt", not(any(target_arch = "x86", target_arch = "x86_64")))))]
mod counted {
    /// The sum of the sizes of some sets.
    #[derive(Default)]
    pub(crate) struct Tally {
        ones: u64,
        twos: u64,
        fours: u64,
        more: u32,
    }

    impl Tally {
        #[inline(always)]
        pub(crate) fn add(&mut self, set: u64) {
            let twos = self.ones & set;
            self.ones ^= set;
            self.add_twos(twos);
        }

        #[inline(always)]
        fn add_twos(&mut self, set: u64) {
            let fours = self.twos & set;
            self.twos ^= set;
            let eights = self.fours & fours;
            self.fours ^= fours;
            // It is very rare that eight pieces can go to one square.
            if eights != 0 {
                self.more += 8 * eights.count_ones();
            }
        }

        /// Adds three times the sizes of sets that are on one rank. Side by side, they fit into one set.
        #[inline(always)]
        pub(crate) fn add_three_times(&mut self, sets: [u64; 3]) {
            let set = sets[0] | sets[1].rotate_right(8) | sets[2].rotate_right(16);
            self.add(set);
            self.add_twos(set);
        }

        #[inline(always)]
        pub(crate) fn total(self) -> u32 {
            self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones() + self.more
        }
    }
}

pub(crate) use counted::Tally;

//! What came of games for a team.

/// How many games there were, and what came of them for a team. Of some nobody knows who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Score {
    /// How many games.
    pub games: u64,
    /// How many of them the team won.
    pub won: u64,
    /// How many nobody won.
    pub drawn: u64,
    /// How many the team lost.
    pub lost: u64,
}

impl Score {
    /// Counts a game. The winner is 0 or 1 for a team, 2 for a draw, -1 if nobody knows.
    pub(crate) fn add(&mut self, winner: i8, team: i8) {
        self.games += 1;
        match winner {
            2 => self.drawn += 1,
            -1 => {}
            winner if winner == team => self.won += 1,
            _ => self.lost += 1,
        }
    }

    /// Counts the games of another.
    pub(crate) fn merge(&mut self, other: Score) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

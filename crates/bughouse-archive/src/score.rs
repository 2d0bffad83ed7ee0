//! The results of games for a team.

/// The results of games for a team. The numbers may add up to less than `games`, because some results are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Score {
    /// The number of games.
    pub games: u64,
    /// The number of games the team won.
    pub won: u64,
    /// The number of draws.
    pub drawn: u64,
    /// The number of games the team lost.
    pub lost: u64,
}

impl Score {
    /// Adds a game. The winner is 0 or 1 for a team, 2 for a draw, -1 if unknown.
    pub(crate) fn add(&mut self, winner: i8, team: i8) {
        self.games += 1;
        match winner {
            2 => self.drawn += 1,
            -1 => {}
            winner if winner == team => self.won += 1,
            _ => self.lost += 1,
        }
    }

    /// Adds another score.
    pub(crate) fn merge(&mut self, other: Score) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

//! Hard and soft mates of a board, and their lines in SAN.

use alloc::vec::Vec;
use core::fmt;

use bughouse_chess::{Board, BughouseMove, IllegalMove, Rules, San};

use crate::arrivals::Arrivals;
use crate::limit::Limit;
use crate::solve::{Mate, Solver, Verdict};

/// How certain a mate is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// It is mate if the defender receives no new piece: [`Arrivals::None`].
    Soft,
    /// It is mate whatever the defender receives: [`Arrivals::Any`].
    Hard,
}

impl Strength {
    /// Returns a short name: `soft` or `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Soft => "soft",
            Strength::Hard => "hard",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The hard and soft mates of a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mates {
    /// The verdict if the defender can receive any piece.
    pub hard: Verdict,
    /// The verdict if the defender receives no piece.
    pub soft: Verdict,
}

impl Mates {
    /// Returns the hard mate if there is one, otherwise the soft one.
    #[must_use]
    pub fn best(&self) -> Option<(Strength, &Mate)> {
        let hard = self.hard.mate().map(|mate| (Strength::Hard, mate));
        hard.or_else(|| self.soft.mate().map(|mate| (Strength::Soft, mate)))
    }

    /// Returns the strength of the best mate, if there is one.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        self.best().map(|(strength, _)| strength)
    }

    /// Returns `true` if there is certainly no hard or soft mate by checks.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.soft.is_none()
    }
}

impl Solver {
    /// Looks for hard and soft mates by the side to move. Each search has its own limit.
    ///
    /// ```
    /// use bughouse_chess::{Board, Rules};
    /// use bughouse_mate::{Limit, Solver, Strength};
    ///
    /// let board: Board = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1".parse()?;
    /// let mates = Solver::new().mates(&board, &Rules::standard(), Limit::default());
    /// assert_eq!(mates.strength(), Some(Strength::Soft));
    /// assert!(mates.hard.is_none());
    /// # Ok::<(), bughouse_chess::ReadError>(())
    /// ```
    #[must_use]
    pub fn mates(&mut self, board: &Board, rules: &Rules, limit: Limit) -> Mates {
        let soft = self.solve(board, Arrivals::None, rules, limit);
        // If there is no soft mate, there is no hard mate.
        let hard = if soft.is_none() { soft.clone() } else { self.solve(board, Arrivals::Any, rules, limit) };
        // A hard mate is also a soft mate.
        let soft = match (&soft, &hard) {
            (Verdict::Unknown, Verdict::Mate(mate)) => {
                Verdict::Mate(Mate { is_shortest: false, ..mate.clone() })
            }
            _ => soft,
        };
        Mates { hard, soft }
    }
}

impl Mate {
    /// Returns the line in SAN, from the board that was solved. Received pieces are added to the reserve
    /// when they are dropped.
    ///
    /// A soft mate that a piece could stop ends with `+`, because the defender isn't mated for good.
    ///
    /// # Errors
    /// Fails if the line doesn't belong to this board.
    pub fn san(&self, board: &Board, rules: &Rules) -> Result<Vec<San>, IllegalMove> {
        let mut board = *board;
        let mut line = Vec::with_capacity(self.line.len());
        let defender = !board.side_to_move();
        for &mv in &self.line {
            if let BughouseMove::Drop { piece, .. } = mv
                && board.side_to_move() == defender
                && !board.reserve(defender).contains(piece)
            {
                // Without room for it, the move is rejected below.
                let _ = board.try_add_to_reserve(defender, piece);
            }
            line.push(board.with_rules(rules).san(mv)?);
            board = board.with_rules(rules).after(mv)?.0;
        }
        Ok(line)
    }
}

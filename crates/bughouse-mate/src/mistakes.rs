//! Mistakes of a whole game: hard mates that were missed, moves into one, and who was lost from when.

use alloc::vec::Vec;
use core::fmt;

use bughouse_chess::{BoardId, BughouseMove, BySeat, Position, Reserve, Rules, Seat};

use crate::arrivals::Arrivals;
use crate::limit::Limit;
use crate::lost::Outlook;
use crate::solve::{Mate, Solver, Verdict};

/// What is wrong with a half-move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeKind {
    /// The player had a hard mate, and has none after it.
    MissedMate,
    /// The opponent has a hard mate after it, and has none after another move that could have been played.
    IntoMate,
}

impl MistakeKind {
    /// Returns a short name: `missed-mate` or `into-mate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MistakeKind::MissedMate => "missed-mate",
            MistakeKind::IntoMate => "into-mate",
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A half-move that is notable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// Which half-move of the game it is, from 0.
    pub half_move: usize,
    /// Who played it.
    pub seat: Seat,
    /// What is wrong with it.
    pub kind: MistakeKind,
    /// The mate that was missed, from the board before the half-move, or that is allowed, from the board after it.
    pub mate: Mate,
    /// What could have been played instead: the first move of the mate, or a move after which there is none by checks.
    pub better: BughouseMove,
}

/// The mistakes of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Mistakes {
    /// The half-moves that are notable, in the order in which they were played.
    pub mistakes: Vec<Mistake>,
    /// How many half-moves were played when a seat began to be lost for good: from there to the end of the game the
    /// opponent had a hard mate and kept it. `None` if it was not lost at the end.
    pub lost_from: BySeat<Option<usize>>,
    /// How many half-moves were looked at: all, or those before the first that cannot be played.
    pub played: usize,
}

/// Looks through a game for hard mates. The limit is that of each board that is solved, most often one for each half-move;
/// 2,000 nodes are enough for nearly all mates of real games.
///
/// ```
/// use bughouse_chess::{BoardId, BughouseMove, Position, Rules, Seat};
/// use bughouse_mate::{Limit, MistakeKind, mistakes};
///
/// let half_moves = ["f2f3", "e7e5", "g2g4", "a7a6", "a2a3", "d8h4"];
/// let half_moves = half_moves.map(|mv| (BoardId::A, mv.parse::<BughouseMove>().unwrap()));
/// let mistakes = mistakes(&Position::default(), half_moves, &Rules::standard(), Limit::nodes(2000));
/// // The queen's check from afar is soft: something could be put in between. Nothing is marked.
/// assert!(mistakes.mistakes.is_empty());
/// assert_eq!(mistakes.lost_from[Seat::WHITE_A], None);
/// ```
#[must_use]
pub fn mistakes(
    start: &Position,
    half_moves: impl IntoIterator<Item = (BoardId, BughouseMove)>,
    rules: &Rules,
    limit: Limit,
) -> Mistakes {
    Solver::new().mistakes(start, half_moves, rules, limit)
}

impl Solver {
    /// Looks through a game for hard mates, see [`mistakes`].
    #[must_use]
    pub fn mistakes(
        &mut self,
        start: &Position,
        half_moves: impl IntoIterator<Item = (BoardId, BughouseMove)>,
        rules: &Rules,
        limit: Limit,
    ) -> Mistakes {
        let mut marker = Finder {
            solver: self,
            rules,
            limit,
            position: *start,
            known: [None, None],
            since: [0, 0],
            mistakes: Mistakes::default(),
        };
        for (id, mv) in half_moves {
            if !marker.half_move(id, mv) {
                break;
            }
        }
        marker.mistakes
    }
}

/// What is known of a board whose side to move held this much. What the other side holds does not matter for a hard mate.
struct Known {
    held: Reserve,
    verdict: Verdict,
}

struct Finder<'a> {
    solver: &'a mut Solver,
    rules: &'a Rules,
    limit: Limit,
    position: Position,
    /// By board.
    known: [Option<Known>; 2],
    /// By board: how many half-moves were played when it changed last.
    since: [usize; 2],
    mistakes: Mistakes,
}

impl Finder<'_> {
    /// Looks at a half-move and plays it. Returns whether it could be played.
    fn half_move(&mut self, id: BoardId, mv: BughouseMove) -> bool {
        let (before, seat, number) = (self.position, self.position.to_move(id), self.mistakes.played);
        let opponent = seat.opponent();
        if !before.is_legal(id, mv, self.rules) {
            return false;
        }
        let had = self.verdict(id);
        self.position.play_unchecked(id, mv, self.rules);
        self.mistakes.played += 1;
        self.known[id.to_index()] = None;

        let lost = &mut self.mistakes.lost_from;
        match &had {
            Verdict::Mate(_) => lost[opponent] = lost[opponent].or(Some(number)),
            _ => lost[opponent] = None,
        }
        if self.position.is_mated(id, self.rules) {
            lost[opponent] = lost[opponent].or(Some(number + 1));
        } else {
            if let Verdict::Mate(mate) = &had
                && !self.is_kept(id, mv, mate)
            {
                self.mistakes.lost_from[opponent] = None;
                let better = mate.line[0];
                let (mate, kind) = (mate.clone(), MistakeKind::MissedMate);
                self.mistakes.mistakes.push(Mistake { half_move: number, seat, kind, mate, better });
            }
            self.allows(&before, id, had.mate(), number);
        }
        self.since[id.to_index()] = number + 1;
        true
    }

    /// Finds out whether the side to move on a board has a hard mate.
    fn verdict(&mut self, id: BoardId) -> Verdict {
        let board = self.position.board(id);
        let held = board.reserve(board.side_to_move());
        match &self.known[id.to_index()] {
            Some(known) if known.held == held => known.verdict.clone(),
            _ => {
                let verdict = self.solver.solve(board, Arrivals::Any, self.rules, self.limit);
                self.known[id.to_index()] = Some(Known { held, verdict: verdict.clone() });
                verdict
            }
        }
    }

    /// Returns `true` if a hard mate is still there after a half-move: it is the one that was found, or nothing helps.
    fn is_kept(&mut self, id: BoardId, mv: BughouseMove, mate: &Mate) -> bool {
        mate.line.first() == Some(&mv) || {
            let board = self.position.board(id);
            self.solver.is_lost(board, [Arrivals::Any; 2], self.rules, self.limit, &mut None)
        }
    }

    /// Finds out whether the opponent has a hard mate after a half-move, and whether that could have been helped. `had` is
    /// the mate that the player had himself.
    fn allows(&mut self, before: &Position, id: BoardId, had: Option<&Mate>, number: usize) {
        let seat = before.to_move(id);
        let Verdict::Mate(mate) = self.verdict(id) else {
            self.mistakes.lost_from[seat] = None;
            return;
        };
        let better = match had {
            Some(had) => Outlook::Safe(had.line[0]),
            None => {
                let (now, later) = (Arrivals::None, Arrivals::Any);
                self.solver.outlook(before.board(id), now, later, self.rules, self.limit)
            }
        };
        let since = if better == Outlook::Lost { self.since[id.to_index()] } else { number + 1 };
        let lost = &mut self.mistakes.lost_from[seat];
        *lost = lost.or(Some(since));
        if let Outlook::Safe(better) = better {
            self.mistakes.mistakes.push(Mistake {
                half_move: number,
                seat,
                kind: MistakeKind::IntoMate,
                mate,
                better,
            });
        }
    }
}

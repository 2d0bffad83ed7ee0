//! Mistakes in a game: missed hard mates, moves into a hard mate, and lost positions.

use alloc::vec::Vec;
use core::fmt;

use bughouse_chess::{BoardId, BughouseMove, BySeat, Position, Reserve, Seat};

use crate::arrivals::Arrivals;
use crate::limit::Limit;
use crate::lost::Outlook;
use crate::solve::{Mate, Solver, Verdict};

/// The kind of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MistakeKind {
    /// The player had a hard mate, and no longer has one.
    MissedMate,
    /// The opponent now has a hard mate, and another move would have prevented it.
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

/// A half-move that is a mistake.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The index of the half-move in the game, from 0.
    pub half_move: usize,
    /// The player.
    pub seat: Seat,
    /// The kind of mistake.
    pub kind: MistakeKind,
    /// The missed mate, from the board before the half-move, or the mate that the opponent now has, from the
    /// board after it.
    pub mate: Mate,
    /// A better move: the first move of the mate, or a move after which there is no mate by checks.
    pub better: BughouseMove,
}

/// The mistakes of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Mistakes {
    /// The mistakes, in the order in which they were played.
    pub mistakes: Vec<Mistake>,
    /// The number of half-moves after which a seat was lost for good: from there to the end of the game, the
    /// opponent had a hard mate and kept it. `None` if the seat wasn't lost at the end.
    pub lost_from: BySeat<Option<usize>>,
    /// The number of half-moves that were checked: all, or those before the first that can't be played, or
    /// those within the total limit.
    pub played: usize,
}

/// Looks for hard mates in a game. The limit applies to each board that is solved, usually one for each
/// half-move. 2,000 nodes are enough for nearly all mates of real games.
///
/// ```
/// use bughouse_chess::{BoardId, BughouseMove, Position, Rules, Seat};
/// use bughouse_mate::{Limit, MistakeKind, mistakes};
///
/// let half_moves = ["f2f3", "e7e5", "g2g4", "a7a6", "a2a3", "d8h4"];
/// let half_moves = half_moves.map(|mv| (BoardId::A, mv.parse::<BughouseMove>().unwrap()));
/// let mistakes = mistakes(&Position::START, half_moves, Limit::nodes(2000));
/// // The queen's mate from a distance is soft, because a piece could block it. So there is no mistake.
/// assert!(mistakes.mistakes.is_empty());
/// assert_eq!(mistakes.lost_from[Seat::WHITE_A], None);
/// ```
#[must_use]
pub fn mistakes(
    start: &Position,
    half_moves: impl IntoIterator<Item = (BoardId, BughouseMove)>,
    limit: Limit,
) -> Mistakes {
    Solver::new().mistakes(start, half_moves, limit)
}

impl Solver {
    /// Looks for hard mates in a game. See [`mistakes`].
    #[must_use]
    pub fn mistakes(
        &mut self,
        start: &Position,
        half_moves: impl IntoIterator<Item = (BoardId, BughouseMove)>,
        limit: Limit,
    ) -> Mistakes {
        self.mistakes_within(start, half_moves, limit, u64::MAX)
    }

    /// Looks for hard mates in a game, and stops after the half-move with which `total` nodes are used up.
    /// [`Mistakes::played`] says how many half-moves were checked.
    ///
    /// Without a total, a game can take many times the limit for each of its half-moves: after a mistake, all
    /// other moves are solved to find a better one.
    #[must_use]
    pub fn mistakes_within(
        &mut self,
        start: &Position,
        half_moves: impl IntoIterator<Item = (BoardId, BughouseMove)>,
        limit: Limit,
        total: u64,
    ) -> Mistakes {
        let end = self.nodes.saturating_add(total);
        let mut finder = Finder {
            solver: self,
            limit,
            position: *start,
            known: [None, None],
            since: [0, 0],
            mistakes: Mistakes::default(),
        };
        for (id, mv) in half_moves {
            if finder.solver.nodes >= end || !finder.half_move(id, mv) {
                break;
            }
        }
        finder.mistakes
    }
}

/// The verdict for a board whose side to move had this reserve. For a hard mate, the other side's reserve
/// doesn't matter.
struct Known {
    held: Reserve,
    verdict: Verdict,
}

struct Finder<'a> {
    solver: &'a mut Solver,
    limit: Limit,
    position: Position,
    /// By board.
    known: [Option<Known>; 2],
    /// By board: the number of half-moves when it last changed.
    since: [usize; 2],
    mistakes: Mistakes,
}

impl Finder<'_> {
    /// Checks a half-move and plays it. Returns `true` if it could be played.
    fn half_move(&mut self, id: BoardId, mv: BughouseMove) -> bool {
        let (before, seat, number) = (self.position, self.position.to_move(id), self.mistakes.played);
        let opponent = seat.opponent();
        if !before.is_legal(id, mv) {
            return false;
        }
        let had = self.verdict(id);
        self.position.play_unchecked(id, mv);
        self.mistakes.played += 1;
        self.known[id.to_index()] = None;

        let lost = &mut self.mistakes.lost_from;
        match &had {
            Verdict::Mate(_) => lost[opponent] = lost[opponent].or(Some(number)),
            _ => lost[opponent] = None,
        }
        if self.position.is_checkmate(id) {
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

    /// Returns whether the side to move on a board has a hard mate.
    fn verdict(&mut self, id: BoardId) -> Verdict {
        let board = self.position.board(id);
        let held = board.reserve(board.side_to_move());
        match &self.known[id.to_index()] {
            Some(known) if known.held == held => known.verdict.clone(),
            _ => {
                let verdict = self.solver.solve(&board, Arrivals::Any, self.position.rules(), self.limit);
                self.known[id.to_index()] = Some(Known { held, verdict: verdict.clone() });
                verdict
            }
        }
    }

    /// Returns `true` if there is still a hard mate after a half-move: it was the move of the mate, or
    /// nothing helps.
    fn is_kept(&mut self, id: BoardId, mv: BughouseMove, mate: &Mate) -> bool {
        mate.line.first() == Some(&mv) || {
            let board = self.position.board(id);
            self.solver.is_lost(&board, [Arrivals::Any; 2], self.position.rules(), self.limit, &mut None)
        }
    }

    /// Checks whether the opponent has a hard mate after a half-move, and whether another move would have
    /// prevented it. `had` is the mate that the player had.
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
                self.solver.outlook(&before.board(id), now, later, self.position.rules(), self.limit)
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

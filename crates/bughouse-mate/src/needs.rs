//! The pieces each seat needs: which one mates, which one saves it, which one it must not get, and which
//! captures send it.

use alloc::vec::Vec;

use bughouse_chess::{Board, BoardId, BughouseMove, BySeat, Color, Piece, Position, Rules, Seat};

use crate::arrivals::Arrivals;
use crate::limit::Limit;
use crate::lost::Outlook;
use crate::mates::Strength;
use crate::solve::{Mate, Solver, Verdict};

/// A mate and its strength.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Threat {
    /// Whether a received piece could stop it.
    pub strength: Strength,
    /// The mate. If the seat is not to move, this is what happens if the opponent passes.
    pub mate: Mate,
}

/// The effect of one more piece of a type for a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Need {
    /// The piece type.
    pub piece: Piece,
    /// The mate with one more piece, if it is stronger than the mate without. If the seat is not to move, the
    /// opponent has to prevent it. Also `None` if the limit was reached.
    pub mates: Option<Threat>,
    /// `true` if the opponents must not lose this piece: with it, the seat has a hard mate, at once or after
    /// any move that the opponent has now.
    pub is_deadly: bool,
    /// `true` if the piece saves the seat. Without it, the opponent mates if the seat receives nothing, or the seat has
    /// no legal move. With it, there is no mate by checks.
    pub saves: bool,
    /// The partner's captures that send the piece, if it is the partner's turn. Each can be played now.
    pub captures: Vec<BughouseMove>,
}

/// The mate and the needs of a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SeatNeeds {
    /// The mate with the current reserve. If the seat is not to move, this is what happens if the opponent
    /// passes. Also `None` if the limit was reached.
    pub has: Option<Threat>,
    /// `true` if the seat is to move and lost unless it receives a piece: the opponent mates whatever it plays,
    /// or it has no legal move.
    pub is_lost: bool,
    /// The effect of one more piece of each type: queen, rook, bishop, knight, pawn.
    pub kinds: [Need; 5],
}

impl SeatNeeds {
    /// Returns the effect of one more piece of a type, or `None` for the king.
    #[must_use]
    pub fn kind(&self, piece: Piece) -> Option<&Need> {
        self.kinds.iter().find(|need| need.piece == piece)
    }
}

/// Returns what each seat needs. The limit applies to each board that is solved. There are about thirty if
/// nobody is in danger. 2,000 nodes are enough for nearly all mates of real games.
///
/// ```
/// use bughouse_chess::{Board, Piece, Position, Rules, Seat};
/// use bughouse_mate::{Limit, needs};
///
/// let a: Board = "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1".parse()?;
/// let b: Board = "4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1".parse()?;
/// let needs = needs(&Position::new(a, b, Rules::standard()), Limit::nodes(2000));
/// // WhiteA mates with a knight, and BlackB can capture one.
/// let knight = needs[Seat::WHITE_A].kind(Piece::Knight).unwrap();
/// assert!(knight.is_deadly);
/// assert_eq!(knight.captures[0].to_string(), "d5e4");
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[must_use]
pub fn needs(position: &Position, limit: Limit) -> BySeat<SeatNeeds> {
    Solver::new().needs(position, limit)
}

impl Solver {
    /// Returns what each seat needs. See [`needs`].
    #[must_use]
    pub fn needs(&mut self, position: &Position, limit: Limit) -> BySeat<SeatNeeds> {
        let mut finder = NeedsFinder { solver: self, rules: position.rules(), limit };
        let mut needs = BySeat::from_fn(|_| SeatNeeds {
            has: None,
            is_lost: false,
            kinds: Piece::IN_RESERVE.map(|piece| Need {
                piece,
                mates: None,
                is_deadly: false,
                saves: false,
                captures: Vec::new(),
            }),
        });
        for id in BoardId::ALL {
            let board = position.board(id).board();
            let mover = position.to_move(id);
            finder.find_for_mover(board, &mut needs[mover]);
            let threat = needs[mover].has.as_ref().map(|threat| threat.strength);
            finder.find_for_opponent(board, threat, &mut needs[mover.opponent()]);
            for (receiver, piece, mv) in captures(position, id) {
                let mut kinds = needs[receiver].kinds.iter_mut();
                if let Some(need) = kinds.find(|need| need.piece == piece) {
                    need.captures.push(mv);
                }
            }
        }
        needs
    }
}

struct NeedsFinder<'a> {
    solver: &'a mut Solver,
    rules: &'a Rules,
    limit: Limit,
}

impl NeedsFinder<'_> {
    /// Fills in the needs of the seat to move on a board.
    fn find_for_mover(&mut self, board: &Board, needs: &mut SeatNeeds) {
        needs.has = self.threat(board, None);
        let has = needs.has.as_ref().map(|threat| threat.strength);
        needs.is_lost = has != Some(Strength::Hard) && self.is_lost(board);
        for need in &mut needs.kinds {
            let Some(with) = with_piece(board, board.side_to_move(), need.piece) else { continue };
            need.mates = self.threat(&with, has);
            need.is_deadly = need.mates.as_ref().is_some_and(|threat| threat.strength == Strength::Hard);
            need.saves = needs.is_lost && self.is_safe(&with);
        }
    }

    /// Fills in the needs of the seat that is not to move. `threat` is the mate that the opponent has.
    fn find_for_opponent(&mut self, board: &Board, threat: Option<Strength>, needs: &mut SeatNeeds) {
        let passed = board.null_move();
        needs.has = passed.and_then(|passed| self.threat(&passed, None));
        let has = needs.has.as_ref().map(|threat| threat.strength);
        // A seat without a legal move, or one that is already lost, isn't lost because of this.
        let mut can_be_lost = board.with_rules(self.rules).moves().any();
        let (mut is_checked, mut way_out) = (false, None);
        for need in &mut needs.kinds {
            let Some(with) = with_piece(board, !board.side_to_move(), need.piece) else { continue };
            need.mates = with.null_move().and_then(|passed| self.threat(&passed, has));
            let best = need.mates.as_ref().map(|threat| threat.strength).or(has);
            // A player who isn't mated after passing is very rarely mated after a move.
            let may_be_deadly = can_be_lost && (passed.is_none() || best == Some(Strength::Hard));
            if may_be_deadly && self.is_lost_to_hard_mate(&with, &mut way_out) {
                if !is_checked {
                    is_checked = true;
                    can_be_lost = !self.is_lost_to_hard_mate(board, &mut way_out);
                }
                need.is_deadly = can_be_lost;
            }
            need.saves = threat == Some(Strength::Soft)
                && self.solver.solve(&with, Arrivals::None, self.rules, self.limit).is_none();
        }
    }

    /// Returns the mate of the side to move if it is stronger than the one it already has.
    fn threat(&mut self, board: &Board, has: Option<Strength>) -> Option<Threat> {
        if has == Some(Strength::Hard) {
            return None;
        }
        let soft = self.solver.solve(board, Arrivals::None, self.rules, self.limit);
        if soft.is_none() {
            return None;
        }
        if let Verdict::Mate(mate) = self.solver.solve(board, Arrivals::Any, self.rules, self.limit) {
            return Some(Threat { strength: Strength::Hard, mate });
        }
        match soft {
            Verdict::Mate(mate) if has.is_none() => Some(Threat { strength: Strength::Soft, mate }),
            _ => None,
        }
    }

    /// Returns `true` if the side to move is certainly mated whatever it plays, if it receives nothing.
    fn is_lost(&mut self, board: &Board) -> bool {
        self.solver.is_lost(board, [Arrivals::None; 2], self.rules, self.limit, &mut None)
    }

    /// Returns `true` if the side to move has a move after which there is certainly no mate by checks, if
    /// nothing arrives.
    fn is_safe(&mut self, board: &Board) -> bool {
        let outlook = self.solver.outlook(board, Arrivals::None, Arrivals::None, self.rules, self.limit);
        matches!(outlook, Outlook::Safe(_))
    }

    /// Returns `true` if the opponent has a hard mate whatever the side to move plays now with its reserve.
    /// `way_out` is the move that helped the last time, usually against another piece.
    fn is_lost_to_hard_mate(&mut self, board: &Board, way_out: &mut Option<BughouseMove>) -> bool {
        self.solver.is_lost(board, [Arrivals::None, Arrivals::Any], self.rules, self.limit, way_out)
    }
}

/// Returns the board with one more piece in a reserve, if there is room for it.
fn with_piece(board: &Board, color: Color, piece: Piece) -> Option<Board> {
    let mut board = *board;
    board.try_add_to_reserve(color, piece).ok()?;
    Some(board)
}

/// Returns the captures of the side to move on a board, with the seat that receives each piece.
fn captures(position: &Position, id: BoardId) -> Vec<(Seat, Piece, BughouseMove)> {
    let mut found = Vec::new();
    let board = position.board(id);
    let victims = board.color_combined(!board.side_to_move());
    for mv in position.legal_moves(id).iter() {
        let takes =
            !mv.is_drop() && (victims.contains(mv.dest()) || board.legal_en_passant() == Some(mv.dest()));
        if takes {
            let mut after = *position;
            let transfer = after.play_unchecked(id, mv);
            found.extend(transfer.transfer.map(|(receiver, piece)| (receiver, piece, mv)));
        }
    }
    found
}

//! Generates the moves of a board in the order in which they are searched.

use bughouse_chess::{Board, BughouseMove, ChessMove, MoveSet, Piece, Promotion, Rules};

use crate::code::Code;
use crate::exchange;
use crate::history::{Act, History};
use crate::sight::Sight;
use crate::values::Values;

/// A move and its priority.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: BughouseMove,
    /// The piece that moves or is dropped.
    pub(crate) piece: Piece,
    pub(crate) order: i32,
    /// `true` for captures and promotions.
    pub(crate) is_loud: bool,
    pub(crate) gives_check: bool,
}

/// The first priority of each group of moves.
pub(crate) const TABLE_MOVE: i32 = 10_000_000;
const GOOD_CAPTURE: i32 = 4_000_000;
const KILLER: i32 = 2_000_000;
const CHECK: i32 = 14_000;
/// Losing captures come last.
pub(crate) const BAD_CAPTURE: i32 = -4_000_000;

/// Generates legal moves and drops that depend only on this board.
pub(crate) struct Generator<'a> {
    pub(crate) board: &'a Board,
    pub(crate) rules: &'a Rules,
    pub(crate) sight: &'a Sight,
}

impl Generator<'_> {
    /// Returns `true` if promotions don't affect the other board.
    fn promotes(&self) -> bool {
        matches!(self.rules.promotion, Promotion::Upgrade | Promotion::Stays)
    }

    /// Adds all moves and drops. Returns `true` if moves were skipped because they depend on the other board.
    pub(crate) fn all(&self, list: &mut Vec<Choice>) -> bool {
        list.clear();
        let mut left_out = false;
        self.board.with_rules(self.rules).moves().for_each(|set| left_out |= self.push(set, list));
        left_out
    }

    /// Adds captures and promotions to queens.
    pub(crate) fn loud(&self, list: &mut Vec<Choice>) {
        list.clear();
        let us = self.board.side_to_move();
        self.board.with_rules(self.rules).moves().captures().for_each(|set| {
            self.push(set, list);
        });
        if self.promotes() {
            let near = self.board.colored_pieces(us, Piece::Pawn) & (!us).second_rank().bitboard();
            if !near.is_empty() {
                let last = (!us).back_rank().bitboard() - self.board.combined();
                self.board.with_rules(self.rules).moves().of(near).to(last).for_each(|set| {
                    self.push(set, list);
                });
            }
        }
    }

    /// Adds drops that give check.
    pub(crate) fn drop_checks(&self, list: &mut Vec<Choice>) {
        let reserve = self.board.reserve(self.board.side_to_move());
        let wanted = reserve
            .iter()
            .fold(bughouse_chess::BitBoard::EMPTY, |all, (piece, _)| all | self.sight.squares(piece));
        if wanted.is_empty() {
            return;
        }
        self.board.with_rules(self.rules).moves().only_drops().to(wanted).for_each(|set| {
            let MoveSet::Drops { piece, to } = set else { return };
            for square in to & self.sight.squares(piece) {
                let mv = BughouseMove::Drop { piece, square };
                list.push(Choice { mv, piece, order: 0, is_loud: false, gives_check: true });
            }
        });
    }

    #[inline]
    fn push(&self, set: MoveSet, list: &mut Vec<Choice>) -> bool {
        match set {
            MoveSet::Moves { piece, from, to } => {
                let us = self.board.side_to_move();
                let enemy = self.board.color_combined(!us);
                let mut quiet = to - enemy;
                let mut loud = to & enemy;
                if piece == Piece::Pawn {
                    let last = (!us).back_rank().bitboard();
                    let promoting = to & last;
                    if !promoting.is_empty() {
                        quiet -= last;
                        loud -= last;
                        if self.promotes() {
                            for to in promoting {
                                for kind in Piece::PROMOTIONS {
                                    let mv = ChessMove::new(from, to, Some(kind)).into();
                                    let gives_check = self.sight.checks(piece, mv);
                                    list.push(Choice { mv, piece, order: 0, is_loud: true, gives_check });
                                }
                            }
                        }
                    }
                    if let Some(target) = self.board.legal_en_passant()
                        && from.file() != target.file()
                        && quiet.contains(target)
                    {
                        quiet -= target.bitboard();
                        loud |= target.bitboard();
                    }
                    let left_out = !promoting.is_empty() && !self.promotes();
                    self.moves(piece, from, quiet, false, list);
                    self.moves(piece, from, loud, true, list);
                    return left_out;
                }
                self.moves(piece, from, quiet, false, list);
                self.moves(piece, from, loud, true, list);
            }
            MoveSet::Drops { piece, to } => {
                let checks = self.sight.squares(piece);
                for square in to {
                    let mv = BughouseMove::Drop { piece, square };
                    let gives_check = checks.contains(square);
                    list.push(Choice { mv, piece, order: 0, is_loud: false, gives_check });
                }
            }
            MoveSet::Promotion(_) => return true,
        }
        false
    }

    #[inline]
    fn moves(
        &self,
        piece: Piece,
        from: bughouse_chess::Square,
        to: bughouse_chess::BitBoard,
        is_loud: bool,
        list: &mut Vec<Choice>,
    ) {
        for to in to {
            let mv = ChessMove::new(from, to, None).into();
            let gives_check = self.sight.checks(piece, mv);
            list.push(Choice { mv, piece, order: 0, is_loud, gives_check });
        }
    }
}

/// What the order of moves depends on in addition to the board.
pub(crate) struct Hints<'a> {
    pub(crate) table_move: Code,
    pub(crate) ply: usize,
    pub(crate) before: [Option<Act>; 2],
    pub(crate) history: &'a History,
    pub(crate) values: &'a Values,
}

/// Sets the priority of each move.
pub(crate) fn order(board: &Board, list: &mut [Choice], hints: &Hints<'_>) {
    let us = board.side_to_move();
    let killers = hints.history.killers.get(hints.ply).copied().unwrap_or([Code::NONE; 2]);
    let answer = hints.history.answer(us, hints.before[0]);
    for choice in list {
        let code = Code::new(choice.mv);
        choice.order = if code == hints.table_move {
            TABLE_MOVE
        } else if choice.is_loud {
            let promotes = match choice.mv {
                BughouseMove::Regular(mv) => mv.promotion(),
                BughouseMove::Drop { .. } => None,
            };
            let victim = board.piece_on(choice.mv.dest());
            let gain = victim.map_or(0, |victim| hints.values.taken(!us, victim));
            let gain = gain
                + match promotes {
                    Some(Piece::Queen) => 600,
                    Some(_) => -2000,
                    None => 0,
                };
            let check = if choice.gives_check { 200 } else { 0 };
            let small = gain * 8 - hints.values.taken(us, choice.piece) / 8 + check;
            if exchange::gains(board, hints.values, choice.mv, 0) {
                GOOD_CAPTURE + small
            } else {
                BAD_CAPTURE + small
            }
        } else if code == killers[0] {
            KILLER + 2
        } else if code == killers[1] {
            KILLER + 1
        } else if code == answer {
            KILLER
        } else {
            let act = Act::new(choice.piece, choice.mv);
            let check = if choice.gives_check { CHECK } else { 0 };
            hints.history.of(us, act, hints.before) + check
        };
    }
}

/// Returns the next move by priority, starting at index `from`.
#[inline]
pub(crate) fn pick(list: &mut [Choice], from: usize) -> Option<Choice> {
    let mut best = from;
    for (at, choice) in list.iter().enumerate().skip(from) {
        if choice.order > list[best].order {
            best = at;
        }
    }
    if best >= list.len() {
        return None;
    }
    list.swap(from, best);
    list.get(from).copied()
}

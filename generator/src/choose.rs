//! Picks moves that look like bughouse: captures, checks, drops near the king, development.

use bughouse_chess::{
    BitBoard, Board, BoardStatus, BughouseMove, ChessMove, Color, EMPTY, File, MoveSet, Piece, Rank, Square,
    attacks,
};

use crate::random::Random;

/// Picks moves. It keeps its list of moves to use it again.
#[derive(Default)]
pub(crate) struct Chooser {
    sets: Vec<Set>,
    temper: Temper,
}

/// How often a move of some kind is looked for, in a hundred.
#[derive(Clone, Copy)]
pub(crate) struct Temper {
    /// A piece that is worth as much, or more.
    pub(crate) capture: u32,
    pub(crate) check: u32,
    /// A drop near the king, once there is something to drop.
    pub(crate) drop: u32,
    /// A piece that is worth less.
    pub(crate) sacrifice: u32,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper { capture: 72, check: 40, drop: 62, sacrifice: 9 }
    }
}

/// Where one piece can go, or where one kind can be dropped.
#[derive(Clone, Copy)]
struct Set {
    piece: Piece,
    /// `None` for drops.
    from: Option<Square>,
    to: BitBoard,
}

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
/// Where knights and pawns go in the opening, for both colors: the middle of the board.
const MIDDLE: BitBoard = BitBoard(0x0000_7e7e_7e7e_0000);
const CENTER_FILES: BitBoard = BitBoard(File::C.bitboard().0 | File::D.bitboard().0 | File::E.bitboard().0);
/// Where a king that has not moved lands when it castles, and only then.
const CASTLED: BitBoard = BitBoard(0x4400_0000_0000_0044);

/// The last move number on which pieces are developed rather than moved about.
const OPENING: u32 = 9;

impl Chooser {
    /// Makes one of some temper.
    pub(crate) fn new(temper: Temper) -> Chooser {
        Chooser { sets: Vec::new(), temper }
    }

    /// Picks a legal move, at random but not evenly; `None` if there is none.
    ///
    /// `taken_on` is where the opponent has just captured.
    pub(crate) fn choose(
        &mut self,
        board: &Board,
        taken_on: Option<Square>,
        random: &mut Random,
    ) -> Option<BughouseMove> {
        self.list(board);
        let view = View::new(board);
        let moves = |set: &Set| if set.from.is_some() { set.to } else { EMPTY };
        let drops = |set: &Set| if set.from.is_none() { set.to } else { EMPTY };

        if let Some(square) = taken_on
            && random.percent(75)
            && let Some(mv) = self.recapture(square, random)
        {
            return Some(mv);
        }
        if view.in_check {
            let wish = random.percent(60).then(|| self.pick(random, |set| moves(set) & view.enemy)).flatten();
            return wish.or_else(|| self.pick(random, |set| set.to));
        }
        if random.percent(60)
            && let Some(mv) = self.pick(random, |set| match set.piece {
                Piece::Pawn => moves(set) & LAST_RANKS,
                _ => EMPTY,
            })
        {
            return Some(mv);
        }
        if random.percent(self.temper.capture)
            && let Some(mv) = self.pick(random, |set| moves(set) & view.worth_taking[set.piece.to_index()])
        {
            return Some(mv);
        }
        if random.percent(self.temper.check)
            && let Some(mv) =
                self.pick(random, |set| set.to & view.checks[set.piece.to_index()] & !view.pawns_attack)
            && !view.gives_away(board, mv, random)
        {
            return Some(mv);
        }
        if random.percent(45)
            && let Some(mv) = self.pick(random, |set| match set.piece {
                Piece::King => castling(set, board.side_to_move()),
                _ => EMPTY,
            })
        {
            return Some(mv);
        }
        if !board.reserve(board.side_to_move()).is_empty() {
            if random.percent(self.temper.drop)
                && let Some(mv) = self.pick(random, |set| drops(set) & view.near_king & !view.pawns_attack)
                && !view.gives_away(board, mv, random)
            {
                return Some(mv);
            }
            if random.percent(35)
                && let Some(mv) = self.pick(random, |set| drops(set) & !view.pawns_attack)
                && !view.gives_away(board, mv, random)
            {
                return Some(mv);
            }
        }
        if board.fullmove_number() <= OPENING
            && random.percent(85)
            && let Some(mv) = self.pick(random, |set| developing(set, board.side_to_move()))
        {
            return Some(mv);
        }
        // A sacrifice, or a blunder.
        if random.percent(self.temper.sacrifice)
            && let Some(mv) = self.pick(random, |set| moves(set) & view.enemy)
        {
            return Some(mv);
        }
        // Twice, since the first may give a piece away.
        for _ in 0..2 {
            if random.percent(94)
                && let Some(mv) = self.pick(random, |set| match set.piece {
                    Piece::King => EMPTY,
                    Piece::Pawn => moves(set) & !view.pawns_attack,
                    kind => {
                        moves(set) & !view.pawns_attack & (!view.enemy | view.worth_taking[kind.to_index()])
                    }
                })
                && !view.gives_away(board, mv, random)
            {
                return Some(mv);
            }
        }
        self.pick(random, |set| set.to)
    }

    /// Finds a move that mates, if there is one.
    pub(crate) fn mate(&mut self, board: &Board) -> Option<BughouseMove> {
        self.list(board);
        let view = View::new(board);
        // Only a check that nothing can block is mate; those by discovery are not looked for.
        let close = attacks::king(view.king);
        let candidates = self.sets.iter().flat_map(|set| {
            let reach = if set.piece == Piece::Knight { !EMPTY } else { close };
            let to = set.to & view.checks[set.piece.to_index()] & reach;
            to.into_iter().map(|to| set.to_move(to, Piece::Queen))
        });
        let mates = |mv: &BughouseMove| board.after_unchecked(*mv).status() == BoardStatus::Checkmate;
        candidates.into_iter().find(mates)
    }

    fn list(&mut self, board: &Board) {
        self.sets.clear();
        board.moves().for_each(|set| {
            self.sets.push(match set {
                MoveSet::Moves { piece, from, to } => Set { piece, from: Some(from), to },
                MoveSet::Drops { piece, to } => Set { piece, from: None, to },
                // No game is generated under rules for which promotions affect the other board.
                MoveSet::Promotion(_) => return,
            });
        });
    }

    /// Takes back on a square with the piece that is worth least.
    fn recapture(&self, square: Square, random: &mut Random) -> Option<BughouseMove> {
        let takes = |set: &&Set| set.from.is_some() && set.to.contains(square);
        let set = self.sets.iter().filter(takes).min_by_key(|set| set.piece)?;
        Some(set.to_move(square, promotion(random)))
    }

    /// Picks one of the moves that a wish leaves over, each as likely as the others.
    #[inline]
    fn pick(&self, random: &mut Random, wish: impl Fn(&Set) -> BitBoard) -> Option<BughouseMove> {
        let count: u32 = self.sets.iter().map(|set| wish(set).popcnt()).sum();
        if count == 0 {
            return None;
        }
        let mut index = random.below(count as usize) as u32;
        for set in &self.sets {
            let wished = wish(set);
            match index.checked_sub(wished.popcnt()) {
                Some(left) => index = left,
                None => {
                    let to = wished.into_iter().nth(index as usize)?;
                    return Some(set.to_move(to, promotion(random)));
                }
            }
        }
        None
    }
}

impl Set {
    /// Returns the move to a square; a pawn that arrives at the end becomes what is said.
    #[inline]
    fn to_move(self, to: Square, promotion: Piece) -> BughouseMove {
        match self.from {
            None => BughouseMove::Drop { piece: self.piece, square: to },
            Some(from) => {
                let promotes = self.piece == Piece::Pawn && LAST_RANKS.contains(to);
                BughouseMove::Regular(ChessMove::new(from, to, promotes.then_some(promotion)))
            }
        }
    }
}

/// What a player sees before a move.
struct View {
    in_check: bool,
    /// The square of the enemy's king.
    king: Square,
    enemy: BitBoard,
    /// The squares the enemy's pawns attack.
    pawns_attack: BitBoard,
    /// By kind: the enemy's pieces that are worth at least as much.
    worth_taking: [BitBoard; 6],
    /// By kind: where it would give check.
    checks: [BitBoard; 6],
    /// Squares a step or a knight's jump from the enemy's king.
    near_king: BitBoard,
}

impl View {
    fn new(board: &Board) -> View {
        let us = board.side_to_move();
        let (king, enemy, occupied) = (board.king_square(!us), board.color_combined(!us), board.combined());
        let queens = enemy & board.pieces(Piece::Queen);
        let rooks = queens | enemy & board.pieces(Piece::Rook);
        let minors = rooks | enemy & (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop));
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let knight = attacks::knight(king);
        View {
            in_check: board.in_check(),
            king,
            enemy,
            pawns_attack: pawn_attacks(enemy & board.pieces(Piece::Pawn), !us),
            // A king takes only what is undefended.
            worth_taking: [enemy, minors, minors, rooks, queens, enemy],
            checks: [attacks::pawn(king, !us), knight, diagonal, straight, diagonal | straight, EMPTY],
            near_king: attacks::king(king) | knight,
        }
    }

    /// Returns `true` if a move puts a piece where it can be taken. With lesser pieces nobody is so careful.
    fn gives_away(&self, board: &Board, mv: BughouseMove, random: &mut Random) -> bool {
        let piece = match mv {
            BughouseMove::Drop { piece, .. } => Some(piece),
            BughouseMove::Regular(mv) => board.piece_on(mv.source()),
        };
        let matters = match piece {
            Some(Piece::Queen | Piece::Rook) => random.percent(95),
            Some(Piece::Bishop | Piece::Knight) => random.percent(30),
            _ => false,
        };
        matters && !(board.attackers_to(mv.dest()) & self.enemy).is_empty()
    }
}

fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let (west, east) = (pawns & !File::A.bitboard(), pawns & !File::H.bitboard());
    BitBoard(match color {
        Color::White => west.0 << 7 | east.0 << 9,
        Color::Black => west.0 >> 9 | east.0 >> 7,
    })
}

/// Returns where a piece is developed to.
fn developing(set: &Set, us: Color) -> BitBoard {
    let Some(from) = set.from else { return EMPTY };
    let at_home = from.rank() == us.back_rank();
    match set.piece {
        Piece::Pawn if CENTER_FILES.contains(from) => set.to & MIDDLE & CENTER_FILES,
        Piece::Knight if at_home => set.to & MIDDLE,
        Piece::Bishop if at_home => set.to,
        _ => EMPTY,
    }
}

/// Returns where a king castles to.
fn castling(set: &Set, us: Color) -> BitBoard {
    let at_home = Square::new(File::E, us.back_rank());
    if set.from == Some(at_home) { set.to & CASTLED } else { EMPTY }
}

/// Picks what a pawn becomes: nearly always a queen.
#[inline]
fn promotion(random: &mut Random) -> Piece {
    match random.below(32) {
        0..2 => Piece::Knight,
        2 => Piece::Rook,
        3 => Piece::Bishop,
        _ => Piece::Queen,
    }
}

//! A slow, obvious board to compare the fast one with.
//!
//! It is an array of 64 squares. Every move is made, then the king is tested for attacks. It shares only
//! names (`Color`, `Piece`, `Square`) with the library.

use bughouse_chess::{Board, BoardStatus, BughouseMove, CastlingSide, ChessMove, Color, File, Piece, Square};

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Returns the square a step away, or `None` off the board.
pub(crate) fn step(from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let file = from.to_index() as i32 % 8 + files;
    let rank = from.to_index() as i32 / 8 + ranks;
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| Square::ALL[(rank * 8 + file) as usize])
}

/// Walks from a square in each direction, up to and including the first occupied square.
pub(crate) fn walk(
    from: Square,
    directions: &[(i32, i32)],
    occupied: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let mut squares = Vec::new();
    for &direction in directions {
        let mut at = from;
        while let Some(next) = step(at, direction) {
            squares.push(next);
            if occupied(next) {
                break;
            }
            at = next;
        }
    }
    squares
}

pub(crate) fn bishop_attacks(from: Square, occupied: impl Fn(Square) -> bool) -> Vec<Square> {
    walk(from, &DIAGONALS, occupied)
}

pub(crate) fn rook_attacks(from: Square, occupied: impl Fn(Square) -> bool) -> Vec<Square> {
    walk(from, &LINES, occupied)
}

pub(crate) fn knight_attacks(from: Square) -> Vec<Square> {
    KNIGHT_STEPS.into_iter().filter_map(|by| step(from, by)).collect()
}

pub(crate) fn king_attacks(from: Square) -> Vec<Square> {
    DIAGONALS.into_iter().chain(LINES).filter_map(|by| step(from, by)).collect()
}

pub(crate) fn pawn_attacks(from: Square, color: Color) -> Vec<Square> {
    [-1, 1].into_iter().filter_map(|files| step(from, (files, forward(color)))).collect()
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occupant {
    pub(crate) color: Color,
    pub(crate) piece: Piece,
    pub(crate) promoted: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlowBoard {
    squares: [Option<Occupant>; 64],
    side: Color,
    /// By color and type.
    reserves: [[u8; 5]; 2],
    /// The rook's file, by color and castling side.
    rights: [[Option<File>; 2]; 2],
    /// The square that a pawn skipped, if the last move was a double push.
    passed: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
}

impl SlowBoard {
    /// Copies a board through its public API.
    pub(crate) fn of(board: &Board) -> SlowBoard {
        let mut squares = [None; 64];
        for square in Square::all() {
            let occupant = board.piece_on(square).map(|piece| Occupant {
                color: board.color_on(square).unwrap(),
                piece,
                promoted: board.is_promoted(square),
            });
            assert!(
                occupant.is_some() || board.color_on(square).is_none(),
                "{board:?}: color without a piece"
            );
            assert!(occupant.is_some() || !board.is_promoted(square), "{board:?}: marker on empty {square}");
            squares[square.to_index()] = occupant;
        }
        let mut reserves = [[0; 5]; 2];
        for color in Color::ALL {
            for piece in Piece::IN_RESERVE {
                reserves[color.to_index()][piece.to_index()] = board.reserve(color).count(piece);
            }
        }
        let rights = Color::ALL.map(|color| {
            CastlingSide::ALL.map(|castling_side| board.castle_rights().rook_file(color, castling_side))
        });
        SlowBoard {
            squares,
            side: board.side_to_move(),
            reserves,
            rights,
            passed: board.en_passant(),
            halfmoves: board.halfmove_clock(),
            fullmoves: board.fullmove_number(),
        }
    }

    pub(crate) fn on(&self, square: Square) -> Option<Occupant> {
        self.squares[square.to_index()]
    }

    fn occupied(&self, square: Square) -> bool {
        self.on(square).is_some()
    }

    fn king(&self, color: Color) -> Square {
        let is_king = |occupant: Occupant| occupant.color == color && occupant.piece == Piece::King;
        Square::all().find(|&square| self.on(square).is_some_and(is_king)).unwrap()
    }

    /// Returns the squares that the piece on a square attacks.
    fn attacks_from(&self, from: Square) -> Vec<Square> {
        let occupied = |square| self.occupied(square);
        match self.on(from) {
            None => Vec::new(),
            Some(occupant) => match occupant.piece {
                Piece::Pawn => pawn_attacks(from, occupant.color),
                Piece::Knight => knight_attacks(from),
                Piece::Bishop => bishop_attacks(from, occupied),
                Piece::Rook => rook_attacks(from, occupied),
                Piece::Queen => [bishop_attacks(from, occupied), rook_attacks(from, occupied)].concat(),
                Piece::King => king_attacks(from),
            },
        }
    }

    /// Returns the squares of all pieces, of both colors, that attack a square.
    pub(crate) fn attackers_to(&self, square: Square) -> Vec<Square> {
        Square::all().filter(|&from| self.attacks_from(from).contains(&square)).collect()
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        Square::all().any(|from| {
            self.on(from).is_some_and(|occupant| occupant.color == by)
                && self.attacks_from(from).contains(&square)
        })
    }

    fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// Returns the pieces that give check to the side to move.
    pub(crate) fn checkers(&self) -> Vec<Square> {
        let king = self.king(self.side);
        let enemy = |from: &Square| self.on(*from).unwrap().color != self.side;
        self.attackers_to(king).into_iter().filter(enemy).collect()
    }

    /// Returns the pieces of the side to move whose removal would cause another check.
    pub(crate) fn pinned(&self) -> Vec<Square> {
        let checks = self.checkers().len();
        let may_be = |square: &Square| {
            self.on(*square)
                .is_some_and(|occupant| occupant.color == self.side && occupant.piece != Piece::King)
        };
        let without = |square: Square| {
            let mut board = self.clone();
            board.squares[square.to_index()] = None;
            board.checkers().len()
        };
        Square::all().filter(may_be).filter(|&square| without(square) > checks).collect()
    }

    /// Returns the legal moves and drops, sorted.
    pub(crate) fn legal_moves(&self) -> Vec<BughouseMove> {
        let mut moves = Vec::new();
        for from in Square::all() {
            if self.on(from).is_some_and(|occupant| occupant.color == self.side) {
                self.add_moves(from, &mut moves);
            }
        }
        for piece in Piece::IN_RESERVE {
            if self.reserves[self.side.to_index()][piece.to_index()] > 0 {
                let empty = Square::all().filter(|&square| !self.occupied(square));
                let fits = |square: &Square| piece != Piece::Pawn || (8..56).contains(&square.to_index());
                moves.extend(empty.filter(fits).map(|square| BughouseMove::Drop { piece, square }));
            }
        }
        moves.retain(|&mv| !self.play(mv).in_check(self.side));
        self.add_castling(&mut moves);
        moves.sort();
        moves
    }

    /// Adds the moves of one piece, ignoring the king's safety.
    fn add_moves(&self, from: Square, moves: &mut Vec<BughouseMove>) {
        let occupant = self.on(from).unwrap();
        let mut add = |to: Square, promotion| {
            moves.push(BughouseMove::Regular(ChessMove::new(from, to, promotion)));
        };
        if occupant.piece != Piece::Pawn {
            for to in self.attacks_from(from) {
                if self.on(to).is_none_or(|other| other.color != occupant.color) {
                    add(to, None);
                }
            }
            return;
        }
        let mut targets = Vec::new();
        let ahead = step(from, (0, forward(occupant.color))).filter(|&to| !self.occupied(to));
        if let Some(one) = ahead {
            targets.push(one);
            if from.rank() == occupant.color.second_rank() {
                targets.extend(step(one, (0, forward(occupant.color))).filter(|&to| !self.occupied(to)));
            }
        }
        for to in pawn_attacks(from, occupant.color) {
            let takes = self.on(to).is_some_and(|other| other.color != occupant.color);
            if takes || self.passed == Some(to) {
                targets.push(to);
            }
        }
        for to in targets {
            if to.rank() == (!occupant.color).back_rank() {
                Piece::PROMOTIONS.into_iter().for_each(|piece| add(to, Some(piece)));
            } else {
                add(to, None);
            }
        }
    }

    fn add_castling(&self, moves: &mut Vec<BughouseMove>) {
        let king = self.king(self.side);
        for castling_side in CastlingSide::ALL {
            let Some(file) = self.rights[self.side.to_index()][castling_side as usize] else { continue };
            let rook = Square::new(file, self.side.back_rank());
            let (king_to, rook_to) = self.castled(castling_side);
            let path: Vec<Square> = [along(king, king_to), along(rook, rook_to)].concat();
            let free = path.into_iter().all(|at| at == king || at == rook || !self.occupied(at));
            let mut no_king = self.clone();
            no_king.squares[king.to_index()] = None;
            let safe = along(king, king_to).into_iter().all(|at| !no_king.is_attacked(at, !self.side));
            let mv = self.castling_move(castling_side, king, file);
            if free && safe && !self.play(mv).in_check(self.side) {
                moves.push(mv);
            }
        }
    }

    /// Returns the squares of king and rook after castling.
    fn castled(&self, castling_side: CastlingSide) -> (Square, Square) {
        let rank = self.side.back_rank();
        match castling_side {
            CastlingSide::KingSide => (Square::new(File::G, rank), Square::new(File::F, rank)),
            CastlingSide::QueenSide => (Square::new(File::C, rank), Square::new(File::D, rank)),
        }
    }

    /// Returns castling as `ChessMove` documents it: e1g1 from the starting squares, otherwise king takes
    /// rook.
    fn castling_move(&self, castling_side: CastlingSide, king: Square, rook: File) -> BughouseMove {
        let usual = match castling_side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        };
        let to = if king.file() == File::E && rook == usual {
            self.castled(castling_side).0
        } else {
            Square::new(rook, king.rank())
        };
        BughouseMove::Regular(ChessMove::new(king, to, None))
    }

    /// Returns the side on which a king's move castles.
    fn castling_side(&self, mv: ChessMove) -> Option<CastlingSide> {
        let king = self.on(mv.source()).is_some_and(|occupant| occupant.piece == Piece::King);
        let is = |castling_side: &CastlingSide| {
            let rook = self.rights[self.side.to_index()][*castling_side as usize];
            rook.is_some_and(|rook| self.castling_move(*castling_side, mv.source(), rook) == mv.into())
        };
        CastlingSide::ALL.into_iter().find(|castling_side| king && is(castling_side))
    }

    /// Returns the piece that a move captures, as it was on the board.
    pub(crate) fn captured(&self, mv: BughouseMove) -> Option<Occupant> {
        let BughouseMove::Regular(mv) = mv else { return None };
        if self.castling_side(mv).is_some() {
            return None;
        }
        self.victim(mv).and_then(|square| self.on(square))
    }

    /// Returns the square that a capture empties.
    fn victim(&self, mv: ChessMove) -> Option<Square> {
        let occupant = self.on(mv.source())?;
        let aside = mv.source().file() != mv.dest().file();
        if occupant.piece == Piece::Pawn && aside && !self.occupied(mv.dest()) {
            return step(mv.dest(), (0, -forward(occupant.color)));
        }
        self.occupied(mv.dest()).then_some(mv.dest())
    }

    /// Returns the board after a move that may leave the king in check.
    pub(crate) fn play(&self, mv: BughouseMove) -> SlowBoard {
        let mut board = self.clone();
        board.passed = None;
        let resets = match mv {
            BughouseMove::Drop { piece, square } => {
                board.reserves[self.side.to_index()][piece.to_index()] -= 1;
                board.squares[square.to_index()] =
                    Some(Occupant { color: self.side, piece, promoted: false });
                false
            }
            BughouseMove::Regular(mv) => match self.castling_side(mv) {
                Some(castling_side) => {
                    board.castle(castling_side);
                    false
                }
                None => board.move_piece(mv),
            },
        };
        board.halfmoves = if resets { 0 } else { self.halfmoves + 1 };
        board.fullmoves += u32::from(self.side == Color::Black);
        board.side = !self.side;
        board
    }

    fn castle(&mut self, castling_side: CastlingSide) {
        let rank = self.side.back_rank();
        let rook_file = self.rights[self.side.to_index()][castling_side as usize].unwrap();
        let (king, rook) = (self.king(self.side), Square::new(rook_file, rank));
        let (king_to, rook_to) = self.castled(castling_side);
        let squares = (self.squares[king.to_index()].take(), self.squares[rook.to_index()].take());
        self.squares[king_to.to_index()] = squares.0;
        self.squares[rook_to.to_index()] = squares.1;
        self.rights[self.side.to_index()] = [None; 2];
    }

    /// Moves a piece and returns `true` if the half-move clock restarts.
    fn move_piece(&mut self, mv: ChessMove) -> bool {
        let (from, to) = (mv.source(), mv.dest());
        let victim = self.victim(mv);
        if let Some(square) = victim {
            self.squares[square.to_index()] = None;
        }
        let mut occupant = self.squares[from.to_index()].take().unwrap();
        if let Some(piece) = mv.promotion() {
            occupant = Occupant { piece, promoted: true, ..occupant };
        }
        self.squares[to.to_index()] = Some(occupant);
        if occupant.piece == Piece::King {
            self.rights[self.side.to_index()] = [None; 2];
        }
        // A right is lost when its rook leaves or is captured: no other piece is ever on that square.
        for color in Color::ALL {
            for right in &mut self.rights[color.to_index()] {
                if let Some(file) = *right {
                    let rook = Square::new(file, color.back_rank());
                    if rook == from || rook == to {
                        *right = None;
                    }
                }
            }
        }
        let was_pawn = occupant.piece == Piece::Pawn || mv.promotion().is_some();
        if was_pawn && from.to_index().abs_diff(to.to_index()) == 16 {
            self.passed = step(from, (0, forward(occupant.color)));
        }
        was_pawn || victim.is_some()
    }

    /// Returns the empty squares where a piece of the side to move would end the check.
    pub(crate) fn helping_squares(&self) -> Vec<Square> {
        let ends_check = |square: &Square| {
            let mut board = self.clone();
            board.squares[square.to_index()] =
                Some(Occupant { color: self.side, piece: Piece::Knight, promoted: false });
            !self.occupied(*square) && !board.in_check(self.side)
        };
        Square::all().filter(ends_check).collect()
    }

    /// Returns the status by the documented rule, from the list of legal moves.
    pub(crate) fn status(&self, legal: &[BughouseMove]) -> BoardStatus {
        if !legal.is_empty() {
            BoardStatus::Ongoing
        } else if !self.in_check(self.side) {
            BoardStatus::Stalemate
        } else if self.helping_squares().is_empty() {
            BoardStatus::Checkmate
        } else {
            BoardStatus::Ongoing
        }
    }

    /// Returns `true` if a legal move captures en passant.
    pub(crate) fn has_legal_en_passant(&self, legal: &[BughouseMove]) -> bool {
        legal.iter().any(|&mv| match mv {
            BughouseMove::Regular(mv) => {
                self.passed == Some(mv.dest())
                    && self.on(mv.source()).is_some_and(|occupant| occupant.piece == Piece::Pawn)
                    && mv.source().file() != mv.dest().file()
            }
            BughouseMove::Drop { .. } => false,
        })
    }

    /// Returns `true` if a pawn of the side to move attacks the en passant square.
    pub(crate) fn has_pseudo_legal_en_passant(&self) -> bool {
        let Some(target) = self.passed else { return false };
        Square::all().any(|from| {
            self.on(from).is_some_and(|occupant| occupant.color == self.side && occupant.piece == Piece::Pawn)
                && self.attacks_from(from).contains(&target)
        })
    }

    /// Writes BFEN in canonical form, castling rights by the rooks' files.
    pub(crate) fn to_bfen(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some(occupant) = self.squares[rank * 8 + file] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text.push(letter(occupant.color, occupant.piece));
                if occupant.promoted {
                    text.push('~');
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push(if rank > 0 { '/' } else { '[' });
        }
        for color in Color::ALL {
            for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn] {
                for _ in 0..self.reserves[color.to_index()][piece.to_index()] {
                    text.push(letter(color, piece));
                }
            }
        }
        text += if self.side == Color::White { "] w " } else { "] b " };
        let mut rights = String::new();
        for color in Color::ALL {
            for file in self.rights[color.to_index()].into_iter().flatten() {
                let letter = file.to_char();
                rights.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        text += if rights.is_empty() { "-" } else { &rights };
        let passed = self.passed.map_or("-".to_owned(), |square| square.to_string());
        text + &format!(" {passed} {} {}", self.halfmoves, self.fullmoves)
    }
}

fn letter(color: Color, piece: Piece) -> char {
    let letter = match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    };
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// Returns the squares of a rank from one to another, both included.
fn along(a: Square, b: Square) -> Vec<Square> {
    let (low, high) = (a.min(b).to_index(), a.max(b).to_index());
    (low..=high).map(|index| Square::ALL[index]).collect()
}

//! At which half-moves of a block a term holds: columns are compared.

use bughouse_chess::{Board, Piece, Position};

use super::men::Men;
use super::scan::Scan;
use super::term::{Bounds, MovePattern, ReserveTest, Term};
use crate::collect::{men_in, seat_number};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::flags::half_move as flags;
use crate::pack::{holds, man};

impl Scan<'_> {
    /// Returns at which half-moves a term holds.
    pub(super) fn half_moves(&self, term: &Term) -> Result<Vec<u8>, ArchiveError> {
        let bounded = |name: &'static str, bounds: Bounds| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column(name)?;
            // What is unknown is below every bound.
            Ok(column.iter().map(|&value| u8::from(value >= bounds.least && value <= bounds.most)).collect())
        };
        let flagged = |bits: i32| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column("flags")?;
            Ok(column.iter().map(|&value| u8::from(value & bits == bits)).collect())
        };
        Ok(match term {
            Term::Flag(bits) => flagged(*bits)?,
            Term::Frozen(seat) => {
                let mut mask = flagged(flags::FREEZES)?;
                if let Some(seat) = seat {
                    // It is the opponent's half-move that freezes.
                    let opponent = i32::from(seat_number(*seat)) ^ 1;
                    let column = self.column("seat")?;
                    mask.iter_mut()
                        .zip(column.iter())
                        .for_each(|(mask, &seat)| *mask &= u8::from(seat == opponent));
                }
                mask
            }
            Term::Piece(piece) => {
                let piece = i32::from(man(*piece));
                bounded("piece", Bounds { least: piece, most: piece })?
            }
            Term::Capture(None) => bounded("capture", Bounds::ANY)?,
            Term::Capture(Some(piece)) => {
                let piece = i32::from(man(*piece));
                bounded("capture", Bounds { least: piece, most: piece })?
            }
            Term::Ply(bounds) => bounded("ply", *bounds)?,
            Term::Clock(bounds) => bounded("clock_ms", *bounds)?,
            Term::Used(bounds) => bounded("used_ms", *bounds)?,
            Term::Sit(bounds) => bounded("sit_ms", *bounds)?,
            Term::Diagonal(seat, bounds) => {
                let number = seat_number(*seat);
                let name = if number % 2 == 0 { "diagonal_white_s" } else { "diagonal_black_s" };
                // Board B sees it the other way round.
                let is_first = number < 2;
                let column = self.column(name)?;
                let holds =
                    |value: i32| value != UNKNOWN && bounds.contains(if is_first { value } else { -value });
                column.iter().map(|&value| u8::from(holds(value))).collect()
            }
            Term::Reserve(seat, test) => {
                let names = ["reserve_white_a", "reserve_black_a", "reserve_white_b", "reserve_black_b"];
                let column = self.column(names[seat_number(*seat) as usize & 3])?;
                let test = *test;
                let holds = |value: i32| match test {
                    ReserveTest::Holds(least) => holds(value, least),
                    ReserveTest::Is(men) => value == men,
                    ReserveTest::Men(bounds) => bounds.contains(men_in(value)),
                };
                column.iter().map(|&value| u8::from(holds(value))).collect()
            }
            Term::To(square) => self.moves(|mv| mv.to == i32::from(*square))?,
            Term::From(square) => self.moves(|mv| mv.from == Some(i32::from(*square)))?,
            Term::Drop(piece, square) => {
                let piece = piece.map(|piece| i32::from(man(piece)));
                self.moves(|mv| {
                    mv.drop.is_some()
                        && (piece.is_none() || mv.drop == piece)
                        && square.is_none_or(|square| mv.to == i32::from(square))
                })?
            }
            Term::Promotion(piece) => match piece {
                None => flagged(flags::PROMOTION)?,
                Some(piece) => {
                    let piece = *piece;
                    self.moves(|mv| mv.promotion == Some(piece))?
                }
            },
            Term::Move(pattern) => self.pattern(pattern)?,
            Term::Position(board) => self.position(board),
            Term::Pieces(men) => self.pieces(men)?,
            // Those of the game and of seats are no terms of half-moves.
            _ => vec![0; self.rows()],
        })
    }

    /// Returns at which half-moves a move is as wanted. There are few different moves, so that each is judged once.
    fn moves(&self, wanted: impl Fn(&PackedMove) -> bool) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("move")?;
        let table: Vec<u8> = (0..=i16::MAX).map(|packed| u8::from(wanted(&PackedMove::of(packed)))).collect();
        Ok(column.iter().map(|&mv| table.get(mv as usize).copied().unwrap_or(0)).collect())
    }

    /// Returns which half-moves were played from a board.
    fn position(&self, board: &Board) -> Vec<u8> {
        let mut mask = vec![0; self.rows()];
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            for &(_, ply) in self.lookup.plies(board, game as i32) {
                if let Some(holds) = usize::try_from(ply - 1).ok().and_then(|at| mask[start..end].get_mut(at))
                {
                    *holds = 1;
                }
            }
            start = end;
        }
        mask
    }

    /// Returns behind which half-moves men stand on the board where it was played.
    fn pieces(&self, wanted: &[(u8, u8)]) -> Result<Vec<u8>, ArchiveError> {
        let (seats, moves, flags) = (self.column("seat")?, self.column("move")?, self.column("flags")?);
        let usual = Men::new(&Position::default());
        let mut mask = vec![0; self.rows()];
        let mut start = 0;
        for game in self.block.games.clone() {
            let end = start + self.length(game);
            let mut men = self.attributes.starts.get(&(game as i32)).map_or(usual, Men::new);
            for row in start..end {
                men.play(seats[row], moves[row], flags[row]);
                let board = men.board((seats[row] >> 1 & 1) as usize);
                mask[row] = u8::from(wanted.iter().all(|&(square, man)| board[square as usize & 63] == man));
            }
            start = end;
        }
        Ok(mask)
    }

    fn pattern(&self, pattern: &MovePattern) -> Result<Vec<u8>, ArchiveError> {
        let mut mask = self.moves(|mv| {
            mv.drop.is_some() == pattern.is_drop
                && pattern.to.is_none_or(|to| mv.to == i32::from(to))
                && pattern
                    .from_file
                    .is_none_or(|file| mv.from.is_some_and(|from| from % 8 == i32::from(file)))
                && pattern
                    .from_rank
                    .is_none_or(|rank| mv.from.is_some_and(|from| from / 8 == i32::from(rank)))
                && pattern.promotion.is_none_or(|piece| mv.promotion == Some(piece))
                && pattern
                    .castles_short
                    .is_none_or(|short| mv.from.is_some_and(|from| (mv.to % 8 > from % 8) == short))
        })?;
        let mut and = |other: Vec<u8>| mask.iter_mut().zip(other).for_each(|(mask, holds)| *mask &= holds);
        if let Some(piece) = pattern.piece {
            and(self.half_moves(&Term::Piece(piece))?);
        }
        if let Some(captures) = pattern.captures {
            let captured = self.half_moves(&Term::Capture(None))?;
            and(captured.into_iter().map(|holds| u8::from((holds != 0) == captures)).collect());
        }
        let mut bits = pattern.flags;
        if pattern.castles_short.is_some() {
            bits |= flags::CASTLING;
        } else if pattern.piece == Some(Piece::King) {
            // A king's step is no castling.
            let castling = self.half_moves(&Term::Flag(flags::CASTLING))?;
            and(castling.into_iter().map(|holds| 1 - holds).collect());
        }
        if bits != 0 {
            and(self.half_moves(&Term::Flag(bits))?);
        }
        Ok(mask)
    }
}

/// The parts of a packed move.
struct PackedMove {
    from: Option<i32>,
    to: i32,
    drop: Option<i32>,
    promotion: Option<Piece>,
}

impl PackedMove {
    fn of(packed: i16) -> PackedMove {
        const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let (low, high, kind) = (i32::from(packed & 63), i32::from(packed >> 6 & 63), packed >> 12);
        match kind {
            0 => PackedMove { from: Some(low), to: high, drop: None, promotion: None },
            1..=4 => PackedMove {
                from: Some(low),
                to: high,
                drop: None,
                promotion: Some(PROMOTIONS[kind as usize - 1]),
            },
            5 => PackedMove { from: None, to: high, drop: Some(low), promotion: None },
            _ => {
                // Which rank it is depends on the colour, which a square alone does not tell; the file is enough for
                // none of the terms, so that such a move is found by its flag.
                let promotion = PROMOTIONS[(packed >> 9 & 3) as usize];
                PackedMove { from: None, to: -1, drop: None, promotion: Some(promotion) }
            }
        }
    }
}

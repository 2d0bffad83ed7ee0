//! At which half-moves of a block a term holds: columns are compared.

use bughouse_chess::{Board, BughouseMove, Color, Piece, Position, Seat};

use super::men::Men;
use super::scan::Scan;
use super::term::{Bounds, MovePattern, ReserveTest, Term};
use crate::collect::{men_in, seat_number};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::flags::half_move as flags;
use crate::pack::{FIRST_THEFT, holds, man, unpack_move};

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
                // Board B sees it the other way round.
                let holds = |value: i32, seat: i32| {
                    value != UNKNOWN && bounds.contains(if seat < 2 { value } else { -value })
                };
                self.by_seat(*seat, ["diagonal_white_s", "diagonal_black_s"], holds)?
            }
            Term::Reserve(seat, test) => {
                let names = ["reserve_white_a", "reserve_black_a", "reserve_white_b", "reserve_black_b"];
                let test = *test;
                self.by_seat(*seat, names, |value, _| match test {
                    ReserveTest::Holds(least) => holds(value, least),
                    ReserveTest::Is(men) => value == men,
                    ReserveTest::Men(bounds) => bounds.contains(men_in(value)),
                })?
            }
            Term::To(squares) => self.moves(|mv| squares >> to(mv) & 1 == 1)?,
            Term::From(squares) => self.moves(|mv| from(mv).is_some_and(|from| squares >> from & 1 == 1))?,
            Term::Drop(piece, squares) => self.moves(|mv| match mv {
                BughouseMove::Drop { piece: dropped, .. } => {
                    piece.is_none_or(|piece| piece == *dropped)
                        && squares.is_none_or(|squares| squares >> to(mv) & 1 == 1)
                }
                BughouseMove::Regular(_) => false,
            })?,
            Term::Promotion(piece) => match piece {
                None => flagged(flags::PROMOTION)?,
                Some(piece) => {
                    let piece = *piece;
                    self.moves(|mv| promotion(mv) == Some(piece))?
                }
            },
            Term::Move(pattern) => self.pattern(pattern)?,
            Term::Position(board) => self.position(board),
            Term::Pieces(men) => self.pieces(men)?,
            // Those of the game and of seats are no terms of half-moves.
            _ => vec![0; self.rows()],
        })
    }

    /// Returns at which half-moves the column of a seat, or of who made the half-move, is as wanted. Seats take the columns
    /// in turn.
    fn by_seat<const N: usize>(
        &self,
        seat: Option<Seat>,
        names: [&'static str; N],
        wanted: impl Fn(i32, i32) -> bool,
    ) -> Result<Vec<u8>, ArchiveError> {
        if let Some(seat) = seat {
            let number = i32::from(seat_number(seat));
            let column = self.column(names[number as usize % N])?;
            return Ok(column.iter().map(|&value| u8::from(wanted(value, number))).collect());
        }
        let mut columns = Vec::with_capacity(N);
        for name in names {
            columns.push(self.column(name)?);
        }
        let seats = self.column("seat")?;
        let of_mover =
            |(row, &seat): (usize, &i32)| u8::from(wanted(columns[(seat & 3) as usize % N][row], seat));
        Ok(seats.iter().enumerate().map(of_mover).collect())
    }

    /// Returns at which half-moves a move is as wanted. There are few different moves, so that each is judged once.
    fn moves(&self, wanted: impl Fn(&BughouseMove) -> bool) -> Result<Vec<u8>, ArchiveError> {
        let column = self.column("move")?;
        let table = |color: Color| -> Vec<u8> {
            (0..=i16::MAX)
                .map(|packed| unpack_move(packed, color).is_some_and(|mv| wanted(&mv)).into())
                .collect()
        };
        let judged = |table: &[u8], mv: i32| table.get(mv as usize).copied().unwrap_or(0);
        let white = table(Color::White);
        if column.iter().all(|&mv| mv < FIRST_THEFT) {
            return Ok(column.iter().map(|&mv| judged(&white, mv)).collect());
        }
        // The ranks of a pawn that takes its man from the other board are those of its colour.
        let black = table(Color::Black);
        let seats = self.column("seat")?;
        let by_color = |(&mv, &seat): (&i32, &i32)| judged(if seat & 1 == 0 { &white } else { &black }, mv);
        Ok(column.iter().zip(seats.iter()).map(by_color).collect())
    }

    /// Returns which half-moves were played from a board.
    fn position(&self, board: &Board) -> Vec<u8> {
        let mut mask = vec![0; self.rows()];
        for (game, own) in self.games() {
            for &(_, ply) in self.lookup.plies(board, game as i32) {
                let at = usize::try_from(ply - 1).ok();
                if let Some(holds) = at.and_then(|at| mask[own.clone()].get_mut(at)) {
                    *holds = 1;
                }
            }
        }
        mask
    }

    /// Returns behind which half-moves men stand on the board where it was played.
    fn pieces(&self, wanted: &[(u8, u8)]) -> Result<Vec<u8>, ArchiveError> {
        let (seats, moves, flags) = (self.column("seat")?, self.column("move")?, self.column("flags")?);
        let usual = Men::new(&Position::default());
        let mut mask = vec![0; self.rows()];
        for (game, own) in self.games() {
            let mut men = self.attributes.starts.get(&(game as i32)).map_or(usual, Men::new);
            for row in own {
                men.play(seats[row], moves[row], flags[row]);
                let board = men.board((seats[row] >> 1 & 1) as usize);
                mask[row] = u8::from(wanted.iter().all(|&(square, man)| board[square as usize & 63] == man));
            }
        }
        Ok(mask)
    }

    fn pattern(&self, pattern: &MovePattern) -> Result<Vec<u8>, ArchiveError> {
        let mut mask = self.moves(|mv| {
            let (from, to) = (from(mv), to(mv));
            mv.is_drop() == pattern.is_drop
                && pattern.to.is_none_or(|wanted| wanted == to)
                && pattern.from_file.is_none_or(|file| from.is_some_and(|from| from % 8 == file))
                && pattern.from_rank.is_none_or(|rank| from.is_some_and(|from| from / 8 == rank))
                && pattern.promotion.is_none_or(|piece| promotion(mv) == Some(piece))
                && pattern.stolen_from.is_none_or(|square| stolen_from(mv) == Some(square))
                && pattern
                    .castles_short
                    .is_none_or(|short| from.is_some_and(|from| (to % 8 > from % 8) == short))
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

/// Returns the square that a move leaves, from 0 to 63; a drop leaves none.
fn from(mv: &BughouseMove) -> Option<u8> {
    match mv {
        BughouseMove::Regular(mv) => Some(mv.source().to_index() as u8),
        BughouseMove::Drop { .. } => None,
    }
}

/// Returns the square that a move goes to, from 0 to 63.
fn to(mv: &BughouseMove) -> u8 {
    mv.dest().to_index() as u8
}

/// Returns what a pawn becomes.
fn promotion(mv: &BughouseMove) -> Option<Piece> {
    match mv {
        BughouseMove::Regular(mv) => mv.promotion(),
        BughouseMove::Drop { .. } => None,
    }
}

/// Returns the square of the other board that the man comes from that a pawn becomes.
fn stolen_from(mv: &BughouseMove) -> Option<u8> {
    match mv {
        BughouseMove::Regular(mv) => mv.stolen_from().map(|square| square.to_index() as u8),
        BughouseMove::Drop { .. } => None,
    }
}

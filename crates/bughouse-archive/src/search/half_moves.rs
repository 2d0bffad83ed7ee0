//! Evaluates terms about half-moves on the columns of a block.

use bughouse_chess::{Board, Position, Seat};

use super::live::Live;
use super::placement::Placement;
use super::scan::Scan;
use super::term::{Bounds, ReserveTest, Term};
use crate::collect::{count_in, seat_number};
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::flags::half_move as flags;
use crate::pack::{FIRST_THEFT, holds, piece_number};

impl Scan<'_> {
    /// Returns the half-moves at which a term matches, as a mask.
    pub(super) fn half_moves(&self, term: &Term, live: &Live) -> Result<Vec<u8>, ArchiveError> {
        let bounded = |name: &'static str, bounds: Bounds| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column(name, live)?;
            // `UNKNOWN` is below every bound.
            Ok(self.tested(&column, live, |value| value >= bounds.least && value <= bounds.most))
        };
        let flagged = |bits: i32, wanted: i32| -> Result<Vec<u8>, ArchiveError> {
            let column = self.column("flags", live)?;
            Ok(self.tested(&column, live, |value| value & bits == wanted))
        };
        Ok(match term {
            Term::Flag(bits) => flagged(*bits, *bits)?,
            Term::Frozen(seat) => {
                let mut mask = flagged(flags::FREEZES, flags::FREEZES)?;
                if let Some(seat) = seat {
                    // The flag is on the half-move of the opponent.
                    let opponent = i32::from(seat_number(*seat)) ^ 1;
                    let column = self.column("seat", live)?;
                    mask.iter_mut()
                        .zip(column.iter())
                        .for_each(|(mask, &seat)| *mask &= u8::from(seat == opponent));
                }
                mask
            }
            Term::Piece(piece) => {
                let piece = i32::from(piece_number(*piece));
                bounded("piece", Bounds { least: piece, most: piece })?
            }
            Term::Capture(None) => bounded("capture", Bounds::ANY)?,
            Term::Capture(Some(piece)) => {
                let piece = i32::from(piece_number(*piece));
                bounded("capture", Bounds { least: piece, most: piece })?
            }
            Term::Ply(bounds) => bounded("ply", *bounds)?,
            Term::Clock(bounds) => bounded("clock_ms", *bounds)?,
            Term::Used(bounds) => bounded("used_ms", *bounds)?,
            Term::Sit(bounds) => bounded("sit_ms", *bounds)?,
            Term::Diagonal(seat, bounds) => {
                // The columns are from the view of board A. For board B, negate them.
                let holds = |value: i32, seat: i32| {
                    value != UNKNOWN && bounds.contains(if seat < 2 { value } else { -value })
                };
                self.by_seat(*seat, live, ["diagonal_white_s", "diagonal_black_s"], holds)?
            }
            Term::Reserve(seat, test) => {
                let names = ["reserve_white_a", "reserve_black_a", "reserve_white_b", "reserve_black_b"];
                let test = *test;
                self.by_seat(*seat, live, names, |value, _| match test {
                    ReserveTest::Holds(least) => holds(value, least),
                    ReserveTest::Is(reserve) => value == reserve,
                    ReserveTest::Count(bounds) => bounds.contains(count_in(value)),
                })?
            }
            Term::MoveIn(table) => {
                let moves = self.column("move", live)?;
                // Branchless maximum: most blocks have no such promotion, and don't need the seats.
                if moves.iter().fold(0, |most, &mv| most.max(mv)) < FIRST_THEFT {
                    self.tested(&moves, live, |mv| table.wants(mv, 0))
                } else {
                    let seats = self.column("seat", live)?;
                    moves.iter().zip(seats.iter()).map(|(&mv, &seat)| table.wants(mv, seat).into()).collect()
                }
            }
            Term::Flags { set, unset } => flagged(set | unset, *set)?,
            Term::Column(name, bounds) => bounded(name, *bounds)?,
            Term::Promotion(None) => flagged(flags::PROMOTION, flags::PROMOTION)?,
            Term::Position(board) => self.position(board),
            Term::Pieces(pieces) => self.pieces(pieces, live)?,
            // Terms about games and seats are evaluated elsewhere.
            _ => vec![0; self.rows()],
        })
    }

    /// Returns the mask of the rows whose value is `wanted`, in games that can still match.
    fn tested(&self, column: &[i32], live: &Live, wanted: impl Fn(i32) -> bool) -> Vec<u8> {
        if live.is_all() {
            return column.iter().map(|&value| wanted(value).into()).collect();
        }
        let mut mask = vec![0; column.len()];
        for rows in self.rows_of(live) {
            let own = mask[rows.clone()].iter_mut().zip(&column[rows]);
            own.for_each(|(holds, &value)| *holds = wanted(value).into());
        }
        mask
    }

    /// Returns the mask of the rows at which the column of a seat matches. Without a seat, it is that of the player who
    /// made the half-move. Seat `n` has column `n % N`.
    fn by_seat<const N: usize>(
        &self,
        seat: Option<Seat>,
        live: &Live,
        names: [&'static str; N],
        wanted: impl Fn(i32, i32) -> bool,
    ) -> Result<Vec<u8>, ArchiveError> {
        if let Some(seat) = seat {
            let number = i32::from(seat_number(seat));
            let column = self.column(names[number as usize % N], live)?;
            return Ok(self.tested(&column, live, |value| wanted(value, number)));
        }
        let mut columns = Vec::with_capacity(N);
        for name in names {
            columns.push(self.column(name, live)?);
        }
        let seats = self.column("seat", live)?;
        let of_mover =
            |(row, &seat): (usize, &i32)| u8::from(wanted(columns[(seat & 3) as usize % N][row], seat));
        Ok(seats.iter().enumerate().map(of_mover).collect())
    }

    /// Returns the mask of the half-moves that were played from a board.
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

    /// Returns the mask of the half-moves after which the board has all wanted pieces.
    fn pieces(&self, wanted: &[(u8, u8)], live: &Live) -> Result<Vec<u8>, ArchiveError> {
        let column = |name| self.column(name, live);
        let (seats, moves, flags) = (column("seat")?, column("move")?, column("flags")?);
        let standard = Placement::new(&Position::default());
        let mut mask = vec![0; self.rows()];
        for (_, (game, own)) in self.games().enumerate().filter(|(number, _)| live.has(*number)) {
            let mut placement = self.attributes.starts.get(&(game as i32)).map_or(standard, Placement::new);
            for row in own {
                placement.play(seats[row], moves[row], flags[row]);
                let board = placement.board((seats[row] >> 1 & 1) as usize);
                mask[row] =
                    u8::from(wanted.iter().all(|&(square, piece)| board[square as usize & 63] == piece));
            }
        }
        Ok(mask)
    }
}

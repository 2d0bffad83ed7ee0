//! What a player dropped where: the half-moves of the player's games, read by several threads.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bughouse_chess::{BughouseMove, Color, Piece, Square};

use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::error::ArchiveError;
use crate::hot::team_of;
use crate::pack::unpack_move;
use crate::schema::MOVES;
use crate::score::Score;

/// Fewer rows between two games are read along.
const GAP_ROWS: u64 = 20_000;
/// About how many rows are read together.
const BLOCK_ROWS: u64 = 1 << 19;

/// Men that were dropped on squares, and what came of it: a drop counts as a game does.
pub(crate) type Drops = HashMap<(Piece, Square), Score>;

impl Archive {
    /// Returns the drops of seats in games. Games and seats are numbers, in order.
    pub(crate) fn drops_of(
        &self,
        seats: &[(usize, usize)],
        games: &Attributes,
    ) -> Result<Drops, ArchiveError> {
        let blocks = blocks(seats, games);
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Ok(Drops::new()));
        let work = || {
            let mut drops = Drops::new();
            let mut done = Ok(());
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                done = self.add_drops(block, games, &mut drops);
                if done.is_err() {
                    break;
                }
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *all, done) {
                (Ok(all), Ok(())) => {
                    for (drop, score) in drops {
                        all.entry(drop).or_default().merge(score);
                    }
                }
                (Ok(_), Err(error)) => *all = Err(error),
                (Err(_), _) => {}
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..bpgn::Parallel::default().threads.min(blocks.len()) {
                scope.spawn(work);
            }
        });
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn add_drops(&self, block: &Block, games: &Attributes, drops: &mut Drops) -> Result<(), ArchiveError> {
        let who = self.move_ints(MOVES.column("seat"), block.rows.clone())?;
        let what = self.move_ints(MOVES.column("move"), block.rows.clone())?;
        let place = |row: u64| (row - block.rows.start) as usize;
        for &((game, seat), Range { start, end }) in &block.seats {
            let rows = place(start)..place(end);
            let (winner, team) = (games.winners[game], team_of(seat as i8));
            for (&by, &mv) in who[rows.clone()].iter().zip(&what[rows]) {
                if by != seat as i32 {
                    continue;
                }
                let mv = i16::try_from(mv).ok().and_then(|mv| unpack_move(mv, Color::White));
                if let Some(BughouseMove::Drop { piece, square }) = mv {
                    drops.entry((piece, square)).or_default().add(winner, team);
                }
            }
        }
        Ok(())
    }
}

/// Rows that are read together, with the games and seats in them and the rows of each.
struct Block {
    rows: Range<u64>,
    seats: Vec<((usize, usize), Range<u64>)>,
}

/// Cuts the rows of games into blocks.
fn blocks(seats: &[(usize, usize)], games: &Attributes) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut row, mut next) = (0, 0);
    for &(game, seat) in seats {
        let length = |game: usize| games.half_moves[game].max(0) as u64;
        row += (next..game).map(length).sum::<u64>();
        next = next.max(game);
        let rows = row..row + length(game);
        match blocks.last_mut() {
            Some(last)
                if rows.start.saturating_sub(last.rows.end) <= GAP_ROWS
                    && rows.end - last.rows.start <= BLOCK_ROWS =>
            {
                last.rows.end = rows.end;
                last.seats.push(((game, seat), rows));
            }
            _ => blocks.push(Block { rows: rows.clone(), seats: vec![((game, seat), rows)] }),
        }
    }
    blocks
}

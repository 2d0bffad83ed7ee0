//! The drops of a player, counted by several threads.

use std::collections::HashMap;

use bpgn::input::Parallel;
use bughouse_chess::{BughouseMove, Color, Piece, Square};

use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::blocks::{BLOCKS_TOGETHER, Block, blocks};
use crate::error::ArchiveError;
use crate::hot::team_of;
use crate::move_columns::MoveColumns;
use crate::pack::unpack_move;
use crate::schema::MOVES;
use crate::score::Score;
use crate::threads::share;

/// Results by piece and square. Each drop counts as one game.
pub(crate) type Drops = HashMap<(Piece, Square), Score>;

impl Archive {
    /// Returns the drops made by seats in games. `seats` are pairs of game and seat, in ascending order.
    pub(crate) fn drops_of(
        &self,
        seats: &[(usize, usize)],
        games: &Attributes,
    ) -> Result<Drops, ArchiveError> {
        let blocks = blocks(games, seats.iter().map(|&(game, _)| game));
        let stretches: Vec<_> = blocks.chunks(BLOCKS_TOGETHER).collect();
        let parts = share(Parallel::default().threads, &stretches, |parts| -> Result<Drops, ArchiveError> {
            let mut drops = Drops::new();
            let mut columns = MoveColumns::new(self);
            for block in parts.flat_map(|(_, blocks)| *blocks) {
                add_drops(&mut columns, block, seats, games, &mut drops)?;
            }
            Ok(drops)
        });
        let mut all = Drops::new();
        for drops in parts {
            for (drop, score) in drops? {
                all.entry(drop).or_default().merge(score);
            }
        }
        Ok(all)
    }
}

/// Adds the drops of a block.
fn add_drops(
    columns: &mut MoveColumns<'_>,
    block: &Block,
    seats: &[(usize, usize)],
    games: &Attributes,
    drops: &mut Drops,
) -> Result<(), ArchiveError> {
    let movers = columns.all(MOVES.column("seat"), block.rows.clone())?;
    let moves = columns.all(MOVES.column("move"), block.rows.clone())?;
    let first = seats.partition_point(|&(game, _)| game < block.games.start);
    let mut rest = seats[first..].iter().peekable();
    for (game, rows) in block.each(games) {
        while let Some(&(_, seat)) = rest.next_if(|(other, _)| *other == game) {
            let (winner, team) = (games.winners[game], team_of(seat as i8));
            for (&by, &mv) in movers[rows.clone()].iter().zip(&moves[rows.clone()]) {
                if by != seat as i32 {
                    continue;
                }
                let mv = i16::try_from(mv).ok().and_then(|mv| unpack_move(mv, Color::White));
                if let Some(BughouseMove::Drop { piece, square }) = mv {
                    drops.entry((piece, square)).or_default().add(winner, team);
                }
            }
        }
    }
    Ok(())
}

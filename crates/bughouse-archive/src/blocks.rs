//! Blocks: games with nearby half-moves, which are read together.

use std::ops::Range;

use crate::attributes::Attributes;

/// The most rows of a block, unless a game has more. Chosen to keep their columns in the CPU cache.
const BLOCK_ROWS: u64 = 1 << 16;
/// How many consecutive blocks a thread takes at a time. It can read their columns sequentially.
pub(crate) const BLOCKS_TOGETHER: usize = 16;
/// Gaps of up to this many rows between two games are read rather than skipped.
const GAP_ROWS: u64 = 20_000;

/// A range of games, and the rows of their half-moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) games: Range<usize>,
    pub(crate) rows: Range<u64>,
}

/// Groups games, in ascending order, into blocks. A block may contain other games in between.
pub(crate) fn blocks(attributes: &Attributes, games: impl IntoIterator<Item = usize>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut next, mut row) = (0, 0);
    for game in games.into_iter().take_while(|&game| game < attributes.len()) {
        while next < game {
            row += attributes.length(next) as u64;
            next += 1;
        }
        let rows = row..row + attributes.length(game) as u64;
        match blocks.last_mut() {
            Some(last)
                if rows.start.saturating_sub(last.rows.end) <= GAP_ROWS
                    && rows.end - last.rows.start <= BLOCK_ROWS =>
            {
                *last = Block { games: last.games.start..game + 1, rows: last.rows.start..rows.end };
            }
            _ => blocks.push(Block { games: game..game + 1, rows }),
        }
    }
    blocks
}

impl Block {
    /// Returns its games, each with its rows relative to the start of the block.
    pub(crate) fn each<'a>(
        &self,
        attributes: &'a Attributes,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + use<'a> {
        let mut end = 0;
        self.games.clone().map(move |game| {
            let start = end;
            end += attributes.length(game);
            (game, start..end)
        })
    }
}

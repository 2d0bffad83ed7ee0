//! Half-moves of games that lie near each other, read together.

use std::ops::Range;

use crate::archive::Archive;
use crate::attributes::Attributes;
use crate::error::ArchiveError;
use crate::table::Found;

/// About how many rows are read together.
const BLOCK_ROWS: u64 = 1 << 19;
/// Fewer rows between two games that count are read along.
const GAP_ROWS: u64 = 20_000;

/// Games that are looked at together, and the rows of their half-moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) games: Range<usize>,
    pub(crate) rows: Range<u64>,
}

/// Puts games, whose ids ascend, into blocks. Between them there may be others.
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
    /// Returns its games, each with its rows, which are counted within the block.
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

impl Archive {
    /// Reads a column of half-moves for rows that are counted through all files.
    pub(crate) fn move_ints(&self, column: usize, rows: Range<u64>) -> Result<Vec<i32>, ArchiveError> {
        let all = 0..(rows.end - rows.start) as usize;
        self.some_move_ints(column, rows, std::slice::from_ref(&all))
    }

    /// Reads a column of half-moves for some of these rows, which are counted from the first of them and ascend. Others
    /// are unknown.
    pub(crate) fn some_move_ints(
        &self,
        column: usize,
        rows: Range<u64>,
        some: &[Range<usize>],
    ) -> Result<Vec<i32>, ArchiveError> {
        let mut out = Vec::with_capacity((rows.end - rows.start) as usize);
        let mut before = 0;
        for file in &self.moves {
            for group in 0..file.groups() {
                let length = file.group_rows(group) as u64;
                let (start, end) = (rows.start.max(before), rows.end.min(before + length));
                if start < end {
                    let found = Found { group, rows: (start - before) as usize..(end - before) as usize };
                    // Those of this group, counted within it.
                    let (first, last) = ((start - rows.start) as usize, (end - rows.start) as usize);
                    let from = some.partition_point(|some| some.end <= first);
                    let own = some[from..].iter().take_while(|some| some.start < last).map(|some| {
                        let of_group = |row: usize| row.clamp(first, last) - first + found.rows.start;
                        of_group(some.start)..of_group(some.end)
                    });
                    file.some_ints(&found, own, column, &mut out)?;
                }
                before += length;
            }
        }
        if out.len() as u64 != rows.end - rows.start {
            let what = "the table of half-moves has fewer rows than the games say";
            return Err(ArchiveError::damaged(self.folder(), what));
        }
        Ok(out)
    }
}

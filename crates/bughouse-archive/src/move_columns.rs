//! Columns of half-moves, read on from block to block.

use std::ops::Range;

use crate::archive::Archive;
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::schema::MOVES;
use crate::table::Ints;

/// The columns of half-moves of an archive. Who asks for rows that ascend has nothing read twice.
pub(crate) struct MoveColumns<'a> {
    archive: &'a Archive,
    /// By column: where it was read last.
    open: Vec<Option<Open>>,
}

/// A column of a group of a file.
struct Open {
    file: usize,
    group: usize,
    column: Option<Ints>,
}

impl<'a> MoveColumns<'a> {
    /// Begins with nothing read.
    pub(crate) fn new(archive: &'a Archive) -> MoveColumns<'a> {
        MoveColumns { archive, open: MOVES.columns.iter().map(|_| None).collect() }
    }

    /// Reads a column for rows that are counted through all files.
    pub(crate) fn all(&mut self, column: usize, rows: Range<u64>) -> Result<Vec<i32>, ArchiveError> {
        let all = 0..(rows.end - rows.start) as usize;
        self.some(column, rows, std::slice::from_ref(&all))
    }

    /// Reads a column for some of these rows, which are counted from the first of them and ascend. Others are unknown.
    pub(crate) fn some(
        &mut self,
        column: usize,
        rows: Range<u64>,
        some: &[Range<usize>],
    ) -> Result<Vec<i32>, ArchiveError> {
        let archive = self.archive;
        let mut out = Vec::with_capacity((rows.end - rows.start) as usize);
        let mut before = 0;
        for (number, file) in archive.moves.iter().enumerate() {
            if before + file.rows() <= rows.start {
                before += file.rows();
                continue;
            }
            for group in 0..file.groups() {
                let length = file.group_rows(group) as u64;
                let (start, end) = (rows.start.max(before), rows.end.min(before + length));
                if start < end {
                    let of_group = (start - before) as usize..(end - before) as usize;
                    // Those of this group, counted within it.
                    let (first, last) = ((start - rows.start) as usize, (end - rows.start) as usize);
                    let from = some.partition_point(|some| some.end <= first);
                    let own = some[from..].iter().take_while(|some| some.start < last).map(|some| {
                        let row = |row: usize| row.clamp(first, last) - first + of_group.start;
                        row(some.start)..row(some.end)
                    });
                    match self.open(column, number, group, of_group.start)? {
                        Some(ints) => ints.read(file, &of_group, own, &mut out)?,
                        None => out.resize(out.len() + of_group.len(), UNKNOWN),
                    }
                }
                before += length;
            }
        }
        if out.len() as u64 != rows.end - rows.start {
            let what = "the table of half-moves has fewer rows than the games say";
            return Err(ArchiveError::damaged(archive.folder(), what));
        }
        Ok(out)
    }

    /// Returns a column of a group that can be read from a row on; `None` where the file lacks it.
    fn open(
        &mut self,
        column: usize,
        file: usize,
        group: usize,
        row: usize,
    ) -> Result<Option<&mut Ints>, ArchiveError> {
        let goes_on = |open: &Open| {
            open.file == file
                && open.group == group
                && open.column.as_ref().is_none_or(|column| column.at() <= row)
        };
        let kept = self.open[column].take().filter(goes_on);
        let open = match kept {
            Some(open) => open,
            None => Open { file, group, column: self.archive.moves[file].ints_on(group, column)? },
        };
        Ok(self.open[column].insert(open).column.as_mut())
    }
}

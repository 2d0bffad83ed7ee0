//! The columns of half-moves, read sequentially across blocks.

use std::ops::Range;

use crate::archive::Archive;
use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::schema::MOVES;
use crate::table::IntCursor;

/// Reads columns of half-moves. If rows are requested in ascending order, no page is decoded twice.
pub(crate) struct MoveColumns<'a> {
    archive: &'a Archive,
    /// By column: the group that was read last.
    open: Vec<Option<Open>>,
}

/// An open column of a row group. `column` is `None` if the file lacks it.
struct Open {
    file: usize,
    group: usize,
    column: Option<IntCursor>,
}

impl<'a> MoveColumns<'a> {
    /// Creates a reader with no open columns.
    pub(crate) fn new(archive: &'a Archive) -> MoveColumns<'a> {
        MoveColumns { archive, open: MOVES.columns.iter().map(|_| None).collect() }
    }

    /// Reads a column for a range of rows of the table.
    pub(crate) fn all(&mut self, column: usize, rows: Range<u64>) -> Result<Vec<i32>, ArchiveError> {
        let all = 0..(rows.end - rows.start) as usize;
        self.some(column, rows, std::slice::from_ref(&all))
    }

    /// Reads a column for a range of rows of the table, but decodes only the ranges in `some`, which are ascending and
    /// relative to the first row. All other values are [`UNKNOWN`].
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
                    // The wanted ranges in this group, relative to its first row.
                    let (first, last) = ((start - rows.start) as usize, (end - rows.start) as usize);
                    let from = some.partition_point(|some| some.end <= first);
                    let own = some[from..].iter().take_while(|some| some.start < last).map(|some| {
                        let row = |row: usize| row.clamp(first, last) - first + of_group.start;
                        row(some.start)..row(some.end)
                    });
                    match self.open(column, number, group, of_group.start)? {
                        Some(cursor) => cursor.read(file, &of_group, own, &mut out)?,
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

    /// Returns a cursor over a column of a group that has not passed `row`; `None` if the file lacks the column.
    fn open(
        &mut self,
        column: usize,
        file: usize,
        group: usize,
        row: usize,
    ) -> Result<Option<&mut IntCursor>, ArchiveError> {
        let is_usable = |open: &Open| {
            open.file == file
                && open.group == group
                && open.column.as_ref().is_none_or(|column| column.at() <= row)
        };
        let kept = self.open[column].take().filter(is_usable);
        let open = match kept {
            Some(open) => open,
            None => Open { file, group, column: self.archive.moves[file].int_cursor(group, column)? },
        };
        Ok(self.open[column].insert(open).column.as_mut())
    }
}

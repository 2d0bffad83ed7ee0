//! Reads columns of a table's file, by range of rows or by key.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReaderImpl, GenericColumnReader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::file::statistics::Statistics;

use crate::column::UNKNOWN;
use crate::error::ArchiveError;
use crate::guard::guarded;
use crate::manifest::{FileEntry, Manifest};
use crate::part;
use crate::regular;
use crate::schema::{Kind, TableSpec};
use crate::table::sums::{BLOCK, Computed, Sums, SumsWriter, checksum_of};

/// A file of a table, open to be read by several threads.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    source: Arc<At>,
    meta: ParquetMetaData,
    /// By column of the table: its index in the file, and whether it is nullable. `None` if the file lacks it.
    columns: Vec<Option<Place>>,
    /// The first row of each group, followed by the number of rows.
    starts: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    index: usize,
    nullable: bool,
}

/// How many strings are decoded at a time.
const TEXTS_AT_ONCE: usize = 1024;

/// A range of rows in one row group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) group: usize,
    pub(crate) rows: Range<usize>,
}

impl TableFile {
    /// Opens a file of an archive, and reads and checks its metadata.
    pub(crate) fn open(
        folder: &Path,
        entry: &FileEntry,
        spec: &'static TableSpec,
    ) -> Result<TableFile, ArchiveError> {
        TableFile::open_summed(folder, entry, spec, &Computed::new())
    }

    /// Opens a file of an archive. Its checksums are in `computed` if they aren't on disk.
    pub(crate) fn open_summed(
        folder: &Path,
        entry: &FileEntry,
        spec: &'static TableSpec,
        computed: &Computed,
    ) -> Result<TableFile, ArchiveError> {
        let computed = match computed.is_empty() {
            true => None,
            false => computed.get(&entry.full_name()).map(Vec::as_slice),
        };
        let table = TableFile::load(folder, &Manifest::path(folder, entry), entry, spec, computed)?;
        table.check_rows(entry)
    }

    /// Opens a new file that has a temporary name until the manifest lists it.
    pub(crate) fn open_unpublished(
        folder: &Path,
        entry: &FileEntry,
        spec: &'static TableSpec,
    ) -> Result<TableFile, ArchiveError> {
        let now = part::temporary(folder, &entry.table, &entry.name);
        let table = TableFile::load(folder, &now, entry, spec, None)?.check_rows(entry)?;
        Ok(TableFile { path: Manifest::path(folder, entry), ..table })
    }

    fn check_rows(self, entry: &FileEntry) -> Result<TableFile, ArchiveError> {
        if self.rows() != entry.rows {
            let what = format!("it has {} rows, the manifest says {}", self.rows(), entry.rows);
            return Err(ArchiveError::damaged(&self.path, what));
        }
        Ok(self)
    }

    /// Opens a file that no manifest lists, after comparing it with its checksums. If these are missing, they are
    /// computed and added to `computed`.
    pub(crate) fn discover(
        folder: &Path,
        name: String,
        spec: &'static TableSpec,
        computed: &mut Computed,
    ) -> Result<(TableFile, FileEntry), ArchiveError> {
        let mut entry = FileEntry::new(spec.name, name);
        let path = Manifest::path(folder, &entry);
        let (mut file, length) =
            regular::open(&path).map_err(|error| ArchiveError::of_reading(&path, error))?;
        let mut sums = SumsWriter::new();
        let mut buffer = vec![0; 16 * BLOCK];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => sums.write(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ArchiveError::Io { path, error }),
            }
        }
        let sums = sums.finish();
        let sums_path = Manifest::sums_path(folder, &entry);
        let is_missing = match regular::read(&sums_path, sums.len() as u64) {
            Ok(stored) if stored == sums => false,
            Ok(_) => return Err(ArchiveError::damaged(&path, "its content doesn't match its checksums")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(ArchiveError::of_reading(&sums_path, error)),
        };
        (entry.bytes, entry.checksum) = (length, checksum_of(&sums));
        let table = TableFile::load(folder, &path, &entry, spec, is_missing.then_some(&sums))?;
        entry.rows = table.rows();
        if is_missing {
            computed.insert(entry.full_name(), sums);
        }
        Ok((table, entry))
    }

    /// Opens a file of an archive at a path, and reads and checks its metadata, except the number of rows.
    fn load(
        folder: &Path,
        path: &Path,
        entry: &FileEntry,
        spec: &'static TableSpec,
        computed: Option<&[u8]>,
    ) -> Result<TableFile, ArchiveError> {
        let (file, length) = regular::open(path).map_err(|error| ArchiveError::of_reading(path, error))?;
        entry.check_length(path, length)?;
        let sums_path = Manifest::sums_path(folder, entry);
        let sums = match computed {
            Some(sums) => Sums::new(sums, &sums_path, &entry.checksum, length)?,
            None => Sums::read(&sums_path, &entry.checksum, length)?,
        };
        let source = Arc::new(At(Arc::new(Checked { file, length, sums })));
        // Page bounds are needed only in files that are sorted by key.
        let is_keyed = spec.columns.first().is_some_and(|column| column.kind == Kind::Int64);
        let bounds = if is_keyed { PageIndexPolicy::Optional } else { PageIndexPolicy::Skip };
        let meta = guarded(path, || {
            ParquetMetaDataReader::new()
                .with_offset_index_policy(PageIndexPolicy::Optional)
                .with_column_index_policy(bounds)
                .parse_and_finish(source.as_ref())
                .map_err(|error| failed(path, error))
        })?;
        let descriptor = meta.file_metadata().schema_descr();
        let mut columns = Vec::with_capacity(spec.columns.len());
        for column in spec.columns {
            let found = (0..descriptor.num_columns())
                .find(|&index| descriptor.column(index).path().string() == column.name);
            let Some(index) = found else {
                if !column.nullable {
                    return Err(ArchiveError::damaged(path, format!("it has no column {}", column.name)));
                }
                columns.push(None);
                continue;
            };
            let described = descriptor.column(index);
            let wanted = match column.kind {
                Kind::Int64 => Physical::INT64,
                Kind::Text | Kind::Bytes => Physical::BYTE_ARRAY,
                Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Date => Physical::INT32,
            };
            let is_valid = described.physical_type() == wanted
                && described.max_rep_level() == 0
                && described.max_def_level() <= 1;
            if !is_valid {
                let what = format!(
                    "the column {} is {} with levels {} and {}, expected {wanted}",
                    column.name,
                    described.physical_type(),
                    described.max_def_level(),
                    described.max_rep_level()
                );
                return Err(ArchiveError::damaged(path, what));
            }
            columns.push(Some(Place { index, nullable: described.max_def_level() == 1 }));
        }
        let mut starts = vec![0];
        for group in meta.row_groups() {
            let end = u64::try_from(group.num_rows())
                .ok()
                .and_then(|rows| starts.last().copied().unwrap_or(0_u64).checked_add(rows));
            starts.push(end.ok_or_else(|| ArchiveError::damaged(path, "its number of rows is invalid"))?);
        }
        Ok(TableFile { path: path.to_owned(), source, meta, columns, starts })
    }

    /// Reads the whole file and compares it with its checksums, including blocks that were checked before.
    pub(crate) fn verify(&self) -> Result<(), ArchiveError> {
        let file = &self.source.0;
        for start in (0..file.length).step_by(16 * BLOCK) {
            let range = start..(start + 16 * BLOCK as u64).min(file.length);
            file.read_blocks(range).map_err(|error| failed(&self.path, error.into()))?;
        }
        Ok(())
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the number of row groups.
    pub(crate) fn groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of rows of a group.
    pub(crate) fn group_rows(&self, group: usize) -> usize {
        (self.starts[group + 1] - self.starts[group]) as usize
    }

    /// Returns the least and the greatest value of a column, without nulls; `None` if the file doesn't say.
    pub(crate) fn int_bounds(&self, column: usize) -> Option<(i32, i32)> {
        let place = self.columns[column]?;
        let bounds =
            self.meta.row_groups().iter().map(|group| match group.column(place.index).statistics() {
                Some(Statistics::Int32(bounds)) => Some((*bounds.min_opt()?, *bounds.max_opt()?)),
                _ => None,
            });
        bounds.flatten().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Returns the number of nulls in a column; `None` if the file doesn't say.
    pub(crate) fn nulls(&self, column: usize) -> Option<u64> {
        let place = self.columns[column]?;
        let groups = self.meta.row_groups().iter();
        groups.map(|group| group.column(place.index).statistics().and_then(Statistics::null_count_opt)).sum()
    }

    /// Returns the group of a row, and the row's index in it.
    pub(crate) fn find_row(&self, row: u64) -> Option<(usize, usize)> {
        let group = self.starts.partition_point(|&start| start <= row).checked_sub(1)?;
        (group < self.groups()).then(|| (group, (row - self.starts[group]) as usize))
    }

    /// Reads integers of up to 32 bits; [`UNKNOWN`] for null, or if the file lacks the column.
    pub(crate) fn ints(&self, found: &Found, column: usize, out: &mut Vec<i32>) -> Result<(), ArchiveError> {
        let Some(place) = self.columns[column] else {
            out.resize(out.len() + found.rows.len(), UNKNOWN);
            return Ok(());
        };
        self.values::<Int32Type>(found, place, out, UNKNOWN)
    }

    /// Returns a cursor over a column of a group; `None` if the file lacks the column.
    pub(crate) fn int_cursor(&self, group: usize, column: usize) -> Result<Option<IntCursor>, ArchiveError> {
        self.columns[column].map(|place| self.cursor(group, place, UNKNOWN)).transpose()
    }

    /// Reads 64-bit integers; `i64::MIN` for null, or if the file lacks the column.
    pub(crate) fn longs(&self, found: &Found, column: usize, out: &mut Vec<i64>) -> Result<(), ArchiveError> {
        let Some(place) = self.columns[column] else {
            out.resize(out.len() + found.rows.len(), i64::MIN);
            return Ok(());
        };
        self.values::<Int64Type>(found, place, out, i64::MIN)
    }

    /// Reads strings or bytes; `None` for null, or if the file lacks the column.
    pub(crate) fn texts(
        &self,
        found: &Found,
        column: usize,
        out: &mut Vec<Option<Bytes>>,
    ) -> Result<(), ArchiveError> {
        self.each_text(found, column, |text| out.push(text.map(Bytes::copy_from_slice)))
    }

    /// Calls `take` with each string; `None` for null, or if the file lacks the column.
    pub(crate) fn each_text(
        &self,
        found: &Found,
        column: usize,
        mut take: impl FnMut(Option<&[u8]>),
    ) -> Result<(), ArchiveError> {
        let Some(place) = self.columns[column] else {
            (0..found.rows.len()).for_each(|_| take(None));
            return Ok(());
        };
        let failed = |error| failed(&self.path, error);
        let mut reader = guarded(&self.path, || {
            let mut reader = self.reader::<ByteArrayType>(found.group, place).map_err(failed)?;
            skip(&mut reader, found.rows.start).map_err(failed)?;
            Ok(reader)
        })?;
        let mut left = found.rows.len();
        let (mut levels, mut values) = (Vec::new(), Vec::<ByteArray>::new());
        while left > 0 {
            levels.clear();
            values.clear();
            let wanted = left.min(TEXTS_AT_ONCE);
            let (read, _, _) = guarded(&self.path, || {
                reader.read_records(wanted, Some(&mut levels), None, &mut values).map_err(failed)
            })?;
            let values_read = if place.nullable { levels.len() } else { values.len() };
            if read != wanted || values_read != wanted {
                return Err(self.short());
            }
            let mut values = values.iter().map(ByteArray::data);
            if place.nullable {
                levels.iter().for_each(|&level| take(if level == 1 { values.next() } else { None }));
            } else {
                values.for_each(|value| take(Some(value)));
            }
            left -= wanted;
        }
        Ok(())
    }

    /// Finds the rows with a key, in the column by which the file is sorted. Returns at most one range per group.
    pub(crate) fn rows_of(&self, column: usize, key: i64) -> Result<Vec<Found>, ArchiveError> {
        let Some(place) = self.columns[column] else {
            return Err(ArchiveError::damaged(&self.path, "the column of the key is missing"));
        };
        let mut all = Vec::new();
        for group in 0..self.groups() {
            let chunk = self.meta.row_group(group).column(place.index);
            if let Some(Statistics::Int64(bounds)) = chunk.statistics()
                && let (Some(&least), Some(&most)) = (bounds.min_opt(), bounds.max_opt())
                && !(least..=most).contains(&key)
            {
                continue;
            }
            let rows = self.candidates(group, place, key);
            if rows.is_empty() {
                continue;
            }
            let mut keys = Vec::new();
            self.longs(&Found { group, rows: rows.clone() }, column, &mut keys)?;
            let first = keys.partition_point(|&other| other < key);
            let last = keys.partition_point(|&other| other <= key);
            if first < last {
                all.push(Found { group, rows: rows.start + first..rows.start + last });
            }
        }
        Ok(all)
    }

    /// Returns the rows of the pages that may contain a key; all rows of the group if the file has no page index.
    fn candidates(&self, group: usize, place: Place, key: i64) -> Range<usize> {
        let rows = self.group_rows(group);
        let index = self.meta.page_index_for_row_group(group);
        let (Some(ColumnIndexMetaData::INT64(bounds)), Some(locations)) =
            (index.column_index(place.index), index.page_locations(place.index))
        else {
            return 0..rows;
        };
        let (least, most) = (bounds.min_values(), bounds.max_values());
        if least.len() != locations.len() || most.len() != locations.len() {
            return 0..rows;
        }
        let first = most.partition_point(|&most| most < key);
        let last = least.partition_point(|&least| least <= key);
        if first >= last {
            return 0..0;
        }
        let row = |page: usize| {
            locations.get(page).map_or(rows, |page| (page.first_row_index.max(0) as usize).min(rows))
        };
        row(first)..row(last)
    }

    fn values<T: DataType>(
        &self,
        found: &Found,
        place: Place,
        out: &mut Vec<T::T>,
        unknown: T::T,
    ) -> Result<(), ArchiveError>
    where
        T::T: Copy,
        ColumnReaderImpl<T>: Values<T>,
    {
        self.cursor::<T>(found.group, place, unknown)?.read(self, &found.rows, [found.rows.clone()], out)
    }

    fn cursor<T: DataType>(
        &self,
        group: usize,
        place: Place,
        unknown: T::T,
    ) -> Result<Cursor<T>, ArchiveError> {
        let reader = guarded(&self.path, || {
            self.reader::<T>(group, place).map_err(|error| failed(&self.path, error))
        })?;
        Ok(Cursor { reader, nullable: place.nullable, unknown, at: 0, levels: Vec::new() })
    }

    fn reader<T: DataType>(&self, group: usize, place: Place) -> ParquetResult<ColumnReaderImpl<T>> {
        let chunk = self.meta.row_group(group).column(place.index);
        let index = self.meta.page_index_for_row_group(group);
        let locations = index.page_locations(place.index).cloned();
        let rows = self.group_rows(group);
        let pages = SerializedPageReader::new(Arc::clone(&self.source), chunk, rows, locations)?;
        let descriptor = self.meta.file_metadata().schema_descr().column(place.index);
        Ok(GenericColumnReader::new(descriptor, Box::new(pages)))
    }

    fn short(&self) -> ArchiveError {
        ArchiveError::damaged(&self.path, "a column has fewer rows than the file says")
    }
}

/// A cursor over a column of integers of up to 32 bits.
pub(crate) type IntCursor = Cursor<Int32Type>;

/// A cursor over a column of a row group. It only moves forward.
pub(crate) struct Cursor<T: DataType> {
    reader: ColumnReaderImpl<T>,
    nullable: bool,
    /// The value for unknown or unread entries.
    unknown: T::T,
    /// The next row.
    at: usize,
    levels: Vec<i16>,
}

impl<T: DataType> Cursor<T>
where
    T::T: Copy,
    ColumnReaderImpl<T>: Values<T>,
{
    /// Returns the next row. Rows before it can no longer be read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Appends a value for each of `rows`, but decodes only the ascending ranges in `some`; the others are unknown.
    /// `file` must be the one that created the cursor.
    pub(crate) fn read(
        &mut self,
        file: &TableFile,
        rows: &Range<usize>,
        some: impl IntoIterator<Item = Range<usize>>,
        out: &mut Vec<T::T>,
    ) -> Result<(), ArchiveError> {
        let failed = |error| failed(&file.path, error);
        let mut next = rows.start;
        for some in some {
            out.resize(out.len() + (some.start - next), self.unknown);
            let wanted = some.len();
            let before = out.len();
            self.levels.clear();
            let Cursor { reader, levels, at, nullable, .. } = self;
            let read = guarded(&file.path, || {
                reader.skip(some.start - *at).map_err(failed)?;
                reader.read(wanted, nullable.then_some(levels), out).map_err(failed)
            })?;
            if self.nullable && self.levels.len() == wanted && out.len() < before + wanted {
                spread(out, before, &self.levels, self.unknown);
            }
            if read != wanted || out.len() != before + wanted {
                return Err(file.short());
            }
            (self.at, next) = (some.end, some.end);
        }
        out.resize(out.len() + (rows.end - next), self.unknown);
        Ok(())
    }
}

/// Reads values of one type.
pub(crate) trait Values<T: DataType> {
    fn skip(&mut self, rows: usize) -> ParquetResult<()>;
    fn read(
        &mut self,
        rows: usize,
        levels: Option<&mut Vec<i16>>,
        out: &mut Vec<T::T>,
    ) -> ParquetResult<usize>;
}

impl<T: DataType> Values<T> for ColumnReaderImpl<T> {
    fn skip(&mut self, rows: usize) -> ParquetResult<()> {
        skip(self, rows)
    }

    fn read(
        &mut self,
        rows: usize,
        levels: Option<&mut Vec<i16>>,
        out: &mut Vec<T::T>,
    ) -> ParquetResult<usize> {
        self.read_records(rows, levels, None, out).map(|(records, _, _)| records)
    }
}

/// Inserts nulls: moves each known value after `before` to its row, according to the levels, from back to front.
fn spread<V: Copy>(out: &mut Vec<V>, before: usize, levels: &[i16], unknown: V) {
    let mut from = out.len();
    out.resize(before + levels.len(), unknown);
    let out = &mut out[before..];
    from -= before;
    for (index, &level) in levels.iter().enumerate().rev() {
        // Branchless, because the pattern of nulls is unpredictable.
        let is_known = level == 1;
        from = from.saturating_sub(usize::from(is_known));
        let value = out[from];
        out[index] = if is_known { value } else { unknown };
    }
}

fn skip<T: DataType>(reader: &mut ColumnReaderImpl<T>, rows: usize) -> ParquetResult<()> {
    if rows > 0 && reader.skip_records(rows)? != rows {
        return Err(ParquetError::General("a column has fewer rows than the file says".to_owned()));
    }
    Ok(())
}

fn failed(path: &Path, error: ParquetError) -> ArchiveError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                ArchiveError::damaged(path, "it is truncated")
            }
            Ok(error) if error.raw_os_error().is_some() => {
                ArchiveError::Io { path: path.to_owned(), error: *error }
            }
            // The decompressor reports damage as an I/O error.
            Ok(error) => ArchiveError::damaged(path, error),
            Err(inner) => ArchiveError::damaged(path, inner),
        },
        other => ArchiveError::damaged(path, other),
    }
}

/// Gives the Parquet reader random access to a file. There is no shared cursor, so several threads can read.
#[derive(Clone, Debug)]
struct At(Arc<Checked>);

/// A file, and the checksums of its blocks.
#[derive(Debug)]
struct Checked {
    file: File,
    length: u64,
    sums: Sums,
}

impl Checked {
    /// Reads bytes, and checks the blocks that were not checked before.
    fn read(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let end = start.checked_add(length as u64).filter(|&end| end <= self.length);
        let wanted = start..end.ok_or(io::ErrorKind::UnexpectedEof)?;
        match self.sums.unseen(&wanted, self.length) {
            None => self.read_raw(wanted),
            Some(blocks) => {
                let skipped = (start - blocks.start) as usize;
                Ok(self.read_blocks(blocks)?.slice(skipped..skipped + length))
            }
        }
    }

    fn read_blocks(&self, range: Range<u64>) -> io::Result<Bytes> {
        let start = range.start;
        let bytes = self.read_raw(range)?;
        match self.sums.compare(start, &bytes) {
            Ok(()) => Ok(bytes),
            Err(at) => {
                let what = format!("the checksum of the block at byte {at} doesn't match");
                Err(io::Error::new(io::ErrorKind::InvalidData, what))
            }
        }
    }

    fn read_raw(&self, range: Range<u64>) -> io::Result<Bytes> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let mut filled = 0;
        while filled < bytes.len() {
            match read_at(&self.file, &mut bytes[filled..], range.start + filled as u64) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(bytes.into())
    }
}

impl Length for At {
    fn len(&self) -> u64 {
        self.0.length
    }
}

impl ChunkReader for At {
    type T = io::BufReader<Trailing>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(io::BufReader::new(Trailing { file: Arc::clone(&self.0), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        Ok(self.0.read(start, length)?)
    }
}

/// Reads a file sequentially from an offset.
#[derive(Debug)]
pub(crate) struct Trailing {
    file: Arc<Checked>,
    at: u64,
}

impl Read for Trailing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.file.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let length = buffer.len().min(left);
        buffer[..length].copy_from_slice(&self.file.read(self.at, length)?);
        self.at += length as u64;
        Ok(length)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

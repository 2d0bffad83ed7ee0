//! Writes a table to a file, one row group at a time.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::column::{Column, Rows, UNKNOWN};
use crate::error::ArchiveError;
use crate::schema::{Coding, ColumnSpec, GROUP_ROWS, Kind, TableSpec};
use crate::table::sums::SumsWriter;

/// A finished file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    /// The checksums of its blocks.
    pub(crate) sums: Vec<u8>,
}

/// Writes a table to a file.
pub(crate) struct TableWriter {
    path: PathBuf,
    spec: &'static TableSpec,
    file: SerializedFileWriter<Summed>,
    pending: Rows,
    /// A group is written when its strings have this many bytes, however few rows it has.
    text_limit: usize,
    rows: u64,
}

/// The default for [`TableWriter::text_limit`].
const TEXT_LIMIT: usize = 32 << 20;

impl TableWriter {
    /// Creates a file. Fails if it exists.
    pub(crate) fn create(path: &Path, spec: &'static TableSpec) -> Result<TableWriter, ArchiveError> {
        let file = File::create_new(path).map_err(ArchiveError::io(path))?;
        let summed = Summed { file, sums: SumsWriter::new(), bytes: 0 };
        let file = SerializedFileWriter::new(summed, schema(spec), Arc::new(properties(spec)))
            .map_err(|error| failed(path, error))?;
        Ok(TableWriter {
            path: path.to_owned(),
            spec,
            file,
            pending: Rows::new(spec.columns),
            text_limit: TEXT_LIMIT,
            rows: 0,
        })
    }

    /// Adds rows, and writes a row group if there are enough.
    pub(crate) fn push(&mut self, push: impl FnOnce(&mut Rows)) -> Result<(), ArchiveError> {
        push(&mut self.pending);
        self.write_full_group()
    }

    fn write_full_group(&mut self) -> Result<(), ArchiveError> {
        let texts: usize = self
            .pending
            .columns
            .iter()
            .map(|column| if let Column::Bytes(texts) = column { texts.size() } else { 0 })
            .sum();
        if self.pending.len() >= GROUP_ROWS || texts >= self.text_limit {
            self.write_group()?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ArchiveError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let TableWriter { path, spec, file, pending, .. } = self;
        write_group(file, spec.columns, pending).map_err(|error| failed(path, error))?;
        self.rows += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Writes the remaining rows and syncs the file.
    pub(crate) fn finish(mut self) -> Result<Written, ArchiveError> {
        self.write_group()?;
        let rows = self.rows;
        let path = self.path;
        let summed = self.file.into_inner().map_err(|error| failed(&path, error))?;
        summed.file.sync_all().map_err(ArchiveError::io(&path))?;
        Ok(Written { rows, bytes: summed.bytes, sums: summed.sums.finish() })
    }
}

fn write_group(
    file: &mut SerializedFileWriter<Summed>,
    specs: &[ColumnSpec],
    rows: &Rows,
) -> parquet::errors::Result<()> {
    let mut group = file.next_row_group()?;
    for (spec, column) in specs.iter().zip(&rows.columns) {
        let Some(mut writer) = group.next_column()? else { break };
        match column {
            Column::I32(values) if spec.nullable => {
                let known: Vec<i32> = values.iter().copied().filter(|&value| value != UNKNOWN).collect();
                let levels: Vec<i16> = values.iter().map(|&value| i16::from(value != UNKNOWN)).collect();
                writer.typed::<Int32Type>().write_batch(&known, Some(&levels), None)?;
            }
            Column::I32(values) => {
                writer.typed::<Int32Type>().write_batch(values, None, None)?;
            }
            Column::I64(values) => {
                writer.typed::<Int64Type>().write_batch(values, None, None)?;
            }
            Column::Bytes(texts) => {
                let known: Vec<ByteArray> =
                    texts.iter().flatten().map(|text| ByteArray::from(text.to_vec())).collect();
                let levels: Option<Vec<i16>> =
                    spec.nullable.then(|| texts.iter().map(|text| i16::from(text.is_some())).collect());
                writer.typed::<ByteArrayType>().write_batch(&known, levels.as_deref(), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

/// Returns the schema of a table.
fn schema(spec: &TableSpec) -> TypePtr {
    let fields = spec.columns.iter().map(|column| Arc::new(field(column))).collect();
    let built = Type::group_type_builder(spec.name).with_fields(fields).build();
    Arc::new(built.unwrap_or_else(|error| unreachable!("the schema of {} is valid: {error}", spec.name)))
}

fn field(column: &ColumnSpec) -> Type {
    let (physical, logical) = match column.kind {
        Kind::Int8 => (Physical::INT32, Some(integer(8))),
        Kind::Int16 => (Physical::INT32, Some(integer(16))),
        Kind::Int32 => (Physical::INT32, None),
        Kind::Int64 => (Physical::INT64, None),
        Kind::Date => (Physical::INT32, Some(LogicalType::Date)),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Bytes => (Physical::BYTE_ARRAY, None),
    };
    let repetition = if column.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let built = Type::primitive_type_builder(column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build();
    built.unwrap_or_else(|error| unreachable!("the column {} is valid: {error}", column.name))
}

fn integer(bits: i8) -> LogicalType {
    LogicalType::integer(bits, true)
}

fn properties(spec: &TableSpec) -> WriterProperties {
    let sorting = (0..spec.sorted_by)
        .map(|column| SortingColumn { column_idx: column as i32, descending: false, nulls_first: false })
        .collect();
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_created_by(format!("bughouse {}", env!("CARGO_PKG_VERSION")))
        .set_compression(if spec.compressed {
            Compression::ZSTD(ZstdLevel::try_new(1).unwrap_or_default())
        } else {
            Compression::UNCOMPRESSED
        })
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_data_page_row_count_limit(spec.page_rows)
        .set_write_batch_size(spec.page_rows.min(4096))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_sorting_columns(Some(sorting));
    for column in spec.columns {
        let path = ColumnPath::from(column.name);
        properties = match column.coding {
            Coding::Dictionary => properties.set_column_dictionary_enabled(path, true),
            Coding::Delta => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            Coding::Plain => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::PLAIN),
        };
        // Bounds of long texts are useless.
        if column.kind == Kind::Bytes {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    properties.build()
}

fn failed(path: &Path, error: parquet::errors::ParquetError) -> ArchiveError {
    let error = match error {
        parquet::errors::ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    };
    ArchiveError::Io { path: path.to_owned(), error }
}

/// A file whose checksums are computed while it is written.
struct Summed {
    file: File,
    sums: SumsWriter,
    bytes: u64,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sums.write(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

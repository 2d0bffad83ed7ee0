//! The import of an archive by the tasks of a cluster.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{BinaryArray, Int32Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use bughouse_archive::joint::{
    self, Identity, JointImport, RangePlan, RangeWriter, RunWriter, SourceRange, Survey,
};
use bughouse_archive::{ArchiveError, FileEntry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyAny, PyErr, PyRef, PyResult, Python, pyclass, pyfunction, pymethods};

use crate::archive::failure;
use crate::arrow::Batch;
use crate::fail::{self, Class};
use crate::spark_source;

fn json_error(error: &serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| json_error(&error))
}

/// Converts an error of an archive, or of a source that is imported.
fn import_error(py: Python<'_>, error: ArchiveError) -> PyErr {
    match error {
        ArchiveError::Io { path, error } if error.raw_os_error().is_none() => {
            unreadable(py, error, &path.display().to_string())
        }
        other => failure(py, other),
    }
}

/// Converts an error of a source: an I/O error, an exception of the file object, or invalid content.
fn unreadable(py: Python<'_>, error: io::Error, name: &str) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(raised) => raised,
        Err(error) if error.raw_os_error().is_some() => fail::io(&error, name),
        Err(error) => fail::plain(py, Class::Record, "unreadable", format!("{name}: {error}")),
    }
}

/// Leads an import. It holds the lock of the archive until it is committed or abandoned.
#[pyclass(frozen, module = "bughouse._native")]
pub(crate) struct SparkImport(Mutex<Option<JointImport>>);

impl SparkImport {
    /// Calls `work` with the import. Fails if it has ended.
    fn with<T>(&self, work: impl FnOnce(&mut JointImport) -> T) -> PyResult<T> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_mut().map(work).ok_or_else(ended)
    }

    fn take(&self) -> PyResult<JointImport> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(ended)
    }
}

fn ended() -> PyErr {
    PyValueError::new_err("the import is finished")
}

/// The report about a source: its name, whether it was known, its error, and the number of games by outcome.
type SourceReport = (String, bool, Option<String>, BTreeMap<String, u64>);

#[pymethods]
impl SparkImport {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf, texts: bool) -> PyResult<SparkImport> {
        let opened = py.detach(|| JointImport::open(&folder, texts));
        Ok(SparkImport(Mutex::new(Some(opened.map_err(|error| failure(py, error))?))))
    }

    fn batch(&self) -> PyResult<u32> {
        self.with(|import| import.batch())
    }

    /// Returns the sizes and checksums of the sources in the archive.
    fn known(&self) -> PyResult<String> {
        to_json(&self.with(|import| import.known())?)
    }

    /// Adds a source. Returns its ranges, or none if the archive has it already.
    fn add(&self, name: &str, identity: &str, split: u64) -> PyResult<Vec<String>> {
        let identity: Identity = serde_json::from_str(identity).map_err(|error| json_error(&error))?;
        let source = self.with(|import| import.add(name, &identity, split))?;
        source.ranges.iter().map(to_json).collect()
    }

    /// Decides about all games. Returns the number of new ones, and the plans of the ranges.
    fn plan(&self, py: Python<'_>, surveys: Vec<String>) -> PyResult<(u64, Vec<String>)> {
        let planned = py.detach(|| self.with(|import| import.plan(&surveys)))?;
        let planned = planned.map_err(|error| failure(py, error))?;
        Ok((planned.games, planned.plans))
    }

    /// Returns the files reported for pieces of work.
    fn reported(&self, py: Python<'_>, pieces: Vec<String>) -> PyResult<Vec<String>> {
        let files = py.detach(|| self.with(|import| import.reported(&pieces)))?;
        files.map_err(|error| failure(py, error))?.iter().map(to_json).collect()
    }

    /// Commits. Returns for each source its name, whether it was known, its error, and the number of games by outcome.
    fn commit(&self, py: Python<'_>, files: Vec<String>, changed: Vec<usize>) -> PyResult<Vec<SourceReport>> {
        let files: Vec<FileEntry> = files
            .iter()
            .map(|file| serde_json::from_str(file).map_err(|error| json_error(&error)))
            .collect::<PyResult<_>>()?;
        let import = self.take()?;
        let report = py.detach(|| import.commit(files, &changed)).map_err(|error| failure(py, error))?;
        let inputs = report.inputs.into_iter();
        Ok(inputs.map(|input| (input.name, input.known, input.error, input.counts)).collect())
    }

    fn abandon(&self, py: Python<'_>) -> PyResult<()> {
        match self.take() {
            Ok(import) => py.detach(|| import.abandon()).map_err(|error| failure(py, error)),
            Err(_) => Ok(()),
        }
    }
}

/// Returns the identity of a source. `known` are the sources that it may start with.
#[pyfunction]
pub(crate) fn spark_identify(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: &str,
    known: &str,
) -> PyResult<String> {
    let known: Vec<(u64, String)> = serde_json::from_str(known).map_err(|error| json_error(&error))?;
    let opened = spark_source::open(source)?;
    let found = py.detach(|| joint::identify(opened, &known));
    to_json(&found.map_err(|error| unreadable(py, error, name))?)
}

/// Surveys a range of a source. Returns the name of the report file, and the number of games in it.
#[pyfunction]
pub(crate) fn spark_survey(
    py: Python<'_>,
    folder: PathBuf,
    name: &str,
    range: &str,
    source: &Bound<'_, PyAny>,
    source_name: &str,
) -> PyResult<(String, usize)> {
    let range: SourceRange = serde_json::from_str(range).map_err(|error| json_error(&error))?;
    let opened = spark_source::open(source)?;
    let found = py.detach(|| joint::survey(&range, opened));
    let found: Survey = found.map_err(|error| unreadable(py, error, source_name))?;
    let file = py.detach(|| found.write(&folder, name)).map_err(|error| failure(py, error))?;
    Ok((file, found.games()))
}

/// Writes the games of ranges, and returns rows of positions: the range of keys, the kind, the rows.
#[pyclass(frozen, module = "bughouse._native")]
pub(crate) struct SparkGames {
    writer: Mutex<Option<RangeWriter<'static>>>,
    folder: PathBuf,
    name: String,
}

#[pymethods]
impl SparkGames {
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        name: String,
        parts: u32,
        plans: Vec<(String, Bound<'_, PyAny>)>,
    ) -> PyResult<SparkGames> {
        let mut writer = RangeWriter::new(&folder, &name, parts);
        for (plan, source) in plans {
            let plan = RangePlan::read(&folder, &plan).map_err(|error| failure(py, error))?;
            writer.add(plan, spark_source::open(&source)?);
        }
        Ok(SparkGames { writer: Mutex::new(Some(writer)), folder, name })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let next = py.detach(|| {
            let mut held = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            held.as_mut().map_or(Ok(None), RangeWriter::next_rows)
        });
        let Some(rows) = next.map_err(|error| import_error(py, error))? else { return Ok(None) };
        let schema = Schema::new(vec![
            Field::new("part", DataType::Int32, false),
            Field::new("kind", DataType::Int32, false),
            Field::new("data", DataType::Binary, false),
        ]);
        let parts: Vec<i32> = rows.iter().map(|rows| rows.part as i32).collect();
        let kinds: Vec<i32> = rows.iter().map(|rows| i32::from(rows.are_pairs)).collect();
        let data: BinaryArray = rows.iter().map(|rows| Some(&rows.bytes)).collect();
        let arrays: Vec<arrow_array::ArrayRef> =
            vec![Arc::new(Int32Array::from(parts)), Arc::new(Int32Array::from(kinds)), Arc::new(data)];
        let batch = RecordBatch::try_new(Arc::new(schema), arrays)
            .map_err(|error: ArrowError| PyValueError::new_err(error.to_string()))?;
        Ok(Some(Batch::new(batch)))
    }

    /// Flushes all files to disk, and reports them to the leader.
    fn finish(&self, py: Python<'_>, piece: &str) -> PyResult<()> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(ended)?;
        let reported = py.detach(|| {
            writer.finish().and_then(|files| joint::report_files(&self.folder, piece, &self.name, &files))
        });
        reported.map_err(|error| failure(py, error))
    }
}

/// Sorts and writes the positions of a range of keys.
#[pyclass(frozen, module = "bughouse._native")]
pub(crate) struct SparkRuns(Mutex<Option<RunWriter>>);

#[pymethods]
impl SparkRuns {
    #[new]
    fn new(folder: PathBuf, name: &str, heaps: PathBuf, part: u32, parts: u32) -> SparkRuns {
        SparkRuns(Mutex::new(Some(RunWriter::new(&folder, name, &heaps, part, parts))))
    }

    fn add(&self, py: Python<'_>, kind: i32, rows: &[u8]) -> PyResult<()> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = held.as_mut().ok_or_else(ended)?;
        py.detach(|| writer.add(kind == 1, rows)).map_err(|error| failure(py, error))
    }

    fn finish(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(ended)?;
        let files = py.detach(|| writer.finish()).map_err(|error| failure(py, error))?;
        files.iter().map(to_json).collect()
    }
}

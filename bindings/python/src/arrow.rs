//! Tables as Arrow data: columns, and streams that other libraries read through capsules.

use std::ffi::CStr;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BinaryArray, Date32Array, Int8Array, Int16Array, Int32Array, Int64Array, RecordBatch,
    RecordBatchOptions, RecordBatchReader, StringArray, StructArray, new_null_array,
};
use arrow_buffer::{BooleanBuffer, NullBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bughouse_archive::rows::{Column, Texts, UNKNOWN};
use bughouse_archive::schema::{ColumnSpec, Kind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{Bound, PyErr, PyRef, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyCapsule;

use crate::fail::{self, Class};

/// Creates the Python exception for an error.
pub(crate) type Raise = Box<dyn FnOnce(Python<'_>) -> PyErr + Send>;

/// An error while a table is read.
pub(crate) struct TableError {
    pub(crate) message: String,
    pub(crate) raise: Raise,
}

/// Batches of rows, created one by one.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, TableError>> + Send>;

/// A lazy table. Each time you consume it, the files are read again.
///
/// pyarrow, Polars and DuckDB accept it directly. For pandas, use `pandas.DataFrame.from_arrow(table)`.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Table {
    schema: SchemaRef,
    start: Box<dyn Fn() -> Batches + Send + Sync>,
}

impl Table {
    /// Creates a table. `start` starts a new read of all batches.
    pub(crate) fn new(schema: Schema, start: impl Fn() -> Batches + Send + Sync + 'static) -> Table {
        Table { schema: Arc::new(schema), start: Box::new(start) }
    }
}

/// Batches as Arrow's stream interface expects them.
struct Stream {
    schema: SchemaRef,
    batches: Batches,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batches.next()?;
        Some(batch.map_err(|error| ArrowError::ExternalError(error.message.into())))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Wraps one of Arrow's structures in a capsule, which frees it.
fn capsule<'py, T: Send + 'static>(
    py: Python<'py>,
    value: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, value, name)
}

fn failed(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| failed(&error))?;
    capsule(py, schema, c"arrow_schema")
}

#[pymethods]
impl Table {
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows ignoring the requested schema; consumers can cast.
        let _ = requested_schema;
        let stream = Stream { schema: Arc::clone(&self.schema), batches: (self.start)() };
        capsule(py, FFI_ArrowArrayStream::new(Box::new(stream)), c"arrow_array_stream")
    }

    fn __iter__(&self) -> BatchIterator {
        BatchIterator(Mutex::new(Some((self.start)())))
    }

    fn __repr__(&self) -> String {
        format!("<Table of {}>", self.column_names().join(", "))
    }
}

/// An iterator over the batches of a table.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct BatchIterator(Mutex<Option<Batches>>);

impl BatchIterator {
    /// Creates an iterator over batches that are read once.
    pub(crate) fn new(batches: Batches) -> BatchIterator {
        BatchIterator(Mutex::new(Some(batches)))
    }
}

#[pymethods]
impl BatchIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let next = py.detach(|| {
            let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let next = held.as_mut().and_then(Iterator::next);
            if !matches!(next, Some(Ok(_))) {
                *held = None;
            }
            next
        });
        match next {
            Some(Ok(batch)) => Ok(Some(Batch(batch))),
            Some(Err(error)) => Err((error.raise)(py)),
            None => Ok(None),
        }
    }
}

/// A batch of rows.
#[pyclass(frozen, module = "bughouse")]
pub(crate) struct Batch(RecordBatch);

impl Batch {
    /// Creates a batch.
    pub(crate) fn new(rows: RecordBatch) -> Batch {
        Batch(rows)
    }
}

#[pymethods]
impl Batch {
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0.schema())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let array = StructArray::from(self.0.clone());
        let array = FFI_ArrowArray::new(&array.to_data());
        Ok((schema_capsule(py, &self.0.schema())?, capsule(py, array, c"arrow_array")?))
    }
}

/// Creates a batch from columns.
pub(crate) fn batch(
    schema: &SchemaRef,
    columns: Vec<ArrayRef>,
    rows: usize,
) -> Result<RecordBatch, TableError> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options).map_err(|error| {
        let message = error.to_string();
        let raised = message.clone();
        TableError { message, raise: Box::new(move |py| fail::plain(py, Class::Archive, "damaged", raised)) }
    })
}

/// Returns the field of a column.
pub(crate) fn field(spec: &ColumnSpec, nullable: bool) -> Field {
    let kind = match spec.kind {
        Kind::Int8 => DataType::Int8,
        Kind::Int16 => DataType::Int16,
        Kind::Int32 => DataType::Int32,
        Kind::Int64 => DataType::Int64,
        Kind::Date => DataType::Date32,
        Kind::Text => DataType::Utf8,
        Kind::Bytes => DataType::Binary,
    };
    Field::new(spec.name, kind, nullable)
}

/// Returns the values of a column.
pub(crate) fn array(kind: Kind, column: Column) -> ArrayRef {
    match (kind, column) {
        (Kind::Int8, Column::I32(values)) => {
            let nulls = nulls(&values);
            Arc::new(Int8Array::new(values.iter().map(|&value| value as i8).collect(), nulls))
        }
        (Kind::Int16, Column::I32(values)) => {
            let nulls = nulls(&values);
            Arc::new(Int16Array::new(values.iter().map(|&value| value as i16).collect(), nulls))
        }
        (Kind::Date, Column::I32(values)) => {
            let nulls = nulls(&values);
            Arc::new(Date32Array::new(ScalarBuffer::from(values), nulls))
        }
        (_, Column::I32(values)) => {
            let nulls = nulls(&values);
            Arc::new(Int32Array::new(ScalarBuffer::from(values), nulls))
        }
        (_, Column::I64(values)) => Arc::new(Int64Array::new(ScalarBuffer::from(values), None)),
        (Kind::Bytes, Column::Bytes(texts)) => Arc::new(texts.iter().collect::<BinaryArray>()),
        (_, Column::Bytes(texts)) => strings(&texts),
    }
}

/// Returns a column of strings.
pub(crate) fn strings(texts: &Texts) -> ArrayRef {
    Arc::new(texts.iter().map(|text| text.map(String::from_utf8_lossy)).collect::<StringArray>())
}

/// Returns a column of nulls.
pub(crate) fn unknown(field: &Field, rows: usize) -> ArrayRef {
    new_null_array(field.data_type(), rows)
}

/// Returns the null bitmap of numbers; `None` if all are known.
fn nulls(values: &[i32]) -> Option<NullBuffer> {
    let known = |place: usize| values[place] != UNKNOWN;
    values.contains(&UNKNOWN).then(|| NullBuffer::new(BooleanBuffer::collect_bool(values.len(), known)))
}

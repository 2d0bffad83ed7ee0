//! Columns in memory, before they are written to a file.

use crate::schema::{ColumnSpec, Kind};

/// Represents an unknown 32-bit number in memory. No column contains it as a value.
pub const UNKNOWN: i32 = i32::MIN;

/// The values of one column.
#[derive(Clone, Debug)]
pub enum Column {
    /// Integers of up to 32 bits; [`UNKNOWN`] for null.
    I32(Vec<i32>),
    /// 64-bit integers, never null.
    I64(Vec<i64>),
    /// Strings or bytes; `None` for null.
    Bytes(Texts),
}

/// Strings, stored back to back.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    bytes: Vec<u8>,
    /// The end offset of each string, and `false` if it is null.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push((self.bytes.len(), text.is_some()));
    }

    /// Returns the number of strings, including nulls.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no strings.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Iterates over the strings; `None` for null.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, known)| {
            let text = &self.bytes[start..end];
            start = end;
            known.then_some(text)
        })
    }

    fn append(&mut self, other: &Texts) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|&(end, known)| (before + end, known)));
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }
}

impl Column {
    /// Creates an empty column.
    pub(crate) fn new(spec: &ColumnSpec) -> Column {
        match spec.kind {
            Kind::Int8 | Kind::Int16 | Kind::Int32 | Kind::Date => Column::I32(Vec::new()),
            Kind::Int64 => Column::I64(Vec::new()),
            Kind::Text | Kind::Bytes => Column::Bytes(Texts::default()),
        }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            Column::I32(values) => values.len(),
            Column::I64(values) => values.len(),
            Column::Bytes(texts) => texts.len(),
        }
    }

    /// Returns `true` if there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn clear(&mut self) {
        match self {
            Column::I32(values) => values.clear(),
            Column::I64(values) => values.clear(),
            Column::Bytes(texts) => texts.clear(),
        }
    }
}

/// Rows of a table, stored by column.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) columns: Vec<Column>,
}

impl Rows {
    /// Creates empty columns.
    pub(crate) fn new(columns: &[ColumnSpec]) -> Rows {
        Rows { columns: columns.iter().map(Column::new).collect() }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the columns, in the order in which they were requested.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    pub(crate) fn clear(&mut self) {
        self.columns.iter_mut().for_each(Column::clear);
    }

    /// Adds rows of the same table.
    pub(crate) fn append(&mut self, other: Rows) {
        for (column, other) in self.columns.iter_mut().zip(other.columns) {
            match (column, other) {
                (Column::I32(values), Column::I32(mut more)) => values.append(&mut more),
                (Column::I64(values), Column::I64(mut more)) => values.append(&mut more),
                (Column::Bytes(texts), Column::Bytes(more)) => texts.append(&more),
                _ => unreachable!("columns of one table are of one kind"),
            }
        }
    }

    /// Reserves capacity for more rows. The bytes of strings are not included.
    pub(crate) fn reserve(&mut self, rows: usize) {
        for column in &mut self.columns {
            match column {
                Column::I32(values) => values.reserve(rows),
                Column::I64(values) => values.reserve(rows),
                Column::Bytes(texts) => texts.ends.reserve(rows),
            }
        }
    }

    /// Starts adding one row per value, column by column, in the order of the columns.
    pub(crate) fn many<'a, T>(&'a mut self, values: &'a [T]) -> ManyRows<'a, T> {
        ManyRows { columns: self.columns.iter_mut(), values }
    }

    /// Starts a row. Push its values in the order of the columns.
    pub(crate) fn row(&mut self) -> Row<'_> {
        Row { columns: self.columns.iter_mut() }
    }
}

/// A row that is being written.
pub(crate) struct Row<'a> {
    columns: std::slice::IterMut<'a, Column>,
}

impl Row<'_> {
    /// Pushes an integer of up to 32 bits.
    pub(crate) fn int(&mut self, value: i32) -> &mut Self {
        match self.columns.next() {
            Some(Column::I32(values)) => values.push(value),
            _ => unreachable!("the row has another column here"),
        }
        self
    }

    /// Pushes an integer that may be null.
    pub(crate) fn maybe(&mut self, value: Option<i32>) -> &mut Self {
        self.int(value.unwrap_or(UNKNOWN))
    }

    /// Pushes a 64-bit integer.
    pub(crate) fn long(&mut self, value: i64) -> &mut Self {
        match self.columns.next() {
            Some(Column::I64(values)) => values.push(value),
            _ => unreachable!("the row has another column here"),
        }
        self
    }

    /// Pushes a string that may be null.
    pub(crate) fn text(&mut self, text: Option<&[u8]>) -> &mut Self {
        match self.columns.next() {
            Some(Column::Bytes(texts)) => texts.push(text),
            _ => unreachable!("the row has another column here"),
        }
        self
    }
}

/// Rows that are being written column by column.
pub(crate) struct ManyRows<'a, T> {
    columns: std::slice::IterMut<'a, Column>,
    values: &'a [T],
}

impl<T> ManyRows<'_, T> {
    /// Pushes an integer of up to 32 bits for each row.
    pub(crate) fn ints(&mut self, value: impl Fn(&T) -> i32) -> &mut Self {
        match self.columns.next() {
            Some(Column::I32(numbers)) => numbers.extend(self.values.iter().map(value)),
            _ => unreachable!("the rows have another column here"),
        }
        self
    }
}

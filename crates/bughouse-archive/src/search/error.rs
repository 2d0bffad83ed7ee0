//! What is wrong with a query, and where.

use std::fmt;

use bughouse_chess::Span;

/// What is wrong with a query, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    kind: QueryErrorKind,
    span: Span,
}

/// What is wrong with a query.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// Nothing is asked.
    Empty,
    /// There is no such term.
    UnknownTerm {
        /// What is there.
        name: String,
        /// A term that may be meant.
        suggestion: Option<&'static str>,
    },
    /// A value is not what the term needs.
    BadValue {
        /// The term.
        term: &'static str,
        /// What it needs.
        expected: &'static str,
    },
    /// A term has something that it does not take.
    Unexpected {
        /// What it takes.
        expected: &'static str,
    },
    /// A parenthesis or a quote has no end.
    Unclosed,
    /// A parenthesis has no beginning.
    Unopened,
    /// `or`, `not` or `then` lacks what belongs to it.
    Lacks {
        /// The word.
        word: &'static str,
    },
    /// The line is too long, or nested too deep.
    TooMuch,
}

impl QueryError {
    pub(super) fn new(kind: QueryErrorKind, start: usize, end: usize) -> QueryError {
        QueryError { kind, span: Span::new(start, end) }
    }

    /// Returns what is wrong.
    pub fn kind(&self) -> &QueryErrorKind {
        &self.kind
    }

    /// Returns which bytes of the line are wrong.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the message, the line, and carets under the place.
    pub fn render(&self, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text).chars().count();
        let marked = text.get(self.span.start..self.span.end).unwrap_or("").chars().count().max(1);
        format!("{self}\n  {text}\n  {}{}", " ".repeat(before), "^".repeat(marked))
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            QueryErrorKind::Empty => f.write_str("nothing is asked, expected terms such as `drop:N@f3 mate`"),
            QueryErrorKind::UnknownTerm { name, suggestion: Some(suggestion) } => {
                write!(f, "there is no term {name}, did you mean {suggestion}?")
            }
            QueryErrorKind::UnknownTerm { name, suggestion: None } => {
                write!(f, "there is no term {name}, expected one such as drop, capture, mate, player, date")
            }
            QueryErrorKind::BadValue { term, expected } => write!(f, "{term} needs {expected}"),
            QueryErrorKind::Unexpected { expected } => write!(f, "expected {expected}"),
            QueryErrorKind::Unclosed => f.write_str("this has no end"),
            QueryErrorKind::Unopened => f.write_str("this has no beginning"),
            QueryErrorKind::Lacks { word } => write!(f, "{word} lacks a term"),
            QueryErrorKind::TooMuch => f.write_str("this is too long or nested too deep"),
        }
    }
}

impl std::error::Error for QueryError {}

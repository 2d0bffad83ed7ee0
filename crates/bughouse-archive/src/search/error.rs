//! Errors in queries.

use std::fmt;

use bughouse_chess::Span;

/// An error in a query, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    kind: QueryErrorKind,
    span: Span,
}

/// What is wrong with a query.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// The query, or a parenthesis, is empty.
    Empty,
    /// There is no such term.
    UnknownTerm {
        /// The unknown name.
        name: String,
        /// A term with a similar name.
        suggestion: Option<&'static str>,
    },
    /// The value of a term is missing or invalid.
    BadValue {
        /// The term.
        term: &'static str,
        /// What is expected.
        expected: &'static str,
    },
    /// Something is not allowed here.
    Unexpected {
        /// What is expected.
        expected: &'static str,
    },
    /// A parenthesis or a quote is not closed.
    Unclosed,
    /// A closing parenthesis has no opening one.
    Unopened,
    /// An operand of `and`, `or`, `not` or `then` is missing.
    Lacks {
        /// The operator.
        word: &'static str,
    },
    /// The query is too long, or nested too deeply.
    TooMuch,
}

impl QueryError {
    pub(super) fn new(kind: QueryErrorKind, start: usize, end: usize) -> QueryError {
        QueryError { kind, span: Span::new(start, end) }
    }

    /// Returns the error with a span inside the query, which begins and ends between characters.
    pub(super) fn within(self, text: &str) -> QueryError {
        let start = (0..=self.span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        let end = (self.span.end.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at));
        let start = start.unwrap_or(0);
        QueryError { span: Span::new(start, end.unwrap_or(text.len()).max(start)), ..self }
    }

    /// Returns what is wrong.
    pub fn kind(&self) -> &QueryErrorKind {
        &self.kind
    }

    /// Returns the byte range of the error in the query.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the message, followed by the query with carets under the error.
    pub fn render(&self, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text).chars().count();
        let marked = text.get(self.span.start..self.span.end).unwrap_or("").chars().count().max(1);
        format!("{self}\n  {text}\n  {}{}", " ".repeat(before), "^".repeat(marked))
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            QueryErrorKind::Empty => f.write_str("expected a term, such as `drop:N@f3` or `mate`"),
            QueryErrorKind::UnknownTerm { name, suggestion: Some(suggestion) } => {
                write!(f, "unknown term `{name}`: did you mean `{suggestion}`?")
            }
            QueryErrorKind::UnknownTerm { name, suggestion: None } => {
                write!(
                    f,
                    "unknown term `{name}`: expected a term such as drop, capture, mate, player or date"
                )
            }
            QueryErrorKind::BadValue { term, expected } => write!(f, "`{term}` expects {expected}"),
            QueryErrorKind::Unexpected { expected } => write!(f, "expected {expected}"),
            QueryErrorKind::Unclosed => f.write_str("missing closing quote or parenthesis"),
            QueryErrorKind::Unopened => f.write_str("unexpected `)`: no parenthesis is open"),
            QueryErrorKind::Lacks { word } => match *word {
                "not" => f.write_str("expected a term after `not`"),
                word => write!(f, "expected a term before and after `{word}`"),
            },
            QueryErrorKind::TooMuch => f.write_str("the query is too long or nested too deeply"),
        }
    }
}

impl std::error::Error for QueryError {}

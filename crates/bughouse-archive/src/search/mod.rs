//! The query language for games.
//!
//! A query is one line. Adjacent terms must match at the same half-move, `then` orders two half-moves, and there are
//! `not`, `or` and parentheses. See `docs/reference/query-language.md`.

mod error;
mod evaluate;
mod games;
mod half_moves;
mod live;
mod move_table;
mod names;
mod parse;
mod placement;
mod prepared;
mod read_move;
mod read_term;
mod scan;
mod sql;
mod term;

pub use error::{QueryError, QueryErrorKind};
pub use evaluate::{Hit, SearchOptions, Searched};
pub use sql::NoSql;

pub(crate) use games::{Lookup, seats};
pub(crate) use term::{Bounds, Node, Term, Who};

/// A parsed query for games.
///
/// ```
/// use bughouse_archive::Query;
///
/// let query: Query = "drop:N@f3 mate by:BlackB diagonal(WhiteA)>20 rating>=2000".parse()?;
/// assert_eq!(query.text(), "drop:N@f3 mate by:BlackB diagonal(WhiteA)>20 rating>=2000");
/// let error = "drp:N@f3".parse::<Query>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown term `drp`: did you mean `drop`?");
/// # Ok::<(), bughouse_archive::QueryError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    text: String,
    node: Node,
}

impl Query {
    /// Returns the query as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl std::str::FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Query, QueryError> {
        Ok(Query { text: text.to_owned(), node: parse::parse(text).map_err(|error| error.within(text))? })
    }
}

//! The HTTP API without a network.

pub(crate) mod answer;
pub(crate) mod archive_requests;
pub(crate) mod boards;
pub mod files;
pub(crate) mod params;
pub(crate) mod path;
pub(crate) mod query;
pub(crate) mod rejection;
pub(crate) mod requests;
pub(crate) mod routes;
#[cfg(feature = "schema")]
pub mod schema;
pub(crate) mod store;

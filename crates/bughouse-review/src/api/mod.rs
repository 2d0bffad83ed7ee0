//! The HTTP API without a network.

pub(crate) mod answer;
pub(crate) mod archive_requests;
pub mod files;
pub(crate) mod params;
pub(crate) mod rejection;
pub(crate) mod requests;
pub(crate) mod route;
#[cfg(feature = "schema")]
pub mod schema;

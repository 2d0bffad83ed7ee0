//! Integration tests of the archive.

mod damage;
mod duckdb;
mod earlier;
mod explore;
mod format;
mod growing;
mod import;
mod joint;
mod manifest;
mod player;
mod queries;
mod rows;
mod search;
#[cfg(unix)]
mod special;
mod support;
mod years;

//! Tests of the archive from the outside.

mod explore;
mod import;
mod support;

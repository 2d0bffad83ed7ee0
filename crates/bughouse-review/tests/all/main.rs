//! What the library promises: shapes, answers, images, the document of the interface.

#![allow(clippy::unwrap_used)]

mod adjourned;
mod columns;
mod openapi;
mod position;
mod rules;
mod spoken;
mod svg;

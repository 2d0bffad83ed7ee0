//! Tests of the public API: types, answers, images, the OpenAPI spec.

#![allow(clippy::unwrap_used)]

mod adjourned;
mod columns;
mod openapi;
mod position;
mod rules;
mod spoken;
mod svg;

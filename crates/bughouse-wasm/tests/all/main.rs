//! Tests of what crosses the border, without WebAssembly. The npm package tests the rest.

mod boards;
mod games;
mod matches;
mod numbers;
mod session;

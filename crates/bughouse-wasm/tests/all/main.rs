//! Tests of the bindings without WebAssembly. The npm package tests the rest.

mod boards;
mod games;
mod matches;
mod numbers;
mod session;

//! The server behind the review page, asked over HTTP.

mod client;
mod edits;
mod games;
mod interface;
mod opening;
mod safety;
mod saving;

pub(crate) use client::{Answer, Server, escaped};

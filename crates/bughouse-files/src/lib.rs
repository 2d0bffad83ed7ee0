#![doc = include_str!("../README.md")]

pub mod folder;
pub mod signals;
pub mod sources;
pub mod whole_file;

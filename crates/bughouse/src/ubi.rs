//! `ubi`: the built-in engine as a UBI engine, for bots and GUIs.

use std::io::{self, Write};
use std::{iter, process};

use bughouse_engines::{UbiOptions, serve_ubi};

use crate::cli_ubi::UbiArgs;
use crate::lines::Lines;
use crate::report::Verdict;

/// The maximum length of a line.
const MAX_LINE: usize = 1 << 16;

/// Answers the lines of stdin until the end.
pub(crate) fn run(args: &UbiArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut lines = Lines::new(io::stdin(), MAX_LINE);
    let input = iter::from_fn(move || lines.next().ok()?.map(|(_, line)| line.to_vec()));
    let options = UbiOptions {
        name: concat!("bughouse ", env!("CARGO_PKG_VERSION")),
        author: env!("CARGO_PKG_AUTHORS"),
        megabytes: args.hash,
        rules: args.rules.rules(),
        on_quit: || process::exit(0),
    };
    serve_ubi(input, out, &options).map(|()| Verdict::Fine)
}

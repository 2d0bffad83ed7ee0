//! The program `bughouse`: looks at, converts and checks bughouse positions and games.
//!
//! Each verb has a file of its own, and so has each form of output. `-` is stdin, messages go to stderr.
//! The exit code is 0 if all is well, 1 if something is wrong with the input, 2 if the call is wrong.

mod advisor;
mod analyze;
mod analyze_text;
mod analyze_types;
mod annotate;
mod annotate_copy;
mod annotate_text;
mod archive;
mod batch;
mod check;
mod check_totals;
mod clean;
mod cli;
mod cli_analysis;
mod cli_archive;
mod cli_help;
mod cli_options;
mod cli_ubi;
mod color;
mod completions;
mod convert;
mod draw;
mod explore;
mod fault;
mod feen;
mod fmt;
mod json;
mod lines;
mod mate;
mod moves;
mod perft;
mod perft_check;
mod play;
mod position;
mod progress;
mod records;
mod replay;
mod replay_text;
mod report;
mod search;
mod serve;
mod show;
mod spot;
mod ubi;
mod ubi_line;
mod written;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Verb};
use crate::report::Verdict;

fn main() -> ExitCode {
    // A wrong call ends here with 2, `--help` and `--version` with 0.
    let Cli { verb, color } = Cli::parse();
    color::choose(color);
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&verb, &mut out).and_then(|verdict| out.flush().map(|()| verdict));
    match done {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::from(1),
        Ok(Verdict::Stopped) => ExitCode::from(130),
        // Whoever reads has seen enough, as `head` does.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            report::error(format_args!("cannot write to stdout: {error}"));
            ExitCode::from(1)
        }
    }
}

fn run(verb: &Verb, out: &mut impl Write) -> io::Result<Verdict> {
    match verb {
        Verb::Show(args) => show::run(args, out),
        Verb::Moves(args) => moves::run(args, out),
        Verb::Play(args) => play::run(args, out),
        Verb::Mate(args) => mate::run(args, out),
        Verb::Analyze(args) => analyze::run(args, out),
        Verb::Perft(args) => perft::run(args, out),
        Verb::Convert(args) => convert::run(args, out),
        Verb::Feen(args) => feen::run(args, out),
        Verb::Check(args) => check::run(args, out),
        Verb::Replay(args) => replay::run(args, out),
        Verb::Fmt(args) => fmt::run(args, out),
        Verb::Annotate(args) => annotate::run(args, out),
        Verb::Archive(args) => archive::run(args, out),
        Verb::Explore(args) => explore::run(args, out),
        Verb::Search(args) => search::run(args, out),
        Verb::Serve(args) => serve::run(args, out),
        Verb::Ubi(args) => ubi::run(args, out),
        Verb::Completions(args) => completions::completions(args, out),
        Verb::Man(args) => completions::man(args, out),
    }
}

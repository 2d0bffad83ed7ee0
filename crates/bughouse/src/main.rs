//! The program `bughouse`: looks at, converts and checks bughouse positions and games.
//!
//! Each command has a file of its own, and so has each form of output. `-` is stdin, messages go to stderr.
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
mod feen;
mod fmt;
mod games;
mod json;
mod lines;
mod mate;
mod moves;
mod perft;
mod perft_check;
mod play;
mod position;
mod progress;
#[cfg(test)]
mod reference;
mod replay;
mod replay_text;
mod report;
mod row_error;
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

use crate::cli::{Cli, Command};
use crate::report::Verdict;

fn main() -> ExitCode {
    // A wrong call ends here with 2, `--help` and `--version` with 0.
    let Cli { command, color } = Cli::parse();
    color::choose(color);
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&command, &mut out).and_then(|verdict| out.flush().map(|()| verdict));
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

fn run(command: &Command, out: &mut impl Write) -> io::Result<Verdict> {
    match command {
        Command::Show(args) => show::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Mate(args) => mate::run(args, out),
        Command::Analyze(args) => analyze::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Feen(args) => feen::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::Annotate(args) => annotate::run(args, out),
        Command::Archive(args) => archive::run(args, out),
        Command::Explore(args) => explore::run(args, out),
        Command::Search(args) => search::run(args, out),
        Command::Serve(args) => serve::run(args, out),
        Command::Ubi(args) => ubi::run(args, out),
        Command::Completions(args) => completions::completions(args, out),
        Command::Man(args) => completions::man(args, out),
    }
}

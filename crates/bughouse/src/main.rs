//! The `bughouse` command-line tool.
//!
//! Each command has its own file, and so does each output format. `-` is stdin, messages go to stderr. The exit code is
//! 0 on success, 1 if something is wrong with the input, and 2 for usage errors.

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
mod files;
mod fmt;
mod games;
mod json;
mod lines;
mod mate;
mod moves;
mod next_step;
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
mod written;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use bughouse_server::{folder, sources};
use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::clean::Output;
use crate::cli::{Cli, Command};
use crate::report::Verdict;

/// The allocators of some systems keep what each thread freed, so the memory of a busy server with many threads keeps growing.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Exits with 2 on a usage error, with 0 after `--help` and `--version`.
    let arguments: Vec<OsString> = env::args_os().collect();
    if let Some(message) = next_step::for_unquoted_position(&arguments) {
        let command = arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default();
        cli::usage_error(&[command], clap::error::ErrorKind::UnknownArgument, message);
    }
    let Cli { command, color } =
        Cli::try_parse_from(&arguments).unwrap_or_else(|error| usage_error(&error, &arguments));
    color::choose(color);
    let stdout = io::stdout().lock();
    let is_terminal = stdout.is_terminal();
    let mut out = BufWriter::new(Output::new(stdout, command.content(), is_terminal, color::on_stdout()));
    let done = run(&command, &mut out).and_then(|verdict| out.flush().map(|()| verdict));
    match done {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::from(1),
        Ok(Verdict::Stopped) => ExitCode::from(130),
        // The reader has seen enough, as with `head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            report::error(format_args!("cannot write to stdout: {error}"));
            ExitCode::from(1)
        }
    }
}

/// Prints a usage error and exits. If a file is named instead of a command, says how to open it.
fn usage_error(error: &clap::Error, arguments: &[OsString]) -> ! {
    let hint = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => hint_for_file(Path::new(name), arguments),
        _ => None,
    };
    report::exit(error, hint)
}

/// Returns how to open a file that is named instead of a command.
fn hint_for_file(path: &Path, arguments: &[OsString]) -> Option<String> {
    if let Some(step) = next_step::for_url(path) {
        return Some(step);
    }
    if !path.exists() && !folder::is_game_file(path) {
        return None;
    }
    let name = sources::quoted(path);
    Some(match arguments.get(1).is_some_and(|command| command == "archive") {
        true => format!("to create an archive, run `bughouse archive add my-games {name}`"),
        false => format!("to review it in the browser, run `bughouse serve {name} --open`"),
    })
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

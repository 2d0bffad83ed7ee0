//! Shell completions and man pages, generated from the arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man;

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::report::Verdict;

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut impl Write) -> io::Result<Verdict> {
    // Written to memory first, because the generator panics on a broken pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bughouse", &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Fine)
}

/// Prints the man page of `bughouse` or of a command.
pub(crate) fn man(args: &ManArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut root = Cli::command();
    // Sets the full names of the commands.
    root.build();
    let mut command = &root;
    for name in &args.command {
        command = match command.find_subcommand(name) {
            Some(found) => found,
            None => Cli::command()
                .error(
                    ErrorKind::InvalidValue,
                    format_args!("unrecognized subcommand '{}'", args.command.join(" ")),
                )
                .exit(),
        };
    }
    let title = command.get_display_name().unwrap_or("bughouse").to_uppercase();
    let source = format!("bughouse {}", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).title(title).source(source).render(out)?;
    Ok(Verdict::Fine)
}

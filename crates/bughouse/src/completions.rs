//! `completions` and `man`: what a shell and `man` want to know about the program, made of its arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man;

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::report::Verdict;

/// Prints the script that completes words in a shell.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut impl Write) -> io::Result<Verdict> {
    // Written in memory first, since the generator panics where nobody reads on.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bughouse", &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Fine)
}

/// Prints a man page, of the program or of a command.
pub(crate) fn man(args: &ManArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut program = Cli::command();
    // Only then a command knows what it is called by.
    program.build();
    let mut command = &program;
    for name in &args.command {
        command = match command.find_subcommand(name) {
            Some(found) => found,
            None => Cli::command()
                .error(
                    ErrorKind::InvalidValue,
                    format_args!("no command is called '{}'", args.command.join(" ")),
                )
                .exit(),
        };
    }
    let title = command.get_display_name().unwrap_or("bughouse").to_uppercase();
    let source = format!("bughouse {}", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).title(title).source(source).render(out)?;
    Ok(Verdict::Fine)
}

//! Shell completions and man pages, generated from the arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_mangen::Man;

use crate::cli::{self, Cli, CompletionsArgs, ManArgs};
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
            None => {
                let message = format!("unrecognized subcommand '{}'", args.command.join(" "));
                cli::usage_error(&["man"], ErrorKind::InvalidValue, message)
            }
        };
    }
    let title = command.get_display_name().unwrap_or("bughouse").to_uppercase();
    let source = format!("bughouse {}", env!("CARGO_PKG_VERSION"));
    // Without this, options that `-h` doesn't list have no description.
    let mut command = command.clone().mut_args(|arg| arg.hide_short_help(false));
    if command.find_subcommand("help").is_some() {
        // It has no page of its own.
        command = command.mut_subcommand("help", |help| help.hide(true));
    }
    let extra = command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string);
    let has_version = command.get_version().is_some();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).title(title).source(source);
    // The macro for apostrophes, as in `Man::render`.
    out.write_all(b".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n")?;
    for render in [
        Man::render_title,
        Man::render_name_section,
        Man::render_synopsis_section,
        Man::render_description_section,
        Man::render_options_section,
    ] {
        section(out, |page| render(&man, page))?;
    }
    if has_commands {
        section(out, |page| man.render_subcommands_section(page))?;
    }
    out.write_all(extra_sections(&extra.unwrap_or_default()).as_bytes())?;
    if has_version {
        section(out, |page| man.render_version_section(page))?;
    }
    Ok(Verdict::Fine)
}

/// Writes a section, without the macro that each section would repeat.
fn section(out: &mut impl Write, render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut page = Vec::new();
    render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    for line in page.lines().filter(|line| !line.starts_with(".ie ") && !line.starts_with(".el ")) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the end of the long help as sections of a man page: details, exit codes, examples, and a link.
fn extra_sections(extra: &str) -> String {
    const TITLES: [(&str, &str); 3] =
        [("Exit codes: ", "EXIT STATUS"), ("Examples:", "EXAMPLES"), ("Documentation: ", "SEE ALSO")];
    let mut page = String::new();
    let mut is_titled = false;
    for paragraph in extra.split("\n\n") {
        let known = TITLES.iter().find_map(|(start, title)| Some((*title, paragraph.strip_prefix(start)?)));
        let (title, text) = known.map_or((None, paragraph), |(title, text)| (Some(title), text));
        match title {
            Some(title) => page.push_str(&format!(".SH {title}\n")),
            None if is_titled || extra.is_empty() => page.push_str(".PP\n"),
            None => page.push_str(".SH DETAILS\n"),
        }
        is_titled = true;
        // Lines are kept as they are: some are commands or tables.
        page.push_str(".nf\n");
        for line in text.trim_start_matches('\n').lines() {
            let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\*(Aq");
            // A line must not begin with a control character.
            let guard = if line.starts_with('.') { "\\&" } else { "" };
            page.push_str(&format!("{guard}{line}\n"));
        }
        page.push_str(".fi\n");
    }
    page
}

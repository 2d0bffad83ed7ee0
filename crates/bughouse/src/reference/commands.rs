//! Documents all commands, from clap.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};

use super::markdown::{heading, prose, sentence, table};
use crate::cli::Cli;

pub(crate) fn page() -> String {
    let mut root = Cli::command();
    root.build();
    let mut out = String::from(
        "Every command of `bughouse`, with its arguments and options. `bughouse help COMMAND` prints the same text.\n\n",
    );
    let rows: Vec<Vec<String>> = commands(&root)
        .map(|command| {
            let name = command.get_name();
            vec![format!("[`bughouse {name}`](#bughouse-{name})"), prose(&about(command))]
        })
        .collect();
    out.push_str(&table(&["command", "what it does"], &rows));
    out.push('\n');
    out.push_str("Every command exits with 0 on success, with 1 if something is wrong with the input, and with 2 if it was called incorrectly.\n\n");
    section(&root, "bughouse", 2, &mut out);
    for command in commands(&root) {
        let name = format!("bughouse {}", command.get_name());
        section(command, &name, 2, &mut out);
        for action in commands(command) {
            section(action, &format!("{name} {}", action.get_name()), 3, &mut out);
        }
    }
    out
}

/// Lists the commands that users see.
fn commands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn section(command: &Command, name: &str, level: usize, out: &mut String) {
    let id = name.replace(' ', "-");
    out.push_str(&heading(level, &format!("`{name}`"), &id));
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let (first, rest) = about.split_once("\n\n").unwrap_or((&about, ""));
    let _ = writeln!(out, "{}\n", sentence(&prose(first)));
    if !rest.is_empty() {
        out.push_str(&text(rest));
    }
    let aliases: Vec<String> = command.get_visible_aliases().map(|alias| format!("`{alias}`")).collect();
    if !aliases.is_empty() {
        let _ = writeln!(out, "Also: {}.\n", aliases.join(", "));
    }
    let usage = command.clone().render_usage().to_string();
    let usage: Vec<&str> = usage.trim_start_matches("Usage:").lines().map(str::trim).collect();
    let _ = writeln!(out, "```text\n{}\n```\n", usage.join("\n"));
    let mut groups: Vec<(String, Vec<&Arg>)> = Vec::new();
    for arg in command.get_arguments().filter(|arg| is_listed(arg, level)) {
        let group = match arg.get_help_heading() {
            Some(heading) => heading.to_owned(),
            None if arg.is_positional() => "Arguments".to_owned(),
            None => "Options".to_owned(),
        };
        match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, args)) => args.push(arg),
            None => groups.push((group, vec![arg])),
        }
    }
    groups.sort_by_key(|(name, _)| name != "Arguments");
    for (group, args) in groups {
        let _ = writeln!(out, "**{group}**\n");
        args.iter().for_each(|arg| option(arg, &id, out));
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    if let Some(after) = after {
        out.push_str(&text(&after.to_string()));
    }
}

/// Returns `true` if an argument is listed with a command. Global arguments are only listed at the top.
fn is_listed(arg: &Arg, level: usize) -> bool {
    let of_clap = matches!(
        arg.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    );
    let of_all = arg.is_global_set() && arg.get_id() == "color";
    !arg.is_hide_set() && !of_clap && (!of_all || level == 0)
}

/// Writes an argument as a definition: its form, then what it does.
fn option(arg: &Arg, command: &str, out: &mut String) {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.iter().chain(&long).cloned().collect();
    let values: Vec<String> = match arg.get_action().takes_values() {
        true => arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>")).collect(),
        false => Vec::new(),
    };
    let form = match names.is_empty() {
        true => arg.to_string(),
        false => [names.join(", "), values.join(" ")].join(" ").trim().to_owned(),
    };
    let anchor = long.unwrap_or_else(|| format!("-{}", arg.get_id().as_str().replace('_', "-")));
    let _ = writeln!(out, "`{form}` {{ #{command}{anchor} }}");
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut paragraphs = help.split("\n\n").map(|text| sentence(&prose(&text.replace('\n', " "))));
    let _ = writeln!(out, ":   {}", paragraphs.next().unwrap_or_default());
    paragraphs.for_each(|text| out.push_str(&format!("\n    {text}\n")));
    if anchor == "--json" {
        let _ = writeln!(out, "\n    [JSON output](json.md#{command}) lists its fields.");
    }
    let listed: Vec<_> = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    if arg.get_action().takes_values() && !listed.is_empty() {
        match listed.iter().any(|value| value.get_help().is_some()) {
            true => {
                out.push('\n');
                for value in &listed {
                    let help = value.get_help().map(ToString::to_string).unwrap_or_default();
                    let _ = writeln!(out, "    - `{}`: {}", value.get_name(), prose(&help));
                }
            }
            false => {
                let names: Vec<String> =
                    listed.iter().map(|value| format!("`{}`", value.get_name())).collect();
                let _ = writeln!(out, "\n    Possible values: {}.", names.join(", "));
            }
        }
    }
    let defaults: Vec<String> = match arg.is_hide_default_value_set() || !arg.get_action().takes_values() {
        true => Vec::new(),
        false => {
            arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect()
        }
    };
    if !defaults.is_empty() {
        let _ = writeln!(out, "\n    Default: {}.", defaults.join(", "));
    }
    out.push('\n');
}

/// Writes free text: indented lines are commands or tables, everything else is paragraphs.
fn text(text: &str) -> String {
    let mut out = String::new();
    let mut code: Vec<&str> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    // One more empty line, to finish the last block.
    for line in text.lines().chain([""]) {
        let is_code = line.starts_with("  ");
        if !is_code && !code.is_empty() {
            let language = if code.iter().all(|line| is_call(line)) { "sh" } else { "text" };
            let indent = code.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
            let lines: Vec<&str> = code.iter().map(|line| &line[indent..]).collect();
            out.push_str(&format!("```{language}\n{}\n```\n\n", lines.join("\n")));
            code.clear();
        }
        if (is_code || line.trim().is_empty()) && !paragraph.is_empty() {
            let joined = links(&prose(&paragraph.join(" "))).replace("Documentation: ", "See also ");
            let is_here = paragraph.iter().any(|line| line.contains("/docs/reference/cli.html"));
            // A title such as `Examples:`.
            match joined.strip_suffix(':').filter(|title| !title.contains([' ', '`'])) {
                _ if is_here => {}
                Some(title) => out.push_str(&format!("**{title}**\n\n")),
                None => out.push_str(&format!("{joined}\n\n")),
            }
            paragraph.clear();
        }
        match is_code {
            true => code.push(line),
            false if !line.trim().is_empty() => paragraph.push(line),
            false => {}
        }
    }
    out
}

/// Replaces URLs of our website by relative links with the titles of the pages.
fn links(text: &str) -> String {
    let base = env!("CARGO_PKG_HOMEPAGE");
    let mut out = text.to_owned();
    while let Some(start) = out.find(base) {
        let rest = &out[start + base.len()..];
        let address = rest.split_whitespace().next().unwrap_or_default().trim_end_matches('.');
        let (path, anchor) = address.split_once(".html").unwrap_or(("index", ""));
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let page = fs::read_to_string(docs.join(format!("{path}.md"))).unwrap_or_default();
        let title = page.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Commands");
        let end = start + base.len() + address.len();
        out.replace_range(start..end, &format!("[{title}](../{path}.md{anchor})"));
    }
    out
}

/// Returns `true` if a line is a shell command or a comment about one.
fn is_call(line: &str) -> bool {
    let line = line.trim_start();
    ["bughouse ", "#", "zcat ", "cat ", "printf ", "echo "].iter().any(|start| line.starts_with(start))
}

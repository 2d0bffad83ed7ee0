//! `dist`: the program as it is handed out, with completions for shells and man pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Workspace};

/// What the command line of `dist` asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The folder to write to, if it is not `dist` among the builds.
    out: Option<PathBuf>,
}

/// Each shell, and the name of the file by which it finds what completes words.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "bughouse"),
    ("zsh", "_bughouse"),
    ("fish", "bughouse.fish"),
    ("powershell", "_bughouse.ps1"),
    ("elvish", "bughouse.elv"),
];

impl Options {
    /// Reads what follows the verb.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        match args {
            [] => Ok(Self::default()),
            [option, folder] if option == "--out" => Ok(Self { out: Some(PathBuf::from(folder)) }),
            [first, ..] => Err(Failure::usage(format!("`dist` takes [--out DIR], but was given `{first}`"))),
        }
    }
}

/// Builds the program, and writes it with all that belongs to it.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let mut cargo = workspace.cargo();
    cargo.args("build --release --locked --package bughouse-cli".split(' '));
    shell::heading(&shell::shown(&cargo));
    shell::run(&mut cargo)?;
    let name = format!("bughouse{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target_dir().join("release").join(&name);
    let out = options.out.clone().unwrap_or_else(|| workspace.target_dir().join("dist"));
    write_texts(&program, &out)?;
    let copy = out.join(name);
    fs::copy(&program, &copy)
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", copy.display())))?;
    println!("{}", out.display());
    Ok(())
}

/// Writes completions and man pages.
fn write_texts(program: &Path, out: &Path) -> Result<(), Failure> {
    for (shell, file) in SHELLS {
        write(&out.join("completions").join(file), &ask(program, &["completions", shell])?)?;
    }
    let man = out.join("man");
    let page = ask(program, &["man"])?;
    write(&man.join("bughouse.1"), &page)?;
    for verb in verbs(&page) {
        write(&man.join(format!("bughouse-{verb}.1")), &ask(program, &["man", verb])?)?;
    }
    Ok(())
}

/// Lists the verbs that the page of the program refers to: `bughouse\-show(1)`.
fn verbs(page: &str) -> Vec<&str> {
    page.lines()
        .filter_map(|line| line.strip_suffix("(1)")?.strip_prefix("bughouse\\-"))
        .filter(|verb| *verb != "help")
        .collect()
}

fn ask(program: &Path, args: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new(program);
    command.args(args);
    shell::output(&mut command).ok_or_else(|| Failure::step(format!("`{}` failed", shell::shown(&command))))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| Failure::step(format!("{} cannot be written: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_read() {
        let parse = |args: &[&str]| Options::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(parse(&[]).unwrap(), Options::default());
        assert_eq!(parse(&["--out", "x"]).unwrap(), Options { out: Some("x".into()) });
        for wrong in [&["x"][..], &["--out"], &["--out", "x", "y"]] {
            assert!(matches!(parse(wrong), Err(Failure::Usage(_))), "{wrong:?}");
        }
    }

    #[test]
    fn verbs_are_found_in_the_page_of_the_program() {
        let page = ".SH SUBCOMMANDS\n.TP\nbughouse\\-show(1)\nDraws\n.TP\nbughouse\\-help(1)\n";
        assert_eq!(verbs(page), ["show"]);
    }
}

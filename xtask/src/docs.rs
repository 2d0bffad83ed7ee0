//! `docs`: the documentation site with its API references, in `target/docs`; `docs --test`: its examples.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::dependencies;
use crate::docs_examples;
use crate::docs_links;
use crate::packages;
use crate::python;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};

/// The options of `docs`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Options {
    /// Builds the site.
    Build { api: bool },
    /// Shows the site without its API references, and reloads it when a page changes.
    Serve,
    /// Runs the examples.
    Test(docs_examples::Options),
}

impl Options {
    /// Parses the arguments after `docs`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let wrong = |arg: &str| {
            Failure::usage(format!(
                "`docs` takes `--serve`, `--no-api`, or `--test [--only KINDS] [--no-build] [PAGE...]`, \
                 but was given `{arg}`"
            ))
        };
        let mut args = args.iter().map(String::as_str);
        match args.next() {
            None => Ok(Self::Build { api: true }),
            Some("--no-api") => args.next().map_or(Ok(Self::Build { api: false }), |arg| Err(wrong(arg))),
            Some("--serve") => args.next().map_or(Ok(Self::Serve), |arg| Err(wrong(arg))),
            Some("--test") => {
                let mut options = docs_examples::Options::default();
                while let Some(arg) = args.next() {
                    match arg {
                        "--no-build" => options.no_build = true,
                        "--only" => {
                            options.only = docs_examples::Options::kinds(args.next().unwrap_or_default())?;
                        }
                        page if !page.starts_with('-') => options.pages.push(page.to_owned()),
                        other => return Err(wrong(other)),
                    }
                }
                Ok(Self::Test(options))
            }
            Some(other) => Err(wrong(other)),
        }
    }
}

/// Builds, shows or tests the site.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    match options {
        Options::Build { api } => build(workspace, *api).map(|site| println!("{}", site.display())),
        Options::Serve => {
            let mut mkdocs = mkdocs(workspace)?;
            shell::become_program(mkdocs.args(["serve", "--open"]))
        }
        Options::Test(options) => docs_examples::run(workspace, options),
    }
}

/// Builds the site and checks its links. Returns its folder.
pub(crate) fn build(workspace: &Workspace, api: bool) -> Result<PathBuf, Failure> {
    let start = Instant::now();
    let site = workspace.target_dir().join("docs");
    let mut mkdocs = mkdocs(workspace)?;
    mkdocs.args(["build", "--strict", "--site-dir"]).arg(&site);
    shell::heading(&shell::shown(&mkdocs));
    shell::run(&mut mkdocs)?;
    let pages = start.elapsed().as_secs_f64();
    if api {
        rust(workspace, &site.join("api/rust"))?;
        typescript(workspace, &site.join("api/typescript"))?;
    }
    let checked = docs_links::check(workspace.root(), &site, api)?;
    browse(workspace, &site)?;
    let total = start.elapsed().as_secs_f64();
    shell::heading(&format!("{checked} links are fine; {pages:.1} s for the pages, {total:.1} s in all"));
    Ok(site)
}

/// Prepares a call of MkDocs.
fn mkdocs(workspace: &Workspace) -> Result<Command, Failure> {
    let mut command = workspace.program(generator(workspace)?);
    command.args(["-m", "mkdocs"]);
    // Hides the notice about MkDocs 2.
    command.env("NO_MKDOCS_2_WARNING", "1").env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

/// Returns a Python that has MkDocs, in its own virtual environment. Creates it again if the list of packages has changed.
fn generator(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let folder = workspace.target_dir().join("docs-python");
    let (python, stamp) = (folder.join("bin/python"), folder.join("installed.txt"));
    let list = workspace.root().join("docs/requirements.txt");
    let failed = |path: &Path, error| Failure::step(format!("{} failed: {error}", path.display()));
    let wanted = fs::read_to_string(&list).map_err(|error| failed(&list, error))?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    tools::require(workspace, &[Tool::Python])?;
    shell::heading("the generator of the site: pip install");
    let _ = fs::remove_dir_all(&folder);
    shell::run(workspace.program("python3").args(["-m", "venv"]).arg(&folder))?;
    shell::run(python::pip(&python).arg("--requirement").arg(&list))?;
    fs::write(&stamp, wanted).map_err(|error| failed(&stamp, error))?;
    Ok(python)
}

/// Writes the documentation of the published libraries.
fn rust(workspace: &Workspace, out: &Path) -> Result<(), Failure> {
    let mut cargo = workspace.cargo();
    cargo.args("doc --all-features --no-deps --locked --lib".split(' '));
    for name in dependencies::PUBLISHED.iter().filter(|name| **name != "bughouse-cli") {
        cargo.args(["--package", name]);
    }
    cargo.env("RUSTDOCFLAGS", "-D warnings");
    // Otherwise, crates that were documented earlier would also be listed.
    let built = workspace.target_dir().join("doc");
    let _ = fs::remove_dir_all(&built);
    shell::heading(&shell::shown(&cargo));
    shell::run(&mut cargo)?;
    copy(&built, out)
}

/// Writes the documentation of the npm package.
fn typescript(workspace: &Workspace, out: &Path) -> Result<(), Failure> {
    tools::require(workspace, &[Tool::Node])?;
    let folder = "docs/site/typedoc";
    packages::install(workspace, folder)?;
    let mut npm = packages::npm(workspace, folder, &["exec", "--offline", "--", "typedoc", "--out"]);
    npm.arg(out);
    shell::heading(&shell::shown(&npm));
    shell::run(&mut npm)
}

/// Tests the site in a browser: search works without a server, and pages fit on a phone.
fn browse(workspace: &Workspace, site: &Path) -> Result<(), Failure> {
    let absent = tools::missing(workspace, &[Tool::Node, Tool::Chromium]);
    if !absent.is_empty() {
        let names: Vec<String> = absent.iter().map(|tool| tool.name()).collect();
        shell::heading(&format!("skipped: search and layout of the site, without {}", names.join(" and ")));
        return Ok(());
    }
    packages::install(workspace, "npm")?;
    let mut node = workspace.program("node");
    node.arg("npm/test/site.mjs").arg(site);
    node.env("CHROMIUM", tools::chromium(workspace).unwrap_or_default());
    shell::heading(&shell::shown(&node));
    shell::run(&mut node)
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::step(format!("{} cannot be copied: {error}", from.display()));
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Options;
    use crate::docs_examples;

    fn parse(line: &str) -> Option<Options> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args).ok()
    }

    #[test]
    fn options_are_parsed() {
        assert_eq!(parse(""), Some(Options::Build { api: true }));
        assert_eq!(parse("--no-api"), Some(Options::Build { api: false }));
        assert_eq!(parse("--serve"), Some(Options::Serve));
        let options = docs_examples::Options {
            only: vec!["console".to_owned(), "rust".to_owned()],
            no_build: true,
            pages: vec!["howto/archive.md".to_owned()],
        };
        let line = "--test --only console,rust --no-build howto/archive.md";
        assert_eq!(parse(line), Some(Options::Test(options)));
    }

    #[test]
    fn invalid_options_are_rejected() {
        for line in
            ["--fast", "--serve --no-api", "--test --only", "--test --only cobol", "--test -x", "page.md"]
        {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}

//! `dist`: builds all artifacts of a release into one folder. `--check` also installs and runs each of them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::dist_check;
use crate::docs;
use crate::packages;
use crate::page;
use crate::python;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool};
use crate::wasm;

/// The version that all packages have.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The tool that lists the Rust dependencies, and its version. It is installed into the target directory.
const SBOM_TOOL: (&str, &str) = ("cargo-sbom", "0.10.0");

/// Each shell, and the file name of its completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "bughouse"),
    ("zsh", "_bughouse"),
    ("fish", "bughouse.fish"),
    ("powershell", "_bughouse.ps1"),
    ("elvish", "bughouse.elv"),
];

/// The options of `dist`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The folder to write to; `dist` in the target directory by default.
    out: Option<PathBuf>,
    /// Whether to install and run what was built.
    check: bool,
}

impl Options {
    /// Parses the arguments after `dist`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match (arg.as_str(), args.len()) {
                ("--check", _) => options.check = true,
                ("--out", 1..) => options.out = args.next().map(PathBuf::from),
                (other, _) => {
                    return Err(Failure::usage(format!("`dist` takes [--out DIR] [--check], not `{other}`")));
                }
            }
        }
        Ok(options)
    }
}

/// The files of a release.
pub(crate) struct Artifacts {
    pub(crate) out: PathBuf,
    pub(crate) tarball: String,
    /// `None` where `dpkg-deb` isn't installed.
    pub(crate) deb: Option<String>,
    pub(crate) wheel: String,
    pub(crate) npm: String,
    pub(crate) static_site: String,
    pub(crate) docs: String,
    /// The dependencies of the CLI in Rust, and of its web UI.
    pub(crate) sboms: [String; 2],
}

/// Builds all artifacts, and checks them if the options say so.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    tools::require(workspace, &[Tool::Node, Tool::Python])?;
    let out = options.out.clone().unwrap_or_else(|| workspace.target_dir().join("dist"));
    let _ = fs::remove_dir_all(&out);
    create(&out)?;

    page::install_packages(workspace)?;
    page::build_if_changed(workspace)?;
    let (program, target) = build_cli(workspace)?;
    let tree = workspace.target_dir().join("dist-tree");
    let _ = fs::remove_dir_all(&tree);

    let site = docs::build(workspace, true)?;
    let tarball = tarball(workspace, &program, &target, &site, &tree, &out)?;
    let deb = deb(workspace, &program, &site, &tree, &out)?;
    let artifacts = Artifacts {
        tarball,
        deb,
        wheel: wheel(workspace, &out)?,
        static_site: static_site(workspace, &tree, &out)?,
        npm: npm(workspace, &out)?,
        docs: docs_archive(&site, &tree, &out)?,
        sboms: sboms(workspace, &out)?,
        out,
    };
    release_notes(workspace, &artifacts.out)?;
    write_sums(&artifacts.out)?;
    if options.check {
        dist_check::run(workspace, &artifacts)?;
    }
    if env!("CARGO_PKG_HOMEPAGE").contains(".example") {
        shell::heading(
            "the homepage is a placeholder, so links to the documentation don't work: see CONTRIBUTING.md",
        );
    }
    println!("{}", artifacts.out.display());
    Ok(())
}

/// Builds the CLI for release; returns its path and the name of the target.
fn build_cli(workspace: &Workspace) -> Result<(PathBuf, String), Failure> {
    run_shown(workspace.cargo().args("build --release --locked --package bughouse-cli".split(' ')))?;
    let name = format!("bughouse{}", std::env::consts::EXE_SUFFIX);
    let version = shell::output(workspace.program("rustc").arg("-vV")).unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| Failure::step("`rustc -vV` names no host"))?.to_owned();
    Ok((workspace.target_dir().join("release").join(name), host))
}

/// Packs the CLI with completions, man pages, documentation, README and licenses.
fn tarball(
    workspace: &Workspace,
    program: &Path,
    target: &str,
    site: &Path,
    tree: &Path,
    out: &Path,
) -> Result<String, Failure> {
    let name = format!("bughouse-{VERSION}-{target}");
    let folder = tree.join(&name);
    copy(program, &folder.join(program.file_name().unwrap_or_default()))?;
    for (shell, file) in SHELLS {
        write(&folder.join("completions").join(file), &output_of(program, &["completions", shell])?)?;
    }
    for (file, text) in man_pages(program)? {
        write(&folder.join("man").join(file), &text)?;
    }
    copy_folder(site, &folder.join("docs"))?;
    copy(&workspace.root().join("crates/bughouse/README.md"), &folder.join("README.md"))?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-GPL"] {
        copy(&workspace.root().join("crates/bughouse").join(license), &folder.join(license))?;
    }
    pack(&folder, &name, out)
}

/// Creates a Debian package. Returns `None` if `dpkg-deb` isn't installed.
fn deb(
    workspace: &Workspace,
    program: &Path,
    site: &Path,
    tree: &Path,
    out: &Path,
) -> Result<Option<String>, Failure> {
    let architecture = shell::output(workspace.program("dpkg").arg("--print-architecture"));
    let Some(architecture) = architecture.map(|text| text.trim().to_owned()) else {
        shell::heading("dpkg is not installed: no Debian package is built");
        return Ok(None);
    };
    let name = format!("bughouse_{VERSION}_{architecture}.deb");
    let folder = tree.join("deb");
    copy(program, &folder.join("usr/bin/bughouse"))?;
    for (shell, place) in [
        ("bash", "usr/share/bash-completion/completions/bughouse"),
        ("zsh", "usr/share/zsh/vendor-completions/_bughouse"),
        ("fish", "usr/share/fish/vendor_completions.d/bughouse.fish"),
    ] {
        write(&folder.join(place), &output_of(program, &["completions", shell])?)?;
    }
    for (file, text) in man_pages(program)? {
        write(&folder.join("usr/share/man/man1").join(file), &text)?;
    }
    copy_folder(site, &folder.join("usr/share/doc/bughouse/html"))?;
    let licenses = ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-GPL"].map(|name| {
        fs::read_to_string(workspace.root().join("crates/bughouse").join(name)).unwrap_or_default()
    });
    write(&folder.join("usr/share/doc/bughouse/copyright"), &licenses.join("\n\n"))?;
    let glibc = glibc(&fs::read(program).map_err(|error| failed(program, &error))?);
    let depends = glibc.map_or_else(String::new, |minor| format!("Depends: libc6 (>= 2.{minor})\n"));
    let control = format!(
        "Package: bughouse\nVersion: {VERSION}\nArchitecture: {architecture}\nSection: games\nPriority: optional\n\
         Maintainer: The bughouse authors <nobody@bughouse.example>\n{depends}\
         Homepage: {}\nDescription: review, check, search and analyze bughouse chess games\n \
         Shows games in the browser, checks and converts game files, keeps archives of\n \
         millions of games, and has a built-in engine.\n",
        env!("CARGO_PKG_HOMEPAGE"),
    );
    write(&folder.join("DEBIAN/control"), &control)?;
    let mut build = workspace.program("dpkg-deb");
    build.args(["--root-owner-group", "--build"]).arg(&folder).arg(out.join(&name));
    run_shown(&mut build)?;
    Ok(Some(name))
}

/// Returns the minor version of the newest glibc 2 symbol that a program needs.
fn glibc(program: &[u8]) -> Option<u32> {
    const MARK: &[u8] = b"GLIBC_2.";
    let versions = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let minor = |at: usize| {
        let digits = program[at + MARK.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    };
    versions.map(|(at, _)| minor(at)).max()
}

/// Builds the wheel.
fn wheel(workspace: &Workspace, out: &Path) -> Result<String, Failure> {
    python::run(workspace, &[])?;
    let wheels = workspace.target_dir().join("wheels");
    let entries = fs::read_dir(&wheels).map_err(|error| failed(&wheels, &error))?;
    let wheel = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| Failure::step(format!("no wheel in {}", wheels.display())))?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    copy(&wheel, &out.join(&name))?;
    Ok(name)
}

/// Builds the static site, including the WebAssembly.
fn static_site(workspace: &Workspace, tree: &Path, out: &Path) -> Result<String, Failure> {
    let name = format!("bughouse-static-site-{VERSION}");
    let folder = tree.join(&name);
    page::run(workspace, &["--static".to_owned(), folder.display().to_string()])?;
    pack(&folder, &name, out)
}

/// Packs the documentation site.
fn docs_archive(site: &Path, tree: &Path, out: &Path) -> Result<String, Failure> {
    let name = format!("bughouse-docs-{VERSION}");
    let folder = tree.join(&name);
    copy_folder(site, &folder)?;
    pack(&folder, &name, out)
}

/// Builds and packs the npm package.
fn npm(workspace: &Workspace, out: &Path) -> Result<String, Failure> {
    wasm::run(workspace, &[])?;
    let out = out.display().to_string();
    run_shown(&mut packages::npm(workspace, "npm", &["pack", "--pack-destination", &out]))?;
    Ok(format!("bughouse-chess-{VERSION}.tgz"))
}

/// Lists the dependencies of the CLI and of its web UI, as CycloneDX.
fn sboms(workspace: &Workspace, out: &Path) -> Result<[String; 2], Failure> {
    let (tool, version) = SBOM_TOOL;
    let root = workspace.target_dir().join("tools");
    let path = root.join("bin").join(tool);
    if shell::output(Command::new(&path).arg("--version")).is_none_or(|text| !text.contains(version)) {
        let mut install = workspace.cargo();
        install.args(["install", tool, "--version", version, "--locked", "--root"]).arg(&root);
        // Run elsewhere, so the settings of this workspace don't apply.
        install.current_dir(std::env::temp_dir());
        run_shown(&mut install)?;
    }
    let mut rust = workspace.program(&path);
    rust.args(["--cargo-package", "bughouse-cli", "--output-format", "cyclone_dx_json_1_6"]);
    // With dev-dependencies, because everything in the bundle is among them.
    let mut web = page::npm(workspace, &["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"]);
    let names = [format!("bughouse-{VERSION}.cdx.json"), format!("bughouse-web-ui-{VERSION}.cdx.json")];
    for (command, name) in [&mut rust, &mut web].into_iter().zip(&names) {
        shell::heading(&shell::shown(command));
        let text = shell::output(command)
            .ok_or_else(|| Failure::step(format!("`{}` failed", shell::shown(command))))?;
        write(&out.join(name), &text)?;
    }
    Ok(names)
}

/// Writes the section of CHANGELOG.md about this version.
fn release_notes(workspace: &Workspace, out: &Path) -> Result<(), Failure> {
    let path = workspace.root().join("CHANGELOG.md");
    let text = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
    let notes = section(&text, VERSION)
        .ok_or_else(|| Failure::step(format!("CHANGELOG.md has no section `## {VERSION}`")))?;
    write(&out.join("RELEASE_NOTES.md"), notes)
}

/// Returns the section of a version, with its heading.
fn section<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    let start = changelog.find(&format!("## {version}"))?;
    let end = changelog[start + 2..].find("\n## ").map_or(changelog.len(), |end| start + 2 + end + 1);
    Some(&changelog[start..end])
}

/// Writes `SHA256SUMS`, which `sha256sum --check` reads.
fn write_sums(out: &Path) -> Result<(), Failure> {
    let entries = fs::read_dir(out).map_err(|error| failed(out, &error))?;
    let mut names: Vec<_> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut sums = String::new();
    for name in names {
        let _ = writeln!(sums, "{}  {name}", sha256(&out.join(&name))?);
    }
    write(&out.join("SHA256SUMS"), &sums)
}

/// Returns the SHA-256 of a file in hexadecimal digits.
pub(crate) fn sha256(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| failed(path, &error))?;
    Ok(Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Packs a folder that has the name `name` as `NAME.tar.gz`.
fn pack(folder: &Path, name: &str, out: &Path) -> Result<String, Failure> {
    let file = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(out.join(&file)).arg("-C").arg(folder.parent().unwrap_or(folder));
    run_shown(tar.arg(name))?;
    Ok(file)
}

/// Returns the man pages of the CLI, of its commands and of their commands, with their file names.
fn man_pages(program: &Path) -> Result<Vec<(String, String)>, Failure> {
    let mut pages = vec![("bughouse.1".to_owned(), output_of(program, &["man"])?)];
    let mut next = 0;
    while let Some((_, page)) = pages.get(next) {
        for name in referred_pages(page) {
            // `bughouse-archive-add` is the page of `bughouse archive add`.
            let args: Vec<&str> = name.split('-').skip(1).collect();
            let text = output_of(program, &[&["man"][..], &args].concat())?;
            pages.push((format!("{name}.1"), text));
        }
        next += 1;
    }
    Ok(pages)
}

/// Lists the pages that the section about subcommands of a man page refers to: `bughouse\-show(1)`.
fn referred_pages(page: &str) -> Vec<String> {
    page.lines()
        .filter_map(|line| line.strip_suffix("(1)"))
        .filter(|name| name.starts_with("bughouse\\-"))
        .map(|name| name.replace("\\-", "-"))
        .collect()
}

/// Runs the CLI, and returns what it prints.
fn output_of(program: &Path, args: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new(program);
    command.args(args);
    shell::output(&mut command).ok_or_else(|| Failure::step(format!("`{}` failed", shell::shown(&command))))
}

/// Runs a command under a heading that shows it.
pub(crate) fn run_shown(command: &mut Command) -> Result<(), Failure> {
    shell::heading(&shell::shown(command));
    shell::run(command)
}

fn create(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    create(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map(|_| ()).map_err(|error| failed(from, &error))
}

/// Copies a folder with all files and folders in it.
fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    create(to)?;
    for entry in fs::read_dir(from).map_err(|error| failed(from, &error))? {
        let path = entry.map_err(|error| failed(from, &error))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_folder(&path, &target)? } else { copy(&path, &target)? }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    create(path.parent().unwrap_or(path))?;
    fs::write(path, text).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::step(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_parsed() {
        let parse = |args: &[&str]| Options::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(parse(&[]).unwrap(), Options::default());
        assert_eq!(
            parse(&["--out", "x", "--check"]).unwrap(),
            Options { out: Some("x".into()), check: true }
        );
        for wrong in [&["x"][..], &["--out"], &["--out", "x", "y"]] {
            assert!(matches!(parse(wrong), Err(Failure::Usage(_))), "{wrong:?}");
        }
    }

    #[test]
    fn pages_are_found_in_a_man_page() {
        let page = ".SH NAME\nbughouse\\-archive \\- Build\n.SH SUBCOMMANDS\n.TP\nbughouse\\-archive\\-add(1)\nAdds\n";
        assert_eq!(referred_pages(page), ["bughouse-archive-add"]);
    }

    #[test]
    fn the_newest_glibc_is_found() {
        assert_eq!(glibc(b"\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0"), Some(34));
        assert_eq!(glibc(b"GLIBC_"), None);
    }

    #[test]
    fn the_section_of_a_version_ends_at_the_next() {
        let text = "# Notes\n\n## 0.2.0\nnew\n\n## 0.1.0 (x)\nold\n### Sub\nmore\n";
        assert_eq!(section(text, "0.2.0"), Some("## 0.2.0\nnew\n\n"));
        assert_eq!(section(text, "0.1.0"), Some("## 0.1.0 (x)\nold\n### Sub\nmore\n"));
        assert_eq!(section(text, "0.3.0"), None);
    }
}

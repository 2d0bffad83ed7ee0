//! Installs each artifact of a release into an empty folder, and runs it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::dist::{Artifacts, VERSION, run_shown, sha256};
use crate::shell::{self, Failure, Workspace};

/// A short game, for the commands that read one.
const GAME: &str = "[WhiteA \"Ada\"][BlackA \"Ben\"][WhiteB \"Cora\"][BlackB \"Dov\"]\n\n\
                    1A. e4 {178} 1a. d5 {179} 2A. exd5 {176} 1B. d4 {177} 1b. P@e4 {175} *\n";

const PYTHON: &str = "import bughouse, sys\n\
                      match = bughouse.Match()\n\
                      for san in ['e4', 'd5', 'exd5']: match.push_san('A', san)\n\
                      assert match.pocket('BlackB').count(bughouse.PAWN) == 1\n\
                      assert [game['state'] for game in bughouse.check(sys.argv[1])] == ['ok']\n\
                      print('bughouse', bughouse.__version__)\n";

const NODE: &str = "import { init, Match } from 'bughouse-chess';\n\
                    import * as bpgn from 'bughouse-chess/bpgn';\n\
                    import { readFileSync } from 'node:fs';\n\
                    await init();\n\
                    const match = new Match();\n\
                    for (const san of ['e4', 'd5', 'exd5']) match.play('a', san);\n\
                    if (match.reserve('BlackB').pawn !== 1) throw new Error('no pawn');\n\
                    await bpgn.init();\n\
                    const [checked] = bpgn.check(readFileSync(process.argv[2], 'utf8'));\n\
                    if (checked.state !== 'ok') throw new Error(checked.state);\n";

/// Checks all artifacts.
pub(crate) fn run(workspace: &Workspace, artifacts: &Artifacts) -> Result<(), Failure> {
    let scratch = workspace.target_dir().join("dist-check");
    let _ = fs::remove_dir_all(&scratch);
    let folder = |name: &str| -> Result<PathBuf, Failure> {
        let folder = scratch.join(name);
        fs::create_dir_all(&folder).map_err(|error| failure(&folder.display().to_string(), error))?;
        Ok(folder)
    };
    let game = folder("games")?.join("game.bpgn");
    fs::write(&game, GAME).map_err(|error| failure("a game", error))?;

    check_sums(&artifacts.out)?;
    let tree = unpack(&artifacts.out.join(&artifacts.tarball), &folder("tarball")?)?;
    for name in [
        "README.md",
        "LICENSE-MIT",
        "man/bughouse.1",
        "man/bughouse-archive-add.1",
        "completions/bughouse",
        "docs/reference/query-language.html",
    ] {
        require_file(&tree.join(name))?;
    }
    check_cli(&tree.join(format!("bughouse{}", std::env::consts::EXE_SUFFIX)), &game)?;
    if let Some(deb) = &artifacts.deb {
        check_deb(workspace, &artifacts.out.join(deb), &folder("deb")?, &game)?;
    }
    check_wheel(workspace, &artifacts.out.join(&artifacts.wheel), &folder("wheel")?, &game)?;
    check_npm(workspace, &artifacts.out.join(&artifacts.npm), &folder("npm")?, &game)?;
    let site = unpack(&artifacts.out.join(&artifacts.static_site), &folder("static-site")?)?;
    check_site(&site, &["index.html", "LICENSE"])?;
    let docs = unpack(&artifacts.out.join(&artifacts.docs), &folder("docs")?)?;
    check_site(&docs, &["index.html", "search/search_index.js", "api/rust/bughouse_chess/index.html"])?;
    for name in &artifacts.sboms {
        check_sbom(&artifacts.out.join(name))?;
    }
    require_file(&artifacts.out.join("RELEASE_NOTES.md"))?;
    shell::heading("every artifact was installed into an empty folder, and works");
    Ok(())
}

/// Checks the SHA-256 of every file, and that `SHA256SUMS` lists all files.
fn check_sums(out: &Path) -> Result<(), Failure> {
    let path = out.join("SHA256SUMS");
    let sums = fs::read_to_string(&path).map_err(|error| failure("SHA256SUMS", error))?;
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").ok_or_else(|| failure("SHA256SUMS", line))?;
        if sha256(&out.join(name))? != sum {
            return Err(failure(name, "its checksum differs"));
        }
    }
    let files = fs::read_dir(out).map_or(0, Iterator::count);
    if sums.lines().count() + 1 != files {
        return Err(failure("SHA256SUMS", format!("{} sums for {files} files", sums.lines().count())));
    }
    Ok(())
}

/// Runs the CLI outside of the repository: its version, a check, and the web UI over HTTP.
fn check_cli(program: &Path, game: &Path) -> Result<(), Failure> {
    let mut command = Command::new(program);
    let version = shell::output(command.arg("--version")).unwrap_or_default();
    if version.trim() != format!("bughouse {VERSION}") {
        return Err(failure(&program.display().to_string(), format!("its version is `{}`", version.trim())));
    }
    run_shown(Command::new(program).arg("check").arg(game))?;
    let mut serve = Command::new(program);
    serve.arg("serve").arg(game).args(["--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell::heading(&shell::shown(&serve));
    let mut child = serve.spawn().map_err(|error| failure("`bughouse serve`", error))?;
    let answer = first_page(&mut child);
    let _ = child.kill();
    let _ = child.wait();
    match answer {
        Some(text) if text.starts_with("HTTP/1.1 200") && text.contains("<script") => Ok(()),
        Some(text) => Err(failure("`bughouse serve`", format!("it answered {:.200}", text))),
        None => Err(failure("`bughouse serve`", "it printed no address, or did not answer")),
    }
}

/// Returns the answer to `GET /`, from the address that the server prints.
fn first_page(child: &mut Child) -> Option<String> {
    let mut lines = BufReader::new(child.stdout.take()?).lines();
    let address = lines.find_map(|line| {
        let line = line.ok()?;
        let at = line.find("http://")? + "http://".len();
        Some(line[at..].split(['/', ' ']).next()?.to_owned())
    })?;
    let mut stream = TcpStream::connect(&address).ok()?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Installs the Debian package into an empty root.
fn check_deb(workspace: &Workspace, deb: &Path, root: &Path, game: &Path) -> Result<(), Failure> {
    for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates"] {
        fs::create_dir_all(root.join(folder)).map_err(|error| failure(folder, error))?;
    }
    fs::write(root.join("var/lib/dpkg/status"), "")
        .map_err(|error| failure("the list of packages", error))?;
    // An empty root lacks all dependencies, even the C library.
    let mut dpkg = workspace.program("dpkg");
    dpkg.args(["--force-not-root", "--force-depends", "--force-bad-path", "--log=/dev/null"]);
    dpkg.arg(format!("--root={}", root.display())).arg("--install").arg(deb);
    run_shown(&mut dpkg)?;
    require_file(&root.join("usr/share/man/man1/bughouse.1"))?;
    require_file(&root.join("usr/share/doc/bughouse/html/index.html"))?;
    require_file(&root.join("usr/share/doc/bughouse/copyright"))?;
    check_cli(&root.join("usr/bin/bughouse"), game)
}

/// Installs the wheel into a new virtual environment, without network.
fn check_wheel(workspace: &Workspace, wheel: &Path, folder: &Path, game: &Path) -> Result<(), Failure> {
    let environment = folder.join("venv");
    run_shown(workspace.program("python3").args(["-m", "venv"]).arg(&environment))?;
    let python = environment.join("bin/python");
    run_shown(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--no-index"]).arg(wheel))?;
    run_shown(Command::new(&python).current_dir(folder).args(["-c", PYTHON]).arg(game))
}

/// Installs the npm package into an empty project, without network.
fn check_npm(workspace: &Workspace, package: &Path, folder: &Path, game: &Path) -> Result<(), Failure> {
    let npm = |args: &[&str]| {
        let mut command = workspace.program("npm");
        command.current_dir(folder).args(args);
        command
    };
    run_shown(&mut npm(&["init", "--yes", "--silent"]))?;
    run_shown(npm(&["install", "--offline", "--no-audit", "--no-fund"]).arg(package))?;
    fs::write(folder.join("try.mjs"), NODE).map_err(|error| failure("try.mjs", error))?;
    let mut node = workspace.program("node");
    node.current_dir(folder).arg("try.mjs").arg(game);
    run_shown(&mut node)
}

/// Checks that a site has these files, and all scripts and style sheets of its first page.
fn check_site(folder: &Path, names: &[&str]) -> Result<(), Failure> {
    for name in names {
        require_file(&folder.join(name))?;
    }
    let page = fs::read_to_string(folder.join("index.html")).map_err(|error| failure("index.html", error))?;
    for part in page.split(['"', '\'']).filter(|part| is_asset(part)) {
        require_file(
            &folder.join(part.trim_start_matches("./").split(['?', '#']).next().unwrap_or_default()),
        )?;
    }
    Ok(())
}

/// Returns `true` for the relative URL of a script or a style sheet.
fn is_asset(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    !text.contains("://")
        && !text.contains(char::is_whitespace)
        && [".js", ".css"].iter().any(|end| path.ends_with(end))
        && !path.starts_with(['/', '{', '<'])
}

/// Checks that a list of dependencies is CycloneDX, and that each has a name, a version and a license.
fn check_sbom(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| failure(&name, error))?;
    let bom: serde_json::Value = serde_json::from_str(&text).map_err(|error| failure(&name, error))?;
    let components = bom["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if bom["bomFormat"] != "CycloneDX" || components.is_empty() {
        return Err(failure(&name, "it lists no components"));
    }
    let has = |component: &serde_json::Value, field: &str| {
        component[field].as_str().is_some_and(|text| !text.is_empty())
    };
    match components.iter().find(|component| {
        !has(component, "name") || !has(component, "version") || component["licenses"].is_null()
    }) {
        Some(component) => Err(failure(&name, format!("{component} has no name, version or license"))),
        None => Ok(()),
    }
}

/// Unpacks a tarball, and returns the only folder in it.
fn unpack(tarball: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    run_shown(Command::new("tar").arg("-xzf").arg(tarball).arg("-C").arg(folder))?;
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    match (entries.next(), entries.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(failure(&tarball.display().to_string(), "expected one folder in it")),
    }
}

fn require_file(path: &Path) -> Result<(), Failure> {
    if path.is_file() { Ok(()) } else { Err(failure(&path.display().to_string(), "missing")) }
}

fn failure(what: &str, why: impl std::fmt::Display) -> Failure {
    Failure::step(format!("{what}: {why}"))
}

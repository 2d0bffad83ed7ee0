//! Tools that development tasks use and that don't come with Rust.

use std::path::Path;
use std::process::Command;

use crate::bench_analysis;
use crate::packages;
use crate::shell::{self, Failure, Workspace};

/// A program, a target of Rust, or test data that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Node.js with npm: builds and tests the web UI.
    Node,
    /// A browser: runs the browser tests.
    Chromium,
    /// Python with venv: builds the Python package and runs DuckDB.
    Python,
    /// Java: runs Spark.
    Java,
    /// A C++ compiler: builds the runtime of the fuzz targets.
    Cxx,
    /// The target `thumbv7em-none-eabi`.
    BareTarget,
    /// A Rust that builds for WebAssembly: the one in use, or Debian's.
    Wasm,
    /// Debian's Rust with its sources and a linker for WebAssembly, for when rustup can't download the target.
    DebianRust,
    /// cargo-deny: checks licenses.
    CargoDeny,
    /// An engine that some tests talk to.
    FairyStockfish,
    /// A shell that runs the examples of commands.
    UnixShell,
    /// Real games that some tests read. They are not part of the repository.
    RealGames,
}

/// The oldest Node.js that the web UI's build tools run on.
const LEAST_NODE: (u32, u32) = (20, 19);

/// A target without the standard library.
pub(crate) const BARE_TARGET: &str = "thumbv7em-none-eabi";

/// The target of WebAssembly.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

impl Tool {
    /// Returns `true` if the tool is installed and new enough. Adds a missing target if rustup can download it.
    pub(crate) fn is_present(self, workspace: &Workspace) -> bool {
        match self {
            Self::Node => {
                let version = shell::output(workspace.program("node").arg("--version"));
                version.is_some_and(|text| node_version(&text) >= Some(LEAST_NODE))
                    && shell::works(workspace.program(packages::NPM).arg("--version"))
            }
            Self::Chromium => chromium(workspace).is_some(),
            Self::Python => shell::works(workspace.program("python3").args(["-c", "import ensurepip, venv"])),
            Self::Java => {
                let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
                let java = home.unwrap_or_else(|| "java".into());
                shell::works(workspace.program(java).arg("-version"))
            }
            Self::Cxx => {
                let chosen = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
                shell::works(workspace.program(chosen).arg("--version"))
            }
            Self::BareTarget => has_target(workspace, BARE_TARGET),
            Self::Wasm => has_target(workspace, WASM_TARGET) || Self::DebianRust.is_present(workspace),
            Self::DebianRust => {
                // By path, because another Rust comes first in the search path.
                let has = |name: &str| shell::works(workspace.program(name).arg("--version"));
                has("/usr/bin/cargo") && has("/usr/bin/rustc") && has("wasm-ld-22")
            }
            Self::CargoDeny => shell::works(workspace.cargo().args(["deny", "--version"])),
            Self::FairyStockfish => Path::new(FAIRY_STOCKFISH).is_file(),
            Self::UnixShell => cfg!(unix),
            Self::RealGames => bench_analysis::shared_games(workspace).is_dir(),
        }
    }

    /// Lists the Debian packages that contain it. Without a font, Chromium shows no text.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Node => &["nodejs", "npm"],
            Self::Chromium => &["chromium", "fonts-dejavu-core"],
            Self::Python => &["python3-venv"],
            Self::Java => &["default-jre-headless"],
            Self::Cxx => &["g++"],
            Self::Wasm | Self::DebianRust => &["rustc-web", "cargo-web", "rust-web-src", "lld-22"],
            Self::FairyStockfish => &["fairy-stockfish"],
            Self::BareTarget | Self::CargoDeny | Self::UnixShell | Self::RealGames => &[],
        }
    }

    /// Returns its name, with the version if that matters.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Node => format!("Node.js {}.{} or newer with npm", LEAST_NODE.0, LEAST_NODE.1),
            Self::Chromium => "Chromium".to_owned(),
            Self::Python => "Python 3 with venv".to_owned(),
            Self::Java => "Java 17 or newer".to_owned(),
            Self::Cxx => "a C++ compiler".to_owned(),
            Self::BareTarget => format!("the Rust target {BARE_TARGET}"),
            Self::Wasm | Self::DebianRust => format!("a Rust that builds for {WASM_TARGET}"),
            Self::CargoDeny => "cargo-deny".to_owned(),
            Self::FairyStockfish => format!("Fairy-Stockfish in {FAIRY_STOCKFISH}"),
            Self::UnixShell => "a Unix shell".to_owned(),
            Self::RealGames => "a folder of real games".to_owned(),
        }
    }

    /// Says how to get it.
    pub(crate) fn hint(self) -> String {
        let debian = format!("on Debian, run `apt-get install {}`", self.packages().join(" "));
        match self {
            Self::Chromium => format!("{debian}, or set CHROMIUM to its path"),
            Self::BareTarget => format!("run `rustup target add {BARE_TARGET}`"),
            Self::Wasm | Self::DebianRust => format!("run `rustup target add {WASM_TARGET}`, or {debian}"),
            Self::CargoDeny => "run `cargo install cargo-deny --locked --debug`".to_owned(),
            Self::UnixShell => "use Linux, macOS or WSL".to_owned(),
            Self::RealGames => "set BUGHOUSE_SHARED_DATA to the folder".to_owned(),
            _ => debian,
        }
    }
}

/// Where the tests expect Fairy-Stockfish: the path of Debian's package.
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// Returns the tools that are missing.
pub(crate) fn missing(workspace: &Workspace, tools: &[Tool]) -> Vec<Tool> {
    tools.iter().copied().filter(|tool| !tool.is_present(workspace)).collect()
}

/// Checks that tools are installed. As root on Debian, installs the missing packages.
pub(crate) fn require(workspace: &Workspace, tools: &[Tool]) -> Result<(), Failure> {
    let mut absent = missing(workspace, tools);
    if !absent.is_empty() && can_install(workspace) {
        install(workspace, &absent)?;
        absent = missing(workspace, &absent);
    }
    if absent.is_empty() { Ok(()) } else { Err(needed(&absent)) }
}

/// Creates the failure that names missing tools and how to get them.
pub(crate) fn needed(absent: &[Tool]) -> Failure {
    let lines = absent.iter().map(|tool| format!("{} not found: {}", tool.name(), tool.hint()));
    Failure::step(lines.collect::<Vec<_>>().join("\n       "))
}

/// Returns `true` if the compiler in use has a target. Adds it if rustup can download it.
pub(crate) fn has_target(workspace: &Workspace, target: &str) -> bool {
    let present = || {
        let folder = shell::output(workspace.program("rustc").args(["--print", "sysroot"]));
        folder.is_some_and(|folder| Path::new(folder.trim()).join("lib/rustlib").join(target).is_dir())
    };
    present() || {
        shell::heading(&format!("{target} is missing: rustup target add {target}"));
        shell::run(workspace.program("rustup").args(["target", "add", target])).is_ok() && present()
    }
}

/// Finds the browser: the one that `CHROMIUM` names, else one with a common name.
pub(crate) fn chromium(workspace: &Workspace) -> Option<String> {
    let chosen = std::env::var("CHROMIUM").ok().filter(|path| !path.is_empty());
    let names = chosen.map_or_else(
        || ["/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"].map(str::to_owned).to_vec(),
        |path| vec![path],
    );
    names.into_iter().find(|name| shell::works(workspace.program(name).arg("--version")))
}

fn can_install(workspace: &Workspace) -> bool {
    let root = shell::output(workspace.program("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    root && Path::new("/usr/bin/apt-get").exists()
}

fn install(workspace: &Workspace, tools: &[Tool]) -> Result<(), Failure> {
    let packages = packages(tools);
    shell::heading(&format!("installing missing tools: apt-get install {}", packages.join(" ")));
    let apt = || -> Command {
        let mut command = workspace.program("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    shell::run(apt().args(["update", "-qq"]))?;
    shell::run(apt().args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages))
}

fn packages(tools: &[Tool]) -> Vec<&'static str> {
    tools.iter().flat_map(|tool| tool.packages()).copied().collect()
}

/// Reads `v20.19.4` as 20 and 19.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::{LEAST_NODE, Tool, node_version, packages};

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(node_version("v20.19.4\n"), Some((20, 19)));
        assert!(node_version("v9.99.0") < Some(LEAST_NODE));
        assert!(node_version("v22.1.0") > Some(LEAST_NODE));
        for text in ["", "20.19.4", "v20", "vx.y"] {
            assert_eq!(node_version(text), None, "{text}");
        }
    }

    #[test]
    fn packages_of_all_tools() {
        assert_eq!(
            packages(&[Tool::Node, Tool::Chromium]),
            ["nodejs", "npm", "chromium", "fonts-dejavu-core"]
        );
    }
}

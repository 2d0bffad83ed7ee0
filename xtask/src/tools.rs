//! Programs that the page needs and that do not come with Rust.

use std::path::Path;
use std::process::Command;

use crate::shell::{self, Failure, Workspace};

/// A program that may have to be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Node.js with npm: builds the page.
    Node,
    /// A browser: runs the page's tests.
    Chromium,
    /// Python that can make virtual environments: other programs read archives with it.
    Python,
    /// Java: runs Spark.
    Java,
    /// Debian's Rust with its sources and a linker for WebAssembly, where rustup cannot fetch the target.
    DebianRust,
}

/// The oldest Node.js that the page's tools run on.
const LEAST_NODE: (u32, u32) = (20, 19);

impl Tool {
    /// Tells whether it is there, and new enough.
    fn is_present(self, workspace: &Workspace) -> bool {
        match self {
            Self::Node => {
                let version = shell::output(workspace.program("node").arg("--version"));
                version.is_some_and(|text| node_version(&text) >= Some(LEAST_NODE))
                    && shell::works(workspace.program("npm").arg("--version"))
            }
            Self::Chromium => chromium(workspace).is_some(),
            Self::Python => shell::works(workspace.program("python3").args(["-c", "import ensurepip, venv"])),
            Self::Java => {
                let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
                let java = home.unwrap_or_else(|| "java".into());
                shell::works(workspace.program(java).arg("-version"))
            }
            Self::DebianRust => {
                // As programs of their own: in the search path others come first.
                let has = |name: &str| shell::works(workspace.program(name).arg("--version"));
                has("/usr/bin/cargo") && has("/usr/bin/rustc") && has("wasm-ld-22")
            }
        }
    }

    /// Lists the Debian packages that bring it. Without a font Chromium shows no text.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Node => &["nodejs", "npm"],
            Self::Chromium => &["chromium", "fonts-dejavu-core"],
            Self::Python => &["python3-venv"],
            Self::Java => &["default-jre-headless"],
            Self::DebianRust => &["rustc-web", "cargo-web", "rust-web-src", "lld-22"],
        }
    }

    fn wanted(self) -> String {
        match self {
            Self::Node => format!("Node.js {}.{} or newer with npm", LEAST_NODE.0, LEAST_NODE.1),
            Self::Chromium => "Chromium (or set CHROMIUM to the path of one)".to_owned(),
            Self::Python => "Python 3 with venv".to_owned(),
            Self::Java => "Java 17 or newer".to_owned(),
            Self::DebianRust => "a Rust that builds for wasm32-unknown-unknown".to_owned(),
        }
    }
}

/// Makes sure that tools are there; installs Debian's packages where that can be done without asking.
pub(crate) fn require(workspace: &Workspace, tools: &[Tool]) -> Result<(), Failure> {
    let missing = |tools: &[Tool]| -> Vec<Tool> {
        tools.iter().copied().filter(|tool| !tool.is_present(workspace)).collect()
    };
    let mut absent = missing(tools);
    if !absent.is_empty() && can_install(workspace) {
        install(workspace, &absent)?;
        absent = missing(&absent);
    }
    if absent.is_empty() {
        return Ok(());
    }
    let wanted: Vec<String> = absent.iter().map(|tool| tool.wanted()).collect();
    Err(Failure::step(format!(
        "{} is needed; on Debian and its like: apt-get install {}",
        wanted.join(" and "),
        packages(&absent).join(" ")
    )))
}

/// Finds the browser: what `CHROMIUM` names, else one of the usual names.
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
    shell::heading(&format!("missing programs: apt-get install {}", packages.join(" ")));
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

//! `wasm`: builds the libraries as WebAssembly with their JavaScript, and the npm package `bughouse-chess`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages;
use crate::shell::{self, Failure, Workspace};
use crate::tools::{self, Tool, WASM_TARGET as TARGET};

/// A WebAssembly module: the name of its files, its profile, and the features of `bughouse-wasm`.
struct Module {
    name: &'static str,
    profile: &'static str,
    features: &'static str,
}

/// The modules of the npm package.
const PACKAGE: [Module; 2] = [
    Module { name: "rules", profile: "wasm", features: "rules" },
    Module { name: "records", profile: "wasm-small", features: "records" },
];

/// The module of the static site, with the engine.
const PAGE: Module = Module { name: "page", profile: "wasm-small", features: "page" };

/// The module for benchmarks: the shipped rules, with perft.
const MEASURED: Module = Module { name: "perft", profile: "wasm", features: "perft" };

/// The Rust that builds for WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toolchain {
    /// The one in use, which has the target.
    Own,
    /// Debian's, which also builds the standard library.
    Debian,
}

/// Builds the WebAssembly and the npm package.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`wasm` takes no arguments: `{arg}`")));
    }
    build(workspace)?;
    tools::require(workspace, &[Tool::Node])?;
    packages::install(workspace, "npm")?;
    shell::heading("npm package: npm run build");
    shell::run(&mut packages::npm(workspace, "npm", &["run", "build"]))
}

/// Builds the modules of the npm package into `npm/wasm`.
fn build(workspace: &Workspace) -> Result<(), Failure> {
    let toolchain = toolchain(workspace)?;
    let glue = glue(workspace)?;
    let folder = workspace.root().join("npm/wasm");
    PACKAGE.iter().try_for_each(|module| make(workspace, toolchain, &glue, module, &folder))
}

/// Builds the module of the static site into `web/wasm`.
pub(crate) fn build_page(workspace: &Workspace) -> Result<(), Failure> {
    let folder = workspace.root().join("web/wasm");
    make(workspace, toolchain(workspace)?, &glue(workspace)?, &PAGE, &folder)
}

/// Builds the module for benchmarks, and returns its folder.
pub(crate) fn build_measured(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let folder = workspace.target_dir().join("bench-wasm");
    make(workspace, toolchain(workspace)?, &glue(workspace)?, &MEASURED, &folder)?;
    Ok(folder)
}

/// Builds the tool that writes the JavaScript.
fn glue(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let mut cargo = workspace.cargo();
    cargo.args("build --quiet --locked --manifest-path npm/glue/Cargo.toml".split(' '));
    // It is a workspace of its own, which shares the target directory.
    cargo.env("CARGO_TARGET_DIR", workspace.target_dir());
    shell::heading(&format!("glue: {}", shell::shown(&cargo)));
    shell::run(&mut cargo)?;
    Ok(workspace.target_dir().join(format!("debug/bughouse-glue{}", std::env::consts::EXE_SUFFIX)))
}

fn make(
    workspace: &Workspace,
    toolchain: Toolchain,
    glue: &Path,
    module: &Module,
    folder: &Path,
) -> Result<(), Failure> {
    let Module { name, profile, features } = module;
    let mut cargo = match toolchain {
        Toolchain::Own => workspace.cargo(),
        Toolchain::Debian => debian(workspace),
    };
    cargo.args(["build", "--locked", "--package", "bughouse-wasm", "--lib", "--target", TARGET]);
    cargo.args(["--profile", profile, "--no-default-features", "--features", features]);
    let mut target_dir = workspace.target_dir();
    if toolchain == Toolchain::Debian {
        cargo.arg("-Zbuild-std=std,panic_abort");
        // Builds of another compiler can't be shared.
        target_dir.push("debian-wasm");
    }
    cargo.env("CARGO_TARGET_DIR", &target_dir);
    // Flags for this machine, such as those of benchmarks, don't apply to WebAssembly.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::heading(&format!("{name}: {}", shell::shown(&cargo)));
    shell::run(&mut cargo)?;
    let built = target_dir.join(TARGET).join(profile).join("bughouse_wasm.wasm");
    fs::create_dir_all(folder)
        .map_err(|error| Failure::step(format!("{} cannot be created: {error}", folder.display())))?;
    shell::run(workspace.program(glue).arg(built).arg(folder).arg(name))
}

/// Finds a Rust that builds for WebAssembly: the one in use if it has the target or rustup can add it, else Debian's.
fn toolchain(workspace: &Workspace) -> Result<Toolchain, Failure> {
    if tools::has_target(workspace, TARGET) {
        return Ok(Toolchain::Own);
    }
    shell::heading(&format!("rustup can't download {TARGET}: Debian's Rust builds it from source"));
    tools::require(workspace, &[Tool::DebianRust])?;
    Ok(Toolchain::Debian)
}

/// Prepares a call of Debian's cargo with its own compiler and linker.
fn debian(workspace: &Workspace) -> Command {
    let mut cargo = workspace.program("/usr/bin/cargo");
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "RUSTC_WRAPPER"] {
        cargo.env_remove(name);
    }
    cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
    cargo
}

#[cfg(test)]
mod tests {
    use super::{Workspace, fs};

    /// The JavaScript comes from a tool that must have the same version as the crate.
    #[test]
    fn the_glue_has_the_same_version_as_the_crate() {
        let workspace = Workspace::find().expect("the tests run in the workspace");
        let version = |path: &str, name: &str| -> String {
            let manifest = fs::read_to_string(workspace.root().join(path)).expect("the manifest is there");
            let line =
                manifest.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")).map(str::to_owned));
            line.expect("the dependency is named")
        };
        let crate_version = version("crates/bughouse-wasm/Cargo.toml", "wasm-bindgen");
        assert_eq!(crate_version, version("npm/glue/Cargo.toml", "wasm-bindgen-cli-support"));
        assert!(crate_version.starts_with("\"="), "it is fixed: {crate_version}");
    }
}

//! Writes a module for each Rust example of the documentation, for `cargo xtask docs --test`. Other builds have none, so a
//! mistake in a page doesn't stop them.

#[allow(dead_code)]
#[path = "../../../xtask/src/docs_page.rs"]
mod docs_page;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use docs_page::{Action, Language};

fn main() -> Result<(), Box<dyn Error>> {
    let here = env::var("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&here).join("../../..").canonicalize()?;
    let out = env::var("OUT_DIR")?;
    let (mut modules, mut entries) = (String::new(), String::new());
    let mut count = 0;
    println!("cargo::rerun-if-env-changed=BUGHOUSE_DOCS");
    let wanted = env::var_os("BUGHOUSE_DOCS").is_some();
    // The examples of READMEs are doc tests.
    let paths = docs_page::paths(&root).into_iter().filter(|path| wanted && path.starts_with("docs/"));
    for path in paths {
        println!("cargo::rerun-if-changed={}", root.join(&path).display());
        // The runner reports what is wrong with a page.
        let Ok(page) = docs_page::read(&fs::read_to_string(root.join(&path))?) else { continue };
        for step in page.steps {
            let code = match &step.action {
                Action::Program { code } | Action::Code { language: Language::Rust, code, .. }
                    if step.skip.is_none() =>
                {
                    code
                }
                _ => continue,
            };
            count += 1;
            let name = format!("{path}:{}", step.line);
            fs::write(Path::new(&out).join(format!("example_{count}.rs")), program(&name, code))?;
            writeln!(modules, "#[path = {:?}]\nmod example_{count};", format!("{out}/example_{count}.rs"))?;
            writeln!(entries, "    ({name:?}, example_{count}::docs_run),")?;
        }
    }
    // A page that is added is in its navigation.
    println!("cargo::rerun-if-changed={}", root.join("mkdocs.yml").display());
    let found = format!("{modules}\nconst EXAMPLES: &[Example] = &[\n{entries}];\n");
    fs::write(Path::new(&out).join("examples.rs"), found)?;
    Ok(())
}

/// Returns a module with an example; a block without `main` is the body of one.
fn program(name: &str, code: &str) -> String {
    let code = match code.contains("fn main()") {
        true => code.to_owned(),
        false => format!("fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{code}\nOk(())\n}}\n"),
    };
    format!(
        "//! {name}\n#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, dead_code)]\n{code}\n\
         pub(crate) fn docs_run() -> std::process::ExitCode {{\n    std::process::Termination::report(main())\n}}\n"
    )
}

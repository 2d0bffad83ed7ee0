//! Embeds the built web UI from `page/`. Without it, `bughouse serve` has only the HTTP API.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let page = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("page");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    if page.is_dir() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut code = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name =
            file.strip_prefix(&page)?.to_str().ok_or("a file of the web UI has a name that isn't UTF-8")?;
        writeln!(code, "    ({:?}, include_bytes!({:?})),", name.replace('\\', "/"), file)?;
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), code)?;
    Ok(())
}

/// Lists all files of a folder except hidden ones.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else if !is_hidden {
            files.push(entry.path());
        }
    }
    Ok(())
}

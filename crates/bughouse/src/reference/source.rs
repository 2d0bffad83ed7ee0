//! Doc comments, read from the source: what each variant and field means.

use std::fs;
use std::path::Path;

/// Lists the members of an enum or a struct of a crate with their documentation, in the order of declaration.
pub(crate) fn members(package: &str, declaration: &str) -> Vec<(String, String)> {
    let body = declared(package, declaration);
    let (body, _) = body.split_once("\n}").unwrap();
    let mut found = Vec::new();
    let mut doc: Vec<&str> = Vec::new();
    for line in body.lines() {
        // Deeper lines are about the fields of a variant.
        let Some(line) = line.strip_prefix("    ").filter(|line| !line.starts_with(' ')) else { continue };
        if let Some(text) = line.strip_prefix("///") {
            doc.push(text.trim());
        } else if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let name = line.strip_prefix("pub ").unwrap_or(line);
            let name = name.split(|end: char| !end.is_ascii_alphanumeric() && end != '_').next().unwrap();
            found.push((name.to_owned(), std::mem::take(&mut doc).join(" ")));
        }
    }
    assert!(!found.is_empty() && found.iter().all(|(_, doc)| !doc.is_empty()), "{declaration}: {found:?}");
    found
}

/// Returns the documentation of a function in the file of a declaration.
pub(crate) fn function(package: &str, declaration: &str, name: &str) -> String {
    let body = declared(package, declaration);
    let (before, _) =
        body.split_once(&format!("fn {name}(")).unwrap_or_else(|| panic!("{declaration} has no {name}"));
    let lines = before.lines().rev().skip(1).skip_while(|line| line.trim_start().starts_with("#["));
    let mut doc: Vec<&str> =
        lines.map_while(|line| line.trim_start().strip_prefix("///")).map(str::trim).collect();
    doc.reverse();
    doc.join("\n")
}

/// Finds the file of a crate that declares an enum or a struct, and returns what follows the first line of the declaration.
/// An enum can also be declared by a table of its kinds.
fn declared(package: &str, declaration: &str) -> String {
    let item = format!("pub {declaration} {{\n");
    let table = declaration.strip_prefix("enum ").map(|name| format!("\n    {name};\n"));
    let body = |text: &str| {
        let of_table = || text.split_once("\nkinds! {\n")?.1.split_once(table.as_deref()?);
        text.split_once(&item).or_else(of_table).map(|(_, body)| body.to_owned())
    };
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(body) = body(&fs::read_to_string(&path).unwrap()) {
                return body;
            }
        }
    }
    panic!("{package} has no {declaration}")
}

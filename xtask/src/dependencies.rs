//! `dependencies`: checks the Rust version and the license of each dependency of the published crates.

use std::collections::BTreeSet;
use std::fs;
use std::iter::Peekable;

use serde_json::Value;

use crate::shell::{self, Failure, Workspace};

/// The published crates, each after those it depends on.
pub(crate) const PUBLISHED: [&str; 11] = [
    "feen",
    "bughouse-chess",
    "bpgn",
    "bughouse-archive",
    "bughouse-mate",
    "bughouse-search",
    "bughouse-engines",
    "bughouse-review",
    "bughouse-files",
    "bughouse-server",
    "bughouse-cli",
];

/// Checks every dependency of the published crates, except dev-dependencies.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<(), Failure> {
    if let Some(arg) = args.first() {
        return Err(Failure::usage(format!("`dependencies` takes no arguments: `{arg}`")));
    }
    let mut command = workspace.cargo();
    command.args(["metadata", "--format-version", "1", "--all-features", "--locked"]);
    let text = shell::output(&mut command)
        .ok_or_else(|| Failure::step(format!("`{}` failed", shell::shown(&command))))?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::step(format!("the output of cargo metadata cannot be read: {error}")))?;
    let policy = fs::read_to_string(workspace.root().join("deny.toml"))
        .map_err(|error| Failure::step(format!("deny.toml cannot be read: {error}")))?;
    let (count, wrong) = check(&metadata, &allowed(&policy), &exceptions(&policy));
    if wrong.is_empty() {
        println!("{count} dependencies of the published crates have a suitable Rust version and license");
        return Ok(());
    }
    Err(Failure::step(wrong.join("\n")))
}

/// Returns the number of packages that the published crates consist of, and the problems.
///
/// Only exceptions for our own crates count. Others are for libraries that only benchmarks use.
fn check(metadata: &Value, allowed: &[String], exceptions: &[(String, Vec<String>)]) -> (usize, Vec<String>) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    let nodes = list(&metadata["resolve"]["nodes"]);
    let members = list(&metadata["workspace_members"]);
    let is_published =
        |package: &&Value| members.contains(&package["id"]) && PUBLISHED.contains(&&*text(&package["name"]));
    let mut wrong = Vec::new();
    let least = packages.iter().filter(is_published).map(|package| text(&package["rust_version"])).max();
    let least = least.unwrap_or_default();
    let mut open: Vec<String> =
        packages.iter().filter(is_published).map(|package| text(&package["id"])).collect();
    if open.len() != PUBLISHED.len() {
        wrong.push(format!("{} published crates found, expected {}", open.len(), PUBLISHED.len()));
    }
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let Some(node) = nodes.iter().find(|node| node["id"] == *id) else { continue };
        for dependency in list(&node["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev") {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    for package in packages.iter().filter(|package| seen.contains(&text(&package["id"]))) {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let needed = text(&package["rust_version"]);
        if version(&needed) > version(&least) {
            wrong.push(format!("{name} needs Rust {needed}, but the published crates promise {least}"));
        }
        let license = text(&package["license"]);
        let own = exceptions.iter().filter(|(name, _)| is_published(&package) && package["name"] == **name);
        let allowed: Vec<String> =
            allowed.iter().chain(own.flat_map(|(_, licenses)| licenses)).cloned().collect();
        if !is_allowed(&license, &allowed) {
            wrong.push(format!("{name} is under `{license}`, which deny.toml does not allow"));
        }
    }
    (seen.len(), wrong)
}

/// Parses `1.88` or `1.88.0` into numbers. An empty string is less than any version.
fn version(text: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = text.split('.').filter_map(|number| number.parse().ok()).collect();
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    numbers
}

/// Lists the licenses that `deny.toml` allows, which has one per line.
fn allowed(policy: &str) -> Vec<String> {
    let lines =
        policy.lines().skip_while(|line| *line != "[licenses]").skip_while(|line| *line != "allow = [");
    let names = lines.skip(1).take_while(|line| *line != "]");
    names.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

/// Lists the crates of `[[licenses.exceptions]]` with their licenses. `deny.toml` has one key per line.
fn exceptions(policy: &str) -> Vec<(String, Vec<String>)> {
    let texts = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in policy.lines() {
        if line.starts_with('[') {
            inside = line == "[[licenses.exceptions]]";
        } else if inside && line.starts_with("crate = ") {
            found.extend(texts(line).pop().map(|name| (name, Vec::new())));
        } else if inside
            && line.starts_with("allow = ")
            && let Some((_, licenses)) = found.last_mut()
        {
            *licenses = texts(line);
        }
    }
    found
}

/// Returns `true` if an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be met by the allowed licenses.
fn is_allowed(license: &str, allowed: &[String]) -> bool {
    let spaced =
        license.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ").replace(" WITH ", "+WITH+");
    let words: Vec<String> = spaced.split_whitespace().map(|word| word.replace("+WITH+", " WITH ")).collect();
    let mut words = words.iter().map(String::as_str).peekable();
    !license.is_empty() && any_of(&mut words, allowed) && words.next().is_none()
}

fn any_of<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, allowed: &[String]) -> bool {
    let mut met = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= all_of(words, allowed);
    }
    met
}

fn all_of<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, allowed: &[String]) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, allowed: &[String]) -> bool {
    match words.next() {
        Some("(") => {
            let met = any_of(words, allowed);
            words.next_if_eq(&")").is_some() && met
        }
        Some(name) => allowed.iter().any(|known| known == name),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{PUBLISHED, allowed, check, exceptions, is_allowed, version};

    #[test]
    fn license_expressions_are_evaluated() {
        let allowed = allowed(
            "x\n[licenses]\nversion = 2\nallow = [\n    \"MIT\",\n    \"Unicode-3.0\",\n]\n\"GPL\"\n",
        );
        assert_eq!(allowed, ["MIT", "Unicode-3.0"]);
        for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(MIT OR GPL-3.0) AND Unicode-3.0"] {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT MIT", "MIT WITH x"] {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert!(version("1.9") < version("1.88") && version("1.88") < version("1.88.1"));
        assert!(version("1.88.0") == version("1.88") && version("") < version("1.0"));
    }

    #[test]
    fn dependencies_with_a_newer_rust_or_another_license_are_reported() {
        let package = |name: &str, rust: &str, license: &str| json!({"id": name, "name": name, "version": "1.0.0", "rust_version": rust, "license": license});
        let own = |name: &&str| if *name == "bughouse-cli" { "MIT AND GPL-3.0" } else { "MIT" };
        let mut packages: Vec<_> = PUBLISHED.iter().map(|name| package(name, "1.88", own(name))).collect();
        packages.push(package("new", "1.99", "GPL-3.0"));
        packages.push(package("of-tests", "1.99", "GPL-3.0"));
        let deps = json!([
            {"pkg": "new", "dep_kinds": [{"kind": null}]},
            {"pkg": "of-tests", "dep_kinds": [{"kind": "dev"}]},
        ]);
        let metadata = json!({
            "packages": packages,
            "workspace_members": PUBLISHED,
            "resolve": {"nodes": [{"id": "feen", "deps": deps}, {"id": "new", "deps": []}]},
        });
        // Only exceptions for our own crates count.
        let exceptions = exceptions(
            "[[licenses.exceptions]]\ncrate = \"new\"\nallow = [\"GPL-3.0\"]\n\n[[licenses.exceptions]]\n\
             crate = \"bughouse-cli\"\nallow = [\"GPL-3.0\", \"BSL-1.0\"]\n[bans]\ncrate = \"feen\"\n",
        );
        assert_eq!(exceptions[1].1, ["GPL-3.0", "BSL-1.0"]);
        let (_, wrong) = check(&metadata, &["MIT".to_owned()], &exceptions);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(
            wrong[0].starts_with("new 1.0.0 needs Rust 1.99") && wrong[1].contains("GPL-3.0"),
            "{wrong:?}"
        );
    }
}

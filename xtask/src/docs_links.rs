//! Checks the links of the built site, and the links in the repository that lead to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::Failure;

/// Folders of the repository with generated files.
const SKIPPED: [&str; 5] = ["target", "node_modules", ".git", "dist", "wasm"];

/// The placeholder for the address of the site, which is used in many files.
const PLACEHOLDER: &str = "https://bughouse.example/docs/";

/// The kinds of files that link to the site.
const LINKING: [&str; 10] = ["md", "rs", "toml", "json", "py", "pyi", "ts", "tsx", "mjs", "yml"];

/// Checks every link, and returns the number of links. Without the API references, links to them are skipped. Links
/// within the references of Rust and TypeScript aren't checked: their generators do that.
pub(crate) fn check(root: &Path, site: &Path, api: bool) -> Result<usize, Failure> {
    let mut site = Site::read(site)?;
    let mut broken = Vec::new();
    let mut count = 0;
    let follows = |address: &str| api || !address.starts_with("api/");
    let pages: Vec<String> = site.pages.keys().cloned().collect();
    for page in &pages {
        let html = fs::read_to_string(site.folder.join(page)).unwrap_or_default();
        let is_ours = !page.starts_with("api/") || page.starts_with("api/python") || page == "api/index.html";
        for (asset, link) in links(&html) {
            if asset && is_elsewhere(&link) {
                broken.push(format!("{page} loads {link}: everything must come from the site"));
            } else if is_ours
                && let Some(address) = resolve(page, &link)
                && follows(&address)
            {
                count += 1;
                broken.extend(site.problem_of(&address).map(|why| format!("{page} links to {link}: {why}")));
            }
        }
    }
    let mut styles = Vec::new();
    walk(&site.folder, &mut styles, &|path| {
        path.is_dir() || path.extension().is_some_and(|end| end == "css")
    });
    for style in styles {
        let text = fs::read_to_string(&style).unwrap_or_default();
        for link in style_links(&text).filter(|link| is_elsewhere(link)) {
            broken.push(format!("{} loads {link}: everything must come from the site", style.display()));
        }
    }
    let base = base(root)?;
    let mut files = Vec::new();
    list(root, &mut files);
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        if !base.starts_with(PLACEHOLDER) && text.contains(PLACEHOLDER) && !file.ends_with("docs_links.rs") {
            broken.push(format!("{shown} links to {PLACEHOLDER}, but the documentation is at {base}"));
        }
        if is_published(&shown.to_string()) {
            for link in relative_links(&text) {
                broken.push(format!("{shown} links to {link}, which readers of the package don't have"));
            }
        }
        for address in addresses(&text, &base) {
            count += 1;
            if follows(&address)
                && let Some(why) = site.problem_of(&address)
            {
                broken.push(format!("{shown} links to {base}{address}: {why}"));
            }
        }
    }
    match broken.is_empty() {
        true => Ok(count),
        false => Err(Failure::step(format!("{} links are broken:\n{}", broken.len(), broken.join("\n")))),
    }
}

/// Returns the address of the site, which is the one that Cargo.toml names.
fn base(root: &Path) -> Result<String, Failure> {
    let find = |file: &str, before: &str, after: &str| {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        let line =
            text.lines().find_map(|line| line.strip_prefix(before)?.strip_suffix(after).map(str::to_owned));
        line.ok_or_else(|| Failure::step(format!("{file} does not say where the documentation is")))
    };
    let cargo = find("Cargo.toml", "homepage = \"", "\"")?;
    let mkdocs = find("mkdocs.yml", "site_url: ", "")?;
    match cargo == mkdocs {
        true => Ok(cargo),
        false => Err(Failure::step(format!(
            "the documentation is at {cargo} in Cargo.toml, but at {mkdocs} in mkdocs.yml"
        ))),
    }
}

/// The files of the built site.
struct Site {
    folder: PathBuf,
    /// The anchors of each page, read on demand.
    pages: BTreeMap<String, Option<BTreeSet<String>>>,
}

impl Site {
    fn read(folder: &Path) -> Result<Self, Failure> {
        let mut files = Vec::new();
        walk(folder, &mut files, &|_| true);
        let pages = files.iter().filter_map(|path| {
            let page = path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/");
            page.ends_with(".html").then_some((page, None))
        });
        let pages: BTreeMap<_, _> = pages.collect();
        match pages.contains_key("index.html") {
            true => Ok(Self { folder: folder.to_owned(), pages }),
            false => Err(Failure::step(format!("{} has no site", folder.display()))),
        }
    }

    /// Returns why an address is broken; `None` if it isn't.
    fn problem_of(&mut self, address: &str) -> Option<String> {
        let (path, anchor) = address.split_once('#').unwrap_or((address, ""));
        let path = match path {
            "" => "index.html".to_owned(),
            folder if folder.ends_with('/') => format!("{folder}index.html"),
            file => file.to_owned(),
        };
        if !self.folder.join(&path).is_file() {
            return Some("there is no such file".to_owned());
        }
        let anchors = self.pages.get_mut(&path)?;
        let file = self.folder.join(&path);
        let anchors = anchors.get_or_insert_with(|| ids(&fs::read_to_string(file).unwrap_or_default()));
        let known = anchor.is_empty() || anchor.starts_with("__") || anchors.contains(anchor);
        (!known).then(|| format!("{path} has no anchor `{anchor}`"))
    }
}

/// Lists the files of the repository that may link to the site.
fn list(root: &Path, files: &mut Vec<PathBuf>) {
    let wanted = |path: &Path| match path.is_dir() {
        true => !path.file_name().is_some_and(|name| SKIPPED.iter().any(|skipped| name == *skipped)),
        false => path.extension().is_some_and(|end| LINKING.iter().any(|kind| end == *kind)),
    };
    walk(root, files, &wanted);
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>, wanted: &dyn Fn(&Path) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if !wanted(&path) {
        } else if path.is_dir() {
            walk(&path, files, wanted);
        } else {
            files.push(path);
        }
    }
}

/// Lists the links of HTML, with `true` for those that the browser loads on its own.
fn links(html: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for tag in html.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else { continue };
        let name = tag.split_whitespace().next().unwrap_or_default();
        let canonical = tag.contains("rel=\"canonical\"") || tag.contains("rel=canonical");
        for attribute in ["href", "src", "srcset", "data", "poster"] {
            let start = format!(" {attribute}=");
            let Some((_, value)) = tag.split_once(&start) else { continue };
            let value = match value.strip_prefix('"') {
                Some(value) => value.split('"').next(),
                None => value.split_whitespace().next(),
            };
            let asset = !canonical && (attribute != "href" || name == "link");
            found.extend(value.map(|value| (asset, value.replace("&amp;", "&"))));
        }
    }
    found
}

/// Lists the URLs that a style sheet loads.
fn style_links(css: &str) -> impl Iterator<Item = &str> {
    css.split("url(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(|link| link.trim_matches(['"', '\'']))
}

/// Lists the anchors of HTML.
fn ids(html: &str) -> BTreeSet<String> {
    let values = |start: &'static str| {
        html.split(start).skip(1).filter_map(|rest| {
            rest.split(|end: char| end == '"' || end == '>' || end.is_whitespace()).next().map(str::to_owned)
        })
    };
    values(" id=\"").chain(values(" id=")).chain(values(" name=\"")).collect()
}

/// Returns `true` for a URL with another host or a scheme.
fn is_elsewhere(link: &str) -> bool {
    let scheme =
        link.split_once(':').is_some_and(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric()));
    link.starts_with("//") || (scheme && !link.starts_with("data:"))
}

/// Resolves a link of a page to a path within the site. Returns `None` if it leads elsewhere.
fn resolve(page: &str, link: &str) -> Option<String> {
    if is_elsewhere(link) || link.starts_with("data:") || link.starts_with('/') {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, ""), |(path, anchor)| (path, anchor));
    let path = path.split('?').next().unwrap_or_default();
    if path.is_empty() {
        return Some(format!("{page}#{anchor}"));
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    let path = parts.join("/");
    // A folder is served as its `index.html`.
    let path = if matches!(last, "." | "..") { format!("{path}/") } else { path };
    let path = path.trim_start_matches('/');
    Some(if anchor.is_empty() { path.to_owned() } else { format!("{path}#{anchor}") })
}

/// Returns `true` for the README of a package, which registries show without the repository.
fn is_published(path: &str) -> bool {
    let folder = path.strip_suffix("README.md").unwrap_or_default();
    folder.starts_with("crates/") || folder == "npm/" || folder == "bindings/python/"
}

/// Lists the links of Markdown that lead to other files.
fn relative_links(markdown: &str) -> Vec<&str> {
    let targets =
        markdown.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets
        .filter(|target| !target.starts_with('#') && !target.contains("://") && !target.contains(' '))
        .collect()
}

/// Lists the addresses of the site in a text, without the base URL.
fn addresses(text: &str, base: &str) -> Vec<String> {
    let end = |c: char| c.is_whitespace() || "\"'`<>)]}\\,;".contains(c);
    let found = text.split(base).skip(1).map(|rest| rest.split(end).next().unwrap_or_default());
    found.map(|address| address.trim_end_matches(['.', ':', '*']).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::{addresses, ids, is_elsewhere, is_published, links, relative_links, resolve, style_links};

    #[test]
    fn links_and_anchors_of_html_are_found() {
        let html = r#"<link rel="canonical" href="https://x/y"><link href=style.css rel=stylesheet>
            <script src="https://cdn/x.js"></script><a class="a" href="b.html#c">d</a><h2 id="one">1</h2><h2 id=two>2</h2>"#;
        let expected =
            [(false, "https://x/y"), (true, "style.css"), (true, "https://cdn/x.js"), (false, "b.html#c")];
        assert_eq!(links(html), expected.map(|(asset, link)| (asset, link.to_owned())));
        let css = "@import url(\"https://x/y.css\"); a { background: url(data:image/png,z) }";
        assert_eq!(style_links(css).collect::<Vec<_>>(), ["https://x/y.css", "data:image/png,z"]);
        let anchors = ids(html);
        assert!(anchors.contains("one") && anchors.contains("two"));
        assert!(is_elsewhere("https://cdn/x.js") && is_elsewhere("//cdn/x.js") && is_elsewhere("mailto:x"));
        assert!(
            !is_elsewhere("x.js") && !is_elsewhere("../a/b.html#c:d") && !is_elsewhere("data:image/png,x")
        );
    }

    #[test]
    fn links_are_resolved_relative_to_their_page() {
        for (link, address) in [
            ("#part", Some("howto/archive.html#part")),
            ("search.html", Some("howto/search.html")),
            ("../reference/cli.html#bughouse-check", Some("reference/cli.html#bughouse-check")),
            ("../assets/a.js?v=1", Some("assets/a.js")),
            ("..", Some("")),
            (".", Some("howto/")),
            ("https://example.org/", None),
            ("/absolute", None),
        ] {
            assert_eq!(resolve("howto/archive.html", link).as_deref(), address, "{link}");
        }
    }

    #[test]
    fn relative_links_are_found_in_readmes() {
        let text = "[a](https://x/), [b](../feen/README.md), [c](#part), `[d](e.md)`";
        assert_eq!(relative_links(text), ["../feen/README.md", "e.md"]);
        assert!(is_published("crates/feen/README.md") && is_published("npm/README.md"));
        assert!(
            !is_published("README.md") && !is_published("docs/index.md") && !is_published("web/README.md")
        );
    }

    #[test]
    fn addresses_do_not_include_punctuation() {
        let text = "See https://x/docs/a.html. Or [this](https://x/docs/b.html#c), or `https://x/docs/`.";
        assert_eq!(addresses(text, "https://x/docs/"), ["a.html", "b.html#c", ""]);
    }
}

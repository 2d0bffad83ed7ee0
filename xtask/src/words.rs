//! `words`: checks that text for readers uses the project's vocabulary.
//!
//! Checks Markdown, doc comments, string literals outside tests, manifests and the OpenAPI spec as a whole, and everything in
//! the web UI except plain comments and styles.

use std::fs;
use std::path::Path;

use crate::shell::{self, Failure, Workspace};

/// Words and phrases that readers stumble over, and what to write instead.
const BANNED: &[(&str, &str)] = &[
    ("man", "piece"),
    ("men", "pieces"),
    ("tell", "report, print, show, return"),
    ("tells", "reports, prints, shows, returns"),
    ("told", "reported, shown, passed"),
    ("stands", "is on, appears"),
    ("behind", "after, following"),
    ("beside", "next to, compared with"),
    ("alone", "only"),
    ("refuse", "reject"),
    ("refused", "rejected, skipped"),
    ("refuses", "rejects"),
    ("refusal", "rejection, error"),
    ("pass over", "skip"),
    ("passed over", "skipped"),
    ("passes over", "skips"),
    ("anew", "again"),
    ("once more", "again"),
    ("is no", "is not a"),
    ("are no", "are not"),
    ("whoever", "anyone who, the player who"),
    ("of who", "the player who"),
    ("he", "they"),
    ("his", "their"),
    ("so that", "so, to"),
    ("all else", "everything else"),
    ("but for", "except"),
    ("as it is", "unchanged, directly"),
    ("as they are", "unchanged, directly"),
    ("by itself", "on its own, separately"),
    ("by themselves", "on their own"),
    ("so many", "a number"),
    ("for ever", "forever"),
    ("foretold", "predicted"),
    ("usual", "standard, default, common"),
    ("fischer", "Chess960"),
    ("wild", "lenient"),
    ("the document", "the specification, the file"),
    ("the documents", "the specification"),
    ("departure", "deviation"),
    ("departures", "deviations"),
    ("forgiven", "accepted"),
    ("forgives", "accepts"),
    ("judge", "validate"),
    ("judged", "validated"),
    ("unjudged", "unvalidated"),
    ("broken rule", "violation"),
    ("broken rules", "violations"),
    ("handover", "transfer"),
    ("handed over", "transferred"),
    ("dormant", "restorable"),
    ("sleeping", "restorable"),
    ("officers", "pieces other than pawns"),
    ("remark", "diagnostic, comment"),
    ("remarks", "diagnostics, comments"),
    ("remarkable", "notable"),
    ("fault", "error, diagnostic"),
    ("faults", "errors, diagnostics"),
    ("slash form", "two-board FEN with clocks"),
    ("is fed", "receives"),
    ("fed", "received, sent"),
    ("verb", "command"),
    ("verbs", "commands"),
    ("the program", "the CLI, `bughouse`"),
    ("the page", "the web UI"),
    ("its page", "its documentation"),
    ("host of files", "static host"),
    ("shape", "type, schema"),
    ("shapes", "types, schemas"),
    ("peer", "baseline, other library"),
    ("peers", "baselines, other libraries"),
    ("processor time", "CPU time"),
    ("made-up", "synthetic"),
    ("chore", "development task"),
    ("chores", "development tasks"),
    ("goes on", "continues"),
    ("comes again", "recurs"),
    ("let go", "close"),
    ("take out", "delete"),
    ("throw away", "discard"),
    ("ledger", "material"),
    ("outsit", "diagonal time"),
    ("desk", "state, session"),
    ("shelf", "open files"),
    ("recorded game", "game"),
    ("recorded games", "games"),
    ("game record", "game"),
    ("game records", "games, game files"),
    ("bpgn record", "game, game file"),
    ("bpgn records", "games, game files"),
    ("licence", "license"),
    ("colour", "color"),
    ("colours", "colors"),
    ("coloured", "colored"),
    ("analyse", "analyze"),
    ("analysed", "analyzed"),
    ("behaviour", "behavior"),
    ("recognise", "recognize"),
    ("recognised", "recognized"),
    ("optimised", "optimized"),
    ("serialise", "serialize"),
    ("serialised", "serialized"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("favourite", "favorite"),
    ("defence", "defense"),
    ("towards", "toward"),
    ("grey", "gray"),
    ("centre", "center"),
    ("cannot be had", "is not available"),
];

/// Allowed phrases with a banned word: quotes of other formats, names of other programs, plain English.
const ALLOWED: &[&str] = &[
    "man page",
    "man pages",
    "man1",
    "bughouse man",
    "share/man",
    "man -l",
    "there is no",
    "there are no",
    "is no longer",
    "are no longer",
    "is no more than",
    "is no mate",
    "square behind",
    "squares behind",
    "leave behind",
    "leaves behind",
    "behind a proxy",
    "behind a reverse proxy",
    "behind the king",
    "behind the pawn",
    "connection refused",
    "refused/",
    "unless fed",
];

/// Allowed names by file: an alias for the other spelling, a table of the archive format, names of other projects.
const NAMES: &[(&str, &str)] = &[
    ("crates/bughouse/src/cli.rs", "analyse"),
    ("crates/bughouse-archive/src/schema.rs", "refused"),
    ("crates/bughouse/src/archive.rs", "refused"),
    ("crates/bughouse-archive/src/rows.rs", "refused"),
    ("crates/bughouse-archive/src/joint/mod.rs", "refused"),
    ("docs/reference/archive-format.md", "refused"),
    ("bindings/python/python/bughouse/spark.py", "refused"),
    ("web/src/game/Board.svelte", "shapes"),
    ("crates/bughouse/src/completions.rs", "man"),
    ("xtask/src/dist.rs", "man"),
    ("xtask/src/dist_check.rs", "man"),
    ("bindings/python/src/spark_source.rs", "tell"),
];

/// Checks the files under the given paths, or all, and lists every place with a banned word.
pub(crate) fn run(workspace: &Workspace, paths: &[String]) -> Result<(), Failure> {
    let listed = shell::output(workspace.program("git").args(["ls-files", "--"]).args(paths))
        .ok_or_else(|| Failure::step("`git ls-files` failed: run this in a clone of the repository"))?;
    let mut places = Vec::new();
    let mut files = 0;
    for name in listed.lines().filter(|name| is_checked(name)) {
        let Ok(text) = fs::read_to_string(workspace.root().join(name)) else { continue };
        files += 1;
        for (line, found) in check(name, &text) {
            let (banned, instead) = BANNED[found];
            if NAMES.contains(&(name, banned)) {
                continue;
            }
            places.push(format!("{name}:{line}: \"{banned}\": write {instead}"));
        }
    }
    if files == 0 {
        return Err(Failure::usage(format!("no file to check under {}", paths.join(" "))));
    }
    for place in &places {
        println!("{place}");
    }
    match places.len() {
        0 => Ok(()),
        count => Err(Failure::step(format!(
            "{count} places in {files} files hold words that the style guide replaces (CONTRIBUTING.md, Words)"
        ))),
    }
}

/// Returns `true` for files that people read, and that we wrote.
fn is_checked(name: &str) -> bool {
    let others = [
        "xtask/src/words.rs",
        // Tools of the documentation, where "page" is the right word.
        "xtask/src/docs",
        // Chat of players in synthetic games.
        "generator/src/talk.rs",
        "bindings/python/tests/",
        "LICENSE",
        "COPYING",
    ];
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let read = ["md", "rs", "ts", "svelte", "py", "pyi", "toml", "html"];
    let is_read =
        read.contains(&extension) || name.ends_with("/package.json") || name.ends_with("openapi.json");
    // Of the test data, only the notes about it.
    let is_data = name.starts_with("testdata/") && extension != "md";
    is_read && !is_data && !others.iter().any(|part| name.contains(part))
}

/// Lists the lines of a file, counted from 1, with the banned words of each.
fn check(name: &str, text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut reader = Reader::new(name);
    for (index, line) in text.lines().enumerate() {
        let prose = reader.prose(line);
        found.extend(banned_in(&prose).into_iter().map(|word| (index + 1, word)));
    }
    found
}

/// Extracts the prose of a file, line by line.
struct Reader {
    kind: Kind,
    /// Inside a `<style>` element, a fenced block of code, or the tests of a Rust file.
    skips: bool,
    /// Inside a string that began on an earlier line.
    in_string: Option<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Markdown,
    Rust,
    RustTest,
    Script,
    Svelte,
    Python,
    Whole,
}

impl Reader {
    fn new(name: &str) -> Reader {
        let is_test = name.contains("/tests/") || name.contains("/e2e/") || name.contains(".test.");
        let kind = match name.rsplit('.').next() {
            Some("md") => Kind::Markdown,
            Some("rs") if is_test || name.starts_with("fuzz/") || name.starts_with("benches/") => {
                Kind::RustTest
            }
            Some("rs") => Kind::Rust,
            Some("ts") => Kind::Script,
            Some("svelte") => Kind::Svelte,
            Some("py" | "pyi") => Kind::Python,
            _ => Kind::Whole,
        };
        Reader { kind, skips: false, in_string: None }
    }

    fn prose(&mut self, line: &str) -> String {
        let trimmed = line.trim_start();
        match self.kind {
            Kind::Whole => line.to_owned(),
            Kind::Markdown => {
                if trimmed.starts_with("```") {
                    self.skips = !self.skips;
                }
                // The output of commands is checked where it is written; their comments are prose.
                if self.skips { after_comment(line).to_owned() } else { without_code(line) }
            }
            Kind::Python if trimmed.starts_with('#') => line.to_owned(),
            Kind::Python => self.strings(line, "\""),
            Kind::RustTest => doc(trimmed).unwrap_or_default().to_owned(),
            Kind::Rust => {
                if trimmed.starts_with("#[cfg(test)]") {
                    self.skips = true;
                }
                match doc(trimmed) {
                    Some(doc) => doc.to_owned(),
                    None if self.skips || trimmed.starts_with("//") => String::new(),
                    None => self.strings(line, "\""),
                }
            }
            Kind::Script => {
                if trimmed.starts_with("//") {
                    return String::new();
                }
                if trimmed.starts_with("/**") || trimmed.starts_with("* ") {
                    return trimmed.to_owned();
                }
                self.strings(line, "\"'`")
            }
            Kind::Svelte => {
                if trimmed.starts_with("<style") {
                    self.skips = true;
                }
                let prose =
                    if self.skips || trimmed.starts_with("//") { String::new() } else { line.to_owned() };
                if trimmed.starts_with("</style") {
                    self.skips = false;
                }
                prose
            }
        }
    }

    /// Returns the content of string literals, one per line.
    fn strings(&mut self, line: &str, quotes: &str) -> String {
        let mut prose = String::new();
        let mut escaped = false;
        // A quote as a character literal begins no string.
        let line = if self.kind == Kind::Rust { &line.replace("'\"'", "' '") } else { line };
        for letter in line.chars() {
            match self.in_string {
                Some(_) if escaped => escaped = false,
                Some(_) if letter == '\\' => escaped = true,
                Some(quote) if letter == quote => {
                    self.in_string = None;
                    prose.push('\n');
                }
                Some(_) => prose.push(letter),
                None if quotes.contains(letter) => self.in_string = Some(letter),
                None => {}
            }
        }
        // Only Rust's strings and template literals continue on the next line.
        if self.kind == Kind::Script && self.in_string.is_some_and(|quote| quote != '`') {
            self.in_string = None;
        }
        prose
    }
}

/// Returns the text of a doc comment.
fn doc(line: &str) -> Option<&str> {
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

/// Returns a line of Markdown without inline code, which may have names of others.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("\n")
}

/// Returns the comment at the end of a line of shell or Rust code.
fn after_comment(line: &str) -> &str {
    line.split_once("# ").or_else(|| line.split_once("// ")).map_or("", |(_, comment)| comment)
}

/// Returns the indexes in [`BANNED`] of the words in a line.
fn banned_in(line: &str) -> Vec<usize> {
    let mut line = line.to_lowercase();
    for allowed in ALLOWED {
        if line.contains(allowed) {
            line = line.replace(allowed, "\n");
        }
    }
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let mut found = Vec::new();
    for (place, (banned, _)) in BANNED.iter().enumerate() {
        let is_there = line.match_indices(banned).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + banned.len()..].chars().next();
            !is_part(before)
                && !is_part(after)
                && !matches!(before, Some('-' | '.' | '/' | '$'))
                && after != Some('-')
        });
        if is_there {
            found.push(place);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{BANNED, check, is_checked};

    fn words(name: &str, text: &str) -> Vec<(usize, &'static str)> {
        check(name, text).into_iter().map(|(line, found)| (line, BANNED[found].0)).collect()
    }

    #[test]
    fn doc_comments_and_messages_are_checked_and_code_is_not() {
        let text = "/// Tells whether a man is there.\nfn man() {}\n// told\nlet x = \"is no move\";\n";
        assert_eq!(words("a/src/x.rs", text), [(1, "man"), (1, "tells"), (4, "is no")]);
    }

    #[test]
    fn strings_of_tests_are_not_checked() {
        let text = "#[cfg(test)]\nmod tests {\n    let x = \"told\";\n";
        assert_eq!(words("a/src/x.rs", text), []);
        assert_eq!(words("a/tests/all/x.rs", "let x = \"told\";\n//! told\n"), [(2, "told")]);
    }

    #[test]
    fn strings_over_several_lines_are_checked() {
        assert_eq!(words("a/src/x.rs", "let x = \"one \\\n    told\";\n let told = 1;"), [(2, "told")]);
    }

    #[test]
    fn quotes_as_characters_begin_no_string() {
        let text = "let a = ['\"', b'\"', '\"'];\nlet told = \"told\";\n";
        assert_eq!(words("a/src/x.rs", text), [(2, "told")]);
    }

    #[test]
    fn allowed_phrases_are_ignored() {
        assert_eq!(
            words("a.md", "There is no square behind it. See the man page, `men` and a man.\n"),
            [(1, "man")]
        );
        assert_eq!(words("a.md", "The manual, a human, `--old-man` and mandatory parts.\n"), []);
    }

    #[test]
    fn strings_and_comments_of_python_are_checked() {
        let text = "told = 1\n\"\"\"A man.\n\ntold\"\"\"\n#: told\nx.told(\"his\")\n";
        assert_eq!(words("a/b.py", text), [(2, "man"), (4, "told"), (5, "told"), (6, "his")]);
    }

    #[test]
    fn code_in_markdown_is_checked_only_in_comments() {
        assert_eq!(words("a.md", "```sh\ntold --man\nx # is told\n```\ntold\n"), [(3, "told"), (5, "told")]);
    }

    #[test]
    fn manifests_and_notes_about_test_data_are_checked() {
        for name in [
            "npm/package.json",
            "crates/bpgn/Cargo.toml",
            "bindings/python/pyproject.toml",
            "testdata/bpgn/README.md",
        ] {
            assert!(is_checked(name), "{name}");
        }
        for name in ["web/package-lock.json", "testdata/errors/moves.txt", "testdata/a.toml"] {
            assert!(!is_checked(name), "{name}");
        }
        assert_eq!(
            words("npm/package.json", "  \"description\": \"BPGN records, beside peers\",\n").len(),
            3
        );
    }

    #[test]
    fn markup_and_strings_of_the_web_ui_are_checked_and_styles_are_not() {
        let text = "<p>Ledger</p>\n// told\n<style>\n.ledger {}\n</style>\n<p>his</p>\n";
        assert_eq!(words("web/src/A.svelte", text), [(1, "ledger"), (6, "his")]);
        assert_eq!(words("web/src/a.ts", "const told = 'x'; // told\nask('a man');\n"), [(2, "man")]);
    }
}

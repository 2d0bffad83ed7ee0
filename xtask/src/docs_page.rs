//! The examples of a page of the documentation. `docs/contributing.md` describes how they are written.
//!
//! The build script of `docs/site/rust` also uses this file.

use std::fs;
use std::path::Path;

/// The examples of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// The files of `docs/examples` that its examples use.
    pub(crate) files: Vec<String>,
    /// The examples, from top to bottom.
    pub(crate) steps: Vec<Step>,
}

/// A fenced block to run or save, or a file to open in the browser.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The line of the opening fence, counted from 1.
    pub(crate) line: usize,
    pub(crate) action: Action,
    /// Why the block isn't run, if it isn't.
    pub(crate) skip: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Commands and what each prints. In the background, the only command keeps running.
    Console { commands: Vec<Command>, background: bool },
    /// Code to run, and its output if the page shows it.
    Code { language: Language, code: String, output: Option<Output> },
    /// A Rust program that a command runs with Cargo.
    Program { code: String },
    /// A file to save.
    Save { name: String, content: String },
    /// A file to open in the browser, and the text that it must show.
    Browser { file: String, text: String },
}

/// A command of a `console` block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) line: usize,
    pub(crate) call: String,
    pub(crate) output: Output,
}

/// The output of an example, and its place on the page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) text: String,
    /// Its lines on the page, counted from 0.
    pub(crate) lines: std::ops::Range<usize>,
    /// The indentation of these lines, because the block is in a list or a tab.
    pub(crate) indent: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    Python,
    JavaScript,
    TypeScript,
    Sql,
}

/// Languages of blocks that are only shown.
const SHOWN: &str = "text json jsonl bpgn pgn fen html css toml yaml ini csv ebnf diff sh powershell nginx dockerfile \
                     xml svg markdown";

/// Lists the pages whose examples are run, by their path in the repository.
pub(crate) fn paths(root: &Path) -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "crates/bughouse/README.md".to_owned()];
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).into_iter().flatten().flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true if path != "docs/site" => folders.push(path),
                false if path.ends_with(".md") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// A fenced block as it appears in the page.
struct Block<'a> {
    /// The line of the opening fence, counted from 0.
    at: usize,
    indent: &'a str,
    language: &'a str,
    title: Option<&'a str>,
    lines: Vec<&'a str>,
}

/// Returns the reason to skip a block if the program that it needs isn't installed.
fn missing(program: &str) -> Option<String> {
    (!Path::new(program).exists()).then(|| format!("{program} isn't installed"))
}

/// Parses the examples of a page. The error has the line, counted from 1, and a message.
pub(crate) fn read(text: &str) -> Result<Page, (usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut page = Page::default();
    let mut skip = None;
    let mut background = false;
    let mut at = 0;
    while at < lines.len() {
        let wrong = |why: String| (at + 1, why);
        if let Some(comment) = comment(lines[at]) {
            if let Some(names) = comment.strip_prefix("files:") {
                page.files.extend(names.split_whitespace().map(str::to_owned));
            } else if let Some(reason) = comment.strip_prefix("skip:") {
                skip = Some(reason.trim().to_owned());
                if reason.trim().is_empty() {
                    return Err(wrong("`skip:` needs a reason".to_owned()));
                }
            } else if let Some(program) = comment.strip_prefix("needs:") {
                skip = skip.or_else(|| missing(program.trim()));
            } else if comment == "background" {
                background = true;
            } else if let Some(rest) = comment.strip_prefix("browser:") {
                let shown = rest.trim().strip_suffix('"').and_then(|rest| rest.split_once(" shows \""));
                let Some((file, text)) = shown else {
                    return Err(wrong("expected `browser: FILE shows \"TEXT\"`".to_owned()));
                };
                let action = Action::Browser { file: file.to_owned(), text: text.to_owned() };
                page.steps.push(Step { line: at + 1, action, skip: skip.take() });
            }
            at += 1;
            continue;
        }
        let Some(block) = block(&lines, at).map_err(wrong)? else {
            at += 1;
            continue;
        };
        let next = at + block.lines.len() + 2;
        match step(&block, &mut page.steps, background).map_err(wrong)? {
            Some(action) => page.steps.push(Step { line: at + 1, action, skip: skip.take() }),
            None if skip.is_some() => {
                return Err(wrong("this block is never run: remove `skip:`".to_owned()));
            }
            None => {}
        }
        background = false;
        at = next;
    }
    match skip {
        Some(_) => Err((lines.len(), "`skip:` has no block after it".to_owned())),
        None => Ok(page),
    }
}

/// Returns the text of an HTML comment on its own line.
fn comment(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim())
}

/// Parses the block that begins on a line, if there is one.
fn block<'a>(lines: &[&'a str], at: usize) -> Result<Option<Block<'a>>, String> {
    let line = lines[at];
    let start = line.trim_start();
    let ticks = start.len() - start.trim_start_matches('`').len();
    if ticks < 3 {
        return Ok(None);
    }
    let indent = &line[..line.len() - start.len()];
    let info = start[ticks..].trim();
    let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
    let title =
        rest.split_once("title=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(title, _)| title);
    let fence = &start[..ticks];
    let end =
        (at + 1..lines.len()).find(|&other| lines[other].trim() == fence).ok_or("the block is not closed")?;
    let dedent = |line: &'a str| line.strip_prefix(indent).unwrap_or(line.trim_start());
    let lines = lines[at + 1..end].iter().copied().map(dedent).collect();
    Ok(Some(Block { at, indent, language, title, lines }))
}

/// Returns the action of a block; `None` if it is only shown, or is the output of the previous step.
fn step(block: &Block<'_>, steps: &mut [Step], background: bool) -> Result<Option<Action>, String> {
    let output = || output(block, 0, block.lines.len());
    let content = || -> String { block.lines.iter().map(|line| format!("{line}\n")).collect() };
    if block.language == "text" && block.title == Some("Output") {
        return match steps.last_mut().map(|step| &mut step.action) {
            Some(Action::Code { output: shown @ None, .. }) => {
                *shown = Some(output());
                Ok(None)
            }
            _ => Err("`Output` must follow a block of code".to_owned()),
        };
    }
    let language = match block.language {
        "console" => return console(block, background).map(Some),
        "rust" => Some(Language::Rust),
        "python" => Some(Language::Python),
        "js" => Some(Language::JavaScript),
        "ts" => Some(Language::TypeScript),
        "sql" => Some(Language::Sql),
        "" => return Err("the block has no language".to_owned()),
        other if SHOWN.split(' ').any(|shown| shown == other) => None,
        other => {
            return Err(format!("blocks of `{other}` can't be run, and are not on the list of those shown"));
        }
    };
    Ok(match (language, block.title) {
        (Some(Language::Rust), Some(_)) => Some(Action::Program { code: content() }),
        (Some(_), None) => language.map(|language| Action::Code { language, code: content(), output: None }),
        (_, Some(name)) if name.contains('.') => {
            Some(Action::Save { name: name.to_owned(), content: content() })
        }
        (_, _) => None,
    })
}

/// Parses the commands of a block and their output.
fn console(block: &Block<'_>, background: bool) -> Result<Action, String> {
    let mut commands: Vec<Command> = Vec::new();
    let mut at = 0;
    while at < block.lines.len() {
        let Some(first) = block.lines[at].strip_prefix("$ ") else {
            return Err("the first line of a `console` block must be a command: `$ ...`".to_owned());
        };
        let line = block.at + at + 2;
        let mut call = first.to_owned();
        at += 1;
        while call.ends_with('\\') {
            let more = block.lines.get(at).and_then(|line| line.strip_prefix("> "));
            call.push('\n');
            call.push_str(more.ok_or("after `\\` at the end of a line, the next begins with `> `")?);
            at += 1;
        }
        let start = at;
        while block.lines.get(at).is_some_and(|line| !line.starts_with("$ ")) {
            at += 1;
        }
        commands.push(Command { line, call, output: output(block, start, at) });
    }
    if commands.is_empty() || (background && commands.len() > 1) {
        return Err(format!("the block has {} commands", commands.len()));
    }
    Ok(Action::Console { commands, background })
}

fn output(block: &Block<'_>, start: usize, end: usize) -> Output {
    Output {
        text: block.lines[start..end].iter().map(|line| format!("{line}\n")).collect(),
        lines: block.at + 1 + start..block.at + 1 + end,
        indent: block.indent.to_owned(),
    }
}

/// Returns `true` if the printed text matches what a page shows. There, `…` matches any text, and a line of only `…`
/// matches any lines. Trailing spaces and empty lines at the end are ignored.
pub(crate) fn matches(shown: &str, printed: &str) -> bool {
    let lines = |text| -> Vec<String> {
        let text: &str = text;
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    };
    all_match(
        &lines(shown),
        &lines(printed),
        |line| line == "…",
        |shown, printed| {
            let chars = |text: &str| -> Vec<char> { text.chars().collect() };
            all_match(&chars(shown), &chars(printed), |char| *char == '…', |shown, printed| shown == printed)
        },
    )
}

/// Compares two lists. Wildcards in the first match any number of items.
fn all_match<T>(
    shown: &[T],
    printed: &[T],
    is_any: impl Fn(&T) -> bool,
    same: impl Fn(&T, &T) -> bool,
) -> bool {
    // Where to continue if the items after the last wildcard don't match.
    let mut retry: Option<(usize, usize)> = None;
    let (mut left, mut right) = (0, 0);
    loop {
        match shown.get(left) {
            Some(item) if is_any(item) => {
                left += 1;
                retry = Some((left, right));
                continue;
            }
            Some(item) if right < printed.len() && same(item, &printed[right]) => {
                left += 1;
                right += 1;
                continue;
            }
            None if right == printed.len() => return true,
            _ => {}
        }
        match retry {
            Some((after, from)) if from < printed.len() => {
                retry = Some((after, from + 1));
                (left, right) = (after, from + 1);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Language, matches, read};

    const PAGE: &str = "\
# Title
<!-- files: one.bpgn two.bpgn -->

```console
$ bughouse check one.bpgn \\
>   --json
{}
$ ls
```

=== \"Python\"

    ```python
    print(1)
    ```

    ```text title=\"Output\"
    1
    ```

```python title=\"plot.py\"
print(2)
```

<!-- skip: needs a network -->
```console
$ curl x
```

```rust title=\"src/main.rs\"
fn main() {}
```

```json
{}
```
<!-- browser: index.html shows \"a b\" -->
";

    #[test]
    fn all_kinds_of_steps_are_parsed() {
        let page = read(PAGE).expect("the page is fine");
        assert_eq!(page.files, ["one.bpgn", "two.bpgn"]);
        let lines: Vec<usize> = page.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [4, 13, 21, 26, 30, 37]);
        let Action::Console { commands, background: false } = &page.steps[0].action else {
            panic!("{:?}", page.steps[0])
        };
        assert_eq!(commands[0].call, "bughouse check one.bpgn \\\n  --json");
        assert_eq!((commands[0].output.text.as_str(), commands[0].output.lines.clone()), ("{}\n", 6..7));
        assert_eq!((commands[1].line, commands[1].output.text.as_str()), (8, ""));
        let Action::Code { language: Language::Python, code, output: Some(output) } = &page.steps[1].action
        else {
            panic!("{:?}", page.steps[1])
        };
        assert_eq!((code.as_str(), output.text.as_str()), ("print(1)\n", "1\n"));
        assert_eq!((output.lines.clone(), output.indent.as_str()), (17..18, "    "));
        assert!(matches!(&page.steps[2].action, Action::Save { name, .. } if name == "plot.py"));
        assert_eq!(page.steps[3].skip.as_deref(), Some("needs a network"));
        assert_eq!(page.steps[4].action, Action::Program { code: "fn main() {}\n".to_owned() });
        let opened = Action::Browser { file: "index.html".to_owned(), text: "a b".to_owned() };
        assert_eq!(page.steps[5].action, opened);
    }

    #[test]
    fn a_block_is_skipped_without_the_program_that_it_needs() {
        let page = |program: &str| read(&format!("<!-- needs: {program} -->\n```console\n$ x\n```\n"));
        assert_eq!(page("/bin/sh").expect("the page is fine").steps[0].skip, None);
        let skip = page("/bin/no-such").expect("the page is fine").steps.remove(0).skip;
        assert_eq!(skip.as_deref(), Some("/bin/no-such isn't installed"));
    }

    #[test]
    fn errors_have_the_line() {
        for (text, line) in [
            ("\n```\nx\n```\n", 2),
            ("```Console\n$ x\n```\n", 1),
            ("```console\nx\n```\n", 1),
            ("```console\n```\n", 1),
            ("```console\n$ x \\\ny\n```\n", 1),
            ("```python\nx\n", 1),
            ("```text title=\"Output\"\nx\n```\n", 1),
            ("<!-- skip: -->\n```console\n$ x\n```\n", 1),
            ("<!-- skip: because -->\n```json\n{}\n```\n", 2),
            ("<!-- skip: because -->\n", 1),
            ("<!-- background -->\n```console\n$ x\n$ y\n```\n", 2),
            ("<!-- browser: index.html -->\n", 1),
        ] {
            assert_eq!(read(text).map_err(|(line, _)| line), Err(line), "{text}");
        }
    }

    #[test]
    fn an_ellipsis_matches_any_text() {
        for (shown, printed) in [
            ("", ""),
            ("a\nb\n", "a  \nb\n\n"),
            ("3 games in … s\n", "3 games in 0.25 s\n"),
            ("…b…d", "abbcd"),
            ("a\n…\nd\n", "a\nb\nc\nd\n"),
            ("a\n…\n", "a\n"),
            ("…\n", "anything\nat all\n"),
        ] {
            assert!(matches(shown, printed), "{shown:?} {printed:?}");
        }
        for (shown, printed) in
            [("a\n", "b\n"), ("a\n", "a\nb\n"), ("a…c", "abd"), ("a\n…\nd\n", "a\nb\n"), ("a", "")]
        {
            assert!(!matches(shown, printed), "{shown:?} {printed:?}");
        }
    }
}

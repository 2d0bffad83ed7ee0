//! `check`: its output for the games in `testdata/errors/records/`, and for files that aren't games.
//!
//! A case has a name, its options, default tags on one line if a `result:` is given (with a `fen:` as their start
//! position), the lines of the game after `>`, and the output: stdout, stderr and exit code. In the
//! game, `\t`, `\r`, `\\` and `\xNN` are escapes. `BLESS=1` updates the output; read the diff before you
//! commit it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folders::folder;
use crate::run::{Ran, with_stdin};

/// The text before the first case, and the cases.
struct Cases {
    head: String,
    cases: Vec<Case>,
}

#[derive(Default)]
struct Case {
    name: String,
    options: Option<String>,
    result: Option<String>,
    fen: Option<String>,
    lines: Vec<String>,
    output: String,
}

impl Cases {
    fn read(path: &Path) -> Cases {
        let mut cases = Cases { head: String::new(), cases: Vec::new() };
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(name) = line.strip_prefix("== ") {
                cases.cases.push(Case { name: name.to_owned(), ..Case::default() });
                continue;
            }
            let Some(case) = cases.cases.last_mut() else {
                cases.head += &format!("{line}\n");
                continue;
            };
            let key = |name: &str| line.strip_prefix(name).map(|value| Some(value.trim().to_owned()));
            if let Some(options) = key("options:") {
                case.options = options;
            } else if let Some(result) = key("result:") {
                case.result = result;
            } else if let Some(fen) = key("fen:") {
                case.fen = fen;
            } else if let Some(text) = line.strip_prefix('>') {
                case.lines.push(text.strip_prefix(' ').unwrap_or(text).to_owned());
            } else {
                case.output += &format!("{line}\n");
            }
        }
        for case in &mut cases.cases {
            // Cases are separated by an empty line.
            case.output.truncate(case.output.trim_end_matches('\n').len());
        }
        cases
    }

    fn write(&self, output: &[String]) -> String {
        let cases: Vec<String> =
            self.cases.iter().zip(output).map(|(case, output)| case.write(output)).collect();
        format!("{}{}", self.head, cases.join("\n"))
    }
}

impl Case {
    fn write(&self, output: &str) -> String {
        let key = |name: &str, value: &Option<String>| match value.as_deref() {
            None => String::new(),
            Some("") => format!("{name}:\n"),
            Some(value) => format!("{name}: {value}\n"),
        };
        let keys = key("options", &self.options) + &key("result", &self.result) + &key("fen", &self.fen);
        let line = |line: &String| if line.is_empty() { ">\n".to_owned() } else { format!("> {line}\n") };
        format!("== {}\n{keys}{}{output}\n", self.name, self.lines.iter().map(line).collect::<String>())
    }

    fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if let Some(result) = &self.result {
            let names = "[WhiteA \"amber\"][BlackA \"basalt\"][WhiteB \"coral\"][BlackB \"dune\"]";
            let tags = format!(
                "[Event \"x\"][Site \"x\"][Date \"2026.02.03\"]{names}[TimeControl \"180+0\"][Result \"{result}\"]"
            );
            let start = self.fen.as_ref().map(|fen| format!("[Setup \"1\"]\n[FEN \"{fen}\"]"));
            text.extend(format!("{tags}{}\n", start.unwrap_or_default()).into_bytes());
        }
        for line in &self.lines {
            text.extend(unescaped(line));
            text.push(b'\n');
        }
        text
    }

    /// Runs `bughouse check` on the game.
    fn output(&self) -> String {
        let options = self.options.as_deref().unwrap_or_default().split_whitespace();
        let Ran { stdout, stderr, code } =
            with_stdin(["check", "-"].into_iter().chain(options), &self.text());
        format!("{stdout}{stderr}exit code {code}")
    }
}

/// Resolves the escapes `\t`, `\r`, `\\` and `\xNN`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let (byte, length) = match after.as_bytes() {
            [b't', ..] => (b'\t', 1),
            [b'r', ..] => (b'\r', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', _, _, ..] => (u8::from_str_radix(&after[1..3], 16).unwrap(), 3),
            _ => panic!("unknown escape in {text}"),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/errors/records");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn messages_about_games() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in case_files() {
        let cases = Cases::read(&path);
        let output: Vec<String> = cases.cases.iter().map(Case::output).collect();
        count += output.len();
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, cases.write(&output)).unwrap();
            continue;
        }
        let differs = cases.cases.iter().zip(&output).filter(|(case, output)| case.output != **output);
        wrong.extend(
            differs.map(|(case, output)| format!("{}expected:\n{}\n", case.write(output), case.output)),
        );
    }
    assert!(count >= 100, "{count} cases");
    assert!(wrong.is_empty(), "{} differ (BLESS=1 updates them)\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn missing_files_are_reported() {
    let empty = folder("check-nowhere");
    let ran = crate::run::bughouse(["check", empty.join("none.bpgn").to_str().unwrap()]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("none.bpgn"), "{ran:?}");
}

#[test]
fn quiet_prints_only_the_totals() {
    let ran = with_stdin(["check", "-q", "-"], b"hello\n\n[Event \"x\"]\n1A. e5 *\n");
    let expected = "\
1 file, 1 game, 1 half-move: 0 ok, 0 repaired, 1 broken, 1 stray text outside of games
  broken: illegal-move 1
  notes: missing-tags 1
";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (1, expected, ""));
    // A file that can't be read is still reported on stderr.
    let ran = crate::run::bughouse(["check", "-q", "no-such-file"]);
    let expected =
        "1 file, 0 games, 0 half-moves: 0 ok, 0 repaired, 0 broken, 1 file unreadable or without a game\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (1, expected));
    assert_eq!(ran.stderr, "error: cannot read no-such-file: no such file\n");
}

#[test]
fn quiet_overrides_only() {
    let text = b"[Event \"x\"]\n1A. e5 *\n";
    let quiet = with_stdin(["check", "-q", "-"], text);
    let both = with_stdin(["check", "--only", "broken", "-q", "-"], text);
    assert_eq!((both.code, both.stdout, both.stderr), (quiet.code, quiet.stdout, quiet.stderr));
}

#[test]
fn only_games_of_a_state_are_printed() {
    let text = b"hello\n\n[Event \"fine\"]\n1A. e4 *\n\n[Event \"twice\"]\n1A. e4 1a. e5 1a. e5 {anna resigns} 0-1\n\n[Event \"bad\"]\n1A. e5 *\n";
    let events = |only: &str| -> Vec<String> {
        let ran = with_stdin(["check", "--json", "--only", only, "-"], text);
        let totals = ran.json().pop().unwrap();
        assert_eq!((ran.code, &totals["games"]), (1, &3.into()));
        ran.games().iter().map(|game| game["tags"]["Event"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(events("ok"), ["fine"]);
    assert_eq!(events("repaired"), ["twice"]);
    assert_eq!(events("broken"), ["bad"]);
    assert_eq!(events("ok,broken"), ["fine", "bad"]);
    let output = with_stdin(["check", "--only", "broken", "-"], text).stdout;
    assert!(output.starts_with("stdin:1:1: error: expected a tag"), "{output}");
    assert!(output.contains("illegal-move, game 3)") && !output.contains("game 1)"), "{output}");
    assert!(!with_stdin(["check", "--only", "ok", "-"], text).stdout.contains("error"));
}

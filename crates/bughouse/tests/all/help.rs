//! Help, version and usage errors.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::folders::folder;
use crate::run::{START, bughouse, snapshot};

/// All commands.
pub(crate) const COMMANDS: [&str; 19] = [
    "serve",
    "check",
    "replay",
    "fmt",
    "convert",
    "annotate",
    "analyze",
    "archive",
    "search",
    "explore",
    "show",
    "moves",
    "play",
    "mate",
    "perft",
    "feen",
    "ubi",
    "completions",
    "man",
];

const ARCHIVE_COMMANDS: [&str; 6] = ["add", "info", "skipped", "compact", "export", "repair"];

/// Lists the arguments that name each command: `[]` for `bughouse` itself.
fn all_commands() -> Vec<Vec<&'static str>> {
    let mut all = vec![vec![]];
    all.extend(COMMANDS.map(|command| vec![command]));
    all.extend(ARCHIVE_COMMANDS.map(|action| vec!["archive", action]));
    all
}

/// Runs a command with another argument.
fn with(command: &[&str], argument: &str) -> String {
    bughouse(command.iter().copied().chain([argument])).fine()
}

#[test]
fn long_and_short_help_of_each_command() {
    for command in all_commands() {
        let name = command.iter().fold(String::new(), |name, word| format!("{name}-{word}"));
        let (long, short) = (with(&command, "--help"), with(&command, "-h"));
        snapshot(&format!("help{name}.txt"), &long);
        snapshot(&format!("short-help{name}.txt"), &short);
        assert_eq!(bughouse(["help"].iter().chain(&command)).fine(), long, "{command:?}");
        assert!(short.lines().count() < 45, "the short help of {command:?} is too long");
        assert!(long.contains("https://") && !long.contains(".md"), "{command:?}");
    }
}

#[test]
fn the_first_example_opens_the_web_ui() {
    let first = examples(&bughouse(["-h"]).fine()).remove(0);
    assert_eq!(first, "bughouse serve games.bpgn --open");
}

#[test]
fn descriptions_are_imperative_and_have_no_full_stop() {
    for command in all_commands() {
        let short = with(&command, "-h");
        let options = short.lines().filter(|line| line.starts_with("  ") && line.contains("  -"));
        let lines = short.lines().take(1).chain(options);
        for line in lines {
            assert!(!line.ends_with('.') || line.ends_with("..."), "{command:?}: {line}");
        }
        // Not `Prints`, `Writes`, `Shows`.
        let first = short.split_whitespace().next().unwrap();
        assert!(!first.ends_with('s'), "{command:?}: {first}");
    }
}

/// Lists the commands of the Examples block of a help.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  ")).map(str::trim);
    lines.filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Every example works in a folder with `games.bpgn`, and with the archive `my-games` made from it.
#[cfg(unix)]
#[test]
fn examples_work_when_pasted() {
    let folder = folder("help-examples");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/club-night.bpgn");
    fs::copy(games, folder.join("games.bpgn")).unwrap();
    let path = {
        let own = Path::new(env!("CARGO_BIN_EXE_bughouse")).parent().unwrap().to_owned();
        let before = env::var_os("PATH").unwrap();
        env::join_paths([own].into_iter().chain(env::split_paths(&before))).unwrap()
    };
    let shell = |call: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", call]).env("PATH", &path).env("HOME", &folder).current_dir(&folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    assert!(shell("bughouse archive add my-games games.bpgn").status().unwrap().success());
    let mut tried = 0;
    for command in all_commands() {
        for example in examples(&with(&command, "--help")) {
            // Don't open a browser, and don't require `man`.
            let call = example.replace(" --open", " --port 0").replace(" | man -l -", "");
            tried += 1;
            if call.starts_with("bughouse serve") {
                let mut server = shell(&format!("exec {call}")).spawn().unwrap();
                let mut line = String::new();
                BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
                let _ = server.kill();
                let _ = server.wait();
                assert!(line.starts_with("http://127.0.0.1:"), "{example}: {line}");
                continue;
            }
            let output = shell(&call).output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            // `fmt --check` succeeds because an earlier example ran `fmt --in-place`.
            assert!(output.status.success(), "{example}: {stderr}");
            // Some commands print nothing on success.
            let is_silent = ["--in-place", "--check", " -o ", "--svg", " > ", "archive skipped", "mkdir "]
                .iter()
                .any(|word| call.contains(word));
            assert!(is_silent || !output.stdout.is_empty(), "{example} prints nothing: {stderr}");
        }
    }
    assert!(tried >= 50, "{tried}");
}

#[test]
fn version() {
    assert_eq!(bughouse(["--version"]).fine(), format!("bughouse {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_the_short_help_is_printed() {
    let stderr = bughouse([""; 0]).misused();
    assert_eq!(stderr, bughouse(["-h"]).fine());
}

#[test]
fn wrong_usage() {
    let cases: &[(&[&str], &str)] = &[
        (&["shwo"], "unrecognized subcommand 'shwo'"),
        (&["show"], "<POSITION>"),
        (&["show", START, "--colors"], "unexpected argument '--colors'"),
        (&["show", "start", "more"], "unexpected argument 'more'"),
        (&["show", START, "--force"], "--svg <FILE>"),
        (&["show", START, "--json", "--svg", "-"], "cannot be used with"),
        (&["show", START, "--json", "--unicode"], "cannot be used with"),
        (&["show", START, "--svg", "-", "--unicode"], "cannot be used with"),
        (&["show", START, "--material", "three-sets"], "[possible values: two-sets, one-set, any]"),
        (&["moves", START, "--san", "--uci"], "cannot be used with"),
        (&["moves"], "<POSITION>"),
        (&["play"], "<POSITION>"),
        (&["play", START], "<MOVE>"),
        (&["play", START, "e4", "--to", "bpgn"], "[possible values: fen, bfen, thief, feen]"),
        (&["play", START, "e4", "--promotion", "queen"], "[possible values: upgrade, stays, steal, discard]"),
        (&["mate", START, "--arrivals", "KQ"], "expected none, any, or piece letters such as QRBNP"),
        (&["mate", START, "--nodes", "-1"], "unexpected argument '-1'"),
        (&["analyze"], "<POSITION|FILE>"),
        (&["analyze", START, "--ubi"], "--engine <PATH>"),
        (&["annotate", "x", "--evaluate", "--engine", "y"], "cannot be used with"),
        (&["analyze", START, "--engine", "x", "--nodes", "0"], "invalid value '0'"),
        (&["annotate", "--in-place"], "<FILE>"),
        (&["annotate", "--in-place", "-"], "stdin can't be changed in place"),
        (&["annotate", "x", "--force"], "--output <FILE>"),
        (&["annotate", "x", "--clear", "--engine", "y"], "cannot be used with"),
        (&["completions"], "<SHELL>"),
        (&["completions", "tcsh"], "[possible values: bash, elvish, fish, powershell, zsh]"),
        (&["man", "shwo"], "unrecognized subcommand 'shwo'"),
        (&["perft"], "<POSITION>"),
        (&["perft", START], "<DEPTH>"),
        (&["perft", START, "deep"], "invalid value 'deep'"),
        (&["perft", START, "-1"], "unexpected argument '-1'"),
        (&["perft", START, "100"], "expected a number from 0 to 99"),
        (&["perft", START, "3", "--check", "rows"], "cannot be used with"),
        (&["perft", "--divide", "--check", "rows"], "cannot be used with"),
        (&["convert", START], "--to <FORMAT>"),
        (&["convert", START, "--to", "pgn"], "[possible values: fen, bfen, thief, feen, bpgn]"),
        (
            &["convert", START, "--to", "fen", "--en-passant", "never"],
            "[possible values: legal, pseudo, always]",
        ),
        (&["convert", START, "--to", "fen", "--castling", "uci"], "[possible values: xfen, shredder]"),
        (&["feen", "K / A/b", "--order", "size"], "[possible values: count, letter]"),
        (&["replay"], "<FILE>"),
        (&["replay", "x", "--game", "0"], "invalid value '0'"),
        (&["replay", "x", "--ply", "-1"], "unexpected argument '-1'"),
        (&["replay", "x", "--ply", "one"], "invalid value 'one'"),
        (&["replay", "x", "--ply", "1", "--json"], "cannot be used with"),
        (&["replay", "x", "--line", "12"], "expected a half-move and a variation such as 12.1"),
        (&["fmt", "--check", "--in-place", "x"], "cannot be used with"),
        (&["fmt", "--check", "-o", "y", "x"], "cannot be used with"),
        (&["fmt", "--in-place"], "<FILE>"),
        (&["fmt", "--in-place", "-"], "stdin can't be changed in place"),
        (&["fmt", "x", "--force"], "--output <FILE>"),
    ];
    for (args, expected) in cases {
        let stderr = bughouse(*args).misused();
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{args:?}: {stderr}");
    }
}

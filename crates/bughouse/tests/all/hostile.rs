//! Names, files, queries, archives and engines that try to control the terminal.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::folders::folder;
use crate::run::{Ran, START, bughouse, command, with_stdin};

/// A color that the CLI uses, which hides text if it comes from a game.
const COLOR: &str = "\u{1b}[1;31mhidden";

/// Sets the window title, hides text in a color, clears the screen with a C1 control, reverses text, hides text, breaks lines.
const EVIL: &str = "e\u{1b}]0;owned\u{7}\u{1b}[1;31mhidden\u{9b}2J\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\u{2029}\u{feff}\u{7f}\rl";
const EVIL_IN_NAME: &str = "e\u{1b}]0;owned\u{7}\u{1b}[1;31mhidden\u{9b}2J\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\u{7f}\r\nl";

/// Lists the characters of a text that must not reach a terminal.
fn unsafe_in(text: &str) -> Vec<char> {
    let is_unsafe = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().filter(is_unsafe).collect()
}

#[track_caller]
fn assert_safe(what: &[&str], ran: &Ran) {
    assert_eq!(unsafe_in(&ran.stdout), [], "stdout of {what:?}: {:?}", ran.stdout);
    assert_eq!(unsafe_in(&ran.stderr), [], "stderr of {what:?}: {:?}", ran.stderr);
}

/// Lists the commands in a man page, such as `archive add`.
fn commands() -> BTreeSet<String> {
    let listed = |page: &str, start: &str| -> Vec<String> {
        let names = page.lines().filter_map(|line| line.strip_prefix(start)?.strip_suffix("(1)"));
        names.map(|name| name.replace("\\-", "-")).collect()
    };
    let mut all = BTreeSet::new();
    for name in listed(&bughouse(["man"]).fine(), "bughouse\\-") {
        let inner = listed(&bughouse(["man", &name]).fine(), &format!("bughouse\\-{name}\\-"));
        match inner.is_empty() {
            true => drop(all.insert(name)),
            false => all.extend(inner.iter().map(|inner| format!("{name} {inner}"))),
        }
    }
    all.retain(|name| !name.split(' ').any(|word| word == "help"));
    all
}

/// Returns games with hostile tags, comments and moves: one valid, the others broken.
fn games() -> String {
    let tags = |fen: &str| {
        format!(
            "[Event \"{EVIL}\"]\n[Site \"{EVIL}\"]\n[Date \"{EVIL}\"]\n[WhiteA \"{EVIL}1\"]\n[WhiteAElo \"{EVIL}\"]\n\
             [BlackA \"{EVIL}2\"]\n[WhiteB \"{EVIL}3\"]\n[BlackB \"{EVIL}4\"]\n[TimeControl \"{EVIL}\"]\n\
             [Result \"{EVIL}\"]\n[Lag \"{EVIL}\"]\n[{EVIL} \"x\"]\n{fen}\n"
        )
    };
    let played =
        "1A. e4{180 C: EVIL} 1a. e5{EVIL} 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# {EVIL}\n{EVIL} 1-0\n\n";
    format!(
        "{}{}{}1A. {EVIL} {EVIL}@f7 ({EVIL} [ * \n\n{}1A. Ke7 {EVIL}\n\n{EVIL}\n\n",
        tags(""),
        played.replace("EVIL", EVIL),
        tags(&format!("[FEN \"{EVIL}\"]\n")),
        tags("")
    )
}

/// Returns `true` for commands that can't be repeated, or whose output is data for other programs.
fn changes_files(args: &[&str]) -> bool {
    ["fmt", "convert", "annotate"].contains(&args[0])
        || ["add", "compact", "repair", "export"]
            .iter()
            .any(|name| args[0] == "archive" && args.get(1) == Some(name))
}

/// Runs commands and checks that what they print is safe. Returns the names of the commands.
fn run_all(folder: &Path, calls: &[Vec<&str>]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for args in calls {
        let output = command().current_dir(folder).args(args).stdin(Stdio::null()).output().unwrap();
        let ran = Ran {
            stdout: String::from_utf8(output.stdout).unwrap_or_else(|_| panic!("{args:?}")),
            stderr: String::from_utf8(output.stderr).unwrap_or_else(|_| panic!("{args:?}")),
            code: output.status.code().unwrap(),
        };
        assert_safe(args, &ran);
        if !changes_files(args) {
            let colored = command()
                .current_dir(folder)
                .args(["--color", "always"])
                .args(args)
                .stdin(Stdio::null())
                .output();
            let colored = colored.unwrap();
            for text in [colored.stdout, colored.stderr] {
                let text = String::from_utf8_lossy(&text).into_owned();
                assert!(!text.contains(COLOR), "{args:?} with colors: {text:?}");
            }
        }
        let words = if args[0] == "archive" { 2 } else { 1 };
        seen.insert(args[..words.min(args.len())].join(" "));
    }
    seen
}

#[test]
fn no_command_prints_control_characters_of_its_input() {
    let folder = folder("hostile");
    let file = if cfg!(windows) { "games.bpgn".to_owned() } else { format!("{EVIL_IN_NAME}.bpgn") };
    let file = file.as_str();
    fs::write(folder.join(file), games()).unwrap();
    fs::write(folder.join("rows.csv"), format!("{EVIL};1;2\n{START};1;3\n")).unwrap();
    fs::write(folder.join("documents.json"), format!("{{\"game\": {{\"{EVIL}\": \"{EVIL}\"}}}}")).unwrap();
    let position = format!("{START}{EVIL}");
    let position = position.as_str();
    let mut calls: Vec<Vec<&str>> = vec![
        vec!["check", file],
        vec!["check", "--strict", "--lint", file],
        vec!["check", "--json", file],
        vec!["replay", file],
        vec!["replay", file, "--all"],
        vec!["replay", file, "--columns", "--all"],
        vec!["replay", file, "--json", "--all"],
        vec!["replay", file, "--line", EVIL],
        vec!["replay", file, "--to", "thief", "--all"],
        vec!["fmt", "--check", file],
        vec!["fmt", "--san", "-o", "out.bpgn", file],
        vec!["convert", "--to", "bpgn", file, "-o", "converted.bpgn"],
        vec!["convert", "--to", "bpgn", "documents.json"],
        vec!["convert", "--to", "bfen", position],
        vec!["convert", "--to", "bfen", "--json", position],
        vec!["annotate", "--evaluate", "--nodes", "1", "-o", "annotated.bpgn", file],
        vec!["analyze", position],
        vec!["analyze", file],
        vec!["analyze", file, "--json"],
        vec!["archive", "add", "archive", file, "missing.bpgn", "documents.json"],
        vec!["archive", "add", "archive", "--json", file],
        vec!["archive", "info", "archive"],
        vec!["archive", "info", "archive", "--json", "--verify"],
        vec!["archive", "skipped", "archive"],
        vec!["archive", "skipped", "archive", "--json"],
        vec!["archive", "skipped", "archive", "--reason", EVIL],
        vec!["archive", "compact", "archive"],
        vec!["archive", "export", EVIL],
        vec!["archive", "repair", "archive"],
        vec!["archive", "repair", file],
        vec!["search", "archive", "ply<40"],
        vec!["search", "archive", "captures queen"],
        vec!["search", "archive", EVIL],
        vec!["search", "archive", "--json", "ply<40"],
        vec!["explore", "archive", "start"],
        vec!["explore", "archive", "start", "--json"],
        vec!["explore", "archive", "start", "--player", EVIL],
        vec!["explore", "archive", position],
        vec!["show", position],
        vec!["show", position, "--json"],
        vec!["moves", position],
        vec!["play", "start", EVIL],
        vec!["play", "start", EVIL, "--json"],
        vec!["mate", position, EVIL],
        vec!["perft", position, "1"],
        vec!["perft", "--check", "rows.csv"],
        vec!["perft", "--check", "rows.csv", "--json"],
        vec!["feen", EVIL],
        vec!["feen", EVIL, "--json"],
        vec!["completions", EVIL],
        vec!["man", EVIL],
        vec!["serve", "missing.bpgn"],
        vec!["ubi", "--hash", EVIL],
        vec![EVIL],
        vec![file],
        vec!["fmt", "--in-place", file],
    ];
    let commands = commands();
    assert!(commands.contains("archive add") && commands.contains("check"), "{commands:?}");
    // A hostile value and a hostile file for each command, whether it takes one or not.
    let owned: Vec<Vec<&str>> = commands.iter().map(|name| name.split(' ').collect()).collect();
    for name in &owned {
        let missing: &'static str = "missing/e\u{1b}]0;owned\u{7}\u{202e}.bpgn";
        for more in
            [&[EVIL][..], &["--no-such-option", EVIL], &["--color", EVIL], &[missing], &[missing, EVIL]]
        {
            // A server would wait for a browser.
            if name[0] == "serve" && more == [EVIL] {
                continue;
            }
            calls.push(name.iter().copied().chain(more.iter().copied()).collect());
        }
    }
    let mut seen = run_all(&folder, &calls);
    seen.retain(|name| commands.contains(name));
    assert_eq!(seen, commands, "each command is called");
}

#[test]
fn lines_of_stdin_are_printed_without_control_characters() {
    let text = format!("{EVIL}\n{START}{EVIL}\n");
    for args in [
        &["convert", "--to", "bfen"][..],
        &["convert", "--to", "bfen", "--json"],
        &["mate"],
        &["mate", "--json"],
        &["feen"],
        &["feen", "--json"],
        &["show", "-"],
        &["moves", "-"],
        &["explore", "none", "-"],
        &["check", "-"],
    ] {
        assert_safe(args, &with_stdin(args, text.as_bytes()));
    }
    let lines = format!(
        "{EVIL}\ngo {EVIL}\ngo board {EVIL}\nposition {EVIL} | startpos\nstop {EVIL}\nsetoption {EVIL}\n"
    );
    let ran = with_stdin(["ubi"], lines.replace('\r', "").as_bytes());
    assert!(ran.stdout.contains("info string"), "{ran:?}");
    assert_safe(&["ubi"], &ran);
}

#[test]
fn json_has_the_same_values_without_control_characters() {
    let text = format!("[WhiteA \"{EVIL}\u{e0041}\"]\n\n1A. e4 *\n");
    let ran = with_stdin(["replay", "--json", "-"], text.as_bytes());
    assert_safe(&["replay", "--json"], &ran);
    assert!(
        ran.stdout.contains("\\u009b2J\\u202e\\u2066") && ran.stdout.contains("\\udb40\\udc41"),
        "{ran:?}"
    );
    let whole = serde_json::to_string(&ran.json()).unwrap();
    assert!(whole.contains("\u{9b}2J\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}"), "{whole}");
}

#[test]
fn games_are_unchanged_in_a_pipe() {
    let text = format!("[WhiteA \"{}\"]\n\n1A. e4\n{{\u{9b}2J\u{202e}}} *\n", EVIL.replace('\r', ""));
    assert_eq!(with_stdin(["fmt"], text.as_bytes()).stdout, text);
    assert_eq!(with_stdin(["convert", "--to", "bpgn"], text.as_bytes()).stdout, text);
    assert_eq!(with_stdin(["annotate"], text.as_bytes()).stdout, text);
    let folder = folder("hostile-data");
    fs::write(folder.join("games.bpgn"), &text).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let _ = bughouse(["archive", "add", &path("archive"), &path("games.bpgn")]);
    for args in
        [vec!["archive", "export", &path("archive")], vec!["search", &path("archive"), "--bpgn", "ply<40"]]
    {
        let ran = bughouse(&args);
        assert!(ran.stdout.contains(text.trim_end()), "{args:?}: {ran:?}");
    }
}

/// `script` runs a command in a pseudoterminal.
#[cfg(target_os = "linux")]
#[test]
fn games_are_shown_without_control_characters_on_a_terminal() {
    let folder = folder("hostile-terminal");
    fs::write(folder.join("games.bpgn"), format!("[WhiteA \"{EVIL}\"]\n\n1A. e4 {{\u{9b}2J}} *\n")).unwrap();
    for line in [
        "fmt games.bpgn",
        "convert --to bpgn games.bpgn",
        "annotate games.bpgn",
        "--color never check games.bpgn",
    ] {
        let mut command = std::process::Command::new("script");
        let shell = format!("'{}' {line}", env!("CARGO_BIN_EXE_bughouse"));
        command.current_dir(&folder).env("TERM", "xterm").env_remove("NO_COLOR");
        let ran = command.args(["-qec", &shell, "/dev/null"]).stdin(Stdio::null()).output();
        // Not every system has it.
        let Ok(ran) = ran else { return };
        let text = String::from_utf8(ran.stdout).unwrap().replace("\r\n", "\n");
        assert!(text.contains("WhiteA") || line.contains("check"), "{line}: {text}");
        assert_eq!(unsafe_in(&text), [], "{line}: {text:?}");
    }
}

#[cfg(unix)]
#[test]
fn engines_are_shown_without_control_characters() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("hostile-engine");
    let script = |name: &str, body: &str| {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let evil = EVIL.replace(['\r', '\u{1b}'], "\u{85}");
    script("dies", &format!("printf '%s\\n' '{evil}' '{evil}' >&2; exit 3"));
    let talk = format!(
        "while read -r line; do case $line in uci) printf '%s\\n' 'id name {evil}' 'option name UCI_Variant type combo default {evil} var crazyhouse var bughouse var {evil}' uciok;; \
         isready) echo readyok;; go*) printf '%s\\n' 'info string {evil}' 'info depth 1 score cp {evil} pv {evil}' 'bestmove {evil}';; \
         quit) exit;; esac; done"
    );
    script("talks", &talk);
    fs::write(folder.join("games.bpgn"), games()).unwrap();
    let calls: Vec<Vec<&str>> = ["./dies", "./talks", "./missing\u{1b}]0;\u{202e}"]
        .into_iter()
        .flat_map(|engine| {
            let limit = ["--engine", engine, "--nodes", "10"];
            [
                &["analyze", START][..],
                &["analyze", START, "--json"],
                &["annotate", "-o", "out.bpgn", "--force", "games.bpgn"],
            ]
            .map(|args| args.iter().copied().chain(limit).collect())
        })
        .collect();
    run_all(&folder, &calls);
}

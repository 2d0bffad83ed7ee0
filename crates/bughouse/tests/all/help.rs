//! Help, version and wrong usage.

use crate::run::{START, bughouse, snapshot};

/// All commands of the program.
pub(crate) const COMMANDS: [&str; 19] = [
    "show",
    "moves",
    "play",
    "mate",
    "analyze",
    "perft",
    "convert",
    "feen",
    "check",
    "replay",
    "fmt",
    "annotate",
    "archive",
    "explore",
    "search",
    "serve",
    "ubi",
    "completions",
    "man",
];

#[test]
fn help_of_the_program() {
    let help = bughouse(["--help"]).fine();
    snapshot("help.txt", &help);
    assert_eq!(bughouse(["-h"]).fine(), help);
    assert_eq!(bughouse(["help"]).fine(), help);
}

#[test]
fn help_of_each_verb() {
    for command in COMMANDS {
        let help = bughouse([command, "--help"]).fine();
        snapshot(&format!("help-{command}.txt"), &help);
        assert_eq!(bughouse([command, "-h"]).fine(), help, "{command}");
        assert_eq!(bughouse(["help", command]).fine(), help, "{command}");
    }
}

#[test]
fn help_of_what_can_be_done_with_an_archive() {
    for action in ["add", "info", "rejected", "compact", "export"] {
        let help = bughouse(["archive", action, "--help"]).fine();
        snapshot(&format!("help-archive-{action}.txt"), &help);
    }
}

#[test]
fn version() {
    assert_eq!(bughouse(["--version"]).fine(), format!("bughouse {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_verb_the_help_is_told() {
    let stderr = bughouse([""; 0]).misused();
    assert_eq!(stderr, bughouse(["--help"]).fine());
}

#[test]
fn wrong_usage() {
    let cases: &[(&[&str], &str)] = &[
        (&["shwo"], "unrecognized subcommand 'shwo'"),
        (&["show"], "<POSITION>"),
        (&["show", START, "--color"], "unexpected argument '--color'"),
        (&["show", "8/8/8/8/8/8/8/8", "w"], "unexpected argument 'w'"),
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
        (&["mate", START, "--arrivals", "KQ"], "expected none, any, or kinds of pieces such as QRBNP"),
        (&["mate", START, "--nodes", "-1"], "unexpected argument '-1'"),
        (&["analyze"], "<POSITION|FILE>"),
        (&["analyze", START, "--ubi"], "--engine <PATH>"),
        (&["annotate", "x", "--evaluate", "--engine", "y"], "cannot be used with"),
        (&["analyze", START, "--engine", "x", "--nodes", "0"], "invalid value '0'"),
        (&["annotate", "--in-place"], "<FILE>"),
        (&["annotate", "--in-place", "-"], "stdin cannot be written in its own place"),
        (&["annotate", "x", "--force"], "--output <FILE>"),
        (&["annotate", "x", "--clear", "--engine", "y"], "cannot be used with"),
        (&["completions"], "<SHELL>"),
        (&["completions", "tcsh"], "[possible values: bash, elvish, fish, powershell, zsh]"),
        (&["man", "shwo"], "no command is called 'shwo'"),
        (&["perft"], "<POSITION>"),
        (&["perft", START], "<DEPTH>"),
        (&["perft", START, "deep"], "invalid value 'deep'"),
        (&["perft", START, "-1"], "unexpected argument '-1'"),
        (&["perft", START, "100"], "100 is not in 0..=99"),
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
        (&["fmt", "--in-place", "-"], "stdin cannot be written in its own place"),
        (&["fmt", "x", "--force"], "--output <FILE>"),
    ];
    for (args, expected) in cases {
        let stderr = bughouse(*args).misused();
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{args:?}: {stderr}");
    }
}

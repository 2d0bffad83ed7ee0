//! Completions for shells, and man pages.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::help::COMMANDS;
use crate::run::bughouse;

/// Runs a checker with a text on stdin. Returns whether it succeeded, and its messages; `None` if it isn't installed.
fn checked(program: &str, args: &[&str], text: &str) -> Option<(bool, String)> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[test]
fn each_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = bughouse(["completions", shell]).fine();
        for name in COMMANDS {
            assert!(script.contains(name), "{shell} {name}");
        }
        assert!(script.contains("en-passant"), "{shell}");
        if ["bash", "zsh"].contains(&shell)
            && let Some((fine, messages)) = checked(shell, &["-n"], &script)
        {
            assert!(fine, "{shell}: {messages}");
        }
    }
}

#[test]
fn each_command_has_a_man_page() {
    let program = bughouse(["man"]).fine();
    for name in COMMANDS {
        assert!(program.contains(&format!("bughouse\\-{name}(1)")), "{name}");
    }
    let mut pages = vec![program];
    for name in COMMANDS {
        let page = bughouse(["man", name]).fine();
        assert!(page.contains(&format!("bughouse\\-{name}")), "{page}");
        pages.push(page);
    }
    for page in pages {
        let lines: Vec<&str> = page.lines().collect();
        for option in lines.windows(3).filter(|lines| lines[0] == ".TP") {
            assert!(!option[2].is_empty(), "{} has no description", option[1]);
        }
        assert!(!page.contains(".SH EXTRA"), "{page}");
        assert!(page.contains(".SH EXAMPLES\n"), "{page}");
        assert!(page.lines().any(|line| line.starts_with(".TH ")), "{page}");
        if let Some((fine, messages)) = checked("groff", &["-ww", "-man", "-Tutf8"], &page) {
            assert_eq!((fine, messages.as_str()), (true, ""), "{page}");
        }
    }
}

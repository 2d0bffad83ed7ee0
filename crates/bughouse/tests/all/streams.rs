//! Pipes and streams: closed pipes, answers line by line, and full disks.

use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::process::Stdio;

use crate::run::{RICH, START, bughouse, command};

#[test]
fn a_closed_stdout_is_not_an_error() {
    let game = &crate::folders::testdata("standard-3.3.bpgn");
    let calls: [&[&str]; 13] = [
        &["--help"],
        &["show", RICH],
        &["show", RICH, "--svg", "-"],
        &["show", RICH, "--json"],
        &["moves", RICH],
        &["moves", RICH, "--json"],
        &["perft", RICH, "2", "--divide"],
        &["convert", "--to", "bfen", RICH],
        &["convert", "--to", "bfen", RICH, "--json"],
        &["feen", "K / A/b"],
        &["replay", game, "--ply", "3"],
        &["replay", game, "--json"],
        &["fmt", game],
    ];
    for args in calls {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = command().args(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
    }
}

#[test]
fn a_stdout_that_is_closed_midway_is_not_an_error() {
    let mut child = command()
        .args(["convert", "--to", "fen"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let lines = format!("{START}\n").repeat(1000);
        // Fails as soon as `bughouse` has exited.
        while stdin.write_all(lines.as_bytes()).is_ok() {}
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), START.replace("[]", ""));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    writer.join().unwrap();
}

#[test]
fn a_closed_stderr_is_not_an_error() {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let output = command().args(["show", "8/8 w"]).stderr(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn each_line_is_answered_without_buffering() {
    let mut child = command()
        .args(["convert", "--to", "bfen"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (line, answer) in [("start", START), (RICH, RICH), ("start", START)] {
        writeln!(stdin, "{line}").unwrap();
        let mut read = String::new();
        stdout.read_line(&mut read).unwrap();
        assert_eq!(read.trim_end(), answer);
    }
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!((rest.as_str(), child.wait().unwrap().code()), ("", Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command().args(["show", RICH]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: cannot write to stdout: "), "{stderr}");
}

#[cfg(unix)]
#[test]
fn stdin_that_cannot_be_read() {
    let calls: [&[&str]; 6] = [
        &["show", "-"],
        &["convert", "--to", "fen"],
        &["feen"],
        &["perft", "--check", "-"],
        &["replay", "-"],
        &["fmt"],
    ];
    for args in calls {
        let folder = std::fs::File::open("/").unwrap();
        let output = command().args(args).stdin(folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot read stdin: "), "{args:?}: {stderr}");
    }
}

#[test]
fn many_lines_are_converted() {
    let lines = format!("{START}\n").repeat(20_000);
    let ran = crate::run::with_stdin(["convert", "--to", "bfen"], lines.as_bytes());
    assert_eq!(ran.fine(), lines);
    assert_eq!(bughouse(["convert", "--to", "bfen"]).fine(), "");
}

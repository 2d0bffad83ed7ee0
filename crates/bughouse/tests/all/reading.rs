//! The options for reading positions, for every command, and unusual input.

use serde_json::json;

use crate::run::{START, bughouse, with_stdin};

/// An option, a string that needs it, the error without it, the note with it, the note's kind, the BFEN.
struct Case {
    option: &'static str,
    text: &'static str,
    rejection: &'static str,
    note: &'static str,
    kind: &'static str,
    bfen: &'static str,
}

const CASES: [Case; 6] = [
    Case {
        option: "--missing-counters",
        text: "4k3/8/8/8/8/8/8/4K3 w - -",
        rejection: "the string ends here, expected the half-move clock, a number",
        note: "counters are missing, read as 0 1",
        kind: "missing-counters",
        bfen: "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    },
    Case {
        option: "--extra-spaces",
        text: " 4k3/8/8/8/8/8/8/4K3  w - - 0 1 ",
        rejection: "extra space, expected one between two fields",
        note: "extra spaces were skipped",
        kind: "extra-spaces",
        bfen: "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    },
    Case {
        option: "--pad-short-ranks",
        text: "4k3/8/8/8/8/2NB~/8/4K3 w - - 0 1",
        rejection: "rank 3 has 4 squares, expected 8",
        note: "a short rank was padded with empty squares",
        kind: "short-rank",
        bfen: "4k3/8/8/8/8/2NB~4/8/4K3[] w - - 0 1",
    },
    Case {
        option: "--drop-bad-castling",
        text: "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        rejection: "White can't castle queenside: its king and an unmoved rook are not in place",
        note: "an impossible castling right was dropped",
        kind: "dropped-castling",
        bfen: "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1",
    },
    Case {
        option: "--drop-bad-en-passant",
        text: "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        rejection: "no pawn can have skipped the en passant square e6: there is none on e5",
        note: "an impossible en passant square was dropped",
        kind: "dropped-en-passant",
        bfen: "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    },
    Case {
        option: "--accept-move-number-zero",
        text: "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        rejection: "the move number is 0, but it starts at 1",
        note: "the move number 0 was read as 1",
        kind: "move-number-zero",
        bfen: "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    },
];

/// Calls of every command that read a position.
fn calls(text: &str) -> [Vec<&str>; 5] {
    [
        vec!["show", text],
        vec!["moves", text],
        vec!["perft", text, "1"],
        vec!["convert", text, "--to", "bfen"],
        vec!["play", text, "Kd1"],
    ]
}

#[test]
fn each_relaxation_has_a_name_and_gives_a_note() {
    for case in CASES {
        for call in calls(case.text) {
            let stderr = bughouse(&call).rejected();
            assert_eq!(stderr.lines().next(), Some(&*format!("error: {}", case.rejection)), "{call:?}");
            for others in CASES.iter().filter(|other| other.option != case.option) {
                let call = [&call[..], &[others.option]].concat();
                assert_eq!(bughouse(&call).code, 1, "{call:?}");
            }
            let accept = format!("--accept={}", case.kind);
            for option in [case.option, &accept, "--accept=all", "--lenient"] {
                let call = [&call[..], &[option]].concat();
                let ran = bughouse(&call);
                assert_eq!(ran.code, 0, "{call:?}");
                let notes: Vec<&str> = ran.stderr.lines().filter(|line| line.starts_with("note: ")).collect();
                assert_eq!(notes, [format!("note: {}", case.note)], "{call:?}");
                if call[0] == "convert" {
                    assert_eq!(ran.stdout, format!("{}\n", case.bfen));
                }
                let ran = bughouse([&call[..], &["--json"]].concat());
                assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{call:?}");
                assert_eq!(
                    ran.json()[0]["notes"],
                    json!([{"kind": case.kind, "text": case.note}]),
                    "{call:?}"
                );
            }
        }
    }
}

#[test]
fn all_leniencies_at_once() {
    let text = " 4k3/8/8/8/8/2NB~/8/4K3  w KQ e6";
    let names = "--accept=missing-counters,extra-spaces,short-rank,dropped-castling,dropped-en-passant";
    for option in ["--lenient", "--accept=all", names] {
        let ran = bughouse(["convert", "--to", "bfen", option, text]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, "4k3/8/8/8/8/2NB~4/8/4K3[] w - - 0 1\n"));
        assert_eq!(ran.stderr.lines().count(), 5, "{ran:?}");
    }
    // The names, a flag and a second `--accept` add up.
    let more =
        ["--accept", "missing-counters,extra-spaces", "--pad-short-ranks", "--accept", "dropped-castling"];
    let call = [&["convert", "--to", "bfen"][..], &more, &[text]].concat();
    assert!(bughouse(&call).rejected().contains("\nhint: use --accept dropped-en-passant\n"));
    let call = [&call[..], &["--drop-bad-en-passant"]].concat();
    assert_eq!(bughouse(&call).code, 0);
}

#[test]
fn unknown_deviations_are_usage_errors() {
    for name in ["short-ranks", "long-form", "unstated-castling", ""] {
        let ran = bughouse(["show", "start", "--accept", name]);
        assert_eq!(ran.code, 2, "{name}");
        assert!(
            ran.stderr.contains("[possible values: all, missing-counters, missing-fields,"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn material() {
    let one = "4k3/8/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1";
    let two = "4k3/8/8/8/8/8/PPPPPPPP/4K3[PPPPPPPP] w - - 0 1";
    let more = "4k3/8/8/8/8/8/PPPPPPPP/4K3[PPPPPPPPPPPPPPPPPPPPPPPP] w - - 0 1";
    for call in 0..5 {
        let code = |text, limit: &[&str]| bughouse([&calls(text)[call][..], limit].concat()).code;
        for (text, expected) in [(one, [0, 0, 0]), (two, [1, 0, 0]), (more, [1, 1, 0])] {
            let limits = ["one-set", "two-sets", "any"];
            assert_eq!(limits.map(|limit| code(text, &["--material", limit])), expected, "{text} {call}");
            assert_eq!(limits.map(|limit| code(text, &["--lenient", "--material", limit])), expected);
        }
        let by_default = [one, two, more].map(|text| code(text, &[]));
        assert_eq!(by_default, if calls(one)[call][0] == "perft" { [0, 0, 0] } else { [0, 0, 1] });
        assert_eq!(code(more, &["--lenient"]), by_default[2], "--lenient says nothing about material");
    }
}

#[test]
fn errors_in_invalid_utf8_have_a_place() {
    let text = [b"rnbqkbnr/pppppppp/8/8/8/8/PPPP\xc4PPP/RNBQKBNR w KQkq - 0 1".as_slice(), b"\n"].concat();
    let expected = "\
error: expected a piece letter, a digit 1 to 8 or '/'
  rnbqkbnr/pppppppp/8/8/8/8/PPPP\u{fffd}PPP/RNBQKBNR w KQkq - 0 1
                                ^
";
    for args in [vec!["show", "-"], vec!["moves", "-"], vec!["perft", "-", "2"]] {
        assert_eq!(with_stdin(&args, &text).rejected(), expected, "{args:?}");
        let ran = with_stdin([&args[..], &["--json"]].concat(), &text);
        assert_eq!(ran.json()[0]["errors"][0]["start"], 30, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bad = OsStr::from_bytes(b"4k3/8/8/8/8/8/8/4K3\xff w - - 0 1");
    let cases: [(&[&OsStr], i32); 7] = [
        (&["show".as_ref(), bad], 1),
        (&["moves".as_ref(), bad], 1),
        (&["perft".as_ref(), bad, "1".as_ref()], 1),
        (&["perft".as_ref(), "--check".as_ref(), bad], 1),
        (&["convert".as_ref(), "--to".as_ref(), "fen".as_ref(), bad], 1),
        (&["convert".as_ref(), "--to".as_ref(), bad], 2),
        (&[bad], 2),
    ];
    for (args, code) in cases {
        let ran = bughouse(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{args:?}");
        assert!(ran.stderr.starts_with("error: ") && !ran.stderr.contains("panicked"), "{ran:?}");
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let stderr = with_stdin(["show", "-"], b"4k3/\x1b[31m8 w - - 0 1").rejected();
    assert!(!stderr.contains('\x1b'), "{stderr:?}");
    let ran = with_stdin(["perft", "--check", "-"], b"\x1b[31m;1;20\n");
    assert!(!ran.stderr.contains('\x1b') && !ran.stdout.contains('\x1b'), "{ran:?}");
}

#[test]
fn huge_lines() {
    let huge = vec![b'8'; 3_000_000];
    let text = [&huge[..], b"\nstart\n", &huge[..]].concat();
    let ran = with_stdin(["convert", "--to", "bfen"], &text);
    let wrong = "error: expected a position, but the string is longer than 65536 bytes (at byte 65537)\n";
    assert_eq!((ran.code, ran.stdout), (1, format!("{wrong}{START}\n{wrong}")));
    let stderr = with_stdin(["show", "-"], &huge).rejected();
    assert!(
        stderr.starts_with("error: expected a position, but the string is longer than 65536 bytes")
            && stderr.len() < 1000,
        "{stderr}"
    );
    let ran =
        with_stdin(["perft", "--check", "-"], &[b"#", &huge[..], b"\nstart;1;20\n", &huge[..]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "1 of 2 rows match\n"));
    let ran = with_stdin(["convert", "--to", "fen", "--json"], &huge);
    assert!(ran.json()[0]["input"].as_str().unwrap().len() <= 65538);
    let spaces = format!("{}{START}", " ".repeat(60_000));
    assert_eq!(
        with_stdin(["convert", "--to", "bfen", "--extra-spaces"], spaces.as_bytes()).stdout,
        format!("{START}\n")
    );
}

//! `convert`, from arguments and from stdin.

use serde_json::json;

use crate::run::{RICH, START, bughouse, with_stdin};

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const RICH_FEN: &str = "r1b1kb1r/ppp2pPp/2n1Nn2/3q4/3P4/8/PPP1PPPP/R1BQKB1R w KQkq - 3 21";

#[test]
fn one_argument() {
    assert_eq!(bughouse(["convert", "--to", "bfen", START_FEN]).fine(), format!("{START}\n"));
    assert_eq!(bughouse(["convert", "--to", "fen", START]).fine(), format!("{START_FEN}\n"));
    assert_eq!(bughouse(["convert", "--to", "fen", "start"]).fine(), format!("{START_FEN}\n"));
}

#[test]
fn reserves_are_sorted_and_slashes_become_brackets() {
    for text in ["4k3/8/8/8/8/8/8/4K3[pNnQP] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/pNnQP w - - 0 1"] {
        let expected = "4k3/8/8/8/8/8/8/4K3[QNPnp] w - - 0 1\n";
        assert_eq!(bughouse(["convert", "--to", "bfen", text]).fine(), expected);
    }
}

#[test]
fn several_formats_are_separated_by_tabs() {
    let expected = format!("{START}\t{START_FEN}\n");
    assert_eq!(bughouse(["convert", "--to", "bfen,fen", "start"]).fine(), expected);
    assert_eq!(bughouse(["convert", "--to", "bfen", "--to", "fen", "start"]).fine(), expected);
}

#[test]
fn what_fen_cannot_represent_gives_a_note() {
    let ran = bughouse(["convert", "--to", "fen,bfen", RICH]);
    assert_eq!((ran.code, ran.stdout), (0, format!("{RICH_FEN}\t{RICH}\n")));
    assert_eq!(ran.stderr, "note: fen can't represent: reserves [QNNrppp], promoted markers on d5\n");
    let ran = bughouse(["convert", "--to", "fen", "4k3/8/8/8/8/5q~2/8/B~3K3[NNp] w - - 0 1"]);
    assert_eq!(ran.stderr, "note: fen can't represent: reserves [NNp], promoted markers on a1 f3\n");
    let ran = bughouse(["convert", "--to", "fen", "4k3/8/8/8/8/8/8/B~3K3 w - - 0 1"]);
    assert_eq!(ran.stderr, "note: fen can't represent: promoted markers on a1\n");
}

#[test]
fn later_arguments_are_converted_after_an_invalid_one() {
    let ran = bughouse(["convert", "--to", "fen", "start", "8/8 w", RICH]);
    assert_eq!((ran.code, ran.stdout), (1, format!("{START_FEN}\n{RICH_FEN}\n")));
    let expected = "\
error: position 2: found 2 ranks, expected 8
  8/8 w
     ^
note: position 3: fen can't represent: reserves [QNNrppp], promoted markers on d5
";
    assert_eq!(ran.stderr, expected);
}

#[test]
fn stdin_gives_one_line_for_each_line() {
    let text = [
        START_FEN.as_bytes(),
        b"\n\nstart\r\n",
        b"4k3/8/8/8/8/8/8/8 w - - 0 0\n",
        b"rnbqkbnr/pppp\xe4ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        RICH.as_bytes(),
    ]
    .concat();
    let expected = format!(
        "{START_FEN}\n\
         error: expected a position, but the string is empty (at byte 1)\n\
         {START_FEN}\n\
         error: White has no king (at byte 1); the move number is 0, but it starts at 1 (at byte 27)\n\
         error: expected a piece letter, a digit 1 to 8 or '/' (at byte 14)\n\
         {RICH_FEN}\n"
    );
    let notes = "note: line 6: fen can't represent: reserves [QNNrppp], promoted markers on d5\n\
                 error: 3 of 6 lines couldn't be converted\n";
    for args in [vec!["convert", "--to", "fen"], vec!["convert", "--to", "fen", "-"]] {
        let ran = with_stdin(args, &text);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (1, expected.as_str(), notes));
    }
}

#[test]
fn stdin_among_arguments() {
    let ran =
        with_stdin(["convert", "--to", "bfen", "start", "-", "start"], b"4k3/8/8/8/8/8/8/4K3 b - - 7 9\n");
    assert_eq!(ran.fine(), format!("{START}\n4k3/8/8/8/8/8/8/4K3[] b - - 7 9\n{START}\n"));
}

#[test]
fn empty_stdin_gives_nothing() {
    assert_eq!(with_stdin(["convert", "--to", "fen"], b"").fine(), "");
}

#[test]
fn en_passant_squares() {
    let idle = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let pinned = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    let free = "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    for (position, when, expected) in [
        (idle, "always", "e3"),
        (idle, "pseudo", "-"),
        (idle, "legal", "-"),
        (pinned, "always", "d6"),
        (pinned, "pseudo", "d6"),
        (pinned, "legal", "-"),
        (free, "legal", "d6"),
    ] {
        for format in ["fen", "bfen"] {
            let text = bughouse(["convert", "--to", format, "--en-passant", when, position]).fine();
            assert_eq!(text.split(' ').nth(3), Some(expected), "{position} {when}");
        }
    }
    // The longer name also works.
    let text = bughouse(["convert", "--to", "fen", "--en-passant", "pseudo-legal", pinned]).fine();
    assert_eq!(text.split(' ').nth(3), Some("d6"));
}

/// A position is written the same way, whichever notation it comes from and whichever command prints it.
#[test]
fn a_position_is_written_the_same_by_every_command() {
    let file = crate::folders::folder("one-text").join("one.bpgn");
    std::fs::write(&file, "1A. e4 1a. d5 2A. exd5 1B. e4 1b. Nc6 2B. d4 2b. P@e5 *").unwrap();
    let file = file.to_str().unwrap();
    let json = |args: &[&str]| -> Vec<serde_json::Value> {
        let text = bughouse(args).stdout;
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    for (when, board_a, board_b) in
        [("legal", "b KQkq - 0 2", "w KQkq - 1 3"), ("always", "b KQkq - 0 2", "w KQkq - 1 3")]
    {
        let checked = json(&["check", "--json", "--en-passant", when, file]);
        let replayed = json(&["replay", "--json", "--en-passant", when, file]);
        let end = replayed.last().unwrap();
        for (id, fields) in [("a", board_a), ("b", board_b)] {
            let text = checked[0]["final"][id].as_str().unwrap();
            assert!(text.ends_with(fields), "{text}");
            assert_eq!(end["final"][id], text);
            assert_eq!(replayed[replayed.len() - 2]["boards"][id]["bfen"], text);
            let converted = bughouse(["convert", "--to", "bfen", "--en-passant", when, text]).fine();
            assert_eq!(converted.trim_end(), text);
        }
    }
    // After 1. e4, no pawn can capture on e3.
    let first = |when: &[&str]| {
        let replayed = json(&[&["replay", "--json", file], when].concat());
        replayed[1]["boards"]["a"]["bfen"].as_str().unwrap().split(' ').nth(3).unwrap().to_owned()
    };
    assert_eq!((first(&[]), first(&["--en-passant", "always"])), ("-".to_owned(), "e3".to_owned()));
}

#[test]
fn castling_letters() {
    let inner = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1";
    for (position, letters, expected) in [
        (START, "xfen", "KQkq"),
        (START, "shredder", "HAha"),
        (inner, "xfen", "GBkq"),
        (inner, "shredder", "GBgb"),
    ] {
        let text = bughouse(["convert", "--to", "fen", "--castling", letters, position]).fine();
        assert_eq!(text.split(' ').nth(2), Some(expected), "{position} {letters}");
    }
}

#[test]
fn json_of_arguments() {
    let ran = bughouse(["convert", "--json", "--to", "fen,bfen", RICH, "8/x"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let text = "fen can't represent: reserves [QNNrppp], promoted markers on d5";
    let message = "expected a piece letter, a digit 1 to 8 or '/'";
    let expected = [
        json!({
            "input": RICH,
            "to": {"fen": RICH_FEN, "bfen": RICH},
            "notes": [{"kind": "lost", "format": "fen", "text": text}],
        }),
        json!({"input": "8/x", "errors": [{"message": message, "start": 2, "end": 3}]}),
    ];
    assert_eq!(ran.json(), expected);
}

#[test]
fn json_of_lines() {
    let ran =
        with_stdin(["convert", "--json", "--lenient", "--to", "fen"], b"4k3/8/8/8/8/8/8/4K3 w - -\n\n\xff\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let note = json!({"kind": "missing-counters", "text": "counters are missing, read as 0 1"});
    let empty = json!({"message": "expected a position, but the string is empty", "start": 0, "end": 0});
    let letter = json!({"message": "expected a piece letter, a digit 1 to 8 or '/'", "start": 0, "end": 1});
    let expected = [
        json!({
            "line": 1,
            "input": "4k3/8/8/8/8/8/8/4K3 w - -",
            "to": {"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
            "notes": [note],
        }),
        json!({"line": 2, "input": "", "errors": [empty]}),
        json!({"line": 3, "input": "\u{fffd}", "errors": [letter]}),
    ];
    assert_eq!(ran.json(), expected);
}

/// With these options, `KQkq` is dropped unless king and rooks are on their standard squares. So other rights are
/// written by file.
#[test]
fn relaxed_castling_rights_read_back() {
    let ranks = ["r3k2r", "r2k3r", "1r2k2r", "rk5r"];
    for (white, black) in ranks.iter().flat_map(|white| ranks.iter().map(move |black| (white, black))) {
        for rights in ["HAkq", "KQha", "KQkq", "HAha", "HBhb"] {
            let text =
                format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{}[] w {rights} - 0 1", white.to_uppercase());
            for option in ["--drop-bad-castling", "--lenient"] {
                let convert = |text: &str| {
                    let ran = bughouse(["convert", "--to", "bfen", option, text]);
                    assert_eq!(ran.code, 0, "{ran:?}");
                    ran.stdout.trim_end().to_owned()
                };
                let once = convert(&text);
                assert_eq!(convert(&once), once, "{option} {text}");
            }
        }
    }
}

/// FEEN marks the rooks that can castle. Without marks, `--lenient` assumes the rights of the starting position and
/// prints a note.
#[test]
fn feen_without_marked_rooks_reads_back_unless_castling_is_assumed() {
    for rights in ["-", "KQkq", "Kq"] {
        let bfen = START.replace("KQkq", rights);
        let feen = bughouse(["convert", "--to", "feen", &bfen]).fine();
        let again = bughouse(["convert", "--to", "bfen", feen.trim_end()]);
        assert_eq!((again.code, again.stdout), (0, format!("{bfen}\n")));
        let assumed = bughouse(["convert", "--to", "bfen", "--lenient", feen.trim_end()]);
        let expected = if rights == "-" { START } else { &bfen };
        assert_eq!((assumed.code, assumed.stdout), (0, format!("{expected}\n")));
        assert_eq!(assumed.stderr.contains("castling"), rights == "-", "{}", assumed.stderr);
    }
}

#[test]
fn counters_that_look_like_clocks_give_a_note() {
    let two = |clock: u32| format!("{} | {START}", START.replace(" 0 1", &format!(" {clock} 50")));
    let written = bughouse(["convert", "--to", "fen", &two(3)]).fine();
    assert_eq!(bughouse(["convert", "--to", "bfen", written.trim_end()]).fine(), format!("{}\n", two(3)));
    let ran = bughouse(["convert", "--to", "fen", &two(12)]);
    let expected = "note: fen: the counters look like clocks: read them with --last-fields counters\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, expected));
    let again = ["convert", "--to", "bfen", "--last-fields", "counters", ran.stdout.trim_end()];
    assert_eq!(bughouse(again).fine(), format!("{}\n", two(12)));
}

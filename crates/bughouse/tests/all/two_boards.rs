//! Two boards in one text: `convert`, `show`, `moves`, from arguments and from stdin.

use serde_json::{Value, json};

use crate::run::{RICH, START, bughouse, snapshot, with_stdin};

/// The example of the BPGN extension, and the start of its sample game.
const EXAMPLES: [&str; 2] = [
    "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN w - - 45 56 | \
     Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60",
    "r1b1k1nr/ppp1qpPp/2n5/1B1p1n1N/3P4/2P5/P1P1QPnP/R1BK2NR/PPBpp b kq - 142 164 | \
     2Nrkb1r/pPpbqppp/2p5/8/3N4/2P1B3/P1P1QPpP/R3K2R/Ppb w KQk - 142 163",
];

/// BlackA is frozen, and WhiteB can take a knight or a pawn.
const WAITING: &str = "R5k1/5ppp/8/8/8/8/8/6K1[] b - - 3 9 | 4k3/8/3n1p2/4P3/8/8/8/4K3[] w - - 0 20";

fn stdout(args: &[&str]) -> String {
    let ran = bughouse(args);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.stdout.trim_end().to_owned()
}

fn convert(to: &str, text: &str) -> String {
    stdout(&["convert", "--to", to, text])
}

#[test]
fn the_examples_are_written_back_the_same() {
    for example in EXAMPLES {
        let ran = bughouse(["convert", "--to", "thief", example]);
        assert_eq!(ran.fine(), format!("{example}\n"));
    }
}

#[test]
fn what_a_format_cannot_represent_gives_a_note() {
    let ran = bughouse(["convert", "--to", "bfen", EXAMPLES[0]]);
    assert_eq!(
        (ran.code, &*ran.stdout),
        (
            0,
            "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1[BBBNqrppp] w - - 0 1 | \
             Q~4rk1/8/8/8/8/8/8/R3K2R[] w KQ - 0 1\n"
        )
    );
    assert_eq!(
        ran.stderr,
        "note: bfen can't represent: board A: clocks 45 56; board B: clocks 45 60\n\
         note: bfen: counters are unknown, written as 0 1\n"
    );
    let ran = bughouse(["convert", "--to", "fen", EXAMPLES[0]]);
    assert_eq!(
        ran.stderr,
        "note: fen can't represent: board A: reserves [BBBNqrppp], clocks 45 56; \
         board B: promoted markers on a8, clocks 45 60\n\
         note: fen: counters are unknown, written as 0 1\n"
    );
    let ran = bughouse(["convert", "--to", "thief,feen", RICH]);
    assert_eq!(
        ran.stderr,
        "note: thief can't represent: counters 3 21\n\
         note: feen can't represent: counters 3 21\n\
         note: thief: clocks are unknown, written as 0 0\n"
    );
}

#[test]
fn conversions_keep_what_the_target_can_represent() {
    // BFEN and FEN keep counters, two-board FEN keeps clocks, and all formats keep the rest.
    let bfen = convert("bfen", EXAMPLES[1]);
    assert_eq!(convert("bfen", &convert("feen", &bfen)), bfen);
    assert_eq!(convert("bfen", &convert("thief", &bfen)), bfen);
    assert_eq!(convert("feen", &convert("thief", &bfen)), convert("feen", EXAMPLES[1]));
    let counted = format!("{RICH} | {START}").replace(" 0 1", " 7 33");
    assert_eq!(convert("bfen", &counted), counted);
    assert!(convert("fen", &counted).ends_with("w KQkq - 7 33"));
    let timed = EXAMPLES[1].replace("142 164", "142.50 164.075").replace("PPBpp", "BPPpp");
    assert_eq!(convert("thief", &timed), timed);
}

#[test]
fn a_single_board_with_clocks_reads_back() {
    for text in [
        "4k3/8/8/8/8/8/8/4K3/pNq b - - 142 163.5",
        "4k3/8/8/8/8/8/8/4K3/ b - - 142 163.5",
        "4k3/8/8/8/8/8/8/4K3/ b - - 0 0",
    ] {
        assert_eq!(convert("thief", text), text);
    }
    assert_eq!(convert("thief", "start"), START.replace("[]", "/").replace("0 1", "0 0"));
    assert_eq!(convert("bfen", "4k3/8/8/8/8/8/8/4K3 b - - 14 16"), "4k3/8/8/8/8/8/8/4K3[] b - - 14 16");
    let drawn = stdout(&["show", "4k3/8/8/8/8/8/8/4K3/pNq b - - 142 163.5"]);
    assert!(drawn.contains("White's clock  2:22.0\nBlack's clock  2:43.5\n"), "{drawn}");
    assert!(!drawn.contains("Half-moves"), "{drawn}");
}

#[test]
fn the_meaning_of_the_last_fields_is_an_option() {
    let text = format!("{START} | {START}").replace(" 0 1", " 45 56");
    assert_eq!(convert("bfen", &text), text);
    let thief = stdout(&["convert", "--to", "thief", "--last-fields", "clocks", &text]);
    assert_eq!(thief, text.replace("[]", ""));
    let stderr =
        bughouse(["convert", "--to", "bfen", "--last-fields", "counters", "4k3/8/8/8/8/8/8/4K3 w - - 1.5 2"])
            .rejected();
    assert!(stderr.starts_with("error: expected the half-move clock, a number\n"), "{stderr}");
}

#[test]
fn stdin_line_by_line() {
    let stdin = format!("{}\nstart | start\n{START} |\n\n{}\n", EXAMPLES[0], EXAMPLES[1]);
    let ran = with_stdin(["convert", "--to", "thief"], stdin.as_bytes());
    let plain = START.replace("[]", "").replace("0 1", "0 0");
    let expected = format!(
        "{}\n{plain} | {plain}\nerror: board B is missing, expected a position (at byte 61)\n\
         error: expected a position, but the string is empty (at byte 1)\n{}\n",
        EXAMPLES[0], EXAMPLES[1]
    );
    assert_eq!((ran.code, &*ran.stdout), (1, &*expected));
    assert_eq!(
        ran.stderr,
        "note: line 2: thief: clocks are unknown, written as 0 0\n\
         error: 2 of 5 lines couldn't be converted\n"
    );
}

#[test]
fn feen_of_two_boards() {
    let feen = convert("feen", WAITING);
    assert_eq!(
        feen,
        "R5k1/5ppp/8/8/8/8/8/6K1 / bughouse/BUGHOUSE | 4k3/8/3n1p2/4P3/8/8/8/4K3 / BUGHOUSE/bughouse"
    );
    assert_eq!(convert("feen", &feen), feen);
    assert_eq!(stdout(&["convert", "--to", "feen", "--tight-bar", &feen.replace(" | ", "|")]), feen);
    for (text, expected) in [
        (feen.replace(" | ", "|"), "error: expected one space on each side of '|'\n"),
        (feen.replace("6K1", "6N'1"), "error: board A: ' must follow a rook that can castle"),
        (feen.replace("4K3 ", "4N3 "), "error: board B: White has no king\n"),
        (
            format!("{START} | {}", feen.split(" | ").next().unwrap()),
            "error: board A: expected FEEN, like the other board\n",
        ),
        (
            feen.replace("4k3/8/3n1p2/4P3/8/8/8/4K3 / BUGHOUSE/bughouse", ""),
            "error: board B is missing, expected a position\n",
        ),
        (format!("{feen} | {feen}"), "error: found 4 boards, expected two\n"),
    ] {
        let stderr = bughouse(["convert", "--to", "bfen", &text]).rejected();
        assert!(stderr.starts_with(expected), "{text}: {stderr}");
    }
}

#[test]
fn castling_rights_of_an_unmarked_feen() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR / CHESS/chess";
    assert_eq!(convert("bfen", text), START.replace("KQkq", "-"));
    let ran = bughouse(["convert", "--to", "bfen", "--assume-castling", text]);
    assert_eq!(ran.stdout, format!("{START}\n"));
    assert!(ran.stderr.contains("no rook is marked"), "{}", ran.stderr);
}

#[test]
fn errors_name_the_board_and_the_place() {
    let error = |text: &str| bughouse(["show", text]).rejected();
    assert_eq!(
        error(&format!("{START} | 4k3/8/8/8/8/8/7/4K3 w - - 0 1")),
        format!(
            "error: board B: rank 2 has 7 squares, expected 8\n  \
             {START} | 4k3/8/8/8/8/8/7/4K3 w - - 0 1\n{}^\nhint: use --accept short-rank\n",
            " ".repeat(START.len() + 5 + 14)
        )
    );
    assert!(
        error(&format!("{START} | {START} | {START}")).starts_with("error: found 3 boards, expected two\n")
    );
    let ran = bughouse(["convert", "--json", "--to", "fen", "4k3/8/8/8/8/8/8/8 w - - 0 1 | 8/8"]);
    assert_eq!(
        ran.json()[0]["errors"],
        json!([{"message": "board B: found 2 ranks, expected 8", "start": 33, "end": 33}])
    );
}

#[test]
fn perft_takes_one_board() {
    let stderr = bughouse(["perft", WAITING, "1"]).rejected();
    assert!(stderr.starts_with("error: expected one board, found a second one\n"), "{stderr}");
    assert_eq!(stdout(&["perft", &convert("feen", START), "2"]), "400");
}

#[test]
fn drawings() {
    snapshot("show-two-boards.txt", &bughouse(["show", EXAMPLES[0]]).fine());
    snapshot("moves-two-boards.txt", &bughouse(["moves", WAITING]).fine());
    let image = bughouse(["show", EXAMPLES[0], "--svg", "-"]).fine();
    assert!(image.contains(">WhiteB</text>") && image.contains(">0:56.0</text>"));
}

#[test]
fn more_pieces_than_two_sets_have() {
    let text = "4k3/8/8/8/8/8/QQQ5/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for command in ["show", "moves"] {
        let ran = bughouse([command, text]);
        assert_eq!(ran.code, 0);
        assert!(
            ran.stderr
                .starts_with("note: two full sets of pieces can't lead to this position: White has 3 queens"),
            "{ran:?}"
        );
        let ran = bughouse([command, "--json", text]);
        assert_eq!(ran.json()[0]["notes"][0]["kind"], "no-match");
    }
    // The captures that free a seat are still listed.
    let crowded = WAITING.replace("[]", "[NNNNN]");
    assert!(bughouse(["moves", &crowded]).stdout.contains("Freed by WhiteB: exd6\n"));
}

#[test]
fn json_of_two_boards() {
    let ran = bughouse(["show", "--json", EXAMPLES[1]]);
    let [object] = &ran.json()[..] else { panic!("{ran:?}") };
    let keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["boards", "input", "notes"]);
    let (a, b) = (&object["boards"]["a"], &object["boards"]["b"]);
    assert_eq!(a["clocks"], json!({"white": 142_000, "black": 164_000}));
    assert_eq!((&a["halfmove_clock"], &a["fullmove_number"]), (&Value::Null, &Value::Null));
    assert_eq!((&a["side"], &b["side"]), (&json!("black"), &json!("white")));
    assert_eq!(b["reserves"]["black"]["bishop"], 1);

    let ran = bughouse(["moves", "--json", WAITING]);
    let object = &ran.json()[0];
    let (a, b) = (&object["boards"]["a"], &object["boards"]["b"]);
    assert_eq!((&a["status"], a["moves"].as_array().map(Vec::len)), (&json!("frozen"), Some(0)));
    assert_eq!(
        a["frozen"]["freed_by"],
        json!([{"san": "exd6", "uci": "e5d6", "piece": "pawn", "drop": false}])
    );
    assert_eq!((&b["status"], &b["frozen"]), (&json!("ongoing"), &Value::Null));
    // A single board has no partner.
    let single = bughouse(["moves", "--json", WAITING.split(" | ").next().unwrap()]);
    assert_eq!(
        single.json()[0]["frozen"].as_object().map(|frozen| frozen.contains_key("freed_by")),
        Some(false)
    );
}

#[test]
fn feen_styles_are_kept_or_noted() {
    let text = "4k3/8/8/8/8/8/8/4K3 / chess/MAKRUK | 4k3/8/8/8/8/8/8/4K3 / BUGHOUSE/bughouse";
    assert_eq!(bughouse(["convert", "--to", "feen", text]).fine(), format!("{text}\n"));
    let ran = bughouse(["convert", "--to", "bfen", text]);
    assert_eq!(
        ran.stderr,
        "note: bfen can't represent: board A: styles chess/MAKRUK\n\
         note: bfen: counters are unknown, written as 0 1\n"
    );
}

#[test]
fn clocks_that_look_like_counters_give_a_note() {
    let text = "4k3/8/8/8/8/8/8/4K3/N w - - 5 60";
    let ran = bughouse(["convert", "--to", "thief", "--last-fields", "clocks", text]);
    assert_eq!((ran.code, ran.stdout), (0, format!("{text}\n")));
    assert_eq!(
        ran.stderr,
        "note: thief: the clocks look like counters: read them with --last-fields clocks\n"
    );
    let both = format!("{text} | {text}").replace("5 60", "-0.0 60.100");
    assert_eq!(bughouse(["convert", "--to", "thief", &both]).fine(), format!("{both}\n"));
}

#[test]
fn the_largest_numbers_are_read() {
    // This used to overflow: Black to move, with a move number whose half-move number doesn't fit.
    let text = "4k3/8/8/8/8/8/8/4K3/P b - - 5 4294967295";
    assert!(convert("bfen", text).ends_with("[P] b - - 5 4294967295"));
    // Too large for a counter, so it is a clock.
    let text = "4k3/8/8/8/8/8/8/4K3/P w - - 45 99999999999";
    assert_eq!(convert("thief", text), text);
}

#[test]
fn missing_counters_are_null() {
    let ran = bughouse(["show", "--json", "--missing-counters", "4k3/8/8/8/8/8/8/4K3[] w - -"]);
    assert_eq!(ran.json()[0]["halfmove_clock"], Value::Null);
}

#[test]
fn a_finished_match_gives_a_note() {
    let text = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 1 9 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for command in ["show", "moves"] {
        let ran = bughouse([command, text]);
        let note = "the match is over: BlackA is checkmated, team 1 wins";
        assert_eq!((ran.code, ran.stderr), (0, format!("note: {note}\n")));
        let notes = &bughouse([command, "--json", text]).json()[0]["notes"];
        assert_eq!(*notes, json!([{"kind": "match-over", "text": note}]));
    }
}

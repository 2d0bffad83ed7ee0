//! `replay`, as text and as JSON.

use std::fs;

use serde_json::{Value, json};

use crate::folders::{folder, testdata};
use crate::run::{bughouse, snapshot, with_stdin};

const SEVERAL: &str = "several.bpgn";

fn replay(file: &str, args: &[&str]) -> crate::run::Ran {
    let file = testdata(file);
    bughouse(["replay", &file].iter().chain(args))
}

/// Removes the folder of the test data from a text.
fn without_folder(text: &str) -> String {
    text.replace(&testdata(""), "")
}

fn fact<'a>(drawn: &'a str, name: &str) -> Option<&'a str> {
    drawn.lines().find_map(|line| Some(line.strip_prefix(name)?.trim_start()))
}

#[test]
fn drawings() {
    snapshot("replay-start.txt", &replay(SEVERAL, &["--ply", "0"]).fine());
    snapshot("replay-capture.txt", &replay(SEVERAL, &["--ply", "4"]).fine());
    snapshot("replay-end.txt", &replay(SEVERAL, &[]).fine());
    snapshot("replay-line.txt", &replay(SEVERAL, &["--line", "4.1/5.1"]).fine());
    snapshot("replay-frozen.txt", &replay(SEVERAL, &["--game", "4", "--ply", "1"]).fine());
    let drawn = replay(SEVERAL, &["--game", "4", "--unicode"]).fine();
    assert!(drawn.contains('♔') && fact(&drawn, "Outcome") == Some("team 2 wins (WhiteA: time)"), "{drawn}");
}

#[test]
fn a_sample_of_the_standard() {
    let ran = replay("standard-2.2.bpgn", &[]);
    assert_eq!(ran.code, 0);
    snapshot("replay-standard.txt", &ran.stdout);
    let expected = "\
note: standard-2.2.bpgn:31:2: this text names BlackB, but WhiteA is mated
  {death checkmated} 0-1
   ^^^^^^^^^^^^^^^^
";
    assert_eq!(without_folder(&ran.stderr), expected);
}

#[test]
fn facts_of_a_half_move() {
    let drawn = replay(SEVERAL, &["--ply", "4"]).fine();
    assert_eq!(fact(&drawn, "Played"), Some("2A. exd5!? by WhiteA, 3 s used, 40 ms lag"));
    assert_eq!(fact(&drawn, "Transfer"), Some("BlackB receives a pawn"));
    assert_eq!(
        fact(&drawn, "Diagonals"),
        Some("WhiteA -0:00.5 against WhiteB, BlackA -0:09.0 against BlackB")
    );
    assert_eq!(fact(&drawn, "Variation"), Some("2A. Nc3, --line 4.1"));
    assert_eq!(fact(&drawn, "Outcome"), None);
    assert_eq!(fact(&replay(SEVERAL, &[]).fine(), "Outcome"), Some("team 1 wins (BlackA: resignation)"));
}

#[test]
fn a_game_that_stops_early_is_shown_up_to_there() {
    let ran = replay(SEVERAL, &["--game", "2"]);
    let expected = "\
error: several.bpgn:21:5: cannot play half-move 3 of 4: no king can go to e3
  2A. Ke3 {177} 2a. d6 {176} *
      ^^^
";
    assert_eq!((ran.code, without_folder(&ran.stderr).as_str()), (1, expected));
    assert_eq!(fact(&ran.stdout, "Played"), Some("1a. e5 by BlackA, 2 s used"));
    let stderr = replay(SEVERAL, &["--game", "2", "--ply", "3"]).rejected();
    assert_eq!(stderr, "error: there is no half-move 3: 2 half-moves can be played\n");
}

#[test]
fn damaged_text_is_reported() {
    let ran = replay(SEVERAL, &["--game", "3"]);
    let expected = "\
error: several.bpgn:26:14: expected a label such as 1A. before the move
  1A. e4 {179} e5 1a. e5 {178} *
               ^^
";
    assert_eq!((ran.code, without_folder(&ran.stderr).as_str()), (1, expected));
}

#[test]
fn missing_games_half_moves_and_lines_are_reported() {
    let several = testdata(SEVERAL);
    let cases: [(&[&str], String); 5] = [
        (&["--game", "5"], format!("error: there is no game 5: {several} has 4 games\n")),
        (&["--game", "99999999999"], format!("error: there is no game 99999999999: {several} has 4 games\n")),
        (&["--ply", "6"], "error: there is no half-move 6: 5 half-moves were played\n".to_owned()),
        (&["--line", "4.2"], "error: game 1 has no variation 4.2: it has 4.1\n".to_owned()),
        (&["--line", "4.1/3.1"], "error: game 1 has no variation 4.1/3.1: it has 4.1\n".to_owned()),
    ];
    for (args, expected) in cases {
        assert_eq!(replay(SEVERAL, args).rejected(), expected);
    }
    for text in ["", "no game at all\n"] {
        let stderr = with_stdin(["replay", "-"], text.as_bytes()).rejected();
        assert!(stderr.starts_with("error: stdin: no game found: expected BPGN"), "{stderr}");
    }
    assert_eq!(
        with_stdin(["replay", "-", "--game", "2"], b"1A. e4 *").rejected(),
        "error: there is no game 2: stdin has 1 game\n"
    );
    assert!(bughouse(["replay", "no-such-file"]).rejected().starts_with("error: cannot read no-such-file: "));
}

#[test]
fn stdin_is_read() {
    let drawn = with_stdin(["replay", "-"], b"stray text\n\n[Event \"x\"]\n1A. e4 1a. e5 *").fine();
    assert!(drawn.starts_with("Game 1: x\nHalf-move 2 of 2\n"), "{drawn}");
    // Players and clocks are unknown.
    assert!(drawn.contains("\nBlackA                             WhiteB\nReserve"), "{drawn}");
}

#[test]
fn control_characters_of_a_file_are_not_printed() {
    let text = b"[Event \"\x1b[2J\"][WhiteA \"\x07bell and a name that is far too long for the width of a board\"]\n1A. e4 *";
    let drawn = with_stdin(["replay", "-"], text).fine();
    assert!(!drawn.contains(['\x1b', '\x07']), "{drawn:?}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
}

#[test]
fn json_of_a_timeline() {
    let ran = replay(SEVERAL, &["--json"]);
    let objects = ran.json();
    assert_eq!((ran.code, ran.stderr.as_str(), objects.len()), (0, "", 7));
    let keys = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let head = &objects[0];
    let expected = [
        "boards",
        "clock_kind",
        "clocks",
        "comments",
        "diagonals",
        "file",
        "game",
        "line",
        "tags",
        "type",
        "variation",
    ];
    assert_eq!(keys(head), expected);
    assert_eq!((&head["type"], &head["game"], &head["line"]), (&json!("game"), &json!(1), &json!(1)));
    assert_eq!((&head["tags"]["WhiteAElo"], &head["variation"]), (&json!("1800"), &Value::Null));
    assert_eq!(head["clock_kind"], "four-clocks");
    assert_eq!(
        head["clocks"],
        json!({"WhiteA": 180_000, "BlackA": 180_000, "WhiteB": 180_000, "BlackB": 180_000})
    );
    let mut half_move = objects[4].clone();
    let variations = half_move.as_object_mut().unwrap().remove("variations").unwrap();
    let board = |bfen: &str, turn: &str, black_pawns: u8, last: Value| {
        let (placement, _) = bfen.split_once('[').unwrap();
        let none = json!({"Q": 0, "R": 0, "B": 0, "N": 0, "P": 0});
        let mut black = none.clone();
        black["P"] = black_pawns.into();
        json!({
            "bfen": bfen, "placement": placement, "turn": turn, "promoted": [],
            "reserves": {"white": none, "black": black}, "status": "ongoing", "help": null, "last": last,
        })
    };
    let (a, b) = (
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR[p] b KQkq - 0 1",
    );
    assert_eq!(
        half_move,
        json!({
            "type": "half-move", "ply": 4, "label": "2A", "seat": "WhiteA", "board": "a",
            "san": "exd5", "uci": "e4d5", "spoken": "board A, White, pawn takes pawn d5",
            "from": "e4", "to": "d5", "drop": null, "promotion": null, "check": false,
            "boards": {
                "a": board(a, "black", 0, json!(["e4", "d5"])),
                "b": board(b, "black", 1, json!(["d2", "d4"])),
            },
            "capture": {"piece": "pawn", "promoted": false, "square": "d5"},
            "transfer": {"seat": "BlackB", "piece": "P"},
            "clock": "180",
            "clocks": {"WhiteA": 180_000, "BlackA": 171_000, "WhiteB": 180_500, "BlackB": 180_000},
            "running": {"WhiteA": 180_000, "BlackA": 171_000, "WhiteB": 180_500, "BlackB": 166_500},
            "used": 3_000, "elapsed": 15_000, "time": 15_000, "lag": 40, "thinking": null, "pawn_to": null, "stolen_from": null,
            "diagonals": {"white": -500, "black": -9_000},
            "running_diagonals": {"white": -500, "black": 4_500},
            "nags": half_move["nags"], "comments": half_move["comments"],
        })
    );
    assert_eq!(
        (&variations[0]["path"], &variations[0]["half_moves"][0]["san"]),
        (&json!("4.1"), &json!("Nc3"))
    );
    let end = &objects[6];
    assert_eq!(
        keys(end),
        ["diagnostics", "final", "outcome", "plies", "sits", "state", "stopped_at", "type"]
    );
    assert_eq!((&end["type"], &end["plies"], &end["state"]), (&json!("end"), &json!(5), &json!("ok")));
    assert_eq!(end["outcome"], json!({"winner": "team1", "by": "resignation", "loser_seat": "BlackA"}));
    assert_eq!(end["stopped_at"], Value::Null);
    for board in ["a", "b"] {
        assert_eq!(end["final"][board], objects[5]["boards"][board]["bfen"]);
    }
}

#[test]
fn json_of_a_game_that_stops_early() {
    let ran = replay(SEVERAL, &["--game", "2", "--json"]);
    let objects = ran.json();
    assert_eq!((ran.code, objects.len()), (1, 4));
    let why = "no king can go to e3";
    let expected = json!({
        "ply": 3, "label": "2A", "move": "Ke3", "kind": "illegal-move", "why": why, "line": 21, "column": 5,
        "excerpt": "  2A. Ke3 {177} 2a. d6 {176} *\n      ^^^",
    });
    assert_eq!((&objects[3]["state"], &objects[3]["stopped_at"]), (&json!("broken"), &expected));
    let note = &objects[3]["diagnostics"][0];
    assert_eq!(
        (&note["kind"], &note["line"], &note["column"]),
        (&json!("missing-tags"), &json!(15), &json!(1))
    );
    assert!(ran.stderr.contains(why));
}

#[test]
fn json_of_a_variation() {
    let objects = replay(SEVERAL, &["--json", "--line", "4.1/5.1"]).json();
    assert_eq!(objects[0]["variation"], "4.1/5.1");
    let moves: Vec<&Value> = objects[1..6].iter().map(|object| &object["san"]).collect();
    assert_eq!(moves, ["e4", "d4", "d5", "Nc3", "dxe4"]);
    // Half-moves before the variation have their variations; the half-move that starts it has none.
    let variations: Vec<usize> =
        objects[1..6].iter().map(|object| object["variations"].as_array().unwrap().len()).collect();
    assert_eq!(variations, [0; 5]);
}

#[test]
fn last_fields_of_a_fen_tag_follow_the_option() {
    let path = testdata("quirks/low-clocks-in-a-fen-tag.bpgn");
    let clock = |arguments: &[&str]| {
        let all: Vec<&str> =
            ["replay", "--json", &path].into_iter().chain(arguments.iter().copied()).collect();
        bughouse(all).json()[0]["clocks"]["WhiteA"].clone()
    };
    assert_eq!(clock(&[]), 5_000);
    assert_eq!(clock(&["--last-fields", "clocks"]), 5_000);
    assert_eq!(clock(&["--last-fields", "counters"]), 180_000);
}

const ANNOTATED: &str = "annotated.bpgn";

#[test]
fn four_columns_as_text() {
    let drawn = replay(ANNOTATED, &["--columns"]).fine();
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
    snapshot("replay-columns.txt", &drawn);
    let figures = replay(ANNOTATED, &["--columns", "--unicode"]).fine();
    assert!(figures.contains('♔'), "{figures}");
}

#[test]
fn four_columns_as_html() {
    let page = replay(ANNOTATED, &["--html"]).fine();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!((page.matches("<svg").count(), page.matches("<section").count()), (3, 1));
    assert!(!page.contains("<script") && !page.contains("http://www.w3.org/1999/xhtml"));
    let all = replay(SEVERAL, &["--html", "--all"]);
    assert_eq!((all.stdout.matches("<html").count(), all.stdout.matches("<section").count()), (1, 4));
}

#[test]
fn all_games_of_all_files() {
    let files = [testdata(SEVERAL), testdata("standard-3.3.bpgn")];
    let all = |args: &[&str]| bughouse(["replay", "--all", &files[0], &files[1]].iter().chain(args));
    let drawn = all(&["--columns"]);
    // Two games of the first file are broken.
    assert_eq!((drawn.code, drawn.stdout.matches("A WhiteA").count()), (1, 5));
    let objects = all(&["--json"]).json();
    let games: Vec<(&Value, &Value)> = objects
        .iter()
        .filter(|object| object["type"] == "game")
        .map(|game| (&game["file"], &game["game"]))
        .collect();
    let [several, standard] = files.each_ref().map(|file| json!(file));
    let expected: Vec<(&Value, Value)> =
        (1..=4).map(|game| (&several, json!(game))).chain([(&standard, json!(1))]).collect();
    assert!(games.iter().map(|(file, game)| (*file, (*game).clone())).eq(expected), "{games:?}");
    assert_eq!(all(&["--to", "bfen"]).stdout.lines().count(), 5);
    assert!(
        bughouse(["replay", &files[0], &files[1]]).misused().contains("pass --all to show several files")
    );
}

#[test]
fn nags_and_comments_are_shown() {
    let drawn = replay(ANNOTATED, &["--ply", "3"]).fine();
    assert_eq!(fact(&drawn, "Played"), Some("1a. d5?! by BlackA, 3 s used"));
    assert_eq!(fact(&drawn, "Comment"), Some("an old gambit"));
    let drawn = replay(ANNOTATED, &["--ply", "2"]).fine();
    assert_eq!(fact(&drawn, "Played"), Some("1B. e4 by WhiteB, 1.5 s used, 1.5 s thought, 120 ms lag"));
    let drawn = replay(ANNOTATED, &["--line", "3.1", "--ply", "3"]).fine();
    assert_eq!(fact(&drawn, "Played"), Some("1a. e5!! by BlackA, 4 s used"));
    let start = replay(ANNOTATED, &["--ply", "0"]).fine();
    assert!(fact(&start, "Comment").is_some_and(|words| words.starts_with("Both boards begin")), "{start}");
    let objects = replay(ANNOTATED, &["--json"]).json();
    assert_eq!((&objects[1]["nags"], &objects[1]["comments"]), (&json!(["!"]), &json!([])));
    assert_eq!(objects[3]["nags"], json!(["?!"]));
    assert_eq!(objects[3]["comments"], json!([{"index": 1, "kind": "annotation", "text": "an old gambit"}]));
    assert_eq!((&objects[2]["lag"], &objects[2]["thinking"]), (&json!(120), &json!(1500)));
}

#[test]
fn an_adjourned_game_continues_from_its_fen_tag() {
    let file = "standard-3.3.bpgn";
    let whole = replay(file, &["--json"]).json();
    let text = replay(file, &["--ply", "2", "--to", "thief"]).fine();
    assert_eq!(text.lines().count(), 1);
    let rest = "14b. gxh1=Q+ {162} 15B. Kd2 {138} 15b. Qxa1 {159} 16B. Qd1 {137}";
    let record = format!("[TimeControl \"180+0\"][Setup \"1\"]\n[FEN \"{}\"]\n\n{rest} *\n", text.trim_end());
    let objects = with_stdin(["replay", "-", "--json"], record.as_bytes()).json();
    assert_eq!(objects[0]["clocks"], whole[2]["running"]);
    let (last, same) = (&objects[4], &whole[6]);
    assert_eq!(
        (&last["label"], &last["boards"]["b"]["bfen"]),
        (&same["label"], &same["boards"]["b"]["bfen"])
    );
    assert!(last["boards"]["b"]["bfen"].as_str().is_some_and(|bfen| bfen.ends_with(" 16")), "{last}");
    assert_eq!(last["clocks"]["BlackB"], json!(159_000));
}

#[test]
fn positions_of_a_half_move_in_all_notations() {
    let file = "standard-3.3.bpgn";
    let bfen = replay(file, &["--to", "bfen"]).fine();
    // The labels that would follow are 12A and 20B.
    assert!(bfen.contains(" w kq - 1 12 | ") && bfen.ends_with(" w k - 0 20\n"), "{bfen}");
    for format in ["fen", "feen"] {
        assert!(replay(file, &["--ply", "3", "--to", format]).fine().contains(" | "), "{format}");
    }
    let untimed = with_stdin(["replay", "-", "--to", "thief"], b"1A. e4 *");
    assert_eq!(untimed.stderr, "note: thief: clocks are unknown, written as 0 0\n");
}

/// Each tag used to be compared with all others, which took quadratic time.
#[test]
fn many_tags_are_printed_in_order() {
    let count = 80_000;
    let tags: String = (0..count).map(|i| format!("[T{i} \"{i}\"]\n")).collect();
    let again: String = (0..count).rev().map(|i| format!("[T{i} \"again\"]\n")).collect();
    for text in [format!("{tags}\n1A. e4 *\n"), format!("{tags}{again}\n1A. e4 *\n")] {
        let ran = with_stdin(["replay", "--json", "-"], text.as_bytes());
        let start = ran.stdout.lines().next().unwrap();
        // Compare the text: tags are in order, and the first of each name counts.
        let expected: Vec<String> = (0..count).map(|i| format!("\"T{i}\":\"{i}\"")).collect();
        assert!(start.contains(&format!("\"tags\":{{{}}}", expected.join(","))), "{} bytes", start.len());
        assert!(ran.stdout.lines().nth(1).unwrap().contains("\"san\":\"e4\""));
        let checked = with_stdin(["check", "--json", "-"], text.as_bytes());
        let found = checked.games()[0]["tags"].as_object().unwrap().len();
        assert_eq!(found, count);
    }
}

#[test]
fn comments_before_the_first_half_move_are_printed() {
    let folder = folder("replay-before");
    let file = folder.join("game.bpgn");
    fs::write(&file, "[Event \"x\"]\n\n{C:before all} 1A. e4 *\n").unwrap();
    let parts = bughouse(["replay", "--json", file.to_str().unwrap()]).json();
    assert_eq!(parts[0]["comments"][0]["text"], "before all", "{}", parts[0]);
}

#[test]
fn an_invalid_start_position_is_not_printed() {
    let folder = folder("replay-no-start");
    let file = folder.join("game.bpgn");
    fs::write(&file, "[Event \"x\"]\n[FEN \"here | there\"]\n\n1A. e4 *\n").unwrap();
    for format in ["bfen", "thief", "feen", "fen"] {
        let stderr = bughouse(["replay", "--to", format, file.to_str().unwrap()]).rejected();
        assert!(stderr.contains("start"), "{stderr}");
    }
}

#[test]
fn a_game_without_clocks_gives_a_note_where_clocks_are_written() {
    let file = testdata("quirks/clock-none.bpgn");
    let ran = bughouse(["replay", "--to", "thief", &file]);
    assert!(ran.stderr.contains("note: the game has no clocks: writing the clocks of the start"), "{ran:?}");
}

#[test]
fn folders_are_walked_for_all_games() {
    let folder = folder("replay-folder");
    fs::create_dir(folder.join("inner")).unwrap();
    for (name, text) in
        [("a.bpgn", "1A. e4 *\n"), ("inner/b.bpgn", "1A. d4 *\n"), (".hidden.bpgn", "1A. c4 *\n")]
    {
        fs::write(folder.join(name), text).unwrap();
    }
    let path = folder.to_str().unwrap();
    let parts = bughouse(["replay", "--all", "--json", path]).json();
    let played: Vec<&str> = parts.iter().filter_map(|part| part["san"].as_str()).collect();
    assert_eq!(played, ["e4", "d4"]);
    fs::write(folder.join("none.bpgn"), "").unwrap();
    let ran = bughouse(["replay", "--all", "--json", path]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let errors: Vec<_> = ran.json().into_iter().filter(|part| part["type"] == "error").collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0]["file"].as_str().unwrap().ends_with("none.bpgn"));
}

/// Every position used to be kept, which took 150 MB, 330 MB with `--columns`, and 540 MB with `--json`.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_takes_little_memory() {
    use std::fmt::Write;
    use std::process::{Command, Stdio};

    let mut text = "[Event \"long\"]\n".to_owned();
    for number in 1..=100_000 {
        let (white, black) = if number % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        writeln!(text, "{number}A. {white} {number}a. {black}").unwrap();
    }
    text.push('*');
    let file = folder("long-game").join("long.bpgn");
    fs::write(&file, text).unwrap();
    for args in [&["--ply", "10"][..], &["--to", "bfen"], &["--columns"], &["--html"], &["--json"]] {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 120000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_bughouse"), "replay"]);
        let ran = command.args(args).arg(&file).stdout(Stdio::null()).status().unwrap();
        assert!(ran.success(), "{args:?}");
    }
}

#[test]
fn comments_and_variations_keep_their_order_in_json() {
    let text = b"1A. e4 {5} {C:one} (1A. d4) {C:two} (1A. c4) 1a. e5 *";
    let objects = with_stdin(["replay", "--json", "-"], text).json();
    let half_move = &objects[1];
    let indices: Vec<_> = half_move["comments"].as_array().unwrap().iter().map(|one| &one["index"]).collect();
    let after: Vec<_> = half_move["variations"].as_array().unwrap().iter().map(|one| &one["after"]).collect();
    assert_eq!((indices, after), (vec![&json!(1), &json!(2)], vec![&json!(2), &json!(3)]));
}

//! `analyze`: positions and games, with and without an engine.

use serde_json::Value;

use crate::run::{bughouse, with_stdin};

/// WhiteA can mate with a knight, which BlackB can capture.
const BOTH: &str = "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1 | 4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1";
const SMOTHERED: &str = "5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";

#[test]
fn needs_of_each_seat_are_printed() {
    let text = bughouse(["analyze", BOTH]).fine();
    let expected = "\
Board A: WhiteA to move
  WhiteA has no mate by checks
  WhiteA with one more knight mates in 1 (forced): N@f7#; BlackB can send one now: Bxe4
  WhiteA wins by force with a knight
  BlackA threatens no mate by checks
  BlackA with one more queen would mate in 3 if it were their turn, unless the defender receives a piece: Q@c3+ Kb1 Rb8+ Ka2 Qb2#
Board B: BlackB to move
  BlackB has no mate by checks
  WhiteB threatens no mate by checks
";
    assert!(text.starts_with(expected), "{text}");
    let rest = &text[expected.len()..];
    assert!(rest.starts_with("built-in search\n  A: WhiteA -"), "{rest}");
    assert!(rest.contains("\n  B: BlackB +") && rest.contains(": Bxe4 "), "{rest}");
    assert!(rest.contains("\n  WhiteA and BlackB have a "), "{rest}");
}

#[test]
fn mates_are_hard_or_soft() {
    let text = bughouse(["analyze", SMOTHERED]).fine();
    assert!(text.starts_with("White to move\n  White mates in 2 (forced): Qg8+ Rxg8 Nf7#\n"), "{text}");
    let text = bughouse(["analyze", BACK_RANK]).fine();
    assert!(text.contains("  White mates in 1 unless the defender receives a piece: Re8+\n"), "{text}");
    assert!(text.contains("  Black is saved by a queen, rook, bishop or knight\n"), "{text}");
}

#[test]
fn pieces_that_help_a_frozen_side_are_printed() {
    let text = bughouse(["analyze", crate::run::FROZEN]).fine();
    assert!(text.starts_with("Black is frozen: in check from the rook on e8, no legal move\n"), "{text}");
    assert!(text.contains("  what would help: a queen, rook, bishop or knight on f8\n"), "{text}");
    assert!(text.contains("  Black is lost unless their partner sends a piece\n"), "{text}");
}

#[test]
fn json_has_boards_seats_and_needs() {
    let ran = bughouse(["analyze", BOTH, "--json"]);
    let object = &ran.json()[0];
    assert_eq!(object["input"], BOTH);
    let (a, b) = (&object["boards"]["a"], &object["boards"]["b"]);
    assert_eq!((&a["side"], &a["status"], &b["side"]), (&"white".into(), &"ongoing".into(), &"black".into()));
    assert_eq!(a["mates"][0]["strength"], "hard");
    assert_eq!(a["mates"][1]["verdict"], "none");
    let needs = a["seats"]["white"]["needs"].as_array().unwrap();
    let pieces: Vec<&Value> = needs.iter().map(|need| &need["piece"]).collect();
    assert_eq!(pieces, ["Q", "R", "B", "N", "P"]);
    let knight = &needs[3];
    assert_eq!(knight["mate"]["line"][0]["uci"], "N@f7");
    assert_eq!((&knight["is_deadly"], &knight["saves"]), (&true.into(), &false.into()));
    assert_eq!(knight["captures"][0]["san"], "Bxe4");
    assert_eq!(object["engine"], serde_json::json!({ "name": "built-in search", "error": null }));
    assert_eq!(b["evaluation"]["best"]["san"], "Bxe4");
    assert!(object["team"]["chance"].as_f64().is_some_and(|chance| chance > 0.5));
    // The output is deterministic.
    assert_eq!(bughouse(["analyze", BOTH, "--json"]).fine(), ran.fine());
    // A single board has its fields at the top level.
    let one = &bughouse(["analyze", BACK_RANK, "--json"]).json()[0];
    assert_eq!(one["seats"]["white"]["mate"]["strength"], "soft");
    assert_eq!(one["seats"]["black"]["needs"][0]["captures"], Value::Array(Vec::new()));
}

#[test]
fn games_are_analyzed_after_a_half_move() {
    let game = "1A. e4 1a. f6 2A. d4 1B. e4 2a. g5 3A. Qh5 *\n";
    let text = with_stdin(["analyze", "-"], game.as_bytes()).fine();
    assert!(text.starts_with("stdin, game 1, after half-move 6 of 6\n"), "{text}");
    assert!(text.contains("BlackA is frozen") || text.contains("BlackA is checkmated"), "{text}");
    let text = with_stdin(["analyze", "-", "--ply", "5"], game.as_bytes()).fine();
    assert!(text.contains("  WhiteA mates in 1 unless the defender receives a piece: "), "{text}");
    let object = &with_stdin(["analyze", "-", "--ply", "0", "--json"], game.as_bytes()).json()[0];
    assert_eq!((&object["file"], &object["game"], &object["ply"]), (&"stdin".into(), &1.into(), &0.into()));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn/several.bpgn");
    let text = bughouse(["analyze", file, "--game", "2", "--ply", "1"]).fine();
    assert!(text.contains("several.bpgn, game 2, after half-move 1 of "), "{text}");
}

#[test]
fn invalid_input_to_analyze_is_reported() {
    let rejected = |args: &[&str]| bughouse(args).rejected();
    assert!(rejected(&["analyze", "8/8 w - -"]).starts_with("error: found 2 ranks"));
    assert!(rejected(&["analyze", "nowhere.bpgn", "--ply", "3"]).contains("cannot read nowhere.bpgn"));
    assert!(rejected(&["analyze", BOTH, "--ply", "3"]).contains("this is a position"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn/several.bpgn");
    assert!(rejected(&["analyze", file, "--game", "99"]).contains("there is no game 99"));
    assert!(rejected(&["analyze", file, "--ply", "9999"]).contains("there is no half-move 9999"));
    assert!(with_stdin(["analyze", "-"], b"nothing of the kind").rejected().contains("no game"));
}

#[test]
fn an_unclosed_tag_of_an_analyzed_game_is_reported() {
    // With `--ply`, it used to be ignored, although it may change the position.
    let game = b"[Event \"x\"]\n[Site \"y\n1A. e4 1a. e5 ) 2A. d4 *\n";
    let message = "error: stdin:2:1: the tag is not closed, expected \"] on this line\n";
    for (ply, errors) in [(None, 2), (Some("0"), 1), (Some("1"), 1), (Some("2"), 2)] {
        let mut args = vec!["analyze", "-", "--time", "10"];
        args.extend(ply.iter().flat_map(|&ply| ["--ply", ply]));
        let ran = with_stdin(args, game);
        assert!(ran.code == 1 && ran.stderr.starts_with(message), "{ran:?}");
        assert_eq!(ran.stderr.matches("error: ").count(), errors, "{ran:?}");
        assert!(ran.stdout.starts_with("stdin, game 1, after half-move "), "{ran:?}");
    }
}

#[test]
fn a_folder_is_not_a_position() {
    let stderr = bughouse(["analyze", env!("CARGO_MANIFEST_DIR")]).rejected();
    assert!(
        stderr.starts_with("error: cannot read ")
            && stderr.contains(": this is a folder, not a file: use `bughouse replay "),
        "{stderr}"
    );
}

#[test]
fn a_checkmated_side_needs_nothing() {
    let both = "6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1 | 4k3/8/8/3b4/4N3/8/8/4K3[] b - - 0 1";
    let ran = bughouse(["analyze", both, "--nodes", "500"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "note: the match is over: BlackA is checkmated, team 1 wins\n"));
    let text = ran.stdout;
    let about_a: Vec<&str> = text.lines().take_while(|line| !line.starts_with("Board B")).collect();
    assert_eq!(about_a, ["Board A: BlackA is checkmated by the knight on f7"]);
    assert!(text.ends_with("  WhiteA and BlackB have a 100% chance to win\n"), "{text}");
}

#[cfg(unix)]
mod with_an_engine {
    use std::path::Path;

    use super::{BACK_RANK, BOTH};
    use crate::run::bughouse;
    use crate::scripts::Script;

    #[test]
    fn boards_and_team_are_evaluated() {
        let engine = Script::engine("info depth 7 nodes 99 score cp 120 pv a1a2 h8g8 Q@e5", "a1a2");
        let both = BOTH.replace(" b - ", " w - ");
        let text = bughouse(engine.with(&["analyze", &both]));
        assert_eq!(text.code, 1, "its answer for board B cannot be played");
        assert!(text.stderr.contains("error: Script 1: its move \"a1a2\" is illegal"), "{}", text.stderr);
        assert!(
            text.stdout
                .contains("Script 1\n  A: WhiteA +1.20, depth 7: Ka2 (continues with an illegal move)\n"),
            "{}",
            text.stdout
        );
        let same = "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1 | 6rk/6pp/8/8/8/8/8/K7[] w - - 0 1";
        let text = bughouse(engine.with(&["analyze", same])).fine();
        assert!(text.ends_with("  WhiteA and BlackB have a 50% chance to win\n"), "{text}");
    }

    #[test]
    fn a_mate_is_reported_only_if_it_is_proved() {
        let engine = Script::engine("info depth 3 score mate 4 pv e1e2", "e1e2");
        let start = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        let text = bughouse(engine.with(&["analyze", start])).fine();
        assert!(text.contains("  White mate in 4, unverified, depth 3: Ke2\n"), "{text}");
        let engine = Script::engine("info depth 3 score mate 4 pv e1e8", "e1e8");
        let object = bughouse(engine.with(&["analyze", BACK_RANK, "--json"])).json().remove(0);
        let score = &object["evaluation"]["score"];
        assert_eq!(
            (&score["kind"], &score["moves"], &score["strength"]),
            (&"mate".into(), &1.into(), &"soft".into())
        );
        assert_eq!(object["engine"]["name"], "Script 1");
    }

    #[test]
    fn an_engine_that_fails_is_reported_with_the_rest_of_the_analysis() {
        let dies = Script::new("exit 3");
        let calls = [
            dies.with(&["analyze", BACK_RANK]),
            vec!["analyze", BACK_RANK, "--engine", "/no/such/engine"],
            vec!["analyze", BACK_RANK, "--engine", "/bin/true"],
        ];
        for call in calls {
            let ran = bughouse(&call);
            assert_eq!(ran.code, 1);
            assert!(
                ran.stdout.contains("White mates in 1 unless the defender receives a piece: Re8+\n"),
                "{}",
                ran.stdout
            );
            assert!(ran.stderr.starts_with("error: ") && ran.stderr.contains(call[3]), "{}", ran.stderr);
            let object = bughouse([&call[..], &["--json"]].concat()).json().remove(0);
            assert!(object["engine"]["error"].is_string(), "{object}");
            assert_eq!(object["mates"][1]["verdict"], "mate");
        }
    }

    #[test]
    fn fairy_stockfish_evaluates_boards() {
        let path = "/usr/games/fairy-stockfish";
        if !Path::new(path).is_file() {
            eprintln!("{path} is not installed: nothing is tested with it");
            return;
        }
        let text =
            bughouse(["analyze", "start | start", "--engine", path, "--nodes", "2000", "--lines", "2"])
                .fine();
        assert!(text.contains("\nFairy-Stockfish "), "{text}");
        assert_eq!(text.matches("\n  A: WhiteA ").count(), 2, "{text}");
        assert!(text.contains("  WhiteA and BlackB have a "), "{text}");
    }
}

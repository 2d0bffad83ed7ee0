//! `check --json`: one object for each game, with the fields that README.md documents.

use std::fs;

use serde_json::Value;

use crate::folders::{folder, testdata};
use crate::run::{Ran, bughouse, snapshot, with_stdin};

/// Asserts that an object has these fields and no others, in this order.
#[track_caller]
fn has_fields(value: &Value, fields: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    assert_eq!(object.keys().collect::<Vec<_>>(), fields, "{value}");
}

/// Asserts that a game has all fields, with the right types.
#[track_caller]
fn is_well_formed(game: &Value) {
    let mut fields =
        ["file", "game", "line", "tags", "plies", "state", "stopped_at", "final", "outcome", "diagnostics"];
    fields.sort_unstable();
    let mut found: Vec<&String> = game.as_object().unwrap().keys().collect();
    found.sort_unstable();
    assert_eq!(found, fields);
    assert!(game["file"].is_string() && game["tags"].as_object().unwrap().values().all(Value::is_string));
    assert!(["game", "line", "plies"].iter().all(|field| game[field].is_u64()), "{game}");
    assert!(["ok", "repaired", "broken"].contains(&game["state"].as_str().unwrap()));
    let stopped = &game["stopped_at"];
    if !stopped.is_null() {
        assert_eq!(stopped.as_object().unwrap().len(), 8);
        assert!(["ply", "line", "column"].iter().all(|field| stopped[field].is_u64()), "{game}");
        assert!(
            ["label", "move", "kind", "why", "excerpt"].iter().all(|field| stopped[field].is_string()),
            "{game}"
        );
    }
    assert_eq!(game["final"].as_object().unwrap().len(), 2);
    assert!(game["final"]["a"].is_string() && game["final"]["b"].is_string());
    let outcome = &game["outcome"];
    assert_eq!(outcome.as_object().unwrap().len(), 3);
    assert!(["winner", "by", "loser_seat"].iter().all(|field| outcome.get(field).is_some()), "{game}");
    let winner = outcome["winner"].as_str();
    assert!(winner.is_none_or(|winner| ["team1", "team2", "draw"].contains(&winner)), "{game}");
    for note in game["diagnostics"].as_array().unwrap() {
        assert_eq!(note.as_object().unwrap().len(), 7);
        assert!(note["ply"].is_u64() || note["ply"].is_null(), "{game}");
        assert!(
            ["severity", "kind", "text", "excerpt"].iter().all(|field| note[field].is_string()),
            "{game}"
        );
        assert!(["line", "column"].iter().all(|field| note[field].is_u64()), "{game}");
    }
}

#[test]
fn every_game_has_all_fields_and_no_others() {
    let quirks = fs::read_dir(testdata("quirks")).unwrap();
    let files = quirks.map(|file| file.unwrap().path().to_str().unwrap().to_owned());
    let own = ["several.bpgn", "standard-2.2.bpgn", "standard-3.3.bpgn"].map(testdata);
    let mut args = vec!["check".to_owned(), "--json".to_owned(), "--lint".to_owned()];
    args.extend(files.chain(own));
    let games = bughouse(&args).games();
    assert!(games.len() > 100);
    games.iter().for_each(is_well_formed);
}

#[test]
fn fields_come_in_the_documented_order() {
    // Compare the text, because a parsed object doesn't keep the order.
    let ran = with_stdin(["check", "--json", "-"], b"1A. e4 {179} 1a. Ke7 {178} *");
    let places: Vec<usize> =
        ["file", "game", "line", "tags", "plies", "state", "stopped_at", "final", "outcome", "diagnostics"]
            .iter()
            .map(|field| ran.stdout.find(&format!("\"{field}\":")).unwrap())
            .collect();
    assert!(places.is_sorted(), "{}", ran.stdout);
    has_fields(&ran.json()[0]["final"], &["a", "b"]);
}

#[test]
fn objects() {
    let ran = bughouse(["check", "--json", &testdata("several.bpgn")]);
    assert_eq!(ran.code, 1);
    let folder = testdata("");
    snapshot("check-several.jsonl", &ran.stdout.replace(&folder, ""));
    assert_eq!(ran.stderr, "");
    let lent = with_stdin(["check", "--json", "--borrow", "-"], b"1A. e4 1a. e5 1B. N@e5 *");
    snapshot("check-borrow.jsonl", &lent.stdout);
    let latin = bughouse(["check", "--json", &testdata("quirks/latin-1.bpgn")]);
    snapshot("check-latin-1.jsonl", &latin.stdout.replace(&folder, ""));
    let start = with_stdin(["check", "--json", "-"], b"[FEN \"8/8 w\"]\n[Odd \"a \\\"b\\\"\"]\n1A. e4 *\n");
    snapshot("check-bad-start.jsonl", &start.stdout);
}

#[test]
fn stray_text_is_an_object() {
    let ran = with_stdin(["check", "--json", "-"], b"hello\n\n[Event \"x\"]\n1A. e4 *\n");
    let objects = ran.json();
    assert_eq!((ran.code, ran.stderr.as_str(), objects.len()), (1, "", 3), "{ran:?}");
    let stray = &objects[0];
    assert_eq!(
        (&stray["type"], &stray["file"], &stray["line"]),
        (&"stray".into(), &"stdin".into(), &1.into())
    );
    assert_eq!(stray["diagnostics"].as_array().unwrap().len(), 1);
    assert!(stray["diagnostics"][0]["text"].as_str().unwrap().starts_with("expected a tag"), "{stray}");
    assert_eq!((&objects[1]["game"], &objects[2]["stray"]), (&1.into(), &1.into()));
}

#[test]
fn a_file_without_games_is_an_object() {
    let ran = with_stdin(["check", "--json", "-"], b"hello");
    let objects = ran.json();
    assert_eq!((ran.code, ran.stderr.as_str(), objects.len()), (1, "", 2), "{ran:?}");
    has_fields(&objects[0], &["file", "text", "type"]);
    assert!(objects[0]["text"].as_str().unwrap().starts_with("no game found"), "{ran:?}");
    assert_eq!((&objects[0]["type"], &objects[1]["failed_files"]), (&"error".into(), &1.into()));
}

#[test]
fn totals_are_the_last_object() {
    let file = testdata("several.bpgn");
    let ran = bughouse(["check", "--json", &file]);
    let last = ran.json().pop().unwrap();
    let expected = r#"{"type":"totals","files":1,"failed_files":0,"games":4,"half_moves":14,"ok":2,"repaired":0,"broken":2,"stray":0,"kinds":{"broken":{"illegal-move":1,"no-label":1},"repaired":{},"conflicts":{},"notes":{"missing-tags":3}}}"#;
    assert_eq!(last, serde_json::from_str::<Value>(expected).unwrap());
    assert_eq!(ran.stdout.lines().last(), Some(expected));
    // With `-q`, only the totals are printed.
    let quiet = bughouse(["check", "--json", "-q", &file]);
    assert_eq!((quiet.code, quiet.stdout, quiet.stderr.as_str()), (1, format!("{expected}\n"), ""));
}

#[test]
fn games_of_a_truncated_file_are_checked() {
    let path = folder("check-truncated").join("games.bpgn.bz2");
    let mut text = String::new();
    for i in 0..20_000 {
        text += &format!("[Event \"{i}\"]\n1A. e4 {{{i}}} 1a. e5 {{{}}} *\n\n", i * 7919 % 10_007);
    }
    let mut whole = Vec::new();
    let mut encoder = bzip2::read::BzEncoder::new(text.as_bytes(), bzip2::Compression::fast());
    std::io::Read::read_to_end(&mut encoder, &mut whole).unwrap();
    fs::write(&path, &whole).unwrap();
    let args = ["check", "--json", path.to_str().unwrap()];
    let ran = bughouse(args);
    assert_eq!((ran.code, ran.games().len()), (0, 20_000));
    // Complete blocks are read.
    fs::write(&path, &whole[..whole.len() * 3 / 4]).unwrap();
    let ran = bughouse(args);
    let games = ran.games();
    assert!(ran.code == 1 && games.len() > 1000 && games.len() < 20_000, "{} games", games.len());
    let message = format!("the bzip2 data is truncated, after game {}", games.len());
    let error = |ran: &Ran| ran.json().into_iter().find(|object| object["type"] == "error").unwrap();
    assert_eq!((&error(&ran)["text"], ran.stderr.as_str()), (&message.into(), ""));
    fs::write(&path, &whole[..whole.len() / 100]).unwrap();
    let ran = bughouse(args);
    assert_eq!((ran.code, ran.json().len()), (1, 2));
    assert_eq!(error(&ran)["text"], "the bzip2 data is truncated");
}

//! Games that are saved to disk.

use std::fs;

use serde_json::json;

use crate::client::{Answer, escaped};
use crate::folders::{folder, names, testdata};
use crate::server::{Server, assert_valid_game};

const GAME: &str = "[Event \"new\"]\n\n1A. d4 (1A. c4) *\n";

/// Replaces a game that was just opened.
fn put(server: &Server, key: &str, number: u64, text: &str, overwrite: bool) -> Answer {
    let path = format!("/api/files/{key}/games/{number}");
    let game = server.get(&path);
    let original = if game.status == 200 { game.json()["text"].clone() } else { json!("") };
    server.json("PUT", &path, &json!({ "text": text, "original": original, "overwrite": overwrite }))
}

#[test]
fn a_new_file_is_complete_and_nothing_is_overwritten_by_default() {
    let here = folder("serve-save");
    let server = Server::start::<&str>(&here, &[]);
    let save = |name: &str, text: &str, overwrite: bool| {
        server.json("POST", "/api/save", &json!({ "text": text, "name": name, "overwrite": overwrite }))
    };
    let saved = save("mine", GAME, false).json();
    assert!(saved["name"].as_str().unwrap().ends_with("mine.bpgn"), "{saved}");
    assert_eq!(fs::read_to_string(here.join("mine.bpgn")).unwrap(), GAME);
    assert_valid_game(&fs::read_to_string(here.join("mine.bpgn")).unwrap());
    let error = save("mine.bpgn", "[Event \"other\"]\n\n*", false).rejected(409);
    assert!(error["message"].as_str().unwrap().contains("mine.bpgn exists"), "{error}");
    assert_eq!(fs::read_to_string(here.join("mine.bpgn")).unwrap(), GAME);
    save("mine.bpgn", "[Event \"other\"]\n\n*", true).json();
    assert_eq!(fs::read_to_string(here.join("mine.bpgn")).unwrap(), "[Event \"other\"]\n\n*\n");
    for name in ["../up", "/tmp/x", "a/b", ".hidden", "", "..", "x\\y"] {
        save(name, GAME, true).rejected(400);
    }
    for text in ["", "hello", "1A. e4 garbage *"] {
        save("bad", text, false).rejected(400);
    }
    fs::create_dir(here.join("dir.bpgn")).unwrap();
    save("dir", GAME, true).rejected(409);
    assert_eq!(names(&here), ["dir.bpgn", "mine.bpgn"], "nothing else is left");
}

/// 120 characters of two bytes fit, but not with the suffix of a temporary name.
#[test]
fn long_names_are_saved_or_rejected_as_too_long() {
    let here = folder("serve-save-long");
    let server = Server::start::<&str>(&here, &[]);
    let save = |name: &str, overwrite: bool| {
        server.json("POST", "/api/save", &json!({ "text": GAME, "name": name, "overwrite": overwrite }))
    };
    let long = "\u{e9}".repeat(120);
    for overwrite in [false, true] {
        let saved = save(&long, overwrite).json();
        assert!(saved["name"].as_str().unwrap().ends_with(&format!("{long}.bpgn")), "{saved}");
        let key = escaped(saved["key"].as_str().unwrap());
        assert_eq!(server.get(&format!("/api/files/{key}/games/1")).json()["plies"], 1);
    }
    for name in ["\u{20ac}".repeat(120), "\u{1f600}".repeat(100), "x".repeat(121), "x".repeat(5000)] {
        let error = save(&name, false).rejected(400);
        assert!(error["message"].as_str().unwrap().contains("choose a shorter name"), "{error}");
    }
    assert_eq!(names(&here), [format!("{long}.bpgn")]);
}

#[test]
fn a_game_is_replaced_in_its_file_and_all_others_stay() {
    let here = folder("serve-replace");
    let path = here.join("games.bpgn");
    let before = fs::read_to_string(testdata("several.bpgn")).unwrap();
    fs::write(&path, &before).unwrap();
    let server = Server::start(&here, &["games.bpgn"]);
    let put = |number: u64, text: &str, overwrite: bool| put(&server, "games.bpgn", number, text, overwrite);
    let rejected = put(2, GAME, false).rejected(409);
    assert!(rejected["message"].as_str().unwrap().contains("would be overwritten"), "{rejected}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    put(2, "1A. e4 garbage *", true).rejected(400);
    put(9, GAME, true).rejected(404);
    put(2, &format!("{GAME}\n\n{GAME}"), true).rejected(400);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    put(2, GAME, true).json();
    let after = fs::read_to_string(&path).unwrap();
    let (start, end) = (before.find("[Event \"a move").unwrap(), before.find("[Event \"damaged").unwrap());
    assert_eq!(after, format!("{}{GAME}\n{}", &before[..start], &before[end..]));
    // The index is updated.
    for (number, event, line) in [(1, "?", 1), (2, "new", 15), (3, "damaged", 19), (4, "frozen", 24)] {
        let game = server.get(&format!("/api/files/games.bpgn/games/{number}")).json();
        assert_eq!(game["tags"][0]["value"], event);
        assert_eq!(game["source"]["line"], line);
    }
    put(4, GAME, true).json();
    put(1, GAME, true).json();
    let rows = server.get("/api/games").json();
    assert_eq!((&rows["total"], &rows["games"][3]["event"]), (&4.into(), &"new".into()));
    // Another program writes to the file.
    fs::write(&path, &before).unwrap();
    put(1, GAME, true).rejected(409);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert_eq!(names(&here), ["games.bpgn"]);
}

#[test]
fn a_game_that_would_run_into_the_next_is_not_saved() {
    let here = folder("serve-apart");
    // The second game has no tags: it begins after the result of the first.
    let before = "[Event \"x\"]\n\n1A. e4 *\n\n1A. d4 *\n";
    fs::write(here.join("x.bpgn"), before).unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    assert_eq!(server.get("/api/games").json()["total"], 2);
    let put = |text: &str| put(&server, "x.bpgn", 1, text, true);
    put("[Event \"x\"]\n").rejected(409);
    assert_eq!(fs::read_to_string(here.join("x.bpgn")).unwrap(), before);
    put("[Event \"x\"]\n\n1A. e4 1a. e5 *").json();
    assert_eq!(server.get("/api/games").json()["total"], 2);
}

#[test]
fn only_uncompressed_files_on_this_machine_are_written() {
    let here = folder("serve-plain");
    let server = Server::start::<&str>(&here, &[]);
    server.open("x", GAME.as_bytes()).json();
    let error = put(&server, "x", 1, GAME, true).rejected(400);
    assert!(error["message"].as_str().unwrap().contains("new file"), "{error}");

    let open = Server::on_the_network();
    let files = open.get("/api/files").json();
    assert_eq!((&files["can_save"], &files["folder"]), (&false.into(), &serde_json::Value::Null));
    let body = json!({ "text": GAME, "name": "x", "overwrite": false });
    open.json("POST", "/api/save", &body).rejected(403);
    assert_eq!(names(&here).len(), 0);
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_a_link_its_target() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let here = folder("serve-rights");
    fs::write(here.join("real.bpgn"), "[Event \"x\"]\n\n1A. e4 *\n").unwrap();
    fs::set_permissions(here.join("real.bpgn"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.bpgn", here.join("link.bpgn")).unwrap();
    let server = Server::start(&here, &["link.bpgn"]);
    put(&server, "link.bpgn", 1, GAME, true).json();
    assert!(fs::symlink_metadata(here.join("link.bpgn")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(here.join("real.bpgn")).unwrap(), GAME);
    assert_eq!(fs::metadata(here.join("real.bpgn")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(server.get("/api/files/link.bpgn/games/1").json()["tags"][0]["value"], "new");
}

/// Two tabs, or another program: another game may have the number now.
#[test]
fn a_game_other_than_the_opened_one_is_not_replaced() {
    let here = folder("serve-original");
    let path = here.join("x.bpgn");
    let game = |event: &str| format!("[Event \"{event}\"]\n\n1A. e4 *\n\n");
    fs::write(&path, game("one") + &game("two")).unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    let opened = server.get("/api/files/x.bpgn/games/2").json()["text"].clone();
    let edited = "[Event \"two\"]\n\n1A. e4 {C:mine} *\n";
    let save = |original: &serde_json::Value| {
        let body = json!({ "text": edited, "original": original, "overwrite": true });
        server.json("PUT", "/api/files/x.bpgn/games/2", &body)
    };
    fs::write(&path, game("new") + &game("one") + &game("two")).unwrap();
    save(&opened).rejected(409);
    server.json("POST", "/api/files/x.bpgn/reload", &serde_json::Value::Null).json();
    while server.get("/api/files").json()["files"][0]["state"] == "reading" {}
    let error = save(&opened).rejected(409);
    assert!(error["message"].as_str().unwrap().contains("another game has its number"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), game("new") + &game("one") + &game("two"));
    let third = server.get("/api/files/x.bpgn/games/2").json()["text"].clone();
    save(&third).json();
    // After saving, the saved text is the original.
    save(&json!(edited)).json();
    save(&third).rejected(409);
    let body = json!({ "text": edited, "overwrite": true });
    server.json("PUT", "/api/files/x.bpgn/games/2", &body).rejected(400);
}

#[test]
fn an_open_file_is_not_replaced_by_one_game() {
    let here = folder("serve-save-open");
    let before = fs::read_to_string(testdata("several.bpgn")).unwrap();
    fs::write(here.join("open.bpgn"), &before).unwrap();
    let server = Server::start(&here, &["open.bpgn"]);
    for overwrite in [true, false] {
        let body = json!({ "text": GAME, "name": "open", "overwrite": overwrite });
        server.json("POST", "/api/save", &body).rejected(if overwrite { 400 } else { 409 });
    }
    assert_eq!(fs::read_to_string(here.join("open.bpgn")).unwrap(), before);
}

#[test]
fn a_saved_file_is_open_and_can_be_saved_again() {
    let here = folder("serve-save-again");
    let server = Server::start::<&str>(&here, &[]);
    let save = |text: &str, overwrite: bool| {
        server.json("POST", "/api/save", &json!({ "text": text, "name": "mine", "overwrite": overwrite }))
    };
    assert_eq!(save(GAME, false).json()["key"], "mine.bpgn");
    assert_eq!(server.get("/api/files/mine.bpgn/games/1").json()["tags"][0]["value"], "new");
    save("[Event \"newer\"]\n\n1A. e4 *", false).rejected(409);
    assert_eq!(save("[Event \"newer\"]\n\n1A. e4 *", true).json()["key"], "mine.bpgn");
    assert_eq!(server.get("/api/files/mine.bpgn/games/1").json()["tags"][0]["value"], "newer");
    assert_eq!(server.get("/api/files").json()["files"].as_array().unwrap().len(), 1);
}

#[test]
fn text_after_a_game_does_not_become_a_part_of_it() {
    let here = folder("serve-stray");
    let before = "[Event \"x\"]\n\n1A. e4 *\n\nstray words\n\n[Event \"y\"]\n\n1A. e4 *\n";
    fs::write(here.join("x.bpgn"), before).unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    put(&server, "x.bpgn", 1, "[Event \"x\"]\n\n1A. e4", true).rejected(409);
    assert_eq!(fs::read_to_string(here.join("x.bpgn")).unwrap(), before);
    put(&server, "x.bpgn", 1, "[Event \"x\"]\n\n1A. d4 *", true).json();
}

/// A list requested while a game is saved shows the file before or after.
#[test]
fn a_list_during_a_save_is_consistent() {
    let here = folder("serve-list-save");
    let text: String = (1..=300).map(|n| format!("[Event \"{n}\"]\n\n1A. e4 *\n\n")).collect();
    fs::write(here.join("x.bpgn"), text).unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
                    let rows = server.get("/api/games?limit=300").json();
                    for (index, row) in rows["games"].as_array().unwrap().iter().enumerate() {
                        assert_eq!(row["event"], (index + 1).to_string(), "{row}");
                    }
                }
            });
        }
        for round in 0..12 {
            let words = "x".repeat(round * 7);
            let text = format!("[Event \"5\"]\n\n1A. e4 {{C:{words}.}} *\n");
            put(&server, "x.bpgn", 5, &text, true).json();
        }
        is_done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[cfg(unix)]
#[test]
fn files_saved_at_the_same_time_are_all_complete() {
    let here = folder("serve-save-many");
    let server = Server::start::<&str>(&here, &[]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let body = json!({ "text": GAME, "name": "same", "overwrite": true });
                    server.json("POST", "/api/save", &body).json();
                }
            });
        }
    });
    assert_eq!(names(&here), ["same.bpgn"]);
    assert_eq!(server.get("/api/files").json()["files"].as_array().map(Vec::len), Some(1), "it is open once");
}

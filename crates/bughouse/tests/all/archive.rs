//! `archive`, `explore` and `search`, as a user runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use bughouse_generator::Generator;
use serde_json::{Value, json};

use crate::folders::{folder, testdata};
use crate::run::{START, bughouse, command};
use crate::serve::Server;
use crate::shared_data::real_games;

/// Writes synthetic games to a file.
fn write_games(path: &Path, seed: u64, count: u64) -> Vec<u8> {
    let generator = Generator::new(seed);
    let mut text = Vec::new();
    (0..count).for_each(|number| generator.write_game(number, &mut text));
    fs::write(path, &text).unwrap();
    text
}

/// Runs `bughouse` and returns its output, which may not be UTF-8.
fn printed(args: &[&str]) -> Vec<u8> {
    let output = command().args(args).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn games_are_added_explored_found_and_exported() {
    let folder = folder("archive-round");
    let (file, archive) = (folder.join("games.bpgn"), folder.join("archive"));
    let written = write_games(&file, 21, 60);
    let added = bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    assert_eq!(added, format!("{}: 60 ok\n60 games added, 60 in the archive\n", text(&file)));
    let again = bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    assert_eq!(again, format!("{}: already in the archive\n0 games added, 60 in the archive\n", text(&file)));

    let info = bughouse(["archive", "info", text(&archive), "--verify", "--json"]).json();
    assert_eq!((&info[0]["games"], &info[0]["counts"]["ok"]), (&60.into(), &60.into()));
    assert_eq!(info[0]["sources"][0]["name"].as_str(), Some(text(&file)));
    assert!(bughouse(["archive", "info", text(&archive)]).fine().starts_with("60 games, "));

    assert!(printed(&["archive", "export", text(&archive)]) == written);
    let third = printed(&["archive", "export", text(&archive), "--game", "2"]);
    assert!(third.starts_with(b"[Event ") && written.windows(third.len()).any(|part| part == third));
    assert_eq!(
        bughouse(["archive", "export", text(&archive), "--game", "60"]).rejected(),
        "error: there is no game 60: expected 0 to 59\n"
    );

    let explored = bughouse(["explore", text(&archive), "start", "--json"]).json();
    let explored = &explored[0];
    assert_eq!(explored["position"], START);
    assert_eq!(explored["total"], 120);
    let moves = explored["moves"].as_array().unwrap();
    let games: u64 = moves.iter().map(|played| played["games"].as_u64().unwrap()).sum();
    assert_eq!(games + explored["ended"]["games"].as_u64().unwrap_or(0), 120);
    for played in moves {
        let count = |name: &str| played[name].as_u64().unwrap();
        assert!(count("won") + count("drawn") + count("lost") <= count("games"), "{played}");
    }
    let shown = bughouse(["explore", text(&archive), "start"]).fine();
    assert!(shown.starts_with(&format!("{START}\n120 boards in 60 games\n\nmove ")), "{shown}");
    let both = bughouse(["explore", text(&archive), "start | start", "--json"]).json();
    assert_eq!((&both[0]["total"], &both[0]["total_games"]), (&60.into(), &60.into()));
    assert_eq!(explored["total_games"], 60);

    let count = bughouse(["search", text(&archive), "mate", "--count"]).fine();
    let found = bughouse(["search", text(&archive), "mate", "--json"]).json();
    assert_eq!(count, format!("{}\n", found.len()));
    let first = &found[0];
    let number = first["number"].to_string();
    let replayed = bughouse(["replay", text(&file), "--game", &number, "--json"]).json();
    let half_move = replayed.iter().find(|part| part["ply"] == first["ply"]).unwrap();
    assert!(half_move["san"].as_str().unwrap().ends_with('#'), "{half_move}");
    let records = printed(&["search", text(&archive), "mate", "--bpgn"]);
    assert_eq!(records.windows(7).filter(|part| part == b"[Event ").count(), found.len());
    let sql = bughouse(["search", text(&archive), "mate", "--sql"]).fine();
    assert!(sql.contains("/moves/000001.parquet']"), "{sql}");
    assert_eq!(
        bughouse(["search", text(&archive), "mate", "drp:N"]).rejected(),
        "error: unknown term `drp`: did you mean `drop`?\n  mate drp:N\n       ^^^\n\
         hint: all terms are listed at https://bughouse.example/docs/reference/query-language.html\n"
    );
}

#[test]
fn unknown_names_and_limits_are_reported() {
    let folder = folder("archive-unknown");
    let archive = folder.join("archive");
    write_games(&folder.join("games.bpgn"), 28, 30);
    // The archive is inside the folder that is added.
    for added in ["30 games added, 30 in the archive\n", "0 games added, 30 in the archive\n"] {
        let printed = bughouse(["archive", "add", "--no-text", text(&archive), text(&folder)]).fine();
        assert!(printed.ends_with(added), "{printed}");
    }
    let inside = bughouse(["archive", "add", text(&folder), text(&folder.join("games.bpgn"))]).rejected();
    let expected = "the folder of the archive; use another folder for the archive\n";
    assert_eq!(inside, format!("error: all files to add are in `{}`, {expected}", text(&folder)));
    let explored =
        command().args(["explore", text(&archive), "start", "--player", "nobody"]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&explored.stderr),
        "note: no player in this archive is named nobody\n"
    );
    let found = command().args(["search", text(&archive), "player:nobody", "--count"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stderr), "note: no player in this archive is named nobody\n");
    assert_eq!(found.stdout, b"0\n");
    assert_eq!(
        bughouse(["search", text(&archive), "mate", "--bpgn"]).rejected(),
        "error: this archive has no game text, because it was created with --no-text. To print games, add the files to a new \
         archive without --no-text\n"
    );
    let file = testdata("several.bpgn");
    let little =
        bughouse(["archive", "add", text(&archive), &file, "--memory", "64", "--threads", "1"]).rejected();
    assert_eq!(little, "error: 64 MB of memory is not enough for this archive: it needs about 155 MB\n");
    let late = bughouse(["search", text(&archive), "mate", "--timeout", "0"]).rejected();
    assert!(late.starts_with("error: the query takes too long: stopped after 0 s with 0 % of"), "{late}");
}

#[test]
fn control_characters_in_names_are_not_printed() {
    let folder = folder("archive-escapes");
    let (archive, file) = (folder.join("archive"), folder.join("games.bpgn"));
    let record = "[WhiteA \"\u{1b}[2J\u{7}Ann\"]\n[Result \"*\"]\n1A. e4 1a. e5 {Bob checkmated} 0-1\n\n\
                  [WhiteA \"Eve\"]\n1A. \u{1b}[31mKe9 *\n";
    std::fs::write(&file, record).unwrap();
    let calls = [
        vec!["archive", "add", text(&archive), text(&file)],
        vec!["archive", "info", text(&archive)],
        vec!["archive", "skipped", text(&archive)],
        vec!["explore", text(&archive), "start"],
        vec!["search", text(&archive), "to:e4"],
        vec!["search", text(&archive), "player:\u{1b}[2J"],
        vec!["search", text(&archive), "\u{1b}[2J:3"],
    ];
    for arguments in calls {
        let output = command().args(&arguments).output().unwrap();
        for bytes in [&output.stdout, &output.stderr] {
            let printed_text = String::from_utf8_lossy(bytes);
            assert!(
                !printed_text.chars().any(|c| c.is_control() && c != '\n'),
                "{arguments:?}: {printed_text:?}"
            );
        }
    }
    let found = bughouse(["search", text(&archive), "to:e4"]).stdout;
    assert!(found.contains("\u{fffd}[2J\u{fffd}Ann with ? against ? with ?"), "{found}");
}

#[test]
fn the_winner_is_shown_if_the_result_does_not_name_one() {
    let folder = folder("archive-result");
    let (archive, file) = (folder.join("archive"), folder.join("games.bpgn"));
    let record = "[WhiteA \"Ann\"]\n[BlackA \"Bob\"]\n[Result \"*\"]\n\
                  1A. f3 1a. e5 {Ann forfeits on time} *\n";
    std::fs::write(&file, record).unwrap();
    let printed = bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    assert!(printed.ends_with("\n1 game added, 1 in the archive\n"), "{printed}");
    let found = bughouse(["search", text(&archive), "result:0-1"]).stdout;
    assert!(found.ends_with("  * (won by BlackA and WhiteB)\n"), "{found}");
}

#[test]
fn a_folder_that_is_not_an_archive_is_reported() {
    let folder = folder("archive-none");
    let missing = folder.join("missing");
    let expected = format!(
        "error: `{0}` doesn't exist. Create an archive with `bughouse archive add {0} FILE...`\n",
        text(&missing)
    );
    assert_eq!(bughouse(["archive", "info", text(&missing)]).rejected(), expected);
    assert_eq!(bughouse(["explore", text(&missing), "start"]).rejected(), expected);
    assert_eq!(bughouse(["search", text(&missing), "mate"]).rejected(), expected);
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    let expected = format!(
        "error: `{0}` is a file, not an archive. Create one with `bughouse archive add my-games {0}`\n",
        text(&file)
    );
    assert_eq!(bughouse(["search", text(&file), "mate"]).rejected(), expected);
    assert_eq!(bughouse(["search", text(&file), "mate", "--sql"]).rejected(), expected);
    let rejected = bughouse(["archive", "add", text(&file), &testdata("several.bpgn")]).rejected();
    assert!(rejected.contains("is a file, not an archive: pass a folder before the files"), "{rejected}");
    assert!(!missing.exists());
    fs::write(folder.join("mine"), "x").unwrap();
    let rejected = bughouse(["archive", "add", text(&folder), &testdata("several.bpgn")]).rejected();
    assert!(rejected.contains("has files but no manifest.json. Pass a new or empty folder"), "{rejected}");
    let stdin = bughouse(["archive", "add", text(&missing), "-"]).rejected();
    assert!(stdin.starts_with("error: stdin can't be added"), "{stdin}");
    let absent = bughouse(["archive", "add", text(&missing), text(&folder.join("absent.bpgn"))]).rejected();
    assert!(absent.contains("absent.bpgn"), "{absent}");
}

#[test]
fn skipped_games_are_listed_with_file_and_line() {
    let folder = folder("archive-rejected");
    let (file, archive) = (folder.join("games.bpgn"), folder.join("archive"));
    let game = "[Event \"x\"]\n1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bb5 3a. a6 4A. Ba4 4a. Nf6 *\n\n";
    fs::write(&file, format!("{game}[Event \"x\"]\n1A. e4 1a. Ke4 *\n\n{game}stray words\n")).unwrap();
    bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    let listed = bughouse(["archive", "skipped", text(&archive)]).fine();
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with(&format!("{}:4: ", text(&file))), "{listed}");
    assert_eq!(lines[1], format!("{}:7: duplicate: the same game as number 0", text(&file)));
    assert!(lines[2].contains("no-game"), "{listed}");
    let duplicates =
        bughouse(["archive", "skipped", text(&archive), "--reason", "duplicate", "--json"]).json();
    assert_eq!((duplicates.len(), &duplicates[0]["game"]), (1, &0.into()));
}

#[test]
fn real_games_are_all_accounted_for() {
    let games = real_games();
    if games.is_empty() {
        return;
    }
    let archive = folder("archive-real").join("archive");
    let files = games.iter().map(|game| text(&game.path));
    let added = bughouse(["archive", "add", "--json", text(&archive)].into_iter().chain(files)).json();
    assert_eq!(added.len(), games.len());
    for (game, added) in games.iter().zip(&added) {
        let counts = added["counts"].as_object().unwrap();
        let total: u64 = counts.values().map(|count| count.as_u64().unwrap()).sum();
        assert!(total == 1 || added["known"] == true, "{}: {added}", game.path.display());
    }
    let info = bughouse(["archive", "info", text(&archive), "--json"]).json();
    let skipped = bughouse(["archive", "skipped", text(&archive), "--json"]).json();
    let counts = info[0]["counts"].as_object().unwrap();
    let count = |name: &str| counts.get(name).and_then(Value::as_u64).unwrap_or(0);
    let kept = info[0]["games"].as_u64().unwrap();
    assert_eq!(kept, count("ok") + count("repaired") + count("broken"));
    assert_eq!(
        skipped.len() as u64,
        counts.values().map(|n| n.as_u64().unwrap()).sum::<u64>() - kept + count("broken")
    );
}

/// Checks that an archive is valid after an interrupted import, and that the same command adds the rest.
fn finish_and_compare(archive: &Path, file: &Path, written: &[u8], games: u64) {
    let before = bughouse(["archive", "info", text(archive), "--verify", "--json"]);
    if archive.join("manifest.json").exists() {
        assert_eq!(before.code, 0, "{before:?}");
        let kept = before.json()[0]["games"].as_u64().unwrap();
        assert!(kept <= games, "{kept}");
    }
    bughouse(["archive", "add", text(archive), text(file)]).fine();
    let info = bughouse(["archive", "info", text(archive), "--verify", "--json"]).json();
    assert_eq!(info[0]["games"].as_u64(), Some(games));
    assert_eq!(info[0]["counts"]["ok"].as_u64(), Some(games), "{}", info[0]["counts"]);
    assert!(printed(&["archive", "export", text(archive)]) == written);
    assert!(!archive.join("spills").exists());
}

#[test]
fn a_killed_import_leaves_a_valid_archive() {
    let folder = folder("archive-killed");
    let file = folder.join("games.bpgn");
    let written = write_games(&file, 22, 1500);
    let mut cut_off = 0;
    for moment in 0..12 {
        let archive = folder.join(format!("archive-{moment}"));
        let mut child = command()
            .args(["archive", "add", "--batch", "150", text(&archive), text(&file)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(15 + 40 * moment));
        child.kill().unwrap();
        cut_off += u64::from(!child.wait().unwrap().success());
        finish_and_compare(&archive, &file, &written, 1500);
    }
    assert!(cut_off > 0, "at least one was cut off");
}

/// A limit on the size of files simulates a full disk: writes fail in the same places.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_valid_archive() {
    let folder = folder("archive-full");
    let file = folder.join("games.bpgn");
    let written = write_games(&file, 23, 1500);
    let mut failed = 0;
    for blocks in [1, 20, 100, 200, 400] {
        let archive = folder.join(format!("archive-{blocks}"));
        let program = env!("CARGO_BIN_EXE_bughouse");
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" archive add --batch 700 \"$1\" \"$2\"");
        let output =
            Command::new("sh").args(["-c", &script, program, text(&archive), text(&file)]).output().unwrap();
        if !output.status.success() {
            failed += 1;
            assert_eq!(output.status.code(), Some(1));
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(stderr.starts_with("error: ") && stderr.contains(text(&archive)), "{stderr}");
        }
        finish_and_compare(&archive, &file, &written, 1500);
    }
    assert!(failed > 1, "some were cut off: {failed}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_read() {
    let folder = folder("archive-ctrl-c");
    let (file, archive) = (folder.join("games.bpgn"), folder.join("archive"));
    let written = write_games(&file, 24, 6000);
    let child = command()
        .args(["archive", "add", "--batch", "500", text(&archive), text(&file)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Stop it after the first batch.
    while !fs::read_to_string(archive.join("manifest.json")).is_ok_and(|text| text.contains("000001.parquet"))
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    // It may have finished before the signal.
    let is_stopped =
        String::from_utf8_lossy(&output.stderr).contains("stopped; the games read so far are in the archive");
    assert_eq!(output.status.code(), Some(if is_stopped { 130 } else { 0 }), "{output:?}");
    finish_and_compare(&archive, &file, &written, 6000);
}

#[test]
fn an_archive_can_be_read_while_games_are_added() {
    let folder = folder("archive-readers");
    let (file, more, archive) = (folder.join("games.bpgn"), folder.join("more.bpgn"), folder.join("archive"));
    write_games(&file, 25, 100);
    write_games(&more, 26, 3000);
    bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    let mut child = command()
        .args(["archive", "add", "--batch", "200", text(&archive), text(&more)])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut before = 100;
    loop {
        let ended = child.try_wait().unwrap().is_some();
        let info = bughouse(["archive", "info", text(&archive), "--verify", "--json"]).json();
        let games = info[0]["games"].as_u64().unwrap();
        assert!(games >= before, "{games} after {before}");
        before = games;
        let explored = bughouse(["explore", text(&archive), "start", "--json"]).json();
        assert!(explored[0]["total"].as_u64().unwrap() >= 2 * games);
        if ended {
            break;
        }
    }
    assert_eq!(before, 3100);
}

#[test]
fn chess_com_boards_are_added_in_pairs() {
    let archive = folder("archive-chesscom").join("archive");
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    let added = bughouse(["archive", "add", "--json", text(&archive), text(&boards)]);
    let lines = added.json();
    let pairs = lines.iter().find(|line| line["file"].as_str().unwrap().contains(".json")).unwrap();
    // The folder has the same games as BPGN. The text starts with that of one of these files, so only the rest is read.
    assert_eq!(pairs["counts"]["duplicate"], 2, "{pairs}");
    assert_eq!(bughouse(["archive", "info", text(&archive), "--json"]).json()[0]["games"], 3);
}

#[test]
fn an_archive_is_served() {
    let folder = folder("archive-served");
    let (file, archive) = (folder.join("games.bpgn"), folder.join("archive"));
    write_games(&file, 27, 50);
    bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    let server = Server::start(&folder, &[text(&archive)]);
    let json = |target: &str| -> Value { server.get(target).json() };
    let explored = json("/api/explore?position=start");
    assert_eq!(explored, bughouse(["explore", text(&archive), "start", "--json"]).json()[0]);
    let white = json("/api/explore?position=start&seat=WhiteB&result=won&from=1990&to=2030-12-31&games=2");
    assert!(white["total"].as_u64().unwrap() < 50 && white["total"].as_u64().unwrap() > 0, "{white}");
    let found = json("/api/search?q=mate+drop&limit=3");
    let listed = bughouse(["search", text(&archive), "mate drop", "--json", "--limit", "3"]).json();
    assert_eq!(found["games"].as_array().unwrap(), &listed);
    assert_eq!(
        found["total"].to_string() + "\n",
        bughouse(["search", text(&archive), "mate drop", "--count"]).fine()
    );
    let id = &listed[0]["game"];
    let game = json(&format!("/api/archive/games/{id}"));
    assert_eq!(game["source"]["game"], *id);
    assert_eq!(
        game["main"]["half_moves"].as_array().unwrap().len() as u64,
        listed[0]["plies"].as_u64().unwrap()
    );
    let second = json("/api/search?q=mate+drop&limit=2&offset=1");
    assert_eq!((&second["offset"], &second["total"]), (&json!(1), &found["total"]));
    assert_eq!(second["games"].as_array().unwrap(), &listed[1..]);
    let all = json("/api/search?offset=48&limit=5");
    assert_eq!((&all["total"], all["games"].as_array().unwrap().len()), (&json!(50), 2));
    assert_eq!((&all["games"][0]["game"], &all["games"][0]["ply"]), (&json!(48), &Value::Null));
    let open_archive = &json("/api/files")["archive"];
    assert_eq!(open_archive, &json!({ "name": "archive", "games": 50, "has_texts": true }));
    let years = json("/api/explore/years?position=start&seat=WhiteB");
    let sum = |numbers: &Value| numbers.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum(&years["games"]), 50);
    let explored = json("/api/explore?position=start&seat=WhiteB");
    assert_eq!(sum(&years["moves"][0]["games"]), explored["moves"][0]["games"].as_u64().unwrap());
    assert_eq!(years["moves"][0]["san"], explored["moves"][0]["san"]);
    let name = listed[0]["seats"]["BlackB"]["name"].as_str().unwrap();
    let player = json(&format!("/api/archive/players/{}", name.to_uppercase()));
    assert_eq!(player["name"], name);
    let games = json(&format!("/api/search?q=player:{name}&limit=500"));
    assert_eq!(player["score"]["games"], games["total"]);
    assert!(player["all_drops"].as_u64().unwrap() > 0, "{player}");
    let known = json(&format!("/api/archive/players?limit=1&prefix={}", &name[..name.len() - 1]));
    assert_eq!(known["players"].as_array().unwrap().len(), 1, "{known}");
    for (target, status) in [
        ("/api/explore", 400),
        ("/api/explore/years?position=start&result=maybe", 400),
        ("/api/search?offset=-1", 400),
        ("/api/archive/players?limit=501", 400),
        ("/api/archive/players/nobody%20at%2Fall", 404),
        ("/api/archive/players/", 404),
        ("/api/explore?position=nonsense", 400),
        ("/api/explore?position=start&from=soon", 400),
        ("/api/explore?position=start&other=1", 400),
        ("/api/search?q=drp", 400),
        ("/api/archive/games/50", 404),
        ("/api/archive/games/x", 400),
    ] {
        server.get(target).rejected(status);
    }
    // Games that are added while the server runs are found.
    let more = folder.join("more.bpgn");
    write_games(&more, 28, 7);
    bughouse(["archive", "add", text(&archive), text(&more)]).fine();
    assert_eq!(json("/api/explore?position=start")["total"], 114);
    let rejected = bughouse(["serve", "--port", "0", text(&archive), text(&archive)]).rejected();
    assert!(rejected.contains("only one archive can be open at a time"), "{rejected}");
}

#[test]
fn a_file_that_is_cut_off_adds_no_game() {
    let folder = folder("archive-cut-off");
    let (cut, whole, archive) = (folder.join("cut.bpgn"), folder.join("whole.bpgn"), folder.join("archive"));
    let written = write_games(&whole, 31, 5);
    fs::write(&cut, &written[..written.len() - 300]).unwrap();
    let (cut, whole, archive) = (text(&cut), text(&whole), text(&archive));
    let added = bughouse(["archive", "add", archive, whole]).fine();
    assert_eq!(added, format!("{whole}: 5 ok\n5 games added, 5 in the archive\n"));
    let done = bughouse(["archive", "add", archive, cut]);
    assert!(done.stdout.ends_with("\n0 games added, 5 in the archive\n"), "{}", done.stdout);
    let note = format!(
        "note: {cut}: its last game is cut off; {whole} has all of it, so game 5 doesn't count and game 4 does\n"
    );
    assert_eq!(done.stderr, note);
    let fine = bughouse(["archive", "repair", archive]).fine();
    assert!(fine.starts_with("nothing to repair: 5 games in "), "{fine}");
    bughouse(["archive", "info", archive, "--verify"]).fine();
}

#[test]
fn a_damaged_manifest_is_repaired() {
    let folder = folder("archive-repair");
    let (file, archive) = (folder.join("games.bpgn"), folder.join("archive"));
    let written = write_games(&file, 31, 20);
    bughouse(["archive", "add", text(&archive), text(&file)]).fine();
    let fine = bughouse(["archive", "repair", text(&archive)]).fine();
    assert_eq!(fine, "nothing to repair: 20 games in 6 files\n");
    let manifest = archive.join("manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, whole.replace("\"next_batch\": 2", "\"next_batch\": 1")).unwrap();
    let hint =
        format!("hint: rebuild it from the other files with `bughouse archive repair {}`\n", text(&archive));
    let commands: [&[&str]; 5] = [
        &["archive", "info", text(&archive)],
        &["archive", "add", text(&archive), text(&file)],
        &["archive", "compact", text(&archive)],
        &["explore", text(&archive), "start"],
        &["search", text(&archive), "mate"],
    ];
    for args in commands {
        let stderr = bughouse(args.iter().copied()).rejected();
        assert!(
            stderr.contains("manifest.json is damaged: its checksum doesn't match\n"),
            "{args:?}: {stderr}"
        );
        assert!(stderr.ends_with(&hint), "{args:?}: {stderr}");
    }
    let repaired = bughouse(["archive", "repair", text(&archive)]).fine();
    assert_eq!(
        repaired,
        format!(
            "problem: {} is damaged: its checksum doesn't match\n\
             new manifest.json: 20 games in 6 files\n\
             the damaged manifest was kept as manifest.damaged-1.json\n\
             1 source name lost: if you add the files again, their games are found to be duplicates\n",
            text(&manifest)
        )
    );
    assert!(printed(&["archive", "export", text(&archive)]) == written);
    bughouse(["archive", "info", text(&archive), "--verify"]).fine();
    fs::remove_file(archive.join("moves/000001.parquet")).unwrap();
    let stderr = bughouse(["archive", "repair", text(&archive)]).rejected();
    assert!(stderr.contains("is damaged: its files have"), "{stderr}");
}

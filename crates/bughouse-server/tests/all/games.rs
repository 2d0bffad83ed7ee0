//! Lists, searches and replays.

use serde_json::{Value, json};

use crate::client::escaped;
use crate::folders::{folder, testdata};
use crate::server::Server;

const GAMES: &str = "\
[Event \"one\"]\n[Date \"2005.03.01\"]\n[WhiteA \"Anna\"][WhiteAElo \"2000\"]\n[BlackA \"Boris\"][BlackAElo \"1500\"]\n\
[WhiteB \"Clara\"][WhiteBElo \"1400?\"]\n[BlackB \"Dmitri\"]\n[Result \"1-0\"]\n\n1A. e4 1a. e5 {Boris resigns} 1-0\n\n\
[Event \"two\"]\n[Date \"2006.??.??\"]\n[WhiteA \"Clara\"]\n[BlackA \"annabel\"]\n[WhiteB \"Boris\"]\n[BlackB \"Eve\"]\n[Result \"0-1\"]\n\n\
1A. e4 {Clara forfeits on time} 0-1\n\n\
[Event \"three\"]\n[WhiteA \"Zo\u{eb} \\\"Z\\\"\"]\n[Result \"*\"]\n\n*\n";

fn numbers(server: &Server, query: &str) -> Vec<u64> {
    let rows = server.get(&format!("/api/games?{query}")).json();
    let games: Vec<u64> =
        rows["games"].as_array().unwrap().iter().map(|row| row["game"].as_u64().unwrap()).collect();
    assert_eq!(rows["matched"], games.len(), "{query}");
    games
}

#[test]
fn games_are_found_by_all_parameters() {
    let folder = folder("serve-search");
    std::fs::write(folder.join("games.bpgn"), GAMES).unwrap();
    let server = Server::start(&folder, &["games.bpgn"]);
    for (query, expected) in [
        ("", &[1, 2, 3][..]),
        ("player=anna", &[1, 2]),
        ("player=%22ANNA%22", &[1]),
        ("partner=anna", &[1, 2]),
        ("player=zo%C3%AB", &[3]),
        // Boris and Clara are partners in the first game, but not in the second.
        ("player=boris&partner=clara", &[1]),
        ("player=clara&partner=boris", &[1]),
        ("player=anna&partner=boris", &[2]),
        ("player=boris&result=won", &[2]),
        ("player=boris&result=lost", &[1]),
        ("player=anna&min_rating=1900", &[1]),
        ("player=boris&min_rating=1900", &[]),
        ("player=clara&max_rating=1400", &[1]),
        // The mean of the known ratings is 1633.
        ("min_rating=1633", &[1]),
        ("min_rating=1634", &[]),
        ("max_rating=3000", &[1]),
        ("min_rating=1", &[1]),
        ("min_rating=0", &[1]),
        ("from=2005", &[1, 2]),
        ("from=2005-03-01&to=2005.03.01", &[1]),
        ("from=2005-03-02", &[2]),
        ("to=2005-12", &[1]),
        ("result=1-0", &[1]),
        ("result=*", &[3]),
        ("end=resignation", &[1]),
        ("end=time", &[2]),
        ("end=other", &[3]),
        ("end=checkmate", &[]),
        ("player=nobody", &[]),
        ("file=games.bpgn&player=eve", &[2]),
    ] {
        assert_eq!(numbers(&server, query), expected, "{query}");
    }
    for (query, expected) in [
        ("min_rating=high", "min_rating: expected a rating from 0 to 9999, found high"),
        ("from=1.2.2005", "from: expected a day as YYYY, YYYY-MM or YYYY-MM-DD, found 1.2.2005"),
        ("result=win", "result: expected 1-0, 0-1, 1/2-1/2, *, won or lost, found win"),
        ("result=won", "result: `won` and `lost` need a `player`"),
        ("limit=0", "limit: expected a number from 1 to 500, found 0"),
        ("limit=501", "limit: expected a number from 1 to 500, found 501"),
    ] {
        assert_eq!(server.get(&format!("/api/games?{query}")).rejected(400)["message"], expected);
    }
    let message = server.get("/api/games?end=boredom").rejected(400)["message"].to_string();
    assert!(message.contains("checkmate") && message.contains("boredom"), "{message}");
    let message = server.get("/api/games?offset=-1").rejected(400)["message"].clone();
    assert_eq!(message, "offset: expected a number, found -1");
    let message = server.get("/api/games?playr=anna").rejected(400)["message"].to_string();
    assert!(message.contains("playr"), "{message}");
    server.get("/api/games?file=none").rejected(404);
}

#[test]
fn a_page_of_the_list_spans_several_files() {
    let folder = folder("serve-pages");
    std::fs::write(folder.join("a.bpgn"), GAMES).unwrap();
    std::fs::write(folder.join("b.bpgn"), GAMES).unwrap();
    let server = Server::start(&folder, &["a.bpgn", "b.bpgn", "./a.bpgn"]);
    let places = |query: &str| -> Vec<String> {
        let rows = server.get(&format!("/api/games?{query}")).json();
        assert_eq!(rows["total"], 9);
        let place = |row: &Value| format!("{}:{}", row["file"].as_str().unwrap(), row["game"]);
        rows["games"].as_array().unwrap().iter().map(place).collect()
    };
    assert_eq!(places("offset=2&limit=3"), ["a.bpgn:3", "b.bpgn:1", "b.bpgn:2"]);
    assert_eq!(places("offset=7"), ["a.bpgn-2:2", "a.bpgn-2:3"]);
    assert_eq!(places("offset=1&limit=3&player=anna"), ["a.bpgn:2", "b.bpgn:1", "b.bpgn:2"]);
    assert_eq!(places("offset=99").len(), 0);
}

#[test]
fn a_folder_is_replaced_by_its_game_files() {
    let folder = folder("serve-folder");
    std::fs::create_dir_all(folder.join("games/below")).unwrap();
    for name in ["games/b.bpgn", "games/below/a.bpgn"] {
        std::fs::write(folder.join(name), GAMES).unwrap();
    }
    std::fs::write(folder.join("games/notes.txt"), "no game").unwrap();
    let server = Server::start(&folder, &["games"]);
    let rows = server.get("/api/games").json();
    assert_eq!(rows["total"], 6);
    let mut files: Vec<&str> =
        rows["games"].as_array().unwrap().iter().map(|row| row["file"].as_str().unwrap()).collect();
    files.dedup();
    assert_eq!(files, ["b.bpgn", "a.bpgn"]);
}

#[test]
fn a_half_move_is_described_in_words() {
    let here = folder("serve-words");
    let server = Server::start::<&str>(&here, &[]);
    let text = "1A. e4 1a. d5 2A. exd5 1B. e4 1b. P@d5 2B. exd5 2a. P@d4 3A. c4 3a. dxc3 4A. Nf3 4a. Nf6 \
                5A. Be2 5a. g6 6A. O-O *";
    let game = server.json("POST", "/api/game", &json!({ "text": text })).json();
    let spoken: Vec<&str> = game["main"]["half_moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|half_move| half_move["spoken"].as_str().unwrap())
        .collect();
    assert_eq!(spoken[0], "board A, White, pawn e4");
    assert_eq!(spoken[2], "board A, White, pawn takes pawn d5");
    assert_eq!(spoken[4], "board B, Black, pawn dropped on d5");
    assert_eq!(spoken[8], "board A, Black, pawn takes pawn c3 en passant");
    assert_eq!(
        game["main"]["half_moves"][8]["capture"],
        json!({"piece": "pawn", "promoted": false, "square": "c4"})
    );
    assert_eq!(*spoken.last().unwrap(), "board A, White, castles kingside");
    let castling = game["main"]["half_moves"].as_array().unwrap().last().unwrap();
    assert_eq!((&castling["from"], &castling["to"]), (&json!("e1"), &json!("g1")));
}

#[test]
fn a_broken_game_is_replayed_up_to_the_error() {
    let here = folder("serve-broken");
    let server = Server::start(&here, &[testdata("several.bpgn")]);
    let game = server.get("/api/files/several.bpgn/games/2").json();
    assert_eq!(game["state"], "broken");
    assert_eq!(game["main"]["half_moves"].as_array().unwrap().len(), 2);
    assert_eq!(game["main"]["unplayed"][0]["san"], "Ke3");
    assert_eq!(game["main"]["unplayed"].as_array().unwrap().len(), 2);
    let stop = &game["stopped_at"];
    assert_eq!((&stop["ply"], &stop["line"], &stop["column"]), (&json!(3), &json!(21), &json!(5)));
    assert_eq!(stop["excerpt"], "  2A. Ke3 {177} 2a. d6 {176} *\n      ^^^");
    let damaged = server.get("/api/files/several.bpgn/games/3").json();
    let note =
        damaged["diagnostics"].as_array().unwrap().iter().find(|note| note["severity"] == "error").unwrap();
    assert_eq!((&note["line"], &note["ply"]), (&json!(26), &json!(1)), "{note}");
    // The variations of unplayed half-moves are included.
    let text = "1A. e4 1a. Ke5 (1a. e5 2A. Nf3) 2A. d4 (2A. a4) *";
    let game = server.json("POST", "/api/game", &json!({ "text": text })).json();
    let unplayed = &game["main"]["unplayed"];
    assert_eq!(unplayed[0]["variations"][0]["half_moves"][1]["san"], "Nf3");
    assert_eq!(unplayed[0]["variations"][0]["path"], "2.1");
    assert_eq!(unplayed[1]["variations"][0]["unplayed"][0]["san"], "a4");
}

#[test]
fn missing_files_and_games_are_reported() {
    let here = folder("serve-missing");
    std::fs::write(here.join("empty.bpgn"), "nothing\n").unwrap();
    let server = Server::start(&here, &["empty.bpgn", &testdata("several.bpgn")]);
    let files = server.get("/api/files").json();
    assert_eq!(files["files"][0]["state"], "broken");
    assert!(files["files"][0]["error"].as_str().unwrap().contains("no game found"), "{files}");
    let message = server.get("/api/files/several.bpgn/games/99").rejected(404)["message"].to_string();
    assert!(message.contains("there is no game 99") && message.contains("has 4 games"), "{message}");
    server.get("/api/files/several.bpgn/games/0").rejected(404);
    server.get("/api/files/none/games/1").rejected(404);
    server.get("/api/nothing").rejected(404);
    server.get("/nothing").rejected(404);
    server.send("PATCH", "/api/files", &[], b"").rejected(405);
}

#[test]
fn a_file_that_changes_on_disk_is_noticed_and_read_again() {
    let here = folder("serve-changed");
    std::fs::write(here.join("x.bpgn"), "[Event \"one\"]\n\n1A. e4 *\n").unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    assert_eq!(server.get("/api/files/x.bpgn/games/1").json()["tags"][0]["value"], "one");
    std::fs::write(here.join("x.bpgn"), "[Event \"two\"]\n\n1A. d4 *\n[Event \"three\"]\n\n1A. e4 *\n")
        .unwrap();
    let message = server.get("/api/files/x.bpgn/games/1").rejected(409)["message"].to_string();
    assert!(message.contains("has changed on disk"), "{message}");
    server.get("/api/games").rejected(409);
    let file = &server.get("/api/files").json()["files"][0];
    assert_eq!(file["state"], "broken");
    assert!(file["error"].as_str().unwrap().contains("has changed on disk"), "{file}");
    assert_eq!(server.json("POST", "/api/files/x.bpgn/reload", &Value::Null).json()["state"], "reading");
    while server.get("/api/files").json()["files"][0]["state"] == "reading" {}
    assert_eq!(server.get("/api/files/x.bpgn/games/2").json()["tags"][0]["value"], "three");
}

#[test]
fn compressed_files_and_pipes_are_read_like_others() {
    use std::io::Write;
    let here = folder("serve-compressed");
    let text = std::fs::read(testdata("several.bpgn")).unwrap();
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(&text).unwrap();
    std::fs::write(here.join("several.bz2"), encoder.finish().unwrap()).unwrap();
    let server = Server::start(&here, &["several.bz2", &testdata("several.bpgn")]);
    for number in 1..=4 {
        let games = ["several.bz2", "several.bpgn"].map(|key| {
            let mut game = server.get(&format!("/api/files/{key}/games/{number}")).json();
            game["source"] = Value::Null;
            game
        });
        assert_eq!(games[0], games[1]);
    }
    assert_eq!(server.get("/api/files").json()["files"][0]["can_save"], false);
}

#[test]
fn positions_are_opened_drawn_and_written() {
    let here = folder("serve-position");
    let server = Server::start::<&str>(&here, &[]);
    let a = "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4";
    let b = "4R~1k1/5ppp/8/8/3p4/8/5PPP/5RK1[Npp] b - - 0 31";
    let both = format!("a={}&b={}", escaped(a), escaped(b));
    let game = server.get(&format!("/api/position?text={}", escaped(&format!("{a} | {b}")))).json();
    assert_eq!(game["state"], "ok", "{}", game["diagnostics"]);
    assert_eq!(game["start"]["boards"]["a"]["bfen"], a);
    assert_eq!(game["start"]["boards"]["a"]["status"], "checkmate");
    assert_eq!(game["start"]["boards"]["b"]["status"], "frozen");
    assert_eq!(game["start"]["boards"]["b"]["help"]["squares"], json!(["f8"]));
    assert_eq!(game["start"]["boards"]["b"]["promoted"], json!(["e8"]));
    let texts = server.get(&format!("/api/notations?{both}")).json();
    assert_eq!(texts["two_boards"], format!("{a} | {b}"));
    assert_eq!(texts["fen"]["b"], "4R1k1/5ppp/8/8/3p4/8/5PPP/5RK1 b - - 0 31");
    let feen = texts["feen"]["b"].as_str().unwrap();
    let read = bughouse_chess::Board::read_feen(feen.as_bytes(), &Default::default()).unwrap().0;
    assert_eq!(read.to_bfen().split(' ').next(), b.split(' ').next());
    let image = server.get(&format!("/api/svg?{both}&flip=1&swap=true&WhiteA=61000&BlackA=1"));
    assert_eq!((image.status, image.header("content-type")), (200, Some("image/svg+xml")));
    assert!(image.text().starts_with("<svg") && image.text().contains("1:01.0"));
    assert_ne!(image.text(), server.get(&format!("/api/svg?{both}&WhiteA=61000&BlackA=1")).text());
    let wrong = server.get("/api/legal?a=8/8&b=8/8").rejected(400);
    assert!(wrong["excerpt"].as_str().unwrap().contains('^'), "{wrong}");
    server.get("/api/legal?a=start").rejected(400);
}

#[test]
fn legal_moves_have_both_notations_of_castling() {
    let here = folder("serve-legal");
    let server = Server::start::<&str>(&here, &[]);
    let a = "4k3/P7/8/8/8/8/8/R3K2R[Nn] w KQ - 0 1";
    let legal = server.get(&format!("/api/legal?a={}&b=start", escaped(a))).json();
    let moves = &legal["a"]["moves"];
    assert_eq!(moves["e1"], json!(["a1", "c1", "d1", "d2", "e2", "f1", "f2", "g1", "h1"]));
    assert_eq!(legal["a"]["promotions"], json!(["a7a8"]));
    let choices = legal["a"]["promote_to"].as_array().unwrap();
    let pieces: Vec<&str> = choices.iter().map(|choice| choice["piece"].as_str().unwrap()).collect();
    assert_eq!(pieces, ["Q", "R", "B", "N"]);
    assert_eq!(legal["a"]["drops"]["N"].as_array().unwrap().len(), 59);
    assert_eq!(legal["b"]["moves"].as_object().unwrap().len(), 10);
    assert_eq!(legal["b"]["drops"], json!({}));
}

#[test]
fn a_changed_file_does_not_affect_others() {
    let here = folder("serve-changed-one");
    for name in ["a.bpgn", "b.bpgn"] {
        std::fs::write(here.join(name), GAMES).unwrap();
    }
    let server = Server::start(&here, &["a.bpgn", "b.bpgn"]);
    // Replace the file by another one, as editors do.
    std::fs::write(here.join("new"), GAMES).unwrap();
    std::fs::rename(here.join("new"), here.join("a.bpgn")).unwrap();
    assert_eq!(server.get("/api/games").json()["total"], 3);
    server.get("/api/games?file=a.bpgn").rejected(409);
    server.get("/api/files/a.bpgn/games/1").rejected(409);
    server.get("/api/files/b.bpgn/games/1").json();
    std::fs::remove_file(here.join("a.bpgn")).unwrap();
    server.get("/api/files/a.bpgn/games/1").rejected(409);
}

#[test]
fn the_end_is_found_in_all_places_of_a_game() {
    let here = folder("serve-ends");
    let text = "[Termination \"Bob forfeits on time\"]\n\n1A. e4 1-0\n\n[Event \"x\"]\n\n\
                1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7# 1-0\n";
    std::fs::write(here.join("x.bpgn"), text).unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    assert_eq!(numbers(&server, "end=time"), [1]);
    assert_eq!(numbers(&server, "end=checkmate"), [2]);
}

/// Many variations of early half-moves take little time.
#[test]
fn many_variations_far_apart_are_listed_and_opened() {
    let here = folder("serve-variations");
    let mut text = String::from("[Event \"x\"]\n\n");
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for ply in 0..8_000 {
        let label = if ply % 2 == 0 { 'A' } else { 'a' };
        text.push_str(&format!("{}{label}. {} ", ply / 2 + 1, moves[ply % 4]));
    }
    text.push_str(&"(1A. e4) (4000a. Ng8) ".repeat(900));
    std::fs::write(here.join("x.bpgn"), text + "*\n").unwrap();
    let server = Server::start(&here, &["x.bpgn"]);
    assert_eq!(server.get("/api/games").json()["games"][0]["state"], "ok");
    let game = server.get("/api/files/x.bpgn/games/1").json();
    let variations = |index: usize| game["main"]["half_moves"][index]["variations"].as_array().unwrap().len();
    assert_eq!((variations(0), variations(7_999)), (900, 900));
}

#[cfg(unix)]
#[test]
fn a_waiting_pipe_does_not_block_other_files() {
    let here = folder("serve-pipe");
    assert!(std::process::Command::new("mkfifo").arg(here.join("fifo")).status().unwrap().success());
    std::fs::write(here.join("ok.bpgn"), GAMES).unwrap();
    let mut server = Server::start_only(&here, &["fifo", "ok.bpgn"]);
    while server.get("/api/files").json()["files"][1]["state"] == "reading" {}
    assert_eq!(server.get("/api/games").json()["total"], 3);
    assert_eq!(server.get("/api/files").json()["files"][0]["state"], "reading");
    server.json("POST", "/api/files/fifo/reload", &Value::Null).rejected(409);
    server.stop();
}

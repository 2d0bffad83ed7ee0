//! Uploads: games, positions, chess.com boards.

use std::io::Write;

use crate::client::Answer;
use crate::folders::{folder, testdata};
use crate::server::Server;

#[test]
fn bpgn_is_opened_plain_and_compressed() {
    let server = Server::start::<&str>(&folder("serve-open"), &[]);
    let text = std::fs::read(testdata("several.bpgn")).unwrap();
    let opened = server.open("my%20games", &text).json();
    assert_eq!((&opened["games"], &opened["kind"]), (&4.into(), &"bpgn".into()));
    assert_eq!(opened["key"], "my-games");
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(&text).unwrap();
    let again = server.open("my%20games", &encoder.finish().unwrap()).json();
    assert_eq!(again["key"], "my-games-2");
    let row = &server.get("/api/games?file=my-games-2&player=anna").json()["games"][0];
    assert_eq!(row["game"], 1);
    let files = server.get("/api/files").json();
    assert_eq!(
        (&files["files"][0]["origin"], &files["files"][0]["can_save"]),
        (&"upload".into(), &false.into())
    );
    assert_eq!(server.send("DELETE", "/api/files/my-games", &[], b"").status, 204);
    server.send("DELETE", "/api/files/my-games", &[], b"").rejected(404);
    assert_eq!(server.get("/api/files").json()["files"].as_array().unwrap().len(), 1);
}

#[test]
fn a_position_in_any_notation_is_opened() {
    let server = Server::start::<&str>(&folder("serve-open-position"), &[]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1";
    let frozen = "4R1k1/5ppp/8/8/8/8/8/6K1[pp] b - - 0 1";
    let feen = start.parse::<bughouse_chess::Board>().unwrap().to_feen();
    let thief = format!("{start} | {frozen}")
        .replace("[Np] w KQkq - 0 1", "/Np w KQkq - 100 90")
        .replace("[pp] b - - 0 1", "/pp b - - 80 70");
    for (text, a, b) in [
        (format!("{start} | {frozen}"), start, frozen),
        (format!(" {start}\r\n{frozen}\r\n"), start, frozen),
        (start.to_owned(), start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        (feen.clone(), start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        (format!("{} | {}", feen.trim(), feen.trim()), start, start),
        (thief, start, frozen),
    ] {
        let opened = server.open("position", text.as_bytes()).json();
        assert_eq!((&opened["kind"], &opened["games"]), (&"position".into(), &1.into()), "{text}");
        let game = server.get(&format!("/api/files/{}/games/1", opened["key"].as_str().unwrap())).json();
        assert_eq!(game["state"], "ok", "{}", game["diagnostics"]);
        assert_eq!(game["start"]["boards"]["a"]["bfen"], a, "{text}");
        assert_eq!(game["start"]["boards"]["b"]["bfen"], b, "{text}");
        let one = !text.trim().contains(['|', '\n']);
        assert_eq!(opened["notes"].to_string().contains("one board was given"), one, "{text}");
    }
    let clocks = &server.get("/api/files/position-6/games/1").json()["start"]["clocks"];
    assert_eq!(clocks["BlackA"], 90_000);
    let wrong =
        server.open("position", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1").rejected(400);
    assert_eq!((&wrong["line"], &wrong["column"]), (&1.into(), &43.into()), "{wrong}");
}

#[test]
fn start_is_accepted_as_a_board() {
    let server = Server::start::<&str>(&folder("serve-start"), &[]);
    let other = "4k3/8/8/8/8/8/8/4K3[Np] b - - 3 9";
    for text in ["start", "start | start", &format!("start\t|  {other}"), &format!("{other} | startpos")] {
        assert_eq!(server.open("start", text.as_bytes()).json()["kind"], "position", "{text}");
    }
    let address = format!("/api/position?text=start%20%7C%20{}", other.replace(' ', "%20"));
    let game = server.get(&address).json();
    assert_eq!(game["start"]["boards"]["b"]["bfen"], other, "{game}");
    let wrong = server.open("start", b"start | 8/8/8/8/8/8/8/8 w - - 0 x").rejected(400);
    assert_eq!((&wrong["line"], &wrong["column"]), (&1.into(), &33.into()), "{wrong}");
}

#[test]
fn two_chesscom_boards_are_one_game() {
    let server = Server::start::<&str>(&folder("serve-chesscom"), &[]);
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    let mut files: Vec<_> = std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<Vec<u8>> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "json"))
        .map(|file| std::fs::read(file).unwrap())
        .collect();
    let both = texts.join(&b"\n"[..]);
    let opened = server.open("pair", &both).json();
    assert_eq!(opened["kind"], "chesscom");
    assert!(opened["games"].as_u64().unwrap() >= 1, "{opened}");
    let game = server.get("/api/files/pair/games/1").json();
    assert_ne!(game["state"], "broken");
    let single = server.open("single", &texts[0]).rejected(400);
    assert!(single["message"].as_str().unwrap().contains("partner"), "{single}");
    let with_bom = [&b"\xef\xbb\xbf"[..], &both].concat();
    assert_eq!(server.open("with-bom", &with_bom).json()["kind"], "chesscom");
    let many = "{\"\":1}\n".repeat(10_000);
    let error = server.open("many", many.as_bytes()).rejected(400);
    assert!(error["message"].as_str().unwrap().len() < 5_000);
    let cut = server.open("cut", &texts[0][..texts[0].len() / 2]).rejected(400);
    assert!(cut["message"].as_str().unwrap().contains("not JSON"), "{cut}");
}

#[test]
fn half_moves_with_a_board_digit_are_opened() {
    let server = Server::start::<&str>(&folder("serve-uci"), &[]);
    assert_eq!(server.open("uci", b"1e2e4 2d2d4\n\n1d2d4").json()["games"], 2);
    let wrong = server.open("uci", b"1e2e4 2d2d5").rejected(400);
    assert_eq!(wrong["column"], 7, "{wrong}");
}

#[test]
fn texts_without_games_are_rejected() {
    let server = Server::start::<&str>(&folder("serve-no-game"), &[]);
    for (text, expected) in [
        (&b""[..], "the text is empty"),
        (b" \n ", "the text is empty"),
        (b"hello", "no game found"),
        (b"BZh91AY&SY broken", "cannot decompress"),
    ] {
        let error = server.open("x", text).rejected(400);
        assert!(error["message"].as_str().unwrap().contains(expected), "{error}");
    }
    assert_eq!(server.get("/api/files").json()["files"].as_array().unwrap().len(), 0);
}

#[test]
fn too_large_uploads_are_rejected_with_an_alternative() {
    let server = Server::start::<&str>(&folder("serve-too-much"), &[]);
    let most = server.get("/api/files").json()["most_upload"].as_u64().unwrap() as usize;
    // The server rejects it without reading all of it.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/files HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        server.host,
        most + 1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let error = Answer::read(stream).rejected(413);
    assert!(error["message"].as_str().unwrap().contains("bughouse serve FILE"), "{error}");
    // A small text that decompresses to a large one.
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(&vec![b' '; most + 1]).unwrap();
    let packed = encoder.finish().unwrap();
    assert!(packed.len() < 10_000);
    let error = server.open("bomb", &packed).rejected(413);
    assert!(error["message"].as_str().unwrap().contains("64 MB"), "{error}");
    let annotations = format!("[Event \"x\"]\n\n1A. e4 {}*\n", "{}".repeat(60_000));
    let opened = server.open("annotations", annotations.as_bytes()).json();
    server.get(&format!("/api/files/{}/games/1", opened["key"].as_str().unwrap())).rejected(413);
    let error = server.open("games", "1A. e4 *\n".repeat(500_001).as_bytes()).rejected(400);
    assert!(error["message"].as_str().unwrap().contains("500000 games"), "{error}");
    let long = "1A. Nf3 ".repeat(30_000);
    let opened = server.open("long", format!("[Event \"x\"]\n\n{long}*\n").as_bytes()).json();
    let error = server.get(&format!("/api/files/{}/games/1", opened["key"].as_str().unwrap())).rejected(413);
    assert!(error["message"].as_str().unwrap().contains("10000"), "{error}");
}

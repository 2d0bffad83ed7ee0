//! Games as JavaScript sees them.

use bughouse_wasm::{RawGames, check, edit, replay, to_bpgn};

const TWO: &str = "[WhiteA \"Zoë\"]\n\n1A. e4 {298} 1a. e5 {299} 1-0\n\n[WhiteA \"x\"]\n\n1B. d4 *\n";

#[test]
fn games_are_read_one_after_the_other() {
    let mut games = RawGames::new(TWO.as_bytes().to_vec()).unwrap();
    let first = games.next_game().unwrap();
    assert!(first.contains("\"WhiteA\":\"Zoë\"") && first.contains("\"clock_ms\":298000"), "{first}");
    let second = games.next_game().unwrap();
    assert!(second.starts_with("{\"number\":2,\"line\":5,"), "{second}");
    assert!(
        second.contains("\"seat\":\"WhiteB\",\"label\":\"1B\"") && second.contains("\"result\":\"*\""),
        "{second}"
    );
    assert_eq!(games.next_game(), None);
}

#[test]
fn damaged_compressed_texts_are_rejected() {
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0, 0, 0];
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    for damaged in [zstd, gzip] {
        assert_eq!(RawGames::new(damaged.to_vec()).unwrap_err().kind, "packed");
    }
    assert_eq!(check(gzip.to_vec(), "", false).unwrap_err().kind, "packed");
}

#[test]
fn a_game_is_replayed_edited_and_checked() {
    let game = "[WhiteA \"x\"]\n\n1A. e4 1a. e5 *";
    assert!(replay(game).unwrap().contains("\"spoken\""));
    assert_eq!(replay("").unwrap_err().kind, "wrong");
    let played = edit(game, r#"{"kind":"play","line":"","ply":1,"board":"a","uci":"c7c5"}"#).unwrap();
    assert!(played.contains("\"changed\":true"), "{played}");
    assert_eq!(edit(game, "{}").unwrap_err().kind, "no-edit");
    let illegal = edit(game, r#"{"kind":"play","line":"","ply":1,"board":"a","uci":"a1a8"}"#);
    assert!(illegal.is_err());
    let checked = check(TWO.as_bytes().to_vec(), "two.bpgn", false).unwrap();
    assert!(
        checked.starts_with("[{\"file\":\"two.bpgn\",\"game\":1,")
            && checked.matches("\"game\":").count() == 2
    );
}

#[test]
fn a_place_is_counted_in_utf_16() {
    let text = "[WhiteA \"\u{1F600}\"]\n\n1A. e4 { *";
    let error = edit(text, r#"{"kind":"remove","ply":1}"#).unwrap_err();
    let (start, _) = error.place.expect("the comment does not end");
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(units[start], u16::from(b'{'), "{error:?}");
}

#[test]
fn other_texts_become_games() {
    let made = to_bpgn(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1".to_vec()).unwrap();
    assert!(made.contains("\"kind\":\"position\"") && made.contains("FEN"), "{made}");
    assert!(to_bpgn(Vec::new()).is_err());
}

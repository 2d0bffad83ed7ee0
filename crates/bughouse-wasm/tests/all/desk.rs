//! Answers over texts that are kept elsewhere.

use bughouse_wasm::Desk;

const GAME: &[u8] = b"[Event \"x\"]\n1A. e4 1a. e5 *";

#[test]
fn a_text_comes_back_under_its_key() {
    let desk = Desk::new();
    assert_eq!(desk.answer("POST", "/api/files?name=mine", GAME.to_vec()).status(), 200);
    assert_eq!(desk.answer("POST", "/api/files?name=mine", GAME.to_vec()).status(), 200);
    let later = Desk::new();
    later.restore("mine-2", "mine", GAME.to_vec()).unwrap();
    let (mut before, mut after) = (
        desk.answer("GET", "/api/files/mine-2/games/1", Vec::new()),
        later.answer("GET", "/api/files/mine-2/games/1", Vec::new()),
    );
    assert_eq!(before.take_body(), after.take_body());
    assert_eq!(after.content_type(), "application/json");
    assert!(after.take_body().is_empty(), "it is transferred once");
    assert_eq!(later.answer("GET", "/api/files/mine/games/1", Vec::new()).status(), 404);
    // The next text of the name takes another key.
    let mut opened = later.answer("POST", "/api/files?name=mine-2", GAME.to_vec());
    assert!(String::from_utf8_lossy(&opened.take_body()).contains("\"key\":\"mine-2-2\""));
}

#[test]
fn what_is_no_text_or_has_no_key_is_rejected() {
    let desk = Desk::new();
    desk.restore("a", "a", GAME.to_vec()).unwrap();
    assert!(desk.restore("a", "a", GAME.to_vec()).is_err());
    assert!(desk.restore("", "a", GAME.to_vec()).is_err());
    assert!(desk.restore("b", "b", b"no game".to_vec()).is_err());
}

//! Sessions with restored texts.

use bughouse_wasm::Session;

const GAME: &[u8] = b"[Event \"x\"]\n1A. e4 1a. e5 *";

#[test]
fn a_text_is_restored_under_its_key() {
    let session = Session::new();
    assert_eq!(session.answer("POST", "/api/files?name=mine", GAME.to_vec()).status(), 200);
    assert_eq!(session.answer("POST", "/api/files?name=mine", GAME.to_vec()).status(), 200);
    let later = Session::new();
    later.restore("mine-2", "mine", GAME.to_vec()).unwrap();
    let (mut before, mut after) = (
        session.answer("GET", "/api/files/mine-2/games/1", Vec::new()),
        later.answer("GET", "/api/files/mine-2/games/1", Vec::new()),
    );
    assert_eq!(before.take_body(), after.take_body());
    assert_eq!(after.content_type(), "application/json");
    assert!(after.take_body().is_empty(), "the body can be taken once");
    assert_eq!(later.answer("GET", "/api/files/mine/games/1", Vec::new()).status(), 404);
    // The next text of the name takes another key.
    let mut opened = later.answer("POST", "/api/files?name=mine-2", GAME.to_vec());
    assert!(String::from_utf8_lossy(&opened.take_body()).contains("\"key\":\"mine-2-2\""));
}

#[test]
fn invalid_texts_and_keys_are_rejected() {
    let session = Session::new();
    session.restore("a", "a", GAME.to_vec()).unwrap();
    assert!(session.restore("a", "a", GAME.to_vec()).is_err());
    assert!(session.restore("", "a", GAME.to_vec()).is_err());
    assert!(session.restore("b", "b", b"no game".to_vec()).is_err());
}

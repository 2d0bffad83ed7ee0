//! Matches as JavaScript sees them.

use bughouse_wasm::{RawMatch, Scratch};

fn begin() -> RawMatch {
    RawMatch::begin("", "fics", 180_000.0, 0.0).expect("the rules are known")
}

#[test]
fn a_captured_piece_goes_to_the_partner() {
    let mut game = begin();
    for san in ["e4", "d5", "exd5"] {
        let number = game.read_san(false, san).unwrap();
        assert!(game.play(false, number, None), "{san}");
    }
    assert_eq!(game.reserve("BlackB").unwrap(), [0, 0, 0, 0, 1]);
    assert_eq!(game.steps().lines().count(), 3);
    assert!(game.steps().starts_with("WhiteA "));
    game.undo().unwrap();
    assert_eq!(game.reserve("BlackB").unwrap(), [0; 5]);
    assert_eq!(game.to_move(false), "WhiteA");
}

#[test]
fn clocks_run_and_flags_fall() {
    let mut game = begin();
    game.start(0.0);
    let e4 = game.read_san(true, "e4").unwrap();
    assert!(game.play(true, e4, Some(2500.0)));
    assert_eq!(game.clock("WhiteB", None), Ok(177_500.0));
    assert!(game.end("flag", "WhiteA", Some(100_000.0)).is_err());
    game.end("flag", "WhiteA", Some(180_001.0)).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.lines().take(4).collect::<Vec<_>>(), ["team2", "flag", "WhiteA", "0-1"]);
    assert_eq!(game.why_illegal(false, 0, None).unwrap_err().kind, "over");
}

#[test]
fn invalid_input_is_rejected() {
    assert_eq!(RawMatch::begin("", "chess", 0.0, 0.0).unwrap_err().kind, "rules");
    assert!(RawMatch::begin("x | y", "fics", 0.0, 0.0).is_err());
    let mut game = begin();
    assert!(game.reserve("White").is_err() && game.clock("", None).is_err());
    assert!(game.end("win", "", None).is_err() && game.end("resign", "", None).is_err());
    assert!(!game.play(false, u32::MAX, Some(f64::NAN)));
    assert!(game.read_san(false, "Qh9").is_err() && game.read_uci(true, "").is_err());
    assert!(game.frozen(false).is_empty() && game.outcome().is_none());
    assert_eq!(game.legal_moves(false, &mut Scratch::new()), 20);
    assert_eq!(game.freeing_captures(true, &mut Scratch::new()), 0);
}

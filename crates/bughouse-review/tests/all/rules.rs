//! Games under rules that their tags select: every answer follows them.

use bughouse_review::{Edit, EditRequest, Texts, replay_text};

const OTHER: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w kq - 0 1";

/// Requests the legal moves on both boards.
fn legal(a: &str, b: &str, tags: &str) -> serde_json::Value {
    let escape = |text: &str| text.replace('[', "%5B").replace(']', "%5D").replace(' ', "+");
    let target = format!("/api/legal?a={}&b={}{tags}", escape(a), escape(b));
    let answer = Texts::default().answer("GET", &target, Vec::new());
    serde_json::from_slice(&answer.body).unwrap()
}

/// Under the standard rules, White can promote on g8. If a promotion must take a piece from the other board, and there is
/// none, it is mate.
#[test]
fn mate_depends_on_the_rules_of_the_game() {
    let start = format!("4rr2/6PK/3q4/8/8/8/8/k7[] b - - 0 1 | {OTHER}");
    let moves = "1a. Rh8 {Ann checkmated} 0-1";
    let standard = replay_text(&format!("[WhiteA \"Ann\"][FEN \"{start}\"]\n{moves}")).unwrap();
    let steal =
        replay_text(&format!("[WhiteA \"Ann\"][Promotion \"Steal\"][FEN \"{start}\"]\n{moves}")).unwrap();
    let status = |game: &bughouse_review::Game| {
        let last = game.main.half_moves.last().unwrap();
        (last.boards.a.status.name(), last.spoken.clone())
    };
    assert_eq!(status(&standard), ("check", "board A, Black, rook h8, check".to_owned()));
    assert_eq!(status(&steal), ("checkmate", "board A, Black, rook h8, checkmate".to_owned()));
}

#[test]
fn legal_moves_follow_the_tags() {
    let a = "4k3/P7/8/8/8/8/8/4K3[Nr] w - - 0 1";
    let b = "4k3/8/8/8/8/8/8/1N1QK3[] w - - 0 1";
    let standard = legal(a, b, "");
    let choices = |legal: &serde_json::Value| -> Vec<String> {
        let listed = legal["a"]["promote_to"].as_array().unwrap();
        listed.iter().map(|choice| choice["uci"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(choices(&standard), ["q", "r", "b", "n"]);
    let steal = legal(a, b, "&Promotion=Steal");
    assert_eq!(choices(&steal), ["qd1", "nb1"]);
    assert_eq!(steal["a"]["promotions"], serde_json::json!(["a7a8"]));
    assert_eq!(steal["a"]["promote_to"][0]["stolen_from"], "d1");
    // A pawn that is discarded needs no choice.
    let discard = legal(a, b, "&Promotion=Discard");
    assert_eq!((choices(&discard), &discard["a"]["promotions"]), (vec![], &serde_json::json!([])));
    assert_eq!(discard["a"]["moves"]["a7"], serde_json::json!(["a8"]));
    // A knight on d6 would give check.
    let squares = |legal: &serde_json::Value| legal["a"]["drops"]["N"].as_array().unwrap().len();
    let quiet = legal(a, b, "&DropAggression=No+check");
    assert_eq!(squares(&standard) - squares(&quiet), 4);
    let wrong = legal(a, b, "&Promotion=Borrow");
    assert_eq!(wrong["error"]["message"], "Promotion: Borrow is not a value of this tag");
}

/// Listed moves can be played.
#[test]
fn a_promotion_that_takes_a_piece_is_played_and_described() {
    let start = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/1N1QK3[] w - - 0 1";
    let play = |tag: &str, uci: &str| {
        let text = format!("[Promotion \"{tag}\"][FEN \"{start}\"]\n*\n");
        let board = serde_json::from_str("\"a\"").unwrap();
        let edit = Edit::Play { line: String::new(), ply: 0, board, uci: uci.to_owned() };
        EditRequest { text, edit }.apply().map(|edited| edited.game)
    };
    let game = play("Steal", "a7a8nb1").unwrap();
    let half_move = serde_json::to_value(&game.main.half_moves[0]).unwrap();
    assert_eq!(half_move["spoken"], "board A, White, pawn a8, promotes to the knight on b1 of board B");
    assert_eq!((&half_move["promotion"], &half_move["stolen_from"]), (&"N".into(), &"b1".into()));
    assert_eq!((&half_move["pawn_to"], &half_move["transfer"]), (&"WhiteB".into(), &serde_json::Value::Null));
    assert_eq!(half_move["boards"]["b"]["reserves"]["white"]["P"], 1);

    let game = play("Discard", "a7a8").unwrap();
    let half_move = serde_json::to_value(&game.main.half_moves[0]).unwrap();
    assert_eq!(half_move["spoken"], "board A, White, pawn a8, leaves the board");
    assert_eq!(half_move["pawn_to"], "WhiteB");
    assert!(play("Steal", "a7a8q").is_err());
}

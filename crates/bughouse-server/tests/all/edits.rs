//! Edits: moves, comments and NAGs.

use serde_json::{Value, json};

use crate::folders::folder;
use crate::server::{Server, assert_valid_game};

const GAME: &str = "[Event \"x\"]\n[Result \"1-0\"]\n\n1A. e4 {180} 1B. d4 {180} 1a. e5 {179} 1b. d5 {178} {Bob resigns} 1-0";

/// A game that is edited step by step.
struct Record<'a> {
    server: &'a Server,
    text: String,
    line: String,
    ply: u64,
    game: Value,
}

impl Record<'_> {
    fn edit(&mut self, mut edit: Value) -> &mut Self {
        edit["line"] = self.line.clone().into();
        edit["ply"] = self.ply.into();
        let answer = self.server.json("POST", "/api/edit", &json!({ "text": self.text, "edit": edit }));
        let edited = answer.json();
        self.text = edited["game"]["text"].as_str().unwrap().to_owned();
        self.line = edited["line"].as_str().unwrap().to_owned();
        self.ply = edited["ply"].as_u64().unwrap();
        self.game = edited["game"].clone();
        // The new text is read back without errors.
        assert_valid_game(&self.text);
        self
    }

    fn play(&mut self, board: &str, uci: &str) -> &mut Self {
        self.edit(json!({ "kind": "play", "board": board, "uci": uci }))
    }

    fn at(&mut self, line: &str, ply: u64) -> &mut Self {
        (self.line, self.ply) = (line.to_owned(), ply);
        self
    }

    #[track_caller]
    fn shows(&mut self, line: &str, ply: u64) -> &mut Self {
        assert_eq!((self.line.as_str(), self.ply), (line, ply), "{}", self.text);
        self
    }

    /// Returns the moves in one line.
    fn moves(&self) -> String {
        self.text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
    }
}

fn record<'a>(server: &'a Server, text: &str) -> Record<'a> {
    Record { server, text: text.to_owned(), line: String::new(), ply: 0, game: Value::Null }
}

#[test]
fn moves_become_variations_without_duplicates() {
    let server = Server::start::<&str>(&folder("serve-edit-moves"), &[]);
    let mut record = record(&server, GAME);
    // A move that exists is selected, not added.
    record.at("", 2).play("a", "e7e5").shows("", 3);
    assert_eq!(record.text, GAME);
    // Another move starts a variation, which is then extended.
    record.at("", 2).play("a", "c7c5").shows("3.1", 3).play("b", "g8f6").shows("3.1", 4);
    record.play("a", "g1f3").shows("3.1", 5);
    assert!(record.moves().contains("1a. e5 {179} (1a. c5 1b. Nf6 2A. Nf3)"), "{}", record.text);
    record.at("", 2).play("a", "c7c5").shows("3.1", 3).play("b", "g8f6").shows("3.1", 4);
    // A variation inside it.
    record.at("3.1", 3).play("b", "e7e6").shows("3.1/4.1", 4);
    assert!(record.moves().contains("(1a. c5 1b. Nf6 (1b. e6) 2A. Nf3)"), "{}", record.text);
    // Half-moves before a variation belong to the line it branches from.
    record.at("3.1", 2).play("a", "b8c6").shows("3.2", 3);
    record.at("3.1", 1).play("b", "e2e4").shows("2.1", 2);
    assert_eq!(record.game["plies"], 4);
}

#[test]
fn a_move_on_the_other_board_repeats_the_half_move_before_it() {
    let server = Server::start::<&str>(&folder("serve-edit-other"), &[]);
    let mut record = record(&server, GAME);
    // After 1B the next half-move is 1a; black moves on board B instead.
    record.at("", 2).play("b", "g8f6").shows("2.1", 3);
    assert!(record.moves().contains("1B. d4 {180} (1B. d4 {180} 1b. Nf6)"), "{}", record.text);
    let boards = &record.game["main"]["half_moves"][1]["variations"][0]["half_moves"][1]["boards"];
    assert_eq!(boards["a"]["bfen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1");
    record.at("", 2).play("b", "g8f6").shows("2.1", 3);
    // After the last half-move of a finished game.
    record.at("", 4).play("a", "g1f3").shows("4.1", 5).play("b", "g1f3").shows("4.1", 6);
    assert!(record.moves().contains("(1b. d5 {178} 2A. Nf3 2B. Nf3)"), "{}", record.text);
    assert_eq!((&record.game["plies"], &record.game["end_reason"]), (&json!(4), &json!("Bob resigns")));
    // At the start, a move on board B is an alternative to the first half-move on board B.
    record.at("", 0).play("b", "c2c4").shows("2.2", 2);
    assert!(record.moves().contains("(1B. c4)"), "{}", record.text);
}

#[test]
fn moves_extend_a_sketch_and_captures_go_to_the_partner() {
    let server = Server::start::<&str>(&folder("serve-edit-feed"), &[]);
    let mut record = record(&server, "[Event \"x\"]\n\n*");
    record.play("b", "e2e4").play("b", "d7d5").play("b", "e4d5").shows("", 3);
    assert_eq!(record.game["main"]["half_moves"][2]["transfer"], json!({"seat": "BlackA", "piece": "P"}));
    record.play("a", "e2e4").play("a", "P@e5").shows("", 5);
    assert_eq!(record.moves(), "1B. e4 1b. d5 2B. exd5 1A. e4 1a. P@e5 *");
    // Deleted from a half-move on.
    record.edit(json!({ "kind": "delete" })).shows("", 4);
    record.at("", 2).edit(json!({ "kind": "delete" })).shows("", 1);
    assert_eq!(record.moves(), "1B. e4 *");
}

#[test]
fn comments_and_nags_are_set_changed_and_deleted() {
    let server = Server::start::<&str>(&folder("serve-edit-comments"), &[]);
    let mut record = record(&server, GAME);
    let comment = |index: Option<u64>, text: &str| json!({ "kind": "comment", "index": index, "text": text });
    record.at("", 1).edit(comment(None, "12.5")).edit(json!({ "kind": "nags", "nags": ["!", "$14"] }));
    assert!(record.moves().starts_with("1A. e4! $14 {180} {C:12.5}"), "{}", record.text);
    let first = &record.game["main"]["half_moves"][0];
    assert_eq!((&first["nags"], &first["clock"]), (&json!(["!", "$14"]), &json!("180")));
    let index = first["comments"][0]["index"].as_u64();
    assert_eq!(first["comments"][0]["text"], "12.5");
    record.edit(comment(index, "Bob resigns\nnot yet"));
    assert_eq!(record.game["main"]["half_moves"][0]["comments"][0]["text"], "Bob resigns\nnot yet");
    record.edit(comment(index, "")).edit(json!({ "kind": "nags", "nags": [] }));
    assert!(record.moves().starts_with("1A. e4 {180} 1B."), "{}", record.text);
    record.at("", 0).edit(comment(None, "at the start"));
    assert_eq!(record.game["main"]["before"][0]["text"], "at the start");
    assert_eq!(record.game["end_reason"], "Bob resigns");
}

#[test]
fn labels_continue_the_numbers_of_the_game() {
    let server = Server::start::<&str>(&folder("serve-edit-labels"), &[]);
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1/ w - - 30 40 | 4k3/8/3n4/4P3/8/8/8/4K3/ b - - 20 50";
    let mut record = record(&server, &format!("[FEN \"{fen}\"]\n\n47A. Ra8+ {{28}} 31b. Nf5 {{49}} 1-0"));
    record.at("", 0).play("a", "a1a7").shows("1.1", 1);
    record.at("", 1).play("b", "d6c4").shows("2.1", 2).play("b", "e1e2").shows("2.1", 3);
    assert!(
        record.moves().contains("(47A. Ra7)") && record.moves().contains("(31b. Nc4 32B. Ke2)"),
        "{}",
        record.text
    );
    // Some games have capitals for both colors.
    let text = "[Event \"x\"]\n\n1A. e4 {9} 1A. e5 {9} 2A. Nf3 {8} 2A. Nc6 {8} 1-0";
    let mut record = self::record(&server, text);
    record.at("", 1).play("a", "e7e5").shows("", 2);
    record.at("", 1).play("a", "c7c5").shows("2.1", 2);
    assert!(record.moves().contains("1A. e5 {9} (1A. c5)"), "{}", record.text);
}

#[test]
fn moves_are_read_in_san_and_castling_in_all_notations() {
    let server = Server::start::<&str>(&folder("serve-edit-san"), &[]);
    let mut sketch = record(&server, "[Event \"x\"]\n\n*");
    sketch.play("a", "Nf3").play("a", "d5").play("a", "d2d4");
    assert_eq!(sketch.moves(), "1A. Nf3 1a. d5 2A. d4 *");
    // King c1, rooks b1 and e1.
    let fen =
        "3k4/8/8/8/8/8/8/1RK1R3[] w BE - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    for uci in ["c1e1", "c1g1", "O-O"] {
        let mut random = record(&server, &format!("[FEN \"{fen}\"]\n\n*"));
        random.play("a", uci);
        assert!(random.moves().starts_with("1A. O-O"), "{uci}: {}", random.text);
    }
}

#[test]
fn a_clock_with_a_line_break_is_accepted() {
    let server = Server::start::<&str>(&folder("serve-edit-break"), &[]);
    let mut record = record(&server, "[Event \"x\"]\n\n1A. e4 {[%clk\n0:02:59]} 1a. e5 {[%clk 0:02:58]} 0-1");
    record.at("", 1).play("a", "c7c5").shows("2.1", 2);
    assert!(record.moves().starts_with("1A. e4 {[%clk 0:02:59]} 1a. e5"), "{}", record.text);
}

#[test]
fn variations_are_promoted_and_deleted() {
    let server = Server::start::<&str>(&folder("serve-edit-promote"), &[]);
    // The main line of a played game stays; a variation can be moved before the others.
    let mut record = record(&server, GAME);
    record.at("", 2).play("a", "c7c5").at("", 2).play("a", "d7d5").play("a", "g1f3").shows("3.2", 4);
    record.edit(json!({ "kind": "promote" })).shows("3.1", 4);
    assert!(record.moves().contains("1a. e5 {179} (1a. d5 2A. Nf3) (1a. c5)"), "{}", record.text);
    // Inside a variation, a variation is promoted to the line.
    record
        .at("3.1", 3)
        .play("a", "b1c3")
        .shows("3.1/4.1", 4)
        .edit(json!({ "kind": "promote" }))
        .shows("3.1", 4);
    assert!(record.moves().contains("(1a. d5 2A. Nc3 (2A. Nf3))"), "{}", record.text);
    record.at("3.1/4.1", 4).edit(json!({ "kind": "delete" })).shows("3.1", 3);
    record.edit(json!({ "kind": "delete" })).shows("", 2);
    assert!(record.moves().contains("1a. e5 {179} (1a. c5) 1b."), "{}", record.text);
    // In a sketch, a variation is promoted to the main line, together with the result.
    let mut sketch = self::record(&server, "[Event \"x\"]\n\n1A. e4 1a. e5 (1a. c5 2A. Nf3 0-1) 2A. d4 *");
    sketch.at("2.1", 3).edit(json!({ "kind": "promote" })).shows("", 3);
    assert_eq!(sketch.moves(), "1A. e4 1a. c5 (1a. e5 2A. d4) 2A. Nf3 0-1");
}

#[test]
fn a_clock_inside_a_comment_stays_when_the_comment_is_deleted() {
    let server = Server::start::<&str>(&folder("serve-edit-clock"), &[]);
    let mut record = record(&server, "[Event \"x\"]\n\n1A. e4 {[%clk 0:01:00] nice} 1a. e5 *");
    record.at("", 1).edit(json!({ "kind": "comment", "index": 0, "text": "better" }));
    assert_eq!(record.moves(), "1A. e4 {[%clk 0:01:00]} {C:better} 1a. e5 *");
    let index = record.game["main"]["half_moves"][0]["comments"][0]["index"].clone();
    record.edit(json!({ "kind": "comment", "index": index, "text": "" }));
    assert_eq!(record.moves(), "1A. e4 {[%clk 0:01:00]} 1a. e5 *");
}

#[test]
fn an_impossible_edit_reports_why() {
    let server = Server::start::<&str>(&folder("serve-edit-wrong"), &[]);
    let rejected = |text: &str, edit: Value, status: u16, expected: &str| {
        let error = server.json("POST", "/api/edit", &json!({ "text": text, "edit": edit })).rejected(status);
        assert!(error["message"].as_str().unwrap().contains(expected), "{edit}: {error}");
        error
    };
    let play = |line: &str, ply: u64, uci: &str| json!({ "kind": "play", "line": line, "ply": ply, "board": "a", "uci": uci });
    rejected(GAME, play("", 0, "e2e5"), 400, "e2e5 cannot be played on board A");
    rejected(GAME, play("", 0, "N@e5"), 400, "cannot be played on board A");
    rejected(GAME, play("", 0, "hello"), 400, "hello");
    rejected(GAME, play("", 9, "e2e4"), 404, "there is no half-move 9");
    rejected(GAME, play("3.1", 3, "e2e4"), 404, "there is no half-move 3");
    rejected(GAME, play("x", 3, "e2e4"), 400, "line: expected");
    rejected(
        GAME,
        json!({ "kind": "delete", "line": "", "ply": 2 }),
        400,
        "half-moves that were played can't be deleted",
    );
    rejected(GAME, json!({ "kind": "delete", "line": "", "ply": 0 }), 400, "start");
    rejected(GAME, json!({ "kind": "promote", "line": "", "ply": 2 }), 400, "main line");
    let varied = GAME.replace("1a. e5 {179}", "1a. e5 {179} (1a. c5)");
    rejected(
        &varied,
        json!({ "kind": "promote", "line": "3.1", "ply": 3 }),
        400,
        "this is already the first variation",
    );
    // A game also counts as played if it has only players, times, or an ending in another form.
    for played in [
        "[Result \"1-0\"]\n\n1A. e4 1a. e5",
        "[Termination \"Bob resigns\"]\n\n1A. e4 1a. e5 *",
        "[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 *",
        "[Event \"x\"]\n\n1A. e4 {L:100} 1a. e5 {T:5} *",
    ] {
        rejected(
            played,
            json!({ "kind": "delete", "line": "", "ply": 2 }),
            400,
            "half-moves that were played can't be deleted",
        );
    }
    rejected(GAME, json!({ "kind": "nags", "line": "", "ply": 0, "nags": ["!"] }), 400, "start");
    rejected(
        GAME,
        json!({ "kind": "nags", "line": "", "ply": 1, "nags": ["<b>"] }),
        400,
        "expected a NAG: !",
    );
    let comment = |index: Option<u64>, text: &str| json!({ "kind": "comment", "line": "", "ply": 1, "index": index, "text": text });
    rejected(GAME, comment(None, "a } b"), 400, "can't contain }");
    rejected(GAME, comment(None, "x\n[Event \"y\"]"), 400, "look like a tag");
    rejected(GAME, comment(Some(0), "not the clock"), 404, "there is no comment 0");
    rejected(GAME, comment(None, " "), 400, "can't be empty");
    rejected("", play("", 0, "e2e4"), 400, "found none");
    rejected(&format!("{GAME}\n\n{GAME}"), play("", 0, "e2e4"), 400, "several");
    rejected("1A. e4 1a. Ke5 *", play("", 2, "d2d4"), 400, "the replay stops before");
    rejected("[Result \"1-0\"]\n\n{Bob resigns} 1-0", play("", 0, "d2d4"), 400, "nothing was played");
    // Text that can't be read would be lost.
    let error =
        rejected("1A. e4 garbage 1a. e5 *", play("", 1, "c7c5"), 400, "would lose what could not be read");
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(8)));
    let answer = server.json("POST", "/api/edit", &json!({ "text": GAME, "edit": { "kind": "burn" } }));
    assert!((400..500).contains(&answer.status), "{answer:?}");
}

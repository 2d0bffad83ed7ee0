//! Repairs of the main line, and tags.

use bpgn::edit::{Cursor, EditError, Editor, read_valid, write_checked};
use bpgn::{ReadOptions, Timeline};
use bughouse_chess::BoardId;
use bughouse_generator::{Generator, Random};

use crate::scale::scaled;

const START: Cursor = Cursor { line: None, ply: 0 };

fn editor(text: &str) -> Editor {
    Editor::new(read_valid(text).unwrap().game)
}

fn moves(editor: &Editor) -> String {
    let text = write_checked(editor.game()).unwrap();
    text.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// Returns how many half-moves can be played.
fn played(editor: &Editor) -> usize {
    Timeline::new(editor.game(), &ReadOptions::for_files()).len()
}

#[test]
fn a_wrong_half_move_is_replaced_and_the_rest_is_played() {
    let mut editor = editor("[WhiteA \"x\"]\n\n1A. e4 {300} 1a. e5 {299} 2A. Qxh7 {298} {odd} 2a. Nf6 *");
    assert_eq!(played(&editor), 2);
    let edited = editor.replace(3, BoardId::A, "Qh5").unwrap();
    assert_eq!((edited.at.ply, edited.changed), (3, true));
    assert_eq!(moves(&editor), "1A. e4 {300} 1a. e5 {299} 2A. Qh5 {298} {odd} 2a. Nf6 *");
    assert_eq!(played(&editor), 4);
}

#[test]
fn a_missing_half_move_is_inserted_where_a_label_is_missing() {
    let mut editor = editor("1A. e4 2A. d4 2a. d5 *");
    editor.insert(1, BoardId::A, "e7e5").unwrap();
    assert_eq!(moves(&editor), "1A. e4 1a. e5 2A. d4 2a. d5 *");
    assert_eq!(played(&editor), 4);
}

#[test]
fn later_labels_are_renumbered_including_variations() {
    // White's move was labeled as Black's, because a half-move is missing.
    let mut editor = editor("1A. e4 1B. d4 1a. Nf3 (1a. d4 2A. d5) 1b. d5 2A. Nc6 *");
    assert_eq!(played(&editor), 2);
    editor.insert(1, BoardId::A, "e5").unwrap();
    assert_eq!(moves(&editor), "1A. e4 1a. e5 1B. d4 2A. Nf3 (2A. d4 2a. d5) 1b. d5 2a. Nc6 *");
    assert_eq!(played(&editor), 6);
    editor.remove(2).unwrap();
    assert_eq!(moves(&editor), "1A. e4 1B. d4 1a. Nf3 (1a. d4 2A. d5) 1b. d5 2A. Nc6 *");
}

#[test]
fn a_repeated_half_move_is_deleted() {
    let mut editor = editor("1A. e4 1a. e5 1a. e5 2A. Nf3 *");
    let edited = editor.remove(3).unwrap();
    assert_eq!(edited.at.ply, 2);
    assert_eq!(moves(&editor), "1A. e4 1a. e5 2A. Nf3 *");
}

#[test]
fn invalid_repairs_are_rejected() {
    let mut editor = editor("1A. e4 1a. e5 2A. Qxh7 2a. Nf6 *");
    assert!(matches!(editor.insert(1, BoardId::A, "e5e6"), Err(EditError::Illegal { .. })));
    assert!(matches!(editor.insert(3, BoardId::A, "e5e6"), Err(EditError::NotReplayed)));
    assert!(matches!(editor.insert(9, BoardId::A, "e4"), Err(EditError::NotReplayed)));
    assert!(matches!(editor.replace(0, BoardId::A, "e4"), Err(EditError::AtStart)));
    assert!(matches!(editor.replace(5, BoardId::A, "e4"), Err(EditError::NoHalfMove { .. })));
    assert!(matches!(editor.remove(0), Err(EditError::AtStart)));
    assert!(matches!(editor.remove(5), Err(EditError::NoHalfMove { .. })));
    assert_eq!(moves(&editor), "1A. e4 1a. e5 2A. Qxh7 2a. Nf6 *");
}

#[test]
fn deleting_and_inserting_a_half_move_gives_the_same_game() {
    let mut random = Random::new(7);
    let generator = Generator::new(5);
    for number in 0..u64::from(scaled(40)) {
        let mut bytes = Vec::new();
        generator.write_game(number, &mut bytes);
        let text = bpgn::detect::Encoding::of(&bytes).decode(&bytes).into_owned();
        let mut before = read_valid(&text).unwrap().game;
        for half_move in &mut before.main.half_moves {
            half_move.annotations.clear();
            half_move.variations.clear();
        }
        let ply = 2 + random.below(before.main.half_moves.len() - 2);
        let half_move = before.main.half_moves[ply - 1].clone();
        let mut editor = Editor::new(before.clone());
        editor.remove(ply).unwrap();
        editor.insert(ply - 1, half_move.label.seat.board, &half_move.san).unwrap();
        assert_eq!(editor.game().to_string(), before.to_string(), "half-move {ply} of game {number}");
    }
}

#[test]
fn tags_are_set_and_deleted() {
    let mut editor = editor("[WhiteA \"x\"]\n[Result \"*\"]\n\n1A. e4 *");
    assert!(editor.set_tag(&START, "WhiteA", Some("Anna \"the\" \\ one")).unwrap().changed);
    assert!(!editor.set_tag(&START, "WhiteA", Some("Anna \"the\" \\ one")).unwrap().changed);
    assert!(editor.set_tag(&START, "Result", Some("1-0")).unwrap().changed);
    assert!(!editor.set_tag(&START, "Event", None).unwrap().changed);
    let text = write_checked(editor.game()).unwrap();
    let game = read_valid(&text).unwrap().game;
    assert_eq!(game.tags.get("WhiteA"), Some("Anna \"the\" \\ one"));
    assert!(text.ends_with("1A. e4 1-0\n"), "{text}");
    assert!(editor.set_tag(&START, "WhiteA", None).unwrap().changed);
    assert_eq!(editor.game().tags.get("WhiteA"), None);
}

#[test]
fn invalid_tag_values_are_rejected() {
    let mut editor = editor("[WhiteA \"x\"]\n\n1A. e4 *");
    for (name, value) in [
        ("Result", "won"),
        ("Date", "yesterday"),
        ("Date", "2020-01-01"),
        ("TimeControl", "slow"),
        ("WhiteAElo", "strong"),
        ("FEN", "nothing"),
        ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("no name", "x"),
        ("Event", "two\nlines"),
    ] {
        assert!(editor.set_tag(&START, name, Some(value)).is_err(), "{name} {value}");
    }
    for (name, value) in
        [("Result", "1/2-1/2"), ("Date", "2020.??.??"), ("TimeControl", "180+2"), ("BlackBElo", "1850")]
    {
        assert!(editor.set_tag(&START, name, Some(value)).is_ok(), "{name} {value}");
    }
}

//! Edits of a game: the main line stays the same, and the written game reads back the same.

use bpgn::edit::{Cursor, EditError, Edited, Editor, read_one, read_valid, write_checked};
use bpgn::{FoundLine, Game, LinePath, ReadGameError, ReadOptions, Timeline};
use bughouse_chess::BoardId;
use bughouse_generator::{Generator, Random};

use crate::scale::{runs_in_full, scaled};

/// Plays a random move at a random place of a random line, and checks what must hold for every edit.
fn play_somewhere(text: &str, random: &mut Random) -> Option<String> {
    let before = read_valid(text).unwrap().game;
    let mut path = Vec::new();
    loop {
        let half_moves = &before.line(&path).unwrap().half_moves;
        let branches: Vec<(usize, usize)> = half_moves
            .iter()
            .enumerate()
            .flat_map(|(index, half_move)| (0..half_move.variations.len()).map(move |v| (index, v)))
            .collect();
        if branches.is_empty() || random.below(2) == 0 {
            break;
        }
        path.push(branches[random.below(branches.len())]);
    }
    let timeline = Timeline::of_line(&before, &path, &ReadOptions::lenient()).unwrap();
    let ply = random.below(timeline.len() + 1);
    let board = BoardId::ALL[random.below(2)];
    let moves = timeline.position(ply).unwrap().board(board).legal_moves();
    let mv = moves.get(random.below(moves.len().max(1)))?;
    let uci = mv.to_string();
    let at = Cursor { line: LinePath::of_steps(&path), ply };
    let play = |text: &str| -> (String, Edited) {
        let mut editor = Editor::new(read_valid(text).unwrap().game);
        let edited = editor
            .play(&at, board, &uci)
            .unwrap_or_else(|error| panic!("{uci} on {board} after {at:?}: {error}\n{text}"));
        (write_checked(editor.game()).unwrap(), edited)
    };
    let (written, edited) = play(text);

    let after = read_valid(&written).unwrap().game;
    // The main line is the same, including its clocks and comments.
    let without_variations = |game: &Game| {
        let mut game = game.clone();
        game.main.half_moves.iter_mut().for_each(|half_move| half_move.variations.clear());
        game.to_string()
    };
    assert_eq!(without_variations(&after), without_variations(&before));
    // The cursor is after the requested move.
    let found = FoundLine::find(&after, edited.at.line.as_ref()).unwrap();
    let now = Timeline::of_line(&after, &found.steps, &ReadOptions::lenient()).unwrap();
    let last = now.moment(edited.at.ply).unwrap();
    assert_eq!((last.mv, last.seat.board), (mv, board), "{uci} after {at:?}\n{written}");
    // Except for the first half-move of the other board, it was played in the requested position.
    if ply > 0 {
        assert_eq!(now.position(edited.at.ply - 1), timeline.position(ply), "{uci} after {at:?}\n{written}");
    }
    // Playing the same move again changes nothing.
    let (again, edited_again) = play(&written);
    assert!(!edited_again.changed, "{uci} after {at:?}\n{written}");
    assert_eq!((again, edited_again.at), (written.clone(), edited.at));
    Some(written)
}

#[test]
fn random_moves_are_written_and_read_back() {
    let mut random = Random::new(5);
    let generator = Generator::new(5);
    let mut edits = 0;
    for number in 0..u64::from(scaled(12)) {
        let mut bytes = Vec::new();
        generator.write_game(number, &mut bytes);
        let mut text = bpgn::detect::Encoding::of(&bytes).decode(&bytes).into_owned();
        for _ in 0..30 {
            if let Some(edited) = play_somewhere(&text, &mut random) {
                text = edited;
                edits += 1;
            }
        }
    }
    assert!(edits > 300 || !runs_in_full(), "{edits}");
}

fn editor_of(text: &str) -> Editor {
    Editor::new(read_valid(text).unwrap().game)
}

fn at(line: &str, ply: usize) -> Cursor {
    Cursor { line: line.parse().ok(), ply }
}

/// In Chess960, the squares of a castling king may be those of another move, or the king may not move at all.
#[test]
fn castling_is_recognized_in_every_notation() {
    // King c1, rooks b1 and e1.
    let fen =
        "3k4/8/8/8/8/8/8/1RK1R3[] w BE - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    for (text, san) in [
        ("c1e1", "O-O"),
        ("c1g1", "O-O"),
        ("O-O", "O-O"),
        ("c1b1", "O-O-O"),
        ("c1c1", "O-O-O"),
        ("c1d1", "Kd1+"),
    ] {
        let mut sketch = editor_of(&format!("[FEN \"{fen}\"]\n\n*"));
        sketch.play(&at("", 0), BoardId::A, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            sketch.game().main.half_moves[0].san.trim_end_matches('+'),
            san.trim_end_matches('+'),
            "{text}"
        );
    }
}

#[test]
fn an_edit_that_cannot_be_made_changes_nothing() {
    let text = "[WhiteA \"Anna\"]\n\n1A. e4 1a. e5 (1a. c5) *\n";
    let mut editor = editor_of(text);
    let before = editor.game().to_string();
    assert!(matches!(editor.play(&at("", 1), BoardId::A, "e7e4"), Err(EditError::Illegal { .. })));
    assert!(matches!(editor.play(&at("", 9), BoardId::A, "e7e5"), Err(EditError::NoHalfMove { ply: 9, .. })));
    assert_eq!(editor.delete(&at("", 2)), Err(EditError::PlayedStays));
    assert_eq!(editor.delete(&at("", 0)), Err(EditError::AtStart));
    assert_eq!(editor.promote(&at("", 2)), Err(EditError::MainLine));
    assert_eq!(editor.promote(&at("2.1", 2)), Err(EditError::FirstVariation));
    assert_eq!(editor.set_comment(&at("", 1), None, " "), Err(EditError::EmptyComment));
    assert_eq!(editor.set_comment(&at("", 1), Some(3), "x"), Err(EditError::NoComment(3)));
    assert!(matches!(editor.set_nags(&at("", 1), &["<b>"]), Err(EditError::Text(_))));
    assert_eq!(editor.game().to_string(), before);
    assert!(EditError::NoComment(3).is_missing() && !EditError::AtStart.is_missing());
}

#[test]
fn a_text_that_cannot_be_edited_is_rejected() {
    assert_eq!(read_one(b"hello").err(), Some(ReadGameError::NoGame.into()));
    assert_eq!(read_one(b"1A. e4 *\n1A. d4 *").err(), Some(ReadGameError::SeveralGames.into()));
    assert_eq!(read_valid("hello\n\n[Event \"x\"]\n1A. e4 *").err(), Some(EditError::OtherText));
    let damaged = read_valid("1A. e4 garbage 1a. e5 *").err().unwrap();
    assert_eq!(damaged.span().map(|span| (span.start, span.end)), Some((7, 14)));
    assert!(read_one(b"1A. e4 garbage 1a. e5 *").is_ok());
}

/// `{A:!}` holds a NAG, so setting NAGs replaces it and keeps its words.
#[test]
fn nags_in_annotations_are_replaced_and_words_are_kept() {
    let mut editor = editor_of("1A. e4 {A:! best} 1a. e5 {A:??} 1B. d4 {A:!? sharp} *");
    editor.set_nags(&at("", 1), &["?"]).unwrap();
    editor.set_nags(&at("", 2), &["$14"]).unwrap();
    editor.set_comment(&at("", 3), Some(0), "quiet").unwrap();
    let written = editor.game().to_string();
    assert!(written.ends_with("1A. e4? {A:best} 1a. e5 $14 1B. d4 {A:!? quiet} *\n"), "{written}");
    editor.set_comment(&at("", 3), Some(0), "").unwrap();
    assert!(editor.game().to_string().ends_with("1B. d4 {A:!?} *\n"), "{}", editor.game());
}

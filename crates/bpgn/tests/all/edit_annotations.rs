//! Annotations that are replaced in the text, while everything else stays the same byte for byte.

use std::fs;
use std::path::Path;

use bpgn::edit::{EditError, read_one, replace_annotations};
use bpgn::{Annotation, Comment, Nag, ReadGameError, ReadOptions, Reader, Record, Timeline};
use bughouse_generator::Generator;

use crate::shared_data::real_games;

/// Returns which annotations were inserted by these tests: `[%test ...]` comments, and a `$4` directly before one.
fn own(annotations: &[Annotation]) -> Vec<bool> {
    let is_own = |annotation: Option<&Annotation>| {
        annotation.and_then(Annotation::comment).is_some_and(|comment| comment.text().starts_with("[%test"))
    };
    let is_nag = |annotation: &Annotation| matches!(annotation, Annotation::Nag(nag) if nag.as_str() == "$4");
    (0..annotations.len())
        .map(|i| is_own(annotations.get(i)) || (is_nag(&annotations[i]) && is_own(annotations.get(i + 1))))
        .collect()
}

fn annotation(text: &str) -> Annotation {
    Annotation::Comment(Comment::new(format!("[%test {text}]")).unwrap())
}

fn with_nag(text: &str) -> Vec<Annotation> {
    vec![Annotation::Nag(Nag::new("$4").unwrap()), annotation(text)]
}

fn replaced(text: &str, new: &[Vec<Annotation>]) -> String {
    let bytes = replace_annotations(&read_one(text.as_bytes()).unwrap(), own, new).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn annotations_are_inserted_after_the_move_and_its_clock() {
    let cases = [
        ("1A. e4 *", "1A. e4 $4 {[%test x]} *"),
        ("1A. e4! {179.5} {fine} *", "1A. e4! {179.5} $4 {[%test x]} {fine} *"),
        ("1A. e4?! {fine} {179} *", "1A. e4?! $4 {[%test x]} {fine} {179} *"),
        ("1A. e4 $1 {179} *", "1A. e4 $1 {179} $4 {[%test x]} *"),
        // The author's own $4 stays separate from the inserted annotations.
        ("1A. e4 $4 *", "1A. e4 $4 {[%test x]} $4 *"),
        ("1A. e4 (1A. d4 {179}) {fine} *", "1A. e4 $4 {[%test x]} (1A. d4 {179}) {fine} *"),
        ("1A. e4 (1A. d4) {179} *", "1A. e4 $4 {[%test x]} (1A. d4) {179} *"),
        ("1A. e4;to the end\n*", "1A. e4 $4 {[%test x]};to the end\n*"),
        ("1A.  e4{179}*", "1A.  e4{179} $4 {[%test x]}*"),
        // The end reason doesn't change.
        ("1A. e4 {179} {Bob resigns} 1-0", "1A. e4 {179} $4 {[%test x]} {Bob resigns} 1-0"),
        ("1A. e4 {gone} 1-0", "1A. e4 $4 {[%test x]} {gone} 1-0"),
        ("1A. e4 1-0", "1A. e4 $4 {[%test x]} 1-0"),
    ];
    for (before, after) in cases {
        assert_eq!(replaced(before, &[with_nag("x")]), after);
        assert_eq!(replaced(after, &[with_nag("x")]), after, "again");
        assert_eq!(replaced(after, &[]), before, "cleared");
        let end = |text: &str| read_one(text.as_bytes()).unwrap().game.end_reason;
        assert_eq!(end(before), end(after), "{after}");
    }
}

#[test]
fn other_nags_are_kept() {
    // Before and after a deleted comment, and where another one is inserted.
    assert_eq!(replaced("1A. e4 {[%test x]} $4 {179} *", &[]), "1A. e4 $4 {179} *");
    assert_eq!(
        replaced("1A. e4 $4 {179} {[%test x]} *", &[vec![annotation("y")]]),
        "1A. e4 $4 {179} {[%test y]} *"
    );
    assert_eq!(replaced("1A. e4 $2 {[%test x]} *", &[]), "1A. e4 $2 *");
}

#[test]
fn line_breaks_before_annotations_are_kept() {
    assert_eq!(replaced("1A. e4 ;words\n{[%test x]} 1a. e5 *", &[]), "1A. e4 ;words\n1a. e5 *");
    assert_eq!(replaced("1A. e4 {179}\r\n{[%test x]}\r\n1a. e5 *", &[]), "1A. e4 {179}\r\n\r\n1a. e5 *");
}

#[test]
fn annotations_that_are_already_there_are_not_moved() {
    let text = "1A. e4 {179}\n{[%test x]} {[%test y]}\n 1a. e5 {[%test z]} *";
    let new = [vec![annotation("x"), annotation("y")], vec![annotation("z")]];
    assert_eq!(replaced(text, &new), text);
    // Another order counts as a change.
    let swapped = [vec![annotation("y"), annotation("x")], vec![annotation("z")]];
    assert_eq!(replaced(text, &swapped), "1A. e4 {179} {[%test y]} {[%test x]}\n\n 1a. e5 {[%test z]} *");
}

#[test]
fn the_en_passant_suffix_stays_with_its_move() {
    let text = "1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6 e.p. 3a. exd6 *";
    let new: Vec<Vec<Annotation>> = (0..6).map(|i| vec![annotation(&i.to_string())]).collect();
    let after = replaced(text, &new);
    assert!(after.contains("3A. exd6 e.p. {[%test 4]} 3a."), "{after}");
    assert_eq!(replaced(&after, &[]), text);
}

#[test]
fn non_ascii_text_is_kept_but_not_inserted() {
    let latin = b"[WhiteA \"Andr\xe9\"]\n\n1A. e4 {d\xe9j\xe0} *\n";
    let record = read_one(latin).unwrap();
    let after = replace_annotations(&record, own, &[vec![annotation("x")]]).unwrap();
    assert_eq!(after, b"[WhiteA \"Andr\xe9\"]\n\n1A. e4 {[%test x]} {d\xe9j\xe0} *\n");
    assert_eq!(replace_annotations(&record, own, &[vec![annotation("\u{e9}")]]), Err(EditError::Unfaithful));
}

#[test]
fn annotations_that_would_not_read_back_are_rejected() {
    let damaged = Reader::new(&b"1A. e4 ) *"[..]).read_record().unwrap().unwrap();
    assert!(matches!(
        replace_annotations(&damaged, own, &[]),
        Err(EditError::Read(ReadGameError::Damaged(_)))
    ));
    // The inserted comment would be read as the end reason.
    let record = read_one(b"1A. e4 *").unwrap();
    let reason = vec![Annotation::Comment(Comment::new("Bob resigns").unwrap())];
    assert_eq!(replace_annotations(&record, own, &[reason]), Err(EditError::Unfaithful));
}

/// Inserts annotations everywhere, deletes them again, and checks what has changed.
fn annotate_and_clear(record: &Record) {
    if !record.is_valid() {
        return;
    }
    let number = record.game.main.half_moves.len();
    let new: Vec<Vec<Annotation>> = (0..number)
        .map(|i| match i % 3 {
            0 => with_nag(&i.to_string()),
            1 => vec![annotation(&i.to_string()), annotation("again")],
            _ => Vec::new(),
        })
        .collect();
    let text = replace_annotations(record, own, &new).unwrap();
    let after = Reader::new(&text[..]).read_record().unwrap().unwrap();
    let again = replace_annotations(&after, own, &new).unwrap();
    assert!(again == text, "the second run changed something");
    assert!(replace_annotations(&after, own, &[]).unwrap() == record.bytes, "nothing else has changed");
    let played = |record: &Record| {
        let timeline = Timeline::new(&record.game, &ReadOptions::lenient());
        let moves: Vec<_> = timeline.moments.iter().map(|moment| (moment.mv, moment.clocks)).collect();
        (moves, record.game.end_reason.clone())
    };
    assert_eq!(played(&after), played(record));
}

#[test]
fn annotating_and_clearing_synthetic_games_changes_nothing() {
    for generator in [Generator::new(11), Generator::new(12).annotated()] {
        let mut text = Vec::new();
        (0..40).for_each(|number| generator.write_game(number, &mut text));
        for record in Reader::new(&text[..]).records() {
            annotate_and_clear(&record.unwrap());
        }
    }
}

#[test]
fn annotating_and_clearing_test_files_changes_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bpgn");
    let mut games = 0;
    for folder in [folder.clone(), folder.join("quirks"), folder.join("writing")] {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                let bytes = fs::read(&path).unwrap();
                for record in Reader::new(&bytes[..]).records() {
                    annotate_and_clear(&record.unwrap());
                    games += 1;
                }
            }
        }
    }
    assert!(games > 20, "{games}");
}

#[test]
fn annotating_and_clearing_real_games_changes_nothing() {
    for game in real_games() {
        let bytes = fs::read(&game.path).unwrap();
        for record in Reader::new(&bytes[..]).records() {
            annotate_and_clear(&record.unwrap());
        }
    }
}

//! Canonical form: written games read back the same, and are written the same again.

use std::path::Path;

use bpgn::clock::CommentKind;
use bpgn::{Annotation, Comment, Game, HalfMove, Line, Reader, Record, Tag, WriteOptions, Writer};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

pub(crate) fn records(text: &[u8]) -> Vec<Record> {
    Reader::new(text).records().map(Result::unwrap).collect()
}

/// Writes all games of a text in canonical form. Damaged games are written unchanged.
pub(crate) fn formatted(text: &[u8], options: &WriteOptions) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out, *options);
    for record in records(text) {
        writer.write_record(&record).unwrap();
    }
    out
}

/// Lists everything in a game except the form of numbers, tags by name.
pub(crate) fn outline(game: &Game) -> String {
    let mut tags: Vec<&Tag> = game.tags.iter().collect();
    tags.sort_by(|one, other| one.name.cmp(&other.name));
    let reason = game.end_reason.as_ref().map(Comment::text);
    let after = annotations(&game.after);
    format!("{tags:#?}\n{}\n{reason:?}\n{:?}\n{after}", line(&game.main), game.result)
}

fn line(of: &Line) -> String {
    let half_move = |half_move: &HalfMove| {
        let HalfMove { label, san, .. } = half_move;
        let variations: Vec<String> = half_move.variations.iter().map(line).collect();
        let after: Vec<Option<usize>> = half_move.variations.iter().map(|line| line.after).collect();
        format!("{label} {san} {} {variations:?} {after:?}\n", annotations(&half_move.annotations))
    };
    let half_moves: String = of.half_moves.iter().map(half_move).collect();
    format!("{}\n{half_moves}{:?}", annotations(&of.before), of.result)
}

fn annotations(of: &[Annotation]) -> String {
    let annotation = |annotation: &Annotation| match annotation {
        Annotation::Nag(nag) => nag.as_str().to_owned(),
        Annotation::Comment(comment) => match comment.kind() {
            kind @ (CommentKind::Clock(_) | CommentKind::Lag(_) | CommentKind::Thinking(_)) => {
                format!("{kind:?}")
            }
            // A comment up to the end of a text that is written unchanged loses white space there.
            kind => format!("{kind:?} {:?} {:?}", comment.form(), comment.text().trim_end()),
        },
    };
    of.iter().map(annotation).collect::<Vec<_>>().join(", ")
}

/// Parts of games, valid and damaged.
const PIECES: [&str; 69] = [
    "[Event \"x\"]",
    "[Site \"a \\\"b\\\" \\\\ c\"]",
    "[WhiteA \"raven\"]",
    "[WhiteAElo \"2165\"]",
    "[Round -1-]",
    "[Result \"0-1\"]",
    "[Odd \"\"]",
    "[Lag \"1 2 3\"]",
    "[FEN \"",
    "[",
    "]",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    " ",
    "1A. e4",
    "1a. e5",
    "1B. Nf3",
    "1b.d5",
    "2A. N@g5+",
    "2a. O-O",
    "12b.",
    "1A.\nd4",
    "3A. e8=Q#",
    "e4",
    "{298}",
    "{298.50}",
    "{ 7 }",
    "{-0.576}",
    "{[%clk 0:01:02.5]}",
    "{[ts=1.500]}",
    "{L:100}",
    "{T: 1200}",
    "{C: words}",
    "{A:!}",
    "{D:}",
    "{a\nb}",
    "{a\r\nb}",
    "{a\r\r\nb}",
    "{\u{e4}}",
    "{}",
    "{",
    "}",
    "(",
    ")",
    "(1A. d4 {5} 1a. d5)",
    "(2a. Kf7)",
    "1A",
    "1b",
    "$1$2",
    "e4$1",
    "e5*",
    "\u{a0}",
    "[B \"",
    "!",
    "?!",
    "$14",
    "; rest",
    ";x\r",
    "%escape",
    "raven resigns",
    "{raven resigns}",
    "1-0",
    "*",
    "\u{feff}",
];

/// A text that is shown as a string if a test fails.
#[derive(Clone)]
pub(crate) struct Text(pub(crate) Vec<u8>);

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// Makes texts that look like games, most of them damaged.
pub(crate) fn text() -> impl Strategy<Value = Text> {
    let piece = (select(&PIECES[..]), select(&["", " ", " ", "\n"][..]));
    (vec(piece, 0..40), any::<bool>()).prop_map(|(pieces, latin)| {
        let text: String = pieces.into_iter().flat_map(|(piece, space)| [piece, space]).collect();
        let latin_1 = || text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        Text(if latin { latin_1() } else { text.into_bytes() })
    })
}

fn options() -> impl Strategy<Value = WriteOptions> {
    (0usize..90, any::<bool>(), any::<bool>())
        .prop_map(|(width, crlf, utf8)| WriteOptions::default().width(width).crlf(crlf).utf8(utf8))
}

proptest! {
    #[test]
    fn a_valid_game_reads_back_the_same(text in text(), options in options()) {
        for record in records(&text.0).into_iter().filter(Record::is_valid) {
            let mut out = Vec::new();
            Writer::new(&mut out, options).write(&record.game).unwrap();
            let again = records(&out);
            prop_assert_eq!(again.len(), 1);
            prop_assert!(again[0].is_valid(), "{:?}", again[0].errors);
            prop_assert_eq!(outline(&record.game), outline(&again[0].game));
        }
    }

    #[test]
    fn written_text_has_the_same_games(text in text(), options in options()) {
        let games = |text: &[u8]| -> Vec<String> {
            let records = records(text).into_iter().filter(|record| record.is_game);
            records.map(|record| outline(&record.game)).collect()
        };
        let written = formatted(&text.0, &options);
        prop_assert_eq!(games(&text.0), games(&written), "{}", written.escape_ascii());
    }

    #[test]
    fn canonical_text_is_not_changed(text in text(), options in options()) {
        let once = formatted(&text.0, &options);
        let twice = formatted(&once, &options);
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
        prop_assert_eq!(once, twice);
    }
}

#[test]
fn formatting_test_files_twice_changes_nothing_more() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bpgn");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "bpgn") {
            continue;
        }
        let text = std::fs::read(&path).unwrap();
        let once = formatted(&text, &WriteOptions::default());
        assert_eq!(formatted(&once, &WriteOptions::default()), once, "{}", path.display());
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn a_comment_that_ends_like_a_tag_keeps_its_line() {
    // The second comment used to continue on the line of the first, and made it a tag.
    let text = "[Event \"x\"]{\n[FEN \"{298}\n{[Event \"x\"]{298}";
    let [record] = &records(text.as_bytes())[..] else { panic!("one game") };
    assert!(record.is_valid());
    let [again] = &records(record.game.to_string().as_bytes())[..] else { panic!("one game") };
    assert_eq!(outline(&again.game), outline(&record.game));
}

#[test]
fn two_nags_stay_two() {
    for text in ["1A. e4? ! {5} *\n", "1A. e4?! {5} *\n", "1A. e4! $14 {5} *\n"] {
        let [record] = &records(text.as_bytes())[..] else { panic!("{text}") };
        assert_eq!(record.game.to_string(), text);
    }
}

#[test]
fn a_promoted_variation_keeps_its_result() {
    // It used to be lost, together with the result of the line it replaced.
    let text = "1A. e4 (1A. d4 1a. d5 (1a. f5 1-0) 0-1) *\n";
    let [record] = &mut records(text.as_bytes())[..] else { panic!("one game") };
    assert!(record.is_valid());
    let game = &mut record.game;
    assert!(game.line_mut(&[(0, 0)]).unwrap().promote_variation(1, 0));
    assert_eq!(game.to_string(), "1A. e4 (1A. d4 1a. f5 (1a. d5 0-1) 1-0) *\n");
    // The main line has the result of the game.
    assert!(game.main.promote_variation(0, 0));
    assert_eq!(game.to_string(), "1A. d4 (1A. e4) 1a. f5 (1a. d5 0-1) *\n");
    assert!(game.main.promote_variation(0, 0));
    assert_eq!(game.to_string(), "1A. e4 (1A. d4 1a. f5 (1a. d5 0-1) 1-0) *\n");
}

#[test]
fn a_comment_after_a_variation_stays_there() {
    for text in [
        "1A. e4 (1A. d4) {a comment}\n",
        "1A. e4! {5} {C:one} (1A. d4) {C:two} (1A. c4 {C:three} (1A. Nf3)) $14 1a. e5 *\n",
        "1A. e4 (1A. d4 (1A. c4) {C:in}) {C:out} 1-0\n",
    ] {
        let [record] = &records(text.as_bytes())[..] else { panic!("{text}") };
        assert!(record.is_valid(), "{text}");
        assert_eq!(record.game.to_string(), text);
    }
    // A NAG and a clock stay with their move, and a comment with the half-move before it.
    for (text, written) in [
        ("1A. e4 (1A. d4) ! {5} {C:x} *", "1A. e4! {5} (1A. d4) {C:x} *\n"),
        ("1A. e4 1B. d4 (1A. d4) {C:x} *", "1A. e4 (1A. d4) 1B. d4 {C:x} *\n"),
    ] {
        let [record] = &records(text.as_bytes())[..] else { panic!("{text}") };
        assert_eq!(record.game.to_string(), written);
    }
}

#[test]
fn a_variation_stays_between_annotations_that_are_changed() {
    let text = "1A. e4 {C:one} (1A. d4) {C:two} (1A. c4) *\n";
    let game = records(text.as_bytes()).remove(0).game;
    let changed = |change: fn(&mut HalfMove)| {
        let mut game = game.clone();
        change(&mut game.main.half_moves[0]);
        game.to_string()
    };
    let nag = |half_move: &mut HalfMove| half_move.set_nags([bpgn::Nag::new("!").unwrap()]);
    assert_eq!(changed(nag), "1A. e4! {C:one} (1A. d4) {C:two} (1A. c4) *\n");
    let none = |half_move: &mut HalfMove| half_move.set_comment(bpgn::CommentPrefix::Comment, "").unwrap();
    assert_eq!(changed(none), "1A. e4 (1A. d4) (1A. c4) *\n");
    let more = |half_move: &mut HalfMove| half_move.add_comment(Comment::new("C:three").unwrap());
    assert_eq!(changed(more), "1A. e4 {C:one} (1A. d4) {C:two} {C:three} (1A. c4) *\n");
    let at = bpgn::edit::Cursor { line: None, ply: 1 };
    let mut editor = bpgn::edit::Editor::new(game.clone());
    editor.set_comment(&at, Some(0), "").unwrap();
    assert_eq!(editor.game().to_string(), "1A. e4 (1A. d4) {C:two} (1A. c4) *\n");
}

#[test]
fn no_line_is_longer_than_80_columns() {
    for before in 0..90 {
        for variation in ["(1a. e6 {170.123})", "(1a. e6 (1a. d6 {170.123}))", "({C:x} 1a. e6 1-0)"] {
            let padding = "x".repeat(before);
            let text = format!("1A. e4 {{C:{padding}}} 1a. e5 {{170.123}} {variation} 2A. Nf3 {{169}} *");
            let [record] = &records(text.as_bytes())[..] else { panic!("{text}") };
            assert!(record.is_valid());
            let written = record.game.to_string();
            let is_long = |line: &&str| line.len() > 80 && !line.starts_with("{C:");
            assert_eq!(written.lines().find(is_long), None, "{written}");
            assert_eq!(outline(&records(written.as_bytes())[0].game), outline(&record.game));
        }
    }
}

#[test]
fn a_label_before_a_bracket_is_not_a_move() {
    // The second label used to be a move, and was written as a label.
    for text in ["1A. 1A[F \"\"]", "1A[A \"\"][B \""] {
        let games = |text: &[u8]| -> Vec<String> {
            records(text).iter().filter(|record| record.is_game).map(|record| outline(&record.game)).collect()
        };
        let written = formatted(text.as_bytes(), &WriteOptions::default());
        assert_eq!(games(text.as_bytes()), games(&written), "{text}");
    }
}

/// Without the NAG or result directly after it, the word would be a result or a label.
#[test]
fn a_result_or_a_label_before_a_nag_is_not_a_move() {
    for text in
        ["12b.1-0$1$2", "1A 1A*", "12b.*$1$2", "[[WhiteA \"x\"]1-0 12b.{298}[WhiteA \"x\"][Site \"y\"]1A. e4"]
    {
        let once = formatted(text.as_bytes(), &WriteOptions::default());
        let games = |text: &[u8]| -> Vec<String> {
            records(text).iter().filter(|record| record.is_game).map(|record| outline(&record.game)).collect()
        };
        assert_eq!(games(text.as_bytes()), games(&once), "{text}");
        assert_eq!(formatted(&once, &WriteOptions::default()), once, "{text}");
    }
}

//! Games in four columns, as text and as HTML.

use bpgn::{Reader, Record};
use bughouse_review::columns::{Block, Blocks, Columns};
use bughouse_review::{CommentKind, columns_html, replay_text};
use proptest::prelude::{any, prop_assert, proptest};

fn annotated() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn/annotated.bpgn");
    std::fs::read_to_string(path).unwrap()
}

fn record(text: &[u8]) -> Option<Record> {
    Reader::new(text).read_record().unwrap()
}

fn columns(text: &str) -> Columns {
    Columns::of(&record(text.as_bytes()).unwrap())
}

fn text(columns: &Columns) -> String {
    columns.to_text(&|_| vec!["DIAGRAM".to_owned()])
}

#[test]
fn four_columns_are_in_the_order_of_time() {
    let columns = columns("1A. e4 1B. d4 1a. e5 1b. d5 2A. Nf3 2a. Nc6 2B. c4 *");
    let rows: Vec<String> = columns
        .blocks
        .iter()
        .map(|block| match block {
            Block::Row(row) => {
                row.each_ref().map(|cell| cell.as_ref().map_or("-", |cell| &cell.label)).join(" ")
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(rows, ["1A - 1B -", "- 1a - 1b", "2A 2a 2B -"]);
}

#[test]
fn nags_of_annotations_are_on_their_moves() {
    let drawn = text(&columns(&annotated()));
    for part in [
        "1. e4! ",
        "1. d5?! ",
        "(1a. e5!! (176) {the main move} {and safe} 2A. Nf3 (175)\n",
        "2. Qxd5?! ",
        "2. Nf3! ",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    assert!(drawn.contains("\n    an old gambit\n"), "{drawn}");
    assert_eq!(drawn.matches("DIAGRAM").count(), 3);
}

/// Text and HTML describe the thinking time and the lag in the same words.
#[test]
fn lag_and_thinking_time_are_below_their_half_move() {
    let columns = columns("1A. e4 {179} {L:100} {T:1200} 1a. e5 {T:900} 1B. d4 {178.5} {L:5} 2A. Nf3 *");
    let rows = "
  1. e4         179   1. e5               1. d4       178.5
      1.2 s thought       0.9 s thought            5 ms lag
         100 ms lag
  2. Nf3
";
    let drawn = text(&columns);
    assert!(drawn.contains(rows), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
    assert!(columns.to_html().contains("<div class=\"times\">1.2 s thought, 100 ms lag</div>"));
}

#[test]
fn json_joins_nags_of_annotations() {
    let game = replay_text(&annotated()).unwrap();
    let nags: Vec<String> = game.main.half_moves.iter().map(|half_move| half_move.nags.join(" ")).collect();
    assert_eq!(nags, ["!", "", "?!", "", "", "$1", "$6", "", ""]);
    let gambit = &game.main.half_moves[2];
    assert_eq!(gambit.comments.len(), 1);
    assert_eq!(
        (gambit.comments[0].kind, gambit.comments[0].text.as_str()),
        (CommentKind::Annotation, "an old gambit")
    );
    let variation = &gambit.variations[0].half_moves[0];
    assert_eq!((variation.nags.concat().as_str(), variation.comments.len()), ("!!", 2));
    let timed = &game.main.half_moves[1];
    assert_eq!((timed.lag, timed.thinking), (Some(120), Some(1500)));
}

#[test]
fn html_escapes_markup_of_a_game() {
    let html = columns(&annotated()).to_html();
    assert!(!html.contains("<script") && !html.contains("<b> ("), "{html}");
    assert!(html.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"));
    assert!(html.contains("Dimitri &amp; sons"));
    assert_eq!(html.matches("<svg").count(), 3);
    // Diagrams have the names of the players, not the seats.
    let diagram = &html[html.find("<svg").unwrap()..html.find("</svg>").unwrap()];
    for name in ["Anna", "Boris", "Clara &lt;b&gt;", "Dimitri &amp; sons"] {
        assert!(diagram.contains(name), "{name}: {diagram}");
    }
    assert!(!diagram.contains("WhiteA") && !diagram.contains("BlackB"), "{diagram}");
    let head = columns_html::head("</title><script>");
    assert!(head.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
    for demanded in ["size: A4", "table-layout: fixed", "break-before: page"] {
        assert!(head.contains(demanded), "{demanded}");
    }
}

#[test]
fn half_moves_that_cannot_be_played_are_shown() {
    let drawn = text(&columns("1A. e4 1a. Ke4 2A. d4 (2A. Nf3 {D:}) {D: nowhere} *"));
    assert!(drawn.contains("The replay stops here: 1a. Ke4: "), "{drawn}");
    assert!(drawn.contains("1. Ke4*") && drawn.contains("2. d4*") && drawn.contains("(2A. Nf3)"), "{drawn}");
    assert!(drawn.contains("nowhere") && !drawn.contains("DIAGRAM"), "{drawn}");
}

proptest! {
    #[test]
    fn text_keeps_to_80_columns(words in any::<String>(), name in "\\PC{0,60}", clock in 0u64..u64::MAX) {
        let words = words.replace(['}', '{'], "");
        let game = format!(
            "[WhiteA \"{}\"]\n1A. e4 {{{clock}}} {{C:{words}}} 1a. e5 {{A:!?{words}}} (1a. c5 {{C:{words}}} (1a. d5 $123456 {{D:{words}}})) *",
            name.replace(['"', '\\', '['], "")
        );
        if let Some(record) = record(game.as_bytes()) {
            let columns = Columns::of(&record);
            let drawn = columns.to_text(&|_| Vec::new());
            prop_assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{}", drawn);
            prop_assert!(!drawn.chars().any(|c| c.is_control() && c != '\n'), "{:?}", drawn);
            let _ = columns.to_html();
        }
    }
}

#[test]
fn a_comment_after_a_variation_stays_after_it() {
    let text = text(&columns("1A. e4 {first} (1A. d4 1a. d5 (1a. f5) {inner}) {after} 1a. e5 *"));
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word} in {text}"));
    assert!(place("first") < place("1A. d4") && place("1A. d4") < place("after"), "{text}");
    assert!(place("1a. f5") < place("inner") && place("inner") < place("after"), "{text}");
}

#[test]
fn the_boards_are_drawn_once_for_repeated_requests() {
    let columns = columns(&format!("1A. e4 {} {{D:a caption}} 1a. e5 *", "{D:} ".repeat(1000)));
    let diagrams = columns.blocks.iter().filter(|block| matches!(block, Block::Diagram(_))).count();
    assert_eq!(diagrams, 1);
    assert!(text(&columns).contains("a caption"));
    assert_eq!(columns.html_parts(&columns.blocks).collect::<String>(), columns.to_html());
}

#[test]
fn a_variation_has_its_clocks_lags_and_times() {
    let columns = columns("1A. e4 {179} (1A. d4 1a. d5 {170} {L:55} {T:77}) *");
    let (text, html) = (text(&columns), columns.to_html());
    for part in ["55 ms lag", "s thought"] {
        assert!(text.contains(part) && html.contains(part), "{part}: {text}");
    }
}

/// A character of Chinese, Japanese or Korean takes two columns of a terminal.
#[test]
fn wide_characters_take_two_columns() {
    let words = "これは良い手です。".repeat(9);
    let names = "[WhiteA \"田中太郎\"]\n[BlackA \"b\"]\n\n";
    let drawn = text(&columns(&format!("{names}1A. e4 {{C:{words}}} 1a. e5 *")));
    assert!(drawn.lines().any(|line| line == format!("田中太郎{}b", " ".repeat(12))), "{drawn}");
    // Four columns of indentation, then 38 wide characters.
    let first: String = words.chars().take(38).collect();
    assert!(drawn.lines().any(|line| line == format!("    {first}")), "{drawn}");
    let last: String = words.chars().skip(76).collect();
    assert!(drawn.lines().any(|line| line == format!("    {last}")), "{drawn}");
}

#[test]
fn many_nags_of_a_half_move_are_wrapped() {
    let drawn = text(&columns(&format!("1A. e4 {}*", "! ".repeat(200_000))));
    assert_eq!(drawn.matches('!').count(), 200_000);
    assert!(drawn.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn blocks_one_by_one_are_those_of_the_whole_table() {
    let text = annotated();
    let record = record(text.as_bytes()).unwrap();
    let (whole, frame) = (Columns::of(&record), Columns::frame(&record));
    assert!(frame.blocks.is_empty());
    let drawn: String = frame.text_parts(Blocks::of(&record), &|_| vec!["DIAGRAM".to_owned()]).collect();
    assert_eq!(drawn, self::text(&whole));
    assert_eq!(frame.html_parts(Blocks::of(&record)).collect::<String>(), whole.to_html());
}

//! Reading: games at the limit, games in small chunks, visitors that skip or stop.

use bpgn::input::Chunks;
use bpgn::lexer::{tag_parts, tokens};
use bpgn::tags::GameResult;
use bpgn::{Flow, Limits, RawComment, RawGame, RawHalfMove, Reader, Record, SyntaxErrorKind, Visitor};
use bughouse_chess::Span;
use proptest::prelude::{prop_assert_eq, proptest};

use crate::canonical::{records, text};
use crate::relations::chunks::{Event, Way, check, read_whole};

/// Checks that a text is read the same in small pieces and in chunks of any size, and returns its games.
fn games(text: &[u8], limits: Limits) -> Vec<Vec<u8>> {
    for chunk in 1..text.len() + 2 {
        for breaks in [false, true] {
            check(text, Way { limits, lengths: &[3], chunk, threads: 0, flows: &[], breaks });
        }
    }
    let events = read_whole(text, limits, &[]).events;
    let game = |event| if let Event::End(_, bytes, _) = event { Some(bytes) } else { None };
    events.into_iter().filter_map(game).collect()
}

fn is_too_long(text: &[u8], limits: Limits) -> bool {
    let is_too_long = |event: &Event| match event {
        Event::SyntaxError(error) => matches!(error.kind(), SyntaxErrorKind::TooLong(_)),
        _ => false,
    };
    read_whole(text, limits, &[]).events.iter().any(is_too_long)
}

fn limits(game_bytes: usize) -> Limits {
    Limits::default().game_bytes(game_bytes)
}

#[test]
fn the_number_of_threads_is_limited() {
    // It used to start as many threads as requested, and to wait forever if the system had no more.
    let text = b"[Event \"x\"]\n1A. e4 *\n[Event \"y\"]\n1A. d4 *\n".repeat(20);
    for threads in [10_000, usize::MAX] {
        let limits = Limits::default();
        for breaks in [false, true] {
            check(&text, Way { limits, lengths: &[], chunk: 30, threads, flows: &[], breaks });
        }
    }
}

#[test]
fn a_game_exactly_at_the_limit_does_not_hide_the_next() {
    // The next game used to be lost, and the last game of a file used to be reported as too long.
    let first = b"[Event \"x\"]\n1A. e4 *\n";
    let both = [&first[..], b"[Event \"y\"]\n1A. d4 *"].concat();
    for more in 0..4 {
        let limits = limits(first.len() + more);
        assert_eq!(games(&both, limits).len(), 2, "{more}");
        assert!(!is_too_long(&both, limits), "{more}");
    }
    assert!(!is_too_long(first, limits(first.len())));
    assert!(is_too_long(first, limits(first.len() - 1)));
}

#[test]
fn a_word_that_ends_at_the_limit_before_an_error_is_kept_by_both_readers() {
    // A chunk used to end before it, while a reader reported a game that is too long.
    games(&[b'x'; 40], limits(40));
}

#[test]
fn a_game_after_one_that_is_too_long_is_not_split() {
    // A chunk that ended in a game that is too long used to contain the beginning of the next.
    let text = b"[Event \"x\"]\n{........................................................}\n[Site \"y\"]\n1A. d4 {5} *";
    assert_eq!(games(text, limits(40)).len(), 2);
}

#[test]
fn chunks_keep_the_start_of_lines() {
    // White space used to be left out before a chunk, and the character after it became a comment.
    assert_eq!(games(b"                    %junk\n[Event \"x\"]\n1A. e4 *", Limits::default()).len(), 2);
}

#[test]
fn chunks_skip_the_byte_order_mark() {
    // The byte-order mark used to be stray text there, so a second tag began a game.
    let text = b"\xef\xbb\xbf[Event \"x\"][Event \"y\"]\n1A. e4 *";
    assert_eq!(games(text, Limits::default()).len(), 1);
}

#[test]
fn chunks_know_all_white_space() {
    // A vertical tab used to be text, so an `Event` after it began a game.
    let text =
        b"[Site \"x\"]\x0b\n[Event \"y\"]\n1A. e4 1a. e5 2A. d4 2a. d5 3A. c4 3a. c5 {some} {more} {words} *";
    assert_eq!(games(text, Limits::default()).len(), 1);
}

#[test]
fn a_no_break_space_before_the_first_tag_is_not_a_chunk() {
    for text in [&b"\xa0\n[Event \"z\"]\n\n1A. e4 *\n"[..], "\u{a0}\n[Event \"z\"]\n\n1A. e4 *\n".as_bytes()]
    {
        let mut chunks = Chunks::new(text, Limits::default(), 1);
        assert_eq!(chunks.next_chunk().unwrap().map(|chunk| chunk.bytes), Some(text.to_vec()));
    }
}

#[test]
fn chunks_of_a_long_rest_stay_small() {
    let long = vec![b'x'; 100_000];
    let mut chunks = Chunks::new(&long[..], limits(1_000), 100);
    let mut sizes = Vec::new();
    while let Some(chunk) = chunks.next_chunk().unwrap() {
        sizes.push(chunk.bytes.len());
    }
    assert!(sizes.iter().all(|&size| size < 200_000) && sizes[0] < 5_000, "{sizes:?}");
}

#[test]
fn white_space_after_the_last_move_is_not_an_error() {
    // The space after a move on the fast path used to be stray text if the visitor stopped.
    #[derive(Default)]
    struct One(Vec<String>);

    impl Visitor for One {
        type Output = ();

        fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
            self.0.push(half_move.label.to_string());
            Flow::Skip
        }

        fn comment(&mut self, _: RawComment<'_>) {
            self.0.push("a comment".to_owned());
        }

        fn syntax_error(&mut self, error: bpgn::SyntaxError) {
            self.0.push(error.to_string());
        }

        fn end_game(&mut self, _: RawGame<'_>) {}
    }

    // The fast path is used only if more text follows.
    let text = format!("[Event \"x\"]\n{{C: first}} 1A. e4 {{179}} 1a. e5 {{178}} *{}", " ".repeat(64));
    let mut one = One::default();
    Reader::new(text.as_bytes()).read_all(&mut one).unwrap();
    assert_eq!(one.0, ["a comment", "1A"]);
}

#[test]
fn only_a_tag_has_the_parts_of_one() {
    // The first byte of any token used to be taken for a bracket.
    let text = b"xEvent \"y\"] [Event \"y\"]";
    let parts: Vec<bool> = tokens(text).map(|token| tag_parts(text, &token).is_some()).collect();
    assert_eq!(parts, [false, false, false, true]);
}

#[test]
fn white_space_at_the_limit_does_not_hide_that_a_game_continues() {
    // A chunk used to end there, and the game in that chunk was not reported as too long.
    let first = b"[FEN \"x\"]\n[Setup \"1\"]";
    for space in ["\n", "\n\n", "  \n "] {
        let text = [&first[..], space.as_bytes(), b"[FEN \"x\"]\n[Site \"y\"]\n1A. e4 *"].concat();
        for more in 0..3 {
            games(&text, limits(first.len() + more));
        }
    }
}

/// Records the events of the main line, without spans.
#[derive(Default)]
struct MainLine(Vec<String>);

impl Visitor for MainLine {
    type Output = ();

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        let san = half_move.san.escape_ascii();
        self.0.push(format!("{} {san} {}", half_move.label, half_move.depth));
        Flow::Continue
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.0.push(format!("{} {:?} {}", comment.text.escape_ascii(), comment.style, comment.depth));
    }

    fn nag(&mut self, nag: &[u8], _: Span, depth: usize) {
        self.0.push(format!("{} {depth}", nag.escape_ascii()));
    }

    fn begin_variation(&mut self, _: Span, depth: usize) -> Flow {
        assert_eq!(depth, 1);
        Flow::Skip
    }

    fn end_variation(&mut self, _: Span, _: usize) {
        panic!("end_variation was called for a skipped variation");
    }

    fn result(&mut self, result: GameResult, _: Span, depth: usize) {
        self.0.push(format!("{result} {depth}"));
    }

    fn syntax_error(&mut self, error: bpgn::SyntaxError) {
        self.0.push(error.kind().to_string());
    }

    fn end_game(&mut self, _: RawGame<'_>) {}
}

fn main_line(text: &[u8]) -> Vec<String> {
    let mut main = MainLine::default();
    Reader::new(text).read_all(&mut main).unwrap();
    main.0
}

#[test]
fn skipped_variations_leave_the_main_line() {
    let with = "[Event \"x\"]\n1A. e4 (1A. d4 {5} 1a. d5 (1a. Nf6 $1 1-0) {6}) {179}! 1a. e5 (1a. c5 *) (1a. c6) 1-0";
    let without = "[Event \"x\"]\n1A. e4 {179}! 1a. e5 1-0";
    assert_eq!(main_line(with.as_bytes()), main_line(without.as_bytes()));
    assert_eq!(main_line(without.as_bytes()), ["1A e4 0", "179 Braces 0", "! 0", "1a e5 0", "1-0 0"]);
    // Errors in variations are still reported.
    assert_eq!(main_line(b"1A. e4 (x (1a.").len(), 5);
}

#[test]
fn a_visitor_that_stops_at_a_variation_is_not_called_again() {
    #[derive(Default)]
    struct Stop(usize);

    impl Visitor for Stop {
        type Output = usize;

        fn begin_variation(&mut self, _: Span, _: usize) -> Flow {
            self.0 += 1;
            Flow::Stop
        }

        fn end_variation(&mut self, _: Span, _: usize) {
            panic!("end_variation was called after a stop");
        }

        fn end_game(&mut self, _: RawGame<'_>) -> usize {
            self.0
        }
    }

    let text = b"[Event \"x\"]\n1A. e4 (1A. d4 (1A. f4)) (1A. c4) *\n\n[Event \"y\"]\n1A. e4 *";
    let mut stop = Stop::default();
    let found: Vec<usize> = Reader::new(&text[..]).read_games(&mut stop).collect::<Result<_, _>>().unwrap();
    assert_eq!(found, [1, 1]);
}

proptest! {
    #[test]
    fn skipping_variations_equals_reading_a_text_without_them(text in text()) {
        for record in records(&text.0).into_iter().filter(Record::is_valid) {
            let mut game = record.game;
            let with = game.to_string();
            game.main.stray.clear();
            for half_move in &mut game.main.half_moves {
                half_move.variations.clear();
            }
            prop_assert_eq!(main_line(with.as_bytes()), main_line(game.to_string().as_bytes()));
        }
    }
}

#[test]
fn tags_over_the_limit_are_reported() {
    let read = |length: usize| {
        let text = format!("[Event \"x\"]\n[Odd \"{}\"]\n1A. e4 *\n", "x".repeat(length));
        bpgn::Reader::new(text.as_bytes()).read_record().unwrap().unwrap()
    };
    let most = bpgn::lexer::LONGEST_TAG - "[Odd \"\"]".len();
    assert!(read(most).is_valid());
    let first = read(most + 1).errors[0];
    assert_eq!(*first.kind(), bpgn::SyntaxErrorKind::TagTooLong(bpgn::lexer::LONGEST_TAG));
}

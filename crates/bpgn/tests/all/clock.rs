//! Comments: clocks, lags and words.

use bpgn::clock::{Clock, CommentKind, lag_list};
use bughouse_chess::{Millis, Seconds, Span};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

fn left(text: &str) -> Clock {
    Clock::Left(text.parse::<Seconds>().unwrap())
}

fn clock(text: &str) -> Clock {
    match CommentKind::of(text.as_bytes()) {
        CommentKind::Clock(clock) => clock,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn clocks_are_read_and_written() {
    // The text, the time in milliseconds, whether it counts up, and the text written.
    let rows = [
        ("298", 298_000, false, "298"),
        ("298.21", 298_210, false, "298.21"),
        ("299.000", 299_000, false, "299.000"),
        ("-0.576", -576, false, "-0.576"),
        ("-0", 0, false, "-0"),
        ("0", 0, false, "0"),
        (" 298 ", 298_000, false, "298"),
        ("\n298\r\n", 298_000, false, "298"),
        ("[%clk 0:01:02.5]", 62_500, false, "[%clk 0:01:02.5]"),
        ("[%clk\n0:00:01.6]", 1_600, false, "[%clk 0:00:01.6]"),
        (" [%clk  1:01:00] ", 3_660_000, false, "[%clk 1:01:00]"),
        ("[%clk 00:1:2]", 62_000, false, "[%clk 0:01:02]"),
        ("[ts=185.070]", 185_070, true, "[ts=185.070]"),
        ("[ts=0]", 0, true, "[ts=0]"),
    ];
    for (text, time, is_elapsed, written) in rows {
        let clock = clock(text);
        assert_eq!(clock.time(), Millis(time), "{text}");
        assert_eq!(clock.is_elapsed(), is_elapsed, "{text}");
        assert_eq!(clock.to_string(), written, "{text}");
    }
}

#[test]
fn kinds_of_comments_are_detected() {
    // The text, the name of its kind, and where the words begin.
    let rows = [
        ("L:100", "lag", 2),
        ("L: 100 ", "lag", 3),
        ("T:1200", "thinking", 2),
        ("A:!", "annotation", 2),
        ("C:hello", "comment", 2),
        ("C: hello", "comment", 3),
        ("C:  hello", "comment", 3),
        (" C: hello", "comment", 4),
        ("C:", "comment", 2),
        ("D:", "diagram", 2),
        ("D: here", "diagram", 3),
        ("R: raven requests to abort", "request", 3),
        ("", "other", 0),
        ("c: hello", "other", 0),
        ("L:abc", "other", 0),
        ("L:", "other", 0),
        ("T:1.5", "other", 0),
        ("L:99999999999999999999", "other", 0),
        ("-", "other", 0),
        ("298.", "other", 0),
        ("298.1234", "other", 0),
        ("99999999999999999999", "other", 0),
        ("1 2", "other", 0),
        ("1-0", "other", 0),
        ("[%clk]", "other", 0),
        ("[%clk0:00:01]", "other", 0),
        ("[%clk 0:60:00]", "other", 0),
        ("[%clk 0:00:60]", "other", 0),
        ("[%clk 0:00:-1]", "other", 0),
        ("[%clk 1:02]", "other", 0),
        ("[%clk 99999999999:00:00]", "other", 0),
        ("[%clk 4294967295:00:00]", "other", 0),
        ("[%clk 0:01:02", "other", 0),
        ("[%clk 0:01:02] good move", "other", 0),
        ("[%eval 0.3]", "other", 0),
        ("[", "other", 0),
        ("[]", "other", 0),
        ("]", "other", 0),
        ("death checkmated", "other", 0),
    ];
    for (text, name, start) in rows {
        let kind = CommentKind::of(text.as_bytes());
        assert_eq!(kind.name(), name, "{text:?}");
        assert_eq!(kind.body_start(text.as_bytes()), start, "{text:?}");
    }
    assert_eq!(CommentKind::of(b"L:100"), CommentKind::Lag(Millis(100)));
    assert_eq!(CommentKind::of(b"T:1200"), CommentKind::Thinking(Millis(1200)));
    assert_eq!(CommentKind::of(b"298.5"), CommentKind::Clock(left("298.5")));
}

#[test]
fn clocks_are_found_among_words() {
    let rows = [
        ("[%clk 0:01:02] good move", Some("[%clk 0:01:02]")),
        ("[x [ts=3.5] [%clk 0:01:02]", Some("[ts=3.5]")),
        ("[%eval 1] [%clk x] [%clk 0:00:09]", Some("[%clk 0:00:09]")),
        ("298", None),
        ("[[[", None),
    ];
    for (text, found) in rows {
        assert_eq!(Clock::find(text.as_bytes()).map(|clock| clock.to_string()).as_deref(), found, "{text}");
    }
}

#[test]
fn lag_lists_are_read() {
    let read = |text: &str| lag_list(text.as_bytes()).collect::<Vec<_>>();
    assert_eq!(read(""), []);
    assert_eq!(read(" 113  214\n680 "), [Ok(Millis(113)), Ok(Millis(214)), Ok(Millis(680))]);
    assert_eq!(
        read("1 2.5 -3 -"),
        [Ok(Millis(1)), Err(Span::new(2, 5)), Ok(Millis(-3)), Err(Span::new(9, 10))]
    );
    assert_eq!(read("99999999999999999999"), [Err(Span::new(0, 20))]);
}

proptest! {
    #[test]
    fn no_comment_panics(text in proptest::collection::vec(any::<u8>(), 0..40)) {
        let kind = CommentKind::of(&text);
        prop_assert!(kind.body_start(&text) <= text.len());
        let _ = Clock::find(&text);
        for lag in lag_list(&text) {
            if let Err(span) = lag {
                prop_assert!(span.start < span.end && span.end <= text.len());
            }
        }
    }

    #[test]
    fn no_comment_like_a_clock_panics(text in r"[ \[]{0,2}(%clk |ts=|[LTACDR]:)?[0-9:.\-]{0,24}[ \]]{0,2}") {
        let kind = CommentKind::of(text.as_bytes());
        prop_assert!(kind.body_start(text.as_bytes()) <= text.len());
        if let CommentKind::Clock(clock) = kind {
            prop_assert_eq!(CommentKind::of(clock.to_string().as_bytes()), kind);
        }
    }

    #[test]
    fn clocks_read_back(time in -10_000_000i64..10_000_000, decimals in 0usize..4, form in 0..3) {
        let seconds = format!("{:.decimals$}", time as f64 / 1000.0);
        let text = match form {
            0 => seconds,
            1 => format!("[ts={seconds}]"),
            _ => format!("[%clk {}:{:02}:{}]", time.abs() / 1000, time.abs() % 60, time.abs() % 60),
        };
        let read = clock(&text);
        let again = clock(&read.to_string());
        prop_assert_eq!(read, again);
        if form < 2 {
            prop_assert_eq!(read.to_string(), text);
        }
    }
}

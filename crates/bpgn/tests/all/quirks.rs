//! Quirks of real files: a small file of our own for each, in `testdata/bpgn/quirks/`.

use std::path::{Path, PathBuf};

use bpgn::clock::{Clock, CommentKind};
use bpgn::detect::Encoding;
use bpgn::end_reason::EndKind;
use bpgn::{Checker, ClockKind, Game, Line, ReadOptions, Reader, Record, State, Timeline, WriteOptions};
use bughouse_chess::{BoardId, LastFields, Millis, Rules};

use crate::canonical::{formatted, outline, records};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bpgn")
}

fn read(file: &str) -> Vec<u8> {
    std::fs::read(folder().join("quirks").join(file)).unwrap()
}

/// Reads the one game of a file.
fn record(file: &str) -> Record {
    let mut found = records(&read(file));
    assert_eq!(found.len(), 1, "{file}");
    found.remove(0)
}

fn game(file: &str) -> Game {
    record(file).game
}

/// Checks a text and writes a row of `quirks.csv` for each game.
fn rows(file: &str, text: &[u8], options: ReadOptions) -> Vec<String> {
    let mut rows = Vec::new();
    let mut checker = Checker::new(options, |report| {
        assert!(report.is_game, "{file}");
        let [a, b] = BoardId::ALL.map(|board| report.to_bfen(board));
        let diagnostics: Vec<&str> =
            report.diagnostics.iter().map(|diagnostic| diagnostic.kind.name()).collect();
        rows.push(format!("{file};{};{};{a};{b};{}", report.state, report.half_moves, diagnostics.join(" ")));
    });
    Reader::new(text).read_all(&mut checker).unwrap();
    rows
}

/// Lists the files in the order of their names.
fn files() -> Vec<String> {
    let entries = std::fs::read_dir(folder().join("quirks")).unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    files
}

#[test]
fn every_game_comes_through_as_expected() {
    let table = std::fs::read_to_string(folder().join("quirks.csv")).unwrap();
    let mut expected: Vec<&str> =
        table.lines().filter(|line| !line.starts_with('#') && !line.starts_with("file;")).collect();
    // A stable sort: the rows of a file stay in order.
    expected.sort_by_key(|row| row.split(';').next());
    let found: Vec<String> =
        files().iter().flat_map(|file| rows(file, &read(file), ReadOptions::for_files())).collect();
    let wrong: Vec<String> = found
        .iter()
        .zip(&expected)
        .filter(|(found, expected)| found != *expected)
        .map(|(found, expected)| format!("found    {found}\nexpected {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(found.len(), expected.len());
}

#[test]
fn writing_loses_nothing() {
    let options = WriteOptions::default();
    // Writing a game in canonical form removes these notes.
    let repaired = ["unquoted-tag", "label-form", "tight-nag", "tight-result", "no-break-space"];
    let without_repaired = |rows: Vec<String>| -> Vec<String> {
        let strip = |row: String| repaired.iter().fold(row, |row, name| row.replace(name, ""));
        rows.into_iter().map(strip).collect()
    };
    for file in files() {
        let text = read(&file);
        let written = formatted(&text, &options);
        assert_eq!(formatted(&written, &options), written, "{file} is not written the same again");
        let (before, after) = (records(&text), records(&written));
        assert_eq!(before.len(), after.len(), "{file}");
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(outline(&before.game), outline(&after.game), "{file}");
        }
        let check = |text: &[u8]| {
            let mut rows = without_repaired(rows(&file, text, ReadOptions::for_files()));
            for row in &mut rows {
                // Writing may change the order of tags.
                let (start, diagnostics) = row.rsplit_once(';').unwrap();
                let mut diagnostics: Vec<&str> = diagnostics.split_whitespace().collect();
                diagnostics.sort_unstable();
                *row = format!("{start};{}", diagnostics.join(" "));
            }
            rows
        };
        assert_eq!(check(&text), check(&written), "{file}");
        // All of the original is kept in addition to the tree, except space between games and a byte-order mark.
        let kept: Vec<u8> = before.iter().flat_map(|record| record.bytes.clone()).collect();
        let visible = |text: &[u8]| -> Vec<u8> {
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
        };
        assert_eq!(visible(&kept), visible(&text), "{file}");
    }
}

#[test]
fn every_end_reason_is_known() {
    for file in ["ends.bpgn", "ends-by-mate.bpgn"] {
        let mut checker = Checker::new(ReadOptions::for_files(), |report| {
            assert_ne!(report.outcome.reason, EndKind::Other, "{}", String::from_utf8_lossy(report.bytes));
            let named = report.outcome.evidence != bpgn::Evidence::Result;
            assert!(named, "{}", String::from_utf8_lossy(report.bytes));
        });
        Reader::new(&read(file)[..]).read_all(&mut checker).unwrap();
    }
}

#[test]
fn games_with_notes_are_broken_in_strict_mode() {
    for file in files() {
        let lenient = rows(&file, &read(&file), ReadOptions::for_files());
        let strict = rows(&file, &read(&file), ReadOptions::strict());
        let is_ok = |row: &str| row.split(';').nth(1) == Some(State::Ok.name());
        for (lenient, strict) in lenient.iter().zip(&strict) {
            // In strict mode, nothing is guessed.
            if lenient.contains("guessed-") {
                assert!(is_ok(strict) && !strict.contains("guessed-"), "{strict}");
                continue;
            }
            assert!(!is_ok(strict) || lenient == strict, "{lenient}\n{strict}");
        }
    }
}

#[test]
fn kinds_of_clocks_are_detected() {
    let kinds = [
        ("clock-whole-seconds", ClockKind::FourClocks),
        ("clock-hundredths", ClockKind::FourClocks),
        ("clock-thousandths", ClockKind::FourClocks),
        ("clock-below-zero", ClockKind::FourClocks),
        ("clock-clk", ClockKind::FourClocks),
        ("clock-since-start", ClockKind::Elapsed),
        ("clock-none", ClockKind::None),
        ("clock-on-one-board", ClockKind::FourClocks),
        ("clock-countdown", ClockKind::Countdown),
        ("clocks-against-file-order", ClockKind::FourClocks),
    ];
    for (name, kind) in kinds {
        let game = game(&format!("{name}.bpgn"));
        assert_eq!(Timeline::new(&game, &ReadOptions::for_files()).clock_kind, kind, "{name}");
    }
    let times = |file: &str| -> Vec<i64> {
        let game = game(file);
        game.main.half_moves.iter().filter_map(|half_move| Some(half_move.clock()?.time().0)).collect()
    };
    assert_eq!(times("clock-hundredths.bpgn"), [179_210, 178_050, 177_500, 176_000]);
    assert_eq!(times("clock-below-zero.bpgn"), [500, -576, -1000, 0]);
    assert_eq!(times("clock-clk.bpgn"), [179_500, 178_000, 800, 3_723_000]);
    assert_eq!(times("clock-on-one-board.bpgn"), [179_000, 178_000, 170_000]);
    let written =
        String::from_utf8(formatted(&read("clock-below-zero.bpgn"), &WriteOptions::default())).unwrap();
    assert!(written.contains("{-0.576}") && written.contains("{-0.0}"), "{written}");
}

/// Only the rules of FICS let a king castle with a dropped rook. Accepting deviations doesn't choose rules.
#[test]
fn rules_are_given_or_chosen_by_tags() {
    let file = "castling-with-a-dropped-rook.bpgn";
    let by_tags = [&b"[Promotion \"Upgrade\"]\n"[..], &read(file)].concat();
    let states = |options| {
        [&read(file)[..], &by_tags].map(|text| rows(file, text, options)[0].split(';').nth(1) == Some("ok"))
    };
    assert_eq!(states(ReadOptions::lenient()), [false, false]);
    assert_eq!(states(ReadOptions::for_files()), [true, false]);
    assert_eq!(states(ReadOptions::lenient().rules(Rules::fics())), [true, true]);
    assert_eq!(states(ReadOptions::lenient().rules(Rules::standard())), [false, false]);
}

#[test]
fn last_fields_of_a_fen_tag_are_clocks_unless_they_cannot_be() {
    let clocks = |file: &str, options: ReadOptions| {
        let start = Timeline::new(&game(file), &options).start;
        start.clocks.map(|clock| clock.map(|clock| clock.0 / 1000))
    };
    let seconds = |times: [i64; 4]| bughouse_chess::BySeat::new(times.map(Some));
    let lenient = ReadOptions::lenient;
    let low = "low-clocks-in-a-fen-tag.bpgn";
    assert_eq!(clocks(low, lenient()), seconds([5, 9, 4, 8]));
    assert_eq!(clocks(low, ReadOptions::strict()), seconds([5, 9, 4, 8]));
    // Without clocks in the tag, the time control sets them.
    assert_eq!(clocks(low, lenient().last_fields(LastFields::Counters)), seconds([180; 4]));
    let counted = "counters-in-a-fen-tag.bpgn";
    assert_eq!(clocks(counted, lenient()), seconds([180; 4]));
    assert_eq!(clocks(counted, ReadOptions::strict()), seconds([0, 20, 0, 1]));
    assert_eq!(clocks(counted, lenient().last_fields(LastFields::Clocks)), seconds([0, 20, 0, 1]));

    let mut places = Vec::new();
    for file in [low, counted] {
        let text = read(file);
        let mut checker = Checker::new(lenient(), |report| {
            let spans = report
                .diagnostics
                .iter()
                .map(|diagnostic| &report.bytes[diagnostic.span.start..diagnostic.span.end]);
            places.extend(spans.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap()));
        });
        Reader::new(&text[..]).read_all(&mut checker).unwrap();
    }
    assert_eq!(places, ["5 9", "0 20"]);
}

#[test]
fn lag_and_thinking_time() {
    let timeline = Timeline::new(&game("lag-and-thinking-time.bpgn"), &ReadOptions::for_files());
    let of = |get: fn(&bpgn::Moment) -> Option<Millis>| timeline.moments.iter().map(get).collect::<Vec<_>>();
    assert_eq!(of(|moment| moment.lag), [Some(Millis(100)), None, Some(Millis(-5)), None]);
    assert_eq!(of(|moment| moment.thinking), [Some(Millis(1200)), Some(Millis(900)), None, None]);
    let timeline = Timeline::new(&game("lag-tag.bpgn"), &ReadOptions::for_files());
    let lags: Vec<_> = timeline.moments.iter().map(|moment| moment.lag).collect();
    assert_eq!(lags, [113, 214, 0, 680].map(|lag| Some(Millis(lag))));
}

#[test]
fn comments_are_kept() {
    let game = game("comments.bpgn");
    let texts = |at: usize| -> Vec<(CommentKind, String)> {
        let comments = game.main.half_moves[at].comments();
        let words = comments.filter(|comment| !matches!(comment.kind(), CommentKind::Clock(_)));
        words.map(|comment| (comment.kind(), comment.text().to_owned())).collect()
    };
    assert_eq!(game.main.before[0].comment().unwrap().body(), "before the first move");
    let first = "C: a (good) [idea], then 2A. Nf3 e5 1-0";
    assert_eq!(texts(0)[0], (CommentKind::Comment, first.to_owned()));
    assert_eq!(
        texts(0)[1..].iter().map(|(kind, _)| kind.name()).collect::<Vec<_>>(),
        ["annotation", "diagram"]
    );
    assert_eq!(texts(1)[0].1, "C: coral(1520): let us bre\nak it in the mid\ndle");
    assert_eq!(texts(2)[0], (CommentKind::Request, "R: basalt requests to abort".to_owned()));
    assert_eq!(texts(3)[0], (CommentKind::Other, "plain words".to_owned()));
}

#[test]
fn encodings_are_detected() {
    let latin = record("latin-1.bpgn");
    assert_eq!((latin.game.encoding, latin.game.tags.get("WhiteA")), (Encoding::Latin1, Some("Zo\u{eb}")));
    let utf8 = record("utf-8.bpgn");
    assert_eq!((utf8.game.encoding, utf8.game.tags.get("BlackA")), (Encoding::Utf8, Some("\u{141}ukasz")));
    let joined = record("kibitzes-joined-by-fe.bpgn").game;
    let comment = joined.main.half_moves[0].comments().nth(1).unwrap();
    assert_eq!(comment.text().split('\u{fe}').count(), 2);
    assert!(formatted(&read("kibitzes-joined-by-fe.bpgn"), &WriteOptions::default()).contains(&0xfe));
    assert_eq!(record("byte-order-mark.bpgn").game.tags.get("Event"), Some("line ends"));
    let odd = record("any-order-and-unknown-tags.bpgn").game;
    assert_eq!((odd.tags.get("x_1"), odd.tags.get("Empty")), (Some("a \"b\" \\ c"), Some("")));
}

#[test]
fn variations_are_attached_by_label() {
    let game = game("variations-by-label.bpgn");
    let firsts = |line: &Line, ply: usize| -> Vec<String> {
        let lines = line.half_moves[ply].variations.iter();
        lines.map(|line| format!("{}. {}", line.half_moves[0].label, line.half_moves[0].san)).collect()
    };
    assert_eq!(firsts(&game.main, 1), ["1a. c5"]);
    assert_eq!(firsts(&game.main, 2), ["2A. f4", "2A. Bc4"]);
    assert!(firsts(&game.main, 3).is_empty());
    assert_eq!(firsts(&game.main.half_moves[2].variations[0], 1), ["2a. d5"]);
    for path in [&[(1, 0)][..], &[(2, 0)], &[(2, 1)], &[(2, 0), (1, 0)]] {
        assert_eq!(Timeline::of_line(&game, path, &ReadOptions::strict()).unwrap().stopped, None);
    }
    assert!(matches!(game.main.half_moves[2].clock(), Some(Clock::Left(_))));
}

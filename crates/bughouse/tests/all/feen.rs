//! `feen`, from arguments and from stdin.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::run::{bughouse, with_stdin};

/// From the README of the gem. It isn't canonical by the gem's own rules.
const UNSORTED: &str = "k/K 2+B5BK3-P-P'3+P'9PR2SS'/bp GAME/game";
const SORTED: &str = "k/K 9P5B3-P3+P'2+B2SK-P'RS'/bp GAME/game";

#[test]
fn arguments() {
    assert_eq!(bughouse(["feen", UNSORTED]).fine(), format!("{SORTED}\n"));
    assert_eq!(
        bughouse(["feen", UNSORTED, SORTED, "8 / A/b"]).fine(),
        format!("{SORTED}\n{SORTED}\n8 / A/b\n")
    );
}

#[test]
fn carets_point_at_the_error() {
    let ran = bughouse(["feen", "8 / A/b", "a/b///c/d / A/b", UNSORTED]);
    let expected = "\
error: position 2: 3 slashes skip a dimension, expected 2
  a/b///c/d / A/b
     ^^^
";
    assert_eq!((ran.code, ran.stdout, ran.stderr.as_str()), (1, format!("8 / A/b\n{SORTED}\n"), expected));
    let expected = "error: expected the placement of pieces, such as 8/8/8\n  \n  ^\n";
    assert_eq!(bughouse(["feen", ""]).rejected(), expected);
}

#[test]
fn a_text_may_start_with_a_hyphen() {
    assert!(bughouse(["feen", "-P / A/b"]).misused().contains("use '-- -P'"));
    assert_eq!(bughouse(["feen", "--", "-P / A/b"]).fine(), "-P / A/b\n");
    assert_eq!(with_stdin(["feen"], b"-P / A/b\n").fine(), "-P / A/b\n");
}

#[test]
fn stdin_gives_one_line_for_each_line() {
    let text = format!("{UNSORTED}\n\n8 / A/b\r\nK 1P/ A/b\n{SORTED}");
    let expected = format!(
        "{SORTED}\n\
         error: expected the placement of pieces, such as 8/8/8 (at byte 1)\n\
         8 / A/b\n\
         error: expected a count of 2 or more, or no count for one piece (at byte 3)\n\
         {SORTED}\n"
    );
    for args in [vec!["feen"], vec!["feen", "-"]] {
        let ran = with_stdin(args, text.as_bytes());
        assert_eq!((ran.code, ran.stdout.as_str()), (1, expected.as_str()));
        assert_eq!(ran.stderr, "error: 2 of 5 lines couldn't be parsed\n");
    }
    let ran = with_stdin(["feen", "K / A/b", "-", "K / A/b"], b"8 / A/b\n");
    assert_eq!(ran.fine(), "K / A/b\n8 / A/b\nK / A/b\n");
    assert_eq!(with_stdin(["feen"], b"").fine(), "");
}

#[test]
fn check_demands_the_canonical_form() {
    assert_eq!(bughouse(["feen", "--check", SORTED]).fine(), format!("{SORTED}\n"));
    let expected = "\
error: not canonical: expected this piece earlier in hand; the canonical form is k/K 3PK/ GAME/game
  k/K K3P/ GAME/game
       ^^
";
    assert_eq!(bughouse(["feen", "--check", "k/K K3P/ GAME/game"]).rejected(), expected);
    let ran = with_stdin(["feen", "--check"], b"k/K 3PK/ GAME/game\nk/K PPP/ GAME/game\nk\n");
    let expected = "\
k/K 3PK/ GAME/game
error: not canonical: expected one count for all of a piece in hand; \
the canonical form is k/K 3P/ GAME/game (at byte 6)
error: expected the pieces in hand after a space, or / if there are none (at byte 2)
";
    assert_eq!((ran.code, ran.stdout.as_str()), (1, expected));
    assert_eq!(ran.stderr, "error: 2 of 3 lines failed the check\n");
}

#[test]
fn order_of_pieces_in_hand() {
    let (by_count, by_letter) = ("k/K 3PK/ GAME/game", "k/K K3P/ GAME/game");
    for text in [by_count, by_letter] {
        for (order, expected) in [("count", by_count), ("letter", by_letter)] {
            assert_eq!(bughouse(["feen", "--order", order, text]).fine(), format!("{expected}\n"));
            let code = bughouse(["feen", "--check", "--order", order, text]).code;
            assert_eq!(code, (text != expected) as i32, "{order} {text}");
        }
    }
}

#[test]
fn stricter_options() {
    for (option, text, message) in [
        ("--base-form-only", "k/K +P/ GAME/game", "expected a piece in hand without +, - and '"),
        ("--regular-only", "8/7/8 / A/b", "a rank of 7 squares on a regular board, expected 8"),
    ] {
        assert_eq!(bughouse(["feen", text]).fine(), format!("{text}\n"));
        let stderr = bughouse(["feen", option, text]).rejected();
        assert_eq!(stderr.lines().next(), Some(&*format!("error: {message}")));
    }
}

/// Reads the rows of a file of `testdata/feen/` whose fields are separated by `;`, without its head.
fn rows<const FIELDS: usize>(name: &str) -> Vec<[String; FIELDS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/feen").join(name);
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<String> = line.split(';').map(str::to_owned).collect();
        fields.try_into().unwrap_or_else(|_| panic!("{name}: expected {FIELDS} fields in {line}"))
    });
    rows.collect()
}

/// Resolves the escapes `\n \r \t \f \v \\ \xNN \uNNNN`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let number = |length: usize| u32::from_str_radix(&after[1..=length], 16).unwrap();
        let used = match after.chars().next().unwrap() {
            'x' => {
                bytes.push(number(2).try_into().unwrap());
                3
            }
            'u' => {
                bytes.extend(char::from_u32(number(4)).unwrap().to_string().as_bytes());
                5
            }
            name => {
                let known = [('n', b'\n'), ('r', b'\r'), ('t', b'\t'), ('f', 12), ('v', 11), ('\\', b'\\')];
                bytes.push(known.iter().find(|known| known.0 == name).expect("a known escape").1);
                1
            }
        };
        rest = &after[used..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// Returns all rows: a text, and its canonical form or `None` if it is invalid.
fn all_rows() -> Vec<(Vec<u8>, Option<String>)> {
    let valid = rows::<2>("valid.csv").into_iter().map(|[text, canonical]| (text, Some(canonical)));
    let invalid = rows::<2>("invalid.csv").into_iter().map(|[text, _]| (text, None));
    let divergent = rows::<5>("divergent.csv").into_iter().map(|[text, _, _, recommended, _]| {
        let accepted = recommended != "REJECT";
        assert!(!accepted || recommended == "ACCEPT unchanged", "{recommended}");
        (text.clone(), accepted.then_some(text))
    });
    let all = valid.chain(invalid).chain(divergent);
    all.map(|(text, canonical)| (unescaped(&text), canonical)).collect()
}

/// Returns `true` if a text can be a line: it has no line break, and no carriage return at the end.
fn is_line(text: &[u8]) -> bool {
    !text.contains(&b'\n') && !text.ends_with(b"\r")
}

#[test]
fn every_row_of_the_test_data_as_a_line() {
    let rows: Vec<_> = all_rows().into_iter().filter(|(text, _)| is_line(text)).collect();
    assert!(rows.len() >= 345);
    let stdin: Vec<u8> = rows.iter().flat_map(|(text, _)| [text, b"\n".as_slice()].concat()).collect();
    let ran = with_stdin(["feen"], &stdin);
    let checked = with_stdin(["feen", "--check"], &stdin);
    let objects = with_stdin(["feen", "--json"], &stdin);
    assert_eq!((ran.code, checked.code, objects.code), (1, 1, 1));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let checks: Vec<&str> = checked.stdout.lines().collect();
    let objects = objects.json();
    assert_eq!((lines.len(), checks.len(), objects.len()), (rows.len(), rows.len(), rows.len()));
    let mut wrong = 0;
    for (i, (text, canonical)) in rows.iter().enumerate() {
        let shown = String::from_utf8_lossy(text);
        assert_eq!((&objects[i]["line"], &objects[i]["input"]), (&json!(i + 1), &json!(shown)));
        match canonical {
            Some(canonical) => {
                let is_canonical = text == canonical.as_bytes();
                assert_eq!(lines[i], canonical, "{shown}");
                assert_eq!(checks[i] == canonical, is_canonical, "{shown}");
                assert_eq!(checks[i].starts_with("error: not canonical: "), !is_canonical, "{shown}");
                assert_eq!(objects[i]["canonical"], *canonical, "{shown}");
                assert_eq!(objects[i]["is_canonical"], is_canonical, "{shown}");
            }
            None => {
                wrong += 1;
                assert!(lines[i].starts_with("error: ") && lines[i].ends_with(')'), "{shown}: {}", lines[i]);
                assert_eq!(checks[i], lines[i]);
                let [error] = &objects[i]["errors"].as_array().unwrap()[..] else { panic!("{shown}") };
                let place = ["start", "end"].map(|name| error[name].as_u64().unwrap() as usize);
                assert!(place[0] <= place[1] && place[1] <= text.len(), "{shown}: {place:?}");
            }
        }
    }
    assert_eq!(ran.stderr, format!("error: {wrong} of {} lines couldn't be parsed\n", rows.len()));
}

#[cfg(unix)]
#[test]
fn rows_that_cannot_be_lines_as_arguments() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let rows: Vec<_> = all_rows().into_iter().filter(|(text, _)| !is_line(text)).collect();
    assert!(rows.len() >= 5);
    for (text, canonical) in rows {
        assert_eq!(canonical, None);
        let stderr = bughouse(["feen".as_ref(), "--".as_ref(), OsStr::from_bytes(&text)]).rejected();
        assert!(stderr.starts_with("error: expected "), "{text:?}: {stderr}");
    }
}

#[test]
fn huge_texts_are_rejected_quickly() {
    let start = Instant::now();
    let million = |text: &str| text.repeat(1_000_000);
    for (text, message) in [
        (million("/"), "expected at least one square in a rank (at byte 1)"),
        (format!("K{}K / A/b", million("/")), "1000000 slashes skip a dimension, expected 1 (at byte 2)"),
        (million("9"), "expected at most 1048576 squares (at byte 1)"),
        (format!("{} / A/b", million("9")), "expected at most 1048576 squares (at byte 1)"),
        ("10000000000 / A/b".to_owned(), "expected at most 1048576 squares (at byte 1)"),
        (format!("K {}P/ A/b", million("9")), "expected at most 4294967295 of a piece in hand (at byte 3)"),
        ("K".repeat(9_000_000), "expected a string of at most 8388608 bytes (at byte 8388609)"),
    ] {
        let ran = with_stdin(["feen"], format!("{text}\nK / A/b\n").as_bytes());
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(lines[0].starts_with("error: ") && lines[0].contains(message), "{}", lines[0]);
        assert_eq!((lines.len(), lines[0].len() < 200, lines[1]), (2, true, "K / A/b"));
    }
    // Processing these texts square by square would take longer.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn long_strings_are_shortened_in_messages() {
    let text = format!("{} PPK/ A/b", "K".repeat(20_000));
    let stderr = bughouse(["feen", "--check", &text]).rejected();
    assert!(stderr.contains("the canonical form is ... 2PK/ A/b\n") && stderr.len() < 1000, "{stderr}");
    let wrong = format!("{}!", "K".repeat(20_000));
    assert!(bughouse(["feen", &wrong]).rejected().len() < 1000);
    let large = format!("{} / A/b", vec!["P".repeat(1000); 1000].join("/"));
    assert_eq!(with_stdin(["feen"], large.as_bytes()).fine(), format!("{large}\n"));
}

#[test]
fn errors_in_non_ascii_bytes_have_a_place() {
    let ran = with_stdin(["feen"], b"K\xc3\xa9 / A/b\nK\xff / A/b\n\xef\xbb\xbfK / A/b\nK\x1b / A/b\n");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "error: expected ASCII characters only (at byte 2)");
    assert_eq!(lines[1], "error: expected ASCII characters only (at byte 2)");
    assert_eq!(lines[2], "error: expected ASCII characters only (at byte 1)");
    assert!(lines[3].ends_with("(at byte 2)") && !ran.stdout.contains('\x1b'));
    let expected = "error: expected ASCII characters only\n  K\u{e9} / A/b\n   ^\n";
    assert_eq!(bughouse(["feen", "K\u{e9} / A/b"]).rejected(), expected);
    let ran = with_stdin(["feen", "--json"], b"K\xc3\xa9 / A/b\nK\xff / A/b\n");
    let place = |line: usize| {
        let error = &ran.json()[line]["errors"][0];
        (error["start"].clone(), error["end"].clone())
    };
    assert_eq!((place(0), place(1)), ((json!(1), json!(3)), (json!(1), json!(2))));
}

#[test]
fn json_of_arguments() {
    let ran = bughouse(["feen", "--json", "rnknr/5/PPPPP QPP+P/p white/BLACK", "8/7 / A/b", "x"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let held = |piece: &str, count: u32| json!({"piece": piece, "count": count});
    let expected = [
        json!({
            "input": "rnknr/5/PPPPP QPP+P/p white/BLACK",
            "canonical": "rnknr/5/PPPPP 2P+PQ/p white/BLACK",
            "is_canonical": false,
            "dimensions": 2,
            "sizes": [3, 5],
            "squares": 15,
            "hands": {"first": [held("P", 2), held("+P", 1), held("Q", 1)], "second": [held("p", 1)]},
            "styles": {"first": "BLACK", "second": "white"},
            "to_move": "second",
            "piece_placement": [["r", "n", "k", "n", "r"], ["", "", "", "", ""], ["P", "P", "P", "P", "P"]],
            "pieces_in_hand": ["P", "P", "+P", "Q", "p"],
            "style_turn": ["white", "BLACK"],
            "notes": [],
        }),
        json!({
            "input": "8/7 / A/b",
            "canonical": "8/7 / A/b",
            "is_canonical": true,
            "dimensions": 2,
            "sizes": Value::Null,
            "squares": 15,
            "hands": {"first": [], "second": []},
            "styles": {"first": "A", "second": "b"},
            "to_move": "first",
            "piece_placement": [vec![""; 8], vec![""; 7]],
            "pieces_in_hand": [],
            "style_turn": ["A", "b"],
            "notes": [],
        }),
        json!({
            "input": "x",
            "errors": [{
                "message": "expected the pieces in hand after a space, or / if there are none",
                "start": 1,
                "end": 1,
            }],
        }),
    ];
    assert_eq!(ran.json(), expected);
}

#[test]
fn json_of_a_check() {
    let ran = with_stdin(["feen", "--json", "--check"], b"K 2P/ A/b\nK PP/ A/b\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!((&ran.json()[0]["line"], &ran.json()[0]["is_canonical"]), (&json!(1), &json!(true)));
    let message =
        "not canonical: expected one count for all of a piece in hand; the canonical form is K 2P/ A/b";
    let expected = json!({
        "line": 2,
        "input": "K PP/ A/b",
        "errors": [{"message": message, "start": 3, "end": 4}],
    });
    assert_eq!(ran.json()[1], expected);
}

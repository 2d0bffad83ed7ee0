//! `convert --to bpgn`: games of other formats.

use std::fs;
use std::path::PathBuf;

use crate::folders::folder;
use crate::run::{bughouse, with_stdin};

fn chesscom(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    folder.join(name).to_str().unwrap().to_owned()
}

fn games() -> [&'static str; 3] {
    ["drop-and-promotion", "on-time", "resignation"]
}

#[test]
fn pairs_are_found_in_any_order_of_files() {
    for name in games() {
        let expected = fs::read_to_string(chesscom(&format!("{name}.bpgn"))).unwrap();
        let [first, second] = [1, 2].map(|board| chesscom(&format!("{name}-{board}.json")));
        for files in [[&first, &second], [&second, &first]] {
            assert_eq!(bughouse(["convert", "--to", "bpgn", files[0], files[1]]).fine(), expected);
        }
    }
    // All first boards, then all second ones.
    let mut args = vec!["convert".to_owned(), "--to".to_owned(), "bpgn".to_owned()];
    for board in [2, 1] {
        args.extend(games().map(|name| chesscom(&format!("{name}-{board}.json"))));
    }
    let all = bughouse(&args).fine();
    let each = games().map(|name| fs::read_to_string(chesscom(&format!("{name}.bpgn"))).unwrap());
    assert_eq!(all, each.join("\n"));
    let checked = with_stdin(["check", "-"], all.as_bytes());
    assert!(checked.stdout.contains("3 games") && checked.stdout.contains("3 ok"), "{checked:?}");
}

#[test]
fn several_documents_in_one_file() {
    let [first, second] =
        [1, 2].map(|board| fs::read_to_string(chesscom(&format!("on-time-{board}.json"))).unwrap());
    let expected = fs::read_to_string(chesscom("on-time.bpgn")).unwrap();
    for text in [format!("[{first},{second}]"), format!("{second}\n{first}")] {
        assert_eq!(with_stdin(["convert", "--to", "bpgn"], text.as_bytes()).fine(), expected);
    }
}

#[test]
fn a_board_without_its_partner() {
    let alone = bughouse(["convert", "--to", "bpgn", &chesscom("on-time-1.json")]).rejected();
    assert!(
        alone.starts_with("error: chess.com game ") && alone.contains("is missing: also pass its JSON file"),
        "{alone}"
    );
}

#[test]
fn text_without_a_game() {
    let cases: [(&[u8], &str); 5] = [
        (b"{\"game\": 1", "not JSON"),
        (b"{\"game\": {\"type\": \"chess\", \"moveList\": \"\"}}", "bughouse"),
        (b"", "no game found; expected chess.com JSON, UCI moves such as 1e2e4, or BPGN"),
        (b"hello", "no game found"),
        (b"1e2e4 3e7e5", "stdin:1:7: expected 1 or 2, the board, before the move\n  1e2e4 3e7e5\n        ^"),
    ];
    for (text, expected) in cases {
        let stderr = with_stdin(["convert", "--to", "bpgn", "-"], text).rejected();
        assert!(stderr.contains(expected), "{}: {stderr}", text.escape_ascii());
    }
    assert!(
        bughouse(["convert", "--to", "bpgn", "no-such-file"]).rejected().contains("cannot read no-such-file")
    );
}

#[test]
fn each_line_of_half_moves_is_a_game() {
    let text = b"1e2e4 2d2d4 1d7d5 1e4d5 2d7d5 2c1f4 2P@e6\n2g1f3\r\n\n \t\n1e2e4 1e2e5\n1d2d4";
    let ran = with_stdin(["convert", "--to", "bpgn"], text);
    assert_eq!(
        ran.stdout,
        "1A. e4 1B. d4 1a. d5 2A. exd5 1b. d5 2B. Bf4 2b. P@e6 *\n\n1B. Nf3 *\n\n1A. d4 *\n"
    );
    assert_eq!(ran.stderr, "error: stdin:5:7: there is no piece on e2\n  1e2e4 1e2e5\n        ^^^^^\n");
    assert_eq!(ran.code, 1);
}

#[test]
fn a_byte_order_mark_is_not_a_column() {
    let ran = with_stdin(["convert", "--to", "bpgn"], b"\xef\xbb\xbf1e2e4 1e2e5\n");
    assert!(ran.stderr.starts_with("error: stdin:1:7: "), "{ran:?}");
}

#[test]
fn a_very_long_line_of_half_moves_is_rejected() {
    let long = "1g1f3 1g8f6 1f3g1 1f6g8 ".repeat(700_000);
    let ran = with_stdin(["convert", "--to", "bpgn"], format!("1e2e4\n{long}\n1d2d4\n").as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "1A. e4 *\n\n1A. d4 *\n"));
    let expected =
        "error: stdin:2:600001: the game is too long, expected at most 100000 half-moves on a line\n";
    assert!(ran.stderr.starts_with(expected) && ran.stderr.len() < 1000, "{}", ran.stderr);
}

#[test]
fn bpgn_of_any_dialect_is_written_in_canonical_form() {
    let ran = with_stdin(["convert", "--to", "bpgn"], b"1A.e4{5}1a.e5\r\n{x resigns} *");
    assert_eq!(ran.fine(), "1A. e4 {5} 1a. e5\n{x resigns} *\n");
}

#[test]
fn into_a_file() {
    let folder = folder("games");
    let path = folder.join("out.bpgn");
    let path = path.to_str().unwrap();
    assert_eq!(with_stdin(["convert", "--to", "bpgn", "-o", path], b"1e2e4").fine(), "");
    assert_eq!(fs::read_to_string(path).unwrap(), "1A. e4 *\n");
    let rejected = with_stdin(["convert", "--to", "bpgn", "-o", path], b"1d2d4").rejected();
    assert!(rejected.contains("exists: use --force to overwrite it"), "{rejected}");
    assert_eq!(with_stdin(["convert", "--to", "bpgn", "-o", path, "--force"], b"1d2d4").fine(), "");
    assert_eq!(fs::read_to_string(path).unwrap(), "1A. d4 *\n");
}

#[test]
fn wrong_usage() {
    for (args, expected) in [
        (&["--to", "bpgn,fen"][..], "`--to bpgn` converts games and can't be combined"),
        (&["--to", "bpgn", "--json"], "use `bughouse replay --json`"),
        (&["--to", "fen", "-o", "x"], "--output is only for `--to bpgn`"),
    ] {
        let stderr = bughouse(["convert"].iter().chain(args)).misused();
        assert!(stderr.contains(expected), "{stderr}");
    }
}

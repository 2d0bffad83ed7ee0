//! `fmt`: to stdout, to a file, in place, and with `--check`.

use std::fs;

use crate::folders::{folder, names, testdata};
use crate::run::{bughouse, snapshot, with_stdin};

/// A game, and the same game in canonical form.
const LOOSE: &str = "[Site \"?\"] [Event \"x\"]\n1A.e4{5}   1a. e5\n{anna resigns} 0-1\n\n\n";
const NEAT: &str = "[Event \"x\"]\n[Site \"?\"]\n\n1A. e4 {5} 1a. e5\n{anna resigns} 0-1\n";

#[test]
fn canonical_form() {
    let ran = bughouse(["fmt", &testdata("several.bpgn")]);
    snapshot("fmt-several.bpgn", &ran.stdout);
    let expected = "\
error: several.bpgn:26:14: expected a label such as 1A. before the move
  1A. e4 {179} e5 1a. e5 {178} *
               ^^
";
    assert_eq!((ran.code, ran.stderr.replace(&testdata(""), "").as_str()), (1, expected));
    // The damaged game is unchanged.
    assert!(ran.stdout.contains("\n\n1A. e4 {179} e5 1a. e5 {178} *\n\n"));
    assert_eq!(with_stdin(["fmt"], ran.stdout.as_bytes()).stdout, ran.stdout);
}

#[test]
fn files_are_written_one_after_the_other() {
    let names = ["standard-2.2.bpgn", "standard-3.2-variation.bpgn", "standard-3.3.bpgn"];
    let all = bughouse(["fmt".to_owned()].into_iter().chain(names.map(testdata))).fine();
    let each = names.map(|name| bughouse(["fmt", &testdata(name)]).fine());
    assert_eq!(all, each.join("\n"));
    assert_eq!(with_stdin(["fmt", "-"], all.as_bytes()).fine(), all);
    assert_eq!(with_stdin(["fmt", "--check"], all.as_bytes()).fine(), "");
    snapshot("fmt-standard.bpgn", &all);
}

#[test]
fn line_ends_and_encodings() {
    let crlf = NEAT.replace('\n', "\r\n");
    assert_eq!(with_stdin(["fmt", "--crlf"], LOOSE.as_bytes()).fine(), crlf);
    assert_eq!(with_stdin(["fmt"], crlf.as_bytes()).fine(), NEAT);
    assert_eq!(with_stdin(["fmt", "--check", "--crlf"], crlf.as_bytes()).fine(), "");
    assert_eq!(with_stdin(["fmt", "--check"], crlf.as_bytes()).stdout, "stdin:1\n");
    assert_eq!(with_stdin(["fmt", "--utf8"], b"1A. e4 {C:J\xfcrgen} *").fine(), "1A. e4 {C:Jürgen} *\n");
}

#[test]
fn games_that_are_not_canonical_are_listed() {
    let folder = folder("fmt-check");
    let path = folder.join("games.bpgn");
    let name = path.to_str().unwrap();
    let listed = |text: String| {
        fs::write(&path, text).unwrap();
        let ran = bughouse(["fmt", "--check", name]);
        let hint = "hint: run `bughouse fmt --in-place` to format these games\n";
        let expected = if ran.stdout.is_empty() { (0, "") } else { (1, hint) };
        assert_eq!((ran.code, ran.stderr.as_str()), expected);
        ran.stdout.replace(&format!("{name}:"), "").replace('\n', " ")
    };
    assert_eq!(listed(NEAT.to_owned()), "");
    assert_eq!(listed(format!("{NEAT}\n{NEAT}")), "");
    assert_eq!(listed(LOOSE.to_owned()), "1 ");
    assert_eq!(listed(format!("{NEAT}\n{LOOSE}{NEAT}")), "7 ");
    // Too many or too few blank lines, and a byte-order mark.
    assert_eq!(listed(format!("{NEAT}{NEAT}")), "1 ");
    assert_eq!(listed(format!("{NEAT}\n\n{NEAT}\n")), "1 8 ");
    assert_eq!(listed(format!("\n{NEAT}")), "2 ");
    assert_eq!(listed(format!("\u{feff}{NEAT}")), "1 ");
    assert_eq!(listed(String::new()), "");
    assert_eq!(names(&folder), ["games.bpgn"]);
}

#[test]
fn compressed_files_are_read() {
    // `1A. e4 *` in gzip.
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x74\xd4\x53\x48\x35\x51\xd0\xe2\x02\x00\xa6\xb1\x32\x3b\x09\x00\x00\x00";
    assert_eq!(with_stdin(["fmt"], gzip).fine(), "1A. e4 *\n");
    assert!(with_stdin(["replay", "-"], gzip).fine().contains("1A. e4 by WhiteA"));
    let ran = with_stdin(["fmt"], &gzip[..20]);
    assert_eq!((ran.code, ran.stderr.starts_with("error: cannot read stdin: ")), (1, true), "{ran:?}");
}

#[test]
fn stray_text_is_copied_and_reported() {
    let ran = with_stdin(["fmt"], b"stray text\n[Event \"x\"]\n1A.e4 *");
    assert_eq!((ran.code, ran.stdout), (1, "stray text\n\n[Event \"x\"]\n\n1A. e4 *\n".to_owned()));
    assert!(ran.stderr.starts_with("error: stdin:1:1: expected a tag, a half-move"), "{}", ran.stderr);
    let ran = with_stdin(["fmt", "--check"], b"{a comment alone}\n");
    let expected = "error: stdin:1:1: expected a game\n  {a comment alone}\n  ^\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (1, "", expected));
}

#[test]
fn an_output_file_is_written_atomically() {
    let folder = folder("fmt-output");
    let (from, to) = (folder.join("from.bpgn"), folder.join("to.bpgn"));
    let [from, to] = [from.to_str().unwrap(), to.to_str().unwrap()];
    fs::write(from, LOOSE).unwrap();
    assert_eq!(bughouse(["fmt", from, "-o", to]).fine(), "");
    assert_eq!(fs::read_to_string(to).unwrap(), NEAT);
    assert_eq!(
        bughouse(["fmt", from, "-o", to]).rejected(),
        format!("error: {to} exists: use --force to overwrite it\n")
    );
    assert_eq!(bughouse(["fmt", from, from, "-o", to, "--force"]).fine(), "");
    assert_eq!(fs::read_to_string(to).unwrap(), format!("{NEAT}\n{NEAT}"));
    // If a file can't be read to its end, the output file is unchanged.
    let stderr = bughouse(["fmt", from, "no-such-file", "-o", to, "--force"]).rejected();
    assert!(stderr.ends_with(&format!("error: {to} was not written\n")), "{stderr}");
    assert_eq!(fs::read_to_string(to).unwrap(), format!("{NEAT}\n{NEAT}"));
    assert_eq!(names(&folder), ["from.bpgn", "to.bpgn"]);
}

#[test]
fn files_are_formatted_in_place() {
    let folder = folder("fmt-in-place");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("a.bpgn"), LOOSE).unwrap();
    fs::write(path("b.bpgn"), NEAT).unwrap();
    let before = fs::metadata(path("b.bpgn")).unwrap().modified().unwrap();
    assert_eq!(bughouse(["fmt", "--in-place", &path("a.bpgn"), &path("b.bpgn")]).fine(), "");
    assert_eq!(fs::read_to_string(path("a.bpgn")).unwrap(), NEAT);
    assert_eq!(
        fs::metadata(path("b.bpgn")).unwrap().modified().unwrap(),
        before,
        "a canonical file isn't written"
    );
    // A file without games is unchanged.
    fs::write(path("notes.txt"), "some notes  \n\n\n").unwrap();
    fs::write(path("c.bz2"), b"BZh91AY&SY").unwrap();
    assert!(
        bughouse(["fmt", "--in-place", &path("notes.txt")]).rejected().contains("notes.txt:1:1: expected")
    );
    assert!(
        bughouse(["fmt", "--in-place", &path("c.bz2")])
            .rejected()
            .ends_with("it is compressed. Use --output to write a plain file\n")
    );
    assert_eq!(fs::read_to_string(path("notes.txt")).unwrap(), "some notes  \n\n\n");
    assert!(bughouse(["fmt", "--in-place", &path("none.bpgn")]).rejected().starts_with("error: cannot read"));
    assert_eq!(names(&folder), ["a.bpgn", "b.bpgn", "c.bz2", "notes.txt"]);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("fmt-rights");
    let (file, link) = (folder.join("file.bpgn"), folder.join("link.bpgn"));
    fs::write(&file, LOOSE).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(bughouse(["fmt", "--in-place", link.to_str().unwrap()]).fine(), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), NEAT);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn in_place_does_not_truncate_a_game_over_the_limit() {
    let folder = folder("fmt-long");
    let path = folder.join("long.bpgn");
    let text = format!("1A. e4 {{{}}} 1a. e5 *\n", "x".repeat(17 << 20));
    fs::write(&path, &text).unwrap();
    let name = path.to_str().unwrap();
    let stderr = bughouse(["fmt", "--in-place", name]).rejected();
    assert!(
        stderr.contains("the game is longer than") && stderr.ends_with("was not changed\n"),
        "{stderr:.200}"
    );
    assert!(fs::read_to_string(&path).unwrap() == text);
    assert_eq!(names(&folder), ["long.bpgn"]);
}

#[test]
fn moves_are_rewritten_on_request() {
    let text = "1A. e2e4 1A. d5 2A. xd5 (2A. Nb1c3) 1B. o-o 1b. @e4 *\n";
    assert_eq!(with_stdin(["fmt"], text.as_bytes()).fine(), text);
    // A line is unchanged from its first illegal half-move on, which is reported.
    let rewritten = "1A. e4 1a. d5 2A. exd5 (2A. Nc3) 1B. o-o 1b. @e4 *\n";
    let ran = with_stdin(["fmt", "--san"], text.as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (1, rewritten));
    let expected =
        "error: stdin:1:41: moves from half-move 4 on are not rewritten: a piece blocks castling\n";
    assert!(ran.stderr.starts_with(expected), "{ran:?}");
    assert_eq!(with_stdin(["fmt", "--san", "--check"], text.as_bytes()).stdout, "stdin:1\n");
    assert_eq!(with_stdin(["fmt", "--san", "--check"], rewritten.as_bytes()).stdout, "");
    let legal = "1A. e2e4 1A. d5 2A. xd5 *\n";
    assert_eq!(with_stdin(["fmt", "--san"], legal.as_bytes()).fine(), "1A. e4 1a. d5 2A. exd5 *\n");
}

#[test]
fn only_a_game_over_the_limit_is_left_out() {
    let long = format!("[Event \"long\"]\n\n1A. e4 {{C:{}}} *\n", "x".repeat(17 << 20));
    for (text, listed) in [
        (format!("{long}\n{NEAT}"), ""),
        (format!("{NEAT}\n{long}\n{NEAT}"), ""),
        (format!("{long}\n{LOOSE}"), "stdin:5\n"),
    ] {
        let neat = NEAT.to_owned();
        let both = format!("{NEAT}\n{NEAT}");
        let expected = if text.starts_with(NEAT) { both } else { neat };
        for arguments in [&["fmt"][..], &["convert", "--to", "bpgn"]] {
            let ran = with_stdin(arguments, text.as_bytes());
            assert_eq!((ran.code, &ran.stdout), (1, &expected), "{arguments:?}");
            assert!(ran.stderr.contains("the game is longer than 16777216 bytes"), "{}", ran.stderr);
        }
        let ran = with_stdin(["fmt", "--check"], text.as_bytes());
        assert_eq!((ran.code, ran.stdout.as_str()), (1, listed));
        assert!(ran.stderr.contains("the game is longer than"), "{}", ran.stderr);
    }
}

//! Errors that name the next step.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folders::folder;
use crate::run::{bughouse, with_stdin};

/// Makes a folder with `games.bpgn` and the archive `games` made from it.
fn with_archive(name: &str) -> PathBuf {
    let folder = folder(name);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/club-night.bpgn");
    fs::copy(games, folder.join("games.bpgn")).unwrap();
    bughouse(["archive", "add", text(&folder.join("games")), text(&folder.join("games.bpgn"))]).fine();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_flag_that_accepts_a_position_is_named() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w", "--missing-fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "--missing-counters"),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", "--extra-spaces"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "--pad-short-ranks"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "--drop-bad-castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "--drop-bad-en-passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "--accept-move-number-zero"),
        ("start|start", "--tight-bar"),
        ("4k3/8/8/8/8/8/8/4K2  w", "--missing-fields --extra-spaces --pad-short-ranks"),
        ("rnbqkbnr/pppppppp/pppppppp/pppppppp/8/8/8/4K3[p] w - - 0 1", "--material any"),
    ];
    for (position, flags) in cases {
        let stderr = bughouse(["show", position]).rejected();
        assert!(stderr.ends_with(&format!("hint: pass {flags} to accept it\n")), "{position}: {stderr}");
        let args = ["show", position].into_iter().chain(flags.split(' '));
        assert_eq!(bughouse(args).code, 0, "{position} {flags}");
        let same = bughouse(["analyze", position, "--nodes", "1"]).rejected();
        assert!(same.contains(&format!("hint: pass {flags} to accept it")), "{position}: {same}");
    }
    let hopeless = bughouse(["show", "4k3/8/8/8 w - - 0 1"]).rejected();
    assert!(!hopeless.contains("hint"), "{hopeless}");
    let line = with_stdin(["convert", "--to", "fen"], b"start\n4k3/8/8/8/8/8/8/4K3 w\n");
    assert!(line.stderr.contains("hint: line 2: pass --missing-fields to accept it"), "{line:?}");
    let several = bughouse(["convert", "--to", "fen", "start", "4k3/8/8/8/8/8/8/4K3 w"]);
    assert!(several.stderr.contains("hint: position 2: pass --missing-fields to accept it"), "{several:?}");
}

#[test]
fn a_position_that_is_something_else_names_the_right_command() {
    let folder = with_archive("next-position");
    let (archive, file) = (folder.join("games"), folder.join("games.bpgn"));
    let json = folder.join("board.json");
    fs::write(&json, "{}").unwrap();
    let cases = [
        (
            text(&file),
            format!("`{0}` is a game file, not a position: use `bughouse replay {0}`", text(&file)),
        ),
        (
            text(&archive),
            format!("`{0}` is an archive, not a position: use `bughouse explore {0} start`", text(&archive)),
        ),
        (
            text(&folder),
            format!("`{0}` is a folder, not a position: use `bughouse serve {0} --open`", text(&folder)),
        ),
        (
            text(&json),
            format!(
                "`{0}` is a JSON file, not a position: use `bughouse convert --to bpgn {0}`",
                text(&json)
            ),
        ),
        (
            "gone.bpgn",
            "`gone.bpgn` is a game file, not a position: use `bughouse replay gone.bpgn`".to_owned(),
        ),
        (
            "https://www.chess.com/game/live/160842423883",
            "https://www.chess.com/callback/live/game/160842423883".to_owned(),
        ),
    ];
    for (argument, expected) in cases {
        for command in [&["show"][..], &["moves"], &["mate"], &["convert", "--to", "fen"]] {
            let stderr = bughouse(command.iter().copied().chain([argument])).rejected();
            assert!(stderr.starts_with("error: ") && stderr.contains(&expected), "{command:?}: {stderr}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
        }
    }
}

#[test]
fn a_file_that_is_something_else_names_the_right_command() {
    // Seven slashes, as in a FEN string.
    let folder = with_archive("next-file/b/c/d/e/f/g/h");
    let archive = folder.join("games");
    let (archive, folder) = (text(&archive), text(&folder));
    let expected = format!("this is an archive, not a file: use `bughouse search {archive} QUERY`");
    for command in ["check", "replay", "fmt", "annotate", "analyze"] {
        let ran = bughouse([command, archive]);
        assert!(ran.code == 1 && ran.stderr.contains(&expected), "{command}: {ran:?}");
        let url = bughouse([command, "https://www.chess.com/game/live/160842423883"]);
        let json = "https://www.chess.com/callback/live/game/160842423883";
        assert!(url.code == 1 && url.stderr.contains(json), "{command}: {url:?}");
        assert!(url.stderr.contains("/howto/chess-com.html"), "{command}: {url:?}");
    }
    let stderr = bughouse(["replay", folder]).rejected();
    assert!(
        stderr.contains(&format!("this is a folder, not a file: use `bughouse replay {folder} --all`")),
        "{stderr}"
    );
    let other = bughouse(["check", "https://example.org/games.bpgn"]).stderr;
    assert!(other.contains("this is a URL, not a file. `bughouse` doesn't use the network"), "{other}");
}

#[test]
fn what_is_not_an_archive_names_archive_add() {
    let folder = with_archive("next-archive");
    let (file, other, missing) = (folder.join("games.bpgn"), folder.join("other"), folder.join("missing"));
    fs::create_dir(&other).unwrap();
    let create = "Create one with `bughouse archive add";
    let cases = [
        (text(&other), format!("`{}` is not an archive: manifest.json not found. {create}`", text(&other))),
        (text(&file), format!("`{0}` is a file, not an archive. {create} my-games {0}`", text(&file))),
        (
            text(&missing),
            format!(
                "`{0}` doesn't exist. Create an archive with `bughouse archive add {0} FILE...`",
                text(&missing)
            ),
        ),
    ];
    for (argument, expected) in cases {
        for command in [
            &["archive", "info", argument][..],
            &["search", argument, "mate"],
            &["explore", argument, "start"],
        ] {
            assert_eq!(bughouse(command).rejected(), format!("error: {expected}\n"), "{command:?}");
        }
    }
}

#[test]
fn an_unknown_term_names_the_reference() {
    let stderr = bughouse(["search", "nowhere", "playr:bob"]).rejected();
    assert!(stderr.contains("did you mean player?"), "{stderr}");
    assert!(stderr.contains("/reference/query-language.html"), "{stderr}");
}

#[test]
fn layout_problems_name_fmt() {
    let stderr = with_stdin(["fmt", "--check"], b"1A.e4 1a.e5 *").stderr;
    assert_eq!(stderr, "hint: run `bughouse fmt --in-place` to format these games\n");
    let noted = with_stdin(["check", "-"], b"1A. e2e4 1a. e5 *\n");
    assert_eq!(noted.stderr, "hint: `bughouse fmt --san` rewrites non-standard moves\n", "{noted:?}");
    let fixed = with_stdin(["fmt", "--san"], b"1A. e2e4 1a. e5 *\n").fine();
    assert_eq!(with_stdin(["check", "-"], fixed.as_bytes()).stderr, "");
}

#[test]
fn a_file_instead_of_a_command_names_serve() {
    let stderr = bughouse(["games.bpgn"]).misused();
    assert!(stderr.contains("unrecognized subcommand 'games.bpgn'"), "{stderr}");
    assert!(
        stderr.ends_with("hint: to review it in the browser, run `bughouse serve games.bpgn --open`\n"),
        "{stderr}"
    );
}

#[test]
fn a_missing_engine_names_the_path() {
    let ran = bughouse(["analyze", "start", "--engine", "no-such-engine"]);
    assert!(ran.code == 1 && ran.stderr.starts_with("error: can't start no-such-engine: "), "{ran:?}");
    assert!(
        ran.stderr.contains("Check the path, or see ") && ran.stderr.contains("fairy-stockfish.html"),
        "{ran:?}"
    );
}

#[test]
fn an_engine_that_speaks_ubi_names_the_flag() {
    let engine = ["--engine", env!("CARGO_BIN_EXE_bughouse"), "--engine-arg", "ubi"];
    let ran = bughouse(["analyze", "start"].into_iter().chain(engine));
    assert!(ran.code == 1 && ran.stderr.contains("It speaks UBI: pass --ubi"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_speaks_uci_names_the_flag() {
    let script = crate::scripts::Script::engine("info depth 1 score cp 1 pv e2e4", "e2e4");
    let ran = bughouse(script.with(&["analyze", "start", "--ubi"]));
    assert!(ran.code == 1 && ran.stderr.contains("It speaks UCI: run it without --ubi"), "{ran:?}");
}

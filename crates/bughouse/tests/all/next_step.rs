//! Errors that name the next step.

use std::fs;
use std::io::Write;
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
        ("4k3/8/8/8/8/8/8/4K3 w", "--accept missing-fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", "--accept missing-counters"),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", "--accept extra-spaces"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "--accept short-rank"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "--accept dropped-castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "--accept dropped-en-passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "--accept move-number-zero"),
        ("start|start", "--accept tight-bar"),
        ("4k3/8/8/8/8/8/8/4K2  w", "--accept missing-fields,extra-spaces,short-rank"),
        ("rnbqkbnr/pppppppp/pppppppp/pppppppp/8/8/8/4K3[p] w - - 0 1", "--material any"),
    ];
    for (position, flags) in cases {
        let stderr = bughouse(["show", position]).rejected();
        assert!(stderr.ends_with(&format!("hint: use {flags}\n")), "{position}: {stderr}");
        let args = ["show", position].into_iter().chain(flags.split(' '));
        assert_eq!(bughouse(args).code, 0, "{position} {flags}");
        let same = bughouse(["analyze", position, "--nodes", "1"]).rejected();
        assert!(same.contains(&format!("hint: use {flags}")), "{position}: {same}");
    }
    let hopeless = bughouse(["show", "4k3/8/8/8 w - - 0 1"]).rejected();
    assert!(!hopeless.contains("hint"), "{hopeless}");
    let line = with_stdin(["convert", "--to", "fen"], b"start\n4k3/8/8/8/8/8/8/4K3 w\n");
    assert!(line.stderr.contains("hint: line 2: use --accept missing-fields"), "{line:?}");
    let several = bughouse(["convert", "--to", "fen", "start", "4k3/8/8/8/8/8/8/4K3 w"]);
    assert!(several.stderr.contains("hint: position 2: use --accept missing-fields"), "{several:?}");
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
    assert!(stderr.contains("did you mean `player`?"), "{stderr}");
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

/// The starting position, as an argument.
const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes a file and returns its path.
fn file(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    text(&path).to_owned()
}

#[test]
fn chess_com_json_and_uci_moves_name_convert() {
    let folder = folder("next-json");
    let json = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom/on-time-1.json");
    let json = fs::read(json).unwrap();
    let compressed = compressed(&json);
    for (name, content, what) in [
        ("game.json", &json[..], "this is JSON, not BPGN: convert a chess.com game"),
        ("game.json.bz2", &compressed, "this is JSON, not BPGN: convert a chess.com game"),
        ("moves.txt", b"1e2e4 1d7d5\n", "this has UCI moves, not BPGN: convert it"),
    ] {
        let path = file(&folder, name, content);
        let expected = format!(
            "error: cannot read {path}: {what} with `bughouse convert --to bpgn {path} -o games.bpgn`\n"
        );
        for command in [
            &["replay"][..],
            &["replay", "--all"],
            &["fmt"],
            &["fmt", "--check"],
            &["annotate"],
            &["analyze"],
        ] {
            let stderr = bughouse(command.iter().copied().chain([&path[..]])).rejected();
            assert_eq!(stderr, expected, "{command:?}");
        }
        let ran = bughouse(["check", &path]);
        assert_eq!((ran.code, &ran.stderr), (1, &expected));
        let ran = bughouse(["fmt", "--in-place", &path]).rejected();
        assert!(ran.ends_with(" was not changed\n") || ran.contains("it is compressed"), "{ran}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    let stdin = with_stdin(["check", "-"], &json).stderr;
    assert!(stdin.contains("stdin: this is JSON, not BPGN: convert a chess.com game"), "{stdin}");
}

/// Compresses bytes with bzip2.
fn compressed(content: &[u8]) -> Vec<u8> {
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(content).unwrap();
    bzip2.finish().unwrap()
}

#[test]
fn bpgn_that_begins_like_json_or_uci_is_read() {
    for game in ["{\"quoted\" comment} 1A. e4 1a. e5 *\n", "[Event \"x\"]\n1A. e4 *\n"] {
        assert_eq!(with_stdin(["replay", "-", "--to", "bfen"], game.as_bytes()).code, 0, "{game}");
    }
}

#[test]
fn analyze_reads_a_position_from_a_file() {
    let folder = folder("next-position-file");
    let path = file(&folder, "position.fen", format!("{POSITION}\n").as_bytes());
    let from_file = bughouse(["analyze", &path, "--nodes", "10"]).fine();
    assert_eq!(from_file, bughouse(["analyze", POSITION, "--nodes", "10"]).fine());
    for command in ["check", "replay", "fmt", "annotate"] {
        let stderr = bughouse([command, &path]).stderr;
        let expected = format!("this is a position, not a game: use `bughouse analyze {path}`");
        assert!(stderr.contains(&expected), "{command}: {stderr}");
    }
    let stderr = bughouse(["analyze", &path, "--ply", "3"]).rejected();
    assert!(stderr.contains("--game and --ply need a game"), "{stderr}");
}

#[test]
fn analyze_of_chess_pgn_fails_with_its_place() {
    let folder = folder("next-chess-pgn");
    let path = file(&folder, "chess.pgn", b"[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    let stderr = bughouse(["analyze", &path]).rejected();
    assert!(stderr.starts_with(&format!("error: {path}:4:1: the move number has no letter")), "{stderr}");
    for command in ["analyze", "check", "replay", "fmt", "annotate"] {
        let ran = bughouse([command, &path]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.stderr.matches("hint: this looks like chess PGN").count(), 1, "{ran:?}");
        assert!(ran.stderr.contains("/reference/bpgn.html"), "{ran:?}");
    }
}

#[test]
fn analyze_of_a_damaged_game_fails_with_its_place() {
    let folder = folder("next-damaged");
    let path = file(&folder, "bad.bpgn", b"1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. e5 *\n");
    let ran = bughouse(["analyze", &path, "--nodes", "10"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("after half-move 4 of 4"), "{ran:?}");
    let expected = format!("error: {path}:1:35: cannot play half-move 5 of 5: no pawn can go to e5\n");
    assert!(ran.stderr.starts_with(&expected), "{ran:?}");
    // The half-moves before it are fine.
    assert_eq!(bughouse(["analyze", &path, "--nodes", "10", "--ply", "4"]).code, 0);
    let stderr = bughouse(["annotate", &path]).stderr;
    assert!(stderr.starts_with(&format!("error: {path}:1:35: game not annotated: ")), "{stderr}");
    let ran = bughouse(["fmt", "--san", &path]);
    let expected =
        format!("error: {path}:1:35: moves from half-move 5 on are not rewritten: no pawn can go to e5\n");
    assert!(ran.code == 1 && ran.stderr.starts_with(&expected), "{ran:?}");
}

#[test]
fn annotate_places_a_bad_fen_tag() {
    let game = b"[Event \"x\"]\n[FEN \"nonsense\"]\n\n1A. e4 *\n";
    let stderr = with_stdin(["annotate"], game).stderr;
    assert!(stderr.starts_with("error: stdin:2:"), "{stderr}");
}

#[test]
fn a_position_without_quotes_names_the_quotes() {
    let fields: Vec<&str> = POSITION.split(' ').collect();
    for command in ["show", "moves", "mate", "play", "analyze", "perft", "check", "serve"] {
        let stderr = bughouse([command].into_iter().chain(fields.iter().copied())).misused();
        let expected = format!("error: put the position in quotes: '{POSITION}'\n");
        assert!(stderr.starts_with(&expected), "{command}: {stderr}");
        assert!(stderr.contains(&format!("Usage: bughouse {command} ")), "{stderr}");
    }
    let stderr = bughouse(["convert", "--to", "fen", fields[0], "w", "--json"]).misused();
    assert!(
        stderr.starts_with(&format!("error: put the position in quotes: '{} w'\n", fields[0])),
        "{stderr}"
    );
}

#[test]
fn a_position_instead_of_a_file_names_show_and_analyze() {
    let folder = folder("next-position-argument");
    for command in [&["check"][..], &["replay"], &["fmt"], &["annotate"], &["serve"], &["archive", "add"]] {
        for (position, quoted) in [(POSITION, format!("'{POSITION}'")), ("start", "start".to_owned())] {
            let archive = folder.join("new");
            let archive = (command[0] == "archive").then_some(text(&archive));
            let ran = bughouse(command.iter().copied().chain(archive).chain([position]));
            let expected = format!(
                "error: cannot read {position}: this is a position, not a file: use `bughouse show {quoted}` or `bughouse \
                 analyze {quoted}`\n"
            );
            assert_eq!((ran.code, ran.stderr), (1, expected), "{command:?}");
        }
    }
}

#[test]
fn serve_explains_urls_and_json() {
    let stderr = bughouse(["serve", "https://www.chess.com/game/live/160842423883"]).rejected();
    assert!(stderr.contains("https://www.chess.com/callback/live/game/160842423883"), "{stderr}");
    let folder = folder("next-serve");
    file(&folder, "game.json", b"{}");
    let stderr = bughouse(["serve", text(&folder)]).rejected();
    assert!(stderr.contains("It has JSON files: convert them with `bughouse convert --to bpgn`"), "{stderr}");
}

#[test]
fn a_misspelled_file_name_is_not_parsed_as_fen() {
    for word in ["games", "/a/b/c/d/e/f/g/h/i"] {
        let expected = format!("error: `{word}` is not a position: expected FEN, BFEN, FEEN or `start`\n");
        assert_eq!(bughouse(["show", word]).rejected(), expected);
        assert_eq!(bughouse(["mate", word]).rejected(), expected);
        let expected = format!(
            "error: `{word}` doesn't exist and is not a position: expected a file, FEN, BFEN, FEEN or `start`\n"
        );
        assert_eq!(bughouse(["analyze", word]).rejected(), expected);
        let json = bughouse(["show", word, "--json"]);
        let message = json.json()[0]["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("is not a position"), "{json:?}");
    }
    // Half a FEN string keeps its carets.
    assert!(bughouse(["show", "4k3/8/8"]).rejected().contains('^'));
    // JSON names the next step, too.
    let json = bughouse(["show", "games.bpgn", "--json"]);
    let message = json.json()[0]["errors"][0]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("use `bughouse replay games.bpgn`"), "{json:?}");
}

#[test]
fn limits_of_annotate_need_an_engine() {
    for option in ["--time", "--nodes"] {
        let stderr = bughouse(["annotate", option, "100"]).misused();
        assert!(stderr.contains("also pass --evaluate or --engine"), "{stderr}");
        assert!(stderr.contains("Usage: bughouse annotate "), "{stderr}");
    }
}

#[test]
fn usage_errors_print_the_usage_of_the_command() {
    for (args, usage) in [
        (&["replay", "a.bpgn", "b.bpgn"][..], "Usage: bughouse replay "),
        (&["convert", "--to", "bpgn,fen", "start"], "Usage: bughouse convert "),
        (&["fmt", "--in-place", "-"], "Usage: bughouse fmt "),
        (&["annotate", "--in-place", "-"], "Usage: bughouse annotate "),
        (&["man", "nothing"], "Usage: bughouse man "),
    ] {
        let stderr = bughouse(args).misused();
        assert!(stderr.contains(usage), "{args:?}: {stderr}");
    }
    let stderr = bughouse(["replay", "games.bpgn", "2"]).misused();
    assert!(stderr.contains("did you mean `--game 2`?"), "{stderr}");
    for args in [&["replay", "games.bpgn", "--game", "0"][..], &["analyze", "start", "--nodes", "0"]] {
        assert!(bughouse(args).misused().contains(": expected a number from 1\n"), "{args:?}");
    }
}

#[test]
fn missing_files_have_one_message() {
    for command in ["check", "replay", "fmt", "annotate", "serve"] {
        let stderr = bughouse([command, "nowhere/gone.bpgn"]).stderr;
        assert_eq!(stderr, "error: cannot read nowhere/gone.bpgn: no such file\n", "{command}");
    }
}

#[test]
fn archive_arguments_in_the_wrong_order_are_explained() {
    let folder = with_archive("next-order");
    let (archive, games) = (folder.join("games"), folder.join("games.bpgn"));
    let (archive, games) = (text(&archive), text(&games));
    let stderr = bughouse(["archive", "add", games, archive]).rejected();
    assert!(stderr.contains("is a file, not an archive: pass a folder before the files"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let stderr = bughouse(["archive", "add", text(&folder.join("new")), archive]).rejected();
    let expected = format!("export its games first, with `bughouse archive export {archive} > games.bpgn`");
    assert!(stderr.contains(&expected), "{stderr}");
    let stderr = bughouse(["archive", games]).misused();
    assert!(stderr.contains(&format!("run `bughouse archive add my-games {games}`")), "{stderr}");
    let stderr = bughouse(["search", "mate", archive]).rejected();
    assert_eq!(stderr, format!("error: the archive comes first: `bughouse search {archive} QUERY`\n"));
}

#[test]
fn an_unknown_reason_lists_the_reasons() {
    let folder = with_archive("next-reason");
    let (archive, games) = (folder.join("games"), folder.join("games.bpgn"));
    let none = bughouse(["archive", "skipped", text(&archive)]);
    assert_eq!(
        (none.code, none.stdout.as_str(), none.stderr.as_str()),
        (0, "", "note: no game was skipped\n")
    );
    fs::write(&games, [fs::read(&games).unwrap(), fs::read(&games).unwrap()].concat()).unwrap();
    bughouse(["archive", "add", text(&archive), text(&games)]).fine();
    let other = bughouse(["archive", "skipped", text(&archive), "--reason", "other"]);
    let expected = "note: no game was skipped with the reason other; the archive has duplicate\n";
    assert_eq!((other.code, other.stdout.as_str(), other.stderr.as_str()), (0, "", expected));
}

#[test]
fn a_missing_variation_lists_the_others() {
    let game = b"1A. e4 (1A. d4) 1a. e5 *\n";
    let stderr = with_stdin(["replay", "-", "--line", "2.1"], game).rejected();
    assert_eq!(stderr, "error: game 1 has no variation 2.1: it has 1.1\n");
    let stderr = with_stdin(["replay", "-", "--line", "2.1"], b"1A. e4 *\n").rejected();
    assert_eq!(stderr, "error: game 1 has no variation 2.1: it has no variations\n");
}

#[test]
fn convert_reads_the_json_files_of_a_folder() {
    let folder = folder("next-json-folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    for name in ["on-time-1.json", "on-time-2.json"] {
        fs::copy(games.join(name), folder.join(name)).unwrap();
    }
    let bpgn = bughouse(["convert", "--to", "bpgn", text(&folder)]).fine();
    assert!(bpgn.contains("[Site \"Chess.com\"]"), "{bpgn}");
}

#[test]
fn the_totals_count_a_folder_without_games() {
    let folder = folder("next-empty-folder");
    let ran = bughouse(["check", text(&folder)]);
    assert!(ran.stdout.starts_with("1 file, 0 games"), "{ran:?}");
}

#[test]
fn an_output_that_is_a_folder_is_called_so() {
    let folder = folder("next-output");
    let stderr = with_stdin(["fmt", "-o", text(&folder)], b"1A. e4 *\n").rejected();
    assert_eq!(stderr, format!("error: cannot write {}: it is a folder\n", text(&folder)));
}

#[test]
fn the_built_in_engine_names_its_arguments() {
    let engine = env!("CARGO_BIN_EXE_bughouse");
    let ran = bughouse(["analyze", "start", "--engine", engine]);
    assert!(ran.code == 1 && ran.stderr.contains("pass --engine-arg ubi --ubi"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_without_bughouse_names_fairy_stockfish() {
    let script = crate::scripts::Script::new(
        "while read line; do\n\
         if [ \"$line\" = uci ]; then echo id name Plain; echo uciok; fi\n\
         if [ \"$line\" = isready ]; then echo readyok; fi\n\
         if [ \"$line\" = quit ]; then exit; fi\n\
         done",
    );
    let ran = bughouse(script.with(&["analyze", "start"]));
    assert!(ran.code == 1 && ran.stderr.contains("Use Fairy-Stockfish, see "), "{ran:?}");
    let ran = bughouse(script.with(&["analyze", "start", "--ubi"]));
    assert!(ran.code == 1 && ran.stderr.contains("It speaks UCI: run it without --ubi"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_not_executable_names_chmod() {
    let folder = folder("next-chmod");
    let path = file(&folder, "engine", b"");
    let ran = bughouse(["analyze", "start", "--engine", &path]);
    assert!(ran.code == 1 && ran.stderr.contains(&format!("`chmod +x {path}`")), "{ran:?}");
}

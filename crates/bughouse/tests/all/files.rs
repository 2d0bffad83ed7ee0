//! Unusual files: byte-order marks, trailing bytes, names, links, permissions and signals.

use std::fs;
use std::path::Path;

use crate::folders::{folder, names};
use crate::run::{bughouse, command, with_stdin};

/// A game, and the same game in canonical form.
const LOOSE: &str = "[Event \"x\"]\n1A.e4 *\n";
const NEAT: &str = "[Event \"x\"]\n\n1A. e4 *\n";

fn odd(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/files").join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_byte_order_mark_is_accepted_on_every_input() {
    let text = |name: &str| fs::read(odd(name)).unwrap();
    let bfen = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let two = format!("{bfen}\n{}\n", bfen.replace('w', "b"));
    assert_eq!(with_stdin(["convert", "--to", "bfen"], &text("mark-before-positions.txt")).fine(), two);
    assert!(with_stdin(["show", "-"], &text("mark-before-positions.txt")).fine().contains('K'));
    assert!(bughouse(["show", &format!("\u{feff}{bfen}")]).fine().contains('K'));
    assert_eq!(bughouse(["convert", "--to", "bfen", &format!("\u{feff}{bfen}")]).fine(), format!("{bfen}\n"));
    assert_eq!(with_stdin(["feen"], &text("mark-before-feen.txt")).fine(), "k/K 2P/ GAME/game\n");
    assert_eq!(bughouse(["perft", "--check", &odd("mark-before-perft.csv")]).code, 0);
    assert_eq!(
        bughouse(["convert", "--to", "bpgn", &odd("mark-before-uci.txt")]).fine(),
        "1A. e4 1a. e5 *\n"
    );
    assert_eq!(bughouse(["convert", "--to", "bpgn", &odd("mark-before-record.bpgn")]).fine(), NEAT);
    assert_eq!(bughouse(["check", "-q", &odd("mark-before-record.bpgn")]).code, 0);
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/chesscom");
    let mut files: Vec<_> = fs::read_dir(documents).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    for path in files {
        let plain = fs::read(&path).unwrap();
        let with_mark = ["\u{feff}".as_bytes(), &plain].concat();
        let [plain, with_mark] =
            [plain, with_mark].map(|text| with_stdin(["convert", "--to", "bpgn"], &text));
        assert_eq!((plain.stdout, plain.stderr), (with_mark.stdout, with_mark.stderr), "{}", path.display());
    }
}

#[test]
fn each_line_of_half_moves_in_a_file_is_a_game() {
    let file = odd("uci-one-game-a-line.txt");
    let ran = bughouse(["convert", "--to", "bpgn", &file]);
    assert_eq!(ran.stdout, "1A. e4 1B. d4 1a. d5 2A. exd5 *\n\n1B. Nf3 *\n\n1A. d4 *\n");
    let wrong = format!("error: {file}:4:7: there is no piece on e2\n  1e2e4 1e2e5\n        ^^^^^\n");
    assert_eq!((ran.code, ran.stderr), (1, wrong));
    let file = odd("uci-game-over-several-lines.txt");
    let ran = bughouse(["convert", "--to", "bpgn", &file]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "1A. e4 1a. d5 *\n\n1A. d4 *\n"));
    assert!(ran.stderr.starts_with(&format!("error: {file}:2:1: there is no piece on e4\n")), "{ran:?}");
}

#[test]
fn bytes_after_compressed_data_are_reported() {
    let ran = bughouse(["fmt", &odd("trailing-bytes-gzip.bpgn.gz")]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, NEAT));
    assert!(ran.stderr.ends_with(": unexpected bytes after the gzip data\n"), "{ran:?}");
    for (file, name) in [("trailing-bytes-bzip2.bpgn.bz2", "bzip2"), ("trailing-bytes-zstd.bpgn.zst", "zstd")]
    {
        let ran = bughouse(["fmt", &odd(file)]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, NEAT), "{file}");
        let expected = format!(": unexpected bytes after the {name} data\n");
        assert!(ran.stderr.ends_with(&expected), "{ran:?}");
        // Several streams or frames are one text. If the last one is cut off, that is an error.
        let bytes = fs::read(odd(file)).unwrap();
        let whole = &bytes[..bytes.len() - "more text\n".len()];
        assert_eq!(with_stdin(["fmt"], &[whole, whole].concat()).fine(), format!("{NEAT}\n{NEAT}"), "{file}");
        let cut = with_stdin(["fmt"], &[whole, &whole[..whole.len() / 2]].concat());
        let message = format!("error: cannot read stdin: the {name} data is truncated");
        assert!(cut.code == 1 && cut.stderr.starts_with(&message) && cut.stdout == NEAT, "{cut:?}");
    }
    // gzip data may be padded with zeros.
    assert_eq!(bughouse(["fmt", &odd("trailing-zeros-gzip.bpgn.gz")]).fine(), NEAT);
    let member = fs::read(odd("trailing-zeros-gzip.bpgn.gz")).unwrap();
    let member = &member[..member.len() - 20];
    assert_eq!(with_stdin(["fmt"], &[member, member].concat()).fine(), format!("{NEAT}\n{NEAT}"));
}

#[cfg(unix)]
#[test]
fn odd_names_are_printed_safely_and_can_be_mapped_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("odd-names");
    let escape = folder.join("a\u{1b}[2J\n.bpgn");
    fs::write(&escape, "1A. e5 *").unwrap();
    let ran = bughouse([OsStr::new("check"), escape.as_os_str()]);
    assert!(
        ran.stdout.contains("a\\u{1b}[2J\\n.bpgn:1:5: error: ") && !ran.stdout.contains('\u{1b}'),
        "{ran:?}"
    );
    // JSON escapes control characters.
    let json = [OsStr::new("check"), OsStr::new("--json"), escape.as_os_str()];
    let game = bughouse(json).games().remove(0);
    assert_eq!((game["file"].as_str(), game.get("file_bytes")), (escape.to_str(), None));
    let latin = folder.join(OsStr::from_bytes(b"J\xfcrgen.bpgn"));
    // Some file systems don't allow such names.
    if fs::write(&latin, NEAT).is_err() {
        return;
    }
    let game = bughouse([OsStr::new("check"), OsStr::new("--json"), latin.as_os_str()]).games().remove(0);
    assert!(game["file"].as_str().unwrap().ends_with("J\u{fffd}rgen.bpgn"), "{game}");
    assert!(game["file_bytes"].as_str().unwrap().ends_with("J\\xfcrgen.bpgn"), "{game}");
    // Other commands have the same fields.
    let replayed = bughouse([OsStr::new("replay"), OsStr::new("--json"), latin.as_os_str()]).json().remove(0);
    for key in ["file", "file_bytes"] {
        assert_eq!(replayed[key], game[key], "{key}");
    }
    fs::write(&latin, "nonsense\n4k3/8/8/8/8/8/8/4K3[] w - - 0 1;1;5\n").unwrap();
    let args = [OsStr::new("perft"), OsStr::new("--json"), OsStr::new("--check"), latin.as_os_str()];
    let objects = bughouse(args).json();
    assert_eq!(objects.len(), 3, "{objects:?}");
    for object in objects {
        for key in ["file", "file_bytes"] {
            assert_eq!(object[key], game[key], "{object}");
        }
    }
}

#[test]
fn a_read_only_file_is_not_written() {
    let folder = folder("fmt-read-only");
    let path = folder.join("a.bpgn");
    fs::write(&path, LOOSE).unwrap();
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    let name = path.to_str().unwrap();
    let expected = format!("error: cannot write {name}: it is read-only\n");
    assert_eq!(bughouse(["fmt", "--in-place", name]).rejected(), expected);
    assert_eq!(with_stdin(["fmt", "-o", name, "--force"], NEAT.as_bytes()).rejected(), expected);
    assert_eq!(fs::read_to_string(&path).unwrap(), LOOSE);
    assert_eq!(names(&folder), ["a.bpgn"]);
}

#[cfg(unix)]
#[test]
fn hard_links_are_kept() {
    use std::os::unix::fs::MetadataExt;

    let folder = folder("fmt-hard-links");
    let (file, other) = (folder.join("a.bpgn"), folder.join("b.bpgn"));
    fs::write(&file, LOOSE.repeat(50)).unwrap();
    fs::hard_link(&file, &other).unwrap();
    assert_eq!(bughouse(["fmt", "--in-place", file.to_str().unwrap()]).fine(), "");
    assert_eq!(fs::read_to_string(&other).unwrap(), [NEAT; 50].join("\n"));
    let number = |path: &Path| fs::metadata(path).unwrap().ino();
    assert_eq!(number(&file), number(&other));
    assert_eq!(names(&folder), ["a.bpgn", "b.bpgn"]);
}

#[cfg(unix)]
#[test]
fn the_owner_is_kept() {
    use std::os::unix::fs::{MetadataExt, chown};

    let path = folder("fmt-owner").join("a.bpgn");
    fs::write(&path, LOOSE).unwrap();
    // Only root can change the owner.
    if chown(&path, Some(12345), Some(54321)).is_err() {
        return;
    }
    assert_eq!(bughouse(["fmt", "--in-place", path.to_str().unwrap()]).fine(), "");
    let found = fs::metadata(&path).unwrap();
    assert_eq!((found.uid(), found.gid(), fs::read_to_string(&path).unwrap().as_str()), (12345, 54321, NEAT));
}

#[cfg(unix)]
#[test]
fn output_follows_a_link() {
    use std::os::unix::fs::symlink;

    let folder = folder("fmt-link");
    fs::create_dir(folder.join("below")).unwrap();
    let link = folder.join("link.bpgn");
    symlink("below/new.bpgn", &link).unwrap();
    let name = link.to_str().unwrap();
    // The target of the link doesn't exist yet.
    assert_eq!(with_stdin(["fmt", "-o", name], LOOSE.as_bytes()).fine(), "");
    assert_eq!(fs::read_to_string(folder.join("below/new.bpgn")).unwrap(), NEAT);
    assert!(
        with_stdin(["fmt", "-o", name], b"1A. d4 *")
            .rejected()
            .contains("exists: use --force to overwrite it")
    );
    assert_eq!(with_stdin(["fmt", "-o", name, "--force"], b"1A. d4 *").fine(), "");
    assert_eq!(fs::read_to_string(folder.join("below/new.bpgn")).unwrap(), "1A. d4 *\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let around = folder.join("around.bpgn");
    symlink("around.bpgn", &around).unwrap();
    assert!(
        with_stdin(["fmt", "-o", around.to_str().unwrap()], NEAT.as_bytes())
            .rejected()
            .contains("too many symbolic links")
    );
    assert_eq!(names(&folder), ["around.bpgn", "below", "link.bpgn"]);
}

#[cfg(unix)]
#[test]
fn signals_leave_no_temporary_files() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = folder(&format!("fmt-signal{signal}"));
        let out = folder.join("a.bpgn");
        let mut program = command();
        program.args(["fmt", "-o", out.to_str().unwrap()]).stdin(Stdio::piped());
        let mut child = program.spawn().unwrap();
        // It waits for stdin, and has created a temporary file.
        let stdin = child.stdin.take();
        let start = Instant::now();
        while names(&folder).is_empty() {
            assert!(start.elapsed() < Duration::from_secs(30), "no file was created");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        assert!(names(&folder).is_empty(), "{signal}");
        drop(stdin);
    }
}

/// `kill -9` can't be handled, so the next run cleans up.
#[test]
fn files_of_killed_processes_are_deleted_by_the_next_run() {
    use std::process::{Child, Stdio};
    use std::time::{Duration, Instant};

    let folder = folder("killed");
    let path = folder.join("a.bpgn");
    let path = path.to_str().unwrap();
    let others =
        [".a.bpgn.1-2.tmp", ".a.bpgn.tmp", ".a.bpgn.x-1-2.tmp", ".b.bpgn.1-2-3.tmp", "a.bpgn.1-2-3.tmp"];
    for name in others {
        fs::write(folder.join(name), "somebody else's").unwrap();
    }
    fs::write(path, LOOSE).unwrap();
    let count = others.len() + 1;
    // Each waits, and has created a temporary file.
    let start = |args: &[&str]| -> Child {
        let mut program = command();
        program.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = program.spawn().unwrap();
        let (begin, unique) = (Instant::now(), format!(".a.bpgn.{}-", child.id()));
        while !names(&folder).iter().any(|name| name.starts_with(&unique)) {
            assert!(begin.elapsed() < Duration::from_secs(30), "no file was created by {args:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    };
    let kill = |mut child: Child| {
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let waits = ["annotate", "--in-place", "--evaluate", "--time", "600000", path];
    kill(start(&waits));
    kill(start(&["fmt", "-o", path, "--force"]));
    assert_eq!(names(&folder).len(), count + 1, "the second process deletes the file of the first");
    // A file that is being written stays, also if several processes write the same one.
    let running = [start(&["fmt", "-o", path, "--force"]), start(&waits)];
    assert_eq!(names(&folder).len(), count + 2, "{:?}", names(&folder));
    for args in [&["fmt", "--in-place"][..], &["fmt", "-o", path, "--force"]] {
        assert_eq!(bughouse(args.iter().copied().chain([path])).fine(), "");
        assert_eq!(names(&folder).len(), count + 2, "{:?}", names(&folder));
    }
    running.into_iter().for_each(kill);
    // A folder is enough, and a file that needs no change.
    assert_eq!(fs::read_to_string(path).unwrap(), NEAT);
    assert_eq!(bughouse(["fmt", "--in-place", folder.to_str().unwrap()]).fine(), "");
    let mut expected: Vec<String> = others.into_iter().chain(["a.bpgn"]).map(str::to_owned).collect();
    expected.sort();
    assert_eq!(names(&folder), expected);
    assert_eq!(fs::read_to_string(path).unwrap(), NEAT);
}

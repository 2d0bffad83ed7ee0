//! `annotate`: what is added to games, and what is unchanged.

use std::fs;
use std::path::Path;

use crate::folders::{folder, names};
use crate::run::{bughouse, with_stdin};

/// WhiteA misses a smothered mate, and BlackA's move still allows it.
const MISSED: &str = "\
[Event \"x\"]
[FEN \"5r1k/6pp/7N/8/8/1Q6/8/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]

1A. Ka2 {100}   1a. Rc8?! {99.5} ;words\n1B. Kd2 *
";

fn annotated(text: &str) -> String {
    with_stdin(["annotate", "-"], text.as_bytes()).fine()
}

#[test]
fn a_missed_mate_and_a_move_into_one_are_annotated() {
    let after = annotated(MISSED);
    assert!(after.contains("1A. Ka2 {100} $2 {[%missed A 2 hard] [%best A Qg8+]}   1a."), "{after}");
    // This half-move already has `?!`, so no NAG is added.
    assert!(after.contains("1a. Rc8?! {99.5} {[%mate A 2 hard] [%best A g5]} ;words"), "{after}");
}

#[test]
fn other_bytes_are_unchanged_and_a_second_run_changes_nothing() {
    let after = annotated(MISSED);
    assert_eq!(annotated(&after), after);
    let cleared = with_stdin(["annotate", "--clear", "-"], after.as_bytes()).fine();
    assert_eq!(cleared, MISSED);
    // Byte-order marks, spaces and line ends are unchanged if there is nothing to annotate.
    let odd = "\u{feff}\n\n [Event \"x\"]\r\n1A.e4   {299}\r\n\r\n1a. e5 *   \r\n\n\n[Event \"y\"]\n1A. d4 *";
    assert_eq!(annotated(odd), odd);
}

#[test]
fn games_that_cannot_be_replayed_are_copied_and_reported() {
    let text = format!("[Event \"1\"]\n1A. Ke5 {{hm}} *\n\n{MISSED}\n[Event \"3\"]\n1A. e4 ) 1a. e5 *\n");
    let ran = with_stdin(["annotate", "-"], text.as_bytes());
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("stdin:2:5: game not annotated: cannot play half-move 1 (1A): "),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.starts_with("[Event \"1\"]\n1A. Ke5 {hm} *\n\n[Event"), "{}", ran.stdout);
    assert!(ran.stdout.contains("[%missed A 2 hard]"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("[Event \"3\"]\n1A. e4 ) 1a. e5 *\n"), "{}", ran.stdout);
}

#[test]
fn files_are_written_atomically() {
    let folder = folder("annotate-files");
    let [one, two, out] = ["1.bpgn", "2.bpgn", "out.bpgn"].map(|name| folder.join(name));
    fs::write(&one, MISSED).unwrap();
    fs::write(&two, "\u{feff}[Event \"y\"]\n1A. d4 *").unwrap();
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    let args = |rest: &[&Path]| {
        let mut args = vec![Path::new("annotate").to_owned()];
        args.extend(rest.iter().map(|path| path.to_path_buf()));
        bughouse(args)
    };
    args(&[&one, &two, Path::new("-o"), &out]).fine();
    let written = text(&out);
    assert!(written.contains("[%missed A 2 hard]"), "{written}");
    // A blank line between files, and no byte-order mark in the middle.
    assert!(written.ends_with("1B. Kd2 *\n\n[Event \"y\"]\n1A. d4 *"), "{written}");
    assert_eq!(text(&one), MISSED);
    assert!(args(&[&one, Path::new("-o"), &out]).rejected().contains("exists: use --force to overwrite it"));
    assert_eq!(text(&out), written);
    args(&[&one, Path::new("--force"), Path::new("-o"), &out]).fine();
    assert_eq!(text(&out), annotated(MISSED));
    args(&[Path::new("--in-place"), &one]).fine();
    assert_eq!(text(&one), annotated(MISSED));
    // If one of the files can't be read, no output file is created.
    let missing = folder.join("3.bpgn");
    let stderr = args(&[&one, &missing, Path::new("-o"), &folder.join("new.bpgn")]).rejected();
    assert!(stderr.contains("3.bpgn"), "{stderr}");
    assert_eq!(names(&folder), ["1.bpgn", "2.bpgn", "out.bpgn"], "no other files");
}

#[test]
fn fmt_and_check_accept_annotations() {
    let path = folder("annotate-readers").join("a.bpgn");
    fs::write(&path, annotated(MISSED)).unwrap();
    let formatted = bughouse([Path::new("fmt"), &path]).fine();
    assert!(formatted.contains("$2 {[%missed A 2 hard] [%best A Qg8+]}"), "{formatted}");
    assert_eq!(annotated(&formatted), formatted);
    let checked = bughouse([Path::new("check"), &path, Path::new("--no-notes")]).fine();
    assert!(checked.contains("1 ok, 0 repaired, 0 broken"), "{checked}");
}

#[test]
fn real_games_are_kept() {
    let Some(data) = crate::shared_data::shared_data("bpgn") else { return };
    let mut files: Vec<_> = fs::read_dir(data).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bpgn"));
    files.sort();
    for path in files.iter().step_by(7) {
        let before = fs::read(path).unwrap();
        let ran = bughouse([Path::new("annotate"), path]);
        let cleared = with_stdin(["annotate", "--clear", "-"], ran.stdout.as_bytes()).stdout;
        assert!(cleared.as_bytes() == before || std::str::from_utf8(&before).is_err(), "{}", path.display());
    }
}

#[cfg(unix)]
mod with_an_engine {
    use super::{MISSED, annotated};
    use crate::folders::names;
    use crate::run::{command, with_stdin};
    use crate::scripts::Script;

    const TEXT: &str = "1A. e4 {300} 1a. e5 1B. d4 *\n";

    #[test]
    fn evaluations_are_from_the_view_of_one_team() {
        // The side to move is always ahead by 1.00: after 1A. e4, BlackA and WhiteB.
        let engine = Script::new(
            "while read -r word rest; do
               case $word in
                 uci) echo 'id name Script 1'
                      echo 'option name UCI_Variant type combo default chess var bughouse'
                      echo uciok ;;
                 isready) echo readyok ;;
                 position) case $rest in *' w '*) best=a2a3 ;; *) best=a7a6 ;; esac ;;
                 go) echo 'info depth 1 score cp 100'; echo \"bestmove $best\" ;;
                 quit) exit 0 ;;
               esac
             done",
        );
        let args = engine.with(&["annotate", "-", "--time", "20"]);
        let text = with_stdin(&args, TEXT.as_bytes()).fine();
        let expected = "1A. e4 {300} {[%eval a=-1.00 b=-1.00 team=-0.05]} \
                        1a. e5 {[%eval a=+1.00 b=-1.00 team=+0.00]} \
                        1B. d4 {[%eval a=+1.00 b=+1.00 team=+0.05]} *\n";
        assert_eq!(text, expected);
        assert_eq!(with_stdin(&args, text.as_bytes()).fine(), text, "the second run changed something");
        // Without an engine, evaluations are kept.
        assert_eq!(annotated(&text), text);
        assert_eq!(with_stdin(["annotate", "--clear"], text.as_bytes()).fine(), TEXT);
    }

    #[test]
    fn an_engine_that_fails_is_reported_and_mistakes_are_written() {
        let dies = Script::new(
            "while read -r word rest; do
               case $word in
                 uci) echo 'id name Mortal'
                      echo 'option name UCI_Variant type combo default chess var bughouse'
                      echo uciok ;;
                 isready) echo readyok ;;
                 go) exit 9 ;;
               esac
             done",
        );
        for (call, message) in [
            (dies.with(&["annotate", "-"]), "error: Mortal: it exited (exit status: 9)"),
            (vec!["annotate", "-", "--engine", "/no/such/engine"], "error: can't start /no/such/engine: "),
        ] {
            let ran = with_stdin(call, MISSED.as_bytes());
            assert_eq!((ran.code, ran.stdout), (1, annotated(MISSED)));
            assert!(ran.stderr.contains(message), "{}", ran.stderr);
        }
    }

    #[test]
    fn ctrl_c_leaves_no_partial_file() {
        use std::process::{Command, Stdio};
        use std::time::{Duration, Instant};

        let folder = crate::folders::folder("annotate-ctrl-c");
        let (file, out) = (folder.join("a.bpgn"), folder.join("out.bpgn"));
        std::fs::write(&file, TEXT).unwrap();
        let engine = Script::new(
            "while read -r word rest; do
               case $word in
                 uci) echo 'option name UCI_Variant type combo default chess var bughouse'; echo uciok ;;
                 isready) echo readyok ;;
                 go) echo 'info score cp 1' ;;
                 stop) echo 'bestmove a7a6' ;;
                 quit) exit 0 ;;
               esac
             done",
        );
        let mut child = command()
            .args(engine.with(&["annotate", "--time", "60000"]))
            .args([&file, std::path::Path::new("-o"), &out])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        // Wait until it has created its temporary file.
        while names(&folder).len() < 2 && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(start.elapsed() < Duration::from_secs(50));
        assert_eq!(names(&folder), ["a.bpgn"], "only what was there before");
    }
}

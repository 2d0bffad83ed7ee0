//! Folders as arguments.

use std::fs;

use crate::folders::folder;
use crate::run::bughouse;

const GAME: &str = "[Event \"x\"]\n\n1A. e4 *\n";

#[test]
fn check_walks_folders_and_ignores_other_files() {
    let top = folder("check-folder");
    fs::create_dir_all(top.join("below/.hidden")).unwrap();
    for name in ["b.bpgn", "a.PGN", "below/c.bpgn"] {
        fs::write(top.join(name), GAME).unwrap();
    }
    for name in [".d.bpgn", "below/.hidden/e.bpgn", "notes.txt", "README"] {
        fs::write(top.join(name), "no game").unwrap();
    }
    let ran = bughouse(["check", "--json", top.to_str().unwrap()]);
    let prefix = format!("{}/", top.display());
    let files: Vec<String> =
        ran.games().iter().map(|game| game["file"].as_str().unwrap().replace(&prefix, "")).collect();
    assert_eq!((ran.code, files), (0, ["a.PGN", "b.bpgn", "below/c.bpgn"].map(str::to_owned).to_vec()));
}

#[test]
fn a_folder_without_games_is_reported() {
    let empty = folder("check-empty-folder");
    let name = empty.to_str().unwrap();
    let ran = bughouse(["check", name]);
    assert!(
        ran.code == 1 && ran.stderr.starts_with(&format!("error: cannot read {name}: no game file found: ")),
        "{ran:?}"
    );
    assert!(bughouse(["fmt", name]).rejected().contains("no game file found"));
}

#[test]
fn fmt_takes_folders() {
    let top = folder("fmt-folder");
    fs::write(top.join("a.bpgn"), "1A.e4 *").unwrap();
    fs::write(top.join("notes.txt"), "notes").unwrap();
    let name = top.to_str().unwrap();
    assert_eq!(bughouse(["fmt", "--check", name]).stdout, format!("{name}/a.bpgn:1\n"));
    assert_eq!(bughouse(["fmt", "--in-place", name]).fine(), "");
    assert_eq!(fs::read_to_string(top.join("a.bpgn")).unwrap(), "1A. e4 *\n");
    assert_eq!(bughouse(["fmt", name]).fine(), "1A. e4 *\n");
}

#[test]
fn convert_to_bpgn_takes_folders() {
    let top = folder("convert-folder");
    fs::create_dir_all(top.join("below")).unwrap();
    fs::write(top.join("a.bpgn"), "1A.e4 *").unwrap();
    fs::write(top.join("below/b.bpgn"), "1A.d4 *").unwrap();
    fs::write(top.join("notes.txt"), "notes").unwrap();
    let name = top.to_str().unwrap();
    assert_eq!(bughouse(["convert", "--to", "bpgn", name]).fine(), "1A. e4 *\n\n1A. d4 *\n");
    let empty = folder("convert-empty-folder");
    let stderr = bughouse(["convert", "--to", "bpgn", empty.to_str().unwrap()]).rejected();
    assert!(stderr.contains("no game file found"), "{stderr}");
}

//! `show --svg`: the image and the file it is written to.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::folders::{folder, names};
use crate::run::{FROZEN, RICH, Ran, bughouse, snapshot};

fn save(position: &str, path: &Path, more: &[&str]) -> Ran {
    let args = ["show".as_ref(), position.as_ref(), "--svg".as_ref(), path.as_os_str()];
    bughouse(args.into_iter().chain(more.iter().map(OsStr::new)))
}

/// Asserts that each element is closed in its turn, and returns the names of the elements.
#[track_caller]
fn elements(svg: &str) -> Vec<&str> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "text is escaped: {text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        found.push(name);
        if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert_eq!(open, [""; 0]);
    found
}

#[test]
fn images() {
    let frozen = bughouse(["show", FROZEN, "--svg", "-"]).fine();
    snapshot("show-frozen.svg", &frozen);
    assert!(frozen.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    for position in [RICH, FROZEN, "start"] {
        let svg = bughouse(["show", position, "--svg", "-"]).fine();
        let elements = elements(&svg);
        assert_eq!(elements[..2], ["svg", "title"]);
        assert!(!svg.contains("href") && !svg.contains("url("), "the image refers to nothing outside of it");
    }
}

#[test]
fn an_image_of_two_boards() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../bughouse-review/tests/snapshots/two-boards.svg");
    let svg = fs::read_to_string(path).unwrap();
    assert_eq!(elements(&svg)[..2], ["svg", "title"]);
    assert!(!svg.contains("href") && !svg.contains("url("), "the image refers to nothing outside of it");
    for seat in ["WhiteA", "BlackA", "WhiteB", "BlackB"] {
        assert_eq!(svg.matches(&format!(">{seat}</text>")).count(), 1);
    }
    for (text, count) in [("#f2b632", 2), ("#d9534a", 1), ("stroke-dasharray", 1)] {
        assert_eq!(svg.matches(text).count(), count, "{text}");
    }
}

#[test]
fn badges_are_drawn_on_their_squares() {
    let count =
        |position: &str, what: &str| bughouse(["show", position, "--svg", "-"]).fine().matches(what).count();
    let badge = "#f2b632";
    assert_eq!((count("start", badge), count(RICH, badge)), (0, 1));
    let check = "#d9534a";
    assert_eq!((count("start", check), count(FROZEN, check)), (0, 1));
    let help = "stroke-dasharray";
    assert_eq!((count("start", help), count(FROZEN, help)), (0, 1));
    // One slot for each piece type in each reserve, and the pieces on the board.
    assert_eq!(count("start", "<g transform="), 10 + 32);
    // Slots of piece types that aren't in reserve, of ten.
    assert_eq!((count("start", "opacity=\"0.15\""), count(RICH, "opacity=\"0.15\"")), (10, 6));
    assert_eq!(count(RICH, ">3</text>"), 2, "three black pawns, and the label of the third rank");
}

#[test]
fn an_existing_file_is_kept_without_force() {
    let folder = folder("svg-file");
    let path = folder.join("board.svg");
    assert_eq!(save(RICH, &path, &[]).fine(), "");
    let first = fs::read_to_string(&path).unwrap();
    assert_eq!(first, bughouse(["show", RICH, "--svg", "-"]).fine());

    let stderr = save("start", &path, &[]).rejected();
    assert_eq!(stderr, format!("error: {} exists: use --force to overwrite it\n", path.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), first);

    assert_eq!(save("start", &path, &["--force"]).fine(), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), bughouse(["show", "start", "--svg", "-"]).fine());
    assert_eq!(names(&folder), ["board.svg"], "nothing is left behind");
}

#[test]
fn an_invalid_position_writes_nothing() {
    let folder = folder("svg-wrong");
    assert_eq!(save("8/8 w", &folder.join("board.svg"), &["--force"]).code, 1);
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn unwritable_paths_are_reported() {
    let folder = folder("svg-places");
    let stderr = save("start", &folder.join("no/such/board.svg"), &[]).rejected();
    assert!(stderr.starts_with("error: cannot write ") && stderr.contains("board.svg: "), "{stderr}");
    let stderr = save("start", &folder, &["--force"]).rejected();
    assert!(stderr.ends_with(": it is a folder\n"), "{stderr}");
    assert_eq!(names(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
fn devices_are_not_replaced_and_links_are_followed() {
    let folder = folder("svg-links");
    let stderr = save("start", Path::new("/dev/null"), &["--force"]).rejected();
    assert_eq!(stderr, "error: cannot write /dev/null: it is not a file\n");
    let (file, link) = (folder.join("file.svg"), folder.join("link.svg"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(save("start", &link, &["--force"]).fine(), "");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    fs::remove_file(&file).unwrap();
    // `--force` isn't needed if the target of the link doesn't exist.
    assert_eq!(save("start", &link, &[]).fine(), "");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && file.is_file());
}

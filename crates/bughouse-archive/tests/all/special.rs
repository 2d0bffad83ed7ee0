//! Links, pipes and folders in place of files of an archive: nothing outside of it is written or removed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use bughouse_archive::{Archive, ArchiveError, ImportOptions, Importer, repair};

use crate::support::{add, copy, edit_manifest, games};

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn a_link_or_a_pipe_in_place_of_the_next_manifest_is_replaced() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (right, victim) = (scratch.path().join("right"), scratch.path().join("victim"));
    add(&right, "one", &games(6, 10), 1000);
    let later = {
        let later = scratch.path().join("later");
        copy(&right, &later);
        edit_manifest(&later, |manifest| manifest["generation"] = 100.into());
        fs::read(later.join("manifest.json")).expect("a manifest")
    };
    type Use = (&'static str, fn(&Path));
    let uses: [Use; 3] = [
        ("add", |folder| assert_eq!(add(folder, "two", &games(7, 5), 1000).added(), 5)),
        ("repair", |folder| {
            fs::remove_file(folder.join("manifest.json")).expect("a manifest");
            assert_eq!(repair(folder).expect("a repair").games, 10);
        }),
        ("create", |folder| {
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).for_each(
                |path| {
                    if path.is_dir() {
                        fs::remove_dir_all(path).expect("a folder");
                    } else if !path.ends_with("manifest.tmp") {
                        fs::remove_file(path).expect("a file");
                    }
                },
            );
            assert_eq!(add(folder, "two", &games(7, 5), 1000).added(), 5);
        }),
    ];
    for (number, (what, run)) in uses.into_iter().enumerate() {
        for (kind, content) in
            [("pipe", None), ("link", Some(b"precious".to_vec())), ("later", Some(later.clone()))]
        {
            let folder = scratch.path().join(format!("{number}-{kind}"));
            copy(&right, &folder);
            match &content {
                Some(content) => {
                    fs::write(&victim, content).expect("a file");
                    symlink(&victim, folder.join("manifest.tmp")).expect("a link");
                }
                None => make_pipe(&folder.join("manifest.tmp")),
            }
            run(&folder);
            if let Some(content) = content {
                assert!(fs::read(&victim).expect("a file") == content, "{what}, {kind}");
            }
            assert!(fs::symlink_metadata(folder.join("manifest.tmp")).is_err(), "{what}, {kind}");
            let manifest = fs::symlink_metadata(folder.join("manifest.json")).expect("a manifest");
            assert!(manifest.is_file(), "{what}, {kind}");
            Archive::open(&folder).and_then(|archive| archive.verify()).expect("it is not damaged");
        }
    }
}

#[test]
fn a_later_manifest_is_kept_under_another_name() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "one", &games(6, 10), 1000);
    let (manifest, next) = (folder.path().join("manifest.json"), folder.path().join("manifest.tmp"));
    for number in 1..3 {
        let now = fs::read(&manifest).expect("a manifest");
        edit_manifest(folder.path(), |manifest| manifest["generation"] = 100.into());
        fs::rename(&manifest, &next).expect("a manifest");
        fs::write(&manifest, now).expect("a manifest");
        let later = fs::read(&next).expect("a manifest");
        assert_eq!(add(folder.path(), &number.to_string(), &games(number, 5), 1000).added(), 5);
        let kept = folder.path().join(format!("manifest.later-{number}.json"));
        assert!(fs::read(kept).expect("the later one") == later && !next.exists());
    }
}

#[test]
fn a_link_in_place_of_a_folder_is_rejected() {
    let scratch = tempfile::tempdir().expect("a folder");
    let right = scratch.path().join("right");
    for (seed, name) in [(6, "one"), (7, "two")] {
        let broken = format!("[Event \"{name}\"]\n\n1A. e4 1a. e5 2A. Ke5 *\n\n").into_bytes();
        add(&right, name, &[games(seed, 20), broken].concat(), 1000);
    }
    let tables = ["games", "moves", "positions", "pairs", "players", "records", "refused"];
    let names = tables.into_iter().chain(["hot", "sums", "spills", "joint"]);
    for name in names {
        let (folder, outside) = (scratch.path().join(name), scratch.path().join("outside").join(name));
        copy(&right, &folder);
        fs::create_dir_all(&outside).expect("a folder");
        if folder.join(name).exists() {
            copy(&folder.join(name), &outside);
            fs::remove_dir_all(folder.join(name)).expect("a folder");
        } else {
            for file in ["positions-001", "survey-1", "_000001.parquet.tmp"] {
                fs::write(outside.join(file), "precious").expect("a file");
            }
        }
        symlink(&outside, folder.join(name)).expect("a link");
        let files = |folder: &Path| -> Vec<_> {
            let mut names: Vec<_> = fs::read_dir(folder)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").file_name())
                .collect();
            names.sort();
            names
        };
        let before = files(&outside);
        let expected = format!("{} is damaged: it is a link, expected a folder", folder.join(name).display());
        if !["spills", "joint"].contains(&name) {
            let error = Archive::open(&folder).expect_err("it is a link");
            assert_eq!(error.to_string(), expected);
            assert_eq!(repair(&folder).expect_err("it is a link").to_string(), expected);
        }
        let error = Importer::open(&folder, ImportOptions::default()).expect_err("it is a link");
        assert!(matches!(error, ArchiveError::Damaged { .. }) && error.to_string() == expected, "{error}");
        assert_eq!(files(&outside), before, "{name}");
    }
}

//! Manifests that are damaged, edited, old or lost: nothing is answered wrong, nothing is overwritten, and a repair
//! restores the archive.

use std::fs;
use std::path::{Path, PathBuf};

use bughouse_archive::{Archive, ArchiveError, ImportOptions, Importer, Input, Manifest, repair};
use serde_json::Value;

use crate::damage::{answers, contents, files};
use crate::support::{add, copy, edit_manifest, games};

/// Creates an archive of three batches.
fn archive() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (seed, name) in [(6, "one"), (7, "two"), (8, "three")] {
        add(folder.path(), name, &games(seed, 40), 1000);
    }
    folder
}

fn manifest_of(folder: &Path) -> PathBuf {
    folder.join("manifest.json")
}

/// Asserts that nobody can use the archive, and that nothing is written to it.
fn assert_damaged(folder: &Path, what: &str) {
    let before = contents(folder);
    let read = Archive::open(folder).and_then(|archive| archive.verify());
    assert!(matches!(read, Err(ArchiveError::Damaged { .. })), "{what}: {read:?}");
    let written = Importer::open(folder, ImportOptions::default()).and_then(|mut importer| {
        importer.add(vec![Input::text("more", games(99, 3))], &mut |_| true)?;
        importer.compact()
    });
    assert!(written.is_err(), "{what}");
    assert_eq!(contents(folder), before, "{what}");
}

#[test]
fn every_flipped_bit_of_a_manifest_is_detected() {
    let folder = archive();
    let text = fs::read(manifest_of(folder.path())).expect("a manifest");
    Manifest::from_bytes(&text).expect("it is not damaged");
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut changed = text.clone();
            changed[at] ^= 1 << bit;
            let parsed = Manifest::from_bytes(&changed);
            assert!(matches!(parsed, Err(ArchiveError::Damaged { .. })), "byte {at}, bit {bit}: {parsed:?}");
        }
    }
    for length in 0..text.len() {
        assert!(Manifest::from_bytes(&text[..length]).is_err(), "{length} bytes");
    }
    for at in (0..text.len()).step_by(397) {
        let mut changed = text.clone();
        changed[at] ^= 4;
        fs::write(manifest_of(folder.path()), &changed).expect("a manifest");
        assert_damaged(folder.path(), &format!("byte {at}"));
    }
}

/// Writes the manifest without some fields.
fn remove_fields(folder: &Path, fields: &[&str]) {
    let text = fs::read(manifest_of(folder)).expect("a manifest");
    let mut value: Value = serde_json::from_slice(&text).expect("JSON");
    for field in fields {
        value.as_object_mut().expect("an object").remove(*field).expect("a field");
    }
    fs::write(manifest_of(folder), serde_json::to_vec_pretty(&value).expect("JSON")).expect("a manifest");
}

#[test]
fn a_manifest_of_an_earlier_version_needs_no_checksum() {
    let folder = archive();
    let right = format!("{:?}", answers(folder.path()));
    // Versions without the checksum didn't write the list of superseded games either.
    remove_fields(folder.path(), &["checksum", "superseded"]);
    assert_eq!(format!("{:?}", answers(folder.path())), right);
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is not damaged");
    add(folder.path(), "four", &games(9, 10), 1000);
    let text = fs::read_to_string(manifest_of(folder.path())).expect("a manifest");
    assert!(text.contains("\n  \"checksum\": \"") && text.contains("\n  \"superseded\": []"), "{text}");
}

#[test]
fn a_manifest_without_its_checksum_is_rejected() {
    let folder = archive();
    remove_fields(folder.path(), &["checksum"]);
    assert_damaged(folder.path(), "without a checksum");
    let error = Archive::open(folder.path()).expect_err("no checksum").to_string();
    assert!(error.ends_with("manifest.json is damaged: its checksum is missing"), "{error}");
}

#[test]
fn impossible_fields_of_a_manifest_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(6, 12);
    for cut in [text.len() - 1200, text.len() - 700, text.len()] {
        add(folder.path(), "night", &text[..cut], 1000);
    }
    let right = fs::read(manifest_of(folder.path())).expect("a manifest");
    let last = Archive::open(folder.path()).expect("an archive").len() - 1;
    type Edit = (&'static str, fn(&mut Value));
    let edits: [Edit; 9] = [
        ("replaces itself", |manifest| {
            manifest["superseded"][0]["by"] = manifest["superseded"][0]["game"].clone();
        }),
        ("a circle", |manifest| {
            manifest["superseded"][1]["by"] = manifest["superseded"][0]["game"].clone();
            manifest["superseded"][0]["by"] = manifest["superseded"][1]["game"].clone();
        }),
        ("by no game", |manifest| manifest["superseded"][0]["by"] = i32::MAX.into()),
        ("lost, but not removed", |manifest| manifest["superseded"][0]["by"] = Value::Null),
        ("an open end without a game", |manifest| {
            manifest["sources"][0]["open_end"]["game"] = i32::MAX.into();
        }),
        ("an open end beyond the text", |manifest| {
            manifest["sources"][0]["open_end"]["byte"] = u64::MAX.into();
        }),
        ("too many games", |manifest| manifest["sources"][2]["done_games"] = u64::MAX.into()),
        ("too many bytes", |manifest| manifest["sources"][2]["done_bytes"] = u64::MAX.into()),
        ("continues too far", |manifest| manifest["sources"][1]["continues"]["byte"] = u64::MAX.into()),
    ];
    assert_eq!(last, 13, "two games were cut off");
    for (what, change) in edits {
        fs::write(manifest_of(folder.path()), &right).expect("a manifest");
        edit_manifest(folder.path(), change);
        assert_damaged(folder.path(), what);
    }
}

#[test]
fn an_edited_manifest_is_detected() {
    let drop_last = |table: &'static str| {
        move |value: &mut Value| {
            let files = value["files"].as_array_mut().expect("files");
            let at = files.iter().rposition(|file| file["table"] == table).expect("a file");
            files.remove(at);
        }
    };
    let drop_first = |table: &'static str| {
        move |value: &mut Value| {
            let files = value["files"].as_array_mut().expect("files");
            let at = files.iter().position(|file| file["table"] == table).expect("a file");
            files.remove(at);
        }
    };
    type Edit = Box<dyn FnOnce(&mut Value)>;
    let mut edits: Vec<(String, Edit)> = vec![
        ("next batch".to_owned(), Box::new(|value| value["next_batch"] = 1.into())),
        ("fewer players".to_owned(), Box::new(|value| value["players"] = 3.into())),
        ("fewer games".to_owned(), Box::new(|value| value["games"] = 80.into())),
        ("no texts".to_owned(), Box::new(|value| value["texts"] = false.into())),
        ("reversed".to_owned(), Box::new(|value| value["files"].as_array_mut().expect("files").reverse())),
        ("counts".to_owned(), Box::new(|value| value["counts"]["ok"] = 1.into())),
        ("no sources".to_owned(), Box::new(|value| value["sources"] = Value::Array(Vec::new()))),
        (
            "counts of a source".to_owned(),
            Box::new(|value| {
                for counts in ["/sources/0/counts", "/counts"] {
                    let counts = value.pointer_mut(counts).expect("counts");
                    counts["ok"] = (counts["ok"].as_u64().expect("a number") + 1).into();
                }
            }),
        ),
        ("rows".to_owned(), Box::new(|value| value["files"][0]["rows"] = 1.into())),
        ("unknown field".to_owned(), Box::new(|value| value["gamez"] = 1.into())),
    ];
    for table in ["games", "moves", "positions", "pairs", "players", "records"] {
        edits.push((format!("the first file of {table}"), Box::new(drop_first(table))));
        edits.push((format!("the last file of {table}"), Box::new(drop_last(table))));
    }
    for (what, change) in edits {
        let folder = archive();
        let right = format!("{:?}", answers(folder.path()));
        edit_manifest(folder.path(), change);
        assert_damaged(folder.path(), &what);
        let repaired = repair(folder.path()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(repaired.problem.is_some() && repaired.games == 120, "{what}: {repaired:?}");
        Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is repaired");
        assert_eq!(format!("{:?}", answers(folder.path())), right, "{what}");
    }
}

#[test]
fn files_in_the_wrong_order_are_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = b"[Event \"broken\"]\n[WhiteA \"x\"]\n\n1A. e4 1a. e5 2A. Ke5 2a. d6 1-0\n\n";
    for (name, seed) in [("one", 6), ("two", 7)] {
        add(
            folder.path(),
            name,
            &[&games(seed, 5)[..], b"stray words\n\n", &games(6, 2), &broken[..]].concat(),
            1000,
        );
    }
    let text = fs::read(manifest_of(folder.path())).expect("a manifest");
    let tables = ["games", "moves", "positions", "pairs", "players", "records", "refused"];
    for table in tables {
        fs::write(manifest_of(folder.path()), &text).expect("a manifest");
        edit_manifest(folder.path(), |manifest| {
            let files = manifest["files"].as_array_mut().expect("files");
            let places: Vec<usize> = (0..files.len()).filter(|&at| files[at]["table"] == table).collect();
            assert_eq!(places.len(), 2, "{table}");
            files.swap(places[0], places[1]);
        });
        let read = Archive::open(folder.path()).and_then(|archive| archive.verify());
        assert!(matches!(read, Err(ArchiveError::Damaged { .. })), "{table}: {read:?}");
    }
}

#[test]
fn skipped_games_without_their_file_are_detected_when_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = b"[Event \"broken\"]\n[WhiteA \"x\"]\n\n1A. e4 1a. e5 2A. Ke5 2a. d6 1-0\n\n";
    add(folder.path(), "one", &[&games(6, 5), &broken[..]].concat(), 1000);
    add(folder.path(), "two", &[&games(7, 5)[..], b"stray words\n\n", &games(6, 2)].concat(), 1000);
    let listed = Archive::open(folder.path()).expect("an archive").manifest().files_of("refused").count();
    assert_eq!(listed, 2);
    let text = fs::read(manifest_of(folder.path())).expect("a manifest");
    for number in 0..listed {
        fs::write(manifest_of(folder.path()), &text).expect("a manifest");
        edit_manifest(folder.path(), |value| {
            let files = value["files"].as_array_mut().expect("files");
            let places = (0..files.len()).filter(|&at| files[at]["table"] == "refused");
            let at = places.collect::<Vec<_>>()[number];
            files.remove(at);
        });
        let error = Archive::open(folder.path()).expect_err("a file is missing");
        assert!(error.to_string().contains("skipped games"), "{error}");
    }
}

#[test]
fn a_repair_that_lacks_skipped_games_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = b"[Event \"broken\"]\n[WhiteA \"x\"]\n\n1A. e4 1a. e5 2A. Ke5 2a. d6 1-0\n\n";
    add(folder.path(), "one", &[&games(6, 5), &broken[..]].concat(), 1000);
    for path in [manifest_of(folder.path()), folder.path().join("refused/000001.parquet")] {
        fs::remove_file(path).expect("a file");
    }
    let before = files(folder.path());
    let error = repair(folder.path()).expect_err("the file is missing");
    assert!(error.to_string().contains("0 skipped games, expected 1"), "{error}");
    assert!(files(folder.path()) == before && !manifest_of(folder.path()).exists());
}

#[test]
fn a_repair_keeps_no_source_with_another_number() {
    let (whole, folder) = (games(6, 12), tempfile::tempdir().expect("a folder"));
    let cut = whole.len() - 700;
    for (name, text) in [("one", &whole[..cut]), ("two", &whole[..]), ("three", &games(7, 5))] {
        add(folder.path(), name, text, 1000);
    }
    let names = |folder: &Path| -> Vec<String> {
        let archive = Archive::open(folder).expect("an archive");
        archive.verify().expect("it is not damaged");
        archive.manifest().sources.iter().map(|source| source.name.clone()).collect()
    };
    let text = fs::read(manifest_of(folder.path())).expect("a manifest");
    for number in 0..3 {
        for is_dropped in [true, false] {
            fs::write(manifest_of(folder.path()), &text).expect("a manifest");
            edit_manifest(folder.path(), |value| {
                let sources = value["sources"].as_array_mut().expect("sources");
                let source = sources.remove(number);
                if !is_dropped {
                    sources.extend([source.clone()]);
                    sources.insert(0, source);
                }
            });
            repair(folder.path()).expect("a repair");
            let found = names(folder.path());
            let is_right =
                found.iter().zip(["one", "two", "three"]).all(|(name, right)| name == right || name == "?");
            assert!(is_right && found.len() == 3, "{number}, {is_dropped}: {found:?}");
        }
    }
}

#[test]
fn a_manifest_that_is_older_than_the_files_overwrites_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "one", &games(6, 40), 1000);
    let old = fs::read(manifest_of(folder.path())).expect("a manifest");
    add(folder.path(), "two", &games(7, 40), 1000);
    let right = format!("{:?}", answers(folder.path()));
    fs::write(manifest_of(folder.path()), old).expect("a manifest");
    assert_damaged(folder.path(), "an old manifest");
    assert_eq!(Archive::open(folder.path()).expect("as it was before").len(), 40);
    let repaired = repair(folder.path()).expect("a repair");
    assert_eq!(repaired.games, 80);
    assert_eq!(format!("{:?}", answers(folder.path())), right);
}

#[test]
fn an_interrupted_commit_is_rolled_back() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "one", &games(6, 40), 1000);
    let (right, before) = (format!("{:?}", answers(folder.path())), contents(folder.path()));
    let old = fs::read(manifest_of(folder.path())).expect("a manifest");
    add(folder.path(), "two", &games(7, 40), 1000);
    // All files have their names, except the manifest.
    let next = folder.path().join("manifest.tmp");
    fs::rename(manifest_of(folder.path()), &next).expect("a manifest");
    fs::write(manifest_of(folder.path()), &old).expect("a manifest");
    assert_eq!(format!("{:?}", answers(folder.path())), right);
    Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    assert_eq!(contents(folder.path()), before);
    assert!(!next.exists());
    assert_eq!(add(folder.path(), "two", &games(7, 40), 1000).added(), 40);

    // A later state is not an interrupted commit.
    add(folder.path(), "three", &games(8, 40), 1000);
    fs::rename(manifest_of(folder.path()), &next).expect("a manifest");
    fs::write(manifest_of(folder.path()), &old).expect("a manifest");
    let later = contents(folder.path());
    Importer::open(folder.path(), ImportOptions::default()).expect_err("files are not listed");
    assert_eq!(contents(folder.path()), later);
    assert_eq!(repair(folder.path()).expect("a repair").games, 120);
}

#[test]
fn a_lost_manifest_is_rebuilt() {
    let folder = archive();
    let scratch = tempfile::tempdir().expect("a folder");
    let before = scratch.path().join("before");
    for is_compacted in [false, true] {
        if is_compacted {
            // A crash can leave the files that were merged.
            copy(folder.path(), &before);
            let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
            importer.compact().expect("fewer files");
            drop(importer);
            for path in files(&before) {
                let target = folder.path().join(path.strip_prefix(&before).expect("a file"));
                if !target.exists() {
                    fs::copy(&path, target).expect("a copy");
                }
            }
        }
        let right = format!("{:?}", answers(folder.path()));
        fs::remove_file(manifest_of(folder.path())).expect("a manifest");
        let error = Importer::open(folder.path(), ImportOptions::default()).expect_err("no manifest");
        assert!(error.to_string().contains("repair"), "{error}");
        let repaired = repair(folder.path()).expect("a repair");
        assert_eq!((repaired.games, repaired.lost_sources, repaired.kept_as), (120, 3, None));
        assert_eq!(repaired.replaced.is_empty(), !is_compacted, "{:?}", repaired.replaced);
        assert_eq!(format!("{:?}", answers(folder.path())), right);
        let again = repair(folder.path()).expect("a check");
        assert_eq!((again.problem, again.games), (None, 120));
    }
    // All games are known, and new ones can be added.
    let report = add(folder.path(), "one", &games(6, 40), 1000);
    assert_eq!((report.added(), report.inputs[0].counts["duplicate"]), (0, 40));
    assert_eq!(add(folder.path(), "four", &games(9, 5), 1000).added(), 5);
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is not damaged");
}

#[test]
fn a_damaged_manifest_is_kept_by_a_repair() {
    let folder = archive();
    let mut text = fs::read(manifest_of(folder.path())).expect("a manifest");
    let at = text.windows(12).position(|word| word == b"\"next_batch\"").expect("a field") + 14;
    text[at] ^= 2;
    for number in 1..3 {
        fs::write(manifest_of(folder.path()), &text).expect("a manifest");
        let repaired = repair(folder.path()).expect("a repair");
        let name = format!("manifest.damaged-{number}.json");
        assert_eq!(repaired.kept_as.as_ref(), Some(&name));
        assert_eq!(repaired.lost_sources, 3, "any name may be wrong, too");
        assert_eq!(fs::read(folder.path().join(name)).expect("the old one"), text);
    }
    let report = add(folder.path(), "one", &games(6, 40), 1000);
    assert_eq!((report.added(), report.inputs[0].counts["duplicate"]), (0, 40));
}

#[test]
fn a_repair_trusts_only_an_intact_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(6, 12);
    add(folder.path(), "night", &text[..text.len() - 700], 1000);
    add(folder.path(), "night", &text, 1000);
    let right = fs::read_to_string(manifest_of(folder.path())).expect("a manifest");
    let list = |folder: &Path| Archive::open(folder).expect("an archive").manifest().superseded.clone();
    let superseded = list(folder.path());
    assert_eq!((superseded[0].game, superseded[0].by), (11, Some(12)));
    // One flipped bit each.
    for (from, to) in [
        ("\"game\": 11,\n      \"by\"", "\"game\": 10,\n      \"by\""),
        ("\"game\": 11,\n      \"by\"", "\"game\": 3,\n      \"by\""),
        ("\"by\": 12", "\"by\": 13"),
        ("\"superseded\"", "\"supersedad\""),
        ("\"name\": \"night\"", "\"name\": \"nighu\""),
    ] {
        assert!(right.contains(from), "{from}: {right}");
        fs::write(manifest_of(folder.path()), right.replace(from, to)).expect("a manifest");
        let repaired = repair(folder.path()).expect("a repair");
        assert_eq!((repaired.games, repaired.lost_sources), (12, 2), "{to}");
        Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is repaired");
        assert_eq!(list(folder.path()), superseded, "{to}");
    }
    // A manifest that is older than the files is right about its time.
    fs::write(manifest_of(folder.path()), &right).expect("a manifest");
    add(folder.path(), "other", &games(7, 5), 1000);
    fs::write(manifest_of(folder.path()), &right).expect("a manifest");
    let repaired = repair(folder.path()).expect("a repair");
    assert_eq!((repaired.games, repaired.lost_sources), (17, 1));
    assert_eq!(list(folder.path()), superseded);
    assert!(add(folder.path(), "night", &text, 1000).inputs[0].known);
}

#[test]
fn a_failed_repair_verifies_nothing() {
    let folder = archive();
    fs::remove_file(manifest_of(folder.path())).expect("a manifest");
    let lost = ["games-000001", "moves-000002"];
    lost.into_iter()
        .for_each(|name| fs::remove_file(folder.path().join("sums").join(name)).expect("checksums"));
    let positions = folder.path().join("positions/000001.parquet");
    let whole = fs::read(&positions).expect("a file");
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    fs::write(&positions, damaged).expect("a file");
    let before = files(folder.path());
    for _ in 0..2 {
        repair(folder.path()).expect_err("a file is damaged");
        assert_eq!(files(folder.path()), before, "nothing is written");
    }
    fs::write(&positions, &whole).expect("a file");
    let repaired = repair(folder.path()).expect("a repair");
    assert_eq!(repaired.unverified, ["games/000001.parquet", "moves/000002.parquet"]);
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is repaired");
    assert_eq!(repair(folder.path()).expect("nothing to do").problem, None);
}

#[test]
fn a_repair_creates_the_folder_of_checksums() {
    let folder = archive();
    let right = format!("{:?}", answers(folder.path()));
    let listed = Archive::open(folder.path()).expect("an archive").manifest().files.len();
    fs::remove_dir_all(folder.path().join("sums")).expect("checksums");
    let repaired = repair(folder.path()).expect("a repair");
    assert_eq!((repaired.games, repaired.unverified.len()), (120, listed));
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is repaired");
    assert_eq!(format!("{:?}", answers(folder.path())), right);
    assert!(fs::read_dir(folder.path().join("sums")).expect("a folder").count() == listed);
}

#[test]
fn a_repair_names_a_file_with_too_large_a_number() {
    let folder = archive();
    let large = folder.path().join("games/4294967295.parquet");
    fs::copy(folder.path().join("games/000001.parquet"), &large).expect("a copy");
    let error = repair(folder.path()).expect_err("the number is too large").to_string();
    let expected =
        format!("{} is damaged: the number in its name is too large. Move it elsewhere", large.display());
    assert_eq!(error, expected);
    fs::remove_file(large).expect("a file");
    assert_eq!(repair(folder.path()).expect("nothing to do").problem, None);
}

#[test]
fn a_repair_needs_all_files() {
    let folder = archive();
    fs::remove_file(manifest_of(folder.path())).expect("a manifest");
    for path in files(folder.path()) {
        let is_table = path.extension().is_some_and(|ending| ending == "parquet");
        // Without sums, rows are counted.
        if path.parent().and_then(Path::file_name).is_some_and(|table| table == "hot") {
            continue;
        }
        let whole = fs::read(&path).expect("a file");
        fs::remove_file(&path).expect("a file");
        match repair(folder.path()) {
            Err(ArchiveError::Damaged { .. }) if is_table => {}
            Ok(repaired) if !is_table => {
                assert_eq!(repaired.unverified.len(), 1, "{}", path.display());
                fs::remove_file(manifest_of(folder.path())).expect("a manifest");
            }
            other => panic!("{}: {other:?}", path.display()),
        }
        fs::write(&path, whole).expect("a file");
    }
    let empty = tempfile::tempdir().expect("a folder");
    assert!(matches!(repair(empty.path()), Err(ArchiveError::NotAnArchive { .. })));
}

#[test]
fn crafted_tables_never_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(6, 60), 1000);
    let mut random = bughouse_generator::Random::new(5);
    let mut damaged = 0;
    for path in files(folder.path()).iter().filter(|path| path.ends_with("000001.parquet")) {
        let whole = fs::read(path).expect("a file");
        for _ in 0..30 {
            let mut changed = whole.clone();
            for _ in 0..1 + random.below(3) {
                changed[random.below(whole.len())] ^= 1 << random.below(8);
            }
            fs::write(path, &changed).expect("a file");
            // With new checksums, only the content is wrong.
            let crafted = tempfile::tempdir().expect("a folder");
            copy(folder.path(), crafted.path());
            fs::remove_dir_all(crafted.path().join("sums")).expect("checksums");
            match repair(crafted.path()) {
                Ok(_) => drop(answers(crafted.path())),
                Err(ArchiveError::Damaged { .. }) => damaged += 1,
                Err(error) => panic!("{error}"),
            }
        }
        fs::write(path, &whole).expect("a file");
    }
    assert!(damaged > 20, "{damaged}");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let folder = archive();
    let all =
        files(folder.path()).into_iter().chain([manifest_of(folder.path()), folder.path().join("lock")]);
    for path in all {
        let whole = fs::read(&path).expect("a file");
        for device in [None, Some("/dev/zero")] {
            fs::remove_file(&path).expect("a file");
            match device {
                Some(device) => std::os::unix::fs::symlink(device, &path).expect("a link"),
                None => {
                    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
                    assert!(made.success());
                }
            }
            let error = Archive::open(folder.path())
                .and_then(|_| Importer::open(folder.path(), ImportOptions::default()))
                .expect_err("it is not a file");
            assert_eq!(error.to_string(), format!("{} is damaged: not a regular file", path.display()));
        }
        fs::remove_file(&path).expect("a link");
        fs::write(&path, whole).expect("a file");
    }
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("it is not damaged");
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_a_link_creates_nothing() {
    let folder = archive();
    let lock = folder.path().join("lock");
    fs::remove_file(&lock).expect("a lock");
    std::os::unix::fs::symlink("nowhere", &lock).expect("a link");
    let error = Importer::open(folder.path(), ImportOptions::default()).expect_err("it is a link");
    assert_eq!(error.to_string(), format!("{} is damaged: not a regular file", lock.display()));
    assert!(!folder.path().join("nowhere").exists());
}

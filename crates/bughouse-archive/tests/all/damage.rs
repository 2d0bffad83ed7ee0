//! Damaged archives never give a wrong answer, also after games were added to them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bughouse_archive::{
    Archive, ArchiveError, Explore, Filter, ImportOptions, Importer, Input, SearchOptions,
};
use bughouse_chess::Board;
use bughouse_generator::Random;

use crate::support::{add, copy, games};

/// Returns all files of an archive except its manifest and its lock.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let inner = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect()
    };
    let mut files: Vec<PathBuf> =
        inner(folder).iter().filter(|path| path.is_dir()).flat_map(|path| inner(path)).collect();
    files.sort();
    files
}

/// Returns the content of all files except the lock.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
    files(folder).into_iter().chain([folder.join("manifest.json")]).map(read).collect()
}

/// Games that need much of an archive when they are added: some are there already, and the last one is cut off.
fn needy_games() -> Vec<u8> {
    let new = games(9, 6);
    [&games(6, 40)[..], &new[..new.len() - 300]].concat()
}

/// Adds games to a copy of a damaged archive. Returns whether they were added. If not, nothing was changed. Otherwise,
/// every later answer is right or an error, and the damage is still found.
fn is_added(damaged: &Path, right: &BTreeMap<&'static str, Result<String, ArchiveError>>) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    copy(damaged, folder.path());
    let before = contents(folder.path());
    let added = Importer::open(folder.path(), ImportOptions::default())
        .and_then(|mut importer| importer.add(vec![Input::text("more", needy_games())], &mut |_| true));
    match added {
        Ok(report) => assert_eq!(report.added(), 6),
        Err(ArchiveError::Damaged { .. }) => {
            assert_eq!(contents(folder.path()), before);
            return false;
        }
        Err(error) => panic!("{error}"),
    }
    for (query, answer) in answers(folder.path()) {
        match answer {
            Ok(answer) => assert_eq!(&answer, right[query].as_ref().expect("the right answer"), "{query}"),
            Err(ArchiveError::Damaged { .. }) => {}
            Err(error) => panic!("{query}: {error}"),
        }
    }
    let verified = Archive::open(folder.path()).and_then(|archive| archive.verify());
    assert!(matches!(verified, Err(ArchiveError::Damaged { .. })), "{verified:?}");
    true
}

/// Returns the results of some queries.
pub(crate) fn answers(folder: &Path) -> BTreeMap<&'static str, Result<String, ArchiveError>> {
    let mut results = BTreeMap::new();
    let archive = match Archive::open(folder) {
        Ok(archive) => archive,
        Err(error) => return BTreeMap::from([("open", Err(error))]),
    };
    let start = Board::default();
    results.insert("explore", archive.explore(&Explore::board(&start)).map(|answer| format!("{answer:?}")));
    let mut filter = Filter::default();
    filter.rating = Some(1500..=3000);
    let filtered = Explore::board(&start).filter(filter);
    results.insert("filtered", archive.explore(&filtered).map(|answer| format!("{answer:?}")));
    for text in ["mate drop:N", "reserve>=5 clock<60", "player:any rating>=1800 won"] {
        let query = text.parse().expect("a query");
        let found = archive.search(&query, &SearchOptions::default());
        results.insert(text, found.map(|found| format!("{:?}", found.hits)));
    }
    let mut text = Vec::new();
    results.insert(
        "export",
        archive.export(None, &mut text).map(|_| String::from_utf8_lossy(&text).into_owned()),
    );
    results.insert("game", archive.game(17).map(|game| format!("{game:?}")));
    results.insert("players", archive.players("", 100).map(|players| format!("{players:?}")));
    results
}

#[test]
fn changed_bytes_never_give_a_wrong_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(6, 300), 1000);
    let right = answers(folder.path());
    assert!(right.len() > 6 && right.values().all(Result::is_ok), "{right:?}");
    let after = tempfile::tempdir().expect("a folder");
    copy(folder.path(), after.path());
    add(after.path(), "more", &needy_games(), 1000);
    let right_after = answers(after.path());
    let manifest = fs::read(folder.path().join("manifest.json")).expect("a manifest");
    let mut random = Random::new(71);
    let (mut detected, mut correct, mut added, mut rejected) = (0, 0, 0, 0);
    for path in files(folder.path()) {
        let whole = fs::read(&path).expect("a file");
        // Most changes are near the end, where the metadata is.
        let places = [0, whole.len() / 3, whole.len() - 1, whole.len().saturating_sub(9)];
        let more: Vec<usize> =
            (0..16).map(|at| whole.len() - 1 - random.below(whole.len().min(1 << (at + 4)))).collect();
        for place in places.into_iter().chain(more) {
            let mut changed = whole.clone();
            changed[place] ^= 1 << random.below(8);
            fs::write(&path, &changed).expect("a file");
            for (query, answer) in answers(folder.path()) {
                match answer {
                    Err(ArchiveError::Damaged { path: which, .. }) => {
                        assert_eq!(which, path, "{query}");
                        detected += 1;
                    }
                    Err(error) => panic!("{}, byte {place}, {query}: {error}", path.display()),
                    Ok(answer) => {
                        let expected = right[query].as_ref().expect("the right answer");
                        assert_eq!(&answer, expected, "{}, byte {place}, {query}", path.display());
                        correct += 1;
                    }
                }
            }
            let verified = Archive::open(folder.path()).and_then(|archive| archive.verify());
            assert!(
                matches!(verified, Err(ArchiveError::Damaged { .. })),
                "{}, byte {place}",
                path.display()
            );
            match is_added(folder.path(), &right_after) {
                true => added += 1,
                false => rejected += 1,
            }
            assert_eq!(fs::read(&path).expect("a file"), changed, "nothing is repaired");
        }
        fs::write(&path, &whole).expect("a file");
    }
    assert!(detected > 100 && correct > 100, "{detected} detected, {correct} correct");
    assert!(added > 5 && rejected > 100, "{added} added, {rejected} rejected");
    assert_eq!(fs::read(folder.path().join("manifest.json")).expect("a manifest"), manifest);
    assert_eq!(format!("{:?}", answers(folder.path())), format!("{right:?}"), "the archive is intact again");
}

#[test]
fn truncated_and_missing_files_are_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(6, 60), 1000);
    for path in files(folder.path()) {
        let whole = fs::read(&path).expect("a file");
        for length in [0, 1, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..length]).expect("a file");
            let error = Archive::open(folder.path()).expect_err("it is cut");
            assert!(matches!(&error, ArchiveError::Damaged { path: which, .. } if *which == path), "{error}");
        }
        fs::remove_file(&path).expect("a file");
        let error = Archive::open(folder.path()).expect_err("it is missing");
        assert_eq!(error.to_string(), format!("{} is damaged: it is missing", path.display()));
        let error = Importer::open(folder.path(), ImportOptions::default()).expect_err("it is missing");
        assert_eq!(error.to_string(), format!("{} is damaged: it is missing", path.display()));
        fs::write(&path, &whole).expect("a file");
    }
    Archive::open(folder.path()).and_then(|archive| archive.verify()).expect("the archive is intact again");
}

/// Flips bits in the middle of the first file of a table, which has rows.
fn damage(folder: &Path, table: &str) {
    let archive = Archive::open(folder).expect("an archive");
    let file = archive.manifest().files_of(table).next().expect("a file");
    let path = folder.join(table).join(&file.name);
    let mut bytes = fs::read(&path).expect("a file");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0x55;
    fs::write(path, bytes).expect("a file");
}

#[test]
fn an_import_reads_only_what_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    // More than one block of each of these tables, so the damaged one has no metadata.
    add(folder.path(), "games", &games(6, 1200), 2000);
    for table in ["moves", "records", "positions", "pairs"] {
        damage(folder.path(), table);
    }
    let report = add(folder.path(), "more", &games(7, 5), 1000);
    assert_eq!((report.added(), report.not_merged), (5, None));
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.len(), 1205);
    let error = archive.verify().expect_err("it is damaged").to_string();
    assert!(error.contains(": the checksum of the block at byte "), "{error}");
}

#[test]
fn games_are_added_although_damaged_files_cannot_be_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    // More than one block, so the damaged one has no metadata.
    add(folder.path(), "first", &games(20, 150), 1000);
    for seed in 0..11 {
        assert_eq!(add(folder.path(), &format!("games {seed}"), &games(seed, 3), 100).not_merged, None);
    }
    damage(folder.path(), "positions");
    let before = contents(folder.path());
    let report = add(folder.path(), "more", &games(12, 100), 1000);
    assert_eq!(report.added(), 100);
    let message = report.not_merged.expect("a message");
    assert!(message.contains("positions/000001.parquet is damaged: the checksum of the block"), "{message}");
    let now = contents(folder.path());
    let is_kept = |(path, bytes): (&PathBuf, &Vec<u8>)| {
        path.extension().is_none_or(|ending| ending != "parquet") || now.get(path) == Some(bytes)
    };
    assert!(before.iter().all(is_kept), "the old files are not changed");
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!((archive.len(), archive.manifest().files_of("positions").count()), (283, 13));
    assert_eq!(archive.games().filter(Result::is_ok).count(), 283);
    assert!(matches!(archive.verify(), Err(ArchiveError::Damaged { .. })));
    // More can be added.
    assert_eq!(add(folder.path(), "last", &games(13, 3), 100).added(), 3);
}

#[test]
fn damaged_files_are_not_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "one", &games(6, 30), 1000);
    add(folder.path(), "two", &games(7, 30), 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    for table in ["moves", "positions"] {
        let file = archive.manifest().files_of(table).next().expect("a file");
        let path = folder.path().join(table).join(&file.name);
        let whole = fs::read(&path).expect("a file");
        let mut changed = whole.clone();
        changed[whole.len() / 3] ^= 0x55;
        let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
        fs::write(&path, &changed).expect("a file");
        let error = importer.compact().expect_err("it is damaged");
        assert!(error.to_string().contains(": the checksum of the block at byte "), "{error}");
        drop(importer);
        assert_eq!(fs::read(&path).expect("a file"), changed, "nothing was written");
        fs::write(&path, &whole).expect("a file");
    }
    let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("the archive is intact again");
}

#[test]
fn files_are_renamed_only_when_all_are_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ImportOptions::default().threads(1).batch_games(100_000);
    let mut importer = Importer::open(folder.path(), options).expect("an archive");
    let mut seen = 0;
    let inputs = (0..40).map(|seed| Input::text(format!("games {seed}"), games(seed, 20))).collect();
    let look = |path: &Path| -> Vec<PathBuf> {
        let found = if path.is_dir() { files(path) } else { Vec::new() };
        found.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "parquet")).collect()
    };
    importer
        .add(inputs, &mut |_| {
            assert_eq!(look(folder.path()), Vec::<PathBuf>::new());
            seen += 1;
            true
        })
        .expect("games are added");
    assert!(seen > 20 && !look(folder.path()).is_empty());
}

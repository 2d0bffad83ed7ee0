//! Imports: no game is lost or counted twice, and interrupted imports leave the archive intact.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};

use bughouse_archive::{Archive, ArchiveError, ImportOptions, Importer, Input};

use crate::support::{add, edit_manifest, games};

#[test]
fn texts_are_exported_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = [&b"\n\n  "[..], &games(1, 300), b"\n% stray words\n\n"].concat();
    let second = games(2, 50);
    add(folder.path(), "first", &first, 100);
    add(folder.path(), "second", &second, 100);
    let archive = Archive::open(folder.path()).expect("an archive");
    archive.verify().expect("the archive is intact");
    assert_eq!(archive.len(), 350);
    for (source, text) in [(0, &first), (1, &second)] {
        let mut out = Vec::new();
        archive.export(Some(source), &mut out).expect("texts");
        assert!(out == *text, "source {source}");
    }
    let mut seen = 0;
    for game in archive.games() {
        let game = game.expect("a game");
        assert_eq!(game.id, seen);
        seen += 1;
        let text = archive.text(&game).expect("a text").expect("texts are kept");
        let source = if game.source == 0 { &first } else { &second };
        let start = game.byte as usize;
        assert!(text == source[start..start + game.length as usize], "game {}", game.id);
        assert!(text.starts_with(b"[Event "), "game {}", game.id);
        let line = 1 + source[..start].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(game.line, line as i64, "game {}", game.id);
        assert_eq!(archive.game(game.id).expect("a game"), Some(game));
    }
    assert_eq!(seen, 350);
    assert_eq!(archive.game(350).expect("no game"), None);
}

#[test]
fn duplicates_are_recognized() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(3, 40);
    add(folder.path(), "one", &text, 1000);
    let again = add(folder.path(), "the same under another name", &text, 1000);
    assert!(again.inputs[0].known);
    assert_eq!(again.added(), 0);
    // The same games in a different text.
    let more = [&games(4, 10)[..], &text].concat();
    let report = add(folder.path(), "more", &more, 1000);
    let counts = &report.inputs[0].counts;
    assert_eq!(counts.get("duplicate"), Some(&40), "{counts:?}");
    assert_eq!(report.added(), 10);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.len(), 50);
    let skipped: Vec<_> = archive.skipped().map(|skipped| skipped.expect("a row")).collect();
    assert_eq!(skipped.len(), 40);
    assert_eq!(skipped[7].game, Some(7));
    assert_eq!(archive.manifest().sources.len(), 2);
}

#[test]
fn every_game_is_accounted_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"[Event \"whole\"]\n[Result \"1-0\"]\n1A. e4 {179} 1a. e5 {178} {x} 1-0\n\n\
        [Event \"stops\"]\n1A. e4 {179} 1a. e5 {178} 2A. Ke3 {170} *\n\n\
        [Event \"nothing\"]\n1A. Ke3 {179} *\n\n\
        [Event \"start\"]\n[FEN \"x | y\"]\n1A. e4 {179} *\n\n\
        [Event \"whole\"]\n[Result \"1-0\"]\n1A. e4 {179} 1a. e5 {178} {x} 1-0\n";
    let report = add(folder.path(), "five", text, 1000);
    let expected: BTreeMap<String, u64> =
        [("ok", 1), ("broken", 1), ("illegal", 1), ("bad-start", 1), ("duplicate", 1)]
            .map(|(name, count)| (name.to_owned(), count))
            .into();
    let counts = &report.inputs[0].counts;
    assert_eq!(counts.values().sum::<u64>(), 5, "{counts:?}");
    assert_eq!(counts.len(), expected.len(), "{counts:?}");
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.manifest().counts, *counts);
    assert_eq!(archive.len(), 2);
    let lines: Vec<i64> = archive.skipped().map(|skipped| skipped.expect("a row").line).collect();
    assert_eq!(lines, [5, 8, 11, 15]);
}

#[test]
fn a_stopped_import_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(5, 2000);
    let options = ImportOptions::default().threads(2).batch_games(100);
    let mut importer = Importer::open(folder.path(), options).expect("an archive");
    let mut chunks = 0;
    let report = importer
        .add(vec![Input::text("games", text.clone())], &mut |_| {
            chunks += 1;
            chunks < 2
        })
        .expect("a part");
    assert!(report.stopped);
    drop(importer);
    let part = Archive::open(folder.path()).expect("an archive");
    part.verify().expect("the archive is intact");
    assert!(!part.is_empty() && part.len() < 2000, "{}", part.len());
    let rest = add(folder.path(), "games", &text, 500);
    assert!(!rest.inputs[0].counts.contains_key("duplicate"), "{:?}", rest.inputs[0].counts);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.len(), 2000);
    let mut out = Vec::new();
    archive.export(None, &mut out).expect("texts");
    assert!(out == text);
    for (number, game) in archive.games().enumerate() {
        let game = game.expect("a game");
        assert_eq!(game.number, number as i32 + 1);
        let line = 1 + text[..game.byte as usize].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(game.line, line as i64, "game {}", game.id);
    }
}

#[test]
fn a_second_writer_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    let second = Importer::open(folder.path(), ImportOptions::default());
    assert!(matches!(second, Err(ArchiveError::Locked { .. })), "{second:?}");
    assert!(Archive::open(folder.path()).expect("readers need no lock").is_empty());
    drop(first);
    Importer::open(folder.path(), ImportOptions::default()).expect("the lock is free");
}

#[test]
fn foreign_newer_and_damaged_folders_are_rejected_and_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Importer::open(folder.path(), ImportOptions::default()).map(|_| ());
    fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
    assert!(matches!(open(), Err(ArchiveError::NotAnArchive { .. })));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let manifest = folder.path().join("manifest.json");
    for (text, expected) in [
        ("{\"format\": \"bughouse-archive-v9\"}", "has the format bughouse-archive-v9"),
        ("{\"format\": \"other\"}", "is not an archive"),
        ("{\"format\": \"bughouse-archive-v1\"}", "is damaged: missing field"),
        ("{", "is damaged"),
    ] {
        fs::write(&manifest, text).expect("a manifest");
        for error in [open().expect_err("no archive"), Archive::open(folder.path()).expect_err("no archive")]
        {
            assert!(error.to_string().contains(expected), "{error}");
        }
        assert_eq!(fs::read_to_string(&manifest).expect("a manifest"), text);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}

#[test]
fn a_manifest_that_names_a_file_twice_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "one", &games(6, 20), 1000);
    edit_manifest(folder.path(), |manifest| {
        let files = manifest["files"].as_array_mut().expect("files");
        files.push(files[0].clone());
    });
    let error = Archive::open(folder.path()).expect_err("it is damaged").to_string();
    assert!(error.contains("it lists ") && error.ends_with(".parquet twice"), "{error}");
}

#[test]
fn games_are_read_by_their_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(6, 60), 17);
    let archive = Archive::open(folder.path()).expect("an archive");
    for ids in [&[][..], &[0], &[0, 1, 59], &[3, 16, 17, 18, 33, 34, 58], &[-1, 5, 60, 7000]] {
        let found = archive.games_of(ids).expect("an answer");
        let expected: Vec<_> = ids.iter().filter_map(|&id| archive.game(id).expect("an answer")).collect();
        assert_eq!(found, expected, "{ids:?}");
    }
}

#[test]
fn merged_files_give_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 0..5 {
        add(folder.path(), &format!("games {seed}"), &games(30 + seed, 120), 60);
    }
    let before = Archive::open(folder.path()).expect("an archive");
    assert!(before.manifest().files_of("positions").count() > 4);
    let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("files are merged");
    let generation = importer.manifest().generation;
    importer.compact().expect("nothing is left to do");
    assert_eq!(importer.manifest().generation, generation);
    drop(importer);
    let after = Archive::open(folder.path()).expect("an archive");
    after.verify().expect("the archive is intact");
    for table in bughouse_archive::schema::TABLES {
        let count =
            |archive: &Archive| archive.manifest().files_of(table.name).map(|file| file.rows).sum::<u64>();
        assert!(after.manifest().files_of(table.name).count() <= 1, "{}", table.name);
        if table.name != "hot" {
            assert_eq!(count(&before), count(&after), "{}", table.name);
        }
    }
    assert!(after.manifest().files_of("hot").count() == 1, "the start has more than 256 rows now");
    let names: Vec<_> = fs::read_dir(folder.path().join("moves")).expect("a folder").collect();
    assert_eq!(names.len(), 1, "the old files are gone");
    // An archive that was already open stays readable.
    let start = bughouse_archive::Explore::board(&bughouse_chess::Board::default());
    assert_eq!(before.explore(&start).expect("an answer"), after.explore(&start).expect("an answer"));
    let both = bughouse_archive::Explore::both(&bughouse_chess::Position::default());
    assert_eq!(before.explore(&both).expect("an answer"), after.explore(&both).expect("an answer"));
    for (one, other) in before.games().zip(after.games()) {
        let (one, other) = (one.expect("a game"), other.expect("a game"));
        assert_eq!(one, other);
        assert_eq!(before.text(&one).expect("a text"), after.text(&other).expect("a text"));
    }
    let query = "capture:Q then mate".parse().expect("a query");
    let options = bughouse_archive::SearchOptions::default();
    assert_eq!(
        before.search(&query, &options).expect("games"),
        after.search(&query, &options).expect("games")
    );
    // Games can still be added.
    let report = add(folder.path(), "more", &games(40, 30), 100);
    assert_eq!(report.added(), 30);
    assert_eq!(Archive::open(folder.path()).expect("an archive").len(), 630);
}

#[test]
fn many_imports_are_merged_automatically() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 0..14 {
        add(folder.path(), &format!("games {seed}"), &games(50 + seed, 3), 100);
    }
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.len(), 42);
    assert!(archive.manifest().files_of("positions").count() <= 12);
    archive.verify().expect("the archive is intact");
}

#[test]
fn small_imports_do_not_rewrite_a_large_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (all, few) = (games(70, 500), games(71, 30));
    // The last game is cut off, and its rows stay until the run is merged.
    add(folder.path(), "large", &all[..all.len() - 300], 1000);
    let names = |archive: &Archive| -> Vec<String> {
        let tables = ["games", "moves", "records", "players", "positions", "pairs", "hot"];
        let first = |table: &&str| archive.manifest().files_of(table).next().map(|file| file.name.clone());
        tables.iter().filter_map(first).collect()
    };
    let large = names(&Archive::open(folder.path()).expect("an archive"));
    assert_eq!(large, ["000001.parquet"; 7]);
    add(folder.path(), "large", &all, 1000);
    let starts: Vec<usize> =
        few.windows(7).enumerate().filter(|(_, part)| part == b"[Event ").map(|(at, _)| at).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(few.len());
        add(folder.path(), &format!("game {number}"), &few[*start..end], 1000);
        let archive = Archive::open(folder.path()).expect("an archive");
        assert_eq!(names(&archive), large, "after {number} games");
        for table in bughouse_archive::schema::TABLES {
            let files = archive.manifest().files_of(table.name).count();
            assert!(files <= 16, "after {number} games: {files} files of {}", table.name);
        }
    }
    let archive = Archive::open(folder.path()).expect("an archive");
    archive.verify().expect("the archive is intact");
    assert!(archive.manifest().superseded.iter().all(|superseded| !superseded.removed));
    let mut text = Vec::new();
    archive.export(None, &mut text).expect("texts");
    assert!(text == [all.clone(), few.clone()].concat());

    // Together, these games are one run in another archive, with other sums.
    let other = tempfile::tempdir().expect("a folder");
    add(other.path(), "all", &[all, few].concat(), 1000);
    let other = Archive::open(other.path()).expect("an archive");
    let start = bughouse_archive::Explore::board(&bughouse_chess::Board::default()).games(0);
    assert_eq!(archive.explore(&start).expect("an answer"), other.explore(&start).expect("an answer"));

    let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("files are merged");
    drop(importer);
    let archive = Archive::open(folder.path()).expect("an archive");
    archive.verify().expect("the archive is intact");
    assert_eq!(archive.manifest().files_of("positions").count(), 1);
    assert!(archive.manifest().superseded.iter().all(|superseded| superseded.removed));
    assert_eq!(archive.explore(&start).expect("an answer"), other.explore(&start).expect("an answer"));
}

#[test]
fn sums_of_merged_runs_are_those_of_their_games() {
    // The games of the merged runs have other ids than 0 and later, and enough of them share a position.
    let game = |number: usize| {
        let (rating, result) = (1000 + number % 900, ["1-0", "0-1"][number % 2]);
        format!(
            "[Date \"2024.01.{:02}\"]\n[WhiteA \"p{number}\"]\n[WhiteAElo \"{rating}\"]\n\n1A. e4 1a. e5 {result}\n\n",
            1 + number % 28
        )
    };
    let text = |games: std::ops::Range<usize>| games.map(game).collect::<String>().into_bytes();
    let (merged, single) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    add(merged.path(), "large", &text(0..9000), 10_000);
    for number in 0..14 {
        let first = 9000 + 300 * number;
        add(merged.path(), &format!("part {number}"), &text(first..first + 300), 10_000);
    }
    add(single.path(), "all", &text(0..9000 + 14 * 300), 100_000);
    let (merged, single) = (
        Archive::open(merged.path()).expect("an archive"),
        Archive::open(single.path()).expect("an archive"),
    );
    let runs: Vec<&str> = merged.manifest().files_of("positions").map(|file| file.name.as_str()).collect();
    assert_eq!(runs.len(), 4, "{runs:?}");
    merged.verify().expect("the archive is intact");
    let start = bughouse_archive::Explore::board(&bughouse_chess::Board::default());
    let both = bughouse_archive::Explore::both(&bughouse_chess::Position::default());
    for query in [start, both] {
        assert_eq!(merged.explore(&query).expect("an answer"), single.explore(&query).expect("an answer"));
    }
}

#[test]
fn an_archive_without_manifest_or_file_is_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(60, 30), 1000);
    let list = || {
        let mut all: Vec<_> = ["games", "moves", "positions", "records", "players"]
            .iter()
            .flat_map(|table| fs::read_dir(folder.path().join(table)).expect("a folder"))
            .map(|entry| entry.expect("a file").path())
            .collect();
        all.sort();
        all
    };
    let open = || Importer::open(folder.path(), ImportOptions::default()).map(|_| ());
    let before = list();
    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::remove_file(&manifest).expect("it is removed");
    assert!(matches!(open(), Err(ArchiveError::NotAnArchive { .. })));
    assert_eq!(list(), before);
    // A manifest that doesn't list a file is rejected.
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    value.as_object_mut().expect("an object").remove("checksum");
    let files = value["files"].as_array_mut().expect("files");
    files.retain(|file| file["table"] != "games");
    fs::write(&manifest, value.to_string()).expect("a manifest");
    assert!(matches!(open(), Err(ArchiveError::Damaged { .. })));
    assert_eq!(list(), before);
    fs::write(&manifest, &text).expect("a manifest");
    let moves =
        fs::read_dir(folder.path().join("moves")).expect("a folder").next().expect("a file").expect("a file");
    let whole = fs::read(moves.path()).expect("a file");
    fs::write(moves.path(), &whole[..whole.len() / 2]).expect("a file");
    assert!(matches!(open(), Err(ArchiveError::Damaged { .. })));
    fs::remove_file(moves.path()).expect("it is removed");
    assert!(matches!(open(), Err(ArchiveError::Damaged { .. })));
    fs::write(moves.path(), &whole).expect("a file");
    // Files that the archive didn't create are kept.
    fs::write(folder.path().join("moves/mine.parquet"), "mine").expect("a file");
    fs::create_dir(folder.path().join("spills")).expect("a folder");
    fs::write(folder.path().join("spills/mine.txt"), "mine").expect("a file");
    fs::write(folder.path().join("moves/_000099.parquet.tmp"), "left behind").expect("a file");
    open().expect("the archive is intact");
    assert!(
        folder.path().join("moves/mine.parquet").exists() && folder.path().join("spills/mine.txt").exists()
    );
    assert!(!folder.path().join("moves/_000099.parquet.tmp").exists());
    // A complete file may be of a later state of the archive.
    let unlisted = folder.path().join("moves/000099.parquet");
    fs::write(&unlisted, "left behind").expect("a file");
    let error = open().expect_err("it may be important").to_string();
    let expected = "000099.parquet is damaged: the manifest doesn't list it. Run `bughouse archive repair`, or move the \
                    file elsewhere";
    assert!(error.ends_with(expected), "{error}");
    fs::remove_file(&unlisted).expect("it was not removed");
    for (name, number) in [("games", "2147483647"), ("next_batch", "4294967295")] {
        let odd = text.replacen(&format!("\"{name}\": "), &format!("\"{name}\": {number}, \"old\": "), 1);
        fs::write(&manifest, odd).expect("a manifest");
        let result = Importer::open(folder.path(), ImportOptions::default())
            .and_then(|mut importer| importer.add(vec![Input::text("x", games(61, 3))], &mut |_| true));
        assert!(result.is_err(), "{name}");
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_not_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, archive) = (folder.path().join("games.bpgn"), folder.path().join("archive"));
    let whole = games(62, 2000);
    fs::write(&file, &whole).expect("a file");
    let mut importer = Importer::open(&archive, ImportOptions::default().threads(1)).expect("an archive");
    let report = importer
        .add(vec![Input::file(&file)], &mut |_| {
            fs::write(&file, &whole[..whole.len() / 10]).expect("a file");
            true
        })
        .expect("a part");
    assert!(report.inputs[0].error.as_ref().is_some_and(|error| error.contains("changed")), "{report:?}");
    assert!(!importer.manifest().sources[0].complete);
    drop(importer);
    fs::write(&file, &whole).expect("a file");
    let mut importer = Importer::open(&archive, ImportOptions::default()).expect("an archive");
    let report = importer.add(vec![Input::file(&file)], &mut |_| true).expect("the rest");
    assert_eq!(report.inputs[0].error, None);
    assert_eq!(importer.manifest().games, 2000);
    let folder_itself = importer.add(vec![Input::file(folder.path())], &mut |_| true).expect("a report");
    assert!(folder_itself.inputs[0].error.is_some());
}

#[test]
fn a_broken_game_without_illegal_moves_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"[Event \"x\"]\n1A. e4 1a. e5 {never closed\n";
    let report = add(folder.path(), "one", text, 100);
    assert_eq!(report.inputs[0].counts.get("broken"), Some(&1), "{:?}", report.inputs[0].counts);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.skipped().count(), 1);
}

#[test]
fn games_of_damaged_compressed_data_are_not_added() {
    // Games with a flipped bit used to be added before the checksum was verified.
    let gzip = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    };
    let (first, second) = (games(21, 30), games(22, 40));
    let mut packed = [gzip(&first), gzip(&second)].concat();
    let damaged = packed.len() - 3000;
    packed[damaged] ^= 2;
    let folder = tempfile::tempdir().expect("a folder");
    let report = add(folder.path(), "games.gz", &packed, 100);
    assert_eq!(report.added(), 30);
    let error = report.inputs[0].error.as_deref().unwrap_or_default();
    assert!(error.starts_with("the gzip data is damaged: "), "{error}");
    assert!(error.contains(" bytes of unverified text were not read"), "{error}");
    let archive = Archive::open(folder.path()).expect("an archive");
    archive.verify().expect("the archive is intact");
    let mut out = Vec::new();
    archive.export(Some(0), &mut out).expect("texts");
    assert!(out == first);

    // Workers that share an import skip them as well.
    let range = bughouse_archive::joint::SourceRange::new(0, 0, None, true);
    let (_, mut text) = range.open(Box::new(std::io::Cursor::new(packed))).expect("a text");
    let mut read = Vec::new();
    assert!(text.read_to_end(&mut read).is_err() && read == first);
}

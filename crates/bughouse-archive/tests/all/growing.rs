//! Files that are added again after they have grown: nothing is counted twice, and only new text is stored.

use std::fs;
use std::path::Path;

use bpgn::{ReadOptions, Reader, Timeline};
use bughouse_archive::{
    Archive, ArchiveError, Explore, Filter, ImportOptions, ImportReport, Importer, Input, SearchOptions,
    repair,
};
use bughouse_chess::{Board, BoardId, CastlingSide, Color, Position};
use serde_json::Value;

use crate::support::{add, edit_manifest, games};

/// Returns where the games of a text start.
fn starts(text: &[u8]) -> Vec<usize> {
    text.windows(7).enumerate().filter(|(_, part)| part == b"[Event ").map(|(at, _)| at).collect()
}

fn open(folder: &Path) -> Archive {
    let archive = Archive::open(folder).expect("an archive");
    archive.verify().expect("it is not damaged");
    archive
}

fn export(archive: &Archive, source: Option<i32>) -> Vec<u8> {
    let mut text = Vec::new();
    archive.export(source, &mut text).expect("a text");
    text
}

/// Returns answers that don't depend on the ids of games.
fn answers(archive: &Archive) -> Vec<String> {
    let mut answers = vec![archive.manifest().game_count().to_string()];
    let mut explore = |query: Explore| {
        let mut answer = archive.explore(&query).expect("an answer");
        answer.best.clear();
        answer.newest.clear();
        answers.push(format!("{answer:?}"));
    };
    explore(Explore::board(&Board::default()));
    explore(Explore::both(&Position::default()));
    explore(Explore::board(&Board::default()).filter(Filter::default().rating(1000..=1900)));
    for query in ["length>=0", "not capture", "drop:N", "capture then check within 3", "won", "state:broken"]
    {
        let query = query.parse().expect("a query");
        let found = archive.search(&query, &SearchOptions::default()).expect("games");
        answers.push(format!(
            "{} games, {:?}",
            found.games,
            found.hits.iter().map(|hit| hit.ply).collect::<Vec<_>>()
        ));
    }
    let players = archive.players("", 1000).expect("players");
    let first = archive.player(&players[0].name).expect("a player").expect("a player");
    answers.push(format!("{players:?}, {:?}, {}", first.all, first.all_drops));
    answers.push(archive.games().count().to_string());
    answers
}

#[test]
fn a_game_that_was_cut_off_is_superseded() {
    let text = games(9, 30);
    let starts = starts(&text);
    let whole = tempfile::tempdir().expect("a folder");
    add(whole.path(), "all", &text, 1000);
    let right = answers(&open(whole.path()));
    let (from, to) = (starts[19], starts[20]);
    // In tags, between and within half-moves, before and within the result, and between games.
    let cuts = (from..=to).step_by(37).chain(to - 12..=to);
    for cut in cuts {
        let folder = tempfile::tempdir().expect("a folder");
        add(folder.path(), "night.bpgn", &text[..cut], 1000);
        let before = open(folder.path()).len();
        let report = add(folder.path(), "night.bpgn", &text, 1000);
        let archive = open(folder.path());
        assert_eq!(answers(&archive), right, "cut at {}", cut - from);
        assert!(!report.inputs[0].counts.contains_key("duplicate"), "cut at {}: {report:?}", cut - from);
        match &report.inputs[0].grown {
            Some(grown) => {
                assert_eq!((grown.cut, grown.whole, before), (19, 20, 20), "cut at {}", cut - from);
                assert_eq!(grown.source_name, "night.bpgn");
                assert_eq!(archive.len(), 31);
            }
            None => assert_eq!(archive.len(), 30, "cut at {}", cut - from),
        }
        assert!(export(&archive, Some(0)) == text[..cut], "cut at {}", cut - from);
        assert!(export(&archive, Some(1)) == text, "cut at {}", cut - from);
        let again = add(folder.path(), "night.bpgn", &text, 1000);
        assert!(again.inputs[0].known);
    }
}

/// A rook that is dropped on its home square can castle, so the position has another key than under other rules.
#[test]
fn superseded_games_are_replayed_under_the_rules_of_fics() {
    let moves = "1A. g4 1a. b6 2A. g5 2a. Bb7 3A. a3 3a. Bxh1 4A. a4 4a. Bd5 1B. g4 1b. b6 2B. g5 2b. Bb7 3B. a3 \
                 3b. Bxh1 5A. R@h1 5a. a6";
    // With so many games, the answer is the sum that is stored for the position.
    let text: String = (0..300)
        .map(|game| format!("[Event \"{game}\"]\n[WhiteA \"w{game}\"]\n\n{moves} 6A. h3 *\n\n"))
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "night.bpgn", &text.as_bytes()[..text.len() - " 6A. h3 *\n\n".len()], 1000);
    add(folder.path(), "night.bpgn", text.as_bytes(), 1000);
    let archive = open(folder.path());
    assert_eq!(archive.manifest().superseded.len(), 1);
    let game = Reader::new(text.as_bytes()).records().next().expect("a game").expect("a game").game;
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    let end = timeline.position(timeline.len() - 1).expect("a position").board(BoardId::A);
    assert!(end.castle_rights().has(Color::White, CastlingSide::KingSide), "{end}");
    assert_eq!(archive.explore(&Explore::board(&end)).expect("an answer").total, 300);
}

#[test]
fn compaction_removes_what_was_superseded() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(9, 30);
    let starts = starts(&text);
    // It grows twice, and the same game is cut off both times.
    for end in [starts[19] + 900, starts[19] + 1300, text.len()] {
        add(folder.path(), "night.bpgn", &text[..end], 1000);
    }
    let archive = open(folder.path());
    assert_eq!(archive.manifest().superseded.len(), 2, "{:?}", archive.manifest().superseded);
    let right = answers(&archive);
    assert_eq!(right[0], "30");
    assert!(export(&archive, Some(2)) == text);
    let mut importer = Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("fewer files");
    drop(importer);
    let archive = open(folder.path());
    assert!(archive.manifest().superseded.iter().all(|superseded| superseded.removed));
    assert_eq!(answers(&archive), right);
    assert!(export(&archive, Some(2)) == text);
    // Without a manifest, the games that were removed are known by their missing positions.
    fs::remove_file(folder.path().join("manifest.json")).expect("a manifest");
    repair(folder.path()).expect("a repair");
    assert_eq!(answers(&open(folder.path())), right);
    assert_eq!(add(folder.path(), "more", &games(10, 3), 1000).added(), 3);
    open(folder.path());
}

#[test]
fn only_new_text_is_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(9, 400);
    let texts =
        |archive: &Archive| -> u64 { archive.manifest().files_of("records").map(|file| file.rows).sum() };
    add(folder.path(), "log", &text, 1000);
    let mut grown = text.clone();
    grown.extend(games(10, 1));
    let report = add(folder.path(), "log", &grown, 1000);
    assert_eq!((report.added(), report.inputs[0].counts.len()), (1, 1), "{report:?}");
    let archive = open(folder.path());
    assert_eq!(texts(&archive), 401);
    assert!(export(&archive, Some(1)) == grown && export(&archive, None) == grown);

    // The same games in another file, with one more at the front.
    let mut other = games(11, 1);
    other.extend(&grown);
    other.extend(&text);
    let report = add(folder.path(), "other", &other, 1000);
    assert_eq!((report.added(), report.inputs[0].counts["duplicate"]), (1, 801));
    let archive = open(folder.path());
    assert_eq!(texts(&archive), 402);
    assert!(export(&archive, Some(2)) == other && export(&archive, Some(1)) == grown);
    // A duplicate with another text is kept.
    let remark = String::from_utf8(games(9, 1)).expect("text").replacen("1A. ", "{a remark} 1A. ", 1);
    let report = add(folder.path(), "remark", remark.as_bytes(), 1000);
    assert_eq!(report.inputs[0].counts["duplicate"], 1);
    let archive = open(folder.path());
    assert_eq!(texts(&archive), 403);
    assert!(export(&archive, Some(3)) == remark.as_bytes());
}

#[test]
fn an_interrupted_import_of_a_grown_file_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(9, 1200);
    let cut = starts(&text)[300] + 900;
    add(folder.path(), "log", &text[..cut], 1000);
    let options = ImportOptions::default().threads(1).batch_games(50);
    let run = |limit: u64| -> ImportReport {
        let mut importer = Importer::open(folder.path(), options).expect("an archive");
        importer.add(vec![Input::text("log", text.clone())], &mut |state| state.games < limit).expect("games")
    };
    assert!(run(1).stopped);
    let report = run(u64::MAX);
    assert!(!report.stopped);
    let archive = open(folder.path());
    assert_eq!(archive.manifest().game_count(), 1200);
    assert!(export(&archive, Some(1)) == text);
}

#[test]
fn a_repair_without_a_manifest_finds_games_that_were_cut_off() {
    let text = games(9, 12);
    let starts = starts(&text);
    // The first one is in the tags.
    let cuts = [starts[7] + 90, starts[7] + 500, starts[7] + 900, starts[0] + 700, starts[11] + 1300];
    for (cut, texts) in cuts.into_iter().flat_map(|cut| [(cut, true), (cut, false)]) {
        let folder = tempfile::tempdir().expect("a folder");
        let options = ImportOptions::default().threads(1).texts(texts);
        let mut importer = Importer::open(folder.path(), options).expect("an archive");
        for (name, part) in [
            ("night", &text[..cut]),
            ("other", &games(10, 5)[..]),
            ("night", &text[..]),
            ("last", &games(11, 5)),
        ] {
            importer.add(vec![Input::text(name, part)], &mut |_| true).expect("games are added");
        }
        drop(importer);
        let before = open(folder.path());
        assert_eq!(before.manifest().superseded.len(), 1);
        let right = answers(&before);
        fs::remove_file(folder.path().join("manifest.json")).expect("a manifest");
        repair(folder.path()).expect("a repair");
        let after = open(folder.path());
        let game = before.manifest().superseded[0].game;
        let half_moves = before.game(game).expect("a game").expect("a game").half_moves;
        if !texts && half_moves <= 8 {
            // Another game may start with so few half-moves, too.
            assert_eq!(after.manifest().superseded, [], "cut at {cut}, {half_moves} half-moves");
            continue;
        }
        assert_eq!(after.manifest().superseded, before.manifest().superseded, "cut at {cut}, {texts}");
        assert_eq!(answers(&after), right, "cut at {cut}, {texts}");
        if texts {
            assert!(export(&after, Some(2)) == text, "cut at {cut}");
        }
    }
}

/// A step of a test: what happens to the archive.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    /// Adds files in one call.
    Add(&'a [&'a [u8]]),
    /// Removes the manifest and rebuilds it.
    Repair,
    /// Flips a bit of the manifest and repairs it.
    Flip,
    Compact,
}

/// Runs some steps. Returns the archive, and the games that were replaced according to the reports.
fn run(folder: &Path, texts: bool, steps: &[Step<'_>]) -> (Archive, Vec<(i32, i32, bool)>) {
    let options = ImportOptions::default().threads(2).texts(texts);
    let manifest = folder.join("manifest.json");
    let mut replaced = Vec::new();
    for step in steps {
        match step {
            Step::Add(files) => {
                let mut importer = Importer::open(folder, options).expect("an archive");
                let inputs = files.iter().map(|text| Input::text("night", *text)).collect();
                let report = importer.add(inputs, &mut |_| true).expect("games are added");
                let grown = report.inputs.iter().filter_map(|input| input.grown.as_ref());
                replaced.extend(grown.map(|grown| (grown.cut, grown.whole, grown.is_older)));
            }
            Step::Repair => {
                fs::remove_file(&manifest).expect("a manifest");
                repair(folder).expect("a repair");
            }
            Step::Flip => {
                let mut text = fs::read(&manifest).expect("a manifest");
                let at = text.len() - 10;
                text[at] ^= 1;
                fs::write(&manifest, text).expect("a manifest");
                repair(folder).expect("a repair");
            }
            Step::Compact => {
                Importer::open(folder, options).expect("an archive").compact().expect("fewer files");
            }
        }
        open(folder);
    }
    (open(folder), replaced)
}

#[test]
fn a_file_grows_in_any_order() {
    let text = games(9, 20);
    let last = starts(&text)[19];
    let (early, cut) = (&text[..last + 900], &text[..last + 1300]);
    let whole = &text[..];
    let scratch = tempfile::tempdir().expect("a folder");
    let right = answers(&run(&scratch.path().join("whole"), true, &[Step::Add(&[whole])]).0);
    assert_eq!(right[0], "20");
    type Case<'a> = (&'a str, &'a [Step<'a>], &'a [(i32, i32, bool)]);
    let all: [Case<'_>; 13] = [
        ("grown", &[Step::Add(&[cut]), Step::Add(&[whole])], &[(19, 20, false)]),
        ("one call", &[Step::Add(&[cut, whole])], &[(19, 20, false)]),
        ("one call, reversed", &[Step::Add(&[whole, cut])], &[(20, 19, true)]),
        ("three in one call", &[Step::Add(&[early, whole, cut])], &[]),
        ("older", &[Step::Add(&[whole]), Step::Add(&[cut])], &[(20, 19, true)]),
        ("repaired", &[Step::Add(&[cut]), Step::Repair, Step::Add(&[whole])], &[(19, 20, false)]),
        ("flipped", &[Step::Add(&[cut]), Step::Flip, Step::Add(&[whole])], &[(19, 20, false)]),
        (
            "grown, repaired, older",
            &[Step::Add(&[cut]), Step::Add(&[whole]), Step::Repair, Step::Add(&[early])],
            &[(19, 20, false), (21, 20, true)],
        ),
        (
            "three stages",
            &[Step::Add(&[early]), Step::Add(&[cut]), Step::Add(&[whole])],
            &[(19, 20, false), (20, 21, false)],
        ),
        (
            "three stages, repaired",
            &[
                Step::Add(&[early]),
                Step::Repair,
                Step::Add(&[cut]),
                Step::Flip,
                Step::Add(&[whole]),
                Step::Repair,
            ],
            &[],
        ),
        (
            "three stages, the first one again",
            &[Step::Add(&[early]), Step::Add(&[cut]), Step::Add(&[whole]), Step::Add(&[early])],
            &[(19, 20, false), (20, 21, false)],
        ),
        (
            "compacted",
            &[Step::Add(&[cut]), Step::Compact, Step::Add(&[whole]), Step::Compact, Step::Repair],
            &[(19, 20, false)],
        ),
        (
            "compacted, older",
            &[Step::Add(&[whole]), Step::Add(&[cut]), Step::Compact, Step::Repair, Step::Add(&[early])],
            &[(20, 19, true), (21, 19, true)],
        ),
    ];
    for (number, (what, steps, expected)) in all.into_iter().enumerate() {
        for texts in [true, false] {
            let folder = scratch.path().join(format!("{number}-{texts}"));
            let (archive, replaced) = run(&folder, texts, steps);
            assert_eq!(archive.manifest().game_count(), 20, "{what}, {texts}: {:?}", archive.game(19));
            assert_eq!(answers(&archive), right, "{what}, {texts}");
            if !expected.is_empty() {
                assert_eq!(replaced, expected, "{what}, {texts}");
            }
        }
    }
}

/// A process that was killed in between used to leave a game that counted twice.
#[test]
fn games_are_added_and_superseded_in_one_commit() {
    let text = games(9, 20);
    let cut = &text[..starts(&text)[19] + 1300];
    for files in [[cut, &text[..]], [&text[..], cut]] {
        let folder = tempfile::tempdir().expect("a folder");
        let (before, _) = run(folder.path(), true, &[Step::Add(&files[..1])]);
        let (after, replaced) = run(folder.path(), true, &[Step::Add(&files[1..])]);
        assert_eq!(replaced.len(), 1);
        assert_eq!(after.manifest().generation, before.manifest().generation + 1);
    }
}

#[test]
fn a_short_game_is_not_taken_for_one_that_was_cut_off() {
    let files = [
        "[Event \"one\"]\n[WhiteA \"ann\"][BlackA \"bob\"]\n[Result \"1-0\"]\n\n\
         1A. e4 {bob forfeits by disconnection} 1-0\n",
        "[Event \"two\"]\n[WhiteA \"cat\"][BlackA \"dan\"]\n[Result \"0-1\"]\n\n\
         1A. d4 1a. d5 1B. e4 2A. c4 {cat resigns} 0-1\n",
        "[Event \"three\"]\n[WhiteA \"eve\"][BlackA \"fay\"]\n[Result \"0-1\"]\n\n\
         1A. d4 1a. d5 1B. e4 2A. Nf3 2a. Nf6 {eve resigns} 0-1\n",
        // The same players again, with the same first half-moves.
        "[WhiteA \"ann\"][BlackA \"bob\"]\n\n1A. e4 1a. e5 2A. Nf3\n",
        "[WhiteA \"ann\"][BlackA \"bob\"]\n\n1A. e4 1a. e5 2A. Nf3 2a. Nc6 1-0\n",
        // Complete, although a longer game starts with it.
        "[WhiteA \"ann\"][BlackA \"bob\"]\n\n1A. e4 1a. e5 2A. f4 2a. Nc6 3A. Nf3 3a. Nf6 4A. d3 4a. d6 5A. Be2 0-1\n",
        "[WhiteA \"ann\"][BlackA \"bob\"]\n\n1A. e4 1a. e5 2A. f4 2a. Nc6 3A. Nf3 3a. Nf6 4A. d3 4a. d6 5A. Be2 5a. a6 1-0\n",
    ];
    for texts in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        for text in files {
            run(folder.path(), texts, &[Step::Add(&[text.as_bytes()])]);
        }
        let before = open(folder.path());
        assert_eq!((before.manifest().game_count(), before.manifest().superseded.len()), (7, 0), "{texts}");
        let right = answers(&before);
        for step in [Step::Repair, Step::Flip, Step::Compact, Step::Repair] {
            let (archive, _) = run(folder.path(), texts, &[step]);
            assert_eq!(answers(&archive), right, "{texts}, {step:?}");
        }
    }
}

#[test]
fn a_duplicate_of_a_game_that_was_cut_off_twice_is_the_complete_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(9, 20);
    let last = starts(&text)[19];
    let early = &text[..last + 900];
    run(folder.path(), true, &[Step::Add(&[early]), Step::Add(&[&text[..last + 1300]]), Step::Add(&[&text])]);
    let report = add(folder.path(), "other", &early[last..], 1000);
    assert_eq!(report.inputs[0].counts["duplicate"], 1);
    let skipped = open(folder.path()).skipped().last().expect("a game").expect("a row");
    assert_eq!((skipped.game, skipped.message.as_str()), (Some(21), "the same game as number 21"));
}

#[test]
fn a_wrong_list_of_superseded_games_is_detected() {
    let scratch = tempfile::tempdir().expect("a folder");
    let text = games(9, 20);
    let cut = &text[..starts(&text)[19] + 1300];
    let all: [(&str, &[Step<'_>]); 3] = [
        ("grown", &[Step::Add(&[cut]), Step::Add(&[&text])]),
        ("older", &[Step::Add(&[&text]), Step::Add(&[cut])]),
        ("repaired", &[Step::Add(&[cut]), Step::Add(&[&text]), Step::Repair]),
    ];
    type Edit = (&'static str, fn(&mut Value));
    let edits: [Edit; 4] = [
        ("dropped", |manifest| manifest["superseded"] = Value::Array(Vec::new())),
        ("another game", |manifest| manifest["superseded"][0]["game"] = 5.into()),
        ("by another game", |manifest| manifest["superseded"][0]["by"] = 5.into()),
        ("one more", |manifest| {
            let list = manifest["superseded"].as_array_mut().expect("a list");
            let mut entry = list[0].clone();
            entry["game"] = 3.into();
            list.insert(0, entry);
        }),
    ];
    for (what, steps) in all {
        for texts in [true, false] {
            let folder = scratch.path().join(format!("{what}-{texts}"));
            let right = answers(&run(&folder, texts, steps).0);
            for (edit, change) in edits {
                edit_manifest(&folder, change);
                let error = Archive::open(&folder).and_then(|archive| archive.verify());
                assert!(
                    matches!(error, Err(ArchiveError::Damaged { .. })),
                    "{what}, {texts}, {edit}: {error:?}"
                );
                fs::remove_file(folder.join("manifest.json")).expect("a manifest");
                repair(&folder).expect("a repair");
                assert_eq!(answers(&open(&folder)), right, "{what}, {texts}, {edit}");
            }
        }
    }
}

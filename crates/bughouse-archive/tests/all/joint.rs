//! Joint imports give the same rows as an import by one process, however the work is divided.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use bughouse_archive::joint::{
    JointImport, RangePlan, RangeWriter, RunWriter, SourceRange, identify, report_files, survey,
};
use bughouse_archive::schema::TABLES;
use bughouse_archive::{
    Archive, ArchiveError, FileEntry, ImportOptions, ImportReport, Importer, Input, repair,
};
use bughouse_generator::Random;
use proptest::prelude::{ProptestConfig, proptest};

use crate::rows::table;
use crate::support::{dances, games};

/// How the work is divided.
#[derive(Clone, Copy, Debug)]
struct Work {
    split: u64,
    /// The number of ranges per writer.
    lot: usize,
    parts: u32,
    /// How many times each piece of work is done. One of the results is used.
    attempts: usize,
}

/// Adds texts with a joint import, running the workers one after the other.
fn add_jointly(folder: &Path, texts: &[(&str, Vec<u8>)], work: Work) -> Result<ImportReport, ArchiveError> {
    let mut lead = JointImport::open(folder, true)?;
    let mut ranges: Vec<(SourceRange, &[u8])> = Vec::new();
    let known = lead.known();
    for (name, text) in texts {
        let identity = identify(&text[..], &known).expect("a text can be read");
        ranges
            .extend(lead.add(name, &identity, work.split).ranges.into_iter().map(|range| (range, &text[..])));
    }
    let batch = lead.batch();
    let mut random = Random::new(work.split);
    let mut surveys = Vec::new();
    for (number, (range, text)) in ranges.iter().enumerate() {
        let mut files = Vec::new();
        for attempt in 0..work.attempts {
            let found = survey(range, Box::new(Cursor::new(text))).expect("a text can be read");
            files.push(found.write(folder, &format!("{number:06}-{attempt}"))?);
        }
        surveys.push(files.swap_remove(random.below(work.attempts)));
    }
    let plans = lead.plan(&surveys)?.plans;
    let (mut files, mut pieces): (Vec<FileEntry>, Vec<String>) = Default::default();
    let mut runs: HashMap<u32, Vec<(bool, Vec<u8>)>> = HashMap::new();
    let lots: Vec<Vec<(&String, &[u8])>> = plans
        .iter()
        .zip(&ranges)
        .map(|(plan, (_, text))| (plan, *text))
        .collect::<Vec<_>>()
        .chunks(work.lot)
        .map(<[_]>::to_vec)
        .collect();
    for (number, lot) in lots.iter().enumerate() {
        let piece = format!("7-{number:06}");
        let mut attempts = Vec::new();
        for attempt in 0..work.attempts {
            let name = format!("{batch:06}-{number:06}-{attempt}");
            let mut writer = RangeWriter::new(folder, &name, work.parts);
            for (plan, text) in lot {
                writer.add(RangePlan::read(folder, plan)?, Box::new(Cursor::new(*text)));
            }
            let mut rows = Vec::new();
            while let Some(more) = writer.next_rows()? {
                rows.extend(more);
            }
            report_files(folder, &piece, &name, &writer.finish()?)?;
            attempts.push(rows);
        }
        // All attempts return the same rows: a cluster may mix the rows of several attempts.
        assert!(attempts.iter().all(|rows| *rows == attempts[0]));
        for rows in attempts.swap_remove(0) {
            runs.entry(rows.part).or_default().push((rows.are_pairs, rows.bytes));
        }
        pieces.push(piece);
    }
    files.extend(lead.reported(&pieces)?);
    for (part, blocks) in &runs {
        let chosen = random.below(work.attempts);
        for attempt in 0..work.attempts {
            let name = format!("{batch:06}-{part:06}-{attempt}");
            let mut writer = RunWriter::new(folder, &name, folder, *part, work.parts);
            // In any order.
            for (are_pairs, rows) in blocks.iter().rev() {
                writer.add(*are_pairs, rows)?;
            }
            let written = writer.finish()?;
            if attempt == chosen {
                files.extend(written);
            }
        }
    }
    lead.commit(files, &[])
}

fn add_directly(folder: &Path, texts: &[(&str, Vec<u8>)]) -> ImportReport {
    let mut importer = Importer::open(folder, ImportOptions::default().threads(1)).expect("an archive");
    let inputs = texts.iter().map(|(name, text)| Input::text(*name, text.clone())).collect();
    importer.add(inputs, &mut |_| true).expect("games are added")
}

/// Asserts that two archives have the same rows in the same order.
fn assert_same(one: &Path, other: &Path) {
    let archives = [one, other].map(|folder| Archive::open(folder).expect("an archive"));
    for spec in &TABLES {
        let [one, other] = archives.each_ref().map(|archive| table(archive, spec, 10_000));
        for ((one, other), column) in one.iter().zip(&other).zip(spec.columns) {
            assert_eq!(one, other, "{}.{}", spec.name, column.name);
        }
    }
    let [one, other] = archives.each_ref().map(Archive::manifest);
    assert_eq!((one.games, one.players, &one.sources), (other.games, other.players, &other.sources));
    assert_eq!((&one.counts, &one.superseded), (&other.counts, &other.superseded));
    archives.iter().for_each(|archive| archive.verify().expect("the archive is intact"));
}

/// Texts with duplicates within and across them, broken games, and text that is not a game.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let odd = b"% no game\n\n[Event \"x\"]\n[WhiteA \"\xe9\"]\n1A. e4 {1} 1a. e5 2A. Ke4 *\n\n[Event \"y\"]\n1A. Ke5 *\n\nwords\n\n";
    let first = [&games(1, 150)[..], odd, &dances(2, 170), &games(1, 30)].concat();
    let second = [odd, &games(1, 40)[..], &games(5, 40), b"\n\n  \n"].concat();
    vec![("first", first), ("second", second), ("empty", Vec::new()), ("white", b" \n\n".to_vec())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn rows_do_not_depend_on_how_the_work_is_divided(
        split in 300_u64..60_000, lot in 1_usize..9, parts in 1_u32..20, attempts in 1_usize..3,
    ) {
        let (shared, direct) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let report = add_jointly(shared.path(), &texts(), Work { split, lot, parts, attempts }).expect("games are added");
        let expected = add_directly(direct.path(), &texts());
        assert_same(shared.path(), direct.path());
        for (one, other) in report.inputs.iter().zip(&expected.inputs) {
            assert_eq!((&one.name, &one.counts, one.known), (&other.name, &other.counts, other.known));
        }
        // The files of unused attempts are removed.
        assert!(!shared.path().join("joint").exists());
        let files = Archive::open(shared.path()).expect("an archive").manifest().files.len();
        let count = |inner: &str| fs::read_dir(shared.path().join(inner)).map_or(0, Iterator::count);
        assert_eq!(TABLES.iter().map(|table| count(table.name)).sum::<usize>(), files);
        assert_eq!(count("sums"), files);
    }
}

const WORK: Work = Work { split: 9_000, lot: 3, parts: 4, attempts: 1 };

#[test]
fn joint_and_direct_imports_can_be_mixed() {
    let (both, direct) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let texts = texts();
    for at in 0..texts.len() {
        let known = if at % 2 == 0 {
            add_jointly(both.path(), &texts[..=at], WORK).expect("games are added")
        } else {
            add_directly(both.path(), &texts[..=at])
        };
        assert_eq!(known.inputs.iter().filter(|input| input.known).count(), at);
        add_directly(direct.path(), &texts[..=at]);
        assert_same(both.path(), direct.path());
    }
    let mut importer = Importer::open(both.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("it is merged");
    drop(importer);
    let mut importer = Importer::open(direct.path(), ImportOptions::default()).expect("an archive");
    importer.compact().expect("it is merged");
    drop(importer);
    assert_same(both.path(), direct.path());
}

#[test]
fn a_file_that_has_grown_is_continued() {
    let text = games(9, 25);
    let starts: Vec<usize> =
        text.windows(7).enumerate().filter(|(_, part)| part == b"[Event ").map(|(at, _)| at).collect();
    let last = starts[20];
    // In tags, in half-moves, between games, and within the next game.
    let cuts = [last + 40, last + 700, last + 1300, starts[21], starts[21] + 900];
    for (number, cut) in cuts.into_iter().enumerate() {
        let (both, direct) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let other = games(10, 3);
        for (step, part) in
            [&text[..cut], &other, &text[..cut + 30], &text, &text[..last + 900]].into_iter().enumerate()
        {
            let part = [("night", part.to_vec())];
            let work = Work { split: 3_000 + 5_000 * number as u64, ..WORK };
            let report = add_jointly(both.path(), &part, work).expect("games are added");
            let expected = add_directly(direct.path(), &part);
            let grown = |report: &ImportReport| report.inputs[0].grown.clone();
            assert_eq!(grown(&report), grown(&expected), "{cut}, step {step}");
            assert_eq!(report.inputs[0].counts, expected.inputs[0].counts, "{cut}, step {step}");
            assert_same(both.path(), direct.path());
            if step == 1 && number % 2 == 1 {
                for folder in [&both, &direct] {
                    fs::remove_file(folder.path().join("manifest.json")).expect("a manifest");
                    repair(folder.path()).expect("a repair");
                }
            }
        }
        let games = Archive::open(both.path()).expect("an archive").manifest().game_count();
        assert_eq!(games, 28, "{cut}");
    }
}

#[test]
fn files_of_one_call_that_continue_each_other_have_no_game_twice() {
    let text = games(9, 25);
    let folder = tempfile::tempdir().expect("a folder");
    let texts = [("early", text[..text.len() - 600].to_vec()), ("late", text)];
    add_jointly(folder.path(), &texts, WORK).expect("games are added");
    let archive = Archive::open(folder.path()).expect("an archive");
    archive.verify().expect("it is not damaged");
    assert_eq!(archive.manifest().game_count(), 25);
}

#[test]
fn files_of_one_batch_count_as_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    add_jointly(folder.path(), &texts(), Work { parts: 19, ..WORK }).expect("games are added");
    add_directly(folder.path(), &[("more", games(9, 20))]);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(archive.manifest().files_of("positions").count(), 20);
}

#[test]
fn incomplete_imports_are_not_committed() {
    let folder = tempfile::tempdir().expect("a folder");
    add_directly(folder.path(), &[("before", games(9, 20))]);
    let manifest = fs::read(folder.path().join("manifest.json")).expect("a manifest");
    let text = games(1, 30);
    let mut lead = JointImport::open(folder.path(), true).expect("an archive");
    let again = JointImport::open(folder.path(), true);
    assert!(matches!(again, Err(ArchiveError::Locked { .. })));
    let identity = identify(&text[..], &[]).expect("a text can be read");
    let range = lead.add("text", &identity, u64::MAX).ranges.swap_remove(0);
    let found = survey(&range, Box::new(Cursor::new(&text))).expect("a text can be read");
    let file = found.write(folder.path(), "000000-0").expect("a survey");
    let plan = lead.plan(&[file]).expect("a plan").plans.swap_remove(0);
    // A different text than the one surveyed.
    let other = games(2, 30);
    let mut writer = RangeWriter::new(folder.path(), "000002-000000-0", 1);
    writer.add(RangePlan::read(folder.path(), &plan).expect("a plan"), Box::new(Cursor::new(&other)));
    let wrong = writer.next_rows().expect_err("it is another text").to_string();
    assert!(wrong.contains("changed while it was read"), "{wrong}");
    let nothing = lead.reported(&["7-000000".to_owned()]);
    assert!(matches!(nothing, Err(ArchiveError::Io { .. })), "{nothing:?}");
    let wrong = lead.commit(Vec::new(), &[]).expect_err("nothing was written").to_string();
    assert!(wrong.contains("0 rows were written"), "{wrong}");
    assert_eq!(fs::read(folder.path().join("manifest.json")).expect("a manifest"), manifest);
    // The next writer removes leftover files.
    Importer::open(folder.path(), ImportOptions::default()).expect("an archive");
    assert!(!folder.path().join("joint").exists());
    assert_eq!(Archive::open(folder.path()).expect("an archive").len(), 20);
}

#[test]
fn a_changed_source_is_reported_as_incomplete() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut lead = JointImport::open(folder.path(), true).expect("an archive");
    let identity = identify(&b""[..], &[]).expect("a text can be read");
    let range = lead.add("text", &identity, 100).ranges.swap_remove(0);
    let found = survey(&range, Box::new(Cursor::new(b""))).expect("a text can be read");
    let file = found.write(folder.path(), "000000-0").expect("a survey");
    lead.plan(&[file]).expect("a plan");
    let report = lead.commit(Vec::new(), &[0]).expect("it is committed");
    assert!(report.inputs[0].error.as_ref().is_some_and(|error| error.contains("changed")));
    assert!(!Archive::open(folder.path()).expect("an archive").manifest().sources[0].complete);
}

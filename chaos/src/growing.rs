//! Files that grow between imports, and archives of small files.

use std::fs;
use std::io;
use std::path::Path;

use bughouse_archive::{ArchiveError, Importer, Input, repair};
use bughouse_generator::Random;

use crate::answers::{Outcome, PANIC, SOURCES, answers, answers_without_ids, caught};
use crate::fixture::{self, games};
use crate::trial::Bench;

/// What is done to an archive while its file grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Adds the first bytes of the file.
    Add(usize),
    /// Adds two versions of the file at once, the older one first.
    AddAll([usize; 2]),
    Compact,
    /// Damages or removes the manifest, and repairs it.
    Repair(Loss),
}

/// How a manifest is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    Removed,
    /// A digit of its checksum is wrong.
    BadChecksum,
    /// All of it is replaced.
    Replaced,
}

impl Bench {
    /// Adds a file that is cut at random bytes, and then all of it, in several calls or in one. Compactions and repairs
    /// happen in between.
    pub(crate) fn growing(&self, random: &mut Random, outcome: &mut Outcome) -> io::Result<()> {
        self.clear()?;
        let first = random.below(500) as u64;
        let text = games(self.seed ^ 7, first..first + 2 + random.below(4) as u64);
        let (grown, whole) = (self.scratch.join("archive"), self.scratch.join("whole"));
        let has_texts = random.below(4) > 0;
        let steps = steps(random, text.len(), has_texts);
        let with = if has_texts { "with" } else { "without" };
        outcome.attack = format!("games {first}.., {} bytes, {with} texts, {steps:?}", text.len());
        let options = || fixture::options().texts(has_texts);
        let make = |folder: &Path, steps: &[Step]| -> Result<(), ArchiveError> {
            for step in steps {
                if let Step::Repair(loss) = step {
                    lose(folder, *loss)
                        .map_err(|error| ArchiveError::Io { path: folder.to_owned(), error })?;
                    repair(folder)?;
                    continue;
                }
                let mut importer = Importer::open(folder, options())?;
                let version = |bytes: usize| Input::text(format!("night of {bytes}"), &text[..bytes]);
                let inputs = match step {
                    Step::Add(bytes) => vec![version(*bytes)],
                    Step::AddAll(versions) => versions.iter().map(|&bytes| version(bytes)).collect(),
                    _ => {
                        importer.compact()?;
                        continue;
                    }
                };
                for input in importer.add(inputs, &mut |_| true)?.inputs {
                    if let Some(message) = input.error {
                        let (path, error) = (input.name.into(), io::Error::other(message));
                        return Err(ArchiveError::Io { path, error });
                    }
                }
            }
            Ok(())
        };
        let made = caught(|| make(&grown, &steps).and_then(|()| make(&whole, &[Step::Add(text.len())])));
        match made {
            Ok(()) => {
                let right = [answers_without_ids(&whole)];
                // A repair doesn't know that a file was cut off. If that was after the moves of a game, the complete game
                // is a duplicate, and text and result stay those of the first.
                let last_add =
                    steps.iter().rposition(|step| !matches!(step, Step::Repair(_) | Step::Compact));
                let repaired = steps.iter().position(|step| matches!(step, Step::Repair(_)));
                let is_between = repaired.is_some_and(|at| Some(at) < last_add);
                let except: &[&str] = if is_between {
                    &[
                        "state:broken",
                        "texts of games",
                        "explore",
                        "explore with a filter",
                        "explore both boards",
                    ]
                } else {
                    &[]
                };
                outcome.require(&answers_without_ids(&grown), &right, except, "after the file has grown");
            }
            Err(message) if message == PANIC => outcome.panic("a growing file"),
            Err(message) => outcome.wrong(format!("a growing file: {message}")),
        }
        Ok(())
    }

    /// Adds files of one game each, often without texts. After a repair, all games are there.
    pub(crate) fn one_game_files(&self, random: &mut Random, outcome: &mut Outcome) -> io::Result<()> {
        self.clear()?;
        let folder = self.scratch.join("archive");
        let has_texts = random.below(4) == 0;
        let texts: Vec<String> = (0..3 + random.below(5)).map(|number| one_game(random, number)).collect();
        let (last, first) = texts.split_last().expect("at least three files");
        let compacts = random.below(4) == 0;
        let loss = [Loss::Removed, Loss::BadChecksum, Loss::Replaced][random.below(3)];
        let add = |texts: &[String]| -> Result<(), ArchiveError> {
            for text in texts {
                let name = text.lines().next().unwrap_or_default();
                let input = Input::text(name, text.as_bytes());
                let options = fixture::options().texts(has_texts);
                Importer::open(&folder, options)?.add(vec![input], &mut |_| true)?;
            }
            if compacts {
                Importer::open(&folder, fixture::options().texts(has_texts))?.compact()?;
            }
            Ok(())
        };
        let with = if has_texts { "with" } else { "without" };
        outcome.attack =
            format!("{} files {with} texts, compacted {compacts}, {loss:?}: {texts:?}", first.len());
        if let Err(message) = caught(|| add(first)) {
            outcome.wrong(format!("an import: {message}"));
            return Ok(());
        }
        let before = answers(&folder);
        let games = before.get("games").and_then(|games| games.as_ref().ok());
        let found = games.map(|games| games.matches("ArchivedGame {").count());
        outcome.check(found == Some(first.len()), || format!("{found:?} of {} games", first.len()));
        lose(&folder, loss)?;
        match caught(|| repair(&folder)) {
            Err(message) if message == PANIC => outcome.panic("repair"),
            Err(message) => outcome.wrong(format!("repair: {message}")),
            Ok(_) => {
                outcome.require(&answers(&folder), &[before], &[SOURCES], "after a repair");
                if let Err(message) = caught(|| add(std::slice::from_ref(last))) {
                    outcome.wrong(format!("an import after a repair: {message}"));
                }
                let expected = first.len() + 1;
                let found = caught(|| Ok(bughouse_archive::Archive::open(&folder)?.manifest().game_count()));
                outcome.check(found == Ok(expected), || format!("{found:?} games, expected {expected}"));
            }
        }
        Ok(())
    }
}

/// Chooses how a file of some bytes grows. The last step adds or has added all of it, or is a repair after that.
fn steps(random: &mut Random, length: usize, has_texts: bool) -> Vec<Step> {
    let mut cuts: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(length)).collect();
    cuts.sort_unstable();
    let last = cuts.pop().unwrap_or_default();
    let loss = |random: &mut Random| [Loss::Removed, Loss::BadChecksum, Loss::Replaced][random.below(3)];
    let mut steps = Vec::new();
    for cut in cuts {
        steps.push(Step::Add(cut));
        if random.below(4) == 0 {
            steps.push(Step::Compact);
        }
    }
    match random.below(4) {
        0 => steps.push(Step::AddAll([last, length])),
        _ => {
            steps.push(Step::Add(last));
            match random.below(4) {
                0 => steps.push(Step::Compact),
                // Nothing else knows the text of a cut game.
                1 | 2 if has_texts => steps.push(Step::Repair(loss(random))),
                _ => {}
            }
            steps.push(Step::Add(length));
        }
    }
    if random.below(4) == 0 {
        steps.push(Step::Compact);
    }
    // Without texts, a repair can't tell a short game that was cut off from another one.
    if has_texts && random.below(4) == 0 {
        steps.push(Step::Repair(loss(random)));
    }
    steps
}

/// Loses the manifest of an archive.
fn lose(folder: &Path, loss: Loss) -> io::Result<()> {
    let path = folder.join("manifest.json");
    match loss {
        // Nothing was imported, so there is no archive yet.
        _ if !path.exists() => Ok(()),
        Loss::Removed => fs::remove_file(path),
        Loss::Replaced => fs::write(path, b"{}"),
        Loss::BadChecksum => {
            let mut text = fs::read(&path)?;
            // Before the quote, the line feed, the brace and the last line feed.
            let digit = text.len().saturating_sub(5);
            if let Some(byte) = text.get_mut(digit) {
                *byte = if *byte == b'0' { b'1' } else { b'0' };
            }
            fs::write(path, text)
        }
    }
}

/// Returns the text of one game of a few half-moves. Others have the same moves, but other players and another ending.
fn one_game(random: &mut Random, number: usize) -> String {
    let line = ["1A. d4", "1a. d5", "1B. e4", "2A. c4", "1b. e5"];
    let moves = line[..1 + random.below(line.len())].join(" ");
    let (result, why) = [
        ("1-0", "black resigns"),
        ("0-1", "white resigns"),
        ("1-0", "black forfeits on time"),
        ("0-1", "white forfeits on time"),
        ("1/2-1/2", "drawn by agreement"),
    ][random.below(5)];
    let player = random.below(1000);
    format!(
        "[Event \"game {number}\"]\n[WhiteA \"w{player}\"]\n[BlackA \"b{number}\"]\n[Result \"{result}\"]\n\n\
         {moves} {{{why}}} {result}\n"
    )
}

//! The archives that are attacked, with their right answers.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use bughouse_archive::{ArchiveError, ImportOptions, ImportReport, Importer, Input};
use bughouse_generator::{Generator, Random};

use crate::answers::{Answers, answers};

/// How many games are added after an attack.
const NEW_GAMES: u64 = 6;

/// An archive, its right answers, and those after more games were added.
pub(crate) struct Fixture {
    pub(crate) name: &'static str,
    pub(crate) folder: PathBuf,
    /// Whether one of its files was cut off when it was added.
    pub(crate) was_cut: bool,
    /// Earlier manifests, with the answers of that time.
    pub(crate) older: Vec<(Vec<u8>, Answers)>,
    /// The answers before and after each of the new games was added, in order.
    pub(crate) states: Vec<Answers>,
    /// The text that is added after an attack.
    pub(crate) new: Vec<u8>,
}

impl Fixture {
    /// Returns the right answers.
    pub(crate) fn right(&self) -> &Answers {
        &self.states[0]
    }

    /// Returns the right answers after all new games were added.
    pub(crate) fn after(&self) -> &[Answers] {
        &self.states[self.states.len() - 1..]
    }
}

/// A step of making an archive.
enum Step {
    Add(&'static str, Vec<u8>),
    Compact,
}

/// Makes all archives in a folder. They depend only on the seed.
pub(crate) fn all(base: &Path, seed: u64) -> Result<Vec<Fixture>, String> {
    let a = games(seed, 0..9);
    let cut = a.len() - 500 - (seed % 400) as usize;
    let b = untidy(&games(seed, 9..19), &games(seed, 2..5));
    let c = games(seed, 19..27);
    let add = |name: &'static str, text: &[u8]| Step::Add(name, text.to_vec());
    let batches = || vec![add("a", &a), add("b", &b), add("c", &c)];
    let recipes = [
        ("batches", true, batches()),
        ("no texts", false, batches()),
        ("compacted", true, vec![add("a", &a), add("b", &b), Step::Compact, add("c", &c)]),
        ("grown", true, vec![add("a", &a[..cut]), add("a", &a), add("b", &b)]),
        ("grown and compacted", true, vec![add("a", &a[..cut]), add("a", &a), Step::Compact, add("b", &b)]),
        ("sums", true, vec![add("short", &short_games(seed, 150)), add("a", &a)]),
        ("cut off", true, vec![add("a", &a[..cut]), add("b", &b)]),
    ];
    let more: Vec<Vec<u8>> = (1..=NEW_GAMES).map(|count| games(seed, 100..100 + count)).collect();
    recipes
        .into_iter()
        .enumerate()
        .map(|(number, (name, has_texts, steps))| {
            // The whole file, whose last game replaces the one that was cut off.
            let added = if name == "cut off" { std::slice::from_ref(&a) } else { &more };
            make(&base.join(format!("fixture-{number}")), name, has_texts, steps, added)
                .map_err(|error| format!("the archive \"{name}\" cannot be made: {error}"))
        })
        .collect()
}

fn make(
    folder: &Path,
    name: &'static str,
    has_texts: bool,
    steps: Vec<Step>,
    added: &[Vec<u8>],
) -> Result<Fixture, ArchiveError> {
    let io = |error| ArchiveError::Io { path: folder.to_owned(), error };
    let mut older = Vec::new();
    for step in steps {
        let manifest = folder.join("manifest.json");
        if manifest.exists() {
            older.push((fs::read(&manifest).map_err(io)?, answers(folder)));
        }
        let mut importer = Importer::open(folder, options().texts(has_texts))?;
        match step {
            Step::Add(name, text) => drop(importer.add(vec![Input::text(name, text)], &mut |_| true)?),
            Step::Compact => importer.compact()?,
        }
    }
    let mut states = vec![answers(folder)];
    let copied = folder.with_extension("more");
    for text in added {
        copy(folder, &copied).map_err(io)?;
        add(&copied, "new", text)?;
        states.push(answers(&copied));
        fs::remove_dir_all(&copied).map_err(io)?;
    }
    let mut expected = states.iter().flatten().filter(|(query, _)| has_texts || !query.contains("export"));
    if let Some((query, Err(error))) = expected.find(|(_, answer)| answer.is_err()) {
        return Err(ArchiveError::Io {
            path: folder.to_owned(),
            error: io::Error::other(format!("{query}: {error}")),
        });
    }
    let new = added.last().cloned().unwrap_or_default();
    let was_cut = ["grown", "cut"].iter().any(|word| name.starts_with(word));
    Ok(Fixture { name, folder: folder.to_owned(), was_cut, older, states, new })
}

/// Returns the options of all imports: small batches, and one thread; numbers then don't depend on timing.
pub(crate) fn options() -> ImportOptions {
    ImportOptions::default().threads(1).batch_games(5)
}

/// Adds a text to an archive.
pub(crate) fn add(folder: &Path, name: &str, text: &[u8]) -> Result<ImportReport, ArchiveError> {
    add_inputs(folder, vec![Input::text(name, text)])
}

pub(crate) fn add_inputs(folder: &Path, inputs: Vec<Input>) -> Result<ImportReport, ArchiveError> {
    Importer::open(folder, options())?.add(inputs, &mut |_| true)
}

/// Returns the text of some synthetic games.
pub(crate) fn games(seed: u64, numbers: std::ops::Range<u64>) -> Vec<u8> {
    let generator = Generator::new(seed);
    let mut text = Vec::new();
    numbers.for_each(|number| generator.write_game(number, &mut text));
    text
}

/// Adds duplicates, a game with an illegal move, and text without a game.
fn untidy(games: &[u8], duplicates: &[u8]) -> Vec<u8> {
    let broken = b"[Event \"broken\"]\n[WhiteA \"x\"]\n\n1A. e4 1a. e5 2A. Ke5 2a. d6 1-0\n\n";
    [&b"% stray words\n\n"[..], games, broken, duplicates, b"[Event \"no moves\"]\n\n*\n"].concat()
}

/// Returns games of a few half-moves. Positions recur often enough to have sums.
fn short_games(seed: u64, count: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 0..count {
        let mut tags = format!("[Event \"short {number}\"]\n[Date \"2024.01.{:02}\"]\n", 1 + number % 28);
        for seat in ["WhiteA", "BlackA", "WhiteB", "BlackB"] {
            let player = random.below(30);
            tags += &format!("[{seat} \"p{player}\"]\n[{seat}Elo \"{}\"]\n", 1000 + 40 * player);
        }
        let mut draw = |moves: [&'static str; 3]| moves[random.below(3)];
        let moves = format!(
            "1A. {} 1B. {} 1a. {} 1b. {} 2A. {}",
            draw(["e4", "d4", "Nf3"]),
            draw(["e4", "d4", "Nc3"]),
            draw(["e6", "d6", "Nf6"]),
            draw(["e5", "d5", "Nc6"]),
            draw(["a3", "h3", "g3"])
        );
        text += &format!("{tags}\n{moves} {}\n\n", draw(["1-0", "0-1", "1/2-1/2"]));
    }
    text.into_bytes()
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// The content of a file, or what there is instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    File(Vec<u8>),
    Link(PathBuf),
    Folder,
    Pipe,
    Other,
}

/// Returns everything in a folder, except its lock.
pub(crate) fn snapshot(folder: &Path) -> io::Result<BTreeMap<PathBuf, Entry>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner)? {
            let path = entry?.path();
            let kind: FileType = fs::symlink_metadata(&path)?.file_type();
            let found = if kind.is_dir() {
                folders.push(path.clone());
                Entry::Folder
            } else if kind.is_symlink() {
                Entry::Link(fs::read_link(&path)?)
            } else if kind.is_fifo() {
                Entry::Pipe
            } else if kind.is_file() {
                Entry::File(fs::read(&path)?)
            } else {
                Entry::Other
            };
            all.insert(path, found);
        }
    }
    all.retain(|path, _| path != &folder.join("lock"));
    Ok(all)
}

/// Names what differs between two snapshots.
pub(crate) fn changes(before: &BTreeMap<PathBuf, Entry>, after: &BTreeMap<PathBuf, Entry>) -> Vec<String> {
    let gone =
        before.iter().filter(|(path, _)| !after.contains_key(*path)).map(|(path, _)| ("removed", path));
    let new = after.iter().filter(|(path, _)| !before.contains_key(*path)).map(|(path, _)| ("created", path));
    let changed = before
        .iter()
        .filter(|(path, entry)| after.get(*path).is_some_and(|now| now != *entry))
        .map(|(path, _)| ("changed", path));
    gone.chain(new).chain(changed).map(|(what, path)| format!("{what} {}", path.display())).collect()
}

//! Pipes, devices, folders and links in an archive. A command leaves everything outside of the archive unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use bughouse_generator::Random;

use crate::answers::{Outcome, SOURCES, answers, answers_without_ids};
use crate::details;
use crate::fixture::{Entry, add, copy, snapshot};
use crate::process::Ending;
use crate::trial::{Bench, comparable};

/// What is put in a place of an archive.
const THINGS: [&str; 9] = [
    "a pipe",
    "an empty folder",
    "a folder with a file",
    "a link to a file",
    "a link to a folder",
    "a link to nothing",
    "a link to itself",
    "a link to /dev/zero",
    "a link to /dev/full",
];

impl Bench {
    /// Puts something that is not a regular file, or a link, in a place of an archive, and runs commands.
    pub(crate) fn special_file(
        &self,
        random: &mut Random,
        number: usize,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let outside = self.scratch.join("outside");
        copy(&folder, &outside)?;
        fs::write(outside.join("victim"), "precious\n")?;
        details::write_later(&folder.join("manifest.json"), &outside.join("later.json"))?;
        let (path, new) = (folder.to_string_lossy().into_owned(), self.new_file(number)?);

        let is_new = random.below(12) == 0;
        if is_new {
            fs::remove_dir_all(&folder)?;
            fs::create_dir(&folder)?;
        }
        let place = match is_new {
            true => ["manifest.tmp", "manifest.json", "games", "sums", "lock"][random.below(5)].to_owned(),
            false => place(random, &folder)?,
        };
        let thing = THINGS[random.below(THINGS.len())];
        let linked = put(random, thing, &folder, &place, &outside)?;
        let mut attack = format!("archive \"{}\": {place} is {thing}{linked}", fixture.name);
        if is_new {
            attack = format!("new archive: {place} is {thing}{linked}");
        }
        let is_lost = !is_new && place != "manifest.json" && random.below(3) == 0;
        if is_lost {
            fs::remove_file(folder.join("manifest.json"))?;
            attack += ", no manifest";
        }

        let queries = [0, 1, 3];
        let add_new = ["archive", "add", &path, &new, "--batch", "5", "--threads", "1"];
        let changes = [add_new.to_vec(), vec!["archive", "compact", &path], vec!["archive", "repair", &path]];
        let change = match (is_new, is_lost) {
            (true, _) => 0,
            // Only a repair goes on without a manifest.
            (_, true) if random.below(4) > 0 => 2,
            _ => random.below(changes.len()),
        };
        let change = &changes[change];
        let query = queries[random.below(queries.len())];
        outcome.attack = format!("{attack}, then {}", change[1]);
        self.keep(&folder)?;
        let (before, archive) = (snapshot(&outside)?, snapshot(&folder)?);

        let commands = crate::trial::commands(&path);
        let args: Vec<&str> = commands[query].iter().map(String::as_str).collect();
        let ran = self.cli.run(&args)?;
        match ran.ending(outcome, &args.join(" ")) {
            Ending::Success => {
                let stdout = comparable(&commands[query], ran.stdout.clone());
                outcome.check(!is_new && stdout == self.outputs[number][query], || {
                    format!("{}: exit 0, stdout {:.300?}", args.join(" "), ran.stdout)
                });
            }
            Ending::Error => outcome.error(),
            Ending::Killed => outcome.wrong("a query was killed"),
            Ending::Failure => {}
        }
        unchanged(outcome, &before, &snapshot(&outside)?, &args.join(" "));
        unchanged(outcome, &archive, &snapshot(&folder)?, &args.join(" "));
        if !outcome.failures.is_empty() {
            return Ok(());
        }

        let what = format!("archive {}", change[1]);
        let ending = self.cli.run(change)?.ending(outcome, &what);
        unchanged(outcome, &before, &snapshot(&outside)?, &what);
        match ending {
            Ending::Success if is_new => {
                let expected = self.scratch.join("expected");
                add(&expected, "new", &fixture.new).map_err(io::Error::other)?;
                let right = [answers_without_ids(&expected)];
                outcome.require(&answers_without_ids(&folder), &right, &[], &format!("after {what}"));
            }
            Ending::Success => {
                let after = if change[1] == "add" { fixture.after() } else { &fixture.states[..1] };
                outcome.require(&answers(&folder), after, &[SOURCES], &format!("after {what}"));
            }
            Ending::Error => {
                outcome.error();
                // New files may be left, and the next writer removes what no manifest lists.
                let left = snapshot(&folder)?;
                let lost = archive
                    .iter()
                    .filter(|(path, entry)| !is_temporary(&folder, path) && left.get(*path) != Some(*entry));
                let lost: Vec<String> = lost.map(|(path, _)| path.display().to_string()).collect();
                outcome.check(lost.is_empty(), || format!("a failed {what} changed {}", lost.join(", ")));
            }
            Ending::Killed => outcome.wrong(format!("{what} was killed")),
            Ending::Failure => {}
        }
        Ok(())
    }
}

/// Fails if a command has changed anything.
fn unchanged(
    outcome: &mut Outcome,
    before: &BTreeMap<PathBuf, Entry>,
    after: &BTreeMap<PathBuf, Entry>,
    what: &str,
) {
    let changes = crate::fixture::changes(before, after);
    outcome.check(changes.is_empty(), || format!("{what} {}", changes.join(", ")));
}

/// Returns `true` if a writer may remove what is at this path.
fn is_temporary(folder: &Path, path: &Path) -> bool {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    let name = inner.file_name().unwrap_or_default().to_string_lossy();
    ["manifest.tmp", "spills", "joint"].iter().any(|start| inner.starts_with(start))
        || (name.starts_with('_') && name.ends_with(".tmp"))
}

/// Chooses a place: a file or a folder of the archive, or one that a writer creates.
fn place(random: &mut Random, folder: &Path) -> io::Result<String> {
    let entries = snapshot(folder)?;
    let names: Vec<(String, &Entry)> = entries
        .iter()
        .map(|(path, entry)| (path.strip_prefix(folder).unwrap_or(path).display().to_string(), entry))
        .collect();
    let folders: Vec<&String> =
        names.iter().filter(|(_, entry)| **entry == Entry::Folder).map(|(name, _)| name).collect();
    // The names of the next batch.
    let batches = names.iter().filter_map(|(name, _)| name.strip_prefix("games/")?.get(..6)?.parse().ok());
    let next = 1 + batches.max().unwrap_or(0u32);
    let created = [
        "lock".to_owned(),
        "spills".to_owned(),
        "spills/positions-001".to_owned(),
        "joint".to_owned(),
        format!("games/_{next:06}.parquet.tmp"),
        format!("positions/_{next:06}.parquet.tmp"),
        format!("games/{next:06}.parquet"),
        format!("sums/games-{next:06}"),
        format!("sums/positions-{next:06}"),
        "manifest.damaged-1.json".to_owned(),
    ];
    Ok(match random.below(4) {
        3 => "manifest.tmp".to_owned(),
        0 => names[random.below(names.len())].0.clone(),
        1 => folders[random.below(folders.len())].clone(),
        _ => created[random.below(created.len())].clone(),
    })
}

/// Replaces what is at a place. Returns what a link leads to, in words.
fn put(
    random: &mut Random,
    thing: &str,
    folder: &Path,
    place: &str,
    outside: &Path,
) -> io::Result<&'static str> {
    let path = folder.join(place);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(&path)?,
        Ok(_) => fs::remove_file(&path)?,
        Err(_) => {}
    }
    let same = outside.join(place);
    match thing {
        "a pipe" => {
            let made = Command::new("mkfifo").arg(&path).status()?;
            return if made.success() { Ok("") } else { Err(io::Error::other("mkfifo failed")) };
        }
        "an empty folder" => fs::create_dir(&path)?,
        "a folder with a file" => {
            fs::create_dir(&path)?;
            fs::write(path.join("other"), "precious\n")?;
        }
        // What was there, so that nothing is missing.
        "a link to a file" | "a link to a folder" if same.exists() && random.below(3) > 0 => {
            symlink(same, &path)?;
            return Ok(" with what was there");
        }
        "a link to a file" => {
            let target = ["victim", "manifest.json", "later.json"][random.below(3)];
            symlink(outside.join(target), &path)?;
            return Ok(match target {
                "victim" => "",
                "manifest.json" => ", a manifest",
                _ => ", a later manifest",
            });
        }
        "a link to a folder" => symlink(outside, &path)?,
        "a link to nothing" => symlink(outside.join("nothing"), &path)?,
        "a link to itself" => symlink(&path, &path)?,
        device => symlink(device.trim_start_matches("a link to "), &path)?,
    }
    Ok("")
}

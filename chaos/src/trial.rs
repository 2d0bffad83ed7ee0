//! The trials: each attacks a copy of an archive, or a game file, and classifies every answer.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bughouse_archive::{Archive, Importer, Input, repair};
use bughouse_generator::Random;

use crate::answers::{
    Answers, Outcome, PANIC, SEARCHES, SOURCES, VERIFY, answers, answers_without_ids, caught,
    without_duplicates,
};
use crate::attack::{self, Attack};
use crate::fixture::{self, Entry, Fixture, add, add_inputs, changes, copy, games, snapshot};
use crate::process::{Cli, Ending};

/// The kinds of trials, with their weights.
pub(crate) const KINDS: [(&str, usize); 13] = [
    ("damage", 50),
    ("repair", 14),
    ("edited details", 8),
    ("two repairs", 5),
    ("special file", 5),
    ("growing file", 10),
    ("one-game files", 4),
    ("compressed file", 9),
    ("command line", 4),
    ("kill", 2),
    ("full disk", 2),
    ("two writers", 1),
    ("readers", 1),
];

/// Everything that a worker needs for its trials.
pub(crate) struct Bench {
    pub(crate) fixtures: Vec<Fixture>,
    pub(crate) seed: u64,
    /// The folder in which trials work. It is empty before each.
    pub(crate) scratch: PathBuf,
    pub(crate) cli: Cli,
    /// The commands of the CLI, and their output for each archive.
    pub(crate) outputs: Vec<Vec<String>>,
    /// How long an import takes.
    import_time: Duration,
}

impl Bench {
    pub(crate) fn new(base: &Path, seed: u64, program: &Path) -> Result<Bench, String> {
        let text = |error: io::Error| format!("{}: {error}", base.display());
        fs::create_dir_all(base).map_err(text)?;
        let fixtures = fixture::all(base, seed)?;
        let cli = Cli { program: program.to_owned(), folder: base.to_owned() };
        let mut bench = Bench {
            fixtures,
            seed,
            scratch: base.join("trial"),
            cli,
            outputs: Vec::new(),
            import_time: Duration::default(),
        };
        bench.measure().map_err(text)?;
        Ok(bench)
    }

    /// Records the right output of the CLI, and how long an import takes.
    fn measure(&mut self) -> io::Result<()> {
        for number in 0..self.fixtures.len() {
            let folder = self.fresh(number)?;
            let mut outputs = Vec::new();
            for args in commands(&folder.to_string_lossy()) {
                outputs.push(comparable(
                    &args,
                    self.cli.run(&args.iter().map(String::as_str).collect::<Vec<_>>())?.stdout,
                ));
            }
            self.outputs.push(outputs);
        }
        let (folder, new) = (self.fresh(0)?, self.new_file(0)?);
        let begun = Instant::now();
        let ran = self.cli.run(&["archive", "add", &folder.to_string_lossy(), &new, "--batch", "2"])?;
        self.import_time = begun.elapsed();
        match ran.status {
            Some(status) if status.success() => Ok(()),
            _ => Err(io::Error::other(format!("{} fails: {}", self.cli.program.display(), ran.stderr))),
        }
    }

    /// Empties the scratch folder, and copies an archive there.
    pub(crate) fn fresh(&self, number: usize) -> io::Result<PathBuf> {
        self.clear()?;
        let folder = self.scratch.join("archive");
        copy(&self.fixtures[number].folder, &folder)?;
        Ok(folder)
    }

    pub(crate) fn clear(&self) -> io::Result<()> {
        if self.scratch.exists() {
            fs::remove_dir_all(&self.scratch)?;
        }
        fs::create_dir_all(&self.scratch)
    }

    /// Writes the new games of an archive to a file.
    pub(crate) fn new_file(&self, number: usize) -> io::Result<String> {
        let path = self.scratch.join("new.bpgn");
        fs::write(&path, &self.fixtures[number].new)?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// Runs a trial, of a kind if one is chosen. Returns its kind and what it found.
    pub(crate) fn run(&self, trial: u64, chosen: Option<&str>) -> io::Result<(&'static str, Outcome)> {
        let mut random =
            Random::new(Random::new(self.seed ^ trial.wrapping_mul(0xd134_2543_de82_ef95)).bits());
        let mut at = random.below(KINDS.iter().map(|(_, weight)| weight).sum());
        let kind = KINDS
            .into_iter()
            .find_map(|(kind, weight)| match at.checked_sub(weight) {
                None => Some(kind),
                Some(rest) => {
                    at = rest;
                    None
                }
            })
            .unwrap_or("damage");
        let kind = KINDS.iter().find(|(kind, _)| chosen == Some(kind)).map_or(kind, |(kind, _)| kind);
        let number = random.below(self.fixtures.len());
        let (random, mut outcome) = (&mut random, Outcome::default());
        match kind {
            "repair" => self.repair(random, number, &mut outcome)?,
            "edited details" => self.edited_details(random, number, &mut outcome)?,
            "two repairs" => self.two_repairs(random, number, &mut outcome)?,
            "special file" => self.special_file(random, number, &mut outcome)?,
            "growing file" => self.growing(random, &mut outcome)?,
            "one-game files" => self.one_game_files(random, &mut outcome)?,
            "compressed file" => self.compressed(random, &mut outcome)?,
            "command line" => self.command_line(random, number, &mut outcome)?,
            "kill" => self.kill(random, number, &mut outcome)?,
            "full disk" => self.full_disk(random, number, &mut outcome)?,
            "two writers" => self.two_writers(random, number, &mut outcome)?,
            "readers" => self.readers(random, number, &mut outcome)?,
            _ => self.damage(random, number, &mut outcome)?,
        }
        Ok((kind, outcome))
    }

    /// Applies one attack, or two.
    fn attack(&self, random: &mut Random, number: usize, folder: &Path) -> io::Result<Attack> {
        let fixture = &self.fixtures[number];
        let mut attack = attack::on_any(random, fixture, folder)?;
        if random.below(5) == 0 {
            let second = attack::on_any(random, fixture, folder)?;
            attack.text += &format!(", {}", second.text);
            attack.older = second.older.or(attack.older);
            attack.on_files |= second.on_files;
        }
        attack.text = format!("archive \"{}\": {}", fixture.name, attack.text);
        Ok(attack)
    }

    /// Keeps a copy of what was attacked, to look at if the trial fails.
    pub(crate) fn keep(&self, folder: &Path) -> io::Result<()> {
        let kept = self.scratch.join("attacked");
        let copied = std::process::Command::new("cp").arg("-a").arg(folder).arg(kept).status()?;
        if copied.success() { Ok(()) } else { Err(io::Error::other("cp failed")) }
    }

    fn damage(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let attack = self.attack(random, number, &folder)?;
        outcome.attack.clone_from(&attack.text);
        let before = snapshot(&folder)?;
        let found = answers(&folder);
        self.compare(outcome, fixture, &attack, &found);
        let after = changes(&before, &snapshot(&folder)?);
        outcome.check(after.is_empty(), || format!("queries changed the archive: {}", after.join(", ")));
        if !outcome.failures.is_empty() {
            return self.keep(&folder);
        }
        let (compacts, is_one_batch) = (random.below(4) == 0, random.below(2) == 0);
        let options = if is_one_batch { fixture::options().batch_games(1000) } else { fixture::options() };
        let mut importer = match caught(|| Importer::open(&folder, options)) {
            Ok(importer) => importer,
            Err(message) => return unchanged(outcome, "opening for an import", &message, &before, &folder),
        };
        let before = snapshot(&folder)?;
        if compacts && let Err(message) = caught(|| importer.compact()) {
            return unchanged(outcome, "compaction", &message, &before, &folder);
        }
        let before = snapshot(&folder)?;
        let added = caught(|| importer.add(vec![Input::text("new", fixture.new.clone())], &mut |_| true));
        match added {
            Ok(_) => after_import(outcome, fixture, &answers(&folder), &[]),
            Err(message) if is_one_batch || message == PANIC => {
                return unchanged(outcome, "import", &message, &before, &folder);
            }
            // The batches before the one that failed are kept.
            Err(_) => {
                outcome.error();
                let states: Vec<&Answers> = fixture.states.iter().collect();
                outcome.compare(&answers(&folder), &states, "after a failed import");
            }
        }
        Ok(())
    }

    /// Classifies answers after an attack. With an older manifest, those of that time are right.
    fn compare(&self, outcome: &mut Outcome, fixture: &Fixture, attack: &Attack, found: &Answers) {
        let mut states = vec![fixture.right()];
        states.extend(attack.older.map(|number| &fixture.older[number].1));
        let (verified, others): (Answers, Answers) =
            found.clone().into_iter().partition(|(query, _)| *query == VERIFY);
        outcome.compare(&others, &states, "after an attack");
        outcome.compare(&verified, &states[..1], "after an attack");
    }

    fn repair(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let mut attack = attack::on_manifest(random, fixture, &folder)?;
        if random.below(4) == 0 {
            let second = attack::on_any(random, fixture, &folder)?;
            attack.text += &format!(", {}", second.text);
            attack.on_files |= second.on_files;
        }
        outcome.attack = format!("archive \"{}\": {}, then repaired", fixture.name, attack.text);
        let before = snapshot(&folder)?;
        match caught(|| repair(&folder)) {
            Err(message) if message == PANIC => outcome.panic("repair"),
            Err(_) => {
                outcome.error();
                let after = changes(&before, &snapshot(&folder)?);
                outcome.check(after.is_empty(), || format!("a failed repair {}", after.join(", ")));
            }
            // Without checksums, damage can't be detected, and the report says so.
            Ok(repaired) if attack.on_files && !repaired.unverified.is_empty() => outcome.right(),
            Ok(_) => {
                let right = std::slice::from_ref(fixture.right());
                outcome.require(&answers(&folder), right, &[SOURCES], "after a repair");
                let (found, names) = (names_of_sources(&folder), names_of_sources(&fixture.folder));
                let are_right = found.len() == names.len()
                    && found.iter().zip(&names).all(|(found, name)| found == name || found == "?");
                outcome.check(are_right, || format!("sources after a repair: {found:?}, expected {names:?}"));
                if outcome.failures.is_empty() {
                    match caught(|| add(&folder, "new", &fixture.new)) {
                        Ok(_) => {
                            let right: Vec<Answers> =
                                fixture.after().iter().map(without_duplicates).collect();
                            let found = without_duplicates(&answers(&folder));
                            outcome.require(&found, &right, &[SOURCES], "after a repair and an import");
                        }
                        Err(message) if message == PANIC => outcome.panic("import"),
                        Err(message) => outcome.wrong(format!("import after a repair: {message}")),
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks the CLI about a damaged archive.
    fn command_line(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let attack = self.attack(random, number, &folder)?;
        outcome.attack.clone_from(&attack.text);
        let commands = commands(&folder.to_string_lossy());
        let at = random.below(commands.len());
        let args: Vec<&str> = commands[at].iter().map(String::as_str).collect();
        let ran = self.cli.run(&args)?;
        let what = args.join(" ");
        match ran.ending(outcome, &what) {
            Ending::Success if comparable(&commands[at], ran.stdout.clone()) == self.outputs[number][at] => {
                outcome.right()
            }
            // What was right at that time is compared by the library.
            Ending::Success if attack.older.is_some() && !what.contains("--verify") => outcome.right(),
            Ending::Success => outcome.wrong(format!("{what}: exit 0, stdout {:.600?}", ran.stdout)),
            Ending::Error => outcome.error(),
            Ending::Killed => outcome.wrong(format!("{what}: killed")),
            Ending::Failure => {}
        }
        if outcome.failures.is_empty() && random.below(2) == 0 {
            let before = snapshot(&folder)?;
            let new = self.new_file(number)?;
            let ran = self.cli.run(&["archive", "add", &folder.to_string_lossy(), &new])?;
            match ran.ending(outcome, "archive add") {
                Ending::Success => after_import(outcome, fixture, &answers(&folder), &[SOURCES]),
                Ending::Error => {
                    outcome.error();
                    let after = changes(&before, &snapshot(&folder)?);
                    outcome.check(after.is_empty(), || format!("a failed archive add {}", after.join(", ")));
                }
                Ending::Killed => outcome.wrong("archive add: killed"),
                Ending::Failure => {}
            }
        }
        Ok(())
    }

    /// Kills an import or a compaction.
    fn kill(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let folder = self.fresh(number)?;
        let (path, new) = (folder.to_string_lossy().into_owned(), self.new_file(number)?);
        let adds = random.below(3) > 0;
        let after = Duration::from_micros(random.below(1 + self.import_time.as_micros() as usize) as u64);
        outcome.attack = format!(
            "archive \"{}\": archive {} killed after {after:?}",
            self.fixtures[number].name,
            if adds { "add" } else { "compact" }
        );
        let add = ["archive", "add", &path, &new, "--batch", "2", "--threads", "1"];
        let compact = ["archive", "compact", &path];
        let started = self.cli.start(0, if adds { &add } else { &compact })?;
        let ran = started.kill_after(after)?;
        if ran.ending(outcome, "the killed process") == Ending::Error {
            outcome.wrong(format!("the killed process: {}", ran.stderr));
        }
        self.finish(number, adds, &folder, &new, outcome);
        Ok(())
    }

    /// Runs an import or a compaction that cannot write all of a file.
    fn full_disk(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let folder = self.fresh(number)?;
        let (path, new) = (folder.to_string_lossy().into_owned(), self.new_file(number)?);
        let (adds, blocks, is_ignored) = (random.below(3) > 0, random.below(48), random.below(4) > 0);
        outcome.attack = format!(
            "archive \"{}\": archive {} with files of at most {blocks} blocks, signal {}",
            self.fixtures[number].name,
            if adds { "add" } else { "compact" },
            if is_ignored { "ignored" } else { "not ignored" }
        );
        let add = ["archive", "add", &path, &new, "--batch", "2", "--threads", "1"];
        let compact = ["archive", "compact", &path];
        let started = self.cli.start_limited(blocks, is_ignored, if adds { &add } else { &compact })?;
        let ran = started.wait()?;
        // Messages are files, too.
        let is_silent = blocks == 0 && ran.status.is_some_and(|status| status.code() == Some(1));
        if !is_silent && ran.ending(outcome, "with a full disk") == Ending::Error {
            outcome.error();
        }
        self.finish(number, adds, &folder, &new, outcome);
        Ok(())
    }

    /// Checks an archive after an interrupted change, and completes the change.
    fn finish(&self, number: usize, adds: bool, folder: &Path, new: &str, outcome: &mut Outcome) {
        let fixture = &self.fixtures[number];
        let states = if adds { &fixture.states[..] } else { &fixture.states[..1] };
        outcome.require(&answers(folder), states, &[SOURCES], "after an interruption");
        let done = caught(|| match adds {
            true => add_inputs(folder, vec![Input::file(new)]).map(drop),
            false => Importer::open(folder, fixture::options())?.compact(),
        });
        match done {
            Ok(()) => {
                let last = &states[states.len() - 1..];
                outcome.require(&answers(folder), last, &[SOURCES], "after it was completed");
            }
            Err(message) => outcome.wrong(format!("it cannot be completed: {message}")),
        }
    }

    /// Runs two imports at once.
    fn two_writers(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let (path, new) = (folder.to_string_lossy().into_owned(), self.new_file(number)?);
        let other = self.scratch.join("other.bpgn");
        let more = games(self.seed, 200..205);
        fs::write(&other, &more)?;
        let other = other.to_string_lossy().into_owned();
        outcome.attack = format!("archive \"{}\": two imports at once", fixture.name);
        let first = self.cli.start(0, &["archive", "add", &path, &new, "--batch", "2"])?;
        std::thread::sleep(Duration::from_micros(random.below(4000) as u64));
        let second = self.cli.start(1, &["archive", "add", &path, &other, "--batch", "2"])?;
        for ran in [first.wait()?, second.wait()?] {
            match ran.ending(outcome, "one of two imports") {
                Ending::Success => outcome.right(),
                Ending::Error if ran.stderr.contains("another program is writing") => outcome.error(),
                Ending::Error | Ending::Killed => {
                    outcome.wrong(format!("one of two imports: {}", ran.stderr))
                }
                Ending::Failure => {}
            }
        }
        let expected = self.scratch.join("expected");
        copy(&fixture.folder, &expected)?;
        let done = caught(|| {
            add_inputs(&folder, vec![Input::file(&new), Input::file(&other)])?;
            add(&expected, "new", &fixture.new)?;
            add(&expected, "other", &more)
        });
        match done {
            Ok(_) => {
                let right = [answers_without_ids(&expected)];
                outcome.require(&answers_without_ids(&folder), &right, &["players"], "after two imports");
            }
            Err(message) => outcome.wrong(format!("after two imports: {message}")),
        }
        Ok(())
    }

    /// Reads an archive while it is changed.
    fn readers(&self, random: &mut Random, number: usize, outcome: &mut Outcome) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let (path, new) = (folder.to_string_lossy().into_owned(), self.new_file(number)?);
        let adds = random.below(2) == 0;
        outcome.attack = format!(
            "archive \"{}\": reads during archive {}",
            fixture.name,
            if adds { "add" } else { "compact" }
        );
        let add = ["archive", "add", &path, &new, "--batch", "1", "--threads", "1"];
        let compact = ["archive", "compact", &path];
        let mut writer = self.cli.start(0, if adds { &add } else { &compact })?;
        let begun = Instant::now();
        while !writer.has_ended() && begun.elapsed() < Duration::from_secs(20) {
            outcome.require(&answers(&folder), &fixture.states, &[SOURCES], "during a change");
        }
        if writer.wait()?.ending(outcome, "the writer") != Ending::Success {
            outcome.wrong("the writer failed");
        }
        let last = if adds { fixture.after() } else { &fixture.states[..1] };
        outcome.require(&answers(&folder), last, &[SOURCES], "after the change");
        Ok(())
    }
}

/// Classifies a failed change: an error with a message, and the archive is as it was before.
fn unchanged(
    outcome: &mut Outcome,
    what: &str,
    message: &str,
    before: &BTreeMap<PathBuf, Entry>,
    folder: &Path,
) -> io::Result<()> {
    if message == PANIC {
        outcome.panic(what);
        return Ok(());
    }
    outcome.error();
    let after = changes(before, &snapshot(folder)?);
    outcome.check(after.is_empty(), || format!("{what} failed and {}", after.join(", ")));
    Ok(())
}

/// Classifies answers after an import that may not have read what is damaged: all are right, or `--verify` reports the
/// damage and each other answer is right or an error.
fn after_import(outcome: &mut Outcome, fixture: &Fixture, found: &Answers, except: &[&str]) {
    match found.get(VERIFY) {
        Some(Err(message)) if message != PANIC => {
            let mut found = found.clone();
            found.retain(|query, _| !except.contains(query));
            let right: Vec<&Answers> = fixture.after().iter().collect();
            outcome.compare(&found, &right, "after an import");
        }
        _ => outcome.require(found, fixture.after(), except, "after an import"),
    }
}

/// Returns the names of the sources of an archive; `?` for those that a repair couldn't restore.
fn names_of_sources(folder: &Path) -> Vec<String> {
    let sources = caught(|| Ok(Archive::open(folder)?.manifest().sources.clone()));
    sources.unwrap_or_default().into_iter().map(|source| source.name).collect()
}

/// Returns output that can be compared: a manifest without a checksum doesn't say in which order the files of skipped
/// games were written.
pub(crate) fn comparable(args: &[String], stdout: String) -> String {
    if !args.iter().any(|arg| arg == "skipped") {
        return stdout;
    }
    let mut lines: Vec<&str> = stdout.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// Returns the commands that are compared, for an archive in a folder.
pub(crate) fn commands(folder: &str) -> Vec<Vec<String>> {
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["archive", "info", folder, "--json", "--verify"],
        vec!["explore", folder, "start", "--json"],
        vec!["explore", folder, "start", "--json", "--rating", "1000..1900"],
        vec!["archive", "export", folder],
        vec!["archive", "skipped", folder, "--json"],
        vec!["archive", "export", folder, "--game", "3"],
    ];
    commands.extend(SEARCHES.map(|query| vec!["search", folder, query, "--json"]));
    commands.into_iter().map(|args| args.into_iter().map(str::to_owned).collect()).collect()
}

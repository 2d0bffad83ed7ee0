//! Edited details of a manifest, and repairs that follow each other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bughouse_archive::{Importer, Input, repair};
use bughouse_generator::Random;
use serde_json::{Value, json};
use twox_hash::XxHash3_128;

use crate::answers::{Answers, OPEN, Outcome, PANIC, SOURCES, VERIFY, answers, caught, without_duplicates};
use crate::fixture::{self, Fixture, changes, snapshot};
use crate::trial::Bench;

/// What happens to the checksum of a manifest that is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seal {
    /// It no longer matches.
    Kept,
    /// The manifest has none, as in earlier versions.
    Removed,
    /// It matches: somebody computed it again.
    Computed,
}

impl Bench {
    /// Edits what a manifest says about games that were cut off. A query may fail, and if `--verify` finds nothing wrong,
    /// no answer is wrong. An import or a repair leads to the right answers, or fails.
    pub(crate) fn edited_details(
        &self,
        random: &mut Random,
        number: usize,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        // Most other archives have no details to edit.
        let cut: Vec<usize> = (0..self.fixtures.len()).filter(|&at| self.fixtures[at].was_cut).collect();
        let number = if random.below(4) == 0 { number } else { cut[random.below(cut.len())] };
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let seal = [Seal::Kept, Seal::Removed, Seal::Computed][random.below(3)];
        let edits = edit(random, &folder.join("manifest.json"), seal)?;
        let what = ["import", "compaction and import", "repair", "repair and import"][random.below(4)];
        outcome.attack =
            format!("archive \"{}\": checksum {seal:?}, {}, then {what}", fixture.name, edits.join(", "));
        self.keep(&folder)?;
        let before = snapshot(&folder)?;
        let found = answers(&folder);
        judge(outcome, fixture, &found, "with an edited manifest");
        // Checksums aren't signatures: nothing is promised about writing to a forged archive.
        if matches!(seal, Seal::Computed) {
            return Ok(());
        }
        if what.starts_with("repair") {
            match caught(|| repair(&folder)) {
                Err(message) => failed(outcome, "repair", &message),
                Ok(_) => {
                    let right = std::slice::from_ref(fixture.right());
                    outcome.require(&answers(&folder), right, &[SOURCES], "after a repair");
                }
            }
            if what == "repair" || !outcome.failures.is_empty() {
                return Ok(());
            }
        }
        let before = if what.starts_with("repair") { snapshot(&folder)? } else { before };
        let added = caught(|| {
            let mut importer = Importer::open(&folder, fixture::options())?;
            if what.starts_with("compaction") {
                importer.compact()?;
            }
            importer.add(vec![Input::text("new", fixture.new.clone())], &mut |_| true)
        });
        match added {
            Ok(_) if what.starts_with("repair") => {
                let right: Vec<Answers> = fixture.after().iter().map(without_duplicates).collect();
                after_import(outcome, &right, &without_duplicates(&answers(&folder)));
            }
            Ok(_) => after_import(outcome, fixture.after(), &answers(&folder)),
            Err(message) => {
                failed(outcome, "import", &message);
                let after = changes(&before, &snapshot(&folder)?);
                let is_whole = after.is_empty() || what.starts_with("compaction");
                outcome.check(is_whole, || format!("a failed import {}", after.join(", ")));
            }
        }
        Ok(())
    }

    /// Repairs an archive twice: the manifest and the checksums of a damaged table are lost, and the first repair may be
    /// stopped by another damaged table. A successful repair leads to the right answers, or names the damaged table.
    pub(crate) fn two_repairs(
        &self,
        random: &mut Random,
        number: usize,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        let (fixture, folder) = (&self.fixtures[number], self.fresh(number)?);
        let tables = tables(&folder)?;
        let (damaged, other) = (&tables[random.below(tables.len())], &tables[random.below(tables.len())]);
        let mut bytes = fs::read(damaged)?;
        // Rather in the rows than in the metadata, which is checked when the file is opened.
        let (at, bit) = (4 + random.below((bytes.len() - 4) * 2 / 3), random.below(8));
        bytes[at] ^= 1 << bit;
        fs::write(damaged, bytes)?;
        fs::remove_file(sums(&folder, damaged))?;
        let is_stopped = damaged != other && random.below(4) > 0;
        let right = fs::read(other)?;
        if is_stopped {
            let mut bytes = right.clone();
            let at = random.below(bytes.len());
            bytes[at] ^= 0x10;
            fs::write(other, bytes)?;
        }
        let manifest = folder.join("manifest.json");
        match random.below(3) {
            0 => fs::write(&manifest, b"{}")?,
            1 => fs::write(&manifest, &fs::read(&manifest)?[1..])?,
            _ => fs::remove_file(&manifest)?,
        }
        outcome.attack = format!(
            "archive \"{}\": no manifest, no checksums of {}, bit {at}.{bit} flipped there, {} damaged during the first \
             of two repairs",
            fixture.name,
            damaged.display(),
            if is_stopped { other.display().to_string() } else { "nothing else".to_owned() }
        );
        self.keep(&folder)?;
        let name = |path: &Path| {
            let (table, file) = (path.parent().and_then(Path::file_name), path.file_name());
            [table, file].map(|part| part.unwrap_or_default().to_string_lossy().into_owned()).join("/")
        };
        let mut is_named = false;
        for time in ["the first repair", "the second repair"] {
            let before = snapshot(&folder)?;
            match caught(|| repair(&folder)) {
                Err(message) => {
                    failed(outcome, time, &message);
                    let after = changes(&before, &snapshot(&folder)?);
                    outcome.check(after.is_empty(), || format!("{time} failed and {}", after.join(", ")));
                    judge(outcome, fixture, &answers(&folder), time);
                }
                Ok(repaired) => {
                    is_named |= repaired.unverified.contains(&name(damaged));
                    let found = answers(&folder);
                    if is_named {
                        // What is wrong was reported. Panics aren't right.
                        outcome.compare(&found, &[&found], time);
                    } else {
                        outcome.require(&found, std::slice::from_ref(fixture.right()), &[SOURCES], time);
                    }
                }
            }
            if is_stopped {
                fs::write(other, &right)?;
            }
        }
        Ok(())
    }
}

/// Classifies answers of an archive whose manifest was edited. If `--verify` finds a problem, other answers can't be
/// trusted: checksums are not signatures.
fn judge(outcome: &mut Outcome, fixture: &Fixture, found: &Answers, when: &str) {
    let is_rejected = found.get(VERIFY).or(found.get(OPEN)).is_some_and(Result::is_err);
    for (query, answer) in found.iter().filter(|(query, _)| **query != SOURCES) {
        let one = Answers::from([(*query, answer.clone())]);
        match answer {
            Ok(_) if is_rejected => outcome.error(),
            _ => outcome.compare(&one, &[fixture.right()], when),
        }
    }
}

/// Classifies answers after an import into an archive whose manifest was edited.
fn after_import(outcome: &mut Outcome, right: &[Answers], found: &Answers) {
    match found.get(VERIFY).or(found.get(OPEN)) {
        Some(Err(message)) => failed(outcome, "queries after an import", message),
        _ => outcome.require(found, right, &[SOURCES], "after an import"),
    }
}

/// Counts a failure of the library: an error, or a panic.
fn failed(outcome: &mut Outcome, what: &str, message: &str) {
    match message {
        PANIC => outcome.panic(what),
        _ if message.trim().is_empty() => outcome.wrong(format!("{what}: an error without a message")),
        _ => outcome.error(),
    }
}

/// Edits the games that were cut off, and the open ends of sources. Returns what was edited.
fn edit(random: &mut Random, path: &Path, seal: Seal) -> io::Result<Vec<String>> {
    let mut manifest: Value = serde_json::from_slice(&fs::read(path)?)?;
    let mut edits = Vec::new();
    while edits.is_empty() || random.below(3) == 0 {
        let text = match random.below(2) {
            0 => edit_superseded(random, &mut manifest),
            _ => edit_open_end(random, &mut manifest),
        };
        edits.push(text);
    }
    write(path, manifest, seal)?;
    Ok(edits)
}

/// Returns the id of a game of the archive, and rarely one that doesn't exist.
fn some_game(random: &mut Random, manifest: &Value) -> u64 {
    let games = manifest["games"].as_u64().unwrap_or_default();
    let more = usize::from(random.below(8) == 0);
    random.below(games as usize + more) as u64
}

fn edit_superseded(random: &mut Random, manifest: &mut Value) -> String {
    let (game, by) = (some_game(random, manifest), some_game(random, manifest));
    let mut entries = manifest["superseded"].as_array().cloned().unwrap_or_default();
    let removed = random.below(2) == 0;
    let added = json!({"game": game, "by": by, "removed": removed});
    let text = match random.below(if entries.is_empty() { 1 } else { 5 }) {
        0 => {
            let text = format!("superseded: added {added}");
            entries.retain(|entry| entry["game"] != added["game"]);
            entries.push(added);
            text
        }
        1 => {
            let entry = entries.remove(random.below(entries.len()));
            format!("superseded: removed {entry}")
        }
        edited => {
            let at = random.below(entries.len());
            let field = ["game", "by", "removed"][edited - 2];
            let value = match field {
                "removed" => json!(!entries[at]["removed"].as_bool().unwrap_or_default()),
                "by" if random.below(3) == 0 => Value::Null,
                _ => added[field].clone(),
            };
            let text = format!("superseded: {field} of {} is now {value}", entries[at]);
            entries[at][field] = value;
            text
        }
    };
    entries.sort_by_key(|entry| entry["game"].as_u64());
    manifest["superseded"] = entries.into();
    text
}

fn edit_open_end(random: &mut Random, manifest: &mut Value) -> String {
    let game = some_game(random, manifest);
    let sources = manifest["sources"].as_array_mut().filter(|sources| !sources.is_empty());
    let Some(sources) = sources else { return "nothing".to_owned() };
    let open = sources.iter().position(|source| source.get("open_end").is_some());
    let at = match open {
        Some(at) if random.below(4) > 0 => at,
        _ => random.below(sources.len()),
    };
    let source = &mut sources[at];
    let Some(end) = source.get_mut("open_end").filter(|end| end.is_object()) else {
        let byte = random.below(1 + source["done_bytes"].as_u64().unwrap_or_default() as usize);
        let (lines, games) = (&source["done_lines"], &source["done_games"]);
        let end = json!({"byte": byte, "lines": lines, "games": games, "game": game});
        let text = format!("open_end of source {at} is now {end}");
        source["open_end"] = end;
        return text;
    };
    let field = ["game", "game", "byte", "lines", "games"][random.below(5)];
    let value = match (field, random.below(4)) {
        ("game", 0) => Value::Null,
        ("game", _) => json!(game),
        (_, 0) => json!(u64::MAX >> random.below(3)),
        (_, 1) => json!(0),
        _ => json!(end[field].as_u64().unwrap_or_default() ^ (1 << random.below(9))),
    };
    let text = format!("open_end of source {at}: {field} of {end} is now {value}");
    end[field] = value;
    text
}

/// Writes a copy of a manifest that seems to be some changes later.
pub(crate) fn write_later(from: &Path, to: &Path) -> io::Result<()> {
    let mut manifest: Value = serde_json::from_slice(&fs::read(from)?)?;
    manifest["generation"] = json!(manifest["generation"].as_u64().unwrap_or_default() + 10);
    write(to, manifest, Seal::Computed)
}

/// Writes a manifest, and its checksum.
fn write(path: &Path, mut manifest: Value, seal: Seal) -> io::Result<()> {
    let old = manifest.as_object_mut().and_then(|fields| fields.remove("checksum")).unwrap_or_default();
    let mut text = serde_json::to_string_pretty(&manifest)?;
    if seal != Seal::Removed {
        text.truncate(text.trim_end_matches("\n}").len());
        text += ",\n";
        let new = format!("{:032x}", XxHash3_128::oneshot(text.as_bytes()));
        let checksum = if seal == Seal::Computed { &new } else { old.as_str().unwrap_or_default() };
        text += &format!("  \"checksum\": \"{checksum}\"\n}}\n");
    }
    fs::write(path, text)
}

/// Lists the files of all tables.
fn tables(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = snapshot(folder)?.into_keys().collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    Ok(found)
}

/// Returns the path of the checksums of a table's file.
fn sums(folder: &Path, table: &Path) -> PathBuf {
    let name = |path: Option<&std::ffi::OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
    let inner = name(table.parent().and_then(Path::file_name));
    folder.join("sums").join(format!("{inner}-{}", name(table.file_stem())))
}

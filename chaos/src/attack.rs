//! The attacks: each damages an archive in one way.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use bughouse_generator::Random;
use serde_json::Value;

use crate::fixture::Fixture;

/// What was done to an archive.
#[derive(Debug, Default)]
pub(crate) struct Attack {
    /// The description.
    pub(crate) text: String,
    /// The earlier manifest that was restored, by its index.
    pub(crate) older: Option<usize>,
    /// Whether files other than the manifest were changed.
    pub(crate) on_files: bool,
}

/// Damages any file of an archive.
pub(crate) fn on_any(random: &mut Random, fixture: &Fixture, folder: &Path) -> io::Result<Attack> {
    match random.below(8) {
        0 => on_manifest(random, fixture, folder),
        _ => {
            let path = pick(random, folder)?;
            let text = on_file(random, folder, &path)?;
            Ok(Attack { text, older: None, on_files: path != folder.join("manifest.json") })
        }
    }
}

/// Damages the manifest.
pub(crate) fn on_manifest(random: &mut Random, fixture: &Fixture, folder: &Path) -> io::Result<Attack> {
    let path = folder.join("manifest.json");
    let mut attack = Attack::default();
    attack.text = match random.below(6) {
        0 | 1 => edit_entries(random, &path)?,
        2 if !fixture.older.is_empty() => {
            let number = random.below(fixture.older.len());
            attack.older = Some(number);
            replace(&path, &fixture.older[number].0)?;
            format!("restored manifest {number}")
        }
        3 if !fixture.older.is_empty() => {
            let (text, _) = &fixture.older[random.below(fixture.older.len())];
            replace(&folder.join("manifest.tmp"), text)?;
            "left an older manifest.tmp".to_owned()
        }
        4 => {
            let _ = fs::remove_file(&path);
            "removed manifest.json".to_owned()
        }
        _ => on_file(random, folder, &path)?,
    };
    Ok(attack)
}

/// Picks a file. Each folder is as likely as another.
fn pick(random: &mut Random, folder: &Path) -> io::Result<PathBuf> {
    let mut groups: Vec<Vec<PathBuf>> = vec![Vec::new()];
    for path in sorted(folder)? {
        if fs::symlink_metadata(&path)?.is_dir() {
            groups.push(sorted(&path)?);
        } else {
            groups[0].push(path);
        }
    }
    groups.retain(|group| !group.is_empty());
    let group = random.below(groups.len());
    let at = random.below(groups[group].len());
    Ok(groups[group][at].clone())
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

/// Damages one file. Returns the description.
fn on_file(random: &mut Random, folder: &Path, path: &Path) -> io::Result<String> {
    // An earlier attack of the same trial may have put something else here.
    if !fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(format!("nothing to do at {}", path.display()));
    }
    let mut bytes = fs::read(path)?;
    let length = bytes.len();
    let what = match random.below(12) {
        0..=3 => {
            let mut places = Vec::new();
            for _ in 0..1 + random.below(4) {
                // Often near the end, where Parquet has its metadata.
                let near = if random.below(2) == 0 { length } else { length.min(16 << random.below(8)) };
                let (at, bit) = (length.wrapping_sub(1 + random.below(near)), random.below(8));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << bit;
                    places.push(format!("{at}.{bit}"));
                }
            }
            format!("flipped {} in", places.join(", "))
        }
        4 => {
            bytes.truncate(random.below(length));
            format!("truncated to {} bytes", bytes.len())
        }
        5 => {
            let more = 1 + random.below(200);
            bytes.extend((0..more).map(|_| random.bits() as u8));
            format!("added {more} bytes to")
        }
        6 => {
            let start = random.below(length);
            let end = (start + 1 + random.below(600)).min(length);
            bytes.get_mut(start..end).into_iter().for_each(|range| range.fill(0));
            format!("zeroed {start}..{end} of")
        }
        7 => {
            let size = (1 + random.below(512)).min(length / 2);
            let (one, other) = (random.below(length - size + 1), random.below(length - size + 1));
            let (one, other) = (one.min(other), one.max(other).max(one.min(other) + size));
            if size > 0 && other + size <= length {
                let (left, right) = bytes.split_at_mut(other);
                left[one..one + size].swap_with_slice(&mut right[..size]);
            }
            format!("swapped {size} bytes at {one} and {other} of")
        }
        8 => {
            let other = pick(random, folder)?;
            if fs::symlink_metadata(&other)?.is_file() {
                let swapped = fs::read(&other)?;
                fs::write(&other, &bytes)?;
                bytes = swapped;
            }
            format!("swapped {} with", other.display())
        }
        9 => {
            fs::remove_file(path)?;
            return Ok(format!("removed {}", path.display()));
        }
        10 => return special(random, path),
        _ => {
            let parent = path.parent().unwrap_or(folder);
            if parent != folder && random.below(2) == 0 {
                fs::remove_dir_all(parent)?;
                return Ok(format!("removed {}", parent.display()));
            }
            bytes = fs::read(pick(random, folder)?).unwrap_or_default();
            "replaced by another file:".to_owned()
        }
    };
    fs::write(path, bytes)?;
    Ok(format!("{what} {}", path.display()))
}

/// Writes a file, in place of whatever is there: writing to a pipe would block.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path)?,
        Ok(_) => fs::remove_file(path)?,
        Err(_) => {}
    }
    fs::write(path, bytes)
}

/// Replaces a file by something that is not a regular file, or by a link.
fn special(random: &mut Random, path: &Path) -> io::Result<String> {
    let saved = path.with_file_name("moved-away");
    if path == saved {
        return Ok("nothing to replace".to_owned());
    }
    fs::rename(path, &saved)?;
    let link = |target: &Path| std::os::unix::fs::symlink(target, path);
    let what = match random.below(7) {
        0 => {
            let made = Command::new("mkfifo").arg(path).status()?;
            if !made.success() {
                return Err(io::Error::other("mkfifo failed"));
            }
            "a pipe"
        }
        1 => {
            link(Path::new("/dev/zero"))?;
            "a link to /dev/zero"
        }
        2 => {
            link(Path::new("/dev/full"))?;
            "a link to /dev/full"
        }
        3 => {
            link(Path::new("nowhere"))?;
            "a link to nowhere"
        }
        4 => {
            link(path)?;
            "a link to itself"
        }
        5 => {
            link(Path::new("moved-away"))?;
            "a link to the file"
        }
        _ => {
            fs::create_dir(path)?;
            "a folder"
        }
    };
    Ok(format!("replaced by {what}: {}", path.display()))
}

/// Drops, repeats or moves entries of a manifest, and strips its checksum, as in files of earlier versions.
fn edit_entries(random: &mut Random, path: &Path) -> io::Result<String> {
    let Ok(Value::Object(mut manifest)) = serde_json::from_slice(&fs::read(path).unwrap_or_default()) else {
        return Ok("nothing to edit".to_owned());
    };
    manifest.remove("checksum");
    if manifest.get("superseded").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        manifest.remove("superseded");
    }
    let mut texts = Vec::new();
    for _ in 0..1 + random.below(2) {
        // A source without games isn't known to any table.
        let is_source = random.below(6) == 0;
        let list = if is_source { "sources" } else { "files" };
        let Some(Value::Array(entries)) = manifest.get_mut(list) else { continue };
        if entries.is_empty() {
            continue;
        }
        let at = random.below(entries.len());
        texts.push(match random.below(if is_source { 2 } else { 4 }) {
            0 => format!("dropped {}", entries.remove(at)),
            1 => {
                let entry = entries[at].clone();
                let to = random.below(entries.len() + 1);
                entries.insert(to, entry);
                format!("repeated entry {at} of {list} at {to}")
            }
            2 => {
                let entry = entries.remove(at);
                let to = random.below(entries.len() + 1);
                entries.insert(to, entry);
                format!("moved entry {at} of {list} to {to}")
            }
            _ => {
                let other = random.below(entries.len());
                entries.swap(at, other);
                format!("swapped entries {at} and {other} of {list}")
            }
        });
    }
    fs::write(path, serde_json::to_vec_pretty(&manifest)?)?;
    Ok(format!("manifest without checksum: {}", texts.join(", ")))
}

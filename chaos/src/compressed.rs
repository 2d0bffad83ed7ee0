//! Damaged compressed files.

use std::fs;
use std::io::{self, Write};

use bughouse_archive::{Archive, Input};
use bughouse_generator::Random;

use crate::answers::{Outcome, PANIC, caught, texts_of};
use crate::fixture::{add_inputs, games};
use crate::trial::Bench;

impl Bench {
    /// Damages a compressed file. Its games are the original ones, or an error is reported.
    pub(crate) fn compressed(&self, random: &mut Random, outcome: &mut Outcome) -> io::Result<()> {
        self.clear()?;
        let first = random.below(500) as u64;
        let parts: Vec<Vec<u8>> = (0..1 + random.below(2) as u64)
            .map(|at| games(self.seed ^ 9, first + 4 * at..first + 4 * at + 4))
            .collect();
        let ending = ["bz2", "gz", "zst"][random.below(3)];
        let mut bytes = Vec::new();
        for part in &parts {
            bytes.extend(compress(ending, part)?);
        }
        let whole = bytes.clone();
        let what = match random.below(7) {
            3 => "not changed".to_owned(),
            0 => {
                // An empty file is not a damaged one.
                bytes.truncate(1 + random.below(bytes.len() - 1));
                format!("truncated to {} of {} bytes", bytes.len(), whole.len())
            }
            1 => {
                let start = random.below(bytes.len());
                let end = (start + 1 + random.below(100)).min(bytes.len());
                bytes[start..end].fill(0);
                format!("zeroed {start}..{end}")
            }
            2 => {
                let more = 1 + random.below(100);
                bytes.extend((0..more).map(|_| random.bits() as u8));
                format!("added {more} bytes")
            }
            _ => {
                let places: Vec<(usize, usize)> =
                    (0..1 + random.below(4)).map(|_| (random.below(bytes.len()), random.below(8))).collect();
                places.iter().for_each(|&(at, bit)| bytes[at] ^= 1 << bit);
                format!("flipped {places:?}")
            }
        };
        let is_changed = bytes != whole;
        let (folder, path) =
            (self.scratch.join("archive"), self.scratch.join(format!("games.bpgn.{ending}")));
        fs::write(&path, &bytes)?;
        outcome.attack = format!("{} members of games {first}.. in a .{ending} file: {what}", parts.len());
        let originals: Vec<String> = parts.concat().split_inclusive(|&byte| byte == b'\n').fold(
            Vec::new(),
            |mut games: Vec<String>, line| {
                if line.starts_with(b"[Event ") {
                    games.push(String::new());
                }
                games.last_mut().into_iter().for_each(|game| *game += &String::from_utf8_lossy(line));
                games
            },
        );
        let found = caught(|| {
            let report = add_inputs(&folder, vec![Input::file(&path)])?;
            let archive = Archive::open(&folder)?;
            archive.verify()?;
            Ok((report, texts_of(&archive)?))
        });
        match found {
            Err(message) if message == PANIC => outcome.panic("import of a compressed file"),
            Err(message) => outcome.wrong(format!("the archive: {message}")),
            Ok((report, texts)) => {
                let input = &report.inputs[0];
                let is_original = |text: &String| originals.iter().any(|game| game.trim() == text);
                let others = texts.iter().filter(|text| !is_original(text)).count();
                let skipped: u64 = input
                    .counts
                    .iter()
                    .filter(|(outcome, _)| !["ok", "repaired"].contains(&outcome.as_str()))
                    .map(|(_, games)| games)
                    .sum();
                match &input.error {
                    Some(message) if !is_changed => outcome.wrong(format!("it is not damaged: {message}")),
                    Some(message) if !message.trim().is_empty() => outcome.error(),
                    _ if texts.len() == originals.len() && others == 0 => outcome.right(),
                    // The file is not recognized as compressed, and none of it is a game.
                    _ if is_changed && texts.is_empty() && skipped > 0 => outcome.error(),
                    _ => outcome.wrong(format!(
                        "{} of {} games, {others} of them changed, {skipped} skipped, no error",
                        texts.len(),
                        originals.len()
                    )),
                }
            }
        }
        Ok(())
    }
}

/// Compresses a text as one member or frame, with a checksum.
fn compress(ending: &str, text: &[u8]) -> io::Result<Vec<u8>> {
    match ending {
        "bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(text)?;
            encoder.finish()
        }
        "gz" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text)?;
            encoder.finish()
        }
        _ => {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1)?;
            encoder.include_checksum(true)?;
            encoder.write_all(text)?;
            encoder.finish()
        }
    }
}

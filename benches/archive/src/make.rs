//! Creates the archive. Games are generated and imported in parts, so the disk never holds all of their text.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use bughouse_archive::Archive;
use bughouse_generator::{Generator, write_numbered};
use bzip2::Compression;
use bzip2::write::BzEncoder;

use crate::import::{ImportProcess, Imported};
use crate::limits::Limit;

/// Games that are imported from bzip2: two files, which are read in parallel.
const COMPRESSED: u64 = 20_000;
/// The number of half-moves of an average game, to compare sizes.
const AVERAGE_GAME: f64 = 84.0;

/// The archive to create.
pub(crate) struct Plan<'a> {
    pub(crate) generator: &'a Generator,
    pub(crate) games: u64,
    pub(crate) folder: &'a Path,
    pub(crate) texts: bool,
    /// The number of games in a part, which is a batch of the import and a sorted run of the archive.
    pub(crate) batch: u64,
}

impl Plan<'_> {
    /// Returns the folder of the archive.
    pub(crate) fn archive(&self) -> PathBuf {
        self.folder.join("archive")
    }

    /// Creates the archive, and returns the figures of the imports.
    pub(crate) fn make(&self) -> io::Result<Vec<Limit>> {
        fs::create_dir_all(self.folder)?;
        let text = self.import_texts()?;
        let compressed = self.import_compressed()?;
        let memory = text.memory.max(compressed.memory) as f64 / 1e6;
        let rate = |imported: &Imported| imported.games as f64 / imported.cost.cpu;
        Ok(vec![
            Limit::at_least("import of text", rate(&text), "games/s/core", 10_000.0, 20_000.0),
            Limit::at_least("import of bzip2", rate(&compressed), "games/s/core", 5_000.0, 8_000.0),
            Limit::at_most("memory of an import", memory, "MB", 1_000.0, 500.0),
        ])
    }

    fn import_texts(&self) -> io::Result<Imported> {
        let file = self.folder.join("part.bpgn");
        let mut process = ImportProcess::start(&self.archive(), self.texts)?;
        let mut all = Imported::default();
        let mut first = 1;
        while first <= self.games {
            let numbers = first..first.saturating_add(self.batch).min(self.games + 1);
            first = numbers.end;
            self.write(numbers, &file)?;
            let part = process.add(&[&file])?;
            all.games += part.games;
            all.cost.cpu += part.cost.cpu;
            all.cost.wall += part.cost.wall;
            all.memory = part.memory;
            eprintln!(
                "{} games imported, {:.0} games/s/core, {:.0} games/s, {:.0} MB of memory",
                all.games,
                part.games as f64 / part.cost.cpu,
                part.games as f64 / part.cost.wall,
                part.memory as f64 / 1e6
            );
        }
        process.finish()?;
        fs::remove_file(file)?;
        Ok(all)
    }

    fn import_compressed(&self) -> io::Result<Imported> {
        let games = self.games.min(COMPRESSED);
        let archive = self.folder.join("compressed");
        let text = self.folder.join("part.bpgn");
        let half = games / 2 + 1;
        let files = [self.folder.join("one.bpgn.bz2"), self.folder.join("two.bpgn.bz2")];
        for (numbers, file) in [1..half, half..games + 1].into_iter().zip(&files) {
            self.write(numbers, &text)?;
            let mut encoder = BzEncoder::new(BufWriter::new(File::create(file)?), Compression::best());
            io::copy(&mut File::open(&text)?, &mut encoder)?;
            encoder.finish()?.flush()?;
        }
        // The import is short, so take the median of three.
        let mut imported = Vec::new();
        for _ in 0..3 {
            let mut process = ImportProcess::start(&archive, self.texts)?;
            imported.push(process.add(&[&files[0], &files[1]])?);
            process.finish()?;
            fs::remove_dir_all(&archive)?;
        }
        files.iter().chain([&text]).try_for_each(fs::remove_file)?;
        imported.sort_by(|one, other| one.cost.cpu.total_cmp(&other.cost.cpu));
        Ok(imported[1])
    }

    /// Writes the games with some numbers to a file.
    pub(crate) fn write(&self, numbers: Range<u64>, file: &Path) -> io::Result<()> {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        write_numbered(self.generator, numbers, threads, &mut File::create(file)?).map(|_| ())
    }
}

/// Returns the size of an archive per game, without the texts.
pub(crate) fn size(archive: &Archive) -> Limit {
    let files = &archive.manifest().files;
    let sizes = files.iter().filter(|file| file.table != "records");
    let bytes: u64 = sizes.map(|file| file.bytes).sum();
    let half_moves: u64 = files.iter().filter(|file| file.table == "moves").map(|file| file.rows).sum();
    let each = bytes as f64 / half_moves as f64 * AVERAGE_GAME;
    Limit::at_most("a game of 84 half-moves without its text", each, "bytes", 2_200.0, 1_500.0)
}

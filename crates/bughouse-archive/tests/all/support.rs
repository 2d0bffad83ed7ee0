//! What the tests share.

use std::path::Path;

use bughouse_archive::{ImportOptions, ImportReport, Importer, Input};
use bughouse_generator::Generator;

/// Returns the text of some made-up games.
pub(crate) fn games(seed: u64, count: u64) -> Vec<u8> {
    let generator = Generator::new(seed);
    let mut text = Vec::new();
    for number in 0..count {
        generator.write_game(number, &mut text);
    }
    text
}

/// Adds a text to an archive.
pub(crate) fn add(folder: &Path, name: &str, text: &[u8], batch: usize) -> ImportReport {
    let options = ImportOptions::default().threads(2).batch_games(batch);
    let mut importer = Importer::open(folder, options).expect("an archive");
    importer.add(vec![Input::text(name, text)], &mut |_| true).expect("games are added")
}

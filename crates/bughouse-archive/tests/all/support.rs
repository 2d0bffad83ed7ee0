//! Helpers for the tests.

use std::fs;
use std::path::Path;

use bughouse_archive::{ImportOptions, ImportReport, Importer, Input};
use bughouse_chess::{BoardId, BughouseMove, Position, Rules, Square};
use bughouse_generator::{Generator, Random};
use serde_json::Value;
use twox_hash::XxHash3_128;

/// Returns the text of some synthetic games.
pub(crate) fn games(seed: u64, count: u64) -> Vec<u8> {
    let generator = Generator::new(seed);
    let mut text = Vec::new();
    for number in 0..count {
        generator.write_game(number, &mut text);
    }
    text
}

/// Returns the text of games in which knights move back and forth, so positions recur, with occasional captures.
pub(crate) fn dances(seed: u64, count: u64) -> Vec<u8> {
    let squares: Vec<Square> = ["b1", "c3", "g1", "f3", "b8", "c6", "g8", "f6", "d5", "e4"]
        .iter()
        .map(|square| square.parse().expect("a square"))
        .collect();
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 0..count {
        text +=
            &format!("[Event \"dance {seed} {number}\"]\n[WhiteA \"w{number}\"]\n[BlackB \"{number}\"]\n\n");
        let mut position = Position::START.with_rules(Rules::fics());
        let mut made = [0; 2];
        for _ in 0..20 + random.below(60) {
            let id = BoardId::ALL[random.below(2)];
            let board = *position.board(id);
            let is_dance = |mv: &BughouseMove| match mv {
                BughouseMove::Regular(mv) => squares.contains(&mv.source()) && squares.contains(&mv.dest()),
                BughouseMove::Drop { .. } => false,
            };
            let is_capture = |mv: &BughouseMove| !mv.is_drop() && board.piece_on(mv.dest()).is_some();
            let legal = board.legal_moves();
            let captures: Vec<BughouseMove> = legal.iter().filter(is_capture).collect();
            let steps: Vec<BughouseMove> = legal.iter().filter(is_dance).collect();
            let moves = if random.below(6) == 0 && !captures.is_empty() { captures } else { steps };
            if moves.is_empty() {
                continue;
            }
            let mv = moves[random.below(moves.len())];
            let (half_moves, letter) = (&mut made[id.to_index()], id.to_string());
            let label = if *half_moves % 2 == 0 { letter.to_uppercase() } else { letter.to_lowercase() };
            text += &format!("{}{label}. {} ", *half_moves / 2 + 1, board.san(mv).expect("a legal move"));
            *half_moves += 1;
            position.play(id, mv).expect("a legal move");
        }
        text += ["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n", "*\n\n"][random.below(4)];
    }
    text.into_bytes()
}

/// Adds a text to an archive.
pub(crate) fn add(folder: &Path, name: &str, text: &[u8], batch: usize) -> ImportReport {
    let options = ImportOptions::default().threads(2).batch_games(batch);
    let mut importer = Importer::open(folder, options).expect("an archive");
    importer.add(vec![Input::text(name, text)], &mut |_| true).expect("games are added")
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Writes a manifest with a valid checksum after an edit.
pub(crate) fn edit_manifest(folder: &Path, change: impl FnOnce(&mut Value)) {
    let path = folder.join("manifest.json");
    let mut value = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("JSON");
    change(&mut value);
    fs::write(&path, sealed(value)).expect("a manifest");
}

/// Returns the text of a manifest with a valid checksum.
pub(crate) fn sealed(mut manifest: Value) -> Vec<u8> {
    manifest.as_object_mut().expect("an object").remove("checksum").expect("a checksum");
    let mut text = serde_json::to_vec_pretty(&manifest).expect("JSON");
    text.truncate(text.len() - 2);
    text.extend(b",\n");
    let checksum = XxHash3_128::oneshot(&text);
    text.extend(format!("  \"checksum\": \"{checksum:032x}\"\n}}\n").bytes());
    text
}

//! An archive with a changed table whose checksums fit: queries are answered or fail, and nothing hangs.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use bughouse_archive::{Archive, Explore, ImportOptions, Importer, Input, Query, SearchOptions, repair};
use bughouse_chess::Board;
use bughouse_fuzz::{Choices, change};
use libfuzzer_sys::fuzz_target;

const GAMES: &str = "[Event \"x\"]\n[WhiteA \"raven\"][BlackA \"crow\"][WhiteB \"owl\"][BlackB \"wren\"]\n\
    [WhiteAElo \"2100\"][Date \"2003.01.02\"][TimeControl \"180\"]\n1A. e4 {180} 1a. e5 {179} 1B. d4 {180} 1b. d5 {178}\n\
    2A. Qh5 {175} 2a. Nc6 {171} 3A. Bc4 {173} 3a. Nf6 {170} 4A. Qxf7# {171} {crow checkmated} 1-0\n\n\
    [Event \"y\"]\n[WhiteA \"crow\"][BlackA \"owl\"]\n1A. d4 {60} 1a. d5 {59} {owl resigns} 1-0\n";

/// The archive, and its tables as they were written.
struct Tiny {
    folder: PathBuf,
    tables: Vec<(PathBuf, Vec<u8>)>,
}

fn tiny() -> &'static Tiny {
    static TINY: OnceLock<Tiny> = OnceLock::new();
    TINY.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        // A fuzzer never exits in an orderly way, so runs that ended leave theirs behind.
        for entry in fs::read_dir(&parent).expect("a folder").flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix("bughouse-fuzz-"));
            if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let folder = parent.join(format!("bughouse-fuzz-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let mut importer =
            Importer::open(&folder, ImportOptions::default().threads(1)).expect("an archive is created");
        importer.add(vec![Input::text("games", GAMES.as_bytes())], &mut |_| true).expect("games are added");
        let mut tables = Vec::new();
        for table in fs::read_dir(&folder).expect("a folder").flatten() {
            for file in fs::read_dir(table.path()).into_iter().flatten().flatten() {
                tables.push((file.path(), fs::read(file.path()).expect("a table")));
            }
        }
        tables.sort();
        Tiny { folder, tables }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Tiny { folder, tables } = tiny();
    let mut choices = Choices::new(bytes);
    let (path, original) = &tables[usize::from(choices.byte()) % tables.len()];
    let mut table = original.clone();
    for _ in 0..choices.byte() % 16 {
        change(&mut table, &mut choices, &[0, 1, 0x15, 0x7f, 0x80, 0xff]);
    }
    fs::write(path, &table).expect("the table is writable");
    // Without the old checksums, new ones are computed.
    let _ = fs::remove_file(folder.join("manifest.json"));
    let _ = repair(folder);
    if let Ok(archive) = Archive::open(folder) {
        let _ = archive.verify();
        for game in archive.games().take(8).flatten() {
            let _ = archive.text(&game);
        }
        let _ = archive.explore(&Explore::board(&Board::default()));
        let options = SearchOptions::default().threads(1).time(Duration::from_secs(5));
        for query in ["mate", "drop:N@f3 or player:raven", "rating>2000 clock(WhiteA)<100"] {
            if let Ok(query) = query.parse::<Query>() {
                let _ = archive.search(&query, &options);
            }
        }
    }
    fs::write(path, original).expect("the table is writable");
});

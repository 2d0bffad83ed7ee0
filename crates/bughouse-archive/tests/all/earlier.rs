//! The archive in `testdata/archive/v1`, which an earlier version wrote, stays readable.

use std::path::Path;

use bughouse_archive::{Archive, Explore};
use bughouse_chess::Board;

use crate::search::hits;
use crate::support::{add, copy, games};

#[test]
fn earlier_archive_gives_the_same_answers() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (earlier, now) = (scratch.path().join("earlier"), scratch.path().join("now"));
    copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/archive/v1")), &earlier);
    let old = Archive::open(&earlier).expect("an archive");
    old.verify().expect("every block is intact");
    assert_eq!(old.len(), 56);

    // The reasons are stored in the archive, so they keep the names of that version.
    let mut reasons: Vec<String> = old.skipped().map(|game| game.expect("a row").reason).collect();
    reasons.sort();
    reasons.dedup();
    let expected = [
        "duplicate",
        "illegal-move",
        "mid-game-start",
        "missing-half-move",
        "no-label",
        "not-in-reserve",
        "wrong-side",
    ];
    assert_eq!(reasons, expected);

    // Import the same games again from the text that the archive keeps.
    let mut text = Vec::new();
    old.export(None, &mut text).expect("the text");
    assert_eq!(add(&now, "again", &text, 100).added(), 56);
    let new = Archive::open(&now).expect("an archive");
    for query in
        ["capture", "drop", "check", "mate", "end:checkmate", "state:broken", "clock<60", "sit", "won"]
    {
        let found = hits(&old, query);
        assert_eq!(found, hits(&new, query), "{query}");
    }
    assert_eq!(hits(&old, "capture").len(), 22);
    let start = Explore::board(&Board::default());
    let answer = |archive: &Archive| format!("{:?}", archive.explore(&start).expect("an answer"));
    assert_eq!(answer(&old), answer(&new));

    // New games can be added, and the old ones are kept.
    assert_eq!(add(&earlier, "more", &games(3, 10), 100).added(), 10);
    let grown = Archive::open(&earlier).expect("an archive");
    grown.verify().expect("every block is intact");
    assert_eq!(grown.len(), 66);
}

//! Games that used to be written wrong, in `testdata/bpgn/writing/`.

use std::path::{Path, PathBuf};

use bpgn::{Reader, WriteOptions, write_game};
use bughouse_chess::Span;

use crate::canonical::{formatted, outline, records};

/// Lists the files in the order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bpgn/writing");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "bpgn"));
    files.sort();
    files
}

#[test]
fn fixed_bugs_of_the_writer_stay_fixed() {
    let files = files();
    assert_eq!(files.len(), 6);
    for file in files {
        let name = file.display();
        let text = std::fs::read(&file).unwrap();
        let written = formatted(&text, &WriteOptions::default());
        let stored = file.with_extension("written");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&stored, &written).unwrap();
        }
        let expected = std::fs::read(&stored).unwrap_or_default();
        let shown = String::from_utf8_lossy(&written);
        assert!(written == expected, "{name} differs; BLESS=1 stores the new text:\n{shown}");
        assert_eq!(formatted(&written, &WriteOptions::default()), written, "{name} is not written the same");
        let games = |text: &[u8]| -> Vec<String> {
            records(text).iter().filter(|record| record.is_game).map(|record| outline(&record.game)).collect()
        };
        assert_eq!(games(&text), games(&written), "{name}");
        assert_eq!(shown.lines().find(|line| line.chars().count() > 80), None, "{name}");
    }
}

/// What looks like a move before `e.p.` may be the end of a comment. Nothing may be lost silently.
#[test]
fn an_en_passant_suffix_after_a_comment_is_reported() {
    for text in ["1A. e4 ;exd6\n e.p. *", "1A. e4 1a. d5 *\n%exd6\ne.p.", "1A. exd6 {x} ep *"] {
        let errors: usize = records(text.as_bytes()).iter().map(|record| record.errors.len()).sum();
        assert_eq!(errors, 1, "{text}");
    }
    let [record] = &records(b"1A. exd6+ e.p. 1a. cxd6 ep *")[..] else { panic!("one game") };
    assert!(record.is_valid());
    assert_eq!(record.game.to_string(), "1A. exd6e.p.+ 1a. cxd6ep *\n");
}

/// A no-break space in Latin-1 is not written, and the rest would be read as UTF-8.
#[test]
fn text_that_would_be_read_as_utf_8_is_written_as_utf_8() {
    let text = b"[Event \"x\"]\n\n1A.\xa0e4 {Ren\xc3\xa9} 1a. e5 *\n";
    let read = |text: &[u8]| Reader::new(text).read_record().unwrap().unwrap();
    let before = read(text);
    let mut written = Vec::new();
    write_game(&before.game, &WriteOptions::default(), &mut written);
    let after = read(&written);
    assert_eq!(before.game.main, after.game.main);
    let mut again = Vec::new();
    write_game(&after.game, &WriteOptions::default(), &mut again);
    assert_eq!(written, again);
}

#[test]
fn a_move_with_a_no_break_space_in_latin_1_is_not_valid() {
    // It used to be valid, and was two words when it was written as UTF-8.
    let text = b"7A. \x9d\xa0Ma *\n";
    let record = Reader::new(&text[..]).records().next().unwrap().unwrap();
    assert!(!record.is_valid() && record.errors[0].span() == Span::new(4, 8), "{record:?}");
    crate::relations::tree::check(text, &WriteOptions::default().utf8(true), &[]);
}

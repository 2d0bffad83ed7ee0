//! Who won is decided once: the list of games says the same as a check, for every game there is.

use bpgn::{Checker, Flow, ReadOptions, Reader};
use bughouse_review::Texts;
use serde_json::Value;

use crate::server::testdata;
use crate::shared_data::shared_data;

/// Asserts that each row of a text says what a check of the same text says. Returns how many won and conflicts there
/// were.
fn compare(name: &str, text: &[u8]) -> (usize, usize) {
    let mut expected = Vec::new();
    let mut checker = Checker::new(ReadOptions::wild(), |report| {
        if report.is_game {
            let facts = report.facts();
            let conflict = facts.conflicts.first().map(|conflict| conflict.name());
            expected.push((
                report.outcome.winner_name(),
                conflict,
                facts.result.map(|result| result.to_string()),
            ));
        }
        Flow::Continue
    });
    Reader::new(text).read_all(&mut checker).unwrap();
    drop(checker);
    let texts = Texts::default();
    let opened = texts.answer("POST", "/api/files?name=x", text.to_vec());
    if opened.status != 200 {
        assert!(expected.is_empty(), "{name}");
        return (0, 0);
    }
    let rows: Value =
        serde_json::from_slice(&texts.answer("GET", "/api/games?limit=500", Vec::new()).body).unwrap();
    let rows = rows["games"].as_array().unwrap();
    assert_eq!(rows.len(), expected.len().min(500), "{name}");
    for (row, (winner, conflict, result)) in rows.iter().zip(&expected) {
        assert_eq!(row["winner"].as_str(), *winner, "{name} {row}");
        assert_eq!(row["conflict"].as_str(), *conflict, "{name} {row}");
        assert_eq!(row["result"].as_str(), result.as_deref(), "{name} {row}");
    }
    let count = |is: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is(row)).count();
    (count(&|row| !row["winner"].is_null()), count(&|row| !row["conflict"].is_null()))
}

#[test]
fn rows_say_who_won_as_a_check_does() {
    let mut files: Vec<_> =
        std::fs::read_dir(testdata("quirks")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let own = files.len();
    if let Some(shared) = shared_data("bpgn") {
        for folder in std::fs::read_dir(shared).unwrap().map(|entry| entry.unwrap().path()) {
            if folder.is_dir() {
                files.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
            }
        }
    }
    assert!(own > 10);
    let (mut won, mut conflicts) = (0, 0);
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "bpgn")) {
        let found = compare(&path.display().to_string(), &std::fs::read(path).unwrap());
        (won, conflicts) = (won + found.0, conflicts + found.1);
    }
    assert!(won > 5 && conflicts > 2, "{won} {conflicts}");
}

//! The list of games and its search agree with a check about who won, for all games of the test data.

use bpgn::{Checker, ReadOptions, Reader};
use bughouse_review::Texts;
use serde_json::Value;

use crate::folders::testdata;
use crate::shared_data::shared_data;

/// Asserts that the rows of a text agree with a check, and that a search for a result finds the games with that result.
/// Returns the number of won games and of conflicts.
fn compare(name: &str, text: &[u8]) -> (usize, usize) {
    let mut expected = Vec::new();
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        if report.is_game {
            let facts = report.facts();
            let conflict = facts.conflicts.first().map(|conflict| conflict.name());
            expected.push((
                report.outcome.winner_name(),
                conflict,
                facts.result.map(|result| result.to_string()),
            ));
        }
    });
    Reader::new(text).read_all(&mut checker).unwrap();
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
    for (result, winner) in
        [("1-0", Some("team1")), ("0-1", Some("team2")), ("1/2-1/2", Some("draw")), ("*", None)]
    {
        let target = format!("/api/games?limit=500&result={result}");
        let found: Value = serde_json::from_slice(&texts.answer("GET", &target, Vec::new()).body).unwrap();
        let by_check = expected.iter().filter(|(won, ..)| *won == winner).count();
        assert_eq!(found["matched"], by_check, "{name} {result}");
        let found = found["games"].as_array().unwrap();
        assert!(found.iter().all(|row| row["winner"].as_str() == winner), "{name} {result}");
    }
    for (row, (winner, conflict, result)) in rows.iter().zip(&expected) {
        assert_eq!(row["winner"].as_str(), *winner, "{name} {row}");
        assert_eq!(row["conflict"].as_str(), *conflict, "{name} {row}");
        assert_eq!(row["result"].as_str(), result.as_deref(), "{name} {row}");
    }
    // A row is built while reading; the tree of the game agrees with it.
    let trees: Vec<_> =
        Reader::new(text).records().map(Result::unwrap).filter(|record| record.is_game).collect();
    assert_eq!(trees.len(), expected.len(), "{name}");
    for (row, record) in rows.iter().zip(&trees) {
        let tag = |tag: &str| record.game.tags.get(tag);
        assert_eq!(row["event"].as_str(), tag("Event"), "{name} {row}");
        assert_eq!(row["time_control"].as_str(), tag("TimeControl"), "{name} {row}");
        assert_eq!(row["plies"], record.game.main.half_moves.len(), "{name} {row}");
        assert_eq!(row["line"], record.place.line, "{name} {row}");
    }
    let count = |is: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is(row)).count();
    (count(&|row| !row["winner"].is_null()), count(&|row| !row["conflict"].is_null()))
}

#[test]
fn rows_and_searches_agree_with_a_check_and_a_tree() {
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

/// The tag contradicts the board, or there is no tag.
#[test]
fn a_search_for_a_result_uses_the_winner_and_not_the_tag() {
    let mate = "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#";
    let text = format!(
        "[Event \"tag against board\"]\n[Result \"0-1\"]\n\n{mate} 0-1\n\n\
         [Event \"no tag\"]\n[WhiteA \"Ann\"]\n\n1A. e4 {{Ann resigns}}\n\n\
         [Event \"named\"]\n[BlackA \"Bob\"]\n[Result \"*\"]\n\n1A. e4 {{Bob resigns}} *\n\n\
         [Event \"drawn\"]\n\n1A. e4 1/2-1/2\n\n\
         [Event \"broken off\"]\n[Result \"1-0\"]\n\n1A. e4 {{Game aborted on move 1}} *\n"
    );
    let texts = Texts::default();
    assert_eq!(texts.answer("POST", "/api/files?name=x", text.into_bytes()).status, 200);
    let rows = |query: &str| -> Vec<(String, Value)> {
        let answer = texts.answer("GET", &format!("/api/games?{query}"), Vec::new());
        let rows: Value = serde_json::from_slice(&answer.body).unwrap();
        let row = |row: &Value| (row["event"].as_str().unwrap().to_owned(), row["result"].clone());
        rows["games"].as_array().unwrap().iter().map(row).collect()
    };
    let found = |query: &str| rows(query).into_iter().map(|(event, _)| event).collect::<Vec<_>>();
    assert_eq!(found("result=1-0"), ["tag against board", "named"]);
    assert_eq!(found("result=0-1"), ["no tag"]);
    assert_eq!(found("result=1/2-1/2"), ["drawn"]);
    assert_eq!(found("result=*"), ["broken off"]);
    // The row shows the result as written.
    assert_eq!(rows("result=1-0")[0].1, "0-1");
    assert_eq!(rows("result=0-1")[0].1, Value::Null);
}
